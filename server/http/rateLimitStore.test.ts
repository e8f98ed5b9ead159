import { expect, it } from 'vitest'
import { RateLimitStore } from './rateLimitStore.ts'

it.each([
  ['every route', new RateLimitStore()],
  ['a route of its own', new RateLimitStore().child()],
])('returns each request of a batch its own count: %s', async (_, store) => {
  const count = (key: string) =>
    new Promise((resolve, reject) => store.incr(key, (error, counted) => (error ? reject(error) : resolve(counted)), 60_000, 2))
  const counted = await Promise.all(['one', 'one', 'other', 'one'].map(count))
  expect(counted).toMatchObject([{ current: 1 }, { current: 2 }, { current: 1 }, { current: 3 }])
})
