import { startTestApp } from '../../../../test/app.ts'
import { newRequest } from '../../../../test/newRequest.ts'

export async function startInbox() {
  let ahead = 0
  const app = await startTestApp({ work: false, now: () => new Date(Date.now() + ahead) })
  let number = 0
  const as = (givenName: string, roles?: string[]) => app.as(app.persona(givenName).id, roles)
  return {
    app,
    as,
    wait(hours: number) {
      ahead += hours * 3_600_000
    },
    async ask(change = {}, requester = 'Priya') {
      const answer = await as(requester).post('/account-requests', newRequest(app, { name: `checkout-inbox-${++number}`, ...change }))
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
      const [approval] = answer.body.approvals as { id: string; stage: number; version: number }[]
      return { requestId: answer.body.id as string, name: answer.body.name as string, ...approval! }
    },
    notifications: (givenName: string, kind: string) =>
      app.db
        .selectFrom('notifications')
        .select(['subject_id', 'title', 'body'])
        .where('person_id', '=', app.persona(givenName).id)
        .where('kind', '=', kind)
        .execute(),
    async delegate(holder: string, delegate: string) {
      const id = crypto.randomUUID()
      await app.db
        .insertInto('delegations')
        .values({
          id,
          person_id: app.persona(holder).id,
          delegate_id: app.persona(delegate).id,
          starts_at: new Date(0),
          ends_at: null,
          status: 'live',
          created_by: app.persona(holder).id,
        })
        .execute()
      return () => app.db.updateTable('delegations').set({ status: 'ended' }).where('id', '=', id).execute()
    },
  }
}
export type Inbox = Awaited<ReturnType<typeof startInbox>>
