import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createArgocd } from '../../server/clients/argocd/argocd.ts'
import { createArm } from '../../server/clients/arm/arm.ts'
import { azureDevOpsHost } from '../../server/clients/git/azureDevOpsHost.ts'
import { createGraph } from '../../server/clients/graph/graph.ts'
import { createKeyVault } from '../../server/clients/keyvault/keyVault.ts'
import { argocdCalls, armCalls, type Call, gitCalls, graphCalls, keyVaultCalls } from './calls.ts'
import { readGraph } from './graphReference.ts'
import { presentTable } from './presentTable.ts'
import { type Example, readSwagger } from './swagger.ts'
import { type Service, type Verdict, validateParsers } from './validateParsers.ts'

/** The vendors’ responses, which are reference data outside the repository. */
const wire = join(import.meta.dirname, '../../../shared/wire')
const isAbsent = !existsSync(wire)
if (isAbsent) console.warn(`The vendors’ responses are not at ${wire}, so parsers are not tested.`)

const clock = { now: Date.now, wait: async () => {} }
const inQuery = (query: URLSearchParams) => query.get('api-version') ?? undefined

/** Slipway selects IDs, so a sample without IDs is for a different query. */
function hasIds({ body }: Example): boolean {
  if (typeof body !== 'object' || body === null) return true
  if (!('value' in body)) return 'id' in body || 'status' in body
  return Array.isArray(body.value) && body.value.every((each: unknown) => typeof each !== 'object' || each === null || 'id' in each)
}

type Calls = Readonly<Record<string, Call<never> | string>>
const validator = <C>(service: Service, create: Parameters<typeof validateParsers<C>>[1], calls: Calls) =>
  validateParsers<C>(service, create, calls as Readonly<Record<string, Call<C> | string>>)

const services: Record<string, { calls: Calls; run(calls: Calls): Promise<Verdict> }> = {
  Azure: {
    calls: armCalls,
    run: (calls) => {
      const find = readSwagger(join(wire, 'specs/specification'), (file) => !file.includes('data-plane'))
      // Slipway reads states directly, never aggregated with $apply.
      const matches = ({ name }: Example) => !/^PolicyStates_FilterAnd/.test(name)
      return validator({ name: 'Azure', find, version: inQuery, fits: matches }, createArm, calls)
    },
  },
  'Key Vault': {
    calls: keyVaultCalls,
    run: (calls) => {
      const find = readSwagger(join(wire, 'specs/specification/keyvault/data-plane'))
      return validator({ name: 'Key Vault', find, version: inQuery }, (send) => createKeyVault(send.origin, () => send, clock), calls)
    },
  },
  'Microsoft Graph': {
    calls: graphCalls,
    run: (calls) => {
      const find = readGraph(join(wire, 'graph/graph-v1_0-proxy-mocks.json'), join(wire, 'graph/v1.0-Prod.csdl.gz'))
      return validator({ name: 'Microsoft Graph', find, version: () => 'v1.0', fits: hasIds }, (send) => createGraph(send, clock), calls)
    },
  },
  'Azure DevOps': {
    calls: gitCalls,
    run: (calls) => {
      const find = readSwagger(join(wire, 'azure-devops/specification'), (file) => !file.includes('httpExamples'))
      // The description says that the change is text, but every response has an object.
      const matches = (_: Example, { id }: { id: string }) => id !== 'Diffs_Get'
      return validator(
        { name: 'Azure DevOps', find, version: inQuery, fits: matches },
        (send) => azureDevOpsHost(send, 'org/project/repo', clock),
        calls,
      )
    },
  },
  'Argo CD': {
    calls: argocdCalls,
    run: (calls) => validator({ name: 'Argo CD', find: readSwagger(join(wire, 'argocd')), version: () => undefined }, createArgocd, calls),
  },
}

describe.skipIf(isAbsent)('the parsers of responses', () => {
  const verdicts = new Map<string, Verdict>()

  it.each(Object.keys(services))('accepts the vendor’s examples of %s, and reports missing fields', async (service) => {
    const { calls, run } = services[service]!
    const verdict = await run(calls)
    verdicts.set(service, verdict)
    expect(verdict.failures).toEqual([])
    expect(Math.min(...verdict.rows.map(({ examples, unfit }) => examples + unfit))).toBeGreaterThan(0)
  })

  it('has a reason for each call without a specification', () => {
    const unknownNames = [...verdicts].flatMap(([service, verdict]) => [...verdict.unknown.keys()].map((call) => `${service}: ${call}`))
    const recordedNames = [...verdicts.keys()].flatMap((service) =>
      Object.entries(services[service]!.calls).flatMap(([name, call]) =>
        typeof call !== 'string' && call.unspecified ? [`${service}: ${name}`] : [],
      ),
    )
    expect(unknownNames.sort()).toEqual(recordedNames.sort())
  })

  it('matches the committed table of required fields', async () => {
    const table = presentTable(
      Object.fromEntries([...verdicts].map(([service, verdict]) => [service, { verdict, calls: services[service]!.calls }])),
    )
    await expect(table).toMatchFileSnapshot('../../docs/parsers.md')
  })
})
