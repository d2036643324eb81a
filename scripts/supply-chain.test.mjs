// Checks that no workflow gives code of others more rights than it needs, and that no document runs a stranger's package.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'

const root = resolve(import.meta.dirname, '..')
const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => [name, parse(readFileSync(join(folder, name), 'utf8'))])
/** Steps of all jobs, with a name for messages. */
const steps = workflows.flatMap(([name, { jobs }]) =>
  Object.entries(jobs).flatMap(([job, { steps }]) => steps.map((step) => [`${name}, ${job}`, step])),
)

test('a workflow may only read the repository, and no code of a pull request receives a secret', () => {
  for (const [name, { on, permissions }] of workflows) {
    assert.deepEqual(permissions, { contents: 'read' }, name)
    assert.ok(!Object.keys(on).includes('pull_request_target') && !Object.keys(on).includes('workflow_run'), name)
    assert.doesNotMatch(readFileSync(join(folder, name), 'utf8'), /\bsecrets\./, name)
  }
})

test('a job with more rights does not run on pull requests, and only one of them publishes', () => {
  const rights = workflows.flatMap(([name, { on, jobs }]) =>
    Object.entries(jobs).flatMap(([job, { permissions = {} }]) =>
      Object.entries(permissions)
        .filter(([, value]) => value !== 'read')
        .map(([right]) => {
          assert.ok(!('pull_request' in on), name)
          return `${name}, ${job}: ${right}`
        }),
    ),
  )
  assert.deepEqual(rights, [
    'docs.yml, site: contents',
    'release.yml, versions: contents',
    'release.yml, versions: pull-requests',
    'release.yml, publish: id-token',
    'release.yml, attach: contents',
  ])
})

test('every action is pinned to a commit, and a checkout stores no token', () => {
  for (const [name, { uses, with: options }] of steps) {
    if (uses === undefined) continue
    assert.match(uses, /^actions\/[\w-]+@[0-9a-f]{40}$/, name)
    if (uses.startsWith('actions/checkout@')) assert.equal(options?.['persist-credentials'], false, name)
  }
})

test('a step with the token runs no code of the repository and of its dependencies', () => {
  const withToken = steps.filter(([, { env }]) => env?.GH_TOKEN !== undefined)
  assert.equal(withToken.length, 3)
  for (const [name, { run }] of withToken) assert.doesNotMatch(run, /\b(?:npm|npx|node|turbo)\b/, name)
})

test('no document, message or example runs a package without the scope @cedi', () => {
  const isSkipped = (name) =>
    /^(?:\.(?!github|changeset)|node_modules|dist|build|coverage|generated|vendor|api)/.test(name)
  /** @returns {string[]} */
  const list = (path) =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      if (isSkipped(entry.name)) return []
      const inside = join(path, entry.name)
      return entry.isDirectory()
        ? list(inside)
        : /\.(?:md|tsx?|mjs|js|json|php|ya?ml|html|txt)$/.test(inside)
          ? [inside]
          : []
    })
  const command = /\b(?:npx|bunx|pnpm dlx|yarn dlx|npm exec|npm create|npm init) (?:-\S+ )*(?:create-)?cedi\b/
  const found = list(root).filter(
    (path) => !/CONTRIBUTING\.md$|supply-chain\.test\.mjs$/.test(path) && command.test(readFileSync(path, 'utf8')),
  )
  assert.deepEqual(found, [])
})
