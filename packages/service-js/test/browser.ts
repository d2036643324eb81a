import { type Browser, chromium } from 'playwright-core'
import { chromiumArgs, findChromium } from '../../../scripts/browsers.mjs'

/** Starts the browser of the tests. */
export const launch = async (): Promise<Browser> =>
  chromium.launch({ executablePath: findChromium(), args: chromiumArgs })
