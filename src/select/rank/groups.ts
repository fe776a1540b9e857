/**
 * Cuts a ranking into groups of candidates that cannot be told apart. There is a cut after a place only where everyone
 * above it is told apart from everyone below, so two candidates of different groups always are.
 */
export function groupsOf<Item>(
  ranked: readonly Item[],
  apart: (better: Item, worse: Item) => boolean,
): readonly (readonly Item[])[] {
  const groups: Item[][] = [];
  ranked.forEach((item, place) => {
    const above = ranked.slice(0, place);
    const cut = above.every((better) => ranked.slice(place).every((worse) => apart(better, worse)));
    const last = groups.at(-1);
    if (last === undefined || cut) groups.push([item]);
    else last.push(item);
  });
  return groups;
}
