import { type Reply, ReplyError, Status } from "./engine";

/** How strings are written: as text, or each as base64, which keeps every byte. */
export type StringEncoding = "utf8" | "base64";

const encodeString = (bytes: Buffer, encoding: StringEncoding): string =>
  JSON.stringify(bytes.toString(encoding));

/** A reply as JSON text. Integers keep all their digits; an error inside a list is its message. */
function encodeReply(reply: Reply, encoding: StringEncoding): string {
  if (reply instanceof ReplyError) return encodeString(Buffer.from(reply.message), encoding);
  if (reply instanceof Status) return encodeString(Buffer.from(reply.text), encoding);
  if (Buffer.isBuffer(reply)) return encodeString(reply, encoding);
  if (Array.isArray(reply)) return `[${reply.map((item) => encodeReply(item, encoding)).join(",")}]`;
  return String(reply);
}

/** By itself "OK" is never encoded: that is how clients know it. In a list they decode it as any other string. */
function encodeResult(reply: Reply, encoding: StringEncoding): string {
  const text = reply instanceof Status ? reply.text : Buffer.isBuffer(reply) ? reply.toString("latin1") : "";
  return text === "OK" ? '"OK"' : encodeReply(reply, encoding);
}

/** `{"result":…}`, or `{"error":"…"}` for a command that failed. */
export const encodeOutcome = (reply: Reply, encoding: StringEncoding): string =>
  reply instanceof ReplyError
    ? JSON.stringify({ error: reply.message })
    : `{"result":${encodeResult(reply, encoding)}}`;

export const encodeOutcomes = (replies: Reply[], encoding: StringEncoding): string =>
  `[${replies.map((reply) => encodeOutcome(reply, encoding)).join(",")}]`;
