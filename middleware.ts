import { NextResponse, type NextFetchEvent, type NextRequest } from "next/server";
import { frontDoor } from "@/lib/front-door";

/** In whatever letters it is written: nothing under it is a page, and what no route serves is refused as routes refuse. */
export const config = { matcher: "/:api([aA][pP][iI])/:path*" };

/** The front door: see lib/front-door.ts. The routes enforce everything again by themselves. */
export async function middleware(request: NextRequest, event: NextFetchEvent): Promise<Response> {
  const { response, headers } = await frontDoor(request, (work) => event.waitUntil(work));
  if (response === null) return NextResponse.next({ headers });
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
