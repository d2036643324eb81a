// Browsers of the tests, and the flags of Chromium.
import { findPart } from './system-packages.mjs'

/** Flags of Chromium: the browser runs as root, and sends no background requests to the internet. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // The full browser isolates the frames of other sites by default, the headless shell does not.
  '--site-per-process',
]

/**
 * Returns the path of Chromium: its headless shell, or the full browser with `CEDI_CHROMIUM=full`.
 *
 * @throws Error with the command that installs it.
 */
export const findChromium = () => findPart('chromium')

/**
 * Returns the path of Firefox.
 *
 * @throws Error with the command that installs it.
 */
export const findFirefox = () => findPart('firefox')

/**
 * Returns the paths of WebKitGTK's driver, its browser, and a virtual display.
 *
 * @throws Error with the command that installs them.
 */
export const findWebkit = () => findPart('webkit')
