import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../command.js'
import type { Shop } from './shop.js'

const members: Readonly<Record<keyof Shop, (value: unknown) => boolean>> = {
  name: (value) => typeof value === 'string' && value !== '',
  order: (value) => typeof value === 'function',
  state: (value) => typeof value === 'function',
  return: (value) => value === undefined || typeof value === 'function',
  webhook: (value) => value === undefined || isPath(value),
  maxQuantity: (value) => value === undefined || (Number.isInteger(value) && Number(value) > 0),
  pages: (value) => value === undefined || (Array.isArray(value) && value.every(isPath)),
}
const isPath = (value: unknown): boolean => typeof value === 'string' && value.startsWith('/')

/**
 * Loads an adapter.
 *
 * @param shop - Path of a module, or `wordpress`.
 * @throws {@link UsageError} if the file cannot be loaded, or a member of the adapter is missing, unknown or invalid.
 */
export async function loadShop(
  shop: string,
  environment: Readonly<Record<string, string | undefined>> = {},
): Promise<Shop> {
  if (shop === 'wordpress') return (await import('./adapters/wordpress.js')).createWordPressShop(environment)
  const path = resolve(shop)
  const { default: adapter } = await import(pathToFileURL(path).href).catch((error: Error) => {
    throw new UsageError(
      `--shop cannot load ${path} (${error.message.split('\n')[0]}). Check the path and the imports of the file.`,
    )
  })
  checkAdapter(adapter, path)
  return adapter
}

function checkAdapter(shop: Readonly<Record<string, unknown>>, path: string): void {
  if (typeof shop !== 'object' || shop === null)
    throw new UsageError(`${path} has no default export. Export an object with name, order and state.`)
  const unknown = Object.keys(shop).find((name) => !Object.hasOwn(members, name))
  if (unknown)
    throw new UsageError(
      `${path} has the unknown member ${unknown}. Remove it, or use one of: ${Object.keys(members).join(', ')}.`,
    )
  for (const [name, accepts] of Object.entries(members))
    if (!accepts(shop[name]))
      throw new UsageError(`${name} in ${path} is missing or invalid. See the guide "Test your shop".`)
}
