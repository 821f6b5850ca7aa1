/**
 * npm leaves optional packages of other platforms out of the lock file when the registry does not hold them at the
 * time, and then refuses its own lock (`npm ci`). This adds the missing entries; with --check it only tells.
 */
import { readFileSync, writeFileSync } from "node:fs";

interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Record<string, LockEntry> }; // npm's own format, version 3
const { packages } = lock;

/** Where Node would find `name` from the package at `from`: its own node_modules, then each one above. */
function isLocked(from: string, name: string): boolean {
  for (let base = from; ; base = base.slice(0, Math.max(0, base.lastIndexOf("/node_modules/")))) {
    if (packages[`${base === "" ? "" : `${base}/`}node_modules/${name}`] !== undefined) return true;
    if (base === "" || !base.includes("node_modules")) return packages[`node_modules/${name}`] !== undefined;
  }
}

const CPUS: readonly (readonly [string, RegExp])[] = [
  ["arm64", /arm64|aarch64/],
  ["arm", /arm(?!64)/],
  ["ia32", /ia32/],
  ["riscv64", /riscv64/],
  ["s390x", /s390x/],
  ["ppc64", /ppc64/],
  ["loong64", /loong64/],
  ["wasm32", /wasm32/],
  ["x64", /x64|amd64|x86_64/],
];

/** Platform limits as these packages' names tell them. */
function platformOf(name: string): Pick<LockEntry, "os" | "cpu" | "libc"> {
  const os = /darwin|win32|linux|freebsd|openbsd|netbsd|android|openharmony|sunos|aix/.exec(name)?.[0];
  const cpu = CPUS.find(([, pattern]) => pattern.test(name))?.[0];
  const libc = /musl|gnu/.exec(name)?.[0];
  return {
    ...(os === undefined ? {} : { os: [os] }),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(libc === undefined || os !== "linux" ? {} : { libc: [libc === "gnu" ? "glibc" : libc] }),
  };
}

const missing: [string, LockEntry][] = Object.entries(packages).flatMap(([from, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !isLocked(from, name))
    .map(([name, range]): [string, LockEntry] => [
      `node_modules/${name}`,
      {
        version: range.replace(/^[\^~]/, ""),
        ...(entry.dev ? { dev: true } : {}),
        optional: true,
        ...platformOf(name),
      },
    ]),
);

const named = JSON.stringify(lock).includes('"resolved":"http');
if (named)
  console.error(
    "package-lock.json names a registry host; .npmrc must hold omit-lockfile-registry-resolved=true",
  );

if (process.argv.includes("--check")) {
  if (missing.length > 0)
    console.error(`package-lock.json lacks ${missing.map(([path]) => path).join(", ")}; run npm run lock`);
  process.exit(missing.length > 0 || named ? 1 : 0);
}
lock.packages = Object.fromEntries(
  Object.entries({ ...packages, ...Object.fromEntries(missing) }).sort(([a], [b]) => (a < b ? -1 : 1)),
);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${missing.length} entries added to package-lock.json`);
