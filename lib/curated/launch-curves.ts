import { curated } from "./curated";

/** Launchpads' curves, by what RugCheck calls such a market: their LP can't be locked. */
export const launchCurves = curated({
  owner: "token desks",
  source: "market types of RugCheck's reports, 2026",
  reviewed: "2026-11-22",
  nextReview: "2027-02-22",
  items: /^(pump_fun|pumpfun|.*launchlab.*|.*launchpad.*|.*dbc.*|.*curve.*|moonshot)$/i,
});
