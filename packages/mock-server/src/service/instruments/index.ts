// Payment instruments, also for browsers: numbers and names, without the service.
export {
  type CardNetwork,
  cardDigits,
  cardHasExpired,
  cardNetwork,
  hasCheckDigit,
} from './card.js'
export { type NetworkMenu, networkMenus } from './network-menus.js'
export { type MobileNetwork, type MobileNetworkInfo, mobileNetworks } from './networks.js'
export { maskPhone, parsePhone, suggestNetwork } from './phone.js'
