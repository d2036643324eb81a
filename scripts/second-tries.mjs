/** Reports which tests of a vitest report passed only at the second try, and why not at the first; returns how many. */
export function secondTries({ testResults }) {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const again = tests.filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
  for (const { fullName, failureMessages } of again)
    console.log(`again ${fullName}: ${failureMessages[0].split('\n').slice(0, 4).join(' ')}`)
  return again.length
}
