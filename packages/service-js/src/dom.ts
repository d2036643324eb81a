/**
 * The document, without elements that shadow its properties, such as `<img name="body">`. Undefined on a server. Must not
 * be passed to the browser, which accepts the real document only.
 */
export const page: Document = (globalThis.document &&
  new Proxy(document, {
    get(target, name) {
      const value = Reflect.get(Document.prototype, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
    set: (target, name, value) => Reflect.set(Document.prototype, name, value, target),
  })) as Document

/**
 * Creates an element with attributes and children. Parses no markup and writes no `style` attribute, because a strict
 * Content-Security-Policy forbids both.
 */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = page.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) node.setAttribute(attribute, value)
  node.append(...children)
  return node
}

/**
 * Adds a stylesheet that a strict Content-Security-Policy allows.
 *
 * @param nonce - For browsers without constructable stylesheets.
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
  const parent = 'head' in root ? root.head : root
  parent.append(style)
  return () => style.remove()
}
