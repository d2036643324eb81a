// Renders the recorded benchmarks (docs/benchmarks.json) as SVG bar charts for light and dark mode.
const escapeXml = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c])
const parseNumber = (text) => Number(/-?[\d,]*\.?\d+/.exec(String(text))?.[0].replaceAll(',', ''))

/** Renders one bar per row of a table, with the values of its second column. */
function renderBarPlot(table) {
  const rows = table.rows
    .map((row) => ({ label: row[0], text: row[1], value: parseNumber(row[1]) }))
    .filter(({ value }) => Number.isFinite(value) && value > 0)
  if (rows.length < 2) return ''
  const largest = Math.max(...rows.map(({ value }) => value))
  const step = 44
  const height = rows.length * step + 8
  const bars = rows.map(({ label, text, value }, index) => {
    const y = index * step + 4
    const width = Math.max(2, (value / largest) * 560)
    const isCedi =
      label.includes('@cedi') || label.includes('ledger') || label.includes('service.js') || label.includes('embed.js')
    return `<text x="0" y="${y + 12}" font-size="13" fill="currentColor">${escapeXml(label)}</text><rect x="0" y="${y + 18}" width="${width.toFixed(1)}" height="14" rx="3" fill="${isCedi ? 'var(--brand)' : 'var(--soft)'}"/><text x="${(width + 8).toFixed(1)}" y="${y + 30}" font-size="13" fill="currentColor">${escapeXml(text)}</text>`
  })
  const title = `${table.caption ?? ''} ${table.head[1]}`.trim()
  return `<svg class="plot" role="img" viewBox="0 0 680 ${height}" xmlns="http://www.w3.org/2000/svg" font-family="inherit"><title>${escapeXml(title)}: ${escapeXml(rows.map(({ label, text }) => `${label} ${text}`).join('; '))}</title>${bars.join('')}</svg>`
}

/** Adds a plot before each table of the page. */
export function addPlots(markdown, { suites }) {
  const plots = new Map()
  for (const suite of Object.values(suites))
    for (const table of suite.tables ?? []) {
      const plot = renderBarPlot(table)
      if (plot)
        plots.set(`|  | ${table.head.slice(1).join(' | ')} |\n`, [
          ...(plots.get(`|  | ${table.head.slice(1).join(' | ')} |\n`) ?? []),
          plot,
        ])
    }
  let page = markdown
  for (const [head, tablePlots] of plots) {
    const sections = page.split(head)
    page = sections
      .map((section, index) => (index === 0 ? section : `${tablePlots[index - 1] ?? ''}\n\n${head}${section}`))
      .join('')
  }
  return page
}
