import type { Fact, PolicyKind, PolicyNames } from './types.ts'

export interface EditorPart {
  kind: PolicyKind
  facts: readonly Fact[]
  relations: readonly string[]
  named: PolicyNames
  onNamed: (resolvedNames: Partial<PolicyNames>) => void
  /** `path` is a JSON pointer into the document. */
  errorAt: (path: string) => string | undefined
  warningAt: (path: string) => string | undefined
}
