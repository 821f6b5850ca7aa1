import { serveFree } from "@/lib/payments/free-call/serve-free";
import { tokenPayEntry } from "@/lib/token/pay/entry";
import { tokenPay } from "@/lib/token/pay/handler";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const GET = serveFree(tokenPayEntry, tokenPay);
