import { Check, CircleAlert } from 'lucide-react'
import { RadioCards } from '../../../ui/Choice.tsx'
import { CatalogueCards } from './CatalogueCards.tsx'
import { classifications, connectivities, criticalities, regions } from './choices.ts'
import type { Draft } from './draft.ts'
import type { StepProps } from './stepProps.ts'

export function PlatformStep({ draft, change, errorOf, stateOf, catalogue }: StepProps) {
  const addresses = draft.connectivity === 'corporate' ? stateOf('region') : undefined
  const State = addresses?.status === 'bad' ? CircleAlert : Check
  return (
    <>
      <div>
        <RadioCards
          label="Region"
          name="region"
          columns={4}
          options={regions}
          value={draft.region}
          error={errorOf('region')}
          onChange={(region) => change({ region })}
        />
        <div aria-live="polite">
          {addresses && addresses.status !== 'checking' && !errorOf('region') && (
            <p className={`mt-1.5 flex gap-1.5 text-sm ${addresses.status === 'bad' ? 'text-bad' : 'text-ok'}`}>
              <State size={15} aria-hidden className="mt-0.5 shrink-0" />
              {addresses.text}
            </p>
          )}
        </div>
      </div>
      <RadioCards
        label="Network connection"
        name="connectivity"
        columns={3}
        options={connectivities}
        value={draft.connectivity}
        error={errorOf('connectivity')}
        onChange={(connectivity) => change({ connectivity: connectivity as Draft['connectivity'] })}
      />
      <RadioCards
        label="Data classification"
        name="dataClassification"
        hint="Choose the most sensitive data in the account. This determines its security controls."
        columns={4}
        options={classifications}
        value={draft.dataClassification}
        error={errorOf('dataClassification')}
        onChange={(value) => change({ dataClassification: value as Draft['dataClassification'] })}
      />
      <RadioCards
        label="Criticality"
        name="criticality"
        columns={4}
        options={criticalities}
        value={draft.criticality}
        error={errorOf('criticality')}
        onChange={(value) => change({ criticality: value as Draft['criticality'] })}
      />
      <CatalogueCards
        items={catalogue}
        chosen={draft.catalogueItemIds}
        error={errorOf('catalogueItemIds')}
        onChange={(catalogueItemIds) => change({ catalogueItemIds })}
      />
    </>
  )
}
