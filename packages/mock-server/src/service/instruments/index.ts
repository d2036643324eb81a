// Payment instruments, also for browsers: numbers and names, without the service.
export {
  cardDigits,
  cardHasExpired,
  cardNetwork,
  hasCheckDigit,
} from './card.js'
export { networkMenus } from './network-menus.js'
export { type MobileNetwork, mobileNetworks } from './networks.js'
export { maskPhone, parsePhone, suggestNetwork } from './phone.js'
