import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { chromium, type Browser } from "playwright";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ON_PATH = ["chromium", "chromium-browser", "google-chrome"];

const FLAGS = [
  "--no-sandbox", // the sandbox can't be raised by root, which is who runs tests in a container
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--disable-quic",
];

/** What the packaged browser needs besides. Its own defaults stay out: they switch web security off. */
const PACKAGED_FLAGS = ["--disable-dev-shm-usage", "--disable-gpu", "--font-render-hinting=none"];

/** How a headless Chromium is started. */
export interface BrowserCommand {
  executablePath: string;
  args: string[];
  env: Record<string, string>;
}

/**
 * The machine's own Chromium (`CHROMIUM_BIN`, then the usual names on the PATH), else the one that comes with `npm ci`.
 */
export async function browserCommand(): Promise<BrowserCommand> {
  const env = Object.fromEntries(
    Object.entries(process.env).filter((one): one is [string, string] => one[1] !== undefined),
  );
  const installed = await installedBrowser();
  if (installed) return { executablePath: installed, args: FLAGS, env };

  const home = await unpackBrowser();
  return {
    executablePath: path.join(home, "chromium"),
    args: [...FLAGS, ...PACKAGED_FLAGS],
    env: {
      ...env,
      LD_LIBRARY_PATH: path.join(home, "al2023", "lib"),
      FONTCONFIG_FILE: path.join(home, "fonts.conf"),
    },
  };
}

/** The browser under Playwright. The caller closes it. */
export const launchBrowser = async (): Promise<Browser> => chromium.launch(await browserCommand());

async function installedBrowser(): Promise<string | undefined> {
  if (process.env.CHROMIUM_BIN) return process.env.CHROMIUM_BIN;
  const folders = (process.env.PATH ?? "").split(path.delimiter).filter(Boolean);
  for (const file of ON_PATH.flatMap((name) => folders.map((folder) => path.join(folder, name))))
    if (await isThere(file, constants.X_OK)) return file;
  return undefined;
}

/**
 * The folder with the packaged browser, unpacked once a machine and version. Another process may be unpacking at the
 * same moment and a half-written binary looks like a whole one, so each unpacks aside and moves its folder in place.
 */
async function unpackBrowser(): Promise<string> {
  const home = path.join(tmpdir(), "svc-chromium-147.0.0");
  if (await isThere(home, constants.R_OK)) return home;

  const aside = await mkdtemp(path.join(tmpdir(), "svc-chromium-"));
  // In a process of its own, because the package unpacks to TMPDIR and rewrites the environment that it is loaded in.
  // It unpacks the libraries that the binary links to (NSS) only where it believes to be on that platform.
  await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", 'await (await import("@sparticuz/chromium")).default.executablePath()'],
    { cwd: ROOT, env: { ...process.env, TMPDIR: aside, AWS_LAMBDA_JS_RUNTIME: "nodejs22.x" } },
  );
  await mkdir(path.join(aside, "font-cache"), { recursive: true });
  await writeFile(path.join(aside, "fonts.conf"), fontsConf(home));
  try {
    await rename(aside, home);
  } catch (error) {
    await rm(aside, { recursive: true, force: true });
    if (!(await isThere(home, constants.R_OK))) throw error; // else another process was first, with the same content
  }
  return home;
}

/** Without a font all text is 0 px wide, which Playwright calls "not visible"; the packaged settings find none here. */
const fontsConf = (home: string): string => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${path.join(home, "fonts")}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path.join(home, "font-cache")}</cachedir>
</fontconfig>
`;

const isThere = (file: string, mode: number): Promise<boolean> =>
  access(file, mode).then(
    () => true,
    () => false,
  );
