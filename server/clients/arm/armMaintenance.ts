import { type Static, Type } from 'typebox'
import { fetchAllPages } from '../pages.ts'
import type { Send } from '../pipeline.ts'
import { OptionalString, OptionalStringArray } from '../shape.ts'
import { apiVersions } from './apiVersions.ts'

const Configuration = Type.Object({
  id: Type.String(),
  name: Type.String(),
  properties: Type.Object({
    /** `InGuestPatch` patches machines. Other values are for Azure's own maintenance. */
    maintenanceScope: OptionalString,
    maintenanceWindow: Type.Optional(
      Type.Object({
        /** `YYYY-MM-DD hh:mm` in `timeZone`. */
        startDateTime: OptionalString,
        expirationDateTime: OptionalString,
        /** `HH:mm`. */
        duration: OptionalString,
        /** Windows time zone name. */
        timeZone: OptionalString,
        /** Such as `Day`, `2Weeks Saturday,Sunday`, `Month Third Sunday Offset2`. */
        recurEvery: OptionalString,
      }),
    ),
    installPatches: Type.Optional(
      Type.Object({
        rebootSetting: OptionalString,
        windowsParameters: Type.Optional(Type.Object({ classificationsToInclude: OptionalStringArray })),
        linuxParameters: Type.Optional(Type.Object({ classificationsToInclude: OptionalStringArray })),
      }),
    ),
  }),
})
export type MaintenanceConfiguration = Static<typeof Configuration>

export const Assignment = Type.Object({
  id: Type.String(),
  properties: Type.Object({
    maintenanceConfigurationId: Type.String(),
    resourceId: OptionalString,
    /** The filter selects the machines that match when the patching starts. */
    filter: Type.Optional(
      Type.Object({
        resourceTypes: OptionalStringArray,
        resourceGroups: OptionalStringArray,
        osTypes: OptionalStringArray,
        locations: OptionalStringArray,
        tagSettings: Type.Optional(
          Type.Object({ tags: Type.Optional(Type.Record(Type.String(), Type.Array(Type.String()))), filterOperator: OptionalString }),
        ),
      }),
    ),
  }),
})
export type MaintenanceAssignment = Static<typeof Assignment>

export function armMaintenance(send: Send) {
  const query = { 'api-version': apiVersions.maintenance }
  const scopePath = (subscriptionId: string) => `/subscriptions/${encodeURIComponent(subscriptionId)}/providers/Microsoft.Maintenance`
  return {
    listMaintenanceConfigurations: (subscriptionId: string): Promise<MaintenanceConfiguration[]> =>
      fetchAllPages(send, { method: 'GET', path: `${scopePath(subscriptionId)}/maintenanceConfigurations`, query }, Configuration),

    listMaintenanceAssignments: (subscriptionId: string): Promise<MaintenanceAssignment[]> =>
      fetchAllPages(send, { method: 'GET', path: `${scopePath(subscriptionId)}/configurationAssignments`, query }, Assignment),
  }
}
