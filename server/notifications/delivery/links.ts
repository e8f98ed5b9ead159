const pages: Record<string, (id: string) => string> = {
  account: (id) => `/accounts/${id}`,
  accountIncidents: (id) => `/accounts/${id}?tab=incidents`,
  accountDeployments: (id) => `/accounts/${id}?tab=deployments`,
  accountAccess: (id) => `/accounts/${id}?tab=access`,
  accountRequest: (id) => `/requests/${id}`,
  accountUpdate: (id) => `/updates/${id}`,
  accessDifference: (id) => `/access/drift?account=${id}`,
  accessGroup: (id) => `/access/groups/${id}`,
  accessRequest: (id) => `/access/requests/${id}`,
  accessReview: (id) => `/access/reviews/${id}`,
  apiKey: (id) => `/admin/api-keys?id=${id}`,
  approval: (id) => `/approvals?id=${id}`,
  approvalCover: (id) => `/approvals/${id}/cover`,
  auditVerification: () => '/admin/audit?tab=integrity',
  channel: (id) => `/admin/notifications?id=${id}`,
  delegation: () => '/me/away',
  edgeRollout: (id) => `/edge/rollouts/${id}`,
  emergencyAccess: () => '/access/emergency',
  feedback: (id) => `/feedback?id=${id}`,
  groupAssignment: () => '/access',
  notificationSettings: () => '/me/notifications',
  pimActivation: () => '/access/roles',
  policyChange: () => '/admin/policies',
  sandbox: (id) => `/sandboxes/${id}`,
  workList: () => '/work',
  sandboxRequest: (id) => `/sandboxes/requests/${id}`,
}
/** Of what notices are about; a test holds them against the addresses of the browser part. */
export const linkedKinds = Object.keys(pages)

/** Where in the portal a notice leads: always there, and never to an address that anybody entered. */
export function linkTo(publicUrl: string, subjectKind: string, subjectId: string): string {
  const page = Object.hasOwn(pages, subjectKind) ? pages[subjectKind] : undefined
  return `${publicUrl}/app${page ? page(encodeURIComponent(subjectId)) : '/'}`
}
