/**
 * A command without the superuser's right to write everywhere; anybody else has none to begin with. Only that right
 * goes, not the user: another user might not even read the checkout.
 */
export function withoutRights(command: string, argv: readonly string[]): readonly [string, readonly string[]] {
  return process.getuid?.() === 0
    ? ["setpriv", ["--bounding-set=-dac_override,-dac_read_search", command, ...argv]]
    : [command, argv];
}
