import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { graphRoleIds } from '../server/clients/graph/graphAppRoles.ts'
import type { InstallationIds } from '../server/clients/requirements/grant.ts'
import { azureRoleCommands, grantOf, vaultRoleCommands } from '../server/clients/requirements/grants.ts'
import type { Requirement } from '../server/clients/requirements/requirement.ts'
import { requirementNames, requirements } from '../server/clients/requirements/requirements.ts'

const reportSourceLabels: Record<Requirement['reportedIn'], string> = {
  run: 'The run retries its step; the cockpit names the permission',
  screen: 'The screen shows the error',
  cockpit: 'The cockpit shows the error at the connector',
}

const placeholders: InstallationIds = {
  armEndpoint: 'https://management.azure.com',
  graphEndpoint: 'https://graph.microsoft.com',
  tenantId: 'TENANT_ID',
  principalId: 'PRINCIPAL_ID',
  rootScope: '/providers/Microsoft.Management/managementGroups/ROOT',
  billingScope: '/providers/Microsoft.Billing/billingAccounts/1234567/enrollmentAccounts/7654321',
  vaultId: 'VAULT_ID',
  repository: 'OWNER/REPOSITORY',
  servicenowUser: 'USER',
  roleName: 'Slipway',
}

function grantsOf(rows: readonly Requirement[]): string[] {
  const [first] = rows
  if (first?.service === 'Azure' && first.name.includes('/')) return fenced(azureRoleCommands(placeholders))
  if (first?.service === 'Key Vault') return fenced(vaultRoleCommands(placeholders))
  const grants = rows.map((row) => grantOf(row, placeholders))
  const commands = [...new Set(grants.flatMap(({ command }) => command ?? []))]
  const steps = [...new Set(grants.flatMap(({ steps }) => steps ?? []))]
  return [
    ...(commands.length > 0 ? fenced(commands.join('\n')) : []),
    ...steps.map((step) => `- ${step}`),
    ...(steps.length > 0 ? [''] : []),
  ]
}

const fenced = (commands: string) => ['```', commands, '```', '']

export function permissionsPage(): string {
  const byScope = Map.groupBy(requirements, ({ service, scope }) => `${service}: ${scope}`)
  return [
    '# Permissions',
    '',
    'Grant Slipway’s identities these permissions in other services, and no others. `node scripts/permissions.ts` writes this page from',
    '`server/clients/requirements`. The sample’s identities have the same permissions, and the simulator denies everything else.',
    'The Bicep files in `deploy/azure` grant the permissions in Azure and Microsoft Graph ([Azure setup](azure-setup.md)).',
    '',
    '`slipway doctor` checks these permissions without writing anything. For each missing permission, it prints the command or the steps with the',
    'values of your installation. The cockpit makes the same check under *Doctor* once a day, and administrators are notified of newly missing permissions.',
    'In the commands below, replace the words in capitals. `PRINCIPAL_ID` is the object ID of the service principal (“Enterprise applications” in Entra ID).',
    '',
    'If a permission is missing, the error names the permission and its scope, and nothing is lost. Runs retry for about 25 minutes and then need an',
    'administrator. The cockpit groups these runs by permission. A retry continues them from the failed step.',
    '',
    '| Permission in | Takes effect |',
    '|---|---|',
    '| Azure | some minutes after the grant |',
    '| Microsoft Graph | with the next token, within about an hour; restart Slipway to apply it immediately |',
    '',
    'Slipway compares its permissions in Azure, at the billing scope and in Microsoft Graph with this list every five minutes, and when an administrator',
    'checks the connector. The cockpit names the missing permissions.',
    '',
    'Azure denies calls to a new subscription in the same way until all services of Azure know the subscription. The run then waits, and its note',
    'names the permission.',
    '',
    ...[...byScope].flatMap(([place, rows]) => [
      `## ${place}`,
      '',
      '| Permission | Purpose | Features | Without it | Error | Reported |',
      '|---|---|---|---|---|---|',
      ...rows.map(
        ({ name, purpose, features, without, denial, reportedIn }) =>
          `| \`${name}\` | ${purpose} | ${features} | ${without} | ${denial} | ${reportSourceLabels[reportedIn]} |`,
      ),
      '',
      ...grantsOf(rows),
    ]),
  ].join('\n')
}

/**
 * The only action of the list whose requests a condition can limit to some roles and principals:
 * https://learn.microsoft.com/azure/role-based-access-control/conditions-authorization-actions-attributes
 */
const conditionalAction = 'Microsoft.Authorization/roleAssignments/write'

export function permissionsFile(): string {
  const actions = requirementNames('Azure').filter((name) => name.includes('/'))
  const permissions = {
    azure: {
      actions: actions.filter((name) => name !== conditionalAction),
      conditionalActions: actions.filter((name) => name === conditionalAction),
    },
    keyVault: { dataActions: requirementNames('Key Vault') },
    graph: requirementNames('Microsoft Graph').map((name) => ({ name, id: graphRoleIds[name]! })),
  }
  // The formatter keeps lists with one short entry on one line.
  return `${JSON.stringify(permissions, null, 2).replace(/\[\s+("[^"]+")\s+\]/g, '[$1]')}\n`
}

if (process.argv[1] && import.meta.url.endsWith(path.basename(process.argv[1]))) {
  writeFileSync(new URL('../docs/permissions.md', import.meta.url), permissionsPage())
  writeFileSync(new URL('../deploy/azure/permissions.json', import.meta.url), permissionsFile())
}
