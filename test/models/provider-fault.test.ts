import { expect, test } from "vitest";
import type { Json } from "../../src/core/types.ts";
import { faultOfFailure, modelErrorOf } from "../../src/models/provider-fault.ts";
import cases from "../cases/provider-refusals.json" with { type: "json" };

test.each(cases)("$why", ({ status, body, code, scope }) => {
  const error = modelErrorOf(status, faultOfFailure(body as Json), { where: "here", retryAfterMs: null });
  expect(error).toMatchObject({ code, scope });
});
