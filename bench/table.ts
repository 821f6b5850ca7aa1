/** What the measurements are held against: `value` meets the goal when it lies on the right side of it. */
export interface Goal {
  name: string;
  value: number;
  /** Which side of `bound` is good. */
  sense: "at least" | "at most";
  bound: number;
}

export const isMet = ({ value, sense, bound }: Goal): boolean =>
  sense === "at least" ? value >= bound : value <= bound;

export const fixed = (value: number, digits = 2): string =>
  Number.isFinite(value) ? value.toFixed(digits) : "–";

/** Prints a Markdown table, its columns aligned. */
export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...lines.map((line) => line[column]?.length ?? 0)));
  const render = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  console.log(`\n### ${title}\n`);
  console.log(render(head));
  console.log(render(widths.map((width) => "-".repeat(width))));
  for (const row of rows) console.log(render(row));
}

export function printGoals(goals: readonly Goal[]): void {
  printTable(
    "Goals",
    ["what", "measured", "goal", "met"],
    goals.map((goal) => [
      goal.name,
      fixed(goal.value),
      `${goal.sense} ${goal.bound}`,
      isMet(goal) ? "yes" : "NO",
    ]),
  );
}
