import { json } from "../http/answer";
import { HOUR } from "../market/calendar";
import { type Notice, notices } from "../market/listings";
import { numberFrom, type Provider } from "./provider";

function titleOf({ kind, tokens, title }: Notice): string {
  if (title !== undefined) return title;
  const named = tokens.map(({ name, ticker }) => `${name}(${ticker})`).join(", ");
  if (kind === "list") return `${named} 신규 거래지원 안내 (KRW, BTC, USDT 마켓)`;
  if (kind === "delist") return `${named} 거래지원 종료 안내`;
  return `${named} 거래 유의 종목 지정 안내`;
}

/** Korea's time, nine hours ahead, as it writes it. */
const korean = (at: number): string => new Date(at + 9 * HOUR).toISOString().replace(/\.\d+Z$/, "+09:00");

/** Upbit's notices. */
export const upbit: Provider = {
  hosts: ["api-manager.upbit.com"],
  answer({ path, search }, world) {
    if (path !== "/api/v1/announcements") return undefined;
    const size = numberFrom(search, "per_page", 20);
    const rows = notices(world, "Upbit", size).map((notice) => ({
      listed_at: korean(notice.publishedAt),
      first_listed_at: korean(notice.publishedAt),
      id: notice.number % 100_000,
      title: titleOf(notice),
      category: "거래",
      need_new_badge: false,
      need_update_badge: false,
    }));
    return json({
      success: true,
      data: { total_pages: 40, total_count: 800, notices: rows, fixed_notices: [] },
    });
  },
};
