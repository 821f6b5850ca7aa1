/** The certificates' verifier and its vectors as files that are served: the product's own source, without its types. */
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const FOLDER = path.resolve(import.meta.dirname, "..", "lib", "lounge", "verifier");

export const verifierVectors = (): string => readFileSync(path.join(FOLDER, "vectors.json"), "utf8");

/** JavaScript that runs as it is, comments kept. */
export function verifierModule(): string {
  const source = readFileSync(path.join(FOLDER, "verify.ts"), "utf8");
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}
