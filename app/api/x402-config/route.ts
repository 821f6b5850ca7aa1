import { x402ConfigEntry } from "@/lib/catalog/x402-config";
import { serve } from "@/lib/payments/serve";
import { x402Config } from "@/lib/resources/x402-config";

export const runtime = "edge";
export const GET = serve(x402ConfigEntry, x402Config);
