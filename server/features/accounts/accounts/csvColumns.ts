import { minorDigits, toUnits } from '../../../format.ts'
import type { Account } from './schemas.ts'

interface CsvColumn {
  headers: string[]
  cells(account: Account): string[]
}
const csvColumn = (header: string, cell: (account: Account) => string): CsvColumn => ({
  headers: [header],
  cells: (account) => [cell(account)],
})

/** The export also has columns for which the screen has no space. Money is in major units, unlike in the API. */
export const csvColumns: Record<string, CsvColumn> = {
  name: csvColumn('Name', (account) => account.name),
  status: csvColumn('Status', (account) => account.status),
  environment: csvColumn('Environment', (account) => account.environment),
  tower: csvColumn('Tower', (account) => account.tower.name),
  family: csvColumn('Family', (account) => account.family.name),
  owners: csvColumn('Owners', (account) =>
    account.owners.map(({ displayName, email }) => (email ? `${displayName} <${email}>` : displayName)).join('; '),
  ),
  health: {
    headers: ['Health', 'Known points of 100'],
    cells: ({ health, healthKnown }) => [health?.toString() ?? '', healthKnown?.toString() ?? ''],
  },
  criticality: csvColumn('Criticality', (account) => account.criticality),
  budget: {
    headers: ['Monthly budget', 'Currency'],
    cells: ({ budget }) =>
      budget ? [toUnits(budget.amount, budget.currency).toFixed(minorDigits(budget.currency)), budget.currency] : ['', ''],
  },
  region: csvColumn('Region', (account) => account.region),
  dataClassification: csvColumn('Data classification', (account) => account.dataClassification),
  kind: csvColumn('Kind', (account) => account.kind),
  costCentre: csvColumn('Cost centre', (account) => account.costCentre),
  subscriptionId: csvColumn('Subscription', (account) => account.subscriptionId ?? ''),
  createdAt: csvColumn('Created', (account) => account.createdAt),
  updatedAt: csvColumn('Changed', (account) => account.updatedAt),
  workload: csvColumn('Workload', (account) => account.workload),
  connectivity: csvColumn('Connectivity', (account) => account.network?.connectivity ?? ''),
  addressSpaces: csvColumn('Address spaces', (account) => account.network?.addressSpaces.join(' ') ?? ''),
  tags: csvColumn('Tags', (account) =>
    Object.entries(account.tags ?? {})
      .map(([name, value]) => `${name}=${value}`)
      .join('; '),
  ),
  description: csvColumn('Description', (account) => account.description),
}
