// Tests that `npm run mutants` runs for each mutant of one subject (stryker.config.mjs).
import { matchesGlob } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer } from 'vitest/node'
import { subject } from './stryker.config.mjs'

const { tests, preload = [] } = subject
const position = ({ moduleId }) => tests.findIndex((glob) => matchesGlob(moduleId, `**/${glob}`))

/** Sorts test files by their position in `tests`. */
class FastFirst extends BaseSequencer {
  sort(files) {
    return Promise.resolve(files.toSorted((a, b) => position(a) - position(b)))
  }
}

export default defineConfig({
  root: process.cwd(),
  resolve: { tsconfigPaths: true },
  test: {
    include: tests,
    // Stryker writes its own copy below the repository.
    exclude: ['**/node_modules/**'],
    pool: 'threads',
    isolate: preload.length === 0,
    maxWorkers: 1,
    testTimeout: 120_000,
    setupFiles: ['scripts/properties.mjs', ...preload],
    sequence: { sequencer: FastFirst },
  },
})
