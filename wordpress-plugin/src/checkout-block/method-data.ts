/** Return value of `Gateway_Blocks::get_payment_method_data()`. */
export interface MethodData {
  readonly title: string
  readonly description: string
  readonly supports: readonly string[]
  readonly testMode: boolean
  readonly logos: readonly { readonly id: string; readonly src: string; readonly alt: string }[]
  /** Networks of mobile money; empty for cards alone. */
  readonly networks: readonly { readonly id: string; readonly label: string }[]
  readonly flow: 'popup' | 'redirect'
}
