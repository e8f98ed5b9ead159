import { describe, expect, it } from 'vitest'
import { collectTags, tagsOf, tagsProblem } from './tagsRules.ts'

const rows = (...pairs: [string, string][]) => pairs.map(([name, value]) => ({ name, value }))
const group = ['/subscriptions/s/resourceGroups/g']
const storage = ['/subscriptions/s/resourceGroups/g/providers/Microsoft.Storage/storageAccounts/st']

describe('the tags form', () => {
  it.each([
    [rows(['team', 'basket'], ['', '']), undefined],
    [rows(['', 'basket']), /“basket”/],
    [rows(['a', '1'], ['A', '2']), /used twice/],
    [rows(['a/b', '1']), /can’t contain/],
    [rows(['Azure-x', '1']), /start with/],
    [rows(['managedBy', 'me']), /managed by Slipway/],
    [rows(['a', 'x'.repeat(258)]), /2 characters too long/],
    [rows(...Array.from({ length: 51 }, (_, n): [string, string] => [`t${n}`, ''])), /allows 50 tags.*51/],
  ])('validates %j', (input, problem) => {
    const foundProblem = tagsProblem(input, group)
    problem ? expect(foundProblem).toMatch(problem) : expect(foundProblem).toBeUndefined()
  })

  it('limits tag names more strictly for storage accounts', () => {
    const longRows = rows(['n'.repeat(129), ''])
    expect(tagsProblem(longRows, group)).toBeUndefined()
    expect(tagsProblem(longRows, storage)).toMatch(/128 characters .* storage accounts/)
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
