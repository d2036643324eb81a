import { type BlockConfiguration, registerBlockType } from '@wordpress/blocks'
import { payment } from '@wordpress/icons'
import metadata from './block.json'
import { Edit } from './edit'

/** Registers the editor functions. PHP has registered block.json with its translations. */
registerBlockType(metadata.name, {
  icon: payment,
  edit: Edit as NonNullable<BlockConfiguration['edit']>,
} as Partial<BlockConfiguration> as BlockConfiguration)
