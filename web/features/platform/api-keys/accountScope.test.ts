import { expect, it } from 'vitest'
import { expandSets, scopeOf } from './accountScope.ts'

const parents = [
  { kind: 'tower' as const, id: 'c', name: 'Commerce' },
  { kind: 'family' as const, id: 's', name: 'Store Edge' },
]
const option = (value: string) => ({ value, label: value })

it.each([
  ['commerce prod', 'c', ['production']],
  ['Pre-production Commerce', 'c', ['preproduction']],
  ['commerce', 'c', ['production', 'preproduction', 'test', 'development']],
  ['store test dev', 's', ['test', 'development']],
  ['checkout', undefined, undefined],
  ['co', undefined, undefined],
])('finds the scope of “%s”', (text, parentId, environments) => {
  const scope = scopeOf(text, parents)
  expect([scope?.parent.id, scope?.environments]).toEqual([parentId, environments])
})

it('replaces a chosen set with its accounts, each once', () => {
  const sets = new Map([['c production', { option: option('c production'), accounts: [option('a'), option('b')] }]])
  expect(expandSets([option('b'), option('c production'), option('d')], sets).map(({ value }) => value)).toEqual(['b', 'a', 'd'])
})
