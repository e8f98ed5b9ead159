import { systemActions } from '../audit/systemActions.ts'

/** The labels of the system actions as the source of `client/systemActions.ts`, so that screens and the audit trail use the same ones. */
export function clientActions(): string {
  const lines = Object.entries(systemActions).map(([name, label]) => `  ${name}: '${label}',`)
  return `// Written by scripts/openapi.ts from the system actions of the server.\nexport const systemActions = {\n${lines.join('\n')}\n} as const\n`
}
