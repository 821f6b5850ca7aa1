import { jwks } from "@/lib/payments/receipts/published-keys";

export const runtime = "edge";
export const GET = jwks;
