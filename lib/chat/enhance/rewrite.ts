import type { Block } from "../html/blocks";
import { assetsIn } from "../question/assets";
import { plainLine } from "../question/understand";
import { MAX_SUMMARY } from "../vocabulary";

export interface Signal {
  title: string;
  summary: string;
}

const MAX_TITLE = 140;
const CATEGORY: Readonly<Record<string, string>> = {
  BTC: "btc",
  ETH: "eth",
  SOL: "sol",
  BNB: "bnb",
  SPX: "spx",
  VIX: "vix",
  DXY: "dxy",
  GOLD: "gold",
};
const LONG = /\b(?:long|buy|bull(?:ish)?|upside|accumulat\w*|breakout)\b/i;
const SHORT = /\b(?:short|sell|bear(?:ish)?|downside|distribut\w*|breakdown)\b/i;
const HORIZON =
  /\b(?:\d+ ?(?:h|hours?|d|days?|weeks?|months?)|today|this week|this month|intraday|by (?:friday|monday|the close))\b/i;
const INVALIDATION = /\b(?:invalid\w*|stop|wrong if|unless|below|above|close (?:under|over)|loses?)\b/i;
const REASON = /\b(?:because|since|as|due to|driven by|given)\b/i;
const SOURCE = /\b(?:source|data|according to|per|on-?chain|chart)\b/i;

/** Sentences, as far as punctuation tells; a decimal point ends none. */
const sentencesOf = (text: string): string[] =>
  (text.match(/[^.!?]+(?:[.!?](?!\s|$)[^.!?]*)*[.!?]*/gu) ?? []).map((one) => one.trim()).filter(Boolean);

const titled = (text: string): string => {
  const line = text.replace(/[\s.!?]+$/u, "").replace(/\b(?:!!+|🚀|🔥)+/gu, "");
  const cut = line.length <= MAX_TITLE ? line : `${line.slice(0, MAX_TITLE - 1).trimEnd()}…`;
  return cut.charAt(0).toUpperCase() + cut.slice(1);
};

/** Which way a text says; null when it says neither, or both. */
const stanceOf = (text: string): "long" | "short" | null => {
  const [long, short] = [LONG.test(text), SHORT.test(text)];
  return long === short ? null : long ? "long" : "short";
};

/**
 * A signal put in order by rules, in its author's words: nothing is added to it, and what a reader would miss is named.
 * A figure in it stays the author's claim.
 */
export function rewriteSignal({ title, summary }: Signal): Block[] {
  const said = plainLine(summary, MAX_SUMMARY);
  const [thesis, ...points] = sentencesOf(said);
  const all = `${title} ${said}`;
  const assets = assetsIn(all, true);
  const stance = stanceOf(all);
  const missing = [
    ...(assets.length === 1
      ? []
      : [
          assets.length === 0
            ? "Which asset it is about (BTC, ETH, SOL, …)."
            : "Which one asset it is about: a signal moves a desk only with exactly one.",
        ]),
    ...(stance === null ? ["Which way: long, short or neutral, and only one of them."] : []),
    ...(HORIZON.test(all) ? [] : ["Until when it holds."]),
    ...(INVALIDATION.test(all) ? [] : ["What would show that it is wrong."]),
    ...(REASON.test(all) ? [] : ["Why: what it rests on."]),
    ...(SOURCE.test(all) ? [] : ["Where its figures come from."]),
  ];
  const categories = [
    ...(assets.length === 1 ? [CATEGORY[assets[0] ?? ""] ?? ""] : []),
    ...(stance === null ? [] : [stance]),
  ];
  return [
    { kind: "heading", text: titled(plainLine(title)) },
    { kind: "paragraph", text: thesis ?? "The summary says nothing yet.", strong: true },
    ...(points.length === 0 ? [] : [{ kind: "list" as const, items: points }]),
    ...(categories.length === 0
      ? []
      : [{ kind: "paragraph" as const, text: `Categories that fit: ${categories.join(", ")}.` }]),
    ...(missing.length === 0
      ? []
      : [
          { kind: "heading" as const, text: "A reader would miss" },
          { kind: "list" as const, items: missing },
        ]),
    {
      kind: "paragraph",
      text: "Put in order by rules, in the author's own words: nothing was added and no figure was checked.",
    },
  ];
}
