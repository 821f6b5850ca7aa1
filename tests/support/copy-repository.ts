import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ROOT } from "@/sandbox/service";

/** What was installed, built, rendered or raised: a copy makes its own of what it needs. */
const MADE =
  /^(node_modules|\.git|\.next|\.vercel|\.sandbox|\.buy|coverage|dist|public)$|\.generated\.ts$|\.tsbuildinfo$/;

/** The repository's own files in a folder of their own, without packages; resolves to the folder. */
export function copyRepository(name: string): string {
  const copy = mkdtempSync(path.join(tmpdir(), `${name}-`));
  cpSync(ROOT, copy, { recursive: true, filter: (file) => file === ROOT || !MADE.test(path.basename(file)) });
  return copy;
}
