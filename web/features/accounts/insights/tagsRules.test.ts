import { describe, expect, it } from 'vitest'
import { collectTags, tagNameProblems, tagsOf, tagsProblem } from './tagsRules.ts'

const rows = (...pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }))
const group = ['/subscriptions/s/resourceGroups/g']
const storage = ['/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/st']

describe('the tags form', () => {
  it.each([
    [rows(['team', 'basket'], ['', '']), undefined],
    [rows(['', 'basket']), 'basket'],
    [rows(['a', '1'], ['A', '2']), tagNameProblems.repeated],
    [rows(['a/b', '1']), tagNameProblems.forbidden],
    [rows(['Azure-x', '1']), tagNameProblems.reserved],
    [rows(['managedBy', 'me']), tagNameProblems.managed],
    [rows(['a', 'x'.repeat(258)]), / 2 .* 256/],
    [rows(...Array.from({ length: 51 }, (_, n): [string, string] => [`t${n}`, ''])), / 50 .* 51/],
  ])('validates %j', (input, problem) => {
    const foundProblem = tagsProblem(input, group)
    expect(foundProblem).toEqual(typeof problem === 'string' ? expect.stringContaining(problem) : problem && expect.stringMatching(problem))
  })

  it('limits tag names more strictly for storage accounts', () => {
    const longRows = rows(['n'.repeat(129), ''])
    expect(tagsProblem(longRows, group)).toBeUndefined()
    expect(tagsProblem(longRows, storage)).toContain(tagNameProblems.tooLong(128))
  })

  it('reads the rows that have a name', () => {
    expect(tagsOf(rows([' team ', ' basket '], ['', ' ']))).toEqual({ team: 'basket' })
  })

  it('lists tags of several resources once, with a common value', () => {
    const current = collectTags([{ team: 'a', Env: 'prod', managedBy: 'slipway' }, { team: 'b', env: 'prod' }, { team: 'a' }])
    expect(current).toEqual([
      { name: 'team', value: undefined, on: 3 },
      { name: 'Env', value: 'prod', on: 2 },
    ])
  })
})
