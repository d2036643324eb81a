import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { builtinCommands } from '../builtin-commands.js'
import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import { examine as examineShop, type ScenarioResult } from '../examine/examine.js'
import { formatHtml, formatJunit, formatResult, formatSummary } from '../examine/report.js'
import { scenarios } from '../examine/scenarios/index.js'
import { type Service, shopKey, startService } from '../examine/service.js'
import { loadShop } from '../examine/shop.js'
import { type ShopProcess, startShop, waitUntilReady } from '../examine/shop-process.js'
import { type ParsedArgs, readFlags, stringFlag } from '../flags.js'
import { formatJson } from '../show.js'

const { usage, options: flags } = builtinCommands.examine

/** Time limit for starting the shop manually, in milliseconds. */
const manualStartLimitMs = 600_000

/**
 * Tests a shop with a sandbox and scripted buyers, which cause the problems that payments can have in production.
 *
 * @decision 0103
 */
export const examine: Command = {
  async run(args, context) {
    const parsedArgs = readFlags(args, flags, usage)
    if (parsedArgs.flags['list']) {
      context.write(scenarios.map(({ name, summary }) => `${name}: ${summary}\n`).join(''))
      return exitCodes.success
    }
    const { url, file, only, seed, port } = readOptions(parsedArgs)
    const shop = await loadShop(resolve(file))
    const service = await startService(port, seed)
    const folder = mkdtempSync(join(tmpdir(), 'cedi-examine-'))
    try {
      const start = createStart(stringFlag(parsedArgs, 'start'), service, folder, context)
      if (!start) await waitForShop(url, service, context)
      const isJson = parsedArgs.flags['json'] === true
      const { progressOn } = await import('@cedi/mock-server/program')
      const progress = progressOn(context.screen, { environment: context.environment })
      const results = await examineShop({
        ...{ shop, service, url, start, only, signal: context.signal },
        onScenario: (name) => progress.show(`Scenario ${name}`),
        onResult(result) {
          progress.end()
          if (!isJson) context.write(formatResult(result))
        },
      })
      context.write(isJson ? formatJson({ shop: shop.name, seed, scenarios: results }) : `${formatSummary(results)}`)
      writeReport(stringFlag(parsedArgs, 'junit'), 'junit', () => formatJunit(shop.name, results))
      writeReport(stringFlag(parsedArgs, 'html'), 'html', () => formatHtml(shop.name, results, seed))
      return toExitCode(results)
    } finally {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const toExitCode = (results: readonly ScenarioResult[]): number => {
  if (results.some(({ verdict }) => verdict === 'failed')) return exitCodes.differs
  return results.some(({ verdict }) => verdict === 'unclear') ? exitCodes.unknownResult : exitCodes.success
}

interface Options {
  readonly url: string
  readonly file: string
  readonly only: readonly string[]
  readonly seed: number
  readonly port: number
}

function readOptions(parsedArgs: ParsedArgs): Options {
  const [url = '', ...more] = parsedArgs.words
  if (more.length > 0 || !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new UsageError(`The URL of the shop is missing or invalid. Usage: ${usage}`)
  const file = stringFlag(parsedArgs, 'shop')
  if (file === undefined)
    throw new UsageError(`--shop is missing: the file with the adapter of your shop. Usage: ${usage}`)
  const only = (parsedArgs.flags['only'] as readonly string[] | undefined) ?? []
  const unknown = only.find((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown) throw new UsageError(`--only names the unknown scenario ${unknown}. See cedi examine --list.`)
  return {
    url,
    file,
    only,
    seed: readInteger(parsedArgs, 'seed', 2 ** 32 - 1),
    port: readInteger(parsedArgs, 'port', 65_535),
  }
}

function readInteger(parsedArgs: ParsedArgs, name: string, max: number): number {
  const text = stringFlag(parsedArgs, name) ?? ''
  const value = Number(text)
  if (/^\d+$/.test(text) && value <= max) return value
  throw new UsageError(`--${name} must be an integer from 0 to ${max}.`)
}

/** Returns the function that starts the shop at a URL; undefined without a command. */
function createStart(
  command: string | undefined,
  service: Service,
  folder: string,
  { environment }: CliContext,
): ((url: string) => Promise<ShopProcess>) | undefined {
  if (command === undefined) return undefined
  return (url) => {
    const variables = { PORT: new URL(url).port, CEDI_URL: service.url, CEDI_API_KEY: shopKey, DATA: folder }
    return startShop({ command, url, environment: { ...environment, ...variables } })
  }
}

/** Prints the environment variables of the shop, and waits until it responds. */
async function waitForShop(url: string, service: Service, { log, signal }: CliContext): Promise<void> {
  log(`Start your shop with this environment. The examination begins when it responds at ${url}:\n`)
  log(`CEDI_URL=${service.url}\nCEDI_API_KEY=${shopKey}\n`)
  if (!(await waitUntilReady(url, () => !signal.aborted, manualStartLimitMs)))
    throw new UsageError(`No shop responds at ${url}. Start it with the printed environment, or pass --start.`)
}

function writeReport(file: string | undefined, flag: string, format: () => string): void {
  if (file === undefined) return
  try {
    writeFileSync(file, format())
  } catch (error) {
    throw new UsageError(`--${flag} cannot write ${file} (${(error as NodeJS.ErrnoException).code}). Check the path.`)
  }
}
