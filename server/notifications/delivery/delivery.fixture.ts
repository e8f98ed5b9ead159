import { randomUUID } from 'node:crypto'
import { listPosts } from '../../../simulator/chat/service.ts'
import { listMails } from '../../../simulator/mail/mailbox.ts'
import { startTestApp } from '../../../test/app.ts'
import { logger } from '../../http/logger.ts'
import type { Notification } from '../notification.ts'
import { notify } from '../notify.ts'
import { deliverDue } from './deliverDue.ts'

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

let createdCount = 0

export async function startDeliveryApp() {
  const clock = { ms: 0 }
  const app = await startTestApp({ runJobs: false, now: () => new Date(Date.now() + clock.ms) })
  const context = { ...app.context, databaseUrl: app.databaseUrl, log: logger('silent') }
  const chat = app.simulator.origins.chat
  const addresses = {
    slack: () => `${chat}/services/T0/B${++createdCount}/secretOfTheChannel`,
    teams: () => `${chat}/workflows/w${++createdCount}/triggers/manual/paths/invoke?sig=secretOfTheFlow`,
    webhook: () => `${chat}/receivers/r${++createdCount}`,
  }
  return {
    ...app,
    delivering: context,
    deliver: () => deliverDue(context),
    mails: () => listMails(app.simulator),
    posts: (url: string) => listPosts(app.simulator).filter(({ path }) => path === url.slice(chat.length)),
    pass: (ms: number) => {
      clock.ms += ms
    },
    moveTo: (timestamp: string) => {
      clock.ms = Date.parse(timestamp) - Date.now()
    },
    async notify(names: string[], overrides: Partial<Notification> = {}): Promise<Notification> {
      const title = `Notice ${++createdCount}`
      const notification: Notification = {
        kind: 'accountReady',
        subjectKind: 'account',
        subjectId: randomUUID(),
        title,
        body: 'Look at it.',
        key: `${title}:key`,
        ...overrides,
      }
      await notify(
        app.db,
        names.map((name) => app.persona(name).id),
        notification,
      )
      return notification
    },
    async channel(type: keyof typeof addresses, overrides: object = {}) {
      const url = addresses[type]()
      const body = { type, name: `Channel ${++createdCount}`, url, topics: ['requests'], ...overrides }
      // Signs in again, because days might have passed since the last sign-in.
      const response = await app.as(app.persona('Niamh').id).post('/admin/notification-channels', body)
      if (response.status !== 201) throw new Error(JSON.stringify(response.body))
      return { ...(response.body as { id: string; secret: string; version: number; name: string }), url }
    },
    deliveries: (subjectId: string) =>
      app.db.selectFrom('deliveries').selectAll().where('subject_id', '=', subjectId).orderBy('number').execute(),
  }
}
export type DeliveryApp = Awaited<ReturnType<typeof startDeliveryApp>>
