// Made from openapi.yaml. Do not edit: change openapi.yaml and run "npm run generate".
// @ts-nocheck
/* eslint-disable */
import type { Validate } from '../validate.js'
import type { PaymentInput, CheckoutIntentInput, RefundInput, ProductInput, LicenseCheckInput } from './schema.js'
var I=(s,r)=>()=>{try{return r||s((r={exports:{}}).exports,r),r.exports}catch(w){throw r=0,w}};var E=I(S=>{"use strict";Object.defineProperty(S,"__esModule",{value:!0});function z(s){let r=s.length,w=0,N=0,_;for(;N<r;)w++,_=s.charCodeAt(N++),_>=55296&&_<=
56319&&N<r&&(_=s.charCodeAt(N),(_&64512)===56320&&N++);return w}S.default=z;z.code='require("ajv/dist/runtime/ucs2length").default'});var W=I((ie,R)=>{"use strict";R.exports=function s(r,w){if(r===w)return!0;if(r&&w&&typeof r=="object"&&typeof w=="object"){if(r.constructor!==w.constructor)return!1;
var N,_,q;if(Array.isArray(r)){if(N=r.length,N!=w.length)return!1;for(_=N;_--!==0;)if(!s(r[_],w[_]))return!1;return!0}if(r.constructor===RegExp)return r.source===
w.source&&r.flags===w.flags;if(r.valueOf!==Object.prototype.valueOf)return r.valueOf()===w.valueOf();if(r.toString!==Object.prototype.toString)return r.toString()===
w.toString();if(q=Object.keys(r),N=q.length,N!==Object.keys(w).length)return!1;for(_=N;_--!==0;)if(!Object.prototype.hasOwnProperty.call(w,q[_]))return!1;for(_=
N;_--!==0;){var y=q[_];if(!s(r[y],w[y]))return!1}return!0}return r!==r&&w!==w}});var X=I(G=>{"use strict";Object.defineProperty(G,"__esModule",{value:!0});var C=W();C.code='require("ajv/dist/runtime/equal").default';G.default=C});var oe=o,H={type:"object",description:"What the buyer pays and how. Send `amount` or `product_id`, not both.",example:{amount:45.5,method:"mobile_money",phone:"\
0244123789"},"x-alternatives":[{PriceByAmount:{description:"The buyer pays an amount that you name.",required:["amount"],absent:["product_id","quantity","delive\
ry"]},PriceOfProduct:{description:"The buyer pays the price of a product.",required:["product_id"],optional:["quantity","delivery"],absent:["amount"]}},{ByMobileMoney:{
description:"The buyer approves on the phone.",words:{method:["mobile_money"],network:["mtn","telecel","airteltigo"]},required:["method","phone"],optional:["net\
work"],absent:["card"]},ByCard:{description:"The card is charged at once or after a challenge.",words:{method:["card"],network:["visa","mastercard"]},required:[
"method","card"],optional:["network","phone"]}}],required:["method"],additionalProperties:!1,properties:{amount:{$ref:"#/$defs/AmountInput","x-decision":"0008"},
currency:{type:"string",enum:["GHS"],description:"Always `GHS`, Ghana cedis.","x-error-code":"unsupported_currency","x-decision":"0008"},product_id:{type:"strin\
g",description:"The product to pay for; its price is the amount, and an order is made.","x-id":"product",minLength:1,maxLength:64,"x-decision":"0008"},quantity:{
type:"integer",minimum:1,maximum:99,description:"How many pieces of the product; 1 when left out.","x-decision":"0008"},method:{$ref:"#/$defs/Channel","x-decisi\
on":"0008"},network:{type:"string",description:"When left out, it follows from the phone number or the card number.",enum:["mtn","telecel","airteltigo","visa","\
mastercard"],"x-decision":"0018"},phone:{$ref:"#/$defs/PhoneInput","x-decision":"0018"},card:{$ref:"#/$defs/CardInput","x-decision":"0018"},email:{description:"\
Email address of the buyer, up to 254 characters.",type:"string",maxLength:254,pattern:"^[^@\\s]+@[^@\\s]+$","x-decision":"0008"},name:{type:"string",description:"\
The name of the buyer, as the order has it.",minLength:1,maxLength:120,"x-decision":"0008"},delivery:{$ref:"#/$defs/DeliveryInput","x-decision":"0072"},return_url:{
type:"string",description:"Where the buyer comes back to after a redirect: https, or http on this machine.",maxLength:2048,pattern:"^(https://|http://(localhost\
|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))","x-decision":"0008"},metadata:{$ref:"#/$defs/Metadata","x-decision":"0008"}},"x-decision":"0008"},j={type:["number","strin\
g"],description:"An amount in GH\u20B5 as a number or as decimal text. A third decimal is refused, never rounded.",pattern:"^\\d{1,12}(\\.\\d{1,2})?$",minimum:0,
"x-error-code":"invalid_amount",examples:[45.5,"45.50"],"x-unit":"GHS","x-decision":"0004"},M={type:"string",description:"A way to pay.",enum:["mobile_money","c\
ard"],"x-decision":"0008"};var F=Object.prototype.hasOwnProperty,c=E().default,P=new RegExp("^\\d{1,12}(\\.\\d{1,2})?$","u"),J=new RegExp("^\\d(?: ?\\d){11,18}$","u"),Q=new RegExp("^\\d{3,\
4}$","u"),Z=new RegExp("^[^@\\s]+@[^@\\s]+$","u"),D=new RegExp("\\S","u"),B=new RegExp("^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))","u"),K=new RegExp(
"^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$","u");function o(s,{instancePath:r="",parentData:w,parentDataProperty:N,rootData:_=s,dynamicAnchors:q={}}={}){let y=null,e=0,
k=o.evaluated;if(k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=void 0),e===0)if(s&&typeof s=="object"&&!Array.isArray(s)){let O;if(s.method===void 0&&
(O="method"))return o.errors=[{instancePath:r,keyword:"required",params:{missingProperty:O},message:"must have required property '"+O+"'"}],!1;{let m=e;for(let t in s)
if(!F.call(H.properties,t)){return o.errors=[{instancePath:r,keyword:"additionalProperties",params:{additionalProperty:t},message:"must NOT have additional prop\
erties"}],!1;break}if(m===e){if(s.amount!==void 0){let t=s.amount,f=e,T=e;if(!(typeof t=="number"&&isFinite(t))&&typeof t!="string")return o.errors=[{instancePath:r+
"/amount",keyword:"type",params:{type:j.type},message:"must be number,string"}],!1;if(e===T){if(typeof t=="number"&&isFinite(t)&&(t<0||isNaN(t)))return o.errors=
[{instancePath:r+"/amount",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0"}],!1;if(e===T&&typeof t=="string"&&!P.test(t))return o.errors=
[{instancePath:r+"/amount",keyword:"pattern",params:{pattern:"^\\d{1,12}(\\.\\d{1,2})?$"},message:'must match pattern "^\\d{1,12}(\\.\\d{1,2})?$"'}],!1}var a=f===
e}else var a=!0;if(a){if(s.currency!==void 0){let t=s.currency,f=e;if(typeof t!="string")return o.errors=[{instancePath:r+"/currency",keyword:"type",params:{type:"\
string"},message:"must be string"}],!1;if(t!=="GHS")return o.errors=[{instancePath:r+"/currency",keyword:"enum",params:{allowedValues:H.properties.currency.enum},
message:"must be equal to one of the allowed values"}],!1;var a=f===e}else var a=!0;if(a){if(s.product_id!==void 0){let t=s.product_id,f=e;if(e===f)if(typeof t==
"string"){if(c(t)>64)return o.errors=[{instancePath:r+"/product_id",keyword:"maxLength",params:{limit:64},message:"must NOT have more than 64 characters"}],!1;if(c(
t)<1)return o.errors=[{instancePath:r+"/product_id",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters"}],!1}else return o.errors=
[{instancePath:r+"/product_id",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var a=f===e}else var a=!0;if(a){if(s.quantity!==void 0){let t=s.
quantity,f=e;if(!(typeof t=="number"&&!(t%1)&&!isNaN(t)&&isFinite(t)))return o.errors=[{instancePath:r+"/quantity",keyword:"type",params:{type:"integer"},message:"\
must be integer"}],!1;if(e===f&&typeof t=="number"&&isFinite(t)){if(t>99||isNaN(t))return o.errors=[{instancePath:r+"/quantity",keyword:"maximum",params:{comparison:"\
<=",limit:99},message:"must be <= 99"}],!1;if(t<1||isNaN(t))return o.errors=[{instancePath:r+"/quantity",keyword:"minimum",params:{comparison:">=",limit:1},message:"\
must be >= 1"}],!1}var a=f===e}else var a=!0;if(a){if(s.method!==void 0){let t=s.method,f=e;if(typeof t!="string")return o.errors=[{instancePath:r+"/method",keyword:"\
type",params:{type:"string"},message:"must be string"}],!1;if(!(t==="mobile_money"||t==="card"))return o.errors=[{instancePath:r+"/method",keyword:"enum",params:{
allowedValues:M.enum},message:"must be equal to one of the allowed values"}],!1;var a=f===e}else var a=!0;if(a){if(s.network!==void 0){let t=s.network,f=e;if(typeof t!=
"string")return o.errors=[{instancePath:r+"/network",keyword:"type",params:{type:"string"},message:"must be string"}],!1;if(!(t==="mtn"||t==="telecel"||t==="air\
teltigo"||t==="visa"||t==="mastercard"))return o.errors=[{instancePath:r+"/network",keyword:"enum",params:{allowedValues:H.properties.network.enum},message:"mus\
t be equal to one of the allowed values"}],!1;var a=f===e}else var a=!0;if(a){if(s.phone!==void 0){let t=s.phone,f=e;if(e===e)if(typeof t=="string"){if(c(t)>64)
return o.errors=[{instancePath:r+"/phone",keyword:"maxLength",params:{limit:64},message:"must NOT have more than 64 characters"}],!1;if(c(t)<9)return o.errors=[
{instancePath:r+"/phone",keyword:"minLength",params:{limit:9},message:"must NOT have fewer than 9 characters"}],!1}else return o.errors=[{instancePath:r+"/phone",
keyword:"type",params:{type:"string"},message:"must be string"}],!1;var a=f===e}else var a=!0;if(a){if(s.card!==void 0){let t=s.card,f=e;if(e===e)if(t&&typeof t==
"object"&&!Array.isArray(t)){let p;if(t.number===void 0&&(p="number")||t.expiry_month===void 0&&(p="expiry_month")||t.expiry_year===void 0&&(p="expiry_year")||t.
cvc===void 0&&(p="cvc"))return o.errors=[{instancePath:r+"/card",keyword:"required",params:{missingProperty:p},message:"must have required property '"+p+"'"}],!1;
{let h=e;for(let n in t)if(!(n==="number"||n==="expiry_month"||n==="expiry_year"||n==="cvc")){return o.errors=[{instancePath:r+"/card",keyword:"additionalProper\
ties",params:{additionalProperty:n},message:"must NOT have additional properties"}],!1;break}if(h===e){if(t.number!==void 0){let n=t.number,b=e;if(e===b)if(typeof n==
"string"){if(!J.test(n))return o.errors=[{instancePath:r+"/card/number",keyword:"pattern",params:{pattern:"^\\d(?: ?\\d){11,18}$"},message:'must match pattern "\
^\\d(?: ?\\d){11,18}$"'}],!1}else return o.errors=[{instancePath:r+"/card/number",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var v=b===
e}else var v=!0;if(v){if(t.expiry_month!==void 0){let n=t.expiry_month,b=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return o.errors=[{instancePath:r+
"/card/expiry_month",keyword:"type",params:{type:"integer"},message:"must be integer"}],!1;if(e===b&&typeof n=="number"&&isFinite(n)){if(n>12||isNaN(n))return o.
errors=[{instancePath:r+"/card/expiry_month",keyword:"maximum",params:{comparison:"<=",limit:12},message:"must be <= 12"}],!1;if(n<1||isNaN(n))return o.errors=[
{instancePath:r+"/card/expiry_month",keyword:"minimum",params:{comparison:">=",limit:1},message:"must be >= 1"}],!1}var v=b===e}else var v=!0;if(v){if(t.expiry_year!==
void 0){let n=t.expiry_year,b=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return o.errors=[{instancePath:r+"/card/expiry_year",keyword:"type",params:{
type:"integer"},message:"must be integer"}],!1;if(e===b&&typeof n=="number"&&isFinite(n)){if(n>2100||isNaN(n))return o.errors=[{instancePath:r+"/card/expiry_yea\
r",keyword:"maximum",params:{comparison:"<=",limit:2100},message:"must be <= 2100"}],!1;if(n<2e3||isNaN(n))return o.errors=[{instancePath:r+"/card/expiry_year",
keyword:"minimum",params:{comparison:">=",limit:2e3},message:"must be >= 2000"}],!1}var v=b===e}else var v=!0;if(v)if(t.cvc!==void 0){let n=t.cvc,b=e;if(e===b)if(typeof n==
"string"){if(!Q.test(n))return o.errors=[{instancePath:r+"/card/cvc",keyword:"pattern",params:{pattern:"^\\d{3,4}$"},message:'must match pattern "^\\d{3,4}$"'}],
!1}else return o.errors=[{instancePath:r+"/card/cvc",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var v=b===e}else var v=!0}}}}}else return o.
errors=[{instancePath:r+"/card",keyword:"type",params:{type:"object"},message:"must be object"}],!1;var a=f===e}else var a=!0;if(a){if(s.email!==void 0){let t=s.
email,f=e;if(e===f)if(typeof t=="string"){if(c(t)>254)return o.errors=[{instancePath:r+"/email",keyword:"maxLength",params:{limit:254},message:"must NOT have mo\
re than 254 characters"}],!1;if(!Z.test(t))return o.errors=[{instancePath:r+"/email",keyword:"pattern",params:{pattern:"^[^@\\s]+@[^@\\s]+$"},message:'must matc\
h pattern "^[^@\\s]+@[^@\\s]+$"'}],!1}else return o.errors=[{instancePath:r+"/email",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var a=f===
e}else var a=!0;if(a){if(s.name!==void 0){let t=s.name,f=e;if(e===f)if(typeof t=="string"){if(c(t)>120)return o.errors=[{instancePath:r+"/name",keyword:"maxLeng\
th",params:{limit:120},message:"must NOT have more than 120 characters"}],!1;if(c(t)<1)return o.errors=[{instancePath:r+"/name",keyword:"minLength",params:{limit:1},
message:"must NOT have fewer than 1 characters"}],!1}else return o.errors=[{instancePath:r+"/name",keyword:"type",params:{type:"string"},message:"must be string"}],
!1;var a=f===e}else var a=!0;if(a){if(s.delivery!==void 0){let t=s.delivery,f=e;if(e===e)if(t&&typeof t=="object"&&!Array.isArray(t)){let p;if(t.name===void 0&&
(p="name")||t.phone===void 0&&(p="phone")||t.place===void 0&&(p="place"))return o.errors=[{instancePath:r+"/delivery",keyword:"required",params:{missingProperty:p},
message:"must have required property '"+p+"'"}],!1;{let h=e;for(let n in t)if(!(n==="name"||n==="phone"||n==="place"||n==="note")){return o.errors=[{instancePath:r+
"/delivery",keyword:"additionalProperties",params:{additionalProperty:n},message:"must NOT have additional properties"}],!1;break}if(h===e){if(t.name!==void 0){
let n=t.name,b=e;if(e===b)if(typeof n=="string"){if(c(n)>120)return o.errors=[{instancePath:r+"/delivery/name",keyword:"maxLength",params:{limit:120},message:"m\
ust NOT have more than 120 characters"}],!1;if(c(n)<1)return o.errors=[{instancePath:r+"/delivery/name",keyword:"minLength",params:{limit:1},message:"must NOT h\
ave fewer than 1 characters"}],!1;if(!D.test(n))return o.errors=[{instancePath:r+"/delivery/name",keyword:"pattern",params:{pattern:"\\S"},message:'must match p\
attern "\\S"'}],!1}else return o.errors=[{instancePath:r+"/delivery/name",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var x=b===e}else var x=!0;
if(x){if(t.phone!==void 0){let n=t.phone,b=e;if(e===b)if(typeof n=="string"){if(c(n)>64)return o.errors=[{instancePath:r+"/delivery/phone",keyword:"maxLength",params:{
limit:64},message:"must NOT have more than 64 characters"}],!1}else return o.errors=[{instancePath:r+"/delivery/phone",keyword:"type",params:{type:"string"},message:"\
must be string"}],!1;var x=b===e}else var x=!0;if(x){if(t.place!==void 0){let n=t.place,b=e;if(e===b)if(typeof n=="string"){if(c(n)>200)return o.errors=[{instancePath:r+
"/delivery/place",keyword:"maxLength",params:{limit:200},message:"must NOT have more than 200 characters"}],!1;if(c(n)<1)return o.errors=[{instancePath:r+"/deli\
very/place",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters"}],!1;if(!D.test(n))return o.errors=[{instancePath:r+"/delivery/\
place",keyword:"pattern",params:{pattern:"\\S"},message:'must match pattern "\\S"'}],!1}else return o.errors=[{instancePath:r+"/delivery/place",keyword:"type",params:{
type:"string"},message:"must be string"}],!1;var x=b===e}else var x=!0;if(x)if(t.note!==void 0){let n=t.note,b=e;if(e===b)if(typeof n=="string"){if(c(n)>500)return o.
errors=[{instancePath:r+"/delivery/note",keyword:"maxLength",params:{limit:500},message:"must NOT have more than 500 characters"}],!1}else return o.errors=[{instancePath:r+
"/delivery/note",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var x=b===e}else var x=!0}}}}}else return o.errors=[{instancePath:r+"/deliv\
ery",keyword:"type",params:{type:"object"},message:"must be object"}],!1;var a=f===e}else var a=!0;if(a){if(s.return_url!==void 0){let t=s.return_url,f=e;if(e===
f)if(typeof t=="string"){if(c(t)>2048)return o.errors=[{instancePath:r+"/return_url",keyword:"maxLength",params:{limit:2048},message:"must NOT have more than 20\
48 characters"}],!1;if(!B.test(t))return o.errors=[{instancePath:r+"/return_url",keyword:"pattern",params:{pattern:"^(https://|http://(localhost|127\\.0\\.0\\.1|\\[\
::1\\])([:/]|$))"},message:'must match pattern "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"'}],!1}else return o.errors=[{instancePath:r+"/\
return_url",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var a=f===e}else var a=!0;if(a)if(s.metadata!==void 0){let t=s.metadata,f=e;if(e===
e)if(t&&typeof t=="object"&&!Array.isArray(t)){if(Object.keys(t).length>50)return o.errors=[{instancePath:r+"/metadata",keyword:"maxProperties",params:{limit:50},
message:"must NOT have more than 50 properties"}],!1;for(let p in t){let h=e;if(e===h)if(typeof p=="string"){if(!K.test(p)){let n={instancePath:r+"/metadata",keyword:"\
pattern",params:{pattern:"^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$"},message:'must match pattern "^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$"',propertyName:p};y===null?y=
[n]:y.push(n),e++}}else{let n={instancePath:r+"/metadata",keyword:"type",params:{type:"string"},message:"must be string",propertyName:p};y===null?y=[n]:y.push(n),
e++}var i=h===e;if(!i){let n={instancePath:r+"/metadata",keyword:"propertyNames",params:{propertyName:p},message:"property name must be valid"};return y===null?
y=[n]:y.push(n),e++,o.errors=y,!1;break}}if(i)for(let p in t){let h=t[p],n=e;if(e===n)if(typeof h=="string"){if(c(h)>500)return o.errors=[{instancePath:r+"/meta\
data/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),keyword:"maxLength",params:{limit:500},message:"must NOT have more than 500 characters"}],!1}else return o.errors=
[{instancePath:r+"/metadata/"+p.replace(/~/g,"~0").replace(/\//g,"~1"),keyword:"type",params:{type:"string"},message:"must be string"}],!1;var u=n===e;if(!u)break}}else
return o.errors=[{instancePath:r+"/metadata",keyword:"type",params:{type:"object"},message:"must be object"}],!1;var a=f===e}else var a=!0}}}}}}}}}}}}}}else return o.
errors=[{instancePath:r,keyword:"type",params:{type:"object"},message:"must be object"}],!1;return o.errors=y,e===0}o.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};
var me=l,V={type:"object",description:"What the popup shall collect. Send `amount` or `product_id`, not both.",example:{amount:45.5},additionalProperties:!1,properties:{
amount:{$ref:"#/$defs/AmountInput","x-decision":"0008"},currency:{type:"string",enum:["GHS"],description:"Always `GHS`, Ghana cedis.","x-error-code":"unsupporte\
d_currency","x-decision":"0008"},product_id:{type:"string",description:"The product to pay for; its price is the amount, and an order is made.","x-id":"product",
minLength:1,maxLength:64,"x-decision":"0008"},quantity:{type:"integer",minimum:1,maximum:99,description:"How many pieces of the product; 1 when left out.","x-de\
cision":"0008"},channels:{type:"array",description:"The ways to pay that are offered; all when left out.",minItems:1,uniqueItems:!0,items:{$ref:"#/$defs/Channel"},
"x-decision":"0008"},return_url:{type:"string",description:"Where the full page sends the buyer afterwards: https, or http on this machine.",maxLength:2048,pattern:"\
^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))","x-decision":"0008"},allowed_origins:{type:"array",description:"The origins whose pages may sh\
ow the popup; the origin of `return_url` when left out.",maxItems:10,uniqueItems:!0,items:{type:"string",maxLength:255,pattern:"^(https://[^/\\s@?#]+|http://(loc\
alhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?)$"},"x-decision":"0008"},email:{description:"Email address of the buyer, up to 254 characters.",type:"string",maxLength:254,
pattern:"^[^@\\s]+@[^@\\s]+$","x-decision":"0008"},metadata:{$ref:"#/$defs/Metadata","x-decision":"0008"}},"x-decision":"0008"},U=X().default,Y=new RegExp("^(ht\
tps://[^/\\s@?#]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?)$","u");function l(s,{instancePath:r="",parentData:w,parentDataProperty:N,rootData:_=s,
dynamicAnchors:q={}}={}){let y=null,e=0,k=l.evaluated;if(k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=void 0),e===0)if(s&&typeof s=="object"&&!Array.
isArray(s)){let O=e;for(let m in s)if(!F.call(V.properties,m)){return l.errors=[{instancePath:r,keyword:"additionalProperties",params:{additionalProperty:m},message:"\
must NOT have additional properties"}],!1;break}if(O===e){if(s.amount!==void 0){let m=s.amount,t=e,f=e;if(!(typeof m=="number"&&isFinite(m))&&typeof m!="string")
return l.errors=[{instancePath:r+"/amount",keyword:"type",params:{type:j.type},message:"must be number,string"}],!1;if(e===f){if(typeof m=="number"&&isFinite(m)&&
(m<0||isNaN(m)))return l.errors=[{instancePath:r+"/amount",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0"}],!1;if(e===f&&typeof m=="s\
tring"&&!P.test(m))return l.errors=[{instancePath:r+"/amount",keyword:"pattern",params:{pattern:"^\\d{1,12}(\\.\\d{1,2})?$"},message:'must match pattern "^\\d{1,\
12}(\\.\\d{1,2})?$"'}],!1}var a=t===e}else var a=!0;if(a){if(s.currency!==void 0){let m=s.currency,t=e;if(typeof m!="string")return l.errors=[{instancePath:r+"/\
currency",keyword:"type",params:{type:"string"},message:"must be string"}],!1;if(m!=="GHS")return l.errors=[{instancePath:r+"/currency",keyword:"enum",params:{allowedValues:V.
properties.currency.enum},message:"must be equal to one of the allowed values"}],!1;var a=t===e}else var a=!0;if(a){if(s.product_id!==void 0){let m=s.product_id,
t=e;if(e===t)if(typeof m=="string"){if(c(m)>64)return l.errors=[{instancePath:r+"/product_id",keyword:"maxLength",params:{limit:64},message:"must NOT have more \
than 64 characters"}],!1;if(c(m)<1)return l.errors=[{instancePath:r+"/product_id",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 chara\
cters"}],!1}else return l.errors=[{instancePath:r+"/product_id",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var a=t===e}else var a=!0;if(a){
if(s.quantity!==void 0){let m=s.quantity,t=e;if(!(typeof m=="number"&&!(m%1)&&!isNaN(m)&&isFinite(m)))return l.errors=[{instancePath:r+"/quantity",keyword:"type",
params:{type:"integer"},message:"must be integer"}],!1;if(e===t&&typeof m=="number"&&isFinite(m)){if(m>99||isNaN(m))return l.errors=[{instancePath:r+"/quantity",
keyword:"maximum",params:{comparison:"<=",limit:99},message:"must be <= 99"}],!1;if(m<1||isNaN(m))return l.errors=[{instancePath:r+"/quantity",keyword:"minimum",
params:{comparison:">=",limit:1},message:"must be >= 1"}],!1}var a=t===e}else var a=!0;if(a){if(s.channels!==void 0){let m=s.channels,t=e;if(e===t)if(Array.isArray(
m)){if(m.length<1)return l.errors=[{instancePath:r+"/channels",keyword:"minItems",params:{limit:1},message:"must NOT have fewer than 1 items"}],!1;{var v=!0;let T=m.
length;for(let d=0;d<T;d++){let p=m[d],h=e;if(typeof p!="string")return l.errors=[{instancePath:r+"/channels/"+d,keyword:"type",params:{type:"string"},message:"\
must be string"}],!1;if(!(p==="mobile_money"||p==="card"))return l.errors=[{instancePath:r+"/channels/"+d,keyword:"enum",params:{allowedValues:M.enum},message:"\
must be equal to one of the allowed values"}],!1;var v=h===e;if(!v)break}if(v){let d=m.length,p;if(d>1){e:for(;d--;)for(p=d;p--;)if(U(m[d],m[p])){return l.errors=
[{instancePath:r+"/channels",keyword:"uniqueItems",params:{i:d,j:p},message:"must NOT have duplicate items (items ## "+p+" and "+d+" are identical)"}],!1;break e}}}}}else
return l.errors=[{instancePath:r+"/channels",keyword:"type",params:{type:"array"},message:"must be array"}],!1;var a=t===e}else var a=!0;if(a){if(s.return_url!==
void 0){let m=s.return_url,t=e;if(e===t)if(typeof m=="string"){if(c(m)>2048)return l.errors=[{instancePath:r+"/return_url",keyword:"maxLength",params:{limit:2048},
message:"must NOT have more than 2048 characters"}],!1;if(!B.test(m))return l.errors=[{instancePath:r+"/return_url",keyword:"pattern",params:{pattern:"^(https:/\
/|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"},message:'must match pattern "^(https://|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])([:/]|$))"'}],!1}else
return l.errors=[{instancePath:r+"/return_url",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var a=t===e}else var a=!0;if(a){if(s.allowed_origins!==
void 0){let m=s.allowed_origins,t=e;if(e===t)if(Array.isArray(m)){if(m.length>10)return l.errors=[{instancePath:r+"/allowed_origins",keyword:"maxItems",params:{
limit:10},message:"must NOT have more than 10 items"}],!1;{var x=!0;let T=m.length;for(let d=0;d<T;d++){let p=m[d],h=e;if(e===h)if(typeof p=="string"){if(c(p)>255)
return l.errors=[{instancePath:r+"/allowed_origins/"+d,keyword:"maxLength",params:{limit:255},message:"must NOT have more than 255 characters"}],!1;if(!Y.test(p))
return l.errors=[{instancePath:r+"/allowed_origins/"+d,keyword:"pattern",params:{pattern:"^(https://[^/\\s@?#]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})\
?)$"},message:'must match pattern "^(https://[^/\\s@?#]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\])(:\\d{1,5})?)$"'}],!1}else return l.errors=[{instancePath:r+
"/allowed_origins/"+d,keyword:"type",params:{type:"string"},message:"must be string"}],!1;var x=h===e;if(!x)break}if(x){let d=m.length,p;if(d>1){let h={};for(;d--;){
let n=m[d];if(typeof n=="string"){if(typeof h[n]=="number"){return p=h[n],l.errors=[{instancePath:r+"/allowed_origins",keyword:"uniqueItems",params:{i:d,j:p},message:"\
must NOT have duplicate items (items ## "+p+" and "+d+" are identical)"}],!1;break}h[n]=d}}}}}}else return l.errors=[{instancePath:r+"/allowed_origins",keyword:"\
type",params:{type:"array"},message:"must be array"}],!1;var a=t===e}else var a=!0;if(a){if(s.email!==void 0){let m=s.email,t=e;if(e===t)if(typeof m=="string"){
if(c(m)>254)return l.errors=[{instancePath:r+"/email",keyword:"maxLength",params:{limit:254},message:"must NOT have more than 254 characters"}],!1;if(!Z.test(m))
return l.errors=[{instancePath:r+"/email",keyword:"pattern",params:{pattern:"^[^@\\s]+@[^@\\s]+$"},message:'must match pattern "^[^@\\s]+@[^@\\s]+$"'}],!1}else return l.
errors=[{instancePath:r+"/email",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var a=t===e}else var a=!0;if(a)if(s.metadata!==void 0){let m=s.
metadata,t=e;if(e===e)if(m&&typeof m=="object"&&!Array.isArray(m)){if(Object.keys(m).length>50)return l.errors=[{instancePath:r+"/metadata",keyword:"maxProperti\
es",params:{limit:50},message:"must NOT have more than 50 properties"}],!1;for(let d in m){let p=e;if(e===p)if(typeof d=="string"){if(!K.test(d)){let h={instancePath:r+
"/metadata",keyword:"pattern",params:{pattern:"^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$"},message:'must match pattern "^(?!__proto__$)[A-Za-z0-9_.-]{1,40}$"',propertyName:d};
y===null?y=[h]:y.push(h),e++}}else{let h={instancePath:r+"/metadata",keyword:"type",params:{type:"string"},message:"must be string",propertyName:d};y===null?y=[
h]:y.push(h),e++}var i=p===e;if(!i){let h={instancePath:r+"/metadata",keyword:"propertyNames",params:{propertyName:d},message:"property name must be valid"};return y===
null?y=[h]:y.push(h),e++,l.errors=y,!1;break}}if(i)for(let d in m){let p=m[d],h=e;if(e===h)if(typeof p=="string"){if(c(p)>500)return l.errors=[{instancePath:r+"\
/metadata/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),keyword:"maxLength",params:{limit:500},message:"must NOT have more than 500 characters"}],!1}else return l.
errors=[{instancePath:r+"/metadata/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),keyword:"type",params:{type:"string"},message:"must be string"}],!1;var u=h===e;if(!u)
break}}else return l.errors=[{instancePath:r+"/metadata",keyword:"type",params:{type:"object"},message:"must be object"}],!1;var a=t===e}else var a=!0}}}}}}}}}else
return l.errors=[{instancePath:r,keyword:"type",params:{type:"object"},message:"must be object"}],!1;return l.errors=y,e===0}l.evaluated={props:!0,dynamicProps:!1,
dynamicItems:!1};var pe=$,ee={type:"object",description:"Which payment to refund, and how much of it.",example:{payment_ref:"pay_0000068s9kxyx9gfqwrrc3",amount:20},
required:["payment_ref"],additionalProperties:!1,properties:{payment_ref:{type:"string",description:"Payment to refund.","x-id":"payment",minLength:1,maxLength:64,
"x-decision":"0009"},amount:{$ref:"#/$defs/AmountInput",description:"How much, in GH\u20B5; all that is left of the payment when left out.","x-decision":"0009"},
currency:{type:"string",enum:["GHS"],description:"Always `GHS`, Ghana cedis.","x-error-code":"unsupported_currency","x-decision":"0009"},reason:{type:"string",description:"\
Why, for the operator and the records.",minLength:1,maxLength:500,"x-decision":"0009"}},"x-decision":"0009"};function $(s,{instancePath:r="",parentData:w,parentDataProperty:N,
rootData:_=s,dynamicAnchors:q={}}={}){let y=null,e=0,k=$.evaluated;if(k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=void 0),e===0)if(s&&typeof s=="o\
bject"&&!Array.isArray(s)){let v;if(s.payment_ref===void 0&&(v="payment_ref"))return $.errors=[{instancePath:r,keyword:"required",params:{missingProperty:v},message:"\
must have required property '"+v+"'"}],!1;{let x=e;for(let i in s)if(!(i==="payment_ref"||i==="amount"||i==="currency"||i==="reason")){return $.errors=[{instancePath:r,
keyword:"additionalProperties",params:{additionalProperty:i},message:"must NOT have additional properties"}],!1;break}if(x===e){if(s.payment_ref!==void 0){let i=s.
payment_ref,u=e;if(e===u)if(typeof i=="string"){if(c(i)>64)return $.errors=[{instancePath:r+"/payment_ref",keyword:"maxLength",params:{limit:64},message:"must N\
OT have more than 64 characters"}],!1;if(c(i)<1)return $.errors=[{instancePath:r+"/payment_ref",keyword:"minLength",params:{limit:1},message:"must NOT have fewe\
r than 1 characters"}],!1}else return $.errors=[{instancePath:r+"/payment_ref",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var a=u===e}else
var a=!0;if(a){if(s.amount!==void 0){let i=s.amount,u=e,O=e;if(!(typeof i=="number"&&isFinite(i))&&typeof i!="string")return $.errors=[{instancePath:r+"/amount",
keyword:"type",params:{type:j.type},message:"must be number,string"}],!1;if(e===O){if(typeof i=="number"&&isFinite(i)&&(i<0||isNaN(i)))return $.errors=[{instancePath:r+
"/amount",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0"}],!1;if(e===O&&typeof i=="string"&&!P.test(i))return $.errors=[{instancePath:r+
"/amount",keyword:"pattern",params:{pattern:"^\\d{1,12}(\\.\\d{1,2})?$"},message:'must match pattern "^\\d{1,12}(\\.\\d{1,2})?$"'}],!1}var a=u===e}else var a=!0;
if(a){if(s.currency!==void 0){let i=s.currency,u=e;if(typeof i!="string")return $.errors=[{instancePath:r+"/currency",keyword:"type",params:{type:"string"},message:"\
must be string"}],!1;if(i!=="GHS")return $.errors=[{instancePath:r+"/currency",keyword:"enum",params:{allowedValues:ee.properties.currency.enum},message:"must b\
e equal to one of the allowed values"}],!1;var a=u===e}else var a=!0;if(a)if(s.reason!==void 0){let i=s.reason,u=e;if(e===u)if(typeof i=="string"){if(c(i)>500)return $.
errors=[{instancePath:r+"/reason",keyword:"maxLength",params:{limit:500},message:"must NOT have more than 500 characters"}],!1;if(c(i)<1)return $.errors=[{instancePath:r+
"/reason",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters"}],!1}else return $.errors=[{instancePath:r+"/reason",keyword:"typ\
e",params:{type:"string"},message:"must be string"}],!1;var a=u===e}else var a=!0}}}}}else return $.errors=[{instancePath:r,keyword:"type",params:{type:"object"},
message:"must be object"}],!1;return $.errors=y,e===0}$.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var ue=g,A={type:"object",description:"What is to b\
e sold.",example:{name:"Kente tote",type:"physical",price:120},required:["name","price"],additionalProperties:!1,properties:{name:{type:"string",minLength:1,maxLength:120,
pattern:"\\S",description:"Name that buyers see, 1 to 120 characters.","x-decision":"0008"},slug:{type:"string",description:"The name in the address of the stor\
efront; made from the name when left out.",pattern:"^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$","x-decision":"0008"},description:{type:["string","null"],maxLength:5e3,
description:"Description that buyers see, up to 5,000 characters.","x-decision":"0008"},type:{type:"string",description:"Digital when left out.",enum:["digital",
"physical","license","service"],"x-decision":"0008"},price:{$ref:"#/$defs/AmountInput",description:"The price of one piece, in GH\u20B5.","x-decision":"0008"},currency:{
type:"string",enum:["GHS"],description:"Always `GHS`, Ghana cedis.","x-error-code":"unsupported_currency","x-decision":"0008"},active:{type:"boolean",description:"\
Whether it can be bought; true when left out.","x-decision":"0008"},stock:{type:["integer","null"],minimum:0,maximum:1e6,description:"How many pieces there are;\
 null or left out when that is not counted.","x-decision":"0008"},image_url:{type:["string","null"],description:"An https:// address.",maxLength:2048,pattern:"^\
https://","x-decision":"0008"}},"x-decision":"0008"},re=new RegExp("^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$","u"),te=new RegExp("^https://","u");function g(s,{instancePath:r="",
parentData:w,parentDataProperty:N,rootData:_=s,dynamicAnchors:q={}}={}){let y=null,e=0,k=g.evaluated;if(k.dynamicProps&&(k.props=void 0),k.dynamicItems&&(k.items=
void 0),e===0)if(s&&typeof s=="object"&&!Array.isArray(s)){let v;if(s.name===void 0&&(v="name")||s.price===void 0&&(v="price"))return g.errors=[{instancePath:r,
keyword:"required",params:{missingProperty:v},message:"must have required property '"+v+"'"}],!1;{let x=e;for(let i in s)if(!F.call(A.properties,i)){return g.errors=
[{instancePath:r,keyword:"additionalProperties",params:{additionalProperty:i},message:"must NOT have additional properties"}],!1;break}if(x===e){if(s.name!==void 0){
let i=s.name,u=e;if(e===u)if(typeof i=="string"){if(c(i)>120)return g.errors=[{instancePath:r+"/name",keyword:"maxLength",params:{limit:120},message:"must NOT h\
ave more than 120 characters"}],!1;if(c(i)<1)return g.errors=[{instancePath:r+"/name",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 c\
haracters"}],!1;if(!D.test(i))return g.errors=[{instancePath:r+"/name",keyword:"pattern",params:{pattern:"\\S"},message:'must match pattern "\\S"'}],!1}else return g.
errors=[{instancePath:r+"/name",keyword:"type",params:{type:"string"},message:"must be string"}],!1;var a=u===e}else var a=!0;if(a){if(s.slug!==void 0){let i=s.
slug,u=e;if(e===u)if(typeof i=="string"){if(!re.test(i))return g.errors=[{instancePath:r+"/slug",keyword:"pattern",params:{pattern:"^[a-z0-9](?:[a-z0-9-]{0,62}[\
a-z0-9])?$"},message:'must match pattern "^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$"'}],!1}else return g.errors=[{instancePath:r+"/slug",keyword:"type",params:{type:"\
string"},message:"must be string"}],!1;var a=u===e}else var a=!0;if(a){if(s.description!==void 0){let i=s.description,u=e;if(typeof i!="string"&&i!==null)return g.
errors=[{instancePath:r+"/description",keyword:"type",params:{type:A.properties.description.type},message:"must be string,null"}],!1;if(e===u&&typeof i=="string"&&
c(i)>5e3)return g.errors=[{instancePath:r+"/description",keyword:"maxLength",params:{limit:5e3},message:"must NOT have more than 5000 characters"}],!1;var a=u===
e}else var a=!0;if(a){if(s.type!==void 0){let i=s.type,u=e;if(typeof i!="string")return g.errors=[{instancePath:r+"/type",keyword:"type",params:{type:"string"},
message:"must be string"}],!1;if(!(i==="digital"||i==="physical"||i==="license"||i==="service"))return g.errors=[{instancePath:r+"/type",keyword:"enum",params:{
allowedValues:A.properties.type.enum},message:"must be equal to one of the allowed values"}],!1;var a=u===e}else var a=!0;if(a){if(s.price!==void 0){let i=s.price,
u=e,O=e;if(!(typeof i=="number"&&isFinite(i))&&typeof i!="string")return g.errors=[{instancePath:r+"/price",keyword:"type",params:{type:j.type},message:"must be\
 number,string"}],!1;if(e===O){if(typeof i=="number"&&isFinite(i)&&(i<0||isNaN(i)))return g.errors=[{instancePath:r+"/price",keyword:"minimum",params:{comparison:"\
>=",limit:0},message:"must be >= 0"}],!1;if(e===O&&typeof i=="string"&&!P.test(i))return g.errors=[{instancePath:r+"/price",keyword:"pattern",params:{pattern:"^\
\\d{1,12}(\\.\\d{1,2})?$"},message:'must match pattern "^\\d{1,12}(\\.\\d{1,2})?$"'}],!1}var a=u===e}else var a=!0;if(a){if(s.currency!==void 0){let i=s.currency,
u=e;if(typeof i!="string")return g.errors=[{instancePath:r+"/currency",keyword:"type",params:{type:"string"},message:"must be string"}],!1;if(i!=="GHS")return g.
errors=[{instancePath:r+"/currency",keyword:"enum",params:{allowedValues:A.properties.currency.enum},message:"must be equal to one of the allowed values"}],!1;var a=u===
e}else var a=!0;if(a){if(s.active!==void 0){let i=e;if(typeof s.active!="boolean")return g.errors=[{instancePath:r+"/active",keyword:"type",params:{type:"boolea\
n"},message:"must be boolean"}],!1;var a=i===e}else var a=!0;if(a){if(s.stock!==void 0){let i=s.stock,u=e;if(!(typeof i=="number"&&!(i%1)&&!isNaN(i)&&isFinite(i))&&
i!==null)return g.errors=[{instancePath:r+"/stock",keyword:"type",params:{type:A.properties.stock.type},message:"must be integer,null"}],!1;if(e===u&&typeof i==
"number"&&isFinite(i)){if(i>1e6||isNaN(i))return g.errors=[{instancePath:r+"/stock",keyword:"maximum",params:{comparison:"<=",limit:1e6},message:"must be <= 100\
0000"}],!1;if(i<0||isNaN(i))return g.errors=[{instancePath:r+"/stock",keyword:"minimum",params:{comparison:">=",limit:0},message:"must be >= 0"}],!1}var a=u===e}else
var a=!0;if(a)if(s.image_url!==void 0){let i=s.image_url,u=e;if(typeof i!="string"&&i!==null)return g.errors=[{instancePath:r+"/image_url",keyword:"type",params:{
type:A.properties.image_url.type},message:"must be string,null"}],!1;if(e===u&&typeof i=="string"){if(c(i)>2048)return g.errors=[{instancePath:r+"/image_url",keyword:"\
maxLength",params:{limit:2048},message:"must NOT have more than 2048 characters"}],!1;if(!te.test(i))return g.errors=[{instancePath:r+"/image_url",keyword:"patt\
ern",params:{pattern:"^https://"},message:'must match pattern "^https://"'}],!1}var a=u===e}else var a=!0}}}}}}}}}}else return g.errors=[{instancePath:r,keyword:"\
type",params:{type:"object"},message:"must be object"}],!1;return g.errors=y,e===0}g.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var le=L;function L(s,{instancePath:r="",parentData:w,parentDataProperty:N,rootData:_=s,dynamicAnchors:q={}}={}){let y=null,e=0,k=L.evaluated;if(k.dynamicProps&&(k.props=
void 0),k.dynamicItems&&(k.items=void 0),e===0)if(s&&typeof s=="object"&&!Array.isArray(s)){let v;if(s.license_key===void 0&&(v="license_key"))return L.errors=[
{instancePath:r,keyword:"required",params:{missingProperty:v},message:"must have required property '"+v+"'"}],!1;{let x=e;for(let i in s)if(!(i==="license_key"||
i==="instance")){return L.errors=[{instancePath:r,keyword:"additionalProperties",params:{additionalProperty:i},message:"must NOT have additional properties"}],!1;
break}if(x===e){if(s.license_key!==void 0){let i=s.license_key,u=e;if(e===u)if(typeof i=="string"){if(c(i)>128)return L.errors=[{instancePath:r+"/license_key",keyword:"\
maxLength",params:{limit:128},message:"must NOT have more than 128 characters"}],!1;if(c(i)<1)return L.errors=[{instancePath:r+"/license_key",keyword:"minLength",
params:{limit:1},message:"must NOT have fewer than 1 characters"}],!1}else return L.errors=[{instancePath:r+"/license_key",keyword:"type",params:{type:"string"},
message:"must be string"}],!1;var a=u===e}else var a=!0;if(a)if(s.instance!==void 0){let i=s.instance,u=e;if(e===u)if(typeof i=="string"){if(c(i)>128)return L.errors=
[{instancePath:r+"/instance",keyword:"maxLength",params:{limit:128},message:"must NOT have more than 128 characters"}],!1;if(c(i)<1)return L.errors=[{instancePath:r+
"/instance",keyword:"minLength",params:{limit:1},message:"must NOT have fewer than 1 characters"}],!1}else return L.errors=[{instancePath:r+"/instance",keyword:"\
type",params:{type:"string"},message:"must be string"}],!1;var a=u===e}else var a=!0}}}else return L.errors=[{instancePath:r,keyword:"type",params:{type:"object"},
message:"must be object"}],!1;return L.errors=y,e===0}L.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};const validCheckoutIntentInput=me,validLicenseCheckInput=le,validPaymentInput=oe,validProductInput=ue,validRefundInput=pe
/** The compiled check of each input, by the name of its schema. */
export const inputValidators: { readonly PaymentInput: Validate<PaymentInput>; readonly CheckoutIntentInput: Validate<CheckoutIntentInput>; readonly RefundInput: Validate<RefundInput>; readonly ProductInput: Validate<ProductInput>; readonly LicenseCheckInput: Validate<LicenseCheckInput> } = { PaymentInput: validPaymentInput, CheckoutIntentInput: validCheckoutIntentInput, RefundInput: validRefundInput, ProductInput: validProductInput, LicenseCheckInput: validLicenseCheckInput }
