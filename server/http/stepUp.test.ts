import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { newRequest } from '../../test/newRequest.ts'
import { openApp } from '../../test/openApp.ts'
import { accountOf } from '../features/access/assignments/access.fixture.ts'
import { newAccountBody } from '../features/accounts/accounts/newAccountBody.fixture.ts'
import { newItem } from '../features/accounts/catalogue/item.fixture.ts'
import { groupRow } from '../features/accounts/groups/groups.fixture.ts'
import { policies } from '../features/approvals/policies/policies.fixture.ts'
import { newTemplate } from '../features/sandboxes/templates/sandboxTemplates.fixture.ts'
import { defaultTicketPolicy } from '../settings/ticketPolicy.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())
beforeEach(() => set('privilegedOnly'))

const id = (givenName: string) => app.persona(givenName).id
const rolesOf = (givenName: string) => app.persona(givenName).appRoles
const weakCaller = (givenName: string) => app.as(id(givenName), rolesOf(givenName), { strong: false })
const strong = (givenName: string) => app.as(id(givenName))
const set = (value: string) => strong('Niamh').patch('/admin/settings/stepUp', { value })
const loadNewest = () => app.db.selectFrom('audit_events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
const eventsSince = (lastEventId: string) =>
  app.db
    .selectFrom('audit_events')
    .select(['operation', 'outcome'])
    .where('id', '>', lastEventId)
    .where('actor_id', 'is not', null)
    .execute()

let number = 0
async function createRequest({ privileged }: { privileged: boolean }) {
  const name = `checkout-step-up-${++number}`
  const { body } = await strong('Priya').post('/account-requests', newRequest(app, { name, ownerIds: [id('Priya'), id('Daniel')] }))
  const approval = body.approvals[0]
  await sql`update approvals set facts = jsonb_set(facts, '{request,privileged}', ${JSON.stringify(privileged)}::jsonb) where id = ${approval.id}`.execute(
    app.db,
  )
  return { id: approval.id as string, version: approval.version as number, requestId: body.id as string }
}
const vote = (caller: ReturnType<typeof weakCaller>, approvalId: string, decision = 'approve') =>
  caller.post(`/account-approvals/${approvalId}`, { decision, stage: 1, comment: 'Agreed in the board.' })
const votes = (approvalId: string) =>
  app.db.selectFrom('approval_decisions').select('decision').where('approval_id', '=', approvalId).execute()

const challengeResponse = {
  status: 401,
  body: { code: 'stepUpNeeded' },
  headers: { 'www-authenticate': expect.stringMatching(/^Bearer error="insufficient_claims", claims="/) },
}

describe('a step-up sign-in for an approval', () => {
  it('is required to grant privileged access, and allows the repeated vote', async () => {
    const { id: approvalId } = await createRequest({ privileged: true })
    const lastEventId = (await loadNewest()).id
    expect(await vote(weakCaller('Ravi'), approvalId)).toMatchObject(challengeResponse)
    expect(await votes(approvalId)).toEqual([])
    expect(await eventsSince(lastEventId)).toEqual([{ operation: 'decideAccountApproval', outcome: 'denied' }])
    expect((await vote(strong('Ravi'), approvalId)).status).toBe(200)
    expect(await votes(approvalId)).toEqual([{ decision: 'approve' }])
  })

  it('is not required if the setting is off, the request isn’t privileged, or the vote is a rejection', async () => {
    expect((await vote(weakCaller('Ravi'), (await createRequest({ privileged: false })).id)).status).toBe(200)
    expect((await vote(weakCaller('Ravi'), (await createRequest({ privileged: true })).id, 'reject')).status).toBe(200)
    expect((await vote(weakCaller('Ravi'), (await createRequest({ privileged: true })).id, 'requestChanges')).status).toBe(200)
    await set('off')
    expect((await vote(weakCaller('Ravi'), (await createRequest({ privileged: true })).id)).status).toBe(200)
  })

  it('is required for any approval if the setting is “all”', async () => {
    await set('all')
    const { id: approvalId } = await createRequest({ privileged: false })
    expect(await vote(weakCaller('Ravi'), approvalId)).toMatchObject(challengeResponse)
    expect((await vote(strong('Ravi'), approvalId)).status).toBe(200)
  })

  it('is requested only after the permission check, so that denied people get 403 without a challenge', async () => {
    const { id: approvalId } = await createRequest({ privileged: true })
    expect(await vote(weakCaller('Tomasz'), approvalId)).toMatchObject({ status: 403 })
  })

  it('is required for a bulk decision before any vote counts, and then allows all votes', async () => {
    const requests = [await createRequest({ privileged: false }), await createRequest({ privileged: true })]
    const sendBulkDecision = (caller: ReturnType<typeof weakCaller>) =>
      caller.post('/account-approvals/together', {
        items: requests.map(({ id, version }) => ({ id, version, stage: 1 })),
        decision: 'approve',
      })
    const lastEventId = (await loadNewest()).id
    expect(await sendBulkDecision(weakCaller('Ravi'))).toMatchObject(challengeResponse)
    expect([await votes(requests[0]!.id), await votes(requests[1]!.id)]).toEqual([[], []])
    expect(await eventsSince(lastEventId)).toEqual([{ operation: 'bulkDecideApprovals', outcome: 'denied' }])
    expect((await sendBulkDecision(strong('Ravi'))).body.counts).toMatchObject({ counted: 2 })
  })

  it('can be proved by the claims of a bearer token, on every replica', async () => {
    const replicas = [await openApp(app), await openApp(app)]
    const { id: approvalId } = await createRequest({ privileged: true })
    const now = Math.floor(Date.now() / 1_000)
    const send = async (replica: (typeof replicas)[number], claims: object) => {
      const token = await app.simulator.mintToken({ oid: id('Ravi'), audience: app.config.oidc.audience, claims: { ...claims } })
      const response = await fetch(`${replica.https}/account-approvals/${approvalId}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ decision: 'approve', stage: 1 }),
      })
      return [response.status, response.headers.get('www-authenticate')?.includes('claims=')]
    }
    for (const replica of replicas)
      for (const claims of [{}, { amr: ['pwd'], auth_time: now }, { acrs: ['c1'] }, { acrs: ['c1'], auth_time: now - 3_700 }])
        expect(await send(replica, claims)).toEqual([401, true])
    expect((await send(replicas[1]!, { acrs: ['c1'], auth_time: now }))[0]).toBe(200)
    for (const replica of replicas) await replica.close()
  })
})

describe('a step-up sign-in', () => {
  it('is required to propose a policy, and to approve the proposal', async () => {
    const { draft, secondAdmin } = policies(app)
    const { path } = await draft('sandboxRequest')
    const note = { changeNote: 'The board asked for it.' }
    expect(await weakCaller('Niamh').post(`${path}/propose`, note)).toMatchObject(challengeResponse)
    const proposedResponse = await strong('Niamh').post(`${path}/propose`, note)
    expect(proposedResponse.status).toBe(200)
    const otherPerson = app.company.people.find(({ persona }) => persona?.title === 'Second administrator')!
    const weakly = app.as(otherPerson.id, otherPerson.appRoles, { strong: false })
    expect(await vote(weakly, proposedResponse.body.approvalId)).toMatchObject(challengeResponse)
    expect((await vote(secondAdmin(), proposedResponse.body.approvalId)).status).toBe(200)
  })

  it('is required for administrators to grant or extend access, but not to revoke it', async () => {
    const group = await groupRow(app, `az-${accountOf(app, 0).name}-contributors`)
    const body = { personId: id('Samuel'), reason: 'Needed on Friday night.', durationHours: 24 }
    const grants = () =>
      app.db.selectFrom('group_assignments').select('id').where('group_id', '=', group.id).where('via', '=', 'admin').execute()
    expect(await weakCaller('Niamh').post(`/account-access/${group.id}`, body)).toMatchObject(challengeResponse)
    expect(await grants()).toEqual([])
    const grantedResponse = await strong('Niamh').post(`/account-access/${group.id}`, body)
    expect(grantedResponse.status).toBe(201)
    const until = (hours: number) => ({ endsAt: new Date(Date.now() + hours * 3_600_000).toISOString() })
    await app.db
      .updateTable('group_assignments')
      .set({ status: 'active', ends_at: new Date(Date.now() + 86_400_000) })
      .where('id', '=', grantedResponse.body.id)
      .execute()
    expect(await weakCaller('Niamh').patch(`/account-access/${grantedResponse.body.id}`, until(48))).toMatchObject(challengeResponse)
    expect((await weakCaller('Niamh').patch(`/account-access/${grantedResponse.body.id}`, until(2))).status).toBe(200)
  })

  it('is required to change the owners of any account', async () => {
    const account = app.company.accounts.find(({ status }) => status === 'active')!
    const body = { ownerIds: [id('Priya'), id('Daniel')] }
    expect(await weakCaller('Niamh').patch(`/accounts/admin/${account.id}/owners`, body)).toMatchObject(challengeResponse)
    expect((await strong('Niamh').patch(`/accounts/admin/${account.id}/owners`, body)).status).toBe(200)
  })

  it('is required for administrators to add an owner to several accounts, but not to preview it', async () => {
    const account = app.company.accounts.find(({ status }) => status === 'active')!
    const body = { ids: [account.id], change: { addOwnerId: id('Ewa') } }
    expect((await weakCaller('Niamh').post('/accounts/bulk', { ...body, dryRun: true })).status).toBe(200)
    expect(await weakCaller('Niamh').post('/accounts/bulk', body)).toMatchObject(challengeResponse)
    expect((await strong('Niamh').post('/accounts/bulk', body)).body.counts).toMatchObject({ changed: 1 })
  })

  describe('a step-up sign-in for administrators who appoint others', () => {
    const people = () => [id('Samuel'), id('Ewa')]
    const listRows = (table: 'towers' | 'families' | 'catalogue_items' | 'accounts' | 'sandbox_templates') =>
      app.db.selectFrom(table).select(['id', 'name']).orderBy('id').execute()
    const family = () => app.company.families.find(({ name }) => name === 'Checkout')!
    const creations = [
      ['createTower', 'towers', '/towers', () => ({ name: 'Step-up', code: 'SUP', leadIds: people() })],
      ['createFamily', 'families', '/families', () => ({ name: 'Step-up', towerId: family().towerId, ownerIds: people() })],
      ['createCatalogueItem', 'catalogue_items', '/catalogue', () => newItem({ name: 'Step-up', approverIds: people() })],
      ['createAccount', 'accounts', '/accounts', () => newAccountBody(app, { ownerIds: people() })],
      ['createSandboxTemplate', 'sandbox_templates', '/sandbox-templates', () => newTemplate({ name: 'Step-up' })],
    ] as const

    it.each(creations)('is required once for %s', async (operation, table, path, body) => {
      const rowsBefore = await listRows(table)
      const requestBody = body()
      const lastEventId = (await loadNewest()).id
      expect(await weakCaller('Niamh').post(path, requestBody)).toMatchObject(challengeResponse)
      expect(await listRows(table)).toEqual(rowsBefore)
      const events = app.db.selectFrom('audit_events').select(['operation', 'outcome', 'subject_id']).where('id', '>', lastEventId)
      expect(await events.where('actor_id', 'is not', null).execute()).toEqual([{ operation, outcome: 'denied', subject_id: null }])
      await set('off')
      expect((await weakCaller('Niamh').post(path, requestBody)).status).toBe(201)
    })

    it('is required for createCatalogueItem, but not without approvers', async () => {
      expect((await weakCaller('Niamh').post('/catalogue', newItem({ name: 'Without approvers' }))).status).toBe(201)
    })

    const lists = [
      ['updateTower', 'leadIds', 'leads', () => `/towers/${family().towerId}`],
      ['updateFamily', 'ownerIds', 'owners', () => `/families/${family().id}`],
      ['updateCatalogueItem', 'approverIds', 'approvers', () => `/catalogue/${app.company.catalogue[0]!.id}`],
    ] as const
    it.each(lists)('is required for %s if people change, but not if only other details change', async (operation, field, visible, at) => {
      const path = at()
      const bodyBefore = (await weakCaller('Niamh').get(path)).body
      const sameIds = bodyBefore[visible].map((person: { id: string }) => person.id.toUpperCase())
      expect((await weakCaller('Niamh').patch(path, { description: 'Another description.', [field]: sameIds })).status).toBe(200)
      const lastEventId = (await loadNewest()).id
      const change = { description: 'Not saved.', [field]: people() }
      expect(await weakCaller('Niamh').patch(path, change)).toMatchObject(challengeResponse)
      expect(await weakCaller('Niamh').patch(path, { [field]: [...sameIds, id('Samuel')] })).toMatchObject(challengeResponse)
      expect((await weakCaller('Niamh').get(path)).body).toMatchObject({
        description: 'Another description.',
        [visible]: bodyBefore[visible],
      })
      const denied = { operation, outcome: 'denied' }
      expect(await eventsSince(lastEventId)).toEqual([denied, denied])
      expect((await strong('Niamh').patch(path, change)).status).toBe(200)
    })

    it('is required for updateFamily when the family moves to another tower', async () => {
      const tower = app.company.towers.find((each) => each.id !== family().towerId)!
      const path = `/families/${family().id}`
      expect(await weakCaller('Niamh').patch(path, { towerId: tower.id })).toMatchObject(challengeResponse)
      expect((await weakCaller('Niamh').get(path)).body.tower.id).toBe(family().towerId)
    })

    it('is required for owner calls by administrators, but not by owners', async () => {
      const account = app.company.accounts.find(({ status, ownerIds }) => status === 'active' && ownerIds.length === 2)!
      const path = `/accounts/myAccounts/${account.id}/owners`
      const body = { ownerIds: [...account.ownerIds, id('Samuel')] }
      expect(await weakCaller('Niamh').patch(path, body)).toMatchObject(challengeResponse)
      expect((await app.as(account.ownerIds[0]!, [], { strong: false }).patch(path, body)).status).toBe(200)
    })

    it('is requested last, so that a denied call returns the error of the denial', async () => {
      const tower = { name: 'Another', code: 'ANO', leadIds: [id('Niamh'), id('Ewa')] }
      expect(await weakCaller('Niamh').post('/towers', tower)).toMatchObject({ status: 403 })
      expect(await weakCaller('Niamh').post('/towers', { ...tower, name: app.company.towers[0]!.name, leadIds: people() })).toMatchObject({
        status: 409,
        body: { code: 'nameTaken' },
      })
    })
  })

  it('is required to change the ticket rules for privileged roles', async () => {
    const body = { value: { ...defaultTicketPolicy, ownTickets: true } }
    expect(await weakCaller('Niamh').patch('/admin/settings/pimTickets', body)).toMatchObject(challengeResponse)
    expect((await strong('Niamh').patch('/admin/settings/pimTickets', body)).status).toBe(200)
  })

  it('is required to set or change a delegation for other people, but not for yourself', async () => {
    const body = { personId: id('Ravi'), delegateId: id('Ewa') }
    expect(await weakCaller('Niamh').post('/delegations', body)).toMatchObject(challengeResponse)
    const { status, body: delegation } = await strong('Niamh').post('/delegations', body)
    expect(status).toBe(201)
    const endsAt = new Date(Date.now() + 86_400_000).toISOString()
    expect(await weakCaller('Niamh').patch(`/delegations/${delegation.id}`, { endsAt })).toMatchObject(challengeResponse)
    expect((await weakCaller('Ravi').patch(`/delegations/${delegation.id}`, { endsAt })).status).toBe(200)
  })

  it('is required to change the step-up setting itself, whatever its value', async () => {
    for (const value of ['off', 'privilegedOnly', 'all']) {
      expect((await set(value)).status).toBe(200)
      expect(await weakCaller('Niamh').patch('/admin/settings/stepUp', { value: 'off' })).toMatchObject(challengeResponse)
    }
    const { settings } = (await strong('Niamh').get('/admin/settings')).body
    expect(settings.find(({ name }: { name: string }) => name === 'stepUp')).toMatchObject({ value: 'all', isDefault: false })
    expect((await strong('Niamh').patch('/admin/settings/stepUp', { value: 'sometimes' })).status).toBe(400)
    expect((await weakCaller('Niamh').patch('/admin/settings/notificationDays', { value: 90 })).status).toBe(200)
  })
})
