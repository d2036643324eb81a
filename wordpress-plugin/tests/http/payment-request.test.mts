import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openShop, type Shop } from './shop.mjs'

const decode = (html: string): string => html.replaceAll('&#038;', '&').replaceAll('&amp;', '&')

// Without WooCommerce, the page is in the menu "Tools".
describe.each([false, true])('a payment request of a site, with WooCommerce: %s', (woocommerce) => {
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop({ woocommerce })
  })
  afterAll(() => shop?.close())

  /** Submits the form of the admin, and returns the page after it. */
  async function createRequest(fields: Record<string, string>): Promise<string> {
    const { cookie } = await shop.login('admin', 'password')
    const page = `${shop.url}/wp-admin/${woocommerce ? 'admin' : 'tools'}.php?page=cedi-commerce-requests`
    const form = await (await fetch(page, { headers: { cookie } })).text()
    const [, nonce = ''] =
      /<form method="post"[^>]*><input type="hidden" name="_wpnonce" value="(\w+)"/.exec(form) ?? []
    const [, expires = ''] = /name="expires" type="date" value="([\d-]+)"/.exec(form) ?? []
    const body = new URLSearchParams({ _wpnonce: nonce, phone: '', expires, ...fields })
    const response = await fetch(page, { method: 'POST', headers: { cookie }, body, redirect: 'manual' })
    if (response.status !== 302) return response.text()
    return (await fetch(response.headers.get('location') ?? '', { headers: { cookie } })).text()
  }

  it('the form creates a link, and its button opens checkouts until the request is paid', async () => {
    const html = await createRequest({ amount: '80.00', purpose: 'Deposit', phone: '0244123789' })
    expect(html).toContain('https://wa.me/233244123789?text=')
    const link = decode(/readonly aria-label="Link" value="([^"]+)"/.exec(html)?.[1] ?? '')
    const preview = await fetch(link)
    expect([preview.status, preview.headers.get('referrer-policy'), preview.headers.get('cache-control')]).toEqual([
      200,
      'no-referrer',
      expect.stringContaining('no-store'),
    ])
    const press = { method: 'POST', redirect: 'manual', body: new URLSearchParams({ pay: '1' }) } as const
    const [start, again] = [await fetch(link, press), await fetch(link, press)]
    const url = start.headers.get('location') ?? ''
    expect([start.status, again.headers.get('location')]).toEqual([303, url])
    expect(url).toMatch(new RegExp(`^${shop.service}/`))
    const { ref } = await shop.payByCard(url.slice(url.lastIndexOf('/') + 1))
    // Clicks the button on a page that was opened before the payment.
    const paid = await fetch(link, press)
    expect(paid.status).toBe(200)
    const page = await paid.text()
    expect(page).toContain(`This is paid. Thank you. Your reference: ${ref}`)
    expect(page).not.toContain('<form')
    expect(shop.site.debugLog()).toBe('')
  })

  it('wrong input is shown in the form again, and a wrong link is not found', async () => {
    const html = await createRequest({ amount: '0.50', purpose: 'Deposit "one"' })
    expect(html).toContain('The amount must be between')
    expect(html).toContain('name="purpose" type="text" value="Deposit &quot;one&quot;"')
    expect((await fetch(`${shop.url}/?cedi_pay=1-${'0'.repeat(32)}`)).status).toBe(404)
    expect(await createRequest({ amount: '80.00', purpose: 'Deposit', _wpnonce: 'wrong' })).toContain('expired')
  })

  if (woocommerce)
    it('the link of an order opens checkouts for its total, and the payment completes the order', async () => {
      const { id } = await shop.order('45.50')
      const html = await createRequest({ order: String(id), amount: '', purpose: 'Kente tote' })
      const link = decode(/readonly aria-label="Link" value="([^"]+)"/.exec(html)?.[1] ?? '')
      const start = await fetch(link, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ pay: '1' }) })
      const url = start.headers.get('location') ?? ''
      const { ref } = await shop.payByCard(url.slice(url.lastIndexOf('/') + 1))
      expect(await (await fetch(link)).text()).toContain(`This is paid. Thank you. Your reference: ${ref}`)
      expect(await shop.readOrders([id])).toMatchObject([{ status: 'processing', state: 'paid', attempts: [{ ref }] }])
      expect(shop.site.debugLog()).toBe('')
    })
})

describe('a payment request of a site whose schedule runs in the requests of visitors', () => {
  it('a scheduled check finds the payment of a buyer who never returns', async () => {
    const site = await openShop({
      woocommerce: false,
      config: "define( 'DISABLE_WP_CRON', false );\ndefine( 'ALTERNATE_WP_CRON', true );",
    })
    try {
      const php = async (code: string) =>
        JSON.parse(await site.site.php(join(import.meta.dirname, '../browser/run.php'), site.site.core, code))
      const [id, token] = await php(`
        wp_set_current_user( 1 );
        $request = Cedi\\Commerce\\Request\\Payment_Requests_Page::create( array( 'order' => '', 'amount' => '80.00', 'purpose' => 'Deposit', 'phone' => '', 'expires' => wp_date( 'Y-m-d', time() + 86400 ) ) );
        $attempt = Cedi\\Commerce\\Request\\Request_Checkout::start( $request->id() );
        wp_clear_scheduled_hook( 'cedi_commerce_check_request', array( $request->id() ) );
        wp_schedule_single_event( time() - 1, 'cedi_commerce_check_request', array( $request->id() ) );
        return array( $request->id(), $attempt->token() );`)
      await site.payByCard(token)
      await fetch(`${site.url}/`, { redirect: 'manual' })
      const readState = () => php(`return Cedi\\Commerce\\Request\\Payment_Request::find( ${id} )->state();`)
      await expect.poll(readState, { timeout: 20_000, interval: 500 }).toBe('paid')
    } finally {
      await site.close()
    }
  })
})
