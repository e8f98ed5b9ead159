import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type BuildSerializer = ReturnType<typeof SerializerSelector>

/**
 * The schema without `format: date-time`. The serializer would check every moment that can also be null, which takes most of the time that
 * it needs for a page, and answer 500 to one that an outside service writes in another way. Answers are checked in development.
 */
function withoutMoments(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutMoments)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([key, value]) => key !== 'format' || value !== 'date-time')
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutMoments(value)]))
}

/** Fastify's own serializers, each compiled when it is first needed: compiling every answer at the start costs a second and 60 MB. */
export const lazySerializers: BuildSerializer = (externalSchemas, options) => {
  const make = SerializerSelector()(externalSchemas, options)
  return (route) => {
    let serialize: ReturnType<typeof make> | undefined
    return (answer) => {
      serialize ??= make({ ...route, schema: withoutMoments(route.schema) as typeof route.schema })
      return serialize(answer)
    }
  }
}
