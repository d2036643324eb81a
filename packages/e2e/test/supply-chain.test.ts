// Checks that no workflow gives code of others more rights than it needs, and that no document runs a stranger's package.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: unknown
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: Readonly<Record<string, string>>; readonly steps: readonly Step[] }>
  >
}

const root = resolve(import.meta.dirname, '../../..')
const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((file) => {
  const source = readFileSync(join(folder, file), 'utf8')
  return { file, source, ...(parse(source) as Workflow) }
})
const jobs = workflows.flatMap(({ file, on, jobs }) =>
  Object.entries(jobs).map(([job, { permissions = {}, steps }]) => ({
    job: `${file}, ${job}`,
    on,
    permissions,
    steps,
  })),
)
const steps = jobs.flatMap(({ job, steps }) => steps.map((step) => ({ job, ...step })))

test.each(workflows)(
  'the workflow $file may only read, and no code of a pull request receives a secret',
  (workflow) => {
    const { on, permissions, source } = workflow
    expect(permissions).toEqual({ contents: 'read' })
    expect(Object.keys(on)).not.toContain('pull_request_target')
    expect(Object.keys(on)).not.toContain('workflow_run')
    expect(source).not.toMatch(/\bsecrets\./)
  },
)

test('a job with more rights does not run on pull requests, and only one may publish', () => {
  const privileged = jobs.flatMap(({ job, on, permissions }) =>
    Object.entries(permissions)
      .filter(([, value]) => value !== 'read')
      .map(([right]) => ({ right: `${job}: ${right}`, isForPullRequests: 'pull_request' in on })),
  )
  expect(privileged.map(({ right }) => right)).toEqual([
    'docs.yml, publish: contents',
    'release.yml, propose: contents',
    'release.yml, propose: pull-requests',
    'release.yml, publish: id-token',
    'release.yml, attach: contents',
  ])
  expect(privileged.filter(({ isForPullRequests }) => isForPullRequests)).toEqual([])
})

test('every action is pinned to a commit, and a checkout stores no token', () => {
  for (const { job, uses: action, with: options } of steps) {
    if (action === undefined) continue
    expect(action, job).toMatch(/^actions\/[\w-]+@[0-9a-f]{40}$/)
    if (action.startsWith('actions/checkout@')) expect(options?.['persist-credentials'], job).toBe(false)
  }
})

test('a job that may write runs no code of the repository or of its dependencies', () => {
  const privileged = jobs.filter(({ permissions }) => Object.values(permissions).includes('write'))
  expect(privileged).toHaveLength(4)
  for (const { job, steps } of privileged)
    for (const { run = '' } of steps)
      expect(run.replace(/npm (?:view "\$name" version|publish "\$file" --ignore-scripts)/g, ''), job).not.toMatch(
        /\b(?:npm|npx|node|turbo|corepack)\b/,
      )
})

test('no document, message or example runs a package without the scope @cedi', () => {
  const isSkipped = (name: string): boolean =>
    /^(?:\.(?!github|changeset)|node_modules|dist|build|coverage|generated|vendor|api)/.test(name)
  const listFiles = (path: string): string[] =>
    readdirSync(path, { withFileTypes: true }).flatMap((entry) => {
      if (isSkipped(entry.name)) return []
      const childPath = join(path, entry.name)
      if (entry.isDirectory()) return listFiles(childPath)
      return /\.(?:md|tsx?|mjs|js|json|php|ya?ml|html|txt)$/.test(childPath) ? [childPath] : []
    })
  const command = /\b(?:npx|bunx|pnpm dlx|yarn dlx|npm exec|npm create|npm init) (?:-\S+ )*(?:create-)?cedi\b/
  const files = listFiles(root).filter((path) => command.test(readFileSync(path, 'utf8')))
  // Both pages describe the risk.
  expect(files.map((path) => relative(root, path)).sort()).toEqual(['CONTRIBUTING.md', 'docs/guides/releasing.md'])
})
