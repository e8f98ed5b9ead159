import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Permission, permissions } from '../server/clients/permissions.ts'

const reportSourceLabels: Record<Permission['reportedIn'], string> = {
  run: 'The run retries its step; the cockpit names the permission',
  screen: 'The screen shows the error',
  cockpit: 'The cockpit shows the error at the connector',
}

/** Returns `docs/permissions.md`, from the table that the sample and the simulator use too. */
export function permissionsPage(): string {
  const byScope = Map.groupBy(permissions, ({ service, scope }) => `${service}: ${scope}`)
  return [
    '# Permissions',
    '',
    'Grant Slipway’s identities these permissions in other services, and no others. `node scripts/permissions.ts` writes this page from',
    '`server/clients/permissions.ts`. The sample’s identities have the same permissions, and the simulator denies everything else.',
    '',
    'If a permission is missing, the error names the permission and its scope, and nothing is lost. Runs retry for about 25 minutes and then need an',
    'administrator. The cockpit groups them by permission, and retrying continues them from the failed step.',
    '',
    '| Permission in | Takes effect |',
    '|---|---|',
    '| Azure | some minutes after the grant |',
    '| Microsoft Graph | with the next token, within about an hour; restart Slipway to apply it immediately |',
    '',
    'Slipway compares its permissions in Azure, at the billing scope and in Microsoft Graph with this list every five minutes, and when an administrator',
    'checks the connector. The cockpit names the missing ones.',
    '',
    'Azure denies calls to a new subscription in the same way until all its services know it. The run then waits, and its note names the permission.',
    '',
    ...[...byScope].flatMap(([place, rows]) => [
      `## ${place}`,
      '',
      '| Permission | Purpose | Features | Without it | Error | Reported |',
      '|---|---|---|---|---|---|',
      ...rows.map(
        ({ name, purpose, features, without, refusal, reportedIn }) =>
          `| \`${name}\` | ${purpose} | ${features} | ${without} | ${refusal} | ${reportSourceLabels[reportedIn]} |`,
      ),
      '',
    ]),
  ].join('\n')
}

if (process.argv[1] && import.meta.url.endsWith(path.basename(process.argv[1])))
  writeFileSync(new URL('../docs/permissions.md', import.meta.url), permissionsPage())
