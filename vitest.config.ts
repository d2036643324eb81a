import { existsSync, readdirSync } from 'node:fs'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

const root = import.meta.dirname
const folders = [...readdirSync(`${root}/packages`).map((name) => `packages/${name}`), 'wordpress-plugin'].filter(
  (folder) => existsSync(`${root}/${folder}/package.json`),
)

/** Packages whose tests import the built packages. */
const onBuilds = ['packages/e2e', 'wordpress-plugin']
/** Packages whose tests change globals of a page or a worker. The other test files of a package share their modules. */
const isolated = ['packages/playground', 'wordpress-plugin']

/** One project per package. Its test files end in the name of the suite: `*.test.ts` for `npm test`, `*.slow.ts` for `--mode slow`. */
const project = (folder: string, suite: string): TestProjectInlineConfiguration => ({
  resolve: { tsconfigPaths: !onBuilds.includes(folder) },
  // The build replaces it.
  define: { __VERSION__: '"0.0.0"' },
  test: {
    name: folder.replace('packages/', ''),
    root: `${root}/${folder}`,
    include: [`${onBuilds.includes(folder) ? '{test,tests/js}' : '{src,test}'}/**/*.${suite}.ts`],
    pool: 'threads',
    // Property tests have a fixed seed. Packages without shared modules have none.
    setupFiles: isolated.includes(folder) ? [] : [`${root}/scripts/properties.mjs`],
    isolate: isolated.includes(folder),
    expect: { poll: { timeout: 60_000 } },
    // A hung test fails. A busy machine does not change a result.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
})

/** The simulated world runs the sources of the packages. */
function simulation(suite: string): TestProjectInlineConfiguration {
  const { test, ...e2e } = project('packages/e2e', suite)
  const include = [`src/**/*.${suite}.ts`]
  return { ...e2e, resolve: { tsconfigPaths: true }, test: { ...test, name: 'simulation', include } }
}

export default defineConfig(({ mode }) => ({
  test: { maxWorkers: 2, projects: [...folders.map((folder) => project(folder, mode)), simulation(mode)] },
}))
