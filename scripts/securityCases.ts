import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { securityCases } from '../test/securityCases.ts'

const root = new URL('../', import.meta.url)

interface Result {
  title: string
  ancestorTitles: string[]
  status: string
}
interface Report {
  startTime: number
  testResults: { name: string; assertionResults: Result[] }[]
}

function resultOf(report: Report | undefined, test: string): { passed: number; failed: number } {
  const [file, title] = [test.slice(0, test.indexOf(' › ')), test.slice(test.indexOf(' › ') + 3)]
  const pattern = new RegExp(`^${title.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(/%[sj]/g, '.*')}$`, 's')
  const results = (report?.testResults ?? [])
    .filter(({ name }) => name.split(path.sep).join('/').endsWith(`/${file}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter((result) => title === '' || [result.title, ...result.ancestorTitles].some((each) => pattern.test(each)))
  const passed = results.filter(({ status }) => status === 'passed').length
  return { passed, failed: results.length - passed }
}

export function securityCasesPage(report?: Report): string {
  const when = report ? new Date(report.startTime).toISOString().slice(0, 10) : ''
  const rows = securityCases.map(({ number, from, attack, tests }) => {
    const counts = tests.map((test) => resultOf(report, test))
    const failed = counts.reduce((sum, count) => sum + count.failed, 0)
    const passed = counts.reduce((sum, count) => sum + count.passed, 0)
    const hasUncoveredCases = counts.some((count) => count.passed + count.failed === 0)
    const result = !report ? '' : hasUncoveredCases ? 'not run' : failed > 0 ? `**${failed} failed**, ${passed} passed` : `${passed} passed`
    const where = tests
      .map((test) => test.replace(/ › $/, '').replace(' › ', '`: '))
      .map((test) => (test.includes('`') ? `\`${test}` : `\`${test}\``))
    return `| ${number} | ${from} | ${attack} | ${where.join('<br>')} | ${result} |`
  })
  return [
    '# Security cases',
    '',
    'Each attack comes from an advisory about another product or from a review of Slipway. `npm test` tries all attacks. The',
    '[threat model](threat-model.md) lists the rules that prevent them. A denied attack must return the declared response, must not change anything, and must write one',
    'audit event. `node scripts/securityCases.ts` writes this page from the last run.',
    '',
    ...(report ? [`Last full run: ${when}.`, ''] : []),
    '| | Source | Attack | Tests | Last result |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n')
}

if (process.argv[1] && import.meta.url.endsWith(path.basename(process.argv[1]))) {
  const report = JSON.parse(readFileSync(new URL('test/results/vitest.json', root), 'utf8')) as Report
  writeFileSync(new URL('docs/security-cases.md', root), securityCasesPage(report))
}
