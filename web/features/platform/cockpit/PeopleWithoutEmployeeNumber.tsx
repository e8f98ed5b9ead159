import { useQuery } from '@tanstack/react-query'
import type { CallResult } from '../../../api/client.ts'
import { listPeopleWithoutEmployeeNumber } from '../../../api/cockpitQueries.ts'
import { Loading } from '../../../shared/Loading.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { Status } from '../../../ui/Status.tsx'
import { actingRoleLabels, cockpitLabels } from './labels.ts'

type PeopleResult = CallResult<'listPeopleWithoutEmployeeNumber'>

/** Slipway recognises the user accounts of a person by their employee number. */
export function PeopleWithoutEmployeeNumber() {
  const { data, error, refetch } = useQuery(listPeopleWithoutEmployeeNumber())
  return (
    <Panel
      title={cockpitLabels.peopleWithoutEmployeeNumber}
      description="Add missing numbers of administrators, approvers and owners in the directory. Slipway recognises a person’s user accounts by this number."
    >
      {data ? <People {...data} /> : <Loading subject="these people" query={{ error, refetch }} lines={2} />}
    </Panel>
  )
}

function People({ total, people }: PeopleResult) {
  return (
    <>
      <p className="flex items-baseline gap-3">
        <span className="text-2xl font-semibold tabular-nums">{total}</span>
        <Status tone={total > 0 ? 'warn' : 'ok'}>{total > 0 ? 'Employee numbers missing' : 'No employee numbers missing'}</Status>
      </p>
      {total > 0 && (
        <Disclosure label={total > people.length ? `Show the first ${people.length} by name` : cockpitLabels.showNames}>
          <ul aria-label={cockpitLabels.peopleWithoutEmployeeNumber} className="divide-y divide-line">
            {people.map(({ person, actsAs }) => (
              <li key={person.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
                <PersonChip person={person} detail />
                <span className="text-sm text-ink-2">{actsAs.map((role) => actingRoleLabels[role]).join(', ')}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </>
  )
}
