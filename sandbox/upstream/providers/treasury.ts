import { text } from "../http/answer";
import { civil, type Day, DAY, easternDay, easternTime, isBondDay, isoDate } from "../market/calendar";
import { CURVE_PUBLISHED_HOUR, TENORS, yieldPct } from "../market/curve";
import type { World } from "../world";
import type { Provider } from "./provider";

const RATES = "/resource-center/data-chart-center/interest-rates";
const FIRST_YEAR = 2006;

interface Period {
  from: Day;
  /** First day after it. */
  to: Day;
}

/** "2026" or "202610". */
function periodOf(value: string | null | undefined): Period | undefined {
  const [, years, months] = /^(\d{4})(\d{2})?$/.exec(value ?? "") ?? [];
  const year = Number(years);
  if (!years || year < FIRST_YEAR) return undefined;
  if (!months) return { from: civil(year, 1, 1), to: civil(year + 1, 1, 1) };
  return { from: civil(year, Number(months), 1), to: civil(year, Number(months) + 1, 1) };
}

/** The days of a period whose curve is out, oldest first: early in January a year has none. */
function published({ now }: World, period: Period | undefined): Day[] {
  const days: Day[] = [];
  if (!period) return days;
  const today = easternDay(now());
  for (let day = period.from; day < period.to && day <= today; day += DAY)
    if (isBondDay(day) && easternTime(day, CURVE_PUBLISHED_HOUR) <= now()) days.push(day);
  return days;
}

/** MM/DD/YYYY, newest first. A maturity that did not exist yet on a day is blank; a file without days is empty. */
function csv(world: World, period: Period | undefined): string {
  const days = published(world, period).reverse();
  const columns = TENORS.filter(({ since }) => days[0] !== undefined && since <= days[0]);
  if (!columns.length) return "";
  const rows = days.map((day) => {
    const [year, month, date] = isoDate(day).split("-");
    const cells = columns.map(({ years, since }) =>
      since <= day ? yieldPct(world.random, years, day).toFixed(2) : "",
    );
    return [`${month}/${date}/${year}`, ...cells].join(",");
  });
  return `Date,${columns.map(({ csv: name }) => `"${name}"`).join(",")}\n${rows.join("\n")}\n`;
}

/** Atom, oldest first, numbers in `m:properties`. */
function xml(world: World, period: Period | undefined): string {
  const base = "https://home.treasury.gov/resource-center/data-chart-center/interest-rates/pages/xml";
  const updated = new Date(world.now()).toISOString().replace(/\.\d+Z/, "Z");
  const entries = published(world, period).map((day) => {
    const id = Math.round((day - civil(1990, 1, 2)) / DAY / 1.45);
    const rates = TENORS.map(({ xml: name, years, since }) =>
      since <= day
        ? `<d:${name} m:type="Edm.Double">${yieldPct(world.random, years, day).toFixed(2)}</d:${name}>`
        : `<d:${name} m:type="Edm.Double" m:null="true" />`,
    );
    const longest = yieldPct(world.random, 30, day).toFixed(2);
    return `<entry>
<id>${base}?id=${id}</id>
<title type="text"></title>
<updated>${updated}</updated>
<author>
<name />
</author>
<link rel="edit" title="DailyTreasuryYieldCurveRateDatum" href="DailyTreasuryYieldCurveRateData(${id})" />
<category term="TreasuryDataWarehouseModel.DailyTreasuryYieldCurveRateDatum" scheme="http://schemas.microsoft.com/ado/2007/08/dataservices/scheme" />
<content type="application/xml">
<m:properties>
<d:Id m:type="Edm.Int32">${id}</d:Id>
<d:NEW_DATE m:type="Edm.DateTime">${isoDate(day)}T00:00:00</d:NEW_DATE>
${rates.join("\n")}
<d:BC_30YEARDISPLAY m:type="Edm.Double">${longest}</d:BC_30YEARDISPLAY>
</m:properties>
</content>
</entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8" standalone="yes" ?>
<feed xml:base="${base}" xmlns:d="http://schemas.microsoft.com/ado/2007/08/dataservices" xmlns:m="http://schemas.microsoft.com/ado/2007/08/dataservices/metadata" xmlns="http://www.w3.org/2005/Atom">
<title type="text">DailyTreasuryYieldCurveRateData</title>
<id>${base}</id>
<updated>${updated}</updated>
<link rel="self" title="DailyTreasuryYieldCurveRateData" href="DailyTreasuryYieldCurveRateData" />
${entries.join("\n")}
</feed>
`;
}

/** The Treasury's daily par yields as CSV (a year or a month) and XML. Unknown data sets are empty, not errors. */
export const treasury: Provider = {
  hosts: ["home.treasury.gov"],
  answer({ path, search }, world) {
    const known = (name: string) => search.get(name) === "daily_treasury_yield_curve";
    if (path === `${RATES}/pages/xml`) {
      const period = search.get("field_tdr_date_value_month") ?? search.get("field_tdr_date_value");
      return text("application/xml; charset=utf-8", xml(world, known("data") ? periodOf(period) : undefined));
    }
    const [, year, month] =
      new RegExp(`^${RATES}/daily-treasury-rates\\.csv/(?:(\\d{4})/all|all/(\\d{6}))$`).exec(path) ?? [];
    if (!year && !month) return undefined;
    return text("text/csv; charset=UTF-8", csv(world, known("type") ? periodOf(year ?? month) : undefined));
  },
};
