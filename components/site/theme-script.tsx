/** Where the reader's choice between light and dark is kept, in this browser alone. */
export const THEME_KEY = "theme";

/**
 * Sets the chosen theme before anything is painted. It stands in every page, so the page's policy allows it by its hash:
 * it must be the same on each and name nothing that only a request knows.
 */
export const SET_THEME = `try{const t=localStorage.getItem("${THEME_KEY}");if(t==="light"||t==="dark")document.documentElement.dataset.theme=t}catch{}`;

export const ThemeScript = () => <script dangerouslySetInnerHTML={{ __html: SET_THEME }} />;
