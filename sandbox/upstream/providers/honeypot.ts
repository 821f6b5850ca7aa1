import { json } from "../http/answer";
import { MINUTE } from "../market/calendar";
import { standingAt, type Token, tokensAt } from "../market/tokens";
import type { World } from "../world";
import type { Provider } from "./provider";

/** A pair is simulated from its second minute on. */
const FIRST_LOOK = 2 * MINUTE;

/**
 * honeypot.is' simulation of a purchase and a sale, in the members of its version 2: taxes are percent; a sale that
 * could not be simulated has neither `honeypotResult` nor `simulationResult`.
 */
function simulation({ random, now }: World, token: Token) {
  const { trait, address, name, symbol, pool } = token;
  const isHoneypot = trait === "non-transferable";
  const tax = trait === "fee" ? 9 : 0;
  const standing = standingAt(random, token, now());
  return {
    token: { name, symbol, decimals: 18, address, totalHolders: standing.holders },
    withToken: { name: "Wrapped Ether", symbol: "WETH", decimals: 18, totalHolders: 0 },
    summary: {
      risk: isHoneypot ? "honeypot" : "low",
      riskLevel: isHoneypot ? 100 : 1,
      flags: isHoneypot
        ? [{ flag: "EXTREMELY_HIGH_TAXES", description: "", severity: "critical", severityIndex: 20 }]
        : [],
    },
    simulationSuccess: true,
    honeypotResult: { isHoneypot, ...(isHoneypot && { honeypotReason: "TRANSFER_FROM_FAILED" }) },
    simulationResult: { buyTax: tax, sellTax: tax, transferTax: 0, buyGas: "112344", sellGas: "98765" },
    holderAnalysis: {
      holders: String(standing.holders),
      successful: String(isHoneypot ? 0 : standing.holders),
      failed: String(isHoneypot ? standing.holders : 0),
      siphoned: "0",
      averageTax: tax,
      averageGas: 98_765,
      highestTax: tax,
      highTaxWallets: "0",
      taxDistribution: [],
    },
    contractCode: { openSource: true, rootOpenSource: true, isProxy: false, hasProxyCalls: false },
    chain: { id: "8453", name: "Base", shortName: "base", currency: "ETH" },
    router: "0x4752ba5dbc23f44d87826276bf6fd6b1c372ad24",
    pair: {
      pair: { name: "Uniswap V2", address: pool, type: "UniswapV2" },
      liquidity: standing.liquidityUsd,
    },
    pairAddress: pool,
  };
}

/** Base only, as the rest of the simulated EVM market. */
export const honeypot: Provider = {
  hosts: ["api.honeypot.is"],
  answer({ path, search }, world) {
    if (path !== "/v2/IsHoneypot") return undefined;
    const wanted = (search.get("address") ?? "").toLowerCase();
    if (!/^0x[0-9a-f]{40}$/.test(wanted)) return json({ code: 400, error: "Invalid address" }, 400);
    const now = world.now();
    const tokens = search.get("chainID") === "8453" ? tokensAt(world.random, "base", now) : [];
    const token = tokens.find(
      ({ address, bornAt }) => address.toLowerCase() === wanted && now - bornAt > FIRST_LOOK,
    );
    if (token === undefined) return json({ code: 404, error: "No pairs found" }, 404);
    return json(simulation(world, token));
  },
};
