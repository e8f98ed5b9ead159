import { useState } from 'react'
import { type ProblemText, problemOf } from '../../../api/problem.ts'
import { useCall } from '../../../api/useCall.ts'
import { paths } from '../../../paths.ts'
import { ConfirmationField } from '../../../shared/ConfirmationField.tsx'
import { fieldError } from '../../../shared/fieldError.ts'
import { reasonField } from '../../../shared/formLabels.ts'
import { useNavigateTo } from '../../../shared/useNavigateTo.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Form } from '../../../ui/Form.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { TextArea } from '../../../ui/TextField.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { decommissionLabels } from './labels.ts'
import type { DryRun } from './types.ts'

const minLength = 10

export function RequestForm(props: { account: { id: string; name: string }; dryRun: DryRun; onRefresh: () => void }) {
  const { account, dryRun, onRefresh } = props
  const [reason, setReason] = useState('')
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<ProblemText>()
  const submitRequest = useCall('requestDecommission', ['account', 'accountUpdate', 'approval', 'notification'])
  const navigateTo = useNavigateTo()
  const missing =
    dryRun.blockers.length > 0
      ? decommissionLabels.blocked
      : reason.trim().length < minLength
        ? reasonField.tooShort(minLength)
        : name.trim() !== account.name
          ? `Type ${account.name} to confirm.`
          : undefined
  const send = async () => {
    if (missing !== undefined || submitRequest.isPending) return
    setProblem(undefined)
    try {
      const update = await submitRequest.mutateAsync({
        params: { id: account.id },
        body: { confirmName: name.trim(), reason: reason.trim(), fingerprint: dryRun.fingerprint },
      })
      toast.ok(`${update.reference} submitted`, {
        description: 'We’ll notify you of the decision. Nothing changes before approval.',
      })
      navigateTo(paths.account(account.id, 'changes'))
    } catch (error) {
      setProblem(problemOf(error))
    }
  }
  return (
    <Panel title="Decommission request">
      <Form onSubmit={send} className="space-y-4">
        {problem && (
          <Banner
            tone="bad"
            title={problem.message}
            action={
              problem.code === 'conflict' && (
                <Button size="sm" onClick={onRefresh}>
                  Refresh
                </Button>
              )
            }
          >
            {problem.requestId && <span className="text-xs">Request ID {problem.requestId}</span>}
          </Banner>
        )}
        <TextArea
          label={reasonField.label}
          hint="Approvers see this first."
          name="reason"
          maxLength={1000}
          rows={3}
          value={reason}
          error={fieldError(problem, 'reason')}
          onChange={(event) => setReason(event.target.value)}
        />
        <div className="max-w-md">
          <ConfirmationField
            expected={account.name}
            name="confirmName"
            value={name}
            error={fieldError(problem, 'confirmName')}
            onChange={(event) => setName(event.target.value)}
          />
        </div>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="danger" loading={submitRequest.isPending} disabledReason={missing}>
            {decommissionLabels.request}
          </Button>
          <Button href={paths.account(account.id)} variant="quiet">
            Cancel
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
