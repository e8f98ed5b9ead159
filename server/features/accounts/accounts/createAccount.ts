import { v7 as uuidv7 } from 'uuid'
import { canAddPeople } from '../../../auth/sameIdentity.ts'
import { normalizeName } from '../../../http/name.ts'
import { operation, reply } from '../../../http/operation.ts'
import { fetchUnknownPeople, upsertPeople } from '../../../people/requirePeople.ts'
import { loadAccount } from './queries.ts'
import { requireFamilyOfTower } from './requireFamilyOfTower.ts'
import { requireSubscription } from './requireSubscription.ts'
import { Account, NewAccount } from './schemas.ts'
import { setOwners } from './setOwners.ts'
import { desiredTags } from './tagRules.ts'

export const createAccount = operation({
  id: 'createAccount',
  method: 'POST',
  path: '/accounts',
  tag: 'accounts',
  summary: 'Add an existing account',
  description:
    'Records the account without creating resources. If you set a subscription, it must exist. You can’t make yourself an owner, even with another of your user accounts.',
  access: 'admin',
  stepUp: 'privileged',
  body: NewAccount,
  responses: { 201: Account },
  errors: ['nameTaken', 'conflict', 'outsideFailed'],
  async prepare(preparation) {
    const { subscriptionId, ownerIds } = preparation.body
    const [people] = await Promise.all([fetchUnknownPeople(preparation, ownerIds), requireSubscription(preparation, subscriptionId)])
    return people
  },
  async handler({ db, actor, body, config, jobs, now, allow, audit, changed }, foundPeople) {
    const id = uuidv7()
    await upsertPeople(db, config, foundPeople)
    allow(await canAddPeople(db, actor, [], body.ownerIds, 'make yourself an owner'))
    await requireFamilyOfTower(db, body.familyId, body.towerId)
    await db
      .insertInto('accounts')
      .values({
        id,
        name: normalizeName(body.name),
        description: body.description ?? '',
        kind: 'manual',
        environment: body.environment,
        workload: body.workload,
        status: 'active',
        subscription_id: body.subscriptionId ?? null,
        management_group_id: body.managementGroup ?? null,
        tower_id: body.towerId,
        family_id: body.familyId,
        cost_centre: body.costCentre,
        data_classification: body.dataClassification,
        criticality: body.criticality,
        region: body.region,
        network: JSON.stringify(body.network ?? { connectivity: 'none', addressSpaces: [] }),
        budget: JSON.stringify(body.budget),
        tags: JSON.stringify(desiredTags({ kind: 'manual' }, body.tags ?? {})),
        request_id: null,
        created_at: now(),
        updated_at: now(),
      })
      .execute()
    await setOwners(db, config, id, body.ownerIds, foundPeople)
    await jobs.send(db, 'checkHealth', { accountId: id })
    const after = await loadAccount(db, actor, id)
    audit({ subject: { kind: 'account', id }, after })
    await changed('account', id)
    return reply(201, after, { location: `/accounts/${id}` })
  },
})
