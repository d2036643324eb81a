// A project as a reader creates it.
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { fileURLToPath } from 'node:url'

/** @type {string[]} */
const createdFolders = []
after(() => {
  for (const folder of createdFolders) rmSync(folder, { recursive: true, force: true })
})

/** Whether a word names a package of npm and its version. @param {string} word */
export const isPinned = (word) => /^(?:@[\w-]+\/)?[\w-]+@\d+\.\d+\.\d+$/.test(word)

/**
 * Creates a project outside the repository with the packages, and with those that its `npm install` lines name with a
 * version.
 *
 * @param {string} commands
 */
export function createProject(commands) {
  const folder = mkdtempSync(join(tmpdir(), 'cedi-project-'))
  createdFolders.push(folder)
  const pinned = commands.match(/npm install .*/g)?.flatMap((line) => line.split(' ').filter(isPinned)) ?? []
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--prefix', folder]
  // Before the packages are copied, because npm removes what it has not installed.
  if (pinned.length > 0)
    execFileSync('npm', ['install', ...flags, ...pinned], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (const name of ['@cedi/client', '@cedi/mock-server']) {
    const from = rootOf(dirname(fileURLToPath(import.meta.resolve(name))))
    const to = join(folder, 'node_modules', name)
    mkdirSync(to, { recursive: true })
    for (const part of ['package.json', 'dist']) cpSync(join(from, part), join(to, part), { recursive: true })
  }
  return folder
}

/** @param {string} folder @returns {string} */
const rootOf = (folder) => (existsSync(join(folder, 'package.json')) ? folder : rootOf(dirname(folder)))
