import { json } from "../http/answer";
import { type Notice, notices } from "../market/listings";
import type { Provider } from "./provider";

const LISTS: Readonly<Record<string, (notice: Notice) => boolean>> = {
  "announcements-new-listings": ({ kind }) => kind !== "delist",
  "announcements-delistings": ({ kind }) => kind === "delist",
};

function titleOf({ kind, tokens, title }: Notice): string {
  if (title !== undefined) return title;
  const named = tokens.map(({ name, ticker }) => `${name} (${ticker})`).join(", ");
  if (kind === "list") return `OKX to list ${named} for spot trading`;
  if (kind === "delist")
    return `OKX to delist ${tokens.map(({ ticker }) => ticker).join(", ")} spot trading pairs`;
  return `OKX to list perpetual futures for ${named}`;
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
