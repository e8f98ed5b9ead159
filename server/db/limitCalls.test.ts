import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { expect, it, vi } from 'vitest'
import { Failure } from '../errors.ts'
import { limitCalls } from './limitCalls.ts'

function fakePool(isFailing: () => boolean = () => false) {
  let open = 0
  const connect = async () => {
    if (isFailing()) throw new Error('no connection')
    open++
    return { release: () => void open-- } as unknown as PostgresPoolClient
  }
  return { pool: { connect } as unknown as PostgresPool, open: () => open }
}
const codeOf = (promise: Promise<unknown>) => promise.then(String, (error: Failure) => error.code ?? error.message)

it('uses no more connections than its limit, and starts waiting calls in order', async () => {
  const { pool, open } = fakePool()
  const calls = limitCalls(pool, { maxRunning: 2, maxWaiting: 10, deadlineMs: 5_000 })
  const startedIds: number[] = []
  const clients = [1, 2, 3, 4].map(async (number) => {
    const client = await calls.pool.connect()
    startedIds.push(number)
    return client
  })
  const [firstClient, secondClient] = await Promise.all(clients.slice(0, 2))
  expect([startedIds, open(), calls.waitingCount()]).toEqual([[1, 2], 2, 2])
  secondClient!.release()
  await clients[2]
  expect([startedIds, open()]).toEqual([[1, 2, 3], 2])
  firstClient!.release()
  for (const client of await Promise.all(clients.slice(2))) client.release()
  expect([startedIds, open(), calls.waitingCount()]).toEqual([[1, 2, 3, 4], 0, 0])
})

it('rejects a call immediately when the queue is full', async () => {
  const calls = limitCalls(fakePool().pool, { maxRunning: 1, maxWaiting: 1, deadlineMs: 5_000 })
  const client = await calls.pool.connect()
  const pendingPromise = calls.pool.connect()
  await expect(calls.pool.connect()).rejects.toBeInstanceOf(Failure)
  expect(await codeOf(calls.pool.connect())).toBe('overloaded')
  client.release()
  await expect(pendingPromise).resolves.toBeDefined()
})

it('rejects a call after the deadline, and doesn’t give it a connection later', async () => {
  const calls = limitCalls(fakePool().pool, { maxRunning: 1, maxWaiting: 1, deadlineMs: 20 })
  const client = await calls.pool.connect()
  expect(await codeOf(calls.pool.connect())).toBe('overloaded')
  expect(calls.waitingCount()).toBe(0)
  client.release()
  const next = await calls.pool.connect()
  next.release()
})

it('reuses a connection after the success or failure of a call', async () => {
  const calls = limitCalls(fakePool().pool, { maxRunning: 1, maxWaiting: 1, deadlineMs: 5_000 })
  const end = Promise.withResolvers<string>()
  const firstCall = calls.runQueued(() => end.promise)
  const pendingPromise = calls.pool.connect()
  const rejection = vi.fn(async () => {})
  expect(await codeOf(calls.runQueued(rejection))).toBe('overloaded')
  expect(rejection).not.toHaveBeenCalled()
  end.resolve('done')
  expect(await firstCall).toBe('done')
  const client = await pendingPromise
  client.release()
  expect(await codeOf(calls.runQueued(() => Promise.reject(new Error('failed'))))).toBe('failed')
  expect(await calls.runQueued(async () => calls.waitingCount())).toBe(0)
})

it('frees the slot of a call that doesn’t get a connection', async () => {
  let isDown = true
  const calls = limitCalls(fakePool(() => isDown).pool, { maxRunning: 1, maxWaiting: 1, deadlineMs: 5_000 })
  for (let n = 0; n < 3; n++) expect(await codeOf(calls.pool.connect())).toBe('no connection')
  isDown = false
  await expect(calls.pool.connect()).resolves.toBeDefined()
})
