import { rankByStrength } from "../src/select/rank/by-strength.ts";
import { rankByWins, standingsOf } from "../src/select/rank/by-wins.ts";
import { nextLooks } from "../src/select/stop/plan.ts";
import { tallyPair } from "../src/select/tally/pair-tally.ts";
import { profiles } from "../src/select/tally/profile.ts";
import type { Vote } from "../src/select/vote-types.ts";
import { atLeast, atMost, type Figure, noted } from "./figure.ts";
import { benchRecorded } from "./select/recorded.ts";
import { createWorld, criteria, type World } from "./select/world.ts";

/** Draws of a simulated world; the standard error of a share of 80 % is 0.3 points. */
const draws = Number(process.env["VERIDIC_BENCH_DRAWS"] ?? 20_000);
const panel = [{ model: "m", weight: 1 }];

interface Design {
  readonly name: string;
  readonly votes: (world: World) => readonly Vote[];
  readonly pick: (world: World, votes: readonly Vote[]) => string;
}

const everything: Design["votes"] = ({ candidates, ask }) =>
  nextLooks({ candidates, criteria, panel, votes: [], bound: 5, fixed: true }).flatMap(ask);

const once: Design["votes"] = ({ candidates, ask }) =>
  nextLooks({ candidates, criteria, panel, votes: [], bound: 1 }).flatMap(ask);

const designs: readonly Design[] = [
  { name: "every pair 5 times, the reference's rule", votes: everything, pick: byWins },
  { name: "every pair 5 times, strength", votes: everything, pick: byStrength },
  { name: "every pair once, strength", votes: once, pick: byStrength },
  { name: "once, then where it is open (default)", votes: whereOpen, pick: byStrength },
];

/** How often the better or the best is picked, and how many calls it takes: by recorded decisions, then in a simulated world. */
export async function benchSelect(): Promise<readonly Figure[]> {
  return [...benchRecorded(), ...[2, 4, 6].flatMap((count) => designs.flatMap((design) => measure(design, count)))];
}

function measure({ name, votes, pick }: Design, count: number): readonly Figure[] {
  let [best, calls, regret] = [0, 0, 0];
  for (let seed = 0; seed < draws; seed++) {
    const world = createWorld(count, seed);
    const cast = votes(world);
    const picked = pick(world, cast);
    if (picked === world.best) best++;
    calls += cast.length;
    regret += world.strengthOf(world.best) - world.strengthOf(picked);
  }
  const what = `${count} candidates, ${name}`;
  const share = (100 * best) / draws;
  const bounded = count === 6 && votes === whereOpen;
  return [
    bounded ? atLeast(`${what}: best picked`, share, 79, " %") : noted(`${what}: best picked`, share, " %"),
    bounded ? atMost(`${what}: calls`, calls / draws, 70, "") : noted(`${what}: calls`, calls / draws, ""),
    noted(`${what}: strength lost`, regret / draws, ""),
  ];
}

function whereOpen({ candidates, ask }: World): readonly Vote[] {
  let votes: readonly Vote[] = [];
  for (;;) {
    const looks = nextLooks({ candidates, criteria, panel, votes, bound: 5 });
    if (looks.length === 0) return votes;
    votes = [...votes, ...looks.flatMap(ask)];
  }
}

function byStrength({ candidates }: World, votes: readonly Vote[]): string {
  const [first] = rankByStrength({ candidates, criteria, votes, standings: [], bootstrap: { draws: 0 } });
  return first?.id ?? "";
}

function byWins({ candidates }: World, votes: readonly Vote[]): string {
  const pairs = candidates.flatMap((a, place) =>
    candidates.slice(place + 1).map((b) => {
      const own = votes.filter((vote) => vote.a === a.id && vote.b === b.id);
      return tallyPair({ a, b, votes: own, criteria, profile: profiles.reference });
    }),
  );
  const [first] = rankByWins(
    standingsOf(
      candidates.map(({ id }) => id),
      pairs,
    ),
  );
  return first?.id ?? "";
}
