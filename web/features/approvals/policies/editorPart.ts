import type { Fact, PolicyNames } from './types.ts'

export interface EditorPart {
  facts: readonly Fact[]
  relations: readonly string[]
  named: PolicyNames
  onNamed: (resolvedNames: Partial<PolicyNames>) => void
  /** `place` is a JSON pointer into the document. */
  errorAt: (place: string) => string | undefined
  warningAt: (place: string) => string | undefined
}
