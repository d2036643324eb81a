// Templates that the server and the browser both render, so that shared views are written once and the script needs no
// library. Views that only the server renders are JSX.

/**
 * Part of a view without its values. `{name}` in a text is a value, and so is an attribute that is exactly `{name}`. `if`
 * and `unless` name the value that shows or hides the part. A template is data, so that a page can include the views of
 * all states in one language.
 */
export type Template =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: Template[]]

/** Values of a template. Absent and empty values are not rendered. */
export type Values = Readonly<Record<string, string | boolean | null | undefined>>

/** Collects the names of the values that a template uses. */
export function valueNames(template: Template, names: Set<string> = new Set()): Set<string> {
  const addFrom = (text: string): void => {
    for (const [, name] of text.matchAll(/\{(\w+)\}/g)) names.add(name as string)
  }
  if (typeof template === 'string') {
    addFrom(template)
    return names
  }
  const [, { if: shownIf, unless, ...attributes }, ...children] = template
  if (shownIf) names.add(shownIf)
  if (unless) names.add(unless)
  for (const text of Object.values(attributes)) addFrom(text)
  for (const child of children) valueNames(child, names)
  return names
}

/** Creates an element: a tree on a server, a node in a browser. */
export type CreateElement<RenderedNode> = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: (RenderedNode | string)[],
) => RenderedNode

/** Renders a template. A value is always text, and keeps its own direction. */
export function fill<RenderedNode>(
  template: Template,
  values: Values,
  make: CreateElement<RenderedNode>,
): (RenderedNode | string)[] {
  if (typeof template === 'string')
    return template
      .split(/\{(\w+)\}/)
      .map((part, index) => (index % 2 ? make('bdi', {}, [String(values[part] || '')]) : part))
      .filter((part) => part !== '')
  const [tag, { if: condition, unless, ...attributes }, ...children] = template
  if ((condition && !values[condition]) || (unless && values[unless])) return []
  const attributesByName: Record<string, string> = {}
  for (const [name, text] of Object.entries(attributes)) {
    const value = text[0] === '{' ? values[text.slice(1, -1)] : text
    if (value || !text) attributesByName[name] = String(value)
  }
  return [
    make(
      tag,
      attributesByName,
      children.flatMap((child) => fill(child, values, make)),
    ),
  ]
}
