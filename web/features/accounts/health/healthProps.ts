import type { CallResult } from '../../../api/client.ts'

export interface HealthProps {
  account: CallResult<'getAccount'>
  onOwners: () => void
  onEdit: () => void
  /** Opens the dialog with the fields that only administrators can change. */
  onRecord: () => void
}
