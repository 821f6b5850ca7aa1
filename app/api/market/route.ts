import { marketEntry } from "@/lib/catalog/market";
import { market } from "@/lib/desks/market";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(marketEntry, market);
