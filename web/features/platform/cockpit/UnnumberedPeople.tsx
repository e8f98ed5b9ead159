import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { listUnnumberedPeople } from '../../../api/cockpitQueries.ts'
import { Failed } from '../../../shared/Failed.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import { connectorLabels } from './labels.ts'

type Unnumbered = CallResult<'listUnnumberedPeople'>

const roleLabels: Record<Unnumbered['people'][number]['actsAs'][number], string> = {
  administrator: 'Administrator',
  approver: 'Approver',
  owner: 'Owner',
}

/** Accounts of the same person are matched by employee number, so people without one are listed. */
export function UnnumberedPeople() {
  const { data, error, refetch } = useQuery(listUnnumberedPeople())
  return (
    <Panel
      title={connectorLabels.unnumbered}
      description="Administrators, approvers and owners. Without the number, Slipway can’t tell whether two accounts belong to one person."
    >
      {data ? (
        <People {...data} />
      ) : error ? (
        <Failed what="These people" error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonText lines={2} />
      )}
    </Panel>
  )
}

function People({ total, people }: Unnumbered) {
  return (
    <>
      <p className="flex items-baseline gap-3">
        <span className="text-2xl font-semibold tabular-nums">{total}</span>
        <Status tone={total > 0 ? 'warn' : 'ok'}>{total > 0 ? 'Add the numbers in the directory' : 'Everyone has a number'}</Status>
      </p>
      {total > 0 && (
        <Disclosure label={total > people.length ? `First ${people.length} by name` : 'Names'}>
          <ul aria-label={connectorLabels.unnumbered} className="divide-y divide-line">
            {people.map(({ person, actsAs }) => (
              <li key={person.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <PersonChip person={person} detail />
                <span className="text-sm text-ink-2">{actsAs.map((role) => roleLabels[role]).join(', ')}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}
