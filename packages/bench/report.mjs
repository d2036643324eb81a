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

const short = (number) => (Math.abs(number) >= 100 ? whole(number) : Number(number.toPrecision(3)).toString())

/** A goal that a figure stays under. */
export const atMost = (name, measured, limit, unit) => ({
  name,
  goal: `at most ${short(limit)} ${unit}`.trim(),
  measured: `${short(measured)} ${unit}`.trim(),
  holds: measured <= limit,
})

/** A goal that a figure reaches. */
export const atLeast = (name, measured, limit, unit) => ({
  name,
  goal: `at least ${short(limit)} ${unit}`.trim(),
  measured: `${short(measured)} ${unit}`.trim(),
  holds: measured >= limit,
})

const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`

function table({ caption, head, rows }) {
  const rule = `|${head.map((_, column) => (column === 0 ? '---' : '---:')).join('|')}|`
  return [...(caption ? [`${caption}:`, ''] : []), line(head), rule, ...rows.map(line)].join('\n')
}

const goalLine = ({ name, goal, measured, holds }) => [name, goal, measured, holds ? 'holds' : '**falls short**']

/** One suite as Markdown. */
export function suiteText({ name, title, about, picture, tables, goals, measuredOn, node }) {
  const goalTable = goals.length > 0 && {
    caption: 'Goals',
    head: ['what', 'goal', 'measured', ''],
    rows: goals.map(goalLine),
  }
  return [
    `## ${title}`,
    about,
    ...(picture ? [`![${picture.text}](${picture.path})`] : []),
    ...tables.map(table),
    ...(goalTable ? [table(goalTable)] : []),
    `Measured on ${measuredOn} with Node ${node}: \`npm run bench -- ${name}\`.`,
  ].join('\n\n')
}

const heading = `<!-- Made by "npm run bench". Run it again instead of editing. -->

# Benchmarks

\`npm run build && npm run bench\` makes this page and [\`benchmarks.json\`](benchmarks.json), which has the figures of every
round. \`npm run bench -- client-size ledger\` runs only those suites; the others keep their last figures.`

const method =
  () => `**How we measure.** Each measurement runs in its own processes. A suite measures all subjects in one run, one after the other, for several rounds,
every other round in reverse order. The first round is discarded, and the tables show medians of the rest. Times are CPU time of the
measured process (\`process.cpuUsage\`, or what Linux counts for each thread), so waiting does not count. Columns with "wall" show elapsed
time. Servers answer on the loopback interface. Compare the ratios: they come from one run on one machine.

**Goals.** Ratios apply to any machine. Goals in CPU time were set on a machine where bare \`node:http\` needs 30 ms
of CPU to start, 21 µs for a GET and 24 µs for a POST. On a slower machine, compare what is above that floor.

**What the figures do not show.** CPU time is not the latency that you will see, and says nothing about networks, disks or memory
under load. The machine has ${availableParallelism()} cores that also run the load, so requests per second are lower than on a machine of your
own. The other tools do less than a mock of this service must: json-server and the hand-written handlers have no scopes, no
schema and no ledger, and Prism and Mockoon keep no state. They run with their defaults, without logs where that is
possible. Another kind of test may suit another tool much better.

**Compared tools.** ${Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}. They are installed into \`.cache/bench-peers\` when needed.`

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
