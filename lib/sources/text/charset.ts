import { SourceError } from "../source";

/** What windows-1252 has where ISO-8859-1 has control characters, from byte 0x80 on. */
const WINDOWS_1252 = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ";
/** So much of a document is looked at for its XML declaration. */
const DECLARATION_BYTES = 200;

/** The charset that an XML declaration names; undefined without one. */
function declared(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, DECLARATION_BYTES));
  return /^\s*<\?xml[^>]*\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(start)?.[1];
}

/**
 * A document as text, by its byte-order mark, else the charset of its Content-Type, else its XML declaration, else UTF-8. Throws SourceError
 * `schema` for a charset that is not known.
 */
export function decodeXml(bytes: Uint8Array, contentType: string | null): string {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const header = /;\s*charset\s*=\s*"?([\w.:-]+)/i.exec(contentType ?? "")?.[1];
  const decoder = decoderOf(hasMark ? "utf-8" : (header ?? declared(bytes) ?? "utf-8"));
  const text = decoder.decode(bytes);
  // Node's decoder reads these bytes as ISO-8859-1 does; the web's standard does not.
  return decoder.encoding === "windows-1252"
    ? text.replace(/[\u0080-\u009F]/g, (one) => WINDOWS_1252.charAt(one.charCodeAt(0) - 0x80))
    : text;
}

function decoderOf(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new SourceError("schema", "a charset that is not known", { cause });
  }
}
