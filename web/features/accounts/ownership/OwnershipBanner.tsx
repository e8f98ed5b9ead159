import { useQuery } from '@tanstack/react-query'
import { getMe, listOwnershipGaps } from '../../../api/queries.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { GapActions } from './GapActions.tsx'
import { describeFallback, describeGap, describeProposal, type Gap, gapLabels, requestedProposals } from './gapLabels.ts'

export function OwnershipBanner({ accountId }: { accountId: string }) {
  const { data } = useQuery(listOwnershipGaps({ account: accountId }))
  return data?.items.map((gap) => <GapBanner key={gap.id} gap={gap} />)
}

function GapBanner({ gap }: { gap: Gap }) {
  const currentUser = useQuery(getMe()).data?.id
  const proposedNames = requestedProposals(gap)
    .filter(({ person }) => person.id !== currentUser)
    .map(({ person }) => person.displayName)
  const explanation = gap.role === 'proposed' ? describeProposal(gap, currentUser) : undefined
  return (
    <Banner tone={gap.reason === 'left' ? 'warn' : 'info'} title={`${describeGap(gap)}.`} action={<GapActions gap={gap} />}>
      {gap.role === 'proposed' && <p>You’re proposed as an owner. {explanation && <>{gapLabels.reason(explanation)}</>}</p>}
      {proposedNames.length > 0 && (
        <p>
          {gap.role === 'proposed' ? 'Also proposed: ' : gapLabels.proposed}
          {proposedNames.join(', ')}.
        </p>
      )}
      <p>{describeFallback(gap)}</p>
    </Banner>
  )
}
