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

interface MethodFieldsProps {
  readonly label: string
  readonly help: string
  readonly isEnabled: boolean
  readonly title: string
  readonly defaultTitle: string
  readonly description: string
  readonly onChange: (change: { isEnabled?: boolean; title?: string; description?: string }) => void
}

/** Switch and texts of one payment method. */
function MethodFields(props: MethodFieldsProps): ReactElement {
  const { label, help, isEnabled, title, defaultTitle, description, onChange } = props
  return (
    <>
      <ToggleControl
        label={label}
        help={help}
        checked={isEnabled}
        onChange={(value) => onChange({ isEnabled: value })}
        __nextHasNoMarginBottom
      />
      <TextControl
        label={__('Title', 'cedi-commerce')}
        value={title}
        placeholder={defaultTitle}
        onChange={(value) => onChange({ title: value })}
        __next40pxDefaultSize
        __nextHasNoMarginBottom
      />
      <TextareaControl
        label={__('Description', 'cedi-commerce')}
        value={description}
        rows={3}
        onChange={(value) => onChange({ description: value })}
        __nextHasNoMarginBottom
      />
    </>
  )
}

/** Settings of the payment methods in WooCommerce. */
export function GatewayCard({ state }: { readonly state: SettingsState }): ReactElement | null {
  const { saved, draft, change } = state
  if (!saved || !draft) return null
  const { gateway } = draft
  const isSeparate = gateway.methods === 'separate'
  const set = (part: Partial<GatewaySettings>): void => change({ gateway: { ...gateway, ...part } })
  const toHelp = (isEnabled: boolean): string =>
    isEnabled && saved.key.state !== 'ok'
      ? __('The checkout offers it as soon as there is a key.', 'cedi-commerce')
      : ''
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
            <RadioControl
              label={__('At the checkout, mobile money and cards are', 'cedi-commerce')}
              selected={gateway.methods}
              options={[
                { value: 'together', label: __('one payment method', 'cedi-commerce') },
                { value: 'separate', label: __('two payment methods', 'cedi-commerce') },
              ]}
              onChange={(methods) =>
                set({ methods: methods as GatewaySettings['methods'], card_enabled: methods === 'separate' })
              }
            />
            <MethodFields
              label={
                isSeparate
                  ? __('Offer mobile money at the checkout', 'cedi-commerce')
                  : __('Offer mobile money and cards at the checkout', 'cedi-commerce')
              }
              help={toHelp(gateway.enabled)}
              isEnabled={gateway.enabled}
              title={gateway.title}
              defaultTitle={
                isSeparate ? __('Mobile money', 'cedi-commerce') : __('Mobile money or card', 'cedi-commerce')
              }
              description={gateway.description}
              onChange={({ isEnabled: enabled = gateway.enabled, ...texts }) => set({ enabled, ...texts })}
            />
            {isSeparate && (
              <MethodFields
                label={__('Offer cards at the checkout', 'cedi-commerce')}
                help={toHelp(gateway.card_enabled)}
                isEnabled={gateway.card_enabled}
                title={gateway.card_title}
                defaultTitle={__('Card', 'cedi-commerce')}
                description={gateway.card_description}
                onChange={({
                  isEnabled: card_enabled = gateway.card_enabled,
                  title: card_title = gateway.card_title,
                  description: card_description = gateway.card_description,
                }) => set({ card_enabled, card_title, card_description })}
              />
            )}
            {isSeparate && (
              <p>{__('WooCommerce > Settings > Payments decides their order at the checkout.', 'cedi-commerce')}</p>
            )}
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
            <ToggleControl
              label={__('Complete paid orders that contain only virtual products', 'cedi-commerce')}
              help={__('Otherwise they wait in processing until you complete them.', 'cedi-commerce')}
              checked={gateway.complete_virtual}
              onChange={(complete_virtual) => set({ complete_virtual })}
              __nextHasNoMarginBottom
            />
          </>
        )}
      </CardBody>
    </Card>
  )
}
