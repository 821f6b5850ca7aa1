import * as z from "zod";

/** Rules by which a figure is doubted: bounds and identities of one answer, its list, its past, another source, its session. */
const DOUBT_RULES = ["bound", "identity", "list", "continuity", "second", "session"] as const;

export const doubt = z.object({
  /** Names the figure in our words, such as `price` or `tvl of Ethereum`. */
  path: z.string().max(80),
  rule: z.enum(DOUBT_RULES),
  /** How much of the answer is doubted; a doubted source is a failure and has no reading. */
  scope: z.enum(["field", "row", "list"]),
  /** The figure as received; null where it has none. */
  got: z.number().nullable(),
  /** What was expected, in our words. */
  want: z.string().max(160),
  /** Of rows that were dropped: their share of the rows that count. */
  share: z.number().optional(),
  /** Why it is believed all the same: another source agrees, or it stands for its hold time. */
  settled: z.enum(["second", "held"]).optional(),
});
export type Doubt = z.infer<typeof doubt>;

/** A doubt on many rows costs half of its part; one on so small a share of them costs nothing. */
const MINOR_SHARE = 0.005;

/** Rows of a list that were not believed, as one doubt; none without rows. `names` are shown, if they are plain words. */
export function rowsDoubted(
  rule: Doubt["rule"],
  names: readonly string[],
  rows: number,
  want: string,
): Doubt[] {
  if (names.length === 0) return [];
  const shown = names.filter(isPlainName).slice(0, 5);
  const of = shown.length === 0 ? "" : `: ${shown.join(", ").slice(0, 50)}`;
  const count = `${names.length} ${names.length === 1 ? "row" : "rows"}${of}`;
  return [{ path: count, rule, scope: "row", got: null, want, share: names.length / Math.max(1, rows) }];
}

/** Whether a name from outside is a plain word that a note may repeat. */
export const isPlainName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9 .-]{0,23}$/.test(name);

/** `gave 72.64 for price`. */
export const gave = (path: string, got: number | null): string =>
  got === null ? path : `gave ${String(got)} for ${path}`;

interface Doubted {
  doubts: readonly Doubt[];
}

/** Doubts that are still open: nothing has settled them. */
export const openDoubts = ({ doubts }: Doubted): Doubt[] =>
  doubts.filter(({ settled }) => settled === undefined);

/** What a reading's doubts leave of its credit: half, unless another source agrees or the rows are next to none. */
export const doubtedCredit = ({ doubts }: Doubted): 0.5 | 1 =>
  doubts.some(({ settled, share }) => settled !== "second" && (share === undefined || share > MINOR_SHARE))
    ? 0.5
    : 1;

/** `gave 72.64 for price: its own day range is …; not believed`. */
export function doubtWords({ path, got, want, settled }: Doubt): string {
  const end = settled === undefined ? "not believed" : "believed";
  return `${gave(path, got)}: ${want}; ${end}`;
}

/** A sentence for the notes. */
export const doubtNote = (provider: string, one: Doubt): string =>
  `${provider}${one.got === null ? "," : ""} ${doubtWords(one)}.`;
