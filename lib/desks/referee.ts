import { limits } from "@/lib/curated/plausibility";
import type { Doubt } from "@/lib/sources/doubt";
import type { Quote } from "@/lib/sources/quote";
import type { Reading } from "@/lib/sources/source";

/**
 * What sources that give the same thing make of each other: those that agree are believed, and the odd one becomes a failed reading,
 * so that no part of an answer rests on it. Nothing here prefers the source that stands first.
 */

/** A reading that is not believed, as one without a value. */
export const disbelieved = <Value>(reading: Reading<Value>, why: string): Reading<Value> => ({
  ...reading,
  ...{ status: "implausible", value: null, asOf: null, ageSec: null, fetchedAt: null, doubts: [] },
  detail: why,
});

const isJump = ({ rule, settled }: Doubt): boolean => rule === "continuity" && settled === undefined;

/** Whether a figure moved farther since the last reading than it may without another source's word. */
export const hasJumped = ({ doubts }: Reading<unknown>): boolean => doubts.some(isJump);

/** The reading whose move another provider confirms: the move is said, and costs nothing. */
export const confirmed = <Value>(reading: Reading<Value>, by: string): Reading<Value> => ({
  ...reading,
  doubts: reading.doubts.map((one) =>
    isJump(one) ? { ...one, settled: "second", want: `${one.want}, confirmed by ${by}` } : one,
  ),
});

/** A jump that no other source can confirm is not believed. */
export const unlessJumped = <Value>(reading: Reading<Value>, subject: string): Reading<Value> => {
  const jump = reading.doubts.find(isJump);
  return jump === undefined
    ? reading
    : disbelieved(reading, `gave ${jump.got} for ${subject}: ${jump.want}; not believed`);
};

interface Told {
  reading: Reading<Quote>;
  price: number;
  at: number;
}

type Word = "agrees" | "contradicts" | "silent";

/** What one price says of another: only prices of one moment say anything. */
function wordOf(a: Told, b: Told): Word {
  const { apart, wild, momentMs } = limits.agree.coin;
  if (Math.abs(a.at - b.at) > momentMs) return "silent";
  const most = hasJumped(a.reading) || hasJumped(b.reading) ? wild : apart;
  return Math.abs(a.price / b.price - 1) <= most ? "agrees" : "contradicts";
}

/** Whether two prices of one moment agree, so that nobody else needs to be asked. */
export const isAgreed = (asked: readonly Reading<Quote>[]): boolean => {
  const told = toldBy(asked);
  return told.some((one, i) => told.slice(i + 1).some((other) => wordOf(one, other) === "agrees"));
};

/** The price that two readings of one moment agree on, the first in order of preference; null when no two do. */
export const agreedPrice = (asked: readonly Reading<Quote>[]): number | null =>
  toldBy(asked).find((one, _, told) => told.some((other) => other !== one && wordOf(one, other) === "agrees"))
    ?.price ?? null;

const toldBy = (asked: readonly Reading<Quote>[]): Told[] =>
  asked.flatMap((reading) =>
    reading.value === null || reading.asOf === null
      ? []
      : [{ reading, price: reading.value.price, at: Date.parse(reading.asOf) }],
  );

/**
 * Prices of one coin, in order of preference, with the odd ones out disbelieved. Those that agree are believed, even after a jump;
 * where two contradict each other and no third agrees with either, none is; one that stands alone is believed unless it jumped.
 */
export function refereed(coin: string, asked: readonly Reading<Quote>[]): Reading<Quote>[] {
  const told = toldBy(asked);
  const friends = told.map((one) => told.filter((other) => other === one || wordOf(one, other) === "agrees"));
  const most = Math.max(0, ...friends.map(({ length }) => length));
  const camp = most < 2 ? undefined : friends.find(({ length }) => length === most);
  const divided = friends.some((own) => own.length === most && !own.some((one) => camp?.includes(one)));
  const contradicted = told.some((one) => told.some((other) => wordOf(one, other) === "contradicts"));
  return asked.map((reading) => {
    const one = told.find((other) => other.reading === reading);
    if (one === undefined) return reading;
    if (camp?.includes(one) && !divided)
      return confirmed(reading, namesOf(camp.filter((other) => other !== one)));
    const against = told.filter((other) => other !== one && wordOf(one, other) === "contradicts");
    if (against.length > 0)
      return disbelieved(
        reading,
        `gave ${one.price} for ${coin}: ${against.map((other) => `${other.reading.provider} gave ${other.price}`).join(", ")}; not believed`,
      );
    return contradicted && camp === undefined
      ? disbelieved(reading, `gave ${one.price} for ${coin}: nobody confirms it; not believed`)
      : unlessJumped(reading, coin);
  });
}

const namesOf = (told: readonly Told[]): string => told.map(({ reading }) => reading.provider).join(" and ");

/**
 * An index's live price beside the daily closes of another source: closes of one date that differ contradict both, and then neither
 * is believed; where they agree, a large move of the live price rests on a confirmed base, and is believed.
 */
export function refereedIndex(
  name: string,
  live: Reading<Quote>,
  closes: Reading<Quote>,
): readonly [Reading<Quote>, Reading<Quote>] {
  const own = new Map(live.value?.closes ?? []);
  const shared = (closes.value?.closes ?? []).flatMap(([date, close]) => {
    const said = own.get(date);
    return said === undefined ? [] : [{ date, close, said }];
  });
  const apart = shared.find(({ close, said }) => Math.abs(said / close - 1) > limits.agree.close.apart);
  if (apart !== undefined) {
    const why = (got: number, other: string, theirs: number): string =>
      `gave ${got} for ${name} on ${apart.date}: ${other} gave ${theirs}; not believed`;
    return [
      disbelieved(live, why(apart.said, closes.provider, apart.close)),
      disbelieved(closes, why(apart.close, live.provider, apart.said)),
    ];
  }
  return shared.length > 0
    ? [confirmed(live, `the closes of ${closes.provider}`), closes]
    : [unlessJumped(live, name), closes];
}
