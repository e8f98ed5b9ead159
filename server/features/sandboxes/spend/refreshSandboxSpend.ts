import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInSandbox } from '../sandboxes/policy.ts'
import { loadVisibleSandbox, lockSandbox } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { addSpend } from './count.ts'
import { fetchSandboxResources, type ReadingBatch } from './fetchSandboxResources.ts'
import { loadSpend } from './loadSpend.ts'
import { storePrices } from './prices.ts'
import { SandboxSpend } from './schemas.ts'
import { applyThreshold } from './thresholds.ts'

/** A call within this time after the last one returns the same result, to protect the cloud’s quota. */
const minIntervalMs = 30_000
const countedStatuses = ['active', 'frozen', 'deleting', 'quarantined']

export const refreshSandboxSpend = operation({
  id: 'refreshSandboxSpend',
  method: 'POST',
  path: '/sandboxes/{id}/spend/refresh',
  tag: 'sandboxes',
  summary: 'Refresh the spend of a sandbox',
  description:
    'Reads the resources and counts the spend up to now, at most once every 30 seconds; more frequent calls return the last result. Thresholds that are reached take effect immediately.',
  access: 'owner',
  params: SandboxId,
  responses: { 200: SandboxSpend },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  async prepare({ db, actor, params, clients, now, signal }): Promise<ReadingBatch | undefined> {
    const { row, facts } = await loadVisibleSandbox(db, actor, params.id, now())
    const canFetch = canDoInSandbox(actor, 'seeInside', facts) === true && countedStatuses.includes(row.status)
    const meter = await db.selectFrom('sandbox_meters').select('scanned_at').where('sandbox_id', '=', row.id).executeTakeFirst()
    const wasJustRead = meter?.scanned_at != null && now().getTime() - meter.scanned_at.getTime() < minIntervalMs
    if (!canFetch || wasJustRead || row.subscription_id === null) return undefined
    const { id, currency, subscription_id, resource_group } = row
    const readingBatch = await fetchSandboxResources(
      { db, clients, now: now() },
      [{ id, currency, subscription_id, resource_group }],
      signal,
    )
    // A person requested this refresh, so a failed read is an error and no spend is recorded.
    if (readingBatch.failures.length > 0 && readingBatch.readings.every(({ found }) => found === undefined)) throw readingBatch.failures[0]
    return readingBatch
  },
  async handler({ db, actor, jobs, params, now, allow, audit, changed }, readingBatch) {
    const { id, facts } = await loadVisibleSandbox(db, actor, params.id, now())
    const subject = { kind: 'sandbox', id }
    audit({ subject })
    allow(canDoInSandbox(actor, 'seeInside', facts))
    const { status } = await lockSandbox(db, id)
    requireState(countedStatuses.includes(status) ? true : 'This sandbox has no cost, because it isn’t ready yet or is deleted.')
    if (readingBatch) {
      await storePrices(db, readingBatch.learned)
      await addSpend(db, readingBatch.readings, now())
      await applyThreshold({ db, jobs }, id, now())
      await changed('sandbox', id)
    }
    const { row } = await loadVisibleSandbox(db, actor, id, now())
    return loadSpend(db, row, now())
  },
})
