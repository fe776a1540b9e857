import { ConfigError } from "../../core/errors.ts";
import { castAuditVotes } from "../../select/audit.ts";
import { castVotes, firstCalls } from "../../select/compare.ts";
import type { SelectContext, SelectProgress } from "../../select/protocol/context.ts";
import type { Environment, Operation } from "../environment.ts";
import { type CallTotal, createCallTotal } from "../eval/call-total.ts";
import type { ModelAccess } from "../powers/model-access.ts";
import { silentModel } from "../powers/silent-model.ts";
import { rawInput, readGiven } from "./given.ts";
import type { KeptSelection } from "./kept-selection.ts";
import { materialOf } from "./material.ts";
import { checkOutput } from "./output-file.ts";
import { openPanel } from "./panel.ts";
import { refuseIgnored } from "./refuse-ignored.ts";
import { DEFAULT_CONCURRENCY, type SelectionFlags } from "./working.ts";

/** What a comparison, an audit or a tracking would send. snake_case on the wire. */
export interface SelectionForecast {
  readonly mode: KeptSelection["kind"] | "track";
  /** Calls before the votes can end it; the others depend on what they say. */
  readonly firstCalls: number;
  /** By judge, where every look is made. Unreadable replies that are asked for again come on top. */
  readonly judges: readonly { readonly model: string; readonly calls: CallTotal }[];
  readonly total: CallTotal;
  readonly warnings: readonly string[];
}

/** Reads and checks an input as its command does, builds every request, and sends none. */
export async function* forecastSelection(
  kind: KeptSelection["kind"],
  flags: SelectionFlags,
  environment: Environment,
): Operation<SelectionForecast> {
  if (flags.resume !== undefined || flags.from !== undefined) {
    throw new ConfigError("usage", "--dry-run tells of a new input, not of a run that is there", {
      hint: "--from RUN makes no call; what --resume RUN has is not asked for again",
    });
  }
  refuseIgnored(flags);
  const given = await readGiven(await rawInput(flags, environment.folder), kind, environment.folder, flags);
  const output = flags.output ?? given.request.outputPath;
  if (output !== null) await checkOutput(output, environment.folder);
  const concurrency = flags.concurrency ?? DEFAULT_CONCURRENCY;
  const { request, access, warnings } = await openPanel(given, { ...flags, concurrency }, environment);
  try {
    const seed = "0".repeat(32);
    const counting = { profile: "default", penalty: null, concurrency, seed, checks: {}, warnings } as const;
    const material = { ...materialOf(request, counting), fixed: true };
    const { judges, total } = yield* reckonCalls(access, environment, (context) =>
      kind === "compare" ? castVotes(material, context) : castAuditVotes(material, context),
    );
    const fixed = flags.fixed === true || request.verificationsGiven;
    const first =
      kind === "compare" ? firstCalls({ ...material, fixed }) : material.criteria.length * material.panel.length;
    return {
      mode: kind,
      firstCalls: access === null ? 0 : fixed ? total.calls : Math.min(first, total.calls),
      judges,
      total,
      warnings: material.warnings,
    };
  } finally {
    await access?.close();
  }
}

/** Adds up the calls of a voting whose every reply is unreadable, by judge and in all. Nobody is asked; a mock has none. */
export async function* reckonCalls(
  access: ModelAccess | null,
  { signal }: Environment,
  vote: (context: SelectContext) => AsyncGenerator<SelectProgress, unknown, void>,
): Operation<Pick<SelectionForecast, "judges" | "total">> {
  const sums = new Map<string, ReturnType<typeof createCallTotal>>();
  if (access !== null) {
    const voting = vote({
      signal,
      model: async (id) =>
        silentModel(await access.model(id), async (call) => {
          const own = sums.get(id) ?? createCallTotal();
          sums.set(id, own);
          own.add(await access.estimate(id, call));
        }),
      calls: { find: () => null, keep: async () => {} },
    });
    for await (const { calls, planned } of voting) {
      yield { type: "progress", label: "calls reckoned", done: calls, total: planned, errors: 0 };
    }
  }
  const judges = [...sums]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([model, own]) => ({ model, calls: own.finish() }));
  const all = createCallTotal();
  for (const { calls } of judges) all.addTotal(calls);
  return { judges, total: all.finish() };
}
