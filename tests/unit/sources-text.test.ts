import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, cleanUrl, decodeEntities, MAX_TEXT } from "@/lib/sources/text/clean-text";
import { parseCsv } from "@/lib/sources/text/csv";
import { easternDate, easternToUtc, tradingDayClose } from "@/lib/sources/text/eastern-time";
import { child, children, childText, parseXml } from "@/lib/sources/text/xml";
import { runs } from "../support/properties";

describe("cleanText", () => {
  it.each([
    ["AT&amp;T &mdash; &quot;up&quot; 5&#37; &#x1F680;", 'AT&T — "up" 5% 🚀'],
    ["&amp;lt;p&amp;gt;twice escaped&amp;lt;/p&amp;gt;", "twice escaped"],
    ["a <b>bold</b> claim<script>alert(1)</script>", "a bold claim alert(1)"],
    ["cut off <img src=x onerror=alert(1)", "cut off"],
    ["full-width ＜script＞ too", "full-width too"],
    ["<scr\u200bipt>split by nothing", "split by nothing"],
    ["5 < 6 and 7 > 2", "5 < 6 and 7 > 2"],
    ["two\n\tlines\u00a0and\u2028more", "two lines and more"],
    ["abc\u202edef\u202c\u2066\u200b\u00adghi\ufeff", "abcdefghi"],
    ["tagged\u{E0049}\u{E0047}\u{E004E} text\u{E0101}", "tagged text"],
    ["&#0;&#xD800;&#1114112;null", "��null"],
    ["ﬁne ① ２０２６", "fine 1 2026"],
    ["&unknown; stays", "&unknown; stays"],
    ["", ""],
  ])("%j reads %j", (raw, clean) => {
    expect(cleanText(raw)).toBe(clean);
  });

  const nasty = fc.array(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "<",
        ">",
        "&lt;",
        "&amp;lt;",
        "&#60;",
        "script",
        "/",
        "!--",
        "\u202e",
        "\u200b",
        "\u3164",
        "＜",
        "&",
        ";",
        "\ud83d",
      ),
    ),
    { maxLength: 40 },
  );

  it("never leaves a tag, an invisible character or a second line, and never exceeds its length", () => {
    fc.assert(
      fc.property(nasty, (pieces) => {
        const clean = cleanText(pieces.join(""));
        expect(clean).not.toMatch(/<[a-z/!?]/i);
        expect(clean).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]/u);
        expect(clean).not.toMatch(/[\n\r\t\u2028\u2029]|  /);
        expect(clean).toBe(clean.trim());
        expect(clean.length).toBeLessThanOrEqual(MAX_TEXT);
      }),
      runs(10),
    );
  });

  it("cuts a long text at 300 units without splitting a character", () => {
    expect(cleanText("x".repeat(5_000))).toHaveLength(300);
    expect(cleanText(`${"x".repeat(299)}🚀`)).toBe("x".repeat(299));
    expect(cleanText(`${"x".repeat(298)}🚀!`)).toBe(`${"x".repeat(298)}🚀`);
  });

  it("leaves plain text as it is", () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-z0-9.,$%'-]{1,12}$/), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(words, (text) => {
        expect(cleanText(text.join(" "))).toBe(text.join(" "));
      }),
    );
  });

  it("decodes one layer of entities at a time", () => {
    expect(decodeEntities("&amp;amp;")).toBe("&amp;");
  });
});

describe("cleanUrl", () => {
  it.each([
    ["https://example.com/a?b=1&amp;c=2", "https://example.com/a?b=1&c=2"],
    [" http://example.com ", "http://example.com/"],
    ["https://example.com/a?utm_source=rss&id=7&utm_medium=x", "https://example.com/a?id=7"],
    ["javascript:alert(1)", null],
    ["java&#115;cript:alert(1)", null],
    ["data:text/html,x", null],
    ["//example.com/a", null],
    ["/relative", null],
    ["https://user:pass@example.com/", null],
    [`https://example.com/${"x".repeat(3_000)}`, null],
    ["", null],
  ])("%j → %j", (raw, clean) => {
    expect(cleanUrl(raw)).toBe(clean);
  });

  it("gives http and https only, whatever comes", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^[a-z]{1,10}:.{0,20}$/)), (raw) => {
        expect(cleanUrl(raw) ?? "https://").toMatch(/^https?:\/\//);
      }),
    );
  });
});

describe("US Eastern time", () => {
  const wall = (year: number, month: number, day: number, hour: number, minute = 0) => ({
    year,
    month,
    day,
    hour,
    minute,
  });

  it.each([
    ["in summer", wall(2026, 7, 29, 14), "2026-07-29T18:00:00.000Z"],
    ["in winter", wall(2026, 12, 9, 14), "2026-12-09T19:00:00.000Z"],
    ["on the day before the change", wall(2026, 10, 31, 12), "2026-10-31T16:00:00.000Z"],
    ["just before spring forward", wall(2026, 3, 8, 1, 59), "2026-03-08T06:59:00.000Z"],
    ["just after spring forward", wall(2026, 3, 8, 3), "2026-03-08T07:00:00.000Z"],
    ["in the hour that is skipped", wall(2026, 3, 8, 2, 30), "2026-03-08T07:30:00.000Z"],
    ["in the hour that comes twice", wall(2026, 11, 1, 1, 30), "2026-11-01T05:30:00.000Z"],
    ["after fall back", wall(2026, 11, 1, 2), "2026-11-01T07:00:00.000Z"],
    ["at midnight", wall(2026, 11, 1, 0), "2026-11-01T04:00:00.000Z"],
  ])("%s", (_name, time, utc) => {
    expect(easternToUtc(time)?.toISOString()).toBe(utc);
  });

  it("has no 31 November and no 30 February", () => {
    expect(easternToUtc(wall(2026, 11, 31, 9))).toBeNull();
    expect(easternToUtc(wall(2026, 2, 30, 9))).toBeNull();
  });

  it("is read back by the day it falls on", () => {
    expect(easternDate(new Date("2026-10-08T03:59:00Z"))).toBe("2026-10-07");
    expect(easternDate(new Date("2026-10-08T04:00:00Z"))).toBe("2026-10-08");
  });

  it("round-trips: midnight, noon and evening of any day fall on that day", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("2007-04-01"), max: new Date("2060-01-01"), noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          const [year = 0, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
          for (const hour of [0, 12, 23]) {
            const instant = easternToUtc(wall(year, month, dayOfMonth, hour));
            expect(instant && easternDate(instant)).toBe(day);
          }
        },
      ),
      runs(3),
    );
  });

  it("dates a trading day by its close, and by now while that day's close is still ahead", () => {
    const now = new Date("2026-10-07T14:00:00Z");
    expect(tradingDayClose("2026-10-06", 16, 0, now)?.toISOString()).toBe("2026-10-06T20:00:00.000Z");
    expect(tradingDayClose("2026-10-07", 16, 0, now)).toEqual(now);
    expect(tradingDayClose("2026-10-08", 16, 0, now)?.toISOString()).toBe("2026-10-08T20:00:00.000Z");
    expect(tradingDayClose("2026-13-40", 16, 0, now)).toBeNull();
  });
});

describe("CSV", () => {
  it("reads quotes, blank cells, any line end and a byte-order mark", () => {
    expect(parseCsv('\uFEFFDate,"1 Mo","say ""hi"", all"\r\n10/06/2026,,3.9\n\n,,\n')).toEqual([
      ["Date", "1 Mo", 'say "hi", all'],
      ["10/06/2026", "", "3.9"],
      ["", "", ""],
    ]);
  });

  it("gives every cell its column, quoted or not", () => {
    const cell = fc.stringMatching(/^[a-z0-9", .%-]{0,8}$/).map((text) => text.trim());
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 8 }), (cells) => {
        const quote = (text: string): string =>
          /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        fc.pre(cells.some((text) => text !== ""));
        expect(parseCsv(`${cells.map(quote).join(",")}\n`)).toEqual([cells]);
      }),
    );
  });

  it("leaves out a last line that may be cut", () => {
    expect(parseCsv("a,b\n1,2\n3,4")).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(parseCsv("")).toEqual([]);
  });
});

describe("XML", () => {
  it("keeps prefixes, so that an empty dc:description can't take the place of description", () => {
    const node = child(parseXml("<i><description>real</description><dc:description/></i>"), "i");
    expect(childText(node, "description")).toBe("real");
    expect(childText(node, "dc:description")).toBe("");
  });

  it("joins CDATA and text, and leaves entities to the cleaner", () => {
    expect(childText(child(parseXml("<i><t>a &amp;lt; <![CDATA[<b> & c]]> d</t></i>"), "i"), "t")).toBe(
      "a &amp;lt; <b> & c d",
    );
  });

  it("keeps numbers as they are written", () => {
    expect(childText(child(parseXml("<i><n>4.10</n></i>"), "i"), "n")).toBe("4.10");
  });

  it.each([
    [
      "a document type",
      '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;">]><rss><t>&lol2;</t></rss>',
    ],
    [
      "an external entity",
      '<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><r>&x;</r>',
    ],
    ["definitions inside the document", '<rss><!DOCTYPE r [<!ENTITY x "y">]><t>&x;</t></rss>'],
    ["a prototype", "<rss><__proto__><polluted>1</polluted></__proto__></rss>"],
    ["a constructor", "<rss><constructor><prototype>1</prototype></constructor></rss>"],
    ["no XML", "Just a moment..."],
    ["nothing", ""],
    ["half a document", "<feed><entry><d:BC_10YEAR>4.1"],
    ["an endless depth", `${"<a>".repeat(5_000)}${"</a>".repeat(5_000)}`],
  ])("refuses %s", (_name, text) => {
    expect(() => parseXml(text)).toThrow(expect.objectContaining({ failure: "schema" }));
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it("finds own elements only, whatever they are called", () => {
    const node = parseXml("<i><a>1</a><a>2</a></i>");
    expect(children(child(node, "i"), "a")).toEqual(["1", "2"]);
    expect(children(node, "toString")).toEqual([]);
    expect(childText(undefined, "a")).toBe("");
  });

  it("lets a comment stand behind the document", () => {
    expect(childText(child(parseXml("<i><a>1</a></i>\n<!-- cached -->\n"), "i"), "a")).toBe("1");
  });
});
