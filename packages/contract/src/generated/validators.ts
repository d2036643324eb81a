// Made from openapi.yaml. Do not edit: change openapi.yaml and run "npm run generate".
// @ts-nocheck
/* eslint-disable */
import type { Validate } from '../validate.js'
import type { PaymentInput, CheckoutIntentInput, RefundInput, ProductInput, LicenseCheckInput } from './schema.js'
var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};


var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: !0 });
    function ucs2length(str) {
      let len = str.length, length = 0, pos = 0, value;
      for (; pos < len; )
        length++, value = str.charCodeAt(pos++), value >= 55296 && value <= 56319 && pos < len && (value = str.charCodeAt(pos), (value & 64512) === 56320 && pos++);
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});


var require_fast_deep_equal = __commonJS({
  "node_modules/fast-deep-equal/index.js"(exports, module) {
    "use strict";
    module.exports = function equal(a, b) {
      if (a === b) return !0;
      if (a && b && typeof a == "object" && typeof b == "object") {
        if (a.constructor !== b.constructor) return !1;
        var length, i, keys;
        if (Array.isArray(a)) {
          if (length = a.length, length != b.length) return !1;
          for (i = length; i-- !== 0; )
            if (!equal(a[i], b[i])) return !1;
          return !0;
        }
        if (a.constructor === RegExp) return a.source === b.source && a.flags === b.flags;
        if (a.valueOf !== Object.prototype.valueOf) return a.valueOf() === b.valueOf();
        if (a.toString !== Object.prototype.toString) return a.toString() === b.toString();
        if (keys = Object.keys(a), length = keys.length, length !== Object.keys(b).length) return !1;
        for (i = length; i-- !== 0; )
          if (!Object.prototype.hasOwnProperty.call(b, keys[i])) return !1;
        for (i = length; i-- !== 0; ) {
          var key = keys[i];
          if (!equal(a[key], b[key])) return !1;
        }
        return !0;
      }
      return a !== a && b !== b;
    };
  }
});


var require_equal = __commonJS({
  "node_modules/ajv/dist/runtime/equal.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: !0 });
    var equal = require_fast_deep_equal();
    equal.code = 'require("ajv/dist/runtime/equal").default';
    exports.default = equal;
  }
});


var validPaymentInput = validate21, schema32 = { type: "object", description: "What the buyer pays and how. Send `amount` or `product_id`, not both.", "x-alternatives": [{ PriceByAmount: { description: "The buyer pays an amount that you name.", required: ["amount"], absent: ["product_id", "quantity", "delivery"] }, PriceOfProduct: { description: "The buyer pays the price of a product.", required: ["product_id"], optional: ["quantity", "delivery"], absent: ["amount"] } }, { ByMobileMoney: { description: "The buyer approves on the phone.", words: { method: ["mobile_money"], network: ["mtn", "telecel", "airteltigo"] }, required: ["method", "phone"], optional: ["network"], absent: ["card"] }, ByCard: { description: "The card is charged at once or after a challenge.", words: { method: ["card"], network: ["visa", "mastercard"] }, required: ["method", "card"], optional: ["network", "phone"] } }], required: ["method"], additionalProperties: !1, properties: { amount: { $ref: "#/$defs/AmountInput", "x-decision": "0008" }, currency: { type: "string", enum: ["GHS"], "x-error-code": "unsupported_currency", "x-decision": "0008" }, product_id: { type: "string", description: "The product to pay for; its price is the amount, and an order is made.", "x-id": "product", minLength: 1, maxLength: 64, "x-decision": "0008" }, quantity: { type: "integer", minimum: 1, maximum: 99, description: "How many pieces of the product; 1 when left out.", "x-decision": "0008" }, method: { $ref: "#/$defs/Channel", "x-decision": "0008" }, network: { type: "string", description: "When left out, it follows from the phone number or the card number.", enum: ["mtn", "telecel", "airteltigo", "visa", "mastercard"], "x-decision": "0018" }, phone: { $ref: "#/$defs/PhoneInput", "x-decision": "0018" }, card: { $ref: "#/$defs/CardInput", "x-decision": "0019" }, email: { type: "string", maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$", "x-decision": "0008" }, name: { type: "string", description: "The name of the buyer, as the order has it.", minLength: 1, maxLength: 120, "x-decision": "0008" }, delivery: { $ref: "#/$defs/DeliveryInput", "x-decision": "0072" }, return_url: { type: "string", description: "Where the buyer comes back to after a redirect: https, or http on this machine.", maxLength: 2048, pattern: "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))", "x-decision": "0008" }, metadata: { $ref: "#/$defs/Metadata", "x-decision": "0008" } }, "x-decision": "0008" }, schema33 = { type: ["number", "string"], description: "An amount in GH\u20B5 as a number or as decimal text. A third decimal is refused, never rounded.", pattern: "^\\d{1,12}(\\.\\d{1,2})?$", minimum: 0, "x-error-code": "invalid_amount", examples: [45.5, "45.50"], "x-unit": "GHS", "x-decision": "0004" }, schema34 = { type: "string", description: "A way to pay.", enum: ["mobile_money", "card"], "x-decision": "0008" };
var func1 = Object.prototype.hasOwnProperty, func2 = require_ucs2length().default, pattern4 = new RegExp("^\\d{1,12}(\\.\\d{1,2})?$", "u"), pattern5 = new RegExp("^\\d(?: ?\\d){11,18}$", "u"), pattern6 = new RegExp("^\\d{3,4}$", "u"), pattern7 = new RegExp("^[^@\\s]+@[^@\\s]+$", "u"), pattern8 = new RegExp("\\S", "u"), pattern10 = new RegExp("^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))", "u"), pattern11 = new RegExp("^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$", "u");
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.method === void 0 && (missing0 = "method"))
        return validate21.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs3 = errors;
        for (let key0 in data)
          if (!func1.call(schema32.properties, key0)) {
            return validate21.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs3 === errors) {
          if (data.amount !== void 0) {
            let data0 = data.amount, _errs4 = errors, _errs5 = errors;
            if (!(typeof data0 == "number" && isFinite(data0)) && typeof data0 != "string")
              return validate21.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/$defs/AmountInput/type", keyword: "type", params: { type: schema33.type }, message: "must be number,string" }], !1;
            if (errors === _errs5) {
              if (typeof data0 == "number" && isFinite(data0) && (data0 < 0 || isNaN(data0)))
                return validate21.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/$defs/AmountInput/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
              if (errors === _errs5 && typeof data0 == "string" && !pattern4.test(data0))
                return validate21.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/$defs/AmountInput/pattern", keyword: "pattern", params: { pattern: "^\\d{1,12}(\\.\\d{1,2})?$" }, message: 'must match pattern "^\\d{1,12}(\\.\\d{1,2})?$"' }], !1;
            }
            var valid0 = _errs4 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.currency !== void 0) {
              let data1 = data.currency, _errs11 = errors;
              if (typeof data1 != "string")
                return validate21.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              if (data1 !== "GHS")
                return validate21.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/enum", keyword: "enum", params: { allowedValues: schema32.properties.currency.enum }, message: "must be equal to one of the allowed values" }], !1;
              var valid0 = _errs11 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.product_id !== void 0) {
                let data2 = data.product_id, _errs15 = errors;
                if (errors === _errs15)
                  if (typeof data2 == "string") {
                    if (func2(data2) > 64)
                      return validate21.errors = [{ instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }], !1;
                    if (func2(data2) < 1)
                      return validate21.errors = [{ instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                  } else
                    return validate21.errors = [{ instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                var valid0 = _errs15 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.quantity !== void 0) {
                  let data3 = data.quantity, _errs19 = errors;
                  if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3)))
                    return validate21.errors = [{ instancePath: instancePath + "/quantity", schemaPath: "#/properties/quantity/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                  if (errors === _errs19 && typeof data3 == "number" && isFinite(data3)) {
                    if (data3 > 99 || isNaN(data3))
                      return validate21.errors = [{ instancePath: instancePath + "/quantity", schemaPath: "#/properties/quantity/maximum", keyword: "maximum", params: { comparison: "<=", limit: 99 }, message: "must be <= 99" }], !1;
                    if (data3 < 1 || isNaN(data3))
                      return validate21.errors = [{ instancePath: instancePath + "/quantity", schemaPath: "#/properties/quantity/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                  }
                  var valid0 = _errs19 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.method !== void 0) {
                    let data4 = data.method, _errs22 = errors;
                    if (typeof data4 != "string")
                      return validate21.errors = [{ instancePath: instancePath + "/method", schemaPath: "#/$defs/Channel/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    if (!(data4 === "mobile_money" || data4 === "card"))
                      return validate21.errors = [{ instancePath: instancePath + "/method", schemaPath: "#/$defs/Channel/enum", keyword: "enum", params: { allowedValues: schema34.enum }, message: "must be equal to one of the allowed values" }], !1;
                    var valid0 = _errs22 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.network !== void 0) {
                      let data5 = data.network, _errs27 = errors;
                      if (typeof data5 != "string")
                        return validate21.errors = [{ instancePath: instancePath + "/network", schemaPath: "#/properties/network/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                      if (!(data5 === "mtn" || data5 === "telecel" || data5 === "airteltigo" || data5 === "visa" || data5 === "mastercard"))
                        return validate21.errors = [{ instancePath: instancePath + "/network", schemaPath: "#/properties/network/enum", keyword: "enum", params: { allowedValues: schema32.properties.network.enum }, message: "must be equal to one of the allowed values" }], !1;
                      var valid0 = _errs27 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.phone !== void 0) {
                        let data6 = data.phone, _errs30 = errors;
                        if (errors === errors)
                          if (typeof data6 == "string") {
                            if (func2(data6) > 24)
                              return validate21.errors = [{ instancePath: instancePath + "/phone", schemaPath: "#/$defs/PhoneInput/maxLength", keyword: "maxLength", params: { limit: 24 }, message: "must NOT have more than 24 characters" }], !1;
                            if (func2(data6) < 9)
                              return validate21.errors = [{ instancePath: instancePath + "/phone", schemaPath: "#/$defs/PhoneInput/minLength", keyword: "minLength", params: { limit: 9 }, message: "must NOT have fewer than 9 characters" }], !1;
                          } else
                            return validate21.errors = [{ instancePath: instancePath + "/phone", schemaPath: "#/$defs/PhoneInput/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                        var valid0 = _errs30 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.card !== void 0) {
                          let data7 = data.card, _errs36 = errors;
                          if (errors === errors)
                            if (data7 && typeof data7 == "object" && !Array.isArray(data7)) {
                              let missing1;
                              if (data7.number === void 0 && (missing1 = "number") || data7.expiry_month === void 0 && (missing1 = "expiry_month") || data7.expiry_year === void 0 && (missing1 = "expiry_year") || data7.cvc === void 0 && (missing1 = "cvc"))
                                return validate21.errors = [{ instancePath: instancePath + "/card", schemaPath: "#/$defs/CardInput/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }], !1;
                              {
                                let _errs40 = errors;
                                for (let key1 in data7)
                                  if (!(key1 === "number" || key1 === "expiry_month" || key1 === "expiry_year" || key1 === "cvc")) {
                                    return validate21.errors = [{ instancePath: instancePath + "/card", schemaPath: "#/$defs/CardInput/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key1 }, message: "must NOT have additional properties" }], !1;
                                    break;
                                  }
                                if (_errs40 === errors) {
                                  if (data7.number !== void 0) {
                                    let data8 = data7.number, _errs41 = errors;
                                    if (errors === _errs41)
                                      if (typeof data8 == "string") {
                                        if (!pattern5.test(data8))
                                          return validate21.errors = [{ instancePath: instancePath + "/card/number", schemaPath: "#/$defs/CardInput/properties/number/pattern", keyword: "pattern", params: { pattern: "^\\d(?: ?\\d){11,18}$" }, message: 'must match pattern "^\\d(?: ?\\d){11,18}$"' }], !1;
                                      } else
                                        return validate21.errors = [{ instancePath: instancePath + "/card/number", schemaPath: "#/$defs/CardInput/properties/number/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                    var valid5 = _errs41 === errors;
                                  } else
                                    var valid5 = !0;
                                  if (valid5) {
                                    if (data7.expiry_month !== void 0) {
                                      let data9 = data7.expiry_month, _errs44 = errors;
                                      if (!(typeof data9 == "number" && !(data9 % 1) && !isNaN(data9) && isFinite(data9)))
                                        return validate21.errors = [{ instancePath: instancePath + "/card/expiry_month", schemaPath: "#/$defs/CardInput/properties/expiry_month/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                      if (errors === _errs44 && typeof data9 == "number" && isFinite(data9)) {
                                        if (data9 > 12 || isNaN(data9))
                                          return validate21.errors = [{ instancePath: instancePath + "/card/expiry_month", schemaPath: "#/$defs/CardInput/properties/expiry_month/maximum", keyword: "maximum", params: { comparison: "<=", limit: 12 }, message: "must be <= 12" }], !1;
                                        if (data9 < 1 || isNaN(data9))
                                          return validate21.errors = [{ instancePath: instancePath + "/card/expiry_month", schemaPath: "#/$defs/CardInput/properties/expiry_month/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                                      }
                                      var valid5 = _errs44 === errors;
                                    } else
                                      var valid5 = !0;
                                    if (valid5) {
                                      if (data7.expiry_year !== void 0) {
                                        let data10 = data7.expiry_year, _errs47 = errors;
                                        if (!(typeof data10 == "number" && !(data10 % 1) && !isNaN(data10) && isFinite(data10)))
                                          return validate21.errors = [{ instancePath: instancePath + "/card/expiry_year", schemaPath: "#/$defs/CardInput/properties/expiry_year/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                                        if (errors === _errs47 && typeof data10 == "number" && isFinite(data10)) {
                                          if (data10 > 2100 || isNaN(data10))
                                            return validate21.errors = [{ instancePath: instancePath + "/card/expiry_year", schemaPath: "#/$defs/CardInput/properties/expiry_year/maximum", keyword: "maximum", params: { comparison: "<=", limit: 2100 }, message: "must be <= 2100" }], !1;
                                          if (data10 < 2e3 || isNaN(data10))
                                            return validate21.errors = [{ instancePath: instancePath + "/card/expiry_year", schemaPath: "#/$defs/CardInput/properties/expiry_year/minimum", keyword: "minimum", params: { comparison: ">=", limit: 2e3 }, message: "must be >= 2000" }], !1;
                                        }
                                        var valid5 = _errs47 === errors;
                                      } else
                                        var valid5 = !0;
                                      if (valid5)
                                        if (data7.cvc !== void 0) {
                                          let data11 = data7.cvc, _errs50 = errors;
                                          if (errors === _errs50)
                                            if (typeof data11 == "string") {
                                              if (!pattern6.test(data11))
                                                return validate21.errors = [{ instancePath: instancePath + "/card/cvc", schemaPath: "#/$defs/CardInput/properties/cvc/pattern", keyword: "pattern", params: { pattern: "^\\d{3,4}$" }, message: 'must match pattern "^\\d{3,4}$"' }], !1;
                                            } else
                                              return validate21.errors = [{ instancePath: instancePath + "/card/cvc", schemaPath: "#/$defs/CardInput/properties/cvc/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                          var valid5 = _errs50 === errors;
                                        } else
                                          var valid5 = !0;
                                    }
                                  }
                                }
                              }
                            } else
                              return validate21.errors = [{ instancePath: instancePath + "/card", schemaPath: "#/$defs/CardInput/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                          var valid0 = _errs36 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0) {
                          if (data.email !== void 0) {
                            let data12 = data.email, _errs54 = errors;
                            if (errors === _errs54)
                              if (typeof data12 == "string") {
                                if (func2(data12) > 254)
                                  return validate21.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/maxLength", keyword: "maxLength", params: { limit: 254 }, message: "must NOT have more than 254 characters" }], !1;
                                if (!pattern7.test(data12))
                                  return validate21.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/pattern", keyword: "pattern", params: { pattern: "^[^@\\s]+@[^@\\s]+$" }, message: 'must match pattern "^[^@\\s]+@[^@\\s]+$"' }], !1;
                              } else
                                return validate21.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                            var valid0 = _errs54 === errors;
                          } else
                            var valid0 = !0;
                          if (valid0) {
                            if (data.name !== void 0) {
                              let data13 = data.name, _errs57 = errors;
                              if (errors === _errs57)
                                if (typeof data13 == "string") {
                                  if (func2(data13) > 120)
                                    return validate21.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 120 }, message: "must NOT have more than 120 characters" }], !1;
                                  if (func2(data13) < 1)
                                    return validate21.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                } else
                                  return validate21.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid0 = _errs57 === errors;
                            } else
                              var valid0 = !0;
                            if (valid0) {
                              if (data.delivery !== void 0) {
                                let data14 = data.delivery, _errs60 = errors;
                                if (errors === errors)
                                  if (data14 && typeof data14 == "object" && !Array.isArray(data14)) {
                                    let missing2;
                                    if (data14.name === void 0 && (missing2 = "name") || data14.phone === void 0 && (missing2 = "phone") || data14.place === void 0 && (missing2 = "place"))
                                      return validate21.errors = [{ instancePath: instancePath + "/delivery", schemaPath: "#/$defs/DeliveryInput/required", keyword: "required", params: { missingProperty: missing2 }, message: "must have required property '" + missing2 + "'" }], !1;
                                    {
                                      let _errs64 = errors;
                                      for (let key2 in data14)
                                        if (!(key2 === "name" || key2 === "phone" || key2 === "place" || key2 === "note")) {
                                          return validate21.errors = [{ instancePath: instancePath + "/delivery", schemaPath: "#/$defs/DeliveryInput/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key2 }, message: "must NOT have additional properties" }], !1;
                                          break;
                                        }
                                      if (_errs64 === errors) {
                                        if (data14.name !== void 0) {
                                          let data15 = data14.name, _errs65 = errors;
                                          if (errors === _errs65)
                                            if (typeof data15 == "string") {
                                              if (func2(data15) > 120)
                                                return validate21.errors = [{ instancePath: instancePath + "/delivery/name", schemaPath: "#/$defs/DeliveryInput/properties/name/maxLength", keyword: "maxLength", params: { limit: 120 }, message: "must NOT have more than 120 characters" }], !1;
                                              if (func2(data15) < 1)
                                                return validate21.errors = [{ instancePath: instancePath + "/delivery/name", schemaPath: "#/$defs/DeliveryInput/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                              if (!pattern8.test(data15))
                                                return validate21.errors = [{ instancePath: instancePath + "/delivery/name", schemaPath: "#/$defs/DeliveryInput/properties/name/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"' }], !1;
                                            } else
                                              return validate21.errors = [{ instancePath: instancePath + "/delivery/name", schemaPath: "#/$defs/DeliveryInput/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                          var valid7 = _errs65 === errors;
                                        } else
                                          var valid7 = !0;
                                        if (valid7) {
                                          if (data14.phone !== void 0) {
                                            let data16 = data14.phone, _errs68 = errors;
                                            if (errors === _errs68)
                                              if (typeof data16 == "string") {
                                                if (func2(data16) > 24)
                                                  return validate21.errors = [{ instancePath: instancePath + "/delivery/phone", schemaPath: "#/$defs/DeliveryInput/properties/phone/maxLength", keyword: "maxLength", params: { limit: 24 }, message: "must NOT have more than 24 characters" }], !1;
                                              } else
                                                return validate21.errors = [{ instancePath: instancePath + "/delivery/phone", schemaPath: "#/$defs/DeliveryInput/properties/phone/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                            var valid7 = _errs68 === errors;
                                          } else
                                            var valid7 = !0;
                                          if (valid7) {
                                            if (data14.place !== void 0) {
                                              let data17 = data14.place, _errs71 = errors;
                                              if (errors === _errs71)
                                                if (typeof data17 == "string") {
                                                  if (func2(data17) > 200)
                                                    return validate21.errors = [{ instancePath: instancePath + "/delivery/place", schemaPath: "#/$defs/DeliveryInput/properties/place/maxLength", keyword: "maxLength", params: { limit: 200 }, message: "must NOT have more than 200 characters" }], !1;
                                                  if (func2(data17) < 1)
                                                    return validate21.errors = [{ instancePath: instancePath + "/delivery/place", schemaPath: "#/$defs/DeliveryInput/properties/place/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                                                  if (!pattern8.test(data17))
                                                    return validate21.errors = [{ instancePath: instancePath + "/delivery/place", schemaPath: "#/$defs/DeliveryInput/properties/place/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"' }], !1;
                                                } else
                                                  return validate21.errors = [{ instancePath: instancePath + "/delivery/place", schemaPath: "#/$defs/DeliveryInput/properties/place/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                              var valid7 = _errs71 === errors;
                                            } else
                                              var valid7 = !0;
                                            if (valid7)
                                              if (data14.note !== void 0) {
                                                let data18 = data14.note, _errs74 = errors;
                                                if (errors === _errs74)
                                                  if (typeof data18 == "string") {
                                                    if (func2(data18) > 500)
                                                      return validate21.errors = [{ instancePath: instancePath + "/delivery/note", schemaPath: "#/$defs/DeliveryInput/properties/note/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" }], !1;
                                                  } else
                                                    return validate21.errors = [{ instancePath: instancePath + "/delivery/note", schemaPath: "#/$defs/DeliveryInput/properties/note/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                                var valid7 = _errs74 === errors;
                                              } else
                                                var valid7 = !0;
                                          }
                                        }
                                      }
                                    }
                                  } else
                                    return validate21.errors = [{ instancePath: instancePath + "/delivery", schemaPath: "#/$defs/DeliveryInput/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                var valid0 = _errs60 === errors;
                              } else
                                var valid0 = !0;
                              if (valid0) {
                                if (data.return_url !== void 0) {
                                  let data19 = data.return_url, _errs78 = errors;
                                  if (errors === _errs78)
                                    if (typeof data19 == "string") {
                                      if (func2(data19) > 2048)
                                        return validate21.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/properties/return_url/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }], !1;
                                      if (!pattern10.test(data19))
                                        return validate21.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/properties/return_url/pattern", keyword: "pattern", params: { pattern: "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))" }, message: 'must match pattern "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"' }], !1;
                                    } else
                                      return validate21.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/properties/return_url/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                  var valid0 = _errs78 === errors;
                                } else
                                  var valid0 = !0;
                                if (valid0)
                                  if (data.metadata !== void 0) {
                                    let data20 = data.metadata, _errs81 = errors;
                                    if (errors === errors)
                                      if (data20 && typeof data20 == "object" && !Array.isArray(data20)) {
                                        if (Object.keys(data20).length > 50)
                                          return validate21.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/maxProperties", keyword: "maxProperties", params: { limit: 50 }, message: "must NOT have more than 50 properties" }], !1;
                                        for (let key3 in data20) {
                                          let _errs85 = errors;
                                          if (errors === _errs85)
                                            if (typeof key3 == "string") {
                                              if (!pattern11.test(key3)) {
                                                let err0 = { instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$" }, message: 'must match pattern "^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$"', propertyName: key3 };
                                                vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                                              }
                                            } else {
                                              let err1 = { instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/propertyNames/type", keyword: "type", params: { type: "string" }, message: "must be string", propertyName: key3 };
                                              vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                                            }
                                          var valid9 = _errs85 === errors;
                                          if (!valid9) {
                                            let err2 = { instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/propertyNames", keyword: "propertyNames", params: { propertyName: key3 }, message: "property name must be valid" };
                                            return vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++, validate21.errors = vErrors, !1;
                                            break;
                                          }
                                        }
                                        if (valid9)
                                          for (let key4 in data20) {
                                            let data21 = data20[key4], _errs88 = errors;
                                            if (errors === _errs88)
                                              if (typeof data21 == "string") {
                                                if (func2(data21) > 500)
                                                  return validate21.errors = [{ instancePath: instancePath + "/metadata/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/Metadata/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" }], !1;
                                              } else
                                                return validate21.errors = [{ instancePath: instancePath + "/metadata/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/Metadata/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                            var valid10 = _errs88 === errors;
                                            if (!valid10)
                                              break;
                                          }
                                      } else
                                        return validate21.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                                    var valid0 = _errs81 === errors;
                                  } else
                                    var valid0 = !0;
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate21.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate21.errors = vErrors, errors === 0;
}
validate21.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var validCheckoutIntentInput = validate22, schema39 = { type: "object", description: "What the popup shall collect. Send `amount` or `product_id`, not both.", additionalProperties: !1, properties: { amount: { $ref: "#/$defs/AmountInput", "x-decision": "0008" }, currency: { type: "string", enum: ["GHS"], "x-error-code": "unsupported_currency", "x-decision": "0008" }, product_id: { type: "string", description: "The product to pay for; its price is the amount, and an order is made.", "x-id": "product", minLength: 1, maxLength: 64, "x-decision": "0008" }, quantity: { type: "integer", minimum: 1, maximum: 99, description: "How many pieces of the product; 1 when left out.", "x-decision": "0008" }, channels: { type: "array", description: "The ways to pay that are offered; all when left out.", minItems: 1, uniqueItems: !0, items: { $ref: "#/$defs/Channel" }, "x-decision": "0008" }, return_url: { type: "string", description: "Where the full page sends the buyer afterwards: https, or http on this machine.", maxLength: 2048, pattern: "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))", "x-decision": "0008" }, allowed_origins: { type: "array", description: "The origins whose pages may show the popup; the origin of `return_url` when left out.", maxItems: 10, uniqueItems: !0, items: { type: "string", maxLength: 255, pattern: "^(https://[^/\\s@?#]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?)$" }, "x-decision": "0008" }, email: { type: "string", maxLength: 254, pattern: "^[^@\\s]+@[^@\\s]+$", "x-decision": "0008" }, metadata: { $ref: "#/$defs/Metadata", "x-decision": "0008" } }, "x-decision": "0008" }, func0 = require_equal().default, pattern14 = new RegExp("^(https://[^/\\s@?#]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?)$", "u");
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate22.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let _errs2 = errors;
      for (let key0 in data)
        if (!func1.call(schema39.properties, key0)) {
          return validate22.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
          break;
        }
      if (_errs2 === errors) {
        if (data.amount !== void 0) {
          let data0 = data.amount, _errs3 = errors, _errs4 = errors;
          if (!(typeof data0 == "number" && isFinite(data0)) && typeof data0 != "string")
            return validate22.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/$defs/AmountInput/type", keyword: "type", params: { type: schema33.type }, message: "must be number,string" }], !1;
          if (errors === _errs4) {
            if (typeof data0 == "number" && isFinite(data0) && (data0 < 0 || isNaN(data0)))
              return validate22.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/$defs/AmountInput/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
            if (errors === _errs4 && typeof data0 == "string" && !pattern4.test(data0))
              return validate22.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/$defs/AmountInput/pattern", keyword: "pattern", params: { pattern: "^\\d{1,12}(\\.\\d{1,2})?$" }, message: 'must match pattern "^\\d{1,12}(\\.\\d{1,2})?$"' }], !1;
          }
          var valid0 = _errs3 === errors;
        } else
          var valid0 = !0;
        if (valid0) {
          if (data.currency !== void 0) {
            let data1 = data.currency, _errs10 = errors;
            if (typeof data1 != "string")
              return validate22.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            if (data1 !== "GHS")
              return validate22.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/enum", keyword: "enum", params: { allowedValues: schema39.properties.currency.enum }, message: "must be equal to one of the allowed values" }], !1;
            var valid0 = _errs10 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.product_id !== void 0) {
              let data2 = data.product_id, _errs14 = errors;
              if (errors === _errs14)
                if (typeof data2 == "string") {
                  if (func2(data2) > 64)
                    return validate22.errors = [{ instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }], !1;
                  if (func2(data2) < 1)
                    return validate22.errors = [{ instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                } else
                  return validate22.errors = [{ instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs14 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.quantity !== void 0) {
                let data3 = data.quantity, _errs18 = errors;
                if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3)))
                  return validate22.errors = [{ instancePath: instancePath + "/quantity", schemaPath: "#/properties/quantity/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }], !1;
                if (errors === _errs18 && typeof data3 == "number" && isFinite(data3)) {
                  if (data3 > 99 || isNaN(data3))
                    return validate22.errors = [{ instancePath: instancePath + "/quantity", schemaPath: "#/properties/quantity/maximum", keyword: "maximum", params: { comparison: "<=", limit: 99 }, message: "must be <= 99" }], !1;
                  if (data3 < 1 || isNaN(data3))
                    return validate22.errors = [{ instancePath: instancePath + "/quantity", schemaPath: "#/properties/quantity/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }], !1;
                }
                var valid0 = _errs18 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.channels !== void 0) {
                  let data4 = data.channels, _errs21 = errors;
                  if (errors === _errs21)
                    if (Array.isArray(data4)) {
                      if (data4.length < 1)
                        return validate22.errors = [{ instancePath: instancePath + "/channels", schemaPath: "#/properties/channels/minItems", keyword: "minItems", params: { limit: 1 }, message: "must NOT have fewer than 1 items" }], !1;
                      {
                        var valid2 = !0;
                        let len0 = data4.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          let data5 = data4[i0], _errs24 = errors;
                          if (typeof data5 != "string")
                            return validate22.errors = [{ instancePath: instancePath + "/channels/" + i0, schemaPath: "#/$defs/Channel/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                          if (!(data5 === "mobile_money" || data5 === "card"))
                            return validate22.errors = [{ instancePath: instancePath + "/channels/" + i0, schemaPath: "#/$defs/Channel/enum", keyword: "enum", params: { allowedValues: schema34.enum }, message: "must be equal to one of the allowed values" }], !1;
                          var valid2 = _errs24 === errors;
                          if (!valid2)
                            break;
                        }
                        if (valid2) {
                          let i1 = data4.length, j0;
                          if (i1 > 1) {
                            outer0:
                              for (; i1--; )
                                for (j0 = i1; j0--; )
                                  if (func0(data4[i1], data4[j0])) {
                                    return validate22.errors = [{ instancePath: instancePath + "/channels", schemaPath: "#/properties/channels/uniqueItems", keyword: "uniqueItems", params: { i: i1, j: j0 }, message: "must NOT have duplicate items (items ## " + j0 + " and " + i1 + " are identical)" }], !1;
                                    break outer0;
                                  }
                          }
                        }
                      }
                    } else
                      return validate22.errors = [{ instancePath: instancePath + "/channels", schemaPath: "#/properties/channels/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                  var valid0 = _errs21 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.return_url !== void 0) {
                    let data6 = data.return_url, _errs28 = errors;
                    if (errors === _errs28)
                      if (typeof data6 == "string") {
                        if (func2(data6) > 2048)
                          return validate22.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/properties/return_url/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }], !1;
                        if (!pattern10.test(data6))
                          return validate22.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/properties/return_url/pattern", keyword: "pattern", params: { pattern: "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))" }, message: 'must match pattern "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"' }], !1;
                      } else
                        return validate22.errors = [{ instancePath: instancePath + "/return_url", schemaPath: "#/properties/return_url/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                    var valid0 = _errs28 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.allowed_origins !== void 0) {
                      let data7 = data.allowed_origins, _errs31 = errors;
                      if (errors === _errs31)
                        if (Array.isArray(data7)) {
                          if (data7.length > 10)
                            return validate22.errors = [{ instancePath: instancePath + "/allowed_origins", schemaPath: "#/properties/allowed_origins/maxItems", keyword: "maxItems", params: { limit: 10 }, message: "must NOT have more than 10 items" }], !1;
                          {
                            var valid5 = !0;
                            let len1 = data7.length;
                            for (let i2 = 0; i2 < len1; i2++) {
                              let data8 = data7[i2], _errs34 = errors;
                              if (errors === _errs34)
                                if (typeof data8 == "string") {
                                  if (func2(data8) > 255)
                                    return validate22.errors = [{ instancePath: instancePath + "/allowed_origins/" + i2, schemaPath: "#/properties/allowed_origins/items/maxLength", keyword: "maxLength", params: { limit: 255 }, message: "must NOT have more than 255 characters" }], !1;
                                  if (!pattern14.test(data8))
                                    return validate22.errors = [{ instancePath: instancePath + "/allowed_origins/" + i2, schemaPath: "#/properties/allowed_origins/items/pattern", keyword: "pattern", params: { pattern: "^(https://[^/\\s@?#]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?)$" }, message: 'must match pattern "^(https://[^/\\s@?#]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?)$"' }], !1;
                                } else
                                  return validate22.errors = [{ instancePath: instancePath + "/allowed_origins/" + i2, schemaPath: "#/properties/allowed_origins/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                              var valid5 = _errs34 === errors;
                              if (!valid5)
                                break;
                            }
                            if (valid5) {
                              let i3 = data7.length, j1;
                              if (i3 > 1) {
                                let indices0 = {};
                                for (; i3--; ) {
                                  let item0 = data7[i3];
                                  if (typeof item0 == "string") {
                                    if (typeof indices0[item0] == "number") {
                                      return j1 = indices0[item0], validate22.errors = [{ instancePath: instancePath + "/allowed_origins", schemaPath: "#/properties/allowed_origins/uniqueItems", keyword: "uniqueItems", params: { i: i3, j: j1 }, message: "must NOT have duplicate items (items ## " + j1 + " and " + i3 + " are identical)" }], !1;
                                      break;
                                    }
                                    indices0[item0] = i3;
                                  }
                                }
                              }
                            }
                          }
                        } else
                          return validate22.errors = [{ instancePath: instancePath + "/allowed_origins", schemaPath: "#/properties/allowed_origins/type", keyword: "type", params: { type: "array" }, message: "must be array" }], !1;
                      var valid0 = _errs31 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.email !== void 0) {
                        let data9 = data.email, _errs36 = errors;
                        if (errors === _errs36)
                          if (typeof data9 == "string") {
                            if (func2(data9) > 254)
                              return validate22.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/maxLength", keyword: "maxLength", params: { limit: 254 }, message: "must NOT have more than 254 characters" }], !1;
                            if (!pattern7.test(data9))
                              return validate22.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/pattern", keyword: "pattern", params: { pattern: "^[^@\\s]+@[^@\\s]+$" }, message: 'must match pattern "^[^@\\s]+@[^@\\s]+$"' }], !1;
                          } else
                            return validate22.errors = [{ instancePath: instancePath + "/email", schemaPath: "#/properties/email/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                        var valid0 = _errs36 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0)
                        if (data.metadata !== void 0) {
                          let data10 = data.metadata, _errs39 = errors;
                          if (errors === errors)
                            if (data10 && typeof data10 == "object" && !Array.isArray(data10)) {
                              if (Object.keys(data10).length > 50)
                                return validate22.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/maxProperties", keyword: "maxProperties", params: { limit: 50 }, message: "must NOT have more than 50 properties" }], !1;
                              for (let key1 in data10) {
                                let _errs43 = errors;
                                if (errors === _errs43)
                                  if (typeof key1 == "string") {
                                    if (!pattern11.test(key1)) {
                                      let err0 = { instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$" }, message: 'must match pattern "^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$"', propertyName: key1 };
                                      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
                                    }
                                  } else {
                                    let err1 = { instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/propertyNames/type", keyword: "type", params: { type: "string" }, message: "must be string", propertyName: key1 };
                                    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
                                  }
                                var valid8 = _errs43 === errors;
                                if (!valid8) {
                                  let err2 = { instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/propertyNames", keyword: "propertyNames", params: { propertyName: key1 }, message: "property name must be valid" };
                                  return vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++, validate22.errors = vErrors, !1;
                                  break;
                                }
                              }
                              if (valid8)
                                for (let key2 in data10) {
                                  let data11 = data10[key2], _errs46 = errors;
                                  if (errors === _errs46)
                                    if (typeof data11 == "string") {
                                      if (func2(data11) > 500)
                                        return validate22.errors = [{ instancePath: instancePath + "/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/Metadata/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" }], !1;
                                    } else
                                      return validate22.errors = [{ instancePath: instancePath + "/metadata/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/$defs/Metadata/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                                  var valid9 = _errs46 === errors;
                                  if (!valid9)
                                    break;
                                }
                            } else
                              return validate22.errors = [{ instancePath: instancePath + "/metadata", schemaPath: "#/$defs/Metadata/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
                          var valid0 = _errs39 === errors;
                        } else
                          var valid0 = !0;
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate22.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate22.errors = vErrors, errors === 0;
}
validate22.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var validRefundInput = validate23, schema43 = { type: "object", description: "Which payment to refund, and how much of it.", required: ["payment_ref"], additionalProperties: !1, properties: { payment_ref: { type: "string", "x-id": "payment", minLength: 1, maxLength: 64, "x-decision": "0009" }, amount: { $ref: "#/$defs/AmountInput", description: "How much, in GH\u20B5; all that is left of the payment when left out.", "x-decision": "0009" }, currency: { type: "string", enum: ["GHS"], "x-error-code": "unsupported_currency", "x-decision": "0009" }, reason: { type: "string", description: "Why, for the operator and the records.", minLength: 1, maxLength: 500, "x-decision": "0009" } }, "x-decision": "0009" };
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate23.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.payment_ref === void 0 && (missing0 = "payment_ref"))
        return validate23.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs2 = errors;
        for (let key0 in data)
          if (!(key0 === "payment_ref" || key0 === "amount" || key0 === "currency" || key0 === "reason")) {
            return validate23.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs2 === errors) {
          if (data.payment_ref !== void 0) {
            let data0 = data.payment_ref, _errs3 = errors;
            if (errors === _errs3)
              if (typeof data0 == "string") {
                if (func2(data0) > 64)
                  return validate23.errors = [{ instancePath: instancePath + "/payment_ref", schemaPath: "#/properties/payment_ref/maxLength", keyword: "maxLength", params: { limit: 64 }, message: "must NOT have more than 64 characters" }], !1;
                if (func2(data0) < 1)
                  return validate23.errors = [{ instancePath: instancePath + "/payment_ref", schemaPath: "#/properties/payment_ref/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
              } else
                return validate23.errors = [{ instancePath: instancePath + "/payment_ref", schemaPath: "#/properties/payment_ref/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs3 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.amount !== void 0) {
              let data1 = data.amount, _errs7 = errors, _errs8 = errors;
              if (!(typeof data1 == "number" && isFinite(data1)) && typeof data1 != "string")
                return validate23.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/$defs/AmountInput/type", keyword: "type", params: { type: schema33.type }, message: "must be number,string" }], !1;
              if (errors === _errs8) {
                if (typeof data1 == "number" && isFinite(data1) && (data1 < 0 || isNaN(data1)))
                  return validate23.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/$defs/AmountInput/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                if (errors === _errs8 && typeof data1 == "string" && !pattern4.test(data1))
                  return validate23.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/$defs/AmountInput/pattern", keyword: "pattern", params: { pattern: "^\\d{1,12}(\\.\\d{1,2})?$" }, message: 'must match pattern "^\\d{1,12}(\\.\\d{1,2})?$"' }], !1;
              }
              var valid0 = _errs7 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.currency !== void 0) {
                let data2 = data.currency, _errs14 = errors;
                if (typeof data2 != "string")
                  return validate23.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                if (data2 !== "GHS")
                  return validate23.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/enum", keyword: "enum", params: { allowedValues: schema43.properties.currency.enum }, message: "must be equal to one of the allowed values" }], !1;
                var valid0 = _errs14 === errors;
              } else
                var valid0 = !0;
              if (valid0)
                if (data.reason !== void 0) {
                  let data3 = data.reason, _errs18 = errors;
                  if (errors === _errs18)
                    if (typeof data3 == "string") {
                      if (func2(data3) > 500)
                        return validate23.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" }], !1;
                      if (func2(data3) < 1)
                        return validate23.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                    } else
                      return validate23.errors = [{ instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  var valid0 = _errs18 === errors;
                } else
                  var valid0 = !0;
            }
          }
        }
      }
    } else
      return validate23.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate23.errors = vErrors, errors === 0;
}
validate23.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var validProductInput = validate24, schema45 = { type: "object", description: "What is to be sold.", required: ["name", "price"], additionalProperties: !1, properties: { name: { type: "string", minLength: 1, maxLength: 120, pattern: "\\S", "x-decision": "0008" }, slug: { type: "string", description: "The name in the address of the storefront; made from the name when left out.", pattern: "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$", "x-decision": "0008" }, description: { type: ["string", "null"], maxLength: 5e3, "x-decision": "0008" }, type: { type: "string", description: "Digital when left out.", enum: ["digital", "physical", "license", "service"], "x-decision": "0008" }, price: { $ref: "#/$defs/AmountInput", description: "The price of one piece, in GH\u20B5.", "x-decision": "0008" }, currency: { type: "string", enum: ["GHS"], "x-error-code": "unsupported_currency", "x-decision": "0008" }, active: { type: "boolean", description: "Whether it can be bought; true when left out.", "x-decision": "0008" }, stock: { type: ["integer", "null"], minimum: 0, maximum: 1e6, description: "How many pieces there are; null or left out when that is not counted.", "x-decision": "0020" }, image_url: { type: ["string", "null"], description: "An https:// address.", maxLength: 2048, pattern: "^https://", "x-decision": "0008" } }, "x-decision": "0008" }, pattern19 = new RegExp("^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$", "u"), pattern21 = new RegExp("^https://", "u");
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate24.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.name === void 0 && (missing0 = "name") || data.price === void 0 && (missing0 = "price"))
        return validate24.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs2 = errors;
        for (let key0 in data)
          if (!func1.call(schema45.properties, key0)) {
            return validate24.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs2 === errors) {
          if (data.name !== void 0) {
            let data0 = data.name, _errs3 = errors;
            if (errors === _errs3)
              if (typeof data0 == "string") {
                if (func2(data0) > 120)
                  return validate24.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/maxLength", keyword: "maxLength", params: { limit: 120 }, message: "must NOT have more than 120 characters" }], !1;
                if (func2(data0) < 1)
                  return validate24.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                if (!pattern8.test(data0))
                  return validate24.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/pattern", keyword: "pattern", params: { pattern: "\\S" }, message: 'must match pattern "\\S"' }], !1;
              } else
                return validate24.errors = [{ instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs3 === errors;
          } else
            var valid0 = !0;
          if (valid0) {
            if (data.slug !== void 0) {
              let data1 = data.slug, _errs6 = errors;
              if (errors === _errs6)
                if (typeof data1 == "string") {
                  if (!pattern19.test(data1))
                    return validate24.errors = [{ instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/pattern", keyword: "pattern", params: { pattern: "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$" }, message: 'must match pattern "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$"' }], !1;
                } else
                  return validate24.errors = [{ instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs6 === errors;
            } else
              var valid0 = !0;
            if (valid0) {
              if (data.description !== void 0) {
                let data2 = data.description, _errs9 = errors;
                if (typeof data2 != "string" && data2 !== null)
                  return validate24.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: schema45.properties.description.type }, message: "must be string,null" }], !1;
                if (errors === _errs9 && typeof data2 == "string" && func2(data2) > 5e3)
                  return validate24.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 5e3 }, message: "must NOT have more than 5000 characters" }], !1;
                var valid0 = _errs9 === errors;
              } else
                var valid0 = !0;
              if (valid0) {
                if (data.type !== void 0) {
                  let data3 = data.type, _errs12 = errors;
                  if (typeof data3 != "string")
                    return validate24.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                  if (!(data3 === "digital" || data3 === "physical" || data3 === "license" || data3 === "service"))
                    return validate24.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/enum", keyword: "enum", params: { allowedValues: schema45.properties.type.enum }, message: "must be equal to one of the allowed values" }], !1;
                  var valid0 = _errs12 === errors;
                } else
                  var valid0 = !0;
                if (valid0) {
                  if (data.price !== void 0) {
                    let data4 = data.price, _errs15 = errors, _errs16 = errors;
                    if (!(typeof data4 == "number" && isFinite(data4)) && typeof data4 != "string")
                      return validate24.errors = [{ instancePath: instancePath + "/price", schemaPath: "#/$defs/AmountInput/type", keyword: "type", params: { type: schema33.type }, message: "must be number,string" }], !1;
                    if (errors === _errs16) {
                      if (typeof data4 == "number" && isFinite(data4) && (data4 < 0 || isNaN(data4)))
                        return validate24.errors = [{ instancePath: instancePath + "/price", schemaPath: "#/$defs/AmountInput/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                      if (errors === _errs16 && typeof data4 == "string" && !pattern4.test(data4))
                        return validate24.errors = [{ instancePath: instancePath + "/price", schemaPath: "#/$defs/AmountInput/pattern", keyword: "pattern", params: { pattern: "^\\d{1,12}(\\.\\d{1,2})?$" }, message: 'must match pattern "^\\d{1,12}(\\.\\d{1,2})?$"' }], !1;
                    }
                    var valid0 = _errs15 === errors;
                  } else
                    var valid0 = !0;
                  if (valid0) {
                    if (data.currency !== void 0) {
                      let data5 = data.currency, _errs22 = errors;
                      if (typeof data5 != "string")
                        return validate24.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
                      if (data5 !== "GHS")
                        return validate24.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/enum", keyword: "enum", params: { allowedValues: schema45.properties.currency.enum }, message: "must be equal to one of the allowed values" }], !1;
                      var valid0 = _errs22 === errors;
                    } else
                      var valid0 = !0;
                    if (valid0) {
                      if (data.active !== void 0) {
                        let _errs26 = errors;
                        if (typeof data.active != "boolean")
                          return validate24.errors = [{ instancePath: instancePath + "/active", schemaPath: "#/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }], !1;
                        var valid0 = _errs26 === errors;
                      } else
                        var valid0 = !0;
                      if (valid0) {
                        if (data.stock !== void 0) {
                          let data7 = data.stock, _errs29 = errors;
                          if (!(typeof data7 == "number" && !(data7 % 1) && !isNaN(data7) && isFinite(data7)) && data7 !== null)
                            return validate24.errors = [{ instancePath: instancePath + "/stock", schemaPath: "#/properties/stock/type", keyword: "type", params: { type: schema45.properties.stock.type }, message: "must be integer,null" }], !1;
                          if (errors === _errs29 && typeof data7 == "number" && isFinite(data7)) {
                            if (data7 > 1e6 || isNaN(data7))
                              return validate24.errors = [{ instancePath: instancePath + "/stock", schemaPath: "#/properties/stock/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e6 }, message: "must be <= 1000000" }], !1;
                            if (data7 < 0 || isNaN(data7))
                              return validate24.errors = [{ instancePath: instancePath + "/stock", schemaPath: "#/properties/stock/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }], !1;
                          }
                          var valid0 = _errs29 === errors;
                        } else
                          var valid0 = !0;
                        if (valid0)
                          if (data.image_url !== void 0) {
                            let data8 = data.image_url, _errs32 = errors;
                            if (typeof data8 != "string" && data8 !== null)
                              return validate24.errors = [{ instancePath: instancePath + "/image_url", schemaPath: "#/properties/image_url/type", keyword: "type", params: { type: schema45.properties.image_url.type }, message: "must be string,null" }], !1;
                            if (errors === _errs32 && typeof data8 == "string") {
                              if (func2(data8) > 2048)
                                return validate24.errors = [{ instancePath: instancePath + "/image_url", schemaPath: "#/properties/image_url/maxLength", keyword: "maxLength", params: { limit: 2048 }, message: "must NOT have more than 2048 characters" }], !1;
                              if (!pattern21.test(data8))
                                return validate24.errors = [{ instancePath: instancePath + "/image_url", schemaPath: "#/properties/image_url/pattern", keyword: "pattern", params: { pattern: "^https://" }, message: 'must match pattern "^https://"' }], !1;
                            }
                            var valid0 = _errs32 === errors;
                          } else
                            var valid0 = !0;
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else
      return validate24.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate24.errors = vErrors, errors === 0;
}
validate24.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var validLicenseCheckInput = validate25;
function validate25(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate25.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), errors === 0)
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.license_key === void 0 && (missing0 = "license_key"))
        return validate25.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }], !1;
      {
        let _errs2 = errors;
        for (let key0 in data)
          if (!(key0 === "license_key" || key0 === "instance")) {
            return validate25.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }], !1;
            break;
          }
        if (_errs2 === errors) {
          if (data.license_key !== void 0) {
            let data0 = data.license_key, _errs3 = errors;
            if (errors === _errs3)
              if (typeof data0 == "string") {
                if (func2(data0) > 128)
                  return validate25.errors = [{ instancePath: instancePath + "/license_key", schemaPath: "#/properties/license_key/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }], !1;
                if (func2(data0) < 1)
                  return validate25.errors = [{ instancePath: instancePath + "/license_key", schemaPath: "#/properties/license_key/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
              } else
                return validate25.errors = [{ instancePath: instancePath + "/license_key", schemaPath: "#/properties/license_key/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
            var valid0 = _errs3 === errors;
          } else
            var valid0 = !0;
          if (valid0)
            if (data.instance !== void 0) {
              let data1 = data.instance, _errs6 = errors;
              if (errors === _errs6)
                if (typeof data1 == "string") {
                  if (func2(data1) > 128)
                    return validate25.errors = [{ instancePath: instancePath + "/instance", schemaPath: "#/properties/instance/maxLength", keyword: "maxLength", params: { limit: 128 }, message: "must NOT have more than 128 characters" }], !1;
                  if (func2(data1) < 1)
                    return validate25.errors = [{ instancePath: instancePath + "/instance", schemaPath: "#/properties/instance/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }], !1;
                } else
                  return validate25.errors = [{ instancePath: instancePath + "/instance", schemaPath: "#/properties/instance/type", keyword: "type", params: { type: "string" }, message: "must be string" }], !1;
              var valid0 = _errs6 === errors;
            } else
              var valid0 = !0;
        }
      }
    } else
      return validate25.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }], !1;
  return validate25.errors = vErrors, errors === 0;
}
validate25.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
/** The compiled check of each input, by the name of its schema. */
export const inputValidators: { readonly PaymentInput: Validate<PaymentInput>; readonly CheckoutIntentInput: Validate<CheckoutIntentInput>; readonly RefundInput: Validate<RefundInput>; readonly ProductInput: Validate<ProductInput>; readonly LicenseCheckInput: Validate<LicenseCheckInput> } = { PaymentInput: validPaymentInput, CheckoutIntentInput: validCheckoutIntentInput, RefundInput: validRefundInput, ProductInput: validProductInput, LicenseCheckInput: validLicenseCheckInput }
