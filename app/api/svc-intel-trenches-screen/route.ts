import { trenchesScreenEntry } from "@/lib/desks/trenches-screen/entry";
import { trenchesScreen } from "@/lib/desks/trenches-screen/handler";
import { CHALLENGE } from "@/lib/payments/challenge/routes/svc-intel-trenches-screen.generated";
import { serveWithOwnDoor } from "@/lib/serve-with-own-door";

export const runtime = "edge";
export const preferredRegion = "fra1"; // Vercel reads it here, word for word
export const { GET, POST, PATCH, PUT, DELETE, OPTIONS } = serveWithOwnDoor(
  trenchesScreenEntry,
  trenchesScreen,
  {
    challenge: CHALLENGE,
  },
);
