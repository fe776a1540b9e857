/** An element as a test looks at it. `text` is that of the element itself, without its children. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

const UNWRITABLE = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const NAME = /[A-Za-z_][\w.-]*/y;
const ENTITY = /&(?:(amp|lt|gt|quot|apos)|#(\d+));|&/g;
const NAMED: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * A strict reader of the part of XML 1.0 that a report needs: no comments, sections, or document types. Throws where
 * the text is not well-formed. Normalises white space in attributes and line ends in text as the standard says.
 */
export function readXml(xml: string): XmlElement {
  const bad = UNWRITABLE.exec(xml);
  if (bad !== null) throw new Error(`a character that XML has not at ${bad.index}`);
  const reader = { xml, at: 0 };
  take(reader, '<?xml version="1.0" encoding="UTF-8"?>');
  skipSpace(reader);
  const root = readElement(reader);
  skipSpace(reader);
  if (reader.at !== xml.length) throw new Error(`text after the root at ${reader.at}`);
  return root;
}

export function childrenOf(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

interface Reader {
  readonly xml: string;
  at: number;
}

function readElement(reader: Reader): XmlElement {
  take(reader, "<");
  const name = readName(reader);
  const attributes: Record<string, string> = {};
  for (;;) {
    const spaced = skipSpace(reader);
    if (tryTake(reader, "/>")) return { name, attributes, children: [], text: "" };
    if (tryTake(reader, ">")) break;
    if (!spaced) throw new Error(`no blank before an attribute at ${reader.at}`);
    const key = readName(reader);
    take(reader, '="');
    const end = reader.xml.indexOf('"', reader.at);
    if (end === -1) throw new Error(`an open attribute at ${reader.at}`);
    const raw = reader.xml.slice(reader.at, end);
    if (raw.includes("<")) throw new Error(`"<" in an attribute at ${reader.at}`);
    if (Object.hasOwn(attributes, key)) throw new Error(`attribute ${key} twice at ${reader.at}`);
    attributes[key] = decode(raw.replace(/[\t\n\r]/g, " "));
    reader.at = end + 1;
  }
  const children: XmlElement[] = [];
  let text = "";
  for (;;) {
    const next = reader.xml.indexOf("<", reader.at);
    if (next === -1) throw new Error(`<${name}> is never closed`);
    const raw = reader.xml.slice(reader.at, next);
    if (raw.includes("]]>")) throw new Error(`"]]>" in text at ${reader.at}`);
    text += decode(raw.replace(/\r\n?/g, "\n"));
    reader.at = next;
    if (!tryTake(reader, "</")) {
      children.push(readElement(reader));
      continue;
    }
    if (readName(reader) !== name) throw new Error(`<${name}> is closed by another at ${reader.at}`);
    take(reader, ">");
    return { name, attributes, children, text };
  }
}

function decode(raw: string): string {
  return raw.replace(ENTITY, (whole, named: string | undefined, code: string | undefined) => {
    const character = named === undefined ? String.fromCodePoint(Number(code ?? 0)) : NAMED[named];
    if (whole === "&" || character === undefined || UNWRITABLE.test(character)) throw new Error("a bad entity");
    return character;
  });
}

function readName(reader: Reader): string {
  NAME.lastIndex = reader.at;
  const name = NAME.exec(reader.xml)?.[0];
  if (name === undefined) throw new Error(`no name at ${reader.at}`);
  reader.at += name.length;
  return name;
}

function skipSpace(reader: Reader): boolean {
  const from = reader.at;
  while (/[ \t\r\n]/.test(reader.xml[reader.at] ?? "")) reader.at++;
  return reader.at > from;
}

function tryTake(reader: Reader, text: string): boolean {
  if (!reader.xml.startsWith(text, reader.at)) return false;
  reader.at += text.length;
  return true;
}

function take(reader: Reader, text: string): void {
  if (!tryTake(reader, text)) throw new Error(`expected ${text} at ${reader.at}`);
}
