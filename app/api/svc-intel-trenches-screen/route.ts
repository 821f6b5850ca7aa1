import { trenchesScreenEntry } from "@/lib/desks/trenches-screen/entry";
import { trenchesScreen } from "@/lib/desks/trenches-screen/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-trenches-screen.generated";
import { serve } from "@/lib/serve";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const POST = serve(trenchesScreenEntry, trenchesScreen, { challenge: CHALLENGE });
