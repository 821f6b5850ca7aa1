import { serve } from "@/lib/payments/serve";
import { x402ConfigEntry } from "@/lib/resources/x402-config/entry";
import { x402Config } from "@/lib/resources/x402-config/handler";

export const runtime = "edge";
export const GET = serve(x402ConfigEntry, x402Config);
