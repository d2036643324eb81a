import { computeMedians, measureRounds, runChild } from '../measure.mjs'
import { versions } from '../peers.mjs'
import { formatInteger, ratio } from '../report.mjs'

const speedRounds = 7
const startRounds = 15

const labels = {
  literal: 'hand-written literal',
  client: '@cedi/client',
  octokit: `@octokit/endpoint ${versions['@octokit/endpoint']}`,
  'openapi-fetch': `openapi-fetch ${versions['openapi-fetch']}, captured by a custom fetch`,
}
const names = Object.keys(labels)

export const builds = ['client']

export async function run() {
  const firstCall = await measureRounds(['empty', ...names], startRounds, (name) =>
    runChild('client-speed.mjs', [name, 'first']),
  )
  const repeatedCalls = await measureRounds(names, speedRounds, (name) => runChild('client-speed.mjs', [name, 'again']))
  const firstMedians = computeMedians(firstCall)
  const repeatedMedians = computeMedians(repeatedCalls)
  const getPerSecond = (name) => repeatedMedians[name].perSecond
  return {
    title: 'Speed of the client',
    about: `Listing products with \`limit=20\`, described but not sent: repeatedly in one process (medians of ${speedRounds} processes), and once in a fresh process (medians of ${startRounds}). openapi-fetch cannot describe a request without sending it, so a custom \`fetch\` captures its \`Request\`.`,
    tables: [
      {
        head: ['', 'descriptions per CPU second', 'vs octokit', 'share of hand-written'],
        rows: names.map((name) => [
          labels[name],
          formatInteger(getPerSecond(name)),
          ratio(getPerSecond(name), getPerSecond('octokit')),
          (getPerSecond(name) / getPerSecond('literal')).toFixed(3),
        ]),
      },
      {
        head: [
          'in a fresh process',
          'import, CPU ms',
          'vs an empty module',
          'import, create, describe: CPU ms',
          'vs octokit',
          'undici modules loaded',
        ],
        rows: ['empty', ...names].map((name) => {
          const { importMs, totalMs, undiciModules } = firstMedians[name]
          return [
            labels[name] ?? 'an empty module',
            importMs.toFixed(2),
            ratio(importMs, firstMedians.empty.importMs),
            totalMs.toFixed(2),
            ratio(totalMs, firstMedians.octokit.totalMs),
            undiciModules,
          ]
        }),
      },
    ],
    figures: { firstCall, repeatedCalls },
  }
}
