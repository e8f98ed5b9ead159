import { type Static, Type } from 'typebox'
import { ExternalError } from '../externalError.ts'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { OptionalNullableString } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'
import { armResources } from './armResources.ts'
import { type Progress, startOrPoll } from './longRunning.ts'

/** `stopped`: the compute is not charged. `changing`: Azure is stopping or starting the resource. */
type Power = 'running' | 'stopped' | 'changing' | 'unknown'

interface StoppableResource {
  id: string
  name: string
  type: string
  power: Power
}

const PowerRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  power: OptionalNullableString,
  state: OptionalNullableString,
  cluster: OptionalNullableString,
})
const SetMachine = Type.Object({ id: Type.String(), power: OptionalNullableString })

const Statuses = Type.Optional(Type.Array(Type.Object({ code: Type.Optional(Type.String()) })))
const PowerResource = Type.Object({
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
  read: (resourceView: Static<typeof PowerResource>) => string | undefined
}

const stateOfResource = (resourceView: Static<typeof PowerResource>) => resourceView.properties?.state
const powerOfView = ({ properties }: Static<typeof PowerResource>) =>
  properties?.instanceView?.statuses?.map(({ code }) => code ?? '').find((code) => code.toLowerCase().startsWith('powerstate/'))

const scaleSet = 'microsoft.compute/virtualmachinescalesets'
const kinds: Record<string, Kind> = {
  'microsoft.compute/virtualmachines': { apiVersion: apiVersions.compute, stop: 'deallocate', read: powerOfView },
  [scaleSet]: { apiVersion: apiVersions.compute, stop: 'deallocate', read: powerOfView },
  'microsoft.web/sites': { apiVersion: apiVersions.web, stop: 'stop', read: stateOfResource },
  'microsoft.containerservice/managedclusters': {
    apiVersion: apiVersions.kubernetes,
    stop: 'stop',
    read: (resourceView) => resourceView.properties?.powerState?.code,
  },
  'microsoft.dbforpostgresql/flexibleservers': { apiVersion: apiVersions.postgresql, stop: 'stop', read: stateOfResource },
  'microsoft.dbformysql/flexibleservers': { apiVersion: apiVersions.mysql, stop: 'stop', read: stateOfResource },
}

export function armPower(send: Send) {
  const { queryResourceGraph } = armResources(send)

  async function fetchPower(id: string): Promise<Power | undefined> {
    const kind = kindOf(id)
    const query = { 'api-version': kind.apiVersion, $expand: kind.read === powerOfView ? 'instanceView' : undefined }
    if (typeOf(id) === scaleSet) {
      try {
        const vmResources = await fetchAllPages(send, { method: 'GET', path: `${id}/virtualMachines`, query }, PowerResource)
        return worstPower(vmResources.map((virtualMachine) => powerOfStatus(powerOfView(virtualMachine))))
      } catch (error) {
        if (error instanceof ExternalError && error.status === 404) return undefined
        throw error
      }
    }
    const reply = await send({ method: 'GET', path: id, query, accept: [404] })
    return reply.status === 404 ? undefined : powerOfStatus(kind.read(reply.as(PowerResource)))
  }

  /**
   * Reads the state first. A missing resource and a resource that is already in the requested state need no change, and some services
   * reject a repeated change.
   */
  async function setPower(id: string, targetState: 'running' | 'stopped', state: string | undefined): Promise<Progress<undefined>> {
    if (state === undefined) {
      const currentPower = await fetchPower(id)
      if (currentPower === undefined || currentPower === targetState) return { done: true, result: undefined }
    }
    const { apiVersion, stop } = kindOf(id)
    const path = `${id}/${targetState === 'stopped' ? stop : 'start'}`
    try {
      const progress = await startOrPoll(send, { method: 'POST', path, query: { 'api-version': apiVersion }, idempotent: true }, state)
      return progress.done ? { done: true, result: undefined } : progress
    } catch (error) {
      if (error instanceof ExternalError && error.status === 404 && state === undefined) return { done: true, result: undefined }
      // Another operation on the resource is running and has to end first.
      if (error instanceof ExternalError && error.status === 409)
        throw new ExternalError({ ...error, message: error.message, retryable: true }, { cause: error })
      throw error
    }
  }

  return {
    /**
     * Lists resources that can be stopped in a subscription or resource group. Resource Graph is about a minute late, so `readPower` has to
     * read the current state.
     */
    async listStoppable(scope: string): Promise<StoppableResource[]> {
      const [, , subscriptionId = '', , group] = scope.split('/')
      const groupFilter = group === undefined ? '' : ` and resourceGroup =~ ${quote(group)}`
      const types = Object.keys(kinds).map(quote).join(', ')
      const machineRows = await queryResourceGraph(
        [subscriptionId],
        `resources | where type in~ (${types})${groupFilter} | project id, name, type, power = properties.extended.instanceView.powerState.code, state = properties.state, cluster = properties.powerState.code`,
        PowerRow,
      )
      const hasScaleSet = machineRows.some(({ type }) => type.toLowerCase() === scaleSet)
      const vmResources = hasScaleSet
        ? await queryResourceGraph(
            [subscriptionId],
            `computeresources | where type =~ '${scaleSet}/virtualmachines'${groupFilter} | project id, power = properties.extended.instanceView.powerState.code`,
            SetMachine,
          )
        : []
      return machineRows.map(({ id, name, type, power, state, cluster }) => {
        const ownMachines = vmResources.filter((virtualMachine) => virtualMachine.id.toLowerCase().startsWith(`${id.toLowerCase()}/`))
        const currentPower =
          type.toLowerCase() === scaleSet
            ? worstPower(ownMachines.map((each) => powerOfStatus(each.power)))
            : powerOfStatus(power ?? cluster ?? state)
        return { id, name, type: type.toLowerCase(), power: currentPower }
      })
    },

    readPower: fetchPower,
    /** Starts stopping the resource, or polls with `state`. A stopped or missing resource counts as done. */
    stopResource: (id: string, state?: string) => setPower(id, 'stopped', state),
    /** Requests the start of the resource, or polls with `state`. A running or missing resource counts as done. */
    startResource: (id: string, state?: string) => setPower(id, 'running', state),
  }
}

/** Each service names its states differently. A VM that is `stopped` but not `deallocated` is still charged. */
function powerOfStatus(statusText: string | null | undefined): Power {
  switch (statusText?.toLowerCase()) {
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

function worstPower(powers: Power[]): Power {
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
