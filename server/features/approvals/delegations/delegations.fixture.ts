import type { TestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'

export const day = 86_400_000
export const hour = 3_600_000

export function delegationsOf(app: TestApp) {
  let number = 0
  const id = (givenName: string) => app.persona(givenName).id
  const as = (givenName: string) => app.as(id(givenName))
  const at = (fromNow: number) => new Date(app.context.now().getTime() + fromNow).toISOString()
  return {
    id,
    as,
    at,
    set: (who: string, delegate: string, more: { startsAt?: string; endsAt?: string | null; reason?: string } = {}) =>
      as(who).post('/me/delegations', { delegateId: id(delegate), ...more }),
    async ask(requester = 'Priya') {
      const ownerIds = [id(requester), id(requester === 'Daniel' ? 'Priya' : 'Daniel')]
      const answer = await as(requester).post('/account-requests', newRequest(app, { name: `checkout-away-${++number}`, ownerIds }))
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      return answer.body.approvals[0].id as string
    },
    vote: (who: string, approvalId: string, stage = 1) => as(who).post(`/account-approvals/${approvalId}`, { decision: 'approve', stage }),
    waiting: async (who: string): Promise<string[]> =>
      (await as(who).get('/account-approvals/pending-approvals')).body.map((each: { id: string }) => each.id),
    votes: (approvalId: string) =>
      app.db.selectFrom('approval_decisions').select(['approver_id', 'on_behalf_of']).where('approval_id', '=', approvalId).execute(),
    notificationsOf: async (who: string) =>
      (
        await app.db
          .selectFrom('notifications')
          .select('title')
          .where('person_id', '=', id(who))
          .where('kind', '=', 'delegation')
          .orderBy('id')
          .execute()
      ).map(({ title }) => title),
    clear: async () => void (await app.db.deleteFrom('delegations').execute()),
  }
}
