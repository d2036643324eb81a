import type { Page } from 'playwright-core'
import { type SandboxServer, serve } from '../../pages/browser/browser.js'

/** A merchant with records of two weeks, and pending work of an operator. */
export interface SeededSandbox extends SandboxServer {
  /** Records that have their own pages. */
  readonly refs: Readonly<Record<'payment' | 'order' | 'product' | 'refund' | 'payout' | 'late' | 'key', string>>
}

/** Signs a page in, as a merchant or an operator. */
export async function enter(
  page: Page,
  { mock }: SandboxServer,
  area: 'portal' | 'operator',
  merchant = 'demo',
): Promise<void> {
  const { url } = (await mock.control('POST', `${area}/invitations?merchant=${merchant}`)) as { url: string }
  await page.goto(url)
  await page.click('button.main')
  await page.waitForURL(`**/${area}`)
}

/** Fills a sandbox with records. The clock is paused, so that every run is identical. */
export async function seedSandbox(): Promise<SeededSandbox> {
  const server = await serve({ clock: 'manual', startMs: Date.parse('2026-11-08T09:12:00Z') })
  const { mock, api } = server
  const products: { id: string; slug: string }[] = await api('GET', '/api/v1/products')
  const names = ['Kofi Mensah', 'Efua Boateng', undefined, 'Yaw Darko']
  const numbers = ['0244123', '0204123', '0264123']
  const endings = ['789', '789', '049', '789', '139', '789']
  const payments: { ref: string; order_ref: string | null }[] = []
  for (const quantity of [1, 2, 0, 3, 2, 4, 5, 1, 2, 3, 6, 4, 3]) {
    for (let number = 0; number < quantity; number++) {
      const at = payments.length
      const product = products[at % products.length]
      const purchase = at % 4 === 3 ? { amount: 35 + at * 3.5 } : { product_id: product?.id, quantity: (at % 3) + 1 }
      const name = names[at % names.length]
      payments.push(
        await api('POST', '/api/v1/payments', {
          ...purchase,
          ...(name ? { name } : {}),
          method: 'mobile_money',
          phone: `${numbers[at % 3]}${at % 5 === 4 ? endings[at % 6] : '789'}`,
          metadata: { cart: `cart-${at}` },
        }),
      )
      await mock.clock.advance('PT25M')
    }
    await mock.clock.advance('P1D')
  }
  const of = (at: number): string => payments.at(at)?.ref ?? ''
  const refund = await api('POST', '/api/v1/refunds', { payment_ref: of(-3), amount: 20, reason: 'A seam is open.' })
  await mock.clock.advance('PT3H')
  const other = await api('POST', '/api/v1/refunds', { payment_ref: of(-4), amount: 35, reason: 'It came too late.' })
  await mock.control('POST', `refunds/${other.ref}/pay`, { note: 'MoMo 4431' })
  await mock.control('POST', 'settlements', { account: 'psp:telecel', id: 'telecel-1120' })
  await mock.control('POST', 'payouts', { amount: 120, phone: '0244123789' })
  await mock.clock.advance('PT1H')
  const payout = (await mock.control('POST', 'payouts', { amount: 30, phone: '0244123119' })) as { ref: string }
  const key = (await mock.control('POST', 'keys', {
    scopes: ['payments:write', 'payments:read', 'refunds:write'],
    label: 'web shop',
  })) as { id: string }
  const old = (await mock.control('POST', 'keys', { scopes: ['balance:read'], label: 'old laptop' })) as { id: string }
  await mock.control('DELETE', `keys/${old.id}`)
  const latePayment = await api('POST', '/api/v1/payments', { amount: 77, method: 'mobile_money', phone: '0244123139' })
  await mock.clock.advance('PT10M')
  const secondPayout = (await mock.control('POST', 'payouts', { amount: 45, phone: '0244123129' })) as { ref: string }
  const order = payments.find(({ order_ref }) => order_ref !== null)?.order_ref ?? ''
  const refs = {
    payment: of(-3),
    order,
    product: products[0]?.id ?? '',
    refund: refund.ref as string,
    payout: secondPayout.ref || payout.ref,
    late: latePayment.ref as string,
    key: key.id,
  }
  return { ...server, refs }
}
