import { childFigures, inRounds, medians } from '../measure.mjs'
import { versions } from '../peers.mjs'
import { atMost, ratio } from '../report.mjs'

const rounds = 5

export const builds = ['mock-server']

export async function run() {
  const figures = await inRounds(['mock', 'msw'], rounds, (name) =>
    childFigures('servers.mjs', [name], ['--expose-gc']),
  )
  const { mock, msw } = medians(figures)
  const msLine = (label, figure) => [
    label,
    mock[figure].toFixed(2),
    msw[figure]?.toFixed(2) ?? '–',
    msw[figure] === undefined ? '–' : ratio(msw[figure], mock[figure]),
  ]
  return {
    title: 'A server for each test',
    about: `CPU milliseconds to make a server and get its first answer, in a fresh process and then again and again; medians of ${rounds} processes. The first request creates the demo shop. The msw column is \`setupServer\` with hand-written handlers, \`listen\`, one \`fetch\` and \`close\`.`,
    tables: [
      {
        head: ['CPU ms', 'cedi-mock', `msw ${versions.msw}`, 'msw against cedi-mock'],
        rows: [
          msLine('importing the module', 'importMs'),
          msLine('the first server of a process, to its first answer', 'firstMs'),
          msLine('each further one', 'nextMs'),
          msLine('each further one on a port, to its first answer over HTTP', 'portMs'),
          msLine('1,000 servers, all kept, one answer each', 'thousandMs'),
        ],
      },
      {
        caption: 'Memory that the mock server keeps',
        head: ['kB', 'cedi-mock'],
        rows: [
          ['a server with the demo shop', mock.serverKb.toFixed(1)],
          ['a paid payment with entries, event, stored answer and Idempotency-Key', mock.paymentKb.toFixed(2)],
        ],
      },
    ],
    goals: [
      atMost('importing the module', mock.importMs, 12, 'ms'),
      atMost('createMockServer() and first handle(), the first of a process', mock.firstMs, 2, 'ms'),
      atMost('createMockServer() and first handle(), each further one', mock.nextMs, 1, 'ms'),
      atMost('… with a port', mock.portMs, 5, 'ms'),
      atMost('1,000 servers in one process', mock.thousandMs / 1000, 1, 's'),
    ],
    figures,
  }
}
