import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'

type BuildSerializer = ReturnType<typeof SerializerSelector>

/** Fastify's own serializers, each compiled when it is first needed: compiling every answer at the start costs a second and 60 MB. */
export const lazySerializers: BuildSerializer = (externalSchemas, options) => {
  const make = SerializerSelector()(externalSchemas, options)
  return (route) => {
    let serialize: ReturnType<typeof make> | undefined
    return (answer) => {
      serialize ??= make(route)
      return serialize(answer)
    }
  }
}
