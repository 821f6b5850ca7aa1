import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type * as OwnWallets from "@/lib/payments/recovery/reconcile/own-wallets";
import { embeddedEngine } from "@/sandbox/redis/embedded/engine";
import { startRedisRest } from "@/sandbox/redis/rest-server";

const PAY_TO = "0x52908400098527886E0F7030069857D2E4169EE7";
const REFUNDS = "0x8617E340B3D01FA5F11F306F4090FD50E238070D";

let redis: Awaited<ReturnType<typeof startRedisRest>>;
let watchOwnWallets: typeof OwnWallets.watchOwnWallets;
/** What the node answers, by method. */
let results: Record<string, string>;
const asked: unknown[] = [];
const events: string[] = [];
const node = createServer((request, response) => {
  let text = "";
  request.on("data", (part: Buffer) => (text += part.toString()));
  request.on("end", () => {
    const { method, params } = JSON.parse(text) as { method: string; params: unknown };
    asked.push([method, params]);
    response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: results[method] }));
  });
});

beforeAll(async () => {
  redis = await startRedisRest({ port: 0, token: "t", engine: await embeddedEngine() });
  await new Promise<void>((resolve) => node.listen(0, "127.0.0.1", resolve));
  vi.stubEnv("UPSTASH_REDIS_REST_URL", redis.url);
  vi.stubEnv("UPSTASH_REDIS_REST_TOKEN", "t");
  vi.stubEnv("EVM_RPC_URL", `http://127.0.0.1:${(node.address() as AddressInfo).port}`);
  vi.stubEnv("EVM_PAY_TO", PAY_TO);
  vi.stubEnv("REFUND_WALLETS", REFUNDS);
  vi.spyOn(console, "error").mockImplementation((line: string) => {
    events.push((JSON.parse(line) as { event: string }).event);
  });
  ({ watchOwnWallets } = await import("@/lib/payments/recovery/reconcile/own-wallets"));
});
afterAll(async () => {
  await redis.close();
  node.close();
  vi.unstubAllEnvs();
});

const word = (value: bigint): string => `0x${value.toString(16).padStart(64, "0")}`;
const look = async (isBlacklisted: boolean, wei: bigint): Promise<string[]> => {
  results = { eth_call: word(isBlacklisted ? 1n : 0n), eth_getBalance: `0x${wei.toString(16)}` };
  await watchOwnWallets();
  return events.splice(0);
};

it("tell of a blacklist, and of refunds that nobody could send", async () => {
  expect(await look(false, 10n ** 17n)).toEqual([]);
  expect(asked).toContainEqual(["eth_getBalance", [REFUNDS, "latest"]]);
  expect(JSON.stringify(asked)).toContain(`0xfe575a87${PAY_TO.slice(2).toLowerCase().padStart(64, "0")}`);
  expect(await look(true, 10n ** 17n)).toEqual(["receiving_address_blacklisted"]);
  expect(await look(false, 0n)).toEqual(["refund_wallet_lacks_gas"]);
});

it("say nothing by a node that does not tell", async () => {
  results = {};
  await watchOwnWallets();
  expect(events.splice(0)).toEqual(["own_wallets_unread"]);
});
