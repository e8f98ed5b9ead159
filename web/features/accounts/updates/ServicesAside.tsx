import { useState } from 'react'
import { ifMatch, useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ApprovalStagesPreview } from '../../../shared/ApprovalStages.tsx'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { PriceChange } from '../../../shared/PriceChange.tsx'
import type { AccountUpdate, UpdatePreview } from '../../../shared/requestTypes.ts'
import { useForm } from '../../../shared/useForm.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { SkeletonText } from '../../../ui/Skeleton.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { servicesLabels } from './labels.ts'
import { resetVotesToast } from './resetVotesToast.ts'
import { bodyOf, isEmpty, type ServicesDraft } from './servicesDraft.ts'

interface ServicesAsideProps {
  accountId: string
  draft: ServicesDraft
  update: AccountUpdate | undefined
  preview: UpdatePreview | undefined
  stale: boolean
}

const kinds = ['account', 'accountUpdate', 'approval', 'notification'] as const

export function ServicesAside({ accountId, draft, update, preview, stale }: ServicesAsideProps) {
  const navigateTo = useNavigateTo()
  const submitRequest = useCall('requestCatalogueUpdate', kinds)
  const edit = useCall('editAccountUpdate', kinds)
  const [reason, setReason] = useState(update?.reason ?? '')
  const nothing = isEmpty(draft)
  const problemCount = preview && !stale && !nothing ? preview.problems.length : 0
  const blockedReason =
    preview?.blocked ??
    (nothing ? 'Add, change or remove a service first.' : problemCount > 0 ? 'Fix the problems above first.' : undefined)

  const reasonProblem = reason.trim().length < 3 ? servicesLabels.reasonMissing : undefined
  const form = useForm(update ? edit : submitRequest, { reason: reasonProblem }, async () => {
    if (blockedReason) return
    const body = { ...bodyOf(draft), reason: reason.trim() }
    if (update) {
      const response = await edit.mutateAsync({ params: { id: accountId, updateId: update.id }, body, headers: ifMatch(update.version) })
      toast.ok(`${response.reference} resubmitted`, resetVotesToast(response.discardedVotes))
      navigateTo(paths.accountUpdate(accountId, response.id))
    } else {
      const response = await submitRequest.mutateAsync({ params: { id: accountId }, body })
      toast.ok(`${response.reference} submitted`, {
        description:
          response.status === 'approved' ? 'No approval needed. We’re applying the change.' : 'The approvers have been notified.',
      })
      navigateTo(paths.accountUpdate(accountId, response.id))
    }
  })
  return (
    <div className="space-y-4 lg:sticky lg:top-[calc(var(--sticky-top,0px)+1rem)]">
      <Panel title={servicesLabels.changes}>
        {!preview ? (
          <SkeletonText lines={4} />
        ) : (
          <>
            {preview.diff.length > 0 && <PriceChange price={preview.price} stale={stale} />}
            {preview.diff.length > 0 ? (
              <ul aria-label={servicesLabels.changes} className="mt-3 space-y-2">
                {preview.diff.map((row) => (
                  <li key={row.label} className="text-sm">
                    <span className="font-medium">{row.label}</span>
                    <span className="text-ink-2"> {row.before === null ? 'added' : row.after === null ? 'removed' : 'changed'}</span>
                    <span className="block wrap-anywhere text-ink-2">{row.after ?? row.before}</span>
                  </li>
                ))}
              </ul>
            ) : (
              <p className="text-sm text-ink-2">No changes yet.</p>
            )}
          </>
        )}
      </Panel>
      <Panel title={servicesLabels.approvers}>
        {!preview ? (
          <SkeletonText lines={3} />
        ) : preview.approval.stages.length === 0 ? (
          <p className="text-ink-2">No approval needed. The change is applied when you submit it.</p>
        ) : (
          <ApprovalStagesPreview preview={preview.approval} />
        )}
      </Panel>
      <Panel>
        <Form onSubmit={form.submit} className="space-y-4">
          <FormProblem problem={form.problem} />
          <TextArea
            label={servicesLabels.reason}
            hint="Approvers see this first."
            maxLength={1000}
            rows={3}
            {...form.text('reason', reason, setReason)}
          />
          <Button type="submit" variant="primary" loading={form.busy} disabledReason={blockedReason}>
            {update ? 'Resubmit change' : 'Submit change'}
          </Button>
        </Form>
      </Panel>
    </div>
  )
}
