import type { BuyersWorld } from "./buyers-world";
import { bringOld, type Challenge, invent, type Wallet } from "./payments";
import type { Nuisance } from "./plan";
import type { RoutePath } from "./routes";

/** An address of documentation (RFC 5737), of which nobody else comes. */
const ADDRESS = { "x-forwarded-for": "203.0.113.9" } as const;
const FIRST_MS = 700;
const EVERY_MS = 5_000;
/** More than a payer has slots, at once; and as many different ones as they are taken from. */
const AT_ONCE = 6;
const OF_EACH = 14;

/** Brings such things in the name of each wallet, some at once and again and again, until a moment. */
export async function pester(
  world: BuyersWorld,
  kind: Nuisance,
  wallets: readonly Wallet[],
  until: number,
): Promise<void> {
  const { kernel, paying } = world;
  await kernel.sleep(FIRST_MS);
  for (let round = 0; kernel.now < until; round += 1) {
    const path: RoutePath = round % 3 === 2 ? "/api/sim-scan" : "/api/sim-first";
    const asked = await world.call({ path, headers: ADDRESS, about: null });
    if (asked !== "cut" && asked.status === 402) {
      const challenge = JSON.parse(asked.body) as Challenge; // the service's own format
      for (const wallet of wallets)
        for (let at = 0; at < AT_ONCE; at += 1) {
          const id = `${wallet.evm} ${(round * AT_ONCE + at) % OF_EACH}`;
          const make = kind === "old payments" ? bringOld : invent;
          const headers = make(paying, { wallet, challenge, id });
          if (headers !== null) void world.call({ path, headers: { ...headers, ...ADDRESS }, about: null });
        }
    }
    await kernel.sleep(EVERY_MS);
  }
}
