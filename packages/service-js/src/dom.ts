/**
 * Gives an element attributes and children; a name makes a new element. No markup is ever parsed, and no `style`
 * attribute is written, because a strict Content-Security-Policy forbids it.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = document.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value)
  node.append(...children)
  return node
}

/**
 * Adds a stylesheet that a strict Content-Security-Policy allows.
 *
 * @param nonce - For browsers without constructable stylesheets only.
 * @returns A function that removes it.
 */
export function addStyle(root: Document | ShadowRoot, css: string, nonce = ''): () => void {
  if (root.adoptedStyleSheets) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = root.adoptedStyleSheets.concat(sheet)
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }
  const style = element('style', { nonce }, css)
  const place = 'head' in root ? root.head : root
  place.append(style)
  return () => style.remove()
}
