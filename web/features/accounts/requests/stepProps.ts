import type { CatalogueItem, RequestCheck } from '../../../shared/requestTypes.ts'
import type { FieldState } from '../../../ui/Field.tsx'
import type { Draft } from './draft.ts'

/** What every step of the wizard is handed. */
export interface StepProps {
  draft: Draft
  change: (change: Partial<Draft>) => void
  /** What is wrong with a field, after one tried to go on. */
  errorOf: (field: string) => string | undefined
  /** What the server's live check says of a field. */
  stateOf: (field: string) => FieldState | undefined
  check: RequestCheck | undefined
  catalogue: readonly CatalogueItem[] | undefined
}
