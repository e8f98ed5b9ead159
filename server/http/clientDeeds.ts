import { deeds } from '../audit/deeds.ts'

/** The labels of the system actions as the source of `client/deeds.ts`, so that screens and the audit trail use the same ones. */
export function clientDeeds(): string {
  const lines = Object.entries(deeds).map(([name, words]) => `  ${name}: '${words}',`)
  return `// Written by scripts/openapi.ts from the system actions of the server.\nexport const deeds = {\n${lines.join('\n')}\n} as const\n`
}
