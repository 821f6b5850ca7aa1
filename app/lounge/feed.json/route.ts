import { env } from "@/lib/env";
import { errorResponse } from "@/lib/http/errors";
import { commonHeaders } from "@/lib/http/headers";
import { readingPreflight } from "@/lib/http/only-read";
import { JSON_FEED_PATH, jsonFeed } from "@/lib/lounge/json-feed";
import { newestSignals } from "@/lib/lounge/newest";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word

/** The newest signals for readers of feeds; whoever asks often is served by caches on the way. */
export async function GET(): Promise<Response> {
  const { PUBLIC_ORIGIN: origin, NEXT_PUBLIC_SERVICE_NAME: name } = env();
  try {
    const feed = jsonFeed(await newestSignals(), { origin, name });
    return new Response(JSON.stringify(feed), {
      headers: {
        ...commonHeaders(),
        "content-type": "application/feed+json; charset=utf-8",
        "cache-control": "public, max-age=30, stale-while-revalidate=60",
      },
    });
  } catch (error) {
    return errorResponse(error, JSON_FEED_PATH);
  }
}

export const OPTIONS = readingPreflight;
