import { describe, expect, it, vi } from "vitest";
import { TimeLimitExceeded, timeLimit } from "../../src/core/time-limit.ts";

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (thrown) {
    return thrown;
  }
}

const forever = () => {
  for (;;);
};

describe("a time limit", () => {
  it("gives the result of quick work, and what it throws", () => {
    const limit = timeLimit(1_000);
    expect(limit(() => 42)).toBe(42);
    expect(thrownBy(() => limit(() => JSON.parse("{")))).toBeInstanceOf(SyntaxError);
  });

  it("stops work without an end, and can be used again", () => {
    const limit = timeLimit(20);
    expect(thrownBy(() => limit(forever))).toBeInstanceOf(TimeLimitExceeded);
    expect(limit(() => "again")).toBe("again");
  });

  it("tells work that used the time up from work that was not let run", () => {
    // A machine that is busy with others, as the figures of the process show it.
    const cpu = vi.spyOn(process, "cpuUsage");
    try {
      cpu.mockReturnValueOnce({ user: 0, system: 0 }).mockReturnValueOnce({ user: 19_000, system: 1_000 });
      expect(thrownBy(() => timeLimit(20)(forever))).toMatchObject({ stalled: false });
      cpu.mockReturnValueOnce({ user: 0, system: 0 }).mockReturnValueOnce({ user: 5_000, system: 0 });
      expect(thrownBy(() => timeLimit(20)(forever))).toMatchObject({ stalled: true });
    } finally {
      cpu.mockRestore();
    }
  });
});
