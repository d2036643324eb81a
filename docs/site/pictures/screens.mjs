// Every screen of the service and of the demo in the guides: its name in docs/images, the size of its window, and the
// way to it.
const phone = { width: 390, height: 700 }

const choose = (page, network) => page.locator(`button[value=${network}]`).click()
const at = (page, state) => page.locator(`[data-state=${state}]`).waitFor()
async function pay(page, network, number) {
  await choose(page, network)
  await page.locator('#phone').fill(number)
  await page.locator('button[value=pay]').click()
}

/** Creates a screen of a new checkout. */
const checkout = (name, act = async () => {}, look = {}) => ({
  name,
  look: { viewport: phone, ...look },
  async go(page, world) {
    await page.goto(await world.checkout())
    await act(page, world)
  },
})

const prompt = async (page) => {
  await pay(page, 'mtn', '0244123079')
  await at(page, 'prompt')
}
/** Pays with a test number and waits for the outcome. */
const end =
  (number, state) =>
  async (page, { mock }) => {
    await pay(page, 'mtn', number)
    await at(page, 'prompt')
    await mock.clock.advance('PT3S')
    await at(page, state)
  }

const checkouts = [
  checkout('checkout-method'),
  checkout('checkout-number', async (page) => {
    await choose(page, 'mtn')
    await page.locator('#phone').pressSequentially('0244123789')
  }),
  checkout('checkout-approve', prompt),
  checkout('checkout-approve-dark', prompt, { colorScheme: 'dark' }),
  checkout('checkout-voucher', async (page) => {
    await pay(page, 'telecel', '0204123129')
    await at(page, 'otp')
    await page.locator('#code').fill('123456')
  }),
  checkout('checkout-paid', end('0244123789', 'success')),
  checkout('checkout-failed', end('0244123049', 'failed')),
  checkout('checkout-card-right-to-left', async (page) => {
    await choose(page, 'card')
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    await page.locator('#number').pressSequentially('4242424242424242')
  }),
]

const open = (name, path, viewport) => ({
  name,
  look: { viewport },
  go: (page, { service }) => page.goto(service + path),
})
const storefront = [
  open('storefront', '/@ama', { width: 800, height: 600 }),
  open('product', '/@ama/kente-tote', { width: 1024, height: 640 }),
]

/** Signs in with an invitation. */
async function enter(page, world, door) {
  await page.goto(await world.invite(door))
  await page.locator('button.main').click()
  await page.waitForURL(`**/${door}`)
}
const inside = (name, door, viewport, act = async () => {}) => ({
  name,
  needsHistory: true,
  look: { viewport },
  async go(page, world) {
    await enter(page, world, door)
    await act(page, world)
  },
})
const doors = [
  inside('portal-overview', 'portal', { width: 1080, height: 860 }),
  inside('portal-key', 'portal', { width: 390, height: 560 }, async (page, { service }) => {
    await page.goto(`${service}/portal/developers/issue`)
    await page.locator('[name=label]').fill('Web shop')
    for (const scope of ['payments:write', 'payments:read'])
      await page.locator(`[name=scope][value="${scope}"]`).check()
    await page.locator('form[action*=issue] button[type=submit]').click()
    await page.getByText('Your new key').waitFor()
  }),
  inside('operator-desk', 'operator', { width: 390, height: 620 }),
  inside('operator-refund', 'operator', { width: 1080, height: 880 }, async (page, { service }) => {
    await page.goto(`${service}/operator/refunds`)
    await page.getByText('Ama Serwaa Studio').first().click()
    await page.getByText('I have sent').waitFor()
  }),
]

const small = { width: 360, height: 640 }
const frameOf = (page) => page.frameLocator('dialog iframe')
/** Opens the checkout of a product in the shop. */
async function buy(page, world) {
  await page.goto(await world.shop())
  await page.getByRole('link', { name: 'Kente tote' }).click()
  await page.getByRole('button', { name: 'Buy now' }).click()
  await frameOf(page).locator('button[value=mtn]').waitFor()
}
const demo = [
  { name: 'demo-shop', look: { viewport: small }, go: async (page, world) => page.goto(await world.shop()) },
  {
    name: 'demo-shop-wide',
    look: { viewport: { width: 1000, height: 640 } },
    go: async (page, world) => page.goto(await world.shop()),
  },
  { name: 'demo-page', look: { viewport: small }, go: async (page, world) => page.goto(await world.site()) },
  { name: 'demo-checkout', look: { viewport: small }, go: buy },
  {
    name: 'demo-paid',
    look: { viewport: small },
    async go(page, world) {
      await buy(page, world)
      await frameOf(page).locator('button[value=mtn]').click()
      await frameOf(page).locator('#phone').fill('0244123789')
      for (const [field, text] of [
        ['#name', 'Kofi Boateng'],
        ['#place', 'Osu, Accra'],
      ]) {
        const there = frameOf(page).locator(field)
        if (await there.count()) await there.fill(text)
      }
      await frameOf(page).locator('button[value=pay]').click()
      await frameOf(page).locator('[data-state=prompt]').waitFor()
      await world.mock.clock.advance('PT3S')
      await frameOf(page).locator('[data-state=success]').waitFor()
      await frameOf(page).locator('[data-state=success] :is(button, a.button)').first().click()
      await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
    },
  },
]

export const screens = [...checkouts, ...storefront, ...doors, ...demo]
