import type { CatalogueItem, RequestCheck } from '../../../shared/requestTypes.ts'
import type { FieldState } from '../../../ui/Field.tsx'
import type { Draft } from './draft.ts'

export interface StepProps {
  draft: Draft
  change: (change: Partial<Draft>) => void
  errorOf: (field: string) => string | undefined
  stateOf: (field: string) => FieldState | undefined
  check: RequestCheck | undefined
  catalogue: readonly CatalogueItem[] | undefined
}
