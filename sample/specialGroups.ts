import type { SampleAccount } from './shapes.ts'
import { stableId } from './stableId.ts'

interface SpecialGroup {
  suffix: string
  title: string
  role: string
  purpose: string
  /** Maximum duration in hours; permanent if absent. */
  maxDurationHours?: number
  closed?: true
  when: (account: SampleAccount) => boolean
}

const day = 24
const production = ({ environment }: SampleAccount) => environment === 'production'
const isCheckoutAccount = ({ name }: SampleAccount) => name.startsWith('checkout-')

/** These systems move money, so the person who deploys must not approve the releases. */
const separatedPattern = /^(checkout-payments|checkout-gift-cards|market-seller-payout|returns-refunds-bridge)-prod$/
const keepsData = /ledger|index|store|feed|hub|journal|profile|orders|basket|payments|core|catalogue|statements|gateway/

function accountShare(share: number, purpose: string) {
  return ({ name }: SampleAccount) => Number.parseInt(stableId(`special-group/${name}/${purpose}`).slice(0, 4), 16) % 100 < share
}

const pickSome = (share: number, purpose: string, predicate: (account: SampleAccount) => boolean) => {
  const selected = accountShare(share, purpose)
  return (account: SampleAccount) => account.kind === 'cloud' && predicate(account) && (isCheckoutAccount(account) || selected(account))
}

export const specialGroups: readonly SpecialGroup[] = [
  {
    suffix: 'deployers',
    title: 'Deployers',
    role: 'Website Contributor',
    purpose: 'For release engineers: deploy, restart and configure web apps.',
    maxDurationHours: 180 * day,
    when: (account) => separatedPattern.test(account.name) || pickSome(45, 'deployers', () => true)(account),
  },
  {
    suffix: 'approvers',
    title: 'Release approvers',
    role: 'Tag Contributor',
    purpose: 'For people who approve releases: set the tag that the pipeline waits for.',
    when: (account) => separatedPattern.test(account.name),
  },
  {
    suffix: 'operators',
    title: 'Operators',
    role: 'Virtual Machine Contributor',
    purpose: 'For on-call engineers: start, stop and restart virtual machines.',
    maxDurationHours: 90 * day,
    when: pickSome(35, 'operators', (account) => production(account) && account.criticality !== 'tier3'),
  },
  {
    suffix: 'database',
    title: 'Database',
    role: 'SQL DB Contributor',
    purpose: 'For database administrators: size, backup and restore of databases.',
    maxDurationHours: 90 * day,
    when: pickSome(60, 'database', ({ name }) => keepsData.test(name)),
  },
  {
    suffix: 'secrets',
    title: 'Secrets',
    role: 'Key Vault Secrets Officer',
    purpose: 'For people who rotate passwords and connection strings.',
    maxDurationHours: 30 * day,
    when: pickSome(50, 'secrets', (account) => production(account) && account.dataClassification !== 'internal'),
  },
  {
    suffix: 'costs',
    title: 'Costs',
    role: 'Cost Management Reader',
    purpose: 'For delivery managers and FinOps champions: view costs only.',
    when: pickSome(40, 'costs', production),
  },
  {
    suffix: 'images',
    title: 'Images',
    role: 'AcrPush',
    purpose: 'For build engineers: publish container images.',
    maxDurationHours: 90 * day,
    when: pickSome(10, 'images', ({ environment }) => environment !== 'production'),
  },
  {
    suffix: 'cluster',
    title: 'Cluster users',
    role: 'Azure Kubernetes Service Cluster User Role',
    purpose: 'For container operators: use kubectl on the cluster.',
    maxDurationHours: 180 * day,
    when: pickSome(12, 'cluster', ({ name }) => /api|engine|gateway|serve|bff|stream/.test(name)),
  },
  {
    suffix: 'network',
    title: 'Network',
    role: 'Network Contributor',
    purpose: 'For Network Engineering, which adds its own members.',
    closed: true,
    when: pickSome(15, 'network', (account) => production(account) && account.network.connectivity === 'corporate'),
  },
  {
    suffix: 'backups',
    title: 'Backups',
    role: 'Backup Contributor',
    purpose: 'For restore tests and on-call engineers: create and restore backups.',
    maxDurationHours: 30 * day,
    when: pickSome(30, 'backups', (account) => production(account) && account.criticality === 'tier1'),
  },
]

export const separatedPairs = [
  {
    suffixes: ['deployers', 'approvers'],
    reason: 'People who deploy must not approve releases (PCI DSS, change control).',
  },
  {
    suffixes: ['contributors', 'approvers'],
    reason: 'People who can change everything must not approve releases (PCI DSS, change control).',
  },
] as const
