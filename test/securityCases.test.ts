import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { securityCasesPage } from '../scripts/securityCases.ts'
import { securityCases } from './securityCases.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

describe('the security cases', () => {
  it('has consecutive numbers', () => {
    expect(securityCases.map(({ number }) => number)).toEqual(securityCases.map((_, index) => index + 1))
  })

  it.each(securityCases.flatMap(({ tests }) => tests))('names existing tests: %s', (named) => {
    const at = named.indexOf(' › ')
    expect(read(named.slice(0, at))).toContain(named.slice(at + 3))
  })

  it('matches the page, which has the result of the last run for each case', () => {
    const withoutResults = (page: string) =>
      page
        .split('\n')
        .filter((line) => /^\| \d/.test(line))
        .map((line) => line.split(' | ').slice(0, -1).join(' | '))
    const page = read('docs/security-cases.md')
    expect(withoutResults(page)).toEqual(withoutResults(securityCasesPage()))
    for (const line of page.split('\n').filter((each) => /^\| \d/.test(each))) expect(line).toMatch(/\| \d+ passed \|$/)
  })
})
