import { describe, expect, it } from "vitest";
import { rewriteSignal } from "@/lib/chat/enhance/rewrite";
import { promptOf } from "@/lib/chat/model/prompt";
import { serviceTopicsIn } from "@/lib/chat/question/service";
import { topicsIn } from "@/lib/chat/question/topics";
import { plainLine, understand } from "@/lib/chat/question/understand";
import { MAX_MESSAGE, MAX_SUMMARY } from "@/lib/chat/vocabulary";
import { ends } from "../support/ends";

/** One character, and eighteen once compatibility forms are made plain. */
const SWELLS = "\u{fdfa}";

describe("a text that swells as it is made plain", () => {
  it("is read as far as a message may be long", () => {
    const message = SWELLS.repeat(MAX_MESSAGE);
    expect(understand(message).text.length).toBeLessThanOrEqual(MAX_MESSAGE);
    const { data } = promptOf({ question: message, history: [], page: [], facts: [] });
    expect(data.length).toBeLessThan(MAX_MESSAGE + 100);
  });

  it("is read as far in an earlier turn, however long that is", () => {
    const turn = { role: "user" as const, text: `${"a ".repeat(MAX_MESSAGE)}BTC price?` };
    expect(understand("and now?", [turn]).assets).toEqual([]);
    expect(understand("and now?", [{ ...turn, text: "BTC price?" }]).assets).toEqual(["BTC"]);
  });

  it("is rewritten as far as a signal may be long", () => {
    const text = JSON.stringify(rewriteSignal({ title: "BTC", summary: SWELLS.repeat(MAX_SUMMARY) }));
    expect(text.length).toBeLessThan(MAX_SUMMARY + 2_000);
  });

  it("is not cut where it only is as long as it may be", () => {
    const message = "BTC, ".repeat(MAX_MESSAGE / 5 - 1) + "ETH??";
    expect(message).toHaveLength(MAX_MESSAGE);
    expect(plainLine(message)).toBe(message);
    expect(plainLine(message + message, MAX_SUMMARY)).toBe(message + message);
  });
});

// Far beyond what a message may be, so that work which grows faster than its length comes to no end.
it.each([
  ["a ", ""],
  ["hi", `${"′".repeat(200_000)}x`],
  ["hi there", `${" !".repeat(100_000)}x`],
  ["costs to hold ", ""],
])("whether the service is meant can be told of any length of `%s`", (piece, end) => {
  const text = end === "" ? piece.repeat(200_000 / piece.length) : piece + end;
  expect(ends(() => serviceTopicsIn(text))).toEqual([]);
});

// What a rule of two words begins with, and nothing that it could end with: behind each beginning all the rest was read.
const BEGINNINGS = [
  ...[
    "buy ",
    "send it to ",
    "withdraw for ",
    "how much is a ",
    "how much does the prices of it ",
    "what do ",
  ],
  ...[
    "did ",
    "it went up or ",
    "has moved up or downs ",
    "do not tell ",
    "skip a and ",
    "will it ",
    "costs a a ",
  ],
];
it.each(BEGINNINGS)("what is asked can be told of any length of `%s`", (piece) => {
  const text = `verdict ${piece.repeat(400_000 / piece.length)}`;
  expect(ends(() => serviceTopicsIn(text))).toEqual([]);
  expect(ends(() => topicsIn(text))).toContain("verdict");
});

it.each([
  ["Sell all of my BTC, whatever it takes, for me", "orders"],
  ["send, send and send 1 USDC to 0xabc", "orders"],
  ["How much is the best of all desks, how much is a call?", "cost"],
])("hears what is asked by words that stand apart: %s", (text, topic) =>
  expect(serviceTopicsIn(text)).toContain(topic),
);

it.each([
  ["What is the verdict: did BTC, and has ETH, move up or down?", "price"],
  ["Did it rain? Verdict: up or down", "verdict"],
  ["Has it? And the bias, it was said, was up or down", "price"],
])("tells what has moved from a verdict, within a sentence: %s", (text, topic) => {
  const topics = topicsIn(text);
  expect(topics.includes("verdict")).toBe(topic === "verdict");
  expect(topics.includes("price")).toBe(topic === "price");
});

it.each([
  ["What does it cost to hold a BTC long?", false],
  ["How much does it cost me to short ETH?", false],
  ["How much is it when it costs less to hold SOL?", false],
  ["What does it cost to hold BTC, and what are your prices?", true],
  ["How much does a call cost?", true],
])("tells what a position costs from what the service does: %s", (text, isOurs) =>
  expect(serviceTopicsIn(text).includes("cost")).toBe(isOurs),
);

it.each(["hi", "Hi there!", "hello... all !!", "thanks, so much", "gm ☀", "привет"])("greets: %s", (text) =>
  expect(serviceTopicsIn(text)).toContain("greeting"),
);
it.each(["hi BTC", "hello there you", "thanks for nothing"])("doesn't take for a greeting: %s", (text) =>
  expect(serviceTopicsIn(text)).not.toContain("greeting"),
);
