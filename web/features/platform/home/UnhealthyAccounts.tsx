import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { listMyAccounts } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { labelFor } from '../../../shared/labels.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { Row } from '../../../ui/Row.tsx'
import { Badge } from '../../../ui/Status.tsx'
import { HealthScore } from '../../accounts/health/HealthScore.tsx'
import { attentionBelow } from '../../accounts/health/healthLabels.ts'

const max = 5

export function UnhealthyAccounts({ me }: { me: CallResult<'getMe'> }) {
  const { data } = useQuery(listMyAccounts())
  const unhealthyAccounts = (data ?? [])
    .filter(({ status, health }) => status === 'active' && health !== null && health < attentionBelow)
    .sort((a, b) => (a.health ?? 0) - (b.health ?? 0))
  if (unhealthyAccounts.length === 0) return null
  return (
    <Panel
      flush
      title={
        <span className="flex items-center gap-2">
          Accounts in poor health <Badge tone="warn">{unhealthyAccounts.length}</Badge>
        </span>
      }
      actions={
        unhealthyAccounts.length > max && (
          <Button
            size="sm"
            variant="quiet"
            href={paths.accounts({ filter: `owner==${me.id};health<${attentionBelow};status==active`, sort: 'health' })}
          >
            View all<span className="sr-only"> accounts in poor health</span>
          </Button>
        )
      }
    >
      <ul className="divide-y divide-line">
        {unhealthyAccounts.slice(0, max).map((account) => (
          <Row
            key={account.id}
            href={paths.account(account.id)}
            title={account.name}
            note={`${labelFor('environment', account.environment)} · ${account.family.name}`}
            aside={
              <span className="flex items-center gap-1.5">
                Health <HealthScore account={account} />
              </span>
            }
          />
        ))}
      </ul>
    </Panel>
  )
}
