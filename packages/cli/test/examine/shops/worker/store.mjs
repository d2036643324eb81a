// Store for @cedi/client/settle: one file per version of a tracked order, with the deliveries of that version.

/** @typedef {import('@cedi/client/settle').TrackedOrder} TrackedOrder */
/** @typedef {{ tracked: TrackedOrder, delivered: string[] }} Version */

/** @param {ReturnType<typeof import('../files.mjs').createFiles>} files */
export function createStore(files) {
  const toPrefix = (/** @type {string} */ order) => `tracked.${encodeURIComponent(order)}.`
  /** Returns the newest version by order. @param {string} prefix */
  const readNewest = (prefix) => {
    /** @type {Map<string, number>} */
    const newest = new Map()
    for (const name of files.list(prefix)) {
      const [order = '', version = 0] = [name.slice(0, name.lastIndexOf('.')), Number(name.split('.').at(-1))]
      newest.set(order, Math.max(version, newest.get(order) ?? 0))
    }
    return [...newest].map(([order, version]) => /** @type {Version} */ (files.read(`${order}.${version}`)).tracked)
  }

  return {
    /** @param {import('@cedi/client/settle').TrackedOrderQuery} query */
    async find(query) {
      if ('order' in query) return readNewest(toPrefix(query.order))
      const due = readNewest('tracked.').filter(({ dueMs }) => dueMs !== null && dueMs <= query.dueMs)
      return due.sort((one, other) => Number(one.dueMs) - Number(other.dueMs)).slice(0, query.limit)
    },
    /** @param {TrackedOrder} tracked @param {(tx: { deliver(ref: string): void }) => unknown} [effect] */
    async save(tracked, effect) {
      const version = readNewest(toPrefix(tracked.order))[0]?.version ?? 0
      if (version !== tracked.version - 1) return false
      /** @type {string[]} */
      const delivered = []
      await effect?.({ deliver: (ref) => void delivered.push(ref) })
      return files.createOnce(`${toPrefix(tracked.order)}${tracked.version}`, { tracked, delivered })
    },
    /** @param {string} order */
    countDeliveries: (order) =>
      files.list(toPrefix(order)).flatMap((name) => /** @type {Version} */ (files.read(name)).delivered).length,
  }
}
