import { Pencil } from 'lucide-react'
import type { CallResult } from '../../../api/client.ts'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { accountStatusSentence } from '../../../shared/StatusBadge.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { BudgetPending } from '../budgets/BudgetPending.tsx'
import { HealthPanel } from '../health/HealthPanel.tsx'
import { OwnershipBanner } from '../ownership/OwnershipBanner.tsx'
import { BudgetPanel, Details, NetworkPanel, TagsPanel } from './AccountFacts.tsx'
import { accountActionLabels, accountTabLabels } from './labels.ts'

type Account = CallResult<'getAccount'>

export function OverviewTab({
  account,
  onOwners,
  onEdit,
  onRecord,
}: {
  account: Account
  onOwners: () => void
  onEdit: () => void
  onRecord: () => void
}) {
  return (
    <div className="space-y-4">
      <OwnershipBanner accountId={account.id} />
      <AccountStatus account={account} />
      {account.status === 'active' && account.budgetRun && <BudgetPending run={account.budgetRun} />}
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(18rem,1fr)]">
        <div className="min-w-0 space-y-4">
          {account.status === 'active' && <HealthPanel account={account} onOwners={onOwners} onEdit={onEdit} onRecord={onRecord} />}
          <Details account={account} />
          <NetworkPanel account={account} />
          <Panel title="Services">
            {account.catalogueItems.length > 0 ? (
              <ul className="flex flex-wrap gap-2">
                {account.catalogueItems.map((item) => (
                  <li key={item.id} className="rounded-sm border border-line bg-sunken px-2 py-0.5">
                    <Link href={paths.catalogue(item.id)}>{item.name}</Link>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="text-ink-2">This account has no services.</p>
            )}
          </Panel>
          <TagsPanel account={account} />
        </div>
        <div className="min-w-0 space-y-4">
          <Panel
            title={accountTabLabels.owners(account.owners.length)}
            description={describeInactiveOwners(account)}
            flush
            actions={
              <Button size="sm" variant="quiet" icon={Pencil} disabledReason={reasonOf(account, 'updateOwners')} onClick={onOwners}>
                {accountActionLabels.editOwners}
              </Button>
            }
          >
            <ul className="divide-y divide-line">
              {account.owners.map((owner) => (
                <li key={owner.id} className="px-4 py-2">
                  <PersonChip detail person={owner} />
                </li>
              ))}
            </ul>
          </Panel>
          <BudgetPanel account={account} />
        </div>
      </div>
    </div>
  )
}

function describeInactiveOwners({ owners }: Account): string | undefined {
  const inactiveCount = owners.filter(({ active }) => !active).length
  return inactiveCount > 0 ? accountTabLabels.inactiveOwners(inactiveCount) : undefined
}

function AccountStatus({ account: { status, requestId, storeNumbers } }: { account: Account }) {
  // A decommission has its own panel.
  if (status === 'active' || status === 'decommissioning' || status === 'decommissioned') return null
  const tone = status === 'failed' ? 'bad' : 'info'
  return (
    <Banner
      tone={tone}
      title={accountStatusSentence(status)}
      action={
        requestId && (status === 'provisioning' || status === 'failed') ? (
          <Button size="sm" href={paths.request(requestId)}>
            View run
          </Button>
        ) : (
          storeNumbers.length > 0 && (
            <Button size="sm" href={paths.edgeStores({ q: storeNumbers[0], store: storeNumbers[0] })}>
              View store
            </Button>
          )
        )
      }
    />
  )
}
