import { isValidElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import * as z from "zod";
import { DESK_PAGES, PAGES, twinOf } from "../../lib/discovery/pages";
import type { RenderedDocument } from "../../lib/discovery/render";
import type { Site } from "../../lib/discovery/site";
import { markdownOf } from "./markdown-of";

/** What a page's file exports: of its parameters, the pages of this site have one. */
const PageModule = z.looseObject({
  default: z.custom<(props: { params: Promise<{ label: string }> }) => unknown>(
    (value) => typeof value === "function",
  ),
});

async function elementOf(file: string, label: string): Promise<ReactElement> {
  const page = PageModule.parse(await import(`../../app/(site)${file}/page`)).default;
  const element = await page({ params: Promise.resolve({ label }) });
  if (!isValidElement(element)) throw new Error(`app/(site)${file}/page.tsx gave no element`);
  return element;
}

/** Every page in Markdown, made of the page itself, so that no word stands twice. */
export async function pageTwins({ origin, notice }: Site): Promise<RenderedDocument[]> {
  const pages = [
    ...PAGES.map(({ path }) => ({ path, file: path === "/" ? "" : path, label: "" })),
    ...DESK_PAGES.map(({ path }) => ({ path, file: "/desks/[label]", label: path.replace("/desks/", "") })),
  ];
  return Promise.all(
    pages.map(async ({ path, file, label }) => {
      const html = renderToStaticMarkup(await elementOf(file, label));
      const body = markdownOf(html, origin);
      return { path: twinOf(path), body: notice === null ? body : `> ${notice}\n\n${body}` };
    }),
  );
}
