import { ShieldCheck } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { confirmIdentity, confirming } from '../../../api/stepUp.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'

export function ConfirmIdentityDialog() {
  const what = useSyncExternalStore(confirming.subscribe, confirming.current)
  if (what === undefined) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && confirming.dismiss()}
      title="Confirm that it is you"
      description="This needs a recent sign-in with a second factor. You come back here to continue, and nothing is lost."
      size="sm"
      footer={
        <>
          <Button onClick={confirming.dismiss}>Not now</Button>
          <Button variant="primary" icon={ShieldCheck} onClick={confirmIdentity}>
            Confirm
          </Button>
        </>
      }
    >
      <p className="font-medium wrap-anywhere">{what}</p>
    </Dialog>
  )
}
