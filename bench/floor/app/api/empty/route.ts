export const runtime = "edge";

/** What an edge function weighs and takes to start when it does nothing. */
export const POST = (): Response => new Response("{}", { headers: { "content-type": "application/json" } });
