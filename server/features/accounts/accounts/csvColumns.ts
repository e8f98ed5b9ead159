import type { Account } from './schemas.ts'

interface CsvColumn {
  headers: string[]
  cells(account: Account): string[]
}
const one = (header: string, cell: (account: Account) => string): CsvColumn => ({ headers: [header], cells: (account) => [cell(account)] })

/** The export has the columns of the list and some that the screen has no space for. Values are the API's own; money is in major units. */
export const csvColumns: Record<string, CsvColumn> = {
  name: one('Name', (account) => account.name),
  status: one('Status', (account) => account.status),
  environment: one('Environment', (account) => account.environment),
  tower: one('Tower', (account) => account.tower.name),
  family: one('Family', (account) => account.family.name),
  owners: one('Owners', (account) =>
    account.owners.map(({ displayName, email }) => (email ? `${displayName} <${email}>` : displayName)).join('; '),
  ),
  health: one('Health', (account) => account.health?.toString() ?? ''),
  criticality: one('Criticality', (account) => account.criticality),
  budget: {
    headers: ['Monthly budget', 'Currency'],
    cells: ({ budget }) => (budget ? [(budget.amount / 100).toFixed(2), budget.currency] : ['', '']),
  },
  region: one('Region', (account) => account.region),
  dataClassification: one('Data classification', (account) => account.dataClassification),
  kind: one('Kind', (account) => account.kind),
  costCentre: one('Cost centre', (account) => account.costCentre),
  subscriptionId: one('Subscription', (account) => account.subscriptionId ?? ''),
  createdAt: one('Created', (account) => account.createdAt),
  updatedAt: one('Changed', (account) => account.updatedAt),
  workload: one('Workload', (account) => account.workload),
  connectivity: one('Connectivity', (account) => account.network?.connectivity ?? ''),
  addressSpaces: one('Address spaces', (account) => account.network?.addressSpaces.join(' ') ?? ''),
  tags: one('Tags', (account) =>
    Object.entries(account.tags ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  ),
  description: one('Description', (account) => account.description),
}
