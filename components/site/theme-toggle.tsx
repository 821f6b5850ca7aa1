"use client";

import { Moon, Sun } from "lucide-react";
import { buttonLook } from "@/components/ui/button";
import { THEME_KEY } from "./theme-script";

const isDark = (): boolean => {
  const chosen = document.documentElement.dataset.theme;
  return chosen === undefined ? matchMedia("(prefers-color-scheme: dark)").matches : chosen === "dark";
};

function toggle(): void {
  const theme = isDark() ? "light" : "dark";
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Storage is closed to this page: the choice holds until it is left, which the reader sees by themselves.
  }
}

/** Which of the two icons shows is the stylesheet's business, so the page is right before any script runs. */
export const ThemeToggle = () => (
  <button type="button" onClick={toggle} className={buttonLook("quiet", "small")}>
    <Moon className="size-4 dark:hidden" aria-hidden="true" />
    <Sun className="hidden size-4 dark:block" aria-hidden="true" />
    <span className="sr-only">Change between light and dark</span>
  </button>
);
