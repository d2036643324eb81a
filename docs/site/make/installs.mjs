// Shows install commands for npm, pnpm and yarn. The sources contain the npm command only.

/** Converts an npm command to pnpm and yarn; undefined if not possible. */
const converters = {
  pnpm: (line) =>
    line
      .replace(/^npm install (?:--save-dev|-D) /, 'pnpm add -D ')
      .replace(/^npm install /, 'pnpm add ')
      .replace(/^npx /, 'pnpm exec '),
  yarn: (line) =>
    line
      .replace(/^npm install (?:--save-dev|-D) /, 'yarn add --dev ')
      .replace(/^npm install /, 'yarn add ')
      .replace(/^npx /, 'yarn run '),
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
