import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { callLabels } from '../../../audit/callLabels.ts'
import { outcomeLabels } from '../../../audit/outcome.ts'
import { settingCatalogue } from '../../../settings/catalogue.ts'
import { queueTitles } from '../cockpit/queues.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let tower: { id: string; name: string }
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  tower = await systemActionsWithCode(app, 'AUDA')
})
afterAll(() => app.close())

const list = async (query: string) => (await niamh(app).get(`/audit/events?${query}`)).body
const search = async (query: string) =>
  (await list(query)).items.map(({ operation, outcome }: { operation: string; outcome: string }) => `${operation} ${outcome}`)
const allEvents = ['updateTower denied', 'updateTower allowed', 'createTower allowed']

describe('listAuditEvents', () => {
  it('shows the vote of a decision', async () => {
    const { body } = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: 'audited-vote' }))
    const [approval] = body.approvals
    const vote = { decision: 'reject', stage: approval.stages[0].stage, comment: 'Not this year.' }
    expect((await app.as(app.persona('Ravi').id).post(`/account-approvals/${approval.id}`, vote)).status).toBe(200)
    const { items } = await list(`filter=subject==${body.id}`)
    expect(items.map(({ operation, vote }: { operation: string; vote: string | null }) => [operation, vote])).toEqual([
      ['decideAccountApproval', 'reject'],
      ['createAccountRequest', null],
    ])
  })

  it('shows person, credential, operation, subject and position in the chain', async () => {
    const { items, total } = await list(`filter=subject==${tower.id}`)
    expect(total).toBe(3)
    expect(items).toMatchObject([
      {
        operation: 'updateTower',
        outcome: 'denied',
        actor: { id: app.persona('Tomasz').id, displayName: 'Tomasz Zalewski', credential: expect.stringMatching(/^session:/) },
        subject: { kind: 'tower', id: tower.id, name: tower.name },
        reason: expect.stringMatching(/^forbidden/),
        erased: [],
      },
      { operation: 'updateTower', outcome: 'allowed', actor: { displayName: 'Niamh Brennan' }, reason: null },
      { operation: 'createTower', outcome: 'allowed', subject: { name: tower.name } },
    ])
    const sequence = items.map(({ seq }: { seq: number }) => seq)
    expect(sequence).toEqual([sequence[2] + 2, sequence[2] + 1, sequence[2]])
  })

  it('filters by person, call, outcome, kind and time, and pages', async () => {
    const about = `subject==${tower.id}`
    expect(await search(`filter=${about};person==${app.persona('Tomasz').id}`)).toEqual(allEvents.slice(0, 1))
    expect(await search(`filter=${about};operation==createTower`)).toEqual(allEvents.slice(2))
    expect(await search(`filter=${about};outcome==denied`)).toEqual(allEvents.slice(0, 1))
    expect(await search(`filter=${about};subjectKind==tower;at=gt=2020-01-01`)).toEqual(allEvents)
    expect(await search(`filter=${about};at=lt=2020-01-01`)).toEqual([])
    expect(await search(`filter=${about}&size=2&page=2&sort=at`)).toEqual(allEvents.slice(0, 1))
    const [{ requestId }] = (await list(`filter=${about};outcome==denied`)).items
    expect(await search(`filter=request==${requestId}`)).toEqual(allEvents.slice(0, 1))
  })

  it('searches by names of people and subjects, by calls and by IDs', async () => {
    expect(await search('search=renamed auda')).toEqual(allEvents)
    expect(await search(`search=tomasz&filter=subject==${tower.id}`)).toEqual(allEvents.slice(0, 1))
    expect(await search(`search=createTower&filter=subject==${tower.id}`)).toEqual(allEvents.slice(2))
    expect(await search(`search=${tower.id.toUpperCase()}`)).toEqual(allEvents)
    expect(await search('search=nobody is called so 100%25_')).toEqual([])
  })

  it('finds a request by the name of what it requests, and by its reference', async () => {
    const { body } = await app.as(app.persona('Priya').id).post('/account-requests', newRequest(app, { name: 'audited-by-name' }))
    const { id, name, reference } = body
    for (const text of [name, name.slice(2, -2), reference, reference.toLowerCase()]) {
      const { items } = await list(`search=${text}`)
      expect(items).toMatchObject([{ operation: 'createAccountRequest', subject: { kind: 'accountRequest', id } }])
      expect(items[0].subject.name.split(' ')).toEqual([name, reference])
    }
  })

  it('searches by the labels of actions and outcomes', async () => {
    const find = (text: string) => search(`search=${text}&filter=subject==${tower.id}`)
    expect(await find(outcomeLabels.denied)).toEqual(allEvents.slice(0, 1))
    expect(await find('denie')).toEqual([])
    expect(await find(outcomeLabels.allowed)).toEqual(allEvents.slice(1))
    expect(await find(callLabels.createTower.toLowerCase())).toEqual(allEvents.slice(2))
    expect(await find(callLabels.requestDecommission)).toEqual([])
    expect(await find(outcomeLabels.failed)).toEqual([])
    expect(await find('tower')).toEqual(allEvents)
    expect(await find('createTow')).toEqual([])
  })

  it.each(['Lowe', 'Don', 'Ned', 'Ann'])('finds no events by parts of words when the search is the name %s', async (name) => {
    expect(await search(`search=${name}&filter=subject==${tower.id}`)).toEqual([])
  })

  it('tells a missing second factor and invalid input from a denial and a failure', async () => {
    const [niamhId, tomaszId] = [app.persona('Niamh').id, app.persona('Tomasz').id]
    const weakCaller = app.as(niamhId, ['Slipway.Admin'], { strong: false })
    expect((await weakCaller.post('/admin/sessions/endAll', { reason: 'Trying.' })).status).toBe(401)
    expect((await niamh(app).post('/towers', { name: 7 })).status).toBe(400)
    expect((await app.as(tomaszId).post('/towers', { name: 'Tower' })).status).toBe(403)
    const people = `operation=in=(endAllSessions,createTower);outcome!=allowed;person=in=(${niamhId},${tomaszId})`
    const outcomesOf = (filter: string) => search(`filter=${people}${filter}`)
    const events = ['createTower denied', 'createTower invalidRequest', 'endAllSessions stepUpNeeded']
    expect(await outcomesOf('')).toEqual(events)
    expect(await outcomesOf(';outcome==denied')).toEqual(events.slice(0, 1))
    expect(await outcomesOf(';outcome==failed')).toEqual([])
    expect(await outcomesOf(';outcome=in=(stepUpNeeded,invalidRequest)')).toEqual(events.slice(1))
    expect(await search(`search=${outcomeLabels.stepUpNeeded}&filter=person==${niamhId}`)).toEqual(events.slice(2))
    const stored = await app.db
      .selectFrom('audit_events')
      .select(['operation', 'outcome'])
      .where('actor_id', '=', niamhId)
      .where('outcome', '<>', 'allowed')
      .orderBy('id')
      .execute()
    expect(stored).toEqual([
      { operation: 'endAllSessions', outcome: 'denied' },
      { operation: 'createTower', outcome: 'failed' },
    ])
  })

  it('names even subjects without a page', async () => {
    const ewa = app.persona('Ewa')
    await niamh(app).patch('/admin/settings/notificationDays', { value: 365 })
    await niamh(app).post('/cockpit/queues/replayPolicy/pause', { reason: 'The database is being moved tonight.' })
    const ravi = app.persona('Ravi')
    await app.as(ravi.id).post('/me/delegations', { delegateId: ewa.id })
    const names = async (kind: string) => (await list(`filter=subjectKind==${kind}`)).items.map((each: { subject: object }) => each.subject)
    expect(await names('setting')).toMatchObject([{ id: 'notificationDays', name: settingCatalogue.notificationDays.title }])
    expect(await names('queue')).toMatchObject([{ id: 'replayPolicy', name: queueTitles.replayPolicy.title }])
    expect(await names('delegation')).toMatchObject([{ name: `${ewa.displayName} for ${ravi.displayName}` }])
  })

  it('finds the events of an API key', async () => {
    const key = await app.withKey(['deploy'])
    expect((await key.caller.post('/towers', { name: 'x' })).status).toBe(403)
    expect(await search(`search=Test ${key.publicId}`)).toEqual(['createTower denied'])
    expect((await list(`filter=credential==key:${key.publicId}`)).items).toMatchObject([
      { actor: { id: null, displayName: `Test ${key.publicId}` } },
    ])
  })

  it('is allowed for auditors', async () => {
    expect((await app.as(app.persona('Grace').id).get('/audit/events')).status).toBe(200)
  })

  roleSuite(
    'listAuditEvents',
    () => app,
    () => ({ path: '/audit/events' }),
  )

  it('rejects unknown fields and text that can’t be stored', async () => {
    expect((await list('filter=secret==x')).code).toBe('invalidFilter')
    expect((await list('sort=before')).code).toBe('invalidFilter')
    expect((await list('search=%00')).code).toBe('invalidRequest')
  })
})
