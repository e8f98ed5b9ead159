/** Kinds of exchange (see `kindOf`) without an available specification, and the reason. The first match counts. */
export const withoutSpecification: readonly { what: string; kinds: RegExp; reason: string }[] = [
  {
    what: 'Slipway’s own permissions at a subscription',
    kinds: /Microsoft\.Authorization\/permissions/i,
    reason:
      'The specification covers only resource groups and resources. `@azure/arm-authorization` reads the permissions of a resource group in every run.',
  },
  {
    what: 'Billing scopes',
    kinds: /Microsoft\.Billing\//i,
    reason: 'Not in the available specifications. Only the connector check calls it, and reads a name and a list of allowed actions.',
  },
  {
    what: 'Activity log',
    kinds: /Microsoft\.Insights\/eventtypes\//i,
    reason: 'Not in the available specifications. `@azure/arm-monitor` reads the same lists in every run.',
  },
  {
    what: 'Metrics of several resources',
    kinds: /\/metrics:getBatch/i,
    reason:
      'This API has a host for each region, and the available specifications leave it out. `@azure/monitor-query-metrics` reads the same metrics in every run.',
  },
  {
    what: 'Key vaults of a subscription, 2026-02-01',
    kinds: /Microsoft\.KeyVault\/vaults/i,
    reason:
      'The available specifications end with version 2023-07-01, which Azure will shut down. `@azure/arm-keyvault` reads the same lists in every run.',
  },
  {
    what: 'Locks',
    kinds: /Microsoft\.Authorization\/locks/i,
    reason: 'Not in the available specifications. `@azure/arm-locks` reads the same lists in every run.',
  },
  {
    what: 'Policy assignments',
    kinds: /Microsoft\.Authorization\/policyAssignments/i,
    reason: 'Not in the available specifications. `@azure/arm-policy` writes, reads and deletes them in every run.',
  },
  {
    what: 'Private DNS links',
    kinds: /Microsoft\.Network\/privateDnsZones/i,
    reason: 'Not in the available specifications. `@azure/arm-privatedns` deletes them in every run. Slipway ignores the response.',
  },
  {
    what: 'Virtual machines of scale sets, start and stop',
    kinds: /Microsoft\.Compute\/virtualMachineScaleSets/i,
    reason:
      'The available specifications cover only virtual machines. Scale sets have the same responses. `@azure/arm-compute` would add 26 MB.',
  },
  {
    what: 'Web apps, clusters and databases: state, start and stop',
    kinds: /Microsoft\.(Web|ContainerService|DBforPostgreSQL|DBforMySQL)\//i,
    reason:
      'Not in the available specifications. Each service would need its own package. Slipway reads one optional field, and treats a missing field as unknown.',
  },
  {
    what: 'Progress of asynchronous operations',
    kinds: /\/(operations|operationStatuses|operationResults|asyncOperations?)(\/|\b)/i,
    reason:
      'Azure returns the URLs of these operations in headers. Its specifications do not describe these URLs. The vendors’ clients wait for the same operations.',
  },
]

export function reasonFor(kind: string): string | undefined {
  return withoutSpecification.find(({ kinds }) => kinds.test(kind))?.reason
}

export function exchangesPage(): string {
  return [
    '# Exchanges without a specification',
    '',
    'At the end of a test run, one exchange of each kind between Slipway and the simulated Azure is checked against Azure’s own specifications.',
    'The run fails if an exchange differs from the specifications, or if its kind is neither in a specification nor in this table.',
    '`test/withoutSpecification.ts` defines the table.',
    '',
    '| Exchange | Why no specification covers it, and what checks it instead |',
    '|---|---|',
    ...withoutSpecification.map(({ what, reason }) => `| ${what} | ${reason} |`),
    '',
  ].join('\n')
}
