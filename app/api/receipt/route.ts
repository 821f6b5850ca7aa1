import { receiptEntry } from "@/lib/payments/receipt/entry";
import { tellReceipt } from "@/lib/payments/receipt/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(receiptEntry, tellReceipt);
