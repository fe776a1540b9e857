/** Milliseconds of a turn of the event loop after which the network comes first again. */
const TURN_MS = 3;

/**
 * Hands out work in order, a few milliseconds of it in each turn of the event loop.
 *
 * Replies come in bursts: fifty that were asked for at once are there at once. What follows on a reply, down to the
 * next request, takes a millisecond while the code is cold, and a request is written only when the turn ends. Were all
 * of them read in one turn, the provider would stand idle until the last is.
 *
 * `clock` gives milliseconds. What a piece of work resolves is followed up to its next wait before the clock is read.
 */
export function createTurns(clock: () => number = () => performance.now()): (work: () => void) => void {
  const waiting: (() => void)[] = [];
  let open = false;
  let began = 0;
  let serving = false;
  const serve = (): void => {
    const work = clock() - began < TURN_MS ? waiting.shift() : undefined;
    serving = work !== undefined;
    if (work === undefined) return;
    work();
    // A tick that a microtask asks for comes after all microtasks.
    queueMicrotask(() => process.nextTick(serve));
  };
  const turn = (): void => {
    open = waiting.length > 0;
    if (open) begin();
  };
  const begin = (): void => {
    open = true;
    began = clock();
    setImmediate(turn);
    if (!serving) serve();
  };
  return (work) => {
    waiting.push(work);
    if (!open) begin();
    else if (!serving) serve();
  };
}
