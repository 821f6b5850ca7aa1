import { serveFree } from "@/lib/payments/free-call/serve-free";
import { tokenPayEntry } from "@/lib/token/pay/entry";
import { tokenPay } from "@/lib/token/pay/handler";

export const runtime = "edge";
export const GET = serveFree(tokenPayEntry, tokenPay);
