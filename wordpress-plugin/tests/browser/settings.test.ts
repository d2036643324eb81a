import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findAxeViolations, openTrackedPage, startTestSite, type TestSite, toPhpString } from './test-site'

/** A key of a new merchant, with every scope. */
const key = 'sk_test_shop_in_osu'

let site: TestSite
let context: BrowserContext
beforeAll(async () => {
  site = await startTestSite({ isConnected: false })
  context = await site.admin()
})
afterAll(() => site?.close())

/** Stores settings in the site. */
const storeSettings = (settings: Record<string, string>, storedKey = ''): Promise<unknown> =>
  site.php(`
    update_option( 'cedi_commerce_settings', json_decode( ${toPhpString(JSON.stringify({ handle: 'ama', mode: 'test', ...settings }))}, true ) );
    ${storedKey ? `Cedi\\Commerce\\Support\\Api_Key::save( ${toPhpString(storedKey)} );` : 'Cedi\\Commerce\\Support\\Api_Key::delete();'}
    return true;
  `)

async function openSettings(browserContext = context): Promise<{ page: Page; errors: string[]; bodies: string[] }> {
  const { page, errors } = await openTrackedPage(browserContext)
  const bodies: string[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(site.url))
      response.text().then(
        (text) => bodies.push(text),
        () => {},
      )
  })
  await page.goto(`${site.url}/wp-admin/options-general.php?page=cedi-commerce`)
  await page.getByLabel('API key').waitFor()
  return { page, errors, bodies }
}

const save = (page: Page) => page.getByRole('button', { name: 'Save changes' }).click()
const scopes = (page: Page): Promise<string[]> =>
  page
    .locator('.cedi-commerce-scope')
    .evaluateAll((rows) =>
      rows.map((row) => [...row.querySelectorAll('code,b')].map(({ textContent }) => textContent).join(' ')),
    )

describe('the settings screen', () => {
  it('saving URL and key connects a new site and shows the scopes and the balance', async () => {
    await storeSettings({ base_url: '' })
    const { page, errors, bodies } = await openSettings()
    await page.getByLabel('Address of the service').fill(site.service)
    await page.getByLabel('API key').fill(key)
    await page.getByLabel('Handle').fill(`${site.service}/@ama`)
    await save(page)
    await page.getByText('The settings are saved.').first().waitFor()
    await expect
      .poll(() => scopes(page))
      .toEqual([
        'payments:write Seen with its first use',
        'payments:read Granted',
        'refunds:write Seen with its first use',
        'balance:read Granted',
        'products:read Granted',
      ])
    await page.getByText('Open the checkout and take payments.').waitFor()
    await page.locator('.cedi-commerce-balance', { hasText: 'GH₵0.00' }).waitFor()
    expect(await page.getByLabel('Handle').inputValue()).toBe('ama')
    // The key was saved, and is shown nowhere.
    expect(await page.getByLabel('API key').inputValue()).toBe('')
    await page.reload()
    await page.getByText('The key •••• _osu is kept here').waitFor()
    expect(await page.getByLabel('API key').inputValue()).toBe('')
    expect(await page.content()).not.toContain(key)
    expect(bodies.filter((body) => body.includes(key))).toEqual([])
    expect(errors).toEqual([])
    await page.close()
  })

  it('the settings screen checks entered values before saving and shows missing scopes', async () => {
    await storeSettings({ base_url: '' })
    const { page } = await openSettings()
    const button = page.getByRole('button', { name: 'Check the connection' })
    await page.getByText('Type the address of the service first.').waitFor()
    expect(await button.isDisabled()).toBe(true)
    await page.getByLabel('Address of the service').fill(site.service)
    await page.getByText('Type the API key first.').waitFor()
    await page.getByLabel('API key').fill(key)
    await button.click()
    await expect.poll(() => scopes(page)).toContain('payments:read Granted')
    expect(await site.php('return Cedi\\Commerce\\Support\\Api_Key::source();')).toBe('none')
    await page.getByText('There are unsaved changes.').waitFor()
    // A mistake is shown before saving too, and the typed text stays.
    await page.getByLabel('API key').fill('key-of-nobody-at-all')
    await button.click()
    await page.getByText('The service does not know this key.').first().waitFor()
    await page.getByLabel('Address of the service').fill('http://10.0.0.1')
    await button.click()
    await page.locator('.cedi-commerce-field-error', { hasText: 'https://' }).waitFor()
    expect(await page.getByLabel('API key').inputValue()).toBe('key-of-nobody-at-all')
    await page.close()
  })

  it('the settings screen reports an unreachable service and checks again on request', async () => {
    await storeSettings({ base_url: site.service }, key)
    const faultRule = site.mock.faults.add({ match: { path: '/api/v1/*' }, fault: { drop: 'before' } })
    const { page } = await openSettings()
    await page.locator('.components-notice.is-error').waitFor({ timeout: 30_000 })
    expect(await scopes(page)).toContain('payments:read Could not be checked')
    site.mock.faults.remove(faultRule.id)
    await page.getByRole('button', { name: 'Check the connection' }).click()
    await expect.poll(() => scopes(page)).toContain('payments:read Granted')
    await page.close()
  })

  it('the settings screen keeps the entered text after a failed save and shows the reason', async () => {
    await storeSettings({ base_url: site.service }, key)
    const { page } = await openSettings()
    await page.getByLabel('Address of the service').fill('http://10.0.0.1')
    await save(page)
    await page.locator('.cedi-commerce-field-error', { hasText: 'https://' }).waitFor()
    expect(await page.getByLabel('Address of the service').inputValue()).toBe('http://10.0.0.1')
    await page.close()
  })

  it('the key is removed only when the settings are saved', async () => {
    await storeSettings({ base_url: site.service }, key)
    const { page } = await openSettings()
    await page.getByRole('button', { name: 'Remove the key' }).click()
    await page.getByText('The key goes away when you save.').waitFor()
    await page.getByRole('button', { name: 'Keep the key' }).click()
    expect(await page.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Remove the key' }).click()
    await save(page)
    await page.getByText('It is never shown again.').waitFor()
    expect(await site.php('return Cedi\\Commerce\\Support\\Api_Key::source();')).toBe('none')
    await page.close()
  })

  it('leaving the page shows a warning only with unsaved changes', async () => {
    await storeSettings({ base_url: site.service }, key)
    const { page } = await openSettings()
    const dialogTypes: string[] = []
    page.on('dialog', (dialog) => {
      dialogTypes.push(dialog.type())
      void dialog.accept()
    })
    await page.getByLabel('Live').check()
    await page.getByText('There are unsaved changes.').waitFor()
    await page.goto(`${site.url}/wp-admin/index.php`)
    expect(dialogTypes).toEqual(['beforeunload'])
    await page.goto(`${site.url}/wp-admin/options-general.php?page=cedi-commerce`)
    await page.getByLabel('Live').check()
    await save(page)
    await page.getByText('The settings are saved.').first().waitFor()
    await page.goto(`${site.url}/wp-admin/index.php`)
    expect(dialogTypes).toEqual(['beforeunload'])
    await page.close()
  })

  it('the Enter key saves the settings', async () => {
    await storeSettings({ base_url: site.service }, key)
    const { page } = await openSettings()
    await page.getByLabel('Handle').focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('kofi')
    await page.keyboard.press('Enter')
    await page.getByText('The settings are saved.').first().waitFor()
    expect(await site.php('return Cedi\\Commerce\\Support\\Settings::read()["handle"];')).toBe('kofi')
    await page.close()
  })

  it('the fee calculator is exact to the pesewa', async () => {
    await storeSettings({ base_url: site.service })
    const { page } = await openSettings()
    await page.getByLabel(/A buyer pays/).fill('15')
    expect(await page.locator('.cedi-commerce-sum').innerText()).toMatch(/GH₵1\.03\s[\s\S]*GH₵13\.97/)
    await page.getByLabel(/A buyer pays/).fill('1.005')
    await page.getByText('with at most two decimals').waitFor()
    await page.close()
  })

  describe.each([360, 1280])('%s pixels wide', (width) => {
    beforeEach(() => storeSettings({ base_url: site.service }, 'sk_test_readonly'))

    it('the screen does not scroll sideways, and axe reports no violation', async () => {
      const narrowContext = await site.admin({ viewport: { width, height: 800 } })
      const { page } = await openSettings(narrowContext)
      await page.locator('.cedi-commerce-scope').first().waitFor()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      expect(await findAxeViolations(page, '#cedi-commerce-settings')).toEqual([])
      await narrowContext.close()
    })
  })
})
