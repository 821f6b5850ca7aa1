import { SourceError } from "../source";
import { parseJson } from "./answer";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const isOpen = (byte: number): boolean => byte === 0x7b || byte === 0x5b;
const isClose = (byte: number): boolean => byte === 0x7d || byte === 0x5d;
const ARRAY_OPEN = 0x5b;
const ARRAY_CLOSE = 0x5d;
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
const BOM = [0xef, 0xbb, 0xbf];

const malformed = (what: string): SourceError => new SourceError("schema", `JSON array ${what}`);

/**
 * The elements of a top-level JSON array of objects, one after the other, so that an answer of many megabytes
 * never stands in memory whole: at most one element and one chunk do.
 *
 * Only structure is followed here (strings, escapes, depth); each element's text goes through JSON.parse, which
 * rejects whatever else is wrong. Throws SourceError `schema` when the answer is no such array or ends early, and
 * `too_large` when an element exceeds `maxElementBytes`.
 */
export async function* jsonElements(
  chunks: AsyncIterable<Uint8Array>,
  maxElementBytes: number,
): AsyncGenerator<unknown> {
  let place: "start" | "element or end" | "element" | "inside" | "comma or end" | "end" = "start";
  let depth = 0;
  let inString = false;
  let escaped = false;
  let bomBytes = 0;
  let pieces: Uint8Array[] = []; // earlier chunks' parts of the present element
  let piecesBytes = 0;

  for await (const chunk of chunks) {
    let from = 0; // where the present element begins in this chunk
    for (let i = 0; i < chunk.length; i++) {
      const byte = chunk[i];
      if (byte === undefined) break;
      if (place === "inside") {
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === BACKSLASH) escaped = true;
          else if (byte === QUOTE) inString = false;
          else i = textEnd(chunk, i) - 1;
        } else if (byte === QUOTE) inString = true;
        else if (isOpen(byte)) depth++;
        else if (isClose(byte) && --depth === 0) {
          const last = chunk.subarray(from, i + 1);
          if (piecesBytes + last.length > maxElementBytes) throw tooLarge(maxElementBytes);
          yield parseJson(decode([...pieces, last]));
          pieces = [];
          piecesBytes = 0;
          place = "comma or end";
        }
      } else if (isBlank(byte)) continue;
      else if (place === "start") {
        if (byte === ARRAY_OPEN) place = "element or end";
        else if (byte !== BOM[bomBytes++]) throw malformed("expected");
      } else if (place === "element" || place === "element or end") {
        if (byte === ARRAY_CLOSE && place === "element or end") place = "end";
        else if (isOpen(byte)) {
          place = "inside";
          depth = 1;
          from = i;
        } else throw malformed("of objects expected");
      } else if (place === "comma or end" && byte === COMMA) place = "element";
      else if (place === "comma or end" && byte === ARRAY_CLOSE) place = "end";
      else throw malformed("is malformed");
    }
    if (place === "inside") {
      const rest = chunk.slice(from);
      pieces.push(rest);
      piecesBytes += rest.length;
      if (piecesBytes > maxElementBytes) throw tooLarge(maxElementBytes);
    }
  }
  if (place !== "end") throw malformed("ends early");
}

/** Where plain text in a string ends: most bytes are such text, and this loop is what they cost. */
function textEnd(chunk: Uint8Array, from: number): number {
  let i = from;
  while (i < chunk.length && chunk[i] !== QUOTE && chunk[i] !== BACKSLASH) i++;
  return i;
}

const tooLarge = (limit: number): SourceError =>
  new SourceError("too_large", `an element is over ${limit} bytes`);

function decode(pieces: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return pieces.map((piece) => decoder.decode(piece, { stream: true })).join("") + decoder.decode();
}
