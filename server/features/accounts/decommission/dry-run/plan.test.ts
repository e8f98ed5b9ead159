import { expect, it } from 'vitest'
import { fingerprint } from './plan.ts'

it('is the same for lists in any order, and different for other content', () => {
  const facts = [['b', 'a'], { zones: [{ name: 'x' }, { name: 'y' }], peerings: [] }, undefined]
  const reordered = [['a', 'b'], { zones: [{ name: 'y' }, { name: 'x' }], peerings: [] }, undefined]
  expect(fingerprint(reordered)).toBe(fingerprint(facts))
  expect(fingerprint([['a'], ...facts.slice(1)])).not.toBe(fingerprint(facts))
  expect(fingerprint([facts[1], facts[0]])).not.toBe(fingerprint([facts[0], facts[1]]))
})
