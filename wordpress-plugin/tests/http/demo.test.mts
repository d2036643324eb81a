import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDemoOrders } from '../../scripts/lab/demo-shop.mjs'
import { openShop, type Shop } from './shop.mjs'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
  await createDemoOrders(shop.site, shop.mock)
})
afterAll(() => shop?.close())

const readOrders = `return array_map( static function ( $order ) {
	return array( $order->get_status(), $order->get_billing_last_name(), $order->get_total(), count( $order->get_items() ), Cedi\\Commerce\\Order\\Order_Payments::of( $order )->state(), count( $order->get_refunds() ), html_entity_decode( $order->get_edit_order_url() ) );
}, wc_get_orders( array( 'limit' => -1, 'orderby' => 'ID', 'order' => 'ASC', 'type' => 'shop_order' ) ) );`

const fetchOrders = async (): Promise<unknown[][]> =>
  JSON.parse(await shop.site.php(join(import.meta.dirname, '../browser/run.php'), shop.site.core, readOrders))

it('the demo shop contains paid orders, a requested refund and an order that waits for its payment', async () => {
  expect((await fetchOrders()).map((order) => order.slice(0, 6))).toEqual([
    ['completed', 'Mensah', '180.00', 2, 'paid', 1],
    ['processing', 'Asante', '91.00', 1, 'paid', 0],
    ['processing', 'Owusu', '90.00', 1, 'paid', 0],
    ['pending', 'Boateng', '120.00', 1, 'pending', 0],
  ])
})

it('the merchant sees the list of orders, and an order with its items, refund and totals', async () => {
  const { cookie } = await shop.login('admin', 'password')
  const fetchPage = async (url: string): Promise<string> => (await fetch(url, { headers: { cookie } })).text()
  const list = await fetchPage(`${shop.url}/wp-admin/edit.php?post_type=shop_order`)
  for (const text of ['Efua Mensah', 'Kojo Asante', 'Abena Owusu', 'Yaw Boateng', 'refund requested'])
    expect(list).toContain(text)
  const [first] = await fetchOrders()
  const page = await fetchPage(String(first?.[6]))
  for (const text of ['Kente tote', 'Shea butter', 'One strap too long', 'Paid, after the fee', 'Request a refund'])
    expect(page).toContain(text)
  expect(shop.site.debugLog()).toBe('')
})
