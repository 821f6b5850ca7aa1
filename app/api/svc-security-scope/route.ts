import { securityScopeEntry } from "@/lib/catalog/security/scope";
import { serve } from "@/lib/payments/serve";
import { tellScope } from "@/lib/security/scope";

export const runtime = "edge";
export const POST = serve(securityScopeEntry, tellScope);
