import { resourcesEntry } from "@/lib/catalog/resources";
import { serve } from "@/lib/payments/serve";
import { resources } from "@/lib/resources/resources";

export const runtime = "edge";
export const GET = serve(resourcesEntry, resources);
