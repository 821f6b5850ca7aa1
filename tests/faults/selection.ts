import { X402 } from "./rail";
import type { Row } from "./row";

type Place = Pick<Row, "course" | "at" | "fault">;

/** The six places that every run of the tests looks at, on each chain; the whole matrix takes a quarter of an hour. */
export const SIX: readonly Place[] = [
  { course: "healthy call", at: "primary settle#1", fault: "lost" },
  { course: "healthy call", at: "primary settle#1", fault: "kill-after" },
  { course: "healthy call", at: "ledger INTENT#1", fault: "kill-after" },
  { course: "healthy call", at: "ledger SETTLED#1", fault: "cut" },
  { course: "healthy call", at: "primary settle#1", fault: "pause" },
  { course: "a third party sent it first", at: "", fault: "" },
];

const isAt = (row: Row, { course, at, fault }: Place): boolean =>
  X402.includes(row.rail) && row.course === course && row.at === at && row.fault === fault;

/** Those rows of all that are at one of these places. Throws when a place has none: nothing would be tested there. */
export function select(rows: readonly Row[], places: readonly Place[]): Row[] {
  return places.flatMap((place) => {
    const found = rows.filter((row) => isAt(row, place));
    if (found.length === 0) throw new Error(`no row is at ${place.course}, ${place.at}, ${place.fault}`);
    return found;
  });
}
