import { paths } from '../../../paths.ts'
import { cockpitTabLabels } from '../../../shared/cockpitTabLabels.ts'
import { Tile } from '../../../shared/Tile.tsx'
import { formatNumber } from '../../../ui/format.ts'
import { RelativeTime } from '../../../ui/Time.tsx'
import { stuckLabels } from './stuckLabels.ts'
import type { Connector, Overview } from './types.ts'

export function Tiles({ overview, connectors }: { overview: Overview; connectors: readonly Connector[] | undefined }) {
  const { stuckWork, retrying, moving, waiting, finishedLastDay, cancelledLastDay } = overview
  const isPaused = overview.pauses.some(({ queue }) => queue === 'work')
  const unhealthyConnectors = connectors?.filter(({ state }) => state === 'down' || state === 'degraded') ?? []
  const isDown = unhealthyConnectors.some(({ state }) => state === 'down')
  return (
    <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Tile
        label={cockpitTabLabels.stuck}
        figure={stuckWork.total}
        tone={stuckWork.total > 0 ? 'bad' : 'ok'}
        href={paths.stuckWork()}
        note={stuckWork.oldestSince ? <RelativeTime at={stuckWork.oldestSince} /> : `${stuckLabels.none}.`}
        {...(stuckWork.oldestSince && { lead: stuckLabels.oldest })}
      />
      <Tile
        label="Retrying"
        figure={retrying}
        tone={retrying > 0 ? 'warn' : 'ok'}
        href={paths.runs({ show: 'stuck' })}
        note={retrying > 0 ? 'Retried automatically after an error.' : 'No errors.'}
      />
      <Tile
        label="In progress"
        figure={moving}
        tone={isPaused ? 'warn' : moving > 0 ? 'busy' : 'neutral'}
        href={paths.runs()}
        note={
          isPaused
            ? 'Runs are paused.'
            : `${waiting > 0 ? `${formatNumber(waiting)} waiting, ` : ''}${finishedLastDay >= 10_000 ? '10,000+' : finishedLastDay} finished in 24 hours${cancelledLastDay > 0 ? `, ${cancelledLastDay} cancelled` : ''}`
        }
      />
      <Tile
        label="Failing services"
        figure={unhealthyConnectors.length}
        tone={isDown ? 'bad' : unhealthyConnectors.length > 0 ? 'warn' : 'ok'}
        href={paths.cockpit('connectors')}
        note={
          connectors === undefined
            ? ' '
            : unhealthyConnectors.length > 0
              ? unhealthyConnectors.map(({ service }) => service).join(', ')
              : `All ${connectors.length} healthy at last check.`
        }
      />
    </ul>
  )
}
