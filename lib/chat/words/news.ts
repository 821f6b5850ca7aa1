import { ASSET_NAMES } from "../question/assets";
import type { DeskReads } from "../desks/read-desks";
import type { Question } from "../question/understand";
import { clock, list, quoted } from "./format";
import { answerOf, type AnswerFrom, type Section } from "./section";

const SHOWN = 6;
const IN_TITLES: Readonly<Record<string, RegExp>> = {
  BTC: /\bbitcoin|\bbtc\b/i,
  ETH: /\bether(?:eum)?\b|\beth\b/i,
  SOL: /\bsolana\b|\bsol\b/i,
  BNB: /\bbnb\b/i,
  SPX: /\bs&p|\bstocks?\b|\bequit/i,
  VIX: /\bvix\b|\bvolatility\b/i,
  DXY: /\bdollar\b/i,
  GOLD: /\bgold\b/i,
};
const COINS_CHAINS = new Set(["Bitcoin", "Ethereum", "Solana"]);
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const naming = (name: string): RegExp => IN_TITLES[name] ?? new RegExp(`\\b${escaped(name)}\\b`, "i");

type Story = AnswerFrom<"wire">["headlines"][number];
const MAX_TITLE = 140;
const cut = (title: string): string =>
  title.length <= MAX_TITLE ? title : `${title.slice(0, MAX_TITLE - 1).trimEnd()}…`;
const line = ({ title, source, publishedAt }: Story, now: Date): string =>
  `${quoted(cut(title))} (${source}, ${clock(publishedAt, now)}).`;

/** Titles only, as their publishers wrote them; articles are unlocked elsewhere, so none is linked. */
export function newsSection(
  reads: DeskReads,
  { assets, uncovered, chains, projects }: Question,
  now: Date,
): Section | null {
  const answer = answerOf(reads, "wire");
  if (answer === null) return null;
  const { headlines, category } = answer;
  // A chain that is named as its coin is looked for as that.
  const others = [...uncovered, ...chains.filter((chain) => !COINS_CHAINS.has(chain)), ...projects];
  const subjects: readonly string[] = [...assets, ...others];
  const about =
    subjects.length === 0
      ? headlines
      : headlines.filter(({ title }) => subjects.some((name) => naming(name).test(title)));
  const spoken = list([...assets.map((asset) => ASSET_NAMES[asset]), ...others]);
  const [newest] = about;
  const topic = category === "all" ? "" : ` on ${category}`;
  return {
    title: "Headlines",
    lead:
      newest === undefined
        ? `None of the ${headlines.length} newest headlines${topic} names ${spoken}.`
        : `Newest${subjects.length === 0 ? topic : ` that names ${spoken}`}: ${line(newest, now)}`,
    points: about.slice(1, SHOWN).map((story) => line(story, now)),
    gaps: ["Titles are their publishers' words, not ours; nothing in them was checked."],
  };
}
