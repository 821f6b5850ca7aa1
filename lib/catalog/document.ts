import type * as z from "zod";
import type { RouteEntry } from "./define";

/** What documents, lists and tests need of a route, and no function that serves it. */
interface Documentation<Input extends z.ZodType, Output extends z.ZodType> {
  /** A paragraph for documentation. */
  description: string;
  output: Output;
  sample: { input: z.input<Input>; output: z.input<Output> };
}

/** A route with all that is said of it. */
export type PublishedRoute<
  Path extends string = string,
  Input extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> = RouteEntry<Path, Input, z.input<Output>> & Documentation<Input, Output>;

/** Joins both halves. An entry that promises another answer than the schema's does not compile. */
export const documentRoute = <Path extends string, Input extends z.ZodType, Output extends z.ZodType>(
  entry: RouteEntry<Path, Input, z.input<Output>>,
  documentation: Documentation<Input, Output>,
): PublishedRoute<Path, Input, Output> => ({ ...entry, ...documentation });
