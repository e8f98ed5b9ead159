import { UserRoundPlus, UsersRound } from 'lucide-react'
import { paths } from '../../../paths.ts'
import { count } from '../../../shared/waits.ts'
import { Row } from '../../../ui/Row.tsx'
import { RelativeTime } from '../../../ui/Time.tsx'
import { GapActions } from '../../accounts/ownership/GapActions.tsx'
import { describeGap, gapLabels } from '../../accounts/ownership/gapLabels.ts'
import type { SortedGaps } from './sortGaps.ts'

const max = 6

export function OwnershipRows({ proposals, owned, otherCount }: SortedGaps) {
  return (
    <>
      {proposals.slice(0, max).map((gap) => (
        <Row
          key={gap.id}
          href={paths.account(gap.account.id)}
          icon={UserRoundPlus}
          tone="warn"
          title={gapLabels.become(gap.account.name)}
          note={`${describeGap(gap)} · ${gap.family.name}`}
          actions={<GapActions gap={gap} compact />}
        />
      ))}
      {owned.slice(0, max).map((gap) => (
        <Row
          key={gap.id}
          href={paths.account(gap.account.id)}
          icon={UserRoundPlus}
          tone="warn"
          title={gap.reason === 'left' ? `${gap.account.name} needs another owner` : `Do you still own ${gap.account.name}?`}
          note={gap.reason === 'left' ? describeGap(gap) : 'You moved to another department'}
          {...(gap.reason === 'left' ? { aside: <RelativeTime at={gap.openedAt} /> } : { actions: <GapActions gap={gap} compact /> })}
        />
      ))}
      {otherCount > 0 && (
        <Row
          href={paths.ownership()}
          icon={UsersRound}
          tone="info"
          title={`${count(otherCount, 'account')} you’re responsible for ${otherCount === 1 ? 'needs' : 'need'} another owner`}
          note="We’ve notified the proposed owners. You can also become an owner or propose a person."
        />
      )}
    </>
  )
}
