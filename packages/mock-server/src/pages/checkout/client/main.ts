import { mobileNetworks } from '../../../networks.js'
import { checkoutLanguages, chooseLanguage } from '../../languages/words.js'
import { type CheckoutStatus, type Model, patienceMs, readClaims, resendAfterMs } from '../model.js'
import { clockText, say } from '../parts.js'
import { checkoutView } from '../views.js'
import { type Checkout, createCheckout } from './checkout.js'
import { build, keep } from './dom.js'
import { typed } from './fields.js'
import { meet, type Tell } from './host.js'

const root = document.documentElement
const query = new URLSearchParams(location.search)
const live = document.getElementById('live') as HTMLElement
const inFrame = root.dataset['page'] === 'frame'
let page = document.getElementById('checkout') as HTMLElement
let last: Model | undefined
let tell: Tell = () => {}

/** Everything that can be seen of a model: all but the time. */
const looks = ({ status, ...model }: Model): string =>
  JSON.stringify({ ...model, nowMs: 0, status: { ...status, now: '' } })

function show(model: Model): void {
  const before = last
  last = model
  const { facts, checkout: words } = checkoutLanguages[model.language] ?? {}
  if (before?.language !== model.language && facts && words) {
    root.lang = model.language
    if (!root.dataset['dir']) root.dir = facts.dir
  }
  if (before && looks(before) === looks(model)) return
  const active = document.activeElement?.getAttribute('value')
  const typedIn = page.querySelectorAll<HTMLInputElement>('input[id]')
  const next = build(checkoutView(model)) as HTMLElement
  page.replaceWith(next)
  page = next
  // What was typed stays, whatever was wrong with it.
  for (const { id, value } of typedIn) {
    const input = document.getElementById(id)
    if (input instanceof HTMLInputElement) input.value ||= value
  }
  const heading = page.querySelector('h1')
  document.title = `${heading?.textContent} · ${model.merchant || 'Cedi'}`
  const moved = before && before.state !== model.state
  const field = model.problem?.field && document.getElementById(model.problem.field)
  // One word about each change: the focus if the buyer is here, the live region if not.
  if (field) field.focus()
  else if (moved && document.hasFocus()) heading?.focus()
  else if (moved) live.textContent = heading?.textContent ?? ''
  else if (active) page.querySelector<HTMLElement>(`[value="${CSS.escape(active)}"]`)?.focus()
  if (!moved && model.note) live.textContent = say(model).words[model.note]
}

/** Once a second: the clock, which no screen reader is told of, and what time brings. */
function tick(checkout: Checkout): void {
  const model = { ...checkout.model(), nowMs: checkout.now() }
  const since = model.nowMs - Date.parse(model.status?.payment?.created_at ?? '')
  const clock = document.getElementById('clock')
  if (clock) clock.textContent = clockText(model)
  if (since >= resendAfterMs) document.getElementById('resend')?.removeAttribute('hidden')
  if (model.state === 'prompt' && since >= patienceMs) checkout.change({ state: 'pending' })
}

function listen(checkout: Checkout): void {
  document.addEventListener('submit', (event) => {
    event.preventDefault()
    const { submitter, target } = event
    if (submitter instanceof HTMLButtonElement) checkout.act(submitter.value, new FormData(target as HTMLFormElement))
  })
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element && target.closest<HTMLButtonElement>('button[type=button]')
    if (button) checkout.act(button.value, new FormData(button.form ?? undefined))
  })
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement) typed(target, checkout.model())
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') tell('cedi.escape', {})
  })
  // The buyer comes back from the dialler, from another tab, from no signal.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void checkout.sync()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void checkout.sync()
  })
  window.addEventListener('online', () => void checkout.sync())
  window.addEventListener('offline', () => {
    const { state } = checkout.model()
    if (state === 'prompt' || state === 'otp') checkout.change({ state: 'offline', sent: true })
  })
  setInterval(() => tick(checkout), 1000)
}

const language = chooseLanguage([root.lang, ...navigator.languages])
const start: Model = { state: 'loading', language, merchant: '', pesewas: 0, nowMs: Date.now(), inFrame }

function framed(): void {
  const checkout = createCheckout(start, { tell: (method, params) => tell(method, params), show })
  const expected = query.get('o') ?? ''
  listen(checkout)
  if (window.parent === window) {
    checkout.change({ state: 'blocked' })
    return
  }
  let from = ''
  meet(
    expected,
    (opening, heard, origin) => {
      tell = heard
      from = opening.origin === origin ? origin : 'null'
      dress(opening)
      const { phone, network, email } = opening.prefill ?? {}
      checkout.change({
        language: chooseLanguage([opening.locale ?? '', root.lang, ...navigator.languages]),
        phone,
        email,
        ...(network && Object.hasOwn(mobileNetworks, network) && { lastUsed: network }),
      })
      new ResizeObserver(() => tell('cedi.resize', { height: Math.ceil(page.getBoundingClientRect().height) })).observe(
        document.body,
      )
      if (opening.token) void checkout.start(opening.token, from)
    },
    (method, params) => {
      if (method === 'cedi.token' && typeof params['token'] === 'string') void checkout.start(params['token'], from)
      if (method === 'cedi.close_requested') checkout.leave()
      if (method === 'cedi.sync') void checkout.sync()
    },
  )
}

/** Direction, theme and colour, as the shop page asks for them. */
function dress({ dir, theme, accent }: { dir?: unknown; theme?: unknown; accent?: unknown }): void {
  if (dir === 'rtl' || dir === 'ltr') root.dir = root.dataset['dir'] = dir
  if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(String(accent))
  if (!parts) return
  const [red = 0, green = 0, blue = 0] = parts.slice(1).map((part) => (Number.parseInt(part, 16) / 255) ** 2.2)
  // Whatever the colour, the words on it can be read.
  const isBright = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18
  root.style.setProperty('--accent', parts[0])
  root.style.setProperty('--on-accent', isBright ? '#000' : '#fff')
}

function fullPage(): void {
  const token = location.pathname.split('/pay/')[1] || String(history.state?.token ?? '')
  const status: CheckoutStatus | undefined =
    JSON.parse(document.getElementById('status')?.textContent || 'null') ?? undefined
  const claims = readClaims(token)
  // The token leaves the address bar; a reload finds it in the history entry, which only this page can read.
  history.replaceState({ token }, '', '/pay')
  const attempt = query.get('a')
  if (claims && attempt) keep('sessionStorage', `cedi.${claims.i}`, attempt)
  const mine = attempt ?? (claims && keep('sessionStorage', `cedi.${claims.i}`))
  // The server has not seen what this tab knows: then it is asked again.
  const knows = status && (!status.payment || status.mine || !mine)
  const state = knows ? (page.dataset['state'] as Model['state']) : 'loading'
  const model: Model = { ...start, state, status, merchant: claims?.n ?? '', pesewas: claims?.a ?? 0 }
  const checkout = createCheckout(model, { tell, show })
  if (knows) last = model
  listen(checkout)
  void checkout.start(token)
}

if (inFrame) framed()
else fullPage()
