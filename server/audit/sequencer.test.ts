import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newKey, openTrail, type Trail } from './audit.fixture.ts'
import { readCheckpoint } from './checkpoint.ts'
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
  it('gives numbers without a gap, in the order of writing; what is not committed yet comes after', async () => {
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

  it('works from several processes at once without a fork', async () => {
    await trail.write(1_200)
    const options = { db: trail.db, key: trail.key, trusted: [], now: trail.now }
    const taken = await Promise.all(Array.from({ length: 4 }, () => chainNext(options)))
    expect(taken.reduce((sum, each) => sum + each.taken, 0)).toBeGreaterThanOrEqual(1_000)
    while ((await chainNext(options)).taken > 0);
    expect(await trail.verify()).toMatchObject({ outcome: 'sound', events: 1_205, waiting: 0 })
  })

  it('signs after a thousand events or a minute, and then only what is new', async () => {
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

  it('says when a waiting event was deleted, and goes on', async () => {
    const [gone] = await trail.write(2)
    await trail.intruder.query('delete from audit_events where id = $1', [gone])
    expect(await trail.chain()).toEqual({ taken: 2, gone: [gone] })
  })

  it('rolls a new key in: what the old one signed stays good as long as it is trusted', async () => {
    const next = newKey()
    await trail.write(1_000)
    await chainNext({ db: trail.db, key: next, trusted: [trail.key], now: trail.now })
    expect((await trail.verify({ keys: [next, trail.key] })).outcome).toBe('sound')
    expect((await trail.verify()).findings).toMatchObject([{ kind: 'forged' }])
    await trail.intruder.query('delete from audit_checkpoints where key_id = $1', [next.id])
  })

  it('does not sign what was rewritten', async () => {
    await trail.intruder.query('create table kept as table audit_checkpoints')
    await trail.intruder.query("update audit_checkpoints set hash = decode(repeat('00', 32), 'hex') where seq = 1208")
    await trail.write(1_000)
    expect((await trail.chain()).problem).toContain('number 1208')
    expect((await trail.signed()).at(-1)?.seq).toBe(1_208)
    await trail.intruder.query('delete from audit_checkpoints; insert into audit_checkpoints select * from kept')
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

  it('appends what is new, once, whoever signed it, also after a line that a crash cut', async () => {
    expect(await ship()).toBe(6)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
    expect(await ship()).toBe(0)
    writeFileSync(file, readFileSync(file, 'utf8').slice(0, -20))
    expect(await ship()).toBe(1)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
  })

  it('refuses to go on from a chain that is another than the file says', async () => {
    await trail.intruder.query("update audit_chain set hash = decode(repeat('00', 32), 'hex') where seq = 1208")
    await expect(ship()).rejects.toThrow(/no longer has the hash/)
    expect(lines()).toEqual([4, 5, 1_005, 1_206, 1_207, 1_208])
  })
})
