import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newKey, openTrail, type Trail } from './audit.fixture.ts'
import { type Checkpoint, readCheckpoint } from './checkpoint.ts'
import { rememberCheckpoint, rememberedCheckpoints } from './rememberedCheckpoint.ts'
import { chainNext } from './sequencer.ts'
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
    const first = await trail.write(2)
    const late = await trail.db.startTransaction().execute()
    const id = '00000000-0000-4000-8000-00000000000a'
    await sql`insert into audit_events (id, actor_name, credential, operation, outcome, request_id)
      values (${id}, 'x', 'none', 'x', 'allowed', 'x')`.execute(late)
    const second = await trail.write(2)
    expect((await trail.chain()).taken).toBe(4)
    expect(await order()).toEqual([...first, ...second])
    await late.commit().execute()
    expect((await trail.chain()).taken).toBe(1)
    expect(await order()).toEqual([...first, ...second, id])
    expect((await trail.chain()).taken).toBe(0)
    expect((await trail.verify()).outcome).toBe('sound')
  })

  it('keeps one chain when several processes run concurrently', async () => {
    await trail.write(1_200)
    const options = { db: trail.db, key: trail.key, trusted: [], now: trail.now }
    const taken = await Promise.all(Array.from({ length: 4 }, () => chainNext(options)))
    expect(taken.reduce((sum, each) => sum + each.taken, 0)).toBeGreaterThanOrEqual(1_000)
    while ((await chainNext(options)).taken > 0);
    expect(await trail.verify()).toMatchObject({ outcome: 'sound', events: 1_205, waiting: 0 })
  })

  it('signs after a thousand events or a minute, and only if there are new events', async () => {
    const signed = async () => (await trail.signed()).map(({ seq }) => seq)
    expect(await signed()).toEqual([4, 5, 1_005])
    await trail.write(1)
    await trail.chain()
    expect((await signed()).at(-1)).toBe(1_206)
    await trail.write(1)
    await chainNext({ db: trail.db, key: trail.key, trusted: [], now: trail.now })
    expect((await signed()).at(-1)).toBe(1_206)
    await trail.chain()
    expect((await signed()).at(-1)).toBe(1_207)
  })

  it('reports a deleted unchained event and continues', async () => {
    const [gone] = await trail.write(2)
    await trail.intruder.query('delete from audit_events where id = $1', [gone])
    expect(await trail.chain()).toEqual({ taken: 2, gone: [gone] })
  })

  it('switches to a new key while checkpoints of the old one stay valid', async () => {
    const next = newKey()
    await trail.write(1_000)
    await chainNext({ db: trail.db, key: next, trusted: [trail.key], now: trail.now })
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
  let other: Trail
  beforeAll(async () => {
    other = await openTrail()
    for (const count of [3, 3, 3]) {
      await other.write(count)
      await other.chain()
    }
    await other.keep()
  })
  afterEach(() => other.restore())
  afterAll(() => other.close())

  /** Changes the database as an intruder, and returns the problem found at the next signature. */
  async function next(tamper: string, remembered: Checkpoint[] = []) {
    await other.intruder.query(tamper)
    await other.write(1)
    const { problem } = await other.chain(remembered)
    const signed = (await other.signed()).at(-1)?.seq
    return [problem, signed]
  }
  const last = async () => [(await other.signed()).at(-1)!]

  it('does not sign a truncated chain whose checkpoints were deleted, when the server remembers more', async () => {
    const cut =
      'delete from audit_events where id in (select event_id from audit_chain where seq > 6); delete from audit_chain where seq > 6; delete from audit_checkpoints where seq > 6'
    expect(await next(cut, await last())).toEqual([expect.stringContaining('number 9 was signed'), 6])
    await other.restore()
    // Writing goes on after the cut until the same number is reached again.
    await other.intruder.query(cut)
    await other.write(5)
    const remembered = (await trailSigned()).slice(-1)
    expect((await other.chain(remembered)).problem).toContain('no longer has the hash that was signed at number 9')
  })

  it('does not sign when some or all checkpoints were deleted', async () => {
    expect(await next('delete from audit_checkpoints where seq = 9', await last())).toEqual([
      expect.stringContaining('number 9 is missing'),
      6,
    ])
    await other.restore()
    expect(await next('delete from audit_checkpoints', await last())).toEqual([expect.stringContaining('number 9 is missing'), undefined])
  })

  it.each([
    ['a gap', 'delete from audit_chain where seq = 11', 'Number 11 is missing'],
    [
      'an event that is gone',
      'delete from audit_events where id = (select event_id from audit_chain where seq = 11)',
      'Number 11 is missing',
    ],
    [
      'another content',
      "update audit_events set reason = 'x' where id = (select event_id from audit_chain where seq = 11)",
      'Number 11 was changed',
    ],
    ['another hash', "update audit_chain set hash = decode(repeat('00', 32), 'hex') where seq = 11", 'Number 11 was changed'],
  ])('does not sign over %s since the last checkpoint, even with no remembered checkpoint', async (_what, tamper, said) => {
    await other.write(1)
    await other.chain()
    await other.write(2)
    await chainNext({ db: other.db, key: other.key, trusted: [], now: other.now })
    expect(await next(tamper)).toEqual([expect.stringContaining(said), 10])
  })

  it('does not sign when the remembered checkpoint is unreadable or has no trusted signature', async () => {
    await other.write(1)
    const unreadable = await other.chain(() => Promise.reject(new Error('no such disk')))
    expect(unreadable.problem).toContain('no such disk')
    const [signed] = await last()
    expect((await other.chain([{ ...signed!, signature: 'AAAA' }])).problem).toContain('not signed by a trusted key')
    expect((await other.chain([signed!])).problem).toBeUndefined()
  })

  const trailSigned = async () => {
    const { rows } = await other.intruder.query('select seq from kept_audit_checkpoints order by seq')
    return Promise.all(rows.map(async ({ seq }) => (await readKept(seq))!))
  }
  const readKept = async (seq: number) => {
    const { rows } = await other.intruder.query(
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

  it('is the latest one seen, beside the server’s data and in the external folder, and never an older one', async () => {
    const [first, second] = (await trail.signed()).slice(-2)
    const config = { dataDir, audit: { key: undefined, trustedKeys: [], checkpoints: undefined } }
    expect(await rememberedCheckpoints(config)).toEqual([])
    await rememberCheckpoint(trail.db, config, second!)
    await rememberCheckpoint(trail.db, config, first!)
    expect(await rememberedCheckpoints(config)).toEqual([second])
    const kept = path.join(dataDir, 'kept.jsonl')
    writeFileSync(kept, `${JSON.stringify(first)}\n`)
    expect(await rememberedCheckpoints({ ...config, audit: { ...config.audit, checkpoints: kept } })).toEqual([second, first])
    await trail.intruder.query(
      `create table swapped as table audit_chain; update audit_chain set hash = decode(repeat('00', 32), 'hex') where seq = ${second!.seq}`,
    )
    await expect(rememberCheckpoint(trail.db, config, { ...second!, seq: second!.seq + 1 })).rejects.toThrow(/no longer has the hash/)
    await trail.intruder.query('delete from audit_chain; insert into audit_chain select * from swapped; drop table swapped')
    writeFileSync(path.join(dataDir, 'audit-signed.json'), 'nonsense')
    await expect(rememberedCheckpoints(config)).rejects.toThrow(/no checkpoint/)
  })
})

describe('shipCheckpoints', () => {
  const file = path.join(tmpdir(), `slipway-checkpoints-${process.pid}.jsonl`)
  afterAll(() => rmSync(file, { force: true }))
  const ship = () => shipCheckpoints(trail.db, file, [trail.key])
  const lines = () =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => readCheckpoint(line)?.seq ?? [])

  it('appends each new checkpoint once, by any signer, also after a line that a crash cut short', async () => {
    expect(await ship()).toBe(6)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
    expect(await ship()).toBe(0)
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))
    expect(await ship()).toBe(1)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
  })

  it('stops when the chain differs from the one in the file', async () => {
    await trail.intruder.query("update audit_chain set hash = decode(repeat('00', 32), 'hex') where seq = 1208")
    await expect(ship()).rejects.toThrow(/no longer has the hash/)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
  })
})
