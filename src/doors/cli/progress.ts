import type { OperationEvent } from "../../operations/environment.ts";
import { printable } from "./printable.ts";
import type { Terminal } from "./terminal.ts";

type ProgressEvent = Extract<OperationEvent, { readonly type: "progress" }>;

const BAR = 24;
/** Redraws of the bar, and plain lines where there is no terminal, in milliseconds. */
const REDRAW_MS = 100;
const LINE_MS = 10_000;

export interface ProgressView {
  show(event: OperationEvent): void;
  /** Takes the bar away, so that what follows stands on a clean line. */
  end(): void;
}

/**
 * A bar with rate and time left on a terminal, a plain line now and then elsewhere. Our own few lines: the prompt
 * library's bar takes over Ctrl-C, and an eval must finish its write first.
 */
export function createProgress(terminal: Terminal, quiet = false): ProgressView {
  const { clock } = terminal.environment;
  const { columns, errColors: colors } = terminal;
  const started = clock();
  let drawn = Number.NEGATIVE_INFINITY;
  let onScreen = false;

  const clear = () => {
    if (onScreen) terminal.err("\r\u001b[2K");
    onScreen = false;
  };
  const draw = (event: ProgressEvent) => {
    const seconds = (clock() - started) / 1_000;
    const text = describeProgress(event, seconds);
    if (columns === null) {
      terminal.err(`${text}\n`);
      return;
    }
    const share = event.total === null || event.total === 0 ? null : Math.min(1, event.done / event.total);
    const full = share === null ? 0 : Math.round(share * BAR);
    const bar = share === null ? "" : `${colors.green("━".repeat(full))}${colors.dim("━".repeat(BAR - full))} `;
    const room = Math.max(10, columns - (share === null ? 1 : BAR + 2));
    terminal.err(`\r\u001b[2K${bar}${text.slice(0, room)}`);
    onScreen = true;
  };

  return {
    show(event) {
      if (event.type !== "progress") {
        clear();
        const text = printable(event.text);
        if (event.type === "warning") terminal.err(`${colors.yellow("warning")}: ${text}\n`);
        else if (!quiet) terminal.err(`${text}\n`);
        return;
      }
      const now = clock();
      if (quiet || now - drawn < (columns === null ? LINE_MS : REDRAW_MS)) return;
      // Without a terminal a short run says nothing: its result is the line to read.
      const first = drawn === Number.NEGATIVE_INFINITY;
      drawn = now;
      if (columns !== null || !first) draw(event);
    },
    end: clear,
  };
}

/** `12,500/200,000 scored · 25,100/s · 8 s left · 3 errors` */
function describeProgress(event: ProgressEvent, seconds: number): string {
  const { done, total, errors, label } = event;
  const rate = seconds > 0 ? done / seconds : 0;
  const parts = [`${count(done)}${total === null ? "" : `/${count(total)}`} ${label}`];
  if (rate > 0) parts.push(`${count(rate >= 10 ? Math.round(rate) : Math.round(rate * 10) / 10)}/s`);
  if (total !== null && rate > 0 && done < total) parts.push(`${duration((total - done) / rate)} left`);
  if (errors > 0) parts.push(`${count(errors)} ${errors === 1 ? "error" : "errors"}`);
  return parts.join(" · ");
}

export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** `0.4 s`, `8 s`, `3 min 20 s`, `2 h 5 min`. */
export function duration(seconds: number): string {
  if (seconds < 1) return `${Math.ceil(seconds * 10) / 10} s`;
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3_600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3_600)} h ${Math.floor((whole % 3_600) / 60)} min`;
}
