import { addStyle, element } from '@cedi/service-js/dom'
import { names, readAttributes } from './attributes.js'
import { pageOf } from './buy.js'
import { buttonStyle } from './style.js'

/**
 * Registers `<cedi-buy-button>`: a real link in a shadow root.
 *
 * @param base - The origin of the service.
 * @param nonce - For browsers without constructable stylesheets only.
 * @source What the service does
 * @decision 0028
 */
export function defineButton(base: string, nonce: string | undefined): void {
  customElements.define(
    'cedi-buy-button',
    class extends HTMLElement {
      static observedAttributes: string[] = names.map((name) => `data-${name}`)
      connectedCallback(): void {
        if (!this.shadowRoot) addStyle(this.attachShadow({ mode: 'open', delegatesFocus: true }), buttonStyle, nonce)
        const root = this.shadowRoot as ShadowRoot
        root.querySelector('a')?.remove()
        const attributes = readAttributes(this)
        if (!attributes) return
        const { label, variant, size, theme, accent, handle, product, mode } = attributes
        const locale = attributes['locale'] || document.documentElement.lang
        const link = element(
          'a',
          { href: pageOf(base, attributes), className: `${variant} ${size}`, rel: 'noopener noreferrer' },
          label || (/^fr/.test(locale) ? 'Acheter' : 'Buy now'),
        )
        if (mode === 'tab') link.target = '_blank'
        link.setAttribute('part', 'button')
        link.style.colorScheme = theme ?? ''
        if (accent) link.style.setProperty('--cedi-accent', accent)
        root.append(link)
        if (!this.hasAttribute('data-show-price')) return
        const price = element('span', {})
        price.setAttribute('part', 'price')
        link.append(price)
        fetch(`${base}/checkout/embed?handle=${handle}&product=${product}`, { credentials: 'omit' })
          .then((response) => response.json())
          .then(({ data: { amount, currency } }) => {
            price.textContent = amount.toLocaleString(locale || 'en-GH', {
              style: 'currency',
              currency,
              currencyDisplay: 'narrowSymbol',
            })
          })
          .catch(() => {})
      }
      attributeChangedCallback(): void {
        if (this.shadowRoot) this.connectedCallback()
      }
    },
  )
}
