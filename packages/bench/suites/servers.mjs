import { computeMedians, measureRounds, runChild } from '../measure.mjs'
import { versions } from '../peers.mjs'
import { ratio } from '../report.mjs'

const rounds = 5

export const builds = ['mock-server']

export async function run() {
  const figures = await measureRounds(['mock', 'msw'], rounds, (name) => runChild('servers.mjs', [name]))
  const { mock, msw } = computeMedians(figures)
  const toRow = (label, figure) => [
    label,
    mock[figure].toFixed(2),
    msw[figure].toFixed(2),
    ratio(msw[figure], mock[figure]),
  ]
  return {
    title: 'One server per test',
    about: `CPU milliseconds to create a server and to receive its first response; medians of ${rounds} processes. The msw column is \`setupServer\` with hand-written handlers, \`listen\`, one \`fetch\` and \`close\`.`,
    tables: [
      {
        head: ['CPU ms', 'cedi-mock', `msw ${versions.msw}`, 'msw vs cedi-mock'],
        rows: [
          toRow('import', 'importMs'),
          toRow('first server of a process', 'firstMs'),
          toRow('each further server', 'nextMs'),
        ],
      },
    ],
    figures,
  }
}
