/** Renders `.env.example`, the README's table of settings and the API guide's table of errors. A test fails when they differ. */
import { readFileSync, writeFileSync } from "node:fs";
import { renderEnvExample, withEnvTable, withErrorTable } from "./docs";

const root = new URL("../", import.meta.url);

function rewrite(file: string, change: (text: string) => string): void {
  const url = new URL(file, root);
  writeFileSync(url, change(readFileSync(url, "utf8")));
}

writeFileSync(new URL(".env.example", root), renderEnvExample());
rewrite("README.md", withEnvTable);
rewrite("docs/api.md", withErrorTable);
