// The sidebar of every page, in the order of a user's work.
import { packageNames } from './sources.mjs'

/** Headings and their pages. */
const order = [
  [
    'Start',
    [
      'index.md',
      'guides/take-a-payment.md',
      'guides/verify-on-the-server.md',
      'guides/test-every-outcome.md',
      'guides/assistants.md',
      'examples.md',
    ],
  ],
  [
    'On a web page',
    [
      'guides/buy-button.md',
      'guides/popup.md',
      'guides/checkout.md',
      'guides/checkout-protocol.md',
      'guides/checkout-states.md',
    ],
  ],
  ['WordPress', ['guides/wordpress.md', 'guides/wordpress-events.md', 'guides/wordpress-hooks.md']],
  ['When money goes back', ['guides/refunds.md', 'guides/portal.md']],
  ['When something fails', ['guides/errors.md', 'guides/idempotency-and-retries.md', 'errors.md']],
  [
    'Go live',
    [
      'guides/going-live.md',
      'guides/compare.md',
      'guides/shared-sandbox.md',
      'guides/scaling.md',
      'guides/versioning.md',
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
  ['Decisions', ['stated-or-chosen.md', 'decisions/index.md']],
  ['Benchmarks', ['benchmarks.md']],
  ['The project', ['contributing.md', 'security.md']],
]

const linkOf = (page) => `/${page.replace(/(?:^|(?<=\/))index\.md$|\.md$/, '')}`

/** A page's name in the sidebar, if its title is too long or unclear there. */
const short = { 'index.md': 'Overview', 'http-api/index.md': 'HTTP API', 'decisions/index.md': 'All decisions' }

/**
 * @param pages - Every page of the site: its title by its path.
 * @returns The sidebars of the guides and of the parts with many pages; and the pages that no sidebar links to.
 */
export function sidebars(pages) {
  const item = (page) => ({ text: short[page] ?? pages.get(page), link: linkOf(page) })
  const inFolder = (folder) =>
    [...pages.keys()].filter((page) => page.startsWith(folder) && !page.endsWith('/index.md'))
  const part = (name, folder, of = inFolder(folder)) => [
    { items: [{ text: 'All of the documentation', link: '/guides/take-a-payment' }] },
    { text: name, items: [{ text: 'Overview', link: `/${folder}` }, ...of.map(item)] },
  ]
  const main = order.map(([text, names]) => ({
    text,
    items: names.filter((page) => pages.has(page)).map(item),
  }))
  // A guide that is not listed above still appears.
  const listed = new Set(order.flatMap(([, names]) => names))
  const others = inFolder('guides/').filter((page) => !listed.has(page))
  if (others.length > 0) main.splice(-4, 0, { text: 'More guides', items: others.map(item) })
  const of = {
    '/http-api/': part('HTTP API', 'http-api/'),
    '/decisions/': part('Decisions', 'decisions/'),
    ...Object.fromEntries(
      packageNames
        .filter((name) => inFolder(`reference/${name}/`).length > 0)
        .map((name) => [`/reference/${name}/`, part(`@cedi/${name}`, `reference/${name}/`)]),
    ),
    '/': main,
  }
  return { of, others }
}
