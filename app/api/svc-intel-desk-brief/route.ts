import { deskBriefEntry } from "@/lib/catalog/intel/desk-brief";
import { deskBrief } from "@/lib/desks/desk-brief";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(deskBriefEntry, deskBrief);
