import { accuracyEntry } from "@/lib/accuracy/page/entry";
import { accuracy } from "@/lib/accuracy/page/handler";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const GET = serve(accuracyEntry, accuracy);
