import type { Child } from './tree.js'

/** Text made safe to stand in HTML, between tags and in quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const empty: ReadonlySet<string> = new Set(['input', 'br', 'meta', 'link'])

/** Writes trees as HTML. Names of tags and attributes are ours; everything else is escaped. */
export function toHtml(...children: readonly Child[]): string {
  let html = ''
  for (const child of children) {
    if (typeof child === 'string') html += escapeHtml(child)
    else if (child) {
      const { tag, attributes } = child
      html += `<${tag}`
      for (const [name, value] of Object.entries(attributes)) {
        if (value === true) html += ` ${name}`
        else if (typeof value === 'string') html += ` ${name}="${escapeHtml(value)}"`
      }
      html += empty.has(tag) ? '>' : `>${toHtml(...child.children)}</${tag}>`
    }
  }
  return html
}
