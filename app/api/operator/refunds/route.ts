import { serveFree } from "@/lib/payments/free-call/serve-free";
import { refundEntry } from "@/lib/payments/refunds/entry";
import { refund } from "@/lib/payments/refunds/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serveFree(refundEntry, refund);
