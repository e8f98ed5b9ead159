import { Suspense, useState } from 'react'
import { problemOf } from '../../../api/problem.ts'
import { confirmFirst } from '../../../api/stepUp.ts'
import { useCall } from '../../../api/useCall.ts'
import { Button } from '../../../ui/Button.tsx'
import { lazyComponent } from '../../../ui/lazyComponent.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { Gap } from './gapLabels.ts'
import { gapLabels, proposeLabels } from './gapLabels.ts'

const ProposeDialog = lazyComponent(() => import('./ProposeDialog.tsx').then(({ ProposeDialog }) => ({ default: ProposeDialog })))

export function GapActions({ gap, compact }: { gap: Gap; compact?: boolean }) {
  const [isProposing, setIsProposing] = useState(false)
  const accept = useCall('acceptOwnership', ['account'])
  const decline = useCall('declineOwnership', ['account'])
  const keep = useCall('keepOwner', ['account'])
  const busy = accept.isPending || decline.isPending || keep.isPending
  const name = gap.account.name
  const respond = async (call: typeof accept | typeof decline | typeof keep, doneMessage: string) => {
    if (busy) return
    try {
      await call.mutateAsync({ params: { id: gap.account.id }, body: { gapId: gap.id } })
      toast.ok(doneMessage)
    } catch (error) {
      const { code, message } = problemOf(error)
      if (code === 'stepUpNeeded') return confirmFirst(`Keep ${gap.person.displayName} as an owner of ${name}`)
      toast.bad('No changes made', { description: message })
    }
  }
  const isRequested = gap.can.decline === true
  return (
    <>
      {gap.can.accept === true && (
        <Button
          size="sm"
          variant={isRequested ? 'primary' : 'secondary'}
          loading={accept.isPending}
          onClick={() => void respond(accept, gapLabels.accepted(name))}
        >
          {isRequested ? gapLabels.accept : 'Become owner'}
          <Of name={name} />
        </Button>
      )}
      {isRequested && (
        <Button size="sm" loading={decline.isPending} onClick={() => void respond(decline, `You declined ${name}`)}>
          Decline
          <Of name={name} />
        </Button>
      )}
      {gap.can.keep === true && (
        <Button
          size="sm"
          loading={keep.isPending}
          onClick={() => void respond(keep, `${gap.person.displayName} stays an owner of ${name}`)}
        >
          Keep as owner
          <Of name={name} />
        </Button>
      )}
      {!compact && gap.can.propose === true && (
        <Button size="sm" onClick={() => setIsProposing(true)}>
          {proposeLabels.proposeOwner}
          <span className="sr-only"> for {name}</span>
        </Button>
      )}
      <Suspense>{isProposing && <ProposeDialog gap={gap} onOpenChange={setIsProposing} />}</Suspense>
    </>
  )
}

const Of = ({ name }: { name: string }) => <span className="sr-only"> {name}</span>
