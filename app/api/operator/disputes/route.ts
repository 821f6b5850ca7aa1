import { serveFree } from "@/lib/payments/free-call/serve-free";
import { disputeEntry } from "@/lib/payments/trust/dispute/entry";
import { dispute } from "@/lib/payments/trust/dispute/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serveFree(disputeEntry, dispute);
