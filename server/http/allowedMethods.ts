import type { FastifyInstance } from 'fastify'

/** `:id` matches any segment, `:id(^name$)` matches that name, and `*` matches the rest of the path. */
function patternOf(url: string): RegExp {
  const segments = url.split('/').map((segment) => {
    const name = /^:\w+\(\^(\w+)\$\)$/.exec(segment)?.[1]
    if (name) return name
    if (segment.startsWith(':')) return '[^/]+'
    return segment === '*' ? '.*' : RegExp.escape(segment)
  })
  return new RegExp(`^${segments.join('/')}$`)
}

/**
 * Records the routes that are registered from now on. Returns a function that lists the methods of a path, which is empty if the path has
 * no route.
 */
export function recordRoutes(app: FastifyInstance): (path: string) => string[] {
  const methodsByUrl = new Map<string, Set<string>>()
  app.addHook('onRoute', ({ url, method }) => {
    const methods = methodsByUrl.get(url) ?? new Set()
    for (const each of [method].flat()) methods.add(each)
    methodsByUrl.set(url, methods)
  })
  let routes: { pattern: RegExp; methods: Set<string> }[] | undefined
  return (path) => {
    routes ??= [...methodsByUrl].map(([url, methods]) => ({ pattern: patternOf(url), methods }))
    const matchingRoutes = routes.filter(({ pattern }) => pattern.test(path))
    return [...new Set(matchingRoutes.flatMap(({ methods }) => [...methods]))].sort()
  }
}
