export const runtime = "edge";

/**
 * The floor of a page of the lounge's feed: the Redis calls that it can't do without, one after the other, and what they
 * reply. A place in the log, and the signals that stand before it.
 */
const { UPSTASH_REDIS_REST_URL = "", UPSTASH_REDIS_REST_TOKEN = "", STORE_PREFIX = "svc" } = process.env;
const FIELDS = ["signal", "publishedAt", "place", "unlocks", "outcome", "counts", "hidden", "mint"];

async function ask(path: string, body: unknown): Promise<unknown> {
  const response = await fetch(UPSTASH_REDIS_REST_URL + path, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${UPSTASH_REDIS_REST_TOKEN}` },
    body: JSON.stringify(body),
    cache: "no-store",
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

export async function GET(request: Request): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  const [before, limit] = [Number(asked.get("cursor")), Number(asked.get("limit"))];
  const key = `${STORE_PREFIX}:lounge`;
  const range = [String(Math.max(0, before - 1 - limit)), String(before - 2)];
  const { result } = (await ask("", ["LRANGE", `${key}:log`, ...range])) as { result: string[] }; // the store's own format
  const reads = result.map((entry) => ["HMGET", `${key}:signal:${entry.split(" ", 1)[0] ?? ""}`, ...FIELDS]);
  return Response.json(await ask("/pipeline", reads));
}
