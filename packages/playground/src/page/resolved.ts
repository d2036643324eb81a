/** What code may import, and where it stands from `code/` on. */
const modules: Readonly<Record<string, string>> = { playground: '../desk.js', '@cedi/client': '../lib/index.js' }

/** The code with the addresses of what it imports. Lines and columns before an import stay where they are. */
export const resolved = (code: string): string =>
  code.replace(
    /(\b(?:from|import)\s*\(?\s*)(['"])((?:@cedi\/client|playground)(?:\/(\w+))?)\2/g,
    (all, start, mark, name, part) => {
      const address = part === undefined ? modules[name] : name.startsWith('@cedi/') ? `../lib/${part}.js` : undefined
      return address ? `${start}${mark}${address}${mark}` : all
    },
  )
