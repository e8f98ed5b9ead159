import { AskAccessDialog } from './AskAccessDialog.tsx'
import { DeleteDialog } from './DeleteDialog.tsx'
import { ExtendDialog } from './ExtendDialog.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { FreezeDialog, TakeBackDialog, ThawDialog } from './MoveDialogs.tsx'
import { OwnersDialog } from './OwnersDialog.tsx'
import type { Opened, Sandbox } from './types.ts'

const dialogs = {
  extend: ExtendDialog,
  freeze: FreezeDialog,
  thaw: ThawDialog,
  delete: DeleteDialog,
  takeBack: TakeBackDialog,
  owners: OwnersDialog,
  invite: InviteDialog,
  ask: AskAccessDialog,
} as const

/** The chunk with all dialogs loads when the first of them opens. */
export function Dialogs({ open, ...props }: { open: Opened; sandbox: Sandbox; onOpenChange: (open: boolean) => void }) {
  const Opened = dialogs[open]
  return <Opened {...props} />
}
