import { describe, expect, it } from 'vitest'
import { conditionProblem } from '../../../../server/approvals/condition.ts'
import { factCatalogue } from '../../../../server/approvals/facts.ts'
import { approvedKinds } from '../../../../server/subjects/kinds.ts'
import { factsOfKind } from './conditionLabels.ts'
import { type ConditionRows, comparisonsByType, hasValue, newRow, readCondition, writeCondition } from './conditionRows.ts'
import { conditionExamples, examplesOf, missingValues } from './conditionText.ts'

const facts = factCatalogue.map((fact) => ({
  ...fact,
  values: [...(fact.values ?? [])],
  exhaustive: false,
  kinds: [...(fact.kinds ?? approvedKinds)],
}))

describe('readCondition', () => {
  it.each([
    ['target.environment == "development"', 'is', ['development']],
    ['target.environment != "production"', 'isNot', ['production']],
    ['target.environment in ["test", "development"]', 'is', ['test', 'development']],
    ['!(target.environment in ["test", "development"])', 'isNot', ['test', 'development']],
    ['target.name.startsWith("a\\"b")', 'startsWith', ['a"b']],
    ['request.budget <= 500.0', 'max', ['500']],
    ['risk.score > 12.5', 'moreThan', ['12.5']],
    ['request.privileged', 'isTrue', []],
    ['!request.privileged', 'isFalse', []],
    ['!("Owner" in request.roles)', 'excludes', ['Owner']],
  ])('reads %s and writes the same text', (text, comparison, values) => {
    const rows = readCondition(text, facts)
    expect(rows?.rows).toMatchObject([{ comparison, values }])
    expect(writeCondition(rows!)).toBe(text)
  })

  it('reads every example of the help and writes the same text', () => {
    for (const { text } of conditionExamples) expect(writeCondition(readCondition(text, facts)!)).toBe(text)
  })

  it('keeps whether all or any of the comparisons must be true', () => {
    expect(readCondition('request.privileged || request.extends', facts)?.join).toBe('any')
    expect(readCondition('request.privileged && (request.extends && requester.owner)', facts)).toMatchObject({
      join: 'all',
      rows: [{}, {}, {}],
    })
  })

  it.each([
    'request.privileged && (request.extends || requester.owner)',
    'request.roles.exists(role, role == "Owner")',
    'request.budget <= target.usualBudget',
    'request.budget <= 500',
    'request.unknown == "a"',
    'target.environment == 1.0',
    'request.privileged == true',
    '!(request.privileged && request.extends)',
    '!(request.budget <= 500.0)',
    'request.budget <=',
  ])('leaves %s to the code', (text) => {
    expect(readCondition(text, facts)).toBeUndefined()
  })
})

it('writes a condition that the server accepts for every fact and comparison', () => {
  for (const fact of facts)
    for (const comparison of comparisonsByType[fact.type]) {
      const values = fact.type === 'bool' ? [] : [fact.type === 'double' ? '-1.5' : 'a “b” "c" \\ \n']
      const rows: ConditionRows = {
        join: 'any',
        rows: [
          { ...newRow(fact), comparison, values },
          { ...newRow(facts[0]!), values: ['a'] },
        ],
      }
      const text = writeCondition(rows)
      expect(conditionProblem(text), text).toBeUndefined()
      expect(missingValues(text), text).toBe(0)
      expect(readCondition(text, facts)).toEqual(rows)
    }
})

it('offers only the facts and examples that requests of the kind have', () => {
  const offered = factsOfKind(facts, 'accessRequest')
  const paths = offered.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['request.hours', 'target.environment', 'risk.score']))
  expect(paths).not.toContain('request.workload')
  expect(factsOfKind(facts, 'policyChange').map(({ path }) => path)).not.toContain('target.environment')
  const examples = examplesOf(offered).map(({ text }) => text)
  expect(examples.length).toBeGreaterThan(0)
  expect(examples.some((text) => text.includes('request.budget'))).toBe(false)
})

it('finds comparisons without a value', () => {
  const row = (path: string, values: string[] = []) => ({ ...newRow(facts.find((fact) => fact.path === path)!), values })
  const includes = { ...row('request.roles', ['']), comparison: 'includes' as const }
  const contains = { ...row('target.name', ['']), comparison: 'contains' as const }
  for (const rows of [
    [includes],
    [contains],
    [row('request.budget'), row('risk.score', ['1'])],
    [row('request.budget')],
    [row('target.environment')],
    [row('request.budget'), row('request.hours'), row('target.environment'), includes],
  ])
    expect(missingValues(writeCondition({ join: 'all', rows }))).toBe(rows.filter((each) => !hasValue(each)).length)
  expect(missingValues(writeCondition({ join: 'all', rows: [row('target.kind', [''])] }))).toBe(0)
  expect(missingValues(writeCondition({ join: 'all', rows: [row('target.name', [' in [] <= && '])] }))).toBe(0)
})
