import * as z from "zod";
import { asObject } from "./open-schema";
import type { ListedTool } from "./listed-tool";

const row = z.object({
  tool: z.string().nullable().describe("Name of the tool; null where the route is none."),
  route: z.string().describe("Method and path of the same over HTTP."),
  desk: z.string(),
  summary: z.string(),
  priceUsdc: z.number(),
  schema: z.string().describe("Where OpenAPI describes input and output."),
});

export const CatalogInput = z.strictObject({});
export const CatalogOutput = z.object({
  ok: z.literal(true),
  name: z.string().describe("The service."),
  endpoint: z.string().describe("Where tools are called."),
  networks: z.array(z.string()).describe("Chains that USDC is taken on."),
  routes: z.array(row),
  documents: z.array(z.object({ title: z.string(), url: z.string(), type: z.string() })),
  howToPay: z.array(z.string()),
});

export const PrepareInput = z.strictObject({
  tool: z.string().describe("Name of the tool to pay for."),
  arguments: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("The arguments that it will be called with; left out: none."),
});
export const PrepareOutput = z.object({
  ok: z.literal(true),
  tool: z.string(),
  priceUsdc: z.number().describe("Price of this call; 0 where nothing is paid."),
  arguments: z.record(z.string(), z.unknown()).describe("As they were given; call the tool with the same."),
  x402: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe("x402 PaymentRequired to sign one offer of; null where nothing is paid."),
  mpp: z.array(z.record(z.string(), z.unknown())).describe("The same as MPP challenges."),
  howToPay: z.array(z.string()),
});

const WORDS = {
  svc_catalog:
    "Every route and tool of the service with its price and where its schemas are, and the service's documents. Free.",
  svc_prepare_payment:
    "Checks the arguments of a tool and gives the live challenge for that call, ready to sign. Nothing is charged. Free.",
};
export type OwnTool = keyof typeof WORDS;

/** Without the dialect, which is the protocol's default. Outputs stay open: what they gain later breaks nobody. */
function schemaOf(schema: z.ZodType, io: "input" | "output", name: string) {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io });
  return asObject(rest, name);
}

const tool = (name: OwnTool, input: z.ZodType, output: z.ZodType): ListedTool => ({
  name,
  description: WORDS[name],
  inputSchema: schemaOf(input, "input", name),
  outputSchema: schemaOf(output, "output", name),
  annotations: { readOnlyHint: true, openWorldHint: false },
});

/**
 * The tools that are no routes: with them a client finds its way through all the others. A function, since only the
 * prebuild step renders schemas.
 */
export const ownTools = (): ListedTool[] => [
  tool("svc_catalog", CatalogInput, CatalogOutput),
  tool("svc_prepare_payment", PrepareInput, PrepareOutput),
];
