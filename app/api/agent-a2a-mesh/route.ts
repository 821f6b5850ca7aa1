import { meshEntry } from "@/lib/catalog/mesh";
import { mesh } from "@/lib/mesh/mesh";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(meshEntry, mesh);
