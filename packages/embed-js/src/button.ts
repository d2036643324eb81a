import { textColorOn } from '@cedi/contract/accent'
import { page } from '@cedi/service-js/dom'
import type { Attributes } from './attributes.js'
import { productUrlOf } from './service.js'

/** Creates an element with properties. Parses no markup. `part` and `style` accept strings, unlike their types. */
const createElement = <Name extends 'a' | 'span'>(name: Name, properties: object): HTMLElementTagNameMap[Name] =>
  Object.assign(page.createElement(name), properties)

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

/** Elements for data of the product, which `buy.js` fills in. */
export interface ProductParts {
  readonly price: HTMLElement
  /** Of a card. */
  readonly name?: HTMLElement
  /** Of a card. Shows the first letter of the name until the picture has loaded. */
  readonly picture?: HTMLElement
}

/** Renders a card around a button. It has its full size from the start, so nothing on the page moves when it is filled. */
function renderCard(root: ShadowRoot, link: HTMLElement): ProductParts {
  const card = createElement('span', {
    part: 'card',
    style:
      'display:inline-flex;flex-direction:column;gap:8px;box-sizing:border-box;width:280px;max-width:100%;padding:12px;border:1px solid #8886;border-radius:16px;font:16px/1.4 system-ui;vertical-align:top',
  })
  const addPart = (part: string, style: string) => {
    const element = createElement('span', { part, style })
    card.append(element)
    return element
  }
  const picture = addPart(
    'picture',
    'display:grid;place-items:center;overflow:hidden;aspect-ratio:4/3;border-radius:8px;background:#8882;font-size:64px',
  )
  const name = addPart('name', 'font-weight:600;min-height:1.4em;overflow-wrap:anywhere')
  const price = addPart('price', 'min-height:1.4em')
  card.append(link)
  root.append(card)
  return { picture, name, price }
}

/**
 * Renders a buy button or a product card, or renders it again: a link in a shadow root.
 *
 * @param values - Attributes of the button; without them nothing is rendered.
 * @returns The elements for data of the product, if there are any.
 * @source What the service does
 * @decision 0028
 */
export function renderButton(button: HTMLElement, values: Attributes | undefined): ProductParts | undefined {
  const root = button.shadowRoot || button.attachShadow({ mode: 'open' })
  root.textContent = ''
  if (!values) return undefined
  const isFrench = /^fr\b/i.test(values['locale'] || page.documentElement.lang)
  const link = createElement('a', {
    part: 'button',
    rel: 'noopener noreferrer',
    href: productUrlOf(values),
    target: values['mode'] === 'tab' ? '_blank' : '',
    textContent: values['label'] || (isFrench ? 'Acheter' : 'Buy now'),
    style: toStyle(values),
  })
  if (values['layout'] === 'card') return renderCard(root, link)
  root.append(link)
  if (!('showPrice' in values)) return undefined
  const price = createElement('span', { part: 'price', style: 'min-width:6em;text-align:end' })
  link.append(price)
  return { price }
}
