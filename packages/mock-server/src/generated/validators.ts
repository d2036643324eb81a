// Made from schemas.json. Do not edit: change schemas.json and run "npm run generate".
// @ts-nocheck
/* eslint-disable */
import type { SchemaCheck } from '../service/schema-check.js'
var Z=i,N={type:"object",additionalProperties:!1,required:["fault"],properties:{match:{type:"object",additionalProperties:!1,properties:{method:{type:"string",pattern:"\
^[A-Z]+$"},path:{type:"string",pattern:"^/"},nth:{type:"integer",minimum:1,maximum:9007199254740991},probability:{type:"number",minimum:0,maximum:1}}},fault:{type:"\
object",minProperties:1,additionalProperties:!1,properties:{latency_ms:{type:["number","array"],minimum:0,maximum:36e5,minItems:2,maxItems:2,items:{$ref:"#/$def\
s/Ms"}},status:{enum:[429,500,502,503,504]},drop:{enum:["before","after_commit"]},after_commit:{$ref:"#/$defs/Flag"},truncate:{$ref:"#/$defs/Flag"},slow_body_ms:{
$ref:"#/$defs/Ms"},malformed_json:{$ref:"#/$defs/Flag"}}},times:{type:"integer",minimum:1,maximum:9007199254740991}}};var q=new RegExp("^[A-Z]+$","u"),F=new RegExp("^/","u");function i(a,{instancePath:r="",parentData:A,parentDataProperty:j,rootData:P=a,dynamicAnchors:x={}}={}){
let g=null,e=0,b=i.evaluated;if(b.dynamicProps&&(b.props=void 0),b.dynamicItems&&(b.items=void 0),e===0)if(a&&typeof a=="object"&&!Array.isArray(a)){let n;if(a.
fault===void 0&&(n="fault"))return i.errors=[{instancePath:r,keyword:"required",params:{missingProperty:n}}],!1;{let _=e;for(let s in a)if(!(s==="match"||s==="f\
ault"||s==="times")){return i.errors=[{instancePath:r,keyword:"additionalProperties",params:{additionalProperty:s}}],!1;break}if(_===e){if(a.match!==void 0){let s=a.
match,m=e;if(e===m)if(s&&typeof s=="object"&&!Array.isArray(s)){let u=e;for(let o in s)if(!(o==="method"||o==="path"||o==="nth"||o==="probability")){return i.errors=
[{instancePath:r+"/match",keyword:"additionalProperties",params:{additionalProperty:o}}],!1;break}if(u===e){if(s.method!==void 0){let o=s.method,t=e;if(e===t)if(typeof o==
"string"){if(!q.test(o))return i.errors=[{instancePath:r+"/match/method",keyword:"pattern",params:{pattern:"^[A-Z]+$"}}],!1}else return i.errors=[{instancePath:r+
"/match/method",keyword:"type",params:{type:"string"}}],!1;var l=t===e}else var l=!0;if(l){if(s.path!==void 0){let o=s.path,t=e;if(e===t)if(typeof o=="string"){
if(!F.test(o))return i.errors=[{instancePath:r+"/match/path",keyword:"pattern",params:{pattern:"^/"}}],!1}else return i.errors=[{instancePath:r+"/match/path",keyword:"\
type",params:{type:"string"}}],!1;var l=t===e}else var l=!0;if(l){if(s.nth!==void 0){let o=s.nth,t=e;if(!(typeof o=="number"&&!(o%1)&&!isNaN(o)&&isFinite(o)))return i.
errors=[{instancePath:r+"/match/nth",keyword:"type",params:{type:"integer"}}],!1;if(e===t&&typeof o=="number"&&isFinite(o)){if(o>9007199254740991||isNaN(o))return i.
errors=[{instancePath:r+"/match/nth",keyword:"maximum",params:{comparison:"<=",limit:9007199254740991}}],!1;if(o<1||isNaN(o))return i.errors=[{instancePath:r+"/\
match/nth",keyword:"minimum",params:{comparison:">=",limit:1}}],!1}var l=t===e}else var l=!0;if(l)if(s.probability!==void 0){let o=s.probability,t=e;if(e===t)if(typeof o==
"number"&&isFinite(o)){if(o>1||isNaN(o))return i.errors=[{instancePath:r+"/match/probability",keyword:"maximum",params:{comparison:"<=",limit:1}}],!1;if(o<0||isNaN(
o))return i.errors=[{instancePath:r+"/match/probability",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}else return i.errors=[{instancePath:r+"/match/p\
robability",keyword:"type",params:{type:"number"}}],!1;var l=t===e}else var l=!0}}}}else return i.errors=[{instancePath:r+"/match",keyword:"type",params:{type:"\
object"}}],!1;var p=m===e}else var p=!0;if(p){if(a.fault!==void 0){let s=a.fault,m=e;if(e===m)if(s&&typeof s=="object"&&!Array.isArray(s)){if(Object.keys(s).length<
1)return i.errors=[{instancePath:r+"/fault",keyword:"minProperties",params:{limit:1}}],!1;{let o=e;for(let t in s)if(!(t==="latency_ms"||t==="status"||t==="drop"||
t==="after_commit"||t==="truncate"||t==="slow_body_ms"||t==="malformed_json")){return i.errors=[{instancePath:r+"/fault",keyword:"additionalProperties",params:{
additionalProperty:t}}],!1;break}if(o===e){if(s.latency_ms!==void 0){let t=s.latency_ms,y=e;if(!(typeof t=="number"&&isFinite(t))&&!Array.isArray(t))return i.errors=
[{instancePath:r+"/fault/latency_ms",keyword:"type",params:{type:N.properties.fault.properties.latency_ms.type}}],!1;if(e===y){if(typeof t=="number"&&isFinite(t)){
if(t>36e5||isNaN(t))return i.errors=[{instancePath:r+"/fault/latency_ms",keyword:"maximum",params:{comparison:"<=",limit:36e5}}],!1;if(t<0||isNaN(t))return i.errors=
[{instancePath:r+"/fault/latency_ms",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}if(e===y&&Array.isArray(t)){if(t.length>2)return i.errors=[{instancePath:r+
"/fault/latency_ms",keyword:"maxItems",params:{limit:2}}],!1;if(t.length<2)return i.errors=[{instancePath:r+"/fault/latency_ms",keyword:"minItems",params:{limit:2}}],
!1;{var k=!0;let h=t.length;for(let d=0;d<h;d++){let w=t[d],$=e;if(e===e)if(typeof w=="number"&&isFinite(w)){if(w>36e5||isNaN(w))return i.errors=[{instancePath:r+
"/fault/latency_ms/"+d,keyword:"maximum",params:{comparison:"<=",limit:36e5}}],!1;if(w<0||isNaN(w))return i.errors=[{instancePath:r+"/fault/latency_ms/"+d,keyword:"\
minimum",params:{comparison:">=",limit:0}}],!1}else return i.errors=[{instancePath:r+"/fault/latency_ms/"+d,keyword:"type",params:{type:"number"}}],!1;var k=$===
e;if(!k)break}}}}var f=y===e}else var f=!0;if(f){if(s.status!==void 0){let t=s.status,y=e;if(!(t===429||t===500||t===502||t===503||t===504))return i.errors=[{instancePath:r+
"/fault/status",keyword:"enum",params:{allowedValues:N.properties.fault.properties.status.enum}}],!1;var f=y===e}else var f=!0;if(f){if(s.drop!==void 0){let t=s.
drop,y=e;if(!(t==="before"||t==="after_commit"))return i.errors=[{instancePath:r+"/fault/drop",keyword:"enum",params:{allowedValues:N.properties.fault.properties.
drop.enum}}],!1;var f=y===e}else var f=!0;if(f){if(s.after_commit!==void 0){let t=e;if(typeof s.after_commit!="boolean")return i.errors=[{instancePath:r+"/fault\
/after_commit",keyword:"type",params:{type:"boolean"}}],!1;var f=t===e}else var f=!0;if(f){if(s.truncate!==void 0){let t=e;if(typeof s.truncate!="boolean")return i.
errors=[{instancePath:r+"/fault/truncate",keyword:"type",params:{type:"boolean"}}],!1;var f=t===e}else var f=!0;if(f){if(s.slow_body_ms!==void 0){let t=s.slow_body_ms,
y=e;if(e===e)if(typeof t=="number"&&isFinite(t)){if(t>36e5||isNaN(t))return i.errors=[{instancePath:r+"/fault/slow_body_ms",keyword:"maximum",params:{comparison:"\
<=",limit:36e5}}],!1;if(t<0||isNaN(t))return i.errors=[{instancePath:r+"/fault/slow_body_ms",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}else return i.
errors=[{instancePath:r+"/fault/slow_body_ms",keyword:"type",params:{type:"number"}}],!1;var f=y===e}else var f=!0;if(f)if(s.malformed_json!==void 0){let t=e;if(typeof s.
malformed_json!="boolean")return i.errors=[{instancePath:r+"/fault/malformed_json",keyword:"type",params:{type:"boolean"}}],!1;var f=t===e}else var f=!0}}}}}}}}else
return i.errors=[{instancePath:r+"/fault",keyword:"type",params:{type:"object"}}],!1;var p=m===e}else var p=!0;if(p)if(a.times!==void 0){let s=a.times,m=e;if(!(typeof s==
"number"&&!(s%1)&&!isNaN(s)&&isFinite(s)))return i.errors=[{instancePath:r+"/times",keyword:"type",params:{type:"integer"}}],!1;if(e===m&&typeof s=="number"&&isFinite(
s)){if(s>9007199254740991||isNaN(s))return i.errors=[{instancePath:r+"/times",keyword:"maximum",params:{comparison:"<=",limit:9007199254740991}}],!1;if(s<1||isNaN(
s))return i.errors=[{instancePath:r+"/times",keyword:"minimum",params:{comparison:">=",limit:1}}],!1}var p=m===e}else var p=!0}}}}else return i.errors=[{instancePath:r,
keyword:"type",params:{type:"object"}}],!1;return i.errors=g,e===0}i.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var S=c;var I=new RegExp("^[\\w-]{1,80}$","u"),z=new RegExp("\\S","u"),D=new RegExp("^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$","u");function c(a,{instancePath:r="",parentData:A,
parentDataProperty:j,rootData:P=a,dynamicAnchors:x={}}={}){let g=null,e=0,b=c.evaluated;if(b.dynamicProps&&(b.props=void 0),b.dynamicItems&&(b.items=void 0),e===
0)if(a&&typeof a=="object"&&!Array.isArray(a)){let k;if(a.merchants===void 0&&(k="merchants"))return c.errors=[{instancePath:r,keyword:"required",params:{missingProperty:k}}],
!1;{let f=e;for(let n in a)if(n!=="merchants"){return c.errors=[{instancePath:r,keyword:"additionalProperties",params:{additionalProperty:n}}],!1;break}if(f===e&&
a.merchants!==void 0){let n=a.merchants;if(e===e)if(Array.isArray(n)){var l=!0;let s=n.length;for(let m=0;m<s;m++){let u=n[m],o=e;if(e===o)if(u&&typeof u=="obje\
ct"&&!Array.isArray(u)){let y;if(u.id===void 0&&(y="id")||u.name===void 0&&(y="name"))return c.errors=[{instancePath:r+"/merchants/"+m,keyword:"required",params:{
missingProperty:y}}],!1;{let h=e;for(let d in u)if(!(d==="id"||d==="name"||d==="handle"||d==="products")){return c.errors=[{instancePath:r+"/merchants/"+m,keyword:"\
additionalProperties",params:{additionalProperty:d}}],!1;break}if(h===e){if(u.id!==void 0){let d=u.id,w=e;if(e===w)if(typeof d=="string"){if(!I.test(d))return c.
errors=[{instancePath:r+"/merchants/"+m+"/id",keyword:"pattern",params:{pattern:"^[\\w-]{1,80}$"}}],!1}else return c.errors=[{instancePath:r+"/merchants/"+m+"/i\
d",keyword:"type",params:{type:"string"}}],!1;var p=w===e}else var p=!0;if(p){if(u.name!==void 0){let d=u.name,w=e;if(e===w)if(typeof d=="string"){if(!z.test(d))
return c.errors=[{instancePath:r+"/merchants/"+m+"/name",keyword:"pattern",params:{pattern:"\\S"}}],!1}else return c.errors=[{instancePath:r+"/merchants/"+m+"/n\
ame",keyword:"type",params:{type:"string"}}],!1;var p=w===e}else var p=!0;if(p){if(u.handle!==void 0){let d=u.handle,w=e;if(e===w)if(typeof d=="string"){if(!D.test(
d))return c.errors=[{instancePath:r+"/merchants/"+m+"/handle",keyword:"pattern",params:{pattern:"^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$"}}],!1}else return c.errors=
[{instancePath:r+"/merchants/"+m+"/handle",keyword:"type",params:{type:"string"}}],!1;var p=w===e}else var p=!0;if(p)if(u.products!==void 0){let d=e;if(!Array.isArray(
u.products))return c.errors=[{instancePath:r+"/merchants/"+m+"/products",keyword:"type",params:{type:"array"}}],!1;var p=d===e}else var p=!0}}}}}else return c.errors=
[{instancePath:r+"/merchants/"+m,keyword:"type",params:{type:"object"}}],!1;var l=o===e;if(!l)break}}else return c.errors=[{instancePath:r+"/merchants",keyword:"\
type",params:{type:"array"}}],!1}}}else return c.errors=[{instancePath:r,keyword:"type",params:{type:"object"}}],!1;return c.errors=g,e===0}c.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};var T=v;var E=new RegExp("^(?:19[7-9]|[2-9]\\d\\d)\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$","u");function v(a,{instancePath:r="",parentData:A,parentDataProperty:j,
rootData:P=a,dynamicAnchors:x={}}={}){let g=null,e=0,b=v.evaluated;if(b.dynamicProps&&(b.props=void 0),b.dynamicItems&&(b.items=void 0),e===0)if(a&&typeof a=="o\
bject"&&!Array.isArray(a)){let f;if(a.version===void 0&&(f="version")||a.now===void 0&&(f="now")||a.planted===void 0&&(f="planted")||a.requests===void 0&&(f="re\
quests")||a.ledger===void 0&&(f="ledger"))return v.errors=[{instancePath:r,keyword:"required",params:{missingProperty:f}}],!1;if(a.version!==void 0){let n=e;if(a.
version!==1)return v.errors=[{instancePath:r+"/version",keyword:"const",params:{allowedValue:1}}],!1;var l=n===e}else var l=!0;if(l){if(a.now!==void 0){let n=a.
now,_=e;if(e===_)if(typeof n=="string"){if(!E.test(n))return v.errors=[{instancePath:r+"/now",keyword:"pattern",params:{pattern:"^(?:19[7-9]|[2-9]\\d\\d)\\d-\\d\\d-\\\
d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"}}],!1}else return v.errors=[{instancePath:r+"/now",keyword:"type",params:{type:"string"}}],!1;var l=_===e}else var l=!0;if(l){
if(a.planted!==void 0){let n=e;if(typeof a.planted!="boolean")return v.errors=[{instancePath:r+"/planted",keyword:"type",params:{type:"boolean"}}],!1;var l=n===
e}else var l=!0;if(l){if(a.requests!==void 0){let n=a.requests,_=e;if(!(typeof n=="number"&&!(n%1)&&!isNaN(n)&&isFinite(n)))return v.errors=[{instancePath:r+"/r\
equests",keyword:"type",params:{type:"integer"}}],!1;if(e===_&&typeof n=="number"&&isFinite(n)){if(n>9007199254740991||isNaN(n))return v.errors=[{instancePath:r+
"/requests",keyword:"maximum",params:{comparison:"<=",limit:9007199254740991}}],!1;if(n<0||isNaN(n))return v.errors=[{instancePath:r+"/requests",keyword:"minimu\
m",params:{comparison:">=",limit:0}}],!1}var l=_===e}else var l=!0;if(l){if(a.outcomes!==void 0){let n=a.outcomes,_=e;if(e===_)if(n&&typeof n=="object"&&!Array.
isArray(n))for(let m in n){let u=n[m],o=e;if(e===o)if(Array.isArray(u)){var p=!0;let t=u.length;for(let y=0;y<t;y++){let h=e;if(typeof u[y]!="string")return v.errors=
[{instancePath:r+"/outcomes/"+m.replace(/~/g,"~0").replace(/\//g,"~1")+"/"+y,keyword:"type",params:{type:"string"}}],!1;var p=h===e;if(!p)break}}else return v.errors=
[{instancePath:r+"/outcomes/"+m.replace(/~/g,"~0").replace(/\//g,"~1"),keyword:"type",params:{type:"array"}}],!1;var k=o===e;if(!k)break}else return v.errors=[{
instancePath:r+"/outcomes",keyword:"type",params:{type:"object"}}],!1;var l=_===e}else var l=!0;if(l)if(a.ledger!==void 0){let n=a.ledger,_=e;if(!(n&&typeof n==
"object"&&!Array.isArray(n)))return v.errors=[{instancePath:r+"/ledger",keyword:"type",params:{type:"object"}}],!1;var l=_===e}else var l=!0}}}}}else return v.errors=
[{instancePath:r,keyword:"type",params:{type:"object"}}],!1;return v.errors=g,e===0}v.evaluated={props:{version:!0,now:!0,planted:!0,requests:!0,outcomes:!0,ledger:!0},
dynamicProps:!1,dynamicItems:!1};const validOrder=Z,validSeed=S,validSnapshot=T

/** The compiled check of Order, and what its places must be. */
export const checkedOrder: SchemaCheck = { validate: validOrder, rules: {"":{"must":"an object: { \"match\": { … }, \"fault\": { … }, \"times\": 1 }","names":["match","fault","times"]},"/match":{"must":"an object","names":["method","path","nth","probability"]},"/match/method":{"must":"a method in capitals"},"/match/path":{"must":"a path that starts with /"},"/match/nth":{"must":"a whole number from 1"},"/match/probability":{"must":"a number from 0 to 1"},"/fault":{"must":"what goes wrong, such as { \"status\": 503 }","names":["latency_ms","status","drop","after_commit","truncate","slow_body_ms","malformed_json"]},"/fault/latency_ms":{"must":"milliseconds from 0 to 3600000, or a range [from, to]"},"/fault/latency_ms/*":{"must":"milliseconds from 0 to 3600000"},"/fault/status":{"must":"one of 429, 500, 502, 503, 504"},"/fault/drop":{"must":"before or after_commit"},"/fault/after_commit":{"must":"true or false"},"/fault/truncate":{"must":"true or false"},"/fault/slow_body_ms":{"must":"milliseconds from 0 to 3600000"},"/fault/malformed_json":{"must":"true or false"},"/times":{"must":"a whole number from 1"}} }

/** The compiled check of Seed, and what its places must be. */
export const checkedSeed: SchemaCheck = { validate: validSeed, rules: {"":{"must":"an object with a list: { \"merchants\": [{ \"id\", \"name\", \"handle\", \"products\" }] }","names":["merchants"]},"/merchants":{"must":"a list"},"/merchants/*":{"must":"an object: { \"id\", \"name\", \"handle\", \"products\" }","names":["id","name","handle","products"]},"/merchants/*/id":{"must":"letters, digits and dashes"},"/merchants/*/name":{"must":"a text that is not only space"},"/merchants/*/handle":{"must":"small letters, digits and dashes, without the @"},"/merchants/*/products":{"must":"a list"}} }

/** The compiled check of Snapshot, and what its places must be. */
export const checkedSnapshot: SchemaCheck = { validate: validSnapshot, rules: {"":{"must":"a snapshot of this version","names":["version","now","planted","requests","outcomes","ledger"]},"/version":{"must":"1"},"/now":{"must":"a time"},"/planted":{"must":"true or false"},"/requests":{"must":"a whole number from 0"},"/outcomes":{"must":"lists of outcomes"},"/ledger":{"must":"what a store holds"}} }
