import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
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
