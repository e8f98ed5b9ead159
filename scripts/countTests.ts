/** The part of vitest's JSON report that counts. */
export interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

export interface TestCount {
  passed: number
  failed: number
  /** Which of those that passed had failed at the first try, and how. */
  triedAgain: string[]
}

/** How many tests passed and failed. A file that failed without a failed test (it did not even load) counts as one. */
export function countTests(report: VitestReport | undefined): TestCount {
  let failed = 0
  let passed = 0
  const triedAgain: string[] = []
  for (const { name, status, assertionResults } of report?.testResults ?? []) {
    const failures = assertionResults.filter((test) => test.status === 'failed').length
    failed += status === 'failed' ? Math.max(failures, 1) : failures
    for (const test of assertionResults.filter((test) => test.status === 'passed')) {
      passed += 1
      if (test.failureMessages.length > 0) triedAgain.push(`${name}: ${test.fullName}\n${test.failureMessages.join('\n')}`)
    }
  }
  return { passed, failed, triedAgain }
}
