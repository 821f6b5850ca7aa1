import { closeBooksEntry } from "@/lib/catalog/operations";
import { closeAll } from "@/lib/payments/close-books";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(closeBooksEntry, closeAll);
