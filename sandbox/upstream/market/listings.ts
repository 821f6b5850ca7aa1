import type { World } from "../world";
import { HOUR, MINUTE } from "./calendar";
import { HOSTILE } from "./hostile";
import { PLAIN_NAMES } from "./token-names";

/** An exchange's announcement. */
export interface Notice {
  number: number;
  kind: "list" | "delist" | "other";
  tokens: readonly { name: string; ticker: string }[];
  /** Day that a delisting takes effect, "2026-10-14". */
  day: string;
  /** Instead of the exchange's own words. */
  title?: string;
  /** Whole seconds, in ms. */
  publishedAt: number;
}

interface Coin {
  name: string;
  ticker: string;
}

/** What exchanges announce, and trade. */
export const LISTED_COINS: readonly [Coin, ...Coin[]] = [
  { name: "Kite", ticker: "KITE" },
  // A token of Solana that is verified there.
  { name: PLAIN_NAMES[0].name, ticker: PLAIN_NAMES[0].symbol },
  { name: "Lumen Prime", ticker: "LMNP" },
  { name: "1000Sparks", ticker: "1000SPARKS" },
  { name: "币安人生", ticker: "币安人生" },
  { name: "Fjord", ticker: "FJORD" },
  { name: "Meridian", ticker: "MRDN" },
  { name: "Quill", ticker: "Q" },
  { name: "Bitcoin", ticker: "BTC" },
];

const EVERY_HOURS = 9;
/** Of so many announcements one is no listing, and one is hostile. */
const OTHER_EVERY = 3;
const HOSTILE_EVERY = 7;

function notice({ random }: World, venue: string, number: number): Notice {
  const slot = EVERY_HOURS * HOUR;
  const publishedAt =
    number * slot + random.integer(0, (slot - MINUTE) / 1_000, `${venue} late`, number) * 1_000;
  const first = random.pick(LISTED_COINS, `${venue} token`, number);
  const second = random.pick(LISTED_COINS, `${venue} second token`, number);
  const two = random.unit(`${venue} two`, number) < 0.25 && second !== first;
  const hostile =
    number % HOSTILE_EVERY === 0 ? HOSTILE[(number / HOSTILE_EVERY) % HOSTILE.length] : undefined;
  return {
    number,
    kind:
      number % OTHER_EVERY === 0 ? "other" : random.unit(`${venue} ends`, number) < 0.25 ? "delist" : "list",
    tokens: two ? [first, second] : [first],
    day: new Date(publishedAt + 7 * 24 * HOUR).toISOString().slice(0, 10),
    publishedAt,
    ...(hostile && { title: hostile.title }),
  };
}

/** An exchange's newest announcements at the world's time, newest first. They never change once they are out. */
export function notices(world: World, venue: string, count: number): Notice[] {
  const newest = Math.floor(world.now() / (EVERY_HOURS * HOUR));
  return Array.from({ length: count + 1 }, (_, i) => notice(world, venue, newest - i))
    .filter(({ publishedAt }) => publishedAt <= world.now())
    .slice(0, count);
}
