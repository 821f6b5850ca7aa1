/** The rendered documents as files that the platform serves by itself: as cheap as a page, with 304 and HEAD. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { contentTypeOf, DOCUMENTS, type DiscoveryDocument } from "../lib/discovery/documents";
import type { RenderedDocument } from "../lib/discovery/render";

const PUBLIC = path.resolve(import.meta.dirname, "..", "public");

/** A document with the file that holds it. */
export interface DocumentFile {
  path: string;
  contentType: string;
  /** Strong: the digest of the bytes. */
  etag: string;
}

/** Writes the whole folder anew: nothing in it is committed, and nothing of an earlier build may stay. */
export function writePublicFiles(documents: readonly RenderedDocument[]): void {
  rmSync(PUBLIC, { recursive: true, force: true });
  for (const { path: address, body } of documents) {
    const file = path.join(PUBLIC, address);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, body);
  }
}

/** The documents that were rendered. The others of the list are answered by routes. */
export const publicFiles = (): DocumentFile[] =>
  DOCUMENTS.filter((document) => existsSync(path.join(PUBLIC, document.path))).map(
    (document: DiscoveryDocument) => {
      const bytes = readFileSync(path.join(PUBLIC, document.path));
      const digest = createHash("sha256").update(bytes).digest("base64url");
      return {
        path: document.path,
        contentType: contentTypeOf(document),
        etag: `"${digest.slice(0, 27)}"`,
      };
    },
  );
