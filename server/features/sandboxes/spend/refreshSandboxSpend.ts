import { operation } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { canDoInSandbox } from '../sandboxes/policy.ts'
import { lockSandbox, lookInto } from '../sandboxes/queries.ts'
import { SandboxId } from '../sandboxes/schemas.ts'
import { addSpend } from './count.ts'
import { keepPrices } from './prices.ts'
import { type ReadingBatch, readResourcesOfAll } from './readResourcesOfAll.ts'
import { readSpend } from './readSpend.ts'
import { SandboxSpend } from './schemas.ts'
import { actOnThreshold } from './thresholds.ts'

/** A repeated call within this time returns the last result, to protect the cloud’s quota. */
const soonestMs = 30_000
const counted = ['active', 'frozen', 'deleting', 'quarantined']

export const refreshSandboxSpend = operation({
  id: 'refreshSandboxSpend',
  method: 'POST',
  path: '/sandboxes/{id}/spend/refresh',
  tag: 'sandboxes',
  summary: 'Refresh the spend of a sandbox',
  description:
    'Reads the resources and counts up to now, at most once every 30 seconds; otherwise returns the last result. Thresholds that are passed take effect immediately.',
  access: 'owner',
  params: SandboxId,
  answers: { 200: SandboxSpend },
  errors: ['notFound', 'wrongState', 'conflict', 'outsideFailed'],
  async prepare({ db, actor, params, clients, now, signal }): Promise<ReadingBatch | undefined> {
    const { row, facts } = await lookInto(db, actor, params.id, now())
    const may = canDoInSandbox(actor, 'seeInside', facts) === true && counted.includes(row.status)
    const meter = await db.selectFrom('sandbox_meters').select('scanned_at').where('sandbox_id', '=', row.id).executeTakeFirst()
    const wasJustRead = meter?.scanned_at != null && now().getTime() - meter.scanned_at.getTime() < soonestMs
    if (!may || wasJustRead || row.subscription_id === null) return undefined
    const { id, currency, subscription_id, resource_group } = row
    const looked = await readResourcesOfAll({ db, clients, now: now() }, [{ id, currency, subscription_id, resource_group }], signal)
    // A person requested this refresh, so a failed read is an error and nothing is counted.
    if (looked.failures.length > 0 && looked.readings.every(({ found }) => found === undefined)) throw looked.failures[0]
    return looked
  },
  async handler({ db, actor, jobs, params, now, allow, audit, changed }, looked) {
    const { id, facts } = await lookInto(db, actor, params.id, now())
    const subject = { kind: 'sandbox', id }
    audit({ subject })
    allow(canDoInSandbox(actor, 'seeInside', facts))
    const { status } = await lockSandbox(db, id)
    requireState(counted.includes(status) ? true : 'No resources cost anything: the sandbox isn’t ready, or is deleted.')
    if (looked) {
      await keepPrices(db, looked.learned)
      await addSpend(db, looked.readings, now())
      await actOnThreshold({ db, jobs }, id, now())
      await changed('sandbox', id)
    }
    const { row } = await lookInto(db, actor, id, now())
    return readSpend(db, row, now())
  },
})
