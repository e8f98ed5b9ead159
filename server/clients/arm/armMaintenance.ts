import { type Static, Type } from 'typebox'
import { collect } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { apiVersions } from './apiVersions.ts'

const Text = Type.Optional(Type.String())
const Strings = Type.Optional(Type.Array(Type.String()))

const Configuration = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    /** `InGuestPatch` patches machines; other values are about Azure's own maintenance. */
    maintenanceScope: Text,
    maintenanceWindow: Type.Optional(
      Type.Object({
        /** `YYYY-MM-DD hh:mm` in `timeZone`. */
        startDateTime: Text,
        expirationDateTime: Text,
        /** `HH:mm`. */
        duration: Text,
        /** Windows time zone name. */
        timeZone: Text,
        /** `Day`, `2Weeks Saturday,Sunday`, `Month Third Sunday Offset2`. */
        recurEvery: Text,
      }),
    ),
    installPatches: Type.Optional(
      Type.Object({
        rebootSetting: Text,
        windowsParameters: Type.Optional(Type.Object({ classificationsToInclude: Strings })),
        linuxParameters: Type.Optional(Type.Object({ classificationsToInclude: Strings })),
      }),
    ),
  }),
})
export type MaintenanceConfiguration = Static<typeof Configuration>

export const Assignment = Type.Object({
  id: Type.String(),
  properties: Type.Object({
    maintenanceConfigurationId: Type.String(),
    resourceId: Text,
    /** Machines that match at patching time are covered. */
    filter: Type.Optional(
      Type.Object({
        resourceTypes: Strings,
        resourceGroups: Strings,
        osTypes: Strings,
        locations: Strings,
        tagSettings: Type.Optional(
          Type.Object({ tags: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))), filterOperator: Text }),
        ),
      }),
    ),
  }),
})
export type MaintenanceAssignment = Static<typeof Assignment>

export function armMaintenance(send: Send) {
  const query = { 'api-version': apiVersions.maintenance }
  const base = (subscriptionId: string) => `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Maintenance`
  return {
    listMaintenanceConfigurations: (subscriptionId: string): Promise<MaintenanceConfiguration[]> =>
      collect(send, { method: 'GET', path: `${base(subscriptionId)}/maintenanceConfigurations`, query }, Configuration),

    listMaintenanceAssignments: (subscriptionId: string): Promise<MaintenanceAssignment[]> =>
      collect(send, { method: 'GET', path: `${base(subscriptionId)}/configurationAssignments`, query }, Assignment),
  }
}
