import { deeds } from '../audit/deeds.ts'

/** The words for what Slipway does by itself, as the text of `client/deeds.ts`: screens show them, and no other words are kept anywhere. */
export function clientDeeds(): string {
  const lines = Object.entries(deeds).map(([name, words]) => `  ${name}: '${words}',`)
  return `// Written by scripts/openapi.ts from what the server does by itself.\nexport const deeds = {\n${lines.join('\n')}\n} as const\n`
}
