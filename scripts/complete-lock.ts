/**
 * npm leaves optional packages of other platforms out of the lock file when the registry does not hold them at the
 * time, and then refuses its own lock (`npm ci`). This adds the missing entries; with --check it only reports.
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

type Packages = Record<string, LockEntry>;

/** The product's lock file, and those of the servers and clients of others that it is compared and tested with. */
const LOCKS = [
  "package-lock.json",
  "bench/peers/package-lock.json",
  "bench/peers/observatory/package-lock.json",
  "tests/peers/conformance/package-lock.json",
  "tests/peers/lighthouse/package-lock.json",
  "tests/peers/mpp/package-lock.json",
  "tests/peers/receipts/package-lock.json",
  "tests/peers/validators/package-lock.json",
  "tests/peers/vercel/package-lock.json",
];

/** Where Node would find `name` from the package at `from`: its own node_modules, then each one above. */
function isLocked(packages: Packages, from: string, name: string): boolean {
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

const missingIn = (packages: Packages): [string, LockEntry][] =>
  Object.entries(packages).flatMap(([from, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !isLocked(packages, from, name))
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

/** Whether the lock file is as it should be, or was made so. */
function complete(name: string, checkOnly: boolean): boolean {
  const file = new URL(`../${name}`, import.meta.url);
  const lock = JSON.parse(readFileSync(file, "utf8")) as { packages: Packages }; // npm's own format, version 3
  const missing = missingIn(lock.packages);
  const named = JSON.stringify(lock).includes('"resolved":"http');
  if (named)
    console.error(`${name} names a registry host; .npmrc must hold omit-lockfile-registry-resolved=true`);
  if (checkOnly) {
    if (missing.length > 0)
      console.error(`${name} lacks ${missing.map(([path]) => path).join(", ")}; run npm run lock`);
    return missing.length === 0 && !named;
  }
  lock.packages = Object.fromEntries(
    Object.entries({ ...lock.packages, ...Object.fromEntries(missing) }).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`${missing.length} entries added to ${name}`);
  return !named;
}

const fine = LOCKS.map((name) => complete(name, process.argv.includes("--check")));
process.exitCode = fine.every(Boolean) ? 0 : 1;
