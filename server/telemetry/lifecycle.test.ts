import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { trackLifecycle } from './lifecycle.ts'

const cacheMs = 1_000

function startedLifecycle(ping: () => Promise<unknown>) {
  const draining = new AbortController()
  const lifecycle = trackLifecycle(draining.signal)
  lifecycle.completeStart(ping)
  return { lifecycle, draining }
}

describe('trackLifecycle', () => {
  it('reports what startup is waiting for until it is complete', async () => {
    const lifecycle = trackLifecycle(new AbortController().signal)
    expect(await lifecycle.readStatus()).toBe('starting')
    lifecycle.setStatus('waitingForDatabase')
    expect([lifecycle.isStarted(), await lifecycle.readStatus()]).toEqual([false, 'waitingForDatabase'])
    lifecycle.completeStart(async () => {})
    expect([lifecycle.isStarted(), await lifecycle.readStatus()]).toEqual([true, 'ready'])
  })

  it('checks the database once for any number of probes within a second, and again afterwards', async () => {
    let pings = 0
    const { lifecycle } = startedLifecycle(async () => void pings++)
    const statuses = await Promise.all(Array.from({ length: 50 }, () => lifecycle.readStatus()))
    expect([new Set(statuses), pings]).toEqual([new Set(['ready']), 1])
    await lifecycle.readStatus()
    expect(pings).toBe(1)
    await delay(cacheMs + 50)
    await lifecycle.readStatus()
    expect(pings).toBe(2)
  })

  it('is not ready while the database rejects connections, and is ready again when it responds', async () => {
    let isUp = false
    const { lifecycle } = startedLifecycle(() => (isUp ? Promise.resolve() : Promise.reject(new Error('down'))))
    expect(await lifecycle.readStatus()).toBe('waitingForDatabase')
    isUp = true
    await delay(cacheMs + 50)
    expect(await lifecycle.readStatus()).toBe('ready')
  })

  it('doesn’t wait for a database that never responds', async () => {
    const { lifecycle } = startedLifecycle(() => new Promise(() => {}))
    expect(await lifecycle.readStatus()).toBe('waitingForDatabase')
  })

  it('reports draining immediately, even to a probe that is waiting for the database', async () => {
    const answered = Promise.withResolvers<void>()
    const { lifecycle, draining } = startedLifecycle(() => answered.promise)
    const status = lifecycle.readStatus()
    draining.abort()
    expect(await lifecycle.readStatus()).toBe('draining')
    answered.resolve()
    expect([await status, lifecycle.isStarted()]).toEqual(['draining', true])
  })
})
