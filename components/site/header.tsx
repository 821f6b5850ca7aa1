import Link from "next/link";
import { Mark } from "./mark";

const SECTIONS = [
  { href: "/#prices", label: "Prices" },
  { href: "/#payment", label: "Payment" },
  { href: "/#run", label: "Run it" },
] as const;

export function Header({ name }: { name: string }) {
  return (
    <header className="sheet flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-5">
      <Link
        href="/"
        prefetch={false}
        className="flex min-w-0 items-center gap-2.5 rounded-sm font-semibold tracking-tight"
      >
        <Mark />
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </Link>
      <nav aria-label="Sections">
        <ul className="flex gap-x-5 text-sm text-muted">
          {SECTIONS.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className="inline-block rounded-sm py-1.5 transition-colors hover:text-ink">
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  );
}
