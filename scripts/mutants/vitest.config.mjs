// The tests of one subject (CEDI_MUTANTS), as "npm run mutants" runs them for each mutant.
import { matchesGlob } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { subjects } from './subjects.mjs'

const { root, tests, shared } = subjects[process.env.CEDI_MUTANTS]

/** The position of a test file in the list of its subject. */
const placeOf = ({ moduleId }) => tests.findIndex((name) => matchesGlob(moduleId, `**/${name}`))

/** Runs the quick tests first, because the first test that fails ends the run. */
class QuickFirst extends BaseSequencer {
  async sort(files) {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  root: process.cwd(),
  resolve: { tsconfigPaths: true },
  test: {
    include: tests.map((name) => `${root}/${name}`),
    // Stryker installs itself next to the copy.
    exclude: ['**/node_modules/**'],
    pool: 'threads',
    isolate: shared === undefined,
    maxWorkers: 1,
    testTimeout: 120_000,
    setupFiles: ['scripts/mutants/setup.mjs'],
    sequence: { sequencer: QuickFirst },
  },
})
