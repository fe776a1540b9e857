import { defineExtractor } from "../core/define.ts";
import { trimText } from "../core/text.ts";

/** Tokens that mark the beginning or the end of a text or a turn, per model family. */
const TOKENS = [
  // Llama 2, Mistral
  ["<s>", "</s>", "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>"],
  // Llama 3 and 4
  ["<|begin_of_text|>", "<|end_of_text|>", "<|eot_id|>", "<|eom_id|>", "<|eot|>", "<|eom|>"],
  // GPT-2, ChatML, Qwen, Phi
  ["<|endoftext|>", "<|im_end|>", "<|im_start|>", "<|end|>", "<|end_of_sentence|>", "<|end_of_turn|>"],
  ["<|endofprompt|>", "<|return|>"],
  // Gemma
  ["<bos>", "<eos>", "<pad>", "<start_of_turn>", "<end_of_turn>"],
  // Command R
  ["<|START_OF_TURN_TOKEN|>", "<|END_OF_TURN_TOKEN|>", "<BOS_TOKEN>", "<EOS_TOKEN>"],
  // DeepSeek: full-width bars, and U+2581 for the blank
  ["<｜begin▁of▁sentence｜>", "<｜end▁of▁sentence｜>"],
].flat();

const ROLES = "(?:system|user|assistant|model|tool)";
/** The role that a header names belongs to the header: without its tokens it would be left as a word of the answer. */
const HEADERS = [
  `<\\|im_start\\|>${ROLES}\\r?\\n`,
  `<start_of_turn>${ROLES}\\r?\\n`,
  `<\\|start_header_id\\|>${ROLES}<\\|end_header_id\\|>`,
  `<\\|header_start\\|>${ROLES}<\\|header_end\\|>`,
  "<\\|(?:system|user|assistant)\\|>",
  "<｜(?:User|Assistant)｜>",
];

const SPECIAL = new RegExp([...HEADERS, ...TOKENS.map((token) => token.replace(/[[\]|/]/g, "\\$&"))].join("|"), "g");

/** Removes special tokens wherever they stand, and trims. The gap that a token leaves inside the text stays. */
export const strip = defineExtractor({
  type: "strip",
  summary: "Removes special tokens such as </s> and <|im_end|>, and trims.",
  create: () => (text) => trimText(text.includes("<") || text.includes("[") ? text.replace(SPECIAL, "") : text),
});
