/** How models wrap a right solution. Each shape makes a reply out of a prompt and the body that completes it. */

export interface Problem {
  readonly prompt: string;
  readonly entry_point: string;
  readonly canonical_solution: string;
}

const whole = ({ prompt, canonical_solution }: Problem) => prompt + canonical_solution;

/** The lines of the prompt from the function itself on, without the docstring. */
function bare(problem: Problem): { readonly before: string; readonly entry: string } {
  const { prompt, entry_point, canonical_solution } = problem;
  const lines = prompt.split("\n");
  const at = lines.findLastIndex((line) => line.startsWith(`def ${entry_point}(`));
  return { before: lines.slice(0, at).join("\n"), entry: `${lines[at]}\n${canonical_solution}` };
}

const withoutDocstring = (problem: Problem) => {
  const { before, entry } = bare(problem);
  return `${before}\n${entry}`;
};

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}${code.endsWith("\n") ? "" : "\n"}\`\`\``;
const usage = ({ entry_point }: Problem) => fence("python", `print(${entry_point})`);
const wrongDraft = ({ entry_point }: Problem) => fence("python", `def ${entry_point}(*args):\n    return None`);

export const SHAPES: Readonly<Record<string, (problem: Problem) => string>> = {
  "body only": ({ canonical_solution }) => canonical_solution,
  "fenced full function with docstring": (problem) => fence("python", whole(problem)),
  "fenced full function, no docstring": (problem) => fence("python", withoutDocstring(problem)),
  "fenced entry function only, no imports or helpers": (problem) => fence("python", bare(problem).entry),
  "prose, fence, prose": (problem) =>
    `Sure! Here is it:\n\n${fence("python", withoutDocstring(problem))}\n\nIt runs in linear time: see above.`,
  "fence without language": (problem) => fence("", withoutDocstring(problem)),
  "fence py": (problem) => fence("py", withoutDocstring(problem)),
  "fence Python3, CRLF": (problem) => fence("Python3", withoutDocstring(problem)).replaceAll("\n", "\r\n"),
  "unfenced full function": withoutDocstring,
  "usage block first, solution second": (problem) =>
    `Use it so:\n${usage(problem)}\nThe function:\n${fence("python", withoutDocstring(problem))}`,
  "solution, then usage block": (problem) =>
    `${fence("python", withoutDocstring(problem))}\nUse it so:\n${usage(problem)}`,
  "unclosed fence": (problem) => `\`\`\`python\n${withoutDocstring(problem)}`,
  "think block with a wrong fenced draft, then answer": (problem) =>
    `<think>\nMaybe:\n${wrongDraft(problem)}\nNo.\n</think>\n${fence("python", withoutDocstring(problem))}`,
  "body only inside a fence": ({ canonical_solution }) => fence("python", canonical_solution),
  "helper defined first": (problem) =>
    fence("python", `def helper_of_mine(value):\n    return value\n\n${whole(problem)}`),
  "script guard that calls input()": (problem) =>
    fence(
      "python",
      `${withoutDocstring(problem)}\n\nif __name__ == "__main__":\n    print(${problem.entry_point}(input()))`,
    ),
};

/** More of the same kinds: what chat models do beside them. */
export const MORE_SHAPES: Readonly<Record<string, (problem: Problem) => string>> = {
  "tilde fences": (problem) => `~~~python\n${withoutDocstring(problem)}\n~~~`,
  "a fence within a list": (problem) =>
    `1. The code:\n\n${fence("python", withoutDocstring(problem))
      .split("\n")
      .map((line) => `   ${line}`)
      .join("\n")}\n2. Done.`,
  "unfenced, with prose before and behind": (problem) =>
    `Here is the solution:\n\n${withoutDocstring(problem)}\n\nThis works because every case is covered.`,
  "a body whose first indent was cut": ({ canonical_solution }) => canonical_solution.trimStart(),
  "a body without any indent": ({ canonical_solution }) =>
    canonical_solution
      .split("\n")
      .map((line) => (line.startsWith("    ") ? line.slice(4) : line))
      .join("\n"),
  "a think block, then a bare body": ({ canonical_solution }) => `<think>easy</think>\n${canonical_solution}`,
  "two solutions, the last one right": (problem) =>
    `${wrongDraft(problem)}\nWait, that is wrong:\n${fence("python", withoutDocstring(problem))}`,
  "an import of the future": (problem) =>
    fence("python", `from __future__ import annotations\n${withoutDocstring(problem)}`),
  "a body begun within a fence": ({ canonical_solution }) => `${canonical_solution}\`\`\``,
  "a body begun within a fence, then prose and a usage block": (problem) =>
    `${problem.canonical_solution}\`\`\`\nUse it so:\n${usage(problem)}`,
  "a function begun within a fence, then prose": (problem) =>
    `${withoutDocstring(problem)}\`\`\`\nNote: this is linear.`,
  "a function begun within a fence, then prose and a usage block": (problem) =>
    `${withoutDocstring(problem)}\`\`\`\nUse it so:\n${usage(problem)}`,
  "a fence at the end of a sentence": (problem) => `Here it is: ${fence("python", withoutDocstring(problem))}`,
  "a solution, then one that was cut": (problem) =>
    `${fence("python", withoutDocstring(problem))}\nFaster:\n\`\`\`python\ndef ${problem.entry_point}(`,
  "unfenced, with a note behind": (problem) => `${withoutDocstring(problem)}\nNote: this works.`,
  "a quoted fence": (problem) =>
    fence("python", withoutDocstring(problem))
      .split("\n")
      .map((line) => `> ${line}`)
      .join("\n"),
};
