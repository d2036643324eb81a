// Shows install commands for npm, pnpm and yarn. The sources contain the npm command only.

/** Programs of packages. The sources contain the package, because outside a project npx would install a stranger's `cedi-sandbox`. */
const programs = { sandbox: 'cedi-sandbox', cli: 'cedi' }

/** Converts a line with npx to a command that runs installed programs only. */
const runInstalled = (line, command) =>
  line.replace(/^npx (?:@cedi\/([\w-]+))?/, (_, name) => `${command} ${programs[name] ?? ''}`)

/** Converts an npm command to pnpm and yarn; undefined if not possible. */
const converters = {
  pnpm: (line) =>
    runInstalled(line, 'pnpm exec')
      .replace(/^npm install (?:--save-dev|-D) /, 'pnpm add -D ')
      .replace(/^npm install /, 'pnpm add '),
  yarn: (line) =>
    runInstalled(line, 'yarn run')
      .replace(/^npm install (?:--save-dev|-D) /, 'yarn add --dev ')
      .replace(/^npm install /, 'yarn add '),
}

/** Whether a block installs from a registry: no file, no clone, no special npm command. */
const isRegistryInstall = (code) =>
  /^npm install (?!\.)/m.test(code) && !/^npm (?!install )|^npm install \.|^git |^cd |--workspace| -w /m.test(code)

/** Returns Markdown with such blocks as groups. */
export const withInstallGroups = (text) =>
  text.replaceAll(/^( *)```(?:sh|bash)\n([\s\S]*?)^ *```$/gm, (match, indent, code) => {
    const lines = code.split('\n').map((line) => line.replace(indent, ''))
    if (!isRegistryInstall(lines.join('\n'))) return match
    const block = (name, convert) =>
      [`\`\`\`sh [${name}]`, ...lines.slice(0, -1).map(convert), '```'].map((line) => indent + line).join('\n')
    return [
      `${indent}::: code-group`,
      block('npm', (line) => line),
      block('pnpm', converters.pnpm),
      block('yarn', converters.yarn),
      `${indent}:::`,
    ].join('\n\n')
  })
