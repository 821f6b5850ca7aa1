import type { Tool } from "@modelcontextprotocol/server";
import { isPaid, priceOf } from "../catalog/define";
import type { PublishedRoute } from "../catalog/document";
import { toUsd } from "../catalog/money";
import { sentence } from "../discovery/words";
import type { ChallengeTemplate } from "../payments/challenge/challenge";
import { compactSchema } from "../payments/challenge/compact";
import { renderTemplate } from "../payments/challenge/template";
import type { ListedTool, ToolDetails } from "./listed-tool";
import { inputSchema, outputSchema, type ObjectSchema } from "./open-schema";
import { listOwn, ownTools } from "./own-tools";
import { RECEIPT_MEMBER } from "./receipt-member";
import { inWords, sayOnce } from "./shared-words";

/** Largest `tools/list`, in bytes: clients hand the list to a model whole, before it has asked for anything. */
export const MAX_LIST_BYTES = 40 * 1024;
/** Room for the protocol's frame around the list. */
const FRAME_BYTES = 256;

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

function toolOutput(entry: PublishedRoute): ObjectSchema {
  const schema = outputSchema(entry);
  if (!isPaid(entry)) return schema;
  return { ...schema, properties: { ...schema.properties, [RECEIPT_MEMBER]: RECEIPT } };
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

/** The line by which it is chosen; the paragraph is in its details. */
const listSold = (entry: Sold): ListedTool => ({
  name: entry.tool,
  description: `${sentence(entry.summary)} ${price(entry)}`,
  inputSchema: toolInput(entry),
  annotations: annotations(entry),
});

const detailsOf = (entry: Sold): [string, ToolDetails] => [
  entry.tool,
  {
    description: `${entry.description} ${price(entry)}`,
    input: toolInput(entry),
    output: toolOutput(entry),
    sample: entry.sample,
  },
];

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

/** The first tool, svc_catalog, says of the shared arguments what the others leave out. */
const withWords = ([first, ...others]: readonly ListedTool[], words: string): ListedTool[] =>
  first === undefined
    ? []
    : [{ ...first, description: `${first.description ?? ""} ${words}`.trim() }, ...others];

/**
 * The list of tools: one for each catalog entry that is a tool, and the endpoint's own. With it, by tool, the details that the
 * list has no room for, and the challenges of the paid tools. Throws when the list grows too large to be handed to a model.
 */
export function renderToolList(catalog: readonly PublishedRoute[]): {
  tools: ListedTool[];
  details: Record<string, ToolDetails>;
  challenges: ChallengeTemplate[];
} {
  const sold = catalog.filter(isSold);
  const own = ownTools();
  const { tools: short, shared } = sayOnce([...own.map(listOwn), ...sold.map(listSold)]);
  const tools = withWords(short, inWords(shared));
  if (size(tools) > MAX_LIST_BYTES - FRAME_BYTES)
    throw new Error(
      `the list of ${tools.length} tools takes ${size(tools)} bytes, of ${MAX_LIST_BYTES} with its frame`,
    );
  return {
    tools,
    details: Object.fromEntries([...own, ...sold.map(detailsOf)]),
    challenges: sold.filter(isPaid).map(toolChallenge),
  };
}
