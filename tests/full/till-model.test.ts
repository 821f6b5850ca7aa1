import { LARGE, type Named } from "../model/settings";
import { exploreSettings } from "../support/explore-settings";

/** The largest by far has a file of its own: it takes as long as the others together. */
const { all: _, ...others } = LARGE;
exploreSettings(Object.values<Named>(others));
