import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Failure } from '../errors.ts'

export interface CallLimits {
  /** Each connection of `pool` counts as one call. */
  maxRunning: number
  maxWaiting: number
  deadlineMs: number
}

export interface LimitedCalls {
  pool: PostgresPool
  /**
   * Runs a call in one slot. A call is rejected only here, before it has had any effect. It must use another pool, because a call that
   * takes a second slot could wait for itself.
   * @throws overloaded
   */
  runQueued<T>(callback: () => Promise<T>): Promise<T>
  waitingCount(): number
}

const overloaded = () => new Failure('overloaded', 'Slipway is busy. Nothing was changed. Try again in a few seconds.')

/**
 * Limits the calls of the API that use the database, and the queue of waiting calls. A flood of calls is rejected early and uses bounded
 * memory, and connections remain for jobs, sign-in and health checks.
 * @throws overloaded from `connect`
 */
export function limitCalls(pool: PostgresPool, { maxRunning, maxWaiting, deadlineMs }: CallLimits): LimitedCalls {
  const waitingCalls = new Set<() => void>()
  let usedSlots = 0

  async function acquireSlot(): Promise<void> {
    if (usedSlots < maxRunning) {
      usedSlots++
      return
    }
    if (waitingCalls.size >= maxWaiting) throw overloaded()
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waitingCalls.delete(start)
        reject(overloaded())
      }, deadlineMs)
      waitingCalls.add(start)
    })
  }

  function releaseSlot(): void {
    const [next] = waitingCalls
    if (next === undefined) usedSlots--
    else {
      waitingCalls.delete(next)
      next()
    }
  }

  async function runQueued<T>(callback: () => Promise<T>): Promise<T> {
    await acquireSlot()
    try {
      return await callback()
    } finally {
      releaseSlot()
    }
  }

  const wrappedClients = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  function wrap(client: PostgresPoolClient): PostgresPoolClient {
    const wrappedClient = wrappedClients.get(client)
    if (wrappedClient) return wrappedClient
    const release = (destroy?: boolean) => {
      client.release(destroy)
      releaseSlot()
    }
    const wrapper = { ...client, release }
    wrappedClients.set(client, wrapper)
    return wrapper
  }

  async function connect(): Promise<PostgresPoolClient> {
    await acquireSlot()
    try {
      return wrap(await pool.connect())
    } catch (error) {
      releaseSlot()
      throw error
    }
  }

  return { pool: { ...pool, connect }, runQueued, waitingCount: () => waitingCalls.size }
}
