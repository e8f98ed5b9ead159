import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { anotherPersonHint } from '../server/auth/sameIdentity.ts'
import { withoutMember, withUnrecordedMember } from '../server/features/access/drift/drift.fixture.ts'
import { differenceProblems } from '../server/features/access/drift/policy.ts'
import { insertEmergencyAccess } from '../server/features/access/emergency/emergency.fixture.ts'
import { emergencyProblems } from '../server/features/access/emergency/policy.ts'
import { ownEmergencies } from '../server/features/access/emergency/queries.ts'
import { cannotRemoveOwnConflict } from '../server/features/access/groups/policy.ts'
import { cannotCancelOwnRemoval, cannotDecideOwn } from '../server/features/access/reviews/policy.ts'
import {
  accountOf,
  decideItem,
  grantAccessTo,
  groupOf,
  itemRows,
  openReview,
  startReviewApp,
} from '../server/features/access/reviews/reviews.fixture.ts'
import { extendsOwnAccess } from '../server/features/accounts/groups/assignmentPolicy.ts'
import { ownershipProblems } from '../server/features/accounts/ownership/policy.ts'
import { delegationProblems } from '../server/features/approvals/delegations/policy.ts'
import { syncDirectory } from '../server/features/platform/directory/syncDirectory.ts'
import { add, teamSandbox } from '../server/features/sandboxes/access/sandboxAccess.fixture.ts'
import type { TestApp, TestResponse } from './app.ts'

/**
 * People can’t grant, extend, approve or unblock their own access, with any of their user accounts (docs/decisions/0032). Each call is
 * tried by the person and by their second account, and each rule is also tested directly on its table.
 */

const dayMs = 86_400_000
let app: TestApp
const undo: (() => Promise<unknown>)[] = []
beforeAll(async () => {
  app = await startReviewApp()
})
afterAll(() => app.close())
afterEach(async () => {
  for (const each of undo.splice(0).reverse()) await each()
})

const id = (givenName: string) => app.persona(givenName).id
const as = (givenName: string) => app.as(id(givenName))
const timeAt = (offsetMs: number) => new Date(Date.now() + offsetMs).toISOString()
const reason = 'Needed on Friday night, agreed with the owners.'

async function secondAccount(firstName: string, secondName: string): Promise<void> {
  const numberOf = async (personaName: string) =>
    (await app.db.selectFrom('people').select('employee_id').where('id', '=', id(personaName)).executeTakeFirstOrThrow()).employee_id
  const put = (employee_id: string | null) => app.db.updateTable('people').set({ employee_id }).where('id', '=', id(secondName)).execute()
  const numberBefore = await numberOf(secondName)
  await put(await numberOf(firstName))
  undo.push(() => put(numberBefore))
}

const denied = async () => (await app.db.selectFrom('audit_events').select('id').where('outcome', '=', 'denied').execute()).length

const deniesOwn = expect.stringContaining(anotherPersonHint)

async function expectRejection(
  status: number,
  call: () => Promise<TestResponse>,
  rows: () => Promise<unknown>,
  message: unknown = deniesOwn,
): Promise<void> {
  const [stateBefore, events] = [await rows(), await denied()]
  const response = await call()
  expect([response.status, response.body.message]).toEqual([status, message])
  expect(await rows()).toEqual(stateBefore)
  expect(await denied()).toBe(events + 1)
}

const violates = (constraint: string, overrides: Promise<unknown>) => expect(overrides).rejects.toMatchObject({ code: '23514', constraint })

const pairs: [string, (actor: string, otherGroup: string) => Promise<string>][] = [
  ['themselves', async (actor) => actor],
  [
    'a second account of theirs',
    async (actor, otherGroup) => {
      await secondAccount(actor, otherGroup)
      return otherGroup
    },
  ],
]

describe.each(pairs)('an administrator, for %s', (_, prepareRecipient) => {
  it('can’t grant access', async () => {
    const group = await groupOf(app, accountOf(app, 0))
    const personId = id(await prepareRecipient('Niamh', 'Tomasz'))
    const rows = () => app.db.selectFrom('group_assignments').select('id').where('group_id', '=', group.id).execute()
    await expectRejection(401, () => as('Niamh').post(`/account-access/${group.id}`, { personId, reason, durationHours: 24 }), rows)
  })

  it('can’t add a sandbox member, alone or among others', async () => {
    const sandbox = await teamSandbox(app)
    const { team } = sandbox
    const personId = id(await prepareRecipient('Niamh', 'Tomasz'))
    const rows = () => app.db.selectFrom('group_assignments').select('id').where('group_id', '=', team.id).execute()
    const path = `/sandbox-access/groups/${team.id}/member`
    await expectRejection(401, () => as('Niamh').post(path, { personId }), rows)
    const members = [{ personId: id('Priya') }, { personId }]
    await expectRejection(401, () => as('Niamh').post(`${path}s`, { members }), rows)
    await expectRejection(403, () => as('Niamh').post(`/sandboxes/${sandbox.id}/members`, { groupId: team.id, members }), rows)
  })

  it('can’t add an owner of an account or sandbox, even in bulk', async () => {
    const account = accountOf(app, 1)
    const sandbox = await teamSandbox(app)
    const newcomer = id(await prepareRecipient('Niamh', 'Tomasz'))
    const rows = () =>
      Promise.all([
        app.db.selectFrom('account_owners').selectAll().where('account_id', '=', account.id).orderBy('position').execute(),
        app.db.selectFrom('sandbox_owners').selectAll().where('sandbox_id', '=', sandbox.id).execute(),
      ])
    const niamh = as('Niamh')
    await expectRejection(
      401,
      () => niamh.patch(`/accounts/admin/${account.id}/owners`, { ownerIds: [...account.ownerIds, newcomer] }),
      rows,
    )
    await expectRejection(
      401,
      () => niamh.patch(`/accounts/myAccounts/${account.id}/owners`, { ownerIds: [...account.ownerIds, newcomer] }),
      rows,
    )
    await expectRejection(401, () => niamh.patch(`/sandboxes/admin/${sandbox.id}/owners`, { ownerIds: [id('Daniel'), newcomer] }), rows)
    const stateBefore = await rows()
    for (const isDryRun of [true, false]) {
      const bulkResponse = await niamh.post('/accounts/bulk', { ids: [account.id], change: { addOwnerId: newcomer }, dryRun: isDryRun })
      expect(bulkResponse.body.results).toMatchObject([{ outcome: 'denied', reason: deniesOwn }])
    }
    expect(await rows()).toEqual(stateBefore)
  })

  it('can’t name a tower lead, family owner or approver', async () => {
    const newcomer = id(await prepareRecipient('Niamh', 'Tomasz'))
    const [tower, family, item] = await Promise.all([
      app.db.selectFrom('towers').select('id').orderBy('name').executeTakeFirstOrThrow(),
      app.db.selectFrom('families').select(['id', 'tower_id']).orderBy('name').executeTakeFirstOrThrow(),
      app.db.selectFrom('catalogue_items').selectAll().orderBy('name').executeTakeFirstOrThrow(),
    ])
    const rows = async () =>
      Promise.all(
        (['tower_leads', 'family_owners', 'catalogue_item_approvers'] as const).map((table) =>
          app.db.selectFrom(table).select('person_id').where('person_id', '=', newcomer).execute(),
        ),
      )
    const niamh = as('Niamh')
    const newLeadIds = [id('Ravi'), newcomer]
    await expectRejection(403, () => niamh.patch(`/towers/${tower.id}`, { leadIds: newLeadIds }), rows)
    await expectRejection(403, () => niamh.post('/towers', { name: 'Shadow', code: 'SHD', leadIds: newLeadIds }), rows)
    await expectRejection(403, () => niamh.patch(`/families/${family.id}`, { ownerIds: newLeadIds }), rows)
    await expectRejection(403, () => niamh.post('/families', { name: 'Shadow', towerId: family.tower_id, ownerIds: newLeadIds }), rows)
    await expectRejection(403, () => niamh.patch(`/catalogue/${item.id}`, { approverIds: newLeadIds }), rows)
  })

  it('can’t create or change a delegation of other people’s approvals', async () => {
    const delegateId = id(await prepareRecipient('Niamh', 'Tomasz'))
    const rows = () => app.db.selectFrom('delegations').selectAll().execute()
    await expectRejection(403, () => as('Niamh').post('/delegations', { personId: id('Ravi'), delegateId, endsAt: timeAt(dayMs) }), rows)
    const { body } = await as('Ravi').post('/me/delegations', { delegateId, endsAt: timeAt(dayMs) })
    undo.push(() => app.db.deleteFrom('delegations').where('id', '=', body.id).execute())
    for (const overrides of [{ endsAt: timeAt(360 * dayMs) }, { endsAt: null }, { reason: 'Longer' }, { endsAt: timeAt(dayMs / 2) }])
      await expectRejection(403, () => as('Niamh').patch(`/delegations/${body.id}`, overrides), rows, delegationProblems.toSelf)
    expect((await as('Ravi').patch(`/delegations/${body.id}`, { endsAt: timeAt(2 * dayMs) })).status).toBe(200)
    expect((await as('Niamh').delete(`/delegations/${body.id}`)).status).toBe(200)
  })

  it('can’t start a planned delegation earlier', async () => {
    const delegateId = id(await prepareRecipient('Niamh', 'Tomasz'))
    const { body } = await as('Ravi').post('/me/delegations', { delegateId, startsAt: timeAt(5 * dayMs), endsAt: timeAt(6 * dayMs) })
    undo.push(() => app.db.deleteFrom('delegations').where('id', '=', body.id).execute())
    const rows = () => app.db.selectFrom('delegations').selectAll().execute()
    await expectRejection(403, () => as('Niamh').patch(`/delegations/${body.id}`, { startsAt: timeAt(0) }), rows, delegationProblems.toSelf)
  })
})

describe('a second user account that Slipway has not synced', () => {
  /** Creates a person whom Slipway doesn’t know, with the administrator’s employee number. */
  async function outsider(): Promise<string> {
    for (const { id: personId, employeeId, enabled, persona } of app.company.people) {
      if (!enabled || persona) continue
      const deletionResult = await app.db
        .deleteFrom('people')
        .where('id', '=', personId)
        .executeTakeFirst()
        .catch(() => undefined)
      if (deletionResult?.numDeletedRows !== 1n) continue
      await app.db.updateTable('people').set({ employee_id: employeeId }).where('id', '=', id('Niamh')).execute()
      undo.push(() => syncDirectory(app.context))
      return personId
    }
    throw new Error('every person is already used by the sample company')
  }

  it('can’t get access from the first one', async () => {
    const group = await groupOf(app, accountOf(app, 0))
    const { team } = await teamSandbox(app)
    const rows = () => app.db.selectFrom('group_assignments').select('id').where('group_id', 'in', [group.id, team.id]).execute()
    const grants: ((personId: string) => Promise<TestResponse>)[] = [
      (personId) => as('Niamh').post(`/account-access/${group.id}`, { personId, reason, durationHours: 24 }),
      (personId) => as('Niamh').post(`/sandbox-access/groups/${team.id}/member`, { personId }),
      (personId) => as('Niamh').patch(`/accounts/admin/${accountOf(app, 0).id}/owners`, { ownerIds: [id('Daniel'), personId] }),
    ]
    for (const grant of grants) {
      const personId = await outsider()
      await expectRejection(401, () => grant(personId), rows)
    }
    const delegateId = await outsider()
    await expectRejection(403, () => as('Niamh').post('/delegations', { personId: id('Ravi'), delegateId }), rows)
  })
})

describe('an owner with a second user account', () => {
  it('can’t extend the second user account’s access, but can shorten it', async () => {
    const account = accountOf(app, 2)
    const group = await groupOf(app, account)
    const { body } = await as('Niamh').post(`/account-access/${group.id}`, { personId: id('Tomasz'), reason, durationHours: 24 })
    expect(body.status).toBe('granting')
    await app.drain()
    await secondAccount('Daniel', 'Tomasz')
    const rows = () => app.db.selectFrom('group_assignments').selectAll().where('id', '=', body.id).execute()
    const path = `/account-access/${body.id}`
    const responseBody = (await as('Daniel').get(path)).body
    expect(responseBody.latestEnd).toBe(responseBody.endsAt)
    for (const endsAt of [timeAt(3 * dayMs), null])
      await expectRejection(401, () => as('Daniel').patch(path, { endsAt }), rows, extendsOwnAccess)
    expect((await as('Daniel').patch(path, { endsAt: timeAt(dayMs / 2) })).status).toBe(200)
    await violates(
      'cannot_extend_own_access',
      app.db
        .updateTable('group_assignments')
        .set({ ends_at: new Date(timeAt(3 * dayMs)), end_set_by: id('Daniel') })
        .where('id', '=', body.id)
        .execute(),
    )
    expect((await as('Niamh').patch(path, { endsAt: timeAt(2 * dayMs) })).status).toBe(200)
  })

  it('can’t extend the second user account’s access to a sandbox', async () => {
    const sandbox = await teamSandbox(app, { ownedBy: ['Daniel', 'Ravi'] })
    const addedAssignment = await add(app, sandbox, 'Tomasz', { endsAt: timeAt(dayMs) }, 'Ravi')
    expect(addedAssignment.answer.status).toBe(201)
    await app.drain()
    await secondAccount('Daniel', 'Tomasz')
    const rows = () => app.db.selectFrom('group_assignments').selectAll().where('id', '=', addedAssignment.id).execute()
    for (const endsAt of [timeAt(2 * dayMs), null])
      await expectRejection(401, () => as('Daniel').patch(addedAssignment.path, { endsAt }), rows, extendsOwnAccess)
  })

  it('can’t make the second user account an owner', async () => {
    const account = accountOf(app, 3)
    const sandbox = await teamSandbox(app)
    await secondAccount('Daniel', 'Tomasz')
    const rows = () => app.db.selectFrom('account_owners').selectAll().where('account_id', '=', account.id).orderBy('position').execute()
    const ownerIds = [...account.ownerIds, id('Tomasz')]
    await expectRejection(401, () => as('Daniel').patch(`/accounts/myAccounts/${account.id}/owners`, { ownerIds }), rows)
    await expectRejection(
      401,
      () => as('Daniel').patch(`/sandboxes/${sandbox.id}/owners`, { ownerIds: [id('Daniel'), id('Tomasz')] }),
      rows,
    )
  })

  it('can’t keep access of the second user account that was found in the directory, but can remove it', async () => {
    const { difference } = await withUnrecordedMember(app, 4, 'Tomasz')
    const otherGroup = await withUnrecordedMember(app, 4, 'Priya')
    await secondAccount('Daniel', 'Tomasz')
    const ids = [otherGroup.difference.id, difference.id]
    const rows = () => app.db.selectFrom('access_differences').selectAll().where('id', 'in', ids).orderBy('id').execute()
    const path = '/account-access/differences'
    await expectRejection(403, () => as('Daniel').post(`${path}/${difference.id}`, { action: 'adopt' }), rows, differenceProblems.own)
    await expectRejection(403, () => as('Daniel').post(path, { ids, action: 'adopt' }), rows, differenceProblems.own)
    await violates(
      'cannot_adopt_own_access',
      app.db
        .updateTable('access_differences')
        .set({ status: 'adopted', resolved_by: id('Daniel'), resolved_at: new Date() })
        .where('id', '=', difference.id)
        .execute(),
    )
    const listedDifferences = (await as('Daniel').get(`${path}?account=${accountOf(app, 4).id}`)).body.items as {
      id: string
      can: object
    }[]
    expect(listedDifferences.find((each) => each.id === difference.id)!.can).toMatchObject({
      adopt: differenceProblems.own,
      remove: true,
    })
    expect((await as('Daniel').post(`${path}/${difference.id}`, { action: 'remove' })).status).toBe(200)
  })

  it('can’t restore access of the second user account that the directory lost', async () => {
    const { difference, personId } = await withoutMember(app, 5)
    const stateBefore = await app.db.selectFrom('people').select('employee_id').where('id', '=', personId).executeTakeFirstOrThrow()
    const daniel = await app.db.selectFrom('people').select('employee_id').where('id', '=', id('Daniel')).executeTakeFirstOrThrow()
    await app.db.updateTable('people').set(daniel).where('id', '=', personId).execute()
    undo.push(() => app.db.updateTable('people').set(stateBefore).where('id', '=', personId).execute())
    const rows = () => app.db.selectFrom('access_differences').selectAll().where('id', '=', difference.id).execute()
    await expectRejection(
      403,
      () => as('Daniel').post(`/account-access/differences/${difference.id}`, { action: 'restore' }),
      rows,
      differenceProblems.own,
    )
  })

  it('can’t decide on the second user account in a review, by call or in the database, or be its reviewer', async () => {
    const group = await groupOf(app, accountOf(app, 6))
    await grantAccessTo(app, group, id('Tomasz'), id('Priya'))
    await secondAccount('Daniel', 'Tomasz')
    const review = await openReview(app, { kind: 'group', id: group.id }, {}, 'Niamh')
    const rows = () => app.db.selectFrom('access_review_items').selectAll().where('review_id', '=', review).orderBy('id').execute()
    for (const decision of ['keep', 'remove'] as const)
      await expectRejection(
        403,
        () => decideItem(app, 'Daniel', review, { [id('Priya')]: 'keep', [id('Tomasz')]: decision }),
        rows,
        cannotDecideOwn,
      )
    const item = (await itemRows(app, review)).get(id('Tomasz'))!
    const reviewers = await app.db
      .selectFrom('access_review_deciders' as never)
      .selectAll()
      .where('item_id' as never, '=', item.id as never)
      .execute()
    expect((reviewers as { person_id: string }[]).map(({ person_id }) => person_id)).not.toContain(id('Daniel'))
    await violates(
      'cannot_review_self',
      app.db
        .updateTable('access_review_items')
        .set({ decision: 'keep', decided_by: id('Daniel'), decided_at: new Date() })
        .where('id', '=', item.id)
        .execute(),
    )
    expect((await decideItem(app, 'Daniel', review, { [id('Priya')]: 'keep' })).status).toBe(200)
  })

  it('can’t cancel a review that removes access of the second user account', async () => {
    const group = await groupOf(app, accountOf(app, 7))
    await grantAccessTo(app, group, id('Tomasz'))
    const review = await openReview(app, { kind: 'group', id: group.id }, { reviewers: 'named', reviewerIds: [id('Ravi')] })
    expect((await decideItem(app, 'Ravi', review, { [id('Tomasz')]: 'remove' }, 'Not in the team any more.')).status).toBe(200)
    await secondAccount('Daniel', 'Tomasz')
    const rows = () => app.db.selectFrom('access_reviews').selectAll().where('id', '=', review).execute()
    await expectRejection(
      403,
      () => as('Daniel').post(`/account-access/reviews/${review}/cancel`, { reason: 'Not now.' }),
      rows,
      cannotCancelOwnRemoval,
    )
    expect((await as('Niamh').post(`/account-access/reviews/${review}/cancel`, { reason: 'Not now.' })).status).toBe(200)
  })

  it('can’t review their own emergency access, lift the block, or start another access while a report is due', async () => {
    await secondAccount('Priya', 'Niamh')
    await secondAccount('Priya', 'Daniel')
    const reported = await insertEmergencyAccess(app, 8, 'report')
    const lateId = await insertEmergencyAccess(app, 9, 'ended', { dueAt: new Date(Date.now() - 1_000) })
    undo.push(() => app.db.deleteFrom('emergency_accesses').where('id', 'in', [reported, lateId]).execute())
    const rows = () => app.db.selectFrom('emergency_accesses').selectAll().where('id', 'in', [reported, lateId]).orderBy('id').execute()
    const accept = { decision: 'accept' }
    const returnDecision = { decision: 'returnReport', comment: 'Which pool was it, and why?' }
    for (const personaName of ['Niamh', 'Daniel'])
      for (const body of [accept, returnDecision])
        await expectRejection(
          403,
          () => as(personaName).post(`/emergency-access/${reported}/review`, body),
          rows,
          emergencyProblems.ownReport,
        )
    await expectRejection(403, () => as('Niamh').post(`/emergency-access/${lateId}/lift`), rows, emergencyProblems.ownBlock)
    const set = (row: string, overrides: object) => app.db.updateTable('emergency_accesses').set(overrides).where('id', '=', row).execute()
    await violates('cannot_review_own_emergency', set(reported, { reviewer_id: id('Niamh') }))
    await violates('cannot_lift_own_emergency', set(lateId, { lifted_by: id('Niamh') }))
    const emergencySummary = await ownEmergencies(app.db, accountOf(app, 8).id, { id: id('Niamh') }, new Date())
    expect(emergencySummary.overdue).toBe(
      (await app.db.selectFrom('emergency_accesses').select('reference').where('id', '=', lateId).executeTakeFirstOrThrow()).reference,
    )
  })

  it('can’t remove a separation-of-duties rule for a group in which the second user account is a member', async () => {
    const account = accountOf(app, 10)
    const [firstGroup, otherGroup] = [await groupOf(app, account), await groupOf(app, account, 'readers')]
    const conflict = { groupId: otherGroup.id, reason: 'Who checks does not change.' }
    expect((await as('Daniel').post(`/account-access/groups/${firstGroup.id}/conflicts`, conflict)).status).toBeLessThan(300)
    const request = { groupId: firstGroup.id, justification: 'To look into what the checkout does.', durationHours: 24 }
    expect((await as('Tomasz').post(`/accounts/${account.id}/accessRequests`, request)).status).toBe(201)
    await secondAccount('Daniel', 'Tomasz')
    const path = `/account-access/groups/${firstGroup.id}/conflicts/${otherGroup.id}`
    const rows = () =>
      app.db.selectFrom('access_group_conflicts').selectAll().where('group_id', 'in', [firstGroup.id, otherGroup.id]).execute()
    await expectRejection(403, () => as('Daniel').delete(path), rows, cannotRemoveOwnConflict)
    expect((await as('Niamh').delete(path)).status).toBe(204)
  })

  it('can’t skip a step of the run that ends access of the second user account', async () => {
    const group = await groupOf(app, accountOf(app, 11))
    const [run, grant] = [randomUUID(), randomUUID()]
    await app.db
      .insertInto('work_runs')
      .values({
        id: run,
        kind: 'revokeAccess',
        subject_kind: 'groupAssignment',
        subject_id: grant,
        input: JSON.stringify({ personId: id('Tomasz'), groupId: group.id, assignmentId: grant }),
        status: 'failed',
      } as never)
      .execute()
    await app.db
      .insertInto('work_steps')
      .values({ run_id: run, position: 0, name: 'updateDirectory', title: 'Tell the directory', status: 'failed' } as never)
      .execute()
    await secondAccount('Niamh', 'Tomasz')
    const rows = () => app.db.selectFrom('work_steps').selectAll().where('run_id', '=', run).execute()
    await expectRejection(403, () => as('Niamh').post(`/work/${run}/steps/updateDirectory/skip`, { reason: 'It was done by hand.' }), rows)
  })

  it('can’t skip a step of a run that ends several people’s access, or a role, of the second user account', async () => {
    const group = await groupOf(app, accountOf(app, 11))
    const [grant, activation, order] = [randomUUID(), randomUUID(), randomUUID()]
    const startsAt = new Date(timeAt(-30 * dayMs))
    await app.db
      .insertInto('group_assignments')
      .values({ id: grant, group_id: group.id, person_id: id('Tomasz'), via: 'adopted', status: 'revoked', starts_at: startsAt } as never)
      .execute()
    await app.db
      .insertInto('pim_activations')
      .values({
        ...{ id: activation, account_id: accountOf(app, 11).id, person_id: id('Tomasz'), scope: '/subscriptions/none', minutes: 60 },
        ...{
          role_definition_id: randomUUID(),
          role_name: 'Contributor',
          status: 'ended',
          justification: 'The release on Friday.',
          max_minutes: 60,
        },
        ...{ starts_at: startsAt, ends_at: new Date(timeAt(-29 * dayMs)) },
      } as never)
      .execute()
    await app.db
      .insertInto('pim_orders')
      .values({ id: order, activation_id: activation, kind: 'remove', status: 'rejected', justification: 'The release is over.' } as never)
      .execute()
    await secondAccount('Niamh', 'Tomasz')
    for (const [kind, subjectKind, subjectId, input] of [
      ['revokeBatch', 'groupAssignment', randomUUID(), { assignmentIds: [randomUUID(), grant], as: 'revoked' }],
      ['pimOrder', 'pimOrder', order, {}],
    ] as const) {
      const run = randomUUID()
      await app.db
        .insertInto('work_runs')
        .values({
          id: run,
          kind,
          subject_kind: subjectKind,
          subject_id: subjectId,
          input: JSON.stringify(input),
          status: 'failed',
        } as never)
        .execute()
      await app.db
        .insertInto('work_steps')
        .values({ run_id: run, position: 0, name: 'sendOrder', title: 'Update Azure', status: 'failed' } as never)
        .execute()
      const rows = () => app.db.selectFrom('work_steps').selectAll().where('run_id', '=', run).execute()
      await expectRejection(403, () => as('Niamh').post(`/work/${run}/steps/sendOrder/skip`, { reason: 'It was done by hand.' }), rows)
    }
  })
})

describe('constraints in the database', () => {
  it('prevents a grant to yourself or to your second user account', async () => {
    await secondAccount('Niamh', 'Tomasz')
    const group = await groupOf(app, accountOf(app, 12))
    const grant = { group_id: group.id, via: 'admin' as const, granted_by: id('Niamh'), status: 'granting' as const }
    for (const personaName of ['Niamh', 'Tomasz'])
      await violates(
        'cannot_grant_own_access',
        app.db
          .insertInto('group_assignments')
          .values({ ...grant, id: randomUUID(), person_id: id(personaName) })
          .execute(),
      )
  })

  it('prevents delegates from creating, extending or reassigning their delegation, and delegation to your second account', async () => {
    await secondAccount('Niamh', 'Tomasz')
    const row = (person: string, delegate: string, actorName: string) => ({
      id: randomUUID(),
      person_id: id(person),
      delegate_id: id(delegate),
      starts_at: new Date(),
      ends_at: new Date(timeAt(dayMs)),
      status: 'live' as const,
      created_by: id(actorName),
    })
    const add = (values: ReturnType<typeof row>) => app.db.insertInto('delegations').values(values).execute()
    await violates('cannot_delegate_to_creator', add(row('Ravi', 'Tomasz', 'Niamh')))
    await violates('cannot_delegate_to_own_account', add(row('Niamh', 'Tomasz', 'Ravi')))
    const validDelegation = row('Ravi', 'Tomasz', 'Ravi')
    await add(validDelegation)
    undo.push(() => app.db.deleteFrom('delegations').where('id', '=', validDelegation.id).execute())
    const overrides = (set: object) => app.db.updateTable('delegations').set(set).where('id', '=', validDelegation.id).execute()
    await violates('cannot_delegate_to_creator', overrides({ ends_at: new Date(timeAt(360 * dayMs)), changed_by: id('Niamh') }))
    await violates('delegation_fixed', overrides({ delegate_id: id('Ewa') }))
  })
})

describe('an owner who moved to another department', () => {
  it('can’t confirm their ownership, even with a second user account', async () => {
    const account = accountOf(app, 13)
    const gapId = randomUUID()
    await app.db
      .insertInto('ownership_gaps')
      .values({
        id: gapId,
        account_id: account.id,
        person_id: id('Daniel'),
        reason: 'moved',
        former_department: 'Property',
        opened_at: new Date(),
      } as never)
      .execute()
    const rows = () => app.db.selectFrom('ownership_gaps').selectAll().where('id', '=', gapId).execute()
    const keep = (personaName: string) => () => as(personaName).post(`/accounts/${account.id}/ownership/keep`, { gapId })
    await expectRejection(403, keep('Daniel'), rows, ownershipProblems.confirmsSelf)
    await secondAccount('Daniel', 'Niamh')
    await expectRejection(403, keep('Niamh'), rows, ownershipProblems.confirmsSelf)
  })

  it('can’t be replaced by their own second user account, even if it was proposed', async () => {
    const account = accountOf(app, 15)
    const gapId = randomUUID()
    const gap = { id: gapId, account_id: account.id, person_id: id('Daniel'), reason: 'moved', former_department: 'Property' }
    await app.db
      .insertInto('ownership_gaps')
      .values({ ...gap, opened_at: new Date() } as never)
      .execute()
    await app.db
      .insertInto('ownership_proposals')
      .values({ gap_id: gapId, person_id: id('Niamh'), rank: 0, reason: 'x', requested_at: new Date() } as never)
      .execute()
    await secondAccount('Daniel', 'Niamh')
    const rows = () => app.db.selectFrom('account_owners').selectAll().where('account_id', '=', account.id).execute()
    await expectRejection(
      403,
      () => as('Niamh').post(`/accounts/${account.id}/ownership/accept`, { gapId }),
      rows,
      ownershipProblems.replacesSelf,
    )
    const acceptedFields = { outcome: 'accepted' as const, successor_id: id('Niamh'), resolved_at: new Date() }
    await violates('cannot_succeed_self', app.db.updateTable('ownership_gaps').set(acceptedFields).where('id', '=', gapId).execute())
  })

  it('can’t be replaced by people who propose themselves', async () => {
    const account = accountOf(app, 14)
    const gapId = randomUUID()
    await app.db
      .insertInto('ownership_gaps')
      .values({
        id: gapId,
        account_id: account.id,
        person_id: id('Daniel'),
        reason: 'moved',
        former_department: 'Property',
        opened_at: new Date(),
      } as never)
      .execute()
    await secondAccount('Niamh', 'Tomasz')
    const rows = () => app.db.selectFrom('ownership_proposals').selectAll().where('gap_id', '=', gapId).execute()
    const propose = (personaName: string) => () =>
      as('Niamh').post(`/accounts/${account.id}/ownership/propose`, { gapId, personId: id(personaName) })
    for (const personaName of ['Niamh', 'Tomasz']) await expectRejection(403, propose(personaName), rows)
    await violates(
      'cannot_propose_self',
      app.db
        .insertInto('ownership_proposals')
        .values({ gap_id: gapId, person_id: id('Tomasz'), rank: 0, reason: 'x', proposed_by: id('Niamh') } as never)
        .execute(),
    )
  })
})
