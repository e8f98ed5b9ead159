export interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { status: string; fullName: string; failureMessages: string[] }[] }[]
}

export interface TestCount {
  passed: number
  failed: number
  /** Passed tests that had failed at the first attempt, with their errors */
  retried: string[]
}

type FileResult = VitestReport['testResults'][number]

/** More failed files than this have a common cause, so they are not run again. */
const maxRetriedFiles = 12

export function filesToRetry(report: VitestReport | undefined): string[] {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name)
  return failed.length <= maxRetriedFiles ? failed : []
}

/**
 * A file that failed without a failed test (such as an import error) counts as one failure.
 * @param retryReport the report of the second run, of the failed files only
 */
export function countTests(report: VitestReport | undefined, retryReport?: VitestReport): TestCount {
  let failed = 0
  let passed = 0
  const retried: string[] = []
  for (const first of report?.testResults ?? []) {
    const last = retryReport?.testResults.find(({ name }) => name === first.name) ?? first
    const failures = last.assertionResults.filter(({ status }) => status === 'failed').length
    failed += last.status === 'failed' ? Math.max(failures, 1) : failures
    for (const { fullName, failureMessages } of last.assertionResults.filter(({ status }) => status === 'passed')) {
      passed += 1
      const messages = last === first ? failureMessages : [...failuresOf(first, fullName), ...failureMessages]
      if (messages.length > 0) retried.push(`${first.name}: ${fullName}\n${messages.join('\n')}`)
    }
    if (last !== first && last.status === 'passed' && first.assertionResults.every(({ status }) => status !== 'failed'))
      retried.push(`${first.name}: the file itself`)
  }
  return { passed, failed, retried }
}

const failuresOf = ({ assertionResults }: FileResult, fullName: string): string[] =>
  assertionResults
    .filter((test) => test.fullName === fullName && test.status === 'failed')
    .flatMap(({ failureMessages }) => failureMessages)
