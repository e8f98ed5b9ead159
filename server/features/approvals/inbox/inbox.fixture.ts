import { startTestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'

export async function startInbox() {
  let aheadMs = 0
  const app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + aheadMs) })
  let number = 0
  const clientOf = (givenName: string, roles?: string[]) => app.as(app.persona(givenName).id, roles)
  return {
    app,
    as: clientOf,
    wait(hours: number) {
      aheadMs += hours * 3_600_000
    },
    async ask(overrides = {}, requester = 'Priya') {
      const response = await clientOf(requester).post(
        '/account-requests',
        newRequest(app, { name: `checkout-inbox-${++number}`, ...overrides }),
      )
      if (response.status !== 201) throw new Error(JSON.stringify(response.body))
      const [approval] = response.body.approvals as { id: string; stage: number; version: number }[]
      return { requestId: response.body.id as string, name: response.body.name as string, ...approval! }
    },
    notifications: (givenName: string, kind: string) =>
      app.db
        .selectFrom('notifications')
        .select(['subject_id', 'title', 'body'])
        .where('person_id', '=', app.persona(givenName).id)
        .where('kind', '=', kind)
        .execute(),
    async delegate(delegatorName: string, delegate: string) {
      const id = crypto.randomUUID()
      await app.db
        .insertInto('delegations')
        .values({
          id,
          person_id: app.persona(delegatorName).id,
          delegate_id: app.persona(delegate).id,
          starts_at: new Date(0),
          ends_at: null,
          status: 'live',
          created_by: app.persona(delegatorName).id,
        })
        .execute()
      return () => app.db.updateTable('delegations').set({ status: 'ended' }).where('id', '=', id).execute()
    },
  }
}
export type Inbox = Awaited<ReturnType<typeof startInbox>>
