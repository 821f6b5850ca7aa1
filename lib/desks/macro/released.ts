import { macroReleases } from "@/lib/curated/macro-releases";
import type { FredMonths } from "@/lib/sources/fred-releases";

type Release = (typeof macroReleases.items)[number];

const byTitle: ReadonlyMap<string, Release> = new Map(macroReleases.items.map((one) => [one.title, one]));

/** Releases are of the month before the one in which they come out. */
function monthBefore(month: string, back = 1): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 - back, 1)).toISOString().slice(0, 7);
}

/**
 * What came out at `at`, as the calendar writes such figures ("0.3%", "147K"), by FRED's present figures, revisions
 * included; null while FRED has none for that month.
 */
export function actualOf(title: string, at: string, figures: FredMonths | null): string | null {
  const release = byTitle.get(title);
  if (release === undefined || figures === null) return null;
  const months = new Map(figures[release.series] ?? []);
  const month = monthBefore(at.slice(0, 7));
  const value = months.get(month);
  const before = months.get(monthBefore(month, release.form === "yearly" ? 12 : 1));
  if (value === undefined) return null;
  if (release.form === "level") return `${value.toFixed(1)}%`;
  if (before === undefined || before === 0) return null;
  return release.form === "added" ? `${Math.round(value - before)}K` : `${percent(value, before)}%`;
}

/** To one decimal, never "-0.0". */
const percent = (value: number, before: number): string => {
  const text = (100 * (value / before - 1)).toFixed(1);
  return text === "-0.0" ? "0.0" : text;
};
