import { closeBooksEntry } from "@/lib/payments/close-books/entry";
import { closeAll } from "@/lib/payments/close-books/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(closeBooksEntry, closeAll);
