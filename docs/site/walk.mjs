// Tests the built site in a browser where scripts create URLs: the playground on the front page pays, the search finds pages, a
// form receives a response, and an unknown URL leads back. All requests stay below the base path.

const steps = {
  async 'the playground on the front page pays'(page, url) {
    await page.goto(`${url}/`)
    await page.locator('.play iframe').scrollIntoViewIfNeeded()
    const frame = page.frameLocator('.play iframe')
    await frame.locator('[data-scenario=pay]').click()
    await frame.locator('#entries').getByText('Payment available').waitFor()
  },
  async 'the front page starts the playground before its frame is loaded'(page, url) {
    await page.route(`${url}/play/`, (route) => route.abort())
    await page.goto(`${url}/`)
    await page.waitForFunction(
      async (scope) => (await navigator.serviceWorker.getRegistration(scope))?.active,
      `${url}/play/`,
    )
  },
  async 'a guide links to the playground'(page, url) {
    await page.goto(`${url}/guides/refunds.html`)
    await page.getByRole('link', { name: /^Try it:/ }).click()
    await page.waitForURL(`${url}/play/#refund`)
    await page.locator('#entries').getByText('Refund paid').waitFor()
  },
  async 'the search finds a page'(page, url) {
    await page.goto(`${url}/guides/popup.html`)
    await page.locator('#local-search button').click()
    await page.locator('.VPLocalSearchBox input').fill('idempotency')
    await page.locator('.VPLocalSearchBox a.result').first().click()
    await page.waitForURL((address) => !address.pathname.endsWith('/guides/popup.html'))
    await page.locator('main h1').waitFor()
  },
  async 'a form of the HTTP API shows the response'(page, url) {
    await page.goto(`${url}/http-api/list-products.html`)
    await page.locator('form.try-it button').click()
    await page.locator('.try-it-answer').filter({ hasText: /^200/ }).waitFor()
  },
  async 'the button builder shows the real button, which opens the checkout'(page, url) {
    await page.goto(`${url}/guides/button-builder.html`)
    const frame = page.frameLocator('.builder-preview')
    await page.getByLabel('Address of the service').fill('')
    await page.getByLabel('Address of the service').pressSequentially('https://pay.example/@kofi/blue-mug')
    await page.getByLabel('Card with picture, name and price').check()
    await page.getByLabel('Text on the button').fill('Get "it" & <go>')
    await page.getByLabel('Colour').fill('#12')
    await page.getByText('six digits').waitFor()
    const tag = await page.getByLabel('The tag for your page').inputValue()
    if (
      tag !==
      '<script async src="https://pay.example/embed.js" data-handle="kofi" data-product="blue-mug" data-label="Get &quot;it&quot; &amp; &lt;go&gt;" data-layout="card"></script>'
    )
      throw new Error(`the tag is ${tag}`)
    await frame.getByText('Kente tote').waitFor()
    await frame.getByRole('link', { name: 'Get "it" & <go>' }).click()
    await frame.locator('cedi-checkout dialog[open]').waitFor()
    await page.getByLabel('Handle').fill('not a handle')
    // An incomplete tag cannot be copied.
    await page.getByRole('button', { name: 'Copy', disabled: true }).waitFor()
  },
  async 'an unknown URL shows links to the guides'(page, url) {
    await page.goto(`${url}/no/such/page.html`)
    await page.getByRole('link', { name: 'Take a payment' }).last().click()
    await page.waitForURL(`${url}/guides/take-a-payment.html`)
    await page.locator('main h1').getByText('Take').waitFor()
  },
}

/**
 * Returns the problems as sentences, and the number of steps.
 *
 * @param url - URL of the site without a trailing slash.
 */
export async function runSteps(browser, url) {
  const errors = []
  for (const [name, step] of Object.entries(steps)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' })
    context.setDefaultTimeout(15_000)
    context.on('request', (request) => {
      const address = request.url()
      if (!/^(?:data|blob):/.test(address) && !address.startsWith(`${url}/`))
        errors.push(`${name}: requests ${address}`)
    })
    const page = await context.newPage()
    page.on('pageerror', ({ message }) => errors.push(`${name}: ${message}`))
    await step(page, url).catch(({ message }) => errors.push(`${name}: ${message.split('\n')[0]}, at ${page.url()}`))
    await context.close()
  }
  return { errors, steps: Object.keys(steps).length }
}
