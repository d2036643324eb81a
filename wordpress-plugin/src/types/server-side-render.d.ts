// WordPress provides @wordpress/server-side-render at run time, so it is not installed: these are the props in use.
declare module '@wordpress/server-side-render' {
  import type { ComponentType } from 'react'

  const ServerSideRender: ComponentType<{
    block: string
    attributes: object
    LoadingResponsePlaceholder: ComponentType
    EmptyResponsePlaceholder: ComponentType
  }>
  export default ServerSideRender
}
