import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { builtinCommands } from '../builtin-commands.js'
import { type CliContext, type Command, exitCodes, UsageError } from '../command.js'
import type { ShopCopy } from '../examine/examination.js'
import { examine as examineShop } from '../examine/examine.js'
import { loadShop } from '../examine/load-shop.js'
import { formatHtml, formatJunit, formatResult, formatSummary } from '../examine/report.js'
import type { ScenarioResult } from '../examine/run-scenario.js'
import { scenarios } from '../examine/scenarios/index.js'
import { shopKey, startService } from '../examine/service.js'
import { findFreePort, startShop, waitUntilReady } from '../examine/shop-process.js'
import { type ParsedArgs, readFlags, stringFlag } from '../flags.js'
import { formatJson } from '../show.js'

const { usage, options: flags } = builtinCommands.examine

/** Time limit for starting the shop manually, in milliseconds. */
const manualStartLimitMs = 600_000
const maxCopies = 8

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
    const options = readOptions(parsedArgs)
    const { file, only, seed, copies } = options
    const shop = await loadShop(file, context.environment)
    const isJson = parsedArgs.flags['json'] === true
    const { progressOn } = await import('@cedi/sandbox/cli')
    const progress = progressOn(context.screen, { environment: context.environment })
    const results = await examineShop({
      ...{ shop, only, copies, signal: context.signal },
      createCopy: (number) => createCopy(number, options, context),
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
  /** Command line that starts the shop. */
  readonly command: string | undefined
  readonly copies: number | undefined
}

function readOptions(parsedArgs: ParsedArgs): Options {
  const [url = '', ...more] = parsedArgs.words
  if (more.length > 0 || !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new UsageError(`The URL of the shop is missing or invalid. Usage: ${usage}`)
  const file = stringFlag(parsedArgs, 'shop')
  if (file === undefined)
    throw new UsageError(`--shop is missing: the file with the adapter of your shop, or wordpress. Usage: ${usage}`)
  const only = (parsedArgs.flags['only'] as readonly string[] | undefined) ?? []
  const unknown = only.find((name) => !scenarios.some((scenario) => scenario.name === name))
  if (unknown) throw new UsageError(`--only names the unknown scenario ${unknown}. See cedi examine --list.`)
  const command = stringFlag(parsedArgs, 'start')
  const copies =
    stringFlag(parsedArgs, 'copies') === undefined ? undefined : readInteger(parsedArgs, 'copies', 1, maxCopies)
  if (copies !== undefined && copies > 1 && command === undefined)
    throw new UsageError('--copies needs --start, which starts each copy of the shop. Add --start, or remove --copies.')
  const seed = readInteger(parsedArgs, 'seed', 0, 2 ** 32 - 1)
  return { url, file, only, seed, port: readInteger(parsedArgs, 'port', 0, 65_535), command, copies }
}

function readInteger(parsedArgs: ParsedArgs, name: string, min: number, max: number): number {
  const text = stringFlag(parsedArgs, name) ?? ''
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min && value <= max) return value
  throw new UsageError(`--${name} must be an integer from ${min} to ${max}.`)
}

/** Starts the service of a copy of the shop. Without a command, waits until the shop was started manually. */
async function createCopy(number: number, options: Options, context: CliContext): Promise<ShopCopy> {
  const { command, seed } = options
  const { hostname } = new URL(options.url)
  const url = number === 0 ? options.url : `http://${hostname}:${await findFreePort()}`
  const service = await startService(number === 0 ? options.port : 0, seed)
  const folder = mkdtempSync(join(tmpdir(), 'cedi-examine-'))
  const start: ShopCopy['start'] =
    command === undefined
      ? undefined
      : (processUrl) => {
          const { port } = new URL(processUrl)
          const variables = { PORT: port, CEDI_URL: service.url, CEDI_API_KEY: shopKey, DATA: folder }
          return startShop({ command, url: processUrl, environment: { ...context.environment, ...variables } })
        }
  const copy: ShopCopy = {
    ...{ service, url, start },
    hasStoredData: () => readdirSync(folder).length > 0,
    async close() {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  if (!start)
    await waitForShop(url, service.url, context).catch(async (error) => {
      await copy.close()
      throw error
    })
  return copy
}

/** Prints the environment variables of the shop, and waits until it responds. */
async function waitForShop(url: string, serviceUrl: string, { log, signal }: CliContext): Promise<void> {
  log(`Start your shop with this environment. The examination begins when it responds at ${url}:\n`)
  log(`CEDI_URL=${serviceUrl}\nCEDI_API_KEY=${shopKey}\n`)
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
