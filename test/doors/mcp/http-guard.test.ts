import { expect, test } from "vitest";
import { isLoopback, refusalOf } from "../../../src/doors/mcp/http-guard.ts";
import cases from "../../cases/mcp-requests.json" with { type: "json" };

test.each(cases)("$why", ({ headers, host, token, status }) => {
  expect(refusalOf({ headers }, { host, token })?.status ?? null).toBe(status);
});

test("only addresses of this machine alone are its loopback", () => {
  for (const host of ["127.0.0.1", "localhost", "LOCALHOST", "::1", "[::1]"]) expect(isLoopback(host)).toBe(true);
  for (const host of ["0.0.0.0", "::", "192.168.1.2", "localhost.example.com", "example.com", ""]) {
    expect(isLoopback(host)).toBe(false);
  }
});
