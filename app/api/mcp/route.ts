import { toolEndpoint } from "@/lib/mcp/endpoint/handler";
import { ROUTE_FILES } from "./route-files.generated";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, OPTIONS } = toolEndpoint(ROUTE_FILES);
