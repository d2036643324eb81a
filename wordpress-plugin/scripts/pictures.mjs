// Takes the guide's pictures, docs/images/wordpress-*.png, from a real shop in a real browser:
//   WP_DIR=… WC_DIR=… npm run pictures --workspace @cedi/wordpress-plugin
// An argument is a pattern of picture names. fetch-woocommerce.mjs downloads WordPress and WooCommerce. Pictures of a shop
// require WC_DIR, because the test double of WooCommerce has no real pages.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../scripts/browsers.mjs'
import { plugin } from './lab/core.mjs'
import { createSite } from './lab/site.mjs'

if (!process.env.WC_DIR) {
  console.error('Set WC_DIR to a real WooCommerce: scripts/fetch-woocommerce.mjs downloads one and prints its path.')
  process.exit(1)
}
const namePattern = new RegExp(process.argv[2] ?? '')
const images = join(plugin, '../docs/images')
const { createSandbox } = await import(join(plugin, '../packages/sandbox/dist/index.js'))
const mock = createSandbox({ clock: 'real' })
const { url: service, close } = await mock.listen(0)
const site = await createSite({
  muPlugins: [join(import.meta.dirname, 'lab/keep-mails.php')],
  config: `define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );\ndefine( 'CEDI_COMMERCE_BASE_URL', '${service}' );`,
})
const php = async (code) => JSON.parse(await site.php(join(plugin, 'tests/browser/run.php'), site.core, code))
const browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArgs })

/** Opens a page and blocks requests to other hosts. */
async function openPage(width, height) {
  const context = await browser.newContext({ viewport: { width, height }, locale: 'en-GB', timezoneId: 'Africa/Accra' })
  context.setDefaultTimeout(60_000)
  await context.route(
    ({ hostname }) => hostname !== '127.0.0.1',
    (route) => route.abort(),
  )
  return context.newPage()
}

/** Takes a picture after all animations have ended. */
async function takePicture(page, name, options = {}) {
  await page.waitForLoadState('load')
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  await page.waitForTimeout(500)
  if (!namePattern.test(name)) return
  await page.screenshot({ path: join(images, `wordpress-${name}.png`), ...options })
  console.log(`wordpress-${name}.png`)
}

const setupCode = `
  update_option( 'blogname', 'Ama Serwaa Studio' );
  update_option( 'cedi_commerce_settings', array( 'base_url' => '', 'handle' => 'ama', 'mode' => 'test' ) );
  update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'flow' => 'popup', 'title' => '', 'description' => '', 'express' => 'yes' ) );
  update_user_meta( 1, $GLOBALS['wpdb']->get_blog_prefix() . 'persisted_preferences', array( 'core/edit-post' => array( 'welcomeGuide' => false ), 'core' => array( 'enableChoosePatternModal' => false ), '_modified' => gmdate( 'c' ) ) );
  Cedi\\Commerce\\Button\\Products::all( true );
  $it = new WC_Product_Simple(); $it->set_name( 'Woven basket' ); $it->set_regular_price( '45.50' ); $it->save();
  return $it->get_id();`

async function takeCheckoutPictures(page) {
  await page.goto(`${site.url}/checkout/?add=120`)
  await page.goto(`${site.url}/checkout-block/`)
  await page.getByLabel(/Mobile money number/).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByLabel('Network').scrollIntoViewIfNeeded()
  await takePicture(page, 'checkout-block')
  await page.goto(`${site.url}/checkout/`)
  await page.getByLabel(/Mobile money number/).waitFor()
  await page.waitForLoadState('networkidle')
  await page.locator('#place_order').scrollIntoViewIfNeeded()
  await takePicture(page, 'checkout-classic')
  await page.locator('#place_order').click()
  const checkout = page.frameLocator('dialog iframe')
  await checkout.getByRole('button', { name: /MTN/ }).press('Enter')
  await checkout.locator('#phone').fill('0244123789')
  await takePicture(page, 'checkout')
  await checkout.getByRole('button', { name: /^Pay / }).press('Enter')
  await page.waitForURL(/order-received/)
  await page.getByText('The payment has arrived').first().waitFor()
  await takePicture(page, 'thank-you')
}

async function takePagePictures(product) {
  const button = (attributes) => `<!-- wp:cedi-commerce/buy-button ${JSON.stringify(attributes)} /-->`
  const content = [
    '<!-- wp:paragraph --><p>Portrait session, for GH₵350.00. Pay with mobile money or a card.</p><!-- /wp:paragraph -->',
    button({ handle: 'ama', product: 'portrait-session' }),
    button({ handle: 'ama', product: 'adinkra-font', variation: 'card', showPrice: true }),
    button({ shopProduct: product, variation: 'card', showPrice: true }),
  ].join('')
  const url = await php(
    `return get_permalink( wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Shop', 'post_status' => 'publish', 'post_content' => '${content}' ) ) );`,
  )
  const page = await openPage(360, 740)
  await page.goto(url)
  await takePicture(page, 'shop')
}

async function takeEditorPictures(page, product) {
  const edit = async (name, attributes) => {
    const content = `<!-- wp:paragraph --><p>Kente from Bonwire, made into a bag.</p><!-- /wp:paragraph --><!-- wp:cedi-commerce/buy-button ${JSON.stringify(attributes)} /-->`
    const id = await php(
      `return wp_insert_post( array( 'post_title' => 'Kente', 'post_status' => 'draft', 'post_content' => '${content}' ) );`,
    )
    await page.goto(`${site.url}/wp-admin/post.php?post=${id}&action=edit`)
    const block = page.frameLocator('iframe[name=editor-canvas]').locator('.wp-block-cedi-commerce-buy-button')
    await block.locator('a').first().waitFor()
    await block.first().click({ position: { x: 2, y: 2 } })
    await page.getByText('What is sold').scrollIntoViewIfNeeded()
    await page.getByLabel('Show the price').scrollIntoViewIfNeeded()
    await takePicture(page, name)
  }
  await edit('editor', { handle: 'ama', product: 'kente-tote', label: 'Buy the tote' })
  await edit('shop-picker', { shopProduct: product, label: 'Take it home', showPrice: true })
}

async function takeOrderPictures(page) {
  const id = await php(
    "return wc_get_orders( array( 'limit' => 1, 'type' => 'shop_order', 'status' => array( 'processing', 'completed' ) ) )[0]->get_id();",
  )
  await php(
    `wc_create_refund( array( 'order_id' => ${id}, 'amount' => '20.00', 'reason' => 'One strap too long', 'refund_payment' => true ) ); return 1;`,
  )
  const editUrl = (order) => php(`return html_entity_decode( wc_get_order( ${order} )->get_edit_order_url() );`)
  await page.goto(await editUrl(id))
  await page.locator('.cedi-commerce-order').waitFor()
  await page.locator('.wc-order-totals').first().scrollIntoViewIfNeeded()
  await takePicture(page, 'order')
  await page.locator('.refund-items').click()
  await page.locator('.do-api-refund').scrollIntoViewIfNeeded()
  await takePicture(page, 'refund')
  const paid = await php(
    "$o = wc_create_order( array( 'created_via' => 'checkout' ) ); $o->set_total( '45.50' ); $o->set_currency( 'GHS' ); $o->set_billing_first_name( 'Kofi' ); $o->set_billing_last_name( 'Boateng' ); $o->set_billing_email( 'kofi@example.com' ); $o->set_payment_method( 'cedi_commerce' ); $o->save(); Cedi\\Commerce\\Checkout\\Checkout::start( $o->get_id() ); foreach ( Cedi\\Commerce\\Order\\Order_Payments::of( wc_get_order( $o->get_id() ) )->attempts()->open() as $x ) { return array( 'id' => $o->get_id(), 'token' => $x->token() ); }",
  )
  await mock.handle({
    method: 'POST',
    url: `${service}/checkout/payments`,
    headers: {
      authorization: `Intent ${paid.token}`,
      'content-type': 'application/json',
      'x-checkout-attempt': 'picture',
    },
    body: JSON.stringify({
      method: 'card',
      card: { number: '4242424242424242', expiry_month: 12, expiry_year: 2039, cvc: '123' },
    }),
  })
  await php(
    `wc_get_order( ${paid.id} )->update_status( 'cancelled', '', true ); Cedi\\Commerce\\Order\\Payment_Checker::check( ${paid.id} ); return 1;`,
  )
  await page.goto(await editUrl(paid.id))
  await page.getByText('Payment needs a decision').first().waitFor()
  await takePicture(page, 'decision')
  await page.setViewportSize({ width: 390, height: 844 })
  await takePicture(page, 'decision-phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  const mails = readdirSync(site.folder).filter((name) => name.startsWith('mail-'))
  const mail = mails
    .map((name) => readFileSync(join(site.folder, name), 'utf8'))
    .find((text) => /^Payment needs/.test(text))
  if (!mail) throw new Error('No email about a decision was sent.')
  await page.setViewportSize({ width: 760, height: 520 })
  await page.setContent(mail.slice(mail.indexOf('\n') + 1))
  await takePicture(page, 'decision-email', { fullPage: true })
}

/** Takes pictures of the Checkout block with two payment methods. */
async function takeTwoMethodsPictures() {
  await php(
    `update_option( 'woocommerce_cedi_commerce_settings', array( 'methods' => 'separate' ) + get_option( 'woocommerce_cedi_commerce_settings' ) ); update_option( 'woocommerce_cedi_commerce_card_settings', array( 'enabled' => 'yes' ) ); return 1;`,
  )
  for (const [name, width] of [
    ['two-methods', 1280],
    ['two-methods-phone', 390],
  ]) {
    const page = await openPage(width, 844)
    await page.goto(`${site.url}/checkout/?add=120`)
    await page.goto(`${site.url}/checkout-block/`)
    await page.getByLabel(/Mobile money number/).waitFor()
    await page.waitForLoadState('networkidle')
    await page.getByLabel('Network').scrollIntoViewIfNeeded()
    await takePicture(page, name)
    await page.context().close()
  }
  await php(
    `update_option( 'woocommerce_cedi_commerce_settings', array( 'methods' => 'together' ) + get_option( 'woocommerce_cedi_commerce_settings' ) ); update_option( 'woocommerce_cedi_commerce_card_settings', array( 'enabled' => 'no' ) ); return 1;`,
  )
}

/** Takes pictures of a form to pay any amount. */
async function takePayFormPictures() {
  const attributes = { amounts: '20, 50, 100, 200', max: '5000', purpose: 'Roof of the chapel', label: 'Give' }
  const url = await php(
    `return get_permalink( wp_insert_post( array( 'post_type' => 'page', 'post_title' => 'Support our work', 'post_status' => 'publish', 'post_content' => '<!-- wp:paragraph --><p>Give what you like, by mobile money or card.</p><!-- /wp:paragraph --><!-- wp:cedi-commerce/pay-form ${JSON.stringify(attributes)} /-->' ) ) );`,
  )
  for (const [name, width] of [
    ['pay-form', 1280],
    ['pay-form-phone', 390],
  ]) {
    const page = await openPage(width, 844)
    await page.goto(url)
    await page.getByLabel('Another amount').check()
    await page.getByLabel('Amount in GH₵').fill('75')
    await takePicture(page, name)
    await page.context().close()
  }
}

/** Takes pictures of payment requests: the page in the admin, and the page behind a link. */
async function takeRequestPictures(admin) {
  const link = await php(
    `wp_set_current_user( 1 ); $links = array(); foreach ( array( array( '350.00', 'Portrait session', '' ), array( '80.00', 'Deposit for the hall', '0244123789' ) ) as list( $amount, $purpose, $phone ) ) { $request = Cedi\\Commerce\\Request\\Payment_Requests_Page::create( array( 'order' => '', 'amount' => $amount, 'purpose' => $purpose, 'phone' => $phone, 'expires' => wp_date( 'Y-m-d', time() + 604800 ) ) ); $links[] = $request->url(); } return $links[1];`,
  )
  for (const [suffix, width] of [
    ['', 1280],
    ['-phone', 390],
  ]) {
    await admin.setViewportSize({ width, height: 844 })
    await admin.goto(`${site.url}/wp-admin/admin.php?page=cedi-commerce-requests`)
    await admin.getByRole('heading', { name: 'Requests', exact: true }).waitFor()
    await takePicture(admin, `requests${suffix}`, { fullPage: true })
    const page = await openPage(width, width === 390 ? 844 : 520)
    await page.goto(link)
    await page.getByRole('button').waitFor()
    await takePicture(page, `request-page${suffix}`)
    await page.context().close()
  }
}

/** Takes two pictures of a page: on a screen and on a phone. */
async function takeBothSizes(page, name, options) {
  for (const [suffix, width] of [
    ['', 1280],
    ['-phone', 390],
  ]) {
    await page.setViewportSize({ width, height: 844 })
    await takePicture(page, `${name}${suffix}`, options)
  }
}

/** Takes pictures of a variable product with the express button, in the form with quantity and variation. */
async function takeExpressPictures() {
  const url = await php(`
    $attribute = new WC_Product_Attribute(); $attribute->set_name( 'Size' ); $attribute->set_options( array( 'Small', 'Large' ) ); $attribute->set_visible( true ); $attribute->set_variation( true );
    $product = new WC_Product_Variable(); $product->set_name( 'Kente stole' ); $product->set_attributes( array( $attribute ) ); $product->save();
    foreach ( array( 'Small' => '120.00', 'Large' => '160.00' ) as $size => $price ) { $one = new WC_Product_Variation(); $one->set_parent_id( $product->get_id() ); $one->set_attributes( array( 'size' => $size ) ); $one->set_regular_price( $price ); $one->save(); }
    return $product->get_permalink();`)
  const page = await openPage(1280, 844)
  await page.goto(url)
  await page.getByLabel('Size').selectOption('Large')
  await page.getByLabel('quantity').fill('2')
  await page.getByRole('button', { name: /^Buy now: / }).scrollIntoViewIfNeeded()
  await takeBothSizes(page, 'express')
  await page.context().close()
}

/** Takes pictures of the list of orders and of the reconciliation page. */
async function takeReportPictures(page) {
  await page.setViewportSize({ width: 1280, height: 700 })
  await page.goto(
    await php(
      "return html_entity_decode( Automattic\\WooCommerce\\Utilities\\OrderUtil::custom_orders_table_usage_is_enabled() ? admin_url( 'admin.php?page=wc-orders' ) : admin_url( 'edit.php?post_type=shop_order' ) );",
    ),
  )
  await page.locator('.column-cedi_commerce_net').first().waitFor()
  await takePicture(page, 'orders')
  await page.goto(`${site.url}/wp-admin/admin.php?page=cedi-commerce-reconciliation`)
  await page.getByRole('heading', { name: /Balance/ }).waitFor()
  await takePicture(page, 'reconciliation')
  await page.setViewportSize({ width: 390, height: 844 })
  await takePicture(page, 'reconciliation-phone')
}

/** Takes pictures of two reports of WooCommerce Analytics, whose tours of the date range count as seen, and of Site Health. */
async function takeAnalyticsPictures(page) {
  await php(`
    foreach ( wc_get_orders( array( 'limit' => -1, 'return' => 'ids' ) ) as $id ) { Automattic\\WooCommerce\\Internal\\Admin\\Schedulers\\OrdersScheduler::import( $id ); }
    foreach ( array( 'orders', 'revenue' ) as $report ) { update_option( "woocommerce_{$report}_report_date_tour_shown", 'yes' ); }
    return true;`)
  for (const report of ['orders', 'revenue']) {
    await page.setViewportSize({ width: 1280, height: 844 })
    await page.goto(`${site.url}/wp-admin/admin.php?page=wc-admin&path=%2Fanalytics%2F${report}`)
    const header = page.locator('.woocommerce-table th').filter({ hasText: /^Fee/ }).first()
    await header.waitFor()
    // The table is rendered again when its data arrives.
    await page.waitForLoadState('networkidle')
    for (const [suffix, width] of [
      ['', 1280],
      ['-phone', 390],
    ]) {
      await page.setViewportSize({ width, height: 844 })
      await header.scrollIntoViewIfNeeded()
      await takePicture(page, `${report}-report${suffix}`)
    }
  }
  await page.goto(`${site.url}/wp-admin/site-health.php?tab=debug`)
  await page.getByRole('button', { name: /Cedi/ }).first().click()
  await takeBothSizes(page, 'site-health')
}

try {
  const product = await php(setupCode)
  await takeCheckoutPictures(await openPage(1100, 760))
  await takeTwoMethodsPictures()
  await takePayFormPictures()
  await takePagePictures(product)
  await takeExpressPictures()
  const admin = await openPage(1280, 900)
  await admin.request.post(`${site.url}/wp-login.php`, { form: { log: 'admin', pwd: 'password' }, maxRedirects: 0 })
  await admin.goto(`${site.url}/wp-admin/options-general.php?page=cedi-commerce`)
  await admin.locator('.cedi-commerce-balance').waitFor()
  await takePicture(admin, 'settings', { fullPage: true })
  await takeEditorPictures(admin, product)
  await takeOrderPictures(admin)
  await takeReportPictures(admin)
  await takeAnalyticsPictures(admin)
  await takeRequestPictures(admin)
} finally {
  writeFileSync(join(plugin, '.cache/pictures.log'), site.debugLog())
  await browser.close()
  await site.remove()
  await close()
}
