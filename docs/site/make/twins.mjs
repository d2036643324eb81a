// Files for assistants: every page as Markdown beside its HTML, a list of all pages (llms.txt, https://llmstxt.org),
// and the guides in one file (llms-full.txt).
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Removes elements that only the site supports: tabs, forms, plots. */
export const toPlainMarkdown = (text) =>
  text
    .replace(/^---\n[\s\S]*?\n---\n+/, '')
    .replaceAll(/^ *::: code-group\n|^ *:::\n?/gm, '')
    .replaceAll(
      /^( *)```(\w+) \[(npm|pnpm|yarn|TypeScript|curl|PHP)\]\n([\s\S]*?)^ *```$/gm,
      (_, indent, language, name, code) =>
        // Keeps npm of the package managers, and all three languages.
        /npm|yarn/.test(name)
          ? name === 'npm'
            ? `${indent}\`\`\`${language}\n${code}${indent}\`\`\``
            : ''
          : `${name}:\n\n\`\`\`${language}\n${code}\`\`\``,
    )
    .replaceAll(/^## Try it\n+<form[\s\S]*?<\/form>\n*/gm, '')
    .replaceAll(/<script setup>[\s\S]*?<\/script>\n*|<ButtonBuilder \/>\n*/g, '')
    .replaceAll(/<\/?(?:ul|li)[^>]*>\n*|<!-- playground -->\n*/g, '')
    .replaceAll(/<svg class="plot"[\s\S]*?<\/svg>\n*/g, '')
    .replaceAll(/\{target="_self"\}|^(#+ .*?) \{#[^}]*\}$/gm, '$1')
    .replaceAll(/<div class="play">.*<\/div>\n*/g, '')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .concat('\n')

/**
 * @param out - Output folder of the site.
 * @param pages - Text, title and description by path, in the order of the site.
 * @param base - URL of the site, or its base path.
 */
export function writeMarkdownFiles({ out, pages, sections, base }) {
  for (const [page, { text, title }] of pages) {
    mkdirSync(dirname(join(out, page)), { recursive: true })
    const body = toPlainMarkdown(text)
    writeFileSync(join(out, page), body.startsWith('# ') ? body : `# ${title}\n\n${body}`)
  }
  const renderListItem = (page) => {
    const { title, description } = pages.get(page)
    return `- [${title}](${base}${page})${description ? `: ${description}` : ''}`
  }
  const homePage = pages.get('index.md')
  const head = [`# ${homePage.title}`, '', `> ${homePage.description}`, '']
  writeFileSync(
    join(out, 'llms.txt'),
    [
      ...head,
      'Every page is Markdown under the same address with .md. All guides and the HTTP API in one file: ' +
        `${base}llms-full.txt`,
      '',
      ...sections.flatMap(([name, names]) => [`## ${name}`, '', ...names.map(renderListItem), '']),
    ].join('\n'),
  )
  const fullTextPages = [...pages.keys()].filter((page) =>
    /^(?:guides|http-api)\/|^errors(?:\.md$|\/)|^reference\/[^/]+\/index\.md$/.test(page),
  )
  writeFileSync(
    join(out, 'llms-full.txt'),
    [
      ...head,
      ...fullTextPages.map((page) => `<!-- ${base}${page} -->\n\n${toPlainMarkdown(pages.get(page).text)}`),
    ].join('\n'),
  )
}
