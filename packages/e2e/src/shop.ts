import { readFileSync } from 'node:fs'
import { goods } from './goods.js'
import { inAppPage, inAppPath, inAppScript } from './in-app.js'
import { sandbox } from './network.js'
import { listenAs, type Sites } from './sites.js'

/** The options of a journey's shop. */
export interface ShopWishes {
  /** How it sells: a buy button, the popup of `service.js`, or plain links that the scripts improve. */
  readonly sells?: 'button' | 'popup' | 'links'
  /** What the button sells. */
  readonly product?: string
  /** A strict Content-Security-Policy without a nonce, and Trusted Types. */
  readonly strict?: boolean
  /** `Cross-Origin-Opener-Policy: same-origin`; when `fully`, with `Cross-Origin-Embedder-Policy: require-corp`. */
  readonly isolated?: 'partly' | 'fully'
  /** It is in a frame on a stranger's page. */
  readonly framed?: boolean
  /** Its pages carry both scripts, and each of them twice. */
  readonly twice?: boolean
  /** The button appears when the buyer opens the product, long after the page has loaded. */
  readonly later?: boolean
  /** Back closes the popup, as on a phone. */
  readonly history?: boolean
  /** Its seconds are tenths, so that nobody waits for the popup's timeouts. */
  readonly hurried?: boolean
  /** Its script tags name the version, with the hashes that were published. */
  readonly pinned?: boolean
  /** No script runs on its pages. */
  readonly scriptless?: boolean
  /** It is opened in an in-app browser: one view, no second tab, no `window.open`. */
  readonly inApp?: boolean
  /** Its address, and the service's. */
  readonly sites?: Sites
  /** More attributes of the button or of the link to the product: `data-quantity="9"`. */
  readonly data?: string
  /** The attributes of the page's root. */
  readonly root?: string
  /** What its pages show besides their products: a header, a footer. */
  readonly around?: string
  /** Its pages may store nothing in the browser. */
  readonly storeless?: boolean
  /** Buyers who have paid are sent to its thank-you page. */
  readonly thanks?: boolean
}

/** A merchant's own small shop, on another site than the service. */
export interface Shop {
  /** Where a buyer comes in. */
  readonly url: string
  readonly origin: string
  /** The token of the basket, as the page gets it from its own server. */
  basket(): Promise<string>
  close(): Promise<void>
}

interface Supply {
  /** As a browser knows it. */
  readonly service: string
  /** As the shop's own server knows it. */
  readonly direct: string
  readonly handle: string
  readonly intent: () => Promise<{ readonly token: string; readonly page: string }>
}

/** Starts a shop. Its server makes one checkout intent for each basket, however often the page asks. */
export async function startShop(wishes: ShopWishes, supply: Supply): Promise<Shop> {
  const { strict, isolated, scriptless, inApp, sites = 'loopback' } = wishes
  const script = readFileSync(new URL('shop-script.js', import.meta.url), 'utf8')
  let basket: ReturnType<Supply['intent']> | undefined
  const intent = () => {
    basket ??= supply.intent()
    return basket
  }
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${supply.service}`,
    `connect-src 'self' ${supply.service}`,
    `frame-src ${supply.service}`,
    'img-src data:',
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  const headers = {
    'Cache-Control': 'no-store',
    ...(strict && { 'Content-Security-Policy': policy.join('; ') }),
    ...(scriptless && { 'Content-Security-Policy': sandbox }),
    ...(isolated && { 'Cross-Origin-Opener-Policy': 'same-origin' }),
    ...(isolated === 'fully' && { 'Cross-Origin-Embedder-Policy': 'require-corp' }),
  }
  let origin = ''
  const shop = await serve('shop', sites, headers, async (path) => {
    if (path === '/shop.js') return ['text/javascript', script]
    if (path === inAppPath) return ['text/javascript', inAppScript]
    if (path === '/intent') return ['text/plain', (await intent()).token]
    if (path === '/thanks')
      return ['text/html', '<!doctype html><html lang="en"><title>Thanks</title><h1>Thank you</h1>']
    if (path !== '/') return undefined
    const page = await shopPage(wishes, supply, intent, origin)
    return ['text/html', inApp ? inAppPage(page) : page]
  })
  origin = shop.origin
  const basketToken = async () => (await intent()).token
  if (!wishes.framed) return { url: `${origin}/`, origin, basket: basketToken, close: shop.close }
  const frame = `<!doctype html><html lang="en"><title>Market</title><link rel="icon" href="data:,"><h1>Market</h1>
<iframe id="shop" title="Shop" src="${origin}/" width="380" height="640"></iframe>`
  // On the service's host, so on another site than the shop.
  const stranger = await serve('service', sites, {}, async (path) => (path === '/' ? ['text/html', frame] : undefined))
  return {
    url: `${stranger.origin}/`,
    origin,
    basket: basketToken,
    close: async () => void (await Promise.all([shop.close(), stranger.close()])),
  }
}

async function shopPage(
  { sells = 'button', product = goods.slug, twice, later, history, hurried, pinned, storeless, ...more }: ShopWishes,
  { service, direct, handle, intent: makes }: Supply,
  intent: Supply['intent'],
  origin: string,
): Promise<string> {
  const thanks = more.thanks ? `data-success-url="${origin}/thanks"` : ''
  const data = `data-handle="${handle}" data-product="${product}" ${more.data ?? ''} ${thanks}`
  const copies = (tag: string) => (twice ? tag + tag : tag)
  const source = pinned ? await pinnedSources(service, direct) : (name: string) => `src="${service}/${name}"`
  const service_js = `<script ${source('service.js')}></script>`
  // Pinned too, it is on the page before the button asks for it.
  const buy_js = pinned || twice ? `<script ${source('buy.js')}></script>` : ''
  const embed_js = `<script async ${source('embed.js')}></script>`
  const button = `<script async src="${service}/embed.js" ${data} data-label="Buy the beads"></script>`
  const ways = {
    button: async () => (later ? embed_js : button),
    popup: async () => '<button id="popup">Pay for the basket</button>',
    // A popup by a link needs its intent before the buyer decides.
    links: async () => {
      const { token, page } = await makes()
      return `<p><a id="product" href="${service}/@${handle}/${product}" data-cedi-buy ${data}>Buy the beads</a></p>
<p><a id="basket" href="${page}" data-cedi-intent="${token}">Pay for the basket</a></p>${embed_js}`
    },
  } as const
  if (sells === 'popup') await intent()
  return `<!doctype html><html ${more.root ?? 'lang="en"'}><head><meta charset="utf-8"><title>Efua Mensah Beads</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,">
<script src="/shop.js" data-embed="${service}/embed.js" data-product="${product}" data-handle="${handle}" ${history ? 'data-history' : ''} ${hurried ? 'data-hurried' : ''} ${storeless ? 'data-storeless' : ''}></script>
${sells === 'button' && !twice ? '' : copies(service_js + buy_js)}${twice ? copies(embed_js) : ''}</head>
<body>${more.around ?? ''}<main><h1>Efua Mensah Beads</h1>${later ? '<button id="visit">To the beads</button>' : ''}<div id="place">${await ways[sells]()}</div>
<ol id="told"></ol><ol id="problems"></ol></main></body></html>`
}

/** The attributes of a script tag, as the service publishes them. */
async function pinnedSources(service: string, direct: string): Promise<(name: string) => string> {
  const response = await fetch(`${direct}/service/integrity.json`)
  const published = (await response.json()) as Readonly<Record<string, { url: string; integrity: string }>>
  return (name) => {
    const { url, integrity } = published[name] ?? { url: '', integrity: '' }
    return `src="${service}${url}" integrity="${integrity}" crossorigin`
  }
}

type Answer = readonly [type: string, body: string] | undefined

async function serve(
  who: 'shop' | 'service',
  sites: Sites,
  headers: Readonly<Record<string, string>>,
  answer: (path: string) => Promise<Answer>,
): Promise<{ readonly origin: string; close(): Promise<void> }> {
  return listenAs(who, sites, async (request, response) => {
    const [type, body] = (await answer((request.url ?? '/').replace(/\?.*/, ''))) ?? []
    if (type) response.writeHead(200, { 'Content-Type': `${type}; charset=utf-8`, ...headers }).end(body)
    else response.writeHead(404).end()
  })
}
