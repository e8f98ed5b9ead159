import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { patternsOf } from '../../../http/search.ts'
import { accountOf, requestAccess as askForAccess } from '../../access/assignments/access.fixture.ts'
import { type Inbox, startInbox } from './inbox.fixture.ts'

let inbox: Inbox
const inboxRequests: Awaited<ReturnType<Inbox['ask']>>[] = []
beforeAll(async () => {
  inbox = await startInbox()
  for (const overrides of [{}, { environment: 'production', workload: 'Production', dataClassification: 'restricted' }, {}])
    inboxRequests.push(await inbox.ask(overrides))
})
afterAll(() => inbox.app.close())
const path = '/account-approvals/inbox'
const idsOf = async (givenName: string, query = '') =>
  (await inbox.as(givenName).get(path + query)).body.items.map((item: { id: string }) => item.id)

describe('listInbox', () => {
  it('pages through the caller’s pending approvals, oldest first', async () => {
    const { body } = await inbox.as('Ravi').get(`${path}?size=2`)
    expect(body).toMatchObject({ page: 1, size: 2, total: 3, totalIsCapped: false })
    expect(body.items.map((item: { id: string }) => item.id)).toEqual([inboxRequests[0]!.id, inboxRequests[1]!.id])
    expect(body.items[0]).toMatchObject({
      subject: { kind: 'accountRequest', summary: { name: inboxRequests[0]!.name } },
      can: { decide: true },
    })
    expect(await idsOf('Ravi', '?size=2&page=2')).toEqual([inboxRequests[2]!.id])
    for (const name of ['Priya', 'Margaret', 'Niamh']) expect(await idsOf(name)).toEqual([])
  })

  it('sorts by risk, filters and searches', async () => {
    expect((await idsOf('Ravi', '?sort=-risk'))[0]).toBe(inboxRequests[1]!.id)
    expect(await idsOf('Ravi', '?filter=environment==production')).toEqual([inboxRequests[1]!.id])
    expect(await idsOf('Ravi', '?filter=kind==accessRequest')).toEqual([])
    expect(await idsOf('Ravi', `?search=${inboxRequests[2]!.name}`)).toContain(inboxRequests[2]!.id)
    expect((await inbox.as('Ravi').get(`${path}?filter=colour==red`)).body.code).toBe('invalidFilter')
  })

  it('finds words in people and subjects, exact matches before close ones', async () => {
    const [firstName, secondApprovalId, thirdName] = inboxRequests.map(({ id }) => id) as [string, string, string]
    const search = async (text: string, extraQuery = '') => idsOf('Ravi', `?search=${encodeURIComponent(text)}${extraQuery}`)
    for (const text of ['priya', 'PRIYA Checkout', 'inbox', 'chekcout', 'pirya chekcout', ' * '])
      expect([text, await search(text)]).toEqual([text, [firstName, secondApprovalId, thirdName]])
    expect(await search(`priya ${inboxRequests[1]!.name}`)).toEqual([secondApprovalId])
    for (const text of ['priya payroll-ledgers', 'zzzzqqq', '---', '%', '_', "'"]) expect([text, await search(text)]).toEqual([text, []])
    expect(await search(secondApprovalId.toUpperCase())).toEqual([secondApprovalId])
    expect(await search(inboxRequests[2]!.requestId)).toEqual([thirdName])
    expect(await search('pirya', '&sort=-waitsSince&size=2')).toEqual([thirdName, secondApprovalId])
    expect(await search('pirya', '&filter=environment==production')).toEqual([secondApprovalId])
    const request = await inbox.app.db
      .selectFrom('account_requests')
      .select('reference')
      .where('id', '=', inboxRequests[0]!.requestId)
      .executeTakeFirstOrThrow()
    expect(await search(request.reference.toLowerCase())).toEqual([firstName])
    expect((await inbox.as('Ravi').get(`${path}?search=a%00b`)).status).toBe(400)
    expect(await idsOf('Priya', '?search=priya')).toEqual([])
  })

  it('finds every name that is at least half similar to a word, whatever the difference', async () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdr1'), minLength: 3, maxLength: 12 })
    const pairs = fc.sample(fc.tuple(letters, letters, fc.nat(9), fc.nat(3)), 500).map(([word, otherId, index, cutPosition]) => ({
      word,
      name: `${otherId} ${word.slice(0, index)}${otherId.slice(0, 2)}${word.slice(index + cutPosition)}`,
      alike: patternsOf(word).alike,
    }))
    const { rows } = await sql<{ half: number; missed: string[] }>`
      select count(*) as half, array_agg(p.word || ' ' || p.name) filter (where not p.name like any (array(select jsonb_array_elements_text(p.alike)))) as missed
      from jsonb_to_recordset(${JSON.stringify(pairs)}) p (word text, name text, alike jsonb)
      where word_similarity(p.word, p.name) >= 0.5`.execute(inbox.app.db)
    expect(rows[0]!.half).toBeGreaterThan(50)
    expect(rows[0]!.missed).toBeNull()
    // If a word has two letters swapped, every word that it could mean must be among the similar names and come first.
    const swappedPairs = pairs.flatMap(({ word, alike }) =>
      patternsOf(word).nearly.map((pattern) => ({ pattern: pattern.replaceAll('%', ''), alike })),
    )
    const missedPatterns = await sql<{ pattern: string }>`
      select p.pattern from jsonb_to_recordset(${JSON.stringify(swappedPairs)}) p (pattern text, alike jsonb)
      where not p.pattern like any (array(select jsonb_array_elements_text(p.alike)))`.execute(inbox.app.db)
    expect(missedPatterns.rows).toEqual([])
  })

  it('finds access requests by their group, account and reference', async () => {
    const account = accountOf(inbox.app, 1)
    const readers = await askForAccess(inbox.app, account)
    const contributorsRequest = await askForAccess(inbox.app, account, { suffix: 'contributors', durationHours: 48 })
    const search = async (text: string) => idsOf('Daniel', `?search=${encodeURIComponent(text)}`)
    for (const text of ['readers', 'raeders', `priya readers`, readers.body.reference, readers.body.reference.slice(-5)])
      expect([text, await search(text)]).toEqual([text, [readers.approvalId]])
    expect(await search(account.name)).toEqual([readers.approvalId, contributorsRequest.approvalId])
    expect(await search('ontributors')).toEqual([contributorsRequest.approvalId])
    // Shorter words match only at the start of a word.
    expect(await search('re')).toEqual([readers.approvalId])
  })

  it('includes the approvals of an absent person for the delegate, until the absence ends', async () => {
    const restore = await inbox.delegate('Ravi', 'Ewa')
    const { body } = await inbox.as('Ewa').get(path)
    expect(body.total).toBe(3)
    const seat = body.items[0].stages[0].approvers.find((approver: { id: string }) => approver.id === inbox.app.persona('Ewa').id)
    expect(seat.onBehalfOf).toMatchObject({ id: inbox.app.persona('Ravi').id })
    const pendingApprovals = (await inbox.as('Ewa').get('/account-approvals/pending-approvals')).body
    expect(pendingApprovals.map((item: { id: string }) => item.id)).toEqual(body.items.map((item: { id: string }) => item.id))
    expect((await inbox.as('Ewa').get('/account-approvals/canIApprove')).body).toContain('family:Checkout')
    // The absent person still has a seat, and each seat votes once.
    const [firstName] = inboxRequests
    await inbox.as('Ravi').post(`/account-approvals/${firstName!.id}`, { decision: 'approve', stage: 1 })
    expect(await idsOf('Ewa')).toEqual([inboxRequests[1]!.id, inboxRequests[2]!.id])
    await restore()
    expect(await idsOf('Ewa')).toEqual([])
  })

  roleSuite(
    'listInbox',
    () => inbox.app,
    () => ({ path }),
  )
})
