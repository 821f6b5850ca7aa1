import { serveFree } from "@/lib/payments/free-call/serve-free";
import { statusEntry } from "@/lib/status/entry";
import { status } from "@/lib/status/handler";

export const runtime = "edge";
export const GET = serveFree(statusEntry, status);
