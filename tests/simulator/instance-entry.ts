import * as z from "zod";
import { DEFAULT_LIMITS, defineRoute } from "@/lib/catalog/define";
import type { Reservation } from "@/lib/handler";
import { ApiError } from "@/lib/http/api-error";
import type { ChallengeTemplate } from "@/lib/payments/challenge/challenge";
import * as transitions from "@/lib/payments/ledger/scripts";
import * as trust from "@/lib/payments/ledger/trust-scripts";
import { holderOf } from "@/lib/payments/ledger/reserve";
import { refund } from "@/lib/payments/refunds/handler";
import { recoverPayments } from "@/lib/payments/recovery/recover-payments/handler";
import { serve } from "@/lib/payments/serve";
import { shareMarket } from "@/lib/payments/token/market";
import { ledgerStore } from "@/lib/store/redis";
import type { InstanceHost } from "./instance";
import { ROUTES, type RoutePath, uniqueKey } from "./routes";

/**
 * What one instance of the service is made of: the real till, serving made-up paid routes. This file is bundled
 * (see program.ts) and run once for each instance, so that each has module state of its own.
 */

/** The world around this instance, handed in by whoever runs the bundle (see instance.ts). */
declare const host: InstanceHost;

/** What can be had once on a route. A payment that has moved goes without where somebody else has it; any other is refused. */
async function reserveOnce(
  path: RoutePath,
  { key: value, moved }: { key: string; moved?: true },
): Promise<Reservation[]> {
  const key = uniqueKey(path);
  const held = await ledgerStore()
    .get<string>(key)
    .catch((cause: unknown) => {
      throw new ApiError("data_unavailable", "Nobody can tell who has it.", { cause });
    });
  const taken = "Somebody else has it.";
  if (held === null || holderOf(held).value === value) return [{ key, value, taken }];
  if (moved === undefined) throw new ApiError("already_taken", taken);
  return [];
}

function routeAt(path: RoutePath) {
  const { amount, priceUsdc, budgetMs, slots } = ROUTES[path];
  const entry = defineRoute<{ ok: true; id: string }>()({
    ...{ path, method: "POST", desk: "simulated", tier: "raw", summary: "A made-up answer." },
    input: z.strictObject({ question: z.string().optional() }),
    limits: { ...DEFAULT_LIMITS, bodyBytes: 1_024, budgetMs, answerBytes: 4_096, slots },
  });
  const challenge: ChallengeTemplate = {
    ...{ path, label: entry.label, amount, priceUsdc },
    ...{ description: entry.summary, bazaar: {} },
  };
  return serve(
    entry,
    async (_, { payment }) => {
      if (payment === undefined) throw new Error("a paid route was run without a payment");
      const made = await host.answer(payment.key);
      if (made === "unavailable") throw new ApiError("data_unavailable", "The data is missing.");
      if (made === "broken") throw new Error("the handler broke");
      const effect = { command: ["HINCRBY", made.effectsKey, payment.key, "1"] } as const;
      const reserve = made.isScarce ? await reserveOnce(path, payment) : [];
      if (reserve.length > 0) host.hasIt(made.id);
      return { answer: { ok: true as const, id: made.id }, effects: [effect], reserve };
    },
    { challenge },
  );
}

const routes = {
  "/api/sim-first": routeAt("/api/sim-first"),
  "/api/sim-second": routeAt("/api/sim-second"),
  "/api/sim-scan": routeAt("/api/sim-scan"),
};

/** Serves a request as the platform would. */
export const handle = (path: RoutePath, request: Request): Promise<Response> => routes[path](request);

/** What the own token's route does besides answering: its providers are the world. */
export async function readMarket(): Promise<Response> {
  const price = host.tokenPrice();
  const market = { spot: price, average: price, liquidityUsd: 1_000_000, source: "simulated", mint: null };
  try {
    await shareMarket({ ...market, at: Date.now() });
    return new Response("{}");
  } catch (error) {
    return new Response(String(error), { status: 503 });
  }
}

/** The scheduled recovery of open payments, as its route runs it. */
export async function recover(signal: AbortSignal): Promise<void> {
  await recoverPayments({}, { now: new Date(), signal, headers: new Headers() });
}

/** What an operator asks for a refund, and the status that its route would answer. */
export async function returnPayment(payment: string, transaction?: string): Promise<number> {
  const asked = { payment, transaction, by: "a person", letGo: false };
  const signal = AbortSignal.timeout(19_000);
  try {
    const { status = 200 } = await refund(asked, { now: new Date(), signal, headers: new Headers() });
    return status;
  } catch (error) {
    if (error instanceof ApiError) return error.status;
    throw error;
  }
}

/** The ledger's scripts as this build has them, by name. */
export const scripts = { ...transitions, ...trust };
