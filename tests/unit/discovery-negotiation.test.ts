import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchHas } from "next/dist/shared/lib/router/utils/prepare-destination";
import { MockedRequest } from "next/dist/server/lib/mock-request";
import { PREFERS_MARKDOWN, THRESHOLDS } from "@/lib/discovery/negotiation";
import { ends } from "../support/ends";

/** By Next's own reading of the rules that it is given. */
function getsMarkdown(accept: string): boolean {
  const request = new MockedRequest({ url: "/", method: "GET", headers: { accept } });
  return PREFERS_MARKDOWN.some(({ has, missing }) => matchHas(request, {}, has, missing) !== false);
}

describe("who asks for the page", () => {
  it.each([
    "text/markdown",
    "Text/Markdown",
    "text/markdown; charset=utf-8",
    "text/markdown;variant=GFM;q=1.0",
    "text/markdown, text/html;q=0.9, */*;q=0.1",
    "text/html, text/markdown",
    "text/html;q=0.5,text/markdown;q=0.9",
    "application/json, text/markdown ; q=0.8 , */*;q=0.1",
    "text/markdown;q=0.2",
  ])("gets Markdown with Accept: %s", (accept) => expect(getsMarkdown(accept)).toBe(true));

  it.each([
    "",
    "*/*",
    "text/*",
    "text/html",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8",
    "text/markdown;q=0",
    "text/markdown;q=0.0",
    "text/markdown;q=0.5, text/html",
    "text/markdown;q=0.5, */*",
    "text/markdown;q=0.5, text/*;q=0.7",
    "text/html;q=0.9, text/markdown;q=0.8",
    "text/markdownish",
    "x-text/markdown",
    "text/plain;note=text/markdown",
  ])("gets HTML with Accept: %s", (accept) => expect(getsMarkdown(accept)).toBe(false));

  it("gets what weighs more, in any order and spacing, where the weights lie on two sides of a threshold", () => {
    const weight = fc.integer({ min: 0, max: 10 });
    const gap = fc.constantFrom("", " ", "\t ");
    const others = fc.subarray(["application/json", "text/plain;q=0.3", "image/*;q=0.9"]);
    fc.assert(
      fc.property(weight, weight, gap, others, fc.boolean(), (markdown, html, space, rest, first) => {
        const q = (tenths: number): string => (tenths === 10 ? "1" : `0.${tenths}`);
        const named = [`text/markdown${space};q=${q(markdown)}`, `text/html;${space}q=${q(html)}`];
        const accept = [...(first ? named : named.reverse()), ...rest].join(`,${space}`);
        // At full weight Markdown wins even a tie, since it was named on purpose; below that HTML is the safe answer.
        const between = THRESHOLDS.some((threshold) => html < threshold && threshold <= markdown);
        expect(getsMarkdown(accept)).toBe(markdown === 10 || between);
        if (html >= markdown && markdown < 10) expect(getsMarkdown(accept)).toBe(false);
      }),
    );
  });

  // Far beyond what a header may be, so that work which grows faster than its length comes to no end.
  it.each([
    ["text/markdown;", ""],
    ["text/markdown;a=", ""],
    [" ,", ""],
    ["; q=0.", ""],
    ["text/html;q=0.1,", ""],
    ["\t", ""],
    [";a ", ";q=x"],
    ["; a ", ";q=x"],
    [" ;a", ";q=x"],
    [" ; a \t", ";q=x"],
    [" ", ";q=x"],
    [" ", ";q=0.9 x"],
    [";q=0.9 ", "x"],
    [",text/markdown;a ", ";q=x"],
  ])("can be told of any length of `%s` before `%s`", (piece, end) => {
    const long = piece.repeat(100_000 / piece.length) + end;
    for (const range of ["", "text/markdown", "text/markdown;a", "text/markdown;q=0.9", "text/html;a"])
      for (const accept of [range + long, `${range + long},${range + long}`])
        expect([true, false]).toContain(ends(() => getsMarkdown(accept)));
  });
});
