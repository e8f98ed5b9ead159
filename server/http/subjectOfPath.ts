/** What the ids in addresses are of: where the path begins so, the parameter after it names a thing of this kind. */
const kinds: Record<string, string> = {
  '/accounts/': 'account',
  '/accounts/myAccounts/': 'account',
  '/accounts/admin/': 'account',
  '/account-requests/': 'accountRequest',
  '/account-updates/': 'accountUpdate',
  '/account-approvals/': 'approval',
  '/account-access/': 'groupAssignment',
  '/account-access/differences/': 'accessDifference',
  '/account-access/groups/': 'accessGroup',
  '/account-access/access-requests/': 'accessRequest',
  '/account-access/reviews/': 'accessReview',
  '/admin/api-keys/': 'apiKey',
  '/approval-policies/': 'approvalPolicy',
  '/catalogue/': 'catalogueItem',
  '/cockpit/queues/': 'queue',
  '/delegations/': 'delegation',
  '/edge/rollouts/': 'edgeRollout',
  '/emergency-access/': 'emergencyAccess',
  '/emergency-profiles/': 'emergencyProfile',
  '/families/': 'family',
  '/feedback/': 'feedback',
  '/pim/': 'account',
  '/pim/activations/': 'pimActivation',
  '/sandbox-access/groups/': 'sandboxAccessGroup',
  '/sandbox-access/requests/': 'sandboxAccessRequest',
  '/sandboxes/': 'sandbox',
  '/sandboxes/mySandboxes/': 'sandbox',
  '/sandboxes/admin/': 'sandbox',
  '/sandbox-requests/': 'sandboxRequest',
  '/sandbox-templates/': 'sandboxTemplate',
  '/sandbox-hosts/': 'sandboxHost',
  '/towers/': 'tower',
  '/views/': 'view',
  '/work/': 'workRun',
  '/{incidentService}/accounts/': 'account',
}
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const queueName = /^[A-Za-z]{1,40}$/

/** What a call is about as far as its address tells, so that a refusal is recorded about the thing it was for. */
export function subjectOfPath(path: string, params: Record<string, string> | undefined): { kind: string; id: string } | undefined {
  for (const { 0: place, 1: name, index } of path.matchAll(/\{(\w+)\}/g)) {
    const prefix = path.slice(0, index)
    const id = params?.[name ?? place]
    // Queues alone are called by a name.
    if (kinds[prefix] === 'queue' && id && queueName.test(id)) return { kind: 'queue', id }
    if (Object.hasOwn(kinds, prefix) && id && uuid.test(id)) return { kind: kinds[prefix]!, id: id.toLowerCase() }
  }
  return undefined
}
