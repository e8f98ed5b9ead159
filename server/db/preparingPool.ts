import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { SlowQueries } from './slowQueries.ts'

/** Limit on prepared statements, because each uses memory on every connection. */
const maxStatements = 300
/** Longer statements contain callers' filters and rarely repeat. */
const maxLength = 8_000
/** Statements without values are prepared only if they are planned, which `begin` and similar ones are not. */
const question = /^\s*(select|with)\b/i

/** Uses a callback: rows held by pg's own promise outlive the response in the old generation until a full garbage collection. */
function ask(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => client.query(query, (error, result) => (error ? reject(error) : resolve(result))))
}

/**
 * Prepares repeated statements, so that PostgreSQL parses them once per connection and plans key lookups once.
 * It still replans statements whose best plan depends on the values, such as pages of a list.
 */
export function preparingPool(pool: pg.Pool, slow?: Pick<SlowQueries, 'thresholdMs' | 'note'>): PostgresPool {
  /** Statement → its name; empty after the first use. */
  const names = new Map<string, string>()
  let count = 0

  function nameOf(text: string): string | undefined {
    const name = names.get(text)
    if (name) return name
    if (name === undefined && names.size < maxStatements && text.length <= maxLength) names.set(text, '')
    if (name === undefined) return undefined
    names.set(text, `slipway_${++count}`)
    return names.get(text)
  }

  async function send(client: pg.PoolClient, text: string, values: unknown[]) {
    const name = values.length > 0 || question.test(text) ? nameOf(text) : undefined
    if (name === undefined) return ask(client, { text, values })
    try {
      return await ask(client, { name, text, values })
    } catch (error) {
      // A newer server has added a column, so the statement must be prepared again under another name.
      if (!(error instanceof pg.DatabaseError && error.code === '0A000')) throw error
      names.set(text, '')
      if (client.getTransactionStatus() !== 'I') throw error
      return ask(client, { text, values })
    }
  }

  async function timed(client: pg.PoolClient, text: string, values: unknown[]) {
    if (!slow) return send(client, text, values)
    const began = performance.now()
    try {
      return await send(client, text, values)
    } finally {
      const ms = performance.now() - began
      if (ms >= slow.thresholdMs) slow.note(text, ms)
    }
  }

  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const known = wrapped.get(client)
    if (known) return known
    const wrapper = {
      processID: (client as { processID?: number }).processID,
      query: (text: string, values: readonly unknown[]) => timed(client, text, [...values]),
      release: (destroy?: boolean) => client.release(destroy),
    } as unknown as PostgresPoolClient // Kysely sends plain text here and its cursors are unused
    wrapped.set(client, wrapper)
    return wrapper
  }

  return { Client: pg.Client, options: pool.options, connect: async () => wrap(await pool.connect()), end: () => pool.end() }
}
