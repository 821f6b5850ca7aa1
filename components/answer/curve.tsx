import { nameInWords } from "./words";

const WIDTH = 560;
const HEIGHT = 160;
const MARGIN = { x: 34, y: 18 };

interface Point {
  label: string;
  value: number;
}

/** Whether a member is a maturity, such as `m3`, `m1_5` or `y10`. */
export const isMaturity = (name: string): boolean => /^[my]\d+(_\d+)?$/.test(name);

/** The points of a curve over maturities, where members are one; else null. */
export function curveOf(members: Readonly<Record<string, unknown>>): Point[] | null {
  const points = Object.entries(members).flatMap(([name, value]) =>
    isMaturity(name) && typeof value === "number" ? [{ label: name, value }] : [],
  );
  return points.length >= 5 ? points : null;
}

/** `m1_5` → "1.5 m", `y10` → "10 y". */
export const maturityInWords = (name: string): string =>
  `${name.slice(1).replace("_", ".")} ${name.startsWith("y") ? "y" : "m"}`;

/** A line over equally spaced maturities, as yield curves are read. The figures below it say the same. */
export function Curve({ name, points }: { name: string; points: readonly Point[] }) {
  const values = points.map(({ value }) => value);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const span = high - low || 1;
  const x = (at: number): number => MARGIN.x + (at * (WIDTH - 2 * MARGIN.x)) / Math.max(1, points.length - 1);
  const y = (value: number): number => MARGIN.y + ((high - value) * (HEIGHT - 3 * MARGIN.y)) / span;
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${nameInWords(name)} from ${first.value} at ${maturityInWords(first.label)} to ${last.value} at ${maturityInWords(last.label)}; lowest ${low}, highest ${high}`}
      className="mb-3 w-full max-w-xl"
    >
      {[high, low].map((value) => (
        <g key={value}>
          <line x1={MARGIN.x} x2={WIDTH - MARGIN.x} y1={y(value)} y2={y(value)} className="stroke-rule" />
          <text x={MARGIN.x - 6} y={y(value) + 4} textAnchor="end" className="figures fill-muted text-[11px]">
            {value.toFixed(2)}
          </text>
        </g>
      ))}
      <polyline
        points={points.map(({ value }, at) => `${x(at)},${y(value)}`).join(" ")}
        fill="none"
        strokeWidth="2"
        className="stroke-accent"
      />
      {points.map(({ label, value }, at) => (
        <g key={label}>
          <circle cx={x(at)} cy={y(value)} r="3" className="fill-accent" />
          <text x={x(at)} y={HEIGHT - 6} textAnchor="middle" className="figures fill-muted text-[11px]">
            {maturityInWords(label).replace(" ", "")}
          </text>
        </g>
      ))}
    </svg>
  );
}
