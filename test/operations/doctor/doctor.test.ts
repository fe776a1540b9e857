import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Check } from "../../../src/operations/doctor/check.ts";
import { examine } from "../../../src/operations/doctor/doctor.ts";
import { type Machine, thisMachine } from "../../../src/operations/doctor/machine.ts";
import { type Environment, systemEnvironment } from "../../../src/operations/environment.ts";

let folder: string;
let environment: Environment;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "veridic-doctor-test-"));
  environment = { ...systemEnvironment(new AbortController().signal), folder, variables: {} };
});

afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const SOUND: Machine = {
  nodeVersion: "20.12.0",
  platform: "linux",
  architecture: "x64",
  freeBytes: async () => 10 * 1024 ** 3,
  tryModule: async () => null,
  tryStore: async () => null,
  trySandbox: async () => ({ kind: "bubblewrap", failure: null }),
};

async function look(machine: Partial<Machine> = {}, store?: string) {
  const report = await examine(store === undefined ? {} : { store }, environment, { ...SOUND, ...machine });
  const named = (name: string): Check => {
    const check = report.checks.find((one) => one.name === name);
    if (check === undefined) throw new Error(`no check is called ${name}`);
    return check;
  };
  return { ...report, named };
}

test("a sound machine is healthy, and nothing is to be done", async () => {
  const { healthy, checks } = await look();
  expect(healthy).toBe(true);
  expect(checks.every((check) => check.state === "ok" && check.next === null)).toBe(true);
});

test("this machine can load the engine and write a store, and no trace is left", async () => {
  const { healthy, checks } = await examine({}, environment, thisMachine);
  expect(checks.filter((check) => check.needed && check.state !== "ok")).toEqual([]);
  expect(healthy).toBe(true);
  expect(readdirSync(folder)).toEqual([]);
});

describe("node", () => {
  test.each([
    ["20.12.0", "ok"],
    ["20.11.1", "problem"],
    ["20.20.2", "ok"],
    ["18.20.4", "problem"],
    ["22.0.0", "ok"],
    ["24.1.0", "ok"],
  ])("%s is %s", async (nodeVersion, state) => {
    const { named, healthy } = await look({ nodeVersion });
    expect(named("node").state).toBe(state);
    expect(healthy).toBe(state === "ok");
  });

  test("an old one is told with the version to install", async () => {
    expect((await look({ nodeVersion: "18.0.0" })).named("node").next).toBe("install Node 20.12 or newer");
  });
});

describe("platform and engine", () => {
  test("an unknown platform is no problem by itself: the engine may have been built for it", async () => {
    const { named, healthy } = await look({ platform: "freebsd", architecture: "x64" });
    expect(named("platform")).toMatchObject({ state: "missing", found: "freebsd x64" });
    expect(healthy).toBe(true);
  });

  test("an engine that does not load is a problem, with what it said and what to do", async () => {
    const { named, healthy } = await look({ tryStore: async () => "Cannot find module '@libsql/linux-x64-gnu'" });
    expect(named("SQLite engine")).toMatchObject({ state: "problem", needed: true });
    expect(named("SQLite engine").found).toContain("@libsql/linux-x64-gnu");
    expect(named("SQLite engine").next).toContain("install veridic again");
    expect(healthy).toBe(false);
  });
});

describe("store", () => {
  test("a folder that is not there is not made", async () => {
    const { named } = await look({ tryStore: thisMachine.tryStore }, "deep/er/store.db");
    expect(named("store")).toMatchObject({ state: "ok", found: `${join(folder, "deep/er/store.db")} can be written` });
    expect(existsSync(join(folder, "deep"))).toBe(false);
  });

  test("the variable names it where the flag does not", async () => {
    environment = { ...environment, variables: { VERIDIC_STORE: "from-variable.db" } };
    expect((await look()).named("store").found).toContain("from-variable.db");
    expect((await look({}, "from-flag.db")).named("store").found).toContain("from-flag.db");
  });

  test("a store that is there is looked at, and not opened", async () => {
    await thisMachine.tryStore(join(folder, "store.db"));
    const opened: string[] = [];
    const tryStore = async (path: string) => {
      opened.push(path);
      return null;
    };
    const { named } = await look({ tryStore }, "store.db");
    expect(named("store").state).toBe("ok");
    expect(named("store").found).toMatch(/store\.db, 0\.\d MB$/);
    expect(opened).toEqual([":memory:"]);
  });

  test.each([
    ["another program's file", () => writeFileSync(join(folder, "store.db"), "PNG, or whatever"), "no SQLite file"],
    ["a folder in its place", () => mkdirSync(join(folder, "store.db")), "is a folder"],
  ])("%s is a problem", async (_name, prepare, told) => {
    prepare();
    const { named, healthy } = await look({}, "store.db");
    expect(named("store")).toMatchObject({ state: "problem", next: "name another path with --store or VERIDIC_STORE" });
    expect(named("store").found).toContain(told);
    expect(healthy).toBe(false);
  });

  test("a file in the place of a folder above it is a problem", async () => {
    writeFileSync(join(folder, "file"), "");
    expect((await look({}, "file/below/store.db")).named("store").state).toBe("problem");
  });

  test("an engine that cannot write there is a problem, and the trial folder is gone", async () => {
    const tryStore = async (path: string) => (path === ":memory:" ? null : `the store ${path} cannot be written`);
    const { named } = await look({ tryStore });
    expect(named("store").state).toBe("problem");
    expect(named("store").found).not.toContain(".veridic-doctor-");
    expect(readdirSync(folder)).toEqual([]);
  });

  test("a store in memory needs no place", async () => {
    expect((await look({}, ":memory:")).named("store").state).toBe("ok");
  });

  test("of an address only the scheme is shown, for it may hold a password", async () => {
    const { checks, healthy } = await look({}, "mysql://me:hunter2@host/db");
    expect(healthy).toBe(false);
    expect(JSON.stringify(checks)).not.toContain("hunter2");
    expect(JSON.stringify(checks)).toContain("mysql://");
  });
});

describe("disk", () => {
  test("too little room is a problem that says how much is left and how much is needed", async () => {
    const { named, healthy } = await look({ freeBytes: async () => 3 * 1024 ** 2 });
    expect(named("disk")).toMatchObject({ state: "problem", next: "make room: 100 MB at least" });
    expect(named("disk").found).toContain("3.0 MB");
    expect(healthy).toBe(false);
  });

  test("a device that does not say is no problem", async () => {
    expect((await look({ freeBytes: async () => null })).named("disk").state).toBe("ok");
  });

  test("the folder that is asked is one that is there", async () => {
    const asked: string[] = [];
    const freeBytes = async (place: string) => {
      asked.push(place);
      return null;
    };
    await look({ freeBytes }, "deep/er/store.db");
    expect(asked).toEqual([folder]);
  });
});

describe("optional parts", () => {
  test("one that is not installed is missing, and veridic works without it", async () => {
    const tryModule = async (name: string) => (name === "jiti" ? { absent: true, message: "not found" } : null);
    const { named, healthy } = await look({ tryModule });
    expect(named("jiti")).toMatchObject({ state: "missing", needed: false });
    expect(named("jiti").found).toContain("TypeScript");
    expect(healthy).toBe(true);
  });

  test("one that is there and does not load is a problem, but not one that veridic needs solved", async () => {
    const tryModule = async (name: string) => (name === "yaml" ? { absent: false, message: "bad syntax" } : null);
    const { named, healthy } = await look({ tryModule });
    expect(named("yaml")).toMatchObject({ state: "problem", found: "bad syntax, for YAML eval files and data sets" });
    expect(healthy).toBe(true);
  });

  test("a module that no installation has is told apart from one that is broken", async () => {
    expect(await thisMachine.tryModule("no-such-module-of-veridic")).toMatchObject({ absent: true });
    expect(await thisMachine.tryModule("yaml")).toBe(null);
  });
});

describe("the sandbox", () => {
  test("one that is not there is missing, with what to install, and is not needed", async () => {
    const failure = { absent: true, message: "there is no bwrap", remedy: "install it: apt-get install bubblewrap" };
    const { named, healthy } = await look({ trySandbox: async () => ({ failure }) });
    expect(named("sandbox")).toMatchObject({ state: "missing", found: failure.message, next: failure.remedy });
    expect(healthy).toBe(true);
  });

  test("one that is there and does not work is a problem", async () => {
    const failure = { absent: false, message: "a right program was not judged rightly", remedy: "allow namespaces" };
    expect((await look({ trySandbox: async () => ({ failure }) })).named("sandbox").state).toBe("problem");
  });
});
