import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** Modules of a bundle still find what lies beside their own file. */
const ownPlaces: Plugin = {
  name: "own places",
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path: file }) => {
      const places = { url: pathToFileURL(file).href, dirname: path.dirname(file), filename: file };
      const contents = Object.entries(places).reduce(
        (text, [name, place]) => text.replaceAll(`import.meta.${name}`, JSON.stringify(place)),
        await readFile(file, "utf8"),
      );
      return { contents, loader: "ts" };
    });
  },
};

/**
 * Bundles a program of this repository as one plain file, which must lie in the repository, too. The loader that runs
 * TypeScript gives each function its name anew whenever it is made, which costs what makes many a good part of its time.
 */
export async function bundleTo(outfile: string, entry: string): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    plugins: [ownPlaces],
    logLevel: "silent",
  });
}
