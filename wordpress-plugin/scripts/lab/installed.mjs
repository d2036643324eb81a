// Caches an installed site for a day: the next site of the same kind starts with a copy of its database.
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { cache, createOnce, plugin } from './core.mjs'

const short = (value) => createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 12)

/** Returns the cache key of an installation: names, sizes and times of its PHP files. */
function sources() {
  const folders = ['includes', 'tests/doubles', 'scripts/lab'].map((folder) => join(plugin, folder))
  const files = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
  return [join(plugin, 'cedi-commerce.php'), ...files.filter((file) => file.endsWith('.php')).sort()].map((file) => {
    const { size, mtimeMs } = statSync(file)
    return [file, size, mtimeMs]
  })
}

/**
 * Returns the cache of an installed site of one kind.
 *
 * @param {unknown[]} kind - Properties that distinguish it from other sites.
 */
export function installedSite(kind) {
  const all = join(cache, 'installed')
  const name = short(kind)
  const cacheFolder = join(all, `${name}-${short([new Date().toISOString().slice(0, 10), sources()])}`)
  return {
    /** Copies the database into a new site; `false` if the cache is empty. */
    copyTo(folder) {
      if (!existsSync(cacheFolder)) return false
      cpSync(cacheFolder, folder, { recursive: true })
      return true
    },
    /** Stores the database of a newly installed site. */
    store(folder) {
      mkdirSync(all, { recursive: true })
      createOnce(cacheFolder, (draft) => cpSync(folder, draft, { recursive: true }))
      for (const each of readdirSync(all)) {
        // Temporary names contain a dot.
        const isOld = each.startsWith(`${name}-`) && !each.includes('.') && join(all, each) !== cacheFolder
        if (isOld) rmSync(join(all, each), { recursive: true, force: true })
      }
    },
  }
}
