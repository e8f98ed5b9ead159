import type { TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'

export const day = 86_400_000
export const hourMs = 3_600_000

export function delegationsOf(app: TestApp) {
  let number = 0
  const id = (givenName: string) => app.persona(givenName).id
  const clientOf = (givenName: string) => app.as(id(givenName))
  const timeAt = (offsetMs: number) => new Date(app.context.now().getTime() + offsetMs).toISOString()
  return {
    id,
    as: clientOf,
    at: timeAt,
    set: (personaName: string, delegate: string, overrides: { startsAt?: string; endsAt?: string | null; reason?: string } = {}) =>
      clientOf(personaName).post('/me/delegations', { delegateId: id(delegate), ...overrides }),
    async ask(requester = 'Priya') {
      const ownerIds = [id(requester), id(requester === 'Daniel' ? 'Priya' : 'Daniel')]
      const response = await clientOf(requester).post('/account-requests', newRequest(app, { name: `checkout-away-${++number}`, ownerIds }))
      if (response.status !== 201) throw new Error(JSON.stringify(response.body))
      return response.body.approvals[0].id as string
    },
    vote: (personaName: string, approvalId: string, stage = 1) =>
      clientOf(personaName).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage }),
    waiting: async (personaName: string): Promise<string[]> =>
      (await clientOf(personaName).get('/account-approvals/pending-approvals')).body.map((each: { id: string }) => each.id),
    votes: (approvalId: string) =>
      app.db.selectFrom('approval_decisions').select(['approver_id', 'on_behalf_of']).where('approval_id', '=', approvalId).execute(),
    notificationsOf: async (personaName: string) =>
      (
        await app.db
          .selectFrom('notifications')
          .select('title')
          .where('person_id', '=', id(personaName))
          .where('kind', '=', 'delegation')
          .orderBy('id')
          .execute()
      ).map(({ title }) => title),
    clear: async () => void (await app.db.deleteFrom('delegations').execute()),
  }
}
