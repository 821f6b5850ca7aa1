import type { SiteResponse } from "@/lib/security/site-response";

/** An answer of a site, as a scan keeps it: 200 and plain text unless said otherwise. Type null sends none. */
export function site(
  body: string | Uint8Array,
  given: {
    status?: number;
    type?: string | null;
    headers?: Readonly<Record<string, string>>;
    url?: string;
    truncated?: boolean;
  } = {},
): SiteResponse {
  const headers = new Headers(given.headers);
  const type = given.type === undefined ? "text/plain" : given.type;
  if (type !== null) headers.set("content-type", type);
  return {
    url: given.url ?? "https://example.com/",
    status: given.status ?? 200,
    headers,
    body: typeof body === "string" ? new TextEncoder().encode(body) : body,
    truncated: given.truncated ?? false,
  };
}
