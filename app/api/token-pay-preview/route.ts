import { serveFree } from "@/lib/payments/free-call/serve-free";
import { tokenPayPreviewEntry } from "@/lib/token/preview/entry";
import { tokenPayPreview } from "@/lib/token/preview/handler";

export const runtime = "edge";
export const POST = serveFree(tokenPayPreviewEntry, tokenPayPreview);
