import type { BackupItem, BackupVault } from '../../../../clients/arm/armDecommission.ts'
import { inTransaction } from '../../../../db/database.ts'
import { formatDay } from '../../../../format.ts'
import { NonRetryableError, type Step, type StepContext, Wait } from '../../../../workflows/workflow.ts'
import type { UpdateInput } from '../../updates/apply/input.ts'
import { pollOperations, worstFailure } from '../pollOperations.ts'
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
  context: Pick<StepContext<unknown>, 'clients' | 'checkpoint' | 'saveCheckpoint'>,
  vaults: BackupVault[],
): Promise<Record<string, unknown> | Wait> {
  const immutableVault = vaults.find((vault) => vault.immutable && vault.items.length > 0)
  if (immutableVault)
    throw new NonRetryableError(
      'immutable',
      `The vault ${immutableVault.name} is immutable: its backups can’t be deleted before their retention ends. Ask the platform team for the date, then retry this step.`,
    )
  const items = vaults.flatMap((vault) => vault.items).filter(({ properties }) => !properties.isScheduledForDeferredDelete)
  const polledKeys = Object.keys((context.checkpoint['following'] ?? {}) as object)
  const keys = [...new Set([...polledKeys, ...items.map(({ id }) => id)])]
  if (keys.length === 0) return {}
  const progress = await pollOperations(context, keys, (id, state) => context.clients.arm.deleteBackupItem(id, state))
  const error = worstFailure(progress)
  if (error) throw error
  return new Wait('Azure is ending the backups.', progress.retryAfterMs)
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
  const protectedItems = vaults.flatMap((vault) => vault.items)
  if (protectedItems.length === 0) return {}
  const lastDeletion = new Date(Math.max(...protectedItems.map((item) => deletionTimeOf(item, now)), now.getTime() + minWaitMs))
  return new Wait(
    `Azure keeps the deleted backups until ${formatDay(lastDeletion)}. The vault can be deleted after that.`,
    Math.min(lastDeletion.getTime() - now.getTime(), maxWaitMs),
  )
}

/** Azure returns either the time of the deletion or the time at which the item will be purged; both were observed. */
function deletionTimeOf({ properties }: BackupItem, now: Date): number {
  const deletedAt = Date.parse(properties.deferredDeleteTimeInUTC ?? '')
  if (Number.isNaN(deletedAt)) return 0
  return deletedAt > now.getTime() ? deletedAt : deletedAt + (properties.softDeleteRetentionPeriodInDays ?? defaultRetentionDays) * day
}
const day = 86_400_000
const defaultRetentionDays = 14
const minWaitMs = 600_000
const maxWaitMs = 86_400_000
