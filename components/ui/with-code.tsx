/** Words of the catalog, where what stands between backticks is code. */
export const WithCode = ({ text }: { text: string }) =>
  text.split("`").map((part, index) =>
    index % 2 === 1 ? (
      <code key={index} className="figures wrap-anywhere">
        {part}
      </code>
    ) : (
      part
    ),
  );
