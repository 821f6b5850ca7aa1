import type { RouteEntry } from "@/lib/catalog/define";
import type { Handler } from "@/lib/handler";

/** The handler of a route, held to what a paid answer may be: a settled call is a 200, with the headers that all have. */
export const plainWhenPaid =
  <E extends RouteEntry>({ path }: E, handler: Handler<E>): Handler<E> =>
  async (input, context) => {
    const result = await handler(input, context);
    const { status, headers } = result;
    if (context.payment !== undefined && (status ?? headers) !== undefined)
      throw new Error(`${path}: a paid answer has no status or headers of its own`);
    return result;
  };
