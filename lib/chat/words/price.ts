import { ASSET_NAMES, type Asset } from "../question/assets";
import type { Question } from "../question/understand";
import type { DeskReads } from "../desks/read-desks";
import { change, clock, clockMs, list, plain, price } from "./format";
import { answerOf, type Figure, type Section } from "./section";

/** A price that a desk read. */
export interface Quote {
  asset: Asset;
  price: number | null;
  /** Percent. */
  changePct: number | null;
  currency: "USD" | "points";
  /** Over what the change is. */
  over: string;
  /** Where that ends before the price was read; empty where it ends with it. */
  until: string;
  /** Where and when it was read, in words. */
  from: string;
  reason: string | null;
}

const OF_DAY = new Set<Asset>(["BTC", "ETH"]);

/** Every price that the desks read: the macro desk's marks, then the tape of coins that it has no mark of. */
export function quotesIn(reads: DeskReads, now: Date): Quote[] {
  const marks: Quote[] = (answerOf(reads, "macro")?.marks ?? []).map((mark) => ({
    asset: mark.symbol,
    price: mark.price,
    changePct: mark.changePct,
    currency: mark.currency,
    over: OF_DAY.has(mark.symbol) ? "over 24 hours" : "against the previous close",
    until: "",
    from: `${mark.source ?? "no source"}, ${clock(mark.asOf, now)}`,
    reason: mark.reason ?? null,
  }));
  const known = new Set(marks.map(({ asset }) => asset));
  const positioning = answerOf(reads, "whales")?.positioning ?? [];
  const taped: Quote[] = (answerOf(reads, "scalp")?.scalp ?? []).flatMap(({ symbol, venue, tape }) => {
    const bar = tape.find(({ close }) => close !== null);
    if (known.has(symbol)) return [];
    return [
      {
        asset: symbol,
        price: bar?.close ?? null,
        changePct: positioning.find((record) => record.symbol === symbol)?.priceChg24hPct ?? null,
        currency: "USD" as const,
        over: "over 24 hours",
        until: " to its last full hour",
        from: `its perpetual swap at ${venue ?? "no venue"}, ${bar?.tf ?? ""} bar closed ${clockMs(bar?.barCloseMs ?? null, now)}`,
        reason: bar === undefined ? "no venue gave its tape" : null,
      },
    ];
  });
  return [...marks, ...taped];
}

function sentence({ asset, price: value, changePct, currency, over, until, from, reason }: Quote): string {
  const name = ASSET_NAMES[asset];
  const subject = name.charAt(0).toUpperCase() + name.slice(1);
  if (value === null) return `${subject}: no price could be read${reason === null ? "" : ` (${reason})`}.`;
  const moved = changePct === null ? "" : `, ${change(changePct)} ${over}${until}`;
  return `${subject} is at ${price(value, currency)}${moved} (${from}).`;
}

const figureOf = ({ asset, changePct }: Quote): Figure[] =>
  changePct === null ? [] : [{ label: asset, value: changePct, shown: change(changePct) }];

/** Of several, which did better; only changes over the same time are set beside each other. */
function comparison(quotes: readonly Quote[]): string | null {
  const known = quotes.filter((quote) => quote.changePct !== null);
  const [first] = known;
  if (first === undefined || known.length < 2) return null;
  if (known.some(({ over }) => over !== first.over))
    return `Their changes are over different times (${list([...new Set(known.map(({ over }) => over))])}), so they don't say which did better.`;
  const ranked = [...known].sort((a, b) => (b.changePct ?? 0) - (a.changePct ?? 0));
  const [best, worst] = [ranked[0], ranked.at(-1)];
  if (best === undefined || worst === undefined) return null;
  const apart = (best.changePct ?? 0) - (worst.changePct ?? 0);
  return `${first.over.charAt(0).toUpperCase()}${first.over.slice(1)}, ${best.asset} did best (${change(best.changePct)}) and ${worst.asset} worst (${change(worst.changePct)}): ${plain(apart)} points apart.`;
}

const coinsFirst = (a: Quote, b: Quote): number => Number(OF_DAY.has(b.asset)) - Number(OF_DAY.has(a.asset));

const SCALE: Readonly<Record<string, number>> = { k: 1e3, thousand: 1e3, m: 1e6, million: 1e6 };
const LEVEL =
  /\b(above|over|past|beyond|higher than|more than|below|under|lower than|less than)\s+\$?(\d{1,3}(?: \d{3}){1,3}|\d[\d,]{0,14}(?:\.\d{1,8})?) ?(k|m|thousand|million)?\b(?! ?%|[ -]?(?:bps|percent|(?:second|minute|min|hour|hr|day|week|month|year)s?)\b)/iu;
const UNDER = /^(?:below|under|lower|less)/iu;

/** Whether a price stands on the side of a level that the question names; null where it names none. */
function levelOf({ asset, price: value, currency }: Quote, text: string): string | null {
  const [, side, figure = "", unit = ""] = LEVEL.exec(text) ?? [];
  if (side === undefined || value === null) return null;
  const level = Number(figure.replace(/[, ]/g, "")) * (SCALE[unit.toLowerCase()] ?? 1);
  const isUnder = UNDER.test(side);
  const holds = isUnder ? value < level : value > level;
  const where = value > level ? "above" : value < level ? "below" : "at";
  return `${holds ? "Yes" : "No"}: ${ASSET_NAMES[asset]} stands ${where} ${price(level, currency)}.`;
}

const AMOUNT = /\b(\d[\d,]{0,14}(?:\.\d{1,8})?) ?(?:btc|bitcoins?|eth|ether|ethereum|sol|solana|bnb)\b/iu;
const WORTH = /\b(?:how much|worth|value|convert|in (?:us )?(?:dollars|usdc?))\b/iu;

/** What so many coins come to at their price; null where no number of them is asked about. */
function amountOf({ asset, price: value, currency }: Quote, text: string): string | null {
  const [, figure] = AMOUNT.exec(text) ?? [];
  if (figure === undefined || value === null || currency !== "USD" || !WORTH.test(text)) return null;
  const amount = Number(figure.replaceAll(",", ""));
  return amount === 1 ? null : `${figure} ${asset} is ${price(amount * value)} at the price below.`;
}

/** What the question asks of one price beyond the price itself. */
const asideOf = (quote: Quote, { text, time }: Question): string | null =>
  time === "future" ? null : (levelOf(quote, text) ?? amountOf(quote, text));

export function priceSection(reads: DeskReads, question: Question, now: Date): Section | null {
  const { assets } = question;
  const quotes = quotesIn(reads, now);
  const asked =
    assets.length === 0 ? [...quotes].sort(coinsFirst) : quotes.filter(({ asset }) => assets.includes(asset));
  const [first] = asked;
  if (first === undefined) return null;
  const compared = assets.length > 1 && asked.length > 1 ? comparison(asked) : null;
  const aside = assets.length === 1 ? asideOf(first, question) : null;
  const lead = compared ?? aside;
  const rest = asked.slice(lead === null ? 1 : 0).map(sentence);
  return {
    title: "Prices",
    lead: lead ?? sentence(first),
    points: rest,
    figures: asked.flatMap(figureOf),
    gaps: asked
      .filter((quote) => quote.price !== null && quote.changePct === null)
      .map(({ asset }) => `No 24-hour change of ${asset} could be read.`),
  };
}
