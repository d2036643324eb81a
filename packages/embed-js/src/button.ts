import type { Attributes } from './attributes.js'
import { pageOf, showPrice } from './checkout.js'

/** Makes an element by writing properties: no markup is ever parsed. `part` and `style` take text, whatever their type says. */
const make = <Name extends 'a' | 'span'>(name: Name, properties: object): HTMLElementTagNameMap[Name] =>
  Object.assign(document.createElement(name), properties)

/**
 * The button's look, as a property that a strict Content-Security-Policy allows. A page changes it with
 * `--cedi-accent`, `--cedi-text` and `::part(button)`, which overrides styles inside the shadow root.
 */
function lookOf({ variant, size, accent }: Attributes): string {
  const edge = accent || 'var(--cedi-accent,#0b6b4f)'
  const hasEdge = variant !== 'plain'
  const isFilled = hasEdge && variant !== 'outline'
  const textPx = size === 's' ? 15 : size === 'l' ? 20 : 17
  return [
    'display:inline-flex',
    'place-content:center',
    'gap:.5em',
    'padding:10px 22px',
    `font:600 ${textPx}px/1.4 system-ui`,
    'text-decoration:none',
    'border-radius:12px',
    `border:2px solid ${hasEdge ? edge : '#0000'}`,
    isFilled ? `color:var(--cedi-text,#fff);background:${edge}` : `color:${accent || 'var(--cedi-accent)'}`,
  ].join(';')
}

/**
 * Draws a buy button, or draws it again: a real link in a shadow root.
 *
 * @param values - Its attributes; without them nothing is drawn.
 * @source What the service does
 * @decision 0028
 */
export function drawButton(button: HTMLElement, values: Attributes | undefined): void {
  const root = button.shadowRoot || button.attachShadow({ mode: 'open' })
  root.textContent = ''
  if (!values) return
  const isFrench = /^fr\b/i.test(values['locale'] || document.documentElement.lang)
  const link = make('a', {
    part: 'button',
    rel: 'noopener noreferrer',
    href: pageOf(values),
    target: values['mode'] === 'tab' ? '_blank' : '',
    textContent: values['label'] || (isFrench ? 'Acheter' : 'Buy now'),
    style: lookOf(values),
  })
  root.append(link)
  if ('showPrice' in values) {
    const place = make('span', { part: 'price', style: 'min-width:6em;text-align:end' })
    link.append(place)
    void showPrice(values, place)
  }
}
