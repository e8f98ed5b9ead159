import { recordSystemEvent } from '../../../audit/recordSystemEvent.ts'
import { eligibilityLimit, minutesOf, type RolePolicy } from '../../../clients/arm/armPim.ts'
import type { EligibilityGrant } from '../../../clients/arm/armRoles.ts'
import type { Clients } from '../../../clients/clients.ts'
import { ExternalError } from '../../../clients/externalError.ts'
import type { Db } from '../../../db/database.ts'
import { loadSetting } from '../../../settings/queries.ts'
import type { OwningResource } from '../accounts/owningResource.ts'
import { recordEligibility } from './record.ts'

interface EligibilityRequest extends Omit<EligibilityGrant, 'expiration'> {
  /**
   * The time after which the eligibility is no longer needed. Without it, the eligibility is renewed as long as its account or sandbox
   * exists.
   */
  endsAt?: Date | undefined
}

interface ServiceContext {
  db: Db
  clients: Clients
  now: () => Date
}

/**
 * Makes a principal eligible for as long as the role's policy allows, and records the end. `renewEligibilities` renews an eligibility that ends
 * too early. The call is idempotent.
 */
export async function grantEligibility(
  { db, clients, now }: ServiceContext,
  resource: OwningResource,
  eligibility: EligibilityRequest,
): Promise<void> {
  const endsAt = await requestEligibility({ db, clients, now }, resource, eligibility)
  await recordEligibility(db, resource, eligibility, { endsAt, renewUntil: eligibility.endsAt ?? null, now: now() })
}

/**
 * The duration is within the limit of the role's policy.
 * @param resource the account or sandbox that needs the role
 * @returns the end of the eligibility; null if it never ends
 */
export async function requestEligibility(
  { db, clients, now }: ServiceContext,
  resource: OwningResource,
  { endsAt, ...grant }: EligibilityRequest,
): Promise<Date | null> {
  const policy = await clients.arm.getRolePolicy(grant.scope, grant.roleDefinitionId)
  const { permanent, longest } = eligibilityLimit(policy)
  const minutes = minutesOf(longest)
  if (minutes === undefined) throw new Error(`The role policy has no valid maximum duration: ${longest}`)
  const latest = new Date(now().getTime() + minutes * 60_000)
  const requestEligibilityOf = async (endsIn: EligibilityGrant['expiration'], requestedEnd: Date | null, type = grant.type) => {
    const grantedEligibility = await clients.arm.requestRoleEligibility({ ...grant, ...(type ? { type } : {}), expiration: endsIn })
    return grantedEligibility === undefined ? requestedEnd : grantedEligibility
  }
  if (endsAt && (permanent || endsAt <= latest)) return requestEligibilityOf({ until: endsAt }, endsAt)
  if (!endsAt && (permanent || (await allowPermanent({ db, clients }, resource, policy)))) {
    try {
      return await requestEligibilityOf('permanently', null, grant.type === 'AdminExtend' ? 'AdminUpdate' : grant.type)
    } catch (error) {
      // Azure has not replicated a recent change of the policy yet. The renewal tries the full duration again.
      if (!isTooLong(error)) throw error
    }
  }
  return requestEligibilityOf({ duration: longest }, latest)
}

const isTooLong = (error: unknown) =>
  error instanceof ExternalError && error.code === 'RoleAssignmentRequestPolicyValidationFailed' && error.message.includes('ExpirationRule')

async function allowPermanent(
  { db, clients }: Pick<ServiceContext, 'db' | 'clients'>,
  resource: OwningResource,
  policy: RolePolicy | undefined,
): Promise<boolean> {
  const policyId = policy?.properties.policyId
  if (!policyId || (await loadSetting(db, 'permanentEligibility')) !== true) return false
  try {
    await clients.arm.allowPermanentEligibility(policyId)
  } catch (error) {
    if (error instanceof ExternalError && error.status === 403) return false
    throw error
  }
  const { roleDefinitionId } = policy.properties
  await recordSystemEvent(db, {
    action: 'rolePolicyChanged',
    subject: resource,
    before: { rolePolicy: eligibilityLimit(policy) },
    after: { rolePolicy: { id: policyId, roleDefinitionId, permanent: true } },
    reason: 'The setting “Permanent eligibility” is on, but the role policy didn’t allow permanent eligibility.',
  })
  return true
}
