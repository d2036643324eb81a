import { checkOptions, integerCheck, oneOfCheck } from '@cedi/contract/options'
import type { Listening, MockServer } from '@cedi/mock-server'
import { createSandbox } from './sandbox.js'

/** A locator of Playwright, as a structural type: any version of Playwright works. */
export interface BuyerLocator {
  /** Clicks the element. */
  click(): Promise<void>
  /** Types into the element. */
  fill(text: string): Promise<void>
  /** Waits for the element. */
  waitFor(): Promise<void>
  /** Returns the number of elements. */
  count(): Promise<number>
  /** Returns the first of several elements. */
  first(): BuyerLocator
}

/** A page of Playwright, as a structural type. */
export interface BuyerPage {
  /** Finds elements. */
  locator(selector: string): BuyerLocator
  /** Finds elements in a frame. */
  frameLocator(selector: string): { locator(selector: string): BuyerLocator }
}

/** Method and outcome of a payment. */
export interface BuyerPayment {
  /** Mobile money network, or `card`. `mtn` by default. */
  readonly method?: 'mtn' | 'telecel' | 'airteltigo' | 'card' | undefined
  /**
   * Result of the payment. `approve` by default. `wait` leaves a mobile money payment pending. `expire` and `wait` are not
   * possible with a card.
   */
  readonly outcome?: 'approve' | 'decline' | 'insufficient_funds' | 'expire' | 'wait' | undefined
}

/** A buyer in a page. */
export interface Buyer {
  /**
   * Pays in the open checkout: in the popup, or on the hosted page. Waits until the checkout has loaded, and fills in
   * delivery data if the product needs it. Returns when the payment has its outcome. Shop and popup may show it a moment
   * later.
   *
   * @returns Reference of the payment.
   */
  pay(payment?: BuyerPayment): Promise<{ readonly ref: string }>
  /** Waits until the checkout shows the result. Clicks the button that closes the popup, or the link to the shop. */
  finish(): Promise<void>
}

/** A sandbox on a port. */
export interface ListeningSandbox extends MockServer {
  /** Base URL of the service. */
  readonly url: string
  /** A key with all scopes. */
  readonly apiKey: string
}

const phonePrefixes = { mtn: '0244123', telecel: '0204123', airteltigo: '0264123' } as const
/** Ending of numbers whose payments stay pending until the control API decides them. */
const pendingEnding = '129'
const cards = {
  approve: '4242424242424242',
  decline: '4000000000000002',
  insufficient_funds: '4000000000009995',
} as const
/** Delivery data by selector of a field. The checkout of a physical product has these fields. */
const delivery = { '#name': 'Ama Mensah', '#place': 'Ring Road, Accra', '#reach': '0244123129' }
/** Attempts to find the new payment, 100 ms apart. */
const maxAttempts = 300
/** Calls of the control API by outcome. */
const controlCalls = {
  approve: { path: 'approve', body: {} },
  decline: { path: 'decline', body: {} },
  insufficient_funds: { path: 'decline', body: { code: 'insufficient_funds' } },
  expire: { path: 'expire', body: {} },
  wait: undefined,
} as const

/**
 * Creates a buyer that pays in a page of Playwright.
 *
 * @param page - Page of `playwright-core` or `@playwright/test`.
 * @param sandbox - The sandbox that serves the checkout.
 * @param merchant - Merchant of the checkout. The demo merchant by default.
 * @returns The buyer.
 * @example
 * ```ts
 * import { createBuyer, startSandbox } from '@cedi/sandbox/playwright'
 *
 * const sandbox = await startSandbox()
 * // In a test: await createBuyer(page, sandbox).pay({ method: 'mtn', outcome: 'approve' })
 * console.log(typeof createBuyer, new URL(sandbox.url).hostname) // function 127.0.0.1
 * await sandbox.close()
 * ```
 */
export function createBuyer(page: BuyerPage, sandbox: Pick<MockServer, 'control'>, merchant = 'demo'): Buyer {
  const frame = 'cedi-checkout iframe'
  /** Finds an element of the checkout, in the popup if it is open. */
  const find = async (selector: string): Promise<BuyerLocator> => {
    await page.locator(`${frame}, [data-state]`).first().waitFor()
    const isPopup = (await page.locator(frame).count()) > 0
    return isPopup ? page.frameLocator(frame).locator(selector) : page.locator(selector)
  }
  const click = async (selector: string): Promise<void> => (await find(selector)).click()
  const fill = async (selector: string, text: string): Promise<void> => (await find(selector)).fill(text)
  const listRefs = async (): Promise<string[]> => {
    const payments = await sandbox.control('GET', `payments?limit=100&merchant=${encodeURIComponent(merchant)}`)
    return (payments as readonly { readonly ref: string }[]).map(({ ref }) => ref)
  }
  const findNewRef = async (known: ReadonlySet<string>): Promise<string> => {
    for (let attempt = 0; attempt < maxAttempts; attempt++) {
      const ref = (await listRefs()).find((item) => !known.has(item))
      if (ref) return ref
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(
      `The merchant ${merchant} has received no payment. Check that the checkout belongs to it and to this sandbox.`,
    )
  }
  return {
    async pay(payment = {}) {
      checkOptions('pay', payment, paymentChecks)
      const { method = 'mtn', outcome = 'approve' } = payment
      await click(`button[value=${method}]`)
      if (method === 'card') {
        if (outcome === 'expire' || outcome === 'wait')
          throw new TypeError(`A card payment cannot ${outcome}. Use mtn, telecel or airteltigo.`)
        await fill('#number', cards[outcome])
        await fill('#expiry', '12/39')
        await fill('#cvc', '123')
      } else await fill('#phone', phonePrefixes[method] + pendingEnding)
      for (const [selector, text] of Object.entries(delivery))
        if ((await (await find(selector)).count()) > 0) await fill(selector, text)
      const known = new Set(await listRefs())
      await click('button[value=pay]')
      const ref = await findNewRef(known)
      const call = method === 'card' ? undefined : controlCalls[outcome]
      if (call) await sandbox.control('POST', `payments/${ref}/${call.path}`, call.body)
      return { ref }
    },
    finish: () => click('button[value=done], button[value=close], a.button[rel=noreferrer]'),
  }
}

const paymentChecks = {
  method: oneOfCheck('mtn', 'telecel', 'airteltigo', 'card'),
  outcome: oneOfCheck('approve', 'decline', 'insufficient_funds', 'expire', 'wait'),
}

/**
 * Starts a sandbox with a real clock for a test in a browser.
 *
 * @param port - Port of the service. A free port by default.
 * @returns The sandbox, its URL, a key, and `close`.
 */
export async function startSandbox(port = 0): Promise<ListeningSandbox & Pick<Listening, 'close'>> {
  checkOptions('startSandbox', { port }, { port: integerCheck(0, 65_535) })
  const sandbox = createSandbox({ clock: 'real' })
  const { url, close } = await sandbox.listen(port)
  return { ...sandbox, url, close, apiKey: 'sk_test_all' }
}

/** Fixtures of {@link fixtures}. */
export interface BuyerFixtures {
  /** The buyer in the page of the test. */
  readonly buyer: Buyer
}

/** Fixtures and options of a worker. */
export interface SandboxFixtures {
  /** Port of the sandbox. A free port by default. Set it in `use` if a shop is started with a fixed address of the service. */
  readonly sandboxPort: number
  /** The sandbox, one for each worker. */
  readonly sandbox: ListeningSandbox
}

type Use<T> = (fixture: T) => Promise<void>

/**
 * Fixtures for `test.extend` of `@playwright/test`: `buyer`, `sandbox` and the option `sandboxPort`.
 *
 * @example
 * ```ts
 * import { fixtures } from '@cedi/sandbox/playwright'
 *
 * // const test = base.extend<BuyerFixtures, SandboxFixtures>(fixtures)
 * console.log(Object.keys(fixtures).join()) // sandboxPort,sandbox,buyer
 * ```
 */
export const fixtures: {
  sandboxPort: [number, { option: true; scope: 'worker' }]
  sandbox: [(given: { sandboxPort: number }, use: Use<ListeningSandbox>) => Promise<void>, { scope: 'worker' }]
  buyer: (given: { page: BuyerPage; sandbox: ListeningSandbox }, use: Use<Buyer>) => Promise<void>
} = {
  sandboxPort: [0, { option: true, scope: 'worker' }],
  sandbox: [
    async ({ sandboxPort }, use) => {
      const sandbox = await startSandbox(sandboxPort)
      await use(sandbox)
      await sandbox.close()
    },
    { scope: 'worker' },
  ],
  buyer: async ({ page, sandbox }, use) => use(createBuyer(page, sandbox)),
}
