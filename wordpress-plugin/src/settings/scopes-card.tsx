import { Card, CardBody, CardHeader, Icon, Notice } from '@wordpress/components'
import { __ } from '@wordpress/i18n'
import { check, closeSmall, help, lineSolid } from '@wordpress/icons'
import type { ReactElement } from 'react'
import type { Connection, ScopeState } from '../api'
import { getScopeStatus, type ScopeStatus, scopeUses } from './scopes'

const icons = { granted: check, missing: closeSmall, not_needed: lineSolid, later: help, unknown: help }

function scopeLabel(status: ScopeStatus): string {
  switch (status) {
    case 'granted':
      return __('Granted', 'cedi-commerce')
    case 'missing':
      return __('Missing', 'cedi-commerce')
    case 'not_needed':
      return __('Not needed', 'cedi-commerce')
    case 'later':
      return __('Seen with its first use', 'cedi-commerce')
    case 'unknown':
      return __('Could not be checked', 'cedi-commerce')
  }
}

function Row({ state }: { readonly state: ScopeState }): ReactElement {
  const status = getScopeStatus(state)
  return (
    <li className={`cedi-commerce-scope is-${status}`}>
      <Icon icon={icons[status]} />
      <span>
        <code>{state.scope}</code> <b>{scopeLabel(status)}</b>
        <br />
        {scopeUses()[state.scope]?.description}
      </span>
    </li>
  )
}

/** Shows the scopes of the key and their purpose. */
export function ScopesCard({ connection }: { readonly connection: Connection }): ReactElement {
  const { api, scopes, ok, message } = connection
  const isMissing = scopes.some((state) => getScopeStatus(state) === 'missing')
  return (
    <Card>
      <CardHeader>
        <h2>{__('What the key may do', 'cedi-commerce')}</h2>
      </CardHeader>
      <CardBody>
        <Notice status={ok && !isMissing ? 'success' : api === 'reachable' ? 'warning' : 'error'} isDismissible={false}>
          {message}
        </Notice>
        <ul className="cedi-commerce-scopes">
          {scopes.map((state) => (
            <Row key={state.scope} state={state} />
          ))}
        </ul>
        {isMissing && (
          <p>
            {__(
              'A key keeps the scopes that it was issued with. For more, issue another key in the developers section of the merchant portal.',
              'cedi-commerce',
            )}
          </p>
        )}
      </CardBody>
    </Card>
  )
}
