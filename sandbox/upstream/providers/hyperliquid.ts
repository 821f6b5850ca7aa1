import { z } from "zod";
import { type Answer, json, text } from "../http/answer";
import { DAY, HOUR } from "../market/calendar";
import { fundingAt, isPerpCoin, openCoins, payments, type PerpCoin, perpPrice, PERPS } from "../market/perps";
import type { World } from "../world";
import type { Provider } from "./provider";

const request = z.discriminatedUnion("type", [
  z.object({ type: z.literal("metaAndAssetCtxs") }),
  z.object({ type: z.literal("fundingHistory"), coin: z.string(), startTime: z.int() }),
]);

/** In the order of listing, some of them long gone. */
const LISTED: readonly { name: string; gone?: true }[] = [
  { name: "BTC" },
  { name: "ETH" },
  { name: "ATOM" },
  { name: "MATIC", gone: true },
  { name: "SOL" },
  { name: "BNB" },
  { name: "kPEPE" },
];

/** Rows that one answer has at most. */
const PAGE = 500;

function perps(world: World): Answer {
  const { random } = world;
  const now = world.now();
  const universe = LISTED.map(({ name, gone }) => ({
    szDecimals: 5,
    name,
    maxLeverage: 40,
    marginTableId: 56,
    ...(gone && { isDelisted: true }),
  }));
  const contexts = LISTED.map(({ name, gone }) => {
    if (gone || !isPerpCoin(name))
      return {
        funding: "0.0",
        openInterest: gone ? "0.0" : "91827.4",
        prevDayPx: "0.21",
        dayNtlVlm: "0.0",
        premium: null,
        oraclePx: "0.21",
        markPx: "0.21",
        midPx: null,
        impactPxs: null,
        dayBaseVlm: "0.0",
      };
    const price = perpPrice(random, "hyperliquid", name, now);
    const { digits, dailyCoins } = PERPS[name];
    return {
      funding: fundingAt(random, "hyperliquid", name, now).toFixed(10),
      openInterest: openCoins(random, "hyperliquid", name, now).toFixed(4),
      prevDayPx: perpPrice(random, "hyperliquid", name, now - DAY).toFixed(digits),
      dayNtlVlm: (dailyCoins * 0.2 * price).toFixed(6),
      premium: "-0.00041235",
      oraclePx: price.toFixed(digits),
      markPx: price.toFixed(digits),
      midPx: price.toFixed(digits),
      impactPxs: [(price * 0.9999).toFixed(digits), (price * 1.0001).toFixed(digits)],
      dayBaseVlm: (dailyCoins * 0.2).toFixed(5),
    };
  });
  return json([{ universe, marginTables: [] }, contexts]);
}

/** Oldest first from the start that was asked for, and no more than 500. */
function fundingHistory({ random, now }: World, coin: PerpCoin, start: number): Answer {
  const hours = Math.max(0, Math.min(20_000, Math.ceil((now() - start) / HOUR) + 1));
  const wanted = payments("hyperliquid", coin, now() - 200, hours)
    .reverse()
    .filter((at) => at >= start)
    .slice(0, PAGE);
  return json(
    wanted.map((at) => ({
      coin,
      fundingRate: fundingAt(random, "hyperliquid", coin, at).toFixed(10),
      premium: "-0.0004",
      time: at + random.integer(0, 90, "hyperliquid payment", at / HOUR),
    })),
  );
}

/** Hyperliquid's info endpoint: every question is a POST to the same address. */
export const hyperliquid: Provider = {
  hosts: ["api.hyperliquid.xyz"],
  answer({ method, path, body }, world) {
    if (path !== "/info") return undefined;
    if (method !== "POST") return text("text/plain", "Method Not Allowed", 405);
    let asked: unknown;
    try {
      asked = JSON.parse(body.toString());
    } catch {
      asked = undefined; // refused below, as a question that it does not know is
    }
    const parsed = request.safeParse(asked);
    if (!parsed.success)
      return text("text/plain", "Failed to deserialize the JSON body into the target type", 422);
    if (parsed.data.type === "metaAndAssetCtxs") return perps(world);
    const { coin, startTime } = parsed.data;
    return isPerpCoin(coin) ? fundingHistory(world, coin, startTime) : json(null);
  },
};
