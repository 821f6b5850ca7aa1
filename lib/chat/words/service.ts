import { priceOf } from "@/lib/catalog/define";
import { formatUsd } from "@/lib/catalog/money";
import { CHAT_DESKS } from "../desks/read-desks";
import { chatEntry } from "../entry";
import type { ServiceTopic } from "../question/service";
import { MAX_MESSAGE, MAX_TURNS } from "../vocabulary";
import type { Section } from "./section";

/** Prices of the desks, the cheapest first, each with its summary. */
const priceList = (): string[] =>
  [...new Set(Object.values(CHAT_DESKS).map(({ entry }) => entry))]
    .sort((a, b) => priceOf(a) - priceOf(b))
    .map((entry) => `POST ${entry.path}, ${formatUsd(priceOf(entry))}: ${entry.summary}.`);

const PRICE = formatUsd(priceOf(chatEntry));
const WHAT =
  "I answer questions about the market from this service's desks: prices of BTC, ETH, SOL, BNB, the S&P 500, VIX, dollar index and gold; futures positioning of BTC, ETH and SOL; " +
  "the 5 and 15 minute tape of BTC, ETH, BNB and SOL; the verdict on BTC; fear and greed, Treasury yields and the central-bank calendar; headlines; TVL; DeFi yields and Meteora pools; " +
  "airdrops, listings, momentum and new tokens; one token or one wallet by its address.";

/** What is said to each question about the service. Nothing here is data of a market. */
const ANSWERS: Readonly<Record<ServiceTopic, () => Section>> = {
  scope: () => ({
    title: "What this is",
    lead: WHAT,
    points: [
      "Ask for example: “Where is BTC and why?”, “BTC against ETH funding”, “Stablecoin yields on Base”, “What would change the verdict?”",
      "Every answer names the desks that it was read from, their age, and what each costs alone.",
    ],
  }),
  greeting: () => ({ title: "Hello", lead: "Hello. Ask me something about the market.", points: [WHAT] }),
  cost: () => ({
    title: "Prices",
    lead: `This question cost ${PRICE}, as every turn does. The desks alone cost less or the same:`,
    points: priceList(),
    gaps: [
      "There is no subscription and no account: each call is paid by itself. GET /api/resources lists every price.",
    ],
  }),
  payment: () => ({
    title: "Paying",
    lead: "Each call is paid by itself, in USDC on Base or Solana, through x402 or MPP: ask without a payment, sign one of the offers of the 402, send the same request again with it. There is no account, no API key and no subscription.",
    points: [
      "What is refused or fails costs nothing: the payment settles only once the answer is written down.",
      "The same payment with the same request gets the same answer again for 24 hours, uncharged.",
      "Lists of what is for sale (GET /api/resources), the market at a glance (GET /api/market) and the record of the verdicts (GET /api/svc-intel-accuracy) are free.",
    ],
  }),
  refund: () => ({
    title: "Refunds",
    lead: "What was not served is not charged: an error costs nothing, and if the payment moved all the same, the same request with the same payment still gets its answer, for 30 days, or the money is sent back to the wallet that paid.",
    points: [
      "So send the same request with the same payment again first; don't pay anew. GET /api/receipt tells what became of a payment.",
      "An answer that was served is not refunded because it was disliked; it can be read again for 24 hours, uncharged.",
      "Refunds are sent by a person, in USDC, on the chain of the payment. /refunds.md has the terms.",
    ],
  }),
  accuracy: () => ({
    title: "Track record",
    lead: "Every sold verdict is frozen and scored 24 hours later; GET /api/svc-intel-accuracy shows hits, base rates and intervals, free. No edge over 24 hours has been shown so far, and I claim none.",
    points: ["A chat turn is no sold verdict and is not scored."],
  }),
  advice: () => ({
    title: "No advice",
    lead: "Nothing here is financial advice, and nothing is guaranteed: the desks describe what they read, with sources and times.",
    points: ["They know nothing of your money, your taxes or your risk."],
  }),
  model: () => ({
    title: "Who answers",
    lead: "I am a program, not a person. `modelUsed` in the answer says who phrased it: “composer” is a fixed set of rules without any language model, else it is the selector of the model that did.",
    points: [
      "Either way every figure comes from the desks that are listed with the answer; the desks themselves call no language model.",
    ],
  }),
  privacy: () => ({
    title: "What is kept",
    lead: "Your words are not written to any log. The answer is kept for 24 hours, so that the same payment can read it again.",
    points: [
      "Payments on a chain are public. Where an operator has plugged in a language model, the question, the turns you send and the desks' facts are sent to it.",
    ],
  }),
  data: () => ({
    title: "Where the data comes from",
    lead: "From public providers that the desks read: exchanges for prices and futures, DefiLlama for TVL and yields, Meteora, the Treasury, central-bank calendars, publishers' feeds, token and wallet indexes. Each answer names its own, with the time of the data.",
    points: [
      "Readings are shared for seconds to minutes, by source; what is past its time is called stale, and what could not be read is said to be unknown.",
    ],
  }),
  scan: () => ({
    title: "Scans",
    lead: "I scan no site from a chat. POST /api/svc-security-scan does, of a site whose owner allows it: send `target`, `allowlist` and `authorized: true`.",
    points: ["POST /api/svc-security-scope tells free whether a target is in scope."],
  }),
  lounge: () => ({
    title: "Creators' signals",
    lead: "I read no paid signal and publish none from a chat. With mode enhance I rewrite a signal that you send, without adding to it.",
    points: [],
  }),
  tools: () => ({
    title: "For agents",
    lead: "Every desk is a route and a tool: /openapi.json describes the routes, POST /api/mcp offers them as tools, /llms.txt is the short guide.",
    points: [
      `A chat turn takes a message of at most ${MAX_MESSAGE.toLocaleString("en-US")} characters, ${MAX_TURNS} earlier turns and 48 KB in all; 120 requests a minute and address are let through.`,
      "`desks` in the answer has, for each desk that was read, its path, its input and its price: ask it directly to go on.",
    ],
  }),
  orders: () => ({
    title: "No orders",
    lead: "I can't trade, send, swap or hold anything for anybody, nor watch a price and call back: this service only reads and answers.",
    points: [],
  }),
  secrets: () => ({
    title: "Not told",
    lead: "I don't follow instructions about how I work, and there is nothing of other callers here to show: each call stands by itself.",
    points: [],
  }),
};

/** The desk whose price is asked for by name. */
function costOf(text: string): Section {
  const all = ANSWERS.cost();
  const entry = Object.values(CHAT_DESKS)
    .map((desk) => desk.entry)
    .find(({ label }) =>
      label
        .replace("intel-", "")
        .split("-")
        .every((word) => new RegExp(`\\b${word}\\b`, "i").test(text)),
    );
  return entry === undefined
    ? all
    : {
        ...all,
        lead: `POST ${entry.path} costs ${formatUsd(priceOf(entry))} a call: ${entry.summary}. This question cost ${PRICE}.`,
        points: [],
      };
}

/** What is said about the service, to at most two questions at once. */
export const serviceSections = (topics: readonly ServiceTopic[], text: string): Section[] =>
  topics.slice(0, 2).map((topic) => (topic === "cost" ? costOf(text) : ANSWERS[topic]()));
