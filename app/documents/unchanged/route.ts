/**
 * "Not Modified", for a client that has a document and sends `Cache-Control: no-cache`, as fetch does with every If-None-Match of
 * its caller's. The directive is for caches on the way (RFC 9111 §5.2.1.4), but the file server reads it as a wish for
 * the whole file. The document's headers are added by next.config.ts.
 */
export const GET = (): Response => new Response(null, { status: 304 });
