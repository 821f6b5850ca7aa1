import fc from "fast-check";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { creatorPage, signalPage } from "@/components/lounge/addresses";
import { CreatorWords } from "@/components/lounge/creator-words";
import {
  type CreatorRecord,
  creatorsToRank,
  edgeOf,
  MOST_CREATORS,
  rankByRecord,
} from "@/components/lounge/feed/best-record";
import { feedAddress, feedRequest, readFeedQuery, WHOLE_FEED } from "@/components/lounge/feed/feed-query";
import { cursorOf } from "@/components/lounge/signal/read-signal";
import { shortWallets } from "@/components/lounge/wallet-text";
import { outcomeInWords, sinceInWords, timeInWords } from "@/components/lounge/words";
import type { ListedSignal } from "@/lib/lounge/feed/answer";
import { listed } from "@/lib/lounge/feed/listed";
import type { StoredSignal } from "@/lib/lounge/signal";
import { madeSignal } from "../support/seed-signals";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const wallet = (at: number): string => `0x${String(at).padStart(40, "0")}`;

const signal = (at: number, change: Partial<StoredSignal> = {}): ListedSignal =>
  listed({
    ...madeSignal(at, change),
    ...{
      publishedAt: NOW - at * 1000,
      seq: at,
      unlocks: 0,
      outcome: null,
      counts: false,
      hidden: null,
      mint: null,
    },
  });

const by = (at: number, of: string, proof: "payment" | "sign-in" | "unproved"): ListedSignal =>
  signal(at, { creator: { wallet: of, chain: "evm", proof } });

const record = (low: number | null, baseRate: number | null): CreatorRecord => ({
  ...{ scored: 40, hits: 20, misses: 20, voids: 0, hitRate: 0.5, baseRate, statement: "" },
  interval95: low === null ? null : { low, high: 1 },
});

const query = (text: string) => readFeedQuery(new URLSearchParams(text));

describe("the feed's address", () => {
  it("says what is shown, and is read back as it was", () => {
    const categories = fc.stringMatching(/^[a-z0-9-]{1,32}$/);
    const cursors = fc.integer({ min: 1, max: 999_999_999 }).map(String);
    fc.assert(
      fc.property(
        fc.option(categories),
        fc.constantFrom("newest", "record"),
        fc.option(cursors),
        (category, order, cursor) => {
          const asked = { category, creator: wallet(7), by: order, cursor };
          expect(query(feedAddress(asked, { cursor }).split("?")[1] ?? "")).toEqual(asked);
        },
      ),
    );
  });

  it("asks for nothing that the route would refuse, whatever stands in it", () => {
    const hostile = "category=%3Cscript%3E&creator=javascript:alert(1)&cursor=-1&by=__proto__";
    expect(query(hostile)).toEqual(WHOLE_FEED);
    expect(readFeedQuery(null)).toEqual(WHOLE_FEED);
    expect(query("category=ETH").category).toBe("eth");
    expect(feedRequest("/api/lounge-feed", query(hostile), 10)).toBe("/api/lounge-feed?limit=10");
  });

  it("begins at the newest again with another choice", () => {
    const older = { ...WHOLE_FEED, category: "eth", cursor: "90" };
    expect(feedAddress(older, { category: "btc" })).toBe("/lounge?category=btc");
    expect(feedAddress(older, { cursor: "80" })).toBe("/lounge?category=eth&cursor=80");
  });

  it("keeps what is named within one parameter", () => {
    expect(signalPage("a&b=c#d")).toBe("/lounge/signal?id=a%26b%3Dc%23d");
    expect(creatorPage("x y")).toBe("/lounge/creator?address=x+y");
  });
});

describe("a signal's place", () => {
  it("is the first of the page below its cursor, as the feed counts places", () => {
    // A page has places below its cursor, and the place of index 0 is 1.
    expect(cursorOf(0)).toBe("2");
    expect(cursorOf(417)).toBe("419");
  });
});

describe("short wallets", () => {
  it("never look alike on one page, however alike the wallets are", () => {
    const hex = fc.stringMatching(/^[0-9a-f]{4}$/);
    const sameEnds = hex.map((middle) => `0x52908400${"0".repeat(10)}${middle}${"0".repeat(10)}57d2e417`);
    fc.assert(
      fc.property(fc.uniqueArray(sameEnds, { minLength: 2, maxLength: 6 }), (wallets) => {
        const shown = [...shortWallets(wallets).values()].map((one) => one.toLowerCase());
        expect(new Set(shown).size).toBe(wallets.length);
      }),
    );
  });

  it("are short where nothing looks alike, and never longer than the wallet", () => {
    const [one, other] = ["0x52908400098527886e0f7030069857d2e4169ee7", wallet(3)];
    expect(shortWallets([one, other, one]).get(one)).toBe("0x5290…169ee7");
    expect(shortWallets(["short"]).get("short")).toBe("short");
  });

  it("tell capitals of base58 apart by showing more", () => {
    const [one, other] = [
      "AbcdefGGGGGGGGGGGGGGGGGGGGGGGGGGGGuvwxyz",
      "aBCDEFHHHHHHHHHHHHHHHHHHHHHHHHHHHHUVWXYZ",
    ];
    const shown = [...shortWallets([one, other]).values()].map((text) => text.toLowerCase());
    expect(new Set(shown).size).toBe(2);
  });
});

describe("the best record", () => {
  it("comes first by the low end of its interval less the base rate, and who has none comes last", () => {
    const [strong, weak, thin] = [wallet(1), wallet(2), wallet(3)];
    const records = new Map([
      [strong, record(0.6, 0.3)],
      [weak, record(0.5, 0.4)],
      [thin, record(null, null)],
    ]);
    const signals = [by(1, thin, "payment"), by(2, weak, "payment"), by(3, strong, "sign-in")];
    expect(rankByRecord(signals, records).map(({ seq }) => seq)).toEqual([3, 2, 1]);
    expect(edgeOf(record(null, 0.3))).toBeNull();
  });

  it("is lent to nobody who only names a good creator's wallet", () => {
    const good = wallet(1);
    const records = new Map([[good, record(0.9, 0.1)]]);
    const signals = [by(1, good, "unproved"), by(2, good, "payment")];
    expect(rankByRecord(signals, records).map(({ seq }) => seq)).toEqual([2, 1]);
    expect(creatorsToRank([by(1, good, "unproved")])).toEqual([]);
  });

  it("asks for few creators, however many publish", () => {
    const many = Array.from({ length: 50 }, (_, at) => by(at, wallet(at), "payment"));
    expect(creatorsToRank(many)).toHaveLength(MOST_CREATORS);
  });

  it("leaves the order of time where nobody has a rank", () => {
    const signals = [by(5, wallet(1), "payment"), by(4, wallet(2), "payment"), by(9, wallet(3), "unproved")];
    expect(rankByRecord(signals, new Map())).toEqual(signals);
  });
});

describe("creators' words", () => {
  const shown = (text: string, lines = false): string =>
    renderToStaticMarkup(createElement(CreatorWords, { text, lines }));
  /** What stands between the tags. */
  const inside = (html: string): string => html.replace(/^<[^>]*>|<[^>]*>$/g, "");

  it("make no element of any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const html = inside(shown(`${text}<img src=x onerror=alert(1)>`, true));
        expect(html).not.toMatch(/<[a-z!/]/i);
        expect(html).toContain("&lt;img");
      }),
    );
  });

  it("turn no direction and hide nothing: bidi, zero-width and tag characters are gone", () => {
    const html = inside(shown("safe\u202Egnp.exe\u2066\u200B\u{E0041}\u0007"));
    expect(html).toBe("safegnp.exe");
    expect(shown("x")).toContain('dir="auto"');
  });

  it("paint over no neighbour: a letter keeps four marks", () => {
    expect(inside(shown(`q${"\u0323\u0351".repeat(60)}`)).length).toBeLessThanOrEqual(6);
  });

  it("keep a long text whole", () => {
    expect(inside(shown("W".repeat(8_000)))).toHaveLength(8_000);
  });
});

describe("an outcome in words", () => {
  const outcome: NonNullable<ListedSignal["outcome"]> = {
    ...{ result: "hit", counts: true, venue: "kraken", price: 3000, priceAt: null, priceLater: 3100 },
    ...{ priceLaterAt: null, z: 1.5, baseRate: 0.31 },
  };

  it("tells a call that runs from one that waits, and both from what is none", () => {
    const call = signal(1);
    expect(outcomeInWords(call, NOW).label).toBe("Open");
    expect(outcomeInWords(call, NOW + 25 * 3_600_000).label).toBe("Waits for its score");
    expect(outcomeInWords({ ...call, asset: null }, NOW).label).toBe("Not a call");
  });

  it("says of a hit what moved, beside how often that happens anyway, and whether it counts", () => {
    const { label, means } = outcomeInWords({ ...signal(1), outcome }, NOW);
    expect(label).toBe("Hit");
    expect(means).toContain("$3,000 → $3,100");
    expect(means).toContain("31.0 % of the time anyway");
    expect(means).toContain("It counts");
    const uncounted = { ...signal(1), outcome: { ...outcome, result: "miss" as const, counts: false } };
    expect(outcomeInWords(uncounted, NOW)).toMatchObject({ label: "Miss", tone: "bad" });
    expect(outcomeInWords(uncounted, NOW).means).toContain("does not count");
  });

  it("shows times without the reader's zone, and what is no time as it came", () => {
    expect(timeInWords("2026-10-07T14:06:12.480Z")).toBe("2026-10-07 14:06:12 UTC");
    expect(timeInWords("soon")).toBe("soon");
    expect(sinceInWords("2026-11-22T11:00:00Z", NOW)).toBe("1 h ago");
    expect(sinceInWords("2027-11-22T11:00:00Z", NOW)).toBe("just now");
  });
});
