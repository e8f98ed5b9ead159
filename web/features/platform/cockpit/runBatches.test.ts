import { expect, it } from 'vitest'
import { runBatches } from './runBatches.ts'

it('has each run once, and leaves out items without a run', () => {
  expect(runBatches([{ runId: 'a' }, { runId: null }, { runId: 'b' }, { runId: 'a' }])).toEqual([['a', 'b']])
  expect(runBatches([{ runId: null }])).toEqual([])
})

it('has at most as many runs in a batch as a call accepts', () => {
  const items = Array.from({ length: 250 }, (_, index) => ({ runId: `${index % 201}` }))
  expect(runBatches(items).map(({ length }) => length)).toEqual([100, 100, 1])
})
