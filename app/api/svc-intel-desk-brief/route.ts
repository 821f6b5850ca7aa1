import { deskBriefEntry } from "@/lib/catalog/intel/desk-brief";
import { deskBrief } from "@/lib/desks/desk-brief";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-desk-brief.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(deskBriefEntry, deskBrief, { challenge: CHALLENGE });
