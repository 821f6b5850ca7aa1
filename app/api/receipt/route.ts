import { receiptEntry } from "@/lib/payments/receipts/entry";
import { getReceipt } from "@/lib/payments/receipts/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(receiptEntry, getReceipt);
