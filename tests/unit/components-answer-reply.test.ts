import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AnswerView } from "@/components/answer/answer-view";
import { deskCards } from "@/components/desks/questions";
import { REPLY_ELEMENTS } from "@/lib/chat/html/render";

const shown = (reply: string): string =>
  renderToStaticMarkup(createElement(AnswerView, { answer: { reply, modelUsed: "composer" } }));

/** Without what the page adds for its looks. */
const bare = (markup: string): string =>
  markup.replaceAll(/ (class|tabindex)="[^"]*"/g, "").replaceAll(/<\/?(div|dl|dt|dd|span)>/g, "");

describe("a reply of the chat, as people read it", () => {
  it("is the elements that it was written in, and none of their tags is text", () => {
    const sample = deskCards.find(({ slug }) => slug === "svc")?.route.sample.output as { reply: string }; // the catalog's own
    expect(sample.reply).toContain("<table>");
    expect(bare(shown(sample.reply))).toContain(sample.reply);
    expect(shown(sample.reply)).not.toContain("&lt;p&gt;");
  });

  it("may be made of every element that the chat writes", () => {
    for (const tag of REPLY_ELEMENTS.filter((one) => one !== "br"))
      expect(bare(shown(`<${tag}>a &lt; b &amp;amp; c</${tag}>`)), tag).toContain(
        `<${tag}>a &lt; b &amp;amp; c</${tag}>`,
      );
    expect(bare(shown("<p>a<br>b</p>"))).toContain("<p>a<br/>b</p>");
  });

  it.each([
    "<p><script>alert(1)</script></p>",
    '<p><img src=x onerror="alert(1)"></p>',
    '<p onclick="alert(1)">x</p>',
    "<p><a href='javascript:alert(1)'>x</a></p>",
    "<p><iframe></p></iframe>",
    "<p><constructor></p>",
    "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
  ])("has nothing else of %s than text", (hostile) => {
    const markup = shown(hostile);
    expect(markup).not.toMatch(/<(script|img|a|iframe|constructor)\b/);
    expect(markup).not.toMatch(/<[^>]*\son\w+=/);
    expect(markup).toMatch(/&lt;|x<\/p>/);
  });

  it("is whole where an element does not end, or ends twice", () => {
    expect(bare(shown("<ul><li>one</p><li>two"))).toContain("<ul><li>one<li>two</li></li></ul>");
  });
});
