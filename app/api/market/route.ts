import { marketEntry } from "@/lib/desks/market/entry";
import { market } from "@/lib/desks/market/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(marketEntry, market);
