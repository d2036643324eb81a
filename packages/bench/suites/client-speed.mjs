import { childFigures, inRounds, medians } from '../measure.mjs'
import { versions } from '../peers.mjs'
import { ratio, whole } from '../report.mjs'

const speedRounds = 7
const startRounds = 15

const labels = {
  literal: 'by hand, a literal',
  client: '@cedi/client',
  octokit: `@octokit/endpoint ${versions['@octokit/endpoint']}`,
  'openapi-fetch': `openapi-fetch ${versions['openapi-fetch']}, caught in a fetch of ours`,
}
const names = Object.keys(labels)

export const builds = ['client']

export async function run() {
  const first = await inRounds(['empty', ...names], startRounds, (name) =>
    childFigures('client-speed.mjs', [name, 'first']),
  )
  const again = await inRounds(names, speedRounds, (name) => childFigures('client-speed.mjs', [name, 'again']))
  const start = medians(first)
  const speed = medians(again)
  const perSecond = (name) => speed[name].perSecond
  return {
    title: 'Speed of the client',
    about: `"List products with \`limit=20\`", described but not sent. The first table repeats it in one process, medians of ${speedRounds} processes. The second uses fresh processes, medians of ${startRounds}. openapi-fetch cannot describe without sending, so its \`Request\` is caught in a \`fetch\` that answers at once.`,
    tables: [
      {
        head: ['', 'descriptions per CPU second', 'against octokit', 'share of by hand'],
        rows: names.map((name) => [
          labels[name],
          whole(perSecond(name)),
          ratio(perSecond(name), perSecond('octokit')),
          (perSecond(name) / perSecond('literal')).toFixed(3),
        ]),
      },
      {
        head: [
          'in a fresh process',
          'import, CPU ms',
          'against an empty module',
          'import, create, describe: CPU ms',
          'against octokit',
          'undici modules loaded',
        ],
        rows: ['empty', ...names].map((name) => {
          const { importMs, totalMs, undiciModules } = start[name]
          return [
            labels[name] ?? 'an empty module',
            importMs.toFixed(2),
            ratio(importMs, start.empty.importMs),
            totalMs.toFixed(2),
            ratio(totalMs, start.octokit.totalMs),
            undiciModules,
          ]
        }),
      },
    ],
    goals: [],
    figures: { first, again },
  }
}
