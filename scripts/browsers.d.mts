/** Returns the path of Chromium. @throws Error with the command that installs it. */
export function findChromium(): string
/** Returns the path of Firefox. @throws Error with the command that installs it. */
export function findFirefox(): string
/** Returns the paths of WebKitGTK's driver, its browser, and a virtual display. @throws Error if one is missing. */
export function findWebkit(): { driver: string; browser: string; display: string }
/** Flags of Chromium: the browser runs as root, and sends no background requests to the internet. */
export const chromiumArgs: string[]
/** Returns environment variables for `findChromium` in child processes, or undefined without a browser. */
export function chromiumEnvironment(): Promise<Record<string, string> | undefined>
