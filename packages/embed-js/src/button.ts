import { addStyle, element } from '@cedi/service-js/dom'
import { attributeNames, readAttributes } from './attributes.js'
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
      static observedAttributes: string[] = attributeNames()
      connectedCallback(): void {
        const attributes = readAttributes(this)
        if (!this.shadowRoot) addStyle(this.attachShadow({ mode: 'open', delegatesFocus: true }), buttonStyle, nonce)
        const root = this.shadowRoot as ShadowRoot
        root.querySelector('a')?.remove()
        if (!attributes) return
        const { label, variant, size, theme, accent, handle, product } = attributes
        const locale = attributes['locale'] || document.documentElement.lang
        const link = element(
          'a',
          { href: pageOf(base, attributes), className: `${variant} ${size}` },
          label || (/^fr/.test(locale) ? 'Acheter' : 'Buy now'),
        )
        link.setAttribute('part', 'button')
        link.style.colorScheme = theme ?? ''
        if (accent) link.style.setProperty('--cedi-accent', accent)
        if (attributes['mode'] === 'tab') {
          link.target = '_blank'
          link.rel = 'noopener noreferrer'
        }
        if (this.hasAttribute('data-show-price')) {
          const price = element('span', {})
          price.setAttribute('part', 'price')
          link.append(price)
          fetch(`${base}/checkout/embed?handle=${handle}&product=${product}`, { credentials: 'omit' })
            .then((response) => response.json())
            .then(({ data: { amount, currency } }) => {
              price.textContent = amount.toLocaleString(locale || 'en-GH', { style: 'currency', currency })
            })
            .catch(() => {})
        }
        root.append(link)
      }
      attributeChangedCallback(): void {
        if (this.shadowRoot) this.connectedCallback()
      }
    },
  )
}
