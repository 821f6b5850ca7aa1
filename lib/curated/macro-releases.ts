import { curated } from "./curated";

/**
 * US releases that move markets as a whole: as the week's calendar titles them, and the series of FRED that has the figure
 * once it is out (`monthly` and `yearly`: change in percent; `added`: change in thousands; `level`: percent).
 */
export const macroReleases = curated({
  owner: "raw desks",
  source: "titles of nfs.faireconomy.media, 2026-06 to 2026-11; series of fred.stlouisfed.org",
  reviewed: "2026-11-22",
  nextReview: "2027-05-22",
  items: [
    { title: "CPI m/m", series: "CPIAUCSL", form: "monthly" },
    { title: "CPI y/y", series: "CPIAUCNS", form: "yearly" },
    { title: "Core CPI m/m", series: "CPILFESL", form: "monthly" },
    { title: "Core CPI y/y", series: "CPILFENS", form: "yearly" },
    { title: "PCE Price Index m/m", series: "PCEPI", form: "monthly" },
    { title: "Core PCE Price Index m/m", series: "PCEPILFE", form: "monthly" },
    { title: "Core PCE Price Index y/y", series: "PCEPILFE", form: "yearly" },
    { title: "Non-Farm Employment Change", series: "PAYEMS", form: "added" },
    { title: "Unemployment Rate", series: "UNRATE", form: "level" },
  ] as const,
});
