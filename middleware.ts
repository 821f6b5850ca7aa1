import { NextResponse, type NextFetchEvent, type NextRequest } from "next/server";
import { frontDoor } from "@/lib/front-door";

/**
 * The middleware sees every call under /api, in upper or lower case: no page lies there, and a path that no route serves is
 * refused in the routes' own form. Two kinds of calls pass it by, because their routes have doors of their own
 * (lib/own-door.ts): on the paths that sell, calls with a `PAYMENT-SIGNATURE` that is not blank (platforms disagree on whether
 * a blank header is there at all); on agent-identity and agent-identity-card, all calls.
 * Next reads this object without running the file, so the paths are written out. A test compares them with the route files.
 */
export const config = {
  matcher: [
    "/:api((?!api/(?:svc-(?:intel-(?:a2a-pipeline|airdrop|desk-brief|listing|macro|meteora|momentum|scalp|trenches|trenches-screen|tvl|verdict|wallet|whales|wire|yields)|security-(?:headers|readiness|scan))|lounge-signal-(?:open|publish)|news-open|agent-identity|agent-identity-card)$)[aA][pP][iI])/:path*",
    {
      source:
        "/api/:path(svc-intel-(?:a2a-pipeline|airdrop|desk-brief|listing|macro|meteora|momentum|scalp|trenches|trenches-screen|tvl|verdict|wallet|whales|wire|yields)|svc-security-(?:headers|readiness|scan)|lounge-signal-(?:open|publish)|news-open)",
      missing: [{ type: "header", key: "payment-signature", value: ".*[^\\t ].*" }],
    },
  ],
};

/** The front door: see lib/front-door.ts. The routes enforce everything again by themselves. */
export async function middleware(request: NextRequest, event: NextFetchEvent): Promise<Response> {
  const { response, headers } = await frontDoor(request, (work) => event.waitUntil(work));
  if (response === null) return NextResponse.next({ headers });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
