import { systemActions } from '../audit/systemActions.ts'

export function clientActions(): string {
  const lines = Object.entries(systemActions).map(([name, label]) => `  ${name}: '${label}',`)
  return `// Written by scripts/openapi.ts from the system actions of the server.\nexport const systemActions = {\n${lines.join('\n')}\n} as const\n`
}
