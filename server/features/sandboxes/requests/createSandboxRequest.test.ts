import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { alwaysNeedsApproval } from './ruling.ts'
import { ask, capacityFor, requestRow, sandboxOf, template, wish } from './sandboxRequests.fixture.ts'

let app: TestApp
let asked: string
let automatic: string
beforeAll(async () => {
  app = await startTestApp({ work: false })
  await capacityFor(app, 900)
  asked = await template(app)
  automatic = await template(app, { approval: { mode: 'within', budget: 5_000, hours: 168 } })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const events = (subjectId: string) =>
  app.db.selectFrom('audit_events').select(['operation', 'outcome', 'after']).where('subject_id', '=', subjectId).orderBy('id').execute()

describe('createSandboxRequest', () => {
  it('waits for the requester’s manager, who is notified', async () => {
    const body = wish(app, asked, { members: [{ personId: id('Daniel'), group: 'developers' }] })
    const answer = await ask(app, body)
    expect(answer.status).toBe(201)
    expect(answer.headers['location']).toBe(`/sandbox-requests/${answer.body.id}`)
    expect(answer.body).toMatchObject({
      kind: 'new',
      status: 'pending_approval',
      waitingFor: 'Manager',
      automatic: false,
      sandboxId: null,
      region: 'uksouth',
      budget: { amount: 4_000, currency: 'GBP' },
      ruling: [alwaysNeedsApproval],
      can: { edit: true, withdraw: true, decide: expect.any(String) },
    })
    expect(answer.body.reference).toMatch(/^SBX-\d{4}-\d{4,}$/)
    expect(answer.body.members).toMatchObject([{ person: { displayName: app.persona('Daniel').displayName }, group: 'developers' }])
    const notifications = await app.db
      .selectFrom('notifications')
      .select(['person_id', 'body'])
      .where('subject_id', '=', answer.body.approvalId)
      .execute()
    expect(notifications).toEqual([
      { person_id: id('Ravi'), body: `${answer.body.reference}, 3 days and £40.00, is waiting for your decision.` },
    ])
    expect(await sandboxOf(app, answer.body.id)).toBeUndefined()
  })

  it('approves a request within its template’s limits immediately, and records why', async () => {
    const why = ['Approved automatically: £40.00 is within £50.00 and 3 days are within 7 days.']
    const { body } = await ask(app, wish(app, automatic))
    expect(body).toMatchObject({ status: 'approved', automatic: true, ruling: why, sandboxStatus: 'provisioning' })
    expect(body.approvals).toMatchObject([{ status: 'approved', stages: [], automatic: why[0] }])
    expect(body.timeline.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
      ['submitted', `${app.persona('Priya').displayName} asked for ${body.name}`],
      ['approved', why[0]],
    ])
    const sandbox = (await sandboxOf(app, body.id))!
    expect(sandbox).toMatchObject({ name: body.name, status: 'provisioning', lease_hours: 72, budget_limit: 4_000, lease_start: null })
    expect(sandbox.terms).toMatchObject({ maxBudget: 20_000, extensionHours: 72, groups: [{ suffix: 'owners' }, { suffix: 'developers' }] })
    expect(await app.db.selectFrom('sandbox_owners').select('person_id').where('sandbox_id', '=', sandbox.id).execute()).toEqual([
      { person_id: id('Priya') },
    ])
    expect(await events(body.id)).toMatchObject([
      { operation: 'approvedByPolicy', outcome: 'allowed', after: { status: 'approved' } },
      { operation: 'createSandboxRequest', outcome: 'allowed', after: { outcome: 'approved', ruling: why[0] } },
    ])
    expect(await app.db.selectFrom('sandbox_actions').select('kind').where('sandbox_id', '=', sandbox.id).execute()).toEqual([
      { kind: 'provision' },
    ])
  })

  it('queues requests in order when capacity is exhausted', async () => {
    await capacityFor(app, 1)
    const first = await ask(app, wish(app, automatic))
    expect(first.body.sandboxStatus).toBe('provisioning')
    const waiting = [await ask(app, wish(app, automatic)), await ask(app, wish(app, automatic))]
    expect(waiting.map(({ status, body }) => [status, body.sandboxStatus, body.queue.position])).toEqual([
      [201, 'queued', 1],
      [201, 'queued', 2],
    ])
    expect(new Date(waiting[1]!.body.queue.estimatedAt) > new Date(waiting[0]!.body.queue.estimatedAt)).toBe(true)
    await capacityFor(app, 900)
  })

  roleSuite(
    'createSandboxRequest',
    () => app,
    () => ({ path: '/sandbox-requests/new', body: wish(app, asked) }),
  )

  it('rejects what exceeds the template, naming each field', async () => {
    const answer = await ask(
      app,
      wish(app, asked, {
        region: 'eastus',
        hours: 337,
        budget: 20_001,
        towerId: crypto.randomUUID(),
        ownerIds: [id('Priya')],
        members: [
          { personId: id('Priya'), group: 'developers' },
          { personId: id('Daniel'), group: 'operators' },
          { personId: id('Daniel'), group: 'developers' },
          { personId: id('Ravi'), group: 'developers' },
        ],
      }),
    )
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'towerId',
      'region',
      'hours',
      'budget',
      'members',
      'members.0',
      'members.1',
      'members.2',
    ])
  })

  it('rejects disabled and unknown people as owners and members', async () => {
    const gone = (await app.db.selectFrom('people').select('id').where('active', '=', false).executeTakeFirstOrThrow()).id
    for (const change of [
      { ownerIds: [gone] },
      { members: [{ personId: gone, group: 'developers' }] },
      { ownerIds: [crypto.randomUUID()] },
    ])
      expect((await ask(app, wish(app, asked, change))).status).toBe(400)
  })

  it('rejects a name that is in use or pending, also concurrently', async () => {
    const taken = wish(app, asked)
    const answers = await Promise.all([ask(app, taken), ask(app, taken, 'Daniel'), ask(app, taken, 'Ewa')])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'nameTaken', errors: [{ field: 'name' }] })
    const { body } = await ask(app, wish(app, automatic))
    expect((await ask(app, wish(app, asked, { name: body.name }))).body).toMatchObject({
      code: 'nameTaken',
    })
  })

  it('rejects more than the template’s limit per person, also for two concurrent requests', async () => {
    for (const approval of [{ mode: 'automatic' as const }, { mode: 'required' as const }]) {
      const one = await template(app, { maxPerPerson: 1, approval })
      const answers = await Promise.all([ask(app, wish(app, one)), ask(app, wish(app, one))])
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'conflict', errors: [{ field: 'templateId' }] })
      expect((await ask(app, wish(app, one, { ownerIds: [id('Daniel')] }), 'Daniel')).status).toBe(201)
    }
  })

  it('rejects a template that is disabled, hidden, or for other groups', async () => {
    const off = await template(app, { enabled: false })
    expect((await ask(app, wish(app, off))).body).toMatchObject({ code: 'conflict' })
    const hidden = await template(app, { visibility: 'hidden' })
    expect((await ask(app, wish(app, hidden))).status).toBe(404)
    const group = app.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
    const forBoard = await template(app, { visibility: 'groups', visibleTo: [group.id] })
    expect((await ask(app, wish(app, forBoard))).status).toBe(404)
    expect((await ask(app, wish(app, forBoard), 'Samuel')).status).toBe(201)
  })

  it('rejects forged fields, so that a request can’t approve itself (advisory 2)', async () => {
    for (const forged of [{ status: 'approved' }, { automatic: true }, { requesterId: id('Ravi') }, { id: crypto.randomUUID() }]) {
      const answer = await ask(app, { ...wish(app, asked), ...forged })
      expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: Object.keys(forged)[0] }] } })
    }
  })

  it('sends an administrator’s own request to other approvers', async () => {
    const { body } = await ask(app, wish(app, asked, { ownerIds: [id('Niamh')] }), 'Niamh')
    expect((await requestRow(app, body.id)).status).toBe('pending_approval')
  })

  it('fails without a policy, approves nothing and writes nothing', async () => {
    await app.db.updateTable('approval_policies').set({ active: false }).where('subject_kind', '=', 'sandboxRequest').execute()
    const body = wish(app, asked)
    expect((await ask(app, body)).body.code).toBe('conflict')
    expect(await app.db.selectFrom('sandbox_requests').select('id').where('name', '=', body.name).execute()).toEqual([])
    await app.db.updateTable('approval_policies').set({ active: true }).where('subject_kind', '=', 'sandboxRequest').execute()
  })
})
