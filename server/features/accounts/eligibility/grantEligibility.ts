import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { eligibilityLimit, minutesOf, type RolePolicy } from '../../../clients/arm/armPim.ts'
import type { EligibilityGrant } from '../../../clients/arm/armRoles.ts'
import type { Clients } from '../../../clients/clients.ts'
import { OutsideError } from '../../../clients/outsideError.ts'
import type { Db } from '../../../db/database.ts'
import { settingValue } from '../../../settings/queries.ts'
import type { GroupHome } from '../accounts/home.ts'
import { recordEligibility } from './record.ts'

export interface EligibilityRequest extends Omit<EligibilityGrant, 'lasts'> {
  /** The eligibility is no longer needed after this time; without it, it is renewed while its account or sandbox exists. */
  endsAt?: Date | undefined
}

interface World {
  db: Db
  clients: Clients
  now: () => Date
}

/**
 * Makes a principal eligible for as long as the role's policy allows and records the end. `startRenewals` renews what ends too early.
 * Repeating it succeeds.
 */
export async function grantEligibility({ db, clients, now }: World, home: GroupHome, wanted: EligibilityRequest): Promise<void> {
  const endsAt = await requestEligibility({ db, clients, now }, home, wanted)
  await recordEligibility(db, home, wanted, { endsAt, wantedUntil: wanted.endsAt ?? null, now: now() })
}

/**
 * Requests the eligibility in Azure, within the limit of the role's policy. @param home what the role is for @returns when it ends, null
 * for never
 */
export async function requestEligibility(
  { db, clients, now }: World,
  home: GroupHome,
  { endsAt, ...grant }: EligibilityRequest,
): Promise<Date | null> {
  const policy = await clients.arm.getRolePolicy(grant.scope, grant.roleDefinitionId)
  const { permanent, longest } = eligibilityLimit(policy)
  const minutes = minutesOf(longest)
  if (minutes === undefined) throw new Error(`The role policy has no valid maximum duration: ${longest}`)
  const latest = new Date(now().getTime() + minutes * 60_000)
  const ask = async (lasts: EligibilityGrant['lasts'], asked: Date | null, type = grant.type) => {
    const given = await clients.arm.requestRoleEligibility({ ...grant, ...(type ? { type } : {}), lasts })
    return given === undefined ? asked : given
  }
  if (endsAt && (permanent || endsAt <= latest)) return ask({ until: endsAt }, endsAt)
  if (!endsAt && (permanent || (await allowPermanent({ db, clients }, home, policy)))) {
    try {
      return await ask('permanently', null, grant.type === 'AdminExtend' ? 'AdminUpdate' : grant.type)
    } catch (error) {
      // A policy changed a moment ago is not replicated everywhere yet. The renewal tries the full duration again.
      if (!isTooLong(error)) throw error
    }
  }
  return ask({ duration: longest }, latest)
}

const isTooLong = (error: unknown) =>
  error instanceof OutsideError && error.code === 'RoleAssignmentRequestPolicyValidationFailed' && error.message.includes('ExpirationRule')

/** Changes the role's policy to allow permanent eligibility, where an administrator has enabled that and Azure permits it. */
async function allowPermanent(
  { db, clients }: Pick<World, 'db' | 'clients'>,
  home: GroupHome,
  policy: RolePolicy | undefined,
): Promise<boolean> {
  const policyId = policy?.properties.policyId
  if (!policyId || (await settingValue(db, 'permanentEligibility')) !== true) return false
  try {
    await clients.arm.allowPermanentEligibility(policyId)
  } catch (error) {
    if (error instanceof OutsideError && error.status === 403) return false
    throw error
  }
  const { roleDefinitionId } = policy.properties
  await recordSystemEvent(db, {
    action: 'rolePolicyChanged',
    subject: home,
    before: { rolePolicy: eligibilityLimit(policy) },
    after: { rolePolicy: { id: policyId, roleDefinitionId, permanent: true } },
    reason: 'The setting “Permanent eligibility” is on, and the role policy didn’t allow it.',
  })
  return true
}
