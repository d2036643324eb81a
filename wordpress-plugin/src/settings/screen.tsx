import { Button, Notice, Spinner } from '@wordpress/components'
import { __ } from '@wordpress/i18n'
import type { KeyboardEvent, ReactElement } from 'react'
import { BalanceCard } from './balance-card'
import { removesStoredKey } from './changes'
import { ConnectCard } from './connect-card'
import { FeeCard } from './fee-card'
import { GatewayCard } from './gateway-card'
import { ScopesCard } from './scopes-card'
import { useSettings } from './use-settings'

/** Settings screen: connection, scopes, balance and payment method. */
export function Screen(): ReactElement {
  const state = useSettings()
  const { saved, draft, pendingAction, result, connection, isChanged, save, load } = state
  const saveAll = (): Promise<void> => save(__('The settings are saved.', 'cedi-commerce'))

  /** Prevents Enter from submitting the surrounding form of WooCommerce. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    void saveAll()
  }

  if (!saved) {
    return result ? (
      <Notice
        status="error"
        isDismissible={false}
        actions={[{ label: __('Try again', 'cedi-commerce'), onClick: () => void load() }]}
      >
        {result.text}
      </Notice>
    ) : (
      <p>
        <Spinner /> {__('Loading the settings…', 'cedi-commerce')}
      </p>
    )
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only handles events that bubble from its fields.
    <div className="cedi-commerce-settings" onKeyDown={onKeyDown}>
      <div className="cedi-commerce-columns">
        <div>
          <ConnectCard state={state} />
          {pendingAction === 'testing' && !connection && (
            <p>
              <Spinner /> {__('Asking the service what the key may do…', 'cedi-commerce')}
            </p>
          )}
          {connection && <ScopesCard connection={connection} />}
          <GatewayCard state={state} />
        </div>
        <div>
          {connection?.balance && <BalanceCard balance={connection.balance} />}
          <FeeCard />
        </div>
      </div>
      <div className={isChanged ? 'cedi-commerce-save is-changed' : 'cedi-commerce-save'}>
        {result && !result.field && (
          <Notice status={result.status} isDismissible={false}>
            {result.text}
          </Notice>
        )}
        <Button
          variant="primary"
          disabled={!isChanged || pendingAction !== null}
          isBusy={pendingAction === 'saving'}
          accessibleWhenDisabled
          onClick={() => void saveAll()}
          __next40pxDefaultSize
        >
          {__('Save changes', 'cedi-commerce')}
        </Button>
        {isChanged && pendingAction === null && <span>{__('There are unsaved changes.', 'cedi-commerce')}</span>}
        {draft && removesStoredKey(saved, draft) && (
          <b>{__('When you save, the saved key is removed: it belongs to the old address.', 'cedi-commerce')}</b>
        )}
      </div>
    </div>
  )
}
