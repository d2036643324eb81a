import { fill, type Template, type Values } from '../checkout/template.js'

/** What stands in an element; nothing is shown for what is absent. */
export type Child = Tree | string | false | null | undefined

/** An attribute: `true` stands without a value, what is absent does not stand at all. */
export type Attributes = Readonly<Record<string, string | boolean | undefined>>

/** A piece of a page as a value: a server writes it as text, a browser builds it. Text stays text in both. */
export interface Tree {
  readonly tag: string
  readonly attributes: Attributes
  readonly children: readonly Child[]
}

/** Makes a {@link Tree}. */
export const h = (tag: string, attributes: Attributes, ...children: Child[]): Tree => ({ tag, attributes, children })

/** A template with its values, as trees. */
export const treesOf = (template: Template, values: Values = {}): Child[] =>
  fill<Tree>(template, values, (tag, attributes, children) => h(tag, attributes, ...children))
