import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Permission, permissions } from '../server/clients/permissions.ts'

const reported: Record<Permission['reportedIn'], string> = {
  run: 'The run waits at its step and is retried; the cockpit names the permission',
  screen: 'The screen that asks shows the error',
  cockpit: 'The cockpit shows the error beside the connector',
}

/** Returns `docs/permissions.md`, from the table that the sample and the simulator use too. */
export function permissionsPage(): string {
  const places = Map.groupBy(permissions, ({ service, scope }) => `${service}: ${scope}`)
  return [
    '# Permissions',
    '',
    'Grant Slipway’s identities these permissions in other services, and no others. `node scripts/permissions.ts` writes this page from',
    '`server/clients/permissions.ts`. The sample’s identities have the same permissions, and the simulator denies everything else.',
    '',
    'When a permission is missing, the error names it and where it is missing. State is kept. Runs retry for about 25 minutes and then wait for an',
    'administrator; the cockpit groups it by permission, and **Try all again** continues it. Azure takes some minutes to apply a grant. A Microsoft',
    'Graph permission arrives with the next token, within about an hour; restart Slipway to apply it immediately.',
    'Slipway compares the permissions it has in Azure, at the billing scope and in Microsoft Graph with this list every five minutes and whenever',
    'an administrator checks the connector. The cockpit names missing permissions; it shows “Does not answer” only for a service that cannot be reached',
    'or refuses the sign-in.',
    'While a subscription is new, Azure can refuse calls in the same way although no permission is missing. The run then waits, and its note names the permission.',
    '',
    ...[...places].flatMap(([place, rows]) => [
      `## ${place}`,
      '',
      '| Permission | Purpose | Features | Without it | Error | Reported |',
      '|---|---|---|---|---|---|',
      ...rows.map(
        ({ name, purpose, features, without, refusal, reportedIn }) =>
          `| \`${name}\` | ${purpose} | ${features} | ${without} | ${refusal} | ${reported[reportedIn]} |`,
      ),
      '',
    ]),
  ].join('\n')
}

if (process.argv[1] && import.meta.url.endsWith(path.basename(process.argv[1])))
  writeFileSync(new URL('../docs/permissions.md', import.meta.url), permissionsPage())
