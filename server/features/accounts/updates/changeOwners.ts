import type { Static } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { canAddPeople } from '../../../auth/sameIdentity.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import type { Call } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { type fetchUnknownPeople, upsertPeople } from '../../../people/requirePeople.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { stateVerdict } from '../accounts/policy.ts'
import { loadAccount, lockAccount } from '../accounts/queries.ts'
import type { Account, AccountId, OwnersChange } from '../accounts/schemas.ts'
import { setOwners } from '../accounts/setOwners.ts'
import { recordDetails } from './recordDetails.ts'

type FoundPeople = Awaited<ReturnType<typeof fetchUnknownPeople>>

export async function changeOwners(
  call: { db: Db; jobs: Jobs; config: Config; actor: Person; now: () => Date },
  account: Account,
  ownerIds: string[],
  foundPeople: FoundPeople,
): Promise<Account> {
  await setOwners(call.db, call.config, account.id, ownerIds, foundPeople)
  await updateRow(call.db, 'accounts', account.id, nextVersion(call.now()))
  await call.jobs.send(call.db, 'checkHealth', { accountId: account.id })
  const after = await loadAccount(call.db, call.actor, account.id)
  await recordDetails(call, account, after)
  return after
}

export async function handleOwnersChange(
  call: Call<Static<typeof AccountId>, unknown, Static<typeof OwnersChange>>,
  foundPeople: FoundPeople,
  verdict: (account: Account) => Verdict = () => true,
): Promise<Account> {
  const { db, actor, config, params, body, allow, ifMatch, audit, changed } = call
  const before = await lockAccount(db, actor, params.id)
  const subject = { kind: 'account', id: before.id }
  audit({ subject })
  allow(verdict(before))
  await upsertPeople(db, config, foundPeople)
  allow(await canAddPeople(db, actor, before.owners, body.ownerIds, 'make yourself an owner'))
  ifMatch(before.version)
  requireState(stateVerdict('updateOwners', before))
  const after = await changeOwners(call, before, body.ownerIds, foundPeople)
  audit({ subject, before, after })
  await changed('account', before.id)
  return after
}
