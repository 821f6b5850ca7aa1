import { errorResponse } from "@/lib/http/errors";
import { DESKS } from "../../../../desks.generated";

export const runtime = "edge";

/** A desk's own work and nothing else: no front door, no till. What a body would say stands in the query. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ desk: string }> },
): Promise<Response> {
  const ask = DESKS[(await params).desk];
  if (ask === undefined) return new Response(null, { status: 404 });
  const { pathname, searchParams } = new URL(request.url);
  const input: unknown = JSON.parse(searchParams.get("input") ?? "{}");
  try {
    return new Response(JSON.stringify(await ask(input, request.signal)), {
      headers: { "content-type": "application/json" },
    });
  } catch (error) {
    return errorResponse(error, pathname); // a desk that has too little refuses with 503
  }
}
