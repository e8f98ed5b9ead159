import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AuditTrail, newKey, openAuditTrail } from './audit.fixture.ts'
import type { AuditTrailSource, Link } from './auditTrailSource.ts'
import { signCheckpoint } from './checkpoint.ts'
import { withAuditTrail } from './databaseAuditTrail.ts'
import { chainStart, partHash, recordHash } from './record.ts'
import { checkpointPages } from './stored.ts'
import { verifyChain } from './verifyChain.ts'

let auditTrail: AuditTrail
let ids: string[]
beforeAll(async () => {
  auditTrail = await openAuditTrail()
  ids = await auditTrail.write(4)
  await auditTrail.chain()
  ids.push(...(await auditTrail.write(4)))
  await auditTrail.chain()
  await auditTrail.keep()
})
afterEach(() => auditTrail.restore())
afterAll(() => auditTrail.close())

const listFindings = async (options?: Parameters<AuditTrail['verify']>[0]) =>
  (await auditTrail.verify(options)).findings.map(({ kind, seq, part }) => [kind, seq, part])
const eventIdAt = (seq: number) => `(select event_id from audit_chain where seq = ${seq})`

describe('verifyChain without tampering', () => {
  it('accepts an unchanged trail and counts unchained events separately', async () => {
    await auditTrail.write(2)
    expect(await auditTrail.verify()).toEqual({
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

describe('verifyChain with many checkpoints', () => {
  const size = 10
  const pages = 500
  const seqOf = (page: number, n: number) => page * size + n + 1
  const checkpoint = (seq: number) => ({ seq, hash: 'ab'.repeat(32), at: 'then', keyId: 'nobody', previous: null, signature: '' })

  it('keeps one page of checkpoints in memory, which is read when the chain reaches it', async () => {
    let [pageCount, farthestPage] = [0, 0]
    const source: AuditTrailSource = {
      erasures: [],
      async *checkpoints() {
        for (let page = 0; page < pages; page++) {
          pageCount += 1
          yield Array.from({ length: size }, (_, n) => checkpoint(seqOf(page, n)))
        }
      },
      async *links() {
        for (let page = 0; page < pages; page++) {
          // At most the current page and the next one have been read.
          farthestPage = Math.max(farthestPage, pageCount - page)
          yield Array.from({ length: size }, (_, n) => ({ seq: seqOf(page, n), eventId: '', parts: noParts, hash: '', record: undefined }))
        }
      },
      at: async () => ({ links: new Map(), checkpoints: [] }),
      unchained: async () => ({ waiting: 0, inserted: [] }),
    }
    const verification = await verifyChain(source, { keys: [] })
    expect([verification.findings.length, verification.moreFindings + verification.findings.length, pageCount, farthestPage]).toEqual([
      100,
      2 * size * pages + 1,
      pages,
      1,
    ])
  })

  it('looks up each page of external checkpoints, even if they are unordered or repeated', async () => {
    const requestedRanges: number[][] = []
    const source: AuditTrailSource = {
      erasures: [],
      async *checkpoints() {},
      async *links() {},
      async at(seqs) {
        requestedRanges.push(seqs)
        return { links: new Map(seqs.map((seq) => [seq, { hash: '', eventId: '' }])), checkpoints: seqs.map(checkpoint) }
      },
      unchained: async () => ({ waiting: 0, inserted: [] }),
    }
    const stored = [[checkpoint(3), checkpoint(1), checkpoint(3)], [checkpoint(2)]]
    expect(await verifyChain(source, { keys: [], elsewhere: stored })).toMatchObject({ elsewhere: 4, findings: [], outcome: 'sound' })
    expect(requestedRanges).toEqual([[3, 1, 3], [2]])
  })

  it('reads checkpoints in the sort order of the database', async () => {
    const allCheckpoints = await auditTrail.signed()
    expect(await Array.fromAsync(checkpointPages(auditTrail.db, { size: 1 }))).toEqual(allCheckpoints.map((each) => [each]))
    expect(await Array.fromAsync(checkpointPages(auditTrail.db, { after: allCheckpoints[0]!.seq }))).toEqual([allCheckpoints.slice(1)])
  })
})
const noParts = { who: '', subject: '', what: '' }

describe('verifyChain after tampering', () => {
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
    await auditTrail.intruder.query(`update audit_events set ${column} = ${value} where id = ${eventIdAt(3)}`)
    expect(await listFindings()).toEqual([['changed', 3, part]])
  })

  it.each([
    ['who_hash', 'who'],
    ['subject_hash', 'subject'],
    ['what_hash', 'what'],
    ['hash', 'link'],
  ])('finds a flipped bit of %s', async (column, part) => {
    await auditTrail.intruder.query(`update audit_chain set ${column} = set_bit(${column}, 7, 1 - get_bit(${column}, 7)) where seq = 3`)
    expect(await listFindings()).toEqual([['changed', 3, part]])
  })

  it('finds a deleted event, a deleted link of the chain, and both', async () => {
    await auditTrail.intruder.query(`delete from audit_events where id = ${eventIdAt(2)}`)
    expect(await listFindings()).toEqual([['missing', 2, 'record']])
    await auditTrail.intruder.query('delete from audit_chain where seq = 2')
    expect(await listFindings()).toEqual([['missing', 2, 'link']])
    await auditTrail.intruder.query('delete from audit_chain where seq = 6')
    expect(await listFindings()).toEqual([
      ['missing', 2, 'link'],
      ['missing', 6, 'link'],
      ['inserted', null, 'record'],
    ])
    expect((await auditTrail.verify()).findings.at(-1)?.eventId).toBe(ids[5])
  })

  it('finds that the start of the chain is missing', async () => {
    await auditTrail.intruder.query(`delete from audit_events where id = ${eventIdAt(1)}; delete from audit_chain where seq = 1`)
    expect(await listFindings()).toEqual([['missing', 1, 'link']])
  })

  it('finds a missing end by the stored checkpoints, or by external ones if the stored ones were deleted too', async () => {
    const externalCheckpoints = [await auditTrail.signed()]
    await auditTrail.intruder.query(
      `delete from audit_events where id in (${eventIdAt(7)}, ${eventIdAt(8)}); delete from audit_chain where seq > 6`,
    )
    expect(await listFindings()).toEqual([['cut', 7, 'link']])
    await auditTrail.intruder.query('delete from audit_checkpoints where seq > 6')
    expect(await listFindings()).toEqual([])
    expect(await listFindings({ elsewhere: externalCheckpoints })).toEqual([['cut', 7, 'link']])
    await auditTrail.write(4)
    await auditTrail.chain()
    expect(await listFindings()).toEqual([])
    expect(await listFindings({ elsewhere: externalCheckpoints })).toEqual([['changed', 8, 'checkpoint']])
  })

  it('finds an inserted event, with and without a link in the chain', async () => {
    const columns = 'actor_id, actor_name, credential, operation, outcome, request_id'
    const values = "'11111111-1111-4111-8111-111111111111', 'Me', 'none', 'updateTower', 'allowed', 'x'"
    await auditTrail.intruder.query(`insert into audit_events (id, ${columns}) values ('00000000-0000-4000-8000-000000000001', ${values})`)
    expect((await auditTrail.verify()).findings).toMatchObject([{ kind: 'inserted', eventId: '00000000-0000-4000-8000-000000000001' }])
    await auditTrail.intruder.query(`update audit_chain set seq = seq + 1 where seq = 8;
      insert into audit_chain select 8, '00000000-0000-4000-8000-000000000001', who_hash, subject_hash, what_hash, hash from audit_chain where seq = 7`)
    expect(await listFindings()).toEqual([
      ['moved', 8, 'record'],
      ['changed', 8, 'checkpoint'],
      ['changed', 9, 'link'],
    ])
  })

  it('finds two swapped events, with and without their hashes', async () => {
    await auditTrail.intruder.query(`update audit_chain set seq = 100 where seq = 3; update audit_chain set seq = 3 where seq = 5;
      update audit_chain set seq = 5 where seq = 100`)
    expect((await listFindings()).map(([, seq]) => seq)).toEqual(expect.arrayContaining([3, 5]))
    await auditTrail.intruder.query(`update audit_chain set seq = 100 where seq = 3; update audit_chain set seq = 3 where seq = 5;
      update audit_chain set seq = 5 where seq = 100`)
    expect(await listFindings()).toEqual([])
    const thirdEventSql = '(select event_id from audit_chain where seq = 3)'
    await auditTrail.intruder.query(`create temp table swapped as select ${thirdEventSql} as a, ${eventIdAt(5)} as b;
      update audit_chain set event_id = gen_random_uuid() where seq = 3; update audit_chain set event_id = (select a from swapped) where seq = 5;
      update audit_chain set event_id = (select b from swapped) where seq = 3`)
    expect(await listFindings()).toEqual([
      ['moved', 3, 'record'],
      ['moved', 5, 'record'],
    ])
  })

  it('finds a replaced checkpoint, and one signed with a different key', async () => {
    await auditTrail.intruder.query("update audit_checkpoints set at = at + interval '1 microsecond' where seq = 4")
    expect(await listFindings()).toEqual([['forged', 4, 'checkpoint']])
    const forgedCheckpoint = signCheckpoint(newKey(), { seq: 4, hash: 'ab'.repeat(32), previous: 0 }, auditTrail.now())
    await auditTrail.intruder.query('update audit_checkpoints set at = $1, hash = $2, key_id = $3, signature = $4 where seq = 4', [
      forgedCheckpoint.at,
      Buffer.from(forgedCheckpoint.hash, 'hex'),
      forgedCheckpoint.keyId,
      Buffer.from(forgedCheckpoint.signature, 'base64'),
    ])
    expect((await auditTrail.verify()).findings[0]).toMatchObject({
      kind: 'forged',
      seq: 4,
      message: expect.stringContaining('not trusted'),
    })
  })

  it('finds a checkpoint that was removed in the middle or at the start, or inserted without its predecessor', async () => {
    await auditTrail.write(4)
    await auditTrail.chain()
    await auditTrail.intruder.query('delete from audit_checkpoints where seq = 8')
    expect(await listFindings()).toEqual([['missing', 12, 'checkpoint']])
    await auditTrail.restore()
    const externalCheckpoints = [await auditTrail.signed()]
    await auditTrail.intruder.query('delete from audit_checkpoints where seq = 4')
    expect(await listFindings()).toEqual([['missing', 8, 'checkpoint']])
    expect(await listFindings({ elsewhere: externalCheckpoints })).toEqual([
      ['missing', 8, 'checkpoint'],
      ['missing', 4, 'checkpoint'],
    ])
    await auditTrail.restore()
    await auditTrail.intruder.query('update audit_checkpoints set previous_seq = null where seq = 8')
    expect((await listFindings())[0]).toEqual(['forged', 8, 'checkpoint'])
  })

  it('finds a rewritten trail that is signed with a different key', async () => {
    const externalCheckpoints = [await auditTrail.signed()]
    await auditTrail.intruder.query(`update audit_events set actor_name = 'Another person' where id = ${eventIdAt(3)}`)
    const allLinks: Link[] = []
    await withAuditTrail(auditTrail.db, async (source) => {
      for await (const links of source.links()) allLinks.push(...links)
    })
    let previous = chainStart
    for (const { seq, record } of allLinks) {
      const parts = { who: partHash(record!, 'who')!, subject: partHash(record!, 'subject')!, what: partHash(record!, 'what')! }
      previous = recordHash(previous, seq, record!, parts)
      await auditTrail.intruder.query(`update audit_chain set who_hash = decode($2, 'hex'), hash = decode($3, 'hex') where seq = $1`, [
        seq,
        parts.who,
        previous,
      ])
    }
    expect(await listFindings()).toEqual([
      ['changed', 4, 'checkpoint'],
      ['changed', 8, 'checkpoint'],
    ])
    await auditTrail.intruder.query('delete from audit_checkpoints')
    expect(await listFindings({ elsewhere: externalCheckpoints })).toEqual([
      ['changed', 4, 'checkpoint'],
      ['changed', 8, 'checkpoint'],
    ])
  })

  it('finds content that was erased without a confirmed erasure, or under the erasure of a different event', async () => {
    await auditTrail.intruder.query(
      `update audit_events set before = null, after = null, reason = null, what_salt = null where id = ${eventIdAt(2)}`,
    )
    expect(await listFindings()).toEqual([['erased', 2, 'what']])
    await auditTrail.intruder.query(`insert into audit_erasures values (${eventIdAt(2)}, 'what', 'nothing of the kind')`)
    expect(await listFindings()).toEqual([['erased', null, 'what']])
  })

  it('reports the first hundred findings and the number of the remaining ones', async () => {
    await auditTrail.write(150)
    await auditTrail.chain()
    await auditTrail.intruder.query("update audit_events set reason = 'x'")
    const { findings, moreFindings, outcome } = await auditTrail.verify()
    expect([findings.length, moreFindings, outcome]).toEqual([100, 58, 'broken'])
  })
})
