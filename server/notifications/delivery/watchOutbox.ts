import { sql } from 'kysely'
import { reportOutages } from '../../db/reportOutages.ts'
import { deliverDue } from './deliverDue.ts'
import type { DeliveryContext } from './delivering.ts'

const pollIntervalMs = 5_000
/** Messages are collected for this time, so that all messages of one change are sent together. */
const batchDelayMs = 200

export function watchOutbox(context: DeliveryContext): { stop(): Promise<void> } {
  const { db, now, log, changes } = context
  const outages = reportOutages(log, { component: 'notifications', text: 'could not deliver notifications' })
  const stopping = new AbortController()
  let delivering: Promise<void> | undefined
  let isRepeatNeeded = false
  let pendingTimer: NodeJS.Timeout | undefined

  async function deliver(): Promise<void> {
    const { rows } =
      await sql`select from deliveries where status in ('waiting', 'failed') and next_attempt_at <= ${now()} limit 1`.execute(db)
    if (rows.length > 0 && !stopping.signal.aborted) await deliverDue(context, stopping.signal)
  }
  function startDelivery(): void {
    if (delivering) isRepeatNeeded = true
    if (delivering || stopping.signal.aborted) return
    isRepeatNeeded = false
    delivering = deliver()
      .then(outages.worked, outages.failed)
      .finally(() => {
        delivering = undefined
        if (isRepeatNeeded) startDelivery()
      })
  }
  const unsubscribe = changes.subscribe(({ kind }) => {
    if (kind !== 'outbox' || pendingTimer) return
    pendingTimer = setTimeout(() => {
      pendingTimer = undefined
      startDelivery()
    }, batchDelayMs)
  })
  startDelivery()
  const timer = setInterval(startDelivery, pollIntervalMs)
  return {
    async stop() {
      stopping.abort()
      unsubscribe()
      clearInterval(timer)
      clearTimeout(pendingTimer)
      await delivering
      context.clients.mail?.close()
    },
  }
}
