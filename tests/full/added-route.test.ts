import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROOT } from "@/sandbox/service";
import { ADDED, EDIT, NEW_FILES, SALE } from "../fixtures/added-route";
import { copyRepository } from "../support/copy-repository";

const run = promisify(execFile);

/** Runs a program of the repository's own in the copy; resolves to what it printed. Throws what it printed when it fails. */
async function inCopy(copy: string, name: string, ...args: string[]): Promise<string> {
  try {
    const { stdout } = await run(path.join(copy, "node_modules", ".bin", name), args, {
      cwd: copy,
      maxBuffer: 64 << 20,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }; // execFile's own
    throw new Error(`${name} ${args.join(" ")} failed:\n${stdout}\n${stderr}`, { cause: error });
  }
}

function write(copy: string, file: string, text: string): void {
  mkdirSync(path.dirname(path.join(copy, file)), { recursive: true });
  writeFileSync(path.join(copy, file), text);
}

/** The files that docs/contributing.md tells to add, for a desk of that name. */
function recipe(name: string): string[] {
  const page = readFileSync(path.join(ROOT, "docs/contributing.md"), "utf8");
  return [...page.matchAll(/^\| `([^`]+\.ts)`/gm)].map(([, file = ""]) => file.replaceAll("<desk>", name));
}

describe("a route that is added as docs/contributing.md says", () => {
  let copy: string;
  const read = (file: string): string => readFileSync(path.join(copy, file), "utf8");
  beforeAll(async () => {
    copy = copyRepository("added-route");
    symlinkSync(path.join(ROOT, "node_modules"), path.join(copy, "node_modules"));
    for (const [file, text] of Object.entries(NEW_FILES)) write(copy, file, text);
    const before = read(EDIT.file);
    write(copy, EDIT.file, before.replace(EDIT.before, EDIT.line + EDIT.before));
    expect(read(EDIT.file).length).toBe(before.length + EDIT.line.length);
    for (const script of ["render-catalog", "render-challenges", "render-documents"])
      await inCopy(copy, "tsx", `scripts/${script}.ts`);
  }, 300_000);
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it("takes eight new files, those of the page, and one edit", () => {
    expect(Object.keys(NEW_FILES).sort()).toEqual(recipe(ADDED.name).sort());
    expect(Object.keys(NEW_FILES)).toHaveLength(8);
  });

  it("stands where the list puts it, priced, in every document", () => {
    const { paths } = JSON.parse(read("public/openapi.json"));
    const routes = Object.keys(paths).filter((one) => one.startsWith("/api/svc-intel-"));
    expect(routes.slice(0, 3)).toEqual(["/api/svc-intel-tvl", ADDED.path, "/api/svc-intel-macro"]);
    expect(paths[ADDED.path].post["x-payment-info"].price.amount).toBe(String(ADDED.priceUsdc));
    for (const file of ["public/llms.txt", "public/index.md"]) expect(read(file)).toContain(ADDED.path);
    expect(read("lib/catalog/freshness.generated.ts")).toContain(`"${ADDED.path}": 1800`);
    expect(read("bench/floor/desks.generated.ts")).toContain(ADDED.name);
  });

  it("is listed as a tool, bound to its route's file", () => {
    expect(read("lib/mcp/tools.generated.ts")).toContain(`name: "${ADDED.tool}"`);
    expect(read("app/api/mcp/route-files.generated.ts")).toContain(`"${ADDED.path}": () => import(`);
  });

  it("compiles", async () => {
    await inCopy(copy, "../typescript-7/bin/tsc", "--noEmit", "--singleThreaded", "-p", ".");
  }, 600_000);

  it("sells its answer", async () => {
    write(copy, SALE.file, SALE.text);
    const printed = await inCopy(copy, "vitest", "run", "--project", "full", SALE.file);
    expect(printed).toMatch(/1 passed/);
  });

  it("is tested by the loops over the catalog and over the desks", async () => {
    const contract = await inCopy(
      copy,
      "vitest",
      "run",
      "--project",
      "contract",
      "tests/contract/catalog.test.ts",
      "-t",
      ADDED.path,
    );
    expect(contract).toMatch(/7 passed/);
    const failures = [
      "tests/unit/desk-failures.test.ts",
      "-t",
      `or refuses ${ADDED.name}$|the matrix of failures`,
    ];
    expect(await inCopy(copy, "vitest", "run", "--project", "unit", ...failures)).toMatch(/2 passed/);
  });

  it("is not there without its route file", async () => {
    rmSync(path.join(copy, "app", ADDED.path, "route.ts"));
    await expect(inCopy(copy, "tsx", "scripts/render-catalog.ts")).rejects.toThrow(
      `app${ADDED.path}/route.ts`,
    );
  });
});
