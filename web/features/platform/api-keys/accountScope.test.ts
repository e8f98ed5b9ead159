import { expect, it } from 'vitest'
import { expandSets, scopeOf } from './accountScope.ts'

const parents = [
  { kind: 'tower' as const, id: 'commerce', name: 'Commerce' },
  { kind: 'tower' as const, id: 'products', name: 'Products' },
  { kind: 'tower' as const, id: 'stores', name: 'Stores' },
  { kind: 'family' as const, id: 'edge', name: 'Store Edge' },
  { kind: 'family' as const, id: 'checkout', name: 'Checkout' },
  { kind: 'family' as const, id: 'devices', name: 'Store Devices' },
  { kind: 'family' as const, id: 'storefront', name: 'Storefront' },
]
const option = (value: string) => ({ value, label: value })
const all = ['production', 'preproduction', 'test', 'development']

it.each([
  ['commerce prod', ['commerce'], ['production']],
  ['Pre-production Commerce', ['commerce'], ['preproduction']],
  ['commerce', ['commerce'], all],
  ['prod checkout', ['checkout'], ['production']],
  ['products', ['products'], all],
  ['store edge', ['edge', 'stores', 'devices'], all],
  ['store test dev', ['stores', 'edge', 'devices'], ['test', 'development']],
  ['payments', [], all],
  ['co', [], all],
])('finds the scope of “%s”', (text, parentIds, environments) => {
  const scope = scopeOf(text, parents)
  expect([scope.parents.map(({ id }) => id), scope.environments]).toEqual([parentIds, environments])
})

it('replaces a chosen set with its accounts, each once', () => {
  const sets = new Map([['c production', { option: option('c production'), accounts: [option('a'), option('b')] }]])
  expect(expandSets([option('b'), option('c production'), option('d')], sets).map(({ value }) => value)).toEqual(['b', 'a', 'd'])
})
