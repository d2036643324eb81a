import type { CheckoutResponse, PaymentMethodProps } from '@woocommerce/blocks-registry'
import { useEffect, useState } from '@wordpress/element'
import { __ } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import { payInPopup } from '../service-script'
import type { MethodData } from './method-data'

// WooCommerce adds props when it renders these elements.
type ContentProps = Partial<PaymentMethodProps> & { readonly data: MethodData }

// Inline styles avoid a style sheet on the checkout. They use the colours of the theme.
const badgeStyle = {
  marginInlineStart: '.5em',
  padding: '0 .5em',
  fontSize: '.8em',
  borderRadius: 4,
  whiteSpace: 'nowrap',
  color: '#3d2e00',
  background: '#fff1c2',
} as const
const logosStyle = {
  display: 'flex',
  flex: 1,
  flexWrap: 'wrap',
  justifyContent: 'flex-end',
  gap: 4,
  height: 24,
  marginInlineStart: '.5em',
  overflow: 'hidden',
} as const
const fieldStyle = {
  display: 'block',
  width: '100%',
  minHeight: 50,
  padding: '0 12px',
  font: 'inherit',
  color: 'inherit',
  // Only the colour, because some themes draw the arrow of a select with a background image.
  backgroundColor: 'transparent',
  border: '1px solid',
  borderRadius: 4,
} as const

const labelStyle = { display: 'flex', flex: 1, alignItems: 'center', minWidth: 0 } as const
const titleStyle = { minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const

/** Values of the fields. WooCommerce unmounts them when the buyer selects another method. */
const entered: { phone?: string; network: string } = { network: '' }

/** Label of the payment method in one line, with a badge in test mode. Logos that do not fit are hidden. */
export function Label({ data, components }: ContentProps): ReactElement {
  const { PaymentMethodLabel } = (components ?? {}) as PaymentMethodProps['components']
  return (
    <span style={labelStyle}>
      <span style={titleStyle}>
        <PaymentMethodLabel text={data.title} />
      </span>
      {data.testMode && <mark style={badgeStyle}>{__('Test mode', 'cedi-commerce')}</mark>}
      <span style={logosStyle}>
        {data.logos.map(({ id, src, alt }) => (
          <img key={id} src={src} alt={alt} width="38" height="24" />
        ))}
      </span>
    </span>
  )
}

/** Fields of the selected payment method. */
export function Fields({ data, billing, eventRegistration, emitResponse }: ContentProps): ReactElement {
  const { onPaymentSetup, onCheckoutSuccess } = eventRegistration as PaymentMethodProps['eventRegistration']
  const { responseTypes, noticeContexts } = emitResponse as PaymentMethodProps['emitResponse']
  const [enteredPhone, setPhone] = useState(entered.phone)
  const [network, setNetwork] = useState(entered.network)
  const usesPhone = data.networks.length > 0
  const phone = enteredPhone ?? billing?.billingAddress?.phone ?? ''

  useEffect(
    () =>
      onPaymentSetup(() => ({
        type: responseTypes.SUCCESS,
        meta: { paymentMethodData: usesPhone ? { cedi_commerce_phone: phone, cedi_commerce_network: network } : {} },
      })),
    [onPaymentSetup, responseTypes, usesPhone, phone, network],
  )
  useEffect(
    () =>
      onCheckoutSuccess(async ({ processingResponse }: CheckoutResponse) => {
        const { cedi_token, cedi_script, cedi_return } = processingResponse.paymentDetails
        if (!cedi_token || !cedi_script) return true
        try {
          if (await payInPopup(cedi_script, cedi_token, usesPhone ? phone : '', usesPhone ? network : ''))
            return { type: responseTypes.SUCCESS, redirectUrl: cedi_return }
        } catch {
          // Without a popup, WooCommerce redirects to the hosted checkout.
          return true
        }
        return {
          type: responseTypes.ERROR,
          message: __('The payment was not finished. Your order is kept: place it again to pay.', 'cedi-commerce'),
          messageContext: noticeContexts.PAYMENTS,
          retry: true,
        }
      }),
    [onCheckoutSuccess, responseTypes, noticeContexts, usesPhone, phone, network],
  )

  // The hosted checkout has its own phone field, and cards need none.
  if (data.flow === 'redirect' || !usesPhone) return <p>{data.description}</p>
  return (
    <>
      <p style={{ marginTop: 0 }}>{data.description}</p>
      <div className="wc-block-components-text-input is-active">
        <input
          id="cedi-commerce-phone"
          type="tel"
          autoComplete="tel"
          value={phone}
          onChange={({ target }) => {
            entered.phone = target.value
            setPhone(target.value)
          }}
        />
        {/* WooCommerce up to 8.9 has the labels of fields too pale to be read. */}
        <label htmlFor="cedi-commerce-phone" style={{ maxWidth: '130%', color: 'inherit' }}>
          {__('Mobile money number (optional)', 'cedi-commerce')}
        </label>
      </div>
      <p style={{ marginTop: '1em' }}>
        <label htmlFor="cedi-commerce-network" style={{ display: 'block', marginBottom: '.25em' }}>
          {__('Network', 'cedi-commerce')}
        </label>
        <select
          id="cedi-commerce-network"
          style={fieldStyle}
          value={network}
          onChange={({ target }) => {
            entered.network = target.value
            setNetwork(target.value)
          }}
        >
          <option value="">{__('Choose while paying', 'cedi-commerce')}</option>
          {data.networks.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
      </p>
    </>
  )
}
