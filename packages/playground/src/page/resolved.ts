/** What code may import, and its address relative to `code/`. */
const modules: Readonly<Record<string, string>> = { playground: '../desk.js', '@cedi/client': '../lib/index.js' }

/** The code with resolved imports. Lines and columns before an import stay the same. */
export const resolved = (code: string): string =>
  code.replace(
    /(\b(?:from|import)\s*\(?\s*)(['"])((?:@cedi\/client|playground)(?:\/(\w+))?)\2/g,
    (all, start, mark, name, part) => {
      const address = part === undefined ? modules[name] : name.startsWith('@cedi/') ? `../lib/${part}.js` : undefined
      return address ? `${start}${mark}${address}${mark}` : all
    },
  )
