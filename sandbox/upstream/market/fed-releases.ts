import type { World } from "../world";
import { DAY, type Day, easternDay, easternTime, isoDate, isWeekday, yearOf } from "./calendar";
import { fomcMeetings } from "./fomc";

export interface Release {
  title: string;
  link: string;
  category: string;
  at: number;
}

const PRESS = "https://www.federalreserve.gov/newsevents/pressreleases";

const KINDS = [
  [
    "enforcement",
    "Enforcement Actions",
    "Federal Reserve Board issues enforcement action with former employee of",
  ],
  ["orders", "Orders on Banking Applications", "Federal Reserve Board announces approval of application by"],
  [
    "bcreg",
    "Banking and Consumer Regulatory Policy",
    "Federal Reserve Board requests public comment on a proposal about supervised issuers such as",
  ],
] as const;
const BANKS = [
  "Alder & Sons Bancorp",
  "First Prairie Bank",
  "Harborline Trust",
  "Cobalt Savings Bank",
] as const;

const release = (kind: string, category: string, title: string, day: Day, hours: number): Release => ({
  title,
  link: `${PRESS}/${kind}${isoDate(day).replaceAll("-", "")}a.htm`,
  category,
  at: easternTime(day, hours),
});

const monthAndDay = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric", timeZone: "UTC" });
/** "October 27". */
const inWords = (day: Day): string => monthAndDay.format(day);

function monetary(year: number): Release[] {
  return fomcMeetings(year).flatMap(({ first, last, minutes }) => [
    release("monetary", "Monetary Policy", "Federal Reserve issues FOMC statement", last, 14),
    release(
      "monetary",
      "Monetary Policy",
      `Minutes of the Federal Open Market Committee, ${inWords(first)}–${inWords(last)}, ${year}`,
      minutes,
      14,
    ),
  ]);
}

const DAYS_BACK = 400;

/** The Board's press releases up to now, newest first. */
export function fedReleases({ random, now }: World): Release[] {
  const today = easternDay(now());
  const others = Array.from({ length: DAYS_BACK }, (_, i) => today - i * DAY)
    .filter((day) => isWeekday(day) && random.unit("release", day / DAY) < 0.35)
    .map((day) => {
      const [kind, category, start] = random.pick(KINDS, "kind of release", day / DAY);
      const title = `${start} ${random.pick(BANKS, "bank", day / DAY)}`;
      return release(kind, category, title, day, random.integer(20, 33, "release hour", day / DAY) / 2);
    });
  const year = yearOf(today);
  return [...others, ...monetary(year - 1), ...monetary(year)]
    .filter(({ at }) => at <= now())
    .sort((a, b) => b.at - a.at);
}
