import type { Operation } from "../../operations/environment.ts";
import type { Call } from "./tool.ts";

/** Follows an operation to its end and tells the client what it says on the way. */
export async function follow<Outcome>(operation: Operation<Outcome>, { tell }: Pick<Call, "tell">): Promise<Outcome> {
  let step = await operation.next();
  while (!step.done) {
    await tell(step.value);
    step = await operation.next();
  }
  return step.value;
}

/** Leaves out what was not given, so that an operation sees absent options as absent. */
export function given<T extends object>(options: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as never;
}
