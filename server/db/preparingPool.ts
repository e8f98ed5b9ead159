import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import type { SlowQueries } from './slowQueries.ts'
import { runStatement } from './transactionEnd.ts'

/** Limit on prepared statements, because each one uses memory on every connection. */
const maxStatements = 300
/** Longer statements contain the filters of callers and rarely repeat. */
const maxLength = 8_000
/** Statements without parameters are prepared only if PostgreSQL plans them, which it doesn't for `begin` and similar statements. */
const readPattern = /^\s*(select|with)\b/i

/** Uses a callback, because rows in a promise of pg stay in memory after the response, until the next full garbage collection. */
function runQuery(client: pg.PoolClient, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => client.query(query, (error, result) => (error ? reject(error) : resolve(result))))
}

/**
 * Prepares repeated statements, so that PostgreSQL parses a statement once per connection and plans a key lookup once. PostgreSQL still
 * plans each execution if the best plan depends on the values, as for pages of a list.
 */
export function preparingPool(pool: pg.Pool, slowQueries?: Pick<SlowQueries, 'thresholdMs' | 'note'>): PostgresPool {
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
    const name = values.length > 0 || readPattern.test(text) ? nameOf(text) : undefined
    if (name === undefined) return runQuery(client, { text, values })
    try {
      return await runQuery(client, { name, text, values })
    } catch (error) {
      // A newer server has added a column, so the statement must be prepared again under another name.
      if (!(error instanceof pg.DatabaseError && error.code === '0A000')) throw error
      names.set(text, '')
      if (client.getTransactionStatus() !== 'I') throw error
      return runQuery(client, { text, values })
    }
  }

  async function runTimed(client: pg.PoolClient, text: string, values: unknown[]) {
    if (!slowQueries) return send(client, text, values)
    const startedAt = performance.now()
    try {
      return await send(client, text, values)
    } finally {
      const ms = performance.now() - startedAt
      if (ms >= slowQueries.thresholdMs) slowQueries.note(text, ms)
    }
  }

  const wrappedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  function wrap(client: pg.PoolClient): PostgresPoolClient {
    const wrappedClient = wrappedClients.get(client)
    if (wrappedClient) return wrappedClient
    let isBroken = false
    const discard = () => {
      isBroken = true
    }
    const wrapper = {
      processID: (client as { processID?: number }).processID,
      query: (text: string, values: readonly unknown[]) => runStatement(text, discard, () => runTimed(client, text, [...values])),
      release: (destroy?: boolean) => client.release(destroy || isBroken),
    } as unknown as PostgresPoolClient // Kysely sends plain text and never uses a cursor here.
    wrappedClients.set(client, wrapper)
    return wrapper
  }

  return { Client: pg.Client, options: pool.options, connect: async () => wrap(await pool.connect()), end: () => pool.end() }
}
