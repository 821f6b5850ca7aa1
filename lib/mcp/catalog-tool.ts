import type * as z from "zod";
import { catalog } from "../catalog";
import { isPaid, priceOf } from "../catalog/define";
import { toUsd } from "../catalog/money";
import { TIERS } from "../catalog/tiers";
import { ApiError } from "../http/api-error";
import { documentsOf, ROUTE_CONTRACT } from "../discovery/documents";
import type { Site } from "../discovery/site";
import type { CatalogOutput, DetailsOutput } from "./own-tools";

/** How a client pays for a tool, in every document. */
export const HOW_TO_PAY = [
  "Call the tool, or svc_prepare_payment with its name and arguments: the answer is the price as an x402 PaymentRequired.",
  "Sign one offer of `accepts` with an x402 v2 client, such as @x402/core.",
  'Call the tool with the same arguments and the payment: the payload in `_meta["x402/payment"]`, or its base64 in the argument `paymentSignature`.',
  "If the answer gets lost, make the same call with the same payment again: it is never charged twice, here or over HTTP.",
];

export const NOTHING_TO_PAY = "Nothing is paid for this call: call the tool with these arguments.";

/** The whole service on one page: every public route with its price, and every document. */
export function describeCatalog(site: Site): z.output<typeof CatalogOutput> {
  const { evm, solana } = site.merchant.networks;
  const networks = [
    ...(site.merchant.evmPayTo === undefined ? [] : [evm.id]),
    ...(site.merchant.solanaPayTo === undefined ? [] : [solana.id]),
  ];
  const routes = catalog.filter(({ audience }) => audience === "public");
  return {
    ok: true,
    name: site.name,
    endpoint: `${site.origin}/api/mcp`,
    networks,
    routes: routes.map((entry) => ({
      tool: entry.tool,
      route: `${entry.method} ${entry.path}`,
      desk: entry.desk,
      summary: entry.summary,
      priceUsdc: toUsd(priceOf(entry)),
      schema: site.origin + ROUTE_CONTRACT.path(entry.label),
    })),
    tiers: TIERS.map(({ name, price, sold }) => ({ name, priceUsdc: toUsd(price), sold })),
    documents: documentsOf(site).map(({ title, path, type }) => ({ title, url: site.origin + path, type })),
    howToPay: HOW_TO_PAY,
  };
}

export const unknownTool = (): ApiError =>
  new ApiError("invalid_request", "`tool`: there is no such tool. svc_catalog names all of them.");

/** All of one tool. The details of all are large, and loaded when somebody asks. Throws ApiError 400 for no tool's name. */
export async function describeTool(name: string): Promise<z.output<typeof DetailsOutput>> {
  const { DETAILS } = await import("./details.generated");
  const details = Object.hasOwn(DETAILS, name) ? DETAILS[name] : undefined;
  if (details === undefined) throw unknownTool();
  const entry = catalog.find(({ tool }) => tool === name);
  const { description, input, output, sample } = details;
  return {
    ok: true,
    tool: name,
    route: entry === undefined ? null : `${entry.method} ${entry.path}`,
    priceUsdc: entry === undefined ? 0 : toUsd(priceOf(entry)),
    ...{ description, input, output, sample },
    howToPay: entry !== undefined && isPaid(entry) ? HOW_TO_PAY : [NOTHING_TO_PAY],
  };
}
