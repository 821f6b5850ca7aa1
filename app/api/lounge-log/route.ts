import { loungeLogEntry } from "@/lib/lounge/log-state/entry";
import { loungeLog } from "@/lib/lounge/log-state/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const GET = serveFree(loungeLogEntry, loungeLog);
