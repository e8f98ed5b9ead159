import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { listUnnumberedPeople } from '../../../api/cockpitQueries.ts'
import { LoadError } from '../../../shared/Failed.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { Status } from '../../../ui/Status.tsx'
import { cockpitLabels } from './labels.ts'

type Unnumbered = CallResult<'listUnnumberedPeople'>

const roleLabels: Record<Unnumbered['people'][number]['actsAs'][number], string> = {
  administrator: 'Administrator',
  approver: 'Approver',
  owner: 'Owner',
}

/** User accounts of the same human are matched by employee number, so people without one are listed. */
export function UnnumberedPeople() {
  const { data, error, refetch } = useQuery(listUnnumberedPeople())
  return (
    <Panel
      title={cockpitLabels.unnumberedPeople}
      description="Administrators, approvers and owners. Without an employee number, Slipway can’t detect that two accounts belong to the same person."
    >
      {data ? (
        <People {...data} />
      ) : error ? (
        <LoadError what="these people" error={error} onRetry={() => void refetch()} />
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
        <Status tone={total > 0 ? 'warn' : 'ok'}>{total > 0 ? 'Add the numbers in the directory' : 'All people have a number'}</Status>
      </p>
      {total > 0 && (
        <Disclosure label={total > people.length ? `Show the first ${people.length} by name` : 'Show names'}>
          <ul aria-label={cockpitLabels.unnumberedPeople} className="divide-y divide-line">
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
