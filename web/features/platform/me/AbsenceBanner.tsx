import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getMyCalendar, listMyDelegations } from '../../../api/me.ts'
import { problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { delegationLabels } from '../../../shared/delegationLabels.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { useNow } from '../../../ui/useNow.ts'
import { describeDelegating, describeOwnAbsence, describeUndelegatedAbsence } from './labels.ts'

const dismissedCalendarKey = 'calendar'

/** All screens show the banner during the reader’s absence, and while the reader decides for another person. */
export function AbsenceBanner() {
  const { data } = useQuery(listMyDelegations())
  const calendar = useQuery(getMyCalendar()).data
  const now = useNow('halfMinute')
  const [visited, setVisited] = useState('')
  const end = useCall('endDelegation', ['delegation', 'approval'])
  const absence = data?.mine.find(({ status }) => status === 'live')
  const delegating = data?.delegating.filter(({ status }) => status === 'live') ?? []
  const delegationIds = delegating.map(({ id }) => id).join()
  if (absence) {
    const endAbsence = async () => {
      try {
        await end.mutateAsync({ params: { id: absence.id } })
        toast.ok('Welcome back', { description: `${absence.delegate.displayName} has been notified.` })
      } catch (error) {
        toast.bad('Couldn’t end the delegation', { description: problemOf(error).message })
      }
    }
    return (
      <Banner
        wide
        tone="info"
        title={describeOwnAbsence(absence.endsAt, absence.delegate.displayName, now)}
        action={
          <>
            <Button size="sm" href={paths.away()}>
              Change
            </Button>
            <Button size="sm" loading={end.isPending} onClick={() => void endAbsence()}>
              {delegationLabels.end}
            </Button>
          </>
        }
      />
    )
  }
  if (calendar?.away && visited !== dismissedCalendarKey) {
    return (
      <Banner
        wide
        tone="info"
        title={describeUndelegatedAbsence(calendar.until, now)}
        onDismiss={() => setVisited(dismissedCalendarKey)}
        action={
          <Button size="sm" href={paths.away()}>
            Choose delegate
          </Button>
        }
      />
    )
  }
  if (delegating.length === 0 || visited === delegationIds) return null
  const [first] = delegating
  const title =
    delegating.length === 1
      ? describeDelegating(first!.person.displayName, first!.endsAt, now)
      : `You decide for ${delegating.length} people who are away`
  return (
    <Banner
      wide
      tone="info"
      title={title}
      onDismiss={() => setVisited(delegationIds)}
      action={
        <>
          <Button size="sm" href={paths.away()}>
            View details
          </Button>
          <Button size="sm" href={paths.approvals()}>
            View pending approvals
          </Button>
        </>
      }
    />
  )
}
