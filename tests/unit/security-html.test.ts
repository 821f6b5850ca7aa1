import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readPage } from "@/lib/security/grade/page-elements";
import { readTags } from "@/lib/security/html";
import { cpuMs } from "../support/cpu-time";
import { runs } from "../support/properties";

const SCRIPT = new Set(["script"]);
const sources = (html: string): (string | undefined)[] =>
  readTags(html, SCRIPT).map((tag) => tag.attributes.get("src"));

describe("readTags", () => {
  it.each([
    ['<script src="/a.js"></script><SCRIPT SRC=/b.js></SCRIPT>', ["/a.js", "/b.js"]],
    ["<script src='/a.js' async defer ></script>", ["/a.js"]],
    ["<script\n\tsrc\n=\n'/a.js'\n></script>", ["/a.js"]],
    ["<script/src=/a.js></script>", ["/a.js"]],
    ['<script src="/a.js?x=1&amp;y=2"></script>', ["/a.js?x=1&y=2"]],
    ['<script src="/first.js" src="/second.js"></script>', ["/first.js"]],
    ['<!-- <script src="/comment.js"></script> --><script src="/a.js"></script>', ["/a.js"]],
    ['<!--><script src="/a.js"></script>', ["/a.js"]],
    ['<!-- as browsers end it --!><script src="/a.js"></script>', ["/a.js"]],
    ['<!--!><script src="/comment.js"></script>--><script src="/a.js"></script>', ["/a.js"]],
    ['<!-- never closed <script src="/a.js"></script>', []],
    [
      `<script>document.write('<script src="/quoted.js">')</script><script src="/a.js"></script>`,
      [undefined, "/a.js"],
    ],
    ['<title><script src="/title.js"></script></title><script src="/a.js"></script>', ["/a.js"]],
    ['<textarea><script src="/text.js"></textarea><script src="/a.js"></script>', ["/a.js"]],
    ['<template><script src="/inert.js"></script></template><script src="/a.js"></script>', ["/a.js"]],
    ['<div title="<script src=/attribute.js>"></div><script src="/a.js"></script>', ["/a.js"]],
    ['<scripts src="/other.js"></scripts>', []],
    ["<script>x</SCRIPT\n><script src=/a.js></script>", [undefined, "/a.js"]],
    ["<script>x</scripts></script/><script src=/a.js></script>", [undefined, "/a.js"]],
    ["<script>x</script\u00a0><script src=/quoted.js></script>", [undefined]],
    ["<b title=it's><script src=/a.js></script>", ["/a.js"]],
    [
      `<b title='"'><script src=/a.js></script><b title="'>'"><script src=/b.js></script>`,
      ["/a.js", "/b.js"],
    ],
    [`<b"><script src=/a.js></script>"><B TITLE='<script src=/attribute.js></script>'>`, ["/a.js"]],
    ["<b class=x><b></b><p/><script src=/a.js></script><b", ["/a.js"]],
    ['a < b <script src="/a.js"></script>', ["/a.js"]],
    ['</<script src="/comment.js"></script><script src="/a.js"></script>', ["/a.js"]],
    ['</ <script src="/comment.js"></script><script src="/a.js"></script>', ["/a.js"]],
    ['<![CDATA[ <b> never closed <script src="/a.js"></script>', ["/a.js"]],
    ['<iframe><script src="/text.js"></iframe><script src="/a.js"></script>', ["/a.js"]],
    ['<script src="https&colon;//cdn.example&sol;a.js"></script>', ["https://cdn.example/a.js"]],
    ['<script src="/a.js?x=1&copy=2&lang=en&amp=3"></script>', ["/a.js?x=1&copy=2&lang=en&amp=3"]],
    ['<script src="/a.js?x&#61;1&#x3d;&#128;"></script>', ["/a.js?x=1=€"]],
    ['<script src="/cut-off.js"', []],
    ['<script src="/cut-off.js', []],
    ["", []],
  ])("%j has the scripts %j", (html, expected) => {
    expect(sources(html)).toEqual(expected);
  });

  it("never throws", () => {
    const pieces = fc.constantFrom(
      "<",
      ">",
      "</",
      "<!--",
      "-->",
      "<script",
      " src=",
      '"',
      "'",
      "=",
      "/",
      "<!",
      "<?",
      "x",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: "binary" })), { maxLength: 60 }), (parts) => {
        readTags(parts.join(""), SCRIPT);
      }),
      runs(5),
    );
  });

  const MEGABYTE = 1_000_000;
  const fill = (piece: string): string => piece.repeat(Math.ceil(MEGABYTE / piece.length));

  /** The least of three runs, in milliseconds: rubbish of before may be collected in one of them. */
  const timed = (html: string): number => Math.min(...[1, 2, 3].map(() => cpuMs(() => readPage(html))));

  /** Eight times the text may take eight times as long, with room for noise; quadratic would be 64 times. */
  function isLinear(whole: string): void {
    const small = timed(whole.slice(0, whole.length / 8));
    expect(timed(whole)).toBeLessThan(Math.max(small * 30, 400));
  }

  it.each([
    "<",
    "<a",
    "<a ",
    "<a b=",
    '<a b="',
    "<!--",
    "<!-- -",
    "<!",
    "</script",
    "<script>",
    "<script></script ",
    "<title>",
    "<template>",
    "<meta a='",
    "<meta content=x http-equiv=content-security-policy>",
    "=",
    " \t\n",
    "<a =",
    "<script src=//a/>",
    "<a / / / =",
    "<a\u0000",
    "&amp;",
    "<link rel='stylesheet ",
    "<!-- --!",
    "<![CDATA[",
    "<div>",
    "<svg><p>",
    "<script src='&amp;&am",
    "<script src=&",
  ])("reads a megabyte of %j in linear time", (piece) => {
    isLinear(fill(piece));
  });

  it("reads a megabyte of attributes with names of their own in linear time", () => {
    isLinear(`<script ${Array.from({ length: 100_000 }, (_, i) => `a${String(i)}=b`).join(" ")}`);
  });
});
