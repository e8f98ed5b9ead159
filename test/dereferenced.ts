interface Components {
  components: Record<string, Record<string, unknown>>
}

/** Replaces every reference in a part of an OpenAPI document by its target; properties beside a reference take precedence. */
export function dereference(part: unknown, document: Components): unknown {
  if (typeof part !== 'object' || part === null) return part
  if (Array.isArray(part)) return part.map((each) => dereference(each, document))
  const { $ref, ...beside } = part as { $ref?: unknown }
  if (typeof $ref !== 'string') return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, dereference(value, document)]))
  const [, , kind = '', name = ''] = $ref.split('/')
  const component = document.components[kind]?.[name]
  if (component === undefined) throw new Error(`The document has no ${$ref}.`)
  return { ...(dereference(component, document) as object), ...beside }
}
