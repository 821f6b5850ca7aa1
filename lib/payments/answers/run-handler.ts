import { env } from "@/lib/env";
import type { Effect, HandlerResult, Reservation } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import { firstOf, timeoutSignal, within } from "@/lib/time";
import { remainingMs, type Sale } from "../call";
import { requireLifetimes } from "../ledger/reserve";
import { missing, refusedByRoute, type RefusedByRoute, type Missing } from "../outcome/outcome";
import { checkAnswer } from "./check-answer";

/** Time that the intent and the settlement may need after the handler, by their own limits. */
const reserveMs = (): number => env().STORE_TIMEOUT_MS + env().FACILITATOR_SETTLE_TIMEOUT_MS;
/** A handler gets its signal so long before it is cut off: a thinner answer in time beats none. */
const WARNING_MS = 300;

/** An answer as it will be stored and sent. */
export interface Made {
  kind: "made";
  text: string;
  effects: readonly Effect[];
  reserve: readonly Reservation[];
}

/** A character of UTF-16 takes no more in UTF-8. */
const MOST_BYTES = 3;

const isLongerThan = (text: string, bytes: number): boolean =>
  text.length * MOST_BYTES > bytes && new TextEncoder().encode(text).byteLength > bytes;

/** The till's rim: handlers throw their refusals, behind it they are values. Anything else they throw is a defect. */
async function askHandler(
  work: () => Promise<HandlerResult<unknown>>,
): Promise<HandlerResult<unknown> | RefusedByRoute> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError) return refusedByRoute(error);
    throw error;
  }
}

/** Whose going ends the work: nobody's where it is cheap, or paid already. */
const endsWith = ({ entry, caller }: Sale, moved: boolean): AbortSignal[] =>
  entry.limits.endsWithCaller === true && !moved && caller !== null ? [caller] : [];

/** What is said when the time is up, or a caller has gone, whichever comes first. */
const whenCutOff = (time: AbortSignal, callers: readonly AbortSignal[]): Promise<Missing> =>
  new Promise((resolve) => {
    time.addEventListener("abort", () => resolve(missing("time")));
    for (const caller of callers) caller.addEventListener("abort", () => resolve(missing("caller")));
  });

/**
 * Runs the handler in the time that the settlement leaves, and renders its answer. `moved`: its payment has moved already.
 * A caller who goes is heard until the answer is made; from then on it is written down and sold, whoever listens.
 */
export async function runHandler(call: Sale, moved: boolean): Promise<Made | RefusedByRoute | Missing> {
  const { entry, handler, input } = call;
  const timeMs = remainingMs(call) - reserveMs();
  if (timeMs <= WARNING_MS) return missing("time");
  const callers = endsWith(call, moved);
  if (callers.some(({ aborted }) => aborted)) return missing("caller");
  const signal = firstOf([timeoutSignal(timeMs - WARNING_MS), ...callers]); // it ends what the handler left under way, too
  const { key, payer, replay = null, evidence } = call.payment;
  const context = {
    ...{
      now: new Date(call.receivedAt),
      signal,
      timeMs: timeMs - WARNING_MS,
      headers: call.headers,
      payment: {
        ...{ key, payer, request: call.claim.fingerprint, ...(moved && { moved }) },
        ...(replay !== null && { challenge: replay }),
        ...(typeof evidence.memo === "string" && evidence.memo !== "" && { memo: evidence.memo }),
      },
    },
    ...(call.entitlement !== null && { entitlement: call.entitlement }),
  };
  const came = await within(timeMs, (time) => {
    const cutOff = whenCutOff(time, callers); // it listens before the handler begins
    return Promise.race([askHandler(() => handler(input, context)), cutOff]);
  });
  if ("kind" in came) return came;
  const { answer, effects, reserve = [] } = came;
  requireLifetimes(entry, reserve);
  checkAnswer(entry, answer);
  const text = JSON.stringify(answer);
  if (isLongerThan(text, entry.limits.answerBytes))
    throw new Error(`${entry.path} answered more than may be stored`);
  return { kind: "made", text, effects, reserve };
}
