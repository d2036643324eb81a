/** Names of all parts. */
export const partNames: string[]
/** Returns where a part is. @throws Error with the command that installs it. */
export function findPart(name: 'chromium' | 'firefox' | 'postgres' | 'mariadb' | 'openssl'): string
export function findPart(name: 'webkit'): { driver: string; browser: string; display: string }
export function findPart(name: 'php'): { php: string; phpunit: string }
