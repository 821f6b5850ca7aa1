import { agentEndpoint } from "@/lib/a2a/endpoint/handler";
import { ROUTE_FILES } from "../mcp/route-files.generated";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = agentEndpoint(ROUTE_FILES);
