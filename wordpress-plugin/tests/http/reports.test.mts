import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

// The test double has neither the list of orders nor WooCommerce Analytics.
describe.runIf(process.env.WC_DIR)('the reports of a shop', () => {
  let shop: Shop
  let admin: { cookie: string; nonce: string }
  let paid: { id: number; ref: string }
  let pending: number
  /** Time between two days, with the orders of the tests. */
  const period = `after=${new Date(Date.now() - 864e5).toISOString().slice(0, 19)}&before=${new Date(Date.now() + 864e5).toISOString().slice(0, 19)}`
  const php = async (code: string) =>
    JSON.parse(await shop.site.php(join(import.meta.dirname, '../browser/run.php'), shop.site.core, code))
  const fetchAdmin = async (path: string): Promise<string> => {
    const response = await fetch(shop.url + path, { headers: { cookie: admin.cookie, 'x-wp-nonce': admin.nonce } })
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    return response.text()
  }
  /** Returns the CSV file of a report that WooCommerce writes on the server. */
  const exportReport = (type: string, args: string): Promise<string> =>
    php(
      // The file is written in a request of the schedule, which has the hooks of the admin.
      `Cedi\\Commerce\\Reports\\Analytics::add(); $exporter = new Automattic\\WooCommerce\\Admin\\ReportCSVExporter( '${type}', array( 'after' => gmdate( 'Y-m-d\\TH:i:s', time() - 86400 ), 'before' => gmdate( 'Y-m-d\\TH:i:s', time() + 86400 ), ${args} ) ); $exporter->set_filename( 'report-${type}' ); $exporter->generate_file(); return $exporter->get_headers_row_file() . $exporter->get_file();`,
    )

  beforeAll(async () => {
    shop = await openShop()
    admin = await shop.login('admin', 'password')
    const order = await shop.order('45.50')
    const { attempts } = await shop.pay(order.id)
    paid = { id: order.id, ref: (await shop.payByCard(attempts[0]?.token ?? '')).ref }
    pending = (await shop.order('20.00')).id
    await shop.pay(pending)
    await php(
      `Cedi\\Commerce\\Order\\Payment_Checker::check( ${paid.id} ); foreach ( array( ${paid.id}, ${pending} ) as $id ) { Automattic\\WooCommerce\\Internal\\Admin\\Schedulers\\OrdersScheduler::import( $id ); } return 1;`,
    )
  })
  afterAll(() => shop?.close())

  it('the list of orders has the columns, and its filter finds orders by network and state', async () => {
    const isTable = Boolean(process.env.WC_HPOS)
    const list = isTable ? '/wp-admin/admin.php?page=wc-orders' : '/wp-admin/edit.php?post_type=shop_order'
    const findOrders = async (filter: string) => {
      const html = await fetchAdmin(`${list}${filter && `&cedi_commerce_filter=${filter}`}`)
      const rows = html.match(new RegExp(isTable ? '<tr id="order-\\d+"' : '<tr id="post-\\d+"', 'g')) ?? []
      return { html, ids: rows.map((row) => Number(/\d+/.exec(row)?.[0])).sort((a, b) => a - b) }
    }
    const { html, ids } = await findOrders('')
    expect(ids).toEqual([paid.id, pending].sort((a, b) => a - b))
    for (const column of [
      'cedi_commerce',
      'cedi_commerce_fee',
      'cedi_commerce_net',
      'cedi_commerce_network',
      'cedi_commerce_ref',
    ])
      expect(html).toMatch(new RegExp(`<th [^>]*id=['"]${column}['"]`))
    expect(html).toContain(paid.ref)
    expect((await findOrders('network-visa')).ids).toEqual([paid.id])
    expect((await findOrders('network-mtn')).ids).toEqual([])
    expect((await findOrders('state-paid')).ids).toEqual([paid.id])
    expect((await findOrders('state-pending')).ids).toEqual([pending])
  })

  it('the orders report and its CSV file have fee, net amount, network and reference', async () => {
    const rows = JSON.parse(await fetchAdmin(`/wp-json/wc-analytics/reports/orders?${period}&extended_info=true`))
    const row = rows.find(({ order_id }: { order_id: number }) => order_id === paid.id)
    expect(row).toMatchObject({
      cedi_fee: '2.09',
      cedi_net: '43.41',
      cedi_network: 'Visa',
      cedi_ref: paid.ref,
      cedi_refund: '',
    })
    const [head = '', ...lines] = (await exportReport('orders', "'extended_info' => true")).trim().split('\n')
    expect(head).toMatch(/Fee,"?After the fee"?,Network,Reference,Refund/)
    expect(lines.filter((line) => line.includes(`2.09,43.41,Visa,${paid.ref}`))).toHaveLength(1)
  })

  it('the revenue report and its CSV file have the fees and net amounts of each day', async () => {
    const report = JSON.parse(
      await fetchAdmin(`/wp-json/wc-analytics/reports/revenue/stats?${period}&interval=day&per_page=10`),
    )
    const sums = report.intervals.map(({ subtotals }: { subtotals: Record<string, unknown> }) => subtotals)
    const fees = sums.map(({ cedi_fee }: { cedi_fee: string }) => cedi_fee)
    expect(fees.filter((fee: string) => fee !== '0.00')).toEqual(['2.09'])
    expect(sums.find(({ cedi_fee }: { cedi_fee: string }) => cedi_fee === '2.09')).toMatchObject({ cedi_net: '43.41' })
    const csv = await exportReport('revenue', "'interval' => 'day'")
    expect(csv.split('\n')[0]).toMatch(/Fee,"?After the fee"?/)
    expect(csv.match(/2\.09,43\.41/g)).toHaveLength(1)
  })

  it('the reconciliation page adds up to the balance', async () => {
    const html = await fetchAdmin('/wp-admin/admin.php?page=cedi-commerce-reconciliation')
    for (const text of ['45.50', '2.09', '43.41']) expect(html).toContain(text)
    const compared = await php(
      'return Cedi\\Commerce\\Reports\\Reconciliation::compare( Cedi\\Commerce\\Reports\\Reconciliation::lines() );',
    )
    expect(compared).toMatchObject({ earned: 4341, requested: 0, deleted: 0 })
  })

  it('nothing is written to the PHP error log', () => {
    expect(shop.site.debugLog()).toBe('')
  })
})
