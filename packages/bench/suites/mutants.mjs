import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { equivalent } from '../../../scripts/mutants/equivalent.mjs'
import { judge } from '../../../scripts/mutants/judge.mjs'
import { leastKilled, subjects } from '../../../scripts/mutants/subjects.mjs'
import { root } from '../peers.mjs'
import { atLeast, recorded, whole } from '../report.mjs'

export const builds = []
/** It tells what "npm run mutants" left behind, which takes hours for all of them. */
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
  if (Object.keys(figures).length === 0) throw new Error('Nothing was tried yet: npm run mutants -- settle.')
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
    '`npm run mutants -- settle` lets Stryker 9 change one place of the source at a time (a comparison, a condition, a call, a text, a whole block), and runs the tests of that package until one fails; with files behind the name it tries only those. A change that no test notices is a rule that nobody holds the code to, or it changes nothing that anybody could see; those were read one by one, and are named with their reason in `scripts/mutants/equivalent.mjs`. They count as not noticed all the same. What was left out is named with its reason in `scripts/mutants/subjects.mjs`.',
    ...Object.entries(figures).map(
      ([name, { files, on }]) =>
        `Of **${name}** these files were tried by ${on}, and no others: ${files.map((file) => `\`${file}\``).join(', ')}.`,
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
        head: ['', 'mutants', 'noticed', 'of them ran on and on', 'change nothing', 'open', 'noticed, of all'],
        rows,
      },
    ],
    goals: Object.entries(figures).map(([name, { score }]) => atLeast(name, score, leastKilled, '%')),
    figures,
  }
}
