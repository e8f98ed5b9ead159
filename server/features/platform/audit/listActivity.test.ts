import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { subjectsWithActivity } from '../../../subjects.ts'
import { canSeeSubjectActivity } from './activity.ts'
import { niamh, systemActionsWithCode } from './events.fixture.ts'

let app: TestApp
let tower: { id: string }
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  tower = await systemActionsWithCode(app, 'AUDK')
})
afterAll(() => app.close())

const path = () => `/audit/activity?kind=tower&id=${tower.id}`

describe('listActivity', () => {
  it.each(['Niamh', 'Grace', 'Ravi'])('shows the actions and denials to %s, page by page', async (personaName) => {
    const caller = app.as(app.persona(personaName).id)
    const { body } = await caller.get(path())
    const systemActions = body.items.filter(({ operation }: { operation: string }) => operation !== 'listActivity')
    expect(
      systemActions.map(({ operation, outcome, actor }: (typeof systemActions)[0]) => [operation, outcome, actor.displayName]),
    ).toEqual([
      ['updateTower', 'denied', 'Tomasz Zalewski'],
      ['updateTower', 'allowed', 'Niamh Brennan'],
      ['createTower', 'allowed', 'Niamh Brennan'],
    ])
    expect(JSON.stringify(body)).not.toContain('session:')
    expect((await caller.get(`${path()}&page=2&size=1`)).body.items).toEqual([body.items[1]])
  })

  it('sorts, filters and searches only the actions on this subject', async () => {
    const otherSubject = await systemActionsWithCode(app, 'AUDL')
    const systemActions = async (query: string, id = tower.id) =>
      (await app.as(app.persona('Ravi').id).get(`/audit/activity?kind=tower&id=${id}&${query}`)).body.items.map(
        ({ operation, outcome }: { operation: string; outcome: string }) => `${operation} ${outcome}`,
      ) as string[]
    const changes = 'filter=operation==updateTower,operation==createTower'
    const [denied, allowed, created] = ['updateTower denied', 'updateTower allowed', 'createTower allowed']
    expect(await systemActions(`${changes}&sort=at`)).toEqual([created, allowed, denied])
    expect(await systemActions(`${changes}&sort=-at`)).toEqual([denied, allowed, created])
    expect(await systemActions('filter=operation==updateTower;outcome==denied')).toEqual([denied])
    expect(await systemActions('search=zalewski')).toEqual([denied])
    expect(await systemActions('search=createTower')).toEqual([created])
    const { rows } = await sql<{ id: string }>`select id from audit_events where subject_id = ${otherSubject.id} limit 1`.execute(app.db)
    expect(await systemActions(`search=${rows[0]!.id}`)).toEqual([])
    for (const field of ['credential', 'subject'])
      expect((await app.as(app.persona('Ravi').id).get(`${path()}&filter=${field}==x`)).body.code).toBe('invalidFilter')
  })

  it('shows administrators the actions on a queue, with denied attempts', async () => {
    const queue = '/cockpit/queues/replayPolicy'
    const reason = 'The database is moved tonight.'
    expect((await niamh(app).post(`${queue}/pause`, { reason })).status).toBe(200)
    expect((await app.as(app.persona('Priya').id).post(`${queue}/resume`)).status).toBe(403)
    expect((await niamh(app).post(`${queue}/resume`)).status).toBeLessThan(300)
    const getQueueActivity = (personaName: string) => app.as(app.persona(personaName).id).get('/audit/activity?kind=queue&id=replayPolicy')
    const { body } = await getQueueActivity('Grace')
    const visible = body.items.filter(({ operation }: { operation: string }) => operation !== 'listActivity')
    expect(visible.map(({ operation, outcome }: (typeof visible)[0]) => [operation, outcome])).toEqual([
      ['resumeQueue', 'allowed'],
      ['resumeQueue', 'denied'],
      ['pauseQueue', 'allowed'],
    ])
    expect((await niamh(app).get(`/audit/activity/${visible[2].id}`)).body.after).toEqual({ paused: true, reason })
    expect((await getQueueActivity('Priya')).status).toBe(403)
  })

  it.each(subjectsWithActivity)('denies outsiders the activity of a $kind, and allows auditors to see it', async ({ kind, activity }) => {
    const { rows } = await sql<{ id: string }>`select id from ${activity.table} s limit 1`.execute(app.db)
    const outsider = { kind: 'person' as const, id: '00000000-0000-4000-8000-000000000000', displayName: '', email: null, credential: '' }
    const canSeeActivity = canSeeSubjectActivity(
      app.db,
      { ...outsider, admin: false, auditor: false },
      { kind, id: rows[0]?.id ?? outsider.id },
    )
    if (!rows[0]) return expect(canSeeActivity).rejects.toMatchObject({ code: 'notFound' })
    expect(await canSeeActivity).toBe(activity.deniedMessage)
    expect(await canSeeSubjectActivity(app.db, { ...outsider, admin: false, auditor: true }, { kind, id: rows[0].id })).toBe(true)
  })

  roleSuite(
    'listActivity',
    () => app,
    () => ({ path: path() }),
  )

  it('returns 404 for an unknown subject, and 400 for an unknown kind', async () => {
    expect((await niamh(app).get('/audit/activity?kind=tower&id=00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await niamh(app).get(`/audit/activity?kind=session&id=${tower.id}`)).status).toBe(400)
    for (const id of ['nobodys', tower.id]) expect((await niamh(app).get(`/audit/activity?kind=queue&id=${id}`)).status).toBe(404)
    expect((await niamh(app).get('/audit/activity?kind=tower&id=replayPolicy')).status).toBe(404)
  })
})
