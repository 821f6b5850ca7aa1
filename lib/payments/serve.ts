import type * as z from "zod";
import { type Background, behindAnswer } from "../background";
import { isPaid, priceOf, type RouteEntry } from "../catalog/define";
import { env } from "../env";
import type { Guard, Handler } from "../handler";
import type { BaseUnits } from "../catalog/money";
import { ApiError } from "../http/api-error";
import { readArguments } from "../http/body";
import { keepAlive } from "../http/keep-alive";
import { HOLDER_WALLET, readCallHeaders } from "../http/request-headers";
import { isPriceQuestion } from "../http/request-notes";
import { type Answered, parseRequest, routeFunction, type RouteFunction } from "./answers/route-function";
import { plainWhenPaid } from "./answers/plain-when-paid";
import { type Exempt, passGuard, type Passed } from "./answers/pass-guard";
import { makeCall } from "./call";
import { type ChallengeTemplate, listingOf } from "./challenge/challenge";
import type { answerFree } from "./free-call/answer-free";
import { CREDIT_PROOF, hasPayment } from "./has-payment";
import {
  type Conflict,
  missing,
  type Missing,
  type Outcome,
  refusedByRoute,
  refusedPayment,
  type RefusedPayment,
} from "./outcome/outcome";
import { paidCall } from "./paid-call";
import { now } from "../time";
import { type IncomingPayment, readIncomingPayment } from "./rails/incoming-payment";
import { merchant } from "./rails/merchant";
import { LandedOtherwise, PaymentRefused } from "./outcome/reasons";
import { provedCredit } from "./recovery/credited/proof";
import { serveRecorded } from "./recovery/credited/serve";
import { refusalOf, renderOutcome } from "./outcome/render-outcome";
import { refuseForm } from "./stray";
import { paymentResource } from "./wallet-proof/bound";

/**
 * What a route that is guarded, or free for holders of the own token, has beside its challenge. Routes without a guard carry
 * nothing of free calls.
 */
interface Guarded<E extends RouteEntry> {
  guard: Guard<E>;
  /** Answers the calls that the guard exempts from payment. */
  answerFree: typeof answerFree;
}

/** What a paid route has beside its handler. */
type Paid<E extends RouteEntry> = {
  /** What its 402s say, as scripts/render-challenges.ts renders it from the catalog. */
  challenge: ChallengeTemplate;
} & (Guarded<E> | { guard?: never });

/** The payment that a request brings, or that there is none, or none that can be taken. Throws ApiError for two at once. */
async function readPayment(
  headers: Headers,
  price: BaseUnits,
  challenge: ChallengeTemplate,
): Promise<IncomingPayment | RefusedPayment | Conflict | Missing> {
  try {
    const { PUBLIC_ORIGIN: origin, NEXT_PUBLIC_SERVICE_NAME: serviceName } = env();
    const listing = listingOf(challenge, { origin, serviceName });
    return (await readIncomingPayment(headers, merchant(), price, listing)) ?? refusedPayment("no_payment");
  } catch (error) {
    if (error instanceof PaymentRefused) return refusedPayment(error.reason, error.message);
    if (error instanceof LandedOtherwise) return refuseForm(error);
    throw error;
  }
}

/** What a guard adds to the refusal of a call that it lets pass. */
const refusalFrom = (
  { signIn, memo, because }: Passed,
  { message }: RefusedPayment,
): Partial<RefusedPayment> => ({
  ...{ signIn, memo },
  // An empty list: the caller tried to prove something that no sign-in proves now.
  ...(because !== undefined && { message: `${message} ${because}`, signIn: signIn ?? [] }),
});

/** A call under way: what its log line names it by, once that is known, and what takes the work that it leaves behind. */
interface Trace {
  payment?: string;
  /** What its wallet signs to prove itself for this request. */
  resource?: string;
  background: Background;
}

const hasGuard = ({ gate, holders }: RouteEntry): boolean => gate === "guarded" || holders === "free";

/** On a route that is not guarded the guard judges holders' claims alone; a payment that comes along buys, as anywhere. */
const isGuarded = ({ gate }: RouteEntry, { headers }: Request): boolean =>
  gate === "guarded" || (headers.has(HOLDER_WALLET) && !hasPayment(headers));

/**
 * Answers a call that its guard asks no payment for. What was taken for it is given back where it comes to nothing, and
 * where the answer is an earlier call's.
 */
async function answerExempt({ giveBack }: Exempt, answer: () => Promise<Response>): Promise<Response> {
  if (giveBack === undefined) return answer();
  let served = false;
  try {
    const response = await answer();
    served = !response.headers.has("idempotent-replayed");
    return response;
  } finally {
    if (!served) keepAlive(giveBack());
  }
}

/**
 * Order: the headers that every call may have (400), is there a payment at all (402), read the request (400), read the
 * payment (402), then the ledger decides. A guarded route judges what was sent before it asks for a payment; only a call
 * without arguments gets the 402 at once. Where there is a payment, the ledger is asked before the guard is.
 */
async function sellTo<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: Request,
  trace: Trace,
  guarded: Guarded<E> | null,
  challenge: ChallengeTemplate,
): Promise<Response | Outcome> {
  readCallHeaders(request.headers);
  const isPaying = hasPayment(request.headers);
  if (!isPaying && request.headers.has(CREDIT_PROOF))
    return serveCredit(entry, handler, request, trace, guarded);
  if (guarded === null && !isPaying) return refusedPayment("no_payment");
  const args = await readArguments(request, entry.limits.bodyBytes);
  if (!isPaying && entry.gate === "guarded" && Object.keys(args).length === 0)
    return refusedPayment("no_payment");
  const parsed = parseRequest(entry, request, args);
  const answerFree = (exempt: Exempt): Promise<Response> | Outcome => {
    if (guarded === null) return refusedPayment("no_payment");
    const { entitlement } = exempt;
    const call = { entry, handler, ...parsed, ...(entitlement !== undefined && { entitlement }) };
    return answerExempt(exempt, () => guarded.answerFree(call));
  };
  const { path } = entry;
  const guarding = {
    ...{ path, headers: request.headers, now: new Date(now()), hasPayment: isPaying },
    asksPrice: isPriceQuestion(request),
  };
  const guard = guarded && (() => guarded.guard(parsed.input, guarding));
  const payment = await readPayment(request.headers, priceOf(entry), challenge);
  if ("kind" in payment) {
    if (payment.kind !== "refused") return payment;
    // No record can be of it.
    const verdict = await passGuard({ guard });
    if (verdict.kind === "exempt") return answerFree(verdict);
    return verdict.kind === "passed" ? { ...payment, ...refusalFrom(verdict, payment) } : verdict;
  }
  const heard = { ...parsed, caller: request.signal };
  const call = await makeCall(entry, handler, heard, payment, guard, trace.background);
  if ("kind" in call) return call;
  trace.payment = payment.key;
  trace.resource = paymentResource(entry, call.claim.fingerprint);
  const came = await paidCall(call);
  return came.kind === "exempt" ? answerFree(came) : came;
}

/** Recovery asks its own routes for the answers of credited payments, by a proof that nobody else can make. */
async function serveCredit<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  request: Request,
  trace: Trace,
  guarded: Guarded<E> | null,
): Promise<Outcome> {
  const { path } = entry;
  const { headers } = request;
  const payment = provedCredit(headers, path);
  if (payment === null) return refusedPayment("no_payment");
  trace.payment = payment;
  const guarding = { path, headers, now: new Date(now()), hasPayment: true };
  const guard = guarded && ((input: z.output<E["input"]>) => guarded.guard(input, guarding));
  return serveRecorded({ entry, handler, guard }, payment, request);
}

/** What was thrown around the till, where requests are read. */
function outcomeOf(error: unknown, { headers }: Request): Outcome {
  if (error instanceof ApiError) return refusedByRoute(error);
  return missing("service", error, hasPayment(headers) ? "unknown" : "not moved");
}

/**
 * Binds the entry of a paid route to its handler: the whole of what its route file does. It enforces everything that
 * the front door enforces, in case that never ran. A guarded entry needs its guard, and no other has one. Throws where
 * they don't belong together: a wrong binding must not start.
 */
export function serve<E extends RouteEntry>(
  entry: E,
  handler: Handler<E>,
  paid: Paid<NoInfer<E>>,
): RouteFunction<E["path"]> {
  const { challenge } = paid;
  if (!isPaid(entry) || entry.path !== challenge.path)
    throw new Error(`${entry.path}: a paid route has its own challenge, and no other has`);
  const guarded = paid.guard === undefined ? null : paid;
  if (hasGuard(entry) !== (guarded !== null))
    throw new Error(
      `${entry.path}: a route that is guarded or free for holders has a guard, and no other has`,
    );
  const served = plainWhenPaid(entry, handler);
  return routeFunction(entry, async (request) => {
    const { background, answered } = behindAnswer(keepAlive);
    const trace: Trace = { background };
    const rendered = async (outcome: Outcome): Promise<Answered> => ({
      ...trace,
      response: await renderOutcome(outcome, challenge, keepAlive, trace.resource),
      refused: refusalOf(outcome),
    });
    try {
      const came = await sellTo(
        entry,
        served,
        request,
        trace,
        isGuarded(entry, request) ? guarded : null,
        challenge,
      );
      return came instanceof Response ? { ...trace, response: came } : await rendered(came);
    } catch (error) {
      return await rendered(outcomeOf(error, request));
    } finally {
      answered();
    }
  });
}
