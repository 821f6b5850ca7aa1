import { closeBooksEntry } from "@/lib/payments/recovery/recover-payments/entry";
import { closeAll } from "@/lib/payments/recovery/recover-payments/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(closeBooksEntry, closeAll);
