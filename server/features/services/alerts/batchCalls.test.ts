import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, it } from 'vitest'
import { batchCalls } from './batchCalls.ts'

const rejection = new pg.DatabaseError('refused', 7, 'error')

function createDoubling(options: Parameters<typeof batchCalls<number, number>>[1], fails?: (items: number[]) => Error | undefined) {
  const batches: number[][] = []
  const batchedDouble = batchCalls(async (items: number[]) => {
    batches.push(items)
    await delay(1)
    const error = fails?.(items)
    if (error) throw error
    return items.map((item) => item * 2)
  }, options)
  return { rounds: batches, double: batchedDouble }
}

it('starts the first batch immediately, and then handles all items together that arrived in the meantime', async () => {
  const { rounds: batches, double: batchedDouble } = createDoubling({ max: 3 })
  expect(await Promise.all([1, 2, 3, 4, 5].map(batchedDouble))).toEqual([2, 4, 6, 8, 10])
  expect(batches).toEqual([[1], [2, 3, 4], [5]])
  expect(await batchedDouble(6)).toBe(12)
})

it('limits a batch by weight, and handles a heavier item separately', async () => {
  const { rounds: batches, double: batchedDouble } = createDoubling({ max: 10, weightOf: (item) => item })
  await Promise.all([1, 6, 4, 1, 30, 2].map(batchedDouble))
  expect(batches).toEqual([[1], [6, 4], [1], [30], [2]])
})

it('fails only the item that the database rejects', async () => {
  const { double: batchedDouble } = createDoubling({ max: 9 }, (items) => (items.includes(3) ? rejection : undefined))
  const results = await Promise.allSettled([1, 2, 3, 4].map(batchedDouble))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

it('calls an unresponsive database once for a batch', async () => {
  const { rounds: batches, double: batchedDouble } = createDoubling({ max: 9 }, () => new Error('timeout'))
  const results = await Promise.allSettled([1, 2, 3].map(batchedDouble))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toEqual([[1], [2, 3]])
})
