export const runtime = "edge";

/** The floor of a free call: its body, the requests that the product sent to its store for it, one after the other, and its answer. */
const { UPSTASH_REDIS_REST_URL = "", UPSTASH_REDIS_REST_TOKEN = "" } = process.env;
const { FLOOR_REQUESTS = "[]", FLOOR_ANSWER = "{}" } = process.env;
const requests = JSON.parse(FLOOR_REQUESTS) as { path: string; body: string }[]; // bench/rows/agents.ts wrote it

export async function POST(request: Request): Promise<Response> {
  await request.text();
  for (const { path, body } of requests) {
    const headers = {
      "content-type": "application/json",
      authorization: `Bearer ${UPSTASH_REDIS_REST_TOKEN}`,
    };
    const init = { method: "POST", headers, body };
    const response = await fetch(UPSTASH_REDIS_REST_URL + path, { ...init, cache: "no-store" });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(answer));
  }
  return new Response(FLOOR_ANSWER, { headers: { "content-type": "application/json" } });
}
