export const runtime = "edge";

/**
 * The floor of a paid call: no more than the waits that it can't do without, one after the other. Three trips to the
 * ledger, one MGET for the sources, verify and settle. Nothing is checked, so it is no way to sell anything.
 */
const {
  UPSTASH_REDIS_REST_URL = "",
  UPSTASH_REDIS_REST_TOKEN = "",
  FACILITATOR_PRIMARY_URL = "",
} = process.env;
const { FLOOR_SOURCES = "[]", FLOOR_ANSWER = "{}" } = process.env;
const sources = JSON.parse(FLOOR_SOURCES) as string[]; // bench/rows/paid.ts wrote it

async function post(url: string, body: string, headers: Record<string, string>): Promise<void> {
  const init = { method: "POST", headers: { "content-type": "application/json", ...headers }, body };
  const response = await fetch(url, { ...init, cache: "no-store" });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${url}: ${JSON.stringify(answer)}`);
}

const redis = (...command: string[]): Promise<void> =>
  post(UPSTASH_REDIS_REST_URL, JSON.stringify(command), {
    authorization: `Bearer ${UPSTASH_REDIS_REST_TOKEN}`,
  });

export async function POST(request: Request): Promise<Response> {
  const header = request.headers.get("payment-signature") ?? "";
  const payload = JSON.parse(atob(header)) as { accepted: unknown }; // the official client wrote it
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
  await post(`${FACILITATOR_PRIMARY_URL}/settle`, settlement, {});
  await redis("HSET", record, "state", "settled");
  return new Response(FLOOR_ANSWER, { headers: { "content-type": "application/json" } });
}
