import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { openStore } from "../../../src/store/open.ts";
import { storeContract } from "../contract.ts";

const now = () => new Date("2026-05-05T05:05:05.000Z");
const folder = mkdtempSync(join(tmpdir(), "veridic-store-"));
let files = 0;

storeContract("SQLite in a file", () => openStore(`store-${files++}.db`, { folder, now }));
storeContract("SQLite in memory", () => openStore(":memory:", { now }));

afterAll(() => rmSync(folder, { recursive: true, force: true }));
