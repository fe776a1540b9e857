import { expect, test } from "vitest";
import { ModelError } from "../../src/core/model.ts";

const refused = new ModelError("auth", "the key is refused", {
  retryable: true,
  retryAfterMs: 7,
  status: 401,
  scope: "account",
  cause: "the socket",
});
const kept = { code: "auth", retryable: true, retryAfterMs: 7, status: 401 };

test("a failure in other words stays the same failure", () => {
  const other = refused.with({ message: "no" });
  expect(other).toMatchObject({ ...kept, message: "no", scope: "account", cause: "the socket" });
});

test("one of another scope keeps its words, and what it came from can be left out", () => {
  const row = refused.with({ scope: "call", cause: undefined });
  expect(row).toMatchObject({ ...kept, message: "the key is refused", scope: "call" });
  expect(row.cause).toBeUndefined();
});

test("one that ends a run says why, and comes from the first", () => {
  const end = refused.of("run", "that is enough");
  expect(end).toMatchObject({ ...kept, message: "the key is refused; that is enough", scope: "run" });
  expect(end.cause).toBe(refused);
});

test("a spent budget is of the whole run, any other failure of its call where nothing else is said", () => {
  expect(new ModelError("budget", "spent").scope).toBe("run");
  expect(new ModelError("timeout", "late").scope).toBe("call");
});
