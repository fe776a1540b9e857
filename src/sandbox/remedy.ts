import type { SandboxMachine } from "./machine.ts";

/** Ubuntu's switch (since 23.10) that keeps ordinary programs from making user namespaces. */
const APPARMOR_SWITCH = "/proc/sys/kernel/apparmor_restrict_unprivileged_userns";
const NAMESPACE_COUNT = "/proc/sys/user/max_user_namespaces";
/** Debian's own switch, in older kernels. */
const DEBIAN_SWITCH = "/proc/sys/kernel/unprivileged_userns_clone";

const UNSAFE = "a program that you have read yourself can run without a sandbox by --unsafe-no-sandbox";

/** How to get a part that is not there. */
export function remedyForMissing(part: "bwrap" | "python3", machine: SandboxMachine): string {
  switch (machine.platform) {
    case "linux":
      return {
        bwrap: "install it: apt-get install bubblewrap, dnf install bubblewrap, or pacman -S bubblewrap",
        python3:
          "install the package python3 of your distribution; a Python outside /usr cannot be seen in the sandbox",
      }[part];
    case "darwin":
      return "bubblewrap is for Linux: choose Docker or Podman with VERIDIC_SANDBOX";
    case "win32":
      return "bubblewrap is for Linux: run veridic within WSL 2, or choose Docker or Podman with VERIDIC_SANDBOX";
    default:
      return `bubblewrap is for Linux: choose Docker or Podman with VERIDIC_SANDBOX; ${UNSAFE}`;
  }
}

/** What to do about a sandbox that is there and does not work, by what the machine says and what was printed. */
export function remedyForBroken(printed: string, machine: SandboxMachine): string {
  if (/docker daemon|podman (?:machine|socket)/i.test(printed)) {
    return "the engine does not answer: start it, and see to it that this user may talk to it; or choose bubblewrap";
  }
  if (/unable to find image|no such image|image not known|does not resolve to an image/i.test(printed)) {
    return "the image is not there, and none is ever pulled: pull it, or name another one by VERIDIC_SANDBOX_IMAGE";
  }
  if (machine.read(APPARMOR_SWITCH)?.trim() === "1") {
    return (
      "AppArmor keeps bubblewrap from making user namespaces (Ubuntu 23.10 and newer): install a profile for " +
      "/usr/bin/bwrap that allows userns, for example by the package apparmor-profiles, and load it with apparmor_parser"
    );
  }
  if (machine.read(NAMESPACE_COUNT)?.trim() === "0" || machine.read(DEBIAN_SWITCH)?.trim() === "0") {
    return "user namespaces are switched off: set user.max_user_namespaces above 0 and kernel.unprivileged_userns_clone to 1";
  }
  if (/No permissions to creat|Creating new namespace|uid map|RTM_NEWADDR|Operation not permitted/i.test(printed)) {
    return (
      "this user may not make namespaces here, as within many containers: allow it for the container (with Docker " +
      "--security-opt seccomp=unconfined), or choose another sandbox with VERIDIC_SANDBOX"
    );
  }
  if (/No module named/.test(printed)) {
    return "this Python comes without its standard library: install the package python3 of your distribution";
  }
  if (/MemoryError|cannot allocate|shared librar|\b139\b/i.test(printed)) {
    return "the memory limit is too small for Python to start: raise it";
  }
  return `try it by hand with \`bwrap --unshare-all --ro-bind / / true\`; veridic doctor looks again; ${UNSAFE}`;
}
