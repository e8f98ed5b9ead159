import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newKey, openTrail, type Trail } from './audit.fixture.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { rememberCheckpoint, rememberedCheckpoints } from './rememberedCheckpoint.ts'
import { chainNextBatch } from './sequencer.ts'
import { shipCheckpoints } from './shipCheckpoints.ts'

let trail: Trail
beforeAll(async () => {
  trail = await openTrail()
})
afterAll(() => trail.close())

const order = async () =>
  (await trail.db.selectFrom('audit_chain').select(['seq', 'event_id']).orderBy('seq').execute()).map(({ event_id }) => event_id)

describe('chainNext', () => {
  it('numbers events without a gap in the order of commits', async () => {
    const firstIds = await trail.write(2)
    const lateTransaction = await trail.db.startTransaction().execute()
    const id = '00000000-0000-4000-8000-00000000000a'
    await sql`insert into audit_events (id, actor_name, credential, operation, outcome, request_id)
      values (${id}, 'x', 'none', 'x', 'allowed', 'x')`.execute(lateTransaction)
    const secondIds = await trail.write(2)
    expect((await trail.chain()).taken).toBe(4)
    expect(await order()).toEqual([...firstIds, ...secondIds])
    await lateTransaction.commit().execute()
    expect((await trail.chain()).taken).toBe(1)
    expect(await order()).toEqual([...firstIds, ...secondIds, id])
    expect((await trail.chain()).taken).toBe(0)
    expect((await trail.verify()).outcome).toBe('sound')
  })

  it('keeps one chain when several processes run concurrently', async () => {
    await trail.write(1_200)
    const options = { db: trail.db, key: trail.key, trusted: [], now: trail.now }
    const chainedBatches = await Promise.all(Array.from({ length: 4 }, () => chainNextBatch(options)))
    expect(chainedBatches.reduce((sum, each) => sum + each.taken, 0)).toBeGreaterThanOrEqual(1_000)
    while ((await chainNextBatch(options)).taken > 0);
    expect(await trail.verify()).toMatchObject({ outcome: 'sound', events: 1_205, waiting: 0 })
  })

  it('signs after a thousand events or a minute, and only if there are new events', async () => {
    const loadSignedSeqs = async () => (await trail.signed()).map(({ seq }) => seq)
    expect(await loadSignedSeqs()).toEqual([4, 5, 1_005])
    await trail.write(1)
    await trail.chain()
    expect((await loadSignedSeqs()).at(-1)).toBe(1_206)
    await trail.write(1)
    await chainNextBatch({ db: trail.db, key: trail.key, trusted: [], now: trail.now })
    expect((await loadSignedSeqs()).at(-1)).toBe(1_206)
    await trail.chain()
    expect((await loadSignedSeqs()).at(-1)).toBe(1_207)
  })

  it('reports an event that was deleted before it was chained, and continues', async () => {
    const [missingId] = await trail.write(2)
    await trail.intruder.query('delete from audit_events where id = $1', [missingId])
    expect(await trail.chain()).toEqual({ taken: 2, gone: [missingId] })
  })

  it('switches to a new key while checkpoints of the old one stay valid', async () => {
    const next = newKey()
    await trail.write(1_000)
    await chainNextBatch({ db: trail.db, key: next, trusted: [trail.key], now: trail.now })
    expect((await trail.verify({ keys: [next, trail.key] })).outcome).toBe('sound')
    expect((await trail.verify()).findings).toMatchObject([{ kind: 'forged' }])
    await trail.intruder.query('delete from audit_checkpoints where key_id = $1', [next.id])
  })

  it('does not sign a changed event', async () => {
    await trail.intruder.query('create table kept as table audit_checkpoints')
    await trail.intruder.query("update audit_checkpoints set hash = decode(repeat('00', 32), 'hex') where seq = 1208")
    await trail.write(1_000)
    expect((await trail.chain()).problem).toContain('number 1208')
    expect((await trail.signed()).at(-1)?.seq).toBe(1_208)
    await trail.intruder.query('delete from audit_checkpoints; insert into audit_checkpoints select * from kept')
  })
})

describe('chainNext after tampering', () => {
  let otherTrail: Trail
  beforeAll(async () => {
    otherTrail = await openTrail()
    for (const count of [3, 3, 3]) {
      await otherTrail.write(count)
      await otherTrail.chain()
    }
    await otherTrail.keep()
  })
  afterEach(() => otherTrail.restore())
  afterAll(() => otherTrail.close())

  /** Changes the database as an intruder, and returns the problem found at the next signature. */
  async function next(tamper: string, remembered: Checkpoint[] = []) {
    await otherTrail.intruder.query(tamper)
    await otherTrail.write(1)
    const { problem } = await otherTrail.chain(remembered)
    const signedSeq = (await otherTrail.signed()).at(-1)?.seq
    return [problem, signedSeq]
  }
  const loadLastCheckpoint = async () => [(await otherTrail.signed()).at(-1)!]

  it('does not sign a truncated chain whose checkpoints were deleted, if the server remembers a later checkpoint', async () => {
    const cutPosition =
      'delete from audit_events where id in (select event_id from audit_chain where seq > 6); delete from audit_chain where seq > 6; delete from audit_checkpoints where seq > 6'
    expect(await next(cutPosition, await loadLastCheckpoint())).toEqual([expect.stringContaining('event number 9 was signed'), 6])
    await otherTrail.restore()
    // After the cut, more events are chained until the chain has the same length again.
    await otherTrail.intruder.query(cutPosition)
    await otherTrail.write(5)
    const remembered = (await trailSigned()).slice(-1)
    expect((await otherTrail.chain(remembered)).problem).toContain('no longer has the hash that was signed at event number 9')
  })

  it('does not sign when some or all checkpoints were deleted', async () => {
    expect(await next('delete from audit_checkpoints where seq = 9', await loadLastCheckpoint())).toEqual([
      expect.stringContaining('event number 9 is missing'),
      6,
    ])
    await otherTrail.restore()
    expect(await next('delete from audit_checkpoints', await loadLastCheckpoint())).toEqual([
      expect.stringContaining('event number 9 is missing'),
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
    await otherTrail.write(1)
    await otherTrail.chain()
    await otherTrail.write(2)
    await chainNextBatch({ db: otherTrail.db, key: otherTrail.key, trusted: [], now: otherTrail.now })
    expect(await next(tamper)).toEqual([expect.stringContaining(message), 10])
  })

  it('does not sign when the remembered checkpoint is unreadable or has no trusted signature', async () => {
    await otherTrail.write(1)
    const unreadable = await otherTrail.chain(() => Promise.reject(new Error('no such disk')))
    expect(unreadable.problem).toContain('no such disk')
    const [lastCheckpoint] = await loadLastCheckpoint()
    expect((await otherTrail.chain([{ ...lastCheckpoint!, signature: 'AAAA' }])).problem).toContain('not signed by a trusted key')
    expect((await otherTrail.chain([lastCheckpoint!])).problem).toBeUndefined()
  })

  const trailSigned = async () => {
    const { rows } = await otherTrail.intruder.query('select seq from kept_audit_checkpoints order by seq')
    return Promise.all(rows.map(async ({ seq }) => (await readKept(seq))!))
  }
  const readKept = async (seq: number) => {
    const { rows } = await otherTrail.intruder.query(
      `select encode(hash, 'hex') as hash, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, key_id, previous_seq,
        encode(signature, 'base64') as signature from kept_audit_checkpoints where seq = $1`,
      [seq],
    )
    const { hash, at, key_id, previous_seq, signature } = rows[0]
    return readCheckpoint(
      JSON.stringify({ seq, hash, at, keyId: key_id, previous: Number(previous_seq), signature: signature.replaceAll('\n', '') }),
    )
  }
})

describe('the remembered checkpoint', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'slipway-remembers-'))
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  it('is the newest checkpoint in the data folder and in the external folder, never replaced by an older one', async () => {
    const [firstCheckpoint, secondCheckpoint] = (await trail.signed()).slice(-2)
    const config = { dataDir, audit: { key: undefined, trustedKeys: [], checkpoints: undefined } }
    expect(await rememberedCheckpoints(config)).toEqual([])
    await rememberCheckpoint(trail.db, config, secondCheckpoint!)
    await rememberCheckpoint(trail.db, config, firstCheckpoint!)
    expect(await rememberedCheckpoints(config)).toEqual([secondCheckpoint])
    const storePath = path.join(dataDir, 'kept.jsonl')
    writeFileSync(storePath, `${JSON.stringify(firstCheckpoint)}\n`)
    expect(await rememberedCheckpoints({ ...config, audit: { ...config.audit, checkpoints: storePath } })).toEqual([
      secondCheckpoint,
      firstCheckpoint,
    ])
    await trail.intruder.query(
      `create table swapped as table audit_chain; update audit_chain set hash = decode(repeat('00', 32), 'hex') where seq = ${secondCheckpoint!.seq}`,
    )
    await expect(rememberCheckpoint(trail.db, config, { ...secondCheckpoint!, seq: secondCheckpoint!.seq + 1 })).rejects.toThrow(
      /no longer has the hash/,
    )
    await trail.intruder.query('delete from audit_chain; insert into audit_chain select * from swapped; drop table swapped')
    writeFileSync(path.join(dataDir, 'audit-signed.json'), 'nonsense')
    await expect(rememberedCheckpoints(config)).rejects.toThrow(/no checkpoint/)
  })
})

describe('shipCheckpoints', () => {
  const file = path.join(tmpdir(), `slipway-checkpoints-${process.pid}.jsonl`)
  afterAll(() => rmSync(file, { force: true }))
  const runShipCheckpoints = () => shipCheckpoints(trail.db, file, [trail.key])
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => readCheckpoint(line)?.seq ?? [])

  it('appends each new checkpoint once, even after an incomplete line that a crash left', async () => {
    expect(await runShipCheckpoints()).toBe(6)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
    expect(await runShipCheckpoints()).toBe(0)
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))
    expect(await runShipCheckpoints()).toBe(1)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
  })

  it('stops when the chain differs from the one in the file', async () => {
    await trail.intruder.query("update audit_chain set hash = decode(repeat('00', 32), 'hex') where seq = 1208")
    await expect(runShipCheckpoints()).rejects.toThrow(/no longer has the hash/)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
  })
})
