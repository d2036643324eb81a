import { type BlockConfiguration, registerBlockType } from '@wordpress/blocks'
import { __ } from '@wordpress/i18n'
import { payment, store } from '@wordpress/icons'
import metadata from './block.json'
import { Edit } from './edit'
import './editor.css'

/** Registers the editor functions. PHP has registered block.json with its translations. */
const settings: Partial<BlockConfiguration> = {
  icon: payment,
  edit: Edit as NonNullable<BlockConfiguration['edit']>,
  variations: [
    {
      name: 'button',
      title: __('Buy button', 'cedi-commerce'),
      icon: payment,
      attributes: { variation: 'button' },
      scope: ['transform'],
      isActive: ['variation'],
    },
    {
      name: 'card',
      title: __('Product card', 'cedi-commerce'),
      description: __('A product with its picture, its price and a buy button.', 'cedi-commerce'),
      icon: store,
      attributes: { variation: 'card', showPrice: true },
      scope: ['inserter', 'transform'],
      isActive: ['variation'],
    },
  ],
}

registerBlockType(metadata.name, settings as BlockConfiguration)
