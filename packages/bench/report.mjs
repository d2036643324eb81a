import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { root, versions } from './peers.mjs'

const figuresPath = join(root, 'docs/benchmarks.json')
const pagePath = join(root, 'docs/benchmarks.md')

/** One figure as a multiple of another: `12.3×`. */
export function ratio(figure, base) {
  const times = figure / base
  return `${times >= 100 ? Math.round(times) : times >= 10 ? times.toFixed(1) : times.toFixed(2)}×`
}

/** A whole number with thin groups: `25,250`. */
export const whole = (number) => Math.round(number).toLocaleString('en-GB')

const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

function table({ caption, head, rows }) {
  const rule = `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`
  return [...(caption ? [`${caption}:`, ''] : []), line(head), rule, ...rows.map(line)].join('\n')
}

/** One suite as Markdown. */
export function suiteText({ name, title, about, tables, measuredOn, node }) {
  return [
    `## ${title}`,
    about,
    ...tables.map(table),
    `Measured on ${measuredOn} with Node ${node}: \`npm run bench -- ${name}\`.`,
  ].join('\n\n')
}

const heading = `<!-- Made by "npm run bench". Run it again instead of editing. -->

# Benchmarks

This page compares the packages with the tools that you would use instead. \`npm run build && npm run bench\` writes this page and
[\`benchmarks.json\`](benchmarks.json), which has the figures of every round. \`npm run bench -- client-size\` runs one suite; the others keep
their last figures.`

const method =
  () => `**Method.** Each measurement runs in its own process. A suite measures all subjects in one run, in several rounds, every other round in
reverse order. The first round is discarded, and the tables show medians. Times are CPU time (\`process.cpuUsage\`, or what Linux counts
per thread), except in columns with "wall". Compare the ratios: they are from one run on one machine.

**Limits.** CPU time is not latency. The machine has ${availableParallelism()} cores that also run the load, so requests per second are lower than elsewhere.
The other tools do less than a mock of this service must: json-server and the hand-written msw handlers have no scopes, schema or
ledger, and Prism and Mockoon store no state. They run with their defaults, without logs where possible.

**Compared tools.** ${Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}. They are installed into \`.cache/bench-peers\` on first use.`

/** The suites that were recorded before, by name. */
export const recorded = () => (existsSync(figuresPath) ? JSON.parse(readFileSync(figuresPath, 'utf8')).suites : {})

/** Writes the page and the figures. */
export function writeReport(suites) {
  writeFileSync(figuresPath, JSON.stringify({ peers: versions, suites }, rounded, 2))
  // The figures are formatted like every other file of the repository.
  execFileSync(
    process.execPath,
    [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', figuresPath],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const parts = [heading, method(), ...Object.values(suites).map(suiteText)]
  writeFileSync(pagePath, `${parts.join('\n\n')}\n`)
}

const rounded = (_, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value)
