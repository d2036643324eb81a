// Writes each page while reading, and renames the file when it is complete.
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pages, send } from '@cedi/client/fetch'
import { fromPesewas, toPesewas } from '@cedi/client/money'
import { line } from './csv.mjs'

const columns = ['order', 'created', 'status', 'payment', 'buyer', 'phone', 'items', 'total', 'refunded', 'currency']

/** @typedef {import('@cedi/client').Order} Order */

/** @param {Order} order */
const row = ({ ref, created_at, status, payment_ref, buyer, items, total, refunded_amount, currency }) => [
  ref,
  created_at,
  status,
  payment_ref,
  buyer.name ?? buyer.email,
  buyer.phone,
  items.map(({ quantity, name }) => `${quantity} x ${name}`).join('; '),
  total.toFixed(2),
  refunded_amount.toFixed(2),
  currency,
]

/**
 * Exports the orders of a merchant.
 *
 * @param {import('@cedi/client').Client} cedi
 * @param {string} file Path of the CSV file.
 * @param {(count: number) => void} [onProgress] Called with the number of orders read.
 * @returns {Promise<{ orders: number, total: string, balance: import('@cedi/client').Balance }>}
 */
export async function exportOrders(cedi, file, onProgress = () => {}) {
  const part = `${file}.part`
  let orders = 0
  // Integer pesewas, because floating-point sums of GH₵ are inexact.
  let totalPesewas = 0n
  async function* lines() {
    yield `\uFEFF${line(columns)}`
    for await (const page of pages(cedi.orders.list({ limit: '100' }))) {
      for (const order of page) {
        totalPesewas += toPesewas(order.total)
        yield line(row(order))
      }
      orders += page.length
      onProgress(orders)
    }
  }
  try {
    await pipeline(Readable.from(lines()), createWriteStream(part))
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
  return { orders, total: fromPesewas(totalPesewas).toFixed(2), balance: await send(cedi.balance.read()) }
}
