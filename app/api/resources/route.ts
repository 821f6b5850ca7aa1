import { serve } from "@/lib/payments/serve";
import { resourcesEntry } from "@/lib/resources/resources/entry";
import { resources } from "@/lib/resources/resources/handler";

export const runtime = "edge";
export const GET = serve(resourcesEntry, resources);
