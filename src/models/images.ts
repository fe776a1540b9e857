import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ConfigError } from "../core/errors.ts";
import { type Message, type Model, ModelError, type ModelRequest } from "../core/model.ts";
import type { ImageSource } from "../core/types.ts";
import { dataUrlBytes, imageType, isWebAddress, notAnImage } from "./image-bytes.ts";

/** Providers take 5 to 50 MB; more is a mistake that must not be held in memory. */
const LARGEST = 50 * 1024 * 1024;

/**
 * Reads an image as far as it is here: a path (from `folder`) and a `data:` URL become bytes, a web address stays.
 * Throws a `ConfigError` for what is missing, too large, or no image by its bytes.
 */
export async function loadImage(source: ImageSource, folder: string): Promise<ImageSource> {
  if (typeof source === "string" && isWebAddress(source)) return source;
  const bytes = typeof source === "string" ? (dataUrlBytes(source) ?? (await fileBytes(source, folder))) : source;
  const place = typeof source === "string" && !/^data:/i.test(source) ? source : undefined;
  if (bytes.byteLength > LARGEST) throw notAnImage("it is larger than 50 MB", place);
  if (imageType(bytes) === null) throw notAnImage("its bytes begin like no image", place);
  return bytes;
}

/**
 * The model, taking images by path. It stands outside of caches and recordings, so that what they are keyed by is the
 * content of an image and not its name.
 */
export function withImages(model: Model, folder: string): Model {
  return {
    id: model.id,
    abilities: model.abilities,
    ask: async (request, signal) => {
      if (request.messages.every((message) => message.images === undefined)) return model.ask(request, signal);
      return model.ask(await loaded(request, folder), signal);
    },
  };
}

async function loaded(request: ModelRequest, folder: string): Promise<ModelRequest> {
  const messages: Message[] = [];
  try {
    for (const message of request.messages) {
      const images: ImageSource[] = [];
      for (const source of message.images ?? []) images.push(await loadImage(source, folder));
      messages.push(images.length === 0 ? message : { ...message, images });
    }
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw new ModelError("bad_request", thrown.message, { cause: thrown });
    throw thrown;
  }
  return { ...request, messages };
}

async function fileBytes(source: string, folder: string): Promise<Uint8Array> {
  try {
    const path = /^file:/i.test(source) ? fileURLToPath(source) : resolve(folder, source);
    const entry = await stat(path);
    // A pipe or a device would never end.
    if (!entry.isFile()) throw notAnImage("it is not a file", source);
    if (entry.size > LARGEST) throw notAnImage("it is larger than 50 MB", source);
    return await readFile(path);
  } catch (thrown) {
    if (thrown instanceof ConfigError) throw thrown;
    throw new ConfigError("unreadable_image", "the image cannot be read", {
      place: source.slice(0, 200),
      hint: `a path counts from ${folder}`,
      cause: thrown,
    });
  }
}
