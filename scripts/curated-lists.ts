/**
 * Which lists that people keep want a look. Those that are overdue fail `npm run check`, which their owners run; with `--warn`, as
 * tests run it, they are told and fail nothing: what was right when it was committed stays so.
 */
import { curatedLists, reviewOf } from "./curated-reviews";

let overdue = 0;
for (const [name, list] of await curatedLists()) {
  const { state, daysLeft } = reviewOf(list, new Date());
  if (state === "kept") continue;
  if (state === "overdue") overdue++;
  const when = state === "due" ? `is due in ${daysLeft} days` : `was due ${-daysLeft} days ago`;
  console.log(
    `${state === "due" ? "WARNING" : "OVERDUE"}: lib/curated/${name}.ts: its review ${when}, by ${list.owner}.`,
  );
  console.log(`  Compare it with ${list.source}; docs/operations/content.md, "Curated lists", says how.`);
}
process.exitCode = overdue > 0 && !process.argv.includes("--warn") ? 1 : 0;
