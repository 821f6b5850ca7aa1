import type * as z from "zod";
import type { AnswerOf } from "@/lib/catalog/define";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import type { ApiError } from "@/lib/http/api-error";
import { envelopeOf } from "../envelope";
import type { Composed } from "../sell";
import { nothingFound } from "../nothing-found";
import { SCREEN_METHOD, type Screened, screened, screenSummary } from "../token-candidates";
import { MIN_LIQUIDITY_USD, type ScreenInputs } from "../token-screen";
import { trenchesScreenEntry } from "./entry";

type Input = z.output<typeof trenchesScreenEntry.input>;
export type ScreenAnswer = AnswerOf<typeof trenchesScreenEntry>;

/** Docs: docs/method.md, "Trenches screen". */
export function composeScreen(inputs: ScreenInputs, input: Input, now: Date): Composed<ScreenAnswer> {
  const screen = screened(inputs, input, trenchesScreenEntry.coverage, now);
  const { coverage, missing, notApplicable, asked, blocks, notes, candidates, lookedAt } = screen;
  const used = asked.filter(({ value }) => value !== null);
  return {
    answer: {
      ...envelopeOf(
        trenchesScreenEntry,
        {
          summary: screenSummary(screen),
          method: SCREEN_METHOD,
          asked,
          used,
          coverage,
          notApplicable,
          blocks,
          notes,
        },
        now,
      ),
      lookedAt,
      candidates,
    },
    missing,
    nothing: candidates.length === 0 && coverage >= MIN_COVERAGE ? nothingOn(screen, input) : undefined,
  };
}

function nothingOn({ lookedAt, small }: Screened, { chain, maxMcapUsd, meta }: Input): ApiError {
  if (lookedAt === 0)
    return nothingFound(
      "chain",
      `No token on ${chain}'s lists has $${MIN_LIQUIDITY_USD} of liquidity now.`,
      "solana, where most new tokens trade",
    );
  if (small === 0)
    return nothingFound(
      "maxMcapUsd",
      `None of the ${lookedAt} tokens on the lists is worth $${maxMcapUsd} or less.`,
      "a larger `maxMcapUsd`",
    );
  return nothingFound(
    "meta",
    `None of the ${small} tokens under $${maxMcapUsd} carries “${meta ?? ""}” in name, symbol or profile.`,
    "another word, a larger `maxMcapUsd`, or no `meta` at all",
  );
}
