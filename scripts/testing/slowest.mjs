// Which test files took longest, from the reports that vitest left.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The slowest files in these folders of reports, the slowest first. */
export function slowest(root, folders, count = 10) {
  const reports = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith('.json'))
  return reports
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).testResults ?? [])
    .map(({ name, startTime, endTime }) => ({ file: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, count)
}
