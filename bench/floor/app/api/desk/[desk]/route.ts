import { DESKS } from "../../../../desks";

export const runtime = "edge";

/** A desk's own work and nothing else: no front door, no till. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ desk: string }> },
): Promise<Response> {
  const ask = DESKS[(await params).desk];
  if (ask === undefined) return new Response(null, { status: 404 });
  return new Response(JSON.stringify(await ask(request.signal)), {
    headers: { "content-type": "application/json" },
  });
}
