/** Calls without a description of their response, with the reason and the test that covers them. `*` means all calls of a connector. */
export const unjudged: Readonly<Record<string, string>> = {
  'Argo CD: canI': 'the path of the specification has no slash in its last part, which names a project and an application',
  'Azure: advisorHasRun': 'the example’s Location is a placeholder; Slipway reads only the status of the response, which has no body',
  'Azure: deleteDnsLink':
    'the specification of private DNS is not available; Slipway reads only status and headers, because a deletion has no body',
  'Azure: deletePolicyAssignment': 'the specification of policy assignments is not available; Slipway ignores the response',
  'Azure: getPolicyAssignment': 'the specification of policy assignments is not available; the fields come from the reference',
  'Azure: listLastChanges': 'the specification of the activity log is not available; every field except the time is optional',
  'Azure: listLastGroupChanges': 'the specification of the activity log is not available; every field except the time is optional',
  'Azure: listPermissions':
    'the specification has an empty segment in the path of a resource without a parent; the permissions of a resource group are tested',
  'Azure: listLocks': 'the specification of locks is not available; the fields come from the reference',
  'Azure: listResourceGroupWrites': 'the specification of the activity log is not available; every field except the time is optional',
  'Azure: putPolicyAssignment': 'the specification of policy assignments is not available; the fields come from the reference',
  'Azure DevOps: getChecks': 'the specification of policy evaluations is not available; statuses and pull requests are tested',
  'Azure: power of web apps, clusters and databases *':
    'the specifications of Microsoft.Web, Microsoft.ContainerService and the flexible servers are not available; Slipway reads one optional field of each, and treats a missing field as unknown',
  'Key Vault management: 2026-02-01 *': 'the available specification ends with version 2023-07-01; vault operations are tested with its examples',
  'Microsoft Graph: listGrantedRoleIds': 'no example of an application’s app roles is available; Slipway reads only the id of each role',
  'Azure Monitor: *': 'the specification is not available; monitor.test.ts uses a response in the form of its example',
  'GitHub: *': 'its description is not available; the fields come from the reference',
  'ServiceNow: *':
    'there is no public description, because each installation has its own tables and fields; every field except ids and names is optional',
  'The Azure price list: *': 'there is no specification; the fields come from the page on Microsoft Learn',
  'The store directory: *': 'the description is Slipway’s own: docs/store-directory.openapi.json',
  'Chat, webhooks and mail: *': 'Slipway reads only the status of the response',
}
