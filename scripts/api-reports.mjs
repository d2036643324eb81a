// Writes what each published package exports as text: one report for each entry, in packages/<name>/api. A change of
// the public API shows there as a difference. With --check it writes nothing, and exits with 1 if a report does not
// match its package.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

const root = resolve(import.meta.dirname, '..')
const isCheck = process.argv.includes('--check')
const scratch = mkdtempSync(join(tmpdir(), 'cedi-api-'))
const silent = { default: { logLevel: ExtractorLogLevel.None, addToApiReportFile: false } }
const total = { passed: 0, failed: 0 }

/** The types of an entry: those for CommonJS, where they are written out, otherwise the only ones. */
const typesOf = (entry) => entry.require?.types ?? entry.types ?? entry.import?.types

/** Writes the report of one entry, or says whether the one that is there still fits. */
function report(folder, name, types) {
  const mainEntryPointFilePath = join(folder, types)
  if (!existsSync(mainEntryPointFilePath))
    throw Error(`${mainEntryPointFilePath} is not there. Run npm run build first.`)
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
  const { apiReportChanged } = Extractor.invoke(config, {
    localBuild: !isCheck,
    messageCallback: (message) => {
      message.logLevel = ExtractorLogLevel.None
    },
  })
  return apiReportChanged
}

try {
  for (const short of readdirSync(join(root, 'packages'))) {
    const folder = join(root, 'packages', short)
    const { exports = {}, private: isPrivate } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    if (isPrivate) continue
    for (const [entry, value] of Object.entries(exports)) {
      const types = typesOf(value)
      if (!types) continue
      const name = entry === '.' ? 'index' : entry.slice(2)
      const hasChanged = report(folder, name, types)
      total[isCheck && hasChanged ? 'failed' : 'passed']++
      if (!hasChanged) continue
      const file = `packages/${short}/api/${name}.api.md`
      console.log(
        isCheck
          ? `FAIL  ${file} is not what the package offers. Run npm run api, look at the difference, and add a changeset.`
          : `${file} is written.`,
      )
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
