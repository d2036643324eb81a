import { type ResponseData, respondWith } from '../../http/response.js'
import {
  accounts,
  chartOfAccounts,
  fail,
  formatCedis,
  LedgerBusy,
  type ProviderAccount,
  type Result,
  verify,
} from '../../ledger/index.js'
import { readAmount } from '../../service/amount.js'
import { runDueEvents } from '../../service/outcomes/events.js'
import { recordSettlement } from '../../service/settlements.js'
import { type ControlCall, type Routes, readLimit, timeOrNull, toControlResult } from './call.js'

/** Routes for the ledger of a merchant and for settlements of providers. @decision 0014 @decision 0023 */
export const ledgerRoutes: Routes = {
  'GET ledger/accounts': listAccounts,
  'GET ledger/entries': listEntries,
  'GET ledger/verify': verifyLedger,
  'POST settlements': { fields: ['account', 'amount', 'id'], handle: settle },
}

async function verifyLedger({ context, merchant }: ControlCall): Promise<Result<ResponseData>> {
  try {
    return respondWith(await verify(context.store, merchant))
  } catch (error) {
    if (error instanceof LedgerBusy) return fail('invalid_state', error.message)
    throw error
  }
}

async function listAccounts({ context, merchant, nowMs }: ControlCall): Promise<Result<ResponseData>> {
  await runDueEvents(context, merchant, nowMs)
  const rows = await context.store.list('accounts', merchant, { limit: 100 })
  return respondWith(
    accounts.map((account) => ({
      account,
      nature: chartOfAccounts[account].nature,
      balance: formatCedis(rows.find((row) => row.id === account)?.balance_pesewas ?? 0n),
    })),
  )
}

async function listEntries(call: ControlCall): Promise<Result<ResponseData>> {
  const { context, merchant, nowMs } = call
  await runDueEvents(context, merchant, nowMs)
  const rows = await context.store.list('entries', merchant, { limit: readLimit(call), order: 'oldest' })
  return respondWith(
    rows.map((row) => ({
      sequence: row.sequence,
      at: timeOrNull(row.at_ms),
      kind: row.kind,
      source: row.source,
      postings: row.postings.map(({ debit, credit, amountPesewas }) => ({
        debit,
        credit,
        amount: formatCedis(amountPesewas),
      })),
      hash: row.hash,
    })),
  )
}

async function settle(call: ControlCall): Promise<Result<ResponseData>> {
  const { context, merchant, body, nowMs } = call
  const { account, amount, id } = body
  if (typeof account !== 'string' || !account.startsWith('psp:') || !Object.hasOwn(chartOfAccounts, account))
    return fail('invalid_request', 'account must be one of psp:mtn, psp:telecel, psp:airteltigo, psp:card.', 'account')
  if (id !== undefined && (typeof id !== 'string' || !/^[\w.-]{1,64}$/.test(id)))
    return fail('invalid_request', 'id must be 1 to 64 letters, digits, dots, _ or -.', 'id')
  const read = amount === undefined ? undefined : readAmount(amount as string, 'amount')
  if (read && !read.ok) return read
  await runDueEvents(context, merchant, nowMs)
  const result = await recordSettlement(context, {
    merchant,
    id,
    account: account as ProviderAccount,
    nowMs,
    ...(read ? { amountPesewas: read.value } : {}),
  })
  return toControlResult(
    result,
    ({ id: ref, amountPesewas }) => ({ id: ref, account, amount: formatCedis(amountPesewas) }),
    201,
  )
}
