/** What speaks for a token that will be given out, the strongest first. */
export const DISTRIBUTION_SIGNS = [
  "announced",
  "snapshot",
  "points",
  "token-contract",
  "foundation",
] as const;
export type DistributionSign = (typeof DISTRIBUTION_SIGNS)[number];

const SAID_BY: Readonly<Record<Exclude<DistributionSign, "token-contract">, RegExp>> = {
  announced:
    /\bairdrops?\b|\bTGE\b|\btoken (?:generation|distribution|launch)\b|\b(?:launch|issu|releas|unveil|debut)\w*\s(?:(?:its|a|the|own|new|native|governance)\s)*token\b/i,
  snapshot: /\bsnapshots?\b/i,
  points:
    /\bpoints? (?:program(?:me)?|season|campaign|system|multiplier)s?\b|\b(?:earns?|earning|accrues?|farm\w*) (?:\w+ )?points\b/i,
  foundation: /\bfoundation\b/i,
};
/** Fraud in its name, or word that there will be none. */
const UNSAID =
  /\b(?:scam\w*|phish\w*|fake|imperson\w*|hack\w*|exploit\w*|drain\w*|stolen|den(?:y|ies|ied)|cancel\w*|rul(?:es?|ed) out|no (?:plans?|airdrop|token)|without (?:an? )?(?:airdrop|token)|never)\b/i;

/** The signs in a text of a stranger's, strongest first; none where it speaks of fraud or denies. */
export const signsIn = (text: string): DistributionSign[] =>
  UNSAID.test(text)
    ? []
    : DISTRIBUTION_SIGNS.filter((sign) => sign !== "token-contract" && SAID_BY[sign].test(text));
