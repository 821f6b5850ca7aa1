/** What a page's policies amount to together. */
export type EffectivePolicy =
  | { kind: "absent" }
  | { kind: "invalid" }
  | { kind: "policy"; directives: Directives; duplicateReports: boolean };

/** Source lists by directive, everything in lower case. */
export type Directives = ReadonlyMap<string, ReadonlySet<string>>;

interface Source {
  text: string;
  policy: number;
  keep: boolean;
}

/** Nothing shorter can be a policy: it is one less than the shortest directive. */
const SHORTEST_POLICY = 6;
/** No honest site sends more; reading stays cheap for what a hostile one sends. */
const MAX_POLICIES = 32;
const MAX_TEXT = 32_768;
const REPORTING = new Set(["report-uri", "report-to"]);
/** HTML §4.2.5.3: a meta tag's policy can't carry these. */
const NOT_IN_META = new Set(["frame-ancestors", "report-uri", "sandbox"]);

/** Compiled once: a collator is dear to make. */
const compare = new Intl.Collator("en").compare;

/** Header and meta policies as one. Commas separate policies; an empty one makes the whole invalid. */
export function effectivePolicy(headers: Headers, metaPolicies: readonly string[]): EffectivePolicy {
  const header = headers.get("content-security-policy");
  const sent = header === null ? [] : splitPolicies(header);
  const meta = metaPolicies.flatMap(splitPolicies);
  const parsed = parsePolicies([...sent, ...meta]);
  if (parsed === null) return { kind: "invalid" };
  const counts =
    sent.some((policy) => namesIn(policy).length > 0) ||
    meta.some((policy) => namesIn(policy).some((name) => !NOT_IN_META.has(name)));
  return counts ? { kind: "policy", ...parsed } : { kind: "absent" };
}

const splitPolicies = (header: string): readonly string[] => header.split(",").map((policy) => policy.trim());

const directivesIn = (policy: string): readonly (readonly string[])[] =>
  policy
    .split(";")
    .map((directive) => directive.trim().toLowerCase().split(/\s+/))
    .filter(([name]) => name !== "");

const namesIn = (policy: string): readonly string[] => directivesIn(policy).map(([name]) => name ?? "");

/**
 * Policies intersected as Observatory version 6 does it; null when any is invalid, and a repeated directive makes it
 * so (browsers take the first; here people should notice), except for the two that only report.
 */
export function parsePolicies(
  policies: readonly string[],
): { directives: Directives; duplicateReports: boolean } | null {
  const texts = policies.map((policy) => policy.replace(/[\r\n]/g, "").trim());
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (texts.length > MAX_POLICIES || length > MAX_TEXT) return null;
  if (texts.some((text) => text.length < SHORTEST_POLICY)) return null;

  const kept = new Map<string, readonly Source[]>();
  let duplicateReports = false;
  for (const [index, text] of texts.entries()) {
    const seen = new Set<string>();
    for (const [name = "", ...values] of directivesIn(text)) {
      if (seen.has(name) && !REPORTING.has(name)) return null;
      duplicateReports ||= seen.has(name);
      seen.add(name);
      const list = values.length === 0 && name.endsWith("-src") ? ["'none'"] : values;
      const own = list.map((value) => ({ text: value, policy: index, keep: index === 0 }));
      const before = index === 0 ? [] : (kept.get(name) ?? []);
      const left = reduce([...before, ...own]);
      // with more policies to come, what the first allows must be found again in another
      kept.set(
        name,
        index === 0 && texts.length > 1 ? left.map((source) => ({ ...source, keep: false })) : left,
      );
    }
  }
  const directives = new Map(
    [...kept].map(([name, sources]) => [
      name,
      new Set(sources.length === 0 ? ["'none'"] : sources.map(textOf)),
    ]),
  );
  return { directives, duplicateReports };
}

const textOf = (source: Source): string => source.text;

/**
 * The sources worth keeping, sorted. Of two neighbours from one policy, the longer is superfluous when it begins with
 * the shorter; of two from different policies, the narrower is kept when the other covers it.
 */
function reduce(sources: readonly Source[]): readonly Source[] {
  const sorted = [...sources].sort((a, b) => compare(a.text, b.text));
  const marked = sorted.map((source, place) => {
    const prev = sorted[place - 1];
    if (prev === undefined) return source;
    if (prev.policy === source.policy)
      return source.text.startsWith(prev.text) ? { ...source, keep: false } : source;
    return covers(prev.text, source.text) ? { ...source, keep: true } : source;
  });
  return marked.filter((source) => source.keep);
}

/** Whether one source's path covers another's: equal pieces, and a final slash stands for everything below it. */
function covers(wide: string, narrow: string): boolean {
  const wides = wide.split("/");
  const narrows = narrow.split("/");
  const exact = !wide.endsWith("/");
  if (wides.length > narrows.length || (exact && wides.length !== narrows.length)) return false;
  if (!exact) wides.pop();
  return wides.every((piece, place) => decoded(piece) === decoded(narrows[place] ?? ""));
}

function decoded(piece: string): string {
  try {
    return decodeURIComponent(piece);
  } catch {
    return piece; // a stray percent sign stands for itself
  }
}
