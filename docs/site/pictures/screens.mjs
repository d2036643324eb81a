// Screens of service and demo in the guides: name in docs/images, browser options, and the steps that lead to it.
const phone = { width: 390, height: 700 }

const chooseNetwork = (page, network) => page.locator(`button[value=${network}]`).click()
const waitForState = (page, state) => page.locator(`[data-state=${state}]`).waitFor()
async function pay(page, network, number) {
  await chooseNetwork(page, network)
  await page.locator('#phone').fill(number)
  await page.locator('button[value=pay]').click()
}

/** Creates a screen of a new checkout. */
const createCheckoutScreen = (name, action = async () => {}, contextOptions = {}) => ({
  name,
  contextOptions: { viewport: phone, ...contextOptions },
  async navigate(page, world) {
    await page.goto(await world.checkout())
    await action(page, world)
  },
})

const prompt = async (page) => {
  await pay(page, 'mtn', '0244123079')
  await waitForState(page, 'prompt')
}
/** Pays with a test number and waits for the outcome. */
const payUntil =
  (number, state) =>
  async (page, { mock }) => {
    await pay(page, 'mtn', number)
    await waitForState(page, 'prompt')
    await mock.clock.advance('PT3S')
    await waitForState(page, state)
  }

const checkoutScreens = [
  createCheckoutScreen('checkout-method'),
  createCheckoutScreen('checkout-number', async (page) => {
    await chooseNetwork(page, 'mtn')
    await page.locator('#phone').pressSequentially('0244123789')
  }),
  createCheckoutScreen('checkout-approve', prompt),
  createCheckoutScreen('checkout-approve-dark', prompt, { colorScheme: 'dark' }),
  createCheckoutScreen('checkout-voucher', async (page) => {
    await pay(page, 'telecel', '0204123129')
    await waitForState(page, 'otp')
    await page.locator('#code').fill('123456')
  }),
  createCheckoutScreen('checkout-paid', payUntil('0244123789', 'success')),
  createCheckoutScreen('checkout-failed', payUntil('0244123049', 'failed')),
  createCheckoutScreen('checkout-card-right-to-left', async (page) => {
    await chooseNetwork(page, 'card')
    await page.evaluate(() => {
      document.documentElement.dir = 'rtl'
    })
    await page.locator('#number').pressSequentially('4242424242424242')
  }),
]

const createPageScreen = (name, path, viewport) => ({
  name,
  contextOptions: { viewport },
  navigate: (page, { service }) => page.goto(service + path),
})
const storefrontScreens = [
  createPageScreen('storefront', '/@ama', { width: 800, height: 600 }),
  createPageScreen('product', '/@ama/kente-tote', { width: 1024, height: 640 }),
]

/** Signs in with an invitation. */
async function signIn(page, world, area) {
  await page.goto(await world.invite(area))
  await page.locator('button.main').click()
  await page.waitForURL(`**/${area}`)
}
const createSignedInScreen = (name, area, viewport, action = async () => {}) => ({
  name,
  needsHistory: true,
  contextOptions: { viewport },
  async navigate(page, world) {
    await signIn(page, world, area)
    await action(page, world)
  },
})
const signedInScreens = [
  createSignedInScreen('portal-overview', 'portal', { width: 1080, height: 860 }),
  createSignedInScreen('portal-key', 'portal', { width: 390, height: 560 }, async (page, { service }) => {
    await page.goto(`${service}/portal/developers/issue`)
    await page.locator('[name=label]').fill('Web shop')
    for (const scope of ['payments:write', 'payments:read'])
      await page.locator(`[name=scope][value="${scope}"]`).check()
    await page.locator('form[action*=issue] button[type=submit]').click()
    await page.getByText('Your new key').waitFor()
  }),
  createSignedInScreen('operator-desk', 'operator', { width: 390, height: 620 }),
  createSignedInScreen('operator-refund', 'operator', { width: 1080, height: 880 }, async (page, { service }) => {
    await page.goto(`${service}/operator/refunds`)
    await page.getByText('Ama Serwaa Studio').first().click()
    await page.getByText('I have sent').waitFor()
  }),
]

const smallPhone = { width: 360, height: 640 }
const getCheckoutFrame = (page) => page.frameLocator('dialog iframe')
/** Opens the checkout of a product in the shop. */
async function openShopCheckout(page, world) {
  await page.goto(await world.shop())
  await page.getByRole('link', { name: 'Kente tote' }).click()
  await page.getByRole('button', { name: 'Buy now' }).click()
  await getCheckoutFrame(page).locator('button[value=mtn]').waitFor()
}
const demoScreens = [
  {
    name: 'demo-shop',
    contextOptions: { viewport: smallPhone },
    navigate: async (page, world) => page.goto(await world.shop()),
  },
  {
    name: 'demo-shop-wide',
    contextOptions: { viewport: { width: 1000, height: 640 } },
    navigate: async (page, world) => page.goto(await world.shop()),
  },
  {
    name: 'demo-page',
    contextOptions: { viewport: smallPhone },
    navigate: async (page, world) => page.goto(await world.site()),
  },
  { name: 'demo-checkout', contextOptions: { viewport: smallPhone }, navigate: openShopCheckout },
  {
    name: 'demo-paid',
    contextOptions: { viewport: smallPhone },
    async navigate(page, world) {
      await openShopCheckout(page, world)
      await getCheckoutFrame(page).locator('button[value=mtn]').click()
      await getCheckoutFrame(page).locator('#phone').fill('0244123789')
      for (const [selector, text] of [
        ['#name', 'Kofi Boateng'],
        ['#place', 'Osu, Accra'],
      ]) {
        const field = getCheckoutFrame(page).locator(selector)
        if (await field.count()) await field.fill(text)
      }
      await getCheckoutFrame(page).locator('button[value=pay]').click()
      await getCheckoutFrame(page).locator('[data-state=prompt]').waitFor()
      await world.mock.clock.advance('PT3S')
      await getCheckoutFrame(page).locator('[data-state=success]').waitFor()
      await getCheckoutFrame(page).locator('[data-state=success] :is(button, a.button)').first().click()
      await page.getByRole('heading', { name: 'Paid. Thank you!' }).waitFor()
    },
  },
]

export const screens = [...checkoutScreens, ...storefrontScreens, ...signedInScreens, ...demoScreens]
