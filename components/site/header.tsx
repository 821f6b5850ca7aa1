import { Menu } from "lucide-react";
import Link from "next/link";
import { Island } from "@/components/islands/island";
import { buttonLook } from "@/components/ui/button";
import { CommandButton } from "./command-button";
import { Mark } from "./mark";
import { rooms } from "./rooms";
import { ThemeToggle } from "./theme-toggle";

const MENU = "menu";

/** The way home, the rooms, the palette and the theme. Narrow screens get the rooms from a popover of the platform's own. */
export function Header({ name }: { name: string }) {
  return (
    <header className="sheet flex items-center justify-between gap-x-4 py-4">
      <Link
        href="/"
        prefetch={false}
        className="flex min-w-0 items-center gap-2.5 rounded-sm font-semibold tracking-tight"
      >
        <Mark />
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </Link>
      <nav aria-label="Site" className="ml-auto max-lg:hidden">
        <ul className="flex gap-x-1 text-sm text-muted">
          {rooms.map(({ href, label }) => (
            <li key={href}>
              <RoomLink href={href} label={label} />
            </li>
          ))}
        </ul>
      </nav>
      <div className="flex items-center gap-1">
        <Island name="CommandButton" of={CommandButton} props={{}} />
        <Island name="ThemeToggle" of={ThemeToggle} props={{}} />
        <button type="button" popoverTarget={MENU} className={`${buttonLook("quiet", "small")} lg:hidden`}>
          <Menu className="size-5" aria-hidden="true" />
          <span className="sr-only">Menu</span>
        </button>
        <nav
          id={MENU}
          popover="auto"
          aria-label="Site"
          className="fixed inset-x-4 top-4 bottom-auto m-0 w-auto rounded-xl border border-edge bg-panel p-3 text-ink"
        >
          <ul className="grid gap-1">
            {rooms.map(({ href, label }) => (
              <li key={href}>
                <RoomLink href={href} label={label} />
              </li>
            ))}
          </ul>
          <button
            type="button"
            popoverTarget={MENU}
            popoverTargetAction="hide"
            className={`${buttonLook("secondary")} mt-3 w-full`}
          >
            Close
          </button>
        </nav>
      </div>
    </header>
  );
}

const RoomLink = ({ href, label }: { href: string; label: string }) => (
  <Link
    href={href}
    prefetch={false}
    className="block rounded-md px-2.5 py-2 transition-colors hover:bg-paper hover:text-ink"
  >
    {label}
  </Link>
);
