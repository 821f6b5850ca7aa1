import { DAY, type Day, lastWeekday, nthWeekday } from "./calendar";

const WEDNESDAY = 3;

export interface Meeting {
  first: Day;
  /** The day of the statement (2:00 p.m. New York) and the press conference (2:30 p.m.). */
  last: Day;
  /** When its minutes come out, three weeks later. */
  minutes: Day;
  /** The Beige Book, two weeks before. */
  beigeBook: Day;
}

/** A year's eight meetings, by the weeks that the Committee has kept to: 2026's are exactly these. */
export function fomcMeetings(year: number): Meeting[] {
  const wednesdays = [
    lastWeekday(year, 1, WEDNESDAY),
    nthWeekday(year, 3, WEDNESDAY, 3),
    lastWeekday(year, 4, WEDNESDAY),
    nthWeekday(year, 6, WEDNESDAY, 3),
    lastWeekday(year, 7, WEDNESDAY),
    nthWeekday(year, 9, WEDNESDAY, 3),
    lastWeekday(year, 10, WEDNESDAY),
    nthWeekday(year, 12, WEDNESDAY, 2),
  ];
  return wednesdays.map((last) => ({
    first: last - DAY,
    last,
    minutes: last + 21 * DAY,
    beigeBook: last - 14 * DAY,
  }));
}
