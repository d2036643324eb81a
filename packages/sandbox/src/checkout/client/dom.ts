import { fill, type Template, type Values } from '../../kit/template.js'

/** Builds the elements of a template. Parses no markup. */
export const build = (template: Template, values: Values): (Element | string)[] =>
  fill<Element>(template, values, (tag, attributes, children) => {
    const namespace = tag === 'svg' || tag === 'path' ? '2000/svg' : '1999/xhtml'
    const element = document.createElementNS(`http://www.w3.org/${namespace}`, tag)
    for (const name in attributes) element.setAttribute(name, attributes[name] as string)
    element.append(...children)
    return element
  })

/** Finds an element by its id. */
export const byId = (id: string): HTMLElement | null => document.getElementById(id)

/** Copies the license keys, and leaves them selected. The Clipboard API is not available in a third-party frame. */
export function copyKeys(): boolean {
  getSelection()?.selectAllChildren(byId('keys') as Element)
  return document.execCommand('copy')
}

/** Stores a value if there is one, and returns the stored value. Returns the given value if storage is blocked. */
export function store(kind: 'sessionStorage' | 'localStorage', name: string, value?: string): string | undefined {
  try {
    const storage = window[kind]
    if (value) storage.setItem(name, value)
    return storage.getItem(name) ?? undefined
  } catch {
    return value
  }
}
