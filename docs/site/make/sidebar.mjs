// Sidebars of the site.
import { packageNames } from './sources.mjs'

/** Groups of pages, in the order in which users need them. */
const groups = [
  [
    'Start',
    [
      'index.md',
      'guides/take-a-payment.md',
      'guides/verify-on-the-server.md',
      'guides/settle.md',
      'guides/test-every-outcome.md',
      'guides/test-your-shop.md',
      'guides/assistants.md',
      'examples.md',
    ],
  ],
  [
    'On a web page',
    [
      'guides/buy-button.md',
      'guides/button-builder.md',
      'guides/site-builders.md',
      'guides/analytics.md',
      'guides/popup.md',
      'guides/checkout.md',
      'guides/checkout-protocol.md',
    ],
  ],
  ['WordPress', ['guides/wordpress.md', 'guides/wordpress-hooks.md']],
  ['When money goes back', ['guides/refunds.md', 'guides/portal.md']],
  [
    'When something fails',
    ['guides/errors.md', 'guides/idempotency-and-retries.md', 'errors.md', 'errors/buyers.md', 'errors/packages.md'],
  ],
  [
    'Go live',
    [
      'guides/going-live.md',
      'guides/observe.md',
      'guides/compare.md',
      'guides/shared-sandbox.md',
      'guides/scaling.md',
      'guides/versioning.md',
      'guides/releasing.md',
    ],
  ],
  [
    'How it is made',
    [
      'guides/ledger.md',
      'guides/security-model.md',
      'threats.md',
      'guides/accessibility.md',
      'guides/performance-budget.md',
    ],
  ],
  ['Reference', ['http-api/index.md', ...packageNames.map((name) => `reference/${name}/index.md`)]],
  ['Decisions', ['stated-or-chosen.md', 'scope.md', 'decisions/index.md']],
  ['Benchmarks', ['benchmarks.md']],
  ['The project', ['contributing.md', 'security.md']],
]

const toLink = (page) => `/${page.replace(/(?:^|(?<=\/))index\.md$|\.md$/, '')}`

/** Sidebar names of pages whose title is too long or unclear. */
const shortTitles = { 'index.md': 'Overview', 'http-api/index.md': 'HTTP API', 'decisions/index.md': 'All decisions' }

/**
 * Creates the sidebars.
 *
 * @param pages - Titles of all pages by path.
 * @returns Sidebars by path prefix, and guides that the groups do not contain.
 */
export function createSidebars(pages) {
  const item = (page) => ({ text: shortTitles[page] ?? pages.get(page), link: toLink(page) })
  // Without subfolders: the page of an entry point lists its exports.
  const listFolder = (folder) =>
    [...pages.keys()].filter(
      (page) => page.startsWith(folder) && !page.slice(folder.length).includes('/') && !page.endsWith('/index.md'),
    )
  const createSection = (name, folder, pages = listFolder(folder)) => [
    { items: [{ text: 'All of the documentation', link: '/guides/take-a-payment' }] },
    { text: name, items: [{ text: 'Overview', link: `/${folder}` }, ...pages.map(item)] },
  ]
  const main = groups.map(([text, names]) => ({
    text,
    items: names.filter((page) => pages.has(page)).map(item),
  }))
  // A guide that is not listed above still appears.
  const listedPages = new Set(groups.flatMap(([, names]) => names))
  const unlistedPages = listFolder('guides/').filter((page) => !listedPages.has(page))
  if (unlistedPages.length > 0) main.splice(-4, 0, { text: 'More guides', items: unlistedPages.map(item) })
  const sidebarsByPath = {
    '/http-api/': createSection('HTTP API', 'http-api/'),
    '/decisions/': createSection('Decisions', 'decisions/'),
    ...Object.fromEntries(
      packageNames
        .filter((name) => listFolder(`reference/${name}/`).length > 0)
        .map((name) => [`/reference/${name}/`, createSection(`@cedi/${name}`, `reference/${name}/`)]),
    ),
    '/': main,
  }
  return { sidebarsByPath, unlistedPages }
}
