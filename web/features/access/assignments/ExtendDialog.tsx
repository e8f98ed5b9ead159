import { RequestAccessDialog } from './RequestAccessDialog.tsx'
import type { Assignment } from './types.ts'

interface ExtendDialogProps {
  assignment: Pick<Assignment, 'account' | 'group' | 'endsAt'>
  onOpenChange: (open: boolean) => void
}

export function ExtendDialog({ assignment, onOpenChange }: ExtendDialogProps) {
  const { account, group, endsAt } = assignment
  const roles = group.roles.map((roleName) => ({ roleName, allowedActions: [] }))
  return <RequestAccessDialog account={account} group={{ ...group, roles }} until={endsAt ?? undefined} onOpenChange={onOpenChange} />
}
