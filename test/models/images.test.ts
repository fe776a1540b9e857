import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Model, ModelRequest } from "../../src/core/model.ts";
import { imageType, toWireImage } from "../../src/models/image-bytes.ts";
import { loadImage, withImages } from "../../src/models/images.ts";
import { mockModel } from "../../src/models/mock.ts";

const png = Buffer.from("\x89PNG\r\n\x1a\n rest of it", "latin1");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "images-"));
  await writeFile(join(folder, "picture.jpg"), png);
  await writeFile(join(folder, "notes.png"), "these are words");
  await writeFile(join(folder, "empty.png"), "");
});
afterAll(() => rm(folder, { recursive: true }));

describe("the type of an image", () => {
  test.each([
    ["\x89PNG\r\n\x1a\n", "image/png"],
    ["\xff\xd8\xff\xe0", "image/jpeg"],
    ["GIF89a", "image/gif"],
    ["RIFF\x10\0\0\0WEBPVP8 ", "image/webp"],
    ["\0\0\0\x1cftypavif", "image/avif"],
    ["\0\0\0\x18ftypheic", "image/heic"],
    ["II*\0", "image/tiff"],
    [`BM${"\0".repeat(30)}`, "image/bmp"],
    ["BMW is a car", null],
    ["RIFF\x10\0\0\0WAVE", null],
    ["\0\0\0\x18ftypmp42", null],
    ["<svg xmlns='x'/>", null],
    ["iVBORw0KGgo=", null],
    ["", null],
  ])("is told by the first bytes and nothing else: %j", (head, type) => {
    expect(imageType(Buffer.from(head, "latin1"))).toBe(type);
  });

  test("is told of bytes in the middle of a buffer", () => {
    const within = Buffer.concat([Buffer.from("xxx"), png]).subarray(3);
    expect(toWireImage(within)).toEqual({ kind: "bytes", type: "image/png", base64: png.toString("base64") });
  });
});

describe("an image", () => {
  test("by path is read from the folder, whatever its name says", async () => {
    expect(await loadImage("picture.jpg", folder)).toEqual(png);
    expect(await loadImage(join(folder, "picture.jpg"), "/")).toEqual(png);
    expect(await loadImage(pathToFileURL(join(folder, "picture.jpg")).href, "/")).toEqual(png);
  });

  test("on the web stays an address, and a data: URL becomes bytes whose type is not believed", async () => {
    expect(await loadImage("https://x.test/a", folder)).toBe("https://x.test/a");
    const url = `data:text/plain;base64,${png.toString("base64")}`;
    expect(await loadImage(url, folder)).toEqual(png);
    expect(toWireImage(url)).toMatchObject({ type: "image/png" });
  });

  test.each([
    ["notes.png", "not_an_image"],
    ["empty.png", "not_an_image"],
    ["missing.png", "unreadable_image"],
    [".", "not_an_image"],
    ["data:image/png;base64,AAAA", "not_an_image"],
    ["data:image/png", "not_an_image"],
    ["data:image/png,%zz", "not_an_image"],
    ["a\0b", "unreadable_image"],
    ["file://elsewhere/x", "unreadable_image"],
  ])("that is none is refused as configuration: %j", async (source, code) => {
    await expect(loadImage(source, folder)).rejects.toMatchObject({ name: "ConfigError", code });
  });
});

describe("a model that takes images by path", () => {
  const ask = (inner: Model, images: readonly (string | Uint8Array)[]) =>
    withImages(inner, folder).ask({ messages: [{ role: "user", content: "?", images }] }, new AbortController().signal);

  test("hands on their content", async () => {
    let seen: ModelRequest | undefined;
    const inner: Model = {
      ...mockModel("echo"),
      ask: (request, signal) => {
        seen = request;
        return mockModel("echo").ask(request, signal);
      },
    };
    await ask(inner, ["picture.jpg", "https://x.test/a"]);
    expect(seen?.messages[0]?.images).toEqual([png, "https://x.test/a"]);
  });

  test("says of a bad one that the request is bad, and does not ask", async () => {
    const inner: Model = { ...mockModel("echo"), ask: () => Promise.reject(new Error("it was asked")) };
    await expect(ask(inner, ["notes.png"])).rejects.toMatchObject({ code: "bad_request", retryable: false });
  });
});
