import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cached, invalidate } from './cached.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('reuses a response for a minute, and no longer', async () => {
  const clients = {}
  let requestCount = 0
  const sendRequest = () => cached(clients, 'a', async () => ++requestCount)
  expect((await sendRequest()).value).toBe(1)
  vi.advanceTimersByTime(59_999)
  expect((await sendRequest()).value).toBe(1)
  vi.advanceTimersByTime(1)
  expect((await sendRequest()).value).toBe(2)
})

test('fetches a new response on demand, at most once in ten seconds', async () => {
  const clients = {}
  let requestCount = 0
  const sendRequest = (isForced: boolean) => cached(clients, 'a', async () => ++requestCount, isForced)
  expect((await sendRequest(true)).value).toBe(1)
  vi.advanceTimersByTime(9_999)
  expect((await sendRequest(true)).value).toBe(1)
  vi.advanceTimersByTime(1)
  expect((await sendRequest(false)).value).toBe(1)
  expect((await sendRequest(true)).value).toBe(2)
  expect((await sendRequest(false)).value).toBe(2)
})

test('shares one call among concurrent callers, by key and set of clients', async () => {
  const [firstClients, otherClients] = [{}, {}]
  let requestCount = 0
  const find = async () => ++requestCount
  const [a, b] = await Promise.all([cached(firstClients, 'a', find), cached(firstClients, 'a', find)])
  expect([a.value, b.value]).toEqual([1, 1])
  expect((await cached(firstClients, 'b', find)).value).toBe(2)
  expect((await cached(otherClients, 'a', find)).value).toBe(3)
})

test('does not cache a failure', async () => {
  const clients = {}
  const failingPromise = cached(clients, 'a', async () => Promise.reject(new Error('down')))
  await expect(failingPromise).rejects.toThrow('down')
  expect((await cached(clients, 'a', async () => 'up')).value).toBe('up')
})

test('caches at most 200 responses and drops the least recently used first', async () => {
  const clients = {}
  let requestCount = 0
  const sendRequest = (key: string) => cached(clients, key, async () => ++requestCount)
  for (let n = 0; n < 200; n++) await sendRequest(`k${n}`)
  await sendRequest('k0')
  await sendRequest('new')
  expect(requestCount).toBe(201)
  expect((await sendRequest('k0')).value).toBe(1)
  await sendRequest('k1')
  expect(requestCount).toBe(202)
})

test('fetches a changed entry again, and no others', async () => {
  const clients = {}
  let requestCount = 0
  const sendRequest = (key: string) => cached(clients, key, async () => ++requestCount)
  for (const key of ['groups s1', 'resources s1', 'groups s2']) await sendRequest(key)
  invalidate(clients, ' s1')
  expect((await sendRequest('groups s2')).value).toBe(3)
  expect([(await sendRequest('groups s1')).value, (await sendRequest('resources s1')).value]).toEqual([4, 5])
  invalidate({}, ' s1')
})
