import { z } from "zod";
import type { PublishedRoute } from "@/lib/catalog/document";

const trust = z.object({
  coverage: z.number(),
  stale: z.boolean(),
  provenance: z.array(z.object({ id: z.string(), status: z.string(), ageSec: z.number().nullable() })).min(1),
});

/** What a sample answer says about its own trustworthiness. */
export interface TrustSlip extends z.infer<typeof trust> {
  path: string;
}

/** From the first entry whose sample answer carries it; null where none does. */
export function trustSlipOf(entries: readonly PublishedRoute[]): TrustSlip | null {
  for (const { path, sample } of entries) {
    const read = trust.safeParse(sample.output);
    if (read.success) return { path, ...read.data };
  }
  return null;
}
