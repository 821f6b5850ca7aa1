import { SourceError } from "../source";
import { parseJson } from "./answer";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const BLANK = 0x20;
const COLON = 0x3a;
const ARRAY_OPEN = 0x5b;
const ARRAY_CLOSE = 0x5d;
const OBJECT_OPEN = 0x7b;
const OBJECT_CLOSE = 0x7d;
const BOM = [0xef, 0xbb, 0xbf];
const isBlank = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** Of each byte, whether structure depends on it outside of strings; most bytes are passed over by this table. */
const STRUCTURAL = new Uint8Array(256);
for (const byte of [QUOTE, ARRAY_OPEN, ARRAY_CLOSE, OBJECT_OPEN, OBJECT_CLOSE]) STRUCTURAL[byte] = 1;

/** Longer names of members are not the list's. */
const MAX_NAME_BYTES = 64;

const malformed = (what: string): SourceError => new SourceError("schema", `JSON list ${what}`);

interface Where {
  /** Largest accepted element, in bytes. */
  maxElementBytes: number;
  /** Name of the top-level member that holds the list; without it the list is the whole answer. */
  under?: string;
}

/**
 * Reads the elements of a JSON list of objects, and gives those that end in one chunk together. So an answer of many megabytes
 * never stands in memory whole: only a chunk does, and the part of an element that earlier chunks began. The list is the whole
 * answer, or a member of the one object that is the answer; that object's other members are passed over.
 *
 * Only structure is followed here (strings, escapes, depth): where the last whole element of a chunk ends. All whole
 * elements of a chunk go through JSON.parse together, which rejects whatever else is wrong. Throws SourceError `schema`
 * when the answer is no such list or ends early, and `too_large` when an element exceeds its limit.
 */
export async function* jsonElements(
  chunks: AsyncIterable<Uint8Array>,
  { maxElementBytes, under }: Where,
): AsyncGenerator<unknown[]> {
  const opening = listOpening(under);
  let inList = false;
  let ended = false;
  let first = true;
  const scan: Scan = { depth: 0, inString: false, escaped: false };
  let pieces: Uint8Array[] = []; // what earlier chunks hold of the present element
  let pieceBytes = 0;

  for await (const whole of chunks) {
    let chunk = whole;
    if (!inList) {
      const at = opening.next(chunk);
      if (at < 0) continue;
      inList = true;
      chunk = chunk.subarray(at);
    }
    if (ended) {
      opening.rest(chunk);
      continue;
    }
    const { wholeEnd, listEnd, longest } = scanElements(chunk, scan);
    if (pieceBytes + longest.first > maxElementBytes || longest.other > maxElementBytes)
      throw new SourceError("too_large", `an element is over ${maxElementBytes} bytes`);
    if (wholeEnd > 0) {
      const elements = parseElements([...pieces, chunk.subarray(0, wholeEnd)], first);
      pieces = [];
      pieceBytes = 0;
      yield elements;
      first = false;
    }
    if (listEnd >= 0) {
      // Between the last element and the end of the list nothing may stand.
      const rest = [...pieces, chunk.subarray(wholeEnd, listEnd)];
      if (!rest.every((piece) => piece.every(isBlank))) throw malformed("is malformed");
      ended = true;
      opening.rest(chunk.subarray(listEnd + 1));
    } else {
      const rest = chunk.slice(wholeEnd); // a copy, so that the chunk itself can go
      pieces.push(rest);
      pieceBytes += rest.length;
    }
  }
  if (!ended || !opening.isClosed()) throw malformed("ends early");
}

/** Where the scan of the elements stands between two chunks; at depth 0 it is between elements. */
interface Scan {
  depth: number;
  inString: boolean;
  escaped: boolean;
}

/**
 * Follows structure through a chunk. `wholeEnd`: where the last element that ends in it ends, 0 for none. `listEnd`:
 * where the list's closing bracket stands, -1 for not here. `longest`: bytes from the start to the first element's end
 * (or the chunk's), and of the longest element after it.
 */
function scanElements(chunk: Uint8Array, scan: Scan) {
  let { depth, inString, escaped } = scan;
  const { length } = chunk;
  let wholeEnd = 0;
  let listEnd = -1;
  let firstEnd = -1;
  let other = 0;
  let i = 0;
  while (i < length) {
    if (inString) {
      if (escaped) {
        escaped = false;
        i++;
        continue;
      }
      const end = quoteFrom(chunk, i);
      const odd = backslashesBefore(chunk, end, i) % 2 === 1;
      if (end === length) escaped = odd;
      else inString = odd; // an odd number of backslashes escapes the quote
      i = end + 1;
      continue;
    }
    let byte = chunk[i] ?? 0;
    while (i < length && STRUCTURAL[byte] === 0) byte = chunk[++i] ?? 0;
    if (i >= length) break;
    if (byte === QUOTE) inString = true;
    else if (byte === OBJECT_OPEN || byte === ARRAY_OPEN) depth++;
    else if (depth > 0) {
      if (--depth === 0) {
        if (firstEnd < 0) firstEnd = i + 1;
        else other = Math.max(other, i + 1 - wholeEnd);
        wholeEnd = i + 1;
      }
    } else {
      listEnd = i;
      break;
    }
    i++;
  }
  scan.depth = depth;
  scan.inString = inString;
  scan.escaped = escaped;
  if (listEnd >= 0 && chunk[listEnd] !== ARRAY_CLOSE) throw malformed("is malformed");
  const tail = listEnd >= 0 ? 0 : length - wholeEnd;
  const longest =
    firstEnd < 0 ? { first: tail, other: 0 } : { first: firstEnd, other: Math.max(other, tail) };
  return { wholeEnd, listEnd, longest };
}

/** Most strings are shorter; in a longer one the platform's own search is faster than a loop. */
const SHORT_STRING = 24;

/** Where the next quote stands, or the chunk's length. */
function quoteFrom(chunk: Uint8Array, from: number): number {
  const near = Math.min(chunk.length, from + SHORT_STRING);
  for (let i = from; i < near; i++) if (chunk[i] === QUOTE) return i;
  const far = chunk.indexOf(QUOTE, near);
  return far < 0 ? chunk.length : far;
}

/** How many backslashes stand right before `end`, back to `from`. */
function backslashesBefore(chunk: Uint8Array, end: number, from: number): number {
  let i = end;
  while (i > from && chunk[i - 1] === BACKSLASH) i--;
  return end - i;
}

/** The elements in a stretch of the list's bytes; every stretch but the first begins with a comma. */
function parseElements(pieces: readonly Uint8Array[], first: boolean): unknown[] {
  const bytes = bracketed(pieces);
  const from = bytes.findIndex((byte, i) => i > 0 && !isBlank(byte));
  const comma = bytes[from] === COMMA;
  if (comma === first) throw malformed("is malformed");
  if (comma) bytes[from] = BLANK;
  const elements = parseJson(new TextDecoder().decode(bytes));
  if (!Array.isArray(elements) || !elements.every(isObjectOrList)) throw malformed("of objects expected");
  return elements;
}

/** A list of what the pieces hold. One array, so that it is decoded at once, which is several times as fast. */
function bracketed(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 2));
  let at = 1;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  bytes[0] = ARRAY_OPEN;
  bytes[at] = ARRAY_CLOSE;
  return bytes;
}

const isObjectOrList = (value: unknown): boolean => typeof value === "object" && value !== null;

/**
 * Finds where the list begins. `next` gives the place behind its opening bracket, or -1 while that has not come; `rest`
 * takes what follows the list, where `isClosed` then says whether the answer is complete.
 */
function listOpening(under: string | undefined) {
  let bomBytes = 0;
  let depth = 0; // of braces and brackets that are open around the place, the list's own not counted
  let inString = false;
  let escaped = false;
  let name: number[] = [];
  let named = false; // whether the member at hand is the list's
  let wanted = false; // whether its value is next
  let done = false;

  const nameIs = (): boolean => new TextDecoder().decode(new Uint8Array(name)) === under;

  /** One byte outside of the list; true when it opens the list. */
  function step(byte: number): boolean {
    if (inString) {
      if (escaped) escaped = false;
      else if (byte === BACKSLASH) escaped = true;
      else if (byte === QUOTE) {
        inString = false;
        named = depth === 1 && nameIs();
        return false;
      }
      if (depth === 1 && name.length <= MAX_NAME_BYTES) name.push(byte);
      return false;
    }
    if (isBlank(byte)) return false;
    if (done) throw malformed("is malformed");
    if (depth === 0) {
      if (byte === (under === undefined ? ARRAY_OPEN : OBJECT_OPEN)) {
        depth = 1;
        return under === undefined;
      }
      if (byte !== BOM[bomBytes++]) throw malformed("expected");
      return false;
    }
    if (wanted && byte !== ARRAY_OPEN) throw malformed("expected");
    if (wanted) return true;
    if (byte === QUOTE) {
      inString = true;
      name = [];
    } else if (byte === COLON && depth === 1) wanted = named;
    else if (byte === OBJECT_OPEN || byte === ARRAY_OPEN) depth++;
    else if (byte === OBJECT_CLOSE || byte === ARRAY_CLOSE) done = --depth === 0;
    if (byte !== QUOTE) named = false;
    return false;
  }

  return {
    next(chunk: Uint8Array): number {
      for (const [i, byte] of chunk.entries()) {
        if (!step(byte)) continue;
        wanted = false;
        if (under === undefined) done = true;
        return i + 1;
      }
      if (done) throw malformed("expected");
      return -1;
    },
    rest(chunk: Uint8Array): void {
      for (const byte of chunk) if (step(byte)) throw malformed("is malformed"); // a second list of that name
    },
    isClosed: (): boolean => done,
  };
}
