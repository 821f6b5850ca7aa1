import { Redis } from "@upstash/redis";
import { recoverAddress } from "viem/utils";
import * as z from "zod";

export const runtime = "edge";

const body = z.object({ signer: z.string() });
/** One signature, of 32 bytes of one. */
const HASH = `0x${"01".repeat(32)}` as const;
const SIGNATURE = `0x${"02".repeat(64)}1b` as const;

/** What a sale on Base can't do without, and nothing of its own: zod, the Redis client, and telling who signed. */
export async function POST(): Promise<Response> {
  const store = new Redis({ url: "http://127.0.0.1", token: "none", enableTelemetry: false }); // asks nothing
  const { signer } = body.parse({ signer: await recoverAddress({ hash: HASH, signature: SIGNATURE }) });
  const answer = JSON.stringify({ signer, store: typeof store.eval });
  return new Response(answer, { headers: { "content-type": "application/json" } });
}
