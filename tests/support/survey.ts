import type { Surface } from "@/lib/security/audit/survey-surface";
import { visitWith } from "./visit-site";

/** Surveys sites of the local world as a scan does, with the settings of this moment; for what a guest isn't shown. */
export async function surveyWith(): Promise<(host: string) => Promise<Surface>> {
  const [{ surveySurface }, visit] = await Promise.all([
    import("@/lib/security/audit/survey-surface"),
    visitWith(),
  ]);
  return (host) => visit(host, surveySurface);
}
