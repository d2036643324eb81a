/** Attributes of the block. */
export interface ButtonAttributes extends Record<string, unknown> {
  readonly handle: string
  /** Slug of the product. */
  readonly product: string
  readonly productId: string
  /** ID of a WooCommerce product, sold instead of a product of the service; 0 for none. */
  readonly shopProduct: number
  readonly label: string
  readonly showPrice: boolean
  readonly variation: 'button' | 'card'
  readonly mode: 'overlay' | 'tab' | 'redirect'
  /** Layout of the block. */
  readonly layout?: { readonly type: 'flex'; readonly justifyContent?: string | undefined }
  readonly style?: { readonly spacing?: { readonly margin?: unknown } }
}

/** Returns the attributes of the preview, without the margin that the editor already adds. */
export function toPreviewAttributes(attributes: ButtonAttributes): ButtonAttributes {
  const { style } = attributes
  if (!style?.spacing?.margin) return attributes
  const { margin: _margin, ...spacing } = style.spacing
  return { ...attributes, style: { ...style, spacing } }
}
