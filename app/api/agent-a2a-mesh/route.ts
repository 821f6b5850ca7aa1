import { meshEntry } from "@/lib/mesh/entry";
import { mesh } from "@/lib/mesh/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(meshEntry, mesh);
