import { createHash, randomBytes } from 'node:crypto'
import { catalogueItemId } from './catalogue.ts'
import type { Company, SampleAccount } from './shapes.ts'
import { shortNameOf } from './shortName.ts'
import { stableId } from './stableId.ts'

type Row = Record<string, unknown>

interface SampleProblem {
  title: (account: SampleAccount) => string
  description: string
  resource: (account: SampleAccount) => string
  /** Only accounts with this service have the problem. */
  service?: string
  source: 'azure' | 'alertmanager' | 'cloudEvents' | 'plain'
  priority: number
  /** Number of times that the alert fired between `from` and `to`, which are in minutes before now. */
  count: number
  from: number
  to: number
  firing: boolean
}

const inGroup = (account: SampleAccount, suffix: string, part = 'app') =>
  `/subscriptions/${account.subscriptionId}/resourcegroups/rg-${account.name}-${part}/providers/${suffix}`
const hour = 60
const day = 24 * hour

const sampleProblems: SampleProblem[] = [
  {
    title: ({ name }) => `Orders are processed too slowly: ${name}`,
    description: 'The 95th percentile of the queue time was 48 s over ten minutes. The limit is 20 s.',
    resource: (account) => inGroup(account, `microsoft.servicebus/namespaces/sb-${shortNameOf(account)}-1`, 'data'),
    source: 'azure',
    priority: 2,
    count: 37,
    from: 3 * hour,
    to: 4,
    firing: true,
  },
  {
    title: () => 'KubePodCrashLooping: worker',
    description: 'The pod worker has restarted 9 times within an hour.',
    resource: ({ name }) => `${name}/worker`,
    source: 'alertmanager',
    priority: 3,
    count: 112,
    from: 9 * hour,
    to: 2,
    firing: true,
  },
  {
    title: () => 'Certificate expires in 14 days',
    description: 'The certificate of the public endpoint expires soon.',
    resource: (account) => inGroup(account, `microsoft.keyvault/vaults/kv-${shortNameOf(account)}`),
    source: 'cloudEvents',
    priority: 4,
    count: 1,
    from: 6 * day,
    to: 6 * day,
    firing: false,
  },
  {
    title: () => 'Disk almost full',
    description: 'Less than 5% of the data disk was free.',
    resource: (account) => inGroup(account, `microsoft.compute/virtualmachines/vm-${account.name}-1`),
    service: catalogueItemId('virtual-machines'),
    source: 'azure',
    priority: 2,
    count: 18,
    from: 21 * day,
    to: 21 * day - 3 * hour,
    firing: false,
  },
]

/**
 * Returns keys and alerts of a few accounts. The secrets of the keys are unknown, and some alerts are resolved. The first start creates the
 * incidents.
 */
export function alertRows({ accounts }: Company, now: Date): [table: string, rows: Row[]][] {
  const monitoredAccounts = accounts
    .filter(({ name, status }) => status === 'active' && /^(checkout|loyalty)-\w+-prod$/.test(name))
    .slice(0, 4)
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const keys = monitoredAccounts.map((account) => ({
    id: stableId(`alert-key/${account.id}`),
    account_id: account.id,
    name: 'Monitoring',
    public_id: createHash('sha256').update(`alert-key/${account.id}`).digest('hex').slice(0, 12),
    hash: `\\x${randomBytes(32).toString('hex')}`,
    created_by: account.ownerIds[0],
    created_at: minutesAgo(60 * day),
    last_used_at: minutesAgo(2),
  }))
  const groups = monitoredAccounts.flatMap((account, index) =>
    sampleProblems
      .slice(index % 2 === 0 ? 0 : 2)
      .filter(({ service }) => service === undefined || account.catalogueItemIds.includes(service))
      .map((each) => ({
        id: stableId(`alert/${account.id}/${each.title(account)}`),
        account_id: account.id,
        fingerprint: `\\x${createHash('sha256')
          .update(`${account.id}/${each.title(account)}`)
          .digest('hex')}`,
        source: each.source,
        title: each.title(account),
        description: each.description,
        resource: each.resource(account),
        priority: each.priority,
        state: each.firing ? 'firing' : 'cleared',
        state_at: minutesAgo(each.firing ? each.from : each.to),
        count: each.count,
        episode: 1,
        first_seen: minutesAgo(each.from),
        last_seen: minutesAgo(each.to),
        due_at: now,
      })),
  )
  return [
    ['alert_keys', keys],
    ['alert_groups', groups],
  ]
}
