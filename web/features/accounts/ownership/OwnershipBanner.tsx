import { useQuery } from '@tanstack/react-query'
import { getMe, listOwnershipGaps } from '../../../api/queries.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { GapActions } from './GapActions.tsx'
import { askedOf, describeGap, describeProposal, type Gap, otherwise } from './gapLabels.ts'

export function OwnershipBanner({ accountId }: { accountId: string }) {
  const { data } = useQuery(listOwnershipGaps({ account: accountId }))
  return data?.items.map((gap) => <GapBanner key={gap.id} gap={gap} />)
}

function GapBanner({ gap }: { gap: Gap }) {
  const me = useQuery(getMe()).data?.id
  const asked = askedOf(gap)
    .filter(({ person }) => person.id !== me)
    .map(({ person }) => person.displayName)
  const why = gap.role === 'proposed' ? describeProposal(gap, me) : undefined
  return (
    <Banner tone={gap.reason === 'left' ? 'warn' : 'info'} title={`${describeGap(gap)}.`} action={<GapActions gap={gap} />}>
      {gap.role === 'proposed' && <p>You’re proposed as an owner. {why && <>Reason: {lowered(why)}.</>}</p>}
      {asked.length > 0 && (
        <p>
          {gap.role === 'proposed' ? 'Also proposed: ' : 'Proposed owners: '}
          {asked.join(', ')}.
        </p>
      )}
      <p>{otherwise(gap)}</p>
    </Banner>
  )
}

const lowered = (reason: string) => reason.charAt(0).toLocaleLowerCase() + reason.slice(1)
