import { catalog } from "@/lib/catalog";
import { openApiDocument } from "@/lib/discovery/openapi/document";
import { documentResponse } from "@/lib/discovery/respond";
import { thisSite } from "@/lib/discovery/this-site";

export const dynamic = "force-static";

export const GET = (): Promise<Response> =>
  documentResponse(JSON.stringify(openApiDocument(thisSite(), catalog)), "application/json");
