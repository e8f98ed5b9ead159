import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { openReasons } from './open/openAccessReview.ts'
import {
  accountOf,
  advance,
  cancelUnfinished,
  grantAccessTo,
  groupOf,
  itemRows,
  membersOf,
  notificationsAbout,
  openReview,
  path,
  plan,
  reviewRow,
  startReviewApp,
} from './reviews.fixture.ts'
import type { NewAccessReview } from './schemas.ts'

let app: TestApp
let clockOffsetMs = 0
beforeAll(async () => {
  app = await startReviewApp({ now: () => new Date(Date.now() + clockOffsetMs) })
})
afterAll(() => app.close())

const dayMs = 86_400_000
const id = (givenName: string) => app.persona(givenName).id
const create = (givenName: string, body: object) => app.as(id(givenName)).post(path, body)
const account = (n = 0) => ({ kind: 'account' as const, id: accountOf(app, n).id })

const addMember = (groupId: string, personId: string) =>
  app.db
    .insertInto('group_assignments')
    .values({
      id: crypto.randomUUID(),
      group_id: groupId,
      person_id: personId,
      via: 'admin',
      request_id: null,
      granted_by: null,
      reason: null,
      starts_at: new Date(Date.now() - 100 * dayMs),
      ends_at: null,
      duration_hours: null,
      remind_at: null,
      status: 'active',
    })
    .execute()

describe('createAccessReview', () => {
  it('records all members, granted by Slipway or not, and notifies the owners', async () => {
    const of = accountOf(app, 0)
    const group = await groupOf(app, of)
    const membersBefore = await membersOf(app, group)
    const nested = app.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
    await grantAccessTo(app, group, id('Priya'), nested.id)
    await addMember(group.id, id('Priya'))
    const review = await openReview(app, { kind: 'group', id: group.id }, { days: 10 })
    const items = await itemRows(app, review)
    expect([...items.keys()].sort()).toEqual([...membersBefore, id('Priya')].sort())
    expect(items.get(id('Priya'))).toMatchObject({
      via: 'admin',
      person_name: 'Priya Raman',
      group_name: group.name,
      account_name: of.name,
    })
    expect(items.get(membersBefore[0]!)).toMatchObject({ via: null, since: null, decision: 'pending', result: null })
    const excludedGroups = [{ group: group.name, name: nested.displayName, kind: 'group' }]
    expect((await app.as(id('Daniel')).get(`${path}/${review}`)).body).toMatchObject({ notReviewed: excludedGroups })
    expect((await app.as(id('Daniel')).get(`${path}/${review}/export.csv`)).body).toContain(`${nested.displayName},${nested.id},`)
    const row = await reviewRow(app, review)
    expect(row.directory_answered).toBe(true)
    expect(Math.round((row.due_at.getTime() - row.opened_at!.getTime()) / dayMs)).toBe(10)
    const owners = of.ownerIds.map((owner) => app.company.people.find((person) => person.id === owner)!).filter((person) => person.enabled)
    expect((await notificationsAbout(app, review)).map(({ person }) => person).sort()).toEqual(
      owners.map(({ displayName }) => displayName).sort(),
    )
  })

  it('returns the review with its URL, and writes an audit event', async () => {
    await cancelUnfinished(app, account())
    const response = await create('Daniel', plan(account(), { name: ' Quarterly ', reviewers: 'self', reasonToKeep: true }))
    expect(response.status).toBe(201)
    expect(response.headers.location).toBe(`${path}/${response.body.id}`)
    expect(response.body).toMatchObject({
      name: 'Quarterly',
      reference: expect.stringMatching(/^ARV-\d{4}-\d{4}$/),
      scope: { kind: 'account', name: accountOf(app, 0).name },
      status: 'scheduled',
      createdBy: { displayName: 'Daniel Okoro' },
      can: { cancel: true, close: expect.any(String), export: expect.any(String) },
    })
    const events = await app.db
      .selectFrom('audit_events')
      .selectAll()
      .where('subject_id', '=', response.body.id)
      .where('actor_id', 'is not', null)
      .execute()
    expect(events).toMatchObject([{ operation: 'createAccessReview', outcome: 'allowed', after: { of: accountOf(app, 0).name } }])
  })

  it('opens once at its start time', async () => {
    const startsAt = new Date(Date.now() + 3 * dayMs).toISOString()
    const { body } = await create('Daniel', plan(account(1), { startsAt }))
    await advance(app)
    expect((await reviewRow(app, body.id)).status).toBe('scheduled')
    clockOffsetMs = 3 * dayMs + 60_000
    await Promise.all([advance(app), advance(app)])
    await app.drain()
    clockOffsetMs = 0
    expect((await reviewRow(app, body.id)).status).toBe('open')
    expect((await app.db.selectFrom('work_runs').select('id').where('subject_id', '=', body.id).execute()).length).toBe(1)
  })

  it('accepts a tower from its lead, and every scope from an administrator', async () => {
    const towerId = app.company.accounts.find(({ id }) => id === account().id)!.towerId
    await cancelUnfinished(app, { kind: 'tower', id: towerId })
    expect(
      (await create('Margaret', plan({ kind: 'tower', id: towerId }, { days: 30, startsAt: new Date(Date.now() + dayMs).toISOString() })))
        .status,
    ).toBe(201)
    await cancelUnfinished(app, account(5))
    expect((await create('Niamh', plan(account(5), { reviewers: 'named', reviewerIds: [id('Grace')] }))).body.named).toMatchObject([
      { id: id('Grace') },
    ])
    await app.drain()
  })

  it('rejects a review that overlaps an unfinished one of the same scope, also for concurrent calls', async () => {
    const scope = account(3)
    const at = (days: number) => new Date(Date.now() + days * dayMs).toISOString()
    const statuses = await Promise.all([create('Niamh', plan(scope)), create('Niamh', plan(scope))])
    expect(statuses.map(({ status }) => status).sort()).toEqual([201, 409])
    const open = statuses.find(({ status }) => status === 201)!.body
    const response = await create('Niamh', plan(scope, { startsAt: at(3) }))
    expect(response).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(response.body.message).toContain(open.reference)
    const preview = await app.as(id('Niamh')).post(`${path}/preview`, { scope, reviewers: 'owners', reviewerIds: [] })
    expect(preview.body.unfinished).toMatchObject([{ id: open.id, reference: open.reference }])

    expect((await create('Niamh', plan(scope, { startsAt: at(20) }))).status).toBe(201)
    await app.drain()
    expect((await app.as(id('Niamh')).post(`${path}/${open.id}/cancel`, { reason: 'Too early.' })).status).toBe(200)
    expect((await create('Niamh', plan(scope))).status).toBe(201)
  })

  it('is rejected by the database if it overlaps an unfinished one', async () => {
    const { id: _, reference, ...row } = await reviewRow(app, await openReview(app, account(4), {}, 'Niamh'))
    const copy = { ...row, id: crypto.randomUUID(), reference: `${reference}-copy`, not_reviewed: '[]', status: 'scheduled' as const }
    const insertion = app.db
      .insertInto('access_reviews')
      .values({ ...copy, opened_at: null })
      .execute()
    await expect(insertion).rejects.toMatchObject({ constraint: 'access_reviews_no_overlap' })
  })

  roleSuite(
    'createAccessReview',
    () => app,
    () => ({ path, body: plan(account()) }),
  )

  it('denies an owner who isn’t a lead the review of a tower, and returns 404 for an unknown scope', async () => {
    const towerId = app.company.accounts.find(({ id }) => id === account().id)!.towerId
    expect((await create('Daniel', plan({ kind: 'tower', id: towerId }))).status).toBe(403)
    const kinds = { account: 'account', group: 'accessGroup', tower: 'tower' }
    for (const kind of Object.keys(kinds) as (keyof typeof kinds)[]) {
      const unknownId = crypto.randomUUID()
      expect((await create('Niamh', plan({ kind, id: unknownId }))).status).toBe(404)
      const events = await app.db
        .selectFrom('audit_events')
        .select(['outcome', 'subject_kind'])
        .where('subject_id', '=', unknownId)
        .execute()
      expect(events).toEqual([{ outcome: 'failed', subject_kind: kinds[kind] }])
    }
  })

  it.each([
    ['an unknown reviewer', { reviewers: 'named', reviewerIds: [crypto.randomUUID()] }, 400],
    ['missing named reviewers', { reviewers: 'named' }, 400],
    ['more than 90 days', { days: 91 }, 400],
    ['a start in two years', { startsAt: '2030-01-01T00:00:00Z' }, 400],
    ['a start in the past', { startsAt: '2020-01-01T08:00:00Z' }, 400],
    ['a name of 101 letters', { name: 'a'.repeat(101) }, 400],
    ['a blank name', { name: '    ' }, 400],
    ['an unknown field', { owner: 'me' }, 400],
  ])('rejects %s', async (_, overrides, status) => {
    expect((await create('Daniel', { ...plan(account()), ...overrides })).status).toBe(status)
  })

  it('starts a review that is scheduled for earlier today', async () => {
    const review = await openReview(app, account(7), { startsAt: new Date(Date.now() - 12 * 3_600_000).toISOString() }, 'Niamh')
    const events = app.db.selectFrom('audit_events').select('reason').where('subject_id', '=', review).where('actor_name', '=', 'Slipway')
    expect(await events.execute()).toEqual([{ reason: openReasons.immediate }])
  })

  it('rejects a disabled person as reviewer', async () => {
    const formerPerson = app.company.people.find((person) => !person.enabled)!
    const response = await create('Daniel', plan(account(), { reviewers: 'named', reviewerIds: [formerPerson.id] }))
    expect(response.body.errors).toMatchObject([{ field: 'reviewerIds.0' }])
  })

  describe('of a tower in some environments', () => {
    const environments = ['test', 'production'] as const
    let towerId: string
    beforeAll(() => {
      towerId = app.company.towers.find(({ name }) => name === 'Commerce')!.id
    })
    const towerScope = (...limits: NonNullable<NewAccessReview['scope']['environments']>) => ({
      kind: 'tower' as const,
      id: towerId,
      environments: limits,
    })

    it('records and repeats only their memberships, and keeps its scope', async () => {
      const groups = await app.db
        .selectFrom('access_groups as g')
        .innerJoin('accounts as a', 'a.id', 'g.account_id')
        .where('a.tower_id', '=', towerId)
        .where('a.status', '=', 'active')
        .where('g.status', '=', 'ready')
        .select(['g.id', 'a.environment'])
        .execute()
      for (const environment of [...environments, 'development'] as const)
        await addMember(groups.find((group) => group.environment === environment)!.id, id('Tomasz'))
      const preview = async (scope: NewAccessReview['scope']) =>
        (await app.as(id('Niamh')).post(`${path}/preview`, { scope, reviewers: 'owners', reviewerIds: [] })).body
      const all = await preview({ kind: 'tower', id: towerId })
      expect(await preview(towerScope('development'))).not.toEqual(all)
      expect(await preview(towerScope())).toEqual(all)

      const reviewId = await openReview(app, towerScope(...environments), { days: 1, recurrence: 'quarterly' }, 'Niamh')
      const reviewed = await app.db
        .selectFrom('access_review_items as i')
        .innerJoin('accounts as a', 'a.name', 'i.account_name')
        .where('i.review_id', '=', reviewId)
        .select('a.environment')
        .distinct()
        .execute()
      expect(reviewed.map(({ environment }) => environment).sort()).toEqual(['production', 'test'])
      const { body } = await app.as(id('Niamh')).get(`${path}/${reviewId}`)
      expect(body.scope).toMatchObject({ kind: 'tower', name: 'Commerce', environments })
      const widened = app.db.updateTable('access_reviews').set({ environments: [] }).where('id', '=', reviewId).execute()
      await expect(widened).rejects.toMatchObject({ constraint: 'access_review_fixed' })

      clockOffsetMs += 2 * dayMs
      await advance(app)
      const next = app.db.selectFrom('access_reviews').select('environments').where('previous_id', '=', reviewId)
      expect(await next.executeTakeFirst()).toEqual({ environments })
    })

    it.each([
      ['an account', () => ({ ...account(), environments: ['test' as const] })],
      ['an unknown environment', () => towerScope('staging' as 'test')],
      ['the same environment twice', () => towerScope('test', 'test')],
    ])('rejects %s', async (_, scope) => {
      expect((await create('Niamh', plan(scope()))).status).toBe(400)
    })

    it('overlaps a review of other environments only if they have one in common', async () => {
      await cancelUnfinished(app, towerScope())
      const open = await openReview(app, towerScope('production', 'test'), {}, 'Niamh')
      for (const scope of [towerScope('test', 'development'), towerScope()]) {
        const response = await create('Margaret', plan(scope))
        expect(response.status).toBe(409)
        const preview = await app.as(id('Niamh')).post(`${path}/preview`, { scope, reviewers: 'owners', reviewerIds: [] })
        expect(preview.body.unfinished).toMatchObject([{ id: open, createdBy: { id: id('Niamh') }, canEnd: true }])
      }
      const row = await reviewRow(app, open)
      const copyOf = (environments: NonNullable<NewAccessReview['scope']['environments']>) => {
        const copy = { ...row, id: crypto.randomUUID(), reference: crypto.randomUUID(), not_reviewed: '[]', opened_at: null }
        return app.db
          .insertInto('access_reviews')
          .values({ ...copy, status: 'scheduled', environments })
          .execute()
      }
      await expect(copyOf(['test', 'development'])).rejects.toMatchObject({ constraint: 'access_reviews_no_overlap' })
      await expect(copyOf([])).rejects.toMatchObject({ constraint: 'access_reviews_no_overlap' })
      expect((await create('Niamh', plan(towerScope('development')))).status).toBe(201)
      await app.drain()
    })

    it('tells people who can’t end the other review whom to ask', async () => {
      await openReview(app, towerScope('production'), {}, 'Niamh')
      const { displayName } = app.persona('Niamh')
      const lead = app.company.towers.find(({ id }) => id === towerId)!.leadIds[0]!
      expect((await app.as(lead).post(path, plan(towerScope('production')))).body.message).toContain(displayName)
      expect((await create('Niamh', plan(towerScope('production')))).body.message).not.toContain(displayName)
    })

    it('is rejected by the database for an account', async () => {
      const reviewId = await openReview(app, account(2))
      const { id: _, reference, ...row } = await reviewRow(app, reviewId)
      const copy = { ...row, id: crypto.randomUUID(), reference: `${reference}-copy`, not_reviewed: '[]' }
      const limited = app.db
        .insertInto('access_reviews')
        .values({ ...copy, environments: [...environments] })
        .execute()
      await expect(limited).rejects.toMatchObject({ constraint: 'access_review_environments' })
    })

    it('denies people who don’t lead the tower', async () => {
      expect((await create('Daniel', plan(towerScope('production')))).status).toBe(403)
    })
  })
})
