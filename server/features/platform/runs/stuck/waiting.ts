import { type RawBuilder, sql } from 'kysely'
import type { RunKind } from '../../../../runs/labels.ts'

/**
 * The people who wait for each kind of run: the requester and the owners of the account, only the person whom the run concerns, or none if
 * the run removes or closes something.
 */
const waitingPeople: Record<RunKind, 'owners' | 'person' | 'none'> = {
  buildAccount: 'owners',
  undoBuildAccount: 'none',
  changeServices: 'owners',
  undoChangeServices: 'none',
  setBudget: 'owners',
  dropOwnerRole: 'none',
  changeDetails: 'owners',
  decommissionAccount: 'person',
  reverseDecommission: 'owners',
  restoreSubscription: 'owners',
  createAccessGroup: 'person',
  removeAccessGroup: 'none',
  grantAccess: 'person',
  revokeAccess: 'none',
  revokeBatch: 'none',
  restoreAccess: 'person',
  removeStranger: 'none',
  restoreGroup: 'owners',
  giveEmergencyRole: 'person',
  endEmergencyRole: 'none',
  openEmergencyIncident: 'none',
  closeEmergencyIncident: 'none',
  changeTags: 'person',
  restoreTags: 'none',
  evaluatePolicies: 'person',
  pimOrder: 'person',
  renewEligibility: 'owners',
  openAccessReview: 'person',
  applyAccessReview: 'none',
  raiseIncident: 'person',
  provisionSandbox: 'person',
  freezeSandbox: 'none',
  resumeSandbox: 'person',
  cleanUpSandbox: 'none',
  buildWave: 'person',
  deployApp: 'owners',
  removeApplication: 'owners',
  undoDeployment: 'none',
}

const kindsWith = (people: 'owners' | 'person') =>
  Object.entries(waitingPeople).flatMap(([kind, waiting]) => (waiting === people ? [kind] : []))

/** SQL for the IDs of the people who wait for a run, the requester first. @param run the table or alias of `work_runs` */
export function waitingForRun(run: 'work_runs' | 'r'): RawBuilder<string[]> {
  const column = (name: string) => sql.ref(`${run}.${name}`)
  return sql<string[]>`array(
    select w.id from (
      select ${column('person_id')} as id, -1 as position where ${column('kind')} = any (${kindsWith('owners').concat(kindsWith('person'))}::text[])
      union all
      select o.person_id, o.position from account_owners o
      where o.account_id = ${column('account_id')} and ${column('kind')} = any (${kindsWith('owners')}::text[])
    ) w where w.id is not null group by w.id order by min(w.position))`
}
