import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AuditTrail, newKey, openAuditTrail } from './audit.fixture.ts'
import { type Checkpoint, parseCheckpoint } from './checkpoint.ts'
import { fileCheckpoints, saveOwnCheckpoint } from './ownCheckpoint.ts'
import { chainNextBatch } from './sequencer.ts'
import { shipCheckpoints } from './shipCheckpoints.ts'
import { signingProblems } from './signingProblem.ts'

let auditTrail: AuditTrail
beforeAll(async () => {
  auditTrail = await openAuditTrail()
})
afterAll(() => auditTrail.close())

const order = async () =>
  (await auditTrail.db.selectFrom('audit_chain').select(['seq', 'event_id']).orderBy('seq').execute()).map(({ event_id }) => event_id)

describe('chainNext', () => {
  it('numbers events without a gap in the order of commits', async () => {
    const firstIds = await auditTrail.write(2)
    const lateTransaction = await auditTrail.db.startTransaction().execute()
    const id = '00000000-0000-4000-8000-00000000000a'
    await sql`insert into audit_events (id, actor_name, credential, operation, outcome, request_id)
      values (${id}, 'x', 'none', 'x', 'allowed', 'x')`.execute(lateTransaction)
    const secondIds = await auditTrail.write(2)
    expect((await auditTrail.chain()).chainedCount).toBe(4)
    expect(await order()).toEqual([...firstIds, ...secondIds])
    await lateTransaction.commit().execute()
    expect((await auditTrail.chain()).chainedCount).toBe(1)
    expect(await order()).toEqual([...firstIds, ...secondIds, id])
    expect((await auditTrail.chain()).chainedCount).toBe(0)
    expect((await auditTrail.verify()).outcome).toBe('sound')
  })

  it('keeps one chain when several processes run concurrently', async () => {
    await auditTrail.write(1_200)
    const options = { db: auditTrail.db, key: auditTrail.key, trusted: [], now: auditTrail.now }
    const chainedBatches = await Promise.all(Array.from({ length: 4 }, () => chainNextBatch(options)))
    expect(chainedBatches.reduce((sum, each) => sum + each.chainedCount, 0)).toBeGreaterThanOrEqual(1_000)
    while ((await chainNextBatch(options)).chainedCount > 0);
    expect(await auditTrail.verify()).toMatchObject({ outcome: 'sound', events: 1_205, waiting: 0 })
  })

  it('signs after a thousand events or a minute, and only if there are new events', async () => {
    const loadSignedSeqs = async () => (await auditTrail.signed()).map(({ seq }) => seq)
    expect(await loadSignedSeqs()).toEqual([4, 5, 1_005])
    await auditTrail.write(1)
    await auditTrail.chain()
    expect((await loadSignedSeqs()).at(-1)).toBe(1_206)
    await auditTrail.write(1)
    await chainNextBatch({ db: auditTrail.db, key: auditTrail.key, trusted: [], now: auditTrail.now })
    expect((await loadSignedSeqs()).at(-1)).toBe(1_206)
    await auditTrail.chain()
    expect((await loadSignedSeqs()).at(-1)).toBe(1_207)
  })

  it('reports an event that was deleted before it was chained, and continues', async () => {
    const [missingId] = await auditTrail.write(2)
    await auditTrail.intruder.query('delete from audit_events where id = $1', [missingId])
    expect(await auditTrail.chain()).toEqual({ chainedCount: 2, deletedEventIds: [missingId] })
  })

  it('switches to a new key while checkpoints of the old one stay valid', async () => {
    const next = newKey()
    await auditTrail.write(1_000)
    await chainNextBatch({ db: auditTrail.db, key: next, trusted: [auditTrail.key], now: auditTrail.now })
    expect((await auditTrail.verify({ keys: [next, auditTrail.key] })).outcome).toBe('sound')
    expect((await auditTrail.verify()).findings).toMatchObject([{ kind: 'forged' }])
    await auditTrail.intruder.query('delete from audit_checkpoints where key_id = $1', [next.id])
  })

  it('does not sign a changed event', async () => {
    await auditTrail.intruder.query('create table kept as table audit_checkpoints')
    await auditTrail.intruder.query("update audit_checkpoints set hash = decode(repeat('00', 32), 'hex') where seq = 1208")
    await auditTrail.write(1_000)
    expect((await auditTrail.chain()).problem).toContain('number 1208')
    expect((await auditTrail.signed()).at(-1)?.seq).toBe(1_208)
    await auditTrail.intruder.query('delete from audit_checkpoints; insert into audit_checkpoints select * from kept')
  })
})

describe('chainNext after tampering', () => {
  let otherAuditTrail: AuditTrail
  beforeAll(async () => {
    otherAuditTrail = await openAuditTrail()
    for (const count of [3, 3, 3]) {
      await otherAuditTrail.write(count)
      await otherAuditTrail.chain()
    }
    await otherAuditTrail.keep()
  })
  afterEach(() => otherAuditTrail.restore())
  afterAll(() => otherAuditTrail.close())

  async function next(tamper: string, ownCheckpoints: Checkpoint[] = []) {
    await otherAuditTrail.intruder.query(tamper)
    await otherAuditTrail.write(1)
    const { problem } = await otherAuditTrail.chain(ownCheckpoints)
    const signedSeq = (await otherAuditTrail.signed()).at(-1)?.seq
    return [problem, signedSeq]
  }
  const loadLastCheckpoint = async () => [(await otherAuditTrail.signed()).at(-1)!]

  it('does not sign a truncated chain whose checkpoints were deleted, if the server remembers a later checkpoint', async () => {
    const truncateChainSql =
      'delete from audit_events where id in (select event_id from audit_chain where seq > 6); delete from audit_chain where seq > 6; delete from audit_checkpoints where seq > 6'
    expect(await next(truncateChainSql, await loadLastCheckpoint())).toEqual([expect.stringContaining(signingProblems.truncated(7, 9)), 6])
    await otherAuditTrail.restore()
    await otherAuditTrail.intruder.query(truncateChainSql)
    await otherAuditTrail.write(5)
    const ownCheckpoints = (await loadCheckpoints()).slice(-1)
    expect((await otherAuditTrail.chain(ownCheckpoints)).problem).toContain(signingProblems.changedHash(9))
  })

  it('does not sign when some or all checkpoints were deleted', async () => {
    expect(await next('delete from audit_checkpoints where seq = 9', await loadLastCheckpoint())).toEqual([
      expect.stringContaining(signingProblems.missing(9)),
      6,
    ])
    await otherAuditTrail.restore()
    expect(await next('delete from audit_checkpoints', await loadLastCheckpoint())).toEqual([
      expect.stringContaining(signingProblems.missing(9)),
      undefined,
    ])
  })

  it.each([
    ['a gap', 'delete from audit_chain where seq = 11', 'Event number 11 is missing'],
    [
      'an event that is gone',
      'delete from audit_events where id = (select event_id from audit_chain where seq = 11)',
      'Event number 11 is missing',
    ],
    [
      'another content',
      "update audit_events set reason = 'x' where id = (select event_id from audit_chain where seq = 11)",
      'Event number 11 was changed',
    ],
    ['another hash', "update audit_chain set hash = decode(repeat('00', 32), 'hex') where seq = 11", 'Event number 11 was changed'],
  ])('does not sign over %s since the last checkpoint, even without a remembered checkpoint', async (_title, tamper, message) => {
    await otherAuditTrail.write(1)
    await otherAuditTrail.chain()
    await otherAuditTrail.write(2)
    await chainNextBatch({ db: otherAuditTrail.db, key: otherAuditTrail.key, trusted: [], now: otherAuditTrail.now })
    expect(await next(tamper)).toEqual([expect.stringContaining(message), 10])
  })

  it('does not sign when the remembered checkpoint is unreadable or has no trusted signature', async () => {
    await otherAuditTrail.write(1)
    const unreadable = await otherAuditTrail.chain(() => Promise.reject(new Error('no such disk')))
    expect(unreadable.problem).toContain('no such disk')
    const [lastCheckpoint] = await loadLastCheckpoint()
    expect((await otherAuditTrail.chain([{ ...lastCheckpoint!, signature: 'AAAA' }])).problem).toContain(
      signingProblems.untrusted(lastCheckpoint!.seq),
    )
    expect((await otherAuditTrail.chain([lastCheckpoint!])).problem).toBeUndefined()
  })

  const loadCheckpoints = async () => {
    const { rows } = await otherAuditTrail.intruder.query('select seq from kept_audit_checkpoints order by seq')
    return Promise.all(rows.map(async ({ seq }) => (await loadRow(seq))!))
  }
  const loadRow = async (seq: number) => {
    const { rows } = await otherAuditTrail.intruder.query(
      `select encode(hash, 'hex') as hash, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, key_id, previous_seq,
        encode(signature, 'base64') as signature from kept_audit_checkpoints where seq = $1`,
      [seq],
    )
    const { hash, at, key_id, previous_seq, signature } = rows[0]
    return parseCheckpoint(
      JSON.stringify({ seq, hash, at, keyId: key_id, previous: Number(previous_seq), signature: signature.replaceAll('\n', '') }),
    )
  }
})

describe('the remembered checkpoint', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-remembers-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('is the newest one in the data folder and the external file, and is never replaced by an older one', async () => {
    const [firstCheckpoint, secondCheckpoint] = (await auditTrail.signed()).slice(-2)
    const config = { dataDir, audit: { key: undefined, trustedKeys: [], checkpoints: undefined } }
    expect(await fileCheckpoints(config)).toEqual([])
    await saveOwnCheckpoint(auditTrail.db, config, secondCheckpoint!)
    await saveOwnCheckpoint(auditTrail.db, config, firstCheckpoint!)
    expect(await fileCheckpoints(config)).toEqual([secondCheckpoint])
    const storePath = path.join(dataDir, 'kept.jsonl')
    writeFileSync(storePath, `${JSON.stringify(firstCheckpoint)}\n`)
    expect(await fileCheckpoints({ ...config, audit: { ...config.audit, checkpoints: storePath } })).toEqual([
      secondCheckpoint,
      firstCheckpoint,
    ])
    await auditTrail.intruder.query(
      `create table swapped as table audit_chain; update audit_chain set hash = decode(repeat('00', 32), 'hex') where seq = ${secondCheckpoint!.seq}`,
    )
    await expect(saveOwnCheckpoint(auditTrail.db, config, { ...secondCheckpoint!, seq: secondCheckpoint!.seq + 1 })).rejects.toThrow(
      path.join(dataDir, 'audit-signed.json'),
    )
    await auditTrail.intruder.query('delete from audit_chain; insert into audit_chain select * from swapped; drop table swapped')
    writeFileSync(path.join(dataDir, 'audit-signed.json'), 'nonsense')
    await expect(fileCheckpoints(config)).rejects.toThrow('audit-signed.json')
  })
})

describe('shipCheckpoints', () => {
  const file = path.join(tmpdir(), `slipway-checkpoints-${process.pid}.jsonl`)
  afterAll(() => rmSync(file, { force: true }))
  const runShipCheckpoints = () => shipCheckpoints(auditTrail.db, file, [auditTrail.key])
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => parseCheckpoint(line)?.seq ?? [])

  it('appends each new checkpoint once, even after an incomplete line that a crash left', async () => {
    expect(await runShipCheckpoints()).toBe(6)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
    expect(await runShipCheckpoints()).toBe(0)
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))
    expect(await runShipCheckpoints()).toBe(1)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
  })

  it('stops when the chain differs from the one in the file', async () => {
    await auditTrail.intruder.query("update audit_chain set hash = decode(repeat('00', 32), 'hex') where seq = 1208")
    await expect(runShipCheckpoints()).rejects.toThrow(/\b1208\b/)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
  })
})
