import { amountText } from '@cedi/contract/amount-text'
import { formatCedis, type MerchantRow, type ProductRow } from '@cedi/mock-server/internal'
import { html, raw } from 'hono/html'
import { toInlineJson } from '../kit/document.js'
import type { Html } from '../kit/html.js'
import type { StoreLanguage } from '../kit/languages/store.js'
import { type LanguageTag, languageTags } from '../kit/languages/words.js'
import type { ListedProduct } from '../kit/listed-product.js'

/** A page with a link preview. */
export interface PreviewPage {
  /** URL without a query. */
  readonly address: string
  readonly language: StoreLanguage
}

/** Open Graph locales, which require a country: the one with most buyers of the language. */
const locales: Readonly<Record<LanguageTag, string>> = { en: 'en_GH', fr: 'fr_CI' }

/** Maximum length of a description in a chat. */
const maxDescriptionLength = 200

/**
 * Renders the metadata of a product page: Open Graph for chats, and schema.org for search engines. The description starts
 * with the price, because chats show two lines.
 *
 * @decision 0030
 */
export function productPreview({ merchant, product }: ListedProduct, place: PreviewPage): Html {
  const { words, facts } = place.language
  const price = amountText(Number(product.price_pesewas), facts.locale)
  return preview(place, {
    type: 'product',
    title: product.name,
    site: merchant.name,
    description: `${price} · ${product.description ?? words.payWith}`,
    images: product.image_url === null ? [] : [product.image_url],
    more: [
      ['product:price:amount', formatPrice(product)],
      ['product:price:currency', 'GHS'],
      ['product:availability', product.stock === 0 ? 'out of stock' : 'in stock'],
    ],
    structuredData: { '@context': 'https://schema.org', ...toProductData(merchant, product, place.address) },
  })
}

/** Renders the metadata of a storefront, with its products in the order of the page. @decision 0030 */
export function storefrontPreview(merchant: MerchantRow, products: readonly ProductRow[], place: PreviewPage): Html {
  return preview(place, {
    type: 'website',
    title: merchant.name,
    site: merchant.name,
    description: products.length > 0 ? products.map(({ name }) => name).join(', ') : place.language.words.nothing,
    images: [],
    more: [],
    structuredData: {
      '@context': 'https://schema.org',
      '@type': 'ItemList',
      name: merchant.name,
      url: place.address,
      itemListElement: products.map((product, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: toProductData(merchant, product, `${place.address}/${product.slug}`),
      })),
    },
  })
}

/** Formats a price for schema.org and Open Graph: digits and a decimal point in every language. */
const formatPrice = ({ price_pesewas }: ProductRow): string => formatCedis(price_pesewas).toFixed(2)

const toProductData = (merchant: MerchantRow, product: ProductRow, url: string): object => ({
  '@type': 'Product',
  name: product.name,
  sku: product.id,
  url,
  ...(product.description !== null && { description: product.description }),
  ...(product.image_url !== null && { image: product.image_url }),
  offers: {
    '@type': 'Offer',
    url,
    price: formatPrice(product),
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
  /** Pictures of the product. */
  readonly images: readonly string[]
  readonly more: readonly (readonly [property: string, content: string])[]
  /** Structured data in the schema.org vocabulary. */
  readonly structuredData: object
}

function preview({ address, language: { tag } }: PreviewPage, shown: Preview): Html {
  const description = [...shown.description.replace(/[^\S\u00a0\u202f]+/g, ' ').trim()]
    .slice(0, maxDescriptionLength)
    .join('')
  const properties = [
    ['og:type', shown.type],
    ['og:title', shown.title],
    ['og:site_name', shown.site],
    ['og:description', description],
    ['og:url', address],
    ['og:locale', locales[tag]],
    // Loaded by chats only: the page shows no pictures of other hosts.
    ...shown.images.map((image) => ['og:image', image]),
    ...shown.more,
  ]
  const others = languageTags.map(
    (languageTag) => html`<link rel="alternate" hreflang="${languageTag}" href="${address}?lang=${languageTag}">`,
  )
  return html`<meta name="description" content="${description}"><link rel="canonical" href="${address}">${others}${properties.map(
    ([property, content]) => html`<meta property="${property}" content="${content}">`,
  )}<script type="application/ld+json">${raw(toInlineJson(shown.structuredData))}</script>` as Html
}
