/** Returns an element by its ID. @throws Error if the page has no such element. */
export function byId<Kind extends HTMLElement = HTMLElement>(id: string): Kind {
  const match = document.getElementById(id)
  if (!match) throw new Error(`The page has no #${id}.`)
  return match as Kind
}

/** Creates an element. Text is never parsed as markup. */
export function element(
  tag: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  element.append(...children)
  return element
}
