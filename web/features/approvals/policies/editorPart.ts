import type { Fact, Named } from './types.ts'

export interface EditorPart {
  facts: readonly Fact[]
  relations: readonly string[]
  named: Named
  onNamed: (found: Partial<Named>) => void
  /** What is wrong at a place of the document. */
  errorAt: (place: string) => string | undefined
  /** What deserves a second look there. */
  warningAt: (place: string) => string | undefined
}
