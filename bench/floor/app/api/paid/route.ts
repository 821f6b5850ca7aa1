import { after } from "next/server";

export const runtime = "edge";

/**
 * The floor of a paid call: the calls that a sale makes, in its order, and nothing else. While the client waits three trips
 * to the ledger, one MGET where ours was seen to need one, verify and settle, one after the other; behind the answer one
 * look at the transaction by our node, one trip that writes down what it showed, and one to the limiter as often as ours was seen
 * to need one. Nothing is checked,
 * so it is no way to sell anything.
 */
const {
  UPSTASH_REDIS_REST_URL = "",
  UPSTASH_REDIS_REST_TOKEN = "",
  FACILITATOR_PRIMARY_URL = "",
  EVM_RPC_URL = "",
  SOLANA_RPC_URL = "",
} = process.env;
const { FLOOR_SOURCES = "[]", FLOOR_ANSWER = "{}", FLOOR_LIMITER_TRIPS = "0" } = process.env;
const sources = JSON.parse(FLOOR_SOURCES) as string[]; // bench/rows/paid.ts wrote it
const limiterTrips = Number(FLOOR_LIMITER_TRIPS);
let limiterOwes = 0;

async function post(url: string, body: string, headers: Record<string, string>): Promise<unknown> {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
  const response = await fetch(url, { ...init, cache: "no-store" });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`);
  return answer;
}

const redis = (...command: string[]): Promise<unknown> =>
  post(UPSTASH_REDIS_REST_URL, JSON.stringify(command), {
    authorization: `Bearer ${UPSTASH_REDIS_REST_TOKEN}`,
  });

/** What our own sale asks its node of a transaction that was named. */
function look(network: string, transaction: string): Promise<unknown> {
  const [url, method, params] = network.startsWith("solana:")
    ? [SOLANA_RPC_URL, "getTransaction", [transaction, SOLANA_OPTIONS]]
    : [EVM_RPC_URL, "eth_getTransactionReceipt", [transaction]];
  return post(url, JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }), {});
}
const SOLANA_OPTIONS = { encoding: "base64", commitment: "confirmed", maxSupportedTransactionVersion: 255 };

export async function POST(request: Request): Promise<Response> {
  const header = request.headers.get("payment-signature") ?? "";
  const payload = JSON.parse(atob(header)) as { accepted: { network: string } }; // the official client wrote it
  const settlement = JSON.stringify({
    x402Version: 2,
    paymentPayload: payload,
    paymentRequirements: payload.accepted,
  });
  const record = `floor:${crypto.randomUUID()}`;
  await redis("HSET", record, "state", "claimed");
  await post(`${FACILITATOR_PRIMARY_URL}/verify`, settlement, {});
  if (sources.length > 0) await redis("MGET", ...sources);
  await redis("HSET", record, "state", "settling", "answer", FLOOR_ANSWER);
  const settled = (await post(`${FACILITATOR_PRIMARY_URL}/settle`, settlement, {})) as {
    transaction: string; // as x402 has it
  };
  await redis("HSET", record, "state", "settled");
  after(async () => {
    await look(payload.accepted.network, settled.transaction);
    await redis("HSET", record, "trust", "confirmed");
    limiterOwes += limiterTrips;
    for (; limiterOwes >= 1; limiterOwes -= 1) await redis("INCR", "floor:limit");
  });
  return new Response(FLOOR_ANSWER, { headers: { "content-type": "application/json" } });
}
