import { ageInWords } from "@/components/answer/age";
import { FRESHNESS_SEC } from "@/lib/catalog/freshness.generated";
import type { RouteEntry } from "@/lib/catalog/define";

/** How old a desk's data may normally be; audits read a site when they are asked. */
export function freshnessInWords({ path, freshnessSec }: Pick<RouteEntry, "path" | "freshnessSec">): string {
  const seconds = freshnessSec ?? FRESHNESS_SEC[path];
  return seconds === undefined ? "Read when asked" : `Data up to ${ageInWords(seconds)} old`;
}
