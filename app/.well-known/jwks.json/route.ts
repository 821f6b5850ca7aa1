import { jwks } from "@/lib/payments/receipt/published-keys";

export const runtime = "edge";
export const GET = jwks;
