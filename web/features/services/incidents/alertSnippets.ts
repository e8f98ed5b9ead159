/** The URL is a secret, so the examples read it from a variable or an uncommitted file. */
export const alertSnippets: readonly { id: string; label: string; text: string }[] = [
  {
    id: 'curl',
    label: 'curl',
    text: `curl -fsS "$SLIPWAY_ALERT_URL" \\
  -H 'content-type: application/json' \\
  -d '{"title":"Disk nearly full","severity":"high","key":"disk-till"}'

# Resolve the incident with the same key
curl -fsS "$SLIPWAY_ALERT_URL" \\
  -H 'content-type: application/json' \\
  -d '{"title":"Disk nearly full","status":"resolved","key":"disk-till"}'`,
  },
  {
    id: 'azure',
    label: 'Azure Monitor',
    text: `az monitor action-group create \\
  --resource-group monitoring --name slipway \\
  --action webhook slipway "$SLIPWAY_ALERT_URL" usecommonalertschema`,
  },
  {
    id: 'alertmanager',
    label: 'Alertmanager',
    text: `receivers:
  - name: slipway
    webhook_configs:
      # The file contains only the URL
      - url_file: /etc/alertmanager/slipway-alert-url
        send_resolved: true`,
  },
  {
    id: 'eventgrid',
    label: 'Event Grid',
    text: `az eventgrid event-subscription create \\
  --name slipway --source-resource-id "$TOPIC_ID" \\
  --endpoint "$SLIPWAY_ALERT_URL" \\
  --event-delivery-schema cloudeventschemav1_0`,
  },
  {
    id: 'cloudevents',
    label: 'CloudEvents',
    text: `curl -fsS "$SLIPWAY_ALERT_URL" \\
  -H 'ce-specversion: 1.0' -H 'ce-id: 17' -H 'ce-source: /stores/leeds' \\
  -H 'ce-type: freezer.warm.fired' -H 'ce-subject: freezer-3' \\
  -H 'content-type: application/json' \\
  -d '{"title":"Freezer 3 is too warm","severity":"high"}'`,
  },
]
