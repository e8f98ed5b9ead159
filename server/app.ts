import './subjects.ts'
import { randomUUID } from 'node:crypto'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance } from 'fastify'
import { authenticate } from './auth/authenticate.ts'
import type { Context } from './context.ts'
import { Failure, Problem } from './errors.ts'
import { registerSignIn } from './features/platform/sign-in/signIn.ts'
import { endConnections } from './http/closing.ts'
import { registerErrorHandlers, sendUnroutableError } from './http/failures.ts'
import { guardBrowsers } from './http/headers.ts'
import { lazySerializers } from './http/lazySerializers.ts'
import { registerLiveUpdates } from './http/liveUpdates.ts'
import { logger } from './http/logger.ts'
import { maintenanceGate } from './http/maintenance.ts'
import { describeApi } from './http/openapi.ts'
import { parserOptions, rejectExpectHeader, sendParserError } from './http/parserErrors.ts'
import { preloadForSessions } from './http/preload.ts'
import { RateLimitExchange } from './http/rateLimitExchange.ts'
import { RateLimitStore } from './http/rateLimitStore.ts'
import { acceptJson } from './http/readJson.ts'
import { register } from './http/register.ts'
import { restoreGate } from './http/restoreGate.ts'
import { requireUnusedPrefixes } from './http/routePrefixes.ts'
import { serveOpenApi } from './http/serveOpenApi.ts'
import { serveWeb } from './http/serveWeb.ts'
import { validatorCompiler } from './http/validation.ts'
import { operations } from './operations.ts'
import { countResponses } from './telemetry/countResponses.ts'

export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config } = context
  const app = Fastify({
    loggerInstance: logger(config.logLevel),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    frameworkErrors: sendUnroutableError,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 1_048_576,
    requestTimeout: 60_000,
    connectionTimeout: 70_000,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false, ignoreDuplicateSlashes: false },
    http: parserOptions,
    clientErrorHandler: sendParserError,
    // endConnections rejects requests in the same form as other errors.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    schemaController: { compilersFactory: { buildSerializer: lazySerializers } },
  })
  rejectExpectHeader(app.server)
  app.removeAllContentTypeParsers()
  acceptJson(app, ['application/json'])
  app.setValidatorCompiler(validatorCompiler)
  app.addSchema(Problem)
  await app.register(cookie)
  await app.register(compress, { threshold: 1_024, encodings: ['zstd', 'br', 'gzip'], globalDecompression: false })
  const rateLimits = new RateLimitExchange()
  const exchange = rateLimits.start(context, app.log)
  app.addHook('onClose', () => exchange.stop())
  await app.register(rateLimit, {
    global: true,
    max: 1_200,
    timeWindow: '1 minute',
    store: RateLimitStore.sharedBy(rateLimits),
    keyGenerator: ({ actor, ip }) => (actor && actor.kind !== 'anonymous' ? actor.id : ip),
    errorResponseBuilder: () => new Failure('tooManyRequests', 'Too many requests. Wait a minute and try again.'),
  })
  if (context.metrics) countResponses(app, context.metrics)
  guardBrowsers(app, config)
  endConnections(app, context.draining)
  preloadForSessions(app, context)
  authenticate(app, context)
  registerErrorHandlers(app, context)
  await describeApi(app, config)
  registerSignIn(app, context)
  registerLiveUpdates(app, context)
  requireUnusedPrefixes(config, operations)
  const [maintenance, restore] = [maintenanceGate(context), restoreGate(context)]
  const gates = { ...maintenance, ...restore }
  app.addHook('preClose', async () => {
    maintenance.close()
    restore.close()
  })
  for (const operation of operations)
    if (!operation.developmentOnly || config.mode === 'development') register(app, operation, context, gates)
  await serveWeb(app)
  serveOpenApi(app)
  return app
}
