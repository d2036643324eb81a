// Shows install commands for npm, pnpm and yarn. The sources contain the npm command only.

/** Converts an npm command to pnpm and yarn; undefined if not possible. */
const says = {
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
const isForAll = (code) =>
  /^npm install (?!\.)/m.test(code) && !/^npm (?!install )|^npm install \.|^git |^cd |--workspace| -w /m.test(code)

/** Returns Markdown with such blocks as groups. */
export const withInstallGroups = (text) =>
  text.replaceAll(/^( *)```(?:sh|bash)\n([\s\S]*?)^ *```$/gm, (whole, indent, code) => {
    const lines = code.split('\n').map((line) => line.replace(indent, ''))
    if (!isForAll(lines.join('\n'))) return whole
    const block = (name, change) =>
      [`\`\`\`sh [${name}]`, ...lines.slice(0, -1).map(change), '```'].map((line) => indent + line).join('\n')
    return [
      `${indent}::: code-group`,
      block('npm', (line) => line),
      block('pnpm', says.pnpm),
      block('yarn', says.yarn),
      `${indent}:::`,
    ].join('\n\n')
  })
