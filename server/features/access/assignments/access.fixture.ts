import type { TestApp } from '../../../../test/app.ts'
import { groupRow } from '../../accounts/groups/groups.fixture.ts'

export { accountOf } from '../../accounts/groups/groups.fixture.ts'

export const justification = 'To look into what the checkout does on Fridays.'

export async function requestAccess(
  app: TestApp,
  account: { id: string; name: string },
  { who: personaName = 'Priya', suffix = 'readers', durationHours = null as number | null } = {},
) {
  const group = await groupRow(app, `az-${account.name}-${suffix}`)
  const response = await app
    .as(app.persona(personaName).id)
    .post(`/accounts/${account.id}/accessRequests`, { groupId: group.id, justification, durationHours })
  return { group, answer: response, body: response.body, approvalId: response.body.approvals?.[0]?.id as string }
}

export const decide = (app: TestApp, personaName: string, approvalId: string, decision = 'approve', comment = 'So be it.') =>
  app.as(app.persona(personaName).id).post(`/account-approvals/${approvalId}`, { decision, stage: 1, comment })

export const grantOf = (app: TestApp, requestId: string) =>
  app.db.selectFrom('group_assignments').selectAll().where('request_id', '=', requestId).executeTakeFirst()

export async function isIn(app: TestApp, personaName: string, directoryGroupId: string): Promise<boolean> {
  const members = await app.context.clients.graph.listDirectMembers(directoryGroupId)
  return members.some(({ id }) => id === app.persona(personaName).id)
}

export async function grantAccessTo(
  app: TestApp,
  account: { id: string; name: string },
  requestBody: Parameters<typeof requestAccess>[2] = {},
) {
  const accessRequest = await requestAccess(app, account, requestBody)
  await decide(app, 'Daniel', accessRequest.approvalId)
  await app.drain()
  const assignment = (await grantOf(app, accessRequest.body.id))!
  return { ...accessRequest, requestId: accessRequest.body.id as string, assignment, path: `/account-access/${assignment.id}` }
}

export const assignmentRow = (app: TestApp, id: string) =>
  app.db.selectFrom('group_assignments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export async function outcomes(app: TestApp, operation: string, subjectId: string): Promise<string[]> {
  const events = await app.db
    .selectFrom('audit_events')
    .select('outcome')
    .where('operation', '=', operation)
    .where('subject_id', '=', subjectId)
    .orderBy('id')
    .execute()
  return events.map(({ outcome }) => outcome)
}

export const directoryDown = (app: TestApp, directoryGroupId: string) =>
  app.simulator.faults.add({
    service: 'graph',
    path: `/groups/${directoryGroupId}`,
    action: {
      kind: 'status',
      status: 503,
      headers: { 'retry-after': '1' },
      body: { error: { code: 'ServiceUnavailable', message: 'Later.' } },
    },
  })
