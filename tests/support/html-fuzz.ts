import type { Element, ElementContent, Root } from "hast";
import type { Page } from "playwright";
import type { Block } from "@/lib/chat/html/blocks";
import { htmlOf, REPLY_ELEMENTS, treeOf } from "@/lib/chat/html/render";
import { sift } from "@/lib/chat/model/sift";
import { randomness, type Randomness } from "@/sandbox/upstream/market/random";

/** Where everything hostile leads: whatever is asked for there was let through. */
const EVIL = "https://evil.example";

/** Pieces of which attacks on sanitisers are made: what parsers read otherwise than writers meant it. */
const PIECES = [
  ...[
    "<script>ran()</script>",
    "<script src=https://evil.example/a.js>",
    "</script>",
    "<SCRIPT/x>",
    "<scr\0ipt>ran()",
  ],
  ...[
    "<img src=x onerror=ran()>",
    "<img src=https://evil.example/i.png>",
    "<svg onload=ran()>",
    "<svg><script>ran()",
  ],
  ...[
    "<svg><style><img src=x onerror=ran()></style>",
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=ran()&gt;">',
  ],
  ...[
    "<iframe srcdoc='<script>parent.ran()</script>'>",
    "<iframe src=javascript:parent.ran()>",
    "<object data=https://evil.example>",
    "<embed src=https://evil.example>",
  ],
  ...[
    "<a href=https://evil.example>x</a>",
    "<a href=javascript:ran()>x</a>",
    "[x](https://evil.example)",
    "![x](https://evil.example/i.png)",
    "<https://evil.example>",
  ],
  ...[
    "<link rel=stylesheet href=https://evil.example/c.css>",
    "<style>@import 'https://evil.example/c.css'</style>",
    "<base href=https://evil.example/>",
  ],
  ...[
    "<meta http-equiv=refresh content='0;url=https://evil.example'>",
    "<form action=https://evil.example><button>x",
    "<input autofocus onfocus=ran()>",
  ],
  ...[
    "<details open ontoggle=ran()>",
    "<video src=https://evil.example/v.mp4 onerror=ran()>",
    "<audio src=x onerror=ran()>",
    "<body onload=ran()>",
    "<marquee onstart=ran()>",
  ],
  ...[
    '<noscript><p title="</noscript><img src=x onerror=ran()>">',
    "<template><script>ran()</script></template>",
    "<textarea></textarea><img src=x onerror=ran()>",
  ],
  ...[
    "<title></title><img src=x onerror=ran()>",
    "<xmp><img src=x onerror=ran()>",
    "<plaintext>",
    "<!--",
    "-->",
    "<!-->",
    "<![CDATA[",
    "]]>",
    "<?xml ?>",
    "<!doctype html>",
  ],
  ...[
    "<table><td>",
    "</td></table>",
    "<table><caption><a href=x>",
    "<select><option>",
    "</p>",
    "</pre></code>",
    "<p",
    "<",
    ">",
    '"',
    "'",
    "`",
    "=",
    "/>",
  ],
  ...[
    "&lt;script&gt;ran()&lt;/script&gt;",
    "&#60;img src=x onerror=ran()&#62;",
    "&#x3c;svg onload=ran()&#x3e;",
    "&",
    "&amp;lt;",
    "\\u003cscript>",
    "%3Cscript%3E",
  ],
  ...[
    "\0",
    "\r",
    "\n",
    "\n\n",
    "\t",
    "\u2028",
    "\u2029",
    "\ufeff",
    "\u200b",
    "\u202e",
    "\ud800",
    "｟",
    "＜img src=x onerror=ran()＞",
  ],
  ...[
    "# ",
    "- ",
    "1. ",
    "| a | b |\n|---|---|\n",
    "```",
    "~~~",
    "> ",
    "**",
    "BTC is at $68,442.98",
    " onerror=ran() ",
    " style=background:url(https://evil.example)",
  ],
] as const;

/** Elements and properties that a tree of some parser might hold. */
const TAGS = [
  ...REPLY_ELEMENTS,
  ...[
    "script",
    "style",
    "img",
    "a",
    "svg",
    "math",
    "iframe",
    "template",
    "noscript",
    "form",
    "input",
    "link",
    "base",
    "mtext",
  ],
] as const;
const PROPERTIES = [
  { onError: "ran()", src: "x" },
  { src: `${EVIL}/i.png` },
  { href: `${EVIL}/` },
  { href: "javascript:ran()" },
  { style: `background:url(${EVIL}/)` },
  { srcSet: `${EVIL}/i.png 2x` },
  { id: "x", name: "cookie" },
  { "onclick=ran() x": "1" },
  {},
] as const;

const string = ({ integer, pick }: Randomness, name: string): string =>
  Array.from({ length: integer(1, 9, `${name} pieces`) }, (_, at) => {
    const piece = pick(PIECES, `${name} piece`, at);
    const cut = integer(0, 9, `${name} cut`, at);
    return cut === 0 ? piece.slice(0, integer(0, piece.length, `${name} cut at`, at)) : piece;
  }).join("");

function node(random: Randomness, name: string, depth: number): ElementContent {
  const { integer, pick } = random;
  const kind = depth === 0 ? 0 : integer(0, 5, `${name} kind`);
  if (kind === 0) return { type: "text", value: string(random, name) };
  if (kind === 1) return { type: "comment", value: string(random, name) };
  const children = Array.from({ length: integer(0, 3, `${name} children`) }, (_, at) =>
    node(random, `${name}.${at}`, depth - 1),
  );
  const properties: Element["properties"] = pick(PROPERTIES, `${name} properties`);
  return { type: "element", tagName: pick(TAGS, `${name} tag`), properties, children };
}

/** A reply as one of the ways makes it: of blocks, of a model's Markdown, or of a tree from anywhere. */
function replyOf(random: Randomness): string {
  const hostile = (name: string): string => string(random, name);
  switch (random.pick(["blocks", "model", "tree"], "way")) {
    case "blocks": {
      const blocks: Block[] = [
        { kind: "heading", text: hostile("heading") },
        { kind: "paragraph", text: hostile("paragraph"), strong: true },
        { kind: "list", items: [hostile("item 1"), hostile("item 2")] },
        { kind: "table", head: [hostile("head")], rows: [[hostile("cell")]] },
        { kind: "code", text: hostile("code") },
      ];
      return htmlOf(treeOf(blocks));
    }
    case "model": {
      const text = hostile("model");
      return htmlOf(treeOf(sift(text, ["BTC is at $68,442.98", text]).blocks));
    }
    case "tree": {
      const tree: Root = { type: "root", children: [node(random, "a", 4), node(random, "b", 4)] };
      return htmlOf(tree);
    }
  }
}

/** What a browser made of replies that it should not have: each with the seed of its reply. */
export interface Escape {
  seed: number;
  what: string;
  html: string;
}

const BATCH = 250;
const PAGE = "https://reply.example/";
const LAST = `${PAGE}last`;

/**
 * Has a browser parse so many replies, by all ways in which a page may show one, and tells of each that holds anything but
 * plain elements of the list, runs something or asks the network for something. Throws when the browser would show no
 * attack at all.
 */
export async function escapesOf(page: Page, from: number, count: number): Promise<Escape[]> {
  const asked: string[] = [];
  await page.route("**/*", (route) => {
    asked.push(route.request().url());
    return route.fulfill({ body: "<!doctype html><body></body>", contentType: "text/html" });
  });
  await page.goto(PAGE);
  asked.length = 0;
  const parse = (replies: readonly { seed: number; html: string }[]) =>
    page.evaluate(
      async ({ shown, allowed }) => {
        let runs = 0;
        Object.assign(window, { ran: () => (runs += 1) });
        const wrong: { seed: number; what: string; html: string }[] = [];
        for (const { seed, html } of shown) {
          const before = runs;
          const live = document.createElement("div");
          document.body.replaceChildren(live);
          live.innerHTML = html;
          const template = document.createElement("template");
          template.innerHTML = html;
          const whole = new DOMParser().parseFromString(html, "text/html").body;
          // Parsed, written and parsed again, as an editor or another sanitiser does.
          const again = document.createElement("div");
          again.innerHTML = live.innerHTML;
          for (const root of [live, template.content, whole, again]) {
            const walk = document.createTreeWalker(root, NodeFilter.SHOW_ALL);
            for (let at = walk.nextNode(); at !== null; at = walk.nextNode()) {
              if (at.nodeType === Node.TEXT_NODE) continue;
              const isPlain =
                at instanceof Element &&
                at.namespaceURI === "http://www.w3.org/1999/xhtml" &&
                allowed.includes(at.localName) &&
                at.attributes.length === 0;
              if (!isPlain) wrong.push({ seed, what: at.nodeName, html });
            }
          }
          await new Promise((resolve) => setTimeout(resolve, 0));
          if (runs > before) wrong.push({ seed, what: "runs", html });
        }
        return wrong;
      },
      { shown: replies, allowed: REPLY_ELEMENTS as readonly string[] },
    );
  /** What the page has asked for since the last time: its own last request is behind all that the replies made. */
  const askedFor = async (): Promise<string[]> => {
    await page.evaluate((url) => fetch(url), LAST);
    return asked.splice(0).filter((url) => url !== LAST);
  };
  const live = await parse([{ seed: -1, html: `<img src="${EVIL}/i.png"><svg onload="ran()"></svg>` }]);
  const isAsked = (await askedFor()).some((url) => url.startsWith(EVIL));
  if (live.length === 0 || !isAsked)
    throw new Error("the browser would not show an attack: this proves nothing");
  const escapes: Escape[] = [];
  for (let first = from; first < from + count; first += BATCH) {
    const seeds = Array.from({ length: Math.min(BATCH, from + count - first) }, (_, at) => first + at);
    escapes.push(...(await parse(seeds.map((seed) => ({ seed, html: replyOf(randomness(seed)) })))));
    for (const url of await askedFor()) escapes.push({ seed: first, what: `asks for ${url}`, html: "" });
  }
  return escapes;
}
