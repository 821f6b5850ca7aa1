import { receiptEntry } from "@/lib/catalog/receipt";
import { tellReceipt } from "@/lib/payments/receipt/tell";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(receiptEntry, tellReceipt);
