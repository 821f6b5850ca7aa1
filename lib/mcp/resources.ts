import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type McpServer,
} from "@modelcontextprotocol/server";
import * as z from "zod";
import { thisSite } from "../discovery/this-site";
import { describeCatalog } from "./catalog-tool";

/** What clients that show resources rather than call tools find: the catalog, as svc_catalog returns it. */
export const CATALOG_RESOURCE = {
  uri: "svc://catalog",
  name: "catalog",
  description: "Every route and tool with its price, and the service's documents.",
  mimeType: "application/json",
};

export const readCatalog = () => ({
  contents: [
    {
      uri: CATALOG_RESOURCE.uri,
      mimeType: CATALOG_RESOURCE.mimeType,
      text: JSON.stringify(describeCatalog(thisSite())),
    },
  ],
});

/**
 * What the lists take. Schemas of our own, because the SDK reports an input that breaks its own schema as a server error.
 */
export const ListParams = { params: z.object({ cursor: z.string().optional() }) };
const ReadParams = { params: z.object({ uri: z.string() }) };

/** Each list has one page, so every cursor was made up. Throws the protocol's -32602. */
export function refuseCursor(cursor: string | undefined): void {
  if (cursor !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The list has one page: leave the cursor out.");
}

export function mountResources({ server }: McpServer): void {
  server.setRequestHandler("resources/list", ListParams, ({ cursor }) => {
    refuseCursor(cursor);
    return { resources: [CATALOG_RESOURCE] };
  });
  server.setRequestHandler("resources/templates/list", ListParams, ({ cursor }) => {
    refuseCursor(cursor);
    return { resourceTemplates: [] };
  });
  server.setRequestHandler("resources/read", ReadParams, ({ uri }) => {
    if (uri !== CATALOG_RESOURCE.uri) throw new ResourceNotFoundError(uri);
    return readCatalog();
  });
}
