import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import { envelopeOf } from "../envelope";
import type { Composed } from "../sell";
import { SCREEN_METHOD, screened } from "../token-candidates";
import type { ScreenInputs } from "../token-screen";
import { trenchesScreenEntry } from "./entry";

export type ScreenAnswer = AnswerOf<typeof trenchesScreenEntry>;

/** Docs: docs/method.md, "Trenches screen". */
export function composeScreen(
  inputs: ScreenInputs,
  input: z.output<typeof trenchesScreenEntry.input>,
  now: Date,
): Composed<ScreenAnswer> {
  const { coverage, missing, asked, notes, ...rest } = screened(
    inputs,
    input,
    trenchesScreenEntry.coverage,
    now,
  );
  const used = asked.filter(({ value }) => value !== null);
  return {
    answer: {
      ...envelopeOf(trenchesScreenEntry, { method: SCREEN_METHOD, asked, used, coverage, notes }, now),
      ...rest,
    },
    missing,
  };
}
