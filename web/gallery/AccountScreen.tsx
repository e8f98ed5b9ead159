import { Ellipsis, Pencil, RotateCw, SkipForward } from 'lucide-react'
import { useState } from 'react'
import { Banner } from '../ui/Banner.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { BarChart, Meter } from '../ui/Charts.tsx'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { CopyId } from '../ui/CopyId.tsx'
import { Diff } from '../ui/Diff.tsx'
import { formatMoney } from '../ui/format.ts'
import { KeyValues } from '../ui/KeyValues.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Money } from '../ui/Money.tsx'
import { Page } from '../ui/Page.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PersonChip } from '../ui/Person.tsx'
import { Status } from '../ui/Status.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { RelativeTime } from '../ui/Time.tsx'
import { Timeline } from '../ui/Timeline.tsx'
import { toast } from '../ui/Toast.tsx'

const tab = (id: string, label: string, count?: number) => ({ id, label, href: `/account?tab=${id}`, count })
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const months = ['Dec', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov']

/** One thing with tabs, facts, a timeline and a chart. */
export function AccountScreen() {
  const [asking, setAsking] = useState(false)
  return (
    <Page
      title="payments-prod-017"
      breadcrumbs={[{ label: 'Accounts', href: '/accounts' }]}
      aside={
        <Status pill tone="ok">
          Active
        </Status>
      }
      actions={
        <>
          <Button icon={Pencil}>Edit</Button>
          <Button disabledReason="A decommission already waits for Hana Berg">Hand over</Button>
          <Menu
            trigger={<IconButton icon={Ellipsis} label="More" variant="secondary" />}
            items={[
              {
                label: 'Raise an incident',
                onSelect: () => toast.ok('Incident INC0042117 raised', { description: 'The network team has it.' }),
              },
              { label: 'Rotate the alert key', disabledReason: 'Only an owner may' },
              { label: 'Decommission…', danger: true, separated: true, onSelect: () => setAsking(true) },
            ]}
          />
        </>
      }
      tabs={
        <Tabs
          label="Account"
          current="overview"
          items={[
            tab('overview', 'Overview'),
            tab('resources', 'Resources', 214),
            tab('network', 'Network'),
            tab('security', 'Security', 3),
            tab('cost', 'Cost'),
            tab('access', 'Access'),
            tab('updates', 'Updates'),
            tab('activity', 'Activity'),
          ]}
        />
      }
    >
      <div className="grid gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="min-w-0 space-y-4">
          <Banner tone="warn" title="The budget is almost spent" action={<Button size="sm">See the cost</Button>}>
            £4,312 of £5,000 with nine days to go. At this pace it ends at £5,640.
          </Banner>
          <Panel title="Passport">
            <KeyValues
              columns={3}
              items={[
                { label: 'Subscription', value: <CopyId value="7b1f0c52-6a0d-4b2e-9e55-0c1a8f7d2e34" what="subscription id" /> },
                { label: 'Tower', value: 'Digital' },
                { label: 'Family', value: 'Payments' },
                { label: 'Environment', value: 'Production' },
                { label: 'Data', value: 'Confidential' },
                { label: 'Criticality', value: 'Tier 1' },
                {
                  label: 'Owners',
                  value: <PersonChip person={{ displayName: 'Amira Okafor', email: 'amira.okafor@northgate.example' }} />,
                },
                { label: 'Monthly cost', value: <Money value={{ amount: 431_218, currency: 'GBP' }} /> },
                { label: 'Cost centre', value: undefined },
              ]}
            />
          </Panel>
          <Panel title="Cost by service" description="Twelve months, with what is committed">
            <BarChart
              label="Cost by service over twelve months"
              categories={months}
              format={(value) => formatMoney({ amount: value, currency: 'GBP' }, { round: true })}
              limit={{ label: 'Budget', value: 500_000 }}
              series={[
                { label: 'Compute', values: months.map((_, at) => 180_000 + ((at * 37) % 11) * 9000) },
                { label: 'Storage', values: months.map((_, at) => 90_000 + ((at * 53) % 7) * 6000) },
                { label: 'Network', values: months.map((_, at) => 30_000 + ((at * 29) % 5) * 7000) },
              ]}
            />
          </Panel>
          <Panel title="What changes">
            <Diff
              rows={[
                { label: 'Budget', before: '£4,000', after: '£5,000' },
                { label: 'Owners', before: 'Amira Okafor', after: 'Amira Okafor, Dana Silva' },
                { label: 'Cost centre', before: '', after: 'CC-4711' },
              ]}
            />
          </Panel>
        </div>
        <div className="min-w-0 space-y-4">
          <Panel title="Health">
            <div className="space-y-3.5">
              <Meter label="Budget" value={4312} max={5000} text="£4,312 of £5,000" />
              <Meter label="Policy compliance" value={71} max={100} text="71%" inverted warnAt={0.9} badAt={0.6} />
              <Meter label="Addresses" value={118} max={512} text="118 of 512" />
            </div>
          </Panel>
          <Panel title="Network change" description="ACC-2026-0042 · started by Dana Silva">
            <Timeline
              label="Network change"
              steps={[
                { id: 'a', title: 'Approved', status: 'done', startedAt: ago(2900), endedAt: ago(1500), note: 'By Hana Berg, tower lead' },
                { id: 'b', title: 'Range reserved', status: 'done', startedAt: ago(14), endedAt: ago(13.8), note: '10.42.16.0/24' },
                {
                  id: 'c',
                  title: 'Onboarding change merged',
                  status: 'running',
                  startedAt: ago(4),
                  attempts: 2,
                  note: 'Waits for the platform checks',
                },
                {
                  id: 'd',
                  title: 'Peering created',
                  status: 'failed',
                  startedAt: ago(3),
                  endedAt: ago(2),
                  attempts: 5,
                  error: 'Azure answered that the hub has no room for another peering. Ask the network team for room, then retry.',
                  actions: (
                    <>
                      <Button size="sm" icon={RotateCw}>
                        Retry
                      </Button>
                      <Button size="sm" variant="quiet" icon={SkipForward}>
                        Skip…
                      </Button>
                    </>
                  ),
                },
                { id: 'e', title: 'Access groups', status: 'waiting', note: 'Waits for the family owner since Monday' },
                { id: 'f', title: 'You are told', status: 'queued' },
              ]}
            />
          </Panel>
          <Panel
            title="Owners"
            flush
            footer={
              <span className="text-ink-2">
                Changed <RelativeTime at={ago(4000)} />
              </span>
            }
          >
            <ul className="divide-y divide-line">
              {['Amira Okafor', 'Dana Silva'].map((name) => (
                <li key={name} className="px-4 py-2">
                  <PersonChip
                    detail
                    person={{
                      displayName: name,
                      email: `${name.toLowerCase().replace(' ', '.')}@northgate.example`,
                      department: 'Digital',
                    }}
                  />
                </li>
              ))}
              <li className="px-4 py-2">
                <PersonChip detail person={{ displayName: 'Georg Khan', department: 'Stores', active: false }} />
              </li>
            </ul>
          </Panel>
        </div>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        tone="danger"
        title="Decommission payments-prod-017?"
        confirmLabel="Decommission"
        typed="payments-prod-017"
        onConfirm={() => toast.info('Decommission requested')}
      >
        <p>Access goes at once, 214 resources within the hour. You can take it back for 90 days, until 19 February 2027.</p>
        <p>It saves £4,312 a month.</p>
      </ConfirmDialog>
    </Page>
  )
}
