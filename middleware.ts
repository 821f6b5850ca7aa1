import { NextResponse, type NextFetchEvent, type NextRequest } from "next/server";
import { frontDoor } from "@/lib/front-door";

/**
 * All under /api, in whatever letters it is written: nothing under it is a page, and what no route serves is refused as routes
 * refuse. But the paths named here have doors of their own (lib/own-door.ts): those that sell, for calls that bring
 * `PAYMENT-SIGNATURE` with a value (whether an empty one is there, platforms disagree); agents' identities and cards for all.
 * Next reads this without running it, so it is written out; a test compares it with the route files.
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
