import { createHash } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'

/**
 * This server is the reference. It accepts an alert with one handwritten prepared insert, without a key, checks, rate limit or grouping.
 */
const databaseUrl = process.argv[2] ?? ''
const port = Number(process.argv[3])
const { accountId, keyId } = JSON.parse(process.argv[4] ?? '{}') as { accountId: string; keyId: string }
const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 })
const insert = `insert into alert_events (account_id, key_id, fingerprint, event_hash, state, fires, at, received_at, grouped_at, detail)
  values ($1, $2, $3, $4, 'firing', true, $5, $5, $5, null) on conflict (account_id, event_hash) do nothing returning id`
const hash = (text: string) => createHash('sha256').update(text).digest()

const app = Fastify()
app.post<{ Body: { key: string; id: string } }>('/alert', async ({ body }, reply) => {
  const values = [accountId, keyId, hash(body.key), hash(body.id), new Date()]
  const { rowCount } = await pool.query({ name: 'insert', text: insert, values })
  return reply.code(202).send({ accepted: 1, repeated: 1 - (rowCount ?? 0) })
})
await app.listen({ host: '127.0.0.1', port })
process.send?.({ cookies: [] })
