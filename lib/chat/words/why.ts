import type { DeskReads } from "../desks/read-desks";
import type { Question } from "../question/understand";
import { change, plain } from "./format";
import { type Quote, quotesIn } from "./price";
import { answerOf, type AnswerFrom, type Section } from "./section";

type Positioned = AnswerFrom<"whales">["positioning"][number];

/** What moves of open interest and price together are usually read as. It is a reading, not a cause. */
const read = (price: number, interest: number): string =>
  price >= 0
    ? interest >= 0
      ? "new money on the long side"
      : "shorts closing rather than new longs"
    : interest >= 0
      ? "new money on the short side"
      : "longs closing rather than new shorts";

/** Less of a move is none. */
const MOVED_PCT = 0.5;

/** What goes along with one coin's move; null where the desks read no move of it. */
function moveOf(record: Positioned, quotes: readonly Quote[]): string | null {
  const { symbol, oiChg24hPct, takerRatio1h, fundingPct } = record;
  const quote = quotes.find(({ asset }) => asset === symbol);
  if (quote === undefined || quote.changePct === null || quote.price === null) return null;
  const moved = Math.abs(quote.changePct) >= MOVED_PCT;
  const sentences = [
    `${symbol} ${moved ? (quote.changePct > 0 ? "rose" : "fell") : "hardly moved"} (${change(quote.changePct)} over 24 hours${quote.until})` +
      (oiChg24hPct === null
        ? "."
        : ` while open interest went ${change(oiChg24hPct)}${moved ? `: by the usual reading ${read(quote.changePct, oiChg24hPct)}` : ""}.`),
    ...(takerRatio1h === null
      ? []
      : [
          `In the last hour takers ${takerRatio1h >= 1 ? "bought more than they sold" : "sold more than they bought"} (${plain(takerRatio1h)} to 1).`,
        ]),
    ...(fundingPct === null
      ? []
      : [
          `Funding has ${fundingPct > 0 ? "longs paying shorts" : fundingPct < 0 ? "shorts paying longs" : "neither side paying"}.`,
        ]),
  ];
  return sentences.join(" ");
}

/** What goes along with the moves of the coins that are asked about. */
export function whySection(reads: DeskReads, { assets }: Question, now: Date): Section | null {
  const records = (answerOf(reads, "whales")?.positioning ?? []).filter(({ symbol }) =>
    assets.includes(symbol),
  );
  const quotes = quotesIn(reads, now);
  const [lead, ...points] = records
    .map((record) => moveOf(record, quotes))
    .filter((sentence) => sentence !== null);
  return lead === undefined ? null : { title: "What goes along with it", lead, points };
}
