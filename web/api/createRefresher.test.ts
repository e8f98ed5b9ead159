import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../client/errors.ts'
import { createRefresher } from './createRefresher.ts'

vi.hoisted(() => vi.stubGlobal('location', { origin: 'http://127.0.0.1' }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function showApprovals() {
  const client = new QueryClient()
  const calls = { list: 0, count: 0 }
  const endings = [
    new QueryObserver(client, { queryKey: ['list'], queryFn: () => ++calls.list, meta: { kinds: ['approval'] } }),
    new QueryObserver(client, { queryKey: ['count'], queryFn: () => ++calls.count, meta: { kinds: ['approval'], isOnEveryScreen: true } }),
  ].map((observer) => observer.subscribe(() => {}))
  await vi.advanceTimersByTimeAsync(0)
  const refresher = createRefresher(client)
  const end = () => {
    refresher.stop()
    for (const unsubscribe of endings) unsubscribe()
    client.clear()
  }
  return { calls, refresher, end }
}

it('refetches everything immediately in a single tab', async () => {
  const { calls, refresher, end } = await showApprovals()
  refresher.setTabs(1)
  refresher.refresh('approval', 'one')
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toEqual({ list: 2, count: 2 })
  end()
})

it('refetches what is on every screen at most once in a pause if many tabs are open', async () => {
  const { calls, refresher, end } = await showApprovals()
  refresher.setTabs(100_000)
  for (const id of ['one', 'two', 'three']) {
    refresher.refresh('approval', id)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  refresher.refresh('tower', 'one')
  expect(calls).toEqual({ list: 4, count: 1 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(calls).toEqual({ list: 4, count: 2 })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(calls.count).toBe(2)
  end()
})

it('refetches nothing after the end', async () => {
  const { calls, refresher, end } = await showApprovals()
  refresher.setTabs(100_000)
  refresher.refresh('approval', 'one')
  end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(calls.count).toBe(1)
})

it.each([403, 404])('repeats a call that returned %i only after a change to its record', async (status) => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let calls = 0
  const queryFn = () => {
    calls++
    throw new ApiError(status, new Headers(), {})
  }
  const meta = { kinds: ['approval', 'account'] as const, about: 'one' }
  const end = new QueryObserver(client, { queryKey: ['one'], queryFn, meta }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  const refresher = createRefresher(client)
  for (const [kind, id] of [
    ['approval', 'two'],
    ['account', 'one'],
    ['account', 'two'],
  ] as const)
    refresher.refresh(kind, id)
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toBe(1)
  refresher.refresh('approval', 'one')
  await vi.advanceTimersByTimeAsync(0)
  expect(calls).toBe(2)
  end()
  client.clear()
})
