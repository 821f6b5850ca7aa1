import { canaryEntry } from "@/lib/canary/entry";
import { canary } from "@/lib/canary/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const GET = serveFree(canaryEntry, canary);
