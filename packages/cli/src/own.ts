import type { Options } from './flags.js'

/** A command that is not a call of the API: what it does, how it is written, and its flags with what they mean. */
interface OwnCommand {
  readonly summary: string
  readonly usage: string
  readonly options: Options
  readonly meanings: Readonly<Record<string, string>>
}

const service: Readonly<Record<'url' | 'profile', string>> = {
  url: 'The address of the service; the sandbox on this machine when none is given.',
  profile: 'The profile with the address and the key.',
}

const listen: OwnCommand = {
  summary: 'Posts each change of a payment or an order to your server, while you develop',
  usage: 'cedi listen --to http://localhost:PORT/PATH [--ref PAYMENT]… [--every MS]',
  options: {
    to: { type: 'string' },
    ref: { type: 'string', multiple: true },
    every: { type: 'string', default: '1000' },
    url: { type: 'string' },
    profile: { type: 'string' },
  },
  meanings: {
    to: 'Your server, on this machine. Needed.',
    ref: 'A payment that belongs to no order; may be given several times.',
    every: 'How long to wait between two checks, in ms, from 200 to 60000; 1000 when left out.',
    ...service,
  },
}

const compare: OwnCommand = {
  summary: 'Compares a running service with the contract, and writes nothing',
  usage: 'cedi compare URL [--json] [--overlay FILE] [--ref PAYMENT]… [--write [--yes]]',
  options: {
    profile: { type: 'string' },
    json: { type: 'boolean' },
    overlay: { type: 'string' },
    ref: { type: 'string', multiple: true },
    write: { type: 'boolean' },
    yes: { type: 'boolean' },
  },
  meanings: {
    profile: service.profile,
    json: 'Prints JSON.',
    overlay: 'Writes the differences to this file, as an OpenAPI Overlay.',
    ref: 'A payment to check besides those of the orders; may be given several times.',
    write: 'Also makes a payment of GH₵1.00 and a checkout intent. It asks first, and needs a test key.',
    yes: 'Do not ask before writing.',
  },
}

const profile: OwnCommand = {
  summary: 'Stores an address and its key in a file that only you can read',
  usage: 'cedi profile [NAME] --url https://…',
  options: { url: { type: 'string' } },
  meanings: { url: 'The address that the key is for. The key is asked for, or read from a pipe. Needed.' },
}

const mcp: OwnCommand = {
  summary: 'Lets an assistant use a sandbox, with test keys only',
  usage: 'cedi mcp [--url http://127.0.0.1:4010]',
  options: { url: { type: 'string' } },
  meanings: { url: 'A sandbox that runs already; its own when none is given.' },
}

/** By name. They are apart from the commands, because help and completion must not load those. */
export const ownCommands: Readonly<Record<'listen' | 'compare' | 'profile' | 'mcp', OwnCommand>> = {
  listen,
  compare,
  profile,
  mcp,
}
