import type { ReactNode } from 'react'
import { RadioCards } from '../../../ui/Checkbox.tsx'
import { NumberField } from '../../../ui/NumberField.tsx'
import { Panel } from '../../../ui/Panel.tsx'
import { rolloutFormLabels } from './labels.ts'
import { type RolloutDraft, rolloutDefaults } from './rolloutDraft.ts'
import { WavesDiagram } from './WavesDiagram.tsx'

interface WavesFieldsProps {
  draft: RolloutDraft
  stores: number
  wrong: (field: string) => string | undefined
  onChange: (part: Partial<RolloutDraft>) => void
  children: ReactNode
}

export function WavesFields({ draft, stores, wrong, onChange, children }: WavesFieldsProps) {
  const { waveSize, haltBy, haltAfterFailures, haltAfterPercent } = draft
  return (
    <Panel title="Waves">
      <div className="space-y-4">
        <div className="grid grid-cols-[2fr_3fr] items-end gap-x-3 gap-y-4">
          <NumberField
            label={rolloutFormLabels.waveSize}
            name="waveSize"
            min={1}
            max={500}
            value={waveSize}
            defaultValue={rolloutDefaults.waveSize}
            onChange={(next) => onChange({ waveSize: next })}
            error={wrong('waveSize')}
          />
          {haltBy === 'failures' ? (
            <NumberField
              label={rolloutFormLabels.failureLimit}
              name="haltAfterFailures"
              min={1}
              max={500}
              suffix="stores"
              value={haltAfterFailures}
              defaultValue={rolloutDefaults.haltAfterFailures}
              onChange={(next) => onChange({ haltAfterFailures: next })}
              error={wrong('haltAfterFailures')}
            />
          ) : (
            <NumberField
              label={rolloutFormLabels.failureLimit}
              name="haltAfterPercent"
              min={1}
              max={100}
              suffix="%"
              value={haltAfterPercent}
              defaultValue={rolloutDefaults.haltAfterPercent}
              onChange={(next) => onChange({ haltAfterPercent: next })}
              error={wrong('haltAfterPercent')}
            />
          )}
        </div>
        <RadioCards
          label="Failure limit type"
          columns={2}
          value={haltBy}
          onChange={(value) => onChange({ haltBy: value as RolloutDraft['haltBy'] })}
          options={[
            { value: 'failures', label: 'Number of stores' },
            { value: 'percent', label: 'Percentage' },
          ]}
        />
        <WavesDiagram
          stores={stores}
          waveSize={waveSize ?? rolloutDefaults.waveSize}
          haltBy={haltBy}
          haltAfter={
            haltBy === 'failures'
              ? (haltAfterFailures ?? rolloutDefaults.haltAfterFailures)
              : (haltAfterPercent ?? rolloutDefaults.haltAfterPercent)
          }
        />
        {children}
      </div>
    </Panel>
  )
}
