/** The zone of the reader's browser, as its last page told it. */
export const browserZoneCookie = "whence_zone";

/** The zone that the reader chose instead, so that a team can read one clock. */
export const chosenZoneCookie = "whence_zone_chosen";
