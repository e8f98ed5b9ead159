import { useQuery } from '@tanstack/react-query'
import { getMyCalendar } from '../../../api/me.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { untilWords } from './words.ts'

/** Suggests a delegation for an absence from the reader’s calendar. */
export function CalendarOffer() {
  const { data } = useQuery(getMyCalendar())
  const now = useNow('halfMinute')
  const set = useCall('setDelegation', ['delegation', 'approval'])
  if (!data?.away) return null
  const until = untilWords(data.until, now, 'until you switch your automatic reply off')
  const stand = async (person: { id: string; displayName: string }) => {
    try {
      await set.mutateAsync({ body: { delegateId: person.id, endsAt: data.until } })
      toast.ok(`${person.displayName} decides in your place now`, { description: 'They have been told.' })
    } catch (error) {
      toast.bad('Nobody was named', { description: problemOf(error).message })
    }
  }
  return (
    <Panel
      title={`Your calendar says that you are away ${until}`}
      description="Everybody who waits for you sees that you are away. Nobody decides in your place unless you say so."
    >
      {data.suggestions.length > 0 && (
        <ul aria-label="Who could stand in" className="-my-1 divide-y divide-line">
          {data.suggestions.map(({ person, why }) => (
            <li key={person.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
              <div className="min-w-0 flex-1 basis-56">
                <PersonChip person={person} detail />
                <p className="ml-9 text-sm text-ink-2 first-letter:uppercase">{why}</p>
              </div>
              <Button size="sm" loading={set.isPending && set.variables?.body.delegateId === person.id} onClick={() => void stand(person)}>
                Let {person.displayName.split(' ')[0]} stand in{data.until && ' until then'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-sm text-ink-2">
        Choose anybody else below.
        {data.checkedAt && (
          <>
            {' '}
            Your automatic reply was looked at <RelativeTime at={data.checkedAt} />; what it says is not kept.
          </>
        )}
      </p>
    </Panel>
  )
}
