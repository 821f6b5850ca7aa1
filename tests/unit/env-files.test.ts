import { execFile } from "node:child_process";
import { readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "@/sandbox/service";
import { copyRepository } from "../support/copy-repository";

const run = promisify(execFile);

const FILE = `NETWORK=mainnet
PUBLIC_ORIGIN=https://files.example.com
NEXT_PUBLIC_SERVICE_NAME=files
EVM_PAY_TO=0x000000000000000000000000000000000000dEaD
`;

describe("a build whose settings stand in .env.local, where .env.example puts them", () => {
  let copy: string;
  const rendered = (name: string): string => readFileSync(path.join(copy, "public", name), "utf8");
  beforeAll(async () => {
    copy = copyRepository("env-files");
    symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
    writeFileSync(path.join(copy, ".env.local"), FILE);
    const { PATH = "", HOME = "" } = process.env;
    const env = { PATH, HOME, CONTACT_EMAIL: "shell@example.com" } as unknown as NodeJS.ProcessEnv; // Next's types have NODE_ENV in every process
    for (const script of ["render-catalog", "render-challenges", "render-documents"])
      await run(process.execPath, ["--import", "tsx", `scripts/${script}.ts`], { cwd: copy, env });
  }, 120_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("renders its documents by them", () => {
    const page = rendered("llms.txt");
    expect(page).toMatch(/^# files$/m);
    expect(page).toContain("paid in USDC on Base through x402");
    expect(rendered("robots.txt")).toContain("Sitemap: https://files.example.com/sitemap.xml");
  });

  it("and by the shell's", () => {
    expect(rendered("openapi.json")).toContain("shell@example.com");
  });
});
