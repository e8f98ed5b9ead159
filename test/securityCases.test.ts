import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { securityCasesPage } from '../scripts/securityCases.ts'
import { securityCases } from './securityCases.ts'

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

describe('the attacks that are tried', () => {
  it('are numbered in order, without a gap', () => {
    expect(securityCases.map(({ number }) => number)).toEqual(securityCases.map((_, index) => index + 1))
  })

  it.each(securityCases.flatMap(({ tests }) => tests))('are in being: %s', (test) => {
    const at = test.indexOf(' › ')
    expect(read(test.slice(0, at))).toContain(test.slice(at + 3))
  })

  it('stand on the page as they are here, each with the result of the last run', () => {
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
