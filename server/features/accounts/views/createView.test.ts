import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { maxViews } from './schemas.ts'
import { saveView, towerPeople } from './views.fixture.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

const post = (body: Record<string, unknown>, givenName = app.persona('Tomasz').id) =>
  app.as(givenName).post('/views', { screen: 'accounts', ...body })

describe('createView', () => {
  it('stores filter, search, sort, columns and density, and records the person who created it', async () => {
    const view = {
      name: 'Failing in production',
      filter: 'status==failed;environment==production',
      search: 'chekcout',
      sort: '-createdAt,name',
      columns: ['name', 'status', 'createdAt'],
      density: 'compact',
    }
    const response = await post({ ...view, name: '  Failing in production' })
    expect(response.status).toBe(400)
    const savedResponse = await post(view)
    expect([savedResponse.status, savedResponse.headers.etag]).toEqual([201, '"1"'])
    expect(savedResponse.body).toMatchObject({
      ...view,
      sharedWith: 'private',
      tower: null,
      isDefault: false,
      can: { update: true, delete: true },
    })
    const event = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('operation', '=', 'createView')
      .where('outcome', '=', 'allowed')
      .executeTakeFirstOrThrow()
    expect(event).toMatchObject({ subject_kind: 'view', subject_id: savedResponse.body.id, after: { name: view.name } })
  })

  it('shares a view with a tower of the caller', async () => {
    const { tower, first } = towerPeople(app)
    const sharedView = await saveView(app, first, { sharedWith: 'tower', towerId: tower.id })
    expect(sharedView).toMatchObject({ sharedWith: 'tower', tower: { id: tower.id, name: tower.name } })
  })

  roleSuite(
    'createView',
    () => app,
    () => ({ path: '/views', body: { screen: 'accounts', name: 'Mine' } }),
  )

  it('rejects sharing a view that other people can’t open, but accepts a private one', async () => {
    const niamh = app.persona('Niamh').id
    const view = { name: 'The dear ones', filter: 'budget>1000000', sort: '-budget' }
    const sharedResponse = await post({ ...view, sharedWith: 'everyone' }, niamh)
    expect([sharedResponse.status, sharedResponse.body.errors[0].field]).toEqual([400, 'sharedWith'])
    const stored = await post(view, niamh)
    expect(stored.status).toBe(201)
    const laterResponse = await app.as(niamh).patch(`/views/${stored.body.id}`, { sharedWith: 'everyone' })
    expect([laterResponse.status, laterResponse.body.errors[0].field]).toEqual([400, 'sharedWith'])
  })

  it('denies sharing with another tower or with everyone', async () => {
    const { tower, outsider } = towerPeople(app)
    const viewsBefore = await app.db.selectFrom('saved_views').select('id').execute()
    for (const shareSettings of [{ sharedWith: 'tower', towerId: tower.id }, { sharedWith: 'everyone' }]) {
      const response = await post({ name: 'Too wide', ...shareSettings }, outsider)
      expect([response.status, response.body.code]).toEqual([403, 'forbidden'])
    }
    expect(await app.db.selectFrom('saved_views').select('id').execute()).toEqual(viewsBefore)
  })

  it('returns 409 for the name of another of the caller’s views, ignoring case', async () => {
    await saveView(app, app.persona('Daniel').id, { name: 'Same' })
    expect((await post({ name: 'same' })).status).toBe(201)
    const repeated = await post({ name: 'SAME' })
    expect([repeated.status, repeated.body.code]).toEqual([409, 'nameTaken'])
  })

  it('returns 400 for sharing with a tower that doesn’t exist', async () => {
    const sharing = { sharedWith: 'tower', towerId: '00000000-0000-4000-8000-000000000000' }
    const response = await post({ name: 'Nowhere', ...sharing }, app.persona('Niamh').id)
    expect([response.status, response.body.errors[0].field]).toEqual([400, 'towerId'])
    const view = await saveView(app, app.persona('Niamh').id, { name: 'Here' })
    const update = await app.as(app.persona('Niamh').id).patch(`/views/${view.id}`, sharing)
    expect([update.status, update.body.errors[0].field]).toEqual([400, 'towerId'])
  })

  it.each([
    [{ filter: 'secret==1' }, 'filter'],
    [{ filter: 'budget=gt=5' }, 'filter'],
    [{ sort: 'secret' }, 'sort'],
    [{ sharedWith: 'tower' }, 'towerId'],
    [{ sharedWith: 'everyone', towerId: '00000000-0000-4000-8000-000000000000' }, 'towerId'],
    [{ columns: ['name', 'name'] }, 'columns'],
    [{ density: 'tiny' }, 'density'],
    [{ name: '' }, 'name'],
    [{ screen: 'towers' }, 'screen'],
    [{ colour: 'red' }, ''],
  ])('rejects %j', async (body, field) => {
    const response = await post({ name: 'Wrong', ...body })
    expect([response.status, response.body.errors?.[0].field.replace('/', '').split('.')[0] ?? '']).toEqual([
      400,
      expect.stringContaining(field),
    ])
  })

  it('returns 409 above the maximum number of views', async () => {
    const owner = app.company.people[0]!.id
    await app.db
      .insertInto('saved_views')
      .values(
        Array.from({ length: maxViews }, (_, n) => ({
          id: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`,
          owner_id: owner,
          screen: 'accounts' as const,
          name: `View ${n}`,
          filter: null,
          search: null,
          sort: null,
          shown_columns: null,
          density: null,
          tower_id: null,
        })),
      )
      .execute()
    const response = await post({ name: 'One more' }, owner)
    expect([response.status, response.body.code, response.body.message]).toEqual([
      409,
      'conflict',
      expect.stringContaining(String(maxViews)),
    ])
  })
})
