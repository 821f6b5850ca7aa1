import { renderToStaticMarkup } from "react-dom/server";
import { createElement } from "react";
import { describe, expect, it } from "vitest";
import { AnswerView } from "@/components/answer/answer-view";
import { nameInWords, valueInWords } from "@/components/answer/words";
import { published } from "@/lib/catalog/published";

describe("an answer in words", () => {
  it.each([
    ["volume24hUsd", "Volume 24h"],
    ["tvlUsdValue", "TVL"],
    ["sustainableApyPct", "Sustainable APY"],
    ["dataAsOf", "Data as of"],
    ["pct", "Pct"],
  ])("calls %s %s", (name, words) => {
    expect(nameInWords(name)).toBe(words);
  });

  it.each([
    ["tvlUsdValue", 84_312_450_118.4, "$84.31B"],
    ["price", 118_420.11, "118,420.1"],
    ["sharePct", 60.47, "60.47 %"],
    ["change1dPct", -0.88, "▼ −0.88 %"],
    ["changeUsd", -1.14, "▼ −$1.14"],
    ["change1dPct", 0, "0 %"],
    ["curve2s10sBps", 54, "54 bp"],
    ["ageSec", 75, "1 min 15 s"],
    ["asOf", "2026-10-07T14:02:11.000Z", "2026-10-07 14:02 UTC"],
    ["verified", false, "no"],
    ["price", null, "unknown"],
    ["score", 0, "0"],
  ])("tells %s %s as %s", (name, value, text) => {
    expect(valueInWords(name, value).text).toBe(text);
  });

  it("says up and down by sign and arrow, not by colour alone", () => {
    expect(valueInWords("change7dPct", 2).text).toMatch(/^▲ \+/);
    expect(valueInWords("change7dPct", -2).text).toMatch(/^▼ −/);
  });

  it.each(published.map(({ path, method, sample }) => [`${method} ${path}`, sample.output] as const))(
    "draws the sample of %s, without a style of its own that the page's policy would refuse",
    (_, answer) => {
      const html = renderToStaticMarkup(createElement(AnswerView, { answer }));
      expect(html.length).toBeGreaterThan(10);
      expect(html).not.toMatch(/ style=|undefined|\[object|NaN/);
    },
  );

  it("keeps a stranger's text text, and gives no script an address", () => {
    const answer = {
      headlines: [
        { title: "<img src=x onerror=alert(1)>", url: "javascript:alert(1)" },
        { title: "b", url: "https://example.org/<script>" },
      ],
    };
    const html = renderToStaticMarkup(createElement(AnswerView, { answer }));
    expect(html).not.toMatch(/<img|<script|href="javascript/);
    expect(html).toContain('href="https://example.org/&lt;script&gt;"');
  });
});
