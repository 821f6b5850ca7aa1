import type { AnswerOf } from "@/lib/catalog/define";
import { envelopeOf } from "../envelope";
import type { Composed } from "../sell";
import { tokenSummary, TRENCHES_METHOD, type VerdictInputs, verdictOn } from "../token-verdict";
import { trenchesEntry } from "./entry";

export type TrenchesAnswer = AnswerOf<typeof trenchesEntry>;

/** Docs: docs/method.md, "Trenches". */
export function composeTrenches(inputs: VerdictInputs, now: Date): Composed<TrenchesAnswer> {
  const { coverage, missing, nothing, asked, blocks, notes, ...verdict } = verdictOn(
    inputs,
    trenchesEntry.coverage,
    now,
  );
  const used = asked.filter(({ value }) => value !== null);
  return {
    answer: {
      ...envelopeOf(
        trenchesEntry,
        { summary: tokenSummary(verdict), method: TRENCHES_METHOD, asked, used, coverage, blocks, notes },
        now,
      ),
      ...verdict,
    },
    missing,
    nothing,
  };
}
