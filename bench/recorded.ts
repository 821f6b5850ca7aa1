import type { Reply } from "./load";

/** Headers that Node, Next or the product's next.config.ts add to whatever answer: a constant must not name them too. */
const ADDED =
  /^(date|connection|keep-alive|transfer-encoding|content-length|vary|x-content-type-options|referrer-policy|permissions-policy|content-security-policy)$/i;

const pairs = ({ rawHeaders }: Reply): [string, string][] =>
  rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""] satisfies [string, string]] : [],
  );

/** An answer as the floor's middleware repeats it (FLOOR_CHALLENGE). */
export const recordedAnswer = (reply: Reply): string =>
  JSON.stringify({
    status: reply.status,
    headers: pairs(reply).filter(([name]) => !ADDED.test(name)),
    body: reply.body,
  });

/** Bytes of an answer's headers and body, as sent. */
export const bytesOf = (reply: Reply): { headers: number; body: number } => ({
  headers: pairs(reply).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0),
  body: Buffer.byteLength(reply.body),
});
