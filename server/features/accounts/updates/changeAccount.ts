import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import { normalizeName } from '../../../http/name.ts'
import { requireState } from '../../../http/requireState.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { cloudSyncVerdict } from '../accounts/policy.ts'
import { loadAccount } from '../accounts/queries.ts'
import { requireFamilyOfTower } from '../accounts/requireFamilyOfTower.ts'
import type { Account, AccountChange } from '../accounts/schemas.ts'
import { desiredTags } from '../accounts/tagRules.ts'
import { recordDetails, recordFields } from './recordDetails.ts'

/** Writes a change to a locked account and starts the run that updates the external systems. @returns the account after the change */
export async function changeAccount(
  call: { db: Db; jobs: Jobs; actor: Person; now: () => Date },
  account: Account,
  change: AccountChange,
): Promise<Account> {
  const { db, actor } = call
  const { name, subscriptionId, managementGroup, towerId, familyId, costCentre, dataClassification, network, budget, tags, ...same } =
    change
  if (recordFields.some((field) => change[field] !== undefined)) requireState(cloudSyncVerdict(account))
  if (towerId !== undefined || familyId !== undefined)
    await requireFamilyOfTower(db, familyId ?? account.family.id, towerId ?? account.tower.id)
  const columns = {
    name: name === undefined ? undefined : normalizeName(name),
    subscription_id: subscriptionId,
    management_group_id: managementGroup,
    tower_id: towerId,
    family_id: familyId,
    cost_centre: costCentre,
    data_classification: dataClassification,
    network: network && JSON.stringify(network),
    budget: budget && JSON.stringify(budget),
    tags: tags && JSON.stringify(desiredTags(account, tags, change)),
  }
  await updateRow(db, 'accounts', account.id, { ...same, ...columns, ...nextVersion(call.now()) })
  const after = await loadAccount(db, actor, account.id)
  await recordDetails(call, account, after)
  return after
}
