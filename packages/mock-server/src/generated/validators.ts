// Made from schemas.json. Do not edit: change schemas.json and run "npm run generate".
// @ts-nocheck
/* eslint-disable */
import type { SchemaCheck } from '../service/schema-check.js'
var U=l,$={type:"object",additionalProperties:!1,required:["fault"],properties:{match:{type:"object",additionalProperties:!1,properties:{method:{type:"string",pattern:"\
^[A-Z]+$"},path:{type:"string",pattern:"^/"},nth:{type:"integer",minimum:1,maximum:9007199254740991},probability:{type:"number",minimum:0,maximum:1}}},fault:{type:"\
object",minProperties:1,additionalProperties:!1,properties:{latency_ms:{type:["number","array"],minimum:0,maximum:36e5,minItems:2,maxItems:2,items:{$ref:"#/$def\
s/Ms"}},status:{enum:[429,500,502,503,504]},drop:{enum:["before","after_commit"]},after_commit:{$ref:"#/$defs/Flag"},truncate:{$ref:"#/$defs/Flag"},slow_body_ms:{
$ref:"#/$defs/Ms"},malformed_json:{$ref:"#/$defs/Flag"}}},times:{type:"integer",minimum:1,maximum:9007199254740991}}};var S=new RegExp("^[A-Z]+$","u"),M=new RegExp("^/","u");function l(s,{instancePath:t="",parentData:A,parentDataProperty:x,rootData:P=s,dynamicAnchors:q={}}={}){
let g=null,e=0,c=l.evaluated;if(c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0),e===0)if(s&&typeof s=="object"&&!Array.isArray(s)){let o;if(s.
fault===void 0&&(o="fault"))return l.errors=[{instancePath:t,keyword:"required",params:{missingProperty:o}}],!1;{let k=e;for(let a in s)if(!(a==="match"||a==="f\
ault"||a==="times")){return l.errors=[{instancePath:t,keyword:"additionalProperties",params:{additionalProperty:a}}],!1;break}if(k===e){if(s.match!==void 0){let a=s.
match,d=e;if(e===d)if(a&&typeof a=="object"&&!Array.isArray(a)){let f=e;for(let m in a)if(!(m==="method"||m==="path"||m==="nth"||m==="probability")){return l.errors=
[{instancePath:t+"/match",keyword:"additionalProperties",params:{additionalProperty:m}}],!1;break}if(f===e){if(a.method!==void 0){let m=a.method,i=e;if(e===i)if(typeof m==
"string"){if(!S.test(m))return l.errors=[{instancePath:t+"/match/method",keyword:"pattern",params:{pattern:"^[A-Z]+$"}}],!1}else return l.errors=[{instancePath:t+
"/match/method",keyword:"type",params:{type:"string"}}],!1;var n=i===e}else var n=!0;if(n){if(a.path!==void 0){let m=a.path,i=e;if(e===i)if(typeof m=="string"){
if(!M.test(m))return l.errors=[{instancePath:t+"/match/path",keyword:"pattern",params:{pattern:"^/"}}],!1}else return l.errors=[{instancePath:t+"/match/path",keyword:"\
type",params:{type:"string"}}],!1;var n=i===e}else var n=!0;if(n){if(a.nth!==void 0){let m=a.nth,i=e;if(!(typeof m=="number"&&!(m%1)&&!isNaN(m)&&isFinite(m)))return l.
errors=[{instancePath:t+"/match/nth",keyword:"type",params:{type:"integer"}}],!1;if(e===i&&typeof m=="number"&&isFinite(m)){if(m>9007199254740991||isNaN(m))return l.
errors=[{instancePath:t+"/match/nth",keyword:"maximum",params:{comparison:"<=",limit:9007199254740991}}],!1;if(m<1||isNaN(m))return l.errors=[{instancePath:t+"/\
match/nth",keyword:"minimum",params:{comparison:">=",limit:1}}],!1}var n=i===e}else var n=!0;if(n)if(a.probability!==void 0){let m=a.probability,i=e;if(e===i)if(typeof m==
"number"&&isFinite(m)){if(m>1||isNaN(m))return l.errors=[{instancePath:t+"/match/probability",keyword:"maximum",params:{comparison:"<=",limit:1}}],!1;if(m<0||isNaN(
m))return l.errors=[{instancePath:t+"/match/probability",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}else return l.errors=[{instancePath:t+"/match/p\
robability",keyword:"type",params:{type:"number"}}],!1;var n=i===e}else var n=!0}}}}else return l.errors=[{instancePath:t+"/match",keyword:"type",params:{type:"\
object"}}],!1;var u=d===e}else var u=!0;if(u){if(s.fault!==void 0){let a=s.fault,d=e;if(e===d)if(a&&typeof a=="object"&&!Array.isArray(a)){if(Object.keys(a).length<
1)return l.errors=[{instancePath:t+"/fault",keyword:"minProperties",params:{limit:1}}],!1;{let m=e;for(let i in a)if(!(i==="latency_ms"||i==="status"||i==="drop"||
i==="after_commit"||i==="truncate"||i==="slow_body_ms"||i==="malformed_json")){return l.errors=[{instancePath:t+"/fault",keyword:"additionalProperties",params:{
additionalProperty:i}}],!1;break}if(m===e){if(a.latency_ms!==void 0){let i=a.latency_ms,y=e;if(!(typeof i=="number"&&isFinite(i))&&!Array.isArray(i))return l.errors=
[{instancePath:t+"/fault/latency_ms",keyword:"type",params:{type:$.properties.fault.properties.latency_ms.type}}],!1;if(e===y){if(typeof i=="number"&&isFinite(i)){
if(i>36e5||isNaN(i))return l.errors=[{instancePath:t+"/fault/latency_ms",keyword:"maximum",params:{comparison:"<=",limit:36e5}}],!1;if(i<0||isNaN(i))return l.errors=
[{instancePath:t+"/fault/latency_ms",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}if(e===y&&Array.isArray(i)){if(i.length>2)return l.errors=[{instancePath:t+
"/fault/latency_ms",keyword:"maxItems",params:{limit:2}}],!1;if(i.length<2)return l.errors=[{instancePath:t+"/fault/latency_ms",keyword:"minItems",params:{limit:2}}],
!1;{var _=!0;let b=i.length;for(let h=0;h<b;h++){let N=i[h],D=e;if(e===e)if(typeof N=="number"&&isFinite(N)){if(N>36e5||isNaN(N))return l.errors=[{instancePath:t+
"/fault/latency_ms/"+h,keyword:"maximum",params:{comparison:"<=",limit:36e5}}],!1;if(N<0||isNaN(N))return l.errors=[{instancePath:t+"/fault/latency_ms/"+h,keyword:"\
minimum",params:{comparison:">=",limit:0}}],!1}else return l.errors=[{instancePath:t+"/fault/latency_ms/"+h,keyword:"type",params:{type:"number"}}],!1;var _=D===
e;if(!_)break}}}}var r=y===e}else var r=!0;if(r){if(a.status!==void 0){let i=a.status,y=e;if(!(i===429||i===500||i===502||i===503||i===504))return l.errors=[{instancePath:t+
"/fault/status",keyword:"enum",params:{allowedValues:$.properties.fault.properties.status.enum}}],!1;var r=y===e}else var r=!0;if(r){if(a.drop!==void 0){let i=a.
drop,y=e;if(!(i==="before"||i==="after_commit"))return l.errors=[{instancePath:t+"/fault/drop",keyword:"enum",params:{allowedValues:$.properties.fault.properties.
drop.enum}}],!1;var r=y===e}else var r=!0;if(r){if(a.after_commit!==void 0){let i=e;if(typeof a.after_commit!="boolean")return l.errors=[{instancePath:t+"/fault\
/after_commit",keyword:"type",params:{type:"boolean"}}],!1;var r=i===e}else var r=!0;if(r){if(a.truncate!==void 0){let i=e;if(typeof a.truncate!="boolean")return l.
errors=[{instancePath:t+"/fault/truncate",keyword:"type",params:{type:"boolean"}}],!1;var r=i===e}else var r=!0;if(r){if(a.slow_body_ms!==void 0){let i=a.slow_body_ms,
y=e;if(e===e)if(typeof i=="number"&&isFinite(i)){if(i>36e5||isNaN(i))return l.errors=[{instancePath:t+"/fault/slow_body_ms",keyword:"maximum",params:{comparison:"\
<=",limit:36e5}}],!1;if(i<0||isNaN(i))return l.errors=[{instancePath:t+"/fault/slow_body_ms",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}else return l.
errors=[{instancePath:t+"/fault/slow_body_ms",keyword:"type",params:{type:"number"}}],!1;var r=y===e}else var r=!0;if(r)if(a.malformed_json!==void 0){let i=e;if(typeof a.
malformed_json!="boolean")return l.errors=[{instancePath:t+"/fault/malformed_json",keyword:"type",params:{type:"boolean"}}],!1;var r=i===e}else var r=!0}}}}}}}}else
return l.errors=[{instancePath:t+"/fault",keyword:"type",params:{type:"object"}}],!1;var u=d===e}else var u=!0;if(u)if(s.times!==void 0){let a=s.times,d=e;if(!(typeof a==
"number"&&!(a%1)&&!isNaN(a)&&isFinite(a)))return l.errors=[{instancePath:t+"/times",keyword:"type",params:{type:"integer"}}],!1;if(e===d&&typeof a=="number"&&isFinite(
a)){if(a>9007199254740991||isNaN(a))return l.errors=[{instancePath:t+"/times",keyword:"maximum",params:{comparison:"<=",limit:9007199254740991}}],!1;if(a<1||isNaN(
a))return l.errors=[{instancePath:t+"/times",keyword:"minimum",params:{comparison:">=",limit:1}}],!1}var u=d===e}else var u=!0}}}}else return l.errors=[{instancePath:t,
keyword:"type",params:{type:"object"}}],!1;return l.errors=g,e===0}l.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};var V=w;var E=new RegExp("^[\\w-]{1,80}$","u"),I=new RegExp("\\S","u"),L=new RegExp("^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$","u");function w(s,{instancePath:t="",parentData:A,
parentDataProperty:x,rootData:P=s,dynamicAnchors:q={}}={}){let g=null,e=0,c=w.evaluated;if(c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0),e===
0)if(s&&typeof s=="object"&&!Array.isArray(s)){let _;if(s.merchants===void 0&&(_="merchants"))return w.errors=[{instancePath:t,keyword:"required",params:{missingProperty:_}}],
!1;if(s.merchants!==void 0){let r=s.merchants;if(e===e)if(Array.isArray(r)){var n=!0;let k=r.length;for(let a=0;a<k;a++){let d=r[a],f=e;if(e===f)if(d&&typeof d==
"object"&&!Array.isArray(d)){let i;if(d.id===void 0&&(i="id")||d.name===void 0&&(i="name"))return w.errors=[{instancePath:t+"/merchants/"+a,keyword:"required",params:{
missingProperty:i}}],!1;if(d.id!==void 0){let y=d.id,b=e;if(e===b)if(typeof y=="string"){if(!E.test(y))return w.errors=[{instancePath:t+"/merchants/"+a+"/id",keyword:"\
pattern",params:{pattern:"^[\\w-]{1,80}$"}}],!1}else return w.errors=[{instancePath:t+"/merchants/"+a+"/id",keyword:"type",params:{type:"string"}}],!1;var u=b===
e}else var u=!0;if(u){if(d.name!==void 0){let y=d.name,b=e;if(e===b)if(typeof y=="string"){if(!I.test(y))return w.errors=[{instancePath:t+"/merchants/"+a+"/name",
keyword:"pattern",params:{pattern:"\\S"}}],!1}else return w.errors=[{instancePath:t+"/merchants/"+a+"/name",keyword:"type",params:{type:"string"}}],!1;var u=b===
e}else var u=!0;if(u){if(d.handle!==void 0){let y=d.handle,b=e;if(e===b)if(typeof y=="string"){if(!L.test(y))return w.errors=[{instancePath:t+"/merchants/"+a+"/\
handle",keyword:"pattern",params:{pattern:"^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$"}}],!1}else return w.errors=[{instancePath:t+"/merchants/"+a+"/handle",keyword:"\
type",params:{type:"string"}}],!1;var u=b===e}else var u=!0;if(u)if(d.products!==void 0){let y=e;if(!Array.isArray(d.products))return w.errors=[{instancePath:t+
"/merchants/"+a+"/products",keyword:"type",params:{type:"array"}}],!1;var u=y===e}else var u=!0}}}else return w.errors=[{instancePath:t+"/merchants/"+a,keyword:"\
type",params:{type:"object"}}],!1;var n=f===e;if(!n)break}}else return w.errors=[{instancePath:t+"/merchants",keyword:"type",params:{type:"array"}}],!1}}else return w.
errors=[{instancePath:t,keyword:"type",params:{type:"object"}}],!1;return w.errors=g,e===0}w.evaluated={props:{merchants:!0},dynamicProps:!1,dynamicItems:!1};var T=v;var O=new RegExp("^(?:19[7-9]|[2-9]\\d\\d)\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$","u");function v(s,{instancePath:t="",parentData:A,parentDataProperty:x,
rootData:P=s,dynamicAnchors:q={}}={}){let g=null,e=0,c=v.evaluated;if(c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0),e===0)if(s&&typeof s=="o\
bject"&&!Array.isArray(s)){let r;if(s.version===void 0&&(r="version")||s.now===void 0&&(r="now")||s.planted===void 0&&(r="planted")||s.requests===void 0&&(r="re\
quests")||s.ledger===void 0&&(r="ledger"))return v.errors=[{instancePath:t,keyword:"required",params:{missingProperty:r}}],!1;if(s.version!==void 0){let o=e;if(s.
version!==1)return v.errors=[{instancePath:t+"/version",keyword:"const",params:{allowedValue:1}}],!1;var n=o===e}else var n=!0;if(n){if(s.now!==void 0){let o=s.
now,k=e;if(e===k)if(typeof o=="string"){if(!O.test(o))return v.errors=[{instancePath:t+"/now",keyword:"pattern",params:{pattern:"^(?:19[7-9]|[2-9]\\d\\d)\\d-\\d\\d-\\\
d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"}}],!1}else return v.errors=[{instancePath:t+"/now",keyword:"type",params:{type:"string"}}],!1;var n=k===e}else var n=!0;if(n){
if(s.planted!==void 0){let o=e;if(typeof s.planted!="boolean")return v.errors=[{instancePath:t+"/planted",keyword:"type",params:{type:"boolean"}}],!1;var n=o===
e}else var n=!0;if(n){if(s.requests!==void 0){let o=s.requests,k=e;if(!(typeof o=="number"&&!(o%1)&&!isNaN(o)&&isFinite(o)))return v.errors=[{instancePath:t+"/r\
equests",keyword:"type",params:{type:"integer"}}],!1;if(e===k&&typeof o=="number"&&isFinite(o)){if(o>9007199254740991||isNaN(o))return v.errors=[{instancePath:t+
"/requests",keyword:"maximum",params:{comparison:"<=",limit:9007199254740991}}],!1;if(o<0||isNaN(o))return v.errors=[{instancePath:t+"/requests",keyword:"minimu\
m",params:{comparison:">=",limit:0}}],!1}var n=k===e}else var n=!0;if(n){if(s.outcomes!==void 0){let o=s.outcomes,k=e;if(e===k)if(o&&typeof o=="object"&&!Array.
isArray(o))for(let d in o){let f=o[d],m=e;if(e===m)if(Array.isArray(f)){var u=!0;let i=f.length;for(let y=0;y<i;y++){let b=e;if(typeof f[y]!="string")return v.errors=
[{instancePath:t+"/outcomes/"+d.replace(/~/g,"~0").replace(/\//g,"~1")+"/"+y,keyword:"type",params:{type:"string"}}],!1;var u=b===e;if(!u)break}}else return v.errors=
[{instancePath:t+"/outcomes/"+d.replace(/~/g,"~0").replace(/\//g,"~1"),keyword:"type",params:{type:"array"}}],!1;var _=m===e;if(!_)break}else return v.errors=[{
instancePath:t+"/outcomes",keyword:"type",params:{type:"object"}}],!1;var n=k===e}else var n=!0;if(n)if(s.ledger!==void 0){let o=s.ledger,k=e;if(!(o&&typeof o==
"object"&&!Array.isArray(o)))return v.errors=[{instancePath:t+"/ledger",keyword:"type",params:{type:"object"}}],!1;var n=k===e}else var n=!0}}}}}else return v.errors=
[{instancePath:t,keyword:"type",params:{type:"object"}}],!1;return v.errors=g,e===0}v.evaluated={props:{version:!0,now:!0,planted:!0,requests:!0,outcomes:!0,ledger:!0},
dynamicProps:!1,dynamicItems:!1};var B=p,j={type:"object",additionalProperties:!1,properties:{seed:{type:["string","object"]},clock:{enum:["real","manual"]},startMs:{
type:"integer",minimum:0,maximum:2533707648e5},defaultOutcome:{enum:["succeed","fail","pending"]},approvalDelayMs:{type:"integer",minimum:0,maximum:36e5},rateLimit:{
type:"object",additionalProperties:!1,required:["requests","seconds"],properties:{requests:{type:"integer",minimum:1,maximum:1e6},seconds:{type:"integer",minimum:1,
maximum:1e5}}},randomSeed:{type:"integer",minimum:0,maximum:4294967295},secret:{type:"string",pattern:"[\\s\\S]"},baseUrl:{type:"string",pattern:"^https?://[\\w.\
:[\\]-]+(?:/[\\w.-]+)*/?$"},onRequest:{},control:{type:"object",additionalProperties:!1,properties:{token:{type:"string",pattern:"[\\s\\S]"}}}}},z=Object.prototype.
hasOwnProperty,F=new RegExp("[\\s\\S]","u"),R=new RegExp("^https?://[\\w.:[\\]-]+(?:/[\\w.-]+)*/?$","u");function p(s,{instancePath:t="",parentData:A,parentDataProperty:x,
rootData:P=s,dynamicAnchors:q={}}={}){let g=null,e=0,c=p.evaluated;if(c.dynamicProps&&(c.props=void 0),c.dynamicItems&&(c.items=void 0),e===0)if(s&&typeof s=="o\
bject"&&!Array.isArray(s)){let _=e;for(let r in s)if(!z.call(j.properties,r)){return p.errors=[{instancePath:t,keyword:"additionalProperties",params:{additionalProperty:r}}],
!1;break}if(_===e){if(s.seed!==void 0){let r=s.seed,o=e;if(typeof r!="string"&&!(r&&typeof r=="object"&&!Array.isArray(r)))return p.errors=[{instancePath:t+"/se\
ed",keyword:"type",params:{type:j.properties.seed.type}}],!1;var n=o===e}else var n=!0;if(n){if(s.clock!==void 0){let r=s.clock,o=e;if(!(r==="real"||r==="manual"))
return p.errors=[{instancePath:t+"/clock",keyword:"enum",params:{allowedValues:j.properties.clock.enum}}],!1;var n=o===e}else var n=!0;if(n){if(s.startMs!==void 0){
let r=s.startMs,o=e;if(!(typeof r=="number"&&!(r%1)&&!isNaN(r)&&isFinite(r)))return p.errors=[{instancePath:t+"/startMs",keyword:"type",params:{type:"integer"}}],
!1;if(e===o&&typeof r=="number"&&isFinite(r)){if(r>2533707648e5||isNaN(r))return p.errors=[{instancePath:t+"/startMs",keyword:"maximum",params:{comparison:"<=",
limit:2533707648e5}}],!1;if(r<0||isNaN(r))return p.errors=[{instancePath:t+"/startMs",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}var n=o===e}else var n=!0;
if(n){if(s.defaultOutcome!==void 0){let r=s.defaultOutcome,o=e;if(!(r==="succeed"||r==="fail"||r==="pending"))return p.errors=[{instancePath:t+"/defaultOutcome",
keyword:"enum",params:{allowedValues:j.properties.defaultOutcome.enum}}],!1;var n=o===e}else var n=!0;if(n){if(s.approvalDelayMs!==void 0){let r=s.approvalDelayMs,
o=e;if(!(typeof r=="number"&&!(r%1)&&!isNaN(r)&&isFinite(r)))return p.errors=[{instancePath:t+"/approvalDelayMs",keyword:"type",params:{type:"integer"}}],!1;if(e===
o&&typeof r=="number"&&isFinite(r)){if(r>36e5||isNaN(r))return p.errors=[{instancePath:t+"/approvalDelayMs",keyword:"maximum",params:{comparison:"<=",limit:36e5}}],
!1;if(r<0||isNaN(r))return p.errors=[{instancePath:t+"/approvalDelayMs",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}var n=o===e}else var n=!0;if(n){
if(s.rateLimit!==void 0){let r=s.rateLimit,o=e;if(e===o)if(r&&typeof r=="object"&&!Array.isArray(r)){let a;if(r.requests===void 0&&(a="requests")||r.seconds===void 0&&
(a="seconds"))return p.errors=[{instancePath:t+"/rateLimit",keyword:"required",params:{missingProperty:a}}],!1;{let d=e;for(let f in r)if(!(f==="requests"||f===
"seconds")){return p.errors=[{instancePath:t+"/rateLimit",keyword:"additionalProperties",params:{additionalProperty:f}}],!1;break}if(d===e){if(r.requests!==void 0){
let f=r.requests,m=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return p.errors=[{instancePath:t+"/rateLimit/requests",keyword:"type",params:{type:"\
integer"}}],!1;if(e===m&&typeof f=="number"&&isFinite(f)){if(f>1e6||isNaN(f))return p.errors=[{instancePath:t+"/rateLimit/requests",keyword:"maximum",params:{comparison:"\
<=",limit:1e6}}],!1;if(f<1||isNaN(f))return p.errors=[{instancePath:t+"/rateLimit/requests",keyword:"minimum",params:{comparison:">=",limit:1}}],!1}var u=m===e}else
var u=!0;if(u)if(r.seconds!==void 0){let f=r.seconds,m=e;if(!(typeof f=="number"&&!(f%1)&&!isNaN(f)&&isFinite(f)))return p.errors=[{instancePath:t+"/rateLimit/s\
econds",keyword:"type",params:{type:"integer"}}],!1;if(e===m&&typeof f=="number"&&isFinite(f)){if(f>1e5||isNaN(f))return p.errors=[{instancePath:t+"/rateLimit/s\
econds",keyword:"maximum",params:{comparison:"<=",limit:1e5}}],!1;if(f<1||isNaN(f))return p.errors=[{instancePath:t+"/rateLimit/seconds",keyword:"minimum",params:{
comparison:">=",limit:1}}],!1}var u=m===e}else var u=!0}}}else return p.errors=[{instancePath:t+"/rateLimit",keyword:"type",params:{type:"object"}}],!1;var n=o===
e}else var n=!0;if(n){if(s.randomSeed!==void 0){let r=s.randomSeed,o=e;if(!(typeof r=="number"&&!(r%1)&&!isNaN(r)&&isFinite(r)))return p.errors=[{instancePath:t+
"/randomSeed",keyword:"type",params:{type:"integer"}}],!1;if(e===o&&typeof r=="number"&&isFinite(r)){if(r>4294967295||isNaN(r))return p.errors=[{instancePath:t+
"/randomSeed",keyword:"maximum",params:{comparison:"<=",limit:4294967295}}],!1;if(r<0||isNaN(r))return p.errors=[{instancePath:t+"/randomSeed",keyword:"minimum",
params:{comparison:">=",limit:0}}],!1}var n=o===e}else var n=!0;if(n){if(s.secret!==void 0){let r=s.secret,o=e;if(e===o)if(typeof r=="string"){if(!F.test(r))return p.
errors=[{instancePath:t+"/secret",keyword:"pattern",params:{pattern:"[\\s\\S]"}}],!1}else return p.errors=[{instancePath:t+"/secret",keyword:"type",params:{type:"\
string"}}],!1;var n=o===e}else var n=!0;if(n){if(s.baseUrl!==void 0){let r=s.baseUrl,o=e;if(e===o)if(typeof r=="string"){if(!R.test(r))return p.errors=[{instancePath:t+
"/baseUrl",keyword:"pattern",params:{pattern:"^https?://[\\w.:[\\]-]+(?:/[\\w.-]+)*/?$"}}],!1}else return p.errors=[{instancePath:t+"/baseUrl",keyword:"type",params:{
type:"string"}}],!1;var n=o===e}else var n=!0;if(n)if(s.control!==void 0){let r=s.control,o=e;if(e===o)if(r&&typeof r=="object"&&!Array.isArray(r)){let a=e;for(let d in r)
if(d!=="token"){return p.errors=[{instancePath:t+"/control",keyword:"additionalProperties",params:{additionalProperty:d}}],!1;break}if(a===e&&r.token!==void 0){
let d=r.token;if(e===e)if(typeof d=="string"){if(!F.test(d))return p.errors=[{instancePath:t+"/control/token",keyword:"pattern",params:{pattern:"[\\s\\S]"}}],!1}else
return p.errors=[{instancePath:t+"/control/token",keyword:"type",params:{type:"string"}}],!1}}else return p.errors=[{instancePath:t+"/control",keyword:"type",params:{
type:"object"}}],!1;var n=o===e}else var n=!0}}}}}}}}}}else return p.errors=[{instancePath:t,keyword:"type",params:{type:"object"}}],!1;return p.errors=g,e===0}
p.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};const validOptions=B,validOrder=U,validSeed=V,validSnapshot=T

/** The compiled check of Order, and what its places must be. */
export const checkedOrder: SchemaCheck = { validate: validOrder, rules: {"":{"must":"an object: { \"match\": { … }, \"fault\": { … }, \"times\": 1 }","names":["match","fault","times"]},"/match":{"must":"an object","names":["method","path","nth","probability"]},"/match/method":{"must":"a method in capitals"},"/match/path":{"must":"a path that starts with /"},"/match/nth":{"must":"a whole number from 1"},"/match/probability":{"must":"a number from 0 to 1"},"/fault":{"must":"what goes wrong, such as { \"status\": 503 }","names":["latency_ms","status","drop","after_commit","truncate","slow_body_ms","malformed_json"]},"/fault/latency_ms":{"must":"milliseconds from 0 to 3600000, or a range [from, to]"},"/fault/latency_ms/*":{"must":"milliseconds from 0 to 3600000"},"/fault/status":{"must":"one of 429, 500, 502, 503, 504"},"/fault/drop":{"must":"before or after_commit"},"/fault/after_commit":{"must":"true or false"},"/fault/truncate":{"must":"true or false"},"/fault/slow_body_ms":{"must":"milliseconds from 0 to 3600000"},"/fault/malformed_json":{"must":"true or false"},"/times":{"must":"a whole number from 1"}} }

/** The compiled check of Seed, and what its places must be. */
export const checkedSeed: SchemaCheck = { validate: validSeed, rules: {"":{"must":"an object with a list: { \"merchants\": [{ \"id\", \"name\", \"handle\", \"products\" }] }","names":["merchants"]},"/merchants":{"must":"a list"},"/merchants/*":{"must":"an object: { \"id\", \"name\", \"handle\", \"products\" }","names":["id","name","handle","products"]},"/merchants/*/id":{"must":"letters, digits and dashes"},"/merchants/*/name":{"must":"a text that is not only space"},"/merchants/*/handle":{"must":"small letters, digits and dashes, without the @"},"/merchants/*/products":{"must":"a list"}} }

/** The compiled check of Snapshot, and what its places must be. */
export const checkedSnapshot: SchemaCheck = { validate: validSnapshot, rules: {"":{"must":"a snapshot of this version","names":["version","now","planted","requests","outcomes","ledger"]},"/version":{"must":"1"},"/now":{"must":"a time"},"/planted":{"must":"true or false"},"/requests":{"must":"a whole number from 0"},"/outcomes":{"must":"lists of outcomes"},"/ledger":{"must":"what a store holds"}} }

/** The compiled check of Options, and what its places must be. */
export const checkedOptions: SchemaCheck = { validate: validOptions, rules: {"":{"must":"an object","names":["seed","clock","startMs","defaultOutcome","approvalDelayMs","rateLimit","randomSeed","secret","baseUrl","onRequest","control"]},"/seed":{"must":"demo, empty or a seed"},"/clock":{"must":"real or manual"},"/startMs":{"must":"milliseconds from 1970 to the year 9999"},"/defaultOutcome":{"must":"succeed, fail or pending"},"/approvalDelayMs":{"must":"milliseconds from 0 to 3600000"},"/rateLimit":{"must":"{ requests, seconds }, both whole numbers from 1","names":["requests","seconds"]},"/rateLimit/requests":{"must":"a whole number from 1 to 1000000"},"/rateLimit/seconds":{"must":"a whole number from 1 to 100000"},"/randomSeed":{"must":"a whole number from 0 to 4294967295"},"/secret":{"must":"a text"},"/baseUrl":{"must":"an http or https address without a query"},"/onRequest":{"must":"a function"},"/control":{"must":"{ token } with a token","names":["token"]},"/control/token":{"must":"a text"}} }
