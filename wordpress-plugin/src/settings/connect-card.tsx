import { Button, Card, CardBody, CardHeader, Notice, RadioControl, TextControl } from '@wordpress/components'
import { __, sprintf } from '@wordpress/i18n'
import type { ReactElement } from 'react'
import type { KeyState } from '../api'
import { findTestProblem, removesStoredKey, type TestProblem } from './changes'
import type { SettingsState } from './use-settings'

/** Describes the source of the key. A short key has no hint. */
function keyHelp({ source, hint }: KeyState): string {
  const name = hint ? `•••• ${hint}` : '••••'
  switch (source) {
    case 'constant':
      return sprintf(
        // translators: %s: the last four characters of the key, with dots before them.
        __('The key %s is set in wp-config.php (CEDI_COMMERCE_API_KEY). Change it there.', 'cedi-commerce'),
        name,
      )
    case 'option':
      return sprintf(
        // translators: %s: the last four characters of the key, with dots before them.
        __('The key %s is kept here, sealed. Type another one to replace it.', 'cedi-commerce'),
        name,
      )
    case 'none':
      return __('Copy it from the developers section of the merchant portal. It is never shown again.', 'cedi-commerce')
  }
}

/** Returns the missing step before the connection can be tested. */
function testProblemHelp(reason: TestProblem): string {
  switch (reason) {
    case 'no_address':
      return __('Type the address of the service first.', 'cedi-commerce')
    case 'no_key':
      return __('Type the API key first.', 'cedi-commerce')
    case 'another_address':
      return __('Type the API key for this address first.', 'cedi-commerce')
  }
}

/** Fields for the key, the base URL and the handle. */
export function ConnectCard({ state }: { readonly state: SettingsState }): ReactElement | null {
  const { saved, draft, change, pendingAction, result, test } = state
  if (!saved || !draft) return null
  const reason = findTestProblem(saved, draft)
  const { key } = saved
  const isRemoving = draft.apiKey === null
  return (
    <Card>
      <CardHeader>
        <h2>{__('Connection', 'cedi-commerce')}</h2>
      </CardHeader>
      <CardBody>
        {key.state === 'unreadable' && (
          <Notice status="error" isDismissible={false}>
            {__(
              'The key that is kept here can no longer be read: the secret keys of this site have changed. Paste it again.',
              'cedi-commerce',
            )}
          </Notice>
        )}
        <TextControl
          label={__('API key', 'cedi-commerce')}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={key.source === 'none' ? '' : `•••• ${key.hint}`}
          value={draft.apiKey ?? ''}
          disabled={key.source === 'constant' || isRemoving}
          help={isRemoving ? __('The key goes away when you save.', 'cedi-commerce') : keyHelp(key)}
          onChange={(apiKey) => change({ apiKey })}
          __next40pxDefaultSize
          __nextHasNoMarginBottom
        />
        {key.source === 'option' && (
          <Button
            className="cedi-commerce-remove"
            variant="link"
            isDestructive={!isRemoving}
            onClick={() => change({ apiKey: isRemoving ? '' : null })}
          >
            {isRemoving ? __('Keep the key', 'cedi-commerce') : __('Remove the key', 'cedi-commerce')}
          </Button>
        )}
        <TextControl
          label={__('Address of the service', 'cedi-commerce')}
          type="url"
          value={draft.base_url}
          placeholder="https://"
          disabled={saved.base_url_source === 'constant'}
          help={
            saved.base_url_source === 'constant'
              ? __('The address is set in wp-config.php (CEDI_COMMERCE_BASE_URL). Change it there.', 'cedi-commerce')
              : removesStoredKey(saved, draft)
                ? __(
                    'For another address the key has to be typed again: the one that is kept goes away.',
                    'cedi-commerce',
                  )
                : ''
          }
          onChange={(base_url) => change({ base_url })}
          __next40pxDefaultSize
          __nextHasNoMarginBottom
        />
        {result?.field && (
          <Notice className="cedi-commerce-field-error" status="error" isDismissible={false}>
            {result.text}
          </Notice>
        )}
        <TextControl
          label={__('Handle', 'cedi-commerce')}
          help={__('The name of your storefront, as in /@name. New buy buttons start with it.', 'cedi-commerce')}
          value={draft.handle}
          autoCapitalize="none"
          spellCheck={false}
          onChange={(handle) => change({ handle })}
          __next40pxDefaultSize
          __nextHasNoMarginBottom
        />
        <RadioControl
          label={__('Mode', 'cedi-commerce')}
          selected={draft.mode}
          options={[
            { value: 'test', label: __('Test: the checkout says that no money moves', 'cedi-commerce') },
            { value: 'live', label: __('Live', 'cedi-commerce') },
          ]}
          onChange={(mode) => change({ mode: mode as 'test' | 'live' })}
        />
        <Button
          variant="secondary"
          disabled={pendingAction !== null || reason !== null}
          aria-describedby={reason ? 'cedi-commerce-check' : undefined}
          isBusy={pendingAction === 'testing'}
          accessibleWhenDisabled
          onClick={() => void test()}
          __next40pxDefaultSize
        >
          {__('Check the connection', 'cedi-commerce')}
        </Button>
        {reason && <p id="cedi-commerce-check">{testProblemHelp(reason)}</p>}
      </CardBody>
    </Card>
  )
}
