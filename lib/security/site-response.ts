/** One answer of a target's site, as a scan keeps it. Everything in it is the target's word. */
export interface SiteResponse {
  /** The address that answered, after redirects. */
  url: string;
  status: number;
  headers: Headers;
  /** The body as far as it was read, decompressed. */
  body: Uint8Array;
  /** Whether the body went on. */
  truncated: boolean;
}
