import { readFile } from "node:fs/promises";
import path from "node:path";
import { env } from "@/lib/env";
import { pageWithPreview, type Preview } from "./page-with-preview";

const TIME_LIMIT_MS = 3_000;

interface Shell {
  html: string;
  withPreview: (preview: Preview) => string;
}

const shells = new Map<string, Promise<Shell>>();

/** The page as the build wrote it; null where pages are served from elsewhere, as Vercel does, or made when asked for. */
const readPage = (page: string): Promise<string | null> =>
  readFile(path.join(/*turbopackIgnore: true*/ process.cwd(), `.next/server/app${page}.html`), "utf8").catch(
    (error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    },
  );

async function fetchPage(address: URL): Promise<string> {
  const response = await fetch(address, {
    headers: { accept: "text/html" },
    redirect: "error",
    cache: "no-store",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  if (!response.ok) throw new Error(`${address.pathname} answered ${response.status}`);
  return response.text();
}

async function readShell(page: string): Promise<Shell> {
  const html = (await readPage(page)) ?? (await fetchPage(new URL(page, env().PUBLIC_ORIGIN)));
  return { html, withPreview: pageWithPreview(html) };
}

/**
 * A page as it was prerendered, read once. Where no file holds it the service asks itself, at the address of its settings:
 * what a request calls the host is its sender's word. Rejects where it can't be had.
 */
export function shellOf(page: string): Promise<Shell> {
  const shell = shells.get(page) ?? readShell(page);
  shells.set(page, shell);
  shell.catch(() => shells.delete(page));
  return shell;
}
