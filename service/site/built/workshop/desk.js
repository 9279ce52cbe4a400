var c="/program",y=`
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
`;async function m(e,s,t,o){let n=await e({indexURL:s,env:{HOME:"/home",PYTHONHASHSEED:"0"}});n.FS.writeFile("/packed",t),n.runPython(y),n.runPython(u);let r=n.globals.get("install");for(let d of o)n.FS.writeFile("/packed",d),r("/packed");let a=n.globals.get("answer_call");return{answer:d=>a(d)}}var w="the site has a newer version by now; load this page again, nothing is lost",l=e=>self.postMessage(e),p=null;self.onmessage=e=>{let s=e.data;s.kind==="start"?k(s.parts).catch(t=>l({kind:"failed",message:v(t)})):p!==null&&l({kind:"answer",number:s.number,answer:p.answer(s.call)})};async function k(e){let s=0,t=i=>{s+=i,l({kind:"fetched",bytes:s})},o=async i=>new Uint8Array(await(await g(i,t)).arrayBuffer()),n=e.runtime.map(async i=>[i.address,await g(i,t)]),[r,a]=[o(e.program),e.games.map(o)],{loadPyodide:d}=await import(`${e.pyodide}pyodide.mjs`),h=new Map(await Promise.all(n)),f={program:await r,games:await Promise.all(a)};p=await b(h,()=>m(d,e.pyodide,f.program,f.games)),D(),l({kind:"ready"})}async function g(e,s){let t=await fetch(e.address);if(!t.ok||t.body===null)throw new Error(`${e.address}: ${t.status}`);let o=0;for(let n=t.clone().body.getReader();;){let{done:r,value:a}=await n.read();if(r)break;o+=a.length,s(a.length)}if(o!==e.bytes)throw new Error(w);return t}async function b(e,s){let t=self.fetch;self.fetch=(o,n)=>{let r=o instanceof Request?o.url:String(o),a=e.get(r);return e.delete(r),a===void 0?t.call(self,o,n):Promise.resolve(P(r,a))};try{return await s()}finally{self.fetch=t}}function P(e,s){let t="application/wasm";return!e.endsWith(".wasm")||s.headers.get("Content-Type")===t?s:new Response(s.body,{headers:{"Content-Type":t}})}function D(){let e=["indexedDB","caches","fetch","XMLHttpRequest","WebSocket","EventSource","WebTransport"];for(let s of[...e,"BroadcastChannel","importScripts","Worker","navigator"])Object.defineProperty(self,s,{value:void 0,configurable:!1,writable:!1})}function v(e){return e instanceof Error?e.message:String(e)}
