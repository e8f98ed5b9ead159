import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { securityCasesPage } from '../scripts/securityCases.ts'
import { securityCases } from './securityCases.ts'

const readText = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

describe('the security cases', () => {
  it('has consecutive numbers', () => {
    expect(securityCases.map(({ number }) => number)).toEqual(securityCases.map((_, index) => index + 1))
  })

  it.each(securityCases.flatMap(({ tests }) => tests))('names existing tests: %s', (named) => {
    const position = named.indexOf(' › ')
    expect(readText(named.slice(0, position))).toContain(named.slice(position + 3))
  })

  it('matches the page, which shows the last result of each case', () => {
    const withoutResults = (page: string) =>
      page
        .split('\n')
        .filter((line) => /^\| \d/.test(line))
        .map((line) => line.split(' | ').slice(0, -1).join(' | '))
    const page = readText('docs/security-cases.md')
    expect(withoutResults(page)).toEqual(withoutResults(securityCasesPage()))
    for (const line of page.split('\n').filter((each) => /^\| \d/.test(each))) expect(line).toMatch(/\| \d+ passed \|$/)
  })
})
