import type { Attributes } from './attributes.js'
import { checkout, pageOf } from './checkout.js'

/** Makes an element by writing properties: no markup is ever parsed. `part` and `style` take text, whatever their type says. */
const make = <Name extends 'a' | 'span'>(name: Name, properties: object): HTMLElementTagNameMap[Name] =>
  Object.assign(document.createElement(name), properties)

/**
 * The look of the button, as a property that a strict Content-Security-Policy allows. A page changes it with
 * `--cedi-accent`, `--cedi-text` and `::part(button)`, which wins over what is written inside the shadow root.
 */
const lookOf = ({ accent, size, variant }: Attributes): string => {
  const edge = accent || 'var(--cedi-accent,#0b6b4f)'
  return `display:inline-flex;place-content:center;gap:.5em;padding:10px 22px;font:600 ${{ s: 15, l: 20 }[size as 's'] || 17}px/1.4 system-ui;text-decoration:none;border-radius:12px;border:2px solid ${variant === 'plain' ? '#0000' : edge};${
    /^[op]/.test(variant as string)
      ? `color:${accent || 'var(--cedi-accent,inherit)'}`
      : `color:var(--cedi-text,#fff);background:${edge}`
  }`
}

/**
 * Draws a buy button, or draws it again: a real link in a shadow root.
 *
 * @param values - What its attributes say; without them nothing is drawn.
 * @source What the service does
 * @decision 0028
 */
export function drawButton(button: HTMLElement, values: Attributes | undefined): void {
  const root = button.shadowRoot || button.attachShadow({ mode: 'open' })
  root.textContent = ''
  if (!values) return
  const link = make('a', {
    href: pageOf(values),
    rel: 'noopener noreferrer',
    part: 'button',
    target: /^t/.test(values['mode'] as string) ? '_blank' : '',
    textContent:
      values['label'] || (/^fr/.test(values['locale'] || document.documentElement.lang) ? 'Acheter' : 'Buy now'),
    style: lookOf(values),
  })
  root.append(link)
  if (!('showPrice' in values)) return
  const place = make('span', { part: 'price', style: 'width:6em;text-align:end' })
  link.append(place)
  void checkout('price', values, place)
}
