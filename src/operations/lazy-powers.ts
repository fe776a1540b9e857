import type { Powers } from "../core/pipeline.ts";
import type { ModelAccess, ModelAccessOptions } from "./model-access.ts";

/** What verifiers may reach, and how it is let go of. */
export interface LazyPowers {
  readonly powers: Powers;
  close(): Promise<void>;
}

/** Models by name, loaded when the first is asked for: rules never pay for them, and the library loads nothing. */
export function lazyPowers(options: () => ModelAccessOptions): LazyPowers {
  let access: Promise<ModelAccess> | undefined;
  return {
    powers: {
      model: async (id, retries) => {
        access ??= import("./model-access.ts").then(({ openModelAccess }) => openModelAccess(options()));
        return (await access).model(id, retries);
      },
    },
    close: async () => (await access)?.close(),
  };
}

/** Of this process: its environment and its working folder. */
export function processPowers(): Powers {
  return lazyPowers(() => ({ folder: process.cwd(), variables: process.env })).powers;
}
