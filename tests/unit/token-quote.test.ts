import { describe, expect, it } from "vitest";
import { expiryOf, isQuoteOf, newQuoteId, type QuoteTerms } from "@/lib/payments/token/quote";

const SECRET = "a secret of quotes with thirty-two characters";
const NOW = Date.parse("2026-11-22T12:00:00.400Z");

const TERMS: QuoteTerms = {
  network: "solana:a",
  token: { mint: "mint", decimals: 6, treasury: "treasury" },
  merchantId: "svc",
  route: "/api/a",
  amounts: { gross: 100n, burn: 80n },
  wallet: null,
};

describe("a quote's id", () => {
  const id = newQuoteId(SECRET, TERMS, NOW);

  it("is of its terms, by the secret of now or of before", () => {
    expect(isQuoteOf([SECRET], id, TERMS)).toBe(true);
    expect(isQuoteOf(["another secret that is as long as this", SECRET], id, TERMS)).toBe(true);
    expect(isQuoteOf(["another secret that is as long as this"], id, TERMS)).toBe(false);
    expect(isQuoteOf([], id, TERMS)).toBe(false);
  });

  it.each<[string, Partial<QuoteTerms>]>([
    ["network", { network: "solana:b" }],
    ["mint", { token: { ...TERMS.token, mint: "other" } }],
    ["decimals", { token: { ...TERMS.token, decimals: 7 } }],
    ["treasury", { token: { ...TERMS.token, treasury: "other" } }],
    ["merchant", { merchantId: "partner" }],
    ["route", { route: "/api/b" }],
    ["amount", { amounts: { gross: 99n, burn: 80n } }],
    ["burn share", { amounts: { gross: 100n, burn: 79n } }],
    ["wallet", { wallet: "somebody" }],
  ])("is of no other %s", (_, change) => {
    expect(isQuoteOf([SECRET], id, { ...TERMS, ...change })).toBe(false);
  });

  it("is of no wallet's but its own, and can't be freed of it", () => {
    const bound = newQuoteId(SECRET, { ...TERMS, wallet: "somebody" }, NOW);
    expect(isQuoteOf([SECRET], bound, { ...TERMS, wallet: "somebody" })).toBe(true);
    for (const wallet of [null, "somebody else"])
      expect(isQuoteOf([SECRET], bound, { ...TERMS, wallet })).toBe(false);
  });

  it("says when it runs out, and can't be prolonged", () => {
    expect(expiryOf(id)).toBe(Date.parse("2026-11-22T12:02:00Z"));
    const [expiry = "", nonce, mac] = id.split(".");
    const later = (Number.parseInt(expiry, 36) + 600).toString(36);
    expect(isQuoteOf([SECRET], `${later}.${nonce}.${mac}`, TERMS)).toBe(false);
    expect(isQuoteOf([SECRET], `${expiry}.00000000.${mac}`, TERMS)).toBe(false);
  });

  it("is another each time, so that two calls are two payments", () => {
    expect(newQuoteId(SECRET, TERMS, NOW)).not.toBe(id);
  });

  it.each(["", "a.b.c", `${id}x`, ` ${id}`, id.toUpperCase()])("%j is none", (text) => {
    expect(isQuoteOf([SECRET], text, TERMS)).toBe(false);
  });
});
