import { it } from 'vitest'
import { checkoutOf, payWithMtn } from './checkout'
import { canvasOf, openEditor, skipTheTour } from './editor'
import { block, openLab, publish, settled, watch } from './lab'

it('shots', async () => {
  const lab = await openLab({ woocommerce: true, config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  await skipTheTour(lab)
  await lab.php(
    `update_option( 'woocommerce_cedi_commerce_settings', array( 'enabled' => 'yes', 'title' => 'Mobile money or card', 'description' => 'MTN MoMo, Telecel Cash, AT Money, Visa, Mastercard.', 'flow' => 'popup' ) ); update_option( 'cedi_commerce_settings', array_merge( Cedi\\Commerce\\Settings::read(), array( 'handle' => 'ama' ) ) ); return Cedi\\Commerce\\Products::all( true ) ? 1 : 0;`,
  )
  for (const phone of ['0244123789', '0244123789'])
    await lab.mock.handle({
      method: 'POST',
      url: '/api/v1/payments',
      headers: { authorization: 'Bearer sk_test_all', 'content-type': 'application/json' },
      body: JSON.stringify({ amount: 350, method: 'mobile_money', phone }),
    })
  const admin = await lab.admin()
  const { page } = await watch(admin)
  await openEditor(
    page,
    lab,
    '<!-- wp:paragraph --><p>Strip-woven kente from Bonwire, made into a bag.</p><!-- /wp:paragraph -->' +
      block({ variation: 'card', showPrice: true }) +
      block({ label: 'Buy the tote' }),
  )
  await canvasOf(page).locator('a[data-product]').first().waitFor()
  await canvasOf(page)
    .locator('.wp-block-cedi-commerce-buy-button')
    .first()
    .click({ position: { x: 2, y: 2 } })
  await page.getByLabel('Label').waitFor()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '/tmp/standin/s-editor.png' })
  await page.goto(`${lab.url}/wp-admin/options-general.php?page=cedi-commerce`)
  await page.locator('.cedi-commerce-scope').first().waitFor()
  await page.waitForTimeout(800)
  await page.screenshot({ path: '/tmp/standin/s-settings.png', fullPage: true })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.getByLabel('Live').check()
  await page.waitForTimeout(500)
  await page.screenshot({ path: '/tmp/standin/s-settings-360.png' })
  const phone = await lab.guest({ viewport: { width: 360, height: 740 } })
  const front = (await watch(phone)).page
  await front.goto(
    await publish(
      lab,
      '<!-- wp:paragraph --><p>Strip-woven kente from Bonwire.</p><!-- /wp:paragraph -->' +
        block({ variation: 'card', showPrice: true }) +
        block({ label: 'Buy the tote' }),
    ),
  )
  await settled(front)
  await front.screenshot({ path: '/tmp/standin/s-front-360.png' })
  console.log(
    await front
      .locator('.wp-block-cedi-commerce-buy-button')
      .first()
      .evaluate((e) => e.outerHTML),
  )
  await front.goto(await publish(lab, block({ layout: { type: 'flex', justifyContent: 'center' } })))
  await settled(front)
  await front.screenshot({ path: '/tmp/standin/s-center.png' })
  console.log(
    await front
      .locator('.wp-block-cedi-commerce-buy-button')
      .first()
      .evaluate((e) => e.outerHTML),
  )
  await lab.close()
})
