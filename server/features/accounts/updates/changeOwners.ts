import type { Static } from 'typebox'
import type { Verdict } from '../../../auth/access.ts'
import type { Person } from '../../../auth/actor.ts'
import { onlyOthersAdded } from '../../../auth/sameHuman.ts'
import type { Config } from '../../../config.ts'
import type { Db } from '../../../db/database.ts'
import { nextVersion, updateRow } from '../../../db/rows.ts'
import type { Call } from '../../../http/operation.ts'
import { requireState } from '../../../http/requireState.ts'
import { type findPeopleByName, rememberPeople } from '../../../people/requirePeople.ts'
import type { Jobs } from '../../../workflows/jobs.ts'
import { stateVerdict } from '../accounts/policy.ts'
import { lockAccount, readAccount } from '../accounts/queries.ts'
import type { Account, AccountId, OwnersChange } from '../accounts/schemas.ts'
import { setOwners } from '../accounts/setOwners.ts'
import { recordDetails } from './recordDetails.ts'

type Found = Awaited<ReturnType<typeof findPeopleByName>>

/** Replaces the owners of a locked account and of its access groups. @returns the account after the change */
export async function changeOwners(
  call: { db: Db; jobs: Jobs; config: Config; actor: Person; now: () => Date },
  account: Account,
  ownerIds: string[],
  foundPeople: Found,
): Promise<Account> {
  await setOwners(call.db, call.config, account.id, ownerIds, foundPeople)
  await updateRow(call.db, 'accounts', account.id, nextVersion(call.now()))
  await call.jobs.send(call.db, 'checkHealth', { accountId: account.id })
  const after = await readAccount(call.db, call.actor, account.id)
  await recordDetails(call, account, after)
  return after
}

/**
 * Handles both operations that change the owners of one account.
 * @param verdict whether the actor can change the owners
 */
export async function answerOwnersChange(
  call: Call<Static<typeof AccountId>, unknown, Static<typeof OwnersChange>>,
  foundPeople: Found,
  verdict: (account: Account) => Verdict = () => true,
): Promise<Account> {
  const { db, actor, config, params, body, allow, ifMatch, audit, changed } = call
  const before = await lockAccount(db, actor, params.id)
  const subject = { kind: 'account', id: before.id }
  audit({ subject })
  allow(verdict(before))
  await rememberPeople(db, config, foundPeople)
  allow(await onlyOthersAdded(db, actor, before.owners, body.ownerIds, 'make yourself an owner'))
  ifMatch(before.version)
  requireState(stateVerdict('updateOwners', before))
  const after = await changeOwners(call, before, body.ownerIds, foundPeople)
  audit({ subject, before, after })
  await changed('account', before.id)
  return after
}
