import { generateKeyPairSync } from 'node:crypto'
import pg from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { createTestDatabase } from '../../test/postgres.ts'
import { openDatabase } from '../db/database.ts'
import { type AuditKey, trustedKey } from './auditKey.ts'
import type { Checkpoint } from './checkpoint.ts'
import { withAuditTrail } from './databaseAuditTrail.ts'
import { chainNextBatch } from './sequencer.ts'
import { checkpointPages } from './stored.ts'
import { verifyChain } from './verifyChain.ts'

export function newKey(): AuditKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  return { ...trustedKey(publicPem), privateKey, publicPem }
}

const tables = ['audit_events', 'audit_chain', 'audit_checkpoints', 'audit_erasures']

export async function openAuditTrail() {
  const reason = 'Intruders change the trail.'
  const database = await createTestDatabase({
    violates: {
      'audit-chain-has-no-gap': reason,
      'audit-checkpoints-are-in-the-chain': reason,
      'audit-event-is-chained-or-waits': reason,
    },
  })
  const openDb = openDatabase(database.url, { max: 4 })
  const intruder = new pg.Client({ connectionString: database.url })
  await intruder.connect()
  await intruder.query('set session_replication_role = replica')
  await intruder.query('delete from audit_pending; delete from audit_chain; delete from audit_checkpoints; delete from audit_events')
  const key = newKey()
  let minutes = 0
  const clock = { now: () => new Date(Date.UTC(2026, 0, 5, 9, minutes)) }
  const auditTrail = {
    db: openDb.db,
    url: database.url,
    key,
    intruder,
    now: () => clock.now(),
    async write(count: number, eventFields: { actorId?: string; operation?: string } = {}) {
      const rows = Array.from({ length: count }, (_, index) => ({
        id: uuidv7(),
        actor_id: eventFields.actorId ?? '11111111-1111-4111-8111-111111111111',
        actor_name: `Somebody ${index}`,
        credential: 'session:1',
        operation: eventFields.operation ?? 'updateTower',
        subject_kind: 'tower',
        subject_id: uuidv7(),
        before: JSON.stringify({ name: `Before ${index}`, count: 1 }),
        after: JSON.stringify({ name: `After ${index}`, count: 2 }),
        outcome: 'allowed' as const,
        reason: 'because',
        request_id: uuidv7(),
      }))
      await openDb.db.insertInto('audit_events').values(rows).execute()
      return rows.map(({ id }) => id)
    },
    async chain(ownCheckpoints: Checkpoint[] | (() => Promise<Checkpoint[]>) = []) {
      minutes += 1
      const loadOwnCheckpoints = async () => (typeof ownCheckpoints === 'function' ? ownCheckpoints() : ownCheckpoints)
      return chainNextBatch({ db: openDb.db, key, trusted: [], now: clock.now, loadOwnCheckpoints })
    },
    verify: (options: Partial<Parameters<typeof verifyChain>[1]> = {}) =>
      withAuditTrail(openDb.db, (source) => verifyChain(source, { keys: [key], ...options })),
    signed: async () => (await Array.fromAsync(checkpointPages(openDb.db))).flat(),
    async keep() {
      for (const table of tables) await intruder.query(`create table kept_${table} as table ${table}`)
    },
    async restore() {
      for (const table of tables) await intruder.query(`delete from ${table}; insert into ${table} select * from kept_${table}`)
      await intruder.query('delete from audit_pending; drop table if exists swapped')
    },
    async close() {
      await intruder.end()
      await openDb.close()
      await database.drop()
    },
  }
  return auditTrail
}
export type AuditTrail = Awaited<ReturnType<typeof openAuditTrail>>
