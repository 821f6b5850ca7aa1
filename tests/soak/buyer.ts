import { asHeader, newAddress, payFor, type Payer, post } from "../support/service";

export const PATH = "/api/svc-intel-tvl";
export const PRICE = 20_000n;

/** What became of a buyer's payments. */
export interface Tally {
  served: number;
  /** Sent again because an instance died, or told to wait. */
  resent: number;
  /** Refused for good: nothing may have moved for them. */
  refused: Map<string, number>;
  /** Without a last word when time was up. */
  open: string[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Longer than any fault of the soak lasts, and than recovery takes. */
const PATIENCE_MS = 150_000;

/** Sends a payment until it has a last word: the answer, or that it is refused for good. */
export async function untilSettled(payment: string, origin: () => string, tally: Tally): Promise<void> {
  const address = newAddress();
  const deadline = Date.now() + PATIENCE_MS;
  for (; Date.now() < deadline; tally.resent += 1) {
    const response = await post({ origin: origin(), path: PATH, payment, address }).catch(() => null);
    const body = (await response?.text().catch(() => null)) ?? null;
    if (response?.status === 200 && body !== null) return void (tally.served += 1);
    if (response?.status === 402 && body !== null) {
      const { reason = "none" } = JSON.parse(body) as { reason?: string }; // the ApiError body
      return void tally.refused.set(reason, (tally.refused.get(reason) ?? 0) + 1);
    }
    await pause(Math.min(Number(response?.headers.get("retry-after") ?? 1) || 1, 3) * 1000);
  }
  tally.open.push(payment);
}

/** Buys again and again until told to end; each payment is seen to its end. */
export async function keepBuying(
  payer: Payer,
  origin: () => string,
  isOver: () => boolean,
  tally: Tally,
): Promise<void> {
  while (!isOver()) {
    const payment = await payFor(origin(), PATH, payer).catch(() => null);
    if (payment !== null) await untilSettled(asHeader(payment), origin, tally);
    await pause(500 + Math.random() * 2_000);
  }
}
