/** Importable modules and their paths relative to `code/`. */
const modules: Readonly<Record<string, string>> = { playground: '../controls.js', '@cedi/client': '../lib/index.js' }

/** Replaces module names by paths. Keeps line numbers, and columns before an import. */
export const resolveImports = (code: string): string =>
  code.replace(
    /(\b(?:from|import)\s*(?:\(\s*)?)(['"])((?:@cedi\/client|playground)(?:\/(\w+))?)\2/g,
    (statement, start, quote, name, subpath) => {
      const path =
        subpath === undefined ? modules[name] : name.startsWith('@cedi/') ? `../lib/${subpath}.js` : undefined
      return path ? `${start}${quote}${path}${quote}` : statement
    },
  )
