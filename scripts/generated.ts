import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format } from "prettier";

/** Writes generated files, by their paths in the repository; each says which script to run instead of editing it. */
export async function writeGenerated(script: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    const target = path.resolve(import.meta.dirname, "..", file);
    mkdirSync(path.dirname(target), { recursive: true });
    const whole = `// Rendered from the catalog by ${script}. Do not edit.\n${text}`;
    const rendered = await format(whole, { parser: "typescript", printWidth: 110 });
    // What is as it was stays untouched: others may read it while a build renders it again.
    if (!existsSync(target) || readFileSync(target, "utf8") !== rendered) writeFileSync(target, rendered);
  }
}
