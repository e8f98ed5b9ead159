import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DeliveryApp, startDeliveryApp } from './delivery.fixture.ts'
import { describeDigest } from './scheduleDigests.ts'

let app: DeliveryApp
beforeAll(async () => {
  app = await startDeliveryApp()
})
afterAll(() => app.close())

const set = (name: string, settings: object) => app.as(app.persona(name).id).patch('/me/notification-settings', settings)
const mailsTo = (name: string) =>
  app
    .mails()
    .filter(({ envelopeTo }) => envelopeTo.includes(app.persona(name).email!))
    .map(({ subject }) => subject)

it('delays email until quiet hours end for the recipient, and sends urgent email immediately with earlier messages', async () => {
  await set('Ravi', { quietHours: { from: '22:00', to: '07:00', weekends: false }, timeZone: 'America/New_York' })
  // In New York, it is 23:30 and already summer time.
  app.moveTo('2027-03-16T03:30:00Z')
  const delayedNotification = await app.notify(['Ravi'])
  const subjectId = randomUUID()
  const earlierNotification = await app.notify(['Ravi'], { subjectId })
  await app.deliver()
  expect(mailsTo('Ravi')).toEqual([])
  expect((await app.deliveries(delayedNotification.subjectId))[0]!.next_attempt_at).toEqual(new Date('2027-03-16T11:00:00Z'))
  const urgentNotification = await app.notify(['Ravi'], { subjectId, kind: 'emergencyAccess' })
  await app.deliver()
  expect(mailsTo('Ravi')).toEqual([earlierNotification.title, urgentNotification.title])
  app.moveTo('2027-03-16T11:00:01Z')
  await app.deliver()
  expect(mailsTo('Ravi')).toEqual([earlierNotification.title, urgentNotification.title, delayedNotification.title])
})

it('delays undelivered email during quiet hours, and sends it together with urgent email', async () => {
  await set('Tomasz', { quietHours: { from: '22:00', to: '07:00', weekends: false }, timeZone: 'Europe/London' })
  app.moveTo('2027-01-13T21:59:50Z')
  const fault = app.simulator.faults.add({ service: 'mail', method: 'DATA', action: { kind: 'status', status: 451 } })
  const subjectId = randomUUID()
  const earlierNotification = await app.notify(['Tomasz'], { subjectId })
  // The database has its own clock. A message that is months old on that clock would no longer be retried.
  await sql`update deliveries set created_at = '2027-01-13T21:59:40Z' where subject_id = ${subjectId}`.execute(app.db)
  await app.deliver()
  app.simulator.faults.remove(fault)
  const lateNotification = await app.notify(['Tomasz'])
  app.moveTo('2027-01-13T22:30:00Z')
  await app.deliver()
  expect(mailsTo('Tomasz')).toEqual([])
  const urgentNotification = await app.notify(['Tomasz'], { subjectId, kind: 'emergencyAccess' })
  await app.deliver()
  expect(mailsTo('Tomasz')).toEqual([earlierNotification.title, urgentNotification.title])
  app.moveTo('2027-01-14T07:00:01Z')
  await app.deliver()
  expect(mailsTo('Tomasz')).toEqual([earlierNotification.title, urgentNotification.title, lateNotification.title])
})

it('sends all messages since the last digest in one email at the chosen hour', async () => {
  await set('Priya', { groups: { requests: 'digest' }, digestHour: 17, quietHours: { from: '16:00', to: '18:00', weekends: false } })
  app.moveTo('2027-07-01T09:00:00Z')
  const firstNotification = await app.notify(['Priya'], { title: 'First <b>thing</b>' })
  await app.deliver()
  const secondNotification = await app.notify(['Priya'])
  await app.deliver()
  expect(mailsTo('Priya')).toEqual([])
  app.moveTo('2027-07-01T16:00:30Z') // In London, it is 17:00.
  await app.deliver()
  expect(mailsTo('Priya')).toEqual([describeDigest(2)])
  const { text, html, messageId } = app.mails().at(-1)!
  expect(text.indexOf('First <b>thing</b>')).toBeLessThan(text.indexOf(secondNotification.title))
  expect(text).toContain(`/app/accounts/${firstNotification.subjectId}`)
  expect(html).toContain('First &lt;b&gt;thing&lt;/b&gt;')
  const rows = [...(await app.deliveries(firstNotification.subjectId)), ...(await app.deliveries(secondNotification.subjectId))]
  expect(rows.map(({ status, digest_id }) => [status, `<${digest_id}@127.0.0.1>`])).toEqual([
    ['sent', messageId],
    ['sent', messageId],
  ])
  app.moveTo('2027-07-02T16:00:30Z')
  await app.deliver()
  expect(mailsTo('Priya')).toHaveLength(1)
})
