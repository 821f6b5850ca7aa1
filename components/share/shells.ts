import { pageWithPreview, type Preview } from "./page-with-preview";

const TIME_LIMIT_MS = 3_000;

interface Shell {
  html: string;
  withPreview: (preview: Preview) => string;
}

const shells = new Map<string, Promise<Shell>>();

async function fetchShell(address: URL): Promise<Shell> {
  const response = await fetch(address, {
    headers: { accept: "text/html" },
    redirect: "error",
    cache: "no-store",
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  if (!response.ok) throw new Error(`${address.pathname} answered ${response.status}`);
  const html = await response.text();
  return { html, withPreview: pageWithPreview(html) };
}

/** A page as it was prerendered, asked for once of whoever serves this build. Rejects where it can't be had. */
export function shellOf(page: string, origin: string): Promise<Shell> {
  const shell = shells.get(page) ?? fetchShell(new URL(page, origin));
  shells.set(page, shell);
  shell.catch(() => shells.delete(page));
  return shell;
}
