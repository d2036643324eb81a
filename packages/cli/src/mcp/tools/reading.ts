import { explain } from '../../errors.js'
import { encodePathSegment, enumSchema, getMerchant, merchantArgument, type Tool, text } from '../tool.js'

/** Maximum number of entries in a result. */
const maxEntries = 20

const readLedger: Tool = {
  name: 'read_ledger',
  description: 'Reads the ledger of a merchant: account balances, the newest 20 entries, or a verification.',
  properties: { view: enumSchema(['accounts', 'entries', 'verify'], 'Part'), ...merchantArgument },
  required: ['view'],
  isReading: true,
  async run({ view, ...args }, sandbox) {
    const merchant = encodePathSegment(getMerchant(args))
    if (view !== 'entries') return sandbox.control('GET', `ledger/${view}?merchant=${merchant}`)
    const all = (await sandbox.control('GET', `ledger/entries?limit=9999&merchant=${merchant}`)) as readonly object[]
    // The hash is only useful to `verify`.
    return all.slice(-maxEntries).map((entry) => ({ ...entry, hash: undefined }))
  },
}

const explainError: Tool = {
  name: 'explain_error',
  description: 'Explains an error code of the API or a failure code of a payment.',
  properties: { code: text('Such as out_of_stock') },
  required: ['code'],
  isReading: true,
  run: async ({ code }) => explain(code),
}

/** Tools that only read. */
export const readingTools: readonly Tool[] = [readLedger, explainError]
