import { json } from "../http/answer";
import { type Notice, notices } from "../market/listings";
import type { World } from "../world";
import { numberFrom, type Provider } from "./provider";

const CATALOGS: Readonly<Record<string, { name: string; holds: (notice: Notice) => boolean }>> = {
  48: { name: "New Cryptocurrency Listing", holds: ({ kind }) => kind !== "delist" },
  161: { name: "Delisting", holds: ({ kind }) => kind === "delist" },
};

/**
 * The forms of real titles: "Introducing Babylon (BABY) on Binance HODLer Airdrops! Earn BABY With Retroactive BNB Simple
 * Earn Subscriptions" and "Binance Will List … with Seed Tag Applied" (kept by public listing monitors, 2025 and 2026).
 */
function titleOf({ kind, tokens, day, title, number }: Notice): string {
  if (title !== undefined) return title;
  const named = tokens.map(({ name, ticker }) => `${name} (${ticker})`).join(" and ");
  const [first] = tokens;
  if (kind === "list" && tokens.length === 1 && number % 4 === 0)
    return `Introducing ${named} on Binance HODLer Airdrops! Earn ${first?.ticker ?? ""} With Retroactive BNB Simple Earn Subscriptions`;
  if (kind === "list") return `Binance Will List ${named} with Seed Tag Applied`;
  if (kind === "delist")
    return `Binance Will Delist ${tokens.map(({ ticker }) => ticker).join(", ")} on ${day}`;
  return `Binance Futures Will Launch USDⓈ-Margined ${first?.ticker ?? ""}USDT Perpetual Contract (${day})`;
}

/** Asked too often, it has no data and says that all is well: for a minute in every hour, here. */
const throttles = ({ now }: World): boolean => new Date(now()).getUTCMinutes() === 59;

/** The lists that Binance's website reads. */
export const binanceAnnouncements: Provider = {
  hosts: ["www.binance.com"],
  answer({ path, search }, world) {
    if (path !== "/bapi/composite/v1/public/cms/article/list/query") return undefined;
    const id = search.get("catalogId") ?? "";
    const catalog = Object.hasOwn(CATALOGS, id) ? CATALOGS[id] : undefined;
    const success = { code: "000000", message: null, messageDetail: null, success: true };
    if (catalog === undefined || throttles(world)) return json({ ...success, data: null });
    const size = numberFrom(search, "pageSize", 10);
    const all = notices(world, "Binance", 60).filter((notice) => catalog.holds(notice));
    const articles = all.slice(0, size).map((notice) => ({
      id: 200_000 + (notice.number % 100_000),
      code: world.random.hex(32, "Binance code", notice.number),
      title: titleOf(notice),
      type: 1,
      releaseDate: notice.publishedAt,
    }));
    return json({
      ...success,
      data: {
        catalogs: [
          {
            catalogId: Number(id),
            parentCatalogId: null,
            icon: "",
            catalogName: catalog.name,
            catalogType: 1,
            total: all.length,
            articles,
            catalogs: [],
          },
        ],
      },
    });
  },
};
