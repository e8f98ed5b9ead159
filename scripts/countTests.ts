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

type FileResult = VitestReport['testResults'][number]

/** More failed files than this are no accident, and are not run again. */
const maxFilesAgain = 12

/** The files that are run again in a world of their own: those that failed, if they are few. */
export function filesToRunAgain(report: VitestReport | undefined): string[] {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name)
  return failed.length <= maxFilesAgain ? failed : []
}

/**
 * How many tests passed and failed. A file that failed without a failed test (it did not even load) counts as one.
 * @param again what the files that had failed said when they were run again
 */
export function countTests(report: VitestReport | undefined, again?: VitestReport): TestCount {
  let failed = 0
  let passed = 0
  const triedAgain: string[] = []
  for (const first of report?.testResults ?? []) {
    const last = again?.testResults.find(({ name }) => name === first.name) ?? first
    const failures = last.assertionResults.filter(({ status }) => status === 'failed').length
    failed += last.status === 'failed' ? Math.max(failures, 1) : failures
    for (const { fullName, failureMessages } of last.assertionResults.filter(({ status }) => status === 'passed')) {
      passed += 1
      const messages = last === first ? failureMessages : [...failuresOf(first, fullName), ...failureMessages]
      if (messages.length > 0) triedAgain.push(`${first.name}: ${fullName}\n${messages.join('\n')}`)
    }
    if (last !== first && last.status === 'passed' && first.assertionResults.every(({ status }) => status !== 'failed'))
      triedAgain.push(`${first.name}: the file itself`)
  }
  return { passed, failed, triedAgain }
}

const failuresOf = ({ assertionResults }: FileResult, fullName: string): string[] =>
  assertionResults
    .filter((test) => test.fullName === fullName && test.status === 'failed')
    .flatMap(({ failureMessages }) => failureMessages)
