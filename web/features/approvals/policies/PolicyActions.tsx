import { Braces, Pencil, Send, Undo2 } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import type { ApprovalPolicy } from './types.ts'

interface PolicyActionsProps {
  policy: ApprovalPolicy
  unsaved: boolean
  openVersion: number | undefined
  onPropose: () => void
  onJson: () => void
}

export function PolicyActions({ policy, unsaved, openVersion, onPropose, onJson }: PolicyActionsProps) {
  const navigateTo = useNavigateTo()
  const begin = useCall('draftApprovalPolicy', ['approvalPolicy'])
  const withdraw = useCall('withdrawApprovalPolicy', ['approvalPolicy', 'approval'])
  const { id, version, status, revision, kind } = policy
  const tried = async (title: string, work: () => Promise<unknown>) => {
    try {
      await work()
    } catch (error) {
      toast.bad(title, { description: problemOf(error).message })
    }
  }
  if (status === 'draft')
    return (
      <Button
        variant="primary"
        icon={Send}
        disabledReason={unsaved ? 'Save the draft first.' : reasonOf(policy, 'propose')}
        onClick={onPropose}
      >
        Propose…
      </Button>
    )
  if (status === 'proposed')
    return (
      <Button
        icon={Undo2}
        loading={withdraw.isPending}
        disabledReason={reasonOf(policy, 'withdraw')}
        onClick={() =>
          void tried('Couldn’t withdraw the proposal', async () => {
            await withdraw.mutateAsync({ params: { id, version }, headers: ifMatch(revision) })
            toast.ok('Proposal withdrawn')
          })
        }
      >
        Withdraw
      </Button>
    )
  return (
    <>
      <Button icon={Braces} onClick={onJson}>
        JSON
      </Button>
      {status === 'live' && openVersion !== undefined ? (
        <Button href={paths.policy(id, { version: openVersion })}>Open version {openVersion}</Button>
      ) : (
        status === 'live' && (
          <Button
            variant="primary"
            icon={Pencil}
            loading={begin.isPending}
            disabledReason={reasonOf(policy, 'draft')}
            onClick={() =>
              void tried('Couldn’t create the draft', async () => {
                const created = await begin.mutateAsync({ body: { kind } })
                navigateTo(paths.policy(created.id, { version: created.version }))
              })
            }
          >
            Edit
          </Button>
        )
      )}
    </>
  )
}
