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

\`npm run build && npm run bench\` makes this page and [\`benchmarks.json\`](benchmarks.json), which holds the figure of every
round. \`npm run bench -- client-size ledger\` runs only those suites; the others keep the figures they had.`

const method =
  () => `**How it is measured.** Every measurement runs in processes made for it. Within a suite all subjects are measured in one
run, in turn, round after round, and every other round in the opposite order; the first round is thrown away, and the
tables show medians of the rest. Times are CPU time of the measured process (\`process.cpuUsage\`, or what Linux counts for
each thread), so waiting for others does not count; where a column says wall, it does. Servers answer on the loopback
interface. Compare the ratios: they come from one run on one machine.

**Goals.** Those that are ratios hold anywhere. Those in CPU time were set on a machine on which bare \`node:http\` needs 30 ms
of CPU to start, 21 µs for a GET and 24 µs for a POST; where it needs more, read them by what is above that floor.

**What it does not tell.** CPU time is not the latency that you will see, and says nothing about networks, disks or memory
under load. The machine has ${availableParallelism()} cores that also run the load, so requests per second are lower than on a machine of your
own. The peers do less than a mock of this service has to: json-server and the hand-written handlers know no scopes, no
schema and no ledger, and Prism and Mockoon keep no state. They were run with their defaults and with their logs
switched off where they have a switch. A peer that another suite would suit better may be far ahead there.

**Peers.** ${Object.entries(versions)
    .map(([name, version]) => `${name} ${version}`)
    .join(', ')}. They are installed on demand into \`.cache/bench-peers\`.`

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
