import { describe, expect, it } from "vitest";
import { saysSomething } from "@/lib/catalog/says-something";
import { chatEntry } from "@/lib/chat/entry";
import { airdropEntry } from "@/lib/desks/airdrop/entry";
import { listingEntry } from "@/lib/desks/listing/entry";
import { trenchesScreenEntry } from "@/lib/desks/trenches-screen/entry";
import { yieldsEntry } from "@/lib/desks/yields/entry";

const EMPTY = ["\u200b\u200b", "\u2060 \u200d", "\u3164\u115f", "\u2800\u00ad", "\u{e0041}\u{e0042}"];

describe("a text that shows nothing", () => {
  it("is empty, and one with a letter among what can't be seen is not", () => {
    for (const text of ["", " ", ...EMPTY]) expect(saysSomething(text)).toBe(false);
    for (const text of ["a", "\u200bBTC\u200b", "日本", "🙂"]) expect(saysSomething(text)).toBe(true);
  });

  it.each([
    ["chat", chatEntry, "message"],
    ["listing", listingEntry, "chain"],
    ["airdrop", airdropEntry, "chain"],
    ["yields", yieldsEntry, "project"],
    ["trenches-screen", trenchesScreenEntry, "meta"],
  ] as const)("is no %s of a request, though it has a length", (_, { input }, member) => {
    for (const text of EMPTY) {
      const read = input.safeParse({ [member]: text });
      expect(read.error?.issues[0]?.path).toEqual([member]);
    }
    expect(input.safeParse({ [member]: "solana" }).success).toBe(true);
  });
});
