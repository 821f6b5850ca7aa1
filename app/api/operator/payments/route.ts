import { serveFree } from "@/lib/payments/free-call/serve-free";
import { listPaymentsEntry } from "@/lib/payments/owed/list/entry";
import { listPayments } from "@/lib/payments/owed/list/handler";

export const runtime = "edge";
export const GET = serveFree(listPaymentsEntry, listPayments);
