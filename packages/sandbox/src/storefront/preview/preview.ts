import { amountText } from '@cedi/contract/amount-text'
import { formatCedis, type MerchantRow, type ProductRow } from '@cedi/ledger'
import { html, raw } from 'hono/html'
import { jsonText } from '../../kit/document.js'
import type { OnSale } from '../../kit/goods.js'
import type { Html } from '../../kit/html.js'
import type { StoreLanguage } from '../../kit/languages/store.js'
import { type LanguageTag, languageTags } from '../../kit/languages/words.js'

/** The page's owner, and its address without a language or query. */
export interface Place {
  readonly address: string
  readonly language: StoreLanguage
  /** The address of a picture of it that we draw. */
  readonly picture?: string | undefined
}

/** Open Graph also wants a country: the one where most readers of the language are. */
const locales: Readonly<Record<LanguageTag, string>> = { en: 'en_GH', fr: 'fr_CI' }

/** What chats show large. */
export const pictureSize = { width: 1200, height: 630 } as const

/** A chat that knows them shows the picture with the first message already. */
const pictureFacts = Object.entries(pictureSize).map(([name, size]) => [`og:image:${name}`, String(size)])

/** No chat shows a longer description. */
const mostShown = 200

/**
 * What a chat shows for a product's link (Open Graph), and what a search engine reads (schema.org). The price comes
 * first, because a chat shows two lines.
 *
 * @decision 0084
 */
export function productPreview({ merchant, product }: OnSale, place: Place): Html {
  const { words, facts } = place.language
  const price = amountText(Number(product.price_pesewas), facts.locale)
  return preview(place, {
    type: 'product',
    title: product.name,
    site: merchant.name,
    description: `${price} · ${product.description ?? words.payWith}`,
    images: product.image_url === null ? [] : [product.image_url],
    more: [
      ['product:price:amount', amountOf(product)],
      ['product:price:currency', 'GHS'],
      ['product:availability', product.stock === 0 ? 'out of stock' : 'in stock'],
    ],
    thing: { '@context': 'https://schema.org', ...productThing(merchant, product, place.address) },
  })
}

/** The same for a storefront, with its products in the page's order. @decision 0084 */
export function storefrontPreview(merchant: MerchantRow, shown: readonly ProductRow[], place: Place): Html {
  return preview(place, {
    type: 'website',
    title: merchant.name,
    site: merchant.name,
    description: shown.length > 0 ? shown.map(({ name }) => name).join(', ') : place.language.words.nothing,
    images: [],
    more: [],
    thing: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: merchant.name,
      url: place.address,
      itemListElement: shown.map((product, at) => ({
        '@type': 'ListItem',
        position: at + 1,
        item: productThing(merchant, product, `${place.address}/${product.slug}`),
      })),
    },
  })
}

/** A price as schema.org and Open Graph write it: digits and a point, in every language. */
const amountOf = ({ price_pesewas }: ProductRow): string => formatCedis(price_pesewas).toFixed(2)

const productThing = (merchant: MerchantRow, product: ProductRow, url: string): object => ({
  '@type': 'Product',
  name: product.name,
  sku: product.id,
  url,
  ...(product.description !== null && { description: product.description }),
  ...(product.image_url !== null && { image: product.image_url }),
  offers: {
    '@type': 'Offer',
    url,
    price: amountOf(product),
    priceCurrency: 'GHS',
    availability: `https://schema.org/${product.stock === 0 ? 'SoldOut' : 'InStock'}`,
    seller: { '@type': 'Organization', name: merchant.name },
  },
})

interface Preview {
  readonly type: 'product' | 'website'
  readonly title: string
  readonly site: string
  readonly description: string
  /** What it has of its own; ours comes behind. */
  readonly images: readonly string[]
  readonly more: readonly (readonly [property: string, content: string])[]
  /** The schema.org name. */
  readonly thing: object
}

function preview({ address, language: { tag }, picture }: Place, shown: Preview): Html {
  const description = [...shown.description.replace(/\s+/g, ' ').trim()].slice(0, mostShown).join('')
  const properties = [
    ['og:type', shown.type],
    ['og:title', shown.title],
    ['og:site_name', shown.site],
    ['og:description', description],
    ['og:url', address],
    ['og:locale', locales[tag]],
    // Only the makers of a preview load it: the page itself shows no picture from elsewhere.
    ...shown.images.map((image) => ['og:image', image]),
    ...(picture === undefined ? [] : [['og:image', picture], ...pictureFacts]),
    ...shown.more,
  ]
  const others = languageTags.map((one) => html`<link rel="alternate" hreflang="${one}" href="${address}?lang=${one}">`)
  return html`<meta name="description" content="${description}"><link rel="canonical" href="${address}">${others}${properties.map(
    ([property, content]) => html`<meta property="${property}" content="${content}">`,
  )}<script type="application/ld+json">${raw(jsonText(shown.thing))}</script>` as Html
}
