import { it } from 'vitest'
import { checkoutOf } from './checkout'
import { block, openLab, publish, watch } from './lab'
it('x', async () => {
  const lab = await openLab({ config: "define( 'CEDI_COMMERCE_API_KEY', 'sk_test_all' );" })
  const { page, errors } = await watch(await lab.guest())
  page.on('response', async r => { if (r.url().startsWith(lab.service)) console.log(r.request().method(), r.status(), r.url().slice(0,120)) })
  await page.goto(await publish(lab, block({})))
  await page.locator('a[data-cedi-buy]').click()
  const checkout = checkoutOf(page)
  await checkout.getByRole('button', { name: /MTN/ }).click()
  await checkout.locator('input[type=tel]').fill('0244123789')
  await page.screenshot({ path: '/tmp/standin/p1.png' })
  await checkout.getByRole('button', { name: /^Pay / }).click()
  await page.waitForTimeout(5000)
  await page.screenshot({ path: '/tmp/standin/p2.png' })
  console.log(errors)
  await lab.close()
})
