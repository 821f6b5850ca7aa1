import { Client, StreamableHTTPClientTransport, type CallToolResult } from "@modelcontextprotocol/client";
import type { PaymentRequired } from "@x402/core/types";
import { newAddress } from "./service";

/** Both eras of the protocol, as the official client speaks them. */
export const ERAS = ["2026-07-28", "2025-11-25"] as const;
export type Era = (typeof ERAS)[number];

/** The official client, connected to the service's tool endpoint from an address of its own. */
export async function connect(
  origin: string,
  era: Era = "2026-07-28",
  headers: Record<string, string> = {},
): Promise<Client> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: era === "2026-07-28" ? { pin: era } : "legacy" } },
  );
  const requestInit = { headers: { "x-forwarded-for": newAddress(), ...headers } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/api/mcp`), { requestInit }));
  return client;
}

export type Structured = Record<string, unknown>;

/** What a result says in its structured content, which its text must say too. Throws where they differ. */
export function contentOf(result: CallToolResult): Structured {
  const [first] = result.content;
  const text = first?.type === "text" ? first.text : "";
  if (JSON.stringify(JSON.parse(text)) !== JSON.stringify(result.structuredContent))
    throw new Error("the text and the structured content of a result differ");
  return result.structuredContent as Structured; // the tools of this service answer objects only
}

/** The challenge that a paid tool answers without a payment. Throws for any other result. */
export function challengeIn(result: CallToolResult): PaymentRequired {
  const required = contentOf(result);
  if (result.isError !== true || !("accepts" in required)) throw new Error("this result is no challenge");
  return required as unknown as PaymentRequired; // x402's own form, asserted by those who pay it
}

/** One JSON-RPC message by hand, as no official client would send it. */
export const postMessage = (
  origin: string,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<Response> =>
  fetch(`${origin}/api/mcp`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "x-forwarded-for": newAddress(),
      ...headers,
    },
    body: typeof message === "string" ? message : JSON.stringify(message),
  });
