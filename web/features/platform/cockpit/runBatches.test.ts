import { expect, it } from 'vitest'
import { runBatches } from './runBatches.ts'

it('contains each run once, without items that have no run', () => {
  expect(runBatches([{ runId: 'a' }, { runId: null }, { runId: 'b' }, { runId: 'a' }])).toEqual([['a', 'b']])
  expect(runBatches([{ runId: null }])).toEqual([])
})

it('puts at most as many runs into a batch as a call accepts', () => {
  const items = Array.from({ length: 250 }, (_, index) => ({ runId: `${index % 201}` }))
  expect(runBatches(items).map(({ length }) => length)).toEqual([100, 100, 1])
})
