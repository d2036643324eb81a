// Browsers of the tests, and the flags of Chromium.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findPart, missingParts } from './system-packages.mjs'

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

/**
 * Finds a Chromium without installing one: that of the machine, or on Linux x64 the one of @sparticuz/chromium.
 *
 * @returns {Promise<Record<string, string> | undefined>} Environment variables for `findChromium` in child processes.
 */
export async function chromiumEnvironment() {
  if (missingParts(['chromium']).length === 0) return { CHROMIUM_PATH: findChromium() }
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  // The package unpacks to a fixed name in TMPDIR, and its own libraries only if it seems to run on AWS Lambda.
  const folder = resolve(import.meta.dirname, '../.cache/chromium')
  mkdirSync(folder, { recursive: true })
  const { TMPDIR } = process.env
  Object.assign(process.env, { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  const { default: chromium } = await import('@sparticuz/chromium')
  const path = await chromium.executablePath()
  // The settings of the package name the fonts in /tmp. Without a font, text has no size and cannot be clicked.
  const fonts = join(folder, 'fonts')
  writeFileSync(
    join(fonts, 'fonts.conf'),
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">\n<fontconfig><dir>${fonts}</dir><cachedir>${folder}/font-cache</cachedir></fontconfig>\n`,
  )
  const { LD_LIBRARY_PATH = '' } = process.env
  if (TMPDIR === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = TMPDIR
  return { CHROMIUM_PATH: path, LD_LIBRARY_PATH, FONTCONFIG_PATH: fonts }
}
