// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the strings are source code.
// Faults of real shops. Each replaces one text in one file of a right shop, and breaks one law.

/** @type {readonly import('./shops.mjs').Fault[]} */
export const faults = []
