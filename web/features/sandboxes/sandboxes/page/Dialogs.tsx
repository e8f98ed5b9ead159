import { DeleteDialog } from './DeleteDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { FreezeDialog, ResumeDialog, UndoDeletionDialog } from './LeaseDialogs.tsx'
import { OwnersDialog } from './OwnersDialog.tsx'
import { RequestAccessDialog } from './RequestAccessDialog.tsx'
import type { DialogName, Sandbox } from './types.ts'

const dialogs = {
  extend: ExtendDialog,
  freeze: FreezeDialog,
  resume: ResumeDialog,
  delete: DeleteDialog,
  undoDeletion: UndoDeletionDialog,
  owners: OwnersDialog,
  invite: InviteDialog,
  ask: RequestAccessDialog,
} as const

/** The chunk with all dialogs loads when the first of them opens. */
export function Dialogs({ open, ...props }: { open: DialogName; sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  const OpenDialog = dialogs[open]
  return <OpenDialog {...props} />
}
