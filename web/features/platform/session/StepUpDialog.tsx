import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, refresh } from '../../../api/ask.ts'
import type { OperationId } from '../../../api/client.ts'
import { problemOf } from '../../../api/problem.ts'
import { dropHeldCall, type HeldCall, isStepUpNeeded } from '../../../api/stepUp.ts'
import { FormProblem } from '../../../shared/FormProblem.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { toast } from '../../../ui/Toast.tsx'

/** The label of the call that waits for step-up sign-in, and its confirmation. */
const operationLabels: Partial<Record<OperationId, { verb: string; done: string }>> = {
  decideAccountApproval: { verb: 'Approve', done: 'Approved' },
  bulkDecideApprovals: { verb: 'Approve all', done: 'Decisions sent' },
  decideSandboxAccessRequest: { verb: 'Approve', done: 'Access approved' },
  grantAccountAccess: { verb: 'Grant access', done: 'Granting access' },
  liftMaximumDuration: { verb: 'Lift maximum duration', done: 'Maximum duration lifted' },
  updateAccountAccess: { verb: 'Change end date', done: 'End date changed' },
  adminUpdateAccountOwners: { verb: 'Change owners', done: 'Owners changed' },
  updateMyAccountOwners: { verb: 'Change owners', done: 'Owners changed' },
  updateSandboxOwners: { verb: 'Change owners', done: 'Owners changed' },
  createAccount: { verb: 'Record account', done: 'Account recorded' },
  createTower: { verb: 'Create tower', done: 'Tower created' },
  updateTower: { verb: 'Save tower', done: 'Tower updated' },
  createFamily: { verb: 'Create family', done: 'Family created' },
  updateFamily: { verb: 'Save family', done: 'Family updated' },
  createCatalogueItem: { verb: 'Add item', done: 'Item added' },
  updateCatalogueItem: { verb: 'Save item', done: 'Item updated' },
  createSandboxTemplate: { verb: 'Create template', done: 'Template created' },
  updateSandboxTemplate: { verb: 'Save template', done: 'Template updated' },
  inviteSandboxMembers: { verb: 'Add members', done: 'Adding members' },
  updateSandboxAccess: { verb: 'Change end date', done: 'End date changed' },
  proposeOwner: { verb: 'Propose owner', done: 'Owner proposed' },
  keepOwner: { verb: 'Keep as owner', done: 'Owner kept' },
  liftEmergencyBlock: { verb: 'Lift block', done: 'Block lifted' },
  bulkUpdateAccounts: { verb: 'Change accounts', done: 'Changes sent' },
  updateSandboxOwnersAsAdmin: { verb: 'Change owners', done: 'Owners changed' },
  setDelegationFor: { verb: 'Set delegation', done: 'Delegation set' },
  changeDelegation: { verb: 'Change delegation', done: 'Delegation changed' },
  addSubstituteApprover: { verb: 'Add approver', done: 'Approver added' },
  proposeApprovalPolicy: { verb: 'Propose policy', done: 'Policy proposed' },
  updateSetting: { verb: 'Change setting', done: 'Setting changed' },
  startEmergencyAccess: { verb: 'Get access now', done: 'Granting access' },
  createPimAssignment: { verb: 'Activate role', done: 'Activation requested' },
  extendPimActivation: { verb: 'Extend role', done: 'Extension requested' },
  createEmergencyProfile: { verb: 'Create profile', done: 'Profile created' },
  pauseQueue: { verb: 'Pause queue', done: 'Queue paused' },
  registerApplication: { verb: 'Register application', done: 'Application registered' },
  endEverySession: { verb: 'Sign everyone out', done: 'All users signed out' },
  requestAuditErasure: { verb: 'Request erasure', done: 'Erasure requested' },
  confirmAuditErasure: { verb: 'Erase permanently', done: 'Personal data erased' },
  updateEmergencyProfile: { verb: 'Save profile', done: 'Profile updated' },
}

/** Offers to repeat an action once, with its input, after a step-up sign-in. */
export function StepUpDialog({ held }: { held: HeldCall }) {
  const client = useQueryClient()
  const [open, setOpen] = useState(true)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>()
  const { verb, done } = operationLabels[held.operation] ?? { verb: 'Continue', done: 'Done' }
  const body = (held.input as { body?: { reason?: string; justification?: string; comment?: string; changeNote?: string } }).body
  const said = body?.reason ?? body?.justification ?? body?.comment ?? body?.changeNote
  const close = () => {
    dropHeldCall()
    setOpen(false)
  }
  const confirm = async () => {
    setBusy(true)
    setError(undefined)
    try {
      // The stored input belongs to the same operation, and the server checks it as always.
      const answer = await call(held.operation, held.input as never)
      for (const kind of held.kinds) void refresh(client, kind)
      const { counts } = answer as { counts?: { counted: number } }
      const asked = (held.input as { body?: { items?: unknown[] } }).body?.items?.length
      if (counts && asked !== undefined && counts.counted < asked)
        toast.bad(`${counts.counted} of ${asked} approved`, { description: 'Open the others in your inbox to see why.' })
      else toast.ok(done)
      close()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !busy && close()}
      title="Continue where you left off?"
      description="You left to confirm that it is you. Your input was kept, and nothing has been done yet."
      size="sm"
      footer={
        <>
          <Button onClick={close}>Not now</Button>
          <Button
            variant="primary"
            loading={busy}
            disabledReason={isStepUpNeeded(error) ? 'This action needs multi-factor authentication.' : undefined}
            onClick={confirm}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="space-y-3">
        {held.what && <p className="font-medium wrap-anywhere">{held.what}</p>}
        {said && <blockquote className="border-l-2 border-line-mid pl-3 text-ink-2 wrap-anywhere">{said}</blockquote>}
        {isStepUpNeeded(error) ? (
          <Banner tone="bad" title="Your sign-in didn’t include multi-factor authentication">
            Nothing was changed. Register a second factor with the service desk, or ask an administrator to check the sign-in rules.
          </Banner>
        ) : (
          error !== undefined && <FormProblem problem={problemOf(error)} />
        )}
      </div>
    </Dialog>
  )
}
