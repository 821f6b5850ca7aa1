import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { columnsOf } from "@/components/answer/columns";
import { curveOf } from "@/components/answer/curve";
import { DocText } from "@/components/docs/doc-text";
import { siteHref } from "@/components/docs/links";
import { readDoc } from "@/components/docs/read-doc";
import { receiptAnswer } from "@/lib/payments/receipts/answer";

const GUIDES = [
  ...["Finding what is for sale", "Paying", "Retrying", "Receipts", "Agents", "Tools", "As an agent"],
  ...["Errors", "Limits", "How far an answer can be trusted"],
];
const html = (titles: readonly string[]): string =>
  readDoc("api.md", titles)
    .map((section) => renderToStaticMarkup(createElement(DocText, section)))
    .join("\n");

describe("the guides", () => {
  it("are parts of the repository's own documents, and none that these lack", () => {
    expect(() => readDoc("api.md", ["No such part"])).toThrow("No such part");
    const [errors] = readDoc("api.md", ["Errors"]);
    expect(errors?.tokens.some(({ type }) => type === "table")).toBe(true);
    expect(errors?.tokens.some((token) => token.type === "heading" && token.depth === 2)).toBe(false);
  });

  it("lead nowhere that the site does not have", () => {
    const links = [...html(GUIDES).matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href);
    expect(links.length).toBeGreaterThan(3);
    expect(
      links.filter((href) => !/^(https:\/\/|\/docs\/|\/api\/|\/\.well-known\/|\/openapi)/.test(href)),
    ).toEqual([]);
    expect(siteHref("glossary.md")).toBeNull();
    expect(siteHref("#reason-in-a-402")).toBe("/docs/buying#reason-in-a-402");
  });

  it("show code as it is written, and markup of nobody's", () => {
    const shown = html(["Paying"]);
    expect(shown).toContain("payload: {&quot;transaction&quot;: &quot;&lt;base64&gt;&quot;}");
    expect(shown).not.toMatch(/&amp;lt;|&amp;quot;|<!--/);
    expect(html(["Errors"])).not.toContain("errors:begin");
  });
});

describe("the guide to receipts", () => {
  const receipts = html(["Receipts"]);

  it.each([...receiptAnswer.shape.state.options, ...Object.keys(receiptAnswer.shape)])(
    "names what GET /api/receipt may answer: %s",
    (word) => {
      if (word !== "ok") expect(receipts).toContain(`>${word}</code>`);
    },
  );
});

describe("a list of like things", () => {
  it("tells what few rows have below the table, and leads from a title to its address", () => {
    const rows = [
      { symbol: "SPX", price: 1, url: "https://example.org/a" },
      { symbol: "VIX", price: 2, url: null },
      { symbol: "DXY", price: null, url: null, reason: "rate_limited" },
    ];
    expect(columnsOf(rows)).toEqual({
      ...{ shown: ["symbol", "price"], remarks: ["reason"], hasMore: false, bar: null, linked: true },
    });
  });

  it("draws amounts that are all known and none negative, and says where a row holds more", () => {
    const rows = [
      { name: "a", tvlUsd: "$2", tvlUsdValue: 2, why: [{ factor: "x" }] },
      { name: "b", tvlUsd: "$1", tvlUsdValue: 1, why: [] },
    ];
    expect(columnsOf(rows)).toMatchObject({
      ...{ shown: ["name", "tvlUsdValue"], hasMore: true, bar: { name: "tvlUsdValue", most: 2 } },
    });
    expect(columnsOf(rows.map((row) => ({ ...row, tvlUsdValue: null }))).bar).toBeNull();
  });

  it("never leaves a column out in silence", () => {
    const wide = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at}`, at]));
    expect(columnsOf([wide, wide])).toMatchObject({ hasMore: true });
    expect(columnsOf([wide, wide]).shown).toHaveLength(7);
  });
});

it("a curve is drawn of five maturities at least, in their order, and of nothing unknown", () => {
  expect(curveOf({ date: "2026-10-06", m1: 3.9, m1_5: 3.8, m3: null, y1: 3.6, y2: 3.5, y10: 4.1 })).toEqual([
    { label: "m1", value: 3.9 },
    { label: "m1_5", value: 3.8 },
    { label: "y1", value: 3.6 },
    { label: "y2", value: 3.5 },
    { label: "y10", value: 4.1 },
  ]);
  expect(curveOf({ m1: 1, m2: 2, y1: 3, y2: 4 })).toBeNull();
});
