/**
 * `node node-function-main.mjs PROJECT FOLDER`: gathers a Node function's files into a folder, those of its own and those that
 * its configuration names in the project, and serves it on a free port, as the platform's launcher does.
 */
import { copyFileSync, cpSync, linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";

const [project, folder] = process.argv.slice(2);
const place = mkdtempSync(path.join(tmpdir(), "node-function-"));
process.once("exit", () => rmSync(place, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
process.stdin.once("end", () => process.exit(0)).resume(); // the host holds the other end

const { handler, filePathMap, environment } = JSON.parse(
  readFileSync(path.join(folder, ".vc-config.json"), "utf8"),
);
Object.assign(process.env, environment);

/** A link, where one disk has both places. */
function bring(from, to) {
  mkdirSync(path.dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch (error) {
    if (error.code !== "EXDEV") throw error;
    copyFileSync(from, to);
  }
}
for (const [at, from] of Object.entries(filePathMap)) bring(path.join(project, from), path.join(place, at));
cpSync(folder, place, { recursive: true });

const launcher = path.join(place, handler);
const answer = createRequire(launcher)(launcher);
const server = createServer((request, response) => {
  answer(request, response).catch((error) => {
    console.log(JSON.stringify({ event: "failed", url: request.url, why: error.stack }));
    response.destroy();
  });
});
server.listen(0, "127.0.0.1", () => console.log(`ready ${server.address().port}`));
