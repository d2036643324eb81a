import { errorStatus } from '@cedi/contract'
import { type MerchantRow, maximumPaymentPesewas, type ProductRow } from '@cedi/ledger'
import type { Answer, IncomingRequest, Refusal } from '@cedi/mock-server/service'
import { type Context, isBroken, rootOf } from '@cedi/mock-server/service'
import { storefrontStyle } from '../generated/styles.js'
import { cloth } from '../kit/cloth.js'
import { seeOther, writeDocument } from '../kit/document.js'
import { mark } from '../kit/icons.js'
import { type StoreLanguage, storeLanguage } from '../kit/languages/store.js'
import { amountText, fill } from '../kit/languages/words.js'
import { type Child, h, type Tree, treesOf } from '../kit/tree.js'
import { merchantOf, openIntent, productOf } from './embed.js'

/** So many products stand on one page. */
const pageSize = 24

/**
 * `/@handle` and `/@handle/{slug}`: what a creator sells. Buying opens a checkout intent on the same ledger as the
 * API, and goes on at `/pay/{token}`.
 *
 * @source What the service does
 * @decision 0029
 */
export async function storefrontPage(context: Context, request: IncomingRequest): Promise<Answer> {
  const { path, query, headers } = request
  const language = storeLanguage(query, headers.get('accept-language'), rootOf({ context, request }))
  const [handle = '', slug, ...more] = path.slice('/@'.length).split('/')
  const merchant = await merchantOf(context, handle)
  if (!merchant || more.length > 0) return nothingHere(language)
  if (slug === undefined || slug === '') {
    if (request.method === 'POST') return nothingHere(language)
    return listing(context, merchant, language, query?.get('before') ?? '')
  }
  const product = await productOf(context, merchant, slug)
  if (!product) return nothingHere(language)
  return request.method === 'POST'
    ? buy(context, request, merchant, product, language)
    : productPage(merchant, product, language)
}

/** The page of an address where nothing is. */
export function nothingHere(language: StoreLanguage): Answer {
  const { words } = language
  const body = h(
    'main',
    { class: 'slip' },
    h('h1', {}, words.noneHere),
    h('p', {}, words.noneHereText),
    h('footer', {}, ...treesOf(mark), h('b', {}, 'Cedi')),
  )
  return write(language, words.noneHere, [body], 404)
}

async function listing(
  { store }: Context,
  merchant: MerchantRow,
  language: StoreLanguage,
  before: string,
): Promise<Answer> {
  const { words } = language
  const from = /^prd_[0-9a-z]{1,32}$/.test(before) ? { before } : {}
  const rows = await store.list('products', merchant.id, { limit: pageSize + 1, where: { active: true }, ...from })
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  return write(language, merchant.name, [
    h('div', { class: 'band' }),
    h(
      'div',
      { class: 'shop' },
      h(
        'header',
        {},
        h('span', { class: 'seal', 'aria-hidden': 'true' }, [...merchant.name][0]?.toUpperCase()),
        h(
          'div',
          {},
          h('h1', {}, h('bdi', {}, merchant.name)),
          h('p', {}, h('bdi', { dir: 'ltr' }, `@${merchant.handle}`)),
        ),
      ),
      h(
        'main',
        {},
        shown.length === 0
          ? h('p', {}, words.nothing)
          : h('ul', { class: 'goods' }, ...shown.map((product) => card(merchant, product, language))),
        rows.length > pageSize &&
          last &&
          h('p', {}, h('a', { class: 'button quiet', href: language.link(`?before=${last.id}`) }, words.more)),
      ),
      foot(language),
    ),
  ])
}

const card = (merchant: MerchantRow, product: ProductRow, language: StoreLanguage): Tree =>
  h(
    'li',
    {},
    cloth(product.id),
    h(
      'div',
      {},
      h('h2', {}, h('a', { href: language.link(`/@${merchant.handle}/${product.slug}`) }, h('bdi', {}, product.name))),
      product.description !== null && h('p', {}, h('bdi', {}, product.description)),
      h('div', { class: 'foot' }, price(product, language), stock(product, language)),
    ),
  )

const price = ({ price_pesewas }: ProductRow, { facts }: StoreLanguage): Tree =>
  h('span', { class: 'price' }, h('bdi', { dir: 'ltr' }, amountText(Number(price_pesewas), facts.locale)))

function stock({ stock, type }: ProductRow, { words }: StoreLanguage): Tree {
  if (stock === 0) return h('span', { class: 'stock none' }, words.soldOut)
  const kind = words[type]
  return h(
    'span',
    { class: 'stock' },
    stock === null ? kind : `${kind} · ${fill(words.left, { count: String(stock) })}`,
  )
}

function productPage(
  merchant: MerchantRow,
  product: ProductRow,
  language: StoreLanguage,
  {
    problem,
    email = '',
    quantity,
  }: { readonly problem?: string; readonly email?: string; readonly quantity?: number } = {},
  status = 200,
): Answer {
  const { words } = language
  const { name } = merchant
  const most = Math.min(10, product.stock ?? 10)
  const isOut = product.stock === 0
  const options = Array.from({ length: most }, (_, at) =>
    h('option', { value: String(at + 1), selected: at + 1 === quantity ? '' : undefined }, String(at + 1)),
  )
  const form = h(
    'form',
    { method: 'post' },
    most > 1 &&
      product.type !== 'digital' &&
      h(
        'div',
        { class: 'field' },
        h('label', { for: 'quantity' }, words.quantity),
        h('select', { id: 'quantity', name: 'quantity' }, ...options),
      ),
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'email' }, fill(words.email, { merchant: name })),
      h('input', { id: 'email', name: 'email', type: 'email', autocomplete: 'email', value: email || undefined }),
    ),
    h('button', { class: 'main' }, words.buy),
  )
  const body = h(
    'div',
    { class: 'shop' },
    h(
      'nav',
      { class: 'crumb' },
      h('a', { href: language.link(`/@${merchant.handle}`) }, fill(words.allProducts, { merchant: name })),
    ),
    h(
      'main',
      { class: 'product' },
      cloth(product.id),
      h(
        'div',
        {},
        h('h1', {}, h('bdi', {}, product.name)),
        price(product, language),
        h('p', {}, stock(product, language)),
        product.description !== null && h('p', {}, h('bdi', {}, product.description)),
        h('p', { class: 'hint' }, fill(words[`${product.type}Text`], { merchant: name })),
        problem !== undefined && h('p', { class: 'problem', role: 'alert' }, problem),
        !isOut && form,
        !isOut && h('p', { class: 'hint' }, words.payWith),
      ),
    ),
    foot(language),
  )
  return write(language, `${product.name} · ${name}`, [h('div', { class: 'band' }), body], status)
}

async function buy(
  context: Context,
  request: IncomingRequest,
  merchant: MerchantRow,
  product: ProductRow,
  language: StoreLanguage,
): Promise<Answer> {
  const form = new URLSearchParams(request.body ?? '')
  const quantity = /^[1-9]\d?$/.test(form.get('quantity') ?? '1') ? Number(form.get('quantity') ?? '1') : 1
  const email = form.get('email')?.trim() ?? ''
  const isEmail = email.length <= 254 && /^[^@\s]+@[^@\s]+$/.test(email) && !isBroken(email)
  if (email !== '' && !isEmail)
    return productPage(merchant, product, language, { problem: language.words.badEmail, email, quantity }, 422)
  const input = { quantity, origins: [], ...(isEmail ? { email } : {}) }
  const result = await openIntent(context, request, { merchant, product }, input)
  if (result.ok) return seeOther(language.link(`/pay/${result.opened.token}`))
  const fresh = await productOf(context, merchant, product.slug)
  if (!fresh) return nothingHere(language)
  const problem = problemOf(result.refusal, fresh, language)
  return productPage(merchant, fresh, language, { problem, email, quantity }, errorStatus[result.refusal.code])
}

/** Why a checkout was not opened, in the words of the page. */
function problemOf({ code }: Refusal, { stock }: ProductRow, { words, facts }: StoreLanguage): string {
  if (code === 'out_of_stock') return stock ? fill(words.fewLeft, { count: String(stock) }) : words.soldOut
  if (code !== 'amount_too_large') return words.notOpened
  return fill(words.tooMuch, { amount: amountText(Number(maximumPaymentPesewas), facts.locale) })
}

const foot = ({ words, tag }: StoreLanguage): Tree => {
  const [other, name] = tag === 'fr' ? ['en', 'English'] : ['fr', 'Français']
  return h(
    'footer',
    {},
    ...treesOf(mark),
    h('b', {}, 'Cedi'),
    h('span', {}, words.test),
    h('a', { href: `?lang=${other}`, lang: other, hreflang: other }, name),
  )
}

const write = ({ tag, facts }: StoreLanguage, title: string, body: Child[], status = 200): Answer =>
  writeDocument({ status, title, language: tag, dir: facts.dir, style: storefrontStyle, body })
