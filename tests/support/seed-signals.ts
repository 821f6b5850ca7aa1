import type { Redis } from "@upstash/redis";
import { APPLIED_AT, type Effect, FIRST_REPLY } from "@/lib/handler";
import type { Body } from "@/lib/lounge/certificate";
import type { StoredSignal } from "@/lib/lounge/signal";

/** `publishEffects` of lib/lounge/publish/effects.ts, imported once the settings stand. */
export type PublishEffects = (
  signal: StoredSignal,
  body: Body,
  sketch: readonly string[],
  mintAddress: string | null,
) => Effect[];

const hex = (at: number, length: number) => at.toString(16).padStart(length, "0");

/** A signal's record; `at` numbers it. */
export const madeSignal = (at: number, change: Partial<StoredSignal> = {}): StoredSignal => ({
  ...{ v: 1, id: `sig_${hex(at, 24)}`, title: `Title ${at}`, teaser: "Beginning" },
  categories: ["eth", "long"],
  ...{ asset: "ETH", stance: "long", certificateHash: hex(at, 64), bodyHash: hex(at, 64), similarTo: null },
  creator: { wallet: `0x${hex(1, 40)}`, chain: "evm", proof: "payment" },
  ...change,
});

/** Writes signals as publishing does, each as if its payment had settled at its moment (ms), without buying it. */
export async function seedSignals(
  redis: Redis,
  publishEffects: PublishEffects,
  signals: readonly { signal: StoredSignal; publishedAt: number; summary?: string }[],
): Promise<void> {
  if (signals.length === 0) return;
  const writing = redis.pipeline();
  const first = (await redis.lrange("svc:lounge:log", 0, -1)).length;
  signals.forEach(({ signal, publishedAt, summary = "x" }, at) => {
    for (const { command } of publishEffects(signal, { salt: "s", summary }, [], null)) {
      const filled = command.map((word) =>
        word.replaceAll(APPLIED_AT, String(publishedAt)).replaceAll(FIRST_REPLY, String(first + at + 1)),
      );
      writing.eval("return redis.call(unpack(ARGV))", [], filled);
    }
  });
  await writing.exec();
}
