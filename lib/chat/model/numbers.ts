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
  /** As written: a figure without one goes either way, as after “fell”. */
  sign: "+" | "−" | null;
  unit: "%" | "bps" | "$" | null;
}

const UNITS = ["%", "bps", "$"] as const;

/** A plus or a minus before a figure; after a letter or a digit it is a hyphen, as in `5-10` and `CVE-7`. */
function signOf(said: string, before: string): Figure["sign"] {
  if (/[\p{L}\p{N}%]/u.test(before)) return null;
  return said.startsWith("+") ? "+" : /^[−-]/u.test(said) ? "−" : null;
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
      sign: signOf(said, text.slice(0, match.index).at(-1) ?? ""),
      unit: UNITS.find((one) => said.includes(one)) ?? null,
    };
  });
}

/**
 * What figures the facts hold; a figure that rounds one of them to its own decimals is that one, unless both have a sign or
 * both a unit and it is another.
 */
export interface Known {
  holds(figure: Figure): boolean;
}

export function knownIn(facts: readonly string[]): Known {
  const known = facts.flatMap(figuresIn);
  return { holds: (said) => known.some((one) => isSame(one, said)) };
}

const differ = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one !== other;

const isSame = (one: Figure, said: Figure): boolean =>
  !differ(one.sign, said.sign) &&
  !differ(one.unit, said.unit) &&
  (one.value === said.value ||
    (Math.abs(one.value - said.value) <=
      (0.5 * said.scale) / 10 ** said.digits + 1e-9 * Math.abs(one.value) &&
      isRounding(one.value, said.value, said.digits, said.scale)));

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
  for (const figure of figuresIn(text)) {
    const { text: said, at } = figure;
    const stands = known.holds(figure);
    if (stands) verified += 1;
    else unverified += 1;
    marked += text.slice(end, at + said.length) + (stands ? "" : UNVERIFIED);
    end = at + said.length;
  }
  return { text: marked + text.slice(end), verified, unverified };
}
