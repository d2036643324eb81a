import { textColorOn } from '@cedi/contract/accent'
import type { Attributes } from './attributes.js'
import { productUrlOf } from './service.js'

/** Creates an element with properties. Parses no markup. `part` and `style` accept strings, unlike their types. */
const createElement = <Name extends 'a' | 'span'>(name: Name, properties: object): HTMLElementTagNameMap[Name] =>
  Object.assign(document.createElement(name), properties)

/**
 * Returns the button's inline style, set as a property because a strict Content-Security-Policy allows that. A page
 * changes it with `--cedi-accent`, `--cedi-text` and `::part(button)`, which overrides styles inside the shadow root.
 */
function toStyle({ variant, size, accent }: Attributes): string {
  const borderColor = accent || 'var(--cedi-accent,#0b6b4f)'
  const hasBorder = variant !== 'plain'
  const isFilled = hasBorder && variant !== 'outline'
  const textColor = accent ? textColorOn(accent) : '#fff'
  const fontSizePx = size === 's' ? 15 : size === 'l' ? 20 : 17
  return [
    'display:inline-flex',
    'place-content:center',
    'gap:.5em',
    'padding:10px 22px',
    `font:600 ${fontSizePx}px/1.4 system-ui`,
    'text-decoration:none',
    'border-radius:12px',
    `border:2px solid ${hasBorder ? borderColor : '#0000'}`,
    isFilled
      ? `color:var(--cedi-text,${textColor});background:${borderColor}`
      : `color:${accent || 'var(--cedi-accent)'}`,
  ].join(';')
}

/**
 * Renders a buy button, or renders it again: a link in a shadow root.
 *
 * @param values - Attributes of the button; without them nothing is rendered.
 * @returns The element for the price, if the button shows it.
 * @source What the service does
 * @decision 0028
 */
export function renderButton(button: HTMLElement, values: Attributes | undefined): HTMLElement | undefined {
  const root = button.shadowRoot || button.attachShadow({ mode: 'open' })
  root.textContent = ''
  if (!values) return undefined
  const isFrench = /^fr\b/i.test(values['locale'] || document.documentElement.lang)
  const link = createElement('a', {
    part: 'button',
    rel: 'noopener noreferrer',
    href: productUrlOf(values),
    target: values['mode'] === 'tab' ? '_blank' : '',
    textContent: values['label'] || (isFrench ? 'Acheter' : 'Buy now'),
    style: toStyle(values),
  })
  root.append(link)
  if (!('showPrice' in values)) return undefined
  const price = createElement('span', { part: 'price', style: 'min-width:6em;text-align:end' })
  link.append(price)
  return price
}
