import { Redis } from "@upstash/redis";
import { decodePaymentRequiredHeader } from "@x402/core/http";
import type { PaymentRequired } from "@x402/core/types";
import { expect } from "vitest";
import type { Reason } from "@/lib/payments/outcome/reasons";
import type { World } from "@/sandbox/world";
import { post, refusal } from "./service";

/** Where a test buys: an instance of the service, and the world that it lives in. */
export interface Shop {
  origin: string;
  path: string;
  world: World;
  storePrefix: string;
}

/** The service that the sandbox serves. */
export const shopOf = (world: World, path: string): Shop => ({
  origin: world.origin,
  path,
  world,
  storePrefix: world.serviceEnv.STORE_PREFIX ?? "",
});

/** Keys of the shop's ledger in which one of these texts stands. */
export async function ledgerKeysAbout(shop: Shop, texts: readonly string[]): Promise<string[]> {
  const { url, token } = shop.world.redis;
  const redis = new Redis({ url, token, enableTelemetry: false });
  const keys: string[] = [];
  let cursor = "0";
  do {
    const [next, page] = await redis.scan(cursor, { match: `${shop.storePrefix}:ledger:*`, count: 1_000 });
    keys.push(...page);
    cursor = next;
  } while (cursor !== "0");
  return keys.filter((key) => texts.some((text) => key.toLowerCase().includes(text.toLowerCase())));
}

/** What no caller is told: where our servers are, what they said, and where our code failed. */
function expectNothingInternal(shop: Shop, text: string): void {
  const { evm, solana, redis, facilitators, upstreamOrigin } = shop.world;
  for (const url of [evm.rpcUrl, solana.rpcUrl, redis.url, upstreamOrigin, ...facilitators.map((f) => f.url)])
    expect(text).not.toContain(url);
  expect(text).not.toMatch(
    /invalid_exact|simulation|revert|FiatToken|InstructionError|BlockhashNotFound|JSON-RPC|ECONN|fetch failed|[A-Z]\w+Error\b|node_modules|\bat \S+ \(|undefined|\[object/,
  );
}

export interface Refused {
  reason: Reason;
  /** What the message says of this very defect. */
  message: RegExp;
}

/** A 402 that names the defect, with a challenge that was not seen before. */
export async function expectRefused(
  shop: Shop,
  response: Response,
  { reason, message }: Refused,
  seen: PaymentRequired,
): Promise<void> {
  const body = await refusal(response);
  expect({ status: response.status, reason: body.reason, code: body.code }, body.error).toEqual({
    status: 402,
    reason,
    code: "payment_required",
  });
  expect(body.error).toMatch(message);
  expect(body.error).toMatch(/[.] [A-Z].*[.]$/); // what was wrong, then what to do
  expectNothingInternal(shop, body.error);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("payment-response")).toBeNull();

  const fresh = decodePaymentRequiredHeader(response.headers.get("payment-required") ?? "");
  expect(body.x402).toMatchObject(fresh);
  expect(fresh.accepts.map(({ network }) => network)).toEqual(seen.accepts.map(({ network }) => network));
  const replays = [...fresh.accepts, ...seen.accepts].map(({ extra }) => extra.replay);
  expect(new Set(replays).size).toBe(2);
}

interface Buyer {
  address: string;
  balance(): Promise<bigint>;
}

export interface Attempt {
  shop: Shop;
  buyer: Buyer;
  challenge: PaymentRequired;
  headers: Record<string, string>;
  /** What the payment is known by on its chain. */
  knownBy: readonly string[];
}

/** A newcomer's vain verifications are counted by its wallet for a minute. */
const isCount = (key: string): boolean => key.includes(":ledger:slots:");

/** A payment with one defect is refused for exactly that, free, and leaves nothing of itself in the ledger. */
export async function proveRefused(attempt: Attempt, refused: Refused): Promise<void> {
  const { shop, buyer, challenge, headers } = attempt;
  const { origin, path } = shop;
  const before = await buyer.balance();
  await expectRefused(shop, await post({ origin, path, headers }), refused, challenge);
  expect(await buyer.balance()).toBe(before);
  const kept = await ledgerKeysAbout(shop, [buyer.address, ...attempt.knownBy]);
  expect(kept.filter((key) => !isCount(key))).toEqual([]);
}
