import { registerPaymentMethod } from '@woocommerce/blocks-registry'
import { getSetting } from '@woocommerce/settings'
import { __ } from '@wordpress/i18n'
import type { MethodData } from './method-data'
import { Fields, Label } from './parts'

// The second is the method for cards alone, in shops that offer it separately.
for (const name of ['cedi_commerce', 'cedi_commerce_card']) {
  const data = getSetting<MethodData | null>(`${name}_data`, null)
  if (!data) continue
  const content = <Fields data={data} />
  registerPaymentMethod({
    name,
    label: <Label data={data} />,
    ariaLabel: data.title || __('Mobile money or card', 'cedi-commerce'),
    content,
    edit: content,
    // PHP decides whether the method can work: the currency and the key decide whether there is data, and every change
    // of the cart checks its amount. WooCommerce calls this only for methods that its response contains.
    canMakePayment: () => true,
    supports: { features: data.supports },
  })
}
