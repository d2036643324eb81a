import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findNearest } from '@cedi/contract/nearest'
import { builtinCommands } from '../builtin-commands.js'
import { type Command, exitCodes, UsageError } from '../command.js'
import { readFlags, stringFlag } from '../flags.js'
import { escapeControls } from '../show.js'
import { version } from '../version.js'

const { usage, options } = builtinCommands.new

/** An example in the published package. */
interface Example {
  readonly name: string
  readonly description: string
  /** Commands to run after `npm install`. */
  readonly steps: readonly string[]
}

/** Dependencies in a package.json. */
interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/**
 * Creates the command that copies an example into a new folder.
 *
 * @param examples - Folder with the examples, which the build writes.
 */
export const createNewCommand = (examples: string): Command => ({
  async run(args, context) {
    const parsedArgs = readFlags(args, options, usage)
    const [name, folder = name, ...more] = parsedArgs.words
    const list = JSON.parse(readFileSync(resolve(examples, 'index.json'), 'utf8')) as readonly Example[]
    if (more.length > 0) throw new UsageError(`Usage: ${usage}`)
    if (name === undefined || folder === undefined) {
      context.write(`${usage}\n\n${list.map(formatExample).join('')}`)
      return exitCodes.success
    }
    const example = list.find((item) => item.name === name)
    if (!example) {
      const names = list.map((item) => item.name)
      const suggestion = findNearest(name, names)
      throw new UsageError(
        `There is no example ${escapeControls(name)}. ${suggestion ? `Did you mean ${suggestion}?` : `Choose one of: ${names.join(', ')}.`}`,
      )
    }
    const target = resolve(context.folder, folder)
    const shownFolder = relative(context.folder, target) || '.'
    requireEmpty(target, shownFolder)
    const packages = stringFlag(parsedArgs, 'packages')
    const tarballs = packages === undefined ? undefined : findTarballs(resolve(context.folder, packages), packages)
    copy(resolve(examples, name), { target, shownFolder, tarballs })
    const steps = [
      ...(shownFolder === '.' ? [] : [`cd ${escapeControls(quote(shownFolder))}`]),
      'npm install',
      ...example.steps,
    ]
    context.write(`Wrote ${name} to ${escapeControls(shownFolder)}. ${example.description}

${steps.map((step) => `  ${step}\n`).join('')}`)
    if (!tarballs && isUnpublished())
      context.log(`
The packages of Cedi are not on npm yet, so "npm install" will not find them. Run "npm ci && npm run pack:all" in a
clone of the repository, and create the example again with its folder: cedi new ${name} --packages CLONE/packed
`)
    return exitCodes.success
  },
})

const formatExample = ({ name, description }: Example): string => `  ${name.padEnd(14)} ${description}\n`

/** Returns whether this version is a build from the repository. */
const isUnpublished = (): boolean => version() === '0.0.0'

const quote = (path: string): string => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)

/** Asserts that a folder is empty or does not exist. */
function requireEmpty(target: string, shownFolder: string): void {
  let names: readonly string[]
  try {
    names = readdirSync(target)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return
    throw new UsageError(`${escapeControls(shownFolder)} is not a folder (${code}). Choose another: ${usage}`)
  }
  if (names.length > 0)
    throw new UsageError(
      `The folder ${escapeControls(shownFolder)} is not empty, so nothing was written. Choose another: ${usage}`,
    )
}

/** Returns the tarballs of `npm run pack:all` as `file:` dependencies, by package name. */
function findTarballs(folder: string, shownFolder: string): Readonly<Record<string, string>> {
  let files: readonly string[]
  try {
    files = readdirSync(folder)
  } catch (error) {
    throw new UsageError(
      `--packages cannot read ${escapeControls(shownFolder)} (${(error as NodeJS.ErrnoException).code}). Check the path.`,
    )
  }
  const found = files.flatMap((file) => {
    const [, name] = /^cedi-([a-z-]+)-\d.*\.tgz$/.exec(file) ?? []
    return name === undefined ? [] : [[`@cedi/${name}`, `file:${resolve(folder, file)}`] as const]
  })
  if (found.length === 0)
    throw new UsageError(
      `--packages: ${escapeControls(shownFolder)} contains no tarballs. Run "npm run pack:all" in a clone of the repository, and name the folder that it writes.`,
    )
  return Object.fromEntries(found)
}

interface Target {
  readonly target: string
  readonly shownFolder: string
  readonly tarballs: Readonly<Record<string, string>> | undefined
}

/** Copies an example. If there are tarballs, its @cedi packages are installed from them. */
function copy(source: string, { target, shownFolder, tarballs }: Target): void {
  const manifest = JSON.parse(readFileSync(resolve(source, 'package.json'), 'utf8')) as Manifest
  const installed = tarballs ? withTarballs(manifest, tarballs) : manifest
  try {
    mkdirSync(target, { recursive: true })
    cpSync(source, target, { recursive: true })
    writeFileSync(resolve(target, 'package.json'), `${JSON.stringify(installed, null, 2)}\n`)
  } catch (error) {
    throw new UsageError(
      `${escapeControls(shownFolder)} cannot be written (${(error as NodeJS.ErrnoException).code}). Check its owner and permissions.`,
    )
  }
}

/** Replaces the versions of the @cedi packages with tarballs. */
function withTarballs(manifest: Manifest, tarballs: Readonly<Record<string, string>>): object {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const missing = names.find((name) => name.startsWith('@cedi/') && !Object.hasOwn(tarballs, name))
  if (missing) throw new UsageError(`--packages: there is no tarball of ${missing}. Run "npm run pack:all" again.`)
  const replace = (dependencies: Readonly<Record<string, string>> = {}): Record<string, string> =>
    Object.fromEntries(Object.entries(dependencies).map(([name, range]) => [name, tarballs[name] ?? range]))
  return {
    ...manifest,
    dependencies: replace(manifest.dependencies),
    devDependencies: replace(manifest.devDependencies),
    // The packages also depend on each other.
    overrides: tarballs,
  }
}

export const newExample: Command = createNewCommand(fileURLToPath(new URL('../dist/examples', import.meta.url)))
