import { callLabels } from '../audit/callLabels.ts'
import { systemActions } from '../audit/systemActions.ts'

export function clientActions(): string {
  const lines = Object.entries({ ...systemActions, ...callLabels }).map(([name, label]) => `  ${name}: '${label}',`)
  return `// Written by scripts/openapi.ts from the system actions and the labels of operations.\nexport const actionLabels = {\n${lines.join('\n')}\n} as const\n`
}
