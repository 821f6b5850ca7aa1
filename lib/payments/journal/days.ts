import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { runTogether } from "../ledger/run";
import { type JournalLine, readLine } from "./line";

const DAY_MS = 86_400_000;

/** A day of the journal: its number since 1970 (UTC), and how many lines it has. */
export interface JournalDay {
  day: number;
  lines: number;
}

/** The day as a date: 20779 → 2026-11-22. */
export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** The number of a date's day. */
export const dayOf = (date: string): number => Math.floor(Date.parse(date) / DAY_MS);

/** The days that the journal still holds, oldest first. Throws when the store can't be reached. */
export async function journalDays(): Promise<JournalDay[]> {
  const reply: unknown = await ledgerStore().exec(["HGETALL", keys.journal()]);
  const flat = Array.isArray(reply) ? reply.map(String) : [];
  return flat
    .flatMap((day, at) => (at % 2 === 0 ? [{ day: Number(day), lines: Number(flat[at + 1]) }] : []))
    .sort((one, other) => one.day - other.day);
}

/** Up to `limit` lines of a day behind that id, in their order; null for all from the first. */
export async function readDay(day: number, after: string | null, limit: number): Promise<JournalLine[]> {
  const start = after === null ? "-" : `(${after}`;
  const reply: unknown = await ledgerStore().exec([
    ...(["XRANGE", keys.journalDay(day), start, "+"] as const),
    ...["COUNT", String(limit)],
  ]);
  return (Array.isArray(reply) ? reply : []).map((entry: unknown) => {
    const [id, fields] = Array.isArray(entry) ? (entry as unknown[]) : [];
    const [, text] = Array.isArray(fields) ? fields.map(String) : [];
    return readLine(String(id), text ?? "");
  });
}

/** A sale stands in the journal by the ledger's clock: before its block where that is ahead, behind it where it was recovered. */
const EARLY_MS = 10 * 60_000;
const LATE_MS = 30 * 60_000;
/** A page, and how many of a day are read: what stands in none is looked for by its payment's key. */
const PAGE = 1_000;
const MOST_PAGES = 50;

/** The sales that name transactions of that time (ms), by the transaction in lower case. Throws without a store. */
export async function salesNaming({
  from,
  until,
}: {
  from: number;
  until: number;
}): Promise<ReadonlyMap<string, JournalLine[]>> {
  const named = new Map<string, JournalLine[]>();
  const [first, last] = [from - EARLY_MS, until + LATE_MS];
  for (let day = Math.floor(first / DAY_MS); day <= Math.floor(last / DAY_MS); day += 1) {
    let after = String(first);
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const lines = await readDay(day, after, PAGE);
      for (const line of lines.filter(({ state }) => state === "settled" || state === "credited")) {
        const name = line.transaction.toLowerCase();
        named.set(name, [...(named.get(name) ?? []), line]);
      }
      after = lines.at(-1)?.id ?? after;
      if (lines.length < PAGE || Number(after.split("-")[0]) > last) break;
    }
  }
  return named;
}

/**
 * Lets go of a day whose export is acknowledged. It must be over, and have as many lines as were exported: what nobody has
 * exported is never lost. KEYS: the day's stream, the index. ARGV: the day, its lines.
 */
const TRIM_DAY = `
local today = math.floor(tonumber(redis.call('TIME')[1]) / 86400)
if tonumber(ARGV[1]) >= today then return 'open' end
local lines = redis.call('XLEN', KEYS[1])
if lines == 0 then return 'gone' end
if lines ~= tonumber(ARGV[2]) then return 'differs' end
redis.call('DEL', KEYS[1])
redis.call('HDEL', KEYS[2], ARGV[1])
return 'trimmed'
`;

const TRIMMED = ["open", "gone", "differs", "trimmed"] as const;
export type Trimmed = (typeof TRIMMED)[number];

/**
 * `open`: the day isn't over; `gone`: it has no lines, or not any more; `differs`: it has other lines than were exported.
 */
export async function trimDay({ day, lines }: JournalDay): Promise<Trimmed> {
  const reply = await runTogether(
    TRIM_DAY,
    [keys.journalDay(day), keys.journal()],
    [String(day), String(lines)],
  );
  const known = TRIMMED.find((one) => one === reply);
  if (known === undefined) throw new Error("the ledger answered something else than it should");
  return known;
}
