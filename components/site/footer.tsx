import { PAGES } from "@/lib/discovery/pages";

interface FooterProps {
  name: string;
  contact: string | undefined;
}

const LINK = "inline-block py-1 underline underline-offset-4 hover:text-ink";

/** What machines read, beside the pages. */
const DOCUMENTS = [
  { href: "/llms.txt", label: "llms.txt" },
  { href: "/openapi.json", label: "OpenAPI" },
];

export function Footer({ name, contact }: FooterProps) {
  const small = PAGES.filter(({ inFooter }) => inFooter === true).map(({ path, title }) => ({
    href: path,
    label: title,
  }));
  return (
    <footer className="sheet mt-24 pb-10">
      <div className="grid gap-4 border-t border-rule pt-6 text-sm text-muted">
        <p>{name} sells data and its reading of them. Nothing here is investment advice.</p>
        <ul className="flex flex-wrap gap-x-6 gap-y-1">
          {[...small, ...DOCUMENTS].map(({ href, label }) => (
            <li key={href}>
              <a href={href} className={LINK}>
                {label}
              </a>
            </li>
          ))}
          {contact !== undefined && (
            <li>
              <a href={`mailto:${contact}`} className={LINK}>
                {contact}
              </a>
            </li>
          )}
        </ul>
      </div>
    </footer>
  );
}
