// Draws the recorded benchmarks (docs/benchmarks.json) as bars, in SVG that is readable in light and dark.
const escapeXml = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])
const numberIn = (text) => Number(/-?[\d,]*\.?\d+/.exec(String(text))?.[0].replaceAll(',', ''))

/** One bar for each row of a table, by the first column that holds numbers. */
function barPlot(table) {
  const rows = table.rows
    .map((row) => ({ label: row[0], text: row[1], value: numberIn(row[1]) }))
    .filter(({ value }) => Number.isFinite(value) && value > 0)
  if (rows.length < 2) return ''
  const largest = Math.max(...rows.map(({ value }) => value))
  const step = 44
  const height = rows.length * step + 8
  const bars = rows.map(({ label, text, value }, index) => {
    const y = index * step + 4
    const width = Math.max(2, (value / largest) * 560)
    const ours =
      label.includes('@cedi') || label.includes('ledger') || label.includes('service.js') || label.includes('embed.js')
    return `<text x="0" y="${y + 12}" font-size="13" fill="currentColor">${escapeXml(label)}</text><rect x="0" y="${y + 18}" width="${width.toFixed(1)}" height="14" rx="3" fill="${ours ? 'var(--brand)' : 'var(--soft)'}"/><text x="${(width + 8).toFixed(1)}" y="${y + 30}" font-size="13" fill="currentColor">${escapeXml(text)}</text>`
  })
  const what = `${table.caption ?? ''} ${table.head[1]}`.trim()
  return `<svg class="plot" role="img" viewBox="0 0 680 ${height}" xmlns="http://www.w3.org/2000/svg" font-family="inherit"><title>${escapeXml(what)}: ${escapeXml(rows.map(({ label, text }) => `${label} ${text}`).join('; '))}</title>${bars.join('')}</svg>`
}

/** The page with a plot before each table. */
export function benchmarksWithPlots(markdown, { suites }) {
  const plots = new Map()
  for (const suite of Object.values(suites))
    for (const table of suite.tables ?? []) {
      const plot = barPlot(table)
      if (plot)
        plots.set(`|  | ${table.head.slice(1).join(' | ')} |\n`, [
          ...(plots.get(`|  | ${table.head.slice(1).join(' | ')} |\n`) ?? []),
          plot,
        ])
    }
  let page = markdown
  for (const [head, drawn] of plots) {
    const pieces = page.split(head)
    page = pieces.map((piece, index) => (index === 0 ? piece : `${drawn[index - 1] ?? ''}\n\n${head}${piece}`)).join('')
  }
  return page
}
