import { serveFree } from "@/lib/payments/free-call/serve-free";
import { listPaymentsEntry } from "@/lib/payments/owed/list/entry";
import { listPayments } from "@/lib/payments/owed/list/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(listPaymentsEntry, listPayments);
