import { json } from "../http/answer";
import { type Notice, notices } from "../market/listings";
import type { Provider } from "./provider";

const LISTS: Readonly<Record<string, (notice: Notice) => boolean>> = {
  "announcements-new-listings": ({ kind }) => kind !== "delist",
  "announcements-delistings": ({ kind }) => kind === "delist",
};

/**
 * The forms of real titles, as public clients keep them in their fixtures of 2025 and 2026: "OKX to list USD1 (World
 * Liberty Financial USD) for spot trading" (a client library's example of this very address), "OKX to list ROBO in EEA",
 * "OKX will launch AI/USD and AI/EUR for spot trading", "OKX to list perpetual futures for COHR equity".
 */
function titleOf({ kind, tokens, title, number }: Notice): string {
  if (title !== undefined) return title;
  const tickers = tokens.map(({ ticker }) => ticker);
  const [first = ""] = tickers;
  if (kind === "list")
    return [
      `OKX to list ${tokens.map(({ name, ticker }) => `${ticker} (${name})`).join(", ")} for spot trading`,
      `OKX to list ${tokens.map(({ name, ticker }) => `${name} (${ticker})`).join(", ")} for spot trading`,
      `OKX to list ${tickers.join(", ")} in EEA`,
      `OKX will launch ${tickers.map((ticker) => `${ticker}/USD and ${ticker}/EUR`).join(" and ")} for spot trading`,
    ][number % 4]!;
  if (kind === "delist")
    return number % 2 === 0
      ? `OKX to delist ${tickers.join(", ")} spot trading pairs`
      : `OKX to delist ${tickers.map((ticker) => `${ticker}/USDT`).join(", ")} spot pair`;
  return `OKX to list perpetual futures for ${first} crypto`;
}

/** OKX's announcements, 20 a page: milliseconds as strings, refusals with status 200. */
export const okxAnnouncements: Provider = {
  hosts: ["www.okx.com"],
  answer({ path, search }, world) {
    if (path !== "/api/v5/support/announcements") return undefined;
    const annType = search.get("annType") ?? "";
    const holds = Object.hasOwn(LISTS, annType) ? LISTS[annType] : undefined;
    if (holds === undefined) return json({ code: "51000", msg: "Parameter annType error", data: [] });
    const all = notices(world, "OKX", 60).filter(holds);
    const details = all.slice(0, 20).map((notice) => ({
      annType,
      businessPTime: String(Math.floor(notice.publishedAt / 3_600_000) * 3_600_000),
      pTime: String(notice.publishedAt),
      title: titleOf(notice),
      url: `https://www.okx.com/help/announcement-${notice.number}`,
    }));
    return json({ code: "0", data: [{ details, totalPage: String(Math.ceil(all.length / 20)) }], msg: "" });
  },
};
