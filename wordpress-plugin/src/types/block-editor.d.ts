// @wordpress/block-editor comes without types: the four names that the buy button uses.
declare module '@wordpress/block-editor' {
  import type { ComponentType, HTMLAttributes, ReactNode } from 'react'

  export function useBlockProps(props?: HTMLAttributes<HTMLElement>): HTMLAttributes<HTMLElement>
  export const InspectorControls: ComponentType<{ children: ReactNode; group?: 'settings' | 'styles' }>
}
