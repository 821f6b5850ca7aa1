import { describe, expect, it } from "vitest";
import { markdownOf } from "@/scripts/pages/markdown-of";

const ORIGIN = "https://example.org";
const twin = (html: string): string => markdownOf(html, ORIGIN);

describe("a page's twin in Markdown", () => {
  it("has headings, paragraphs, emphasis and code as they stand, with absolute links", () => {
    expect(
      twin(
        '<h1>Desks</h1><p>Ask <strong>one</strong>\n question: <a href="/desks/tvl">this <code>one</code></a>.</p>',
      ),
    ).toBe("# Desks\n\nAsk **one** question: [this `one`](https://example.org/desks/tvl).\n");
  });

  it("leaves out what is a control, a drawing or the screen's alone, and nothing else", () => {
    expect(
      twin(
        '<p>kept</p><button>Copy</button><form><label>Name</label></form><svg><title>x</title></svg><p data-twin="skip">menu</p><span aria-hidden="true">*</span><section hidden=""><p>the other tab</p></section>',
      ),
    ).toBe("kept\n\nthe other tab\n");
  });

  it("makes tables, whose groups of rows are bold and whose cells can't break out", () => {
    const html =
      "<table><thead><tr><th>Route</th><th>Price</th></tr></thead><tbody><tr><th colspan=2>Signals</th></tr><tr><td>a | b</td><td><span>$0.02</span></td></tr></tbody></table>";
    expect(twin(html)).toBe("| Route | Price |\n| --- | --- |\n| **Signals** |   |\n| a \\| b | $0.02 |\n");
  });

  it("keeps lists, numbered ones too, and terms with what is said of them", () => {
    expect(twin("<ol><li>one</li><li><p>two</p><pre>x\n y</pre></li></ol>")).toBe(
      "1. one\n2. two\n   \n   ```text\n   x\n    y\n   ```\n",
    );
    expect(twin("<dl><div><dt>Price</dt><dd>$0.02</dd></div></dl>")).toBe("- **Price**: $0.02\n");
    expect(twin('<dl><div><dd class="x">1×</dd><dt>charged</dt></div></dl>')).toBe("- **charged**: 1×\n");
  });

  it("keeps what stands apart on the screen apart", () => {
    expect(
      twin('<td><span class="block font-medium">Value</span><span class="figures block">POST</span></td>'),
    ).toBe("Value POST\n");
    expect(
      twin(
        '<code class="figures block"><span class="block">&gt; POST /x</span><span class="block">&lt; 402</span></code>',
      ),
    ).toBe("```text\n> POST /x\n< 402\n```\n");
  });
});
