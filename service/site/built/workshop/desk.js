var f="/program",g=`
import io, sys, tarfile
from compression import zstd

with open("/packed", "rb") as packed:
    archive = tarfile.open(fileobj=io.BytesIO(zstd.decompress(packed.read())))
archive.extractall("${f}", filter="data")
sys.path.insert(0, "${f}")
del archive
`,h=`
from pathlib import Path
from bombsight.service.workshop.calls import answer
from bombsight.service.workshop.desk import Desk
from bombsight.service.workshop.files import install_rules

desk = Desk()

def install(path):
    install_rules(Path(path).read_bytes())

def answer_call(call):
    return answer(desk, call)
`;async function y(e,t,s,o){let n=await e({indexURL:t,env:{HOME:"/home",PYTHONHASHSEED:"0"}});n.FS.writeFile("/packed",s),n.runPython(g),n.runPython(h);let r=n.globals.get("install");for(let i of o)n.FS.writeFile("/packed",i),r("/packed");let a=n.globals.get("answer_call");return{answer:i=>a(i)}}var u="the site has a newer version by now; load this page again, nothing is lost",c=e=>self.postMessage(e),p=null;self.onmessage=e=>{let t=e.data;t.kind==="start"?w(t.parts).catch(s=>c({kind:"failed",message:b(s)})):p!==null&&c({kind:"answer",number:t.number,answer:p.answer(t.call)})};async function w(e){let t=0,s=d=>{t+=d,c({kind:"fetched",bytes:t})},o=e.runtime.map(async d=>[d.address,await l(d,s)]),[n,r]=[l(e.program,s),e.games.map(d=>l(d,s))],{loadPyodide:a}=await import(`${e.pyodide}pyodide.mjs`),i=new Map(await Promise.all(o)),m={program:await n,games:await Promise.all(r)};p=await k(i,()=>y(a,e.pyodide,m.program,m.games)),P(),c({kind:"ready"})}async function l(e,t){let s=await fetch(e.address);if(!s.ok||s.body===null)throw new Error(`${e.address}: ${s.status}`);let o=new TransformStream({transform(r,a){t(r.length),a.enqueue(r)}}),n=new Uint8Array(await new Response(s.body.pipeThrough(o)).arrayBuffer());if(n.length!==e.bytes)throw new Error(u);return n}async function k(e,t){let s=self.fetch;self.fetch=(o,n)=>{let r=o instanceof Request?o.url:String(o),a=e.get(r);if(a===void 0)return s.call(self,o,n);let i=r.endsWith(".wasm")?"application/wasm":"application/octet-stream";return Promise.resolve(new Response(a,{headers:{"Content-Type":i}}))};try{return await t()}finally{self.fetch=s}}function P(){let e=["indexedDB","caches","fetch","XMLHttpRequest","WebSocket","EventSource","WebTransport"];for(let t of[...e,"BroadcastChannel","importScripts","Worker","navigator"])Object.defineProperty(self,t,{value:void 0,configurable:!1,writable:!1})}function b(e){return e instanceof Error?e.message:String(e)}
