import { InspectorControls, useBlockProps } from '@wordpress/block-editor'
import type { BlockEditProps } from '@wordpress/blocks'
import { Disabled, PanelBody, Spinner, TextControl, ToggleControl } from '@wordpress/components'
import { __ } from '@wordpress/i18n'
import ServerSideRender from '@wordpress/server-side-render'
import type { ReactElement } from 'react'
import metadata from './block.json'

interface FormAttributes extends Record<string, unknown> {
  readonly amounts: string
  readonly min: string
  readonly max: string
  readonly purpose: string
  readonly label: string
  readonly name: boolean
}

/** Editor view of the payment form: settings in the sidebar and a preview. */
export function Edit({ attributes, setAttributes }: BlockEditProps<FormAttributes>): ReactElement {
  const { amounts, min, max, purpose, label, name } = attributes
  const fields = [
    {
      label: __('Suggested amounts in GH₵', 'cedi-commerce'),
      help: __('Separated by commas, such as 20, 50, 100. Buyers may always enter another amount.', 'cedi-commerce'),
      value: amounts,
      set: (text: string) => setAttributes({ amounts: text }),
    },
    {
      label: __('Smallest amount', 'cedi-commerce'),
      value: min,
      set: (text: string) => setAttributes({ min: text }),
    },
    {
      label: __('Largest amount', 'cedi-commerce'),
      value: max,
      set: (text: string) => setAttributes({ max: text }),
    },
    {
      label: __('Purpose', 'cedi-commerce'),
      help: __('Without a purpose, buyers may enter one.', 'cedi-commerce'),
      value: purpose,
      set: (text: string) => setAttributes({ purpose: text }),
    },
    {
      label: __('Label', 'cedi-commerce'),
      value: label,
      set: (text: string) => setAttributes({ label: text }),
    },
  ]
  return (
    <div {...useBlockProps()}>
      <InspectorControls>
        <PanelBody title={__('Payment', 'cedi-commerce')}>
          {fields.map((field) => (
            <TextControl
              key={field.label}
              label={field.label}
              help={field.help ?? ''}
              value={field.value}
              maxLength={100}
              onChange={field.set}
              __next40pxDefaultSize
              __nextHasNoMarginBottom
            />
          ))}
          <ToggleControl
            label={__('Ask for the name', 'cedi-commerce')}
            checked={name}
            onChange={(isOn) => setAttributes({ name: isOn })}
            __nextHasNoMarginBottom
          />
        </PanelBody>
      </InspectorControls>
      <Disabled>
        <ServerSideRender
          block={metadata.name}
          attributes={attributes}
          LoadingResponsePlaceholder={() => <Spinner />}
          EmptyResponsePlaceholder={() => <p>{__('There is nothing to show.', 'cedi-commerce')}</p>}
        />
      </Disabled>
    </div>
  )
}
