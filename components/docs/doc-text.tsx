import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode } from "react";
import { CodeBlock } from "@/components/ui/code-block";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { anchorOf } from "./anchor";
import { siteHref } from "./links";
import type { DocSection } from "./read-doc";

/** marked's own union, which its type leaves open for extensions: none is used here. */
type Known = Tokens.Generic & { type: string };

/** A piece of a document as the page shows it: text only ever becomes text, and HTML in it nothing at all. */
export const DocText = ({ title, tokens }: DocSection) => (
  <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
    {tokens.map((token, at) => (
      <Block key={at} token={token} example={`${title}, example ${examplesUntil(tokens, at)}`} />
    ))}
  </div>
);

/** How many listings there are up to a place: each needs a name of its own, for who goes from one to the next. */
const examplesUntil = (tokens: readonly Token[], at: number): number =>
  tokens.slice(0, at + 1).filter(({ type }) => type === "code").length;

function Block({ token, example }: { token: Known; example: string }) {
  switch (token.type) {
    case "heading":
      return (
        <h3 id={anchorOf(String(token.text))} className="mt-4 text-lg font-semibold">
          <Inline tokens={token.tokens} />
        </h3>
      );
    case "paragraph":
      return (
        <p className="max-w-3xl">
          <Inline tokens={token.tokens} />
        </p>
      );
    case "list":
      return <List list={token as Tokens.List} example={example} />;
    case "table":
      return <DocTable table={token as Tokens.Table} />;
    case "code":
      return <CodeBlock code={String(token.text)} label={example} />;
    default:
      return null; // spaces and comments
  }
}

function List({ list, example }: { list: Tokens.List; example: string }) {
  const Tag = list.ordered ? "ol" : "ul";
  return (
    <Tag className={`grid max-w-3xl gap-2 pl-5 ${list.ordered ? "list-decimal" : "list-disc"}`}>
      {list.items.map((item, at) => (
        <li key={at}>
          {item.tokens.map((token, index) =>
            token.type === "text" || token.type === "paragraph" ? (
              <Inline key={index} tokens={(token as Tokens.Text).tokens} />
            ) : (
              <Block key={index} token={token} example={example} />
            ),
          )}
        </li>
      ))}
    </Tag>
  );
}

const DocTable = ({ table }: { table: Tokens.Table }) => (
  <Table caption={table.header.map(({ text }) => text).join(", ")}>
    <thead>
      <tr>
        {table.header.map((cell, at) => (
          <HeadCell key={at}>
            <Inline tokens={cell.tokens} />
          </HeadCell>
        ))}
      </tr>
    </thead>
    <tbody>
      {table.rows.map((row, at) => (
        <tr key={at}>
          {row.map((cell, index) => (
            <Cell key={index}>
              <Inline tokens={cell.tokens} />
            </Cell>
          ))}
        </tr>
      ))}
    </tbody>
  </Table>
);

const Inline = ({ tokens }: { tokens: readonly Token[] | undefined }): ReactNode =>
  (tokens ?? []).map((token, at) => <Piece key={at} token={token} />);

/** marked escapes what HTML would read; React does that by itself. */
const unescaped = (text: string): string =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");

function Piece({ token }: { token: Known }): ReactNode {
  switch (token.type) {
    case "codespan":
      return <code className="figures text-[0.875em] break-words">{unescaped(String(token.text))}</code>;
    case "strong":
      return (
        <strong className="font-semibold">
          <Inline tokens={token.tokens} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline tokens={token.tokens} />
        </em>
      );
    case "link": {
      const href = siteHref(String(token.href));
      const words = <Inline tokens={token.tokens} />;
      return href === null ? (
        words
      ) : (
        <a href={href} className="link">
          {words}
        </a>
      );
    }
    case "text":
      return token.tokens === undefined ? (
        <Fragment>{unescaped(String(token.text))}</Fragment>
      ) : (
        <Inline tokens={token.tokens} />
      );
    default:
      return <Fragment>{unescaped(String(token.raw))}</Fragment>;
  }
}
