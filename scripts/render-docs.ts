/** Renders `.env.example`, the operations guide's table of settings and the API guide's of errors. A test fails when they differ. */
import { readFileSync, writeFileSync } from "node:fs";
import { renderEnvExample, withEnvTable, withErrorTable } from "./docs";

const root = new URL("../", import.meta.url);

function rewrite(file: string, change: (text: string) => string): void {
  const url = new URL(file, root);
  writeFileSync(url, change(readFileSync(url, "utf8")));
}

writeFileSync(new URL(".env.example", root), renderEnvExample());
rewrite("docs/operations/settings.md", withEnvTable);
rewrite("docs/api.md", withErrorTable);
