import { keys } from "@/lib/store/keys";
import { ledgerStore } from "@/lib/store/redis";
import { run } from "../ledger/run";
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
  const reply = await run(TRIM_DAY, [keys.journalDay(day), keys.journal()], [String(day), String(lines)]);
  const known = TRIMMED.find((one) => one === reply);
  if (known === undefined) throw new Error("the ledger answered something else than it should");
  return known;
}
