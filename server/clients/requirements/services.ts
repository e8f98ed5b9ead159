import type { Row } from './requirement.ts'

export const billingRows = [
  ['Subscription creator', 'Create subscriptions', 'Account requests', 'Accounts can’t be created', 'run', '401 UserNotAuthorized'],
] as const satisfies readonly Row[]

export const graphRows = [
  [
    'Directory.Read.All',
    'Read people, their managers, group members and Slipway’s app role assignments',
    'Roles at sign-in, people search, approvals, access reviews',
    'People can’t be found, and changes in the directory are not detected',
    'cockpit',
  ],
  [
    'Group.ReadWrite.All',
    'Create, delete and restore access groups, and change their members',
    'Access groups, access requests, sandboxes, decommissioning',
    'Access is neither granted nor revoked',
    'run',
  ],
  [
    'MailboxSettings.Read',
    'Read whether automatic replies are on',
    'Delegations and substitute approvers',
    'Approvals wait for people who are absent',
    'cockpit',
    '403 ErrorAccessDenied',
  ],
] as const satisfies readonly Row[]

export const keyVaultRows = [
  [
    'Microsoft.KeyVault/vaults/secrets/readMetadata/action',
    'List names and dates of secrets',
    'Key vaults',
    'Secrets are not listed',
    'screen',
  ],
  [
    'Microsoft.KeyVault/vaults/secrets/setSecret/action',
    'Set secrets, without reading them',
    'Key vaults',
    'Secrets can’t be set',
    'screen',
  ],
  [
    'Microsoft.KeyVault/vaults/secrets/recover/action',
    'Recover a deleted secret',
    'Key vaults',
    'A deleted secret can’t be set again',
    'screen',
  ],
] as const satisfies readonly Row[]

const onRepository = 'Account requests and changes, pipelines'

export const githubRows = [
  [
    'contents=write',
    'Read and write files, branches and commits, and merge',
    onRepository,
    'Accounts are not recorded in the repository',
    'run',
  ],
  ['pull_requests=write', 'Open, find and close pull requests', onRepository, 'Changes are not proposed', 'run'],
  ['statuses=read', 'Read commit statuses', onRepository, 'Pull requests aren’t merged', 'run'],
  ['checks=read', 'Read check runs', onRepository, 'Pull requests aren’t merged', 'run'],
] as const satisfies readonly Row[]

export const azureDevOpsRows = [
  ['GenericRead', 'Read files, branches, commits and policies', onRepository, 'Accounts are not recorded in the repository', 'run'],
  ['GenericContribute', 'Write files', onRepository, 'Accounts are not recorded in the repository', 'run'],
  ['CreateBranch', 'Create and delete its own branches', onRepository, 'Changes are not proposed', 'run'],
  ['PullRequestContribute', 'Open, complete and abandon pull requests', onRepository, 'Changes are not proposed or merged', 'run'],
] as const satisfies readonly Row[]

export const azureDevOpsTokenRows = [
  [
    'vso.code_write',
    'Read and write code and pull requests: “Code (Read & write)”',
    onRepository,
    'The repository can’t be read or written',
    'run',
    '401',
  ],
] as const satisfies readonly Row[]

export const servicenowRows = [
  [
    'sn_incident_write',
    'Read, open and update incidents',
    'Incidents, alerts, privileged roles',
    'Incidents are not opened or updated',
    'run',
  ],
  [
    'sn_change_read',
    'Read changes',
    'Incidents, privileged roles',
    'Changes aren’t shown and can’t be used as tickets for roles',
    'screen',
  ],
  [
    'sn_request_read',
    'Read request items and tasks',
    'Incidents, privileged roles',
    'Requests aren’t shown and can’t be used as tickets for roles',
    'screen',
  ],
  [
    'sn_cmdb_editor',
    'Read and write configuration items',
    'Account requests, changes and decommissioning',
    'Accounts are not recorded in the CMDB',
    'run',
  ],
] as const satisfies readonly Row[]

/** Argo CD leaves unreadable projects, applications and repositories out of its responses instead of denying the call. */
const denialHint = '403, or omitted from the response'

export const argocdRows = [
  ['projects/get', 'Read the project of an account', 'Deployments', 'Every deployment is rejected', 'screen', denialHint],
  [
    'applications/get',
    'Read applications and their state',
    'Deployments',
    'Deployments aren’t shown and never complete',
    'screen',
    denialHint,
  ],
  ['applications/create', 'Create applications', 'Deployments', 'New applications can’t be deployed', 'run'],
  ['applications/update', 'Change applications', 'Deployments', 'Changed applications aren’t deployed', 'run'],
  ['applications/sync', 'Deploy a revision', 'Deployments', 'Revisions aren’t deployed', 'run'],
  ['applications/delete', 'Delete applications', 'Deployments, decommissioning', 'Applications keep running', 'run'],
  ['repositories/get', 'Read repositories and their connection', 'Deployments', 'Repositories aren’t shown', 'screen', denialHint],
  ['repositories/create', 'Add repositories to a project', 'Deployments', 'Repositories can’t be added', 'screen'],
  ['repositories/update', 'Change the credentials of repositories', 'Deployments', 'Credentials can’t be changed', 'screen'],
] as const satisfies readonly Row[]

export const storeRows = [
  ['stores/read', 'Read stores', 'Store accounts and rollouts', 'Stores are shown in the state that Slipway read last', 'screen'],
] as const satisfies readonly Row[]
