import { BlockControls, InspectorControls, JustifyContentControl, useBlockProps } from '@wordpress/block-editor'
import type { BlockEditProps } from '@wordpress/blocks'
import {
  Disabled,
  PanelBody,
  Placeholder,
  RadioControl,
  Spinner,
  TextControl,
  ToggleControl,
} from '@wordpress/components'
import { __ } from '@wordpress/i18n'
import { payment } from '@wordpress/icons'
import ServerSideRender from '@wordpress/server-side-render'
import type { ReactElement } from 'react'
import { type ButtonAttributes, toPreviewAttributes } from './attributes'
import metadata from './block.json'
import { useProductSelection } from './use-product-selection'

/** Editor view of the buy button: the product picker, then a preview. */
export function Edit({ attributes, setAttributes }: BlockEditProps<ButtonAttributes>): ReactElement {
  const { label, showPrice, variation, mode, layout } = attributes
  const { hasProduct, source, sourceControl, picker, notice, state } = useProductSelection(attributes, setAttributes)
  const blockProps = useBlockProps()

  return (
    <div {...blockProps}>
      <BlockControls group="block">
        <JustifyContentControl
          allowedControls={['left', 'center', 'right']}
          value={layout?.justifyContent}
          onChange={(justifyContent) => setAttributes({ layout: { type: 'flex', justifyContent } })}
        />
      </BlockControls>
      <InspectorControls>
        <PanelBody title={__('Product', 'cedi-commerce')}>
          {sourceControl}
          {notice}
          {picker}
        </PanelBody>
        <PanelBody title={__('Button', 'cedi-commerce')}>
          <TextControl
            label={__('Label', 'cedi-commerce')}
            value={label}
            placeholder={__('Buy now', 'cedi-commerce')}
            maxLength={60}
            onChange={(text) => setAttributes({ label: text })}
            __next40pxDefaultSize
            __nextHasNoMarginBottom
          />
          <ToggleControl
            label={__('Show the price', 'cedi-commerce')}
            help={
              source === 'shop'
                ? __('Same price as in the shop.', 'cedi-commerce')
                : __('Same price as in the merchant portal.', 'cedi-commerce')
            }
            checked={showPrice}
            onChange={(isOn) => setAttributes({ showPrice: isOn })}
            __nextHasNoMarginBottom
          />
          {source === 'service' && (
            <RadioControl
              label={__('The checkout opens', 'cedi-commerce')}
              selected={mode}
              options={[
                { value: 'overlay', label: __('over this page', 'cedi-commerce') },
                { value: 'tab', label: __('in a new tab', 'cedi-commerce') },
                { value: 'redirect', label: __('instead of this page', 'cedi-commerce') },
              ]}
              onChange={(value) => setAttributes({ mode: value as ButtonAttributes['mode'] })}
            />
          )}
        </PanelBody>
      </InspectorControls>
      {hasProduct ? (
        <>
          {/* Buyers do not see this: it is here because a closed sidebar would hide it. */}
          {notice}
          <Disabled>
            <ServerSideRender
              // Reload the preview of a card when the list is loaded, because the site then has more product data.
              key={variation === 'card' ? state : ''}
              block={metadata.name}
              attributes={toPreviewAttributes(attributes)}
              LoadingResponsePlaceholder={() => <Spinner />}
              EmptyResponsePlaceholder={() => (
                <p>{__('There is nothing to show: this product cannot be sold by a button.', 'cedi-commerce')}</p>
              )}
            />
          </Disabled>
        </>
      ) : (
        <Placeholder
          icon={payment}
          label={variation === 'card' ? __('Product card', 'cedi-commerce') : __('Buy button', 'cedi-commerce')}
          instructions={
            notice
              ? ''
              : __(
                  'Choose what to sell. Buyers pay by mobile money or card, without leaving the page.',
                  'cedi-commerce',
                )
          }
        >
          {sourceControl}
          {notice ?? picker}
        </Placeholder>
      )}
    </div>
  )
}
