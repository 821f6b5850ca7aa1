import { NextResponse, type NextFetchEvent, type NextRequest } from "next/server";
import { frontDoor } from "@/lib/front-door";
import { countRequest, type LimitState } from "@/lib/store/rate-limit";

/** The product's path, so that its front door finds the route; the floor's other routes go without a middleware. */
export const config = { matcher: "/api/svc-intel-tvl" };

interface Constant {
  status: number;
  headers: [name: string, value: string][];
  body: string;
}

/** One recorded answer of the product; without it the product's own front door answers. */
const recorded = process.env.FLOOR_CHALLENGE;
const constant = recorded === undefined ? null : (JSON.parse(recorded) as Constant); // bench/recorded.ts wrote it

const WINDOW_MS = 60_000;
/** Counts nobody, and tells everybody what the limiter tells a first caller. */
const unlimited = (): Promise<LimitState> =>
  Promise.resolve({ allowed: true, limit: 120, remaining: 119, resetAt: Date.now() + WINDOW_MS });

const count = process.env.FLOOR_LIMITER === "off" ? unlimited : countRequest;

export async function middleware(request: NextRequest, event: NextFetchEvent): Promise<Response> {
  if (constant !== null) {
    const { body, status, headers } = constant;
    return new Response(body, { status, headers });
  }
  const { response, headers } = await frontDoor(request, (work) => event.waitUntil(work), count);
  if (response === null) return NextResponse.next({ headers });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
