import type { World } from "../world";
import { dayOf, HOUR, MINUTE } from "./calendar";
import { HOSTILE } from "./hostile";
import { priceAt } from "./prices";
import { fearGreed } from "./sentiment";

export interface Story {
  /** As a reader should see it once the feed is decoded: hostile ones included. */
  title: string;
  summary: string;
  link: string;
  /** The part of the link that names the story. */
  slug: string;
  section: "Markets" | "Policy" | "Business" | "Tech" | "DeFi";
  author: string;
  /** Whole seconds, in ms. */
  publishedAt: number;
  /** Unlike any other of the outlet. */
  number: number;
}

interface Outlet {
  name: string;
  /** Minutes between stories. */
  everyMinutes: number;
  link(story: Pick<Story, "slug" | "section" | "number" | "publishedAt">): string;
}

const AUTHORS = ["Ada Fenn", "Noor Haddad", "Tom Okafor", "Lena Brandt", "Yuki Mori", "Pia Costa"] as const;
const FIRMS = [
  "Northgate",
  "Halden Capital",
  "Bluepier",
  "Ostrava Labs",
  "Kestrel Bank",
  "Meridian",
] as const;
const CHAINS = ["Solana", "Base", "Arbitrum", "Sui", "Tron", "Polygon"] as const;
const AGENCIES = [
  "The SEC",
  "The CFTC",
  "The OCC",
  "The UK's FCA",
  "The EU's ESMA",
  "Hong Kong's SFC",
] as const;

type Writer = (words: {
  btc: string;
  moved: string;
  mood: number;
  pick: Picker;
}) => readonly [section: Story["section"], title: string, summary: string];
type Picker = (from: readonly [string, ...string[]]) => string;

const WRITERS: readonly [Writer, ...Writer[]] = [
  ({ btc, moved, mood }) => [
    "Markets",
    `Bitcoin ${moved} to ${btc} as fear and greed reads ${mood}`,
    `Bitcoin traded at ${btc} while the mood index stood at ${mood} out of 100.`,
  ],
  ({ pick, btc }) => [
    "Markets",
    `${pick(FIRMS)} desk sees bitcoin's range holding around ${btc}`,
    "Options dealers are long gamma, which tends to pin the price, the note says.",
  ],
  ({ pick }) => [
    "Policy",
    `${pick(AGENCIES)} opens comment on stablecoin reserve rules`,
    "Issuers would report reserves daily under the proposal; comments are due in 60 days.",
  ],
  ({ pick }) => [
    "DeFi",
    `${pick(CHAINS)} lending deposits reach a record as rates climb`,
    "Total value locked rose for a fifth week, led by dollar deposits.",
  ],
  ({ pick }) => [
    "Business",
    `${pick(FIRMS)} buys custody startup for $140M & plans an IPO`,
    "The deal is paid half in cash, half in stock, and needs regulators' approval.",
  ],
  ({ pick }) => [
    "Tech",
    `${pick(CHAINS)} client bug halts a third of validators for an hour`,
    "Blocks went on, slowly; a patched release is out, and operators are asked to upgrade.",
  ],
  ({ pick }) => [
    "Policy",
    `${pick(AGENCIES)} fines exchange over listing disclosures`,
    "The exchange neither admits nor denies the findings.",
  ],
  ({ moved }) => [
    "Markets",
    `Ether funding turns as spot ${moved}; traders wait for the Fed`,
    "Perpetual swaps traded near spot ahead of the rate decision.",
  ],
];

const slugOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replace(/^-|-$/g, "");

/** Not a divisor of the writers' number, so that each of them is heard. */
const HOSTILE_EVERY = 3;

function story({ random }: World, outlet: Outlet, number: number): Story {
  const slot = outlet.everyMinutes * MINUTE;
  const late = random.integer(0, slot / 2000, `${outlet.name} minute`, number) * 1000;
  const publishedAt = number * slot + late;
  const price = priceAt(random, "BTC-USD", publishedAt);
  const up = price >= priceAt(random, "BTC-USD", publishedAt - 6 * HOUR);
  let picks = 0;
  const write = WRITERS[number % WRITERS.length] ?? WRITERS[0];
  const [section, reported, summary] = write({
    btc: `$${Math.round(price).toLocaleString("en-US")}`,
    moved: up ? "climbs" : "slips",
    mood: fearGreed(random, dayOf(publishedAt)),
    pick: (from) => random.pick(from, `${outlet.name} words`, number, picks++),
  });
  const trap = number % HOSTILE_EVERY === 0 ? HOSTILE[(number / HOSTILE_EVERY) % HOSTILE.length] : undefined;
  const title = trap?.title ?? reported;
  const base = { slug: `${slugOf(title)}-${number}`, section, number, publishedAt };
  return {
    ...base,
    title,
    summary,
    link: trap?.link ?? outlet.link(base),
    author: random.pick(AUTHORS, `${outlet.name} author`, number),
  };
}

/** An outlet's newest stories at the world's time, newest first. A story never changes once it is out. */
export function stories(world: World, outlet: Outlet, count: number): Story[] {
  const now = world.now();
  const newest = Math.floor(now / (outlet.everyMinutes * MINUTE));
  return Array.from({ length: count + 1 }, (_, i) => story(world, outlet, newest - i))
    .filter(({ publishedAt }) => publishedAt <= now)
    .slice(0, count);
}
