interface Components {
  components: Record<string, Record<string, unknown>>
}

/** Replaces every reference in a part of an OpenAPI document by its target; properties beside a reference take precedence. */
export function dereferenced(part: unknown, document: Components): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((each) => dereferenced(each, document))
  const { $ref, ...beside } = part as { $ref?: unknown }
  if (typeof $ref !== 'string') return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, dereferenced(value, document)]))
  const [, , kind = '', name = ''] = $ref.split('/')
  const found = document.components[kind]?.[name]
  if (found === undefined) throw new Error(`The document has no ${$ref}.`)
  return { ...(dereferenced(found, document) as object), ...beside }
}
