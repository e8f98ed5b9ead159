import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { CopyId } from '../../../ui/CopyId.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { BudgetStatus } from '../budgets/BudgetStatus.tsx'
import { accountTabLabels } from './labels.ts'

type Account = CallResult<'getAccount'>

export function Details({ account }: { account: Account }) {
  return (
    <Panel title="Details">
      <div className="space-y-3.5">
        <KeyValues
          columns={2}
          items={[
            {
              label: 'Subscription',
              value: account.subscriptionId ? <CopyId value={account.subscriptionId} kind="subscription ID" /> : null,
            },
            { label: 'Slipway ID', value: <CopyId value={account.id} kind="Slipway ID" /> },
          ]}
        />
        <KeyValues
          columns={3}
          items={[
            { label: 'Tower', value: <Link href={paths.towers(account.tower.id)}>{account.tower.name}</Link> },
            { label: 'Family', value: <Link href={paths.family(account.family.id)}>{account.family.name}</Link> },
            { label: 'Cost centre', value: account.costCentre },
            { label: 'Environment', value: labelFor('environment', account.environment) },
            { label: 'Workload', value: labelFor('workload', account.workload) },
            { label: 'Region', value: labelFor('region', account.region) },
            { label: 'Criticality', value: labelFor('criticality', account.criticality) },
            { label: 'Data classification', value: labelFor('dataClassification', account.dataClassification) },
            {
              label: 'Management group',
              value: account.managementGroup ? <CopyId value={account.managementGroup} kind="management group" /> : null,
            },
            { label: 'Kind', value: labelFor('kind', account.kind) },
            { label: 'Created', value: <RelativeTime at={account.createdAt} /> },
            { label: 'Updated', value: <RelativeTime at={account.updatedAt} /> },
            ...(account.storeNumbers.length > 0 ? [{ label: 'Stores', value: <Stores numbers={account.storeNumbers} />, wide: true }] : []),
            ...(account.requestId
              ? [{ label: 'Request', value: <Link href={paths.request(account.requestId)}>View request</Link>, wide: true }]
              : []),
          ]}
        />
      </div>
    </Panel>
  )
}

function Stores({ numbers }: { numbers: string[] }) {
  return (
    <span className="flex flex-wrap gap-x-3 gap-y-1">
      {numbers.map((number) => (
        <Link key={number} href={paths.edgeStores({ store: number })}>
          {number}
        </Link>
      ))}
    </span>
  )
}

export function NetworkPanel({ account }: { account: Account }) {
  const { network } = account
  return (
    <Panel title="Network">
      {network ? (
        <KeyValues
          columns={3}
          items={[
            { label: 'Network connection', value: labelFor('connectivity', network.connectivity) },
            {
              label: network.addressSpaces.length === 1 ? 'Address range' : 'Address ranges',
              value:
                network.addressSpaces.length > 0 ? (
                  <span className="flex flex-wrap gap-x-4 gap-y-1">
                    {network.addressSpaces.map((range) => (
                      <CopyId key={range} value={range} kind="address range" />
                    ))}
                  </span>
                ) : null,
            },
          ]}
        />
      ) : (
        <HiddenReason account={account} />
      )}
    </Panel>
  )
}

export function BudgetPanel({ account }: { account: Account }) {
  const { budget } = account
  return (
    <Panel title="Budget">
      {budget ? (
        <div className="space-y-3">
          <p>
            <span className="text-xl font-semibold">
              <Money value={budget} strip />
            </span>
            <span className="text-ink-2"> {accountTabLabels.perMonth}</span>
          </p>
          <BudgetStatus account={account} />
          <div>
            <h3 className="text-xs font-normal tracking-normal text-ink-2">Budget alerts</h3>
            <ul className="mt-0.5">
              {budget.thresholds.map(({ percent, basis }) => (
                <li key={`${percent} ${basis}`} className="flex justify-between gap-3 tabular-nums">
                  <span>
                    {percent}% of the budget ({labelFor('basis', basis)})
                  </span>
                  <span className="text-ink-2">
                    {formatMoney({ amount: Math.round((budget.amount * percent) / 100), currency: budget.currency }, { strip: true })}
                  </span>
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h3 className="text-xs font-normal tracking-normal text-ink-2">Recipients</h3>
            {budget.contacts.length === 0 && <p className="mt-0.5 text-ink-2">None</p>}
            <ul className="mt-0.5">
              {budget.contacts.map((contact) => (
                <li key={contact} className="wrap-anywhere">
                  {contact}
                </li>
              ))}
            </ul>
          </div>
        </div>
      ) : (
        <HiddenReason account={account} />
      )}
    </Panel>
  )
}

export function TagsPanel({ account: { tags } }: { account: Account }) {
  const entries = Object.entries(tags ?? {})
  if (entries.length === 0) return null
  return (
    <Panel title="Tags">
      <KeyValues columns={3} items={entries.map(([label, value]) => ({ label, value: value || null }))} />
    </Panel>
  )
}

function HiddenReason({ account }: { account: Account }): ReactNode {
  return (
    <p className="flex gap-2 text-ink-2">
      <Lock size={15} aria-hidden className="mt-0.5 shrink-0" />
      {reasonOf(account, 'seeAll') ?? 'No tags.'}
    </p>
  )
}
