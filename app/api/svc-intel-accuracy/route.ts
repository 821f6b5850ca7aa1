import { accuracyEntry } from "@/lib/accuracy/page/entry";
import { accuracy } from "@/lib/accuracy/page/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const GET = serveFree(accuracyEntry, accuracy);
