import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type BuildSerializer = ReturnType<typeof SerializerSelector>

/**
 * Removes `format: date-time` from a schema. The serializer would check every nullable time, which takes most of the time for a page, and
 * fail with 500 for an outside service's other format. Responses are checked in development.
 */
function withoutMoments(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutMoments)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'format' || value !== 'date-time')
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutMoments(value)]))
}

type Serialize = ReturnType<ReturnType<BuildSerializer>>

/**
 * Fastify's serializers, each compiled at first use, because compiling all at startup takes a second and 60 MB. Routes that answer with the
 * same schema, such as the problem of every refusal, share one.
 */
const compiled = new WeakMap<object, Serialize>()

export const lazySerializers: BuildSerializer = (externalSchemas, options) => {
  const make = SerializerSelector()(externalSchemas, options)
  return (route) => {
    let serialize: Serialize | undefined
    return (answer) => {
      const schema = route.schema as object
      serialize ??= compiled.get(schema)
      if (!serialize) {
        serialize = make({ ...route, schema: withoutMoments(schema) as typeof route.schema })
        compiled.set(schema, serialize)
      }
      return serialize(answer)
    }
  }
}
