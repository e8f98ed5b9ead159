/**
 * Calls whose answers nothing at hand describes, with the reason and what judges them instead. `*` stands for all calls of a connector
 * that has no description at all.
 */
export const unjudged: Readonly<Record<string, string>> = {
  'Azure: advisorHasLooked': 'the example’s Location leads to a placeholder; the answer there has no body, only its status is read',
  'Azure: deleteDnsLink': 'the specification of private DNS is not at hand; a deletion has no body, only its status and headers are read',
  'Azure: deletePolicyAssignment': 'the specification of policy assignments is not at hand; the answer is not read',
  'Azure: getPolicyAssignment': 'the specification of policy assignments is not at hand; the fields are those of its reference',
  'Azure: listLastChanges': 'the specification of the activity log is not at hand; every field but the time is optional',
  'Azure: listLastGroupChanges': 'the specification of the activity log is not at hand; every field but the time is optional',
  'Azure: listLocks': 'the specification of locks is not at hand; the fields are those of its reference',
  'Azure: listResourceGroupWrites': 'the specification of the activity log is not at hand; every field but the time is optional',
  'Azure: putPolicyAssignment': 'the specification of policy assignments is not at hand; the fields are those of its reference',
  'Azure DevOps: getChecks': 'the specification of policy evaluations is not at hand; statuses and pull requests are judged',
  'Azure: power of web apps, clusters and databases *':
    'the specifications of Microsoft.Web, Microsoft.ContainerService and the flexible servers are not at hand; one optional field of each is read, and what it says is unknown without it',
  'Key Vault management: 2026-02-01 *': 'the specification at hand ends with 2023-07-01; vaults are judged by its examples',
  'Microsoft Graph: listGrantedRoleIds':
    'no example of the app roles that an application was granted is at hand; only the id of each role is read',
  'Azure Monitor: *': 'the specification is not at hand; monitor.test.ts reads an answer of the shape of its example',
  'GitHub: *': 'its description is not at hand; the fields are those of its reference',
  'ServiceNow: *':
    'there is no public description: tables and their fields are each installation’s own; every field beside ids and names is optional',
  'The price list of Azure: *': 'there is no specification; the fields are those of its page on Microsoft Learn',
  'The store directory: *': 'the description is ours: docs/store-directory.openapi.json',
  'Chat, webhooks and mail: *': 'nothing of an answer is read but its status',
}
