import { operations } from '../operations.ts'
import { declaredErrors } from './declared.ts'
import { errorCodes } from './errors.ts'

/** As the formatter breaks lines, so that what is written passes its check. */
const lineWidth = 140

/** The table the client needs at run time, as the text of `client/routes.ts`. */
export function clientRoutes(): string {
  const lines = operations.map((operation) => {
    const statuses = new Set([
      ...Object.keys(operation.answers).map(Number),
      ...declaredErrors(operation).map((code) => errorCodes[code][0]),
    ])
    const parts = [
      `method: '${operation.method}'`,
      `path: '${operation.path}'`,
      `statuses: [${[...statuses].sort((one, other) => one - other).join(', ')}]`,
    ]
    const line = `  ${operation.id}: { ${parts.join(', ')} },`
    return line.length <= lineWidth ? line : `  ${operation.id}: {\n${parts.map((part) => `    ${part},\n`).join('')}  },`
  })
  return `// Written by scripts/openapi.ts from the server's operations.\nimport type { Route } from './client.ts'\n\nexport const routes = {\n${lines.join('\n')}\n} as const satisfies Record<string, Route>\n`
}
