/** Words that questions turn on and people mistype, long enough that one letter more, less, other or swapped is still that word. */
const KNOWN = [
  ...["bitcoin", "ethereum", "solana", "binance", "cardano", "dogecoin", "chainlink", "polkadot"],
  ...["arbitrum", "polygon", "avalanche", "hyperliquid", "meteora", "pendle", "morpho"],
  ...["treasury", "airdrop", "sentiment", "positioning", "momentum", "verdict", "stablecoin", "funding"],
];
/** Words of their own that are a letter away from one of those. */
const OTHERS = new Set(["finding", "treasure", "position", "bedding"]);
const SHORTEST = 6;

/** Whether two words are one slip apart: a letter more, less, other, or two swapped. The first letter is seldom mistyped. */
function isSlipOf(said: string, meant: string): boolean {
  if (said[0] !== meant[0] || Math.abs(said.length - meant.length) > 1) return false;
  let at = 0;
  while (at < said.length && said[at] === meant[at]) at += 1;
  const [rest, wanted] = [said.slice(at), meant.slice(at)];
  return (
    rest.slice(1) === wanted ||
    rest === wanted.slice(1) ||
    rest.slice(1) === wanted.slice(1) ||
    (rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2))
  );
}

const meantBy = (word: string): string | null => {
  const said = word.toLowerCase();
  const isKnown = KNOWN.some((known) => said === known || said === `${known}s`);
  return said.length < SHORTEST || isKnown || OTHERS.has(said)
    ? null
    : (KNOWN.find((known) => isSlipOf(said, known)) ?? null);
};

/** A text with slips of the pen mended, and each of them as `[said, meant]`, so that the answer can say how it was read. */
export function spelled(text: string): { text: string; slips: readonly (readonly [string, string])[] } {
  const slips: [string, string][] = [];
  const mended = text.replace(/(?<![\p{L}\p{N}$@/._-])[A-Za-z]+(?![\p{L}\p{N}@/_-])/gu, (word) => {
    const meant = meantBy(word);
    if (meant === null) return word;
    slips.push([word, meant]);
    return meant;
  });
  return { text: mended, slips };
}
