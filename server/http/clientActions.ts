import { systemActions } from '../audit/systemActions.ts'

/** Generates `client/systemActions.ts` from the labels of the system actions, so that screens and the audit trail use the same labels. */
export function clientActions(): string {
  const lines = Object.entries(systemActions).map(([name, label]) => `  ${name}: '${label}',`)
  return `// Written by scripts/openapi.ts from the system actions of the server.\nexport const systemActions = {\n${lines.join('\n')}\n} as const\n`
}
