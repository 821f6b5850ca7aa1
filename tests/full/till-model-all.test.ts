import { LARGE } from "../model/settings";
import { exploreSettings } from "../support/explore-settings";

exploreSettings([LARGE.all]);
