import { Boxes, FlaskConical, Globe, Network, ShieldCheck, Unplug } from 'lucide-react'
import { useState } from 'react'
import { RadioCards } from '../ui/Choice.tsx'
import { MultiCombobox } from '../ui/Combobox.tsx'
import type { FieldError } from '../ui/ErrorSummary.tsx'
import { MoneyField } from '../ui/NumberField.tsx'
import { Page } from '../ui/Page.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PersonChip } from '../ui/Person.tsx'
import { type Option, Select } from '../ui/Select.tsx'
import { TextArea, TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/Toast.tsx'
import { ReviewSection, Wizard } from '../ui/Wizard.tsx'
import { go, useAddress } from './location.tsx'

const people = async (query: string): Promise<Option[]> =>
  ['Amira Okafor', 'Dana Silva', 'Georg Khan', 'Hana Berg', 'Zoë Lindqvist']
    .filter((name) => name.toLowerCase().includes(query.toLowerCase()))
    .map((name) => ({ value: name, label: name, hint: 'Digital' }))

const order = ['purpose', 'network', 'people', 'review']
const titles = { purpose: 'Purpose', network: 'Network', people: 'Owners and budget', review: 'Review' } as Record<string, string>

/** A request in steps with live checks. */
export function RequestScreen() {
  const step = useAddress().query.get('step') ?? 'purpose'
  const [name, setName] = useState('')
  const [tower, setTower] = useState<string | null>(null)
  const [connectivity, setConnectivity] = useState<string | null>('corporate')
  const [owners, setOwners] = useState<Option[]>([])
  const [budget, setBudget] = useState<number | null>(null)
  const [errors, setErrors] = useState<FieldError[]>([])
  const at = order.indexOf(step)
  const errorOf = (field: string) => errors.find((error) => error.name === field)?.message
  const next = () => {
    const wrong: FieldError[] = []
    if (step === 'purpose' && !name) wrong.push({ name: 'name', message: 'Give the account a name' })
    if (step === 'purpose' && !tower) wrong.push({ name: 'tower', message: 'Choose a tower' })
    setErrors(wrong)
    if (wrong.length > 0) return
    if (step === 'review') toast.ok('Request ACC-2026-0043 sent')
    else go(`/request?step=${order[at + 1]}`)
  }
  return (
    <Page title="Request an account" breadcrumbs={[{ label: 'Accounts', href: '/accounts' }]}>
      <Wizard
        label="Request an account"
        current={step}
        steps={order.map((id, place) => ({
          id,
          title: titles[id]!,
          state: place < at ? 'done' : undefined,
          href: place < at ? `/request?step=${id}` : undefined,
        }))}
        onNext={next}
        onBack={() => go(`/request?step=${order[at - 1]}`)}
        errors={errors}
        submitLabel="Send the request"
        draft="Draft kept just now"
        aside={
          <>
            <Panel title="Who decides">
              <ol className="space-y-3">
                <li>
                  <p className="mb-1 text-xs text-ink-2">1 · Family owner</p>
                  <PersonChip person={{ displayName: 'Hana Berg' }} />
                </li>
                <li>
                  <p className="mb-1 text-xs text-ink-2">2 · Tower lead</p>
                  <PersonChip person={{ displayName: 'Ivan Nowak' }} /> <span className="text-sm text-warn">away until Thursday</span>
                </li>
              </ol>
            </Panel>
            <Panel title="How long it takes">
              <p className="text-ink-2">
                Half of the last 40 requests were decided within <strong className="font-semibold text-ink">6 hours</strong>, nine of ten
                within <strong className="font-semibold text-ink">2 days</strong>.
              </p>
            </Panel>
          </>
        }
      >
        {step === 'purpose' && (
          <>
            <TextField
              label="Name"
              name="name"
              hint="1 to 63 characters. It becomes the subscription's name."
              value={name}
              onChange={(event) => {
                setName(event.target.value)
                setErrors((old) => old.filter((error) => error.name !== 'name'))
              }}
              error={errorOf('name')}
              state={
                name === ''
                  ? undefined
                  : name.length < 4
                    ? { status: 'checking', text: 'Checking whether it is free…' }
                    : name === 'payments'
                      ? { status: 'bad', text: 'payments is taken by the Payments family' }
                      : { status: 'ok', text: 'This name is free' }
              }
            />
            <Select
              label="Tower"
              name="tower"
              value={tower}
              onChange={setTower}
              error={errorOf('tower')}
              options={[
                { value: 'digital', label: 'Digital', hint: 'Led by Ivan Nowak' },
                { value: 'stores', label: 'Stores', hint: 'Led by Elif Patel' },
                { value: 'data', label: 'Data', disabledReason: 'Closed for new accounts until January' },
              ]}
            />
            <RadioCards
              label="What is it for?"
              name="workload"
              value={connectivity === 'none' ? 'DevTest' : 'Production'}
              onChange={() => {}}
              options={[
                { value: 'Production', label: 'Production', hint: 'Serves customers or stores', icon: ShieldCheck },
                { value: 'DevTest', label: 'Development and test', hint: 'Cheaper rates, no service promise', icon: FlaskConical },
              ]}
            />
            <TextArea
              label="Purpose"
              name="purpose"
              hint="10 to 1000 characters, for those who decide."
              maxLength={1000}
              defaultValue="Card payments for the web shop."
            />
          </>
        )}
        {step === 'network' && (
          <RadioCards
            label="How is it connected?"
            name="connectivity"
            columns={3}
            value={connectivity}
            onChange={setConnectivity}
            options={[
              { value: 'none', label: 'Not at all', hint: 'Nothing comes in or out', icon: Unplug },
              { value: 'internet', label: 'Internet', hint: 'Public endpoints only', icon: Globe },
              { value: 'corporate', label: 'Corporate', hint: 'Peered with the hub', icon: Network },
              { value: 'mesh', label: 'Mesh', icon: Boxes, disabledReason: 'Only for edge accounts' },
            ]}
          />
        )}
        {step === 'people' && (
          <>
            <MultiCombobox
              label="Owners"
              name="owners"
              hint="Two to ten people."
              options={people}
              value={owners}
              onChange={setOwners}
              placeholder="Find a person"
            />
            <MoneyField label="Monthly budget" name="budget" currency="GBP" value={budget} onChange={setBudget} className="max-w-60" />
          </>
        )}
        {step === 'review' && (
          <>
            <ReviewSection
              title="Purpose"
              href="/request?step=purpose"
              items={[
                { label: 'Name', value: name },
                { label: 'Tower', value: tower },
                { label: 'Workload', value: 'Production' },
              ]}
            />
            <ReviewSection title="Network" href="/request?step=network" items={[{ label: 'Connectivity', value: connectivity }]} />
          </>
        )}
      </Wizard>
    </Page>
  )
}
