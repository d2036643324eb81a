// Instead of hono/jsx: the server and the browser fill the same templates, so what both show is written once, and the
// script brings no library along. Everything that only a server writes is JSX.

/**
 * A piece of a view, before it is known what it is about. `{name}` in a text is a value, and an attribute that is
 * `{name}` and nothing else is one too; `if` and `unless` name the value that a piece stands or falls with. A template
 * is data: what a page sends along is all that it needs to show each state, in the one language of its buyer.
 */
export type Template =
  | string
  | readonly [tag: string, attributes: Readonly<Record<string, string>>, ...children: Template[]]

/** What is put into a template; what is absent or empty is not shown. */
export type Values = Readonly<Record<string, string | boolean | null | undefined>>

/** Makes an element: a server does it as a tree, a browser as a node. */
export type Make<Made> = (
  tag: string,
  attributes: Readonly<Record<string, string>>,
  children: (Made | string)[],
) => Made

/** Puts values into a template. A value is text wherever it comes to stand, and keeps its own direction. */
export function fill<Made>(template: Template, values: Values, make: Make<Made>): (Made | string)[] {
  if (typeof template === 'string')
    return template
      .split(/\{(\w+)\}/)
      .map((part, at) => (at % 2 ? make('bdi', {}, [String(values[part] || '')]) : part))
      .filter((part) => part !== '')
  const [tag, { if: wanted, unless, ...attributes }, ...children] = template
  if ((wanted && !values[wanted]) || (unless && values[unless])) return []
  const known: Record<string, string> = {}
  for (const [name, text] of Object.entries(attributes)) {
    const value = text[0] === '{' ? values[text.slice(1, -1)] : text
    if (value || !text) known[name] = String(value)
  }
  return [
    make(
      tag,
      known,
      children.flatMap((child) => fill(child, values, make)),
    ),
  ]
}
