import type { BackupItem, BackupVault } from '../../../../clients/arm/armDecommission.ts'
import { inTransaction } from '../../../../db/database.ts'
import { formatDay } from '../../../../notifications/formatDay.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../updates/carry-out/input.ts'
import { followAll, worst } from '../followAll.ts'
import { startRemoving, subscriptionOf } from '../record.ts'

/** Deletes the backups. Azure keeps them in the vault for some more days, in which they can be restored there. */
export const endBackups: Step<UpdateInput> = {
  name: 'endBackups',
  title: 'End the backups',
  timeoutMinutes: 360,
  async run(context) {
    const { clients, db, input } = context
    await inTransaction(db, (tx) => startRemoving(tx, input.updateId))
    return endBackupsIn(context, await clients.arm.listBackupVaults(await subscriptionOf(db, input.accountId)))
  },
}

export async function endBackupsIn(
  context: Pick<StepContext<unknown>, 'clients' | 'checkpoint' | 'remember'>,
  vaults: BackupVault[],
): Promise<Record<string, unknown> | Wait> {
  const held = vaults.find((vault) => vault.immutable && vault.items.length > 0)
  if (held)
    throw new NonRetryableError(
      'immutable',
      `The vault ${held.name} is immutable: its backups can’t be deleted before their retention ends. Ask the platform team for the date, then retry this step.`,
    )
  const items = vaults.flatMap((vault) => vault.items).filter(({ properties }) => !properties.isScheduledForDeferredDelete)
  const following = Object.keys((context.checkpoint['following'] ?? {}) as object)
  const keys = [...new Set([...following, ...items.map(({ id }) => id)])]
  if (keys.length === 0) return {}
  const followed = await followAll(context, keys, (id, state) => context.clients.arm.deleteBackupItem(id, state))
  const error = worst(followed)
  if (error) throw error
  return new Wait('Azure is ending the backups.', followed.retryAfterMs)
}

/** Azure doesn't delete a vault that still holds a backup. */
export const waitForVaults: Step<UpdateInput> = {
  name: 'waitForVaults',
  title: 'Wait until the vaults are empty',
  timeoutMinutes: Number.POSITIVE_INFINITY,
  async run({ clients, db, input, now }) {
    return waitForItems(await clients.arm.listBackupVaults(await subscriptionOf(db, input.accountId)), now())
  },
}

export function waitForItems(vaults: BackupVault[], now: Date): Record<string, unknown> | Wait {
  const kept = vaults.flatMap((vault) => vault.items)
  if (kept.length === 0) return {}
  const last = new Date(Math.max(...kept.map((item) => goesAt(item, now)), now.getTime() + shortestWaitMs))
  return new Wait(
    `Azure keeps the deleted backups until ${formatDay(last)}. The vault can be deleted after that.`,
    Math.min(last.getTime() - now.getTime(), longestWaitMs),
  )
}

/** Azure names either the time of the deletion or the time of the purge; both have been seen. */
function goesAt({ properties }: BackupItem, now: Date): number {
  const named = Date.parse(properties.deferredDeleteTimeInUTC ?? '')
  if (Number.isNaN(named)) return 0
  return named > now.getTime() ? named : named + (properties.softDeleteRetentionPeriodInDays ?? usualDays) * day
}
const day = 86_400_000
const usualDays = 14
const shortestWaitMs = 600_000
const longestWaitMs = 86_400_000
