import { type Static, Type } from 'typebox'
import { OutsideError } from '../outsideError.ts'
import { collect } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'
import { armResources } from './armResources.ts'
import { type Progress, startOrPoll } from './longRunning.ts'

/** `stopped` means that its compute is not charged for; `changing` that Azure is stopping or starting it. */
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
  /** Where its power stands in its own answer, and what it is called there. */
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

/** Whether it no longer runs; what is on its way there is not yet. */
export function isStopped({ power }: Pick<Stoppable, 'power'>): boolean {
  return power === 'stopped'
}

/** Stopping and starting what costs money while it runs; data is kept. */
export function armPower(send: Send) {
  const { queryResourceGraph } = armResources(send)

  /** Undefined when it is gone. */
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

  /** Looks first: what is there already, or gone, needs nothing, and some services refuse to do a thing twice. */
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
      // Something else is being done to it; that ends.
      if (error instanceof OutsideError && error.status === 409)
        throw new OutsideError({ ...error, message: error.message, retryable: true }, { cause: error })
      throw error
    }
  }

  return {
    /**
     * What can be stopped in a subscription or resource group, as Resource Graph saw it a minute or so ago: use `readPower` to be sure of one.
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
    /** Starts stopping it, or looks how that stands. Stopped already, or gone, is done. */
    stopResource: (id: string, state?: string) => change(id, 'stopped', state),
    /** Starts starting it, or looks how that stands. Running already, or gone, is done. */
    startResource: (id: string, state?: string) => change(id, 'running', state),
  }
}

/** Every service has its own words. A machine that is `stopped` but not `deallocated` is still charged for. */
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

/** A scale set without machines costs nothing. */
function together(powers: Power[]): Power {
  return (['changing', 'running', 'unknown'] as const).find((power) => powers.includes(power)) ?? 'stopped'
}

function typeOf(id: string): string {
  const [, , , , , , provider = '', type = ''] = id.toLowerCase().split('/')
  return `${provider}/${type}`
}

function kindOf(id: string): Kind {
  const kind = kinds[typeOf(id)]
  if (!kind) throw new Error(`${typeOf(id)} cannot be stopped`)
  return kind
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
