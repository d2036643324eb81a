import type { Tree } from '../../tree.js'

const drawing = 'http://www.w3.org/2000/svg'

/** Builds a tree. Nothing in it is ever read as markup. */
export function build({ tag, attributes, children }: Tree, drawn: boolean = tag === 'svg'): Element {
  const element = drawn ? document.createElementNS(drawing, tag) : document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    if (value === true) element.setAttribute(name, '')
    else if (typeof value === 'string') element.setAttribute(name, value)
  }
  for (const child of children) {
    if (child) element.append(typeof child === 'string' ? child : build(child, drawn || child.tag === 'svg'))
  }
  return element
}

/** What the page keeps for this tab, or for longer; a browser that refuses to keep anything is no obstacle. */
export function keep(kind: 'sessionStorage' | 'localStorage', name: string, value?: string): string | undefined {
  try {
    if (value !== undefined) window[kind].setItem(name, value)
    return window[kind].getItem(name) ?? undefined
  } catch {
    return value
  }
}
