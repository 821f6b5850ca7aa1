import { describe, expect, it } from "vitest";
import { planDesks } from "@/lib/chat/desks/plan-desks";
import { understand } from "@/lib/chat/question/understand";

type Read = [ask: string, time: "past" | "future" | null, desks: string];

const read = (ask: string): Read => {
  const question = understand(ask);
  return [ask, question.time, planDesks(question).asked.join(" ")];
};

describe("a question about a period that has begun asks", () => {
  it.each<Read>([
    ["how is SOL doing this week", "past", "scalp whales"],
    ["how has TVL changed this month", "past", "tvl"],
    ["what's BTC's performance this year", "past", "macro"],
    ["ETH price this week", "past", "macro"],
    ["how is the market doing this week", "past", "macro whales verdict wire"],
    ["was there an FOMC this month", "past", "macro"],
    ["what did the Fed do this month", "past", "macro"],
    ["has the Fed cut this year", "past", "macro"],
    ["which airdrops ended this week", "past", "airdrop"],
    ["crypto recap this week", "past", "macro whales verdict wire"],
    ["was your verdict right this week", "past", "verdict"],
  ])("for what is over of it: %s", (...asked) => {
    expect(read(asked[0])).toEqual(asked);
  });

  it.each<Read>([
    ["will BTC go up this week", "future", "macro verdict"],
    ["where will BTC end this year", "future", "macro verdict"],
    ["will SOL flip ETH this year", "future", "macro scalp whales verdict"],
    ["what can we expect from BTC this week", "future", "macro verdict"],
    ["what's next for BTC this week", "future", "macro verdict"],
    ["BTC outlook this week", "future", "verdict"],
    ["what's the verdict for this week", "future", "verdict"],
    ["should I buy ETH this month", "future", "verdict scalp whales macro"],
    ["will the Fed cut rates this year", "future", "macro"],
  ])("for a forecast of what is left of it: %s", (...asked) => {
    expect(read(asked[0])).toEqual(asked);
  });

  it.each<Read>([
    ["which airdrops end this week", null, "airdrop"],
    ["upcoming airdrops this month", null, "airdrop"],
    ["is there an FOMC this month", null, "macro"],
    ["do we have an FOMC this month", null, "macro"],
    ["what events are this week", null, "macro"],
    ["any listings this week", null, "listing"],
    ["any news on Solana this week", null, "wire"],
    ["best yields this week", null, "yields"],
    ["what should I watch this week", null, "macro whales verdict wire"],
    ["what's happening this week in crypto", null, "macro whales verdict wire"],
    ["what's coming up this week", null, "macro whales verdict wire"],
    ["what's ahead for crypto this week?", null, "macro whales verdict wire"],
    ["anything important happening later this week", null, "macro whales verdict wire"],
    ["any big unlocks this week", null, ""],
  ])("for what the desks read at present: %s", (...asked) => {
    expect(read(asked[0])).toEqual(asked);
  });

  it("in so many words, and points back to nothing that was said before", () => {
    const { assets, refersTo } = understand("what are the most important economic events this week", [
      { role: "user", text: "SOL funding" },
    ]);
    expect([assets, refersTo]).toEqual([[], null]);
  });
});

it("unlocks of tokens are said to be read by no desk", () => {
  expect(understand("any big unlocks this week").unread).toEqual(["token unlocks"]);
});
