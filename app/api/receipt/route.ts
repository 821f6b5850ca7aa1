import { receiptEntry } from "@/lib/payments/receipts/entry";
import { getReceipt } from "@/lib/payments/receipts/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(receiptEntry, getReceipt);
