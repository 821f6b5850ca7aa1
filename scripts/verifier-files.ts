/** The certificates' verifier and its vectors as files that are served: the product's own source, without its types. */
import { readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

const FOLDER = path.resolve(import.meta.dirname, "..", "lib", "lounge", "verifier");

export const verifierVectors = (): string => readFileSync(path.join(FOLDER, "vectors.json"), "utf8");

/** What is served as one module: each may import from those before it, and from nothing else. */
const PARTS = ["verify.ts", "on-chain.ts"];
const OWN_IMPORT = /^import \{[^}]*\} from "\.\/verify";\n/m;

/** JavaScript that runs as it is, comments kept. */
export function verifierModule(): string {
  const parts = PARTS.map((name) => readFileSync(path.join(FOLDER, name), "utf8").replace(OWN_IMPORT, ""));
  const source = parts.join("\n");
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  return ts.transpileModule(source, { compilerOptions }).outputText;
}
