import { describe, expect, test } from "vitest";
import { ConfigError } from "../../src/core/errors.ts";
import { type ContainerChoice, findContainer } from "../../src/sandbox/find-container.ts";
import { DEFAULT_LIMITS } from "../../src/sandbox/limits.ts";
import type { SandboxMachine } from "../../src/sandbox/machine.ts";
import { remedyForBroken } from "../../src/sandbox/remedy.ts";

const DEBIAN: SandboxMachine = {
  platform: "linux",
  architecture: "x64",
  variables: { HOME: "/home/me", OPENAI_API_KEY: "sk-secret" },
  uid: 1000,
  find: (name, folders) => (folders.some((folder) => folder === "/usr/bin") ? `/usr/bin/${name}` : null),
  systemFolders: () => [
    { path: "/lib", link: "usr/lib" },
    { path: "/lib64", link: null },
  ],
  read: () => null,
};

const without = (part: string): SandboxMachine => ({
  ...DEBIAN,
  find: (name, folders) => (name === part ? null : DEBIAN.find(name, folders)),
});

function commandOf(choice: ContainerChoice, machine: Partial<SandboxMachine> = {}) {
  return findContainer(choice, DEFAULT_LIMITS, { ...DEBIAN, ...machine }).command("SOURCE");
}

function refusalOf(choice: ContainerChoice, machine: SandboxMachine): ConfigError {
  try {
    findContainer(choice, DEFAULT_LIMITS, machine);
  } catch (thrown) {
    if (thrown instanceof ConfigError) return thrown;
  }
  throw new Error("nothing was refused");
}

describe("bubblewrap", () => {
  const { file, args, descriptor } = commandOf({});
  const text = args.join(" ");

  test("is given each part of the isolation", () => {
    expect(file).toBe("/usr/bin/bwrap");
    for (const part of [
      "--unshare-user",
      "--unshare-pid",
      "--unshare-net",
      "--unshare-ipc",
      "--unshare-uts",
      "--disable-userns",
      "--die-with-parent",
      "--new-session",
      "--cap-drop ALL",
      "--clearenv",
      "--uid 65534 --gid 65534",
      "--remount-ro /dev ",
      "--remount-ro / ",
      "--seccomp 3",
      "(resource.RLIMIT_NPROC, 1, 1)",
      "(resource.RLIMIT_CPU, 5, 6)",
      "(resource.RLIMIT_AS, 536870912, 536870912)",
    ]) {
      expect(text).toContain(part);
    }
    expect(descriptor?.length).toBeGreaterThan(0);
  });

  test("shows nothing of the host but programs, libraries and the system folders, and these to read only", () => {
    const shown = args.flatMap((arg, at) => (/bind/.test(arg) ? [`${arg} ${args[at + 1]} ${args[at + 2]}`] : []));
    const programs = ["/usr/bin", "/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/share/zoneinfo"];
    const tried = programs.map((folder) => `--ro-bind-try ${folder} ${folder}`);
    const devices = ["null", "zero", "urandom"].map((name) => `--dev-bind /dev/${name} /dev/${name}`);
    expect(shown).toEqual([...tried, "--ro-bind /lib64 /lib64", ...devices]);
    expect(text).toContain("--symlink usr/lib /lib");
  });

  test("is never started as root", () => {
    expect(commandOf({}, { uid: 1000 }).account).toBeUndefined();
    expect(commandOf({}, { uid: 0 }).account?.uid).toBeGreaterThan(0);
    expect(commandOf({ unsafeNoSandbox: true }, { uid: 0 }).account?.uid).toBeGreaterThan(0);
  });

  test("does without the filter where none is written for the processor", () => {
    const other = commandOf({}, { architecture: "riscv64" });
    expect(other.args).not.toContain("--seccomp");
    expect(other.descriptor).toBeUndefined();
  });
});

describe("what is not there is named with its remedy, and nothing else is taken in its place", () => {
  test.each([
    ["bwrap", /no bwrap.*apt-get install bubblewrap/],
    ["python3", /no python3.*outside \/usr/],
  ])("%s", (part, message) => {
    expect(refusalOf({}, without(part)).code).toBe("no_sandbox");
    expect(refusalOf({}, without(part)).message).toMatch(message);
  });

  test("docker", () => {
    expect(refusalOf({ kind: "docker" }, without("docker")).message).toMatch(/no docker/);
  });

  test.each([
    ["darwin", /Docker or Podman/],
    ["win32", /WSL 2/],
    ["freebsd", /bubblewrap is for Linux/],
  ])("on %s", (platform, message) => {
    expect(refusalOf({}, { ...without("bwrap"), platform }).message).toMatch(message);
  });
});

test("an engine is asked for a container without network, rights and other processes, and is told to end it", () => {
  const { file, args, environment, cleanup } = commandOf({ kind: "podman", image: "mine" });
  expect(environment).toEqual({ HOME: "/home/me" });
  expect(file).toBe("/usr/bin/podman");
  const text = args.join(" ");
  for (const part of [
    "--network none",
    "--read-only",
    "--cap-drop ALL",
    "--pull never",
    "--user 65534:65534",
    " mine ",
  ]) {
    expect(text).toContain(part);
  }
  expect(cleanup?.args).toEqual(["kill", args[args.indexOf("--name") + 1]]);
  expect(commandOf({ kind: "podman" }).args).not.toEqual(commandOf({ kind: "podman" }).args);
});

describe("what to do about a sandbox that does not work", () => {
  const read = (answers: Readonly<Record<string, string>>): SandboxMachine => ({
    ...DEBIAN,
    read: (path) => answers[path.split("/").at(-1) ?? ""] ?? null,
  });
  test.each([
    ["an engine that is off", {}, "Cannot connect to the Docker daemon at unix:///var/run/docker.sock", /start it/],
    ["an image that is not there", {}, "Unable to find image 'python:3.12-slim' locally", /pull it/],
    ["Ubuntu's AppArmor", { apparmor_restrict_unprivileged_userns: "1\n" }, "setting up uid map", /AppArmor.*profile/],
    ["namespaces that are switched off", { max_user_namespaces: "0\n" }, "", /max_user_namespaces/],
    ["a container that forbids namespaces", {}, "bwrap: No permissions to create new namespace", /container/],
    ["a memory limit below what Python needs", {}, "the sandbox ended before it was ready (139): ", /memory limit/],
    ["a Python without its library", {}, "ModuleNotFoundError: No module named 'resource'", /package python3/],
    ["anything else", {}, "bwrap: odd", /veridic doctor/],
  ])("%s", (_what, answers, printed, remedy) => {
    expect(remedyForBroken(printed, read(answers))).toMatch(remedy);
  });
});
