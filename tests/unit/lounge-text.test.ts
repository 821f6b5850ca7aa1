import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assetAndStance } from "@/lib/lounge/asset-stance";
import { bodyHashOf, certificateHashOf } from "@/lib/lounge/certificate";
import { canonicalUrl } from "@/lib/lounge/news-open/canonical-url";
import { contentHashOf, SIMILAR, similarityOf, sketchOf } from "@/lib/lounge/similarity";
import { teaserOf } from "@/lib/lounge/teaser";
import { cleanLine, cleanText } from "@/lib/lounge/text";
import { walletOn } from "@/lib/lounge/wallet";
import { cpuMs } from "../support/cpu-time";

describe("a creator's text", () => {
  it.each([
    ["bidirectional marks", "long \u202Egnol\u202C now", "long gnol now"],
    ["zero-width and tag characters", "bu\u200By\u{E0041}\u2060", "buy"],
    ["letters and marks that show nothing", "\u3164bu\u034Fy\uFFA0\u115F \u180B\u17B4", "buy"],
    ["what keeps an accent from its letter", "e\u200D\u0301", "\u00E9"],
    ["Braille's blank for one", "\u2800b\u2800c\u2800", "b c"],
    ["controls, and not the ends of lines", "a\u0007\r\nb\u0000\u2028c", "a\nb\nc"],
    ["wide forms", "ＢＴＣ ½", "BTC 1⁄2"],
    ["blanks at the ends", "  a \t\n b  ", "a\n b"],
    ["lone surrogates", "a\uD800b", "ab"],
    ["the marks that effects are filled by", "a\u0001\u0002b", "ab"],
  ])("is published without %s", (_, raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
  });

  it("cleaned once is clean, whatever it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (raw) => {
        const clean = cleanText(raw);
        expect(cleanText(clean)).toBe(clean);
        expect(clean.replaceAll("\n", "")).not.toMatch(/\p{C}/u);
        expect(cleanLine(raw)).not.toContain("\n");
      }),
    );
  });

  it("is cleaned in time, whatever its blanks", () => {
    const took = cpuMs(() => {
      for (const blank of [" ", "\t", "\u3000", "\n", "\u200b"])
        cleanLine(`${blank.repeat(7_999)}x`.repeat(4));
    });
    expect(took).toBeLessThan(500);
  });

  it("shows at most 100 characters and at most a fifth, to the end of a word", () => {
    expect(teaserOf("one two three four five six seven eight nine ten")).toBe("one two");
    expect(teaserOf("abcd")).toBe("");
    expect(teaserOf(`${"word ".repeat(400)}`).length).toBeLessThanOrEqual(100);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 800 }), (raw) => {
        const summary = cleanText(raw);
        const shown = [...teaserOf(summary)].length;
        expect(shown).toBeLessThanOrEqual(Math.min(100, [...summary].length / 5));
        expect(cleanLine(summary).startsWith(teaserOf(summary))).toBe(true);
      }),
    );
  });
});

describe("a signal's asset and stance", () => {
  it.each([
    [["btc", "long"], "BTC", "long"],
    [["bitcoin", "btc", "short", "macro"], "BTC", "short"],
    [["eth", "neutral"], "ETH", "neutral"],
    [["btc", "eth", "long"], null, null],
    [["btc", "long", "short"], null, null],
    [["btc"], null, null],
    [["long"], null, null],
    [["constructor", "long"], null, null],
  ])("of %j are %s and %s", (categories, asset, stance) => {
    expect(assetAndStance(categories)).toEqual({ asset, stance });
  });
});

describe("similar texts", () => {
  const words = (from: number, count: number) => Array.from({ length: count }, (_, at) => `word${from + at}`);

  it("are the same but for capitals and blanks", async () => {
    expect(await contentHashOf("Long  BTC\n now")).toBe(await contentHashOf("long btc now"));
    expect(await contentHashOf("long btc now")).not.toBe(await contentHashOf("long btc, now"));
  });

  it("are measured by their common sequences of three words", () => {
    expect(similarityOf("a b c d", "a b c d")).toBe(1);
    expect(similarityOf("a b c d", "a b c e")).toBeCloseTo(1 / 3);
    expect(similarityOf("short", "short")).toBe(1);
    expect(similarityOf("see https://a.example/1 a b c", "see https://b.example/2 a b c")).toBe(1);
    expect(similarityOf("", "")).toBe(0);
  });

  it("are those that look alike, in whichever script's letters they are written", () => {
    const text = "Funding on three venues has been negative since Monday";
    const twins: Readonly<Record<string, string>> = {
      a: "а",
      e: "е",
      o: "о",
      i: "і",
      F: "Ϝ",
      M: "М",
      n: "ո",
    };
    const copy = text.replace(/[aeoinM]/g, (letter) => twins[letter] ?? letter);
    expect(copy).not.toBe(text);
    expect(similarityOf(text, copy)).toBe(1);
    expect(sketchOf(copy)).toEqual(sketchOf(text));
    expect(similarityOf("цена биткоина растёт второй день", "цена биткоина падает второй день")).toBeLessThan(
      SIMILAR,
    );
  });

  it("share a part of their sketches when they are nearly the same, and none when they are not", () => {
    const original = words(0, 400);
    let [found, near, strangers] = [0, 0, 0];
    for (let cut = 0; cut < 40; cut++) {
      const edited = [...original.slice(0, 100 + cut * 4), "edited", ...original.slice(101 + cut * 4)].slice(
        cut,
      );
      const [one, other] = [original.join(" "), edited.join(" ")];
      if (similarityOf(one, other) < SIMILAR) continue;
      near++;
      const sketch = sketchOf(other);
      if (sketchOf(one).some((part, band) => part === sketch[band])) found++;
    }
    for (let stranger = 1; stranger <= 40; stranger++) {
      const sketch = sketchOf(words(stranger * 1_000, 400).join(" "));
      if (sketchOf(original.join(" ")).some((part, band) => part === sketch[band])) strangers++;
    }
    expect(near).toBeGreaterThan(20);
    expect(found).toBe(near);
    expect(strangers).toBe(0);
  });
});

describe("a certificate's hash", () => {
  /** Canonical JSON by hand: members in order, no blanks. */
  const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

  it("is SHA-256 of the canonical JSON, whatever the order in which it was written", async () => {
    const [salt, bodyHash] = ["00".repeat(32), "11".repeat(32)];
    expect(await bodyHashOf({ summary: 'a "b"\n€', salt })).toBe(
      sha256(`{"salt":"${salt}","summary":"a \\"b\\"\\n€"}`),
    );
    const creator = { wallet: "0xabc", chain: "evm" as const };
    const certificate = {
      version: 1 as const,
      signalId: "sig_1",
      title: "T",
      categories: ["b", "a"],
      creator,
      bodyHash,
    };
    const canonical = `{"bodyHash":"${bodyHash}","categories":["b","a"],"creator":{"chain":"evm","wallet":"0xabc"},"signalId":"sig_1","title":"T","version":1}`;
    expect(await certificateHashOf(certificate)).toBe(sha256(canonical));
  });
});

describe("a creator's wallet", () => {
  it.each([
    ["evm", "0x52908400098527886E0F7030069857D2E4169EE7", "0x52908400098527886e0f7030069857d2e4169ee7"],
    ["evm", "0x52908400098527886e0f7030069857d2e4169eE7", null],
    ["evm", "52908400098527886e0f7030069857d2e4169ee7", null],
    ["sol", "0x52908400098527886e0f7030069857d2e4169ee7", null],
    ["evm", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", null],
    ["sol", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v", "EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v"],
    ["sol", "EPjFWdd5AufqSSqeM2qN1xzybapC8", null],
  ] as const)("on %s, %s is %s", (chain, text, wallet) => {
    expect(walletOn(chain, text)).toBe(wallet);
  });
});

describe("an article's address", () => {
  it.each([
    ["HTTPS://WWW.Example.COM:443/A/b?utm_source=x&id=7&fbclid=1#part", "https://www.example.com/A/b?id=7"],
    ["http://example.com:80", "http://example.com/"],
    ["http://example.com:8080/?utm_id=1", "http://example.com:8080/"],
    ["https://example.com/a?q=a%20b~c+d&UTM_Campaign=z", "https://example.com/a?q=a%20b~c+d"],
    ["https://example.com/?a=1&a=2", "https://example.com/?a=1&a=2"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
  ])("%s is %s", (raw, url) => {
    expect(canonicalUrl(raw)).toBe(url);
    expect(canonicalUrl(url)).toBe(url);
  });

  it.each([
    "javascript:alert(1)",
    "ftp://example.com/a",
    "//example.com",
    "example.com/a",
    "https://u:p@example.com/",
    "",
  ])("%s is refused", (raw) => {
    expect(() => canonicalUrl(raw)).toThrow(/`url`/);
  });
});
