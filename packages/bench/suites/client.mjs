import { computeMedians, measureRounds, runChild } from '../measure.mjs'
import { versions } from '../peers.mjs'
import { formatInteger, ratio } from '../report.mjs'

const rounds = 7
const labels = {
  literal: 'hand-written literal',
  client: '@cedi/client',
  octokit: `@octokit/endpoint ${versions['@octokit/endpoint']}`,
}

export const builds = ['client']

export async function run() {
  const medians = computeMedians(
    await measureRounds(Object.keys(labels), rounds, (name) => runChild('client.mjs', [name])),
  )
  const base = medians.octokit.perSecond
  return {
    title: 'Speed of the client',
    about: `Listing products with \`limit=20\`, described but not sent, repeatedly in one process; medians of ${rounds} processes. @cedi/client validates its input and hides the key from logs.`,
    tables: [
      {
        head: ['', 'descriptions per CPU second', 'vs octokit'],
        rows: Object.entries(medians).map(([name, { perSecond }]) => [
          labels[name],
          formatInteger(perSecond),
          ratio(perSecond, base),
        ]),
      },
    ],
    goals: [{ name: '@cedi/client vs octokit', value: medians.client.perSecond / base, atLeast: 10 }],
  }
}
