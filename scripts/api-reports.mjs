// Writes a report of the public API of each entry point to packages/<name>/api. With --check it writes nothing, and exits
// with 1 if a report is outdated.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

const root = resolve(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')
const scratch = mkdtempSync(join(tmpdir(), 'cedi-api-'))
const silent = { default: { logLevel: ExtractorLogLevel.None, addToApiReportFile: false } }
const total = { passed: 0, failed: 0 }

/** Returns the declaration file of an entry point, preferably for CommonJS. */
const typesOf = (entry) => entry.require?.types ?? entry.types ?? entry.import?.types

/** Writes or checks the report of an entry point. Returns whether it has changed. */
function report(folder, name, types) {
  const mainEntryPointFilePath = join(folder, types)
  if (!existsSync(mainEntryPointFilePath)) throw Error(`${mainEntryPointFilePath} is missing. Run npm run build.`)
  if (!isCheck) mkdirSync(join(folder, 'api'), { recursive: true })
  const config = ExtractorConfig.prepare({
    configObject: {
      mainEntryPointFilePath,
      projectFolder: folder,
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'ES2022',
            module: 'Node16',
            moduleResolution: 'Node16',
            lib: ['ES2022', 'DOM'],
            types: ['node'],
            strict: true,
            skipLibCheck: true,
          },
          files: [types],
        },
      },
      apiReport: {
        enabled: true,
        reportFolder: join(folder, 'api'),
        reportTempFolder: scratch,
        reportFileName: `${name}.api.md`,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: { compilerMessageReporting: silent, extractorMessageReporting: silent, tsdocMessageReporting: silent },
      newlineKind: 'lf',
    },
    configObjectFullPath: undefined,
    packageJsonFullPath: join(folder, 'package.json'),
  })
  const messageCallback = (message) => Object.assign(message, { logLevel: ExtractorLogLevel.None })
  return Extractor.invoke(config, { localBuild: !isCheck, messageCallback }).apiReportChanged
}

try {
  for (const short of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', short)
    const { exports = {}, private: isPrivate } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (isPrivate) continue
    for (const [entry, value] of Object.entries(exports)) {
      const types = typesOf(value)
      if (!types) continue
      const name = entry === '.' ? 'index' : entry.slice(2).replaceAll('/', '-')
      const hasChanged = report(folder, name, types)
      total[isCheck && hasChanged ? 'failed' : 'passed']++
      if (!hasChanged) continue
      const file = `packages/${short}/api/${name}.api.md`
      console.log(
        isCheck
          ? `FAIL  ${file} is outdated. Run npm run api, review the difference, and add a changeset.`
          : `Wrote ${file}.`,
      )
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
