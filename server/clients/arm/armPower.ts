import { type Static, Type } from 'typebox'
import { OutsideError } from '../outsideError.ts'
import { collect } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'
import { armResources } from './armResources.ts'
import { type Progress, startOrPoll } from './longRunning.ts'

/** `stopped`: compute is not charged. `changing`: Azure is stopping or starting it. */
export type Power = 'running' | 'stopped' | 'changing' | 'unknown'

export interface Stoppable {
  id: string
  name: string
  /** In lower case. */
  type: string
  power: Power
}

const Found = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  power: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  state: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  cluster: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})
const SetMachine = Type.Object({ id: Type.String(), power: Type.Optional(Type.Union([Type.String(), Type.Null()])) })

const Statuses = Type.Optional(Type.Array(Type.Object({ code: Type.Optional(Type.String()) })))
const Seen = Type.Object({
  properties: Type.Optional(
    Type.Object({
      state: Type.Optional(Type.String()),
      powerState: Type.Optional(Type.Object({ code: Type.Optional(Type.String()) })),
      instanceView: Type.Optional(Type.Object({ statuses: Statuses })),
    }),
  ),
})

interface Kind {
  apiVersion: string
  stop: string
  read: (seen: Static<typeof Seen>) => string | undefined
}

const byState = (seen: Static<typeof Seen>) => seen.properties?.state
const byView = ({ properties }: Static<typeof Seen>) =>
  properties?.instanceView?.statuses?.map(({ code }) => code ?? '').find((code) => code.toLowerCase().startsWith('powerstate/'))

const scaleSet = 'microsoft.compute/virtualmachinescalesets'
const kinds: Record<string, Kind> = {
  'microsoft.compute/virtualmachines': { apiVersion: apiVersions.compute, stop: 'deallocate', read: byView },
  [scaleSet]: { apiVersion: apiVersions.compute, stop: 'deallocate', read: byView },
  'microsoft.web/sites': { apiVersion: apiVersions.web, stop: 'stop', read: byState },
  'microsoft.containerservice/managedclusters': {
    apiVersion: apiVersions.kubernetes,
    stop: 'stop',
    read: (seen) => seen.properties?.powerState?.code,
  },
  'microsoft.dbforpostgresql/flexibleservers': { apiVersion: apiVersions.postgresql, stop: 'stop', read: byState },
  'microsoft.dbformysql/flexibleservers': { apiVersion: apiVersions.mysql, stop: 'stop', read: byState },
}

/** True once it no longer runs; false while it is stopping. */
export function isStopped({ power }: Pick<Stoppable, 'power'>): boolean {
  return power === 'stopped'
}

export function armPower(send: Send) {
  const { queryResourceGraph } = armResources(send)

  async function readPower(id: string): Promise<Power | undefined> {
    const kind = kindOf(id)
    const query = { 'api-version': kind.apiVersion, $expand: kind.read === byView ? 'instanceView' : undefined }
    if (typeOf(id) === scaleSet) {
      try {
        const machines = await collect(send, { method: 'GET', path: `${id}/virtualMachines`, query }, Seen)
        return together(machines.map((machine) => meaning(byView(machine))))
      } catch (error) {
        if (error instanceof OutsideError && error.status === 404) return undefined
        throw error
      }
    }
    const reply = await send({ method: 'GET', path: id, query, accept: [404] })
    return reply.status === 404 ? undefined : meaning(kind.read(reply.as(Seen)))
  }

  /** Reads the state first: a missing resource, or a resource in that state, needs no change, and some services reject a repeated change. */
  async function change(id: string, to: 'running' | 'stopped', state: string | undefined): Promise<Progress<undefined>> {
    if (state === undefined) {
      const now = await readPower(id)
      if (now === undefined || now === to) return { done: true, result: undefined }
    }
    const { apiVersion, stop } = kindOf(id)
    const path = `${id}/${to === 'stopped' ? stop : 'start'}`
    try {
      const at = await startOrPoll(send, { method: 'POST', path, query: { 'api-version': apiVersion }, idempotent: true }, state)
      return at.done ? { done: true, result: undefined } : at
    } catch (error) {
      if (error instanceof OutsideError && error.status === 404 && state === undefined) return { done: true, result: undefined }
      // Another operation on the resource is running, and will end.
      if (error instanceof OutsideError && error.status === 409)
        throw new OutsideError({ ...error, message: error.message, retryable: true }, { cause: error })
      throw error
    }
  }

  return {
    /**
     * Lists resources that can be stopped in a subscription or resource group, as of Resource Graph about a minute ago: use `readPower` for
     * the current state.
     */
    async listStoppable(scope: string): Promise<Stoppable[]> {
      const [, , subscriptionId = '', , group] = scope.split('/')
      const within = group === undefined ? '' : ` and resourceGroup =~ ${quote(group)}`
      const types = Object.keys(kinds).map(quote).join(', ')
      const found = await queryResourceGraph(
        [subscriptionId],
        `resources | where type in~ (${types})${within} | project id, name, type, power = properties.extended.instanceView.powerState.code, state = properties.state, cluster = properties.powerState.code`,
        Found,
      )
      const ofSets = found.some(({ type }) => type.toLowerCase() === scaleSet)
      const machines = ofSets
        ? await queryResourceGraph(
            [subscriptionId],
            `computeresources | where type =~ '${scaleSet}/virtualmachines'${within} | project id, power = properties.extended.instanceView.powerState.code`,
            SetMachine,
          )
        : []
      return found.map(({ id, name, type, power, state, cluster }) => {
        const own = machines.filter((machine) => machine.id.toLowerCase().startsWith(`${id.toLowerCase()}/`))
        const now = type.toLowerCase() === scaleSet ? together(own.map((each) => meaning(each.power))) : meaning(power ?? cluster ?? state)
        return { id, name, type: type.toLowerCase(), power: now }
      })
    },

    readPower,
    /** Starts stopping it, or polls with `state`. A stopped or missing resource is done. */
    stopResource: (id: string, state?: string) => change(id, 'stopped', state),
    /** Starts starting it, or polls with `state`. A running or missing resource is done. */
    startResource: (id: string, state?: string) => change(id, 'running', state),
  }
}

/** Each service has its own terms. A machine that is `stopped` but not `deallocated` is still charged. */
function meaning(word: string | null | undefined): Power {
  switch (word?.toLowerCase()) {
    case 'powerstate/running':
    case 'powerstate/stopped':
    case 'running':
    case 'ready':
      return 'running'
    case 'powerstate/deallocated':
    case 'stopped':
    case 'disabled':
      return 'stopped'
    case 'powerstate/starting':
    case 'powerstate/stopping':
    case 'powerstate/deallocating':
    case 'starting':
    case 'stopping':
    case 'updating':
      return 'changing'
    default:
      return 'unknown'
  }
}

function together(powers: Power[]): Power {
  return (['changing', 'running', 'unknown'] as const).find((power) => powers.includes(power)) ?? 'stopped'
}

function typeOf(id: string): string {
  const [, , , , , , provider = '', type = ''] = id.toLowerCase().split('/')
  return `${provider}/${type}`
}

function kindOf(id: string): Kind {
  const kind = kinds[typeOf(id)]
  if (!kind) throw new Error(`${typeOf(id)} can’t be stopped`)
  return kind
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
