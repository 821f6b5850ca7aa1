import { serve } from "@/lib/payments/serve";
import { securityScopeEntry } from "@/lib/security/scope/entry";
import { describeScope } from "@/lib/security/scope/handler";

export const runtime = "edge";
export const POST = serve(securityScopeEntry, describeScope);
