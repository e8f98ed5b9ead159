import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { patternsOf } from '../../../http/search.ts'
import { accountOf, ask as askForAccess } from '../../access/assignments/access.fixture.ts'
import { type Inbox, startInbox } from './inbox.fixture.ts'

let inbox: Inbox
const asked: Awaited<ReturnType<Inbox['ask']>>[] = []
beforeAll(async () => {
  inbox = await startInbox()
  for (const change of [{}, { environment: 'production', workload: 'Production', dataClassification: 'restricted' }, {}])
    asked.push(await inbox.ask(change))
})
afterAll(() => inbox.app.close())
const path = '/account-approvals/inbox'
const idsOf = async (givenName: string, query = '') =>
  (await inbox.as(givenName).get(path + query)).body.items.map((item: { id: string }) => item.id)

describe('listInbox', () => {
  it('pages through the caller’s pending approvals, oldest first', async () => {
    const { body } = await inbox.as('Ravi').get(`${path}?size=2`)
    expect(body).toMatchObject({ page: 1, size: 2, total: 3, totalIsCapped: false })
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([asked[0]!.id, asked[1]!.id])
    expect(body.items[0]).toMatchObject({ subject: { kind: 'accountRequest', summary: { name: asked[0]!.name } }, can: { decide: true } })
    expect(await idsOf('Ravi', '?size=2&page=2')).toEqual([asked[2]!.id])
    for (const name of ['Priya', 'Margaret', 'Niamh']) expect(await idsOf(name)).toEqual([])
  })

  it('sorts by risk, filters and searches', async () => {
    expect((await idsOf('Ravi', '?sort=-risk'))[0]).toBe(asked[1]!.id)
    expect(await idsOf('Ravi', '?filter=environment==production')).toEqual([asked[1]!.id])
    expect(await idsOf('Ravi', '?filter=kind==accessRequest')).toEqual([])
    expect(await idsOf('Ravi', `?search=${asked[2]!.name}`)).toContain(asked[2]!.id)
    expect((await inbox.as('Ravi').get(`${path}?filter=colour==red`)).body.code).toBe('invalidFilter')
  })

  it('finds words in people and subjects, exact matches before close ones', async () => {
    const [first, second, third] = asked.map(({ id }) => id) as [string, string, string]
    const found = async (text: string, more = '') => idsOf('Ravi', `?search=${encodeURIComponent(text)}${more}`)
    for (const text of ['priya', 'PRIYA Checkout', 'inbox', 'chekcout', 'pirya chekcout', ' * '])
      expect([text, await found(text)]).toEqual([text, [first, second, third]])
    expect(await found(`priya ${asked[1]!.name}`)).toEqual([second])
    for (const text of ['priya payroll-ledgers', 'zzzzqqq', '---', '%', '_', "'"]) expect([text, await found(text)]).toEqual([text, []])
    expect(await found(second.toUpperCase())).toEqual([second])
    expect(await found(asked[2]!.requestId)).toEqual([third])
    expect(await found('pirya', '&sort=-waitsSince&size=2')).toEqual([third, second])
    expect(await found('pirya', '&filter=environment==production')).toEqual([second])
    const request = await inbox.app.db
      .selectFrom('account_requests')
      .select('reference')
      .where('id', '=', asked[0]!.requestId)
      .executeTakeFirstOrThrow()
    expect(await found(request.reference.toLowerCase())).toEqual([first])
    expect((await inbox.as('Ravi').get(`${path}?search=a%00b`)).status).toBe(400)
    expect(await idsOf('Priya', '?search=priya')).toEqual([])
  })

  it('finds every name that is at least half similar to a word, however it differs', async () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdr1'), minLength: 3, maxLength: 12 })
    const pairs = fc.sample(fc.tuple(letters, letters, fc.nat(9), fc.nat(3)), 500).map(([word, other, at, cut]) => ({
      word,
      name: `${other} ${word.slice(0, at)}${other.slice(0, 2)}${word.slice(at + cut)}`,
      alike: patternsOf(word).alike,
    }))
    const { rows } = await sql<{ half: number; missed: string[] }>`
      select count(*) as half, array_agg(p.word || ' ' || p.name) filter (where not p.name like any (array(select jsonb_array_elements_text(p.alike)))) as missed
      from jsonb_to_recordset(${JSON.stringify(pairs)}) p (word text, name text, alike jsonb)
      where word_similarity(p.word, p.name) >= 0.5`.execute(inbox.app.db)
    expect(rows[0]!.half).toBeGreaterThan(50)
    expect(rows[0]!.missed).toBeNull()
    // Every word that a swap of two letters could mean must be among the similar names and come first.
    const swapped = pairs.flatMap(({ word, alike }) =>
      patternsOf(word).nearly.map((pattern) => ({ pattern: pattern.replaceAll('%', ''), alike })),
    )
    const lost = await sql<{ pattern: string }>`
      select p.pattern from jsonb_to_recordset(${JSON.stringify(swapped)}) p (pattern text, alike jsonb)
      where not p.pattern like any (array(select jsonb_array_elements_text(p.alike)))`.execute(inbox.app.db)
    expect(lost.rows).toEqual([])
  })

  it('finds access requests by their group, account and reference', async () => {
    const account = accountOf(inbox.app, 1)
    const readers = await askForAccess(inbox.app, account)
    const others = await askForAccess(inbox.app, account, { suffix: 'contributors', durationHours: 48 })
    const found = async (text: string) => idsOf('Daniel', `?search=${encodeURIComponent(text)}`)
    for (const text of ['readers', 'raeders', `priya readers`, readers.body.reference, readers.body.reference.slice(-5)])
      expect([text, await found(text)]).toEqual([text, [readers.approvalId]])
    expect(await found(account.name)).toEqual([readers.approvalId, others.approvalId])
    expect(await found('ontributors')).toEqual([others.approvalId])
    // Shorter words match only at the start of a word.
    expect(await found('re')).toEqual([readers.approvalId])
  })

  it('contains the approvals of an absent person until they return', async () => {
    const back = await inbox.delegate('Ravi', 'Ewa')
    const { body } = await inbox.as('Ewa').get(path)
    expect(body.total).toBe(3)
    const seat = body.items[0].stages[0].approvers.find((approver: { id: string }) => approver.id === inbox.app.persona('Ewa').id)
    expect(seat.onBehalfOf).toMatchObject({ id: inbox.app.persona('Ravi').id })
    const pending = (await inbox.as('Ewa').get('/account-approvals/pending-approvals')).body
    expect(pending.map((item: { id: string }) => item.id)).toEqual(body.items.map((item: { id: string }) => item.id))
    expect((await inbox.as('Ewa').get('/account-approvals/canIApprove')).body).toContain('family:Checkout')
    // The absent person is still asked, and each seat votes once.
    const [first] = asked
    await inbox.as('Ravi').post(`/account-approvals/${first!.id}`, { decision: 'approve', stage: 1 })
    expect(await idsOf('Ewa')).toEqual([asked[1]!.id, asked[2]!.id])
    await back()
    expect(await idsOf('Ewa')).toEqual([])
  })

  roleSuite(
    'listInbox',
    () => inbox.app,
    () => ({ path }),
  )
})
