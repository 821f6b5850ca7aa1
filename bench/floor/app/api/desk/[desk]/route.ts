import { DESKS } from "../../../../desks.generated";

export const runtime = "edge";

/** A desk's own work and nothing else: no front door, no till. What a body would say stands in the query. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ desk: string }> },
): Promise<Response> {
  const ask = DESKS[(await params).desk];
  if (ask === undefined) return new Response(null, { status: 404 });
  const input: unknown = JSON.parse(new URL(request.url).searchParams.get("input") ?? "{}");
  return new Response(JSON.stringify(await ask(input, request.signal)), {
    headers: { "content-type": "application/json" },
  });
}
