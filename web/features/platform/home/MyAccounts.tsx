import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { listMyAccounts } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { LoadError } from '../../../shared/LoadError.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { StatusBadge } from '../../../shared/StatusBadge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Money } from '../../../ui/Money.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { BudgetStatus } from '../../accounts/budgets/BudgetStatus.tsx'

const max = 8
const urgency = ['failed', 'provisioning', 'decommissioning', 'active', 'decommissioned']

export function MyAccounts({ me }: { me: CallResult<'getMe'> }) {
  const { data, error, refetch } = useQuery(listMyAccounts())
  const accounts = data && [...data].sort((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status))
  return (
    <Panel
      flush
      title={
        <span className="flex items-center gap-2">My accounts {accounts && accounts.length > 0 && <Badge>{accounts.length}</Badge>}</span>
      }
      actions={
        accounts &&
        accounts.length > 0 && (
          <Button size="sm" variant="quiet" href={paths.accounts({ filter: `owner==${me.id}` })}>
            View all<span className="sr-only"> my accounts</span>
          </Button>
        )
      }
    >
      {error && !accounts ? (
        <div className="p-4">
          <LoadError subject="your accounts" error={error} onRetry={() => void refetch()} />
        </div>
      ) : !accounts ? (
        <div className="px-4 py-3">
          <SkeletonText lines={5} />
        </div>
      ) : accounts.length === 0 ? (
        <p className="px-4 py-4 text-ink-2">You don’t own any accounts yet. Accounts that you request or own appear here.</p>
      ) : (
        <ul className="divide-y divide-line">
          {accounts.slice(0, max).map((account) => (
            <Row
              key={account.id}
              href={paths.account(account.id)}
              title={account.name}
              note={
                <span className="flex flex-wrap gap-x-3">
                  <StatusBadge status={account.status} />
                  <BudgetStatus account={account} />
                  <span>
                    {labelFor('environment', account.environment)} · {account.family.name}
                  </span>
                </span>
              }
              aside={
                account.budget && (
                  <>
                    Budget <Money value={account.budget} round />
                    <span className="max-sm:hidden"> a month</span>
                  </>
                )
              }
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}
