const UNITS = [
  { ms: 3_600_000, one: "hour" },
  { ms: 60_000, one: "minute" },
  { ms: 1_000, one: "second" },
] as const;

/** `10 minutes` of 600,000: in the largest unit that divides it; the rest in seconds, which may be 0. */
export function durationInWords(ms: number): string {
  const unit = UNITS.find((each) => ms >= each.ms && ms % each.ms === 0) ?? UNITS[2];
  const count = ms / unit.ms;
  return `${count} ${unit.one}${count === 1 ? "" : "s"}`;
}
