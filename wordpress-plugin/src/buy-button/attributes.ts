/** What the block stores in the post. */
export interface ButtonAttributes extends Record<string, unknown> {
  readonly handle: string
  /** The slug, as in the address of the product page. */
  readonly product: string
  readonly productId: string
  /** The number of a WooCommerce product, which is sold instead of one of the service; 0 for none. */
  readonly shopProduct: number
  readonly label: string
  readonly showPrice: boolean
  readonly variation: 'button' | 'card'
  readonly mode: 'overlay' | 'tab' | 'redirect'
  /** How WordPress lays the block out. */
  readonly layout?: { readonly type: 'flex'; readonly justifyContent?: string | undefined }
  readonly style?: { readonly spacing?: { readonly margin?: unknown } }
}

/** The preview's attributes. Without the margin, which the editor already adds. */
export function previewOf(attributes: ButtonAttributes): ButtonAttributes {
  const { style } = attributes
  if (!style?.spacing?.margin) return attributes
  const { margin: _margin, ...spacing } = style.spacing
  return { ...attributes, style: { ...style, spacing } }
}
