import { context, trace } from '@opentelemetry/api'
import type { Config } from '../config.ts'
import { switchTracing } from './span.ts'

interface Tracing {
  stop(): Promise<void>
}

/** Sends spans by OTLP over http, if this is configured. Otherwise, OpenTelemetry is not loaded at all. */
export async function startTracing(config: Pick<Config, 'tracing'> & { external?: Pick<Config['external'], 'proxy'> }): Promise<Tracing> {
  if (!config.tracing) return { stop: async () => {} }
  const { endpoint, headers, ratio } = config.tracing
  const [{ TracerProvider, BatchSpanProcessor, ParentBasedSampler, TraceIdRatioBasedSampler }, { OTLPTraceExporter }, hooks, resources] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/resources'),
    ])
  const proxyEnv = config.external?.proxy
  const agentOptions = { keepAlive: true, ...(proxyEnv && { proxyEnv: { ...proxyEnv } }) }
  const provider = new TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': 'slipway' }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers, httpAgentOptions: agentOptions }),
      }),
    ],
  })
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  trace.setGlobalTracerProvider(provider)
  switchTracing(true)
  return {
    async stop() {
      switchTracing(false)
      await provider.shutdown()
      trace.disable()
      context.disable()
    },
  }
}
