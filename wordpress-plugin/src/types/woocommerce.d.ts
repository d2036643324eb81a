// Types of the WooCommerce Blocks globals that the scripts use. They are not on npm.
declare module '@woocommerce/settings' {
  export function getSetting<Data>(name: string, defaultValue: Data): Data
}

declare module '@woocommerce/blocks-registry' {
  import type { ReactElement } from 'react'

  /** Checkout data passed to the payment method. */
  export interface PaymentMethodProps {
    readonly billing: { readonly billingAddress: { readonly phone?: string; readonly email?: string } }
    readonly emitResponse: {
      readonly responseTypes: { readonly SUCCESS: string; readonly FAIL: string; readonly ERROR: string }
      readonly noticeContexts: { readonly PAYMENTS: string }
    }
    readonly eventRegistration: {
      onPaymentSetup(handler: () => unknown): () => void
      onCheckoutSuccess(handler: (response: CheckoutResponse) => unknown): () => void
    }
    readonly components: { readonly PaymentMethodLabel: (props: { text: string }) => ReactElement }
  }

  /** Response to "Place order". */
  export interface CheckoutResponse {
    readonly redirectUrl: string
    readonly processingResponse: { readonly paymentDetails: Readonly<Record<string, string>> }
  }

  export function registerPaymentMethod(method: {
    name: string
    label: ReactElement
    ariaLabel: string
    content: ReactElement
    edit: ReactElement
    canMakePayment: () => boolean
    supports: { features: readonly string[] }
  }): void
}
