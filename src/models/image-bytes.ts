import { ConfigError, describe } from "../core/errors.ts";
import type { ImageSource } from "../core/types.ts";

/** An image as the wire formats carry it: bytes with their type, or an address that the provider fetches itself. */
export type WireImage =
  | { readonly kind: "bytes"; readonly type: string; readonly base64: string }
  | { readonly kind: "address"; readonly url: string };

/** An image that is in memory or on the web; a path must have been read before. Throws `ConfigError` for no image. */
export function toWireImage(source: ImageSource): WireImage {
  if (typeof source === "string" && isWebAddress(source)) return { kind: "address", url: source };
  const bytes = typeof source === "string" ? dataUrlBytes(source) : source;
  if (bytes === null) throw notAnImage(`${describe(source)} is a path that was not read`);
  const type = imageType(bytes);
  if (type === null) throw notAnImage("its bytes begin like no image");
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
  return { kind: "bytes", type, base64 };
}

/** As OpenAI's formats want it. */
export function toImageUrl(source: ImageSource): string {
  const image = toWireImage(source);
  return image.kind === "address" ? image.url : `data:${image.type};base64,${image.base64}`;
}

export function isWebAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/** What a `data:` URL holds; null for any other text. Its declared type is not believed. */
export function dataUrlBytes(source: string): Uint8Array | null {
  if (!/^data:/i.test(source)) return null;
  const comma = source.indexOf(",");
  if (comma === -1) throw notAnImage("this data: URL has no comma");
  const payload = source.slice(comma + 1);
  if (/;base64$/i.test(source.slice(0, comma))) return Buffer.from(payload, "base64");
  try {
    return Buffer.from(decodeURIComponent(payload), "latin1");
  } catch {
    // A stray per cent sign: what was meant cannot be told.
    throw notAnImage("this data: URL has a broken escape");
  }
}

/** The media type by the first bytes; null where they are of no kind of image that a provider could take. */
export function imageType(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 16)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("GIF87a") || head.startsWith("GIF89a")) return "image/gif";
  if (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP") return "image/webp";
  if (head.startsWith("BM") && bytes.byteLength > 26) return "image/bmp";
  if (head.startsWith("II*\0") || head.startsWith("MM\0*")) return "image/tiff";
  return head.slice(4, 8) === "ftyp" ? (BRANDS[head.slice(8, 12)] ?? null) : null;
}

/** ISO base media files say by a brand what they are. */
const BRANDS: Readonly<Record<string, string>> = {
  avif: "image/avif",
  avis: "image/avif",
  heic: "image/heic",
  heix: "image/heic",
  hevc: "image/heic",
  mif1: "image/heif",
  msf1: "image/heif",
};

export function notAnImage(why: string, place?: string): ConfigError {
  return new ConfigError("not_an_image", `this is not an image: ${why}`, {
    ...(place === undefined ? {} : { place }),
    expected:
      "a path, an http(s) address, a data: URL or bytes of a PNG, JPEG, GIF, WebP, BMP, TIFF, HEIC or AVIF image",
  });
}
