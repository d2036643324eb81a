/** A number from the environment. The package knows no platform, so its tests have no types of one. */
export function setting(name: string, otherwise: number): number {
  const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process
  return Number(env[name] ?? otherwise)
}
