import { defaultPort, localServiceUrl } from '@cedi/contract/local-service'
import type { Options } from './flags.js'

/** Help and flags of a command that is not an API call. */
export interface BuiltinCommand {
  readonly summary: string
  readonly usage: string
  readonly options: Options
  readonly descriptions: Readonly<Record<string, string>>
  /** Environment variables that only this command reads. */
  readonly environment?: Readonly<Record<string, string>>
}

const service: Readonly<Record<'url' | 'profile', string>> = {
  url: 'The URL of the service. Default: the local sandbox.',
  profile: 'The profile with the URL and the key.',
}

const listen: BuiltinCommand = {
  summary: 'Posts each change of a payment or an order to your server, while you develop',
  usage: 'cedi listen --to http://localhost:PORT/PATH [--ref PAYMENT]… [--every MS]',
  options: {
    to: { type: 'string' },
    ref: { type: 'string', multiple: true },
    every: { type: 'string', default: '1000' },
    url: { type: 'string' },
    profile: { type: 'string' },
  },
  descriptions: {
    to: 'The URL of your server on this machine. Required.',
    ref: 'A payment without an order. Can be repeated.',
    every: 'The polling interval in ms, from 200 to 60000. Default: 1000.',
    ...service,
  },
}

const compare: BuiltinCommand = {
  summary: 'Compares a running service with the contract, and writes nothing',
  usage: 'cedi compare URL [--json] [--ref PAYMENT]… [--write [--yes]]',
  options: {
    profile: { type: 'string' },
    json: { type: 'boolean' },
    ref: { type: 'string', multiple: true },
    write: { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  descriptions: {
    profile: service.profile,
    json: 'Prints JSON.',
    ref: 'A payment to check in addition to the payments of orders. Can be repeated.',
    write:
      'Also simulates a product, and creates a payment of GH₵1.00, a refund of it and a checkout intent. Asks for confirmation, and needs a test key.',
    yes: 'Writes without asking for confirmation.',
  },
  environment: {
    CEDI_NARROW_API_KEY: 'A second key that lacks a read scope, to check the error for a missing scope.',
  },
}

const examine: BuiltinCommand = {
  summary: 'Examines your shop with failed payments, lost responses and forged requests',
  usage:
    'cedi examine URL --shop FILE [--start COMMAND] [--copies N] [--only SCENARIO]… [--json] [--junit FILE] [--html FILE]',
  options: {
    shop: { type: 'string' },
    start: { type: 'string' },
    copies: { type: 'string' },
    only: { type: 'string', multiple: true },
    list: { type: 'boolean' },
    seed: { type: 'string', default: '1' },
    port: { type: 'string', default: String(defaultPort) },
    json: { type: 'boolean' },
    junit: { type: 'string' },
    html: { type: 'string' },
  },
  descriptions: {
    shop: 'The adapter of the shop: a module with name, order and state, or wordpress for WooCommerce with the plugin. Required.',
    start: 'The command that starts the shop. It receives PORT, CEDI_URL, CEDI_API_KEY and DATA, an empty folder.',
    copies:
      'The number of copies of the shop that run at the same time, from 1 to 8. Default: 3 if it stores its orders in DATA, otherwise 1.',
    only: 'Runs only this scenario. Can be repeated.',
    list: 'Lists the scenarios.',
    seed: 'The seed for the ids of the service. The same seed gives the same ids. Default: 1.',
    port: `The port of the service for the shop; 0 picks a free one. Default: ${defaultPort}.`,
    json: 'Prints JSON.',
    junit: 'Writes JUnit XML to this file.',
    html: 'Writes one HTML page with the timelines to this file.',
  },
}

const profile: BuiltinCommand = {
  summary: 'Stores a URL and its key in a file that only you can read',
  usage: 'cedi profile [NAME] --url https://…',
  options: { url: { type: 'string' } },
  descriptions: {
    url: 'The URL that the key is for. Required. The command prompts for the key, or reads it from standard input.',
  },
}

const mcp: BuiltinCommand = {
  summary: 'Lets an assistant use a sandbox, with test keys only',
  usage: `cedi mcp [--url ${localServiceUrl}]`,
  options: { url: { type: 'string' } },
  descriptions: { url: 'The URL of a running sandbox. Default: a new sandbox.' },
}

const doctor: BuiltinCommand = {
  summary: 'Checks this machine, the URL, the key and the service, and names a fix for each problem',
  usage: 'cedi doctor [--url URL] [--json]',
  options: { url: { type: 'string' }, profile: { type: 'string' }, json: { type: 'boolean' } },
  descriptions: { ...service, json: 'Prints JSON.' },
}

const logs: BuiltinCommand = {
  summary: 'Prints the requests that a sandbox or a mock server received, without secrets',
  usage: 'cedi logs [--follow] [--limit N] [--every MS] [--json] [--url URL]',
  options: {
    follow: { type: 'boolean', short: 'f' },
    limit: { type: 'string', default: '20' },
    every: { type: 'string', default: '1000' },
    json: { type: 'boolean' },
    url: { type: 'string' },
  },
  descriptions: {
    follow: 'Also prints new requests, until Ctrl+C.',
    every: 'The polling interval in ms, from 200 to 60000. Default: 1000.',
    limit: 'The number of past requests, from 1 to 400. Default: 20.',
    json: 'Prints one JSON object per line.',
    url: service.url,
  },
}

const newExample: BuiltinCommand = {
  summary: 'Copies an example into a new folder, and prints how to start it',
  usage: 'cedi new EXAMPLE [FOLDER] [--packages FOLDER]',
  options: { packages: { type: 'string' } },
  descriptions: {
    packages: 'Installs the packages of Cedi from the tarballs in this folder, which "npm run pack:all" writes.',
  },
}

/** Help and flags by command name. Separate from the commands, so that help and completion do not load them. */
export const builtinCommands: Readonly<
  Record<'listen' | 'compare' | 'examine' | 'profile' | 'mcp' | 'doctor' | 'logs' | 'new', BuiltinCommand>
> = {
  listen,
  compare,
  examine,
  profile,
  mcp,
  doctor,
  logs,
  new: newExample,
}
