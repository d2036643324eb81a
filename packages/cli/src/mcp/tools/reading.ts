import { explain } from '../../errors.js'
import { merchantOf, oneOf, part, type Tool, text } from '../tool.js'

/** How many entries are shown. */
const mostEntries = 20

const readLedger: Tool = {
  name: 'read_ledger',
  description: 'The books of a merchant: balances of accounts, the newest 20 entries, or whether they hold (verify).',
  properties: { view: oneOf(['accounts', 'entries', 'verify']), merchant: text() },
  required: ['view'],
  isReading: true,
  async run({ view, ...given }, sandbox) {
    const merchant = part(merchantOf(given))
    if (view !== 'entries') return sandbox.control('GET', `ledger/${view}?merchant=${merchant}`)
    const all = (await sandbox.control('GET', `ledger/entries?limit=9999&merchant=${merchant}`)) as readonly object[]
    // The hash chains entries for programs; `verify` checks it.
    return all.slice(-mostEntries).map((entry) => ({ ...entry, hash: undefined }))
  },
}

const explainError: Tool = {
  name: 'explain_error',
  description: 'What an error code of the API, or the failure code of a payment, means and what to do.',
  properties: { code: text() },
  required: ['code'],
  isReading: true,
  run: async ({ code }) => explain(code),
}

/** Tools that only read. */
export const readingTools: readonly Tool[] = [readLedger, explainError]
