import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import type { VerifiedTokens } from "@/lib/sources/jupiter-verified";
import { BASE_TOKENS, type ListedToken, SOLANA_TOKENS } from "@/lib/sources/listed-tokens";
import { perValue } from "./per-value";
import type { Fact, TokenReadings } from "./token-facts";

/** Letters of other scripts that look like Latin ones, in lower case. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  ["аa", "вb", "сc", "еe", "нh", "іi", "јj", "кk", "мm", "оo", "рp", "ѕs", "тt", "уy", "хx", "ԁd", "ԍg", "ӏl"]
    .concat(["αa", "βb", "εe", "ηn", "ιi", "κk", "νv", "οo", "ρp", "τt", "υu", "χx"])
    .map(([look = "", is = ""]) => [look, is] as const),
);

/** A name as an eye reads it: no case, marks, blanks or signs, look-alikes as the letters that they imitate. */
export const asRead = (name: string): string =>
  [...name.normalize("NFKD").toLowerCase()]
    .map((letter) => LOOK_ALIKES[letter] ?? letter)
    .join("")
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** A single letter is nobody's name. */
const MIN_LENGTH = 2;

interface Known {
  /** The deepest token of each name and symbol. */
  byName: ReadonlyMap<string, string>;
  addresses: ReadonlySet<string>;
}

function knownOf(tokens: VerifiedTokens): Known {
  const byName = new Map<string, string>();
  for (const [address, ...names] of tokens)
    for (const name of names.map(asRead))
      if (name.length >= MIN_LENGTH && !byName.has(name)) byName.set(name, address);
  return { byName, addresses: new Set(tokens.map(([address]) => address)) };
}

const verifiedBy = perValue(knownOf);

const listed = (tokens: readonly ListedToken[]): Known =>
  knownOf(tokens.map(({ id, symbol }) => [id, symbol, symbol]));
/** The service's own lists: what is known when nobody can be asked. */
const OWN: Readonly<Partial<Record<TokenChain, Known>>> = {
  solana: listed(SOLANA_TOKENS),
  base: listed(BASE_TOKENS),
};

type Named = Pick<TokenReadings, "report" | "reportBy" | "jupiter" | "dex">;

/**
 * Whether a token bears the name or symbol of a verified one without being it: the real one's address, with who says so.
 * Null where the list of verified tokens could not be read, or, on chains without one, where the report is missing.
 */
export function impostorOf(
  chain: TokenChain,
  address: string,
  { report, reportBy, jupiter, dex }: Named,
  verified: VerifiedTokens | null,
): Fact<string | false> | null {
  const names = [report, jupiter, dex]
    .flatMap((one) => [one?.name, one?.symbol])
    .map((name) => asRead(name ?? ""));
  const borrowed = ({ byName, addresses }: Known): string | undefined =>
    addresses.has(address) ? undefined : names.flatMap((name) => byName.get(name) ?? [])[0];
  const own = OWN[chain];
  const lists: readonly [string, Known | undefined][] = [
    ["own list", own],
    ["Jupiter", verified === null ? undefined : verifiedBy(verified)],
  ];
  const isKnown = lists.some(([, known]) => known?.addresses.has(address) === true);
  if (!isKnown && jupiter?.verified !== true) {
    for (const [source, known] of lists) {
      const real = known && borrowed(known);
      if (real !== undefined) return { value: real, source };
    }
    if (report?.impersonates) return { value: report.impersonates, source: reportBy };
  }
  if (chain === "solana") return verified === null && !isKnown ? null : { value: false, source: "Jupiter" };
  return report === null ? null : { value: false, source: reportBy };
}
