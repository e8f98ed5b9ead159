import { expect, it } from 'vitest'
import { nextSort } from './TableHead.tsx'

const name = { id: 'name', desc: false }
const cost = { id: 'cost', desc: true }

it.each([
  ['sorts up first', [], 'name', false, [name]],
  ['then down', [name], 'name', false, [{ id: 'name', desc: true }]],
  ['then not at all', [cost], 'cost', false, []],
  ['alone without Shift', [cost], 'name', false, [name]],
  ['beside the others with Shift', [cost], 'name', true, [cost, name]],
])('sorts %s', (_, sort, id, add, after) => expect(nextSort(sort, id, add)).toEqual(after))
