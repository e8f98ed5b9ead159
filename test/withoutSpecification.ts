/** Kinds of exchange (see `kindOf`) that no specification at hand holds, and the reason. The first that fits counts. */
export const withoutSpecification: readonly { what: string; kinds: RegExp; reason: string }[] = [
  {
    what: 'Own permissions at a subscription',
    kinds: /Microsoft\.Authorization\/permissions/i,
    reason:
      'The specification describes resource groups and resources only. `@azure/arm-authorization` reads those of a resource group in every run.',
  },
  {
    what: 'Billing scopes',
    kinds: /Microsoft\.Billing\//i,
    reason: 'Not among the specifications at hand. Only the check of the connector asks, and reads a name and a list of allowed actions.',
  },
  {
    what: 'Activity log',
    kinds: /Microsoft\.Insights\/eventtypes\//i,
    reason: 'Not among the specifications at hand. `@azure/arm-monitor` reads the same lists in every run.',
  },
  {
    what: 'Metrics of several resources',
    kinds: /\/metrics:getBatch/i,
    reason:
      'A data plane with a host for each region, which the specifications at hand leave out. `@azure/monitor-query-metrics` reads the same in every run.',
  },
  {
    what: 'Key vaults of a subscription, 2026-02-01',
    kinds: /Microsoft\.KeyVault\/vaults/i,
    reason: 'The specifications at hand end with 2023-07-01, which retires. `@azure/arm-keyvault` reads the same lists in every run.',
  },
  {
    what: 'Locks',
    kinds: /Microsoft\.Authorization\/locks/i,
    reason: 'Not among the specifications at hand. `@azure/arm-locks` reads the same lists in every run.',
  },
  {
    what: 'Policy assignments',
    kinds: /Microsoft\.Authorization\/policyAssignments/i,
    reason: 'Not among the specifications at hand. `@azure/arm-policy` writes, reads and deletes them in every run.',
  },
  {
    what: 'Private DNS links',
    kinds: /Microsoft\.Network\/privateDnsZones/i,
    reason: 'Not among the specifications at hand. `@azure/arm-privatedns` deletes them in every run; the answer is not read.',
  },
  {
    what: 'Scale sets: their machines, start and stop',
    kinds: /Microsoft\.Compute\/virtualMachineScaleSets/i,
    reason: 'The specifications at hand hold machines only, and scale sets answer like them. `@azure/arm-compute` takes 26 MB.',
  },
  {
    what: 'Web apps, clusters and databases: state, start and stop',
    kinds: /Microsoft\.(Web|ContainerService|DBforPostgreSQL|DBforMySQL)\//i,
    reason: 'Not among the specifications at hand; a package for each service. One optional field is read, and its absence means unknown.',
  },
  {
    what: 'Progress of asynchronous operations',
    kinds: /\/(operations|operationStatuses|operationResults|asyncOperations?)(\/|\b)/i,
    reason:
      'Azure hands their addresses out in headers, and its specifications do not describe them. The vendors’ clients wait for the same ones.',
  },
]

export function reasonFor(kind: string): string | undefined {
  return withoutSpecification.find(({ kinds }) => kinds.test(kind))?.reason
}

/** `docs/exchanges.md`. */
export function exchangesPage(): string {
  return [
    '# Exchanges without a specification',
    '',
    'At the end of a test run one exchange of each kind between Slipway and the simulated Azure is judged by Azure’s own specifications, where',
    'those are at hand. A run fails when one departs from them, and when a kind is in none of them and not in this table.',
    'The table is written from `test/withoutSpecification.ts`.',
    '',
    '| exchanges | why no specification judges them, and what does |',
    '|---|---|',
    ...withoutSpecification.map(({ what, reason }) => `| ${what} | ${reason} |`),
    '',
  ].join('\n')
}
