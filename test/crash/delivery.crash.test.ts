import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { encrypt } from '../../server/notifications/delivery/encryption.ts'
import { mintSecret } from '../../server/notifications/delivery/signature.ts'
import { notify } from '../../server/notifications/notify.ts'
import { listPosts } from '../../simulator/chat/service.ts'
import { listMails } from '../../simulator/mail/mailbox.ts'
import { startTestApp, type TestApp } from '../app.ts'
import { until } from '../until.ts'
import { startServer } from './serverProcess.ts'

const subjects = 6
const maxPerKind = 5
let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ runJobs: false })
})
afterAll(() => app.close())

it('delivers mail and webhooks in order per subject despite two kills, and gives repeated deliveries the same ID', async () => {
  const ravi = app.persona('Ravi')
  await app.db
    .insertInto('notification_channels')
    .values({
      id: randomUUID(),
      type: 'webhook',
      name: 'Receiver',
      url_sealed: encrypt(`${app.simulator.origins.chat}/receivers/crash`, app.config.keySecret),
      secret_sealed: encrypt(mintSecret(), app.config.keySecret),
      topics: ['requests'],
      created_by: ravi.id,
    })
    .execute()
  const subjectIds = Array.from({ length: subjects }, () => randomUUID())
  const notifyOf = async (n: number) => {
    for (const subjectId of subjectIds)
      await notify(app.db, [ravi.id], {
        kind: 'accountReady',
        subjectKind: 'account',
        subjectId,
        title: `${n}`,
        body: '',
        key: `${subjectId}:${n}`,
      })
  }
  /** The worst moment for a crash is after the delivery and before its response. */
  const failpoint = (service: 'mail' | 'chat', method: string) => {
    const paused = Promise.withResolvers<void>()
    const action = { kind: 'hold', when: 'after', held: paused.resolve } as const
    const id = app.simulator.faults.add({ service, method, skip: 2, count: 1, action })
    return paused.promise.then(() => app.simulator.faults.remove(id))
  }
  for (const batch of [
    [0, 1, 2],
    [3, 4],
  ]) {
    for (const n of batch) await notifyOf(n)
    const failpointResults = Promise.all([failpoint('mail', 'DATA'), failpoint('chat', 'POST')])
    const server = await startServer(app)
    await failpointResults
    server.signal('SIGKILL')
    await server.ended
  }
  const server = await startServer(app)
  try {
    await until(
      async () =>
        (await app.db.selectFrom('deliveries').select('id').where('status', '!=', 'sent').where('subject_id', 'in', subjectIds).execute())
          .length === 0,
    )
  } catch (cause) {
    const unsentDeliveries = await app.db
      .selectFrom('deliveries')
      .select(['channel_id', 'status', 'attempts', 'answer', 'title'])
      .where('status', '!=', 'sent')
      .execute()
    throw new Error(`some deliveries did not arrive: ${JSON.stringify(unsentDeliveries)}\n${server.log().slice(-3_000)}`, { cause })
  } finally {
    server.signal('SIGKILL')
    await server.ended
  }
  const mails = listMails(app.simulator).map(({ messageId, subject, text }) => ({
    id: messageId,
    n: subject,
    subject: /accounts\/([\w-]+)/.exec(text)![1]!,
  }))
  const posts = listPosts(app.simulator).map(({ headers, body }) => {
    const { data } = JSON.parse(body) as { data: { title: string; subject: { id: string } } }
    return { id: headers['webhook-id']!, n: data.title, subject: data.subject.id }
  })
  for (const arrivedMessages of [mails, posts]) {
    const uniqueMessages = [...new Map(arrivedMessages.map((each) => [each.id, each])).values()]
    expect(uniqueMessages.length).toBe(subjects * maxPerKind)
    for (const subjectId of subjectIds)
      expect(uniqueMessages.filter(({ subject }) => subject === subjectId).map(({ n }) => n)).toEqual(['0', '1', '2', '3', '4'])
  }
  // Each crash repeats at most the deliveries in progress.
  expect(mails.length + posts.length).toBeGreaterThan(subjects * maxPerKind * 2)
  expect(mails.length + posts.length).toBeLessThanOrEqual(subjects * maxPerKind * 2 + 2 * 8)
})
