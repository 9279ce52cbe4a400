var c="/program",g=`
import marshal, os, sys
from compression import zstd

with open("/packed", "rb") as packed:
    files = marshal.loads(zstd.decompress(packed.read()))
for folder in sorted({"${c}/" + path.rpartition("/")[0] for path in files}):
    os.makedirs(folder, exist_ok=True)
for path, content in files.items():
    file = os.open("${c}/" + path, os.O_WRONLY | os.O_CREAT)
    os.write(file, content)
    os.close(file)
sys.path.insert(0, "${c}")
del files
`,u=`
from pathlib import Path
from bombsight.service.workshop.calls import answer
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.files import install_rules

desk = Desk()

def install(path):
    install_rules(Path(path).read_bytes())

def answer_call(call):
    return answer(desk, call)
`;async function y(e,s,t,n){let o=await e({indexURL:s,env:{HOME:"/home",PYTHONHASHSEED:"0"}});o.FS.writeFile("/packed",t),o.runPython(g),o.runPython(u);let r=o.globals.get("install");for(let a of n)o.FS.writeFile("/packed",a),r("/packed");let i=o.globals.get("answer_call");return{answer:a=>i(a)}}var l=e=>self.postMessage(e),f=null;self.onmessage=e=>{let s=e.data;s.kind==="start"?h(s.parts).catch(t=>l({kind:"failed",message:P(t)})):f!==null&&l({kind:"answer",number:s.number,answer:f.answer(s.call)})};async function h(e){let s=0,t=d=>{s+=d,l({kind:"fetched",bytes:s})},n=e.runtime.map(async d=>[d.address,await p(d,t)]),[o,r]=[p(e.program,t),e.games.map(d=>p(d,t))],{loadPyodide:i}=await import(`${e.pyodide}pyodide.mjs`),a=new Map(await Promise.all(n)),m={program:await o,games:await Promise.all(r)};f=await w(a,()=>y(i,e.pyodide,m.program,m.games)),k(),l({kind:"ready"})}async function p(e,s){let t=await fetch(e.address);if(!t.ok||t.body===null)throw new Error(`${e.address}: ${t.status}`);let n=new TransformStream({transform(o,r){s(o.length),r.enqueue(o)}});return new Uint8Array(await new Response(t.body.pipeThrough(n)).arrayBuffer())}async function w(e,s){let t=self.fetch;self.fetch=(n,o)=>{let r=n instanceof Request?n.url:String(n),i=e.get(r);if(i===void 0)return t.call(self,n,o);let a=r.endsWith(".wasm")?"application/wasm":"application/octet-stream";return Promise.resolve(new Response(i,{headers:{"Content-Type":a}}))};try{return await s()}finally{self.fetch=t}}function k(){let e=["indexedDB","caches","fetch","XMLHttpRequest","WebSocket","EventSource","WebTransport"];for(let s of[...e,"BroadcastChannel","importScripts","Worker","navigator"])Object.defineProperty(self,s,{value:void 0,configurable:!1,writable:!1})}function P(e){return e instanceof Error?e.message:String(e)}
