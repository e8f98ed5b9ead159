import { Type } from 'typebox'
import { type MissingPermission, subscriptionCreator } from '../missingPermission.ts'
import { OutsideError } from '../outsideError.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

/** The service as it is listed: it is asked where Azure Resource Manager is, and fails by itself. */
export const billingService = 'Azure billing'

const guid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const account = '^/providers/Microsoft\\.Billing/billingAccounts'
/** learn.microsoft.com, “Programmatically create Azure subscriptions” for EA and for MCA. */
const forms = {
  enterpriseAgreement: new RegExp(`${account}/\\d+/enrollmentAccounts/\\d+$`, 'i'),
  customerAgreement: new RegExp(
    `${account}/${guid}:${guid}_\\d{4}-\\d{2}-\\d{2}/billingProfiles/[\\w-]{1,128}/invoiceSections/[\\w-]{1,128}$`,
    'i',
  ),
}
export type Agreement = keyof typeof forms

/** The agreement that a billing scope of this form belongs to; undefined for what is no scope new subscriptions can be charged to. */
export function agreementOf(billingScope: string): Agreement | undefined {
  return (Object.keys(forms) as Agreement[]).find((agreement) => forms[agreement].test(billingScope))
}

const createSubscriptions = 'Microsoft.Subscription/subscriptions/write'
const Decision = Type.Object({ action: Type.String(), accessDecision: Type.String() })
/** What is answered where the scope or the tenant does not offer the check. */
const notOffered = [400, 404, 405]

export type Billing = ReturnType<typeof armBilling>

export function armBilling(send: Send) {
  const query = { 'api-version': apiVersions.billing }
  return {
    /** @throws OutsideError where the scope is not there or cannot be read */
    async readBillingScope(scope: string): Promise<void> {
      await send({ method: 'GET', path: scope, query })
    },

    /**
     * Whether the caller may create subscriptions that are charged to the scope (“Billing Permissions - Check Access”, 2024-04-01);
     * undefined where Azure does not say.
     */
    async canCreateSubscriptions(scope: string): Promise<boolean | undefined> {
      const body = { actions: [createSubscriptions] }
      const reply = await send({ method: 'POST', path: `${scope}/checkAccess`, query, body, readOnly: true, accept: notOffered })
      if (notOffered.includes(reply.status)) return undefined
      const decision = reply.list(Decision, 'value').find(({ action }) => action.toLowerCase() === createSubscriptions.toLowerCase())
      return decision && decision.accessDecision === 'Allowed'
    },
  }
}

/** What was found out; `missing` is absent where Azure did not say. */
interface BillingFound {
  found: string
  missing?: MissingPermission[]
}

/** Looks whether new subscriptions can be charged to the scope. @throws OutsideError `malformedScope`, or what Azure refused */
export async function checkBillingScope(billing: Billing, scope: string): Promise<BillingFound> {
  const agreement = agreementOf(scope)
  if (!agreement)
    throw new OutsideError({
      service: billingService,
      code: 'malformedScope',
      message: `SLIPWAY_BILLING_SCOPE is not the path of an enrollment account (EA) or an invoice section (MCA), so no subscription can be created: ${scope.slice(0, 200)}`,
      retryable: false,
    })
  const unreadable = await billing.readBillingScope(scope).catch((error: unknown) => {
    // Creating subscriptions does not include reading the scope they are charged to.
    if (error instanceof OutsideError && (error.status === 401 || error.status === 403)) return error
    throw error
  })
  const may = await billing.canCreateSubscriptions(scope)
  if (may === false)
    return {
      found:
        agreement === 'enterpriseAgreement'
          ? 'Slipway can’t create subscriptions in the enrollment account. Assign its service principal the SubscriptionCreator role.'
          : 'Slipway can’t create subscriptions in the invoice section. Assign its service principal the Azure subscription creator role.',
      missing: [subscriptionCreator],
    }
  if (may) return { found: 'Slipway can create subscriptions there.', missing: [] }
  if (unreadable) throw unreadable
  return { found: 'The scope is readable. Azure didn’t say whether Slipway can create subscriptions there.' }
}
