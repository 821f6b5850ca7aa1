import { x402ResourceServer } from "@x402/core/server";
import * as z from "zod";

export const runtime = "edge";

/** Used, so that the bundler keeps them: the libraries that any seller starts with. */
const body = z.object({ seller: z.string() });

/** Does nothing with the two libraries that a seller can't do without. */
export const POST = (): Response =>
  new Response(JSON.stringify(body.parse({ seller: x402ResourceServer.name })), {
    headers: { "content-type": "application/json" },
  });
