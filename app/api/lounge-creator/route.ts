import { loungeCreatorEntry } from "@/lib/lounge/creator/entry";
import { loungeCreator } from "@/lib/lounge/creator/handler";
import { serveFree } from "@/lib/payments/free-call/serve-free";

export const runtime = "edge";
export const GET = serveFree(loungeCreatorEntry, loungeCreator);
