// Remembers which checks passed with which files, so that they are not repeated while nothing has changed. Only passes
// are recorded, for one week; failures never. CEDI_CACHE=off repeats every check, and so does a clean clone.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const weekMs = 7 * 24 * 60 * 60 * 1000

/**
 * A hash of everything that a check can see: the contents of these files, the program that runs it, and the
 * environment.
 *
 * @returns `undefined` where there is no git to list the repository's files.
 */
export function keyOf(root, paths, env) {
  let listed
  try {
    listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 26,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch {
    return undefined
  }
  const hash = createHash('sha256')
  hash.update(JSON.stringify([process.version, process.platform, process.arch, env]))
  for (const path of [...new Set(listed.split('\0'))].filter(Boolean).sort()) {
    hash.update(`\0${path}\0`)
    try {
      hash.update(
        createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest(),
      )
    } catch {
      // A file that was deleted and not yet committed is still in the list of git.
      hash.update('absent')
    }
  }
  return hash.digest('hex')
}

/**
 * Runs a check, unless it passed with the same key before.
 *
 * @param folder - Where passes are kept.
 * @param check - Returns its counts: `passed`, `failed`, and the rest of the last line.
 * @returns The counts, and whether they were remembered.
 */
export async function cached({ folder, name, key, nowMs = Date.now() }, check) {
  if (key === undefined || process.env.CEDI_CACHE === 'off') return { counts: await check(), isRemembered: false }
  const file = join(folder, `${name.replace(/[^a-z0-9]+/gi, '-')}.json`)
  const kept = readPass(file, nowMs)
  if (kept?.key === key) return { counts: kept.counts, isRemembered: true }
  const counts = await check()
  // A pass at the second try is checked again next time.
  if (counts.failed === 0 && counts.passed > 0 && !counts.again) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, JSON.stringify({ key, counts }))
  }
  return { counts, isRemembered: false }
}

function readPass(file, nowMs) {
  try {
    const isFresh = nowMs - statSync(file).mtimeMs < weekMs
    return isFresh ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  } catch {
    return undefined
  }
}
