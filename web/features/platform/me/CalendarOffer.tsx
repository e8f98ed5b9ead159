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
import { absenceLabels, describeUntil } from './labels.ts'

export function CalendarOffer() {
  const { data } = useQuery(getMyCalendar())
  const now = useNow('halfMinute')
  const set = useCall('setDelegation', ['delegation', 'approval'])
  if (!data?.away) return null
  const until = describeUntil(data.until, now, 'until you turn off your automatic reply')
  const saveAbsence = async (person: { id: string; displayName: string }) => {
    try {
      await set.mutateAsync({ body: { delegateId: person.id, endsAt: data.until } })
      toast.ok(`${person.displayName} now decides for you`, { description: 'They have been notified.' })
    } catch (error) {
      toast.bad('Couldn’t set the delegate', { description: problemOf(error).message })
    }
  }
  return (
    <Panel
      title={`Your calendar shows you away ${until}`}
      description="People waiting for your decision see that you’re away. A delegate can decide for you in the meantime."
    >
      {data.suggestions.length > 0 && (
        <ul aria-label={absenceLabels.suggestions} className="-my-1 divide-y divide-line">
          {data.suggestions.map(({ person, reason }) => (
            <li key={person.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5">
              <div className="min-w-0 flex-1 basis-56">
                <PersonChip person={person} detail />
                <p className="ml-9 text-sm text-ink-2 first-letter:uppercase">{reason}</p>
              </div>
              <Button
                size="sm"
                loading={set.isPending && set.variables?.body.delegateId === person.id}
                onClick={() => void saveAbsence(person)}
              >
                Delegate to {person.displayName.split(' ')[0]}
                {data.until && ' until then'}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 text-sm text-ink-2">
        You can also choose another person below.
        {data.checkedAt && (
          <>
            {' '}
            We read the dates of your automatic reply <RelativeTime at={data.checkedAt} />. Its text isn’t stored.
          </>
        )}
      </p>
    </Panel>
  )
}
