/** Figures in a text, compared as people write them: $1,234.50, 1234.5, −2 %, 1.2B. */

const NUMBER = /[+−-]?\$?\d[\d,]*(?:\.\d+)?(?: ?(?:%|bps|[KMBT](?![\p{L}])))?/gu;
const SCALE: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

interface Figure {
  text: string;
  at: number;
  value: number;
  /** Decimals that are written. */
  digits: number;
  scale: number;
}

function figuresIn(text: string): Figure[] {
  return [...text.matchAll(NUMBER)].map((match) => {
    const [said] = match;
    const unit = said.replace(/^.*?([KMBT])?$/u, "$1");
    const bare = said.replace(/[^\d.]/g, "");
    const scale = SCALE[unit] ?? 1;
    return {
      text: said,
      at: match.index,
      value: Number(bare) * scale,
      digits: bare.split(".")[1]?.length ?? 0,
      scale,
    };
  });
}

/** What figures the facts hold; a figure that rounds one of them to its own decimals is that one. */
export interface Known {
  holds(value: number, digits: number, scale: number): boolean;
}

export function knownIn(facts: readonly string[]): Known {
  const values = [...new Set(facts.flatMap((fact) => figuresIn(fact).map(({ value }) => value)))];
  return {
    holds: (value, digits, scale) =>
      values.some(
        (one) =>
          one === value ||
          (Math.abs(one - value) <= (0.5 * scale) / 10 ** digits + 1e-9 * Math.abs(one) &&
            isRounding(one, value, digits, scale)),
      ),
  };
}

/** 68,442.98 may be said as 68,443, and not as 68,000: a rounding keeps all but the last written place. */
const isRounding = (one: number, said: number, digits: number, scale: number): boolean =>
  Number((one / scale).toFixed(digits)) === Number((said / scale).toFixed(digits));

export const UNVERIFIED = " (unverified)";

/** The text with every figure marked that no fact holds, and how many there are of either kind. */
export function markUnverified(
  text: string,
  known: Known,
): { text: string; verified: number; unverified: number } {
  let [verified, unverified, end, marked] = [0, 0, 0, ""];
  for (const { text: said, at, value, digits, scale } of figuresIn(text)) {
    const stands = known.holds(value, digits, scale);
    if (stands) verified += 1;
    else unverified += 1;
    marked += text.slice(end, at + said.length) + (stands ? "" : UNVERIFIED);
    end = at + said.length;
  }
  return { text: marked + text.slice(end), verified, unverified };
}
