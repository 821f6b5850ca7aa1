import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export class AnvilMissing extends Error {
  override name = "AnvilMissing";
}

const isProgram = (file: string): boolean => {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false; // absent or not ours to run: the next place is looked at
  }
};

/** The build that npm installs beside the others, when this machine is one that it is built for. */
function packaged(): string | undefined {
  const cpu = process.arch === "x64" ? "amd64" : process.arch;
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${cpu}/bin/anvil`);
  } catch {
    return undefined; // an optional dependency: absent where it has no build
  }
}

/**
 * The anvil to run: ANVIL_BIN, else the first on PATH, else the npm package. Throws AnvilMissing, saying how to get
 * one, when there is none, and when ANVIL_BIN names something that can't be run.
 */
export function findAnvil(environment: Readonly<Record<string, string | undefined>>): string {
  const { ANVIL_BIN: named, PATH: places = "" } = environment;
  if (named) {
    if (isProgram(named)) return named;
    throw new AnvilMissing(`ANVIL_BIN names ${named}, which is not a program that can be run.`);
  }
  const onPath = places
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, "anvil"));
  const found = [...onPath, packaged()].find((file) => file !== undefined && isProgram(file));
  if (found !== undefined) return found;
  throw new AnvilMissing(
    `No anvil for ${process.platform} ${process.arch}: install Foundry (https://getfoundry.sh) so that "anvil" is on PATH, or name one with ANVIL_BIN.`,
  );
}
