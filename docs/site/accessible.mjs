/** Headings that skip no level: each is at most one deeper than the one before it. */
function levelled(html) {
  let before = 0
  return html.replaceAll(/<h([1-6])([ >][\s\S]*?)<\/h\1>/g, (_, level, rest) => {
    before = Math.min(Number(level), before + 1)
    return `<h${before}${rest}</h${before}>`
  })
}

/**
 * What TypeDoc's pages lack for people who do not see them: a main landmark, headings in order, tables and code that scroll by keyboard,
 * and no header cell without a word.
 *
 * @param html - A page as TypeDoc made it.
 */
export function accessible(html) {
  return levelled(
    html
      .replace(
        /<div class="col-content">([\s\S]*)<\/div>(?=\s*<div class="col-sidebar">)/,
        '<main class="col-content">$1</main>',
      )
      .replace(
        '<div class="col-sidebar">',
        '<div class="col-sidebar" role="complementary" aria-label="Beside this page">',
      )
      .replaceAll(/<h3>(Settings|On This Page)<\/h3>/g, '<h2>$1</h2>')
      .replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>')
      // A link inside what opens and closes would be a control in a control; the heading keeps its id.
      .replaceAll(/<summary class="tsd-accordion-summary"[\s\S]*?<\/summary>/g, (summary) =>
        summary.replaceAll(/<a\b[^>]*class="tsd-anchor-icon"[\s\S]*?<\/a>/g, ''),
      )
      .replaceAll(/<aside class="tsd-sources">([\s\S]*?)<\/aside>/g, '<div class="tsd-sources">$1</div>')
      .replaceAll('<table>', '<table tabindex="0">')
      .replaceAll(/<pre>(?=<code)/g, '<pre tabindex="0">'),
  )
}
