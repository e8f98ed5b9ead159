import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { Failure } from '../errors.ts'

export interface CallLimits {
  /** Calls that can run at the same time; a connection of `pool` counts as one. */
  maxRunning: number
  maxWaiting: number
  /** How long a call waits for a place. */
  deadlineMs: number
}

export interface LimitedCalls {
  /** For reads before a call: each connection takes a place. */
  pool: PostgresPool
  /**
   * Runs a call in one place, so that it is refused only before its first effect. The call must use another pool, because it could wait
   * for itself if it took a second place.
   * @throws overloaded
   */
  runInTurn<T>(work: () => Promise<T>): Promise<T>
  waitingCount(): number
}

const overloaded = () => new Failure('overloaded', 'Slipway is busy right now. Nothing was changed. Try again in a few seconds.')

/**
 * Limits the calls of the API that use the database, and the queue in front of them, so that a flood of calls is refused early, uses
 * bounded memory, and leaves connections to jobs, sign-in and health checks. `connect` throws overloaded.
 */
export function limitCalls(pool: PostgresPool, { maxRunning, maxWaiting, deadlineMs }: CallLimits): LimitedCalls {
  const waiting = new Set<() => void>()
  let held = 0

  /** Waiting calls start in the order of their arrival. */
  async function takePlace(): Promise<void> {
    if (held < maxRunning) {
      held++
      return
    }
    if (waiting.size >= maxWaiting) throw overloaded()
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(start)
        reject(overloaded())
      }, deadlineMs)
      waiting.add(start)
    })
  }

  function givePlace(): void {
    const [next] = waiting
    if (next === undefined) held--
    else {
      waiting.delete(next)
      next()
    }
  }

  async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
    await takePlace()
    try {
      return await work()
    } finally {
      givePlace()
    }
  }

  const wrapped = new WeakMap<PostgresPoolClient, PostgresPoolClient>()
  function wrap(client: PostgresPoolClient): PostgresPoolClient {
    const known = wrapped.get(client)
    if (known) return known
    const release = (destroy?: boolean) => {
      client.release(destroy)
      givePlace()
    }
    const wrapper = { ...client, release }
    wrapped.set(client, wrapper)
    return wrapper
  }

  async function connect(): Promise<PostgresPoolClient> {
    await takePlace()
    try {
      return wrap(await pool.connect())
    } catch (error) {
      givePlace()
      throw error
    }
  }

  return { pool: { ...pool, connect }, runInTurn, waitingCount: () => waiting.size }
}
