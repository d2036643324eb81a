/** Tells which tests of a report of vitest passed at the second try only, and why not at the first; gives how many. */
export function secondTries({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const again = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
  for (const { fullName, failureMessages } of again)
    console.log(`again ${fullName}: ${failureMessages[0].split('\n').slice(0, 4).join(' ')}`)
  return again.length
}
