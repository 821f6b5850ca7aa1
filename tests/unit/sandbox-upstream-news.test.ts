import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startUpstream, type Upstream } from "@/sandbox/upstream/server";

const NOW = Date.UTC(2026, 9, 8, 15, 30);
const FEEDS = [
  "www.coindesk.com/arc/outboundfeeds/rss/",
  "cointelegraph.com/rss",
  "decrypt.co/feed",
  "www.theblock.co/rss.xml",
];

let now = NOW;
let upstream: Upstream;
beforeAll(async () => {
  upstream = await startUpstream({ port: 0, seed: 2, now: () => now, protocolRows: 60 });
});
afterAll(() => upstream.close());

const parser = new XMLParser({ parseTagValue: false, htmlEntities: false });
const feedSchema = z.object({
  rss: z.object({
    channel: z.object({
      item: z.array(z.object({ title: z.string(), link: z.string(), pubDate: z.string() })),
    }),
  }),
});
const text = async (path: string) => (await fetch(`${upstream.url}/${path}`)).text();
const items = async (path: string) => feedSchema.parse(parser.parse(await text(path))).rss.channel.item;

describe("the news feeds", () => {
  it.each(FEEDS)(
    "%s is well-formed, fresh and newest first, each story with a link of its own",
    async (path) => {
      expect(XMLValidator.validate(await text(path))).toBe(true);
      const stories = await items(path);
      expect(stories.length).toBeGreaterThanOrEqual(19);
      const times = stories.map(({ pubDate }) => Date.parse(pubDate));
      expect(times).toEqual([...times].sort((a, b) => b - a));
      expect(times[0]).toBeLessThanOrEqual(NOW);
      expect(NOW - (times[0] ?? 0)).toBeLessThan(2 * 3_600_000);
      const links = stories.map(({ link }) => link).filter((link) => link.startsWith("https:"));
      expect(new Set(links).size).toBe(links.length);
    },
  );

  it("carry headlines that attack their reader", async () => {
    const stories = (await Promise.all(FEEDS.map(items))).flat();
    const some = (test: (story: (typeof stories)[number]) => boolean) =>
      expect(stories.some(test)).toBe(true);
    some(({ title }) => title.includes("<script>") || title.includes("&lt;script&gt;"));
    some(({ title }) => /&amp;|&lt;/.test(title));
    some(({ title }) => /[\u202a-\u202e\u2066-\u2069]/.test(title));
    some(({ title }) => /[\u200b\u200d\u2060\ufeff]/.test(title));
    some(({ title }) => title.length > 2_000);
    some(({ title }) => /ignore all previous instructions/.test(title));
    some(({ link }) => link.startsWith("javascript:"));
  });

  it("keep a story as it was once it is out", async () => {
    const before = await items("decrypt.co/feed");
    now = NOW + 3 * 3_600_000;
    const after = await items("decrypt.co/feed");
    now = NOW;
    const shared = before.filter(({ link }) => after.some((story) => story.link === link));
    expect(shared.length).toBeGreaterThan(20);
    for (const story of shared) expect(after).toContainEqual(story);
    expect(after[0]).not.toEqual(before[0]);
  });
});

describe("CoinDesk", () => {
  it("follows each real description with an empty one and an empty article", async () => {
    const feed = await text(FEEDS[0] ?? "");
    const count = (mark: RegExp) => [...feed.matchAll(mark)].length;
    expect(count(/<dc:description\/>/g)).toBe(25);
    expect(count(/<content:encoded\/>/g)).toBe(25);
    expect(count(/<description><!\[CDATA\[.+?\]\]><\/description>/g)).toBe(25);
  });

  it("redirects an address without the slash to the right one on this server", async () => {
    const bare = `${upstream.url}/www.coindesk.com/arc/outboundfeeds/rss`;
    const moved = await fetch(bare, { redirect: "manual" });
    expect(moved.status).toBe(301);
    expect(moved.headers.get("location")).toBe("/www.coindesk.com/arc/outboundfeeds/rss/");
    const followed = await fetch(bare);
    expect(followed.status).toBe(200);
    expect(followed.url).toBe(`${bare}/`);
  });
});

describe("the dialects", () => {
  it("differ: links in CDATA, titles in and out of it, dates on New York's clock", async () => {
    expect(await text("cointelegraph.com/rss")).toMatch(
      /<link><!\[CDATA\[https:\/\/cointelegraph\.com\/news\/.+?utm_source=rss_feed&utm/,
    );
    expect(await text("decrypt.co/feed")).toMatch(
      /<title>[^<]+<\/title>[\s\S]+<content:encoded><!\[CDATA\[<p>/,
    );
    expect(await text("www.theblock.co/rss.xml")).toMatch(
      /<title><!\[CDATA\[[\s\S]+<pubDate>[^<]+ -0400<\/pubDate>/,
    );
  });
});
