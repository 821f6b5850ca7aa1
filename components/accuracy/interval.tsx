const WIDTH = 200;

interface IntervalProps {
  low: number;
  high: number;
  rate: number;
  base: number | null;
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A rate with its 95 % interval as a bar from 0 to 100 %, and the base rate as a mark on it. The row's figures say the same. */
export function Interval({ low, high, rate, base }: IntervalProps) {
  const at = (share: number): number => share * WIDTH;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} 24`}
      role="img"
      aria-label={`Hit rate ${percent(rate)}, between ${percent(low)} and ${percent(high)}${base === null ? "" : `; by chance ${percent(base)}`}`}
      className="h-6 w-48 max-w-full"
    >
      <rect y="11" width={WIDTH} height="2" className="fill-rule" />
      <rect x={at(low)} y="8" width={at(high - low)} height="8" rx="2" className="fill-edge" />
      <rect x={at(rate) - 1.5} y="4" width="3" height="16" rx="1" className="fill-ink" />
      {base !== null && <rect x={at(base) - 1.5} y="0" width="3" height="24" rx="1" className="fill-coin" />}
    </svg>
  );
}
