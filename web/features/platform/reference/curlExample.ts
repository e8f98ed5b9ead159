import { type ApiDocument, type ApiOperation, resolveSchema } from './apiDocument.ts'
import { sampleOf } from './schemaLabels.ts'

/** Token and key are shell variables, so that they don't get into the shell’s history. */
export function curlExample(operation: ApiOperation, document: ApiDocument, origin: string): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const parameter = operation.parameters.find((item) => item.in === 'path' && item.name === name)
    const schema = parameter && resolveSchema(parameter.schema, document).schema
    const hasSample = schema && (schema.format === 'uuid' || schema.const !== undefined)
    return hasSample ? String(sampleOf(schema, document)) : placeholder.replace(/[{}]/g, '')
  })
  const query = operation.parameters
    .filter((item) => item.in === 'query' && item.required)
    .map((item) => `${item.name}=${encodeURIComponent(String(sampleOf(item.schema, document)))}`)
    .join('&')
  const lines = [`curl ${operation.method === 'GET' ? '' : `-X ${operation.method} `}'${origin}${path}${query && `?${query}`}'`]
  if (operation.needs === 'signIn') lines.push(`-H "Authorization: Bearer $SLIPWAY_TOKEN"`)
  if (operation.needs === 'key') lines.push(`-H "x-api-key: $SLIPWAY_KEY"`)
  if (operation.body) {
    const json = JSON.stringify(sampleOf(operation.body, document), null, 2).replaceAll("'", "'\\''")
    lines.push(`-H 'Content-Type: application/json'`, `-d '${json}'`)
  }
  return lines.join(' \\\n  ')
}
