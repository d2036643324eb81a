// Made from openapi.yaml. Do not edit: change openapi.yaml and run "npm run generate".
// @ts-nocheck
/* eslint-disable */
import type { Validate } from '../validate.js'

var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};


var require_formats = __commonJS({
  "../../node_modules/ajv-formats/dist/formats.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: !0 });
    exports.formatNames = exports.fastFormats = exports.fullFormats = void 0;
    function fmtDef(validate, compare) {
      return { validate, compare };
    }
    exports.fullFormats = {
      // date: http://tools.ietf.org/html/rfc3339#section-5.6
      date: fmtDef(date, compareDate),
      // date-time: http://tools.ietf.org/html/rfc3339#section-5.6
      time: fmtDef(getTime(!0), compareTime),
      "date-time": fmtDef(getDateTime(!0), compareDateTime),
      "iso-time": fmtDef(getTime(), compareIsoTime),
      "iso-date-time": fmtDef(getDateTime(), compareIsoDateTime),
      // duration: https://tools.ietf.org/html/rfc3339#appendix-A
      duration: /^P(?!$)((\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?|(\d+W)?)$/,
      uri,
      "uri-reference": /^(?:[a-z][a-z0-9+\-.]*:)?(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'"()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'"()*+,;=:@]|%[0-9a-f]{2})*)*)?(?:\?(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i,
      // uri-template: https://tools.ietf.org/html/rfc6570
      "uri-template": /^(?:(?:[^\x00-\x20"'<>%\\^`{|}]|%[0-9a-f]{2})|\{[+#./;?&=,!@|]?(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?(?:,(?:[a-z0-9_]|%[0-9a-f]{2})+(?::[1-9][0-9]{0,3}|\*)?)*\})*$/i,
      // For the source: https://gist.github.com/dperini/729294
      // For test cases: https://mathiasbynens.be/demo/url-regex
      url: /^(?:https?|ftp):\/\/(?:\S+(?::\S*)?@)?(?:(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))|(?:(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)(?:\.(?:[a-z0-9\u{00a1}-\u{ffff}]+-)*[a-z0-9\u{00a1}-\u{ffff}]+)*(?:\.(?:[a-z\u{00a1}-\u{ffff}]{2,})))(?::\d{2,5})?(?:\/[^\s]*)?$/iu,
      email: /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i,
      hostname: /^(?=.{1,253}\.?$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[-0-9a-z]{0,61}[0-9a-z])?)*\.?$/i,
      // optimized https://www.safaribooksonline.com/library/view/regular-expressions-cookbook/9780596802837/ch07s16.html
      ipv4: /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)\.){3}(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)$/,
      ipv6: /^((([0-9a-f]{1,4}:){7}([0-9a-f]{1,4}|:))|(([0-9a-f]{1,4}:){6}(:[0-9a-f]{1,4}|((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){5}(((:[0-9a-f]{1,4}){1,2})|:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3})|:))|(([0-9a-f]{1,4}:){4}(((:[0-9a-f]{1,4}){1,3})|((:[0-9a-f]{1,4})?:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){3}(((:[0-9a-f]{1,4}){1,4})|((:[0-9a-f]{1,4}){0,2}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){2}(((:[0-9a-f]{1,4}){1,5})|((:[0-9a-f]{1,4}){0,3}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(([0-9a-f]{1,4}:){1}(((:[0-9a-f]{1,4}){1,6})|((:[0-9a-f]{1,4}){0,4}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:))|(:(((:[0-9a-f]{1,4}){1,7})|((:[0-9a-f]{1,4}){0,5}:((25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}))|:)))$/i,
      regex,
      // uuid: http://tools.ietf.org/html/rfc4122
      uuid: /^(?:urn:uuid:)?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i,
      // JSON-pointer: https://tools.ietf.org/html/rfc6901
      // uri fragment: https://tools.ietf.org/html/rfc3986#appendix-A
      "json-pointer": /^(?:\/(?:[^~/]|~0|~1)*)*$/,
      "json-pointer-uri-fragment": /^#(?:\/(?:[a-z0-9_\-.!$&'()*+,;:=@]|%[0-9a-f]{2}|~0|~1)*)*$/i,
      // relative JSON-pointer: http://tools.ietf.org/html/draft-luff-relative-json-pointer-00
      "relative-json-pointer": /^(?:0|[1-9][0-9]*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
      // the following formats are used by the openapi specification: https://spec.openapis.org/oas/v3.0.0#data-types
      // byte: https://github.com/miguelmota/is-base64
      byte,
      // signed 32 bit integer
      int32: { type: "number", validate: validateInt32 },
      // signed 64 bit integer
      int64: { type: "number", validate: validateInt64 },
      // C-type float
      float: { type: "number", validate: validateNumber },
      // C-type double
      double: { type: "number", validate: validateNumber },
      // hint to the UI to hide input strings
      password: !0,
      // unchecked string payload
      binary: !0
    };
    exports.fastFormats = {
      ...exports.fullFormats,
      date: fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d$/, compareDate),
      time: fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareTime),
      "date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\dt(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)$/i, compareDateTime),
      "iso-time": fmtDef(/^(?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoTime),
      "iso-date-time": fmtDef(/^\d\d\d\d-[0-1]\d-[0-3]\d[t\s](?:[0-2]\d:[0-5]\d:[0-5]\d|23:59:60)(?:\.\d+)?(?:z|[+-]\d\d(?::?\d\d)?)?$/i, compareIsoDateTime),
      // uri: https://github.com/mafintosh/is-my-json-valid/blob/master/formats.js
      uri: /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/)?[^\s]*$/i,
      "uri-reference": /^(?:(?:[a-z][a-z0-9+\-.]*:)?\/?\/)?(?:[^\\\s#][^\s#]*)?(?:#[^\\\s]*)?$/i,
      // email (sources from jsen validator):
      // http://stackoverflow.com/questions/201323/using-a-regular-expression-to-validate-an-email-address#answer-8829363
      // http://www.w3.org/TR/html5/forms.html#valid-e-mail-address (search for 'wilful violation')
      email: /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
    };
    exports.formatNames = Object.keys(exports.fullFormats);
    function isLeapYear(year) {
      return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
    }
    var DATE = /^(\d\d\d\d)-(\d\d)-(\d\d)$/, DAYS = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    function date(str) {
      let matches = DATE.exec(str);
      if (!matches)
        return !1;
      let year = +matches[1], month = +matches[2], day = +matches[3];
      return month >= 1 && month <= 12 && day >= 1 && day <= (month === 2 && isLeapYear(year) ? 29 : DAYS[month]);
    }
    function compareDate(d1, d2) {
      if (d1 && d2)
        return d1 > d2 ? 1 : d1 < d2 ? -1 : 0;
    }
    var TIME = /^(\d\d):(\d\d):(\d\d(?:\.\d+)?)(z|([+-])(\d\d)(?::?(\d\d))?)?$/i;
    function getTime(strictTimeZone) {
      return function(str) {
        let matches = TIME.exec(str);
        if (!matches)
          return !1;
        let hr = +matches[1], min = +matches[2], sec = +matches[3], tz = matches[4], tzSign = matches[5] === "-" ? -1 : 1, tzH = +(matches[6] || 0), tzM = +(matches[7] || 0);
        if (tzH > 23 || tzM > 59 || strictTimeZone && !tz)
          return !1;
        if (hr <= 23 && min <= 59 && sec < 60)
          return !0;
        let utcMin = min - tzM * tzSign, utcHr = hr - tzH * tzSign - (utcMin < 0 ? 1 : 0);
        return (utcHr === 23 || utcHr === -1) && (utcMin === 59 || utcMin === -1) && sec < 61;
      };
    }
    function compareTime(s1, s2) {
      if (!(s1 && s2))
        return;
      let t1 = (/* @__PURE__ */ new Date("2020-01-01T" + s1)).valueOf(), t2 = (/* @__PURE__ */ new Date("2020-01-01T" + s2)).valueOf();
      if (t1 && t2)
        return t1 - t2;
    }
    function compareIsoTime(t1, t2) {
      if (!(t1 && t2))
        return;
      let a1 = TIME.exec(t1), a2 = TIME.exec(t2);
      if (a1 && a2)
        return t1 = a1[1] + a1[2] + a1[3], t2 = a2[1] + a2[2] + a2[3], t1 > t2 ? 1 : t1 < t2 ? -1 : 0;
    }
    var DATE_TIME_SEPARATOR = /t|\s/i;
    function getDateTime(strictTimeZone) {
      let time = getTime(strictTimeZone);
      return function(str) {
        let dateTime = str.split(DATE_TIME_SEPARATOR);
        return dateTime.length === 2 && date(dateTime[0]) && time(dateTime[1]);
      };
    }
    function compareDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return;
      let d1 = new Date(dt1).valueOf(), d2 = new Date(dt2).valueOf();
      if (d1 && d2)
        return d1 - d2;
    }
    function compareIsoDateTime(dt1, dt2) {
      if (!(dt1 && dt2))
        return;
      let [d1, t1] = dt1.split(DATE_TIME_SEPARATOR), [d2, t2] = dt2.split(DATE_TIME_SEPARATOR), res = compareDate(d1, d2);
      if (res !== void 0)
        return res || compareTime(t1, t2);
    }
    var NOT_URI_FRAGMENT = /\/|:/, URI = /^(?:[a-z][a-z0-9+\-.]*:)(?:\/?\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*@)?(?:\[(?:(?:(?:(?:[0-9a-f]{1,4}:){6}|::(?:[0-9a-f]{1,4}:){5}|(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){4}|(?:(?:[0-9a-f]{1,4}:){0,1}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){3}|(?:(?:[0-9a-f]{1,4}:){0,2}[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:){2}|(?:(?:[0-9a-f]{1,4}:){0,3}[0-9a-f]{1,4})?::[0-9a-f]{1,4}:|(?:(?:[0-9a-f]{1,4}:){0,4}[0-9a-f]{1,4})?::)(?:[0-9a-f]{1,4}:[0-9a-f]{1,4}|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?))|(?:(?:[0-9a-f]{1,4}:){0,5}[0-9a-f]{1,4})?::[0-9a-f]{1,4}|(?:(?:[0-9a-f]{1,4}:){0,6}[0-9a-f]{1,4})?::)|[Vv][0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+)\]|(?:(?:25[0-5]|2[0-4]\d|[01]?\d\d?)\.){3}(?:25[0-5]|2[0-4]\d|[01]?\d\d?)|(?:[a-z0-9\-._~!$&'()*+,;=]|%[0-9a-f]{2})*)(?::\d*)?(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*|\/(?:(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)?|(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})+(?:\/(?:[a-z0-9\-._~!$&'()*+,;=:@]|%[0-9a-f]{2})*)*)(?:\?(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?(?:#(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*)?$/i;
    function uri(str) {
      return NOT_URI_FRAGMENT.test(str) && URI.test(str);
    }
    var BYTE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/gm;
    function byte(str) {
      return BYTE.lastIndex = 0, BYTE.test(str);
    }
    var MIN_INT32 = -(2 ** 31), MAX_INT32 = 2 ** 31 - 1;
    function validateInt32(value) {
      return Number.isInteger(value) && value <= MAX_INT32 && value >= MIN_INT32;
    }
    function validateInt64(value) {
      return Number.isInteger(value);
    }
    function validateNumber() {
      return !0;
    }
    var Z_ANCHOR = /[^\\]\\Z/;
    function regex(str) {
      if (Z_ANCHOR.test(str))
        return !1;
      try {
        return new RegExp(str), !0;
      } catch {
        return !1;
      }
    }
  }
});


var require_ucs2length = __commonJS({
  "../../node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
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


var createPayment_201 = validate52;
var schema21 = { type: "object", description: "Money that a buyer pays.", required: ["ref", "status", "amount", "fee", "net", "currency", "method", "network", "phone", "card_last4", "email", "product_id", "order_ref", "next_action", "failure", "refunded_amount", "metadata", "created_at", "paid_at", "expires_at"], properties: { ref: { type: "string", description: "Reference of the payment, for reading it.", "x-id": "payment", examples: ["pay_0000068s9kxyx9gfqwrrc3"], "x-decision": "0008" }, status: { type: "string", description: "It begins as pending and becomes succeeded, failed, expired or cancelled, which it stays.", enum: ["pending", "succeeded", "failed", "expired", "cancelled"], "x-open-enum": !0, "x-decision": "0008" }, amount: { $ref: "#/$defs/Amount", description: "What the buyer pays, in GH\u20B5.", "x-decision": "0008" }, fee: { $ref: "#/$defs/Amount", description: "The share of the service, in GH\u20B5: 3.5 % plus GH\u20B50.50. It is 0 until the payment has succeeded.", "x-decision": "0007" }, net: { $ref: "#/$defs/Amount", description: "What is left for the merchant, in GH\u20B5. It is 0 until the payment has succeeded.", "x-decision": "0007" }, currency: { type: "string", const: "GHS", description: "Always `GHS`, Ghana cedis.", "x-decision": "0008" }, method: { type: "string", enum: ["mobile_money", "card"], description: "Payment method.", "x-open-enum": !0, "x-decision": "0008" }, network: { description: "Mobile money or card network.", type: "string", enum: ["mtn", "telecel", "airteltigo", "visa", "mastercard"], "x-open-enum": !0, "x-decision": "0008" }, phone: { type: ["string", "null"], description: "The masked number of the wallet.", examples: ["+23324***3789"], "x-decision": "0008" }, card_last4: { description: "Last four digits of the card; null for mobile money.", type: ["string", "null"], pattern: "^\\d{4}$", examples: ["4242"], "x-decision": "0008" }, email: { type: ["string", "null"], description: "Email address of the buyer; null if none was sent.", "x-decision": "0008" }, product_id: { type: ["string", "null"], description: "Product that was paid for; null for a payment of an amount.", "x-id": "product", "x-decision": "0008" }, order_ref: { type: ["string", "null"], description: "Order of the payment; null for a payment of an amount.", "x-id": "order", "x-decision": "0008" }, next_action: { oneOf: [{ $ref: "#/$defs/NextAction" }, { type: "null" }], description: "What the buyer has to do now; null when nothing is left to do.", "x-decision": "0008" }, failure: { oneOf: [{ $ref: "#/$defs/PaymentFailure" }, { type: "null" }], description: "Why the payment did not succeed; null otherwise.", "x-decision": "0008" }, refunded_amount: { $ref: "#/$defs/Amount", description: "What an operator has paid back so far, in GH\u20B5.", "x-decision": "0008" }, metadata: { $ref: "#/$defs/Metadata", "x-decision": "0008" }, created_at: { description: "Creation time, UTC.", type: "string", format: "date-time", examples: ["2026-03-06T09:30:00.000Z"], "x-decision": "0008" }, paid_at: { type: ["string", "null"], description: "When the money was confirmed, UTC.", format: "date-time", examples: ["2026-03-06T09:30:00.000Z"], "x-decision": "0008" }, expires_at: { type: ["string", "null"], description: "When a pending payment ends by itself, UTC.", format: "date-time", examples: ["2026-03-06T09:30:00.000Z"], "x-decision": "0008" } }, "x-decision": "0008", additionalProperties: !1 }, func1 = Object.prototype.hasOwnProperty;
function validate55(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate55.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), typeof data == "number" && isFinite(data)) {
    if (data < 0 || isNaN(data)) {
      let err0 = { instancePath, schemaPath: "#/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
  } else {
    let err1 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "number" }, message: "must be number" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate55.errors = vErrors, errors === 0;
}
validate55.evaluated = { dynamicProps: !1, dynamicItems: !1 };
var schema23 = { type: "object", description: "What the buyer has to do now.", required: ["type", "url", "message"], properties: { type: { type: "string", description: "How the buyer goes on.", enum: ["approve_on_phone", "redirect", "enter_code"], "x-open-enum": !0, "x-decision": "0008" }, url: { type: ["string", "null"], description: "Where to send the buyer, for `redirect`.", format: "uri", "x-decision": "0008" }, message: { type: "string", description: "The instruction in words, to be shown to the buyer.", "x-decision": "0008" } }, "x-decision": "0008", additionalProperties: !1 }, formats0 = require_formats().fullFormats.uri;
function validate59(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate59.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.type === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.url === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "url" }, message: "must have required property 'url'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.message === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "type" || key0 === "url" || key0 === "message")) {
        let err3 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    if (data.type !== void 0) {
      let data0 = data.type;
      if (typeof data0 != "string") {
        let err4 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
      if (!(data0 === "approve_on_phone" || data0 === "redirect" || data0 === "enter_code")) {
        let err5 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/enum", keyword: "enum", params: { allowedValues: schema23.properties.type.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
    if (data.url !== void 0) {
      let data1 = data.url;
      if (typeof data1 != "string" && data1 !== null) {
        let err6 = { instancePath: instancePath + "/url", schemaPath: "#/properties/url/type", keyword: "type", params: { type: schema23.properties.url.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
      }
      if (typeof data1 == "string" && !formats0(data1)) {
        let err7 = { instancePath: instancePath + "/url", schemaPath: "#/properties/url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
        vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
      }
    }
    if (data.message !== void 0 && typeof data.message != "string") {
      let err8 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
  } else {
    let err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
  }
  return validate59.errors = vErrors, errors === 0;
}
validate59.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var schema25 = { type: "string", description: "Why a payment did not succeed. Further codes may come.", enum: ["payer_limit_reached", "payer_not_found", "payment_not_approved", "insufficient_funds", "provider_error", "card_declined", "expired_card", "incorrect_cvc", "processing_error", "payment_expired", "payment_cancelled", "intent_completed", "intent_expired"], "x-open-enum": !0, "x-meaning": { payer_limit_reached: "The wallet has reached a limit.", payer_not_found: "The number has no wallet.", payment_not_approved: "The buyer declined, or typed a wrong PIN.", insufficient_funds: "There is too little money in the wallet or on the card.", provider_error: "The network answered with a fault.", card_declined: "The bank declined the card.", expired_card: "The card has expired.", incorrect_cvc: "The security code is wrong.", processing_error: "The card network could not process the payment.", payment_expired: "The payment was not approved in time.", payment_cancelled: "The buyer or the merchant gave the payment up.", intent_completed: "The checkout had been paid by another payment; this money waits for an operator to return it.", intent_expired: "The checkout was over when the money arrived; it waits for an operator to return it." }, "x-decision": "0008" };
function validate62(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate62.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  if (!(data === "payer_limit_reached" || data === "payer_not_found" || data === "payment_not_approved" || data === "insufficient_funds" || data === "provider_error" || data === "card_declined" || data === "expired_card" || data === "incorrect_cvc" || data === "processing_error" || data === "payment_expired" || data === "payment_cancelled" || data === "intent_completed" || data === "intent_expired")) {
    let err1 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema25.enum }, message: "must be equal to one of the allowed values" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate62.errors = vErrors, errors === 0;
}
validate62.evaluated = { dynamicProps: !1, dynamicItems: !1 };
function validate61(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate61.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.code === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.message === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "code" || key0 === "message")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.code !== void 0 && (validate62(data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate62.errors : vErrors.concat(validate62.errors), errors = vErrors.length)), data.message !== void 0 && typeof data.message != "string") {
      let err3 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
  } else {
    let err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
  }
  return validate61.errors = vErrors, errors === 0;
}
validate61.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var pattern4 = new RegExp("^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$", "u"), func2 = require_ucs2length().default;
function validate66(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate66.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (Object.keys(data).length > 50) {
      let err0 = { instancePath, schemaPath: "#/maxProperties", keyword: "maxProperties", params: { limit: 50 }, message: "must NOT have more than 50 properties" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    for (let key0 in data) {
      let _errs2 = errors;
      if (typeof key0 == "string") {
        if (!pattern4.test(key0)) {
          let err1 = { instancePath, schemaPath: "#/propertyNames/pattern", keyword: "pattern", params: { pattern: "^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$" }, message: 'must match pattern "^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$"', propertyName: key0 };
          vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
        }
      } else {
        let err2 = { instancePath, schemaPath: "#/propertyNames/type", keyword: "type", params: { type: "string" }, message: "must be string", propertyName: key0 };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
      var valid0 = _errs2 === errors;
      if (!valid0) {
        let err3 = { instancePath, schemaPath: "#/propertyNames", keyword: "propertyNames", params: { propertyName: key0 }, message: "property name must be valid" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    }
    for (let key1 in data) {
      let data0 = data[key1];
      if (typeof data0 == "string") {
        if (func2(data0) > 500) {
          let err4 = { instancePath: instancePath + "/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/maxLength", keyword: "maxLength", params: { limit: 500 }, message: "must NOT have more than 500 characters" };
          vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
        }
      } else {
        let err5 = { instancePath: instancePath + "/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"), schemaPath: "#/additionalProperties/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
  } else {
    let err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
  }
  return validate66.errors = vErrors, errors === 0;
}
validate66.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var pattern3 = new RegExp("^\\d{4}$", "u"), formats2 = require_formats().fullFormats["date-time"];
function validate54(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate54.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.ref === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "ref" }, message: "must have required property 'ref'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.status === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.amount === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "amount" }, message: "must have required property 'amount'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.fee === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fee" }, message: "must have required property 'fee'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.net === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "net" }, message: "must have required property 'net'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.currency === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.method === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "method" }, message: "must have required property 'method'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.network === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "network" }, message: "must have required property 'network'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.phone === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "phone" }, message: "must have required property 'phone'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.card_last4 === void 0) {
      let err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "card_last4" }, message: "must have required property 'card_last4'" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    if (data.email === void 0) {
      let err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "email" }, message: "must have required property 'email'" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    if (data.product_id === void 0) {
      let err11 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "product_id" }, message: "must have required property 'product_id'" };
      vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
    }
    if (data.order_ref === void 0) {
      let err12 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "order_ref" }, message: "must have required property 'order_ref'" };
      vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
    }
    if (data.next_action === void 0) {
      let err13 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "next_action" }, message: "must have required property 'next_action'" };
      vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
    }
    if (data.failure === void 0) {
      let err14 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "failure" }, message: "must have required property 'failure'" };
      vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
    }
    if (data.refunded_amount === void 0) {
      let err15 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "refunded_amount" }, message: "must have required property 'refunded_amount'" };
      vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
    }
    if (data.metadata === void 0) {
      let err16 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "metadata" }, message: "must have required property 'metadata'" };
      vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
    }
    if (data.created_at === void 0) {
      let err17 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
    }
    if (data.paid_at === void 0) {
      let err18 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "paid_at" }, message: "must have required property 'paid_at'" };
      vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
    }
    if (data.expires_at === void 0) {
      let err19 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "expires_at" }, message: "must have required property 'expires_at'" };
      vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
    }
    for (let key0 in data)
      if (!func1.call(schema21.properties, key0)) {
        let err20 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
      }
    if (data.ref !== void 0 && typeof data.ref != "string") {
      let err21 = { instancePath: instancePath + "/ref", schemaPath: "#/properties/ref/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (typeof data1 != "string") {
        let err22 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
      }
      if (!(data1 === "pending" || data1 === "succeeded" || data1 === "failed" || data1 === "expired" || data1 === "cancelled")) {
        let err23 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema21.properties.status.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
      }
    }
    if (data.amount !== void 0 && (validate55(data.amount, { instancePath: instancePath + "/amount", parentData: data, parentDataProperty: "amount", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.fee !== void 0 && (validate55(data.fee, { instancePath: instancePath + "/fee", parentData: data, parentDataProperty: "fee", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.net !== void 0 && (validate55(data.net, { instancePath: instancePath + "/net", parentData: data, parentDataProperty: "net", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.currency !== void 0) {
      let data5 = data.currency;
      if (typeof data5 != "string") {
        let err24 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
      }
      if (data5 !== "GHS") {
        let err25 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
      }
    }
    if (data.method !== void 0) {
      let data6 = data.method;
      if (typeof data6 != "string") {
        let err26 = { instancePath: instancePath + "/method", schemaPath: "#/properties/method/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
      }
      if (!(data6 === "mobile_money" || data6 === "card")) {
        let err27 = { instancePath: instancePath + "/method", schemaPath: "#/properties/method/enum", keyword: "enum", params: { allowedValues: schema21.properties.method.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
      }
    }
    if (data.network !== void 0) {
      let data7 = data.network;
      if (typeof data7 != "string") {
        let err28 = { instancePath: instancePath + "/network", schemaPath: "#/properties/network/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
      }
      if (!(data7 === "mtn" || data7 === "telecel" || data7 === "airteltigo" || data7 === "visa" || data7 === "mastercard")) {
        let err29 = { instancePath: instancePath + "/network", schemaPath: "#/properties/network/enum", keyword: "enum", params: { allowedValues: schema21.properties.network.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err29] : vErrors.push(err29), errors++;
      }
    }
    if (data.phone !== void 0) {
      let data8 = data.phone;
      if (typeof data8 != "string" && data8 !== null) {
        let err30 = { instancePath: instancePath + "/phone", schemaPath: "#/properties/phone/type", keyword: "type", params: { type: schema21.properties.phone.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err30] : vErrors.push(err30), errors++;
      }
    }
    if (data.card_last4 !== void 0) {
      let data9 = data.card_last4;
      if (typeof data9 != "string" && data9 !== null) {
        let err31 = { instancePath: instancePath + "/card_last4", schemaPath: "#/properties/card_last4/type", keyword: "type", params: { type: schema21.properties.card_last4.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err31] : vErrors.push(err31), errors++;
      }
      if (typeof data9 == "string" && !pattern3.test(data9)) {
        let err32 = { instancePath: instancePath + "/card_last4", schemaPath: "#/properties/card_last4/pattern", keyword: "pattern", params: { pattern: "^\\d{4}$" }, message: 'must match pattern "^\\d{4}$"' };
        vErrors === null ? vErrors = [err32] : vErrors.push(err32), errors++;
      }
    }
    if (data.email !== void 0) {
      let data10 = data.email;
      if (typeof data10 != "string" && data10 !== null) {
        let err33 = { instancePath: instancePath + "/email", schemaPath: "#/properties/email/type", keyword: "type", params: { type: schema21.properties.email.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err33] : vErrors.push(err33), errors++;
      }
    }
    if (data.product_id !== void 0) {
      let data11 = data.product_id;
      if (typeof data11 != "string" && data11 !== null) {
        let err34 = { instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/type", keyword: "type", params: { type: schema21.properties.product_id.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err34] : vErrors.push(err34), errors++;
      }
    }
    if (data.order_ref !== void 0) {
      let data12 = data.order_ref;
      if (typeof data12 != "string" && data12 !== null) {
        let err35 = { instancePath: instancePath + "/order_ref", schemaPath: "#/properties/order_ref/type", keyword: "type", params: { type: schema21.properties.order_ref.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err35] : vErrors.push(err35), errors++;
      }
    }
    if (data.next_action !== void 0) {
      let data13 = data.next_action, _errs46 = errors, valid1 = !1, passing0 = null, _errs47 = errors;
      validate59(data13, { instancePath: instancePath + "/next_action", parentData: data, parentDataProperty: "next_action", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors), errors = vErrors.length);
      var _valid0 = _errs47 === errors;
      _valid0 && (valid1 = !0, passing0 = 0);
      let _errs48 = errors;
      if (data13 !== null) {
        let err36 = { instancePath: instancePath + "/next_action", schemaPath: "#/properties/next_action/oneOf/1/type", keyword: "type", params: { type: "null" }, message: "must be null" };
        vErrors === null ? vErrors = [err36] : vErrors.push(err36), errors++;
      }
      var _valid0 = _errs48 === errors;
      if (_valid0 && valid1 ? (valid1 = !1, passing0 = [passing0, 1]) : _valid0 && (valid1 = !0, passing0 = 1), valid1)
        errors = _errs46, vErrors !== null && (_errs46 ? vErrors.length = _errs46 : vErrors = null);
      else {
        let err37 = { instancePath: instancePath + "/next_action", schemaPath: "#/properties/next_action/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
        vErrors === null ? vErrors = [err37] : vErrors.push(err37), errors++;
      }
    }
    if (data.failure !== void 0) {
      let data14 = data.failure, _errs52 = errors, valid2 = !1, passing1 = null, _errs53 = errors;
      validate61(data14, { instancePath: instancePath + "/failure", parentData: data, parentDataProperty: "failure", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors), errors = vErrors.length);
      var _valid1 = _errs53 === errors;
      _valid1 && (valid2 = !0, passing1 = 0);
      let _errs54 = errors;
      if (data14 !== null) {
        let err38 = { instancePath: instancePath + "/failure", schemaPath: "#/properties/failure/oneOf/1/type", keyword: "type", params: { type: "null" }, message: "must be null" };
        vErrors === null ? vErrors = [err38] : vErrors.push(err38), errors++;
      }
      var _valid1 = _errs54 === errors;
      if (_valid1 && valid2 ? (valid2 = !1, passing1 = [passing1, 1]) : _valid1 && (valid2 = !0, passing1 = 1), valid2)
        errors = _errs52, vErrors !== null && (_errs52 ? vErrors.length = _errs52 : vErrors = null);
      else {
        let err39 = { instancePath: instancePath + "/failure", schemaPath: "#/properties/failure/oneOf", keyword: "oneOf", params: { passingSchemas: passing1 }, message: "must match exactly one schema in oneOf" };
        vErrors === null ? vErrors = [err39] : vErrors.push(err39), errors++;
      }
    }
    if (data.refunded_amount !== void 0 && (validate55(data.refunded_amount, { instancePath: instancePath + "/refunded_amount", parentData: data, parentDataProperty: "refunded_amount", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.metadata !== void 0 && (validate66(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors), errors = vErrors.length)), data.created_at !== void 0) {
      let data17 = data.created_at;
      if (typeof data17 == "string") {
        if (!formats2.validate(data17)) {
          let err40 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err40] : vErrors.push(err40), errors++;
        }
      } else {
        let err41 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err41] : vErrors.push(err41), errors++;
      }
    }
    if (data.paid_at !== void 0) {
      let data18 = data.paid_at;
      if (typeof data18 != "string" && data18 !== null) {
        let err42 = { instancePath: instancePath + "/paid_at", schemaPath: "#/properties/paid_at/type", keyword: "type", params: { type: schema21.properties.paid_at.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err42] : vErrors.push(err42), errors++;
      }
      if (typeof data18 == "string" && !formats2.validate(data18)) {
        let err43 = { instancePath: instancePath + "/paid_at", schemaPath: "#/properties/paid_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
        vErrors === null ? vErrors = [err43] : vErrors.push(err43), errors++;
      }
    }
    if (data.expires_at !== void 0) {
      let data19 = data.expires_at;
      if (typeof data19 != "string" && data19 !== null) {
        let err44 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/type", keyword: "type", params: { type: schema21.properties.expires_at.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err44] : vErrors.push(err44), errors++;
      }
      if (typeof data19 == "string" && !formats2.validate(data19)) {
        let err45 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
        vErrors === null ? vErrors = [err45] : vErrors.push(err45), errors++;
      }
    }
  } else {
    let err46 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err46] : vErrors.push(err46), errors++;
  }
  return validate54.errors = vErrors, errors === 0;
}
validate54.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate52(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate52.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    data.data !== void 0 && (validate54(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate54.errors : vErrors.concat(validate54.errors), errors = vErrors.length));
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate52.errors = vErrors, errors === 0;
}
validate52.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var readPayment_200 = validate69;
function validate70(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate70.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.ref === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "ref" }, message: "must have required property 'ref'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.status === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.amount === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "amount" }, message: "must have required property 'amount'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.fee === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "fee" }, message: "must have required property 'fee'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.net === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "net" }, message: "must have required property 'net'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.currency === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.method === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "method" }, message: "must have required property 'method'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.network === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "network" }, message: "must have required property 'network'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.phone === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "phone" }, message: "must have required property 'phone'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.card_last4 === void 0) {
      let err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "card_last4" }, message: "must have required property 'card_last4'" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    if (data.email === void 0) {
      let err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "email" }, message: "must have required property 'email'" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    if (data.product_id === void 0) {
      let err11 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "product_id" }, message: "must have required property 'product_id'" };
      vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
    }
    if (data.order_ref === void 0) {
      let err12 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "order_ref" }, message: "must have required property 'order_ref'" };
      vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
    }
    if (data.next_action === void 0) {
      let err13 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "next_action" }, message: "must have required property 'next_action'" };
      vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
    }
    if (data.failure === void 0) {
      let err14 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "failure" }, message: "must have required property 'failure'" };
      vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
    }
    if (data.refunded_amount === void 0) {
      let err15 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "refunded_amount" }, message: "must have required property 'refunded_amount'" };
      vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
    }
    if (data.metadata === void 0) {
      let err16 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "metadata" }, message: "must have required property 'metadata'" };
      vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
    }
    if (data.created_at === void 0) {
      let err17 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
    }
    if (data.paid_at === void 0) {
      let err18 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "paid_at" }, message: "must have required property 'paid_at'" };
      vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
    }
    if (data.expires_at === void 0) {
      let err19 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "expires_at" }, message: "must have required property 'expires_at'" };
      vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
    }
    for (let key0 in data)
      if (!func1.call(schema21.properties, key0)) {
        let err20 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
      }
    if (data.ref !== void 0 && typeof data.ref != "string") {
      let err21 = { instancePath: instancePath + "/ref", schemaPath: "#/properties/ref/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (typeof data1 != "string") {
        let err22 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
      }
      if (!(data1 === "pending" || data1 === "succeeded" || data1 === "failed" || data1 === "expired" || data1 === "cancelled")) {
        let err23 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema21.properties.status.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
      }
    }
    if (data.amount !== void 0 && (validate55(data.amount, { instancePath: instancePath + "/amount", parentData: data, parentDataProperty: "amount", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.fee !== void 0 && (validate55(data.fee, { instancePath: instancePath + "/fee", parentData: data, parentDataProperty: "fee", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.net !== void 0 && (validate55(data.net, { instancePath: instancePath + "/net", parentData: data, parentDataProperty: "net", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.currency !== void 0) {
      let data5 = data.currency;
      if (typeof data5 != "string") {
        let err24 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
      }
      if (data5 !== "GHS") {
        let err25 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
      }
    }
    if (data.method !== void 0) {
      let data6 = data.method;
      if (typeof data6 != "string") {
        let err26 = { instancePath: instancePath + "/method", schemaPath: "#/properties/method/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
      }
      if (!(data6 === "mobile_money" || data6 === "card")) {
        let err27 = { instancePath: instancePath + "/method", schemaPath: "#/properties/method/enum", keyword: "enum", params: { allowedValues: schema21.properties.method.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
      }
    }
    if (data.network !== void 0) {
      let data7 = data.network;
      if (typeof data7 != "string") {
        let err28 = { instancePath: instancePath + "/network", schemaPath: "#/properties/network/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
      }
      if (!(data7 === "mtn" || data7 === "telecel" || data7 === "airteltigo" || data7 === "visa" || data7 === "mastercard")) {
        let err29 = { instancePath: instancePath + "/network", schemaPath: "#/properties/network/enum", keyword: "enum", params: { allowedValues: schema21.properties.network.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err29] : vErrors.push(err29), errors++;
      }
    }
    if (data.phone !== void 0) {
      let data8 = data.phone;
      if (typeof data8 != "string" && data8 !== null) {
        let err30 = { instancePath: instancePath + "/phone", schemaPath: "#/properties/phone/type", keyword: "type", params: { type: schema21.properties.phone.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err30] : vErrors.push(err30), errors++;
      }
    }
    if (data.card_last4 !== void 0) {
      let data9 = data.card_last4;
      if (typeof data9 != "string" && data9 !== null) {
        let err31 = { instancePath: instancePath + "/card_last4", schemaPath: "#/properties/card_last4/type", keyword: "type", params: { type: schema21.properties.card_last4.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err31] : vErrors.push(err31), errors++;
      }
      if (typeof data9 == "string" && !pattern3.test(data9)) {
        let err32 = { instancePath: instancePath + "/card_last4", schemaPath: "#/properties/card_last4/pattern", keyword: "pattern", params: { pattern: "^\\d{4}$" }, message: 'must match pattern "^\\d{4}$"' };
        vErrors === null ? vErrors = [err32] : vErrors.push(err32), errors++;
      }
    }
    if (data.email !== void 0) {
      let data10 = data.email;
      if (typeof data10 != "string" && data10 !== null) {
        let err33 = { instancePath: instancePath + "/email", schemaPath: "#/properties/email/type", keyword: "type", params: { type: schema21.properties.email.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err33] : vErrors.push(err33), errors++;
      }
    }
    if (data.product_id !== void 0) {
      let data11 = data.product_id;
      if (typeof data11 != "string" && data11 !== null) {
        let err34 = { instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/type", keyword: "type", params: { type: schema21.properties.product_id.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err34] : vErrors.push(err34), errors++;
      }
    }
    if (data.order_ref !== void 0) {
      let data12 = data.order_ref;
      if (typeof data12 != "string" && data12 !== null) {
        let err35 = { instancePath: instancePath + "/order_ref", schemaPath: "#/properties/order_ref/type", keyword: "type", params: { type: schema21.properties.order_ref.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err35] : vErrors.push(err35), errors++;
      }
    }
    if (data.next_action !== void 0) {
      let data13 = data.next_action, _errs46 = errors, valid1 = !1, passing0 = null, _errs47 = errors;
      validate59(data13, { instancePath: instancePath + "/next_action", parentData: data, parentDataProperty: "next_action", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors), errors = vErrors.length);
      var _valid0 = _errs47 === errors;
      _valid0 && (valid1 = !0, passing0 = 0);
      let _errs48 = errors;
      if (data13 !== null) {
        let err36 = { instancePath: instancePath + "/next_action", schemaPath: "#/properties/next_action/oneOf/1/type", keyword: "type", params: { type: "null" }, message: "must be null" };
        vErrors === null ? vErrors = [err36] : vErrors.push(err36), errors++;
      }
      var _valid0 = _errs48 === errors;
      if (_valid0 && valid1 ? (valid1 = !1, passing0 = [passing0, 1]) : _valid0 && (valid1 = !0, passing0 = 1), valid1)
        errors = _errs46, vErrors !== null && (_errs46 ? vErrors.length = _errs46 : vErrors = null);
      else {
        let err37 = { instancePath: instancePath + "/next_action", schemaPath: "#/properties/next_action/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
        vErrors === null ? vErrors = [err37] : vErrors.push(err37), errors++;
      }
    }
    if (data.failure !== void 0) {
      let data14 = data.failure, _errs52 = errors, valid2 = !1, passing1 = null, _errs53 = errors;
      validate61(data14, { instancePath: instancePath + "/failure", parentData: data, parentDataProperty: "failure", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors), errors = vErrors.length);
      var _valid1 = _errs53 === errors;
      _valid1 && (valid2 = !0, passing1 = 0);
      let _errs54 = errors;
      if (data14 !== null) {
        let err38 = { instancePath: instancePath + "/failure", schemaPath: "#/properties/failure/oneOf/1/type", keyword: "type", params: { type: "null" }, message: "must be null" };
        vErrors === null ? vErrors = [err38] : vErrors.push(err38), errors++;
      }
      var _valid1 = _errs54 === errors;
      if (_valid1 && valid2 ? (valid2 = !1, passing1 = [passing1, 1]) : _valid1 && (valid2 = !0, passing1 = 1), valid2)
        errors = _errs52, vErrors !== null && (_errs52 ? vErrors.length = _errs52 : vErrors = null);
      else {
        let err39 = { instancePath: instancePath + "/failure", schemaPath: "#/properties/failure/oneOf", keyword: "oneOf", params: { passingSchemas: passing1 }, message: "must match exactly one schema in oneOf" };
        vErrors === null ? vErrors = [err39] : vErrors.push(err39), errors++;
      }
    }
    if (data.refunded_amount !== void 0 && (validate55(data.refunded_amount, { instancePath: instancePath + "/refunded_amount", parentData: data, parentDataProperty: "refunded_amount", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.metadata !== void 0 && (validate66(data.metadata, { instancePath: instancePath + "/metadata", parentData: data, parentDataProperty: "metadata", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate66.errors : vErrors.concat(validate66.errors), errors = vErrors.length)), data.created_at !== void 0) {
      let data17 = data.created_at;
      if (typeof data17 == "string") {
        if (!formats2.validate(data17)) {
          let err40 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err40] : vErrors.push(err40), errors++;
        }
      } else {
        let err41 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err41] : vErrors.push(err41), errors++;
      }
    }
    if (data.paid_at !== void 0) {
      let data18 = data.paid_at;
      if (typeof data18 != "string" && data18 !== null) {
        let err42 = { instancePath: instancePath + "/paid_at", schemaPath: "#/properties/paid_at/type", keyword: "type", params: { type: schema21.properties.paid_at.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err42] : vErrors.push(err42), errors++;
      }
      if (typeof data18 == "string" && !formats2.validate(data18)) {
        let err43 = { instancePath: instancePath + "/paid_at", schemaPath: "#/properties/paid_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
        vErrors === null ? vErrors = [err43] : vErrors.push(err43), errors++;
      }
    }
    if (data.expires_at !== void 0) {
      let data19 = data.expires_at;
      if (typeof data19 != "string" && data19 !== null) {
        let err44 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/type", keyword: "type", params: { type: schema21.properties.expires_at.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err44] : vErrors.push(err44), errors++;
      }
      if (typeof data19 == "string" && !formats2.validate(data19)) {
        let err45 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
        vErrors === null ? vErrors = [err45] : vErrors.push(err45), errors++;
      }
    }
  } else {
    let err46 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err46] : vErrors.push(err46), errors++;
  }
  return validate70.errors = vErrors, errors === 0;
}
validate70.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate69(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate69.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    data.data !== void 0 && (validate70(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors), errors = vErrors.length));
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate69.errors = vErrors, errors === 0;
}
validate69.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var createCheckoutIntent_201 = validate79;
var schema30 = { type: "object", description: "The wish to open the popup checkout.", required: ["id", "client_token", "status", "amount", "currency", "payment_ref", "checkout_url", "channels", "return_url", "expires_at"], properties: { id: { type: "string", description: "Id of the checkout intent.", "x-id": "intent", examples: ["int_000001v3c8t0e5"], "x-decision": "0008" }, client_token: { type: "string", description: "What the page hands to `service.js`. It holds no key, is signed, and expires with the intent.", "x-decision": "0008" }, status: { type: "string", description: "It begins as open and becomes completed or expired.", enum: ["open", "completed", "expired"], "x-open-enum": !0, "x-decision": "0008" }, amount: { $ref: "#/$defs/Amount", description: "What the buyer will pay, in GH\u20B5.", "x-decision": "0008" }, currency: { type: "string", const: "GHS", description: "Always `GHS`, Ghana cedis.", "x-decision": "0008" }, payment_ref: { type: ["string", "null"], description: "The payment that came of it, null until there is one.", "x-id": "payment", "x-decision": "0008" }, checkout_url: { type: "string", description: "The checkout as a full page.", format: "uri", "x-decision": "0008" }, channels: { description: "Payment methods that the checkout offers.", type: "array", items: { type: "string", enum: ["mobile_money", "card"], "x-open-enum": !0, "x-decision": "0008" }, "x-decision": "0008" }, return_url: { type: ["string", "null"], description: "Where the full page sends the buyer afterwards.", format: "uri", "x-decision": "0008" }, expires_at: { description: "Time at which the checkout ends, UTC.", type: "string", format: "date-time", examples: ["2026-03-06T09:30:00.000Z"], "x-decision": "0008" } }, "x-decision": "0008", additionalProperties: !1 };
function validate80(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate80.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.client_token === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "client_token" }, message: "must have required property 'client_token'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.status === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.amount === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "amount" }, message: "must have required property 'amount'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.currency === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.payment_ref === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "payment_ref" }, message: "must have required property 'payment_ref'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.checkout_url === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "checkout_url" }, message: "must have required property 'checkout_url'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.channels === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "channels" }, message: "must have required property 'channels'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.return_url === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "return_url" }, message: "must have required property 'return_url'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.expires_at === void 0) {
      let err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "expires_at" }, message: "must have required property 'expires_at'" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    for (let key0 in data)
      if (!func1.call(schema30.properties, key0)) {
        let err10 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
      }
    if (data.id !== void 0 && typeof data.id != "string") {
      let err11 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
    }
    if (data.client_token !== void 0 && typeof data.client_token != "string") {
      let err12 = { instancePath: instancePath + "/client_token", schemaPath: "#/properties/client_token/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
    }
    if (data.status !== void 0) {
      let data2 = data.status;
      if (typeof data2 != "string") {
        let err13 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
      }
      if (!(data2 === "open" || data2 === "completed" || data2 === "expired")) {
        let err14 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema30.properties.status.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
      }
    }
    if (data.amount !== void 0 && (validate55(data.amount, { instancePath: instancePath + "/amount", parentData: data, parentDataProperty: "amount", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.currency !== void 0) {
      let data4 = data.currency;
      if (typeof data4 != "string") {
        let err15 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
      if (data4 !== "GHS") {
        let err16 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
      }
    }
    if (data.payment_ref !== void 0) {
      let data5 = data.payment_ref;
      if (typeof data5 != "string" && data5 !== null) {
        let err17 = { instancePath: instancePath + "/payment_ref", schemaPath: "#/properties/payment_ref/type", keyword: "type", params: { type: schema30.properties.payment_ref.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
      }
    }
    if (data.checkout_url !== void 0) {
      let data6 = data.checkout_url;
      if (typeof data6 == "string") {
        if (!formats0(data6)) {
          let err18 = { instancePath: instancePath + "/checkout_url", schemaPath: "#/properties/checkout_url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
          vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
        }
      } else {
        let err19 = { instancePath: instancePath + "/checkout_url", schemaPath: "#/properties/checkout_url/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
      }
    }
    if (data.channels !== void 0) {
      let data7 = data.channels;
      if (Array.isArray(data7)) {
        let len0 = data7.length;
        for (let i0 = 0; i0 < len0; i0++) {
          let data8 = data7[i0];
          if (typeof data8 != "string") {
            let err20 = { instancePath: instancePath + "/channels/" + i0, schemaPath: "#/properties/channels/items/type", keyword: "type", params: { type: "string" }, message: "must be string" };
            vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
          }
          if (!(data8 === "mobile_money" || data8 === "card")) {
            let err21 = { instancePath: instancePath + "/channels/" + i0, schemaPath: "#/properties/channels/items/enum", keyword: "enum", params: { allowedValues: schema30.properties.channels.items.enum }, message: "must be equal to one of the allowed values" };
            vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
          }
        }
      } else {
        let err22 = { instancePath: instancePath + "/channels", schemaPath: "#/properties/channels/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
      }
    }
    if (data.return_url !== void 0) {
      let data9 = data.return_url;
      if (typeof data9 != "string" && data9 !== null) {
        let err23 = { instancePath: instancePath + "/return_url", schemaPath: "#/properties/return_url/type", keyword: "type", params: { type: schema30.properties.return_url.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
      }
      if (typeof data9 == "string" && !formats0(data9)) {
        let err24 = { instancePath: instancePath + "/return_url", schemaPath: "#/properties/return_url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
        vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
      }
    }
    if (data.expires_at !== void 0) {
      let data10 = data.expires_at;
      if (typeof data10 == "string") {
        if (!formats2.validate(data10)) {
          let err25 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
        }
      } else {
        let err26 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
      }
    }
  } else {
    let err27 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
  }
  return validate80.errors = vErrors, errors === 0;
}
validate80.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate79(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate79.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    data.data !== void 0 && (validate80(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors), errors = vErrors.length));
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate79.errors = vErrors, errors === 0;
}
validate79.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var readBalance_200 = validate83;
function validate84(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate84.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.currency === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.available === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "available" }, message: "must have required property 'available'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.pending === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "pending" }, message: "must have required property 'pending'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.reserved === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "reserved" }, message: "must have required property 'reserved'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.as_of === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "as_of" }, message: "must have required property 'as_of'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "currency" || key0 === "available" || key0 === "pending" || key0 === "reserved" || key0 === "as_of")) {
        let err5 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    if (data.currency !== void 0) {
      let data0 = data.currency;
      if (typeof data0 != "string") {
        let err6 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
      }
      if (data0 !== "GHS") {
        let err7 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
      }
    }
    if (data.available !== void 0 && (validate55(data.available, { instancePath: instancePath + "/available", parentData: data, parentDataProperty: "available", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.pending !== void 0 && (validate55(data.pending, { instancePath: instancePath + "/pending", parentData: data, parentDataProperty: "pending", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.reserved !== void 0 && (validate55(data.reserved, { instancePath: instancePath + "/reserved", parentData: data, parentDataProperty: "reserved", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.as_of !== void 0) {
      let data4 = data.as_of;
      if (typeof data4 == "string") {
        if (!formats2.validate(data4)) {
          let err8 = { instancePath: instancePath + "/as_of", schemaPath: "#/properties/as_of/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
        }
      } else {
        let err9 = { instancePath: instancePath + "/as_of", schemaPath: "#/properties/as_of/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
      }
    }
  } else {
    let err10 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
  }
  return validate84.errors = vErrors, errors === 0;
}
validate84.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate83(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate83.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    data.data !== void 0 && (validate84(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate84.errors : vErrors.concat(validate84.errors), errors = vErrors.length));
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate83.errors = vErrors, errors === 0;
}
validate83.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var createRefund_201 = validate89;
var schema34 = { type: "object", description: "The wish to give money back. An operator pays it by hand and marks it; it is not a reversal at the provider.", required: ["ref", "payment_ref", "amount", "currency", "status", "reason", "note", "created_at", "resolved_at"], properties: { ref: { type: "string", description: "Reference of the refund.", "x-id": "refund", examples: ["ref_000001b6w1n8d3"], "x-decision": "0009" }, payment_ref: { type: "string", description: "Payment to refund.", "x-id": "payment", "x-decision": "0009" }, amount: { $ref: "#/$defs/Amount", description: "What goes back to the buyer, in GH\u20B5.", "x-decision": "0009" }, currency: { type: "string", const: "GHS", description: "Always `GHS`, Ghana cedis.", "x-decision": "0008" }, status: { type: "string", description: "pending becomes paid or rejected when an operator marks it.", enum: ["pending", "paid", "rejected"], "x-open-enum": !0, "x-decision": "0009" }, reason: { type: ["string", "null"], description: "Why, in the words of the merchant.", "x-decision": "0009" }, note: { type: ["string", "null"], description: "What the operator wrote.", "x-decision": "0009" }, created_at: { description: "Creation time, UTC.", type: "string", format: "date-time", examples: ["2026-03-06T09:30:00.000Z"], "x-decision": "0008" }, resolved_at: { type: ["string", "null"], description: "When the operator marked it, UTC.", format: "date-time", examples: ["2026-03-06T09:30:00.000Z"], "x-decision": "0008" } }, "x-decision": "0009", additionalProperties: !1 };
function validate90(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate90.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.ref === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "ref" }, message: "must have required property 'ref'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.payment_ref === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "payment_ref" }, message: "must have required property 'payment_ref'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.amount === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "amount" }, message: "must have required property 'amount'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.currency === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.status === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.reason === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "reason" }, message: "must have required property 'reason'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.note === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "note" }, message: "must have required property 'note'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.created_at === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.resolved_at === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "resolved_at" }, message: "must have required property 'resolved_at'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    for (let key0 in data)
      if (!func1.call(schema34.properties, key0)) {
        let err9 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
      }
    if (data.ref !== void 0 && typeof data.ref != "string") {
      let err10 = { instancePath: instancePath + "/ref", schemaPath: "#/properties/ref/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    if (data.payment_ref !== void 0 && typeof data.payment_ref != "string") {
      let err11 = { instancePath: instancePath + "/payment_ref", schemaPath: "#/properties/payment_ref/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
    }
    if (data.amount !== void 0 && (validate55(data.amount, { instancePath: instancePath + "/amount", parentData: data, parentDataProperty: "amount", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.currency !== void 0) {
      let data3 = data.currency;
      if (typeof data3 != "string") {
        let err12 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
      }
      if (data3 !== "GHS") {
        let err13 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
      }
    }
    if (data.status !== void 0) {
      let data4 = data.status;
      if (typeof data4 != "string") {
        let err14 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
      }
      if (!(data4 === "pending" || data4 === "paid" || data4 === "rejected")) {
        let err15 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema34.properties.status.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
    }
    if (data.reason !== void 0) {
      let data5 = data.reason;
      if (typeof data5 != "string" && data5 !== null) {
        let err16 = { instancePath: instancePath + "/reason", schemaPath: "#/properties/reason/type", keyword: "type", params: { type: schema34.properties.reason.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
      }
    }
    if (data.note !== void 0) {
      let data6 = data.note;
      if (typeof data6 != "string" && data6 !== null) {
        let err17 = { instancePath: instancePath + "/note", schemaPath: "#/properties/note/type", keyword: "type", params: { type: schema34.properties.note.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data7 = data.created_at;
      if (typeof data7 == "string") {
        if (!formats2.validate(data7)) {
          let err18 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
        }
      } else {
        let err19 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
      }
    }
    if (data.resolved_at !== void 0) {
      let data8 = data.resolved_at;
      if (typeof data8 != "string" && data8 !== null) {
        let err20 = { instancePath: instancePath + "/resolved_at", schemaPath: "#/properties/resolved_at/type", keyword: "type", params: { type: schema34.properties.resolved_at.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
      }
      if (typeof data8 == "string" && !formats2.validate(data8)) {
        let err21 = { instancePath: instancePath + "/resolved_at", schemaPath: "#/properties/resolved_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
        vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
      }
    }
  } else {
    let err22 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
  }
  return validate90.errors = vErrors, errors === 0;
}
validate90.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate89(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate89.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    data.data !== void 0 && (validate90(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors), errors = vErrors.length));
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate89.errors = vErrors, errors === 0;
}
validate89.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var listProducts_200 = validate93;
var schema36 = { type: "object", description: "What a merchant sells.", required: ["id", "name", "slug", "description", "type", "price", "currency", "active", "stock", "image_url", "created_at"], properties: { id: { type: "string", description: "Id of the product.", "x-id": "product", examples: ["prd_0000015m5scr4mt2r3jcp2"], "x-decision": "0008" }, name: { type: "string", description: "Name that buyers see.", "x-decision": "0008" }, slug: { type: "string", description: "The name in the address of the storefront.", pattern: "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$", examples: ["kente-tote"], "x-decision": "0008" }, description: { type: ["string", "null"], description: "Description that buyers see; null if there is none.", "x-decision": "0008" }, type: { description: "Kind of product. Buyers of `physical` and `service` products leave a delivery address; `license` products come with a license key.", type: "string", enum: ["digital", "physical", "license", "service"], "x-open-enum": !0, "x-decision": "0008" }, price: { $ref: "#/$defs/Amount", description: "The price of one piece, in GH\u20B5.", "x-decision": "0008" }, currency: { type: "string", const: "GHS", description: "Always `GHS`, Ghana cedis.", "x-decision": "0008" }, active: { type: "boolean", description: "Whether it can be bought.", "x-decision": "0008" }, stock: { type: ["integer", "null"], minimum: 0, description: "How many pieces are left; null when that is not counted.", "x-decision": "0008" }, image_url: { type: ["string", "null"], format: "uri", description: "Address of the picture; null if there is none.", "x-decision": "0008" }, created_at: { description: "Creation time, UTC.", type: "string", format: "date-time", examples: ["2026-03-06T09:30:00.000Z"], "x-decision": "0008" } }, "x-decision": "0008", additionalProperties: !1 }, pattern6 = new RegExp("^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$", "u");
function validate94(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate94.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.slug === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "slug" }, message: "must have required property 'slug'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.description === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.type === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.price === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "price" }, message: "must have required property 'price'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.currency === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.active === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "active" }, message: "must have required property 'active'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.stock === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "stock" }, message: "must have required property 'stock'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.image_url === void 0) {
      let err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "image_url" }, message: "must have required property 'image_url'" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    if (data.created_at === void 0) {
      let err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    for (let key0 in data)
      if (!func1.call(schema36.properties, key0)) {
        let err11 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
      }
    if (data.id !== void 0 && typeof data.id != "string") {
      let err12 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
    }
    if (data.name !== void 0 && typeof data.name != "string") {
      let err13 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
    }
    if (data.slug !== void 0) {
      let data2 = data.slug;
      if (typeof data2 == "string") {
        if (!pattern6.test(data2)) {
          let err14 = { instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/pattern", keyword: "pattern", params: { pattern: "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$" }, message: 'must match pattern "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$"' };
          vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
        }
      } else {
        let err15 = { instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
    }
    if (data.description !== void 0) {
      let data3 = data.description;
      if (typeof data3 != "string" && data3 !== null) {
        let err16 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: schema36.properties.description.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
      }
    }
    if (data.type !== void 0) {
      let data4 = data.type;
      if (typeof data4 != "string") {
        let err17 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
      }
      if (!(data4 === "digital" || data4 === "physical" || data4 === "license" || data4 === "service")) {
        let err18 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/enum", keyword: "enum", params: { allowedValues: schema36.properties.type.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
      }
    }
    if (data.price !== void 0 && (validate55(data.price, { instancePath: instancePath + "/price", parentData: data, parentDataProperty: "price", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.currency !== void 0) {
      let data6 = data.currency;
      if (typeof data6 != "string") {
        let err19 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
      }
      if (data6 !== "GHS") {
        let err20 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
      }
    }
    if (data.active !== void 0 && typeof data.active != "boolean") {
      let err21 = { instancePath: instancePath + "/active", schemaPath: "#/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
    }
    if (data.stock !== void 0) {
      let data8 = data.stock;
      if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8)) && data8 !== null) {
        let err22 = { instancePath: instancePath + "/stock", schemaPath: "#/properties/stock/type", keyword: "type", params: { type: schema36.properties.stock.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
      }
      if (typeof data8 == "number" && isFinite(data8) && (data8 < 0 || isNaN(data8))) {
        let err23 = { instancePath: instancePath + "/stock", schemaPath: "#/properties/stock/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
      }
    }
    if (data.image_url !== void 0) {
      let data9 = data.image_url;
      if (typeof data9 != "string" && data9 !== null) {
        let err24 = { instancePath: instancePath + "/image_url", schemaPath: "#/properties/image_url/type", keyword: "type", params: { type: schema36.properties.image_url.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
      }
      if (typeof data9 == "string" && !formats0(data9)) {
        let err25 = { instancePath: instancePath + "/image_url", schemaPath: "#/properties/image_url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
        vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data10 = data.created_at;
      if (typeof data10 == "string") {
        if (!formats2.validate(data10)) {
          let err26 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
        }
      } else {
        let err27 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
      }
    }
  } else {
    let err28 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
  }
  return validate94.errors = vErrors, errors === 0;
}
validate94.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate93(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate93.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    if (data.data !== void 0) {
      let data1 = data.data;
      if (Array.isArray(data1)) {
        let len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate94(data1[i0], { instancePath: instancePath + "/data/" + i0, parentData: data1, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate94.errors : vErrors.concat(validate94.errors), errors = vErrors.length);
      } else {
        let err5 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
  } else {
    let err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
  }
  return validate93.errors = vErrors, errors === 0;
}
validate93.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var createProduct_201 = validate97;
function validate98(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate98.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.slug === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "slug" }, message: "must have required property 'slug'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.description === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.type === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.price === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "price" }, message: "must have required property 'price'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.currency === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.active === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "active" }, message: "must have required property 'active'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.stock === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "stock" }, message: "must have required property 'stock'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.image_url === void 0) {
      let err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "image_url" }, message: "must have required property 'image_url'" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    if (data.created_at === void 0) {
      let err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    for (let key0 in data)
      if (!func1.call(schema36.properties, key0)) {
        let err11 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
      }
    if (data.id !== void 0 && typeof data.id != "string") {
      let err12 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
    }
    if (data.name !== void 0 && typeof data.name != "string") {
      let err13 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
    }
    if (data.slug !== void 0) {
      let data2 = data.slug;
      if (typeof data2 == "string") {
        if (!pattern6.test(data2)) {
          let err14 = { instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/pattern", keyword: "pattern", params: { pattern: "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$" }, message: 'must match pattern "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$"' };
          vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
        }
      } else {
        let err15 = { instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
    }
    if (data.description !== void 0) {
      let data3 = data.description;
      if (typeof data3 != "string" && data3 !== null) {
        let err16 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: schema36.properties.description.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
      }
    }
    if (data.type !== void 0) {
      let data4 = data.type;
      if (typeof data4 != "string") {
        let err17 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
      }
      if (!(data4 === "digital" || data4 === "physical" || data4 === "license" || data4 === "service")) {
        let err18 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/enum", keyword: "enum", params: { allowedValues: schema36.properties.type.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
      }
    }
    if (data.price !== void 0 && (validate55(data.price, { instancePath: instancePath + "/price", parentData: data, parentDataProperty: "price", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.currency !== void 0) {
      let data6 = data.currency;
      if (typeof data6 != "string") {
        let err19 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
      }
      if (data6 !== "GHS") {
        let err20 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
      }
    }
    if (data.active !== void 0 && typeof data.active != "boolean") {
      let err21 = { instancePath: instancePath + "/active", schemaPath: "#/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
    }
    if (data.stock !== void 0) {
      let data8 = data.stock;
      if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8)) && data8 !== null) {
        let err22 = { instancePath: instancePath + "/stock", schemaPath: "#/properties/stock/type", keyword: "type", params: { type: schema36.properties.stock.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
      }
      if (typeof data8 == "number" && isFinite(data8) && (data8 < 0 || isNaN(data8))) {
        let err23 = { instancePath: instancePath + "/stock", schemaPath: "#/properties/stock/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
      }
    }
    if (data.image_url !== void 0) {
      let data9 = data.image_url;
      if (typeof data9 != "string" && data9 !== null) {
        let err24 = { instancePath: instancePath + "/image_url", schemaPath: "#/properties/image_url/type", keyword: "type", params: { type: schema36.properties.image_url.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
      }
      if (typeof data9 == "string" && !formats0(data9)) {
        let err25 = { instancePath: instancePath + "/image_url", schemaPath: "#/properties/image_url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
        vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data10 = data.created_at;
      if (typeof data10 == "string") {
        if (!formats2.validate(data10)) {
          let err26 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
        }
      } else {
        let err27 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
      }
    }
  } else {
    let err28 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
  }
  return validate98.errors = vErrors, errors === 0;
}
validate98.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate97(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate97.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    data.data !== void 0 && (validate98(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate98.errors : vErrors.concat(validate98.errors), errors = vErrors.length));
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate97.errors = vErrors, errors === 0;
}
validate97.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var readProduct_200 = validate101;
function validate102(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate102.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.id === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "id" }, message: "must have required property 'id'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.slug === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "slug" }, message: "must have required property 'slug'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.description === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "description" }, message: "must have required property 'description'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.type === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "type" }, message: "must have required property 'type'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.price === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "price" }, message: "must have required property 'price'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.currency === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.active === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "active" }, message: "must have required property 'active'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.stock === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "stock" }, message: "must have required property 'stock'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    if (data.image_url === void 0) {
      let err9 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "image_url" }, message: "must have required property 'image_url'" };
      vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
    }
    if (data.created_at === void 0) {
      let err10 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    for (let key0 in data)
      if (!func1.call(schema36.properties, key0)) {
        let err11 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
      }
    if (data.id !== void 0 && typeof data.id != "string") {
      let err12 = { instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
    }
    if (data.name !== void 0 && typeof data.name != "string") {
      let err13 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
    }
    if (data.slug !== void 0) {
      let data2 = data.slug;
      if (typeof data2 == "string") {
        if (!pattern6.test(data2)) {
          let err14 = { instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/pattern", keyword: "pattern", params: { pattern: "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$" }, message: 'must match pattern "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$"' };
          vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
        }
      } else {
        let err15 = { instancePath: instancePath + "/slug", schemaPath: "#/properties/slug/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
    }
    if (data.description !== void 0) {
      let data3 = data.description;
      if (typeof data3 != "string" && data3 !== null) {
        let err16 = { instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: schema36.properties.description.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
      }
    }
    if (data.type !== void 0) {
      let data4 = data.type;
      if (typeof data4 != "string") {
        let err17 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
      }
      if (!(data4 === "digital" || data4 === "physical" || data4 === "license" || data4 === "service")) {
        let err18 = { instancePath: instancePath + "/type", schemaPath: "#/properties/type/enum", keyword: "enum", params: { allowedValues: schema36.properties.type.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
      }
    }
    if (data.price !== void 0 && (validate55(data.price, { instancePath: instancePath + "/price", parentData: data, parentDataProperty: "price", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.currency !== void 0) {
      let data6 = data.currency;
      if (typeof data6 != "string") {
        let err19 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
      }
      if (data6 !== "GHS") {
        let err20 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
      }
    }
    if (data.active !== void 0 && typeof data.active != "boolean") {
      let err21 = { instancePath: instancePath + "/active", schemaPath: "#/properties/active/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
    }
    if (data.stock !== void 0) {
      let data8 = data.stock;
      if (!(typeof data8 == "number" && !(data8 % 1) && !isNaN(data8) && isFinite(data8)) && data8 !== null) {
        let err22 = { instancePath: instancePath + "/stock", schemaPath: "#/properties/stock/type", keyword: "type", params: { type: schema36.properties.stock.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
      }
      if (typeof data8 == "number" && isFinite(data8) && (data8 < 0 || isNaN(data8))) {
        let err23 = { instancePath: instancePath + "/stock", schemaPath: "#/properties/stock/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
      }
    }
    if (data.image_url !== void 0) {
      let data9 = data.image_url;
      if (typeof data9 != "string" && data9 !== null) {
        let err24 = { instancePath: instancePath + "/image_url", schemaPath: "#/properties/image_url/type", keyword: "type", params: { type: schema36.properties.image_url.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err24] : vErrors.push(err24), errors++;
      }
      if (typeof data9 == "string" && !formats0(data9)) {
        let err25 = { instancePath: instancePath + "/image_url", schemaPath: "#/properties/image_url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
        vErrors === null ? vErrors = [err25] : vErrors.push(err25), errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data10 = data.created_at;
      if (typeof data10 == "string") {
        if (!formats2.validate(data10)) {
          let err26 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err26] : vErrors.push(err26), errors++;
        }
      } else {
        let err27 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err27] : vErrors.push(err27), errors++;
      }
    }
  } else {
    let err28 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err28] : vErrors.push(err28), errors++;
  }
  return validate102.errors = vErrors, errors === 0;
}
validate102.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate101(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate101.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    data.data !== void 0 && (validate102(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate102.errors : vErrors.concat(validate102.errors), errors = vErrors.length));
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate101.errors = vErrors, errors === 0;
}
validate101.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var listOrders_200 = validate105;
var schema42 = { type: "object", description: "What a buyer bought.", required: ["ref", "status", "payment_ref", "items", "total", "currency", "buyer", "refunded_amount", "created_at"], properties: { ref: { type: "string", description: "Reference of the order, for reading it.", "x-id": "order", examples: ["ord_000007spm6tw0tc9xr3xxc"], "x-decision": "0008" }, status: { type: "string", description: "pending becomes paid, then fulfilled; or cancelled. A refund leads through refund_pending to partially_refunded or refunded, or back.", enum: ["pending", "paid", "fulfilled", "cancelled", "refund_pending", "partially_refunded", "refunded"], "x-open-enum": !0, "x-decision": "0008" }, payment_ref: { type: "string", description: "Payment of the order.", "x-id": "payment", "x-decision": "0008" }, items: { description: "Products of the order.", type: "array", items: { $ref: "#/$defs/OrderItem" }, "x-decision": "0008" }, total: { $ref: "#/$defs/Amount", description: "What the buyer pays, in GH\u20B5.", "x-decision": "0008" }, currency: { type: "string", const: "GHS", description: "Always `GHS`, Ghana cedis.", "x-decision": "0008" }, buyer: { $ref: "#/$defs/Buyer", "x-decision": "0008" }, refunded_amount: { $ref: "#/$defs/Amount", description: "What an operator has paid back so far, in GH\u20B5.", "x-decision": "0008" }, delivery: { description: "How the buyer is reached, for goods that are brought and for services; null or left out when nobody was asked, and once it is forgotten.", oneOf: [{ $ref: "#/$defs/Delivery" }, { type: "null" }], "x-decision": "0072" }, receipt_url: { type: ["string", "null"], description: "The receipt of its buyer, once it is paid; null or left out where there is none. Whoever has the address sees the license keys that were bought.", format: "uri", "x-decision": "0071" }, created_at: { description: "Creation time, UTC.", type: "string", format: "date-time", examples: ["2026-03-06T09:30:00.000Z"], "x-decision": "0008" } }, "x-decision": "0008", additionalProperties: !1 };
function validate107(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate107.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.product_id === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "product_id" }, message: "must have required property 'product_id'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.name === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.quantity === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "quantity" }, message: "must have required property 'quantity'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.unit_price === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "unit_price" }, message: "must have required property 'unit_price'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "product_id" || key0 === "name" || key0 === "quantity" || key0 === "unit_price")) {
        let err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    if (data.product_id !== void 0 && typeof data.product_id != "string") {
      let err5 = { instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.name !== void 0 && typeof data.name != "string") {
      let err6 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.quantity !== void 0) {
      let data2 = data.quantity;
      if (!(typeof data2 == "number" && !(data2 % 1) && !isNaN(data2) && isFinite(data2))) {
        let err7 = { instancePath: instancePath + "/quantity", schemaPath: "#/properties/quantity/type", keyword: "type", params: { type: "integer" }, message: "must be integer" };
        vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
      }
      if (typeof data2 == "number" && isFinite(data2) && (data2 < 1 || isNaN(data2))) {
        let err8 = { instancePath: instancePath + "/quantity", schemaPath: "#/properties/quantity/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
      }
    }
    data.unit_price !== void 0 && (validate55(data.unit_price, { instancePath: instancePath + "/unit_price", parentData: data, parentDataProperty: "unit_price", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length));
  } else {
    let err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
  }
  return validate107.errors = vErrors, errors === 0;
}
validate107.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var schema44 = { type: "object", description: "Who pays.", required: ["name", "email", "phone"], properties: { name: { type: ["string", "null"], description: "Name of the buyer; null if unknown.", "x-decision": "0008" }, email: { type: ["string", "null"], description: "Email address of the buyer; null if unknown.", "x-decision": "0008" }, phone: { type: ["string", "null"], description: "The masked phone number.", "x-decision": "0008" } }, "x-decision": "0008", additionalProperties: !1 };
function validate111(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate111.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.email === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "email" }, message: "must have required property 'email'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.phone === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "phone" }, message: "must have required property 'phone'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "name" || key0 === "email" || key0 === "phone")) {
        let err3 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    if (data.name !== void 0) {
      let data0 = data.name;
      if (typeof data0 != "string" && data0 !== null) {
        let err4 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: schema44.properties.name.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    if (data.email !== void 0) {
      let data1 = data.email;
      if (typeof data1 != "string" && data1 !== null) {
        let err5 = { instancePath: instancePath + "/email", schemaPath: "#/properties/email/type", keyword: "type", params: { type: schema44.properties.email.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
    if (data.phone !== void 0) {
      let data2 = data.phone;
      if (typeof data2 != "string" && data2 !== null) {
        let err6 = { instancePath: instancePath + "/phone", schemaPath: "#/properties/phone/type", keyword: "type", params: { type: schema44.properties.phone.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
      }
    }
  } else {
    let err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
  }
  return validate111.errors = vErrors, errors === 0;
}
validate111.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var schema45 = { type: "object", description: "How the buyer is reached.", required: ["name", "phone", "place", "note"], properties: { name: { type: "string", description: "Who receives it.", "x-decision": "0072" }, phone: { type: "string", description: "The number to call, whole.", "x-decision": "0072" }, place: { type: "string", description: "A town, or a Ghana Post address.", "x-decision": "0072" }, note: { type: ["string", "null"], description: "What helps to find the place or the time.", "x-decision": "0072" } }, "x-decision": "0072", additionalProperties: !1 };
function validate114(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate114.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.name === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "name" }, message: "must have required property 'name'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.phone === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "phone" }, message: "must have required property 'phone'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.place === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "place" }, message: "must have required property 'place'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.note === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "note" }, message: "must have required property 'note'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "name" || key0 === "phone" || key0 === "place" || key0 === "note")) {
        let err4 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    if (data.name !== void 0 && typeof data.name != "string") {
      let err5 = { instancePath: instancePath + "/name", schemaPath: "#/properties/name/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.phone !== void 0 && typeof data.phone != "string") {
      let err6 = { instancePath: instancePath + "/phone", schemaPath: "#/properties/phone/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.place !== void 0 && typeof data.place != "string") {
      let err7 = { instancePath: instancePath + "/place", schemaPath: "#/properties/place/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.note !== void 0) {
      let data3 = data.note;
      if (typeof data3 != "string" && data3 !== null) {
        let err8 = { instancePath: instancePath + "/note", schemaPath: "#/properties/note/type", keyword: "type", params: { type: schema45.properties.note.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
      }
    }
  } else {
    let err9 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
  }
  return validate114.errors = vErrors, errors === 0;
}
validate114.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate106(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate106.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.ref === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "ref" }, message: "must have required property 'ref'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.status === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.payment_ref === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "payment_ref" }, message: "must have required property 'payment_ref'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.items === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "items" }, message: "must have required property 'items'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.total === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "total" }, message: "must have required property 'total'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.currency === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.buyer === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "buyer" }, message: "must have required property 'buyer'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.refunded_amount === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "refunded_amount" }, message: "must have required property 'refunded_amount'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.created_at === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    for (let key0 in data)
      if (!func1.call(schema42.properties, key0)) {
        let err9 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
      }
    if (data.ref !== void 0 && typeof data.ref != "string") {
      let err10 = { instancePath: instancePath + "/ref", schemaPath: "#/properties/ref/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (typeof data1 != "string") {
        let err11 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
      }
      if (!(data1 === "pending" || data1 === "paid" || data1 === "fulfilled" || data1 === "cancelled" || data1 === "refund_pending" || data1 === "partially_refunded" || data1 === "refunded")) {
        let err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema42.properties.status.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
      }
    }
    if (data.payment_ref !== void 0 && typeof data.payment_ref != "string") {
      let err13 = { instancePath: instancePath + "/payment_ref", schemaPath: "#/properties/payment_ref/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
    }
    if (data.items !== void 0) {
      let data3 = data.items;
      if (Array.isArray(data3)) {
        let len0 = data3.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate107(data3[i0], { instancePath: instancePath + "/items/" + i0, parentData: data3, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate107.errors : vErrors.concat(validate107.errors), errors = vErrors.length);
      } else {
        let err14 = { instancePath: instancePath + "/items", schemaPath: "#/properties/items/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
      }
    }
    if (data.total !== void 0 && (validate55(data.total, { instancePath: instancePath + "/total", parentData: data, parentDataProperty: "total", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.currency !== void 0) {
      let data6 = data.currency;
      if (typeof data6 != "string") {
        let err15 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
      if (data6 !== "GHS") {
        let err16 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
      }
    }
    if (data.buyer !== void 0 && (validate111(data.buyer, { instancePath: instancePath + "/buyer", parentData: data, parentDataProperty: "buyer", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate111.errors : vErrors.concat(validate111.errors), errors = vErrors.length)), data.refunded_amount !== void 0 && (validate55(data.refunded_amount, { instancePath: instancePath + "/refunded_amount", parentData: data, parentDataProperty: "refunded_amount", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.delivery !== void 0) {
      let data9 = data.delivery, _errs29 = errors, valid3 = !1, passing0 = null, _errs30 = errors;
      validate114(data9, { instancePath: instancePath + "/delivery", parentData: data, parentDataProperty: "delivery", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate114.errors : vErrors.concat(validate114.errors), errors = vErrors.length);
      var _valid0 = _errs30 === errors;
      _valid0 && (valid3 = !0, passing0 = 0);
      let _errs31 = errors;
      if (data9 !== null) {
        let err17 = { instancePath: instancePath + "/delivery", schemaPath: "#/properties/delivery/oneOf/1/type", keyword: "type", params: { type: "null" }, message: "must be null" };
        vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
      }
      var _valid0 = _errs31 === errors;
      if (_valid0 && valid3 ? (valid3 = !1, passing0 = [passing0, 1]) : _valid0 && (valid3 = !0, passing0 = 1), valid3)
        errors = _errs29, vErrors !== null && (_errs29 ? vErrors.length = _errs29 : vErrors = null);
      else {
        let err18 = { instancePath: instancePath + "/delivery", schemaPath: "#/properties/delivery/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
        vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
      }
    }
    if (data.receipt_url !== void 0) {
      let data10 = data.receipt_url;
      if (typeof data10 != "string" && data10 !== null) {
        let err19 = { instancePath: instancePath + "/receipt_url", schemaPath: "#/properties/receipt_url/type", keyword: "type", params: { type: schema42.properties.receipt_url.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
      }
      if (typeof data10 == "string" && !formats0(data10)) {
        let err20 = { instancePath: instancePath + "/receipt_url", schemaPath: "#/properties/receipt_url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
        vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data11 = data.created_at;
      if (typeof data11 == "string") {
        if (!formats2.validate(data11)) {
          let err21 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
        }
      } else {
        let err22 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
      }
    }
  } else {
    let err23 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
  }
  return validate106.errors = vErrors, errors === 0;
}
validate106.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate105(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate105.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    if (data.data !== void 0) {
      let data1 = data.data;
      if (Array.isArray(data1)) {
        let len0 = data1.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate106(data1[i0], { instancePath: instancePath + "/data/" + i0, parentData: data1, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate106.errors : vErrors.concat(validate106.errors), errors = vErrors.length);
      } else {
        let err5 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
  } else {
    let err6 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
  }
  return validate105.errors = vErrors, errors === 0;
}
validate105.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var readOrder_200 = validate117;
function validate118(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate118.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.ref === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "ref" }, message: "must have required property 'ref'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.status === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.payment_ref === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "payment_ref" }, message: "must have required property 'payment_ref'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.items === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "items" }, message: "must have required property 'items'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.total === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "total" }, message: "must have required property 'total'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.currency === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "currency" }, message: "must have required property 'currency'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.buyer === void 0) {
      let err6 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "buyer" }, message: "must have required property 'buyer'" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    if (data.refunded_amount === void 0) {
      let err7 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "refunded_amount" }, message: "must have required property 'refunded_amount'" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.created_at === void 0) {
      let err8 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "created_at" }, message: "must have required property 'created_at'" };
      vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
    }
    for (let key0 in data)
      if (!func1.call(schema42.properties, key0)) {
        let err9 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
      }
    if (data.ref !== void 0 && typeof data.ref != "string") {
      let err10 = { instancePath: instancePath + "/ref", schemaPath: "#/properties/ref/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (typeof data1 != "string") {
        let err11 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
      }
      if (!(data1 === "pending" || data1 === "paid" || data1 === "fulfilled" || data1 === "cancelled" || data1 === "refund_pending" || data1 === "partially_refunded" || data1 === "refunded")) {
        let err12 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema42.properties.status.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
      }
    }
    if (data.payment_ref !== void 0 && typeof data.payment_ref != "string") {
      let err13 = { instancePath: instancePath + "/payment_ref", schemaPath: "#/properties/payment_ref/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
    }
    if (data.items !== void 0) {
      let data3 = data.items;
      if (Array.isArray(data3)) {
        let len0 = data3.length;
        for (let i0 = 0; i0 < len0; i0++)
          validate107(data3[i0], { instancePath: instancePath + "/items/" + i0, parentData: data3, parentDataProperty: i0, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate107.errors : vErrors.concat(validate107.errors), errors = vErrors.length);
      } else {
        let err14 = { instancePath: instancePath + "/items", schemaPath: "#/properties/items/type", keyword: "type", params: { type: "array" }, message: "must be array" };
        vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
      }
    }
    if (data.total !== void 0 && (validate55(data.total, { instancePath: instancePath + "/total", parentData: data, parentDataProperty: "total", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.currency !== void 0) {
      let data6 = data.currency;
      if (typeof data6 != "string") {
        let err15 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
      if (data6 !== "GHS") {
        let err16 = { instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "GHS" }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
      }
    }
    if (data.buyer !== void 0 && (validate111(data.buyer, { instancePath: instancePath + "/buyer", parentData: data, parentDataProperty: "buyer", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate111.errors : vErrors.concat(validate111.errors), errors = vErrors.length)), data.refunded_amount !== void 0 && (validate55(data.refunded_amount, { instancePath: instancePath + "/refunded_amount", parentData: data, parentDataProperty: "refunded_amount", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate55.errors : vErrors.concat(validate55.errors), errors = vErrors.length)), data.delivery !== void 0) {
      let data9 = data.delivery, _errs29 = errors, valid3 = !1, passing0 = null, _errs30 = errors;
      validate114(data9, { instancePath: instancePath + "/delivery", parentData: data, parentDataProperty: "delivery", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate114.errors : vErrors.concat(validate114.errors), errors = vErrors.length);
      var _valid0 = _errs30 === errors;
      _valid0 && (valid3 = !0, passing0 = 0);
      let _errs31 = errors;
      if (data9 !== null) {
        let err17 = { instancePath: instancePath + "/delivery", schemaPath: "#/properties/delivery/oneOf/1/type", keyword: "type", params: { type: "null" }, message: "must be null" };
        vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
      }
      var _valid0 = _errs31 === errors;
      if (_valid0 && valid3 ? (valid3 = !1, passing0 = [passing0, 1]) : _valid0 && (valid3 = !0, passing0 = 1), valid3)
        errors = _errs29, vErrors !== null && (_errs29 ? vErrors.length = _errs29 : vErrors = null);
      else {
        let err18 = { instancePath: instancePath + "/delivery", schemaPath: "#/properties/delivery/oneOf", keyword: "oneOf", params: { passingSchemas: passing0 }, message: "must match exactly one schema in oneOf" };
        vErrors === null ? vErrors = [err18] : vErrors.push(err18), errors++;
      }
    }
    if (data.receipt_url !== void 0) {
      let data10 = data.receipt_url;
      if (typeof data10 != "string" && data10 !== null) {
        let err19 = { instancePath: instancePath + "/receipt_url", schemaPath: "#/properties/receipt_url/type", keyword: "type", params: { type: schema42.properties.receipt_url.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err19] : vErrors.push(err19), errors++;
      }
      if (typeof data10 == "string" && !formats0(data10)) {
        let err20 = { instancePath: instancePath + "/receipt_url", schemaPath: "#/properties/receipt_url/format", keyword: "format", params: { format: "uri" }, message: 'must match format "uri"' };
        vErrors === null ? vErrors = [err20] : vErrors.push(err20), errors++;
      }
    }
    if (data.created_at !== void 0) {
      let data11 = data.created_at;
      if (typeof data11 == "string") {
        if (!formats2.validate(data11)) {
          let err21 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
          vErrors === null ? vErrors = [err21] : vErrors.push(err21), errors++;
        }
      } else {
        let err22 = { instancePath: instancePath + "/created_at", schemaPath: "#/properties/created_at/type", keyword: "type", params: { type: "string" }, message: "must be string" };
        vErrors === null ? vErrors = [err22] : vErrors.push(err22), errors++;
      }
    }
  } else {
    let err23 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err23] : vErrors.push(err23), errors++;
  }
  return validate118.errors = vErrors, errors === 0;
}
validate118.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate117(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate117.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
      if (data0 !== !0) {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
    }
    data.data !== void 0 && (validate118(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors), errors = vErrors.length));
  } else {
    let err5 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
  }
  return validate117.errors = vErrors, errors === 0;
}
validate117.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var verifyLicense_200 = validate125;
var schema49 = { type: "object", description: "Whether a license key is good. Everything but `valid` is null for a key that does not exist.", required: ["valid", "status", "product_id", "activation_limit", "activations", "expires_at"], properties: { valid: { type: "boolean", description: "Whether the key may be used now.", "x-decision": "0017" }, status: { type: ["string", "null"], description: "inactive until first used, then active; expired or disabled for good.", enum: ["inactive", "active", "expired", "disabled", null], "x-open-enum": !0, "x-decision": "0017" }, product_id: { type: ["string", "null"], description: "The product the key was sold with.", "x-id": "product", "x-decision": "0017" }, activation_limit: { type: ["integer", "null"], minimum: 1, description: "How many installations may use it.", "x-decision": "0017" }, activations: { type: ["integer", "null"], minimum: 0, description: "Number of installations that use the key.", "x-decision": "0017" }, expires_at: { type: ["string", "null"], description: "When the key ends, UTC; null when it does not end.", format: "date-time", "x-decision": "0017" } }, "x-decision": "0017", additionalProperties: !1 };
function validate126(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate126.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.valid === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "valid" }, message: "must have required property 'valid'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.status === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "status" }, message: "must have required property 'status'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.product_id === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "product_id" }, message: "must have required property 'product_id'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    if (data.activation_limit === void 0) {
      let err3 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "activation_limit" }, message: "must have required property 'activation_limit'" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    if (data.activations === void 0) {
      let err4 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "activations" }, message: "must have required property 'activations'" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.expires_at === void 0) {
      let err5 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "expires_at" }, message: "must have required property 'expires_at'" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "valid" || key0 === "status" || key0 === "product_id" || key0 === "activation_limit" || key0 === "activations" || key0 === "expires_at")) {
        let err6 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
      }
    if (data.valid !== void 0 && typeof data.valid != "boolean") {
      let err7 = { instancePath: instancePath + "/valid", schemaPath: "#/properties/valid/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
      vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
    }
    if (data.status !== void 0) {
      let data1 = data.status;
      if (typeof data1 != "string" && data1 !== null) {
        let err8 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/type", keyword: "type", params: { type: schema49.properties.status.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err8] : vErrors.push(err8), errors++;
      }
      if (!(data1 === "inactive" || data1 === "active" || data1 === "expired" || data1 === "disabled" || data1 === null)) {
        let err9 = { instancePath: instancePath + "/status", schemaPath: "#/properties/status/enum", keyword: "enum", params: { allowedValues: schema49.properties.status.enum }, message: "must be equal to one of the allowed values" };
        vErrors === null ? vErrors = [err9] : vErrors.push(err9), errors++;
      }
    }
    if (data.product_id !== void 0) {
      let data2 = data.product_id;
      if (typeof data2 != "string" && data2 !== null) {
        let err10 = { instancePath: instancePath + "/product_id", schemaPath: "#/properties/product_id/type", keyword: "type", params: { type: schema49.properties.product_id.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err10] : vErrors.push(err10), errors++;
      }
    }
    if (data.activation_limit !== void 0) {
      let data3 = data.activation_limit;
      if (!(typeof data3 == "number" && !(data3 % 1) && !isNaN(data3) && isFinite(data3)) && data3 !== null) {
        let err11 = { instancePath: instancePath + "/activation_limit", schemaPath: "#/properties/activation_limit/type", keyword: "type", params: { type: schema49.properties.activation_limit.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err11] : vErrors.push(err11), errors++;
      }
      if (typeof data3 == "number" && isFinite(data3) && (data3 < 1 || isNaN(data3))) {
        let err12 = { instancePath: instancePath + "/activation_limit", schemaPath: "#/properties/activation_limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" };
        vErrors === null ? vErrors = [err12] : vErrors.push(err12), errors++;
      }
    }
    if (data.activations !== void 0) {
      let data4 = data.activations;
      if (!(typeof data4 == "number" && !(data4 % 1) && !isNaN(data4) && isFinite(data4)) && data4 !== null) {
        let err13 = { instancePath: instancePath + "/activations", schemaPath: "#/properties/activations/type", keyword: "type", params: { type: schema49.properties.activations.type }, message: "must be integer,null" };
        vErrors === null ? vErrors = [err13] : vErrors.push(err13), errors++;
      }
      if (typeof data4 == "number" && isFinite(data4) && (data4 < 0 || isNaN(data4))) {
        let err14 = { instancePath: instancePath + "/activations", schemaPath: "#/properties/activations/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" };
        vErrors === null ? vErrors = [err14] : vErrors.push(err14), errors++;
      }
    }
    if (data.expires_at !== void 0) {
      let data5 = data.expires_at;
      if (typeof data5 != "string" && data5 !== null) {
        let err15 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/type", keyword: "type", params: { type: schema49.properties.expires_at.type }, message: "must be string,null" };
        vErrors === null ? vErrors = [err15] : vErrors.push(err15), errors++;
      }
      if (typeof data5 == "string" && !formats2.validate(data5)) {
        let err16 = { instancePath: instancePath + "/expires_at", schemaPath: "#/properties/expires_at/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' };
        vErrors === null ? vErrors = [err16] : vErrors.push(err16), errors++;
      }
    }
  } else {
    let err17 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err17] : vErrors.push(err17), errors++;
  }
  return validate126.errors = vErrors, errors === 0;
}
validate126.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate125(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate125.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data")) {
        let err2 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
      }
    if (data.success !== void 0 && data.success !== !0) {
      let err3 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !0 }, message: "must be equal to constant" };
      vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
    }
    data.data !== void 0 && (validate126(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate126.errors : vErrors.concat(validate126.errors), errors = vErrors.length));
  } else {
    let err4 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
  }
  return validate125.errors = vErrors, errors === 0;
}
validate125.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
var failure = validate128;
var schema53 = { type: "string", description: "What went wrong, for programs. Further codes may come.", enum: ["malformed_json", "invalid_header", "missing_api_key", "invalid_api_key", "insufficient_scope", "not_found", "method_not_allowed", "idempotency_in_progress", "invalid_state", "insufficient_balance", "out_of_stock", "body_too_large", "unsupported_media_type", "invalid_request", "invalid_amount", "amount_too_small", "amount_too_large", "unsupported_currency", "invalid_phone", "network_mismatch", "refund_exceeds_payment", "payment_not_refundable", "idempotency_key_reused", "rate_limited", "internal_error", "provider_error", "provider_unavailable", "provider_timeout"], "x-open-enum": !0, "x-status": { malformed_json: 400, invalid_header: 400, missing_api_key: 401, invalid_api_key: 401, insufficient_scope: 403, not_found: 404, method_not_allowed: 405, idempotency_in_progress: 409, invalid_state: 409, insufficient_balance: 409, out_of_stock: 409, body_too_large: 413, unsupported_media_type: 415, invalid_request: 422, invalid_amount: 422, amount_too_small: 422, amount_too_large: 422, unsupported_currency: 422, invalid_phone: 422, network_mismatch: 422, refund_exceeds_payment: 422, payment_not_refundable: 422, idempotency_key_reused: 422, rate_limited: 429, internal_error: 500, provider_error: 502, provider_unavailable: 503, provider_timeout: 504 }, "x-retry": { malformed_json: "never", invalid_header: "never", missing_api_key: "never", invalid_api_key: "never", insufficient_scope: "never", not_found: "new-key", method_not_allowed: "never", idempotency_in_progress: "same-key", invalid_state: "new-key", insufficient_balance: "new-key", out_of_stock: "new-key", body_too_large: "never", unsupported_media_type: "never", invalid_request: "never", invalid_amount: "never", amount_too_small: "never", amount_too_large: "never", unsupported_currency: "never", invalid_phone: "never", network_mismatch: "never", refund_exceeds_payment: "new-key", payment_not_refundable: "new-key", idempotency_key_reused: "new-key", rate_limited: "same-key", internal_error: "same-key", provider_error: "same-key", provider_unavailable: "same-key", provider_timeout: "same-key" }, "x-meaning": { malformed_json: "The body is not JSON.", invalid_header: "A header has a value that it cannot have.", missing_api_key: "No key was sent.", invalid_api_key: "The key is unknown or revoked.", insufficient_scope: "The key does not hold the scope of the operation.", not_found: "There is no such path, or no such record of this merchant.", method_not_allowed: "The path exists, the method does not.", idempotency_in_progress: "A request with this Idempotency-Key has not finished yet.", invalid_state: "The record is in a state that does not allow this.", insufficient_balance: "The available balance is smaller than the amount.", out_of_stock: "Fewer pieces are left than asked for.", body_too_large: "The body is larger than 1 MiB.", unsupported_media_type: "The body is not declared as application/json.", invalid_request: "A field or parameter is missing, unknown or of the wrong form.", invalid_amount: "An amount is not a number in GH\u20B5 with at most two decimals.", amount_too_small: "An amount is below GH\u20B51.00.", amount_too_large: "An amount is above GH\u20B51,000,000.00.", unsupported_currency: "A currency other than GHS was asked for.", invalid_phone: "A phone number is not a Ghanaian mobile number.", network_mismatch: "The network does not go with the method or with the card.", refund_exceeds_payment: "The refunds of a payment would exceed the payment.", payment_not_refundable: "The payment has not succeeded.", idempotency_key_reused: "The Idempotency-Key was used before with another body.", rate_limited: "Too many requests; Retry-After says when to go on.", internal_error: "A fault of the service.", provider_error: "The payment provider answered with a fault.", provider_unavailable: "The payment provider cannot be reached.", provider_timeout: "The payment provider did not answer in time; the effect may have happened." }, "x-decision": "0005" };
function validate131(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate131.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), typeof data != "string") {
    let err0 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "string" }, message: "must be string" };
    vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
  }
  if (!(data === "malformed_json" || data === "invalid_header" || data === "missing_api_key" || data === "invalid_api_key" || data === "insufficient_scope" || data === "not_found" || data === "method_not_allowed" || data === "idempotency_in_progress" || data === "invalid_state" || data === "insufficient_balance" || data === "out_of_stock" || data === "body_too_large" || data === "unsupported_media_type" || data === "invalid_request" || data === "invalid_amount" || data === "amount_too_small" || data === "amount_too_large" || data === "unsupported_currency" || data === "invalid_phone" || data === "network_mismatch" || data === "refund_exceeds_payment" || data === "payment_not_refundable" || data === "idempotency_key_reused" || data === "rate_limited" || data === "internal_error" || data === "provider_error" || data === "provider_unavailable" || data === "provider_timeout")) {
    let err1 = { instancePath, schemaPath: "#/enum", keyword: "enum", params: { allowedValues: schema53.enum }, message: "must be equal to one of the allowed values" };
    vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
  }
  return validate131.errors = vErrors, errors === 0;
}
validate131.evaluated = { dynamicProps: !1, dynamicItems: !1 };
function validate130(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate130.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.code === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "code" }, message: "must have required property 'code'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.message === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "message" }, message: "must have required property 'message'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.request_id === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "request_id" }, message: "must have required property 'request_id'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "code" || key0 === "message" || key0 === "field" || key0 === "request_id")) {
        let err3 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    if (data.code !== void 0 && (validate131(data.code, { instancePath: instancePath + "/code", parentData: data, parentDataProperty: "code", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate131.errors : vErrors.concat(validate131.errors), errors = vErrors.length)), data.message !== void 0 && typeof data.message != "string") {
      let err4 = { instancePath: instancePath + "/message", schemaPath: "#/properties/message/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
    }
    if (data.field !== void 0 && typeof data.field != "string") {
      let err5 = { instancePath: instancePath + "/field", schemaPath: "#/properties/field/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
    }
    if (data.request_id !== void 0 && typeof data.request_id != "string") {
      let err6 = { instancePath: instancePath + "/request_id", schemaPath: "#/properties/request_id/type", keyword: "type", params: { type: "string" }, message: "must be string" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
  } else {
    let err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
  }
  return validate130.errors = vErrors, errors === 0;
}
validate130.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate129(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate129.evaluated;
  if (evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), data && typeof data == "object" && !Array.isArray(data)) {
    if (data.success === void 0) {
      let err0 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "success" }, message: "must have required property 'success'" };
      vErrors === null ? vErrors = [err0] : vErrors.push(err0), errors++;
    }
    if (data.data === void 0) {
      let err1 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "data" }, message: "must have required property 'data'" };
      vErrors === null ? vErrors = [err1] : vErrors.push(err1), errors++;
    }
    if (data.error === void 0) {
      let err2 = { instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: "error" }, message: "must have required property 'error'" };
      vErrors === null ? vErrors = [err2] : vErrors.push(err2), errors++;
    }
    for (let key0 in data)
      if (!(key0 === "success" || key0 === "data" || key0 === "error")) {
        let err3 = { instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" };
        vErrors === null ? vErrors = [err3] : vErrors.push(err3), errors++;
      }
    if (data.success !== void 0) {
      let data0 = data.success;
      if (typeof data0 != "boolean") {
        let err4 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" };
        vErrors === null ? vErrors = [err4] : vErrors.push(err4), errors++;
      }
      if (data0 !== !1) {
        let err5 = { instancePath: instancePath + "/success", schemaPath: "#/properties/success/const", keyword: "const", params: { allowedValue: !1 }, message: "must be equal to constant" };
        vErrors === null ? vErrors = [err5] : vErrors.push(err5), errors++;
      }
    }
    if (data.data !== void 0 && data.data !== null) {
      let err6 = { instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "null" }, message: "must be null" };
      vErrors === null ? vErrors = [err6] : vErrors.push(err6), errors++;
    }
    data.error !== void 0 && (validate130(data.error, { instancePath: instancePath + "/error", parentData: data, parentDataProperty: "error", rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate130.errors : vErrors.concat(validate130.errors), errors = vErrors.length));
  } else {
    let err7 = { instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" };
    vErrors === null ? vErrors = [err7] : vErrors.push(err7), errors++;
  }
  return validate129.errors = vErrors, errors === 0;
}
validate129.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
function validate128(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null, errors = 0, evaluated0 = validate128.evaluated;
  return evaluated0.dynamicProps && (evaluated0.props = void 0), evaluated0.dynamicItems && (evaluated0.items = void 0), validate129(data, { instancePath, parentData, parentDataProperty, rootData, dynamicAnchors }) || (vErrors = vErrors === null ? validate129.errors : vErrors.concat(validate129.errors), errors = vErrors.length), validate128.errors = vErrors, errors === 0;
}
validate128.evaluated = { props: !0, dynamicProps: !1, dynamicItems: !1 };
/** Validator of each success response, by `operation_status`; `failure` for all error responses. */
export const responseValidators: Readonly<Record<string, Validate<unknown>>> = { createPayment_201, readPayment_200, createCheckoutIntent_201, readBalance_200, createRefund_201, listProducts_200, createProduct_201, readProduct_200, listOrders_200, readOrder_200, verifyLicense_200, failure }

/** Error codes of each operation and status. */
export const errorCodesByResponse: Readonly<Record<string, readonly string[]>> = {
  createPayment_400: ['malformed_json', 'invalid_header'],
  createPayment_401: ['missing_api_key', 'invalid_api_key'],
  createPayment_403: ['insufficient_scope'],
  createPayment_404: ['not_found'],
  createPayment_409: ['idempotency_in_progress', 'out_of_stock', 'invalid_state'],
  createPayment_413: ['body_too_large'],
  createPayment_415: ['unsupported_media_type'],
  createPayment_422: ['invalid_request', 'invalid_amount', 'amount_too_small', 'amount_too_large', 'unsupported_currency', 'invalid_phone', 'network_mismatch', 'idempotency_key_reused'],
  createPayment_429: ['rate_limited'],
  createPayment_500: ['internal_error'],
  createPayment_502: ['provider_error'],
  createPayment_503: ['provider_unavailable'],
  createPayment_504: ['provider_timeout'],
  readPayment_400: ['invalid_header'],
  readPayment_401: ['missing_api_key', 'invalid_api_key'],
  readPayment_403: ['insufficient_scope'],
  readPayment_404: ['not_found'],
  readPayment_429: ['rate_limited'],
  readPayment_500: ['internal_error'],
  readPayment_502: ['provider_error'],
  readPayment_503: ['provider_unavailable'],
  readPayment_504: ['provider_timeout'],
  createCheckoutIntent_400: ['malformed_json', 'invalid_header'],
  createCheckoutIntent_401: ['missing_api_key', 'invalid_api_key'],
  createCheckoutIntent_403: ['insufficient_scope'],
  createCheckoutIntent_404: ['not_found'],
  createCheckoutIntent_409: ['idempotency_in_progress', 'out_of_stock', 'invalid_state'],
  createCheckoutIntent_413: ['body_too_large'],
  createCheckoutIntent_415: ['unsupported_media_type'],
  createCheckoutIntent_422: ['invalid_request', 'invalid_amount', 'amount_too_small', 'amount_too_large', 'unsupported_currency', 'idempotency_key_reused'],
  createCheckoutIntent_429: ['rate_limited'],
  createCheckoutIntent_500: ['internal_error'],
  createCheckoutIntent_502: ['provider_error'],
  createCheckoutIntent_503: ['provider_unavailable'],
  createCheckoutIntent_504: ['provider_timeout'],
  readBalance_400: ['invalid_header'],
  readBalance_401: ['missing_api_key', 'invalid_api_key'],
  readBalance_403: ['insufficient_scope'],
  readBalance_429: ['rate_limited'],
  readBalance_500: ['internal_error'],
  readBalance_502: ['provider_error'],
  readBalance_503: ['provider_unavailable'],
  readBalance_504: ['provider_timeout'],
  createRefund_400: ['malformed_json', 'invalid_header'],
  createRefund_401: ['missing_api_key', 'invalid_api_key'],
  createRefund_403: ['insufficient_scope'],
  createRefund_404: ['not_found'],
  createRefund_409: ['idempotency_in_progress', 'insufficient_balance'],
  createRefund_413: ['body_too_large'],
  createRefund_415: ['unsupported_media_type'],
  createRefund_422: ['invalid_request', 'invalid_amount', 'amount_too_small', 'amount_too_large', 'unsupported_currency', 'refund_exceeds_payment', 'payment_not_refundable', 'idempotency_key_reused'],
  createRefund_429: ['rate_limited'],
  createRefund_500: ['internal_error'],
  createRefund_502: ['provider_error'],
  createRefund_503: ['provider_unavailable'],
  createRefund_504: ['provider_timeout'],
  listProducts_400: ['invalid_header'],
  listProducts_401: ['missing_api_key', 'invalid_api_key'],
  listProducts_403: ['insufficient_scope'],
  listProducts_422: ['invalid_request'],
  listProducts_429: ['rate_limited'],
  listProducts_500: ['internal_error'],
  listProducts_502: ['provider_error'],
  listProducts_503: ['provider_unavailable'],
  listProducts_504: ['provider_timeout'],
  createProduct_400: ['malformed_json', 'invalid_header'],
  createProduct_401: ['missing_api_key', 'invalid_api_key'],
  createProduct_403: ['insufficient_scope'],
  createProduct_409: ['idempotency_in_progress'],
  createProduct_413: ['body_too_large'],
  createProduct_415: ['unsupported_media_type'],
  createProduct_422: ['invalid_request', 'invalid_amount', 'amount_too_small', 'amount_too_large', 'unsupported_currency', 'idempotency_key_reused'],
  createProduct_429: ['rate_limited'],
  createProduct_500: ['internal_error'],
  createProduct_502: ['provider_error'],
  createProduct_503: ['provider_unavailable'],
  createProduct_504: ['provider_timeout'],
  readProduct_400: ['invalid_header'],
  readProduct_401: ['missing_api_key', 'invalid_api_key'],
  readProduct_403: ['insufficient_scope'],
  readProduct_404: ['not_found'],
  readProduct_429: ['rate_limited'],
  readProduct_500: ['internal_error'],
  readProduct_502: ['provider_error'],
  readProduct_503: ['provider_unavailable'],
  readProduct_504: ['provider_timeout'],
  listOrders_400: ['invalid_header'],
  listOrders_401: ['missing_api_key', 'invalid_api_key'],
  listOrders_403: ['insufficient_scope'],
  listOrders_422: ['invalid_request'],
  listOrders_429: ['rate_limited'],
  listOrders_500: ['internal_error'],
  listOrders_502: ['provider_error'],
  listOrders_503: ['provider_unavailable'],
  listOrders_504: ['provider_timeout'],
  readOrder_400: ['invalid_header'],
  readOrder_401: ['missing_api_key', 'invalid_api_key'],
  readOrder_403: ['insufficient_scope'],
  readOrder_404: ['not_found'],
  readOrder_429: ['rate_limited'],
  readOrder_500: ['internal_error'],
  readOrder_502: ['provider_error'],
  readOrder_503: ['provider_unavailable'],
  readOrder_504: ['provider_timeout'],
}
