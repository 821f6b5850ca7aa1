import { describe, expect, it } from "vitest";
import { singleReply } from "@/lib/mcp/single-reply";

const REPLY = { jsonrpc: "2.0", id: 1, result: { text: "grüß dich" } };
const PROGRESS = { jsonrpc: "2.0", method: "notifications/progress", params: {} };
const event = (message: unknown): string => `event: message\ndata: ${JSON.stringify(message)}\n\n`;

/** A stream whose chunks break anywhere, within a letter too; `open` streams never end by themselves. */
function stream(text: string, { chunk = 7, open = false, ended = () => {} } = {}): Response {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at < bytes.length) controller.enqueue(bytes.slice(at, (at += chunk)));
      else if (!open) controller.close();
      else return new Promise(() => {});
    },
    cancel: ended,
  });
  return new Response(body, { headers: { "content-type": "text/event-stream", "x-accel-buffering": "no" } });
}

describe("a stream of events", () => {
  it.each([1, 7, 10_000])(
    "that holds one reply is that reply in JSON, in chunks of %i bytes",
    async (chunk) => {
      for (const text of [
        event(REPLY),
        `: keep-alive\n\nid: 0\n\n${event(REPLY)}`,
        event(REPLY).replaceAll("\n", "\r\n"),
      ]) {
        const answer = await singleReply(stream(text, { chunk }));
        expect(answer.headers.get("content-type")).toBe("application/json");
        expect(answer.headers.get("x-accel-buffering")).toBeNull();
        expect(await answer.json()).toEqual(REPLY);
      }
    },
  );

  it("is not waited for beyond its reply, and is given up then", async () => {
    let gaveUp = false;
    const ended = (): void => {
      gaveUp = true;
    };
    const answer = await singleReply(stream(event(REPLY), { open: true, ended }));
    expect(await answer.json()).toEqual(REPLY);
    expect(gaveUp).toBe(true);
  });

  it.each([
    ["that says something before its reply", event(PROGRESS) + event(REPLY)],
    ["without a message", ": nothing\n\n"],
    ["that breaks off", "data: {"],
  ])("%s goes on as it is", async (_what, text) => {
    const answer = await singleReply(stream(text));
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(await answer.text()).toBe(text);
  });
});

it("any other response is left alone", async () => {
  for (const response of [Response.json(REPLY), new Response(null, { status: 202 })])
    expect(await singleReply(response)).toBe(response);
});
