var c="/program",h=`
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
`;async function m(e,s,t,n){let o=await e({indexURL:s,env:{HOME:"/home",PYTHONHASHSEED:"0"}});o.FS.writeFile("/packed",t),o.runPython(h),o.runPython(u);let r=o.globals.get("install");for(let d of n)o.FS.writeFile("/packed",d),r("/packed");let a=o.globals.get("answer_call");return{answer:d=>a(d)}}var l=e=>self.postMessage(e),p=null;self.onmessage=e=>{let s=e.data;s.kind==="start"?k(s.parts).catch(t=>l({kind:"failed",message:D(t)})):p!==null&&l({kind:"answer",number:s.number,answer:p.answer(s.call)})};async function k(e){let s=0,t=i=>{s+=i,l({kind:"fetched",bytes:s})},n=async i=>new Uint8Array(await(await y(i,t)).arrayBuffer()),o=e.runtime.map(async i=>[i.address,await y(i,t)]),[r,a]=[n(e.program),e.games.map(n)],{loadPyodide:d}=await import(`${e.pyodide}pyodide.mjs`),g=new Map(await Promise.all(o)),f={program:await r,games:await Promise.all(a)};p=await w(g,()=>m(d,e.pyodide,f.program,f.games)),b(),l({kind:"ready"})}async function y(e,s){let t=await fetch(e.address);if(!t.ok||t.body===null)throw new Error(`${e.address}: ${t.status}`);for(let n=t.clone().body.getReader();;){let{done:o,value:r}=await n.read();if(o)return t;s(r.length)}}async function w(e,s){let t=self.fetch;self.fetch=(n,o)=>{let r=n instanceof Request?n.url:String(n),a=e.get(r);return e.delete(r),a===void 0?t.call(self,n,o):Promise.resolve(P(r,a))};try{return await s()}finally{self.fetch=t}}function P(e,s){let t="application/wasm";return!e.endsWith(".wasm")||s.headers.get("Content-Type")===t?s:new Response(s.body,{headers:{"Content-Type":t}})}function b(){let e=["indexedDB","caches","fetch","XMLHttpRequest","WebSocket","EventSource","WebTransport"];for(let s of[...e,"BroadcastChannel","importScripts","Worker","navigator"])Object.defineProperty(self,s,{value:void 0,configurable:!1,writable:!1})}function D(e){return e instanceof Error?e.message:String(e)}
