import { operations } from '../operations.ts'
import { contractStatuses } from './declared.ts'

const lineWidth = 140

export function clientRoutes(): string {
  const lines = operations.map((operation) => {
    const routeFields = [
      `method: '${operation.method}'`,
      `path: '${operation.path}'`,
      `statuses: [${contractStatuses(operation).join(', ')}]`,
      ...(operation.apiKey ? ['apiKey: true'] : []),
    ]
    const line = `  ${operation.id}: { ${routeFields.join(', ')} },`
    return line.length <= lineWidth ? line : `  ${operation.id}: {\n${routeFields.map((part) => `    ${part},\n`).join('')}  },`
  })
  return `// Written by scripts/openapi.ts from the server's operations.\nimport type { Route } from './client.ts'\n\nexport const routes = {\n${lines.join('\n')}\n} as const satisfies Record<string, Route>\n`
}
