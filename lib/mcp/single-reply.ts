import { isRecord } from "../is-record";

const EVENT_STREAM = "text/event-stream";

/** The message of one event, or undefined for an event without data, such as what keeps a connection open. */
function messageOf(event: string): unknown {
  const lines = event.split(/\r?\n/).flatMap((line) => /^data:(.*)$/.exec(line)?.[1]?.trim() ?? []);
  const data = lines.join("\n");
  return data === "" ? undefined : JSON.parse(data);
}

/** The first message of a stream of events; undefined where it ends without one. */
async function firstMessage(stream: ReadableStream<Uint8Array>): Promise<unknown> {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    text += decoder.decode(value, { stream: !done });
    const events = text.split(/\r?\n\r?\n/);
    text = events.pop() ?? "";
    for (const event of events) {
      const message = messageOf(event);
      if (message === undefined) continue;
      void reader.cancel(); // done when its twin is, which is not waited for
      return message;
    }
    if (done) return undefined;
  }
}

/** A response of JSON-RPC ends its exchange: a stream that begins with one holds nothing else. */
const isReply = (message: unknown): boolean =>
  isRecord(message) && (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"));

/**
 * A stream of one reply as that reply in JSON, which is smaller, can be compressed and needs no parser of its own. A
 * stream that begins with anything but the reply goes on as it is.
 */
export async function singleReply(response: Response): Promise<Response> {
  if (response.body === null || response.headers.get("content-type")?.startsWith(EVENT_STREAM) !== true)
    return response;
  const [ahead, whole] = response.body.tee();
  const message = await firstMessage(ahead);
  if (!isReply(message)) return new Response(whole, response);
  void whole.cancel();
  return Response.json(message, { status: response.status });
}
