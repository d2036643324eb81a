/** Makes an element by writing properties: no markup is ever parsed. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children)
  return node
}

/**
 * Adds a stylesheet that a strict Content-Security-Policy allows.
 *
 * @param nonce - For browsers without constructable stylesheets only.
 * @returns A function that takes it away again.
 */
export function addStyle(root: Document | ShadowRoot, css: string, nonce?: string): () => void {
  if (root.adoptedStyleSheets) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
    return () => {
      root.adoptedStyleSheets = root.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }
  const style = element('style', { textContent: css, nonce: nonce ?? '' })
  ;((root as Document).head ?? root).append(style)
  return () => style.remove()
}

/** Does something when the browser has nothing better to do. Safari has no requestIdleCallback. */
export const whenIdle = (act: () => void): void => {
  ;(window.requestIdleCallback ?? setTimeout)(act)
}
