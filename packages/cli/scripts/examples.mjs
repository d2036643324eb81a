// Writes the examples that `cedi new` copies: folders of examples/, and a project for each recipe of a web framework.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const examplesFolder = join(import.meta.dirname, '../../../examples')
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
/** Recipe file, start command and additional files of the project for each recipe. */
const recipeProjects = readJson(join(examplesFolder, 'frameworks/projects.json'))
const { version } = readJson(join(import.meta.dirname, '../package.json'))

const startWithService = [
  'npm run sandbox        # in another terminal',
  'CEDI_URL=http://127.0.0.1:23300 CEDI_API_KEY=sk_test_all npm start',
]
/** Steps after `npm install`, by folder of examples/. */
const folders = {
  'first-payment': ['npm start'],
  'node-shop': ['npm test', ...startWithService],
  'vitest-msw': ['npm test'],
}
const frameworkNames = { express: 'Express', next: 'Next.js', sveltekit: 'SvelteKit' }

const browserTest = 'browser.test.mjs'
const sandboxScript = { sandbox: 'cedi-sandbox' }

/**
 * Writes the examples and a list of them, `index.json`.
 *
 * @param {string} target - A folder, which is replaced.
 */
export function writeExamples(target) {
  rmSync(target, { recursive: true, force: true })
  const examples = [
    ...Object.entries(folders).map(([name, steps]) => writeFolder(join(target, name), name, steps)),
    ...Object.keys(recipeProjects).map((name) => writeRecipe(join(target, name), name)),
  ]
  writeFileSync(join(target, 'index.json'), toText(examples))
}

const toText = (value) => `${JSON.stringify(value, null, 2)}\n`

/** Copies a folder of examples/. */
function writeFolder(target, name, steps) {
  const source = join(examplesFolder, name)
  mkdirSync(target, { recursive: true })
  const development = ['node_modules', 'tsconfig.json', 'package.json', '.turbo']
  for (const file of readdirSync(source).filter((item) => !development.includes(item)))
    cpSync(join(source, file), join(target, file), { recursive: true })
  const { description, scripts, dependencies, devDependencies } = readJson(join(source, 'package.json'))
  const usesSandbox = devDependencies?.['@cedi/sandbox'] !== undefined
  // Browser tests need Chromium, so they have a separate script.
  const tests = readdirSync(source).filter((file) => file.endsWith('.test.mjs') && file !== browserTest)
  const hasBrowserTest = existsSync(join(source, browserTest))
  const testScripts = hasBrowserTest
    ? { test: `node --test ${tests.join(' ')}`, 'test:browser': `node --test ${browserTest}` }
    : { test: scripts.example }
  const project = {
    scripts: { start: scripts.start, ...testScripts, ...(usesSandbox && sandboxScript) },
    dependencies: pinCedi(dependencies),
    ...(devDependencies && { devDependencies: pinCedi(devDependencies) }),
  }
  return writeManifest(target, { name, description, steps }, project)
}

/** Writes a project for the recipe of a framework. The first line of the recipe lists its packages. */
function writeRecipe(target, name) {
  const { file, start, files = {} } = recipeProjects[name]
  const recipe = readFileSync(join(examplesFolder, 'frameworks', `${name}.mjs`), 'utf8')
  const packages = /^\/\/ npm install (.*)/.exec(recipe)[1].split(' ')
  for (const [path, text] of Object.entries({ ...files, [file]: recipe.replace(/^(?:\/\/.*\n)+/, '') })) {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
  }
  const project = {
    scripts: { start, ...sandboxScript },
    dependencies: Object.fromEntries(packages.map((pinned) => /^(@?[^@]+)@?(.*)$/.exec(pinned).slice(1))),
    devDependencies: { '@cedi/sandbox': '' },
  }
  const about = { name, description: `A shop with ${frameworkNames[name]} in one file.`, steps: startWithService }
  return writeManifest(target, about, {
    ...project,
    dependencies: pinCedi(project.dependencies),
    devDependencies: pinCedi(project.devDependencies),
  })
}

/** Pins all @cedi packages to the version of this release. */
const pinCedi = (dependencies) =>
  Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [name, name.startsWith('@cedi/') ? version : range]),
  )

function writeManifest(target, about, project) {
  const { name, description } = about
  writeFileSync(join(target, 'package.json'), toText({ name, private: true, description, type: 'module', ...project }))
  return about
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeExamples(join(import.meta.dirname, '../dist/examples'))
