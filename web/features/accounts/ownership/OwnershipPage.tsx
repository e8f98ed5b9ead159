import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CircleCheckBig } from 'lucide-react'
import { listOwnershipGaps } from '../../../api/queries.ts'
import { paths } from '../../../paths.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { labelFor } from '../../../shared/labels.ts'
import { Button } from '../../../ui/Button.tsx'
import { Link } from '../../../ui/Link.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { GapActions } from './GapActions.tsx'
import { describeFallback, describeGap, type Gap, requestedProposals } from './gapLabels.ts'

const route = getRouteApi('/accounts/ownership')
const size = 25

export function OwnershipPage() {
  const { page = 1 } = route.useSearch()
  const { data, error, refetch } = useQuery(listOwnershipGaps({ page, size }))
  return (
    <Page
      title="Ownership"
      breadcrumbs={[{ label: 'Accounts', href: paths.accounts() }]}
      description="Accounts with fewer than two active owners, or an owner who changed department. After 7 days the family owner becomes an owner, and after 14 days the tower lead."
    >
      {!data ? (
        <Panel>
          <Loading subject="ownership gaps" query={{ error, refetch }} lines={6} />
        </Panel>
      ) : data.items.length === 0 ? (
        <Panel>
          <EmptyState icon={CircleCheckBig} title="No ownership gaps">
            Accounts that you can help with appear here when an owner leaves or moves.
          </EmptyState>
        </Panel>
      ) : (
        <Panel title={`${data.total} ${data.total === 1 ? 'account' : 'accounts'}, oldest first`} flush>
          <ul className="divide-y divide-line">
            {data.items.map((gap) => (
              <GapRow key={gap.id} gap={gap} />
            ))}
          </ul>
          {data.total > size && (
            <nav aria-label="Pages" className="flex justify-end gap-2 border-t border-line px-4 py-2">
              {page > 1 && (
                <Button size="sm" href={paths.ownership(page - 1)}>
                  Previous
                </Button>
              )}
              {page * size < data.total && (
                <Button size="sm" href={paths.ownership(page + 1)}>
                  Next
                </Button>
              )}
            </nav>
          )}
        </Panel>
      )}
    </Page>
  )
}

function GapRow({ gap }: { gap: Gap }) {
  const proposedNames = requestedProposals(gap).map(({ person }) => person.displayName)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <Link variant="name" href={paths.account(gap.account.id)}>
            {gap.account.name}
          </Link>
          <span className="text-sm text-ink-2">
            {labelFor('environment', gap.account.environment)} · {gap.family.name} · <RelativeTime at={gap.openedAt} />
          </span>
        </p>
        <p>{describeGap(gap)}.</p>
        <p className="max-w-prose text-sm text-ink-2">
          {proposedNames.length > 0 && <>Proposed: {proposedNames.join(', ')}. </>}
          {describeFallback(gap)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <GapActions gap={gap} />
      </div>
    </li>
  )
}
