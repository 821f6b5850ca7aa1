import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import type { VerifiedTokens } from "@/lib/sources/jupiter-verified";
import { largestCoins } from "@/lib/curated/largest-coins";
import { LOOK_ALIKES } from "@/lib/sources/text/look-alikes";
import { BASE_TOKENS, type ListedToken, SOLANA_TOKENS } from "@/lib/sources/listed-tokens";
import { perValue } from "./per-value";
import type { Fact, Impostor, TokenReadings } from "./token-facts";

/** Lower-case letters and digits that read as a Latin letter, beside those that print as one. */
const READ_AS: Readonly<Record<string, string>> = Object.fromEntries(
  ["вb", "нh", "кk", "мm", "тt", "βb", "εe", "ηn", "κk", "νv", "ρp", "τt", "0o", "1l", "il", "5s"].map(
    ([look = "", is = ""]) => [look, is],
  ),
);
const latin = (text: string): string =>
  Array.from(text, (letter) => LOOK_ALIKES.get(letter) ?? letter).join("");

/** A name as an eye reads it: no case, marks, blanks or signs, look-alikes as the letters that they imitate. */
export const asRead = (name: string): string =>
  Array.from(latin(latin(name.normalize("NFKD")).toLowerCase()), (letter) => READ_AS[letter] ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .replaceAll("rn", "m");

/** Words and numbers that copies add to a name. */
const ADDED = /^(?:coin|token|official|inu|the|new|v?\d+(?:\.\d+)*)$/i;
const withoutAdded = (name: string): string =>
  name
    .normalize("NFKC")
    .split(/[^\p{L}\p{N}.]+/u)
    .filter((word) => !ADDED.test(word))
    .join("")
    .replace(/\d+$/, "");

/** A single letter identifies no token. */
const MIN_LENGTH = 2;

interface Known {
  /** The deepest token of each name and symbol. */
  byName: ReadonlyMap<string, Impostor>;
  addresses: ReadonlySet<string>;
}

interface NamedToken {
  addresses: readonly string[];
  names: readonly string[];
  found: Impostor;
}

function knownOf(tokens: readonly NamedToken[]): Known {
  const byName = new Map<string, Impostor>();
  for (const { names, found } of tokens)
    for (const name of names.map(asRead))
      if (name.length >= MIN_LENGTH && !byName.has(name)) byName.set(name, found);
  return { byName, addresses: new Set(tokens.flatMap(({ addresses }) => addresses)) };
}

const certain = (address: string, names: readonly string[]): NamedToken => ({
  addresses: [address],
  names,
  found: { real: address, isCertain: true },
});

const verifiedBy = perValue((tokens: VerifiedTokens) =>
  knownOf(tokens.map(([address, ...names]) => certain(address, names))),
);

const listed = (tokens: readonly ListedToken[]): Known =>
  knownOf(tokens.map(({ id, symbol }) => certain(id, [symbol])));
/** The service's own lists, known without asking a provider. */
const OWN: Readonly<Partial<Record<TokenChain, Known>>> = {
  solana: listed(SOLANA_TOKENS),
  base: listed(BASE_TOKENS),
};

/**
 * The largest coins of any chain. A coin without a token of its own is imitated by any token of its name; the place of
 * one whose address isn't listed is unknown, so that its name alone proves nothing.
 */
const LARGEST = knownOf(
  largestCoins.items.map(({ name, ticker, addresses, isNative }) => ({
    addresses,
    names: [name, ticker],
    found: {
      real: addresses.length > 0 ? addresses.join(", ") : `${name} (${ticker})`,
      isCertain: isNative || addresses.length > 0,
    },
  })),
);

type Named = Pick<TokenReadings, "report" | "reportBy" | "jupiter" | "dex">;

/**
 * Returns the verified token or large coin whose name or symbol the token at `address` bears without being it, with
 * the list that says so. Null if the list of verified tokens, or off Solana the report, could not be read.
 */
export function impostorOf(
  chain: TokenChain,
  address: string,
  { report, reportBy, jupiter, dex }: Named,
  verified: VerifiedTokens | null,
): Fact<Impostor | false> | null {
  const lists: readonly [string, Known | undefined][] = [
    ["own list", OWN[chain]],
    ["own list", LARGEST],
    ["Jupiter", verified === null ? undefined : verifiedBy(verified)],
  ];
  const isKnown = lists.some(([, known]) => known?.addresses.has(address) === true);
  if (!isKnown && jupiter?.verified !== true) {
    const names = [report, jupiter, dex]
      .flatMap((one) => [one?.name, one?.symbol])
      .filter((name) => typeof name === "string");
    const found = borrowed(names, lists);
    if (found !== null) return found;
    if (report?.impersonates)
      return { value: { real: report.impersonates, isCertain: true }, source: reportBy };
  }
  if (chain === "solana") return verified === null && !isKnown ? null : { value: false, source: "Jupiter" };
  return report === null ? null : { value: false, source: reportBy };
}

/** A name that is the same counts before one that only becomes the same without what copies add. */
function borrowed(
  names: readonly string[],
  lists: readonly (readonly [string, Known | undefined])[],
): Fact<Impostor> | null {
  const finds = lists.flatMap(([source, known]) =>
    names.flatMap((name) => {
      const same = known?.byName.get(asRead(name));
      if (same !== undefined) return [{ value: same, source }];
      const close = known?.byName.get(asRead(withoutAdded(name)));
      return close === undefined ? [] : [{ value: { real: close.real, isCertain: false }, source }];
    }),
  );
  return finds.find(({ value }) => value.isCertain) ?? finds[0] ?? null;
}
