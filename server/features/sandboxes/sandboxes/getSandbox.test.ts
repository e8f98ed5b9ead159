import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { leaseReasons } from './lease.ts'
import { makeSandbox } from './sandboxes.fixture.ts'

let app: TestApp
const id = (name: string) => app.persona(name).id
const as = (name: string) => app.as(id(name))
let ownId: string
let secret: string
let frozenId: string
beforeAll(async () => {
  app = await startTestApp({
    runJobs: false,
    violates: { 'request-pending-has-a-pending-approval': 'The test writes only the extension, because it reads only the sandbox.' },
  })
  const place = { subscription_id: '3f1c2a0e-9d57-4d0f-8f5a-52a3b8c1d9e7', resource_group: 'rg-my-lab' }
  ownId = await makeSandbox(app.db, {
    name: 'my-lab',
    owners: [id('Priya')],
    members: [id('Daniel')],
    ...place,
    spent: 1_299,
    hourly_rate: 12_345_678,
  })
  secret = await makeSandbox(app.db, { name: 'secret-lab', owners: [id('Ravi')], hidden: true })
  frozenId = await makeSandbox(app.db, {
    name: 'cold-lab',
    owners: [id('Priya')],
    status: 'frozen',
    frozen_at: new Date(),
    freeze_cause: 'budget',
    spent: 5_000,
  })
})
afterAll(() => app.close())

const get = async (selected: string, givenName: string) => (await as(givenName).get(`/sandboxes/${selected}`)).body

describe('getSandbox', () => {
  it('shows owners all fields, with money in minor units rounded down', async () => {
    expect(await get(ownId, 'Priya')).toMatchObject({
      mine: 'owner',
      budget: { limit: 5_000, spent: 1_299, percent: 25, hourlyRate: 12.35 },
      resourceGroup: 'rg-my-lab',
      portalUrl: 'https://portal.azure.com/#resource/subscriptions/3f1c2a0e-9d57-4d0f-8f5a-52a3b8c1d9e7/resourceGroups/rg-my-lab/overview',
      reference: expect.stringMatching(/^SBX-2026-/),
      requester: { displayName: app.persona('Priya').displayName },
      frozen: null,
      deletion: null,
      extension: null,
      can: {
        changeOwners: true,
        manageMembers: true,
        fetchAccess: expect.any(String),
        extend: true,
        freeze: true,
        resume: expect.any(String),
        seeInside: true,
      },
    })
  })

  it('shows a pending extension, and doesn’t offer another one', async () => {
    const row = await app.db.selectFrom('sandboxes').selectAll().where('id', '=', ownId).executeTakeFirstOrThrow()
    await app.db
      .insertInto('sandbox_requests')
      .values({
        id: '9a2b8c1d-0e7f-4a5b-8c3d-2e1f0a9b8c7d',
        reference: 'SBX-2026-0001',
        kind: 'extension',
        template_id: row.template_id,
        sandbox_id: ownId,
        requester_id: row.requester_id,
        tower_id: row.tower_id,
        details: JSON.stringify({ hours: 72, budget: 2_000 }),
        name: 'my-lab',
        justification: 'The demo was moved to next week.',
        status: 'pending_approval',
      })
      .execute()
    const sandbox = await get(ownId, 'Priya')
    expect(sandbox.extension).toEqual({
      id: '9a2b8c1d-0e7f-4a5b-8c3d-2e1f0a9b8c7d',
      reference: 'SBX-2026-0001',
      status: 'pending_approval',
      hours: 72,
      budget: 2_000,
    })
    expect(sandbox.can.extend).toEqual(expect.any(String))
  })

  it('returns the reason why a sandbox without budget can’t be resumed', async () => {
    const sandbox = await get(frozenId, 'Priya')
    expect(sandbox.frozen).toMatchObject({ cause: 'budget', resolved: true })
    expect(sandbox.can).toMatchObject({
      resume: leaseReasons.noBudget,
      freeze: leaseReasons.frozen,
      extend: true,
    })
  })

  it('counts a person whose access is being granted as a member', async () => {
    expect(await get(ownId, 'Daniel')).toMatchObject({
      mine: 'member',
      memberCount: 1,
      resourceGroup: 'rg-my-lab',
      can: { freeze: expect.stringMatching(/^Only/) },
    })
  })

  roleSuite(
    'getSandbox',
    () => app,
    () => ({ path: `/sandboxes/${ownId}` }),
  )

  it('hides the scope and pending requests from other people', async () => {
    expect(await get(ownId, 'Tomasz')).toMatchObject({
      name: 'my-lab',
      subscriptionId: null,
      resourceGroup: null,
      portalUrl: null,
      run: null,
      extension: null,
      can: { seeInside: expect.any(String), delete: expect.any(String), fetchAccess: true },
    })
  })

  it('returns 404 for a hidden sandbox to people who aren’t members', async () => {
    expect((await as('Priya').get(`/sandboxes/${secret}`)).status).toBe(404)
    expect((await as('Ravi').get(`/sandboxes/${secret.toUpperCase()}`)).status).toBe(200)
    expect((await as('Niamh').get(`/sandboxes/${secret}`)).status).toBe(200)
  })

  it('returns 404 for an unknown ID, and 400 for a malformed one', async () => {
    expect((await as('Priya').get('/sandboxes/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await as('Priya').get('/sandboxes/one')).status).toBe(400)
  })
})
