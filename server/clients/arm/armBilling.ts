import { Type } from 'typebox'
import { ExternalError } from '../externalError.ts'
import { type MissingPermission, subscriptionCreator } from '../missingPermission.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

/** Listed as a separate service, because it can fail while the rest of Azure Resource Manager works. Both have the same URL. */
export const billingService = 'Azure billing'

const guid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const account = '^/providers/Microsoft\\.Billing/billingAccounts'
/** learn.microsoft.com, “Programmatically create Azure subscriptions” for EA and for MCA. */
const agreementForms = {
  enterpriseAgreement: new RegExp(`${account}/\\d+/enrollmentAccounts/\\d+$`, 'i'),
  customerAgreement: new RegExp(
    `${account}/${guid}:${guid}_\\d{4}-\\d{2}-\\d{2}/billingProfiles/[\\w-]{1,128}/invoiceSections/[\\w-]{1,128}$`,
    'i',
  ),
}
type Agreement = keyof typeof agreementForms

/** Returns the kind of agreement of a billing scope by the format of its ID; undefined if new subscriptions can't be charged to it. */
export function agreementOf(billingScope: string): Agreement | undefined {
  return (Object.keys(agreementForms) as Agreement[]).find((agreement) => agreementForms[agreement].test(billingScope))
}

const createSubscriptions = 'Microsoft.Subscription/subscriptions/write'
const Decision = Type.Object({ action: Type.String(), accessDecision: Type.String() })
/** Statuses that Azure returns if the scope or tenant does not offer the check. */
const notOfferedStatuses = [400, 404, 405]

export type Billing = ReturnType<typeof armBilling>

export function armBilling(send: Send) {
  const query = { 'api-version': apiVersions.billing }
  return {
    /** @throws ExternalError if the scope is missing or can't be read */
    async readBillingScope(scope: string): Promise<void> {
      await send({ method: 'GET', path: scope, query })
    },

    /**
     * Checks whether the caller can create subscriptions charged to the scope (“Billing Permissions - Check Access”, 2024-04-01); undefined
     * if Azure does not say.
     */
    async canCreateSubscriptions(scope: string): Promise<boolean | undefined> {
      const body = { actions: [createSubscriptions] }
      const reply = await send({ method: 'POST', path: `${scope}/checkAccess`, query, body, readOnly: true, accept: notOfferedStatuses })
      if (notOfferedStatuses.includes(reply.status)) return undefined
      const decision = reply.list(Decision, 'value').find(({ action }) => action.toLowerCase() === createSubscriptions.toLowerCase())
      return decision && decision.accessDecision === 'Allowed'
    },
  }
}

/** `missing` is absent if Azure did not say which permission is missing. */
interface BillingCheckResult {
  found: string
  missing?: MissingPermission[]
}

/**
 * Checks whether new subscriptions can be charged to the scope.
 * @throws ExternalError `malformedScope`, or Azure's error
 */
export async function checkBillingScope(billing: Billing, scope: string): Promise<BillingCheckResult> {
  const agreement = agreementOf(scope)
  if (!agreement)
    throw new ExternalError({
      service: billingService,
      code: 'malformedScope',
      message: `SLIPWAY_BILLING_SCOPE is not the path of an enrollment account (EA) or an invoice section (MCA), so subscriptions can’t be created: ${scope.slice(0, 200)}`,
      retryable: false,
    })
  const readFailure = await billing.readBillingScope(scope).catch((error: unknown) => {
    // A caller can have the permission to create subscriptions without the permission to read their billing scope.
    if (error instanceof ExternalError && (error.status === 401 || error.status === 403)) return error
    throw error
  })
  const canCreate = await billing.canCreateSubscriptions(scope)
  if (canCreate === false)
    return {
      found:
        agreement === 'enterpriseAgreement'
          ? 'Slipway can’t create subscriptions in the enrollment account. Assign its service principal the SubscriptionCreator role.'
          : 'Slipway can’t create subscriptions in the invoice section. Assign its service principal the Azure subscription creator role.',
      missing: [subscriptionCreator],
    }
  if (canCreate) return { found: 'Slipway can create subscriptions in this scope.', missing: [] }
  if (readFailure) throw readFailure
  return { found: 'The scope is readable. Azure didn’t say whether Slipway can create subscriptions in this scope.' }
}
