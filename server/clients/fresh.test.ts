import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forget, fresh } from './fresh.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('reuses a response for a minute, and no longer', async () => {
  const clients = {}
  let asked = 0
  const ask = () => fresh(clients, 'a', async () => ++asked)
  expect((await ask()).value).toBe(1)
  vi.advanceTimersByTime(59_999)
  expect((await ask()).value).toBe(1)
  vi.advanceTimersByTime(1)
  expect((await ask()).value).toBe(2)
})

test('fetches a new response on demand, at most once in ten seconds', async () => {
  const clients = {}
  let asked = 0
  const ask = (demanded: boolean) => fresh(clients, 'a', async () => ++asked, demanded)
  expect((await ask(true)).value).toBe(1)
  vi.advanceTimersByTime(9_999)
  expect((await ask(true)).value).toBe(1)
  vi.advanceTimersByTime(1)
  expect((await ask(false)).value).toBe(1)
  expect((await ask(true)).value).toBe(2)
  expect((await ask(false)).value).toBe(2)
})

test('shares one call among concurrent callers, by key and set of clients', async () => {
  const [one, other] = [{}, {}]
  let asked = 0
  const find = async () => ++asked
  const [a, b] = await Promise.all([fresh(one, 'a', find), fresh(one, 'a', find)])
  expect([a.value, b.value]).toEqual([1, 1])
  expect((await fresh(one, 'b', find)).value).toBe(2)
  expect((await fresh(other, 'a', find)).value).toBe(3)
})

test('does not cache a failure', async () => {
  const clients = {}
  const failing = fresh(clients, 'a', async () => Promise.reject(new Error('down')))
  await expect(failing).rejects.toThrow('down')
  expect((await fresh(clients, 'a', async () => 'up')).value).toBe('up')
})

test('caches at most 200 responses and drops the least recently used first', async () => {
  const clients = {}
  let asked = 0
  const ask = (key: string) => fresh(clients, key, async () => ++asked)
  for (let n = 0; n < 200; n++) await ask(`k${n}`)
  await ask('k0')
  await ask('new')
  expect(asked).toBe(201)
  expect((await ask('k0')).value).toBe(1)
  await ask('k1')
  expect(asked).toBe(202)
})

test('fetches a changed entry again, and no others', async () => {
  const clients = {}
  let asked = 0
  const ask = (key: string) => fresh(clients, key, async () => ++asked)
  for (const key of ['groups s1', 'resources s1', 'groups s2']) await ask(key)
  forget(clients, ' s1')
  expect((await ask('groups s2')).value).toBe(3)
  expect([(await ask('groups s1')).value, (await ask('resources s1')).value]).toEqual([4, 5])
  forget({}, ' s1')
})
