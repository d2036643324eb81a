/** The path of a Chromium. @throws Error with the ways out when there is none. */
export function findChromium(): Promise<string>
/** The path of a Firefox. @throws Error with the ways out when there is none. */
export function findFirefox(): string
/** The driver of WebKitGTK, its browser, and a display for it. @throws Error with the ways out when there is none. */
export function findWebkit(): { driver: string; browser: string; display: string }
/** How Chromium is started: as root too, asking nobody outside, and with nothing that no test looks at. */
export const chromiumArgs: string[]
