import { childFigures, inRounds, medians } from '../measure.mjs'
import { versions } from '../peers.mjs'
import { ratio } from '../report.mjs'

const rounds = 5

export const builds = ['mock-server']

export async function run() {
  const figures = await inRounds(['mock', 'msw'], rounds, (name) => childFigures('servers.mjs', [name]))
  const { mock, msw } = medians(figures)
  const line = (label, figure) => [
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
          line('import', 'importMs'),
          line('first server of a process', 'firstMs'),
          line('each further server', 'nextMs'),
        ],
      },
    ],
    figures,
  }
}
