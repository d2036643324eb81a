// The VitePress configuration. It builds the site from the pages that build.mjs has put into docs/.cache.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitepress'
import { accessible } from '../make/markdown.mjs'
import { searchOptions } from '../make/search.mjs'
import { createTokensCss } from '../make/tokens.mjs'

const cacheFolder = resolve(import.meta.dirname, '../../.cache')
const { base, url, repository, sidebar, hasPlayground } = JSON.parse(
  readFileSync(join(cacheFolder, 'site.json'), 'utf8'),
)
const tokens = 'virtual:tokens.css'

/** The 404 page is made in the browser; without scripts it shows a plain text. */
const withoutScripts = `<noscript><main class="nothing"><h1>There is no such page</h1><p><a href="${base}">Go to the front page</a></p></main></noscript>`

/**
 * Starts the service of the playground together with the front page, whose frame would start it later. Visitors who save
 * data get it when the frame comes near.
 */
const startPlayground = `navigator.connection?.saveData||navigator.serviceWorker?.register('${base}play/worker.js',{updateViaCache:'all'}).catch(()=>{})`

/** A page's description for search engines, chats and assistants. */
function headOf({ pageData }) {
  const { relativePath, title, description } = pageData
  if (relativePath === '404.md') return []
  const property = (name, content) => ['meta', { property: name, content }]
  // Chats need absolute addresses; without CEDI_DOCS_URL there is none.
  const at = (path) => `${url ?? base}${path}`
  return [
    ...(hasPlayground && relativePath === 'index.md' ? [['script', {}, startPlayground]] : []),
    property('og:type', relativePath === 'index.md' ? 'website' : 'article'),
    property('og:site_name', 'Cedi'),
    property('og:title', title),
    property('og:description', description),
    [
      'link',
      { rel: 'alternate', type: 'text/markdown', href: `${base}${relativePath}`, title: 'This page as Markdown' },
    ],
    ...(url
      ? [
          property('og:url', at(relativePath.replace(/(?:^|(?<=\/))index\.md$/, '').replace(/\.md$/, '.html'))),
          [
            'link',
            {
              rel: 'canonical',
              href: at(relativePath.replace(/(?:^|(?<=\/))index\.md$/, '').replace(/\.md$/, '.html')),
            },
          ],
        ]
      : []),
  ]
}

export default defineConfig({
  base,
  title: 'Cedi',
  description: 'Payments in Ghana cedis, by mobile money and card, and a sandbox of the whole service.',
  lang: 'en-GB',
  srcDir: join(cacheFolder, 'pages'),
  outDir: resolve(cacheFolder, '../../.cache/docs'),
  cacheDir: join(cacheFolder, 'vitepress'),
  // A list of pages in every page would cost each visitor what only a click needs.
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${base}icon.svg` }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: light)', content: '#fffdf8' }],
    ['meta', { name: 'theme-color', media: '(prefers-color-scheme: dark)', content: '#1d1a16' }],
  ],
  transformHead: headOf,
  transformHtml: (html, _, { page }) =>
    page === '404.md' ? html.replace('</body>', `${withoutScripts}</body>`) : html,
  // VitePress does not build the playground; check-links.mjs checks these links.
  ignoreDeadLinks: [/^\/play\//],
  // Pages that might be read next are not prefetched: mobile data costs money.
  router: { prefetchLinks: false },
  markdown: {
    config: accessible,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    image: { lazyLoading: true },
    languageAlias: { console: 'shellsession' },
  },
  vite: {
    configFile: false,
    define: { __PLAYGROUND__: JSON.stringify(hasPlayground ? `${base}play/` : '') },
    plugins: [
      {
        name: 'tokens-of-the-hosted-pages',
        resolveId: (id) => (id === tokens ? `\0${tokens}` : undefined),
        load: (id) => (id === `\0${tokens}` ? createTokensCss() : undefined),
      },
    ],
    resolve: {
      alias: [
        // The theme wraps links in a button that does nothing; ours is a list.
        { find: /^.*\/VPSidebarGroup\.vue$/, replacement: join(import.meta.dirname, 'theme/SidebarGroup.vue') },
      ],
    },
    build: {
      chunkSizeWarningLimit: 4000,
      // Vite's default with Safari 14.1: current esbuild cannot transform destructuring for Safari 14.
      target: ['es2020', 'edge88', 'firefox78', 'chrome87', 'safari14.1'],
    },
    logLevel: 'warn',
  },
  themeConfig: {
    logo: '/icon.svg',
    nav: [
      { text: 'Guides', link: '/guides/take-a-payment', activeMatch: '^/guides/' },
      { text: 'HTTP API', link: '/http-api/', activeMatch: '^/http-api/' },
      { text: 'Errors', link: '/errors' },
      ...(hasPlayground ? [{ text: 'Playground', link: '/play/', target: '_self' }] : []),
    ],
    sidebar,
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true, miniSearch: { searchOptions } } },
    externalLinkIcon: false,
    docFooter: { prev: 'Before', next: 'Next' },
    ...(repository
      ? {
          editLink: { pattern: `${repository}/edit/main/:path`, text: 'Edit this page' },
          socialLinks: [{ icon: 'github', link: repository, ariaLabel: 'The repository' }],
        }
      : {}),
    footer: { message: 'Cedi is open source, under the MIT licence. The WordPress plugin is under GPL-2.0-or-later.' },
  },
  transformPageData(page) {
    // This page is generated from another file, which is the one to edit.
    page.filePath = page.frontmatter.source ?? page.filePath
  },
})
