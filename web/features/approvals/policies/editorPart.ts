import type { Fact, Named } from './types.ts'

export interface EditorPart {
  facts: readonly Fact[]
  relations: readonly string[]
  named: Named
  onNamed: (found: Partial<Named>) => void
  /** Gives the error at a JSON pointer of the document. */
  errorAt: (place: string) => string | undefined
  warningAt: (place: string) => string | undefined
}
