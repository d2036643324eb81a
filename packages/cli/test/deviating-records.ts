import { type DeviatingService, dropNulls, readPath, reject, withRecords } from './deviating-services.js'

/** Services that deviate in the states of payments, in nested records, or in responses to writes. */
export const deviatingRecords: readonly DeviatingService[] = [
  {
    name: 'it omits fields that are null, also in the next action of a payment',
    needsWrite: true,
    respond: withRecords(dropNulls),
    differs: {
      'record.Product': /is missing/,
      'record.Payment': /^(?!.*not null).*NextAction\.url is missing/,
      'record.LicenseCheck': /is missing/,
      'record.Order': /is missing/,
      'record.Refund': /is missing/,
    },
  },
  {
    name: 'the next action of a payment is a string',
    needsWrite: true,
    respond: withRecords((record) =>
      'next_action' in record ? { ...record, next_action: record.next_action?.type ?? null } : record,
    ),
    differs: { 'record.Payment': /^Payment\.next_action is a string, not object\.$/ },
  },
  {
    name: 'one path rejects a missing scope with another code',
    respond: async (request, forward) => {
      const response = await forward(request)
      return response.status === 403 && readPath(request) === '/api/v1/orders' ? reject(403, 'forbidden') : response
    },
    differs: {
      'key.scope': /^Got 403 forbidden for GET \/api\/v1\/orders\?limit=1\.$/,
      'record.Failure': /forbidden/,
    },
  },
]
