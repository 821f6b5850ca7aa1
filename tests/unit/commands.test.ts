import { execFile } from "node:child_process";
import { expect, it } from "vitest";
import { ROOT } from "@/scripts/program";

/** What a command of package.json says and ends with. */
const ended = (...words: string[]): Promise<{ code: unknown; said: string }> =>
  new Promise((resolve) => {
    execFile("npm", ["run", "--silent", ...words], { cwd: ROOT }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : error.code, said: stdout + stderr }),
    );
  });

it.each([
  ["test:all", ["--host", "nonsense"], "--host takes next or node, not nonsense\n"],
  ["sandbox", ["--host", "nonsense"], "--host takes next or node, not nonsense\n"],
])("npm run %s -- %j begins nothing, and says what there is instead", async (command, args, said) => {
  expect(await ended(command, "--", ...args)).toEqual({ code: 1, said });
});

it("names the parts that there are where one is asked for that is none", async () => {
  const { code, said } = await ended("test:all", "--", "--only", "unit,nonsense");
  expect(code).toBe(1);
  expect(said).toMatch(/^--only takes names of [a-z0-9, -]+; not nonsense\n$/);
});
