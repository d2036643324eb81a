import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { equivalent } from '../../../scripts/mutants/equivalent.mjs'
import { judge } from '../../../scripts/mutants/judge.mjs'
import { leastKilled, subjects } from '../../../scripts/mutants/subjects.mjs'
import { root } from '../peers.mjs'
import { atLeast, recorded, whole } from '../report.mjs'

export const builds = []
/** This suite only reports what `npm run mutants` has found; to try all mutants takes hours. */
export const onlyWhenNamed = true

export async function run() {
  const before = recorded().mutants?.figures ?? {}
  // A subject that was not tried on this machine keeps the figures that it had.
  const figures = Object.fromEntries(
    Object.keys(subjects).flatMap((name) => {
      const seen = figuresOf(name) ?? before[name]
      return seen ? [[name, seen]] : []
    }),
  )
  if (Object.keys(figures).length === 0)
    throw new Error('No mutant was tried yet. Run npm run mutants -- settle first.')
  return report(figures)
}

/** What the last run of a subject found. */
function figuresOf(name) {
  const path = join(root, '.cache/mutants', `${name}.json`)
  if (!existsSync(path)) return undefined
  const seen = JSON.parse(readFileSync(path, 'utf8'))
  const { unjudged, stale, score, ...counts } = judge(seen, equivalent)
  const files = Object.keys(seen.files).map((file) => file.slice(subjects[name].root.length + 1))
  return {
    ...counts,
    unjudged: unjudged.length,
    stale: stale.length,
    score,
    files: files.sort(),
    on: statSync(path).mtime.toISOString().slice(0, 10),
  }
}

const about = (figures) =>
  [
    'A mutant is the source with one place changed: a comparison, a condition, a call, a text or a whole block. `npm run mutants -- settle` lets Stryker 9 make them one at a time, and runs the tests of that package until one fails. Files after the name limit it to those files. When no test notices a mutant, either a test is missing, or the mutant changes nothing that anybody could see. Somebody read each of the second kind; `scripts/mutants/equivalent/` lists them with the reason. They count as not noticed too. `scripts/mutants/subjects.mjs` says what was left out, and why.',
    ...Object.entries(figures).map(
      ([name, { files, on }]) =>
        `Of **${name}** these files were tried (last on ${on}): ${files.map((file) => `\`${file}\``).join(', ')}.`,
    ),
  ].join('\n\n')

function report(figures) {
  const rows = Object.entries(figures).map(([name, { all, killed, byTime, named, unjudged, score }]) => [
    name,
    whole(all),
    whole(killed),
    whole(byTime),
    whole(named),
    whole(unjudged),
    `${score.toFixed(1)} %`,
  ])
  return {
    title: 'Mutants that the tests notice',
    about: about(figures),
    tables: [
      {
        head: [
          '',
          'mutants',
          'noticed',
          'of them by time limit',
          'not noticed: change nothing',
          'not noticed: open',
          'noticed, of all',
        ],
        rows,
      },
    ],
    goals: Object.entries(figures).map(([name, { score }]) => atLeast(name, score, leastKilled, '%')),
    figures,
  }
}
