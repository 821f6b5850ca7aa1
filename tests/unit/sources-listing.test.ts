import { describe, expect, it } from "vitest";
import { KEPT_ANNOUNCEMENTS } from "@/lib/sources/announcements";
import { binanceArticles, reduceBinanceArticles } from "@/lib/sources/binance/announcements";
import { webAddress } from "@/lib/sources/fetcher/address";
import { okxAnnouncements, reduceOkxAnnouncements } from "@/lib/sources/okx/announcements";
import { krakenListings, reduceKrakenListings } from "@/lib/sources/kraken-listings";
import { reduceUpbit, upbitNotices } from "@/lib/sources/upbit";

const NOW = new Date("2026-10-07T14:00:00Z");
const failing = (failure: string) => expect.objectContaining({ failure });

describe("Binance's announcements", () => {
  const article = (over: object = {}) => ({
    id: 1,
    code: "a1b2c3d4e5f60718293a4b5c6d7e8f90",
    title: "Binance Will List Kite (KITE)",
    releaseDate: 1_791_360_000_000,
    ...over,
  });
  const of = (...articles: object[]) => ({
    code: "000000",
    data: { catalogs: [{ catalogId: 48, articles }] },
  });

  it("have title, page and time, newest first, whether in a catalog or beside it", () => {
    const older = article({ title: "Older", releaseDate: 1_791_350_000_000 });
    const { value } = reduceBinanceArticles(of(older, article()), NOW);
    expect(value).toEqual([
      {
        title: "Binance Will List Kite (KITE)",
        url: "https://www.binance.com/en/support/announcement/detail/a1b2c3d4e5f60718293a4b5c6d7e8f90",
        publishedAt: "2026-10-07T08:00:00.000Z",
      },
      expect.objectContaining({ title: "Older" }),
    ]);
    expect(reduceBinanceArticles({ data: { articles: [article()] } }, NOW).value).toHaveLength(1);
  });

  it.each([
    ["no data", { code: "000000", data: null }],
    ["no catalogs", { code: "000000", data: { catalogs: null } }],
    ["catalogs without articles", { code: "000000", data: { catalogs: [{ articles: [] }] } }],
    ["nothing", {}],
  ])("throttled as 200 with %s are suspect, not empty", (_, answer) => {
    expect(() => reduceBinanceArticles(answer, NOW)).toThrow(failing("suspect_empty"));
  });

  it("another shape is an error", () => {
    expect(() => reduceBinanceArticles([], NOW)).toThrow(failing("schema"));
    expect(() => reduceBinanceArticles(of({ headline: "renamed" }), NOW)).toThrow(failing("schema"));
  });

  it("a code that is none makes no link, a time that is none makes no announcement", () => {
    const odd = of(
      article({ code: "../../evil?x=" }),
      article({ releaseDate: 0 }),
      article({ releaseDate: 4e12 }),
    );
    expect(reduceBinanceArticles(odd, NOW).value).toMatchObject([{ url: null }]);
  });

  it("titles are plain text, and no more are kept than need be", () => {
    const title = "Binance Will List <b>Ki\u202ete</b> &amp; co (KITE)";
    const many = Array.from({ length: 60 }, () => article({ title }));
    const { value } = reduceBinanceArticles(of(...many), NOW);
    expect(value).toHaveLength(KEPT_ANNOUNCEMENTS);
    expect(value[0]?.title).toBe("Binance Will List Kite & co (KITE)");
  });

  it("listings and delistings are two lists of one address", () => {
    const addresses = (["listings", "delistings"] as const).map((list) =>
      webAddress(binanceArticles(list).address(NOW)).searchParams.get("catalogId"),
    );
    expect(addresses).toEqual(["48", "161"]);
  });
});

describe("OKX's announcements", () => {
  const detail = (over: object = {}) => ({
    annType: "announcements-new-listings",
    title: "OKX to list Kite (KITE) for spot trading",
    url: "https://www.okx.com/help/okx-to-list-kite",
    pTime: "1791360000000",
    businessPTime: "1791356400000",
    ...over,
  });
  const of = (...details: object[]) => ({ code: "0", msg: "", data: [{ details, totalPage: "12" }] });

  it("have times as strings; links lead to the exchange only", () => {
    const { value } = reduceOkxAnnouncements(
      of(detail(), detail({ url: "https://www.okx.com.evil.example/x" }), detail({ url: null })),
      NOW,
    );
    expect(value.map(({ url }) => url)).toEqual(["https://www.okx.com/help/okx-to-list-kite", null, null]);
    expect(value[0]?.publishedAt).toBe("2026-10-07T08:00:00.000Z");
  });

  it("refusals come with status 200, and a page without announcements is suspect", () => {
    expect(() => reduceOkxAnnouncements({ code: "50011", msg: "Too Many Requests", data: [] }, NOW)).toThrow(
      failing("rate_limited"),
    );
    expect(() => reduceOkxAnnouncements({ code: "51000", msg: "Parameter error", data: [] }, NOW)).toThrow(
      failing("schema"),
    );
    expect(() => reduceOkxAnnouncements(of(), NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceOkxAnnouncements(of(detail({ pTime: "yesterday" })), NOW)).toThrow(failing("schema"));
  });

  it("are asked for in English", () => {
    expect(okxAnnouncements("listings").headers).toEqual({ "accept-language": "en-US" });
  });
});

describe("Kraken's new coins", () => {
  // The item as its feed had it on 2026-10-09, shortened.
  const item = `<item><title>ZCHF is available for trading!</title><link>https://blog.kraken.com/product/asset-listings/zchf-is-available-for-trading</link><pubDate>Mon, 05 Oct 2026 15:53:48 +0000</pubDate><content:encoded><![CDATA[<h3>Frankencoin (ZCHF)</h3>]]></content:encoded></item>`;
  const of = (...items: string[]): string =>
    `<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel>${items.join("")}</channel></rss>`;

  it("have title, page and time", () => {
    expect(reduceKrakenListings(of(item), NOW)).toEqual({
      value: [
        {
          title: "ZCHF is available for trading!",
          url: "https://blog.kraken.com/product/asset-listings/zchf-is-available-for-trading",
          publishedAt: "2026-10-05T15:53:48.000Z",
        },
      ],
      asOf: null,
    });
    expect(webAddress(krakenListings.address(NOW)).href).toBe(
      "https://blog.kraken.com/category/product/asset-listings/feed",
    );
  });

  it("that are none are suspect, and a page in the feed's place is no feed", () => {
    expect(() => reduceKrakenListings(of(), NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceKrakenListings("<html><body>Just a moment</body></html>", NOW)).toThrow(
      failing("schema"),
    );
  });
});

describe("Upbit's notices", () => {
  const of = (...notices: object[]) => ({ success: true, data: { notices, fixed_notices: [] } });
  const notice = {
    id: 5_321,
    uuid: "330345227",
    title: "카이트(KITE) 신규 거래지원 안내",
    first_listed_at: "2026-10-07T17:00:00+09:00",
  };

  it("are dated in Korea's time", () => {
    expect(reduceUpbit(of(notice), NOW).value).toEqual([
      {
        title: "카이트(KITE) 신규 거래지원 안내",
        url: "https://upbit.com/service_center/notice?id=330345227",
        publishedAt: "2026-10-07T08:00:00.000Z",
      },
    ]);
  });

  it("an empty list is suspect, one without dates is another shape", () => {
    expect(() => reduceUpbit(of(), NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceUpbit({ success: false }, NOW)).toThrow(failing("suspect_empty"));
    expect(() => reduceUpbit(of({ id: 1, title: "x" }), NOW)).toThrow(failing("schema"));
  });

  it("are linked by their uuid, and by nothing else: their id leads elsewhere", () => {
    for (const uuid of [undefined, null, "../6642", ""])
      expect(reduceUpbit(of({ ...notice, uuid }), NOW).value[0]?.url).toBeNull();
    expect(reduceUpbit(of({ ...notice, uuid: 330_345_227 }), NOW).value[0]?.url).toMatch(/id=330345227$/);
  });

  it("are asked for in Korean, whose titles say more", () => {
    expect(upbitNotices.headers).toEqual({ "accept-language": "ko-KR" });
  });

  it("are asked for as the website does", () => {
    expect(webAddress(upbitNotices.address(NOW)).href).toBe(
      "https://pub-info.upbit.com/api/v1/announcements?os=web&page=1&per_page=20&category=trade",
    );
  });
});
