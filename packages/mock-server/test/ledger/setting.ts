// The package knows no platform, so its tests have no types of one.
const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process

/** A number from the environment. */
export function setting(name: string, defaultValue: number): number {
  return Number(env[name] ?? defaultValue)
}

/** A text that the environment must have. */
export function textSetting(name: string): string {
  const value = env[name]
  if (value === undefined) throw new Error(`${name} is not set.`)
  return value
}
