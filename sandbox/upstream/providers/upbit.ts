import { json } from "../http/answer";
import { HOUR } from "../market/calendar";
import { type Notice, notices } from "../market/listings";
import { numberFrom, type Provider } from "./provider";

/**
 * The forms of real titles: "뉴메레르(NMR) KRW, USDT 마켓 디지털 자산 추가" (captured from the exchange's API on 2026-10-06, by a
 * public listing monitor), "오덜리(ORDER) KRW 마켓 디지털 자산 추가" (notice 5681), and the older "신규 거래지원 안내".
 */
function korean({ kind, tokens, number }: Notice): string {
  const named = tokens.map(({ name, ticker }) => `${name}(${ticker})`).join(", ");
  if (kind === "delist") return `${named} 거래지원 종료 안내 (11/20 15:00)`;
  if (kind === "list")
    return number % 2 === 0
      ? `${named} KRW, USDT 마켓 디지털 자산 추가`
      : `${named} 신규 거래지원 안내 (KRW, BTC, USDT 마켓)`;
  return number % 2 === 0
    ? `${named} KRW 마켓 디지털 자산 추가 (거래지원 개시 시점 연기)`
    : `${named} 거래 유의 종목 지정 안내`;
}

/** What whoever does not ask for Korean gets. */
function english({ kind, tokens }: Notice): string {
  const named = tokens.map(({ name, ticker }) => `${name}(${ticker})`).join(", ");
  if (kind === "delist") return `Notice of Termination of Trading Support for ${named}`;
  return kind === "list" ? `Market Support for ${named} (KRW, USDT Market)` : `${named} under caution`;
}

/** Korea's time, nine hours ahead, as it writes it. */
const koreanTime = (at: number): string => new Date(at + 9 * HOUR).toISOString().replace(/\.\d+Z$/, "+09:00");

/** Upbit's notices. */
export const upbit: Provider = {
  hosts: ["pub-info.upbit.com"],
  answer({ path, search, headers }, world) {
    if (path !== "/api/v1/announcements") return undefined;
    const titleOf = headers["accept-language"]?.startsWith("ko") === true ? korean : english;
    const size = numberFrom(search, "per_page", 20);
    const rows = notices(world, "Upbit", size).map((notice) => ({
      listed_at: koreanTime(notice.publishedAt),
      first_listed_at: koreanTime(notice.publishedAt),
      id: notice.number % 100_000,
      uuid: String(330_000_000 + (notice.number % 1_000_000)),
      title: notice.title ?? titleOf(notice),
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
