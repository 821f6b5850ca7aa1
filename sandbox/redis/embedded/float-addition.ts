import { ReplyError } from "../engine";
import { notAFloat } from "./arguments";
import { addLongDoubles, formatLongDouble, parseLongDouble } from "./long-double";
import { type Bytes, parseDouble } from "./numbers";

/**
 * Adds two numbers as Redis does for INCRBYFLOAT.
 * @throws ReplyError with `complaint` when the stored one is no number
 */
export function addFloats(stored: Bytes, by: Bytes, complaint: string): Bytes {
  const [a, b] = [parseLongDouble(stored), parseLongDouble(by)];
  if (a !== undefined && b !== undefined) return formatLongDouble(addLongDoubles(a, b));
  if (a === undefined && parseDouble(stored) === undefined) throw new ReplyError(complaint);
  if (b === undefined && parseDouble(by) === undefined) throw notAFloat();
  throw new ReplyError("ERR increment would produce NaN or Infinity");
}
