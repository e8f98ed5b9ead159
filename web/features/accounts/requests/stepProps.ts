import type { CatalogueItem, RequestCheck } from '../../../shared/requestTypes.ts'
import type { FieldState } from '../../../ui/Field.tsx'
import type { Draft } from './draft.ts'

export interface StepProps {
  draft: Draft
  change: (change: Partial<Draft>) => void
  /** Field errors, shown after the first attempt to continue. */
  errorOf: (field: string) => string | undefined
  /** Results of the server’s live check by field. */
  stateOf: (field: string) => FieldState | undefined
  check: RequestCheck | undefined
  catalogue: readonly CatalogueItem[] | undefined
}
