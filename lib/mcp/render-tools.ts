import type { Tool } from "@modelcontextprotocol/server";
import { isPaid, priceOf } from "../catalog/define";
import type { PublishedRoute } from "../catalog/document";
import { toUsd } from "../catalog/money";
import type { ChallengeTemplate } from "../payments/challenge/challenge";
import { compactSchema } from "../payments/challenge/compact";
import { renderTemplate } from "../payments/challenge/template";
import type { ListedTool } from "./listed-tool";
import { inputSchema, outputForms, type ObjectSchema } from "./open-schema";
import { ownTools } from "./own-tools";
import { RECEIPT_MEMBER } from "./receipt-member";

/** Largest `tools/list`, in bytes: clients hand the list to a model whole. */
export const MAX_LIST_BYTES = 64 * 1024;
/** Room for the protocol's frame around the list. */
const FRAME_BYTES = 1024;

const WALLET = { type: "string", description: "A holder's wallet; it counts once the token is launched." };
const PAYMENT = {
  type: "string",
  description: "Payment: base64 of an x402 v2 PaymentPayload. Left out: the price is answered.",
};
const RECEIPT = {
  type: "object",
  description: "x402's settlement, MPP's receipt, and whether the answer is a replay.",
};

const size = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;

const toolInput = (entry: PublishedRoute): ObjectSchema => {
  const { properties, ...schema } = inputSchema(entry);
  const payment = isPaid(entry) ? { paymentSignature: PAYMENT } : {};
  return { ...schema, properties: { ...properties, ...payment, creditsWallet: WALLET } };
};

function toolOutput(entry: PublishedRoute, form: ObjectSchema): ObjectSchema {
  if (!isPaid(entry)) return form;
  return { ...form, properties: { ...form.properties, [RECEIPT_MEMBER]: RECEIPT } };
}

/**
 * A paid call moves money, though the same payment never twice; what it gets is from the world outside. Free tools
 * read, unless their route writes.
 */
function annotations(entry: PublishedRoute): NonNullable<Tool["annotations"]> {
  if (isPaid(entry))
    return { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true };
  const reads = entry.method === "GET" || entry.readOnly === true;
  const openWorldHint = Object.keys(entry.coverage).length > 0;
  return reads
    ? { readOnlyHint: true, openWorldHint }
    : { readOnlyHint: false, destructiveHint: false, openWorldHint };
}

const price = (entry: PublishedRoute): string =>
  isPaid(entry) ? `Costs ${toUsd(priceOf(entry))} USDC a call.` : "Free.";

type Sold = PublishedRoute & { tool: string };
const isSold = (entry: PublishedRoute): entry is Sold => entry.tool !== null;

/** The entry's tool, by how much room its output may take: the fullest form that fits, or the barest if none does. */
function toolOf(entry: Sold): (bytes: number) => ListedTool {
  const forms = outputForms(entry).map((form) => toolOutput(entry, form));
  const barest = forms.at(-1);
  if (barest === undefined) throw new Error(`${entry.path}: it has no output`);
  const described = {
    name: entry.tool,
    description: `${entry.description} ${price(entry)}`,
    inputSchema: toolInput(entry),
  };
  return (bytes) => ({
    ...described,
    outputSchema: forms.find((form) => size(form) <= bytes) ?? barest,
    annotations: annotations(entry),
  });
}

/** x402's `bazaar` extension in its form for tools. */
function toolBazaar(entry: Sold): Record<string, unknown> {
  const transport = "streamable-http";
  const input = {
    type: "mcp",
    toolName: entry.tool,
    description: entry.summary,
    transport,
    inputSchema: compactSchema(inputSchema(entry)),
    example: entry.sample.input,
  };
  const properties = {
    type: { const: "mcp" },
    toolName: { const: entry.tool },
    description: { type: "string" },
    transport: { const: transport },
    inputSchema: { type: "object" },
    example: { type: "object" },
  };
  return {
    info: { input, output: { type: "json" } },
    schema: {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      type: "object",
      properties: {
        input: { type: "object", properties, required: ["type", "toolName", "inputSchema"] },
        output: { type: "object", properties: { type: { const: "json" } }, required: ["type"] },
      },
      required: ["input"],
    },
  };
}

const toolChallenge = (entry: Sold): ChallengeTemplate => ({
  ...renderTemplate(entry),
  tool: entry.tool,
  bazaar: toolBazaar(entry),
});

/** What a tool's answers may take in the list, in bytes, from generous to bare. */
const STEPS = Array.from({ length: 60 }, (_, step) => 6_000 - step * 100);

/**
 * The list of tools, one for each catalog entry that is sold as one and the endpoint's own, and the challenges of the
 * paid ones. As much is said of answers as the list has room for; /openapi.json has all of it. Throws when the tools
 * do not fit at all.
 */
export function renderToolList(catalog: readonly PublishedRoute[]): {
  tools: ListedTool[];
  challenges: ChallengeTemplate[];
} {
  const sold = catalog.filter(isSold);
  const makers = sold.map(toolOf);
  for (const bytes of STEPS) {
    const tools = [...ownTools(), ...makers.map((make) => make(bytes))];
    if (size(tools) <= MAX_LIST_BYTES - FRAME_BYTES)
      return { tools, challenges: sold.filter(isPaid).map(toolChallenge) };
  }
  throw new Error(`the list of ${sold.length} tools does not fit into ${MAX_LIST_BYTES} bytes`);
}
