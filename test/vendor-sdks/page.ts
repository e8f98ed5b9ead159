import { type Call, slipway } from '../recordedCalls.ts'

/** Operations without a vendor’s client, with the reason. The first match counts. */
export const withoutClient: readonly { operations: RegExp; reason: string }[] = [
  {
    operations: /^argocd /,
    reason: 'Not called, because Argo CD has no maintained client on npm. Requests and responses are checked against its specification.',
  },
  {
    operations:
      /Microsoft\.Authorization\/permissions$|azuredevops .*_apis\/(permissions\/|git\/repositories\/\{\}$)|git GET \/app\/installations\/\{\}$/,
    reason: 'Only `slipway doctor` calls them. Requests follow the vendors’ references.',
  },
  { operations: /^servicenow /, reason: 'ServiceNow doesn’t publish a client for its tables on npm.' },
  { operations: /^prices /, reason: 'Microsoft doesn’t publish a client for its retail prices.' },
  { operations: /^stores /, reason: 'The store directory is a service of the retailer.' },
  { operations: /^chat /, reason: 'Webhooks are simple POST requests, and the vendors don’t publish a client on npm.' },
  {
    operations: /Microsoft\.Billing\//i,
    reason: 'Only the connector check calls them, and @azure/arm-billing would be installed only for these calls.',
  },
  { operations: /Microsoft\.Maintenance\//i, reason: 'Microsoft doesn’t publish a maintenance client on npm.' },
  {
    operations: /Microsoft\.Security\//i,
    reason:
      'Not called, because @azure/arm-security has 11 MB and would be needed only for this list. Requests and responses are checked against the specification.',
  },
  {
    operations: /^arm (GET .*Microsoft\.Compute\/(skus|locations)|(GET|POST) .*Microsoft\.Compute\/virtualMachine)/i,
    reason: 'Not called, because @azure/arm-compute is 26 MB in size. Requests and responses are checked against the specification.',
  },
  {
    operations: /^arm .*(Microsoft\.Web|ContainerService|DBforPostgreSQL|DBforMySQL)\//i,
    reason: 'Not called, because each service would need its own package. Requests and responses are checked against the specification.',
  },
]

export interface Row {
  operation: string
  clients: string[]
  reason: string | undefined
}

export function rowsOf(calls: readonly Call[]): Row[] {
  const spellings = Map.groupBy(
    calls.filter(({ caller }) => caller === slipway),
    ({ operation }) => operation.toLowerCase(),
  )
  const externalCalls = Map.groupBy(
    calls.filter(({ caller }) => caller !== slipway),
    ({ operation }) => operation.toLowerCase(),
  )
  const rows = [...spellings].map(([key, operationCalls]) => {
    const operation = operationCalls.map((call) => call.operation).sort()[0]!
    const clients = [...new Set(externalCalls.get(key)?.map(({ caller }) => caller))].sort()
    const reason = clients.length > 0 ? undefined : withoutClient.find(({ operations }) => operations.test(operation))?.reason
    return { operation, clients, reason }
  })
  return rows.sort((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1))
}

function sortKey({ operation }: Row): string {
  const [service, method, address] = operation.split(' ')
  return `${service} ${address} ${method}`.toLowerCase()
}

export function unexplained(rows: readonly Row[]): string[] {
  return rows.filter(({ clients, reason }) => clients.length === 0 && reason === undefined).map(({ operation }) => operation)
}

export function vendorSdksPage(rows: readonly Row[]): string {
  const calledCount = rows.filter(({ clients }) => clients.length > 0).length
  return [
    '# Vendor SDKs',
    '',
    'The same people wrote Slipway and the simulator, so both might have the same wrong assumptions about the real services. The vendors’ clients are',
    'independent: `test/vendor-sdks/` calls the simulator with them. Only their URL and certificate are changed. The table lists every operation',
    'of an external service that Slipway calls in the tests, with the clients that also call it, or the reason why they don’t. `{}` replaces names and IDs.',
    'A run fails if Slipway calls an operation without a client and without a reason. `node scripts/vendorSdks.ts` writes this page from the last run.',
    '',
    `A vendor's client calls ${calledCount} of ${rows.length} operations. All tokens come from @azure/identity, which is not listed.`,
    '',
    '| Operation | Called by |',
    '|---|---|',
    ...rows.map(({ operation, clients, reason }) => `| \`${operation}\` | ${clients.join(', ') || `— ${reason ?? ''}`} |`),
    '',
  ].join('\n')
}

export function callsOnPage(page: string): Call[] {
  return [...page.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].flatMap(([, operation = '', callers = '']) => {
    const clients = callers.startsWith('—') ? [] : callers.split(', ')
    return [slipway, ...clients].map((caller) => ({ operation, caller }))
  })
}

export function pageFaults(page: string, calls: readonly Call[], isFullRun: boolean): string[] {
  const knownCalls = callsOnPage(page)
  const keyOf = ({ operation, caller }: Call) => `${caller} ${operation}`.toLowerCase()
  const [knownKeys, calledKeys] = [new Set(knownCalls.map(keyOf)), new Set(calls.map(keyOf))]
  const rows = rowsOf([...knownCalls, ...calls])
  const listedOperations = new Set(rows.map(({ operation }) => operation.toLowerCase()))
  const unlistedCalls = calls.filter((call) => !knownKeys.has(keyOf(call)) && listedOperations.has(call.operation.toLowerCase()))
  const staleCalls = isFullRun ? knownCalls.filter((call) => call.caller !== slipway && !calledKeys.has(keyOf(call))) : []
  return [
    ...unexplained(rows).map((operation) => `${operation} is called by no vendor's client, and there is no reason why not`),
    ...staleCalls.map(({ operation, caller }) => `${caller} no longer calls ${operation}`),
    ...new Set(
      unlistedCalls.map(({ operation, caller }) => `docs/vendor-sdks.md lacks ${operation} by ${caller}: node scripts/vendorSdks.ts`),
    ),
  ]
}
