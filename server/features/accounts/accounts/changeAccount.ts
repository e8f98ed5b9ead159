import { sql } from 'kysely'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { tidyName } from '../../../http/name.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { held, recordDetails } from '../updates/recordDetails.ts'
import { cloudFollows } from './policy.ts'
import { readAccount } from './queries.ts'
import type { Account, AccountChange } from './schemas.ts'
import { tagsWanted } from './tagRules.ts'

/** @throws wrongState with the reason */
export function requireState(verdict: Verdict): void {
  if (verdict !== true) throw new Failure('wrongState', verdict)
}

/** The family exists and belongs to the tower, and stays so until this transaction ends. @throws invalidRequest */
export async function requireFamilyOfTower(db: Db, familyId: string, towerId: string): Promise<void> {
  const family = await db
    .selectFrom('families')
    .select('tower_id')
    .where('id', '=', familyId)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst()
  if (family?.tower_id === towerId.toLowerCase()) return
  const message = family ? 'This family belongs to another tower' : 'There is no such family'
  throw new Failure('invalidRequest', `${message}.`, { errors: [{ field: 'familyId', message }] })
}

/** Writes a change of a locked account, begins to carry it out where the cloud holds it too, and gives the account as it is then. */
export async function changeAccount(
  call: { db: Db; jobs: Jobs; actor: Person; now: () => Date },
  account: Account,
  change: AccountChange,
): Promise<Account> {
  const { db, actor } = call
  const { name, subscriptionId, managementGroup, towerId, familyId, costCentre, dataClassification, network, budget, tags, ...same } =
    change
  if (held.some((field) => change[field] !== undefined)) requireState(cloudFollows(account))
  if (towerId !== undefined || familyId !== undefined)
    await requireFamilyOfTower(db, familyId ?? account.family.id, towerId ?? account.tower.id)
  const columns = {
    name: name === undefined ? undefined : tidyName(name),
    subscription_id: subscriptionId,
    management_group_id: managementGroup,
    tower_id: towerId,
    family_id: familyId,
    cost_centre: costCentre,
    data_classification: dataClassification,
    network: network && JSON.stringify(network),
    budget: budget && JSON.stringify(budget),
    tags: tags && JSON.stringify(tagsWanted(account, tags, change)),
  }
  await db
    .updateTable('accounts')
    .set({ ...same, ...columns, version: sql`version + 1`, updated_at: call.now() })
    .where('id', '=', account.id)
    .execute()
  const after = await readAccount(db, actor, account.id)
  await recordDetails(call, account, after)
  return after
}
