import { ShieldCheck } from 'lucide-react'
import { confirmIdentity, confirming } from '../../../api/stepUp.ts'
import { formProblemLabels } from '../../../shared/formLabels.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { sessionLabels } from './labels.ts'

export function ConfirmIdentityDialog({ action }: { action: string }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && confirming.dismiss()}
      title={formProblemLabels.confirmIdentity}
      description="This action needs a recent sign-in with multi-factor authentication. You return here afterwards, and your input is kept."
      size="sm"
      footer={
        <>
          <Button onClick={confirming.dismiss}>{sessionLabels.notNow}</Button>
          <Button variant="primary" icon={ShieldCheck} onClick={confirmIdentity}>
            {formProblemLabels.confirm}
          </Button>
        </>
      }
    >
      <p className="font-medium wrap-anywhere">{action}</p>
    </Dialog>
  )
}
