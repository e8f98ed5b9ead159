import { ExternalLink, Pencil } from 'lucide-react'
import { Activity } from '../../../shared/Activity.tsx'
import { isAllowed } from '../../../shared/reasonOf.ts'
import type { CatalogueItem } from '../../../shared/requestTypes.ts'
import { questionsOf } from '../../../shared/schemaValues.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Drawer } from '../../../ui/Dialog.tsx'
import { Disclosure } from '../../../ui/Disclosure.tsx'
import { KeyValues } from '../../../ui/KeyValues.tsx'
import { PersonChip } from '../../../ui/Person.tsx'
import { ItemPrice } from './ItemPrice.tsx'
import { catalogueLabels } from './labels.ts'

export function ItemDrawer({ item, onClose, onEdit }: { item: CatalogueItem; onClose: () => void; onEdit: () => void }) {
  const asks = questionsOf(item.inputs)
  return (
    <Drawer
      open
      onOpenChange={(open) => !open && onClose()}
      title={item.name}
      description={item.description}
      footer={
        isAllowed(item, 'edit') && (
          <Button icon={Pencil} onClick={onEdit}>
            {catalogueLabels.edit}
          </Button>
        )
      }
    >
      <div className="space-y-6">
        {!item.enabled && (
          <Banner tone="warn" title="No longer available">
            Owners can’t request this item. Accounts that have it keep it.
          </Banner>
        )}
        <KeyValues
          items={[
            { label: catalogueLabels.category, value: item.category },
            { label: 'Version', value: item.version },
            {
              label: 'Estimate with default settings',
              value: <ItemPrice item={item} />,
            },
            {
              label: 'Documentation',
              value: item.documentationUrl ? (
                <a
                  href={item.documentationUrl}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex items-center gap-1 rounded-sm text-accent underline decoration-accent/30 underline-offset-3 hover:decoration-accent"
                >
                  Read documentation<span className="sr-only">, opens in a new tab</span>
                  <ExternalLink size={13} aria-hidden />
                </a>
              ) : undefined,
            },
          ]}
        />
        <section>
          <h3 className="mb-2 text-sm font-semibold text-ink-2">Approvers</h3>
          {item.approvers.length === 0 ? (
            <p>Only the account’s approvers.</p>
          ) : (
            <ul className="space-y-1.5">
              {item.approvers.map((person) => (
                <li key={person.id}>
                  <PersonChip person={person} detail />
                </li>
              ))}
            </ul>
          )}
        </section>
        <section>
          <h3 className="mb-2 text-sm font-semibold text-ink-2">Settings</h3>
          {asks.length === 0 ? (
            <p>No settings.</p>
          ) : (
            <dl className="divide-y divide-line rounded-md border border-line">
              {asks.map((field) => (
                <div key={field.name} className="px-3 py-2">
                  <dt className="font-medium">
                    {field.title}
                    {field.optional && <span className="font-normal text-ink-3"> (optional)</span>}
                  </dt>
                  <dd className="text-sm wrap-anywhere text-ink-2">{field.description}</dd>
                </div>
              ))}
            </dl>
          )}
        </section>
        {isAllowed(item, 'follow') && (
          <section>
            <h3 className="mb-1.5 text-sm font-semibold text-ink-2">Activity</h3>
            <Disclosure label="Full activity">
              <Activity kind="catalogueItem" id={item.id} />
            </Disclosure>
          </section>
        )}
      </div>
    </Drawer>
  )
}
