import { Braces, Pencil, Send, Undo2 } from 'lucide-react'
import { problemOf } from '../../../api/problem.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { reasonOf } from '../../../shared/reasonOf.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { policyLabels } from './labels.ts'
import type { ApprovalPolicy } from './types.ts'

interface PolicyActionsProps {
  policy: ApprovalPolicy
  editing: boolean
  unsaved: boolean
  canSave: boolean
  openVersion: number | undefined
  onPropose: () => void
  onSaveAndPropose: () => void
  onJson: () => void
}

export function PolicyActions({ policy, editing, unsaved, canSave, openVersion, onPropose, onSaveAndPropose, onJson }: PolicyActionsProps) {
  const withdraw = useCall('withdrawApprovalPolicy', ['approvalPolicy', 'approval'])
  const { id, version, status, revision } = policy
  const withdrawProposal = async () => {
    try {
      await withdraw.mutateAsync({ params: { id, version }, headers: ifMatch(revision) })
      toast.ok('Proposal withdrawn')
    } catch (error) {
      toast.bad('Couldn’t withdraw the proposal', { description: problemOf(error).message })
    }
  }
  if (status === 'draft' || (editing && openVersion === undefined))
    return (
      <Button
        variant="primary"
        icon={Send}
        disabledReason={
          unsaved
            ? canSave
              ? undefined
              : 'Save the draft first.'
            : editing
              ? 'There are no changes to propose.'
              : reasonOf(policy, 'propose')
        }
        onClick={unsaved ? onSaveAndPropose : onPropose}
      >
        {policyLabels.proposeDialog}
      </Button>
    )
  if (status === 'proposed')
    return (
      <Button
        icon={Undo2}
        loading={withdraw.isPending}
        disabledReason={reasonOf(policy, 'withdraw')}
        onClick={() => void withdrawProposal()}
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
            disabledReason={reasonOf(policy, 'draft')}
            href={paths.policy(id, { version, tab: 'edit' })}
          >
            {policyLabels.edit}
          </Button>
        )
      )}
    </>
  )
}
