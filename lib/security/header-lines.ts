/** The same response header, as each of the usual places to set one writes it. */
export interface HeaderLines {
  /** As it goes over the wire; null where no header mends the row. */
  header: string | null;
  nginx: string;
  caddy: string;
  /** An entry of `headers` in vercel.json. */
  vercel: string;
  /** An entry of what `headers()` in next.config returns. */
  next: string;
  /** A rule of a `_headers` file, which Pages and Workers read. */
  cloudflare: string;
  express: string;
  /** What to mind. */
  note: string | null;
}

const quotedForNginx = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`);
const quotedForCaddy = (value: string): string => (value.includes('"') ? `\`${value}\`` : `"${value}"`);

/** How to send `name: value` with every answer. Values hold one kind of quotation mark at most. */
export function headerLines(name: string, value: string, note: string | null): HeaderLines {
  const [key, text] = [name, value].map((part) => JSON.stringify(part));
  return {
    header: `${name}: ${value}`,
    nginx: `add_header ${name} ${quotedForNginx(value)} always;`,
    caddy: `header ${name} ${quotedForCaddy(value)}`,
    vercel: `{ "source": "/(.*)", "headers": [{ "key": ${key}, "value": ${text} }] }`,
    next: `{ source: "/:path*", headers: [{ key: ${key}, value: ${text} }] }`,
    cloudflare: `/*\n  ${name}: ${value}`,
    express: `app.use((req, res, next) => { res.set(${key}, ${text}); next(); });`,
    note,
  };
}
