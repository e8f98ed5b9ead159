import { deeds } from '../audit/deeds.ts'

export function clientDeeds(): string {
  const lines = Object.entries(deeds).map(([name, words]) => `  ${name}: '${words}',`)
  return `// Written by scripts/openapi.ts from what the server does by itself.\nexport const deeds = {\n${lines.join('\n')}\n} as const\n`
}
