const [width, height, left, top, bottom] = [360, 220, 52, 34, 40]
const colours = ['#0b6e4f', '#b3541e', '#27548a', '#7a3e9d', '#8a6d00', '#555555', '#c2185b']

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Where a number stands on an axis that counts in powers of ten. */
const along = (value, [from, to], length) => ((Math.log10(value) - Math.log10(from)) / Math.log10(to / from)) * length

const powers = ([from, to]) => {
  const found = []
  for (let power = Math.ceil(Math.log10(from)); 10 ** power <= to * 1.000001; power++) found.push(10 ** power)
  return found
}

const short = (value) => (value >= 1e6 ? `${value / 1e6} M` : value >= 1e3 ? `${value / 1e3} k` : `${value}`)

/**
 * One panel: lines over sizes, both axes in powers of ten. What grows with the size rises, and what does not is level.
 */
function panel({ title, unit, lines }, x, y) {
  const sizes = lines.flatMap(({ points }) => points.map(([size]) => size))
  const values = lines.flatMap(({ points }) => points.map(([, value]) => value))
  const reach = [Math.min(...sizes), Math.max(...sizes)]
  const span = [10 ** Math.floor(Math.log10(Math.min(...values))), 10 ** Math.ceil(Math.log10(Math.max(...values)))]
  const [wide, high] = [width - left - 16, height - top - bottom]
  const right = (size) => left + along(size, reach, wide)
  const up = (value) => top + high - along(value, span, high)
  const parts = [`<text x="${left}" y="16" font-weight="bold">${escaped(title)}</text>`]
  for (const value of powers(span)) {
    parts.push(`<path d="M${left} ${up(value).toFixed(1)}h${wide}" stroke="#ccc"/>`)
    parts.push(`<text x="${left - 6}" y="${(up(value) + 4).toFixed(1)}" text-anchor="end">${short(value)}</text>`)
  }
  for (const size of powers(reach))
    parts.push(`<text x="${right(size).toFixed(1)}" y="${top + high + 16}" text-anchor="middle">${short(size)}</text>`)
  parts.push(`<text x="${left}" y="${top - 6}" fill="#555">${escaped(unit)}</text>`)
  for (const [at, { points }] of lines.entries()) {
    const path = points.map(
      ([size, value], index) => `${index ? 'L' : 'M'}${right(size).toFixed(1)} ${up(value).toFixed(1)}`,
    )
    const colour = colours[at % colours.length]
    parts.push(`<path d="${path.join('')}" fill="none" stroke="${colour}" stroke-width="2"/>`)
    for (const [size, value] of points)
      parts.push(`<circle cx="${right(size).toFixed(1)}" cy="${up(value).toFixed(1)}" r="2.5" fill="${colour}"/>`)
  }
  return `<g transform="translate(${x} ${y})">${parts.join('')}</g>`
}

/** What the colours mean, the same in all panels. */
function key(names, y) {
  const parts = names.map((name, at) => {
    const [x, down] = [left + (at % 2) * width, y + Math.floor(at / 2) * 18]
    return `<path d="M${x} ${down}h18" stroke="${colours[at % colours.length]}" stroke-width="2"/><text x="${x + 24}" y="${down + 4}">${escaped(name)}</text>`
  })
  return parts.join('')
}

/**
 * Draws panels, two in a row, as SVG with its own background, so that it is readable on a dark page too.
 *
 * @param panels - Each with `title`, `unit` and `lines`, of `name` and `points` of size and value, the same names in all.
 */
export function plot({ title, panels }) {
  const rows = Math.ceil(panels.length / 2)
  const names = panels[0].lines.map(({ name }) => name)
  const [wide, high] = [2 * width, rows * height + 18 * Math.ceil(names.length / 2) + 14]
  const drawn = panels.map((each, at) => panel(each, (at % 2) * width, Math.floor(at / 2) * height))
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}" font-family="system-ui, sans-serif" font-size="11" role="img">
<title>${escaped(title)}</title>
<rect width="${wide}" height="${high}" fill="#fff"/>
${[...drawn, key(names, rows * height + 8)].join('\n')}
</svg>
`
}
