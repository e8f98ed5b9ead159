import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../../../test/app.ts'
import { roleSuite } from '../../../../test/roleSuite.ts'
import { alwaysNeedsApproval } from './approvalRule.ts'
import { addTemplateWithCapacity, requestBody, requestRow, sandboxOf, submitRequest, template } from './sandboxRequests.fixture.ts'

let app: TestApp
let approvalTemplate: string
let automaticTemplate: string
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
  await addTemplateWithCapacity(app, 900)
  approvalTemplate = await template(app)
  automaticTemplate = await template(app, { approval: { mode: 'within', budget: 5_000, hours: 168 } })
})
afterAll(() => app.close())

const id = (givenName: string) => app.persona(givenName).id
const events = (subjectId: string) =>
  app.db.selectFrom('audit_events').select(['operation', 'outcome', 'after']).where('subject_id', '=', subjectId).orderBy('id').execute()

describe('createSandboxRequest', () => {
  it('requests approval from the requester’s manager, and notifies them', async () => {
    const body = requestBody(app, approvalTemplate, { members: [{ personId: id('Daniel'), group: 'developers' }] })
    const response = await submitRequest(app, body)
    expect(response.status).toBe(201)
    expect(response.headers['location']).toBe(`/sandbox-requests/${response.body.id}`)
    expect(response.body).toMatchObject({
      kind: 'new',
      status: 'pending_approval',
      waitingFor: 'Manager',
      automatic: false,
      sandboxId: null,
      region: 'uksouth',
      budget: { amount: 4_000, currency: 'GBP' },
      decisionReasons: [alwaysNeedsApproval],
      can: { edit: true, withdraw: true, decide: expect.any(String) },
    })
    expect(response.body.reference).toMatch(/^SBX-\d{4}-\d{4,}$/)
    expect(response.body.members).toMatchObject([{ person: { displayName: app.persona('Daniel').displayName }, group: 'developers' }])
    const notifications = await app.db
      .selectFrom('notifications')
      .select(['person_id', 'body'])
      .where('subject_id', '=', response.body.approvalId)
      .execute()
    expect(notifications).toEqual([
      { person_id: id('Ravi'), body: expect.stringMatching(new RegExp(`^${response.body.reference}.*3 days .*£40`)) },
    ])
    expect(await sandboxOf(app, response.body.id)).toBeUndefined()
  })

  it('approves a request within its template’s limits immediately, and records the reason', async () => {
    const explanation = ['Approved automatically: £40 is within £50 and 3 days are within 7 days.']
    const { body } = await submitRequest(app, requestBody(app, automaticTemplate))
    expect(body).toMatchObject({ status: 'approved', automatic: true, decisionReasons: explanation, sandboxStatus: 'provisioning' })
    expect(body.approvals).toMatchObject([{ status: 'approved', stages: [], automatic: explanation[0] }])
    expect(body.timeline.map(({ kind, text }: { kind: string; text: string }) => [kind, text])).toEqual([
      ['submitted', expect.stringContaining(body.name)],
      ['approved', explanation[0]],
    ])
    const sandbox = (await sandboxOf(app, body.id))!
    expect(sandbox).toMatchObject({ name: body.name, status: 'provisioning', lease_hours: 72, budget_limit: 4_000, lease_start: null })
    expect(sandbox.terms).toMatchObject({ maxBudget: 20_000, extensionHours: 72, groups: [{ suffix: 'owners' }, { suffix: 'developers' }] })
    expect(await app.db.selectFrom('sandbox_owners').select('person_id').where('sandbox_id', '=', sandbox.id).execute()).toEqual([
      { person_id: id('Priya') },
    ])
    expect(await events(body.id)).toMatchObject([
      { operation: 'approvedByPolicy', outcome: 'allowed', after: { status: 'approved' } },
      { operation: 'createSandboxRequest', outcome: 'allowed', after: { outcome: 'approved', decisionReasons: explanation[0] } },
    ])
    expect(await app.db.selectFrom('sandbox_actions').select('kind').where('sandbox_id', '=', sandbox.id).execute()).toEqual([
      { kind: 'provision' },
    ])
  })

  it('queues requests in order when capacity is exhausted', async () => {
    await addTemplateWithCapacity(app, 1)
    const firstResponse = await submitRequest(app, requestBody(app, automaticTemplate))
    expect(firstResponse.body.sandboxStatus).toBe('provisioning')
    const queuedResponses = [
      await submitRequest(app, requestBody(app, automaticTemplate)),
      await submitRequest(app, requestBody(app, automaticTemplate)),
    ]
    expect(queuedResponses.map(({ status, body }) => [status, body.sandboxStatus, body.queue.position])).toEqual([
      [201, 'queued', 1],
      [201, 'queued', 2],
    ])
    expect(new Date(queuedResponses[1]!.body.queue.estimatedAt) > new Date(queuedResponses[0]!.body.queue.estimatedAt)).toBe(true)
    await addTemplateWithCapacity(app, 900)
  })

  roleSuite(
    'createSandboxRequest',
    () => app,
    () => ({ path: '/sandbox-requests/new', body: requestBody(app, approvalTemplate) }),
  )

  it('rejects values above the template’s limits, naming each field', async () => {
    const response = await submitRequest(
      app,
      requestBody(app, approvalTemplate, {
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
    expect(response.status).toBe(400)
    expect(response.body.errors.map(({ field }: { field: string }) => field)).toEqual([
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
    const missingId = (await app.db.selectFrom('people').select('id').where('active', '=', false).executeTakeFirstOrThrow()).id
    for (const overrides of [
      { ownerIds: [missingId] },
      { members: [{ personId: missingId, group: 'developers' }] },
      { ownerIds: [crypto.randomUUID()] },
    ])
      expect((await submitRequest(app, requestBody(app, approvalTemplate, overrides))).status).toBe(400)
  })

  it('rejects a name that is in use or pending, even concurrently', async () => {
    const duplicateBody = requestBody(app, approvalTemplate)
    const responses = await Promise.all([
      submitRequest(app, duplicateBody),
      submitRequest(app, duplicateBody, 'Daniel'),
      submitRequest(app, duplicateBody, 'Ewa'),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'nameTaken', errors: [{ field: 'name' }] })
    const { body } = await submitRequest(app, requestBody(app, automaticTemplate))
    expect((await submitRequest(app, requestBody(app, approvalTemplate, { name: body.name }))).body).toMatchObject({
      code: 'nameTaken',
    })
  })

  it('rejects more than the template’s limit per person, even for two concurrent requests', async () => {
    for (const approval of [{ mode: 'automatic' as const }, { mode: 'required' as const }]) {
      const templateId = await template(app, { maxPerPerson: 1, approval })
      const responses = await Promise.all([
        submitRequest(app, requestBody(app, templateId)),
        submitRequest(app, requestBody(app, templateId)),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 409])
      expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({ code: 'conflict', errors: [{ field: 'templateId' }] })
      expect((await submitRequest(app, requestBody(app, templateId, { ownerIds: [id('Daniel')] }), 'Daniel')).status).toBe(201)
    }
  })

  it('rejects a template that is disabled, hidden, or for other groups', async () => {
    const disabledTemplate = await template(app, { enabled: false })
    expect((await submitRequest(app, requestBody(app, disabledTemplate))).body).toMatchObject({ code: 'conflict' })
    const hiddenTemplate = await template(app, { visibility: 'hidden' })
    expect((await submitRequest(app, requestBody(app, hiddenTemplate))).status).toBe(404)
    const group = app.company.groups.find(({ displayName }) => displayName === 'Cloud Architecture Board')!
    const boardTemplate = await template(app, { visibility: 'groups', visibleTo: [group.id] })
    expect((await submitRequest(app, requestBody(app, boardTemplate))).status).toBe(404)
    expect((await submitRequest(app, requestBody(app, boardTemplate), 'Samuel')).status).toBe(201)
  })

  it('rejects forged fields, so that a request can’t approve itself (advisory 2)', async () => {
    for (const forgedFields of [{ status: 'approved' }, { automatic: true }, { requesterId: id('Ravi') }, { id: crypto.randomUUID() }]) {
      const response = await submitRequest(app, { ...requestBody(app, approvalTemplate), ...forgedFields })
      expect(response).toMatchObject({ status: 400, body: { errors: [{ field: Object.keys(forgedFields)[0] }] } })
    }
  })

  it('requires other approvers for an administrator’s own request', async () => {
    const { body } = await submitRequest(app, requestBody(app, approvalTemplate, { ownerIds: [id('Niamh')] }), 'Niamh')
    expect((await requestRow(app, body.id)).status).toBe('pending_approval')
  })

  it('fails without a policy, approves nothing and writes nothing', async () => {
    await app.db.updateTable('approval_policies').set({ active: false }).where('subject_kind', '=', 'sandboxRequest').execute()
    const body = requestBody(app, approvalTemplate)
    expect((await submitRequest(app, body)).body.code).toBe('conflict')
    expect(await app.db.selectFrom('sandbox_requests').select('id').where('name', '=', body.name).execute()).toEqual([])
    await app.db.updateTable('approval_policies').set({ active: true }).where('subject_kind', '=', 'sandboxRequest').execute()
  })
})
