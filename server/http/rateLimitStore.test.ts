import { expect, it } from 'vitest'
import { RateLimitStore } from './rateLimitStore.ts'

it.each([
  ['every route', new RateLimitStore()],
  ['a route of its own', new RateLimitStore().child()],
])('counts each request of a batch separately for its key: %s', async (_, store) => {
  const count = (key: string) =>
    new Promise((resolve, reject) => store.incr(key, (error, countResult) => (error ? reject(error) : resolve(countResult)), 60_000, 2))
  const counts = await Promise.all(['one', 'one', 'other', 'one'].map(count))
  expect(counts).toMatchObject([{ current: 1 }, { current: 2 }, { current: 1 }, { current: 3 }])
})
