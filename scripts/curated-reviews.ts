import { readdirSync } from "node:fs";
import path from "node:path";
import * as z from "zod";
import { ROOT } from "./program";

const FOLDER = path.join(ROOT, "lib/curated");
/** The file that says what a list is. */
const FORM = "curated.ts";

const list = z.object({
  owner: z.string().min(1),
  source: z.string().min(1),
  reviewed: z.iso.date(),
  nextReview: z.iso.date(),
  items: z.unknown(),
});
export type CuratedList = z.infer<typeof list>;

/** Every list that people keep, by its file's name. Throws for a file that does not export exactly one, in its form. */
export async function curatedLists(): Promise<[name: string, list: CuratedList][]> {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(".ts") && file !== FORM);
  return Promise.all(
    files.map(async (file): Promise<[string, CuratedList]> => {
      const exported = Object.values((await import(path.join(FOLDER, file))) as Record<string, unknown>);
      const [found, second] = exported.flatMap((one) => list.safeParse(one).data ?? []);
      if (found === undefined || second !== undefined)
        throw new Error(`lib/curated/${file} exports not one list with owner, source and dates`);
      return [path.basename(file, ".ts"), found];
    }),
  );
}

const DAY_MS = 86_400_000;
/** From so many days before its review on a list is named. */
const WARNED_DAYS = 14;

/** Whether a list wants a look: `due` from 14 days before the day of its review, `overdue` from the day after it. */
export function reviewOf(
  { nextReview }: Pick<CuratedList, "nextReview">,
  now: Date,
): { state: "kept" | "due" | "overdue"; daysLeft: number } {
  const today = Date.parse(now.toISOString().slice(0, 10));
  const daysLeft = Math.round((Date.parse(nextReview) - today) / DAY_MS);
  return { state: daysLeft < 0 ? "overdue" : daysLeft <= WARNED_DAYS ? "due" : "kept", daysLeft };
}
