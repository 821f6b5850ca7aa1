import { chatEntry } from "@/lib/chat/entry";
import { chat } from "@/lib/chat/handler";

export const runtime = "edge";

/** A chat turn's own work and nothing else: no front door, no till. */
export async function POST(request: Request): Promise<Response> {
  const input = chatEntry.input.parse(await request.json());
  const { answer } = await chat(input, {
    now: new Date(),
    signal: request.signal,
    headers: new Headers(),
  });
  return new Response(JSON.stringify(answer), { headers: { "content-type": "application/json" } });
}
