import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type BuildSerializer = ReturnType<typeof SerializerSelector>

/**
 * Removes `format: date-time` from a schema. The serializer would check every nullable time, which takes most of the time for a page, and
 * would fail with 500 if an external service used a different format. Responses are checked in development instead.
 */
function withoutDateFormat(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDateFormat)
  if (typeof schema !== 'object' || schema === null) return schema
  const keywords = Object.entries(schema).filter(([key, value]) => key !== 'format' || value !== 'date-time')
  return Object.fromEntries(keywords.map(([key, value]) => [key, withoutDateFormat(value)]))
}

type Serialize = ReturnType<ReturnType<BuildSerializer>>

/**
 * Serializers of Fastify, each of which is compiled at its first use, because compiling all of them at startup takes a second and 60 MB.
 * Routes with the same response schema, such as the error response, share one.
 */
const serializers = new WeakMap<object, Serialize>()

export const lazySerializers: BuildSerializer = (externalSchemas, options) => {
  const createSerializer = SerializerSelector()(externalSchemas, options)
  return (route) => {
    let serialize: Serialize | undefined
    return (reply) => {
      const schema = route.schema as object
      serialize ??= serializers.get(schema)
      if (!serialize) {
        serialize = createSerializer({ ...route, schema: withoutDateFormat(schema) as typeof route.schema })
        serializers.set(schema, serialize)
      }
      return serialize(reply)
    }
  }
}
