/** The part of vitest's JSON report that counts. */
export interface VitestReport {
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** How many tests passed and failed. A file that failed without a failed test (it did not even load) counts as one. */
export function countTests(report: VitestReport | undefined): { passed: number; failed: number } {
  let passed = 0
  let failed = 0
  for (const file of report?.testResults ?? []) {
    const failures = file.assertionResults.filter((test) => test.status === 'failed').length
    passed += file.assertionResults.filter((test) => test.status === 'passed').length
    failed += file.status === 'failed' ? Math.max(failures, 1) : failures
  }
  return { passed, failed }
}
