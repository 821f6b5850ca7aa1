import { createElement, type ReactNode } from "react";

/** All that the chat makes a reply of, and how it looks here. It writes no attribute. */
const LOOKS: Readonly<Record<string, string>> = {
  ...{
    p: "wrap-anywhere",
    h3: "font-semibold",
    h4: "text-sm font-medium",
    strong: "font-semibold",
    em: "italic",
  },
  ...{ ul: "grid list-disc gap-1 pl-5", ol: "grid list-decimal gap-1 pl-5", li: "wrap-anywhere", br: "" },
  ...{
    code: "figures wrap-anywhere",
    pre: "overflow-x-auto text-note",
    blockquote: "border-l-2 border-edge pl-3",
  },
  ...{ table: "w-full text-sm", thead: "", tbody: "", tr: "" },
  th: "border-b border-edge py-2 pr-4 text-left text-note font-normal text-muted last:pr-0",
  td: "border-b border-rule py-2 pr-4 align-baseline last:pr-0",
};

/** An element's beginning or end, as the chat writes it; or text. */
const TOKENS = /<(\/?)([a-z][a-z0-9]*)>|[^<]+|</g;

const unescaped = (text: string): string =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");

interface Begun {
  tag: string;
  children: ReactNode[];
}

/** A table scrolls by itself, by keyboard too. */
function elementOf({ tag, children }: Begun): ReactNode {
  const element = createElement(tag, { className: LOOKS[tag] }, ...children);
  return tag === "table"
    ? createElement("div", { className: "overflow-x-auto", tabIndex: 0 }, element)
    : element;
}

/** HTML of those elements as React's own. Whatever else stands there is text, as it came. */
function read(html: string): ReactNode[] {
  const root: Begun = { tag: "", children: [] };
  const within: Begun[] = [];
  const here = (): Begun => within.at(-1) ?? root;
  const end = (): void => {
    const ended = within.pop();
    if (ended !== undefined) here().children.push(elementOf(ended));
  };
  for (const [token, slash, tag] of html.matchAll(TOKENS)) {
    if (tag === undefined || !Object.hasOwn(LOOKS, tag)) here().children.push(unescaped(token));
    else if (tag === "br") here().children.push(createElement("br"));
    else if (slash === "") within.push({ tag, children: [] });
    else if (here().tag === tag) end();
  }
  while (within.length > 0) end();
  return root.children;
}

/** The chat's reply, which is HTML, as elements of the page: no markup of a stranger's is run as such. */
export const Reply = ({ html }: { html: string }) =>
  createElement("div", { className: "grid grid-cols-[minmax(0,1fr)] gap-3" }, ...read(html));
