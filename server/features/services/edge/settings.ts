import { sql } from 'kysely'
import { accountOwnerLimits } from '../../../../client/ownerLimits.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { Failure } from '../../../errors.ts'
import { people } from '../../../people/queries.ts'
import { regionChoices } from '../../accounts/accounts/regionNames.ts'
import type { EdgePlan, NewStores } from './schemas.ts'

export type Settings = EdgePlan['settings']
const defaultFailures = 3

/**
 * Returns the common settings of a rollout's accounts: the requested settings, completed with the settings of earlier edge accounts.
 * @throws invalidRequest
 */
export async function resolveSettings(db: Db, config: Config, newStores: NewStores): Promise<Settings> {
  const family = await db
    .selectFrom('families as f')
    .innerJoin('towers as t', 't.id', 'f.tower_id')
    .select(['f.id', 'f.name', 't.id as tower_id', 't.name as tower_name', 't.cost_centre'])
    .select(people(sql`family_owners`, sql`l.family_id = f.id`).as('owners'))
    .where(
      'f.id',
      '=',
      newStores.familyId ??
        db
          .selectFrom('accounts')
          .select('family_id')
          .where('kind', '=', 'edge')
          .where('status', '<>', 'deleted')
          .groupBy('family_id')
          .orderBy(sql`count(*)`, 'desc')
          .limit(1),
    )
    .where('f.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!family) throw invalidField('familyId', newStores.familyId ? 'This family doesn’t exist.' : 'Choose a family for the accounts.')
  const owners = newStores.ownerIds
    ? await ownersById(db, newStores.ownerIds)
    : family.owners.filter(({ active }) => active).slice(0, accountOwnerLimits.max)
  if (owners.length < accountOwnerLimits.min)
    throw invalidField(
      'ownerIds',
      `An account needs ${accountOwnerLimits.min} to ${accountOwnerLimits.max} owners, but ${family.name} has too few. Choose the owners.`,
    )
  const regions = Object.keys(config.hubNetworks)
  const region = newStores.region ?? regions[0]
  if (region === undefined || (regions.length > 0 && !regions.includes(region)))
    throw invalidField('region', regions.length > 0 ? `Available regions: ${regionChoices(regions)}.` : 'Choose a region for the accounts.')
  const costCentre = newStores.costCentre ?? family.cost_centre
  if (costCentre === '') throw invalidField('costCentre', `${family.tower_name} has no cost centre. Enter one.`)
  if (newStores.haltAfterFailures !== undefined && newStores.haltAfterPercent !== undefined)
    throw invalidField('haltAfterPercent', 'Set either a number of failures or a percentage of the wave, not both.')
  return {
    tower: { id: family.tower_id, name: family.tower_name },
    family: { id: family.id, name: family.name },
    owners,
    costCentre,
    region,
    monthlyBudget: newStores.monthlyBudget ?? 25_000,
    waveSize: newStores.waveSize ?? 50,
    haltAfterFailures: newStores.haltAfterPercent === undefined ? (newStores.haltAfterFailures ?? defaultFailures) : null,
    haltAfterPercent: newStores.haltAfterPercent ?? null,
  }
}

async function ownersById(db: Db, ids: string[]): Promise<Settings['owners']> {
  const rows = await db
    .selectFrom('people')
    .select(['id', 'display_name as displayName', 'email', 'department', 'active'])
    .where('id', 'in', ids)
    .execute()
  const errors = ids.flatMap((id, index) => {
    const row = rows.find((each) => each.id === id.toLowerCase())
    if (row?.active) return []
    return [
      {
        field: `ownerIds.${index}`,
        message: row ? `${row.displayName} is disabled in the directory.` : 'This person doesn’t exist in the directory.',
      },
    ]
  })
  if (errors.length > 0) throw new Failure('invalidRequest', errors.map(({ message }) => message).join(' '), { errors })
  return ids.flatMap((id) => rows.find((each) => each.id === id.toLowerCase()) ?? [])
}

function invalidField(field: string, message: string): Failure {
  return new Failure('invalidRequest', message, { errors: [{ field, message }] })
}
