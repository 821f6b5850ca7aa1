import { trenchesScreenEntry } from "@/lib/catalog/intel/trenches-screen";
import { trenchesScreen } from "@/lib/desks/trenches-screen";
import { CHALLENGE } from "@/lib/payments/challenges/svc-intel-trenches-screen.generated";
import { serve } from "@/lib/payments/serve";

export const runtime = "edge";
export const POST = serve(trenchesScreenEntry, trenchesScreen, { challenge: CHALLENGE });
