import { Check, CircleAlert } from 'lucide-react'
import { draftFields } from '../../../shared/draftFields.ts'
import { RadioCards } from '../../../ui/Checkbox.tsx'
import { CatalogueCards } from './CatalogueCards.tsx'
import { classifications, connectivities, criticalities, regions } from './choices.ts'
import type { StepProps } from './stepProps.ts'

export function PlatformStep({ draft, change, errorOf, stateOf, catalogue }: StepProps) {
  const { field } = draftFields({ draft, change, errorOf })
  const addresses = draft.connectivity === 'corporate' ? stateOf('region') : undefined
  const State = addresses?.status === 'bad' ? CircleAlert : Check
  return (
    <>
      <div>
        <RadioCards label="Region" columns={4} options={regions} {...field('region')} />
        <div aria-live="polite">
          {addresses && addresses.status !== 'checking' && !errorOf('region') && (
            <p className={`mt-1.5 flex gap-1.5 text-sm ${addresses.status === 'bad' ? 'text-bad' : 'text-ok'}`}>
              <State size={15} aria-hidden className="mt-0.5 shrink-0" />
              {addresses.text}
            </p>
          )}
        </div>
      </div>
      <RadioCards label="Network connection" columns={3} options={connectivities} {...field('connectivity')} />
      <RadioCards
        label="Data classification"
        hint="Choose the most sensitive data in the account. This determines its security controls."
        columns={4}
        options={classifications}
        {...field('dataClassification')}
      />
      <RadioCards label="Criticality" columns={4} options={criticalities} {...field('criticality')} />
      <CatalogueCards
        items={catalogue}
        chosen={draft.catalogueItemIds}
        error={errorOf('catalogueItemIds')}
        onChange={(catalogueItemIds) => change({ catalogueItemIds })}
      />
    </>
  )
}
