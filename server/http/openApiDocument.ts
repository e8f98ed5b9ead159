import Fastify from 'fastify'
import type { Context } from '../context.ts'
import { Problem } from '../errors.ts'
import { operations } from '../operations.ts'
import { describeApi } from './openapi.ts'
import { register } from './register.ts'
import { validatorCompiler } from './validation.ts'

export async function openApiDocument(): Promise<Record<string, unknown>> {
  const app = Fastify()
  app.setValidatorCompiler(validatorCompiler)
  app.addSchema(Problem)
  const config = { publicUrl: 'https://slipway.example', segments: { incidentService: 'snow', deploymentTool: 'argo' } }
  await describeApi(app, config)
  for (const operation of operations) register(app, operation, { config } as Context)
  await app.ready()
  const document = app.swagger() as unknown as Record<string, unknown>
  await app.close()
  return document
}
