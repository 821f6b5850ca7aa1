import { EVIDENCE_CLASSES, type EvidenceClass } from "@/lib/catalog/intel/candidate";

/** Scores this close say the same: then the stronger class of evidence comes first. */
export const SAME_SCORE = 5;

/** What others say of a candidate, as far as its class of evidence goes. */
interface Said {
  insider: { signals: readonly unknown[]; kol: readonly unknown[] };
  institutional: object | null;
  narrative: readonly unknown[] | null;
}

/** What a desk's own figures of a candidate are of: chains, an exchange's market, or nothing. */
export type Measured = Extract<EvidenceClass, "onchain" | "market"> | null;

/** The strongest class of evidence that there is for a candidate; null where it rests on nothing of the kind. */
export function evidenceClassOf(
  { insider, institutional, narrative }: Said,
  measured: Measured,
): EvidenceClass | null {
  if (insider.signals.length > 0) return "insider";
  if (institutional !== null) return "institutional";
  if (measured !== null) return measured;
  if (narrative !== null && narrative.length > 0) return "narrative";
  return insider.kol.length > 0 ? "creator" : null;
}

const rank = (of: EvidenceClass | null): number =>
  of === null ? EVIDENCE_CLASSES.length : EVIDENCE_CLASSES.indexOf(of);

/**
 * Orders a list that stands by score, the highest first, in groups: the first group is all within five points of the highest score, the
 * second all within five points of the highest that is left, and so on. Within a group the class of evidence decides. What has
 * no score stays together.
 */
export function inEvidenceOrder<One extends { score: number | null }>(
  byScore: readonly One[],
  classOf: (one: One) => EvidenceClass | null,
): One[] {
  const bands: { from: number | null; of: One[] }[] = [];
  for (const one of byScore) {
    const band = bands.at(-1);
    const near =
      band !== undefined &&
      (band.from === null || one.score === null
        ? band.from === one.score
        : band.from - one.score <= SAME_SCORE);
    if (near) band.of.push(one);
    else bands.push({ from: one.score, of: [one] });
  }
  return bands.flatMap(({ of }) =>
    of
      .map((one) => ({ one, at: rank(classOf(one)) }))
      .sort((a, b) => a.at - b.at)
      .map(({ one }) => one),
  );
}
