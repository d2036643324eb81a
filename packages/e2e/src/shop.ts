import { readFileSync } from 'node:fs'
import { inAppPage, inAppPath, inAppScript } from './in-app.js'
import { sandboxPolicy } from './network.js'
import { beads } from './products.js'
import { listenAs, type Sites } from './sites.js'

/** Options of the shop. */
export interface ShopOptions {
  /** Integration: a buy button, the popup of `service.js`, or links that the scripts enhance. */
  readonly integration?: 'button' | 'popup' | 'links'
  /** Slug of the product. */
  readonly product?: string
  /** Whether its pages have a strict Content-Security-Policy without a nonce, and Trusted Types. */
  readonly hasStrictPolicy?: boolean
  /** Whether its pages are isolated by Cross-Origin-Opener-Policy and Cross-Origin-Embedder-Policy. */
  readonly isIsolated?: boolean
  /** Whether a cross-site page embeds it in a frame. */
  readonly isInFrame?: boolean
  /** Whether Back closes the popup. */
  readonly closesOnBack?: boolean
  /** Whether timers of the page run ten times as fast. */
  readonly fastTimers?: boolean
  /** Whether its script tags have versioned URLs and integrity hashes. */
  readonly usesIntegrity?: boolean
  /** Whether scripts are disabled on its pages. */
  readonly blocksScripts?: boolean
  /** Whether it runs in an in-app browser: one view, no second tab, no `window.open`. */
  readonly inApp?: boolean
  /** Hosts of shop and service. */
  readonly sites?: Sites
  /** Further attributes of the button or link: `data-quantity="9"`. */
  readonly dataAttributes?: string
  /** Attributes of the root element. */
  readonly rootAttributes?: string
  /** Whether the browser denies storage to its pages. */
  readonly blocksStorage?: boolean
  /** Whether buyers are redirected to its thank-you page after paying. */
  readonly hasThanksPage?: boolean
}

/** A merchant's shop, hosted on a different site from the service. */
export interface Shop {
  /** URL of its entry page. */
  readonly url: string
  readonly origin: string
  /** Returns the checkout token of the basket. */
  basket(): Promise<string>
  close(): Promise<void>
}

interface ServiceAccess {
  /** Base URL for browsers. */
  readonly publicUrl: string
  /** Base URL for the shop's server. */
  readonly directUrl: string
  readonly handle: string
  readonly intent: () => Promise<{ readonly token: string; readonly page: string }>
}

/** Starts a shop. Its server creates one checkout intent per basket. */
export async function startShop(options: ShopOptions, access: ServiceAccess): Promise<Shop> {
  const { hasStrictPolicy, isIsolated, blocksScripts, inApp, sites = 'loopback' } = options
  const script = readFileSync(new URL('shop-script.js', import.meta.url), 'utf8')
  let basket: ReturnType<ServiceAccess['intent']> | undefined
  const intent = () => {
    basket ??= access.intent()
    return basket
  }
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${access.publicUrl}`,
    `connect-src 'self' ${access.publicUrl}`,
    `frame-src ${access.publicUrl}`,
    'img-src data:',
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  const headers = {
    'Cache-Control': 'no-store',
    ...(hasStrictPolicy && { 'Content-Security-Policy': policy.join('; ') }),
    ...(blocksScripts && { 'Content-Security-Policy': sandboxPolicy }),
    ...(isIsolated && {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    }),
  }
  let origin = ''
  const shop = await serve('shop', sites, headers, async (path) => {
    if (path === '/shop.js') return ['text/javascript', script]
    if (path === inAppPath) return ['text/javascript', inAppScript]
    if (path === '/intent') return ['text/plain', (await intent()).token]
    if (path === '/thanks')
      return ['text/html', '<!doctype html><html lang="en"><title>Thanks</title><h1>Thank you</h1>']
    if (path !== '/') return undefined
    const page = await renderShopPage(options, access, intent, origin)
    return ['text/html', inApp ? inAppPage(page) : page]
  })
  origin = shop.origin
  const basketToken = async () => (await intent()).token
  if (!options.isInFrame) return { url: `${origin}/`, origin, basket: basketToken, close: shop.close }
  const frame = `<!doctype html><html lang="en"><title>Market</title><link rel="icon" href="data:,"><h1>Market</h1>
<iframe id="shop" title="Shop" src="${origin}/" width="380" height="640"></iframe>`
  // The service's host is cross-site to the shop.
  const embeddingPage = await serve('service', sites, {}, async (path) =>
    path === '/' ? ['text/html', frame] : undefined,
  )
  return {
    url: `${embeddingPage.origin}/`,
    origin,
    basket: basketToken,
    close: async () => void (await Promise.all([shop.close(), embeddingPage.close()])),
  }
}

async function renderShopPage(
  {
    integration = 'button',
    product = beads.slug,
    closesOnBack,
    fastTimers,
    usesIntegrity,
    blocksStorage,
    ...more
  }: ShopOptions,
  { publicUrl, directUrl, handle, intent: createIntent }: ServiceAccess,
  intent: ServiceAccess['intent'],
  origin: string,
): Promise<string> {
  const successUrlAttribute = more.hasThanksPage ? `data-success-url="${origin}/thanks"` : ''
  const dataAttributes = `data-handle="${handle}" data-product="${product}" ${more.dataAttributes ?? ''} ${successUrlAttribute}`
  const source = usesIntegrity
    ? await readPinnedSources(publicUrl, directUrl)
    : (name: string) => `src="${publicUrl}/${name}"`
  const serviceTag = `<script ${source('service.js')}></script>`
  // A pinned buy.js is on the page before the button requests it.
  const buyTag = usesIntegrity ? `<script ${source('buy.js')}></script>` : ''
  const embedTag = `<script async ${source('embed.js')}></script>`
  const button = `<script async src="${publicUrl}/embed.js" ${dataAttributes} data-label="Buy the beads"></script>`
  const contents = {
    button: async () => button,
    popup: async () => '<button id="popup">Pay for the basket</button>',
    // A link to the popup needs its intent when the page is rendered.
    links: async () => {
      const { token, page } = await createIntent()
      return `<p><a id="product" href="${publicUrl}/@${handle}/${product}" data-cedi-buy ${dataAttributes}>Buy the beads</a></p>
<p><a id="basket" href="${page}" data-cedi-intent="${token}">Pay for the basket</a></p>${embedTag}`
    },
  } as const
  if (integration === 'popup') await intent()
  return `<!doctype html><html ${more.rootAttributes ?? 'lang="en"'}><head><meta charset="utf-8"><title>Efua Mensah Beads</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<script src="/shop.js" ${closesOnBack ? 'data-history' : ''} ${fastTimers ? 'data-hurried' : ''} ${blocksStorage ? 'data-storeless' : ''}></script>
${integration === 'button' ? '' : serviceTag + buyTag}</head>
<body><main><h1>Efua Mensah Beads</h1><div id="place">${await contents[integration]()}</div>
<ol id="events"></ol><ol id="problems"></ol></main></body></html>`
}

/** Reads the published attributes of pinned script tags. */
async function readPinnedSources(publicUrl: string, directUrl: string): Promise<(name: string) => string> {
  const response = await fetch(`${directUrl}/service/integrity.json`)
  const manifest = (await response.json()) as Readonly<Record<string, { url: string; integrity: string }>>
  return (name) => {
    const { url, integrity } = manifest[name] ?? { url: '', integrity: '' }
    return `src="${publicUrl}${url}" integrity="${integrity}" crossorigin`
  }
}

type PageResponse = readonly [type: string, body: string] | undefined

async function serve(
  role: 'shop' | 'service',
  sites: Sites,
  headers: Readonly<Record<string, string>>,
  respond: (path: string) => Promise<PageResponse>,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  return listenAs(role, sites, async (request, response) => {
    const [type, body] = (await respond((request.url ?? '/').replace(/\?.*/, ''))) ?? []
    if (type) response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, ...headers }).end(body)
    else response.writeHead(404).end()
  })
}
