import type { PublishedRoute } from "@/lib/catalog/document";
import type { Site } from "../site";
import { API_ERROR, refusalName, refusalResponse } from "./errors";
import type { OpenApiDocument, Operation } from "./format";
import { LIMIT_HEADERS } from "./headers";
import { componentsInUse } from "./in-use";
import { infoOf } from "./info";
import { operationOf } from "./operation";
import { headerParameters } from "./parameters";
import { PAYMENT_REQUIRED } from "./payment-required";
import { securitySchemes } from "./security";
import { refusalsOf } from "./statuses";
import { tagOf, tagsOf } from "./tags";

function pathsOf(entries: readonly PublishedRoute[], site: Site): OpenApiDocument["paths"] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const entry of entries) {
    const methods = (paths[entry.path] ??= {});
    methods[entry.method.toLowerCase()] = operationOf(entry, tagOf(entry, entries), site);
  }
  return paths;
}

/** Every refusal that has one form on all routes; a 402 names its route's price. */
function sharedRefusals(entries: readonly PublishedRoute[]): OpenApiDocument["components"]["responses"] {
  const plain = entries.filter(({ wire }) => wire === undefined);
  const statuses = [...new Set(plain.flatMap(refusalsOf))].filter((status) => status !== 402);
  return Object.fromEntries(statuses.sort().map((status) => [refusalName(status), refusalResponse(status)]));
}

/** The OpenAPI 3.1 document of the routes that customers may call. */
export function openApiDocument(site: Site, catalog: readonly PublishedRoute[]): OpenApiDocument {
  const entries = catalog.filter(({ audience }) => audience === "public");
  const document: OpenApiDocument = {
    openapi: "3.1.0",
    info: infoOf(site, entries),
    servers: [{ url: site.origin, description: "The service." }],
    tags: tagsOf(entries),
    paths: pathsOf(entries, site),
    components: {
      schemas: { ApiError: API_ERROR, PaymentRequired: PAYMENT_REQUIRED },
      parameters: headerParameters(entries),
      headers: LIMIT_HEADERS,
      responses: sharedRefusals(entries),
      securitySchemes: securitySchemes(site.mpp),
    },
  };
  return { ...document, components: componentsInUse(document) };
}
