import { fill, type Template, type Values } from '../../kit/template.js'

/** Builds a template. Nothing in it is ever parsed as markup. */
export const build = (template: Template, values: Values): (Element | string)[] =>
  fill<Element>(template, values, (tag, attributes, children) => {
    const space = /^(?:svg|path)$/.test(tag) ? '2000/svg' : '1999/xhtml'
    const element = document.createElementNS(`http://www.w3.org/${space}`, tag)
    for (const name in attributes) element.setAttribute(name, attributes[name] as string)
    element.append(...children)
    return element
  })

/** An element by its id. */
export const byId = (id: string): HTMLElement | null => document.getElementById(id)

/** Copies the license key and leaves it selected. In a frame of another site, only this old way works. */
export function copyKeys(): boolean {
  getSelection()?.selectAllChildren(byId('keys') as Element)
  return document.execCommand('copy')
}

/** What the page stores for this tab, or for longer. It also works in a browser that refuses to store anything. */
export function keep(kind: 'sessionStorage' | 'localStorage', name: string, value?: string): string | undefined {
  try {
    const kept = window[kind]
    if (value) kept.setItem(name, value)
    return kept.getItem(name) ?? undefined
  } catch {
    return value
  }
}
