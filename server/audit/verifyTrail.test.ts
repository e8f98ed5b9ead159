import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newKey, openTrail, type Trail } from './audit.fixture.ts'
import { signCheckpoint } from './checkpoint.ts'
import { withTrail } from './databaseTrail.ts'
import { chainStart, partHash, recordHash } from './record.ts'
import { checkpointPages } from './stored.ts'
import type { Link, TrailSource } from './trailSource.ts'
import { verifyTrail } from './verifyTrail.ts'

let trail: Trail
let ids: string[]
beforeAll(async () => {
  trail = await openTrail()
  ids = await trail.write(4)
  await trail.chain()
  ids.push(...(await trail.write(4)))
  await trail.chain()
  await trail.keep()
})
afterEach(() => trail.restore())
afterAll(() => trail.close())

const found = async (options?: Parameters<Trail['verify']>[0]) =>
  (await trail.verify(options)).findings.map(({ kind, seq, part }) => [kind, seq, part])
const at = (seq: number) => `(select event_id from audit_chain where seq = ${seq})`

describe('verifyTrail without tampering', () => {
  it('accepts an unchanged trail and counts unchained events separately', async () => {
    await trail.write(2)
    expect(await trail.verify()).toEqual({
      outcome: 'sound',
      events: 8,
      lastSeq: 8,
      lastHash: expect.stringMatching(/^[\da-f]{64}$/),
      waiting: 2,
      erasedParts: 0,
      checkpoints: 2,
      elsewhere: 0,
      signedTo: 8,
      findings: [],
      moreFindings: 0,
    })
  })
})

describe('verifyTrail with many checkpoints', () => {
  const size = 10
  const pages = 500
  const seqOf = (page: number, n: number) => page * size + n + 1
  const checkpoint = (seq: number) => ({ seq, hash: 'ab'.repeat(32), at: 'then', keyId: 'nobody', previous: null, signature: '' })

  it('holds one page of checkpoints in memory, read when the chain reaches it', async () => {
    let [turned, farthest] = [0, 0]
    const source: TrailSource = {
      erasures: [],
      async *checkpoints() {
        for (let page = 0; page < pages; page++) {
          turned += 1
          yield Array.from({ length: size }, (_, n) => checkpoint(seqOf(page, n)))
        }
      },
      async *links() {
        for (let page = 0; page < pages; page++) {
          // At most the current page and the next one have been read.
          farthest = Math.max(farthest, turned - page)
          yield Array.from({ length: size }, (_, n) => ({ seq: seqOf(page, n), eventId: '', parts: noParts, hash: '', record: undefined }))
        }
      },
      at: async () => ({ links: new Map(), checkpoints: [] }),
      unchained: async () => ({ waiting: 0, inserted: [] }),
    }
    // Every event is missing, and no checkpoint has a trusted signature.
    const found = await verifyTrail(source, { keys: [] })
    expect([found.findings.length, found.moreFindings + found.findings.length, turned, farthest]).toEqual([
      100,
      2 * size * pages + 1,
      pages,
      1,
    ])
  })

  it('looks up each page of external checkpoints, also when they are unordered or repeated', async () => {
    const asked: number[][] = []
    const source: TrailSource = {
      erasures: [],
      async *checkpoints() {},
      async *links() {},
      async at(seqs) {
        asked.push(seqs)
        return { links: new Map(seqs.map((seq) => [seq, { hash: '', eventId: '' }])), checkpoints: seqs.map(checkpoint) }
      },
      unchained: async () => ({ waiting: 0, inserted: [] }),
    }
    const kept = [[checkpoint(3), checkpoint(1), checkpoint(3)], [checkpoint(2)]]
    // These checkpoints are in the database too, and were compared with the chain there.
    expect(await verifyTrail(source, { keys: [], elsewhere: kept })).toMatchObject({ elsewhere: 4, findings: [], outcome: 'sound' })
    expect(asked).toEqual([[3, 1, 3], [2]])
  })

  it('reads them in the order of the database', async () => {
    const all = await trail.signed()
    expect(await Array.fromAsync(checkpointPages(trail.db, { size: 1 }))).toEqual(all.map((each) => [each]))
    expect(await Array.fromAsync(checkpointPages(trail.db, { after: all[0]!.seq }))).toEqual([all.slice(1)])
  })
})
const noParts = { who: '', subject: '', what: '' }

describe('verifyTrail after tampering', () => {
  // Each column of an event gets the smallest possible change.
  it.each([
    ['at', "at + interval '1 microsecond'", 'link'],
    ['operation', "'updateTowes'", 'link'],
    ['outcome', "'failed'", 'link'],
    ['request_id', "overlay(request_id placing case when substr(request_id, 8, 1) = 'f' then 'e' else 'f' end from 8)", 'link'],
    ['subject_kind', "'towes'", 'link'],
    ['subject_kind', 'null', 'link'],
    ['actor_id', "'11111111-1111-4111-8111-111111111112'", 'who'],
    ['actor_name', "actor_name || ' '", 'who'],
    ['credential', "'session:2'", 'who'],
    ['who_salt', "'11111111-1111-4111-8111-111111111112'", 'who'],
    ['subject_id', "subject_id || 'x'", 'subject'],
    ['subject_salt', "'11111111-1111-4111-8111-111111111112'", 'subject'],
    ['before', "jsonb_set(before, '{count}', '1.0')", 'what'],
    ['after', "after - 'count'", 'what'],
    ['reason', "'becausE'", 'what'],
    ['reason', "''", 'what'],
    ['what_salt', "'11111111-1111-4111-8111-111111111112'", 'what'],
  ])('finds a changed %s (%s)', async (column, value, part) => {
    await trail.intruder.query(`update audit_events set ${column} = ${value} where id = ${at(3)}`)
    expect(await found()).toEqual([['changed', 3, part]])
  })

  it.each([
    ['who_hash', 'who'],
    ['subject_hash', 'subject'],
    ['what_hash', 'what'],
    ['hash', 'link'],
  ])('finds a flipped bit of %s', async (column, part) => {
    await trail.intruder.query(`update audit_chain set ${column} = set_bit(${column}, 7, 1 - get_bit(${column}, 7)) where seq = 3`)
    expect(await found()).toEqual([['changed', 3, part]])
  })

  it('finds a deleted event, a deleted link of the chain, and both', async () => {
    await trail.intruder.query(`delete from audit_events where id = ${at(2)}`)
    expect(await found()).toEqual([['missing', 2, 'record']])
    await trail.intruder.query('delete from audit_chain where seq = 2')
    expect(await found()).toEqual([['missing', 2, 'link']])
    await trail.intruder.query('delete from audit_chain where seq = 6')
    expect(await found()).toEqual([
      ['missing', 2, 'link'],
      ['missing', 6, 'link'],
      ['inserted', null, 'record'],
    ])
    expect((await trail.verify()).findings.at(-1)?.eventId).toBe(ids[5])
  })

  it('finds a missing start of the chain', async () => {
    await trail.intruder.query(`delete from audit_events where id = ${at(1)}; delete from audit_chain where seq = 1`)
    expect(await found()).toEqual([['missing', 1, 'link']])
  })

  it('finds a missing end by the checkpoints, or by the external ones when those are cut with it', async () => {
    const elsewhere = [await trail.signed()]
    await trail.intruder.query(`delete from audit_events where id in (${at(7)}, ${at(8)}); delete from audit_chain where seq > 6`)
    expect(await found()).toEqual([['cut', 7, 'link']])
    await trail.intruder.query('delete from audit_checkpoints where seq > 6')
    expect(await found()).toEqual([])
    expect(await found({ elsewhere })).toEqual([['cut', 7, 'link']])
    await trail.write(4)
    await trail.chain()
    expect(await found()).toEqual([])
    expect(await found({ elsewhere })).toEqual([['changed', 8, 'checkpoint']])
  })

  it('finds an inserted event, with and without a link in the chain', async () => {
    const columns = 'actor_id, actor_name, credential, operation, outcome, request_id'
    const values = "'11111111-1111-4111-8111-111111111111', 'Me', 'none', 'updateTower', 'allowed', 'x'"
    await trail.intruder.query(`insert into audit_events (id, ${columns}) values ('00000000-0000-4000-8000-000000000001', ${values})`)
    expect((await trail.verify()).findings).toMatchObject([{ kind: 'inserted', eventId: '00000000-0000-4000-8000-000000000001' }])
    await trail.intruder.query(`update audit_chain set seq = seq + 1 where seq = 8;
      insert into audit_chain select 8, '00000000-0000-4000-8000-000000000001', who_hash, subject_hash, what_hash, hash from audit_chain where seq = 7`)
    expect(await found()).toEqual([
      ['moved', 8, 'record'],
      ['changed', 8, 'checkpoint'],
      ['changed', 9, 'link'],
    ])
  })

  it('finds two swapped events, with and without their hashes', async () => {
    await trail.intruder.query(`update audit_chain set seq = 100 where seq = 3; update audit_chain set seq = 3 where seq = 5;
      update audit_chain set seq = 5 where seq = 100`)
    expect((await found()).map(([, seq]) => seq)).toEqual(expect.arrayContaining([3, 5]))
    await trail.intruder.query(`update audit_chain set seq = 100 where seq = 3; update audit_chain set seq = 3 where seq = 5;
      update audit_chain set seq = 5 where seq = 100`)
    expect(await found()).toEqual([])
    const three = '(select event_id from audit_chain where seq = 3)'
    await trail.intruder.query(`create temp table swapped as select ${three} as a, ${at(5)} as b;
      update audit_chain set event_id = gen_random_uuid() where seq = 3; update audit_chain set event_id = (select a from swapped) where seq = 5;
      update audit_chain set event_id = (select b from swapped) where seq = 3`)
    expect(await found()).toEqual([
      ['moved', 3, 'record'],
      ['moved', 5, 'record'],
    ])
  })

  it('finds a replaced checkpoint, and one signed with another key', async () => {
    await trail.intruder.query("update audit_checkpoints set at = at + interval '1 microsecond' where seq = 4")
    expect(await found()).toEqual([['forged', 4, 'checkpoint']])
    const forged = signCheckpoint(newKey(), { seq: 4, hash: 'ab'.repeat(32), previous: 0 }, trail.now())
    await trail.intruder.query('update audit_checkpoints set at = $1, hash = $2, key_id = $3, signature = $4 where seq = 4', [
      forged.at,
      Buffer.from(forged.hash, 'hex'),
      forged.keyId,
      Buffer.from(forged.signature, 'base64'),
    ])
    expect((await trail.verify()).findings[0]).toMatchObject({ kind: 'forged', seq: 4, message: expect.stringContaining('not trusted') })
  })

  it('finds a checkpoint that was removed in the middle or at the start, or inserted without its predecessor', async () => {
    await trail.write(4)
    await trail.chain()
    await trail.intruder.query('delete from audit_checkpoints where seq = 8')
    expect(await found()).toEqual([['missing', 12, 'checkpoint']])
    await trail.restore()
    const elsewhere = [await trail.signed()]
    await trail.intruder.query('delete from audit_checkpoints where seq = 4')
    expect(await found()).toEqual([['missing', 8, 'checkpoint']])
    expect(await found({ elsewhere })).toEqual([
      ['missing', 8, 'checkpoint'],
      ['missing', 4, 'checkpoint'],
    ])
    await trail.restore()
    await trail.intruder.query('update audit_checkpoints set previous_seq = null where seq = 8')
    expect((await found())[0]).toEqual(['forged', 8, 'checkpoint'])
  })

  it('finds a rewritten trail that is signed with another key', async () => {
    const elsewhere = [await trail.signed()]
    await trail.intruder.query(`update audit_events set actor_name = 'Somebody else' where id = ${at(3)}`)
    const all: Link[] = []
    await withTrail(trail.db, async (source) => {
      for await (const links of source.links()) all.push(...links)
    })
    let previous = chainStart
    for (const { seq, record } of all) {
      const parts = { who: partHash(record!, 'who')!, subject: partHash(record!, 'subject')!, what: partHash(record!, 'what')! }
      previous = recordHash(previous, seq, record!, parts)
      await trail.intruder.query(`update audit_chain set who_hash = decode($2, 'hex'), hash = decode($3, 'hex') where seq = $1`, [
        seq,
        parts.who,
        previous,
      ])
    }
    // The chain is consistent again, but the signed hashes differ.
    expect(await found()).toEqual([
      ['changed', 4, 'checkpoint'],
      ['changed', 8, 'checkpoint'],
    ])
    await trail.intruder.query('delete from audit_checkpoints')
    expect(await found({ elsewhere })).toEqual([
      ['changed', 4, 'checkpoint'],
      ['changed', 8, 'checkpoint'],
    ])
  })

  it('finds content that was erased without an order, or under an order for another event', async () => {
    await trail.intruder.query(`update audit_events set before = null, after = null, reason = null, what_salt = null where id = ${at(2)}`)
    expect(await found()).toEqual([['erased', 2, 'what']])
    await trail.intruder.query(`insert into audit_erasures values (${at(2)}, 'what', 'nothing of the kind')`)
    expect(await found()).toEqual([['erased', null, 'what']])
  })

  it('reports the first hundred findings and the number of further ones', async () => {
    await trail.write(150)
    await trail.chain()
    await trail.intruder.query("update audit_events set reason = 'x'")
    const { findings, moreFindings, outcome } = await trail.verify()
    expect([findings.length, moreFindings, outcome]).toEqual([100, 58, 'broken'])
  })
})
