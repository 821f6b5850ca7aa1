import { didDocument } from "@/lib/payments/receipt/published-keys";

export const runtime = "edge";
export const GET = didDocument;
