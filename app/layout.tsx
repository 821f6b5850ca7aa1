import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { Footer } from "@/components/site/footer";
import { Header } from "@/components/site/header";
import { NoScript } from "@/components/site/no-script";
import { NoticeBanner } from "@/components/site/notice-banner";
import { ThemeScript } from "@/components/site/theme-script";
import { env } from "@/lib/env";
import { mono, sans } from "./fonts";
import "./globals.css";

const { NEXT_PUBLIC_SERVICE_NAME: name, PUBLIC_ORIGIN, SERVICE_NOTICE, CONTACT_EMAIL } = env();
const title = `${name}: market intelligence, paid by the call`;
const description =
  "Market intelligence over HTTP, bought one answer at a time in USDC on Base or Solana. " +
  "No account and no key. A call that fails costs nothing, and every answer says how far it can be trusted.";

export const metadata: Metadata = {
  metadataBase: new URL(PUBLIC_ORIGIN),
  title: { default: title, template: `%s · ${name}` },
  description,
  applicationName: name,
  alternates: { canonical: "./" },
  openGraph: { type: "website", siteName: name, url: "./" },
  twitter: { card: "summary_large_image" },
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  colorScheme: "light dark",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f7f7" },
    { media: "(prefers-color-scheme: dark)", color: "#0d0f10" },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The script below may set the theme on it before React comes.
    <html
      lang="en"
      data-scroll-behavior="smooth"
      suppressHydrationWarning
      className={`${sans.variable} ${mono.variable}`}
    >
      <head>
        <ThemeScript />
      </head>
      <body className="font-sans text-base leading-relaxed antialiased">
        <a
          href="#content"
          className="sr-only rounded-md bg-ink px-4 py-2 text-paper focus:not-sr-only focus:absolute focus:top-3 focus:left-3 focus:z-10"
        >
          Skip to content
        </a>
        {SERVICE_NOTICE !== undefined && <NoticeBanner notice={SERVICE_NOTICE} />}
        <Header name={name} />
        <NoScript />
        <main id="content" tabIndex={-1} className="min-h-svh outline-none print:min-h-0">
          {children}
        </main>
        <Footer name={name} contact={CONTACT_EMAIL} />
      </body>
    </html>
  );
}
