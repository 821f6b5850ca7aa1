import { describe, expect, it } from "vitest";
import { pageWithPreview } from "@/components/share/page-with-preview";
import { ownScanSubject, signalSubject, verdictSubject } from "@/components/share/subjects";
import type { FrozenVerdict } from "@/lib/accuracy/record";
import type { Signal } from "@/lib/lounge/signal";

const meta = (kind: string, name: string): string => `<meta ${kind}="${name}" content="of the page"/>`;
const SCRIPT = `<script>self.__next_f.push('<meta property="og:title" content="of the page"/>')</script>`;
const HEAD = [
  ...["description", "twitter:title", "twitter:description", "twitter:image", "twitter:image:alt"].map(
    (name) => meta("name", name),
  ),
  ...["og:title", "og:description", "og:image", "og:image:alt", "og:url"].map((name) =>
    meta("property", name),
  ),
  '<link rel="canonical" href="of the page"/>',
].join("");
const PAGE = `<!DOCTYPE html><html><head><title>A page</title>${HEAD}</head><body>${SCRIPT}</body></html>`;

const HOSTILE = `"><script>alert(1)</script><meta content="{{preview:image}}`;
const PREVIEW = {
  title: "Funding turns",
  description: "A signal",
  image: "https://svc.example.com/share/signal/sig_1.png",
  canonical: "https://svc.example.com/lounge/signal?id=sig_1",
};

describe("a page with a preview of its own", () => {
  it("has it wherever its head tells of the page, and everything else as it was", () => {
    const page = pageWithPreview(PAGE)(PREVIEW);
    const head = page.slice(0, page.indexOf("</head>"));
    expect(head).not.toContain("of the page");
    for (const [text, times] of [
      ["Funding turns", 4],
      ["A signal", 3],
      [PREVIEW.image, 2],
      ["?id=sig_1", 2],
    ] as const)
      expect(head.split(text).length - 1, text).toBe(times);
    expect(head).toContain("<title>A page</title>");
    expect(page.slice(page.indexOf("</head>"))).toBe(PAGE.slice(PAGE.indexOf("</head>")));
  });

  it("takes hostile words as text, and none of them for a place", () => {
    const page = pageWithPreview(PAGE)({ ...PREVIEW, title: HOSTILE, description: HOSTILE });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page.match(/<meta /g)).toHaveLength(PAGE.match(/<meta /g)?.length ?? 0);
    expect(page.split(PREVIEW.image).length - 1).toBe(2);
  });

  it("is refused where the page lacks one of the places, rather than served without", () => {
    expect(() => pageWithPreview(PAGE.replace('property="og:image"', 'property="other"'))).toThrow(
      "og:image",
    );
  });
});

const SIGNAL: Signal = {
  ...{
    v: 1,
    id: "sig_5b1f0c2a9d3e4f60718293a4",
    title: "Funding turns",
    teaser: "The first words of what is sold",
  },
  ...{ categories: ["eth", "long"], asset: "ETH", stance: "long", similarTo: null, hidden: null, mint: null },
  creator: { wallet: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8", chain: "evm", proof: "payment" },
  ...{
    certificateHash: "a".repeat(64),
    bodyHash: "b".repeat(64),
    publishedAt: Date.UTC(2026, 9, 7),
    seq: 417,
  },
  ...{ unlocks: 3, outcome: null, counts: false },
};

describe("what a share image says", () => {
  it("of a signal: its public facts, and not a word of what is sold", () => {
    const subject = signalSubject(SIGNAL, "$0.10");
    const said = JSON.stringify(subject);
    for (const fact of [
      "Funding turns",
      "▲ ETH long",
      "Open",
      "#417",
      "2026-10-07",
      "$0.10",
      "paid by this wallet",
    ])
      expect(said).toContain(fact);
    for (const word of SIGNAL.teaser.split(" ").filter(({ length }) => length > 4))
      expect(said).not.toContain(word);
    const other = signalSubject(
      { ...SIGNAL, teaser: "Another beginning", bodyHash: "c".repeat(64) },
      "$0.10",
    );
    expect(other).toEqual(subject);
  });

  const VERDICT: FrozenVerdict = {
    ...{
      v: 1,
      at: "2026-10-07T00:03:11.000Z",
      route: "intel-verdict",
      method: "verdict/3",
      signal: "follow",
    },
    ...{ confidence: "low", standard: true, sigma: 0.02, base: 0.41, yesterday: 1, inputs: "d".repeat(64) },
    price: { venue: "coinbase", usd: 118_420.11, at: "2026-10-07T00:03:00.000Z" },
  };

  it.each([
    [null, "Open"],
    [{ price: 121_000, priceAt: "2026-10-08T00:03:00.000Z", z: 1 }, "It came true."],
    [{ price: 117_000, priceAt: "2026-10-08T00:03:00.000Z", z: -1 }, "It did not come true."],
    [{ void: "no_price" as const }, "It is void"],
  ])("of a verdict: what became of it, and how often that happens anyway (%#)", (outcome, words) => {
    const { card, description } = verdictSubject(VERDICT, outcome);
    expect(card.figure).toBe("follow");
    expect(card.detail).toContain(words);
    expect(description).toContain("41.0 % of the time anyway");
    expect(card.title).toContain("2026-10-07");
  });

  it("of the own scan: its grade where a report is kept, and else none", () => {
    const report = {
      auditedAt: "2026-10-07T00:00:00.000Z",
      summary: { overallGrade: "A+", surfaceGrade: "clear" },
    };
    expect(ownScanSubject(report, "svc.example.com").card).toMatchObject({ figure: "A+" });
    expect(ownScanSubject(null, "svc.example.com").card.figure).toBeUndefined();
  });
});
