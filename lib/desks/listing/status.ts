import type { Announced } from "./gather";
import { isTradedBy, type MarketInputs } from "./market";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Exchanges open trading within a day of their announcement; titles don't say when. */
const ANNOUNCED_HOURS = 24;

/** Whether what was announced of a ticker is ahead, happening or over. Docs: docs/method.md, "Listing". */
export function statusOf(
  ticker: string,
  { parsed: { action, day }, venue, publishedAt }: Announced,
  market: Pick<MarketInputs, "spot">,
  now: Date,
): "announced" | "live" | "ended" {
  if (action === "list") {
    const ageMs = now.getTime() - Date.parse(publishedAt);
    return ageMs < ANNOUNCED_HOURS * HOUR_MS ? "announced" : "live";
  }
  // Titles name a day, not an hour, and some not even that: then the exchange's own list says whether it is over.
  const sinceDayMs = day === null ? 0 : now.getTime() - Date.parse(day);
  if (sinceDayMs < 0) return "announced";
  return sinceDayMs >= DAY_MS || isTradedBy(venue, ticker, market) === false ? "ended" : "announced";
}
