import { readAttributes } from './attributes.js'
import { askService, pageOf } from './service.js'
import { buttonStyle } from './style.js'

/** Makes an element by writing properties: no markup is ever parsed. `part` takes text, whatever its type says. */
const make = <Name extends 'a' | 'span' | 'style'>(name: Name, properties: object): HTMLElementTagNameMap[Name] =>
  Object.assign(document.createElement(name), properties)

/**
 * Draws a buy button, or draws it again: a real link in a shadow root.
 *
 * @param base - The origin of the service.
 * @param nonce - For browsers without constructable stylesheets only.
 * @source What the service does
 * @decision 0028
 */
export function drawButton(base: string, nonce: string | undefined, button: HTMLElement): void {
  const root = button.shadowRoot || button.attachShadow({ mode: 'open', delegatesFocus: true })
  const values = readAttributes(button)
  root.textContent = ''
  if (root.adoptedStyleSheets) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(buttonStyle)
    root.adoptedStyleSheets = [sheet]
  } else root.append(make('style', { nonce, textContent: buttonStyle }))
  if (!values) return
  const locale = values['locale'] || document.documentElement.lang
  const link = make('a', {
    href: pageOf(base, values),
    className: `${values['variant']} ${values['size']}`,
    rel: 'noopener noreferrer',
    part: 'button',
    target: values['mode'] === 'tab' ? '_blank' : '',
    textContent: values['label'] || (/^fr/.test(locale) ? 'Acheter' : 'Buy now'),
  })
  if (values['accent']) link.style.setProperty('--cedi-accent', values['accent'])
  root.append(link)
  if (values['showPrice'] === undefined) return
  const price = make('span', { part: 'price' })
  link.append(price)
  askService(base, `?handle=${values['handle']}&product=${values['product']}`).then(
    ({ amount }) => {
      price.textContent = `GH₵${amount.toLocaleString(locale || 'en', { minimumFractionDigits: 2 })}`
    },
    () => {},
  )
}
