import {
  Card,
  CardBody,
  CardHeader,
  Notice,
  RadioControl,
  TextareaControl,
  TextControl,
  ToggleControl,
} from '@wordpress/components'
import { __, sprintf } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import type { GatewaySettings } from '../api'
import type { SettingsState } from './use-settings'

/** Settings of the payment method in WooCommerce. */
export function GatewayCard({ state }: { readonly state: SettingsState }): ReactElement | null {
  const { saved, draft, change } = state
  if (!saved || !draft) return null
  const { gateway } = draft
  const set = (part: Partial<GatewaySettings>): void => change({ gateway: { ...gateway, ...part } })
  return (
    <Card>
      <CardHeader>
        <h2>{__('Payments in WooCommerce', 'cedi-commerce')}</h2>
      </CardHeader>
      <CardBody>
        {!saved.woocommerce && (
          <p>{__('WooCommerce is not active on this site. The buy button works without it.', 'cedi-commerce')}</p>
        )}
        {saved.woocommerce && !saved.currency_ok && (
          <Notice status="warning" isDismissible={false}>
            {sprintf(
              // translators: %s: code of a currency, such as USD.
              __(
                'Your shop sells in %s. The service collects Ghana cedis only, so the checkout does not offer it. Set the currency to GHS under WooCommerce > Settings > General.',
                'cedi-commerce',
              ),
              saved.currency,
            )}
          </Notice>
        )}
        {saved.woocommerce && (
          <>
            <ToggleControl
              label={__('Offer mobile money and cards at the checkout', 'cedi-commerce')}
              help={
                gateway.enabled && saved.key.state !== 'ok'
                  ? __('The checkout offers it as soon as there is a key.', 'cedi-commerce')
                  : ''
              }
              checked={gateway.enabled}
              onChange={(enabled) => set({ enabled })}
              __nextHasNoMarginBottom
            />
            <TextControl
              label={__('Title', 'cedi-commerce')}
              value={gateway.title}
              placeholder={__('Mobile money or card', 'cedi-commerce')}
              onChange={(title) => set({ title })}
              __next40pxDefaultSize
              __nextHasNoMarginBottom
            />
            <TextareaControl
              label={__('Description', 'cedi-commerce')}
              value={gateway.description}
              rows={3}
              onChange={(description) => set({ description })}
              __nextHasNoMarginBottom
            />
            <RadioControl
              label={__('The buyer pays', 'cedi-commerce')}
              selected={gateway.flow}
              options={[
                { value: 'popup', label: __('over the shop’s page', 'cedi-commerce') },
                { value: 'redirect', label: __('on a page of the service, and comes back', 'cedi-commerce') },
              ]}
              onChange={(flow) => set({ flow: flow as GatewaySettings['flow'] })}
            />
            <ToggleControl
              label={__(
                'A button on product pages and in the cart that leads straight to the checkout',
                'cedi-commerce',
              )}
              checked={gateway.express}
              onChange={(express) => set({ express })}
              __nextHasNoMarginBottom
            />
          </>
        )}
      </CardBody>
    </Card>
  )
}
