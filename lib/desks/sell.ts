import type { SourceStatus } from "@/lib/catalog/intel/answers/envelope";
import { MIN_COVERAGE } from "@/lib/catalog/intel/coverage";
import type { CallContext, Effect, HandlerResult } from "@/lib/handler";
import { ApiError, retryAfter } from "@/lib/http/api-error";
import type { ReadContext } from "@/lib/sources/fetcher/call";

/** An answer and the promised parts that it lacks, by name. It may be too thin to sell. */
export interface Composed<Answer> {
  answer: Answer;
  missing: readonly string[];
  /** Set when the answer would hold nothing of what was asked for: the refusal that says what would match. */
  nothing?: ApiError | undefined;
  /** What selling the answer writes down, if anything. */
  effects?: readonly Effect[];
}

/** What every intel answer says of itself. */
export interface Judged {
  coverage: number;
  provenance: readonly { status: SourceStatus }[];
}

/** When to come back: by then a provider that is being left alone has been asked again. */
const RETRY_AFTER_SEC = 30;

/**
 * The answer, if it holds something and covers enough to be sold. Stale data is served at once as long as it suffices;
 * when it does not, or was passed over as too old, the refresh that is under way is waited for. Throws ApiError
 * `data_unavailable`, naming what is missing, or the one that says what would match.
 */
export async function sell<Answer extends Judged>(
  context: CallContext,
  make: (context: ReadContext) => Promise<Composed<Answer>>,
): Promise<HandlerResult<Answer>> {
  const enough = ({ answer }: Composed<Answer>): boolean => answer.coverage >= MIN_COVERAGE;
  const sellable = (one: Composed<Answer>): boolean => one.nothing === undefined && enough(one);
  const refreshing = ({ answer }: Composed<Answer>): boolean =>
    answer.provenance.some(({ status }) => status === "stale");
  const reading = { ...context, startedMs: performance.now() };
  const quick = await make({ ...reading, stale: "serve" });
  const made = sellable(quick) || !refreshing(quick) ? quick : await make({ ...reading, stale: "wait" });
  if (made.nothing !== undefined) throw made.nothing;
  if (enough(made)) return { answer: made.answer, effects: made.effects ?? [] };
  throw tooThin(made);
}

function tooThin({ answer, missing }: Composed<Judged>): ApiError {
  const { coverage, provenance } = answer;
  const lacking = missing.length > 0 ? `Missing: ${missing.join(", ")}.` : "What there is, is stale.";
  return new ApiError(
    "data_unavailable",
    `Too little fresh data for an answer worth selling: coverage ${coverage}, needed ${MIN_COVERAGE}. ${lacking}`,
    { details: { missing, coverage, provenance }, headers: retryAfter(RETRY_AFTER_SEC) },
    `Nothing is charged; try again in ${RETRY_AFTER_SEC} seconds.`,
  );
}
