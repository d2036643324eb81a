// Ranking of the search. Guides and error codes are read first; references and decisions only by those who look for them.

/** Options of MiniSearch. The site contains the function as text, so it must not refer to anything outside itself. */
export const searchOptions = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 1, titles: 2 },
  /** @param id - URL of the page, with the anchor of the section. */
  boostDocument(id) {
    const weights = [
      [/\/guides\//, 4],
      [/\/errors\.html/, 3],
      [/\/http-api\//, 1],
      [/\/reference\/[\w-]+\/(?:index\.html)?(?:#|$)/, 1],
      [/\/(?:reference|decisions)\//, 0.2],
      [/\/(?:threats|benchmarks|contributing|security|stated-or-chosen|scope)\.html/, 0.2],
    ]
    const weight = weights.find(([pattern]) => pattern.test(id))?.[1] ?? 1
    // The first section of a page is about the whole page.
    return id.includes('#') ? weight : weight * 1.5
  },
}
