import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listSettings } from '../../../api/adminQueries.ts'
import { getApprovalPolicy, getPolicyReplay, listApprovalPolicies } from '../../../api/approvalPolicies.ts'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { FormDialog } from '../../../shared/FormDialog.tsx'
import { StepUpHint } from '../../../shared/StepUpHint.tsx'
import { useForm } from '../../../shared/useForm.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { describeProposal, policyLabels } from './labels.ts'
import { describeReplayResult } from './replayLabels.ts'
import type { ApprovalPolicy } from './types.ts'

interface ProposeDialogProps {
  policy: ApprovalPolicy
  onOpenChange: (open: boolean) => void
}

export function ProposeDialog({ policy, onOpenChange }: ProposeDialogProps) {
  const action = `Propose version ${policy.version} of “${policy.name}”`
  const propose = useCall('proposeApprovalPolicy', ['approvalPolicy', 'approval'], () => ({ what: action }))
  const replay = useQuery(getPolicyReplay(policy.id, policy.version)).data?.replay
  const stepUp = useQuery(listSettings()).data?.settings.find(({ name }) => name === 'stepUp')?.value
  const [note, setNote] = useState(policy.changeNote)
  const reasonProblem = note.trim().length < 3 ? 'Enter a reason for the approver.' : undefined
  const form = useForm(propose, { changeNote: reasonProblem }, async () => {
    await propose.mutateAsync({
      params: { id: policy.id, version: policy.version },
      body: { changeNote: note.trim() },
      headers: ifMatch(policy.revision),
    })
    const { title, description } = describeProposal(policy)
    toast.ok(title, { description })
    onOpenChange(false)
  })
  return (
    <FormDialog
      title={action}
      description="The version applies after approval. Pending requests keep their version."
      action={policyLabels.propose}
      aside={<StepUpHint needed={!form.problem && stepUp !== undefined && stepUp !== 'off'} />}
      form={form}
      onClose={() => onOpenChange(false)}
    >
      {replay === null || replay?.stale ? (
        <Banner tone="warn" title={replay ? policyLabels.outdatedReplay : policyLabels.notReplayed}>
          {replay
            ? 'The draft was edited after its replay. Replay it again so that the approver can see the effect of this version.'
            : 'Replay the draft so that the approver can see its effect on past requests.'}
        </Banner>
      ) : (
        replay?.status === 'done' && <p className="text-sm text-ink-2">{describeReplayResult(replay)}</p>
      )}
      <TextArea
        label={policyLabels.changeReason}
        hint="The approver sees this first."
        maxLength={1_000}
        {...form.text('changeNote', note, setNote)}
      />
      <ProposalApprovers />
    </FormDialog>
  )
}

/** Policy changes have their own policy, whose approvers decide on the proposal. */
function ProposalApprovers() {
  const live = useQuery(listApprovalPolicies()).data?.find(({ kind }) => kind === 'policyChange')?.live
  const livePolicy = useQuery({
    ...getApprovalPolicy(live?.id ?? '', live?.version ?? 1),
    enabled: live !== null && live !== undefined,
  }).data
  if (!livePolicy) return null
  return (
    <div>
      <h3 className="mb-1 font-medium">Approvers</h3>
      <ul className="space-y-1 text-sm text-ink-2">
        {livePolicy.reading.stages.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="mt-1 text-sm text-ink-2">You can’t approve your own change.</p>
    </div>
  )
}
