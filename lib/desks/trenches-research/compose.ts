import type { AnswerOf } from "@/lib/catalog/define";
import type { TokenChain } from "@/lib/catalog/intel/token-chains";
import type { BlockTimes } from "../block-times";
import { envelopeOf } from "../envelope";
import type { Composed } from "../sell";
import { SCREEN_METHOD, screened, screenSummary } from "../token-candidates";
import type { ScreenInputs } from "../token-screen";
import { tokenSummary, TRENCHES_METHOD, type VerdictInputs, verdictOn } from "../token-verdict";
import { DEFAULT_MAX_MCAP_USD, trenchesScreenEntry } from "../trenches-screen/entry";
import { trenchesEntry } from "../trenches/entry";
import { trenchesResearchEntry } from "./entry";

type Answer = AnswerOf<typeof trenchesResearchEntry>;

/** What was read for one of the route's two answers. */
export type ResearchInputs =
  { of: "token"; verdict: VerdictInputs } | { of: "screen"; chain: TokenChain; screen: ScreenInputs };

const SHOWN = 10;

/** The verdict without its evidence, or the screen without its figures: judged by the paid desks' own methods. */
export const composeResearch = (inputs: ResearchInputs, now: Date): Composed<Answer> =>
  inputs.of === "token" ? composeToken(inputs.verdict, now) : composeList(inputs, now);

function composeToken(inputs: VerdictInputs, now: Date): Composed<Answer> {
  const evaluated = verdictOn(inputs, trenchesEntry.coverage, now);
  const { address, name, symbol } = evaluated.token;
  const verdict = {
    address,
    name,
    symbol,
    verdict: evaluated.safety.verdict,
    upsideBand: evaluated.upsideBand,
  };
  return {
    answer: answerOf(
      evaluated,
      {
        method: TRENCHES_METHOD,
        summary: tokenSummary(evaluated),
        blocks: { token: evaluated.blocks.safety ?? null },
      },
      now,
      { token: verdict },
    ),
    missing: evaluated.missing,
    nothing: evaluated.nothing,
  };
}

function composeList(
  { chain, screen }: Extract<ResearchInputs, { of: "screen" }>,
  now: Date,
): Composed<Answer> {
  const wanted = { chain, limit: SHOWN, maxMcapUsd: DEFAULT_MAX_MCAP_USD };
  const screening = screened(screen, wanted, trenchesScreenEntry.coverage, now);
  const candidates = screening.candidates.map(
    ({ token: { address, name, symbol }, safety: { verdict } }) => ({
      address,
      name,
      symbol,
      verdict,
    }),
  );
  return {
    answer: answerOf(
      screening,
      {
        method: SCREEN_METHOD,
        summary: screenSummary(screening),
        blocks: { candidates: screening.blocks.candidates ?? null },
      },
      now,
      { candidates },
    ),
    missing: screening.missing,
  };
}

type Evaluated = Pick<ReturnType<typeof screened>, "asked" | "coverage" | "notes"> &
  Partial<Pick<ReturnType<typeof screened>, "notApplicable">>;

function answerOf(
  { asked, coverage, notApplicable = [], notes }: Evaluated,
  { method, summary, blocks }: { method: string; summary: string; blocks: BlockTimes },
  now: Date,
  { token = null, candidates = null }: Partial<Pick<Answer, "token" | "candidates">>,
): Answer {
  const used = asked.filter(({ value }) => value !== null);
  return {
    ...envelopeOf(
      trenchesResearchEntry,
      { summary, method, asked, used, coverage, notApplicable, blocks, notes },
      now,
    ),
    token,
    candidates,
    full: token === null ? trenchesScreenEntry.path : trenchesEntry.path,
  };
}
