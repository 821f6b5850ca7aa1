import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import { freePort } from "@/sandbox/ports";
import { ROOT } from "@/sandbox/service";

/** A reverse proxy that operators use, as the documents set it up. */
export interface ProxyProgram {
  name: string;
  /** Where Debian's package puts it. */
  program: string;
  /** The language of its block of settings in docs/operations/proxies.md. */
  language: string;
  /** The language of a block that is put before it. */
  beside?: string;
  /** The whole settings file: the documented lines and what a process in a folder of its own needs besides. */
  settings(lines: string, place: { port: number; dir: string }): string;
  /** Arguments that run it in the foreground. */
  args(file: string, dir: string): string[];
}

/** An address and a certificate of the documents' that a test has no use for. */
const without = (lines: string, pattern: RegExp): string => lines.replaceAll(pattern, "");

export const NGINX: ProxyProgram = {
  name: "nginx",
  program: "/usr/sbin/nginx",
  language: "nginx",
  settings: (lines, { port, dir }) => `
user ${userInfo().username};
daemon off;
pid ${dir}/pid;
error_log stderr;
events {}
http {
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${dir}/${kind};`).join("\n  ")}
  ${without(lines, /^ *ssl_.*;$/gm).replace(/listen .*;/, `listen 127.0.0.1:${port};`)}
}
`,
  args: (file, dir) => ["-p", dir, "-e", "stderr", "-c", file],
};

/** nginx with the larger buffers that the page names beside. */
export const NGINX_BUFFERS: ProxyProgram = {
  ...NGINX,
  name: "nginx with larger buffers",
  beside: "nginx buffers",
};

export const CADDY: ProxyProgram = {
  name: "Caddy",
  program: "/usr/bin/caddy",
  language: "caddyfile",
  settings: (lines, { port, dir }) => `
{
  admin off
  auto_https off
  storage file_system ${dir}
}
${lines.replace("svc.example.com", `http://127.0.0.1:${port}`)}
`,
  args: (file) => ["run", "--config", file, "--adapter", "caddyfile"],
};

export const HAPROXY: ProxyProgram = {
  name: "HAProxy",
  program: "/usr/sbin/haproxy",
  language: "haproxy",
  settings: (lines, { port }) => lines.replace(/bind .*/, `bind 127.0.0.1:${port}`),
  args: (file) => ["-db", "-f", file],
};

const APACHE_MODULES = ["mpm_event", "authz_core", "headers", "proxy", "proxy_http"];

export const APACHE: ProxyProgram = {
  name: "Apache",
  program: "/usr/sbin/apache2",
  language: "apache",
  settings: (lines, { port, dir }) => `
${APACHE_MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join("\n")}
ServerRoot ${dir}
PidFile ${dir}/pid
Mutex file:${dir}
ErrorLog ${dir}/log
User www-data
Group www-data
ServerName 127.0.0.1
Listen 127.0.0.1:${port}
${without(lines, /^ *SSL.*$/gm).replace("*:443", `127.0.0.1:${port}`)}
`,
  args: (file) => ["-D", "FOREGROUND", "-f", file],
};

/** Every proxy of the page that a test can run. */
export const PROXIES = [NGINX, NGINX_BUFFERS, CADDY, HAPROXY, APACHE];

export const isInstalled = ({ program }: ProxyProgram): boolean => existsSync(program);

/** What a title adds where a proxy is not installed, so that a skipped test says why. */
export const unlessInstalled = (proxy: ProxyProgram): string =>
  isInstalled(proxy) ? "" : ` (skipped: ${proxy.program} is not installed)`;

/** The address of the service in the documented settings. */
const DOCUMENTED_UPSTREAM = "127.0.0.1:3000";

/** The documented settings of a proxy, with another address of the service. Throws where the page has no such block. */
function documentedLines({ language, beside }: ProxyProgram, upstream: string): string {
  const page = readFileSync(path.join(ROOT, "docs/operations/proxies.md"), "utf8");
  const blocks = [beside, language].flatMap((name) => {
    if (name === undefined) return [];
    const block = new RegExp(`^\`\`\`${name}\n([^]*?)^\`\`\`$`, "m").exec(page)?.[1];
    if (block === undefined) throw new Error(`docs/operations/proxies.md has no ${name} block`);
    return [block];
  });
  const lines = blocks.join("\n");
  if (!lines.includes(DOCUMENTED_UPSTREAM))
    throw new Error(`docs/operations/proxies.md has no ${language} block for ${DOCUMENTED_UPSTREAM}`);
  return lines.replaceAll(DOCUMENTED_UPSTREAM, new URL(upstream).host);
}

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });

const READY_MS = 10_000;

export interface RunningProxy {
  origin: string;
  /** What it wrote to its standard error. */
  log(): string;
  stop(): Promise<void>;
}

/**
 * Runs a proxy with the documented settings before the service at `upstream`, an origin. It listens on `port` of this
 * machine. Throws with its own words where it does not start.
 */
export async function startProxy(
  proxy: ProxyProgram,
  upstream: string,
  port?: number,
): Promise<RunningProxy> {
  const own = port ?? (await freePort());
  const dir = mkdtempSync(path.join(tmpdir(), `${path.basename(proxy.program)}-`));
  const file = path.join(dir, "settings");
  writeFileSync(file, proxy.settings(documentedLines(proxy, upstream), { port: own, dir }));
  const child = spawn(proxy.program, proxy.args(file, dir), {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: dir, XDG_CONFIG_HOME: dir }, // Caddy keeps what it runs there
  });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString()));
  let ended = false;
  const exited = new Promise<void>((resolve) => {
    child.once("error", (error) => (log += error.message));
    child.once("close", () => {
      ended = true;
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    await exited;
    rmSync(dir, { recursive: true, force: true });
  };
  for (const deadline = Date.now() + READY_MS; !(await listens(own));) {
    if (ended || Date.now() > deadline) {
      await stop();
      throw new Error(`${proxy.name} did not start:\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { origin: `http://127.0.0.1:${own}`, log: () => log, stop };
}
