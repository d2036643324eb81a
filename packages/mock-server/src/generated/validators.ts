// Made from schemas.json. Do not edit: change schemas.json and run "npm run generate".
// @ts-nocheck
/* eslint-disable */
import type { Checked } from '../service/checked.js'
var validOrder=validate21,schema32={type:"object",additionalProperties:!1,required:["fault"],properties:{match:{type:"object",additionalProperties:!1,properties:{
method:{type:"string",pattern:"^[A-Z]+$"},path:{type:"string",pattern:"^/"},nth:{type:"integer",minimum:1,maximum:9007199254740991},probability:{type:"number",minimum:0,
maximum:1}}},fault:{type:"object",minProperties:1,additionalProperties:!1,properties:{latency_ms:{type:["number","array"],minimum:0,maximum:36e5,minItems:2,maxItems:2,
items:{$ref:"#/$defs/Ms"}},status:{enum:[429,500,502,503,504]},drop:{enum:["before","after_commit"]},after_commit:{$ref:"#/$defs/Flag"},truncate:{$ref:"#/$defs/\
Flag"},slow_body_ms:{$ref:"#/$defs/Ms"},malformed_json:{$ref:"#/$defs/Flag"}}},times:{type:"integer",minimum:1,maximum:9007199254740991}}};var pattern4=new RegExp("^[A-Z]+$","u"),pattern5=new RegExp("^/","u");function validate21(data,{instancePath="",parentData,parentDataProperty,rootData=data,dynamicAnchors={}}={}){
let vErrors=null,errors=0,evaluated0=validate21.evaluated;if(evaluated0.dynamicProps&&(evaluated0.props=void 0),evaluated0.dynamicItems&&(evaluated0.items=void 0),
errors===0)if(data&&typeof data=="object"&&!Array.isArray(data)){let missing0;if(data.fault===void 0&&(missing0="fault"))return validate21.errors=[{instancePath,
schemaPath:"#/required",keyword:"required",params:{missingProperty:missing0}}],!1;{let _errs1=errors;for(let key0 in data)if(!(key0==="match"||key0==="fault"||key0===
"times")){return validate21.errors=[{instancePath,schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:key0}}],!1;break}
if(_errs1===errors){if(data.match!==void 0){let data0=data.match,_errs2=errors;if(errors===_errs2)if(data0&&typeof data0=="object"&&!Array.isArray(data0)){let _errs4=errors;
for(let key1 in data0)if(!(key1==="method"||key1==="path"||key1==="nth"||key1==="probability")){return validate21.errors=[{instancePath:instancePath+"/match",schemaPath:"\
#/properties/match/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:key1}}],!1;break}if(_errs4===errors){if(data0.method!==void 0){
let data1=data0.method,_errs5=errors;if(errors===_errs5)if(typeof data1=="string"){if(!pattern4.test(data1))return validate21.errors=[{instancePath:instancePath+
"/match/method",schemaPath:"#/properties/match/properties/method/pattern",keyword:"pattern",params:{pattern:"^[A-Z]+$"}}],!1}else return validate21.errors=[{instancePath:instancePath+
"/match/method",schemaPath:"#/properties/match/properties/method/type",keyword:"type",params:{type:"string"}}],!1;var valid1=_errs5===errors}else var valid1=!0;
if(valid1){if(data0.path!==void 0){let data2=data0.path,_errs7=errors;if(errors===_errs7)if(typeof data2=="string"){if(!pattern5.test(data2))return validate21.errors=
[{instancePath:instancePath+"/match/path",schemaPath:"#/properties/match/properties/path/pattern",keyword:"pattern",params:{pattern:"^/"}}],!1}else return validate21.
errors=[{instancePath:instancePath+"/match/path",schemaPath:"#/properties/match/properties/path/type",keyword:"type",params:{type:"string"}}],!1;var valid1=_errs7===
errors}else var valid1=!0;if(valid1){if(data0.nth!==void 0){let data3=data0.nth,_errs9=errors;if(!(typeof data3=="number"&&!(data3%1)&&!isNaN(data3)&&isFinite(data3)))
return validate21.errors=[{instancePath:instancePath+"/match/nth",schemaPath:"#/properties/match/properties/nth/type",keyword:"type",params:{type:"integer"}}],!1;
if(errors===_errs9&&typeof data3=="number"&&isFinite(data3)){if(data3>9007199254740991||isNaN(data3))return validate21.errors=[{instancePath:instancePath+"/matc\
h/nth",schemaPath:"#/properties/match/properties/nth/maximum",keyword:"maximum",params:{comparison:"<=",limit:9007199254740991}}],!1;if(data3<1||isNaN(data3))return validate21.
errors=[{instancePath:instancePath+"/match/nth",schemaPath:"#/properties/match/properties/nth/minimum",keyword:"minimum",params:{comparison:">=",limit:1}}],!1}var valid1=_errs9===
errors}else var valid1=!0;if(valid1)if(data0.probability!==void 0){let data4=data0.probability,_errs11=errors;if(errors===_errs11)if(typeof data4=="number"&&isFinite(
data4)){if(data4>1||isNaN(data4))return validate21.errors=[{instancePath:instancePath+"/match/probability",schemaPath:"#/properties/match/properties/probability\
/maximum",keyword:"maximum",params:{comparison:"<=",limit:1}}],!1;if(data4<0||isNaN(data4))return validate21.errors=[{instancePath:instancePath+"/match/probabil\
ity",schemaPath:"#/properties/match/properties/probability/minimum",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}else return validate21.errors=[{instancePath:instancePath+
"/match/probability",schemaPath:"#/properties/match/properties/probability/type",keyword:"type",params:{type:"number"}}],!1;var valid1=_errs11===errors}else var valid1=!0}}}}else
return validate21.errors=[{instancePath:instancePath+"/match",schemaPath:"#/properties/match/type",keyword:"type",params:{type:"object"}}],!1;var valid0=_errs2===
errors}else var valid0=!0;if(valid0){if(data.fault!==void 0){let data5=data.fault,_errs13=errors;if(errors===_errs13)if(data5&&typeof data5=="object"&&!Array.isArray(
data5)){if(Object.keys(data5).length<1)return validate21.errors=[{instancePath:instancePath+"/fault",schemaPath:"#/properties/fault/minProperties",keyword:"minP\
roperties",params:{limit:1}}],!1;{let _errs15=errors;for(let key2 in data5)if(!(key2==="latency_ms"||key2==="status"||key2==="drop"||key2==="after_commit"||key2===
"truncate"||key2==="slow_body_ms"||key2==="malformed_json")){return validate21.errors=[{instancePath:instancePath+"/fault",schemaPath:"#/properties/fault/additi\
onalProperties",keyword:"additionalProperties",params:{additionalProperty:key2}}],!1;break}if(_errs15===errors){if(data5.latency_ms!==void 0){let data6=data5.latency_ms,
_errs16=errors;if(!(typeof data6=="number"&&isFinite(data6))&&!Array.isArray(data6))return validate21.errors=[{instancePath:instancePath+"/fault/latency_ms",schemaPath:"\
#/properties/fault/properties/latency_ms/type",keyword:"type",params:{type:schema32.properties.fault.properties.latency_ms.type}}],!1;if(errors===_errs16){if(typeof data6==
"number"&&isFinite(data6)){if(data6>36e5||isNaN(data6))return validate21.errors=[{instancePath:instancePath+"/fault/latency_ms",schemaPath:"#/properties/fault/p\
roperties/latency_ms/maximum",keyword:"maximum",params:{comparison:"<=",limit:36e5}}],!1;if(data6<0||isNaN(data6))return validate21.errors=[{instancePath:instancePath+
"/fault/latency_ms",schemaPath:"#/properties/fault/properties/latency_ms/minimum",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}if(errors===_errs16&&Array.
isArray(data6)){if(data6.length>2)return validate21.errors=[{instancePath:instancePath+"/fault/latency_ms",schemaPath:"#/properties/fault/properties/latency_ms/\
maxItems",keyword:"maxItems",params:{limit:2}}],!1;if(data6.length<2)return validate21.errors=[{instancePath:instancePath+"/fault/latency_ms",schemaPath:"#/prop\
erties/fault/properties/latency_ms/minItems",keyword:"minItems",params:{limit:2}}],!1;{var valid3=!0;let len0=data6.length;for(let i0=0;i0<len0;i0++){let data7=data6[i0],
_errs18=errors;if(errors===errors)if(typeof data7=="number"&&isFinite(data7)){if(data7>36e5||isNaN(data7))return validate21.errors=[{instancePath:instancePath+"\
/fault/latency_ms/"+i0,schemaPath:"#/$defs/Ms/maximum",keyword:"maximum",params:{comparison:"<=",limit:36e5}}],!1;if(data7<0||isNaN(data7))return validate21.errors=
[{instancePath:instancePath+"/fault/latency_ms/"+i0,schemaPath:"#/$defs/Ms/minimum",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}else return validate21.
errors=[{instancePath:instancePath+"/fault/latency_ms/"+i0,schemaPath:"#/$defs/Ms/type",keyword:"type",params:{type:"number"}}],!1;var valid3=_errs18===errors;if(!valid3)
break}}}}var valid2=_errs16===errors}else var valid2=!0;if(valid2){if(data5.status!==void 0){let data8=data5.status,_errs21=errors;if(!(data8===429||data8===500||
data8===502||data8===503||data8===504))return validate21.errors=[{instancePath:instancePath+"/fault/status",schemaPath:"#/properties/fault/properties/status/enu\
m",keyword:"enum",params:{allowedValues:schema32.properties.fault.properties.status.enum}}],!1;var valid2=_errs21===errors}else var valid2=!0;if(valid2){if(data5.
drop!==void 0){let data9=data5.drop,_errs22=errors;if(!(data9==="before"||data9==="after_commit"))return validate21.errors=[{instancePath:instancePath+"/fault/d\
rop",schemaPath:"#/properties/fault/properties/drop/enum",keyword:"enum",params:{allowedValues:schema32.properties.fault.properties.drop.enum}}],!1;var valid2=_errs22===
errors}else var valid2=!0;if(valid2){if(data5.after_commit!==void 0){let _errs23=errors;if(typeof data5.after_commit!="boolean")return validate21.errors=[{instancePath:instancePath+
"/fault/after_commit",schemaPath:"#/$defs/Flag/type",keyword:"type",params:{type:"boolean"}}],!1;var valid2=_errs23===errors}else var valid2=!0;if(valid2){if(data5.
truncate!==void 0){let _errs26=errors;if(typeof data5.truncate!="boolean")return validate21.errors=[{instancePath:instancePath+"/fault/truncate",schemaPath:"#/$\
defs/Flag/type",keyword:"type",params:{type:"boolean"}}],!1;var valid2=_errs26===errors}else var valid2=!0;if(valid2){if(data5.slow_body_ms!==void 0){let data12=data5.
slow_body_ms,_errs29=errors;if(errors===errors)if(typeof data12=="number"&&isFinite(data12)){if(data12>36e5||isNaN(data12))return validate21.errors=[{instancePath:instancePath+
"/fault/slow_body_ms",schemaPath:"#/$defs/Ms/maximum",keyword:"maximum",params:{comparison:"<=",limit:36e5}}],!1;if(data12<0||isNaN(data12))return validate21.errors=
[{instancePath:instancePath+"/fault/slow_body_ms",schemaPath:"#/$defs/Ms/minimum",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}else return validate21.
errors=[{instancePath:instancePath+"/fault/slow_body_ms",schemaPath:"#/$defs/Ms/type",keyword:"type",params:{type:"number"}}],!1;var valid2=_errs29===errors}else
var valid2=!0;if(valid2)if(data5.malformed_json!==void 0){let _errs32=errors;if(typeof data5.malformed_json!="boolean")return validate21.errors=[{instancePath:instancePath+
"/fault/malformed_json",schemaPath:"#/$defs/Flag/type",keyword:"type",params:{type:"boolean"}}],!1;var valid2=_errs32===errors}else var valid2=!0}}}}}}}}else return validate21.
errors=[{instancePath:instancePath+"/fault",schemaPath:"#/properties/fault/type",keyword:"type",params:{type:"object"}}],!1;var valid0=_errs13===errors}else var valid0=!0;
if(valid0)if(data.times!==void 0){let data14=data.times,_errs35=errors;if(!(typeof data14=="number"&&!(data14%1)&&!isNaN(data14)&&isFinite(data14)))return validate21.
errors=[{instancePath:instancePath+"/times",schemaPath:"#/properties/times/type",keyword:"type",params:{type:"integer"}}],!1;if(errors===_errs35&&typeof data14==
"number"&&isFinite(data14)){if(data14>9007199254740991||isNaN(data14))return validate21.errors=[{instancePath:instancePath+"/times",schemaPath:"#/properties/tim\
es/maximum",keyword:"maximum",params:{comparison:"<=",limit:9007199254740991}}],!1;if(data14<1||isNaN(data14))return validate21.errors=[{instancePath:instancePath+
"/times",schemaPath:"#/properties/times/minimum",keyword:"minimum",params:{comparison:">=",limit:1}}],!1}var valid0=_errs35===errors}else var valid0=!0}}}}else return validate21.
errors=[{instancePath,schemaPath:"#/type",keyword:"type",params:{type:"object"}}],!1;return validate21.errors=vErrors,errors===0}validate21.evaluated={props:!0,
dynamicProps:!1,dynamicItems:!1};var validSeed=validate22;var pattern6=new RegExp("^[\\w-]{1,80}$","u"),pattern7=new RegExp("\\S","u"),pattern8=new RegExp("^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$","u");function validate22(data,{
instancePath="",parentData,parentDataProperty,rootData=data,dynamicAnchors={}}={}){let vErrors=null,errors=0,evaluated0=validate22.evaluated;if(evaluated0.dynamicProps&&
(evaluated0.props=void 0),evaluated0.dynamicItems&&(evaluated0.items=void 0),errors===0)if(data&&typeof data=="object"&&!Array.isArray(data)){let missing0;if(data.
merchants===void 0&&(missing0="merchants"))return validate22.errors=[{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty:missing0}}],
!1;if(data.merchants!==void 0){let data0=data.merchants;if(errors===errors)if(Array.isArray(data0)){var valid1=!0;let len0=data0.length;for(let i0=0;i0<len0;i0++){
let data1=data0[i0],_errs3=errors;if(errors===_errs3)if(data1&&typeof data1=="object"&&!Array.isArray(data1)){let missing1;if(data1.id===void 0&&(missing1="id")||
data1.name===void 0&&(missing1="name"))return validate22.errors=[{instancePath:instancePath+"/merchants/"+i0,schemaPath:"#/properties/merchants/items/required",
keyword:"required",params:{missingProperty:missing1}}],!1;if(data1.id!==void 0){let data2=data1.id,_errs5=errors;if(errors===_errs5)if(typeof data2=="string"){if(!pattern6.
test(data2))return validate22.errors=[{instancePath:instancePath+"/merchants/"+i0+"/id",schemaPath:"#/properties/merchants/items/properties/id/pattern",keyword:"\
pattern",params:{pattern:"^[\\w-]{1,80}$"}}],!1}else return validate22.errors=[{instancePath:instancePath+"/merchants/"+i0+"/id",schemaPath:"#/properties/mercha\
nts/items/properties/id/type",keyword:"type",params:{type:"string"}}],!1;var valid2=_errs5===errors}else var valid2=!0;if(valid2){if(data1.name!==void 0){let data3=data1.
name,_errs7=errors;if(errors===_errs7)if(typeof data3=="string"){if(!pattern7.test(data3))return validate22.errors=[{instancePath:instancePath+"/merchants/"+i0+
"/name",schemaPath:"#/properties/merchants/items/properties/name/pattern",keyword:"pattern",params:{pattern:"\\S"}}],!1}else return validate22.errors=[{instancePath:instancePath+
"/merchants/"+i0+"/name",schemaPath:"#/properties/merchants/items/properties/name/type",keyword:"type",params:{type:"string"}}],!1;var valid2=_errs7===errors}else
var valid2=!0;if(valid2){if(data1.handle!==void 0){let data4=data1.handle,_errs9=errors;if(errors===_errs9)if(typeof data4=="string"){if(!pattern8.test(data4))return validate22.
errors=[{instancePath:instancePath+"/merchants/"+i0+"/handle",schemaPath:"#/properties/merchants/items/properties/handle/pattern",keyword:"pattern",params:{pattern:"\
^[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?$"}}],!1}else return validate22.errors=[{instancePath:instancePath+"/merchants/"+i0+"/handle",schemaPath:"#/properties/mer\
chants/items/properties/handle/type",keyword:"type",params:{type:"string"}}],!1;var valid2=_errs9===errors}else var valid2=!0;if(valid2)if(data1.products!==void 0){
let _errs11=errors;if(!Array.isArray(data1.products))return validate22.errors=[{instancePath:instancePath+"/merchants/"+i0+"/products",schemaPath:"#/properties/\
merchants/items/properties/products/type",keyword:"type",params:{type:"array"}}],!1;var valid2=_errs11===errors}else var valid2=!0}}}else return validate22.errors=
[{instancePath:instancePath+"/merchants/"+i0,schemaPath:"#/properties/merchants/items/type",keyword:"type",params:{type:"object"}}],!1;var valid1=_errs3===errors;
if(!valid1)break}}else return validate22.errors=[{instancePath:instancePath+"/merchants",schemaPath:"#/properties/merchants/type",keyword:"type",params:{type:"a\
rray"}}],!1}}else return validate22.errors=[{instancePath,schemaPath:"#/type",keyword:"type",params:{type:"object"}}],!1;return validate22.errors=vErrors,errors===
0}validate22.evaluated={props:{merchants:!0},dynamicProps:!1,dynamicItems:!1};var validSnapshot=validate23;var pattern9=new RegExp("^(?:19[7-9]|[2-9]\\d\\d)\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$","u");function validate23(data,{instancePath="",parentData,parentDataProperty,
rootData=data,dynamicAnchors={}}={}){let vErrors=null,errors=0,evaluated0=validate23.evaluated;if(evaluated0.dynamicProps&&(evaluated0.props=void 0),evaluated0.
dynamicItems&&(evaluated0.items=void 0),errors===0)if(data&&typeof data=="object"&&!Array.isArray(data)){let missing0;if(data.version===void 0&&(missing0="versi\
on")||data.now===void 0&&(missing0="now")||data.planted===void 0&&(missing0="planted")||data.requests===void 0&&(missing0="requests")||data.ledger===void 0&&(missing0=
"ledger"))return validate23.errors=[{instancePath,schemaPath:"#/required",keyword:"required",params:{missingProperty:missing0}}],!1;if(data.version!==void 0){let _errs1=errors;
if(data.version!==1)return validate23.errors=[{instancePath:instancePath+"/version",schemaPath:"#/properties/version/const",keyword:"const",params:{allowedValue:1}}],
!1;var valid0=_errs1===errors}else var valid0=!0;if(valid0){if(data.now!==void 0){let data1=data.now,_errs2=errors;if(errors===_errs2)if(typeof data1=="string"){
if(!pattern9.test(data1))return validate23.errors=[{instancePath:instancePath+"/now",schemaPath:"#/properties/now/pattern",keyword:"pattern",params:{pattern:"^(\
?:19[7-9]|[2-9]\\d\\d)\\d-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$"}}],!1}else return validate23.errors=[{instancePath:instancePath+"/now",schemaPath:"#/pr\
operties/now/type",keyword:"type",params:{type:"string"}}],!1;var valid0=_errs2===errors}else var valid0=!0;if(valid0){if(data.planted!==void 0){let _errs4=errors;
if(typeof data.planted!="boolean")return validate23.errors=[{instancePath:instancePath+"/planted",schemaPath:"#/$defs/Flag/type",keyword:"type",params:{type:"bo\
olean"}}],!1;var valid0=_errs4===errors}else var valid0=!0;if(valid0){if(data.requests!==void 0){let data3=data.requests,_errs7=errors;if(!(typeof data3=="numbe\
r"&&!(data3%1)&&!isNaN(data3)&&isFinite(data3)))return validate23.errors=[{instancePath:instancePath+"/requests",schemaPath:"#/properties/requests/type",keyword:"\
type",params:{type:"integer"}}],!1;if(errors===_errs7&&typeof data3=="number"&&isFinite(data3)){if(data3>9007199254740991||isNaN(data3))return validate23.errors=
[{instancePath:instancePath+"/requests",schemaPath:"#/properties/requests/maximum",keyword:"maximum",params:{comparison:"<=",limit:9007199254740991}}],!1;if(data3<
0||isNaN(data3))return validate23.errors=[{instancePath:instancePath+"/requests",schemaPath:"#/properties/requests/minimum",keyword:"minimum",params:{comparison:"\
>=",limit:0}}],!1}var valid0=_errs7===errors}else var valid0=!0;if(valid0){if(data.outcomes!==void 0){let data4=data.outcomes,_errs9=errors;if(errors===_errs9)if(data4&&
typeof data4=="object"&&!Array.isArray(data4))for(let key0 in data4){let data5=data4[key0],_errs12=errors;if(errors===_errs12)if(Array.isArray(data5)){var valid3=!0;
let len0=data5.length;for(let i0=0;i0<len0;i0++){let _errs14=errors;if(typeof data5[i0]!="string")return validate23.errors=[{instancePath:instancePath+"/outcome\
s/"+key0.replace(/~/g,"~0").replace(/\//g,"~1")+"/"+i0,schemaPath:"#/properties/outcomes/additionalProperties/items/type",keyword:"type",params:{type:"string"}}],
!1;var valid3=_errs14===errors;if(!valid3)break}}else return validate23.errors=[{instancePath:instancePath+"/outcomes/"+key0.replace(/~/g,"~0").replace(/\//g,"~\
1"),schemaPath:"#/properties/outcomes/additionalProperties/type",keyword:"type",params:{type:"array"}}],!1;var valid2=_errs12===errors;if(!valid2)break}else return validate23.
errors=[{instancePath:instancePath+"/outcomes",schemaPath:"#/properties/outcomes/type",keyword:"type",params:{type:"object"}}],!1;var valid0=_errs9===errors}else
var valid0=!0;if(valid0)if(data.ledger!==void 0){let data7=data.ledger,_errs16=errors;if(!(data7&&typeof data7=="object"&&!Array.isArray(data7)))return validate23.
errors=[{instancePath:instancePath+"/ledger",schemaPath:"#/properties/ledger/type",keyword:"type",params:{type:"object"}}],!1;var valid0=_errs16===errors}else var valid0=!0}}}}}else
return validate23.errors=[{instancePath,schemaPath:"#/type",keyword:"type",params:{type:"object"}}],!1;return validate23.errors=vErrors,errors===0}validate23.evaluated=
{props:{version:!0,now:!0,planted:!0,requests:!0,outcomes:!0,ledger:!0},dynamicProps:!1,dynamicItems:!1};var validOptions=validate24,schema41={type:"object",additionalProperties:!1,
properties:{seed:{type:["string","object"]},clock:{enum:["real","manual"]},startMs:{type:"integer",minimum:0,maximum:0xe677d21fdbff},defaultOutcome:{enum:["succ\
eed","fail","pending"]},approvalDelayMs:{type:"integer",minimum:0,maximum:36e5},rateLimit:{type:"object",additionalProperties:!1,required:["requests","seconds"],
properties:{requests:{type:"integer",minimum:1,maximum:1e6},seconds:{type:"integer",minimum:1,maximum:1e5}}},randomSeed:{type:"integer",minimum:0,maximum:4294967295},
secret:{type:"string",pattern:"[\\s\\S]"},baseUrl:{type:"string",pattern:"^https?://[\\w.:[\\]-]+(?:/[\\w.-]+)*/?$"},onRequest:{},control:{type:"object",additionalProperties:!1,
properties:{token:{type:"string",pattern:"[\\s\\S]"}}}}},func1=Object.prototype.hasOwnProperty,pattern10=new RegExp("[\\s\\S]","u"),pattern11=new RegExp("^https\
?://[\\w.:[\\]-]+(?:/[\\w.-]+)*/?$","u");function validate24(data,{instancePath="",parentData,parentDataProperty,rootData=data,dynamicAnchors={}}={}){let vErrors=null,
errors=0,evaluated0=validate24.evaluated;if(evaluated0.dynamicProps&&(evaluated0.props=void 0),evaluated0.dynamicItems&&(evaluated0.items=void 0),errors===0)if(data&&
typeof data=="object"&&!Array.isArray(data)){let _errs1=errors;for(let key0 in data)if(!func1.call(schema41.properties,key0)){return validate24.errors=[{instancePath,
schemaPath:"#/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:key0}}],!1;break}if(_errs1===errors){if(data.seed!==void 0){let data0=data.
seed,_errs2=errors;if(typeof data0!="string"&&!(data0&&typeof data0=="object"&&!Array.isArray(data0)))return validate24.errors=[{instancePath:instancePath+"/see\
d",schemaPath:"#/properties/seed/type",keyword:"type",params:{type:schema41.properties.seed.type}}],!1;var valid0=_errs2===errors}else var valid0=!0;if(valid0){
if(data.clock!==void 0){let data1=data.clock,_errs4=errors;if(!(data1==="real"||data1==="manual"))return validate24.errors=[{instancePath:instancePath+"/clock",
schemaPath:"#/properties/clock/enum",keyword:"enum",params:{allowedValues:schema41.properties.clock.enum}}],!1;var valid0=_errs4===errors}else var valid0=!0;if(valid0){
if(data.startMs!==void 0){let data2=data.startMs,_errs5=errors;if(!(typeof data2=="number"&&!(data2%1)&&!isNaN(data2)&&isFinite(data2)))return validate24.errors=
[{instancePath:instancePath+"/startMs",schemaPath:"#/properties/startMs/type",keyword:"type",params:{type:"integer"}}],!1;if(errors===_errs5&&typeof data2=="num\
ber"&&isFinite(data2)){if(data2>0xe677d21fdbff||isNaN(data2))return validate24.errors=[{instancePath:instancePath+"/startMs",schemaPath:"#/properties/startMs/ma\
ximum",keyword:"maximum",params:{comparison:"<=",limit:0xe677d21fdbff}}],!1;if(data2<0||isNaN(data2))return validate24.errors=[{instancePath:instancePath+"/star\
tMs",schemaPath:"#/properties/startMs/minimum",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}var valid0=_errs5===errors}else var valid0=!0;if(valid0){
if(data.defaultOutcome!==void 0){let data3=data.defaultOutcome,_errs7=errors;if(!(data3==="succeed"||data3==="fail"||data3==="pending"))return validate24.errors=
[{instancePath:instancePath+"/defaultOutcome",schemaPath:"#/properties/defaultOutcome/enum",keyword:"enum",params:{allowedValues:schema41.properties.defaultOutcome.
enum}}],!1;var valid0=_errs7===errors}else var valid0=!0;if(valid0){if(data.approvalDelayMs!==void 0){let data4=data.approvalDelayMs,_errs8=errors;if(!(typeof data4==
"number"&&!(data4%1)&&!isNaN(data4)&&isFinite(data4)))return validate24.errors=[{instancePath:instancePath+"/approvalDelayMs",schemaPath:"#/properties/approvalD\
elayMs/type",keyword:"type",params:{type:"integer"}}],!1;if(errors===_errs8&&typeof data4=="number"&&isFinite(data4)){if(data4>36e5||isNaN(data4))return validate24.
errors=[{instancePath:instancePath+"/approvalDelayMs",schemaPath:"#/properties/approvalDelayMs/maximum",keyword:"maximum",params:{comparison:"<=",limit:36e5}}],
!1;if(data4<0||isNaN(data4))return validate24.errors=[{instancePath:instancePath+"/approvalDelayMs",schemaPath:"#/properties/approvalDelayMs/minimum",keyword:"m\
inimum",params:{comparison:">=",limit:0}}],!1}var valid0=_errs8===errors}else var valid0=!0;if(valid0){if(data.rateLimit!==void 0){let data5=data.rateLimit,_errs10=errors;
if(errors===_errs10)if(data5&&typeof data5=="object"&&!Array.isArray(data5)){let missing0;if(data5.requests===void 0&&(missing0="requests")||data5.seconds===void 0&&
(missing0="seconds"))return validate24.errors=[{instancePath:instancePath+"/rateLimit",schemaPath:"#/properties/rateLimit/required",keyword:"required",params:{missingProperty:missing0}}],
!1;{let _errs12=errors;for(let key1 in data5)if(!(key1==="requests"||key1==="seconds")){return validate24.errors=[{instancePath:instancePath+"/rateLimit",schemaPath:"\
#/properties/rateLimit/additionalProperties",keyword:"additionalProperties",params:{additionalProperty:key1}}],!1;break}if(_errs12===errors){if(data5.requests!==
void 0){let data6=data5.requests,_errs13=errors;if(!(typeof data6=="number"&&!(data6%1)&&!isNaN(data6)&&isFinite(data6)))return validate24.errors=[{instancePath:instancePath+
"/rateLimit/requests",schemaPath:"#/properties/rateLimit/properties/requests/type",keyword:"type",params:{type:"integer"}}],!1;if(errors===_errs13&&typeof data6==
"number"&&isFinite(data6)){if(data6>1e6||isNaN(data6))return validate24.errors=[{instancePath:instancePath+"/rateLimit/requests",schemaPath:"#/properties/rateLi\
mit/properties/requests/maximum",keyword:"maximum",params:{comparison:"<=",limit:1e6}}],!1;if(data6<1||isNaN(data6))return validate24.errors=[{instancePath:instancePath+
"/rateLimit/requests",schemaPath:"#/properties/rateLimit/properties/requests/minimum",keyword:"minimum",params:{comparison:">=",limit:1}}],!1}var valid1=_errs13===
errors}else var valid1=!0;if(valid1)if(data5.seconds!==void 0){let data7=data5.seconds,_errs15=errors;if(!(typeof data7=="number"&&!(data7%1)&&!isNaN(data7)&&isFinite(
data7)))return validate24.errors=[{instancePath:instancePath+"/rateLimit/seconds",schemaPath:"#/properties/rateLimit/properties/seconds/type",keyword:"type",params:{
type:"integer"}}],!1;if(errors===_errs15&&typeof data7=="number"&&isFinite(data7)){if(data7>1e5||isNaN(data7))return validate24.errors=[{instancePath:instancePath+
"/rateLimit/seconds",schemaPath:"#/properties/rateLimit/properties/seconds/maximum",keyword:"maximum",params:{comparison:"<=",limit:1e5}}],!1;if(data7<1||isNaN(
data7))return validate24.errors=[{instancePath:instancePath+"/rateLimit/seconds",schemaPath:"#/properties/rateLimit/properties/seconds/minimum",keyword:"minimum",
params:{comparison:">=",limit:1}}],!1}var valid1=_errs15===errors}else var valid1=!0}}}else return validate24.errors=[{instancePath:instancePath+"/rateLimit",schemaPath:"\
#/properties/rateLimit/type",keyword:"type",params:{type:"object"}}],!1;var valid0=_errs10===errors}else var valid0=!0;if(valid0){if(data.randomSeed!==void 0){let data8=data.
randomSeed,_errs17=errors;if(!(typeof data8=="number"&&!(data8%1)&&!isNaN(data8)&&isFinite(data8)))return validate24.errors=[{instancePath:instancePath+"/random\
Seed",schemaPath:"#/properties/randomSeed/type",keyword:"type",params:{type:"integer"}}],!1;if(errors===_errs17&&typeof data8=="number"&&isFinite(data8)){if(data8>
4294967295||isNaN(data8))return validate24.errors=[{instancePath:instancePath+"/randomSeed",schemaPath:"#/properties/randomSeed/maximum",keyword:"maximum",params:{
comparison:"<=",limit:4294967295}}],!1;if(data8<0||isNaN(data8))return validate24.errors=[{instancePath:instancePath+"/randomSeed",schemaPath:"#/properties/rand\
omSeed/minimum",keyword:"minimum",params:{comparison:">=",limit:0}}],!1}var valid0=_errs17===errors}else var valid0=!0;if(valid0){if(data.secret!==void 0){let data9=data.
secret,_errs19=errors;if(errors===_errs19)if(typeof data9=="string"){if(!pattern10.test(data9))return validate24.errors=[{instancePath:instancePath+"/secret",schemaPath:"\
#/properties/secret/pattern",keyword:"pattern",params:{pattern:"[\\s\\S]"}}],!1}else return validate24.errors=[{instancePath:instancePath+"/secret",schemaPath:"\
#/properties/secret/type",keyword:"type",params:{type:"string"}}],!1;var valid0=_errs19===errors}else var valid0=!0;if(valid0){if(data.baseUrl!==void 0){let data10=data.
baseUrl,_errs21=errors;if(errors===_errs21)if(typeof data10=="string"){if(!pattern11.test(data10))return validate24.errors=[{instancePath:instancePath+"/baseUrl",
schemaPath:"#/properties/baseUrl/pattern",keyword:"pattern",params:{pattern:"^https?://[\\w.:[\\]-]+(?:/[\\w.-]+)*/?$"}}],!1}else return validate24.errors=[{instancePath:instancePath+
"/baseUrl",schemaPath:"#/properties/baseUrl/type",keyword:"type",params:{type:"string"}}],!1;var valid0=_errs21===errors}else var valid0=!0;if(valid0)if(data.control!==
void 0){let data11=data.control,_errs23=errors;if(errors===_errs23)if(data11&&typeof data11=="object"&&!Array.isArray(data11)){let _errs25=errors;for(let key2 in data11)
if(key2!=="token"){return validate24.errors=[{instancePath:instancePath+"/control",schemaPath:"#/properties/control/additionalProperties",keyword:"additionalPro\
perties",params:{additionalProperty:key2}}],!1;break}if(_errs25===errors&&data11.token!==void 0){let data12=data11.token;if(errors===errors)if(typeof data12=="s\
tring"){if(!pattern10.test(data12))return validate24.errors=[{instancePath:instancePath+"/control/token",schemaPath:"#/properties/control/properties/token/patte\
rn",keyword:"pattern",params:{pattern:"[\\s\\S]"}}],!1}else return validate24.errors=[{instancePath:instancePath+"/control/token",schemaPath:"#/properties/contr\
ol/properties/token/type",keyword:"type",params:{type:"string"}}],!1}}else return validate24.errors=[{instancePath:instancePath+"/control",schemaPath:"#/propert\
ies/control/type",keyword:"type",params:{type:"object"}}],!1;var valid0=_errs23===errors}else var valid0=!0}}}}}}}}}}else return validate24.errors=[{instancePath,
schemaPath:"#/type",keyword:"type",params:{type:"object"}}],!1;return validate24.errors=vErrors,errors===0}validate24.evaluated={props:!0,dynamicProps:!1,dynamicItems:!1};

/** The compiled check of Order, and what its places must be. */
export const checkedOrder: Checked = { validate: validOrder, rules: {"":{"must":"an object: { \"match\": { … }, \"fault\": { … }, \"times\": 1 }","names":["match","fault","times"]},"/match":{"must":"an object","names":["method","path","nth","probability"]},"/match/method":{"must":"a method in capitals"},"/match/path":{"must":"a path that starts with /"},"/match/nth":{"must":"a whole number from 1"},"/match/probability":{"must":"a number from 0 to 1"},"/fault":{"must":"what goes wrong, such as { \"status\": 503 }","names":["latency_ms","status","drop","after_commit","truncate","slow_body_ms","malformed_json"]},"/fault/latency_ms":{"must":"milliseconds from 0 to 3600000, or a range [from, to]"},"/fault/latency_ms/*":{"must":"milliseconds from 0 to 3600000"},"/fault/status":{"must":"one of 429, 500, 502, 503, 504"},"/fault/drop":{"must":"before or after_commit"},"/fault/after_commit":{"must":"true or false"},"/fault/truncate":{"must":"true or false"},"/fault/slow_body_ms":{"must":"milliseconds from 0 to 3600000"},"/fault/malformed_json":{"must":"true or false"},"/times":{"must":"a whole number from 1"}} }

/** The compiled check of Seed, and what its places must be. */
export const checkedSeed: Checked = { validate: validSeed, rules: {"":{"must":"an object with a list: { \"merchants\": [{ \"id\", \"name\", \"handle\", \"products\" }] }","names":["merchants"]},"/merchants":{"must":"a list"},"/merchants/*":{"must":"an object: { \"id\", \"name\", \"handle\", \"products\" }","names":["id","name","handle","products"]},"/merchants/*/id":{"must":"letters, digits and dashes"},"/merchants/*/name":{"must":"a text that is not only space"},"/merchants/*/handle":{"must":"small letters, digits and dashes, without the @"},"/merchants/*/products":{"must":"a list"}} }

/** The compiled check of Snapshot, and what its places must be. */
export const checkedSnapshot: Checked = { validate: validSnapshot, rules: {"":{"must":"a snapshot of this version","names":["version","now","planted","requests","outcomes","ledger"]},"/version":{"must":"1"},"/now":{"must":"a time"},"/planted":{"must":"true or false"},"/requests":{"must":"a whole number from 0"},"/outcomes":{"must":"lists of outcomes"},"/ledger":{"must":"what a store holds"}} }

/** The compiled check of Options, and what its places must be. */
export const checkedOptions: Checked = { validate: validOptions, rules: {"":{"must":"an object","names":["seed","clock","startMs","defaultOutcome","approvalDelayMs","rateLimit","randomSeed","secret","baseUrl","onRequest","control"]},"/seed":{"must":"demo, empty or a seed"},"/clock":{"must":"real or manual"},"/startMs":{"must":"milliseconds from 1970 to the year 9999"},"/defaultOutcome":{"must":"succeed, fail or pending"},"/approvalDelayMs":{"must":"milliseconds from 0 to 3600000"},"/rateLimit":{"must":"{ requests, seconds }, both whole numbers from 1","names":["requests","seconds"]},"/rateLimit/requests":{"must":"a whole number from 1 to 1000000"},"/rateLimit/seconds":{"must":"a whole number from 1 to 100000"},"/randomSeed":{"must":"a whole number from 0 to 4294967295"},"/secret":{"must":"a text"},"/baseUrl":{"must":"an http or https address without a query"},"/onRequest":{"must":"a function"},"/control":{"must":"{ token } with a token","names":["token"]},"/control/token":{"must":"a text"}} }
