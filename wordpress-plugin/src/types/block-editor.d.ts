// @wordpress/block-editor has no types. These are the exports that the buy button uses.
declare module '@wordpress/block-editor' {
  import type { ComponentType, HTMLAttributes, ReactNode } from 'react'

  export function useBlockProps(props?: HTMLAttributes<HTMLElement>): HTMLAttributes<HTMLElement>
  export const BlockControls: ComponentType<{ children: ReactNode; group?: 'block' }>
  export const JustifyContentControl: ComponentType<{
    allowedControls: readonly string[]
    value: string | undefined
    onChange(value: string | undefined): void
  }>
  export const InspectorControls: ComponentType<{ children: ReactNode; group?: 'settings' | 'styles' }>
}
