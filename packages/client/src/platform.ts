// Structural types, because consumers may compile without DOM or Node types.
interface PlatformGlobals {
  readonly location?: unknown
  readonly navigator?: { readonly product?: unknown }
  readonly process?: { readonly pid?: number }
}

/**
 * Returns whether the code runs in a browser or a React Native app, whose users can read its memory. Browsers have a
 * `location`, and the `process` that bundlers add has no `pid`. Test environments under Node have all of them.
 */
export function isUserDevice(): boolean {
  const { location, navigator, process } = globalThis as PlatformGlobals
  return (location !== undefined || navigator?.product === 'ReactNative') && process?.pid === undefined
}

/** Returns the origin of a URL of a description, and its host with the port. React Native lacks the members of `URL`. */
export function splitUrl(url: string): { readonly origin: string; readonly host: string } {
  const [origin = url, host = url] = /^\w+:\/\/([^/?#]*)/.exec(url) ?? []
  return { origin, host }
}
