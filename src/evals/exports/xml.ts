/**
 * What XML 1.0 has no way to write: control characters, half a surrogate pair, and two code points that are no
 * characters. https://www.w3.org/TR/xml/#charsets
 */
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

/** Text between tags. A carriage return is written as an entity: a reader makes a bare one a line feed. */
export function xmlText(text: string): string {
  return writable(text).replace(/[&<>\r]/g, entity);
}

/** A name and its quoted value, with a blank before. White space is written as entities: a reader makes it blanks. */
export function xmlAttribute(name: string, value: string | number): string {
  return ` ${name}="${writable(String(value)).replace(/[&<>"'\t\n\r]/g, entity)}"`;
}

function writable(text: string): string {
  return text.replace(UNWRITABLE, "\ufffd");
}

function entity(character: string): string {
  return ENTITIES[character] ?? "";
}
