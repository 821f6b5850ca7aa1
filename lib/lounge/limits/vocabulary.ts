/** Limits of what is published and asked for, apart from all schemas: pages hold what is entered against them, too. */

export const MAX_TITLE = 140;
export const MAX_SUMMARY = 8_000;
export const MAX_CATEGORIES = 8;
export const MAX_TEASER = 100;

export const CATEGORY = /^[a-z0-9-]{1,32}$/;
export const SIGNAL_ID = /^sig_[0-9a-f]{24}$/;
/** The place below which a page begins. */
export const CURSOR = /^[1-9]\d{0,8}$/;
