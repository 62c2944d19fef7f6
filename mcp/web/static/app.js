var ht,Bm,Rd,Ir,Ad,ec,zm,jl,Vm,Pd,Cd,wb,xa=Symbol.for("pv"),tc={},nc=[],Tb=/^m(i|n|o|s|text|space)$/,Id=Array.isArray,Ld=nc.slice,Cs=Object.assign;function As(n){n&&n.parentNode&&n.remove()}function Hm(n,e,t){var i,r,s,o={},l=arguments.length;for(s in e)s=="key"?i=e[s]:s=="ref"&&typeof n!="function"?r=e[s]:o[s]=e[s];return l>2&&(o.children=l>3?Ld.call(arguments,2):t),ya(n,o,i,r,null)}function ya(n,e,t,i,r){var s={type:n,props:e,key:t,ref:i,__k:null,__:null,__b:0,__e:null,__c:null,constructor:xa,__v:r||++Bm,__i:-1,__u:0};return!r&&ht.vnode&&ht.vnode(s),s}function Me(n){return n.children}function oo(n,e){this.props=n,this.context=e,this.__g=0}function Lr(n,e){if(e==null)return n.__&&Lr(n.__,n.__i+1);for(var t;e<n.__k.length;e++)if((t=n.__k[e])&&t.__e)return t.__e;return typeof n.type!="function"||n.props.__P?null:Lr(n)}function Eb(n){var e,t=n.__v,i=t.__e,r=[],s=[],o=n.__P;o&&((e=Cs({constructor:xa},t)).__v=t.__v+1,ht.vnode&&ht.vnode(e),Dd(o,e,t,n.__n,o.namespaceURI,32&t.__u?[i]:null,r,i||Lr(t),32&t.__u,s),e.__v=t.__v,e.__.__k[e.__i]=e,Ym(r,e,s),t.__=t.__e=null,e.__e!=i&&Gm(e))}function Gm(n){if((n=n.__)&&n.__c&&!n.props.__P)return n.__e=null,n.__k.some(function(e){return e&&(n.__e=e.__e)}),Gm(n)}function Um(n){(8&n.__g||(n.__g|=8,Ir.push(n),ec++))&&Ad==ht.debounceRendering||((Ad=ht.debounceRendering)||queueMicrotask)(Wm)}function Wm(){try{for(var n,e=1;Ir.length;)Ir.length>e&&Ir.sort(zm),n=Ir.shift(),e=Ir.length,8&n.__g&&Eb(n)}finally{(ec=Ir.length)&&(Ad||queueMicrotask)(Wm)}}function Xm(n,e,t,i,r,s,o,l,c,u,h){var m,p,f,_,S,g,v=i.__k||nc,M=e.length;for(c=Ab(t,e,v,c,M),m=0;m<M;m++)(f=t.__k[m])!=null&&(p=~f.__i&&v[f.__i]||tc,f.__i=m,g=Dd(n,f,p,r,s,o,l,c,u,h),_=f.__e,(p.ref!=f.ref||8&p.__u)&&(p.ref&&Nd(p.ref,null,f,p),f.ref&&h.push(f.ref,f.__c||_,f)),S=S||_,4&f.__u?(c=qm(f,c,n,!p.__v),p.__e&&(p.__e=null)):typeof f.type=="function"&&g!==void 0?c=g:_&&(c=_.nextSibling),f.__u&=-21);return t.__e=S,c}function Ab(n,e,t,i,r){var s,o,l,c,u,h,m,p,f,_=t.length,S=_,g=0,v=0,M=n.__k=Array(r);for(s=0;s<r;s++)(o=e[s])!=null&&typeof o!="boolean"&&typeof o!="function"?(typeof o!="object"||o.constructor===String?o=M[s]=ya(null,o):Id(o)?o=M[s]=ya(Me,{children:o}):o.constructor===xa&&o.__b?o=M[s]=ya(o.type,o.props,o.key,o.ref,o.__v):M[s]=o,c=s+g,o.__=n,o.__b=n.__b+1,l=null,~(u=o.__i=Cb(o,t,c,S))&&(S--,(l=t[u])&&(l.__u|=2)),l&&l.__v?(o.__u|=16,u==c-1?g--:u==c+1?g++:u!=c&&(u>c?g--:g++,v=1)):(~u||(r>_?g--:r<_&&g++),typeof o.type!="function"&&(o.__u|=4))):M[s]=null;if(v){for(h=[],m=[],s=0;s<r;s++)if((o=M[s])&&16&o.__u){for(g=0,p=h.length;g<p;)h[f=g+p>>1]<o.__i?g=f+1:p=f;h[g]=o.__i,m[s]=g+1}for(g=h.length;s--;)m[s]&&(m[s]==g?g--:M[s].__u|=4)}if(S)for(s=0;s<_;s++)!(l=t[s])||2&l.__u||(l.__e==i&&(i=Lr(l)),Fd(l,l));return i}function qm(n,e,t,i){var r,s,o,l;if(typeof n.type=="function"){if(n.props.__P)return e;if(r=n.__k)for(s=0;s<r.length;s++)r[s]&&(r[s].__=n,e=qm(r[s],e,t,!1));return e}for(e&&!e.parentNode&&(e=Lr(n))&&!e.parentNode&&(e=null),o=n.__e,l=e;l&&l.nodeType==8;)l=l.nextSibling;for(o!=l&&(!i&&t.moveBefore&&o.parentNode?t.moveBefore(o,e):t.insertBefore(o,e||null)),e=o;(e=e&&e.nextSibling)&&e.nodeType==8&&!e.data.startsWith("$s"););return e}function Cb(n,e,t,i){var r,s=n.key,o=n.type,l=e[t],c=l&&!(2&l.__u);if(l===null&&s==null||c&&s==l.key&&o==l.type)return t;if(i>(c?1:0)){for(r=t-1;r>=0;r--)if((l=e[r])&&!(2&l.__u)&&s==l.key&&o==l.type)return r;for(r=t+1;r<e.length;r++)if((l=e[r])&&!(2&l.__u)&&s==l.key&&o==l.type)return r}return-1}function Om(n,e,t){t==null&&(t=""),e[0]=="-"?n.setProperty(e,t):n[e]=t}function Zl(n,e,t,i,r){var s,o;if(e=="style")if(typeof t=="string")n.style.cssText=t;else{if(typeof i=="string"&&(n.style.cssText=i=""),i)for(e in i)t&&e in t||Om(n.style,e);if(t)for(e in t)i&&t[e]==i[e]||Om(n.style,e,t[e])}else if(e[0]=="o"&&e[1]=="n")typeof t!="function"&&(t=null),typeof i!="function"&&(i=null),(n.__e||(n.__e={}))[e]=t,t&&i||(o=Cd[e]||(Cd[e]=Rb(e)),(n.__a||(n.__a={}))[e]=Pd,s=e!=(e=e.replace(Vm,"$1")),(e=e.slice(2))[0]<"a"&&(e=e.toLowerCase()),t?n.addEventListener(e,o,s):n.removeEventListener(e,o,s));else{if(r=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in n)try{return void(n[e]=t??"")}catch{}if(typeof t=="function")return;t==null||t===!1&&e[4]!="-"?n.removeAttribute(e):n.setAttribute(e,e=="popover"&&t==1?"":t)}}function Rb(n){return function(e){var t=this.__e;if(t){if(t=t[n],e[jl]==null)e[jl]=Pd++;else if(e[jl]<this.__a[n])return;return t(ht.event?ht.event(e):e)}}}function Dd(n,e,t,i,r,s,o,l,c,u){var h,m,p,f,_,S,g,v,M,A,w,R,C,y,T,O,D,F,V=e.type;if(e.constructor!==xa)return null;128&t.__u&&(c=32&t.__u,h=t.__c.__z)&&(e.__u|=c,m=s=[],h.nodeType==8?l=Ql(h,s):s.push(h),l=s[0]||l),(h=ht.__b)&&h(e);e:if(typeof V=="function"){p=o.length;try{if(v=e.props,M=(h=V.prototype)&&h.render,A=(h=V.contextType)&&i[h.__c],w=h?A?A.props.value:h.__:i,(f=t.__c)?(e.__c=f,2&f.__g&&(f.__g|=1)):(M?e.__c=f=new V(v,w):(e.__c=f=new oo(v,w),f.constructor=V,f.render=Ib),A&&A.sub(f),f.state||(f.state={}),f.__n=i,f.__g|=8,f.__h=[],f.__k=[]),M&&(f.__s||(f.__s=f.state),V.getDerivedStateFromProps&&(f.__s==f.state&&(f.__s=Cs({},f.__s)),Cs(f.__s,V.getDerivedStateFromProps(v,f.__s)))),_=f.props,S=f.state,f.__v=e,t.__c){if(v!==_&&M&&!V.getDerivedStateFromProps&&f.componentWillReceiveProps&&f.componentWillReceiveProps(v,w),e.__v==t.__v&&!(8&f.__g)||!(4&f.__g)&&f.shouldComponentUpdate&&f.shouldComponentUpdate(v,f.__s,w)===!1){e.__v!=t.__v&&(f.props=v,f.state=f.__s,f.__g&=-9),e.__e=t.__e,e.__k=t.__k,e.__k.some(function(X){X&&(X.__=e)}),nc.push.apply(f.__h,f.__k),f.__k=[],f.__h.length&&o.push(f),l=Lr(t);break e}f.componentWillUpdate&&f.componentWillUpdate(v,f.__s,w),M&&f.componentDidUpdate&&f.__h.push(function(){f.componentDidUpdate(_,S,g)})}else M&&!V.getDerivedStateFromProps&&f.componentWillMount&&f.componentWillMount(),M&&f.componentDidMount&&f.__h.push(f.componentDidMount);f.context=w,f.props=v,f.__P=n,f.__g&=-5,R=ht.__r,C=M?25:0;do f.__g&=-9,R&&R(e),h=f.render(f.props,f.state=f.__s,f.context);while(8&f.__g&&++C<25);M&&(nc.push.apply(f.__h,f.__k),f.__k=[]),f.state=f.__s,f.getChildContext&&(i=Cs({},i,f.getChildContext())),M&&t.__c&&f.getSnapshotBeforeUpdate&&(g=f.getSnapshotBeforeUpdate(_,S)),y=h&&h.type===Me&&h.key==null?h.props.children:h,v.__P&&(h=l,r=(n=v.__P).namespaceURI,c=s=null,t.props&&t.props.__P!=n&&(t.__k.some(function(X){X&&Fd(X,X)}),t.__k=null),l=t.__k?Lr(t,0):null),l=Xm(n,Id(y)?y:[y],e,t,i,r,s,o,l,c,u),v.__P&&(e.__e=null,l=h),e.__u&=-161,m&&m.some(As),f.__h.length&&o.push(f),1&f.__g&&(f.__g&=-4)}catch(X){if(o.length=p,e.__v=null,c||s)if(X&&X.then){if(e.__u|=128|c,s){for(~(D=s.indexOf(l||void 0))||(D=s.length);(F=s[D-1])&&F.nodeType==8;)D--;for(;D<s.length;D++)if(F=s[D])if(s[D]=null,T){if(F==O)break}else{if(F.nodeType!=8)break;F.data.startsWith("$s")&&(O=Ql(T=F))}}if(!T){for(;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;T=l}(h=Ql(T=e.__c.__z||(e.__c.__z=T)))?(e.__e=T,l=h):e.__e=l,l=l&&l.nextSibling}else s&&s.some(As);else e.__e=t.__e;e.__k||(e.__k=t.__k||[]),X&&X.then||Jm(e),ht.__e(X,e,t)}}else l=e.__e=Pb(t.__e,e,t,i,r,s,o,c,u,n);return(h=ht.diffed)&&h(e),l}function Ql(n,e){if(n&&n.nodeType==8&&n.data.startsWith("$s"))for(var t=1;n=n.nextSibling;){if(n.nodeType==8){if(n.data.startsWith("$s"))t++;else if(n.data.startsWith("/$s")&&!--t)return n}e&&e.push(n)}}function Jm(n){n&&(n.__c&&(n.__c.__g|=4),n.__k&&n.__k.some(Jm))}function Ym(n,e,t){for(var i=0;i<t.length;)Nd(t[i++],t[i++],t[i++]);ht.__c&&ht.__c(e,n),n.some(function(r){try{n=r.__h,r.__h=[],n.some(function(s){s.call(r)})}catch(s){ht.__e(s,r.__v)}})}function Pb(n,e,t,i,r,s,o,l,c,u){var h,m,p,f,_,S,g,v,M=t.props||tc,A=e.props,w=e.type;if(w=="svg"?r="http://www.w3.org/2000/svg":w=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s){for(h=0;h<s.length;h++)if((_=s[h])&&(w?_.localName==w:_.nodeType==3)){n=_,s[h]=null;break}}if(!n){if(v=u.ownerDocument||document,!w)return v.createTextNode(A);n=v.createElementNS(r,w,A.is?A:u),l&&(ht.__m&&ht.__m(e,s),l=!1),s=null}if(w){if(u=w=="template"&&n.content||n,s=w=="textarea"&&A.defaultValue!=null?null:s&&Ld.call(u.childNodes),!l&&s)for(M={},h=0;h<n.attributes.length;h++)M[(_=n.attributes[h]).name]=_.value;for(h in M)_=M[h],h=="dangerouslySetInnerHTML"?p=_:h=="children"||h in A||h=="value"&&"defaultValue"in A||h=="checked"&&"defaultChecked"in A||Zl(n,h,null,_,r);for(h in A)_=A[h],h=="children"?f=_:h=="dangerouslySetInnerHTML"?m=_:h=="value"?S=_:h=="checked"?g=_:l&&typeof _!="function"||M[h]===_||Zl(n,h,_,M[h],r);m?(l||p&&(m.__html==p.__html||m.__html==n.innerHTML)||(n.innerHTML=m.__html),e.__k=[]):(p&&(n.textContent=""),(w=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&Tb.test(w))&&(r="http://www.w3.org/1999/xhtml"),Xm(u,Id(f)?f:[f],e,t,i,r,s,o,s?s[0]:t.__k&&Lr(t,0),l,c),s&&s.some(As)),l&&w!="textarea"||(h="value",w=="progress"&&S==null?n.removeAttribute(h):S==null||S===n[h]&&(w!="progress"||S)||Zl(n,h,S,M[h],r),h="checked",g!=null&&g!=n[h]&&Zl(n,h,g,M[h],r))}else M===A||l&&n.data==A||(n.data=A);return n}function Nd(n,e,t,i){try{typeof n=="function"?e?e.__x=n(e)||1:i&&(i=i.__c||i.__e)&&(e=i.__x)&&(i.__x=null,typeof e=="function"?e():n(null)):n.current=e}catch(r){ht.__e(r,t)}}function Fd(n,e,t){var i,r,s,o;if(ht.unmount&&ht.unmount(n),!(i=n.ref)||i.current&&i.current!=n.__e||Nd(i,null,e,n),i=n.__c){if(i.componentWillUnmount)try{i.componentWillUnmount()}catch(l){ht.__e(l,e)}i.__P=i.__n=null}if(i=n.__k)for(o=0;o<i.length;o++)i[o]&&Fd(i[o],e,typeof n.type!="function"||t&&!n.props.__P);!t&&(i=n.__c)&&(i=i.__z)&&(r=Ql(i,s=[]))&&(i==n.__e&&s.some(As),As(r),As(i)),t||As(n.__e),n.__e=n.__c=n.__=null}function Ib(n,e,t){return this.constructor(n,t)}function $m(n,e){var t,i,r,s;ht.__&&ht.__(n,e),e.nodeType==9&&(e=e.documentElement),i=(t=n&&32&n.__u)?null:e.__k,e.__k=ya(Me,{children:[n]}),r=[],s=[],Dd(e,e.__k,i||tc,tc,e.namespaceURI,i?null:e.firstChild?Ld.call(e.childNodes):null,r,i?i.__e:e.firstChild,t,s),Ym(r,e.__k,s),e.__k.props.children=null}ht={__e:function(n,e,t,i){for(var r,s,o;e=e.__;)if((r=e.__c)&&!(1&r.__g)){r.__g|=4;try{if((o=(s=r.constructor)&&s.getDerivedStateFromError)&&r.setState(s.getDerivedStateFromError(n)),r.componentDidCatch&&(r.componentDidCatch(n,i||{}),o=1),o&&8&r.__g)return void(r.__g|=2)}catch(l){n=l}}throw ec=0,n}},Bm=0,Rd=function(n){return n!=null&&n.constructor===xa},oo.prototype.setState=function(n,e){var t=this.__s;t&&t!=this.state||(t=this.__s=Cs({},this.state)),typeof n=="function"&&(n=n(Cs({},t),this.props)),n&&(Cs(t,n),this.__v&&(e&&this.__k.push(e),Um(this)))},oo.prototype.forceUpdate=function(n){this.__v&&(this.__g|=4,n&&this.__h.push(n),Um(this))},oo.prototype.render=Me,Ir=[],ec=0,zm=function(n,e){return n.__v.__b-e.__v.__b},jl=Symbol(),Vm=/(PointerCapture)$|Capture$/i,Pd=0,Cd={},wb=0;var ao,Yt,kd,Km,Ud=Object.is,ic=0,sg=[],Od=[],Wt=ht,Zm=Wt.__b,jm=Wt.__r,Qm=Wt.diffed,eg=Wt.__c,tg=Wt.unmount,ng=Wt.__;function rc(n,e){Wt.__h&&Wt.__h(Yt,n,ic||e),ic=0;var t=Yt.__H||(Yt.__H={__:[],__h:[]});return n>=t.__.length&&t.__.push({}),t.__[n]}function je(n){return ic=1,Lb(ag,n)}function Lb(n,e,t){var i=rc(ao++,2);if(i.t=n,!i.__c&&(i.__=[t?t(e):ag(void 0,e),function(s){var o=(i.__N||i.__)[0],l=i.t(o,s);Ud(o,l)||(i.__N=[l,i.__[1]],i.__c.setState({}))}],i.__c=Yt,!Yt.__f)){Yt.__f=!0;var r=Yt.shouldComponentUpdate;Yt.shouldComponentUpdate=function(s,o,l){var c=this.__H;if(!c)return!0;var u=!1,h=this.props!=s;if(c.__.some(function(p){p.__N&&(u=!0,Ud(p.__[0],p.__N[0])||(h=!0))}),r){var m=r.call(this,s,o,l);return u?m||h:m}return!u||h}}return i.__}function Fe(n,e){var t=rc(ao++,3);!Wt.__s&&zd(t.__H,e)&&(t.__P=!0,t.__=n,t.u=e,Yt.__H.__h.push(t))}function og(n,e){var t=rc(ao++,4);!Wt.__s&&zd(t.__H,e)&&(t.__P=!1,t.__=n,t.u=e,Yt.__h.push(t))}function In(n){return ic=5,Bi(function(){return{current:n}},[])}function Bi(n,e){var t=rc(ao++,7);return zd(t.__H,e)&&(t.__=n(),t.__H=e),t.__}function Db(){var n;do{for(;n=Od.shift();)try{ba(n)}catch(t){Wt.__e(t,{__:(n=n.__P)&&n.__v})}for(;n=sg.shift();){var e=n.__H;if(n.__P&&e)try{e.__h.some(ba),e.__h.some(Bd),e.__h=[]}catch(t){e.__h=[],Wt.__e(t,n.__v)}}}while(Od.length)}Wt.__b=function(n){Yt=null,Zm&&Zm(n)},Wt.__=function(n,e){n&&e.__k&&e.__k.__m&&(n.__m=e.__k.__m),ng&&ng(n,e)},Wt.__r=function(n){jm&&jm(n),ao=0;var e=(Yt=n.__c).__H;e&&(kd==Yt?Yt.__h=[]:(e.__h.some(ba),e.__h.some(Bd),ao=0),e.__h=[],e.__.some(function(t){t.__N&&(t.__=t.__N),t.u=t.__N=void 0})),kd=Yt},Wt.diffed=function(n){Qm&&Qm(n);var e=n.__c;e&&e.__H&&(e.__H.__h.length&&rg(sg.push(e)),e.__H.__.some(function(t){t.u&&(t.__H=t.u)})),kd=Yt=null},Wt.__c=function(n,e){e.some(function(t){try{t.__h.some(ba),t.__h=t.__h.filter(function(i){return!i.__||Bd(i)})}catch(i){t.__h=[function(){throw i}]}}),eg&&eg(n,e)},Wt.unmount=function(n){tg&&tg(n);var e,t,i=n.__c;i&&i.__H&&(i.__H.__.some(function(r){try{if(r.__P&&r.__c){if(t===void 0){for(t=n.__;t&&(!t.__c||!t.__c.__P);)t=t.__;t=t&&t.__c}r.__P=t,rg(Od.push(r))}else ba(r)}catch(s){e=s}}),i.__H=void 0,e&&Wt.__e(e,i.__v))};var ig=typeof requestAnimationFrame=="function";function Nb(n){var e,t=function(){clearTimeout(i),ig&&cancelAnimationFrame(e),setTimeout(n)},i=setTimeout(t,35);ig&&(e=requestAnimationFrame(t))}function rg(n){n!=1&&Km==Wt.requestAnimationFrame||((Km=Wt.requestAnimationFrame)||Nb)(Db)}function ba(n){var e=Yt,t=n.__c;typeof t=="function"&&(n.__c=void 0,t()),Yt=e}function Bd(n){var e=Yt;n.__c=n.__(),Yt=e}function zd(n,e){return!n||n.length!=e.length||e.some(function(t,i){return!Ud(t,n[i])})}function ag(n,e){return typeof e=="function"?e(n):e}var Fb=Symbol.for("preact-signals");function lc(){if(sr>1)sr--;else{var n,e=!1;for((function(){var r=oc;for(oc=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var o=s.t;o!==void 0;o=o.x)o.i===r.i&&(o.i=s.i);r=r.o}})();Ma!==void 0;){var t=Ma;for(Ma=void 0,sc++;t!==void 0;){var i=t.u;if(t.u=void 0,t.f&=-3,!(8&t.f)&&cg(t))try{t.c()}catch(r){e||(n=r,e=!0)}t=i}}if(sc=0,sr--,e)throw n}}function wa(n){if(sr>0)return n();Vd=++kb,sr++;try{return n()}finally{lc()}}var Sa,Ft=void 0;function Rs(n){var e=Ft,t=Sa;Ft=void 0,Sa=void 0;try{return n()}finally{Ft=e,Sa=t}}var Ma=void 0,sr=0,sc=0,kb=0,Vd=0,oc=void 0,ac=0;function lg(n){if(Ft!==void 0){var e=n.n;if(e===void 0||e.t!==Ft)return e={i:0,S:n,p:Ft.s,n:void 0,t:Ft,e:void 0,x:void 0,r:e},Ft.s!==void 0&&(Ft.s.n=e),Ft.s=e,n.n=e,32&Ft.f&&n.S(e),e;if(e.i===-1)return e.i=0,e.n!==void 0&&(e.n.p=e.p,e.p!==void 0&&(e.p.n=e.n),e.p=Ft.s,e.n=void 0,Ft.s.n=e,Ft.s=e),e}}function jt(n,e){this.v=n,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=e?.watched,this.Z=e?.unwatched,this.name=e?.name}jt.prototype.brand=Fb;jt.prototype.h=function(){return!0};jt.prototype.S=function(n){var e=this,t=this.t;t!==n&&n.e===void 0&&(n.x=t,this.t=n,t!==void 0?t.e=n:Rs(function(){var i;(i=e.W)==null||i.call(e)}))};jt.prototype.U=function(n){var e=this;if(this.t!==void 0){var t=n.e,i=n.x;t!==void 0&&(t.x=i,n.e=void 0),i!==void 0&&(i.e=t,n.x=void 0),n===this.t&&(this.t=i,i===void 0&&Rs(function(){var r;(r=e.Z)==null||r.call(e)}))}};jt.prototype.subscribe=function(n){var e=this;return Ke(function(){var t=e.value;Rs(function(){return n(t)})},{name:"sub"})};jt.prototype.valueOf=function(){return this.value};jt.prototype.toString=function(){return this.value+""};jt.prototype.toJSON=function(){return this.value};jt.prototype.peek=function(){var n=this;return Rs(function(){return n.value})};Object.defineProperty(jt.prototype,"value",{get:function(){var n=lg(this);return n!==void 0&&(n.i=this.i),this.v},set:function(n){if(n!==this.v){if(sc>100)throw new Error("Cycle detected");(function(t){sr!==0&&sc===0&&t.l!==Vd&&(t.l=Vd,oc={S:t,v:t.v,i:t.i,o:oc})})(this),this.v=n,this.i++,ac++,sr++;try{for(var e=this.t;e!==void 0;e=e.x)e.t.N()}finally{lc()}}}});function z(n,e){return new jt(n,e)}function cg(n){for(var e=n.s;e!==void 0;e=e.n)if(e.S.i!==e.i||!e.S.h()||e.S.i!==e.i)return!0;return!1}function ug(n){for(var e=n.s;e!==void 0;e=e.n){var t=e.S.n;if(t!==void 0&&(e.r=t),e.S.n=e,e.i=-1,e.n===void 0){n.s=e;break}}}function hg(n){for(var e=n.s,t=void 0;e!==void 0;){var i=e.p;e.i===-1?(e.S.U(e),i!==void 0&&(i.n=e.n),e.n!==void 0&&(e.n.p=i)):t=e,e.S.n=e.r,e.r!==void 0&&(e.r=void 0),e=i}n.s=t}function Ps(n,e){jt.call(this,void 0,e),this.x=n,this.s=void 0,this.g=ac-1,this.f=4}Ps.prototype=new jt;Ps.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===ac))return!0;if(this.g=ac,this.f|=1,this.i>0&&!cg(this))return this.f&=-2,!0;var n=Ft;try{ug(this),Ft=this;var e=this.x();(16&this.f||this.v!==e||this.i===0)&&(this.v=e,this.f&=-17,this.i++)}catch(t){this.v=t,this.f|=16,this.i++}return Ft=n,hg(this),this.f&=-2,!0};Ps.prototype.S=function(n){if(this.t===void 0){this.f|=36;for(var e=this.s;e!==void 0;e=e.n)e.S.S(e)}jt.prototype.S.call(this,n)};Ps.prototype.U=function(n){if(this.t!==void 0&&(jt.prototype.U.call(this,n),this.t===void 0)){this.f&=-33;for(var e=this.s;e!==void 0;e=e.n)e.S.U(e)}};Ps.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var n=this.t;n!==void 0;n=n.x)n.t.N()}};Object.defineProperty(Ps.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var n=lg(this);if(this.h(),n!==void 0&&(n.i=this.i),16&this.f)throw this.v;return this.v}});function at(n,e){return new Ps(n,e)}function dg(n){var e=n.j;if(n.j=void 0,typeof e=="function"){sr++;var t=Ft;Ft=void 0;try{e()}catch(i){throw n.f&=-2,n.f|=8,Hd(n),i}finally{Ft=t,lc()}}}function Hd(n){for(var e=n.s;e!==void 0;e=e.n)e.S.U(e);n.x=void 0,n.s=void 0,dg(n)}function Ub(n){if(Ft!==this)throw new Error("Out-of-order effect");hg(this),Ft=n,this.f&=-2;try{8&this.f&&Hd(this)}finally{lc()}}function lo(n,e){this.x=n,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=e?.name,Sa&&Sa.push(this)}lo.prototype.c=function(){var n=this.S();try{if(8&this.f||this.x===void 0)return;var e=this.x();typeof e=="function"&&(this.j=e)}finally{n()}};lo.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,dg(this),ug(this),sr++;var n=Ft;return Ft=this,Ub.bind(this,n)};lo.prototype.N=function(){2&this.f||(this.f|=2,this.u=Ma,Ma=this)};lo.prototype.d=function(){this.f|=8,1&this.f||Hd(this)};lo.prototype.dispose=function(){this.d()};function Ke(n,e){var t=new lo(n,e);try{t.c()}catch(r){throw t.d(),r}var i=t.d.bind(t);return i[Symbol.dispose]=i,i}var fg,uc,cc,Ob=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__;var pg=[];Ke(function(){fg=this.N})();function co(n,e){ht[n]=e.bind(null,ht[n]||function(){})}function Ta(n){if(cc){var e=cc;cc=void 0,e()}cc=n&&n.S()}function mg(n){var e=this,t=n.data,i=zb(t);i.name="ReactiveDom",i.value=t;var r=Bi(function(){for(var l=e,c=e.__v;c=c.__;)if(c.__c){c.__c.__$f|=4;break}var u=at(function(){var f=i.value.value;return f===0?0:f===!0?"":f||""}),h=at(function(){return!Array.isArray(u.value)&&!Rd(u.value)}),m=Ke(function(){if(this.N=gg,h.value){var f=u.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=f)}}),p=e.__$u.d;return e.__$u.d=function(){m(),p.call(this)},[h,u]},[]),s=r[0],o=r[1];return s.value?o.peek():o.value}mg.displayName="ReactiveTextNode";Object.defineProperties(jt.prototype,{constructor:{configurable:!0,value:Hm(Me,null).constructor},type:{configurable:!0,value:mg},props:{configurable:!0,get:function(){var n=this;return{data:{get value(){return n.value}}}}},__b:{configurable:!0,value:1}});co("__b",function(n,e){if(Ta(),uc=void 0,typeof e.type=="string"){var t,i=e.props;for(var r in i)if(r!=="children"){var s=i[r];s instanceof jt&&(t||(e.__np=t={}),t[r]=s,i[r]=s.peek())}}n(e)});co("__r",function(n,e){if(n(e),e.type!==Me){Ta();var t,i=e.__c;i&&(i.__$f&=-2,(t=i.__$u)===void 0&&(i.__$u=t=(function(r,s){var o;return Ke(function(){o=this},{name:s}),o.c=r,o})((function(r){return function(){var s;Ob&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(i),typeof e.type=="function"?e.type.displayName||e.type.name:""))),uc=i,Ta(t)}});co("__e",function(n,e,t,i){Ta(),uc=void 0,n(e,t,i)});co("diffed",function(n,e){Ta(),uc=void 0;var t;if(typeof e.type=="string"&&(t=e.__e)){var i=e.__np,r=e.props,s=t.U;if(s)for(var o in s){var l=s[o];l===void 0||i&&o in i||(l.d(),s[o]=void 0)}if(i){s||(s={},t.U=s);for(var c in i){var u=s[c],h=i[c];u===void 0?(u=Bb(t,c,h,r),s[c]=u):u.o(h,r)}}}n(e)});function Bb(n,e,t,i){var r=e in n&&n.ownerSVGElement===void 0,s=z(t);return{o:function(o,l){s.value=o,i=l},d:Ke(function(){this.N=gg;var o=s.value.value;i[e]!==o&&(i[e]=o,r?n[e]=o:o!=null&&(o!==!1||e[4]==="-")?n.setAttribute(e,o):n.removeAttribute(e))})}}co("unmount",function(n,e){if(typeof e.type=="string"){var t=e.__e;if(t){var i=t.U;if(i){t.U=void 0;for(var r in i){var s=i[r];s&&s.d()}}}var o=e.__np;if(o){var l=e.props;for(var c in o)l[c]=o[c]}e.__np=void 0}else{var u=e.__c;if(u){u.__$f|=8;var h=u.__$u;h&&(u.__$u=void 0,h.d())}}n(e)});co("__h",function(n,e,t,i){i<3&&(e.__$f|=2),n(e,t,i)});oo.prototype.shouldComponentUpdate=function(n,e){if(this.__R)return!0;var t=this.__$u,i=t&&t.s!==void 0;for(var r in e)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(i||s||4&this.__$f)||1&this.__$f)return!0}else if(!(i||4&this.__$f)||3&this.__$f)return!0;for(var o in n)if(o!=="__source"&&n[o]!==this.props[o])return!0;for(var l in this.props)if(!(l in n))return!0;return!1};function zb(n,e){return Bi(function(){return z(n,e)},[])}var Vb=function(n){queueMicrotask(function(){queueMicrotask(n)})};function Hb(){wa(function(){for(var n;n=pg.shift();)fg.call(n)})}function gg(){pg.push(this)===1&&(ht.requestAnimationFrame||Vb)(Hb)}var Gb=["element","why","diff","approvals","findings","tasks"];var Wb=["model","branch","at","diff","select","level","panel","approval","run","finding","task","cam","cut"];function Gd(n){let e=new URLSearchParams(n),t=r=>e.get(r)??"",i=t("panel");return{model:t("model"),branch:t("branch"),at:t("at"),diff:t("diff"),select:qb(t("select")).slice(0,50),level:t("level"),panel:Xb(i)?i:"",approval:t("approval"),run:t("run"),finding:t("finding"),task:t("task"),view:Yb(t("cam")),cuts:Kb(t("cut")),others:[...e].filter(([r])=>!Wb.includes(r))}}function _g(n){let t=[["model",n.model],["branch",n.branch==="main"?"":n.branch],["at",n.at],["diff",n.diff],["select",Jb(n.select.slice(0,50))],["level",n.level],["panel",n.panel],["approval",n.approval],["run",n.run],["finding",n.finding],["task",n.task],["cam",$b(n.view)],["cut",n.cuts.map(i=>(i.before?"-":"")+i.axis+":"+yg(i.at)).join(",")]].filter(([,i])=>i!=="").concat(n.others);return t.length===0?"":"?"+t.map(([i,r])=>vg(i)+"="+vg(r)).join("&")}function Xb(n){return Gb.includes(n)}function vg(n){return encodeURIComponent(n).replace(/%(2C|3A|40|2F)/g,e=>decodeURIComponent(e))}function qb(n){let e=[...n.matchAll(/(?:[^,\\]|\\.)+/gs)].map(t=>t[0].replace(/\\(.)/gs,"$1"));return[...new Set(e)]}function Jb(n){return n.map(e=>e.replace(/[\\,]/g,"\\$&")).join(",")}function Yb(n){let e=n.split(",").map(Number);if(n===""||e.length<6||e.length>7||!e.every(u=>Number.isFinite(u)))return null;let[t=0,i=0,r=0,s=0,o=0,l=0,c=0]=e;return t===s&&i===o&&r===l?null:{eye:[t,i,r],target:[s,o,l],height:Math.max(0,c)}}function $b(n){if(!n)return"";let e=[...n.eye,...n.target];return n.height>0&&e.push(n.height),e.map(yg).join(",")}function Kb(n){let e=[];for(let t of n.matchAll(/(?:^|,)(-?)([xyz]):(-?\d+(?:\.\d+)?)(?=,|$)/g)){let[,i,r,s]=t,o={axis:r,at:Number(s),before:i==="-"};e.some(l=>l.axis===o.axis&&l.before===o.before)||e.push(o)}return e}function yg(n){let e=n.toFixed(3).replace(/\.?0+$/,"");return e==="-0"?"0":e}var hc=z("");function dt(n){hc.value=n}var on=class extends Error{status;code;title;retryable;data;constructor(e,t){super(t.message??"the server answered with status "+e),this.status=e,this.code=t.code??0,this.title=t.name??"",this.retryable=t.retryable??!1,this.data=t.data??{}}get signedOut(){return this.status===401}get unreachable(){return this.status===0}};function xg(n,e){try{let t=JSON.parse(e);if(t&&typeof t=="object"&&t.error)return new on(n,t.error)}catch{}return new on(n,{})}var dc="",bg=()=>{};function Ea(n){dc=n}function Sg(n){bg=n}function Zb(n){let e={};return dc&&(e.Authorization="Bearer "+dc),n&&(e["Content-Type"]="application/json"),e}async function uo(n,e,t,i){let r;try{let o={method:n,headers:Zb(t!==void 0),redirect:"error",credentials:"omit"};t!==void 0&&(o.body=JSON.stringify(t)),i&&(o.signal=i),r=await fetch(e,o)}catch(o){throw i?.aborted?o:new on(0,{message:"the server cannot be reached",retryable:!0})}if(r.ok)return r;let s=xg(r.status,await r.text().catch(()=>""));throw s.signedOut&&dc&&bg(),s}async function Mg(n){return await n.json()}async function kt(n,e){return Mg(await uo("GET",n,void 0,e))}async function Dr(n,e){return Mg(await uo("POST",n,e))}async function wg(n){await uo("DELETE",n)}async function or(n,e){return(await uo("GET",n,void 0,e)).arrayBuffer()}async function gt(n,e){let t=await Dr("/api/tools/"+encodeURIComponent(n),e);if(t.success&&t.data!==null)return t.data;throw new on(200,t.error??{})}function xi(n,e){return"/api/models/"+encodeURIComponent(n)+"/branches/"+encodeURIComponent(e)}function yn(n){let e=new URLSearchParams;for(let[i,r]of Object.entries(n))r!==void 0&&r!==""&&e.set(i,String(r));let t=e.toString();return t&&"?"+t}function ho(n){return n instanceof DOMException&&n.name==="AbortError"}function Ag(n,e,t,i,r){let s=r.toLowerCase().split(/\s+/).filter(Boolean),o=f=>{if(s.length===0)return!0;let _=e[n.levels[f]??-1]?.name??"",S=(n.names[f]+" "+n.categories[f].replaceAll("_"," ")+" "+_+" "+n.ids[f]).toLowerCase();return s.every(g=>S.includes(g))},l=new Map,c=0;n.ids.forEach((f,_)=>{if(!o(_))return;c++;let S=n.levels[_]??-1,g=n.categories[_]??"",[v,M]=t==="storeys"?[S,g]:[g,S],A=l.get(v)??{key:"g:"+v,text:"",members:new Map,count:0};l.set(v,A),A.count++;let w=A.members.get(M);w?w.push(_):A.members.set(M,[_])}),t==="storeys"&&s.length===0&&e.forEach((f,_)=>{l.has(_)||l.set(_,{key:"g:"+_,text:"",members:new Map,count:0})});let u=new Map,h=[],m=f=>s.length>0||i.has(f),p=Eg([...l.entries()],t==="storeys",e);return p.forEach(([f,_],S)=>{let g=t==="storeys"?f:-2,v=t==="categories"?f:"";if(u.set(_.key,[..._.members.values()].flat()),h.push({key:_.key,parent:"",kind:t==="storeys"?"level":"category",depth:1,text:Tg(f,e),level:g,category:v,id:"",count:_.count,open:_.count>0?m(_.key):null,place:S+1,siblings:p.length}),!m(_.key))return;let M=Eg([..._.members.entries()],t==="categories",e);M.forEach(([A,w],R)=>{let C=_.key+"/"+A;if(u.set(C,w),h.push({key:C,parent:_.key,kind:t==="storeys"?"category":"level",depth:2,text:Tg(A,e),level:t==="storeys"?g:A,category:t==="storeys"?A:v,id:"",count:w.length,open:m(C),place:R+1,siblings:M.length}),!m(C))return;[...w].sort((T,O)=>fc(n.names[T],n.names[O])).forEach((T,O)=>h.push({key:n.ids[T],parent:C,kind:"element",depth:3,text:n.names[T],level:n.levels[T]??-1,category:n.categories[T],id:n.ids[T],count:0,open:null,place:O+1,siblings:w.length}))})}),{rows:h,shown:c,total:n.ids.length,ids:f=>f.id?[f.id]:(u.get(f.key)??[]).map(_=>n.ids[_])}}function Tg(n,e){return typeof n=="string"?n:e[n]?.name??""}function Eg(n,e,t){let i=r=>t[r]?.elevation??1/0;return n.sort(([r],[s])=>e?i(r)-i(s):fc(String(r),String(s)))}var jb=new Intl.Collator("en",{numeric:!0,sensitivity:"base"});function fc(n,e){return jb.compare(n,e)}var xn=z(null),oe=z({model:"",branch:"main",at:"",diff:""}),Ht=at(()=>xn.value?.find(n=>n.id===oe.value.model)??null),Cg=at(()=>Ht.value?.branches.find(n=>n.name===oe.value.branch)??null),Nr=at(()=>oe.value.at==="");function Qe(n){let e=oe.value,t={...e,...n},i=t.model!==e.model||t.branch!==e.branch;i&&n.at===void 0&&(t.at=""),i&&n.diff===void 0&&(t.diff=""),Object.keys(t).every(s=>t[s]===e[s])||(oe.value=t)}function pc(n){let e=xn.value?.find(i=>i.id===n)?.branches??[],t=e.find(i=>i.name==="main")??e[0];Qe({model:n,branch:t?.name??"main"})}function Fr(){Qe({at:""})}async function kr(){xn.value=await kt("/api/models")}function Rg(n){return(xn.value?.filter(t=>t.name===n.name)??[]).length===1&&n.name!==""?n.name:n.id}function Pg(n){let e=xn.value??[];return e.find(t=>t.id===n)??e.find(t=>t.name===n)??null}function Qb(){return{ids:[],names:[],categories:[],levels:[],hosts:[]}}function Ig(n,e){let t=new Set(e.rows.ids);for(let h of e.changes)h.change==="deleted"&&t.add(h.id);let i=e.levels,r=eS(n.levels,i),s=Qb(),o=n.rows,l=[];o.ids.forEach((h,m)=>{t.has(h)||l.push([o,m])}),e.rows.ids.forEach((h,m)=>l.push([e.rows,m]));let c=([h,m])=>{let p=h.levels[m]??-1;return h===e.rows?p:p<0?-1:r[p]??-1},u=l.map(h=>({source:h,level:c(h),id:h[0].ids[h[1]]}));u.sort((h,m)=>h.level-m.level||(h.id<m.id?-1:1));for(let{source:[h,m],level:p,id:f}of u)s.ids.push(f),s.names.push(h.names[m]),s.categories.push(h.categories[m]),s.levels.push(p),s.hosts.push(h.hosts[m]);return{...n,...e.to,levels:i,rows:s,chunks:n.chunks,box:tS(n.box,e.after),left_out:n.left_out.filter(h=>!t.has(h.element_id))}}function eS(n,e){let t=new Map(e.map((i,r)=>[i.id,r]));return n.map(i=>t.get(i.id)??-1)}function tS(n,e){let t=e.box;return e.url===""||t?.length!==6?n:n?n.map((i,r)=>(r<3?Math.min:Math.max)(i,t[r])):t}var re=z(null),vt=z(null),Aa=z(null),zi=z(null),Vi=z(!1),Je=z(null),bi=z(null),Gn=z({}),Is=z(null),lr=z(0),nS=1e7,iS=4,ar=null,gc=null,Wd=!1,Xd=new AbortController,Ln=(n,e)=>n+`
`+e,rS=n=>n.triangles||n.count*100,qd=at(()=>(re.value?.chunks.reduce((n,e)=>n+rS(e),0)??0)>nS);function mc(){let n=Je.value;if(n)return{model:n.model,branch:n.branch,at:String(n.revision),plan:n.id};let{model:e,branch:t,at:i}=oe.value;return e?{model:e,branch:t,at:i,plan:""}:null}async function Jd(){let n=mc();if(Wd){n&&ar&&Dg(ar,n)&&Xd.abort();return}Wd=!0,Vi.value=!0;try{for(let e=mc();e&&!sS(e);e=mc()){Xd=new AbortController;try{await oS(e,Xd.signal),zi.value=null}catch(t){if(ho(t))continue;if(Lg(e,mc())){zi.value=t;return}}}}finally{Wd=!1,Vi.value=!1,Aa.value=null}}function Ca(){return ar=null,Jd()}function Lg(n,e){return e!==null&&n.model===e.model&&n.branch===e.branch&&n.at===e.at&&n.plan===e.plan}function Dg(n,e){return n.model!==e.model||n.branch!==e.branch||n.plan!==e.plan}function sS(n){let e=re.value;return!ar||!e||gc!==vt.value||!Lg(ar,n)?!1:n.at!==""||n.plan!==""||(Yd(n)??e.revision)<=e.revision}function Yd(n){return Gn.value[Ln(n.model,n.branch)]}async function oS(n,e){let t=re.value;!t||!ar||gc!==vt.value||Dg(ar,n)||ar.plan!==""?await Ng(n,e):await aS(t,n,e),n.plan&&await lS(n,e),ar=n}async function Ng(n,e){let t=n.at===""?Yd(n)??"":n.at,i=await kt(xi(n.model,n.branch)+"/scene"+yn({at:t}),e),r=re.value?.model_id===i.model_id&&gc===vt.value,s=vt.value;bi.value=null,re.value?.model_id!==i.model_id&&(Is.value=null),re.value=i,kg(i),gc=s,s&&(s.begin(i,r),lr.value++,await cS(s,i,e))}async function aS(n,e,t){let i=e.at===""?Yd(e)??"":e.at,r=xi(e.model,e.branch)+"/delta"+yn({from:n.revision,to:i}),s=await kt(r,t);if(s.reload)return Ng(e,t);await Fg(n,s,t),kg(s.to)}async function lS(n,e){let t=await kt("/api/approvals/"+encodeURIComponent(n.plan)+"/delta",e),i=re.value;!i||t.reload||(await Fg(i,t,e),re.value={...re.value,revision:i.revision,head:i.head,at:i.at},bi.value=t)}async function Fg(n,e,t){let i=e.after.url&&vt.value?await or(e.after.url,t):null;vt.value?.apply(e,i),re.value=Ig(n,e),lr.value++}function kg(n){let e=Ln(n.model_id,n.branch),t=Gn.value[e]??-1;n.head>t&&(Gn.value={...Gn.value,[e]:n.head})}async function cS(n,e,t){let i=Is.value;if(qd.value&&!i)return;let r=h=>e.levels[h.level]?.name??"",s=e.chunks.filter(h=>h.url!==""&&(!i||i.has(e.levels[h.level]?.id??""))),o=s.reduce((h,m)=>h+m.count,0),l=0,c=s.map(()=>null),u=h=>{s.slice(0,h).forEach((m,p)=>{c[p]||(c[p]=or(m.url,t),c[p].catch(()=>{}))})};for(let[h,m]of s.entries())Aa.value={done:l,total:o,level:r(m)},u(h+iS),n.add(m,await c[h]),c[h]=Promise.resolve(new ArrayBuffer(0)),l+=m.count}function Ug(n){Is.value=n,Ca()}function Og(n){return n instanceof on&&n.status===404}var vc=z(null),Ra=z(!1),Ur=z(null),Si=z(1),an=at(()=>Je.value?bi.value:vc.value),fo=at(()=>{let n={added:0,modified:0,deleted:0,derived:0};for(let e of an.value?.changes??[])n[e.change]++;return n}),Bg=["deleted","added","modified","derived"],Pa=at(()=>{let n=an.value,e=new Map(n?.levels.map(t=>[t.name,t.elevation])??[]);return[...n?.changes??[]].sort((t,i)=>(e.get(t.level)??1e9)-(e.get(i.level)??1e9)||t.level.localeCompare(i.level)||Bg.indexOf(t.change)-Bg.indexOf(i.change)||fc(t.name,i.name))}),zg=new AbortController;async function Hg(){let{model:n,branch:e,diff:t}=oe.value,i=re.value;if(zg.abort(),t===""||Je.value){vc.value=null,Ra.value=!1,Ur.value=null;return}if(!i||i.model_id!==n||i.branch!==e)return;let r=(zg=new AbortController).signal;Ra.value=!0;try{let s=xi(n,e)+"/delta"+yn({from:t,to:i.revision}),o=await kt(s,r);if(r.aborted)return;vc.value=o,Ur.value=null}catch(s){if(ho(s))return;vc.value=null,Ur.value=s,dt(Ur.value.message)}Ra.value=!1}var Vg=null;async function Gg(){let n=vt.value,e=an.value;if(Vg=e,!!n){if(!e||e.reload){n.before(null,null);return}try{let t=e.before.url?await or(e.before.url):null;Vg===e&&vt.value===n&&n.before(e,t)}catch{}}}function po(n){return/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(n)}var _c={of:n=>""};var uS=at(()=>{let n=new Map;return re.value?.rows.ids.forEach((e,t)=>n.set(e,t)),n});function $d(n){let e=re.value?.rows,t=e?.ids[n];return!e||t===void 0?null:{id:t,name:e.names[n]??"",category:e.categories[n]??"",level:e.levels[n]??-1,host:e.hosts[n]??""}}function pn(n){let e=uS.value.get(n);return e===void 0?null:$d(e)}_c.of=n=>pn(n)?.name??"";function Mi(n){return re.value?.levels[n]?.name??""}var Wg=at(()=>{let n=new Map;return re.value?.rows.names.forEach((e,t)=>{let i=re.value.rows.ids[t],r=n.get(e);r?r.push(i):n.set(e,[i])}),n});function mo(n){let e=pn(n)?.name??"";return e!==""&&Wg.value.get(e)?.length===1?e:n}function Kd(n){if(po(n))return n;let e=Wg.value.get(n);return e?.length===1?e[0]:null}var Xg=[0,158,115],qg=[230,159,0],Jg=[213,94,0],Yg=[150,196,222],$g=[213,94,0],Kg=[0,114,178],Zg=[204,121,167],jg=[240,228,66],Zd=[[0,114,178],[230,159,0],[0,158,115],[204,121,167],[86,180,233],[213,94,0],[153,153,153],[240,228,66],[123,97,168],[110,139,61],[160,82,45],[0,139,139]];function Qg(n){return"rgb("+n.join(" ")+")"}var rt=z([]),wi=z(null);function Qt(n){let e=[...new Set(n)],t=rt.value;e.length===t.length&&e.every((i,r)=>i===t[r])||(rt.value=e)}function Or(n){let e=rt.value;Qt(e.includes(n)?e.filter(t=>t!==n):[...e,n])}var jd=["room","opening","zone","system","constraint"],hS=new Set(["grid","zone","system","constraint"]),ci=z(new Set(jd)),ur=z(new Set),cr=z(new Set),go=z(null),Dn=z(""),Br=z(!0),Ti=z("own"),hr=z(new Set(["added","modified","deleted","derived"])),Ei=z([]),ui=z(new Set),Qd={added:Xg,modified:qg,deleted:Jg,derived:Yg},ev=[$g,Kg,Zg],ef=n=>ev[Math.min(n,ev.length-1)];function yc(n,e){return Zd[Math.max(0,e.indexOf(n))%Zd.length]}var tf=at(()=>{let n=re.value?.rows;if(!n||Ti.value==="own")return[];let e=new Set;return n.categories.forEach((t,i)=>{ci.value.has(t)||hS.has(t)||e.add(Ti.value==="category"?t:Mi(n.levels[i]??-1))}),e.delete(""),Ti.value==="category"?[...e].sort():[...e]}),dS=at(()=>new Map((an.value?.changes??[]).filter(({change:n,facets:e})=>n!=="derived"||e.some(t=>t==="geometry"||t==="place")).map(n=>[n.id,n.change])));function tv(){let n=re.value?.levels??[],e=new Set(rt.value),t=new Map(Ei.value.map((S,g)=>[S,ef(g)])),i=dS.value,r=an.value!==null,s=hr.value,o=ci.value,l=ur.value,c=cr.value,u=go.value,h=Br.value,m=Dn.value,p=ui.value,f=tf.value,_=Ti.value;return(S,g,v)=>{let M=t.get(S);if(M)return{colour:M};let A=e.has(S),w=n[v];if(!A){if(o.has(g)||c.has(S)||l.has(w?.id??""))return{hidden:!0};if(m!==""&&w?.name!==m)return{hidden:!0};if(u&&!u.has(S))return h?{ghost:!0}:{hidden:!0}}if(t.size>0)return A?null:{ghost:!0};let R=i.get(S);return R&&s.has(R)?{colour:Qd[R]}:r?A?null:{ghost:!0}:p.has(S)?{colour:jg}:_==="category"?{colour:yc(g,f)}:_==="level"&&w?{colour:yc(w.name,f)}:null}}var xc=at(()=>cr.value.size>0||ur.value.size>0||go.value!==null||Dn.value!==""||[...ci.value].some(n=>!jd.includes(n)));function vo(){cr.value=new Set,ur.value=new Set,ci.value=new Set(jd),go.value=null,Dn.value=""}function bc(n){cr.value=new Set([...cr.value,...n])}function zr(n){go.value=n.length>0?new Set(n):null}function Ia(n,e){let t=new Set(n);return t.delete(e)||t.add(e),t}var rf=matchMedia("(max-width: 799px)"),sf=matchMedia("(max-width: 1279px)"),nv=z(rf.matches),iv=z(sf.matches);rf.addEventListener("change",()=>nv.value=rf.matches);sf.addEventListener("change",()=>iv.value=sf.matches);var Vr=at(()=>nv.value?"narrow":iv.value?"medium":"wide"),Sc=z("storeys"),_o=z(!1),yo=z("side");var sv="en",Mc="en-GB",fS,ov=n=>new Intl.NumberFormat(sv,{maximumFractionDigits:n,useGrouping:"min2"}),pS=n=>new Intl.NumberFormat(sv,{minimumFractionDigits:n,maximumFractionDigits:n,useGrouping:"min2"}),La=ov(0),Tc=ov(3),Da=[0,1,2,3].map(pS);function Xe(n){return La.format(n)}function Ec(n){return Tc.format(n)}function zt(n,e){switch(e){case"mm":return Tc.format(n)+" mm";case"m":return Da[3].format(n/1e3)+" m";case"ft-in":return mS(n)}}function Ac(n,e){return e==="ft-in"?Da[1].format(n/.09290304)+" ft²":Da[2].format(n)+" m²"}function Hr(n,e){return e==="ft-in"?Da[1].format(n/.028316846592)+" ft³":(n!==0&&Math.abs(n)<.1?Tc:Da[2]).format(n)+" m³"}function Cc(n){return Tc.format(n)+"°"}function mS(n){let e=Math.round(Math.abs(n)/25.4*16),t=Math.floor(e/192),i=Math.floor(e%192/16),r=e%16;return(n<0&&e>0?"-":"")+t+"'-"+i+(r?" "+gS(r):"")+'"'}function gS(n){let e=n,t=16;for(;e%2===0;)e/=2,t/=2;return e+"/"+t}function vS(){let n={hour:"2-digit",minute:"2-digit",timeZone:fS},e={day:"numeric",month:"short",...n};return[new Intl.DateTimeFormat(Mc,n),new Intl.DateTimeFormat(Mc,e),new Intl.DateTimeFormat(Mc,{...e,year:"numeric"}),new Intl.DateTimeFormat(Mc,{...e,weekday:"short",year:"numeric",second:"2-digit",timeZoneName:"longOffset"})]}var[_S,yS,xS,bS]=vS(),rv=new Intl.DateTimeFormat("en-CA");function Rc(n,e=new Date){let t=new Date(n);if(Number.isNaN(t.getTime()))return"";let[i,r]=[rv.format(t),rv.format(e)];return i===r?_S.format(t):(i.slice(0,4)===r.slice(0,4)?yS:xS).format(t)}function Ls(n){let e=new Date(n);return Number.isNaN(e.getTime())?"":bS.format(e)}var wc=new Intl.RelativeTimeFormat("en",{numeric:"always",style:"short"});function av(n,e=new Date){let t=(new Date(n).getTime()-e.getTime())/1e3;if(Number.isNaN(t))return"";let i=Math.abs(t);return i<60?wc.format(Math.round(t),"second"):i<3600?wc.format(Math.round(t/60),"minute"):i<172800?wc.format(Math.round(t/3600),"hour"):wc.format(Math.round(t/86400),"day")}var SS=new Intl.ListFormat("en",{type:"conjunction"});function dr(n){return SS.format(n)}function Hi(n,e){let t=[...n];return t.length<=e?n:t.slice(0,e-1).join("")+"…"}function Ut(n){return n.replace(/^param\./,"").replaceAll("_"," ")}function Ie(n){let e=Ut(n);return e.charAt(0).toUpperCase()+e.slice(1)}function Ds(n){let e=[];return n.created&&e.push("+"+La.format(n.created)),n.modified&&e.push("~"+La.format(n.modified)),n.deleted&&e.push("−"+La.format(n.deleted)),e.join(" ")}function lt(n,e,t){return La.format(n)+" "+(n===1?e:t)}function Ns(n){return n.replace(/\b(k?m|mm|ft)([23])\b/g,(e,t,i)=>t+(i==="2"?"²":"³"))}var lv=n=>"bimstream approvals approve "+n,cv={addComment:"Comment",addTask:"Add the task",addedAt:"Added",affected:"What it reaches",affectsNothing:"No elements.",agoWord:"ago",agreed:"Agreed so far",allJudged:n=>(n===1?"The finding was":"All "+Xe(n)+" findings were")+" looked at.",approval:"Approval",approvals:"Approvals",approve:"Approve",approveHint:"It is done when the agent asks again.",approveNeeds:"To approve, type what is asked for.",approved:"Approved",asGiven:n=>"As given to "+n,askedAt:"Asked",askedBy:"Asked by",assignee:"Assigned to",check:"Check",checkHint:"Checks what is there now and records the run.",checking:"Checking…",clashKinds:{hard:"Bodies overlap",clearance:"Too near",duplicate:"Duplicate bodies",inside:"One inside the other",contains:"One inside the other"},code:"Code from the terminal",codeHint:"The code shows that you are at the terminal of the server. It counts for two minutes.",codeShown:"The terminal of the server shows a code of six digits now.",newCode:"Show a new code",showCode:"Show a code there",comment:"Comment",commentNeeded:"A status needs a reason.",comments:"Comments",completedBy:"Completed by",creates:n=>"adds "+Xe(n),modifies:n=>"changes "+Xe(n),deletes:n=>"deletes "+Xe(n),reaches:n=>Xe(n)+" follow",decidedOnes:"Decided",depth:"Depth",due:"Due",expires:"Expires",finding:"Finding",findingStatus:{new:"New",active:"Active",reviewed:"Reviewed",approved:"Accepted",resolved:"Resolved"},statusHints:{new:"",active:"It stands",reviewed:"Somebody looked at it",approved:"It may stay as it is",resolved:"It is gone"},findings:"Findings",foundAt:"Found",foundNothing:"It found nothing.",gap:n=>"gap "+n,grantedHint:"It is agreed to, and is done when the agent asks again, until",grantedOnes:"Agreed to, not done yet",how:"How",inThePicture:"In the picture",labels:"Labels",makeTask:"Make a task of it",meanwhile:"Changed since the plan was made",meanwhileHint:"The branch has moved on. If this reaches what the plan reaches, the request is put before you again.",measured:"Measured",required:"Required",moveTo:{open:"Open",in_progress:"Begin",blocked:"Blocked",in_review:"To review",completed:"Complete",cancelled:"Cancel the task"},needs:"Needs",needsKey:n=>"This takes a key that signs, which this page cannot: "+lv(n),needsPersons:(n,e)=>lt(n,"person","persons")+(e==="tty"?", at the terminal or with its code":e==="key"?", with a key":""),newTask:"New task",noApprovals:"Nobody asks for anything.",noComments:"No comments yet.",claimed:(n,e)=>`“${n}”, as the file ${e} says; not verified`,noDecided:"None was decided yet.",noDecisionOffline:"No decision while the connection is lost: the request may have changed.",noOpenTasks:"No open tasks.",noRuns:"No check was run on this branch yet.",noTasks:"No tasks yet. Add one from what is selected or found.",noTerminal:n=>"This takes a code of the terminal, and the server was not started at one. Decide elsewhere: "+lv(n),notDrawable:"This plan cannot be drawn: the list has what it reaches.",noteNeeded:"The model asks for a note: write it above.",noteOptional:"Note, for the record (optional)",nothingPinned:"It is about no element.",offerComplete:"It can be completed",offerReopen:"It should be opened again",onlyLive:"Go live to decide on findings.",openFindings:(n,e)=>Xe(n)+(e?" or more":"")+(n===1?" open finding":" open findings"),otherRule:"Other",overlap:(n,e)=>"overlap "+n+", "+e+" deep",overlapVolume:"Overlap",owner:"Owner",planHash:"Hash of the plan",priorities:{low:"Low",normal:"Normal",high:"High",critical:"Critical"},priority:n=>n+" priority",priorityWord:"Priority",readFirst:"Look at what it would do first.",reasonOf:"Why it is asked for",reject:"Reject",rejected:"Rejected",reopen:"Open again",runCheck:"Run a check",saidBy:n=>n?"Said by "+n:"Said",setStatus:"Set the status",severities:{error:"Error",warning:"Warning",info:"Note"},severity:"Severity",showDecided:"Show decided ones",showDone:"With completed and cancelled ones",showInPicture:"Show in the picture",showJudged:"With reviewed, accepted and resolved ones",since:(n,e,t)=>n+(e===void 0?"":" at revision "+e)+(t?" by "+t:""),standard:"Standard of code compliance",suggestion:"What would do",task:"Task",taskAbout:n=>"About "+n+".",taskAboutNothing:"About the model as a whole: nothing is selected.",taskAdded:"Task added",taskFromSelection:"Make a task about the selection",taskLine:(n,e,t,i)=>dr([n+" priority",e,t&&"due "+t,lt(i,"element","elements")].filter(Boolean)).replace(" and ",", "),tasks:"Tasks",titleWord:"Title",typePhrase:"To approve, type",undecided:n=>Xe(n)+" undecided",waitingFor:n=>n===0?"nothing waits":lt(n,"request waits","requests wait")+" for a decision",yourDecision:"Your decision"};var uv={angle:"Angle",betweenThem:"Between them",boxTogether:"Box around them",categories:"Categories",changedHere:"The shown change touched it.",classification:"Classification",clearFilter:"Clear the filter",copyId:"Copy the id",deletedHere:"It was deleted. This is how it was; its history is under Why.",deselect:"Deselect",distance:"Distance",element:"Element",elements:"Elements",filter:"Filter",filterElements:"Filter the elements by name, category, storey",filterHides:n=>"0 of "+Xe(n)+".",fitSelected:"Fit the selection (F)",fromType:"of the type",host:"In",hosted:"Holds",identity:"Identity",inHeight:"In height",inPlan:"In plan",joinAt:n=>"at its "+Ut(n),joined:"Joined with",modelEmpty:"No elements yet.",none:"none",noLevel:"On no storey",noParameters:"No parameters.",noQuantities:"Nothing to measure.",notFound:n=>dr(n.slice(0,5).map(e=>Hi(e,60)))+": not in this state",notHere:"Not in this state",notInState:n=>"Revision "+n+" does not have it. Its history is under Why.",nothingSelected:"Nothing selected. Click something in the picture, or choose it from the tree.",onlyThis:"Show this storey alone",onlyThisOf:n=>"Show "+n+" alone",parameters:"Parameters",properties:"Properties",quantities:"Quantities",relation:"They are",revision:"Revision",selectedCount:n=>lt(n,"element","elements")+" selected",selectedNames:n=>dr(n.slice(0,3).map(e=>Hi(mo(e),60)).concat(n.length>3?[Xe(n.length-3)+" more"]:[]))+" selected",shownOf:(n,e)=>n===e?lt(e,"element","elements"):Xe(n)+" of "+Xe(e),storeys:"Storeys",surfaceTogether:"Surface together",system:"System",together:"Together",unnamed:n=>n?"unnamed "+Ut(n):"unnamed",volumeTogether:"Volume together",why:"Why"};var hv={download:"Save",fileFormat:"Format",fileKind:"What",fileKinds:{ifc:"The model as IFC",plan:"The plan of a storey",table:"A schedule",mesh:"The bodies as glTF"},fileMoment:(n,e)=>"As shown: "+n+" at revision "+e+".",fileReader:"For",fileReaders:{generic:"Any program",revit:"Revit",bonsai:"Bonsai"},fileScale:"Scale",fileSaved:n=>n+" was saved",fileStorey:"Storey",fileTemplate:"Of",fileTemplates:{door:"Doors",window:"Windows",room:"Rooms",wall:"Walls",finish:"Finishes of rooms",equipment:"Equipment"},fileVersion:"Version",makingFile:"Making the file…",save:"Save as a file"};var dv={about:"About the element",againIn:n=>"Trying again in "+n+" s.",andMore:n=>"and "+Xe(n)+" more",backToList:"Back to the list",cancel:"Cancel",close:"Close",connectionLost:"Connection lost. What is shown may be out of date, and nothing can be decided.",copied:"Copied",copy:"Copy",copyLink:"Copy link to this view",description:"Description",detailSide:"Details",details:"Details",detailsOf:n=>"Details of "+n,done:"Done",failed:"That did not work",foundCount:(n,e)=>e===0?"Nothing found":n<e?Xe(n)+" of "+Xe(e)+" found":Xe(e)+" found",found:"Found elements",id:"Id",key:"Key",does:"What it does",keys:"Keyboard shortcuts",keysHint:"Letters work while the picture or a list has the focus. Nothing that decides has a key.",lettersOff:"Shortcuts of one letter are off.",letterKeys:"Shortcuts of one letter",keyList:[[["Arrows"],"Turn the picture"],[["Shift + arrows"],"Move the picture"],[["+","-"],"Nearer, farther"],[["F"],"Fit the selection"],[["Home"],"Fit all"],[["1","2","3","7","0"],"Front, right, back, top, iso"],[["H"],"Hide the selection"],[["I"],"Isolate the selection"],[["U"],"Show all"],[["G"],"Ghost the rest, or leave it out"],[["[","]"],"One change back, one on"],[["Shift + [","Shift + ]"],"One tag back, one on"],[["Space"],"Play or stop; in a comparison: before or after"],[["L"],"Go live"],[["D"],"Compare, or stop comparing"],[["N","P"],"Next or previous change or finding, with the camera"],[["/"],"Search"],[["Esc"],"Close, deselect"],[["E"],"Between picture and details"],[["?"],"This list"]],less:"Less",linkCopied:"Link copied",linkNotCopied:"The link could not be copied: take it from the address bar",loadMore:"Load more",loading:"Loading…",logOut:"Log out",me:n=>"You: "+n,mayDo:n=>n.length===0?"may only look":"may "+dr(n.map(e=>Ut(e).toLowerCase())),model:"Model",modelSide:"Model",more:"More",moreFollow:"more follow",name:"Name",no:"no",yes:"yes",noSession:"There is no session in this browser.",noSessionHint:"The server has been restarted, or you were logged out: press Enter at its terminal for a fresh link.",openSide:"Open the details",opening:"Opening…",parts:"Parts of the page",search:"Search",searchElements:"Search elements",skip:"Skip to the picture",resizeLeft:"Width of the left side",resizeRight:"Width of the right side",status:"Status",theme:"Theme",themes:{system:"System",light:"Light",dark:"Dark"},to:"to",toggleTree:"Show or hide the left side",tryAgain:"Try again",units:"Lengths in",unitNames:{mm:"mm",m:"m","ft-in":"ft-in"},unknown:"unknown",unreachable:"The server cannot be reached.",unreachableHint:"Is it running? Start it with bimstream web, and open the link that it prints.",version:(n,e)=>n+" "+e,waiting:"What waits",person:n=>n+", a person",agentFor:(n,e)=>n+", an agent, for "+e,forUser:"for",type:"Type",level:"Level"};var fv={archived:"Put away",atFirst:"This is the first state",atLast:"This is the last state",atRevision:n=>"at revision "+n,automatic:"Decided without asking",baseValue:"Base",allDecided:"All conflicts are decided.",approvedBy:"Approved by",beginning:"beginning",branchMeets:(n,e)=>lt(n,"element is","elements are")+" changed on branch "+e+" too",requestMeets:(n,e,t)=>lt(n,"element is","elements are")+" in an open request of "+e+" on branch "+t,branchMade:n=>"Branch "+n+" made",branches:"Branches and tags",branchesOf:n=>"Branches of "+n,byTool:n=>"by "+Ut(n),changes:"Changes",changesBy:{all:"All changes",agents:"Of agents",mine:"Of mine and my agents"},changesByKind:"Changes by kind",changesOf:"Whose changes",compare:"Compare",compareBase:"Compare with base",compareBaseHint:"What this branch changed since it was forked",compareWith:"Compare with",nothing:"nothing",tagPoint:n=>"tag "+n,branchPoint:n=>"branch "+n,revisionPoint:n=>"revision "+n,compareHint:"Compare with the change before, or a past state with the last one (D)",compareOff:"Stop comparing",comparedWith:"Compared with",comparison:"Comparison",comparisonTab:"Comparison",conflicts:"Conflicts",countsInWords:(n,e,t)=>Xe(n)+" added, "+Xe(e)+" changed, "+Xe(t)+" deleted",differsTooMuch:"So much differs that it is not told element by element.",doesNothing:"Nothing would change.",followed:"Followed from another change",foretelling:"Working out what it would do…",forkHint:(n,e)=>"Forks off "+n+" at revision "+e+". Nothing is copied.",forkedFrom:"forked from",goThere:"Go there",headAt:n=>"revision "+n,kindHints:{added:"Added",modified:"Modified: named by an event",deleted:"Deleted",derived:"Derived: it follows from others"},kinds:{added:"Added",modified:"Modified",deleted:"Deleted",derived:"Derived"},later:"later than what is shown",live:"Live",liveHint:n=>"The last state, as of "+n,loadOlder:"Load older changes",makeBranch:"Make the branch",markSeen:"Mark as seen",mergeBase:"Both sides had",mergeInto:n=>"Merge into "+n,mergeTitle:(n,e)=>"Merge "+n+" into "+e,newBranch:"New branch",nextChange:"Next difference (N)",previousChange:"Previous difference (P)",nextRevision:"One change on (])",previousRevision:"One change back ([)",noChanges:"No changes yet.",noChangesOf:"No changes of these among those loaded.",noDifference:"Nothing differs.",noElements:"It touched no elements.",noHistory:"No event touched it.",noReason:"No reason given",noTags:"No tags yet.",notCompared:"Nothing is compared.",nothingToMerge:"There is nothing to merge: the target has it all.",ofHead:(n,e)=>n+" of "+e,onBranch:"on",openConflicts:n=>lt(n,"conflict is","conflicts are")+" to be decided.",otherValue:"Another value",perSecond:n=>n+" changes/s",pinned:"Pinned",pinnedHint:n=>"The state of "+n+". Click to go live.",planHint:"What would be if the request were approved",planOn:n=>"Plan on "+n,planShort:"as planned",play:"Play the changes",stop:"Stop",speed:"Speed",reasonOptional:"Reason, for the record (optional)",recorded:(n,e)=>"Decided already: "+n+(e?", "+e:""),replay:"Replay",revisionOf:(n,e)=>n<e?n+" of "+e:"revision "+n,revisionShort:(n,e)=>n===e?"revision "+e:"revisions "+n+" to "+e,revisionText:(n,e,t,i)=>["revision "+n,e,t,i].filter(Boolean).join(", "),showBefore:"Show before",showChangeHint:"Go to this change, compared with what was before",sides:{ours:"Ours",theirs:"Theirs"},sinceLast:(n,e)=>n+" by "+e+" since",tag:"Tag",tagHint:"Such as Issue 2. Tags do not move.",tagRevision:n=>"Tag revision "+n,tagThis:"Tag this state",tagged:(n,e)=>"Revision "+e+" is tagged "+n,tags:"Tags",thought:n=>"Thought before it ("+n+")",timeLine:"Time line",undo:"Undo",undoChange:"Undo the change",undoTitle:"Undo a change",undone:n=>n+" was taken back",whereOursWins:"Open conflicts counted as decided for ours.",wouldDo:"What it would do"};var pv={after:"After",afterPlan:"As planned",before:"Before",allHidden:"Everything is hidden",alongAxes:n=>"x "+n[0]+", y "+n[1]+", z "+n[2],canvas:(n,e,t,i,r,s)=>n+", "+e+" at revision "+t+(t<i?" of "+i:", live")+", "+lt(r,"element","elements")+", "+Xe(s)+" selected",canvasKeys:"Arrow keys turn, with Shift they move; plus and minus zoom; F fits; question mark lists all keys.",colourBy:"Colour by",colourings:{own:"Material",category:"Category",level:"Storey"},contextBack:"The graphics memory is back",contextLost:"The graphics memory was taken away. Restoring…",cutSides:{x:["East, x below","West, x above"],y:["North, y below","South, y above"],z:["Top, z below","Bottom, z above"]},edges:"Edges",fade:"Before or after",fadeAt:n=>n+" % after",fit:"Fit",fitHint:"Fit the selection, or all (F, Home)",ghostRest:"Show the rest as ghosts",goLive:"Go live",hide:"Hide",hideOf:n=>"Hide "+n,hideSelected:"Hide the selection (H)",isolateSelected:"Isolate the selection (I)",legend:"Legend",leftOut:n=>lt(n,"element has","elements have")+" no body that can be drawn",load:"Load these",loadingLevel:(n,e,t)=>(n?n+": ":"")+Xe(e)+" of "+lt(t,"element","elements"),look:"Look",lostBranch:n=>"The branch of this link is not there, or not for you. This is "+n+".",lostModel:n=>"The model of this link is not there, or not for you."+(n?" This is "+n+".":""),measure:"Measure between two points",measureFirst:"Click the first point",measureSecond:"Click the second point",measuredAs:n=>"Distance "+n,modelEmptyHint:"It has storeys at most. Elements appear here as soon as somebody adds them.",modelEmptyTitle:"Nothing is built yet",noModel:"Nothing here yet",noModelHint:"An agent creates a model with create_model; this page shows it at once. How to connect one:",noPicture:"The picture could not be loaded",noSection:"Cut nothing",noWebGL:"This browser has no WebGL 2: the server draws the picture. Lists and details work as ever.",north:n=>"North is turned by "+n+"°",notCut:"not cut",notLoaded:"This state could not be loaded",nothingDrawn:"Nothing is drawn.",onlyStorey:n=>"Only "+n+" is shown",partsHidden:"Something is hidden",picture:"Picture",pin:n=>"Task: "+n,scaleHint:"Length at the point that the camera looks at",section:"Section",sectionHint:"Move a side in to cut the model open. Cut bodies look hollow.",show:"Show",showAll:"Show all",showOf:n=>"Show "+n,tooLarge:"This model is too large to be shown whole",tooLargeHint:n=>"It has "+n+" elements. Choose the storeys to load; the lists have all.",view:"View",viewNames:{iso:"Iso",top:"Top",front:"Front",right:"Right",back:"Back",left:"Left"},views:"Views"};var d={...dv,...pv,...uv,...fv,...cv,...hv};var St=z("element"),Fn=z(""),Nn=z({run:"",key:""}),bn=z(""),Ai=z([]),xo=z(null),Pc=z(null),Wr=z(!1),Gr=z(""),_v=[],Fs=[],af=!1,Na="",of=!1,mv;function yv(){gv(Gd(location.search),!0);let n=()=>gv(Gd(location.search),!1);addEventListener("popstate",n);let e=[Ke(()=>{let t=Fa(null);Wr.value||(of=!1),!(af||t===Na)&&(vv(!of),of=Wr.value)}),Ke(()=>{xo.value,clearTimeout(mv),mv=setTimeout(()=>vv(!1),400)}),Ke(()=>{re.value&&Fs.length>0&&xv()})];return()=>{removeEventListener("popstate",n);for(let t of e)t()}}function gv(n,e){af=!0,wa(()=>{_v=n.others;let t=n.model?Pg(n.model):null;Gr.value=n.model&&!t?"model":"";let i=t??MS(),r=n.branch||"main";i&&!i.branches.some(s=>s.name===r)&&(Gr.value||="branch",r=i.branches[0]?.name??"main"),oe.value={model:i?.id??"",branch:r,at:Gr.value?"":n.at,diff:Gr.value?"":n.diff},St.value=n.panel||"element",(e||St.value==="approvals")&&(Fn.value=n.approval),(e||St.value==="findings")&&(Nn.value={run:n.run,key:n.finding}),(e||St.value==="tasks")&&(bn.value=n.task),Dn.value=n.level,Ai.value=n.cuts,Fs=n.select,n.select.length===0?Qt([]):re.value&&xv(),e?(xo.value=n.view,Pc.value=n.view):n.view&&vt.value?.setCamera(lf(n.view))}),Na=Fa(null),af=!1}function lf(n){let e=Math.hypot(n.eye[0]-n.target[0],n.eye[1]-n.target[1],n.eye[2]-n.target[2]);return{eye:n.eye,target:n.target,parallel:n.height>0,height:n.height||e}}function xv(){let n=Fs.map(Kd).filter(t=>t!==null),e=Fs.filter(t=>Kd(t)===null);Fs=[],Qt(n),e.length>0&&queueMicrotask(()=>dt(d.notFound(e)))}function MS(){return[...xn.value??[]].sort((e,t)=>e.at<t.at?1:-1)[0]??null}function Fa(n){let e=Ht.value,{branch:t,at:i,diff:r}=oe.value,s=St.value;return _g({model:e?Rg(e):"",branch:t,at:i,diff:r,select:Fs.length>0?Fs:rt.value.map(mo),level:Dn.value,panel:s==="element"?"":s,approval:s==="approvals"?Fn.value:"",run:s==="findings"?Nn.value.run:"",finding:s==="findings"?Nn.value.key:"",task:s==="tasks"?bn.value:"",view:n,cuts:Ai.value,others:_v})}function vv(n){let e=Fa(null),t=Fa(xo.peek()),i=location.pathname+t;n&&Na!==""&&e!==Na?history.pushState(null,"",i):location.pathname+location.search!==i&&history.replaceState(null,"",i),Na=e}function bv(){return location.origin+location.pathname+Fa(xo.peek())}function Gt(n){St.value=n,yo.value="side"}function ka(n,e){Qe({at:e>=(re.value?.head??1/0)?"":String(e),diff:String(n-1)})}var Yn=z(null),Ic=z(null),Sv=100,Xr=n=>n==="completed"||n==="cancelled",bo=at(()=>Yn.value?.list.filter(n=>!Xr(n.status)).length??0),Mv={open:["in_progress","blocked","in_review","completed","cancelled"],in_progress:["open","blocked","in_review","completed","cancelled"],blocked:["open","in_progress","cancelled"],in_review:["open","in_progress","completed","cancelled"],completed:["open"],cancelled:["open"]};async function qr(){let n=oe.value.model;if(n)try{let e=await gt("list_tasks",{model_id:n,limit:Sv});if(oe.value.model!==n)return;Yn.value={model:n,list:e.tasks,total:e.total,next:e.next_cursor??""},Ic.value=null}catch(e){Ic.value=e}}async function wv(){let n=Yn.value;if(!n?.next)return;let e={model_id:n.model,limit:Sv,cursor:n.next},t=await gt("list_tasks",e);Yn.value===n&&(Yn.value={...n,list:[...n.list,...t.tasks],next:t.next_cursor??""})}function Lc(n){return gt("get_task",{model_id:oe.value.model,task_id:n})}async function Tv(n){let{model:e,branch:t}=oe.value,i={model_id:e,branch:t,title:n.title,priority:n.priority};n.description&&(i.description=n.description),n.due&&(i.due=n.due),n.assignee&&(i.assignee=n.assignee),n.elements.length>0&&(i.element_ids=n.elements),n.findings.length>0&&(i.findings=n.findings);let r=await gt("add_task",i);return await qr(),r.task_id}async function Ev(n,e){await gt("update_task",{model_id:oe.value.model,task_id:n.task_id,comment:e})}async function Av(n,e,t){let i={model_id:oe.value.model,task_id:n.task_id};e==="completed"?await gt("complete_task",t?{...i,note:t}:i):Xr(n.status)?await gt("reopen_task",i):await gt("update_task",t?{...i,status:e,comment:t}:{...i,status:e}),await qr()}var wS=30,Dc=z(new Map),cf=at(()=>{lr.value;let n=vt.value;return!n||St.value!=="tasks"?[]:(Yn.value?.list??[]).flatMap((e,t)=>{let i=Dc.value.get(e.task_id)?.ids??[],r=Xr(e.status)||i.length===0?null:n.boxOf(i);if(!r)return[];let s=o=>(r[o]+r[o+3])/2;return[{task:e.task_id,title:e.title,number:t+1,point:[s(0),s(1),s(2)]}]})});function Cv(){return Ke(()=>{if(St.value!=="tasks")return;let n=(Yn.value?.list??[]).filter(e=>!Xr(e.status)&&e.elements>0);for(let e of n.slice(0,wS))Dc.peek().get(e.task_id)?.version!==e.version&&Lc(e.task_id).then(t=>{let i=(t.pinned??[]).map(r=>r.element_id);Dc.value=new Map(Dc.value).set(e.task_id,{version:e.version,ids:i})},()=>{})})}var $n=z(null),hf=z(null),Nc=z(null),Rv=200,TS=800,uf=()=>Ln(oe.value.model,oe.value.branch),Fc=()=>xi(oe.value.model,oe.value.branch);async function Jr(){let n=uf();if(oe.value.model)try{let[e,t]=await Promise.all([kt(Fc()+"/changes"+yn({limit:Rv})),kt(Fc()+"/timeline"+yn({buckets:TS}))]);if(n!==uf())return;$n.value={key:n,...ES(e,$n.value,n)},hf.value={key:n,data:t},Nc.value=null}catch(e){n===uf()&&(Nc.value=e)}}function ES(n,e,t){let i={list:n.changes,more:n.more},r=n.changes.at(-1);if(!e||e.key!==t||!r||!n.more)return i;let s=e.list.filter(o=>o.last<r.first);return s[0]?.last!==r.first-1?i:{list:[...n.changes,...s],more:e.more}}async function Pv(){let n=$n.value,e=n?.list.at(-1);if(!n?.more||!e)return;let t=await kt(Fc()+"/changes"+yn({before:e.first,limit:Rv}));$n.value===n&&($n.value={...n,list:[...n.list,...t.changes],more:t.more})}function Iv(n){let e=$n.value;!e||(e.list[0]?.last??-1)>=n.last||($n.value={...e,list:[n,...e.list]})}var Ua=at(()=>{let n=re.value?.revision??-1;return $n.value?.list.find(e=>e.first<=n&&n<=e.last)??null});async function Gi(n){if(n<0)return null;let e=$n.value?.list.find(i=>i.first<=n&&n<=i.last);return e||((await kt(Fc()+"/changes"+yn({before:n+1,limit:1}))).changes[0]??null)}async function df(n,e){let t=await Gi(n);if(e<0)return t&&t.first>0?t.first-1:null;let i=await Gi((t?.last??-1)+1);return i&&i.last>n?i.last:null}var Ci=z(null),kc=z(null),Lv=["clash_detection","code_compliance","model_quality"],AS=100,Oa=n=>n==="new"||n==="active",So=at(()=>{let n=Ci.value?.list??[];return{count:n.flatMap(t=>t.findings).filter(t=>Oa(t.status)).length,more:n.some(t=>t.next!=="")}});async function Yr(){let{model:n,branch:e}=oe.value,t=Ln(n,e);if(n)try{let{runs:i}=await gt("list_validation_runs",{model_id:n,branch:e,limit:50}),r=new Map;for(let o of i)r.has(o.tool+o.test)||r.set(o.tool+o.test,o);let s=[];for(let o of r.values())if(s.push(o.findings>0?await CS(n,o):{run:o,findings:[],next:""}),Ln(oe.value.model,oe.value.branch)!==t)return;Ci.value={key:t,list:s},kc.value=null}catch(i){kc.value=i}}async function CS(n,e){let t=await Dv(n,e.validation_run_id,"");return{run:e,findings:t.list,next:t.next_cursor??""}}function Dv(n,e,t){let i={model_id:n,validation_run_id:e,limit:AS};return gt("get_validation_run",t?{...i,cursor:t}:i)}async function Nv(n){let e=Ci.value;if(!e||!n.next)return;let t=await Dv(oe.value.model,n.run.validation_run_id,n.next);if(Ci.value!==e)return;let i={...n,findings:[...n.findings,...t.list],next:t.next_cursor??""};Ci.value={...e,list:e.list.map(r=>r===n?i:r)}}async function Fv(n,e,t){let{model:i,branch:r}=oe.value;await gt("update_finding",{model_id:i,branch:r,keys:n,status:e,reasoning:t}),await Yr()}async function kv(n,e){let{model:t,branch:i}=oe.value,r={model_id:t,branch:i};n==="code_compliance"&&Object.assign(r,{standard:e,severity_threshold:"info"}),await gt(n,r),await Yr()}function Uv(n){for(let e of Ci.value?.list??[]){let t=e.findings.find(i=>i.key===n);if(t)return{check:e,finding:t}}return null}var $r=z(!1),Mo=z(!1),ks=z(!1),Wi=z(null),hi=z(null),Kr=z(null),Xi=z(null);var ff=z(null),qi=at(()=>ff.value?.filter(n=>n.status==="pending")??null),Ba=at(()=>ff.value?.filter(n=>n.status!=="pending")??[]),wo=z(null),Uc=z(null);async function Zr(){try{ff.value=await kt("/api/approvals?open=true"),Uc.value=null}catch(n){Uc.value=n}}async function Ov(){wo.value=(await kt("/api/approvals")).filter(n=>!n.open)}var pf=n=>"/api/approvals/"+encodeURIComponent(n);function Bv(n){return kt(pf(n))}function zv(n){return Dr(pf(n.id)+"/code",{plan_sha256:n.plan_sha256})}async function Vv(n,e){await Dr(pf(n)+"/decision",e)}var Hv="bimstream.preferences",Gv={theme:"system",unit:"mm",letters:!0,left:264,right:328,edges:!0,seen:{}},ke=z(Gv);function Kn(n){ke.value={...ke.value,...n}}var mf=matchMedia("(prefers-color-scheme: dark)"),Wv=z(mf.matches);mf.addEventListener("change",()=>Wv.value=mf.matches);function Oc(){let n=ke.value.theme;return n==="dark"||n==="system"&&Wv.value}var RS=matchMedia("(prefers-reduced-motion: reduce)");function Zn(){return!RS.matches}function Xv(){try{let n=JSON.parse(localStorage.getItem(Hv)??"{}");ke.value={...Gv,...n}}catch{}Ke(()=>{let n=JSON.stringify(ke.value);document.documentElement.dataset.theme=ke.value.theme;try{localStorage.setItem(Hv,n)}catch{}})}function wt(n){let e=z(!1),t=z(null);return{run:async(...r)=>{if(e.value)return!1;e.value=!0,t.value=null;try{return await n(...r),!0}catch(s){return t.value=s,!1}finally{e.value=!1}},busy:e,trouble:t}}function Us(n,e){let t;return()=>{clearTimeout(t),t=setTimeout(n,e)}}var PS=2e3,zc=Us(()=>{Jr()},150),gf=Us(()=>{Zr()},50),Jv=Us(()=>{qr()},100),Yv=Us(()=>{Yr()},100),Bc=Us(()=>{kr().then(LS,()=>{})},100),IS=Us(()=>ui.value=new Set,PS),$v=(n,e)=>{switch(n){case"head":DS(e);break;case"approvals":gf();break;case"tasks":qv(e)&&Jv();break;case"checks":qv(e)&&Yv();break;case"models":Bc(),zc();break;case"reset":vf();break;case"hello":Bc(),gf();break}};function vf(){Bc(),zc(),gf(),Jv(),Yv(),Ca()}function LS(){let n={...Gn.value},e=!1;for(let t of xn.value??[])for(let{name:i,head:r}of t.branches){let s=Ln(t.id,i);s in n&&n[s]<r&&(n[s]=r,e=!0)}e&&(Gn.value=n,zc())}function qv(n){let e=n.model_id;return!e||e===oe.value.model}function DS({model_id:n,branch:e,change:t}){let i=Ln(n,e);(Gn.value[i]??-1)<t.last&&(Gn.value={...Gn.value,[i]:t.last}),Bc(),!(n!==oe.value.model||e!==oe.value.branch)&&(Iv(t),zc(),dt(NS(t)),oe.value.at===""&&Zn()&&t.ids.length>0&&(ui.value=new Set([...ui.value,...t.ids]),IS()))}function NS(n){let e=n.agent||n.user,t=[];n.created&&t.push("added "+Xe(n.created)),n.modified&&t.push("changed "+Xe(n.modified)),n.deleted&&t.push("deleted "+Xe(n.deleted));let i=n.created+n.modified+n.deleted,r=t.length===0?"wrote revision "+n.last:t.length===1?t[0].replace(/ [\d,]+$/," "+lt(i,"element","elements")):Ds(n)+" elements";return e+" "+r+(n.reason?": "+Hi(n.reason,160):"")}var Vc=class{#i="";#e="";#t=[];#n="";#r=0;#s=!1;get retry(){return this.#r}get id(){return this.#n}push(e){let t=this.#i+e;!this.#s&&t!==""&&(this.#s=!0,t=t.replace(/^\uFEFF/,""));let i=t.split(/\r\n|\n|\r(?!$)/);this.#i=i.pop()??"";let r=[];for(let s of i){let o=this.#o(s);o&&r.push(o)}return r}#o(e){if(e==="")return this.#a();let t=e.indexOf(":");if(t===0)return null;let i=t<0?e:e.slice(0,t),r=t<0?"":e.slice(t+1).replace(/^ /,"");return i==="event"?this.#e=r:i==="data"?this.#t.push(r):i==="id"&&!r.includes("\0")?this.#n=r:i==="retry"&&/^\d+$/.test(r)&&(this.#r=Number(r)),null}#a(){let e=this.#e||"message",t=this.#t;return this.#e="",this.#t=[],t.length===0?null:{name:e,data:t.join(`
`),id:this.#n}}};function Kv(n,e=0,t=Math.random){let i=Math.min(3e4,Math.max(e,1e3)*2**Math.min(n,5));return Math.round(i*(.75+.5*t()))}var jr=z({state:"connecting"}),FS=5*6e4,Zv=4e4;function jv(n,e){let t=new AbortController,i=new BroadcastChannel("bimstream.live."+n),r="",s=null,o,l=p=>{p.id&&(r=p.id);let f=OS(p.data);p.name==="hello"&&(r=String(f?.position??r)),f!==null&&e(p.name,f)},c=p=>{u(p),i.postMessage(p)},u=p=>{p.kind==="event"?l(p.event):jr.value=p.connection};i.addEventListener("message",p=>u(p.data));let h=()=>{clearTimeout(o),document.hidden?o=setTimeout(()=>s?.abort(),FS):s||m()},m=async()=>{let p=s=new AbortController,f=AbortSignal.any([p.signal,t.signal]),_=()=>kS(f,()=>r,c);try{navigator.locks?await navigator.locks.request("bimstream.live."+n,{signal:f},_):await _()}catch(S){if(!ho(S))throw S}finally{s===p&&(s=null),!t.signal.aborted&&!s&&(jr.value={state:"resting"})}};return document.addEventListener("visibilitychange",h),h(),()=>{t.abort(),clearTimeout(o),document.removeEventListener("visibilitychange",h),i.close()}}async function kS(n,e,t){let i=0,r=0;for(;!n.aborted;){try{await US(n,e(),(o,l)=>{r=l,i=0,t({kind:"event",event:o})},()=>t({kind:"state",connection:{state:"online"}}))}catch(o){if(n.aborted||o instanceof on&&o.signedOut)return}if(n.aborted)return;let s=Kv(i++,r);t({kind:"state",connection:{state:"lost",next:Date.now()+s}}),await BS(s,n)}}async function US(n,e,t,i){let r=new AbortController,s=setTimeout(()=>r.abort(),Zv);try{let l=(await uo("GET","/api/live"+yn({after:e}),void 0,AbortSignal.any([n,r.signal]))).body?.pipeThrough(new TextDecoderStream).getReader();if(!l)return;i();let c=new Vc;for(let u=await l.read();!u.done;u=await l.read()){clearTimeout(s),s=setTimeout(()=>r.abort(),Zv);for(let h of c.push(u.value))t(h,c.retry)}}finally{clearTimeout(s)}}function OS(n){try{return JSON.parse(n)}catch{return null}}function BS(n,e){return new Promise(t=>{let i=setTimeout(t,n),r=()=>{clearTimeout(i),t()};e.addEventListener("abort",r,{once:!0}),addEventListener("online",r,{once:!0})})}function Qv(n){let e=[],t=new Set(n.map(r=>r.name)),i=(r,s,o)=>{let l=e.length;e.push({branch:r,lane:s,parent:o}),n.filter(c=>c.parent===r.name&&c!==r&&c.name!==r.name).sort((c,u)=>c.fork-u.fork||c.name.localeCompare(u.name)).forEach(c=>{e.some(u=>u.branch===c)||i(c,s+1,l)})};for(let r of n)(r.parent===""||!t.has(r.parent))&&i(r,0,-1);return e}var _f="bimstream.token",Sn=z(null),Qr=z("asking");function Vt(n){return Sn.value?.tools.includes(n)??!1}async function Hc(){Sg(t0);let n=HS();Qr.value="asking";try{Sn.value=n?await zS(n):await VS(),Qr.value=Sn.value?"granted":"none"}catch(e){Qr.value=e instanceof on&&e.unreachable?"unreachable":"none"}}async function zS(n){try{let e=await Dr("/api/session",{key:n});return GS(e.token),e}catch(e){let t=n0();if(!t||e instanceof on&&e.unreachable)throw e;return Ea(t),kt("/api/session")}}async function VS(){let n=n0();return n?(Ea(n),kt("/api/session")):null}async function e0(){try{await wg("/api/session")}finally{t0()}}function t0(){Ea("");try{localStorage.removeItem(_f)}catch{}Sn.value=null,Qr.value="none"}function HS(){let n=new URLSearchParams(location.hash.slice(1)).get("k")??"";return n&&history.replaceState(history.state,"",location.pathname+location.search),n}function GS(n){Ea(n);try{localStorage.setItem(_f,n)}catch{}}function n0(){try{return localStorage.getItem(_f)??""}catch{return""}}var WS=Symbol.for("pv"),XS=0;function a(n,e,t,i,r,s){e||(e={});var o,l,c=e;if("ref"in c&&typeof n!="function")for(l in c={},e)l=="ref"?o=e[l]:c[l]=e[l];var u={type:n,props:c,key:t,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:WS,__v:--XS,__i:-1,__u:0};return(r||s)&&(u.__source=r,u.__self=s),ht.vnode&&ht.vnode(u),u}var qS={layers:"M8 2 2 5l6 3 6-3zM2 8l6 3 6-3M2 11l6 3 6-3",branch:"M5 3v10M5 3a1.5 1.5 0 1 0 0 .01M5 13a1.5 1.5 0 1 0 0 .01M11 5a1.5 1.5 0 1 0 0 .01M11 6.5C11 9 5 8 5 11",down:"M4 6l4 4 4-4",right:"M6 4l4 4-4 4",left:"M10 4 6 8l4 4",close:"M4 4l8 8M12 4l-8 8",search:"M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9M10.5 10.5 14 14",eye:"M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 0 4 2 2 0 1 0 0-4",eyeOff:"M2 2l12 12M6.2 3.8A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a11 11 0 0 1-2 2.5M4 5a11 11 0 0 0-2.5 3S4 12.5 8 12.5a6 6 0 0 0 3-.8",only:"M2 8h3M11 8h3M8 2v3M8 11v3M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5",fit:"M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",expand:"M9.5 2H14v4.5M14 2 9 7M6.5 14H2V9.5M2 14l5-5",shrink:"M14 6.5H9.5V2M9.5 6.5 14 2M2 9.5h4.5V14M6.5 9.5 2 14",section:"M2 11 8 14l6-3V5L8 2 2 5zM2 8l6 3 6-3",ghost:"M3 3h10v10H3zM3 8h10M8 3v10",edges:"M8 2 2 5v6l6 3 6-3V5zM2 5l6 3 6-3M8 8v6",measure:"M2 10.5 10.5 2 14 5.5 5.5 14zM5 8l1.5 1.5M7 6l2 2M9 4l1.5 1.5",palette:"M8 2a6 6 0 1 0 0 12c1.5 0 1-1.5.5-2.2-.6-1 .2-1.8 1-1.8H12a2 2 0 0 0 2-2c0-3.3-2.7-6-6-6zM5 7.5h.01M7 5h.01M10 5.5h.01",play:"M5 3l8 5-8 5z",pause:"M5 3v10M11 3v10",previous:"M11 3 5 8l6 5M4 3v10",next:"M5 3l6 5-6 5M12 3v10",compare:"M3 3h4v10H3zM9 3h4v10H9z",person:"M8 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5M3 13.5c0-3 2-4.5 5-4.5s5 1.5 5 4.5",agent:"M4 6h8v7H4zM8 6V3M8 3h.01M6.5 9h.01M9.5 9h.01",check:"M3 8.5l3.5 3.5L13 4.5",warn:"M8 2 1.5 13.5h13zM8 6.5v3M8 11.5h.01",error:"M5 2h6l3 3v6l-3 3H5l-3-3V5zM6 6l4 4M10 6l-4 4",info:"M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 7v4M8 5h.01",approval:"M3 2h10v12H3zM5.5 8l2 2 3-4",task:"M2.5 4h2M2.5 8h2M2.5 12h2M7 4h7M7 8h7M7 12h7",link:"M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.3 4.3L11 9M9 11.5 7.5 13a3 3 0 0 1-4.3-4.3L5 7",undo:"M3 6h7a3.5 3.5 0 1 1 0 7H6M3 6l3-3M3 6l3 3",tag:"M2 2h6l6 6-6 6-6-6zM5 5h.01",merge:"M4 3v10M4 3h.01M12 8h.01M4 13h.01M4 4c0 3 3 4 8 4",menu:"M2 4h12M2 8h12M2 12h12",keys:"M1.5 4h13v8h-13zM4 6.5h.01M6.5 6.5h.01M9 6.5h.01M11.5 6.5h.01M5 9.5h6",live:"M8 6a2 2 0 1 0 0 4 2 2 0 1 0 0-4M4 4a5.6 5.6 0 0 0 0 8M12 4a5.6 5.6 0 0 1 0 8",copy:"M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",plus:"M8 3v10M3 8h10",reload:"M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3",save:"M8 2v8M5 7l3 3 3-3M3 13.5h10",filter:"M2 3h12l-4.5 5.5V13l-3-1.5v-3z"};function ct({name:n}){return a("svg",{class:"icon",viewBox:"0 0 16 16",width:"16",height:"16","aria-hidden":"true",focusable:"false",children:a("path",{d:qS[n]})})}var za=z(null);async function i0(n){try{za.value={model:n,found:await kt("/api/models/"+encodeURIComponent(n)+"/overlaps")}}catch{za.value=null}}function To(n,e){Fe(()=>{n!==""&&i0(n)},[n,e])}function Gc({branch:n,other:e}){let t=za.value?.found;if(!t)return null;let i=t.branches.filter(r=>r.branch===n&&(e===void 0||r.other===e)).map(r=>d.branchMeets(r.elements,r.other));for(let r of t.requests)r.other_id===""&&r.branch===n&&i.push(d.requestMeets(r.elements,r.requester,r.on));return a(s0,{lines:i})}function r0({id:n}){let e=i=>i.other_id===""?d.branchMeets(i.elements,i.branch):d.requestMeets(i.elements,i.other_by,i.branch),t=za.value?.found.requests??[];return a(s0,{lines:t.filter(i=>i.approval_id===n).map(e)})}function s0({lines:n}){return n.length===0?null:a("ul",{class:"plain notice",children:n.map((e,t)=>a("li",{dir:"auto",children:e},t))})}function ne({icon:n,label:e,kind:t="plain",children:i,class:r,...s}){let o=e!==void 0&&i===void 0,l=["button","button-"+t,o?"button-icon":"",r??""].filter(Boolean).join(" ");return a("button",{type:"button",class:l,...e?{"aria-label":e,title:e}:{},...s,children:[n&&a(ct,{name:n}),i!==void 0&&a("span",{class:"button-text",children:i})]})}function Mt({at:n,far:e=!1}){let t=Rc(n);return t?a("time",{dateTime:n,title:Ls(n),class:"nowrap",children:[t,e&&a("span",{class:"muted",children:[" (",av(n),")"]})]}):null}function Mn({user:n,agent:e=""}){return a("span",{class:"actor",title:e?d.agentFor(e,n):d.person(n),children:[a(ct,{name:e?"agent":"person"}),a("bdi",{children:e||n}),e&&a("span",{class:"muted",children:[" ",d.forUser," ",a("bdi",{children:n})]})]})}var o0=280;function wn({text:n}){let[e,t]=je(!1);if(n==="")return null;let i=[...n].length>o0,r=i&&!e?[...n].slice(0,o0).join("")+"…":n;return a("blockquote",{class:"quote",dir:"auto",children:[a("span",{class:"quoted",children:r}),i&&a("button",{type:"button",class:"more","aria-expanded":e,onClick:()=>t(!e),children:e?d.less:d.more})]})}function _t({children:n}){return a("p",{class:"empty",children:n})}function Ye({error:n,retry:e}){if(!n)return null;let t=n instanceof on&&n.title?n.title.replaceAll("_"," ").toLowerCase():d.failed;return a("div",{class:"trouble",role:"alert",children:[a(ct,{name:"warn"}),a("div",{children:[a("strong",{class:"cap",children:t}),a("p",{dir:"auto",children:n.message}),e&&a(ne,{kind:"plain",icon:"reload",onClick:e,children:d.tryAgain})]})]})}function Ji({n,more:e=!1}){return a("span",{class:"count",children:[Xe(n),e?"+":""]})}function ft({title:n,n:e,children:t,open:i=!0,actions:r}){return a("details",{class:"section",open:i,children:[a("summary",{children:[a(ct,{name:"right"}),a("h3",{children:n}),e!==void 0&&a(Ji,{n:e})]}),r&&a("div",{class:"section-actions",children:r}),t]})}function kn({rows:n}){return a("dl",{class:"facts",children:n.map(e=>e&&a("div",{children:[a("dt",{children:e[0]}),a("dd",{children:e[1]})]},e[0]))})}var JS={ArrowRight:1,ArrowLeft:-1};function Eo({tabs:n,chosen:e,choose:t,label:i,controls:r}){return a("div",{class:"tabs",role:"tablist","aria-label":i,onKeyDown:o=>{let l=n.findIndex(m=>m.id===e),c=JS[o.key]??0,u=o.key==="Home"?0:o.key==="End"?n.length-1:c?(l+c+n.length)%n.length:-1,h=n[u];h&&(o.preventDefault(),t(h.id),o.currentTarget.querySelectorAll("[role=tab]")[u]?.focus())},children:n.map(o=>a("button",{type:"button",role:"tab",id:r+"-"+o.id,"aria-selected":o.id===e,"aria-controls":r,tabIndex:o.id===e?0:-1,onClick:()=>t(o.id),children:[o.text,o.n!==void 0&&a(Ji,{n:o.n})]},o.id))})}function Wn({title:n,close:e,children:t,wide:i=!1}){let r=In(null);return Fe(()=>{let s=document.activeElement;return r.current?.showModal(),()=>{s instanceof HTMLElement&&s.isConnected&&s.focus()}},[]),a("dialog",{ref:r,class:i?"dialog wide":"dialog","aria-labelledby":"dialog-title",onCancel:s=>{s.preventDefault(),e()},children:[a("header",{children:[a("h2",{id:"dialog-title",children:n}),a(ne,{kind:"quiet",icon:"close",label:d.close,onClick:e})]}),a("div",{class:"dialog-body",tabIndex:-1,children:t})]})}function es({button:n,label:e,children:t,align:i="left",class:r}){let[s,o]=je(!1),l=In(null),c=()=>{o(!1),l.current?.querySelector("button")?.focus()};return Fe(()=>{if(!s)return;let u=h=>{l.current?.contains(h.target)||o(!1)};return addEventListener("pointerdown",u),()=>removeEventListener("pointerdown",u)},[s]),a("div",{class:"menu "+(r??""),ref:l,onKeyDown:u=>{u.key!=="Escape"||!s||(u.stopPropagation(),c())},children:[a("button",{type:"button",class:"button button-quiet menu-button","aria-expanded":s,"aria-label":e,title:e,onClick:()=>o(!s),children:n}),s&&a("div",{class:"menu-panel menu-"+i,role:"group","aria-label":e,children:t(c)})]})}function Pt({label:n,hint:e,children:t}){return a("label",{class:"field",children:[a("span",{children:n}),t,e&&a("small",{class:"muted",children:e})]})}var yf=44,l0=14,xf=wt(async(n,e)=>{let{model:t,branch:i}=oe.value,r={model_id:t,branch:i,name:n,dry_run:!1};e&&(r.description=e),re.value&&oe.value.at!==""&&(r.at=re.value.revision),await gt("create_branch",r),await kr(),dt(d.branchMade(n)),ks.value=!1,Qe({branch:n})});function c0(){let n=Ht.value?.branches??[],e=Qv(n.filter(o=>!o.archived)),t=n.filter(o=>o.archived),i=Ht.value?.tags??[];To(Ht.value?.id??"","branches");let r=()=>{ks.value=!1},s=18+Math.max(0,...e.map(o=>o.lane))*l0;return a(Wn,{title:d.branchesOf(Ht.value?.name??""),close:r,wide:!0,children:[a("div",{class:"graph",children:[a(YS,{rows:e,width:s}),a("ul",{class:"branch-list",children:e.map(o=>a(a0,{branch:o.branch,close:r},o.branch.name))})]}),t.length>0&&a(ft,{title:d.archived,n:t.length,open:!1,children:a("ul",{class:"branch-list",children:t.map(o=>a(a0,{branch:o,close:r},o.name))})}),a(ft,{title:d.tags,n:i.length,actions:Vt("tag_revision")&&re.value&&a(ne,{icon:"tag",onClick:()=>{r(),Xi.value=re.value.revision},children:d.tagThis}),children:[i.length===0&&a(_t,{children:d.noTags}),a("ul",{class:"links",children:i.map(o=>a("li",{children:[a("button",{type:"button",class:"link",onClick:()=>{Qe({branch:o.branch,at:o.name,diff:""}),r()},children:[a(ct,{name:"tag"})," ",a("bdi",{children:o.name})]}),a("span",{class:"muted",children:[a("bdi",{children:o.branch})," ",d.atRevision(o.revision)]})]},o.name))})]}),Vt("create_branch")&&a($S,{})]})}function YS({rows:n,width:e}){let t=r=>9+r*l0,i=r=>r*yf+yf/2;return a("svg",{class:"lanes",width:e,height:n.length*yf,"aria-hidden":"true",children:[n.map((r,s)=>r.parent>=0&&a("path",{d:["M",t(r.lane-1),i(r.parent),"V",i(s)-10,"Q",t(r.lane-1),i(s),t(r.lane),i(s)].join(" ")},"p"+s)),n.map((r,s)=>a("circle",{cx:t(r.lane),cy:i(s),r:"5",class:r.branch.name===oe.value.branch?"here":""},s))]})}function a0({branch:n,close:e}){let t=n.name===oe.value.branch;return a("li",{class:"branch"+(t?" is-here":""),children:[a("div",{class:"grow",children:[a("button",{type:"button",class:"link","aria-current":t?"true":void 0,onClick:()=>{Qe({branch:n.name}),e()},children:a("bdi",{children:n.name})}),a("p",{class:"muted small",children:[d.headAt(n.head),n.parent&&a(Me,{children:[", ",d.forkedFrom," ",a("bdi",{children:n.parent})," ",d.atRevision(n.fork)]}),n.description&&a(Me,{children:[": ",a("bdi",{children:n.description})]})]}),!n.archived&&a(Gc,{branch:n.name})]}),n.parent&&a(Me,{children:[a(ne,{kind:"plain",icon:"compare",title:d.compareBaseHint,onClick:()=>{Qe({branch:n.name,at:"",diff:n.parent+"@"+n.fork}),e()},children:d.compareBase}),Vt("merge_branch")&&!n.archived&&a(ne,{kind:"plain",icon:"merge",onClick:()=>{e(),Kr.value={source:n.name,target:n.parent}},children:d.mergeInto(n.parent)})]})]})}function $S(){let[n,e]=je(""),[t,i]=je("");return a(ft,{title:d.newBranch,open:!1,children:a("form",{onSubmit:r=>{r.preventDefault(),xf.run(n,t)},children:[a("p",{class:"muted",children:d.forkHint(oe.value.branch,re.value?.revision??0)}),a("div",{class:"columns",children:[a(Pt,{label:d.name,children:a("input",{required:!0,maxLength:100,pattern:"[A-Za-z0-9._\\/\\-]+",value:n,onInput:r=>e(r.currentTarget.value)})}),a(Pt,{label:d.description,children:a("input",{maxLength:1e3,value:t,onInput:r=>i(r.currentTarget.value)})})]}),a(Ye,{error:xf.trouble.value}),a(ne,{kind:"primary",type:"submit",disabled:n===""||xf.busy.value,children:d.makeBranch})]})})}var u0=z(0);function h0(){let n=jr.value;return Fe(()=>{if(n.state!=="lost")return;let e=()=>{u0.value=Math.max(0,Math.ceil((n.next-Date.now())/1e3))};e();let t=setInterval(e,500);return()=>clearInterval(t)},[n]),n.state!=="lost"?null:a("div",{class:"banner",role:"status",children:[a(ct,{name:"warn"})," ",d.connectionLost," ",a("span",{"aria-hidden":"true",children:d.againIn(u0.value)})]})}function d0(){let n=Qr.value;return a("main",{class:"gate",children:[a("h1",{children:"bimstream"}),n==="asking"&&a("p",{role:"status",children:d.opening}),n==="none"&&a(Me,{children:[a("p",{children:d.noSession}),a("p",{class:"muted",children:d.noSessionHint})]}),n==="unreachable"&&a(Me,{children:[a("p",{children:d.unreachable}),a("p",{class:"muted",children:d.unreachableHint}),a("p",{children:a(ne,{kind:"primary",icon:"reload",onClick:()=>{Hc()},children:d.tryAgain})})]})]})}function jn(n){let e=vt.value;e&&(n.length>0&&e.boxOf(n)?e.fit(n,Zn()):n.length===0&&e.fit(void 0,Zn()))}function Ao(){jn(rt.value)}function Os(n){Qt([n]),jn([n])}async function fr(n){let e=re.value;if(!e)return!1;let t=await df(e.revision,n);if(t===null)return dt(n<0?d.atFirst:d.atLast),!1;let i=await Gi(e.revision),s=i!==null&&oe.value.diff===String(i.first-1)?String(((await Gi(t))?.first??1)-1):oe.value.diff;return Qe({at:t>=e.head?"":String(t),diff:s}),!0}function Co(){let n=re.value;if(n){if(oe.value.diff!==""){Qe({diff:""});return}if(n.revision<n.head){Qe({at:"",diff:String(n.revision)});return}df(n.revision,-1).then(e=>{e!==null&&Qe({diff:String(e)})})}}function Va(n){let e=Pa.value.filter(r=>hr.value.has(r.change));if(e.length===0)return;let t=e.findIndex(r=>r.id===rt.value[0]),i=e[t<0?n>0?0:e.length-1:(t+n+e.length)%e.length];Os(i.id)}var Ha=z(""),Ro=z(!1),ts=z(0),KS=12,ZS={role:"combobox"};function jS(n){let e=re.value?.rows,t=n.toLowerCase().split(/\s+/).filter(Boolean);if(!e||t.length===0)return{list:[],total:0};let i=[];return e.ids.forEach((r,s)=>{let o=(e.names[s]??"").toLowerCase(),l=o+" "+e.categories[s].replaceAll("_"," ")+" "+Mi(e.levels[s]??-1).toLowerCase();!t.every(c=>l.includes(c))&&!(t.length===1&&r.startsWith(t[0]))||i.push({i:s,rank:o===t[0]?0:o.startsWith(t[0])?1:2})}),i.sort((r,s)=>r.rank-s.rank||r.i-s.i),{list:i.slice(0,KS).map(r=>$d(r.i)),total:i.length}}function f0(){let n=Bi(()=>jS(Ha.value),[Ha.value,re.value]),e=Ro.value&&Ha.value.trim()!=="",t=r=>{r&&(Ro.value=!1,Gt("element"),Os(r.id))},i=r=>{let s=n.list.length-1;if(r.key==="ArrowDown")ts.value=Math.min(s,ts.value+1);else if(r.key==="ArrowUp")ts.value=Math.max(0,ts.value-1);else if(r.key==="Enter")t(n.list[ts.value]);else if(r.key==="Escape")e||document.getElementById("canvas")?.focus(),Ro.value=!1;else return;r.preventDefault()};return a("div",{class:"search",children:[a(ct,{name:"search"}),a("input",{id:"search",type:"search",...ZS,placeholder:d.search,"aria-label":d.searchElements,"aria-expanded":e,"aria-controls":"search-list","aria-autocomplete":"list",autocomplete:"off",...e&&n.list.length>0?{"aria-activedescendant":"found-"+ts.value}:{},value:Ha.value,onKeyDown:i,onFocus:()=>Ro.value=!0,onBlur:()=>Ro.value=!1,onInput:r=>{Ha.value=r.currentTarget.value,ts.value=0,Ro.value=!0}}),a("div",{class:"found",hidden:!e,children:[a("ul",{id:"search-list",role:"listbox","aria-label":d.found,children:n.list.map((r,s)=>a("li",{id:"found-"+s,role:"option","aria-selected":s===ts.value,onPointerDown:o=>{o.preventDefault(),t(r)},children:[a("bdi",{children:r.name||d.unnamed(r.category)}),a("span",{class:"muted",children:[Ie(r.category),r.level>=0&&", ",a("bdi",{children:Mi(r.level)})]})]},r.id))}),a("p",{class:"muted small",children:d.foundCount(n.list.length,n.total)})]})]})}function p0({toggleLeft:n}){let e=So.value;return a("header",{class:"header",children:[a(ne,{kind:"quiet",icon:"menu",label:d.toggleTree,class:"toggle-left",onClick:n}),a("h1",{class:"brand",children:["bimstream",a("span",{class:"hidden-text",children:[" ",Ht.value?.name]})]}),a(QS,{}),Ht.value&&a(ne,{kind:"quiet",icon:"branch",class:"branch-button",title:d.branches,onClick:()=>ks.value=!0,children:a("bdi",{children:oe.value.branch})}),a(eM,{}),a(ne,{kind:"quiet",icon:"save",label:d.save,disabled:!re.value||Je.value!==null,onClick:()=>Mo.value=!0}),a(f0,{}),a("nav",{class:"counters","aria-label":d.waiting,children:[a(bf,{to:"approvals",icon:"approval",text:d.approvals,n:qi.value?.length,urgent:!0}),a(bf,{to:"findings",icon:"warn",text:d.findings,n:e.count,more:e.more}),a(bf,{to:"tasks",icon:"task",text:d.tasks,n:bo.value,more:!!Yn.value?.next})]}),a(nM,{})]})}function QS(){let n=xn.value??[];return n.length===0?null:a("label",{class:"model-choice",children:[a("span",{class:"hidden-text",children:d.model}),a("select",{value:oe.value.model,onChange:e=>pc(e.currentTarget.value),children:n.map(e=>a("option",{value:e.id,children:e.name||e.id},e.id))})]})}function eM(){let n=re.value;if(!n)return null;if(Je.value)return a("span",{class:"moment moment-plan",title:d.planHint,children:d.planOn(Je.value.revision)});if(Nr.value)return a("span",{class:"moment moment-live",title:d.liveHint(Ls(n.at)),children:[a(ct,{name:"live"}),d.live," ",a("strong",{children:n.revision})]});let e=Math.max(n.head,Cg.value?.head??0);return a("button",{type:"button",class:"moment moment-pinned",title:d.pinnedHint(Ls(n.at)),onClick:Fr,children:[d.pinned," ",a("strong",{children:d.ofHead(n.revision,e)})]})}function bf({to:n,icon:e,text:t,n:i,more:r=!1,urgent:s=!1}){let o=St.value===n;return a("button",{type:"button",class:"counter"+(s&&i?" is-urgent":""),"aria-pressed":o,title:t,onClick:()=>Gt(o?"element":n),children:[a(ct,{name:e}),a("span",{class:"counter-text",children:t}),i!==void 0&&a(Ji,{n:i,more:r})]})}var tM=["system","light","dark"];function nM(){let n=Sn.value?.me;return a(es,{align:"right",class:"me",label:d.me(n?.name??""),button:a(Me,{children:[a(ct,{name:"person"}),a("bdi",{class:"me-name",children:n?.name})]}),children:e=>a(Me,{children:[a("p",{class:"who",children:[a("strong",{dir:"auto",children:n?.name}),a("span",{class:"muted",children:d.mayDo(n?.may??[])})]}),a("fieldset",{class:"choices row",children:[a("legend",{children:d.theme}),tM.map(t=>a("label",{children:[a("input",{type:"radio",name:"theme",checked:ke.value.theme===t,onChange:()=>Kn({theme:t})}),d.themes[t]]},t))]}),a("fieldset",{class:"choices row",children:[a("legend",{children:d.units}),["mm","m","ft-in"].map(t=>a("label",{children:[a("input",{type:"radio",name:"unit",checked:ke.value.unit===t,onChange:()=>Kn({unit:t})}),d.unitNames[t]]},t))]}),a("label",{class:"check",children:[a("input",{type:"checkbox",checked:ke.value.letters,onChange:t=>Kn({letters:t.currentTarget.checked})}),d.letterKeys]}),a("div",{class:"menu-list",children:[a("button",{type:"button",class:"menu-item",onClick:()=>{iM(),e()},children:[a(ct,{name:"link"}),d.copyLink]}),a("button",{type:"button",class:"menu-item",onClick:()=>{e(),$r.value=!0},children:[a(ct,{name:"keys"}),d.keys]}),a("button",{type:"button",class:"menu-item",onClick:()=>{e0().catch(()=>{})},children:[a(ct,{name:"close"}),d.logOut]})]}),a("p",{class:"muted small",children:d.version(Sn.value?.server.name??"",Sn.value?.server.version??"")})]})})}async function iM(){try{await navigator.clipboard.writeText(bv()),dt(d.linkCopied)}catch{dt(d.linkNotCopied)}}function m0(){return a(Wn,{title:d.keys,close:()=>$r.value=!1,children:[a("p",{class:"muted",children:[d.keysHint,!ke.value.letters&&" "+d.lettersOff]}),a("table",{class:"keys",tabIndex:0,children:[a("thead",{children:a("tr",{children:[a("th",{scope:"col",children:d.key}),a("th",{scope:"col",children:d.does})]})}),a("tbody",{children:d.keyList.map(([n,e])=>a("tr",{children:[a("th",{scope:"row",children:n.map(t=>a("kbd",{children:t},t))}),a("td",{children:e})]},e))})]})]})}var Ga=z(!1),Sf="";function Po(n){Sf=n}function Wc(n,e){Ei.value=e,e.length>0&&Qt([]),Mf(n)&&jn(e)}function Mf(n){let e=Sf===n;return e&&(Sf=""),e}function Xc(n,e){let t=Nn.value.key===e.key;Po(e.key),Nn.value={run:n,key:e.key},t&&wf(e)}function wf(n){let e=n.elements.map(t=>t.element_id);Wc(n.key,e)}function rM(){return(Ci.value?.list??[]).flatMap(n=>n.findings.filter(e=>Ga.value||Oa(e.status)).map(e=>({run:n.run.validation_run_id,finding:e})))}function g0(n){let e=rM();if(e.length===0)return;let t=e.findIndex(({finding:r})=>r.key===Nn.value.key),i=e[t<0?n>0?0:e.length-1:(t+n+e.length)%e.length];Xc(i.run,i.finding)}function v0(){return Ke(()=>{St.value!=="findings"&&St.value!=="tasks"&&(Ei.value=[])})}var sM=1500,qc=wt(async(n,e)=>{await Vv(n,e),await Zr(),dt(e.decision==="approve"?d.approved:d.rejected),Fn.value=""}),Jc=wt(async n=>{await zv(n),Tf.value=n.id}),Tf=z("");function _0({approval:n,again:e}){let[t,i]=je(""),[r,s]=je(""),[o,l]=je(""),c=lM(n);if(Fe(()=>{i(""),s(""),qc.trouble.value=null,Jc.trouble.value=null},[n.id,n.plan_sha256]),!n.open)return a("div",{class:"decide",children:[a("p",{class:"status",children:[Ie(n.status),n.reason&&a(Me,{children:[": ",a("bdi",{children:n.reason})]})]}),a(ne,{onClick:()=>Fn.value="",children:d.close})]});if(n.status!=="pending")return a("div",{class:"decide",children:[a("p",{class:"notice",children:[d.grantedHint," ",a(Mt,{at:n.expires,far:!0})]}),a(ne,{onClick:()=>Fn.value="",children:d.close})]});if(n.may_decide)return a("div",{class:"decide",children:a("p",{class:"notice",dir:"auto",children:n.may_decide})});if(jr.value.state==="lost")return a("div",{class:"decide",children:a("p",{class:"notice",children:d.noDecisionOffline})});let u=n.level==="tty",h=qc.busy.value,m=t.trim()===n.phrase,p=oM(n),f=p===""&&c&&m&&(!u||/^\d{6}$/.test(r))&&!h,_=S=>{let g={decision:S,plan_sha256:n.plan_sha256};S==="approve"&&(g.phrase=n.phrase),r&&(g.code=r),o&&(g.note=o),qc.run(n.id,g)};return a("form",{class:"decide",onSubmit:S=>{S.preventDefault(),f&&_("approve")},children:[a("h3",{children:d.yourDecision}),a(Pt,{label:d.noteOptional,children:a("textarea",{rows:2,value:o,maxLength:1e3,onInput:S=>l(S.currentTarget.value)})}),p!==""&&a("p",{class:"notice",children:p}),p===""&&a(aM,{approval:n,phrase:t,setPhrase:i,typedCode:r,setCode:s}),a(Ye,{error:qc.trouble.value??Jc.trouble.value,retry:e}),a("footer",{class:"decide-actions",children:[a(ne,{kind:"danger",disabled:h,onClick:()=>_("reject"),children:d.reject}),p===""&&a(ne,{kind:"primary",type:"submit",disabled:!f,"aria-describedby":"decide-why",children:d.approve})]}),p===""&&a("p",{id:"decide-why",class:"muted small",children:f?d.approveHint:c?d.approveNeeds:d.readFirst})]})}function oM(n){return n.level==="key"?d.needsKey(n.id):n.level==="tty"&&!Sn.value?.code?d.noTerminal(n.id):""}function aM({approval:n,phrase:e,setPhrase:t,typedCode:i,setCode:r}){return a(Me,{children:[a("label",{class:"field",children:[a("span",{children:[d.typePhrase," ",a("code",{class:"phrase",children:n.phrase})]}),a("input",{value:e,autocomplete:"off",spellcheck:!1,onInput:s=>t(s.currentTarget.value)})]}),n.level==="tty"&&a("div",{class:"code-row",children:[a("label",{class:"field",children:[a("span",{children:d.code}),a("input",{value:i,inputMode:"numeric",maxLength:6,autocomplete:"one-time-code",onInput:s=>r(s.currentTarget.value.replace(/\D/g,""))})]}),a(ne,{disabled:Jc.busy.value,onClick:()=>{Jc.run(n)},children:Tf.value===n.id?d.newCode:d.showCode}),a("p",{class:"muted small",role:"status",children:Tf.value===n.id?d.codeShown:d.codeHint})]})]})}function lM(n){let[e,t]=je(!1),i=!n.drawable||bi.value!==null&&!Vi.value;return Fe(()=>{if(t(!1),!i)return;let r=setTimeout(()=>t(!0),sM);return()=>clearTimeout(r)},[n.id,n.plan_sha256,i]),e}var pr=z(!1),Io=z([]);function y0(n){let e=Io.value.length>=2?[n]:[...Io.value,n];Io.value=e;let t=Ef(e);dt(t===null?d.measureSecond:d.measuredAs(zt(t,ke.value.unit)))}function Yc(n){pr.value=n,Io.value=[],n&&dt(d.measureFirst)}function Ef(n){let[e,t]=n;return!e||!t?null:Math.round(1e3*Math.hypot(...e.point.map((i,r)=>t.point[r]-i)))}function x0(n){let[e,t]=n;if(!e||!t)return null;let i=r=>Math.round(1e3*Math.abs(t.point[r]-e.point[r]));return[i(0),i(1),i(2)]}var Yi=z(!1),Kc=z(2),Cf;function Zc(){Yi.value?Bs():cM()}function Bs(){Yi.value&&(Yi.value=!1,Wr.value=!1,clearTimeout(Cf),ui.value=new Set)}async function cM(){let n=re.value;n&&(n.revision<n.head?$c(n.revision):$c((await Gi(0))?.last??0))}function $c(n){clearTimeout(Cf),Yi.value=!0,Wr.value=!0,Qe({at:String(n),diff:""}),Af()}function Af(){Cf=setTimeout(()=>{uM()},1e3/Kc.value)}async function uM(){if(Yi.value){if(Vi.value){Af();return}try{let n=await fr(1),e=re.value?await Gi(Number(oe.value.at)||re.value.head):null;ui.value=new Set(e?.ids??[]),!n||oe.value.at===""?Bs():Af()}catch{Bs()}}}var ns=24;function M0(n){let e=vt.value;if(!e||n.ctrlKey||n.metaKey||n.altKey)return;let i={ArrowLeft:()=>n.shiftKey?e.pan(ns,0):e.orbit(-ns,0),ArrowRight:()=>n.shiftKey?e.pan(-ns,0):e.orbit(ns,0),ArrowUp:()=>n.shiftKey?e.pan(0,ns):e.orbit(0,-ns),ArrowDown:()=>n.shiftKey?e.pan(0,-ns):e.orbit(0,ns),"+":()=>e.zoom(1),"=":()=>e.zoom(1),"-":()=>e.zoom(-1),Home:()=>jn([]),1:()=>e.look("front",Zn()),2:()=>e.look("right",Zn()),3:()=>e.look("back",Zn()),7:()=>e.look("top",Zn()),0:()=>e.look("iso",Zn())}[n.key];if(i){n.preventDefault(),i();return}is(n)}function is(n){if(n.ctrlKey||n.metaKey||n.altKey||pM(n.target))return;if(n.key==="Escape"){Yc(!1),Qt([]);return}if(!ke.value.letters)return;let e=hM[n.key.length===1?n.key.toLowerCase():n.key];e&&(n.preventDefault(),e(n.shiftKey))}var hM={f:Ao,h:()=>bc(rt.value),i:()=>zr(rt.value),u:vo,g:()=>Br.value=!Br.value,"[":()=>{fr(-1)},"]":()=>{fr(1)},"{":()=>S0(-1),"}":()=>S0(1)," ":()=>{Je.value||an.value&&!Yi.value?dM():Zc()},l:Fr,d:Co,n:()=>b0(1),p:()=>b0(-1),"/":()=>document.getElementById("search")?.focus(),e:fM,"?":()=>$r.value=!0};function dM(){if(Si.value===0)return;let n=Si.value;Si.value=0,addEventListener("keyup",()=>Si.value=n,{once:!0})}function b0(n){St.value==="findings"?g0(n):Va(n)}function S0(n){let e=re.value?.revision??-1,t=(Ht.value?.tags??[]).filter(r=>r.branch===oe.value.branch).sort((r,s)=>r.revision-s.revision),i=n>0?t.find(r=>r.revision>e):t.filter(r=>r.revision<e).at(-1);i&&Qe({at:i.name})}function fM(){let n=document.getElementById("canvas"),e=document.getElementById("side-body");(document.activeElement===n?e:n)?.focus()}function pM(n){return n instanceof HTMLElement&&n.closest("input:not([type=range]),textarea,select,dialog")!==null}var rs={added:"+",modified:"~",deleted:"−",derived:"›"};function jc({colour:n,sign:e=""}){return a("svg",{class:"swatch",viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":"true",children:[a("rect",{width:"14",height:"14",rx:"2",style:{fill:Qg(n)}}),e&&a("text",{x:"7",y:"11","text-anchor":"middle",children:e})]})}function w0(){return Ei.value.length>0?a(mM,{}):an.value?a(vM,{}):Ti.value!=="own"?a(_M,{}):null}function mM(){return a("div",{class:"legend",role:"group","aria-label":d.legend,children:a("ul",{children:Ei.value.slice(0,6).map((n,e)=>{let t=pn(n);return a("li",{children:[a(jc,{colour:ef(e),sign:String(e+1)}),a("bdi",{children:t?t.name||d.unnamed(t.category):d.notHere}),t&&a("span",{class:"muted",children:Ie(t.category)})]},n)})})})}var gM=["added","modified","deleted","derived"];function vM(){let n=fo.value,e=hr.value;return a("div",{class:"legend",role:"group","aria-label":d.legend,children:[a(Rf,{counts:n,wanted:e}),a("label",{class:"fader",children:[a("span",{children:d.before}),a("input",{type:"range",min:"0",max:"1",step:"0.05",value:Si.value,"aria-label":d.fade,"aria-valuetext":d.fadeAt(Math.round(Si.value*100)),onInput:t=>Si.value=t.currentTarget.valueAsNumber}),a("span",{children:Je.value?d.afterPlan:d.after})]})]})}function Rf({counts:n,wanted:e}){return a("div",{class:"chips",role:"group","aria-label":d.changesByKind,children:gM.map(t=>a("button",{type:"button",class:"chip chip-"+t,"aria-pressed":e.has(t),disabled:n[t]===0,title:d.kindHints[t],onClick:()=>hr.value=Ia(e,t),children:[a(jc,{colour:Qd[t],sign:rs[t]}),a("span",{class:"chip-text",children:d.kinds[t]})," ",a(Ji,{n:n[t]})]},t))})}function _M(){let n=tf.value,e=Ti.value==="category",t=14;return a("div",{class:"legend",role:"group","aria-label":d.legend,children:a("ul",{children:[n.slice(0,t).map(i=>a("li",{children:[a(jc,{colour:yc(i,n)}),a("bdi",{children:e?Ie(i):i})]},i)),n.length>t&&a("li",{class:"muted",children:d.andMore(n.length-t)})]})})}var T0=8;function Qc(n,e,t){let[i,r]=je(0),[s,o]=je(600);og(()=>{let u=n.current;if(!u)return;let h=()=>r(u.scrollTop),m=new ResizeObserver(()=>o(u.clientHeight));return m.observe(u),u.addEventListener("scroll",h,{passive:!0}),()=>{m.disconnect(),u.removeEventListener("scroll",h)}},[]);let l=Math.max(0,Math.min(e,Math.floor(i/t)-T0)),c=Math.min(e,Math.ceil((i+s)/t)+T0);return{first:l,last:c,before:l*t,after:Math.max(0,e-c)*t}}function eu(n,e,t){Fe(()=>{let i=n.current;if(!i||e<0)return;let r=e*t;r<i.scrollTop?i.scrollTop=r:r+t>i.scrollTop+i.clientHeight&&(i.scrollTop=r+t-i.clientHeight)},[e])}function Pf({height:n}){return n>0?a("div",{role:"presentation",class:"spacer",style:{height:n+"px"}}):null}var E0=40;function yM(){let{branch:n,diff:e}=oe.value,t=(Ht.value?.tags??[]).map(s=>({value:s.branch===n?s.name:s.branch+"@"+s.name,text:d.tagPoint(s.name)})),i=(Ht.value?.branches??[]).filter(s=>s.name!==n&&!s.archived).map(s=>({value:s.name+"@"+s.head,text:d.branchPoint(s.name)})),r=[...t,...i];return e!==""&&!r.some(s=>s.value===e)&&r.unshift({value:e,text:/^\d+$/.test(e)?d.revisionPoint(Number(e)):e}),r}function A0(){return a("label",{class:"field pad",children:[a("span",{children:d.compareWith}),a("select",{value:oe.value.diff,onChange:n=>Qe({diff:n.currentTarget.value}),children:[a("option",{value:"",children:d.nothing}),yM().map(n=>a("option",{value:n.value,children:n.text},n.value))]})]})}function R0(){let n=an.value;return n?a(Me,{children:[a("header",{class:"subject",children:[a("div",{children:[a("h2",{children:d.comparison}),a("p",{class:"muted",children:[a(C0,{moment:n.from})," → ",Je.value?d.planShort:a(C0,{moment:n.to})]})]}),!Je.value&&a(ne,{icon:"close",label:d.compareOff,onClick:()=>Qe({diff:""})})]}),!Je.value&&a(A0,{}),n.reload?a(_t,{children:d.differsTooMuch}):a(If,{})]}):a(Me,{children:[a("header",{class:"subject",children:a("h2",{children:d.comparison})}),a(A0,{}),a(Ye,{error:Ur.value}),Ra.value?a("p",{class:"muted pad",role:"status",children:d.loading}):a(_t,{children:[d.notCompared," ",a(ne,{kind:"plain",icon:"compare",onClick:Co,children:d.compare})]})]})}function C0({moment:n}){let e=n.branch!==oe.value.branch;return a("span",{class:"nowrap",children:[e&&a(Me,{children:[a("bdi",{children:n.branch}),"@"]}),n.revision<0?d.beginning:n.revision,n.at&&a(Me,{children:[" ","(",a(Mt,{at:n.at}),")"]})]})}function If(){let n=In(null),e=Pa.value.filter(s=>hr.value.has(s.change)),t=Pa.value.length,i=e.findIndex(s=>s.id===rt.value[0]),r=Qc(n,e.length,E0);return eu(n,i,E0),a("div",{class:"diff",children:[a(Rf,{counts:fo.value,wanted:hr.value}),a("div",{class:"filter",children:[a("span",{class:"muted",role:"status",children:e.length===t?lt(t,"difference","differences"):d.shownOf(e.length,t)}),a(ne,{kind:"quiet",icon:"left",label:d.previousChange,disabled:e.length===0,onClick:()=>Va(-1)}),a(ne,{kind:"quiet",icon:"right",label:d.nextChange,disabled:e.length===0,onClick:()=>Va(1)})]}),e.length===0&&a(_t,{children:t===0?d.noDifference:d.filterHides(t)}),a("ul",{class:"diff-list",ref:n,onKeyDown:is,onMouseLeave:()=>wi.value=null,style:{paddingTop:r.before+"px",paddingBottom:r.after+"px"},children:e.slice(r.first,r.last).map((s,o)=>a("li",{"aria-setsize":e.length,"aria-posinset":r.first+o+1,children:a("button",{type:"button",class:"diff-row"+(r.first+o===i?" is-chosen":""),onClick:()=>Os(s.id),onMouseEnter:()=>wi.value=s.id,children:[a("span",{class:"sign "+s.change,title:d.kindHints[s.change],children:rs[s.change]}),a("span",{class:"diff-name",children:[a("bdi",{children:s.name||d.unnamed(s.category)}),a("span",{class:"muted",children:[Ie(s.category),s.level&&", ",a("bdi",{children:s.level})]})]}),a("span",{class:"muted diff-facets",children:s.facets.map(Ut).join(", ")||d.kinds[s.change].toLowerCase()})]})},s.id))})]})}var P0=z({id:"",list:[],more:!1});function I0({approval:n}){let e=Gn.value[Ln(n.model_id,n.branch)]??-1;Fe(()=>{let s=xi(n.model_id,n.branch)+"/changes"+yn({limit:20});kt(s).then(o=>{let l=o.changes.filter(c=>c.first>n.revision);P0.value={id:n.id,list:l,more:l.length===o.changes.length&&o.more}},()=>{})},[n.id,e]);let{id:t,list:i,more:r}=P0.value;return t!==n.id||i.length===0?null:a(ft,{title:d.meanwhile,n:i.length,children:[a("p",{class:"notice",children:d.meanwhileHint}),a("ul",{class:"plain",children:[i.map(s=>a("li",{children:[Ie(s.tool)," ",a(Mn,{user:s.user,agent:s.agent})," ",a(Mt,{at:s.at})]},s.last)),r&&a("li",{class:"muted",children:d.moreFollow})]})]})}function Tn({id:n,name:e}){let t=pn(n),i=e||t?.name||d.unnamed(t?.category??"");return t?a("button",{type:"button",class:"link",onClick:()=>Os(n),children:a("bdi",{children:i})}):a("bdi",{children:i})}var nu=z(null),iu=z(null),Lf=wt(Ov);function L0(){return Fn.value?a(bM,{id:Fn.value}):a(xM,{})}function xM(){let n=qi.value;return a(Me,{children:[a("header",{class:"subject",children:a("div",{children:[a("h2",{children:d.approvals}),a("p",{class:"muted",children:n?d.waitingFor(n.length):d.loading})]})}),a(Ye,{error:Uc.value,retry:()=>{Zr()}}),n?.length===0&&a(_t,{children:d.noApprovals}),a("ul",{class:"cards",children:(n??[]).map(e=>a(Df,{approval:e},e.id))}),Ba.value.length>0&&a(ft,{title:d.grantedOnes,n:Ba.value.length,children:a("ul",{class:"cards",children:Ba.value.map(e=>a(Df,{approval:e},e.id))})}),wo.value===null?a(ne,{kind:"quiet",disabled:Lf.busy.value,onClick:()=>{Lf.run()},children:d.showDecided}):a(ft,{title:d.decidedOnes,n:wo.value.length,children:[wo.value.length===0&&a(_t,{children:d.noDecided}),a("ul",{class:"cards",children:wo.value.map(e=>a(Df,{approval:e},e.id))})]}),a(Ye,{error:Lf.trouble.value})]})}function Df({approval:n}){return a("li",{class:"card",children:[a("button",{type:"button",class:"card-open",onClick:()=>{Po(n.id),Fn.value=n.id},children:[a("span",{class:"card-title",children:D0(n)}),a("span",{class:"muted",children:[a("bdi",{children:n.model_name}),", ",a("bdi",{children:n.branch})]})]}),a("p",{class:"card-meta",children:[a(Mn,{user:n.requester.on_behalf_of||n.requester.id,agent:n.requester.kind==="human"?"":n.requester.id}),a(Mt,{at:n.at,far:!0})]}),a(wn,{text:n.reasoning}),n.status!=="pending"&&a("p",{class:"status",children:[Ie(n.status),n.reason&&a(Me,{children:[": ",a("bdi",{children:n.reason})]})]})]})}function D0(n){let{created:e,modified:t,derived:i,deleted:r}=n.counts,s=[];return r&&s.push(d.deletes(r)),e&&s.push(d.creates(e)),t&&s.push(d.modifies(t)),i&&s.push(d.reaches(i)),Ie(n.tool)+(s.length>0?": "+s.join(", "):"")}async function tu(n){try{let e=await Bv(n);if(Fn.value!==n)return;nu.value=e,iu.value=null,Qe({model:e.model_id,branch:e.branch}),Je.value=e.drawable?{id:n,model:e.model_id,branch:e.branch,revision:e.revision}:null}catch(e){Fn.value===n&&(iu.value=e)}}function bM({id:n}){Fe(()=>(tu(n),()=>{Je.value=null}),[n]);let e=qi.value?.concat(Ba.value).find(o=>o.id===n),t=e?e.status+e.grants.length:qi.value?"closed":"";Fe(()=>{nu.value?.id===n&&tu(n)},[t]);let i=nu.value?.id===n?nu.value:null,r=i?.open?i.expires:"";Fe(()=>{let o=Date.parse(r)-Date.now();if(!(o>0))return;let l=setTimeout(()=>{tu(n)},o+1e3);return()=>clearTimeout(l)},[r]);let s=()=>{Fn.value=""};return a(Me,{children:[a("header",{class:"subject",children:[a(ne,{kind:"quiet",icon:"left",label:d.backToList,onClick:s}),a("div",{class:"grow",children:[a("h2",{children:i?D0(i):d.approval}),i&&a("p",{class:"muted",children:[a("bdi",{children:i.model_name}),", ",a("bdi",{children:i.branch})," ",d.atRevision(i.revision)]})]})]}),a(Ye,{error:iu.value}),!i&&!iu.value&&a("p",{class:"muted pad",role:"status",children:d.loading}),i&&a(SM,{approval:i,again:()=>{tu(n)}})]})}function SM({approval:n,again:e}){let{requester:t}=n,i=bi.value!==null;return To(n.open?n.model_id:"",n.id),Fe(()=>{let r=bi.value?.changes??[],s=r.filter(l=>l.change!=="derived"),o=(s.length>0?s:r).map(l=>l.id);o.length>0&&Mf(n.id)&&setTimeout(()=>jn(o),50)},[n.id,i]),a("div",{class:"request",children:[a(kn,{rows:[[d.askedBy,a(Mn,{user:t.on_behalf_of||t.id,agent:t.kind==="human"?"":t.id})],[d.askedAt,a(Mt,{at:n.at,far:!0})],n.open?[d.expires,a(Mt,{at:n.expires,far:!0})]:null,[d.needs,d.needsPersons(n.approvers,n.level)]]}),a("h3",{children:d.reasonOf}),n.reasoning?a(wn,{text:n.reasoning}):a("p",{class:"muted",children:d.noReason}),n.also.length>0&&a("ul",{class:"also",children:n.also.map((r,s)=>a("li",{dir:"auto",children:r},s))}),n.open&&a(r0,{id:n.id}),a(wM,{approval:n}),n.drawable&&bi.value&&a(ft,{title:d.inThePicture,n:bi.value.changes.length,open:!1,children:a(If,{})}),!n.drawable&&a("p",{class:"notice",children:d.notDrawable}),n.open&&a(I0,{approval:n}),a(ft,{title:d.asGiven(Ut(n.tool)),open:!1,children:[a("pre",{class:"arguments",dir:"auto",tabIndex:0,children:n.text}),a(kn,{rows:[[d.planHash,a("code",{class:"break",children:n.plan_sha256})]]})]}),n.grants.length>0&&a(ft,{title:d.agreed,n:n.grants.length,children:a("ul",{class:"plain",children:n.grants.map((r,s)=>a("li",{children:[a("bdi",{children:r.by})," ",a("span",{class:"muted",children:["(",r.level,")"]})," ",a(Mt,{at:r.at})]},s))})}),a(_0,{approval:n,again:e})]})}var MM={created:"added",modified:"modified",deleted:"deleted",derived:"derived"};function wM({approval:n}){let{created:e,modified:t,derived:i,deleted:r}=n.counts,s=e+t+i+r;return a(ft,{title:d.affected,n:s,children:[n.affected.length===0&&a(_t,{children:d.affectsNothing}),a("ul",{class:"plain affected",children:[n.affected.map(o=>{let l=MM[o.effect]??"modified";return a("li",{children:[a("span",{class:"sign "+l,title:d.kindHints[l],children:rs[l]}),a("span",{children:[a(Tn,{id:o.element_id,name:o.name})," ",a("span",{class:"muted",children:Ie(o.category)}),o.change&&a("span",{class:"change-words",dir:"auto",children:Ns(o.change)})]})]},o.element_id+o.effect)}),s>n.affected.length&&n.affected.length>0&&a("li",{class:"muted",children:[d.andMore(s-n.affected.length)," (",Xe(s),")"]})]})]})}function N0(n){let e=[];for(let t of n){let i=e.at(-1);if(i&&i.user===t.user&&i.agent===t.agent&&TM(i.from,t.at)){i.changes.push(t),i.from=t.at,i.created+=t.created,i.modified+=t.modified,i.deleted+=t.deleted;continue}e.push({key:t.user+`
`+t.agent+`
`+t.last,user:t.user,agent:t.agent,from:t.at,to:t.at,created:t.created,modified:t.modified,deleted:t.deleted,changes:[t]})}return e}function TM(n,e){return Math.abs(Date.parse(n)-Date.parse(e))<=9e5}var Wa=z("all"),F0=z(""),Nf=wt(Pv);function k0(){let n=$n.value,e=Bi(()=>N0((n?.list??[]).filter(EM)),[n,Wa.value]),t=e.reduce((i,r)=>i+r.changes.length,0);return a("div",{class:"changes",onKeyDown:is,children:[a("div",{class:"filter",children:[a("label",{class:"inline",children:[a("span",{class:"hidden-text",children:d.changesOf}),a("select",{value:Wa.value,onChange:i=>Wa.value=i.currentTarget.value,children:["all","agents","mine"].map(i=>a("option",{value:i,children:d.changesBy[i]},i))})]}),a("span",{class:"muted nowrap",role:"status",children:[n&&lt(t,"change","changes"),n?.more&&", "+d.moreFollow]})]}),a(Ye,{error:Nc.value,retry:()=>{Jr()}}),n&&t===0&&a(_t,{children:n.list.length===0?d.noChanges:d.noChangesOf}),a("div",{class:"change-groups",tabIndex:-1,children:[e.map(i=>a(AM,{group:i},i.key)),n?.more&&a(ne,{disabled:Nf.busy.value,onClick:()=>{Nf.run()},children:d.loadOlder}),a(Ye,{error:Nf.trouble.value})]})]})}function EM(n){return Wa.value==="agents"?n.agent!=="":Wa.value==="mine"?n.user===Sn.value?.me.id:!0}function AM({group:n}){return a("section",{class:"change-group",children:[a("header",{children:[a(Mn,{user:n.user,agent:n.agent}),a("span",{class:"muted signs",children:Ds(n)}),a(Mt,{at:n.to})]}),a("ul",{children:n.changes.map(e=>a(CM,{change:e},e.last))})]})}function CM({change:n}){let e=re.value?.revision??-1,t=!Je.value&&n.first<=e&&e<=n.last,i=n.first>e,r=F0.value===n.command_id+n.last,s=o=>{oe.value.diff===""&&(ui.value=new Set(o?n.ids:[]))};return a("li",{class:"change"+(t?" is-now":"")+(i?" is-future":""),onMouseEnter:()=>s(!0),onMouseLeave:()=>s(!1),children:[a("button",{type:"button",class:"change-main","aria-current":t?"true":void 0,onFocus:()=>s(!0),onBlur:()=>s(!1),title:d.showChangeHint,onClick:()=>ka(n.first,n.last),children:[a("span",{class:"change-line",children:[a("span",{class:"change-tool",children:Ie(n.tool)}),a(RM,{change:n}),a(Mt,{at:n.at})]}),a("span",{class:"change-reason",dir:"auto",children:n.reason?"“"+n.reason+"”":d.noReason})]}),a("button",{type:"button",class:"row-button","aria-expanded":r,"aria-label":d.detailsOf(Ie(n.tool)),title:d.details,onClick:()=>F0.value=r?"":n.command_id+n.last,children:a("span",{class:"twist"+(r?" is-open":"")})}),r&&a(PM,{change:n})]})}function RM({change:n}){return a("span",{class:"signs",title:d.countsInWords(n.created,n.modified,n.deleted),children:[n.created>0&&a("span",{class:"added",children:["+",Xe(n.created)]}),n.modified>0&&a("span",{class:"modified",children:["~",Xe(n.modified)]}),n.deleted>0&&a("span",{class:"deleted",children:["−",Xe(n.deleted)]})]})}function PM({change:n}){let e=n.created+n.modified+n.deleted;return a("div",{class:"change-details",children:[a(wn,{text:n.reason}),a("p",{class:"muted",children:[d.byTool(Ut(n.tool)),", ",d.revisionShort(n.first,n.last)]}),n.ids.length>0?a("p",{class:"flow",children:[n.ids.map(t=>a(Tn,{id:t},t)),e>n.ids.length&&a("span",{class:"muted",children:d.andMore(e-n.ids.length)})]}):a("p",{class:"muted",children:d.noElements}),a("div",{class:"card-actions",children:[a(ne,{kind:"quiet",icon:"compare",onClick:()=>ka(n.first,n.last),children:d.showBefore}),a(ne,{kind:"quiet",onClick:()=>Qe({at:String(n.last),diff:""}),children:d.goThere}),Vt("undo")&&oe.value.at===""&&n.first>0&&a(ne,{kind:"quiet",icon:"undo",onClick:()=>Wi.value=n,children:d.undo})]})]})}var IM=["IBC","BS9999","Eurocode","ISO19650","MBO","NDSS"],Ff=z("IBC"),ru=wt(kv),kf=wt(Fv),U0=wt(Nv);function O0(){let n=Ci.value?.list??[],e=So.value,t=Nn.value.key?Uv(Nn.value.key):null;return t?a(FM,{check:t.check,finding:t.finding}):a("div",{onKeyDown:is,children:[a("header",{class:"subject",children:[a("div",{children:[a("h2",{children:d.findings}),a("p",{class:"muted",children:d.openFindings(e.count,e.more)})]}),a(LM,{})]}),ru.busy.value&&a("p",{class:"notice",role:"status",children:d.checking}),a(Ye,{error:ru.trouble.value??kc.value,retry:()=>{Yr()}}),a("label",{class:"check pad",children:[a("input",{type:"checkbox",checked:Ga.value,onChange:i=>Ga.value=i.currentTarget.checked}),d.showJudged]}),Ci.value&&n.length===0&&a(_t,{children:d.noRuns}),n.map(i=>a(DM,{check:i},i.run.validation_run_id))]})}function LM(){let n=Lv.filter(Vt);return n.length===0?null:a(es,{align:"right",label:d.runCheck,button:a(Me,{children:[a(ct,{name:"play"}),a("span",{class:"button-text",children:d.check})]}),children:e=>a(Me,{children:[a(Pt,{label:d.standard,children:a("select",{value:Ff.value,onChange:t=>Ff.value=t.currentTarget.value,children:IM.map(t=>a("option",{value:t,children:t},t))})}),a("div",{class:"menu-list",children:n.map(t=>a("button",{type:"button",class:"menu-item",disabled:ru.busy.value,onClick:()=>{e(),ru.run(t,Ff.value)},children:Ie(t)},t))}),a("p",{class:"muted small",children:d.checkHint})]})})}function DM({check:n}){let e=n.findings.filter(s=>Ga.value||Oa(s.status)),t=new Map;for(let s of e){let o=Uf(s);t.set(o,[...t.get(o)??[],s])}let{run:i}=n,r=re.value?.head??i.revision;return a(ft,{title:Ie(i.tool),n:e.length,children:[a("p",{class:"muted pad",children:[a(Mt,{at:i.at}),", ",a("bdi",{children:i.agent_id||i.user_id}),", ",d.atRevision(i.revision),i.revision<r&&a(Me,{children:[" ","(",lt(r-i.revision,"revision","revisions")," ",d.agoWord,")"]}),i.undecided>0&&a(Me,{children:[", ",d.undecided(i.undecided)]})]}),e.length===0&&a(_t,{children:i.findings===0?d.foundNothing:d.allJudged(i.findings)}),[...t].map(([s,o])=>a("div",{class:"rule",children:[a("h4",{children:[a("bdi",{children:s})," ",a(Ji,{n:o.length})]}),a("ul",{class:"plain",children:o.map(l=>a(NM,{run:i.validation_run_id,finding:l},l.key))})]},s)),n.next&&a(ne,{disabled:U0.busy.value,onClick:()=>{U0.run(n)},children:d.loadMore})]})}function Uf({finding:n}){if(n.kind)return d.clashKinds[n.kind]??Ie(n.kind);let e=n.clause?" "+n.clause:"";return n.standard&&n.clause?n.standard+e:n.rule??n.specification_name??d.otherRule}var B0={error:"error",warning:"warn",info:"info"};function NM({run:n,finding:e}){let t=e.finding.severity??"error";return a("li",{children:a("button",{type:"button",class:"finding severity-"+t,onClick:()=>Xc(n,e),children:[a("span",{class:"severity",title:d.severities[t],children:[a(ct,{name:B0[t]??"warn"}),a("span",{class:"hidden-text",children:[d.severities[t],": "]})]}),a("span",{class:"finding-text",children:[a("span",{children:[e.elements.map((i,r)=>a("span",{children:[r>0&&", ",a("bdi",{children:i.name||d.unnamed(i.category)})]},i.element_id))," ",a("bdi",{class:"muted",children:z0(e)})]}),a("span",{class:"muted",dir:"auto",children:V0(e)})]}),a("span",{class:"finding-status status-"+e.status,children:d.findingStatus[e.status]})]})})}function z0(n){let e=n.finding.level_id??n.elements[0]?.level_id;return re.value?.levels.find(t=>t.id===e)?.name??""}function V0({finding:n}){let e=ke.value.unit;return n.kind?n.distance!==void 0&&n.distance>0?d.gap(zt(n.distance,e)):d.overlap(Hr(n.overlap_volume_m3??0,e),zt(n.depth??0,e)):Ns(n.message??"")}function FM({check:n,finding:e}){let t=vt.value!==null&&lr.value>0;Fe(()=>{t&&wf(e)},[e.key,t]),Fe(()=>()=>{Ei.value=[]},[]);let{finding:i}=e,r=ke.value.unit,s=z0(e),o=i.measured===void 0?"":kM(i.measured,i.unit??"",r),l=()=>{Nn.value={run:"",key:""}},c=i.severity??"error";return a("div",{onKeyDown:is,children:[a("header",{class:"subject",children:[a(ne,{kind:"quiet",icon:"left",label:d.backToList,onClick:l}),a("div",{class:"grow",children:[a("h2",{dir:"auto",children:Uf(e)}),a("p",{class:"muted",children:Ie(n.run.tool)})]}),a(ne,{icon:"fit",label:d.showInPicture,onClick:()=>Xc(n.run.validation_run_id,e)})]}),a("p",{class:"finding-message severity-"+c,dir:"auto",children:[a(ct,{name:B0[c]??"warn"})," ",V0(e)]}),a(kn,{rows:[[d.severity,d.severities[c]],[d.status,d.findingStatus[e.status]],[d.elements,a("span",{class:"flow",children:e.elements.map(u=>a(Tn,{id:u.element_id,name:u.name},u.element_id))})],s?[d.level,a("bdi",{children:s})]:null,o?[d.measured,o]:null,i.required?[d.required,Ns(i.required)]:null,i.how?[d.how,a("span",{dir:"auto",children:Ns(i.how)})]:null,i.overlap_volume_m3?[d.overlapVolume,Hr(i.overlap_volume_m3,r)]:null,i.depth?[d.depth,zt(i.depth,r)]:null,i.suggestion?[d.suggestion,a("span",{dir:"auto",children:i.suggestion})]:null,[d.foundAt,a("button",{type:"button",class:"link",onClick:()=>Qe({at:String(n.run.revision)}),children:d.atRevision(n.run.revision)})]]}),e.reason&&a(Me,{children:[a("h3",{children:d.saidBy(e.user_id??"")}),a(wn,{text:e.reason})]}),a("div",{class:"actions pad",children:Vt("add_task")&&a(ne,{icon:"task",onClick:()=>hi.value={elements:e.elements.map(u=>u.element_id),findings:[e.key],title:Uf(e)},children:d.makeTask})}),Vt("update_finding")&&a(OM,{finding:e})]})}function kM(n,e,t){return e==="mm"?zt(n,t):e==="yes"?n?d.yes:d.no:n.toLocaleString("en",{maximumFractionDigits:3})+(e&&e!=="-"?" "+Ns(e):"")}var UM=["active","reviewed","approved","resolved"];function OM({finding:n}){let[e,t]=je(""),i=Sn.value?.me.may.includes("APPROVE")??!1,r=UM.filter(s=>s!==n.status&&(s!=="approved"||i));return a("form",{class:"decide",onSubmit:s=>s.preventDefault(),children:[a("h3",{children:d.setStatus}),a(Pt,{label:d.comment,hint:d.commentNeeded,children:a("textarea",{rows:2,value:e,maxLength:1e3,onInput:s=>t(s.currentTarget.value)})}),a(Ye,{error:kf.trouble.value}),a("div",{class:"flow",children:r.map(s=>a(ne,{disabled:kf.busy.value||e.trim()===""||oe.value.at!=="",title:d.statusHints[s],onClick:()=>{kf.run([n.key],s,e).then(o=>o&&t(""))},children:d.findingStatus[s]},s))}),oe.value.at!==""&&a("p",{class:"muted small",children:d.onlyLive})]})}function su({ids:n}){let e=()=>{hi.value={elements:n,findings:[],title:""}};return a("div",{class:"actions",children:[a(ne,{icon:"fit",label:d.fitSelected,onClick:Ao}),a(ne,{icon:"only",label:d.isolateSelected,onClick:()=>zr(n)}),Vt("add_task")&&a(ne,{icon:"task",label:d.taskFromSelection,onClick:e}),a(ne,{icon:"close",label:d.deselect,onClick:()=>Qt([])})]})}function Of(n,e){let t=new Map(e??[]),i=n.map(([s,o])=>{let l=t.get(s),c=e!==null&&JSON.stringify(l)!==JSON.stringify(o);return{name:s,was:l,is:o,differs:c}}),r=new Set(n.map(([s])=>s));for(let[s,o]of t)r.has(s)||i.push({name:s,was:o,is:void 0,differs:!0});return i}var BM=new Set(["map_rotation","ridge_angle","rotation","slope","true_north"]),zM=new Set(["risers","latitude","longitude","map_scale","number","flow"]);function ou(n,e,t){let i=n.replace(/^param\./,"");return typeof e=="number"?BM.has(i)?Cc(e):zM.has(i)?Ec(e):zt(e,t):H0(e)?GM(e,t):VM(e)?HM(e,t):Xa(e)}function VM(n){return typeof n=="object"&&n!==null&&!Array.isArray(n)}function HM(n,e){let t=Object.entries(n).map(([i,r])=>typeof r=="string"&&!po(r)?Ut(r):Ut(i)+" "+ou(i,r,e));return Hi(t.join(", "),200)}function H0(n){return Array.isArray(n)&&(n.length===2||n.length===3)&&n.every(e=>typeof e=="number")}function GM(n,e){return n.map(t=>zt(t,e)).join(", ")}function G0(n){let e=Array.isArray(n)?n:[n],t=e.filter(i=>typeof i=="string"&&po(i));return e.length>0&&t.length===e.length?t:null}function Xa(n){return n==null||n===""?"none":typeof n=="boolean"?n?"yes":"no":typeof n=="number"?Ec(n):typeof n=="string"&&po(n)?_c.of(n)||n:typeof n=="string"?n.includes("_")&&!n.includes(" ")?Ut(n):n:Array.isArray(n)?n.length>4?n.length+(n.every(H0)?" points":" items"):n.map(Xa).join(", ")||"none":Hi(JSON.stringify(n),120)}function W0(n,e){switch(n.kind){case"length_m":return zt(n.value*1e3,e);case"area_m2":return Ac(n.value,e);case"volume_m3":return Hr(n.value,e);case"count":return Ec(n.value)}}function qa(n,e,t){return n.startsWith("param.")?ou(n,e,t):Xa(e)}function X0(n,e){let[t,i]=je({key:"",reply:null,error:null}),r=n?[n.model_id,n.branch,n.revision,e].join(`
`):"";return Fe(()=>{if(!n)return;let s=!0,o={model_id:n.model_id,branch:n.branch,at:n.revision,element_id:e};return gt("get_element",o).then(l=>s&&i({key:r,reply:l,error:null}),l=>s&&i({key:r,reply:null,error:l})),()=>{s=!1}},[r]),{...t,stale:t.key!==r}}function J0({id:n}){let e=re.value,t=an.value,i=t?.changes.find(h=>h.id===n)?.change,r=pn(n)!==null,s=t!==null&&i!==void 0&&i!=="added",o=X0(e&&r?e:null,n),l=X0(s&&!Je.value?t.from:null,n);if(o.error&&r&&!o.stale)return a(Ye,{error:o.error});let c=s&&l.reply?.element_id===n&&!l.stale?l.reply:null,u=r?o.reply:c;return!u||u.element_id!==n?!r&&!s?null:a("p",{class:"muted pad",role:"status",children:d.loading}):a(WM,{reply:u,before:r?c:null,stale:r&&o.stale})}function WM({reply:n,before:e,stale:t}){let i=ui.value.has(n.element_id)||Ua.value?.ids.includes(n.element_id),r=Of(Object.entries(n.params),e&&Object.entries(e.params));return a("div",{class:t?"is-stale":"",children:[i&&a("p",{class:"notice",children:[d.changedHere," ",a(ne,{kind:"quiet",onClick:()=>Gt("why"),children:d.why})]}),a(XM,{reply:n}),a(ft,{title:d.parameters,n:r.length,children:[r.length===0&&a(_t,{children:d.noParameters}),a(kn,{rows:r.map(s=>[Ie(s.name),a($M,{pair:s})])})]}),a(qM,{reply:n,before:e}),a(JM,{reply:n}),(n.psets??[]).map(s=>a(q0,{set:s},s.name)),(n.type_psets??[]).map(s=>a(q0,{set:s,ofType:!0},"t"+s.name)),a(YM,{reply:n})]})}function XM({reply:n}){let e=[];n.level_name&&e.push([d.level,a("bdi",{children:n.level_name})]),n.host_id&&e.push([d.host,a(Tn,{id:n.host_id,name:n.host_name})]),n.type_name&&e.push([d.type,a("bdi",{children:n.type_name})]),n.system_id&&e.push([d.system,a(Tn,{id:n.system_id,name:n.system_name})]);for(let t of n.classification??[])e.push([t.system??d.classification,a("bdi",{children:[t.code,t.name].filter(Boolean).join(" ")})]);return e.length===0?null:a("div",{class:"relations",children:a(kn,{rows:e})})}function qM({reply:n,before:e}){let t=ke.value.unit,i=s=>s.quantities.map(o=>[o.name,W0(o,t)]),r=Of(i(n),e&&i(e));return a(ft,{title:d.quantities,n:r.length,children:[r.length===0&&a(_t,{children:d.noQuantities}),a(kn,{rows:r.map(s=>[KM(s.name),a(Y0,{pair:s,show:String})])})]})}function JM({reply:n}){return a(Me,{children:[n.hosted.length>0&&a(ft,{title:d.hosted,n:n.hosted_total??n.hosted.length,children:a("ul",{class:"links",children:n.hosted.map(e=>a("li",{children:[a(Tn,{id:e.element_id,name:e.name})," ",a("span",{class:"muted",children:Ie(e.category)})]},e.element_id))})}),n.joins.length>0&&a(ft,{title:d.joined,n:n.joins_total??n.joins.length,children:a("ul",{class:"links",children:n.joins.map(e=>a("li",{children:[a(Tn,{id:e.other_id,name:e.other_name})," ",a("span",{class:"muted",children:d.joinAt(e.part)})]},e.other_id+e.part))})})]})}function YM({reply:n}){let e=()=>{navigator.clipboard?.writeText(n.element_id).then(()=>dt(d.copied),()=>{})},t=a("span",{class:"copy",children:[a("code",{children:n.element_id}),a(ne,{kind:"quiet",icon:"copy",label:d.copyId,onClick:e})]});return a(ft,{title:d.identity,open:!1,children:a(kn,{rows:[[d.id,t],[d.revision,Xe(n.revision)]]})})}function $M({pair:n}){let e=n.differs?null:G0(n.is);return e?a("span",{class:"flow",children:e.map(t=>a(Tn,{id:t,name:pn(t)?.name??t},t))}):a(Y0,{pair:n,show:t=>ou(n.name,t,ke.value.unit)})}function Y0({pair:n,show:e}){let t=i=>i===void 0?d.none:e(i);return n.differs?a("span",{children:[a("del",{dir:"auto",children:t(n.was)})," ",a("span",{"aria-hidden":"true",children:"→"}),a("span",{class:"hidden-text",children:d.to})," ",a("ins",{dir:"auto",children:t(n.is)})]}):a("span",{dir:"auto",children:t(n.is)})}function q0({set:n,ofType:e=!1}){return a(ft,{title:n.name+(e?" ("+d.fromType+")":""),n:n.properties.length,open:!1,children:a(kn,{rows:n.properties.map(t=>[t.name,a("span",{dir:"auto",children:Xa(t.value)+(t.unit?" "+t.unit:"")})])})})}function KM(n){return n.replace(/([a-z])([A-Z])/g,(e,t,i)=>t+" "+i.toLowerCase())}var Bf=200,ZM=500;function $0({ids:n}){let e=new Map;for(let t of n){let i=pn(t)?.category??"";e.set(i,[...e.get(i)??[],t])}return a(Me,{children:[a("header",{class:"subject",children:[a("h2",{children:d.selectedCount(n.length)}),a(su,{ids:n})]}),a(jM,{ids:n}),[...e].map(([t,i])=>a(ft,{title:t?Ie(t):d.notHere,n:i.length,open:e.size<6,children:a("ul",{class:"links",children:[i.slice(0,Bf).map(r=>a("li",{children:[a(Tn,{id:r}),a(ne,{kind:"quiet",icon:"close",label:d.deselect,onClick:()=>Or(r)})]},r)),i.length>Bf&&a("li",{class:"muted",children:d.andMore(i.length-Bf)})]})},t))]})}var au=z({key:"",together:null,between:null});function jM({ids:n}){let e=re.value,t=Vt("measure")&&!Je.value&&n.length<=ZM,i=e&&t?[e.model_id,e.branch,e.revision,...n].join(`
`):"";if(Fe(()=>{if(!e||i==="")return;let s=!0,o={model_id:e.model_id,branch:e.branch,at:e.revision},l=h=>gt("measure",{...o,...h}).catch(()=>null),[c,u]=n;return Promise.all([l({element_ids:n,limit:1}),n.length===2?l({from:{element_id:c},to:{element_id:u}}):null]).then(([h,m])=>{s&&(au.value={key:i,together:h,between:m})}),()=>{s=!1}},[i]),i===""||au.value.key!==i)return null;let r=[...QM(au.value.between),...ew(au.value.together)];return r.length===0?null:a(ft,{title:n.length===2?d.betweenThem:d.together,children:a(kn,{rows:r})})}function QM(n){let e=n?.distance,t=ke.value.unit;if(!e)return[];let i=[[d.relation,Ut(e.relation)]];return e.distance!==void 0&&e.relation==="apart"&&(i.push([d.distance,a("strong",{children:zt(e.distance,t)})]),i.push([d.inPlan,zt(e.horizontal??0,t)],[d.inHeight,zt(e.vertical??0,t)])),e.overlap_volume_m3&&i.push([d.overlapVolume,Hr(e.overlap_volume_m3,t)]),e.overlap_depth&&i.push([d.depth,zt(e.overlap_depth,t)]),e.angle!==void 0&&i.push([d.angle,Cc(e.angle)]),i}function ew(n){let e=n?.totals,t=ke.value.unit;if(!e)return[];let i=[[d.volumeTogether,Hr(e.volume_m3,t)],[d.surfaceTogether,Ac(e.surface_area_m2,t)]],{min:r,max:s}=e.box??{};return r&&s&&i.push([d.boxTogether,r.map((o,l)=>zt(s[l]-o,t)).join(" × ")]),i}function K0(n){let e=[];for(let t of n){let i=t.branch??"",r=e.find(s=>s.command===t.command_id&&s.branch===i);if(r){r.entries.push(t),r.first=Math.min(r.first,t.revision),r.last=Math.max(r.last,t.revision),r.derived&&=t.derived===!0;continue}e.push({command:t.command_id,entries:[t],first:t.revision,last:t.revision,branch:i,derived:t.derived===!0})}return e.reverse()}var Z0={key:"",id:"",entries:[],total:0,next:"",error:null},Ja=z(Z0);async function zf(n,e,t){let i=re.value;if(!i)return;let r={model_id:i.model_id,branch:i.branch,element_id:n,limit:100};t&&(r.cursor=t);let s=t?Ja.value.entries:[];try{let o=await gt("element_history",r);if(t&&Ja.value.key!==e)return;Ja.value={key:e,id:n,entries:[...s,...o.entries],total:o.total,next:o.next_cursor??"",error:null}}catch(o){Ja.value={...Z0,key:e,id:n,error:o}}}function j0({id:n}){let e=re.value,t=e?[e.model_id,e.branch,e.head,n].join(`
`):"";Fe(()=>{t&&zf(n,t,"")},[t]);let i=Ja.value;if(i.id!==n)return a("p",{class:"muted pad",role:"status",children:d.loading});if(i.error)return a(Ye,{error:i.error,retry:()=>{zf(n,t,"")}});let r=K0(i.entries);return a("div",{class:"why",children:[a("p",{class:"muted pad",children:[lt(r.length,"change","changes"),i.next&&", "+d.moreFollow]}),r.length===0&&a(_t,{children:d.noHistory}),a("ol",{class:"cards",children:r.map(s=>a(tw,{card:s,id:n},s.branch+s.command))}),i.next&&a(ne,{onClick:()=>{zf(n,i.key,i.next)},children:d.loadMore})]})}function tw({card:n,id:e}){let t=n.entries.find(o=>o.reasoning)??n.entries[0],i=re.value?.revision??-1,r=n.branch===""&&n.first<=i&&i<=n.last,s=n.branch===""&&n.first>i;return a("li",{class:"card"+(r?" is-now":"")+(s?" is-future":""),children:[a("header",{children:[a(Mn,{user:t.user_id,agent:t.agent_id}),a(Mt,{at:t.occurred_at})]}),a("p",{class:"what",children:[a("strong",{children:rw(n)})," ",a("span",{class:"muted",children:[d.byTool(t.tool),", ",d.revisionShort(n.first,n.last),n.branch&&a(Me,{children:[", ",d.onBranch," ",a("bdi",{children:n.branch})]}),s&&", "+d.later]})]}),a(wn,{text:t.reasoning??""}),a(sw,{card:n,id:e}),n.entries.flatMap(o=>o.thoughts??[]).slice(0,3).map((o,l)=>a("div",{class:"thought",children:[a("span",{class:"muted",children:d.thought(Ut(o.kind))}),a(wn,{text:o.thought})]},l)),n.entries.flatMap(o=>o.approved??[]).slice(0,3).map((o,l)=>a("p",{class:"muted",children:[d.approvedBy," ",a("bdi",{children:o.by})," (",o.level,"), ",a(Mt,{at:o.at})]},l)),!Je.value&&a(nw,{card:n})]})}function nw({card:n}){if(n.branch!=="")return a("div",{class:"card-actions",children:a(ne,{kind:"quiet",onClick:()=>Qe({branch:n.branch,at:String(n.last),diff:""}),children:d.goThere})});let e=async()=>{Wi.value=await Gi(n.last)};return a("div",{class:"card-actions",children:[a(ne,{kind:"quiet",icon:"compare",onClick:()=>ka(n.first,n.last),children:d.showBefore}),a(ne,{kind:"quiet",onClick:()=>Qe({at:String(n.last),diff:""}),children:d.goThere}),Vt("undo")&&!n.derived&&oe.value.at===""&&a(ne,{kind:"quiet",icon:"undo",onClick:()=>{e()},children:d.undo})]})}var iw={"element.created":"Created","element.modified":"Changed","element.moved":"Moved","element.deleted":"Deleted","element.hosted":"Put into its host","elements.joined":"Joined","elements.parted":"Parted","elements.combined":"Combined","elements.connected":"Connected","elements.disconnected":"Disconnected","branch.merged":"Merged","body.defined":"Given a body"};function rw(n){return n.derived?d.followed:[...new Set(n.entries.map(t=>iw[t.type]??Ie(t.type.replace("."," "))))].map((t,i)=>i===0?t:t.toLowerCase()).join(", ")}function sw({card:n,id:e}){let t=ke.value.unit,i=n.entries.flatMap(s=>s.touched.length<=1||s.touched.some(l=>l.element_id===e)?s.data?.changes??[]:[]),r=n.entries.map(s=>s.cause).filter(s=>!!s);return i.length===0&&r.length===0?null:a("ul",{class:"facets",children:[i.map((s,o)=>a("li",{children:[a("span",{class:"facet",children:Ie(s.facet)}),a("span",{children:[a("del",{dir:"auto",children:qa(s.facet,s.from,t)})," ",a("span",{"aria-hidden":"true",children:"→"}),a("span",{class:"hidden-text",children:d.to})," ",a("ins",{dir:"auto",children:qa(s.facet,s.to,t)})]})]},o)),r.map((s,o)=>a("li",{dir:"auto",children:s},"c"+o))]})}function Q0(){let n=rt.value;return n.length===0?a(_t,{children:d.nothingSelected}):n.length>1?a($0,{ids:n}):a(ow,{id:n[0]})}function ow({id:n}){let e=re.value,t=pn(n),i=an.value?.changes.find(l=>l.id===n),r=t?.name??i?.name??"",s=t?.category??i?.category??"",o=St.value==="why"?"why":"element";return a(Me,{children:[a("header",{class:"subject",children:[a("div",{children:[a("h2",{dir:"auto",title:r,children:r||d.unnamed(s)}),a("p",{class:"muted",children:[Ie(s),t&&t.level>=0&&a(Me,{children:[", ",a("bdi",{children:Mi(t.level)})]})]})]}),a(su,{ids:[n]})]}),!t&&a("p",{class:"notice",children:i?.change==="deleted"?d.deletedHere:d.notInState(e?.revision??0)}),a(Eo,{label:d.about,chosen:o,choose:Gt,controls:"element-tab",tabs:[{id:"element",text:d.properties},{id:"why",text:d.why}]}),a("div",{id:"element-tab",role:"tabpanel","aria-labelledby":"element-tab-"+o,children:o==="why"?a(j0,{id:n}):a(J0,{id:n})})]})}var Vf=z(!1),Lo=z({id:"",task:null,error:null}),Hf=wt(wv);function e_(){return bn.value?a(cw,{id:bn.value}):a(aw,{})}function aw(){let n=Yn.value,e=(n?.list??[]).filter(t=>Vf.value||!Xr(t.status));return a(Me,{children:[a("header",{class:"subject",children:[a("div",{children:[a("h2",{children:d.tasks}),a("p",{class:"muted",children:n?lt(bo.value,"open task","open tasks"):d.loading})]}),Vt("add_task")&&a(ne,{icon:"plus",title:rt.value.length>0?d.taskFromSelection:d.newTask,onClick:()=>hi.value={elements:rt.value,findings:[],title:""},children:d.newTask})]}),a(Ye,{error:Ic.value,retry:()=>{qr()}}),a("label",{class:"check pad",children:[a("input",{type:"checkbox",checked:Vf.value,onChange:t=>Vf.value=t.currentTarget.checked}),d.showDone]}),n&&e.length===0&&a(_t,{children:n.total===0?d.noTasks:d.noOpenTasks}),a("ul",{class:"plain",children:e.map(t=>a(lw,{task:t,n:(n?.list.indexOf(t)??0)+1},t.task_id))}),n?.next&&a(ne,{disabled:Hf.busy.value,onClick:()=>{Hf.run()},children:d.loadMore}),a(Ye,{error:Hf.trouble.value})]})}function lw({task:n,n:e}){return a("li",{children:a("button",{type:"button",class:"finding",onClick:()=>{Po(n.task_id),bn.value=n.task_id},children:[a("span",{class:"pin-number","aria-hidden":"true",children:e}),a("span",{class:"finding-text",children:[a("span",{dir:"auto",children:n.title}),a("span",{class:"muted",children:d.taskLine(n.priority,n.assignee??"",n.due??"",n.elements)})]}),a("span",{class:"finding-status task-"+n.status,children:Ie(n.status)})]})})}async function Xf(n){try{let e=await Lc(n);if(bn.value!==n)return;let t=Lo.value.id!==n;Lo.value={id:n,task:e,error:null},t&&Wc(n,(e.pinned??[]).map(i=>i.element_id))}catch(e){bn.value===n&&(Lo.value={id:n,task:null,error:e})}}var Gf=wt(async(n,e)=>{await Ev(n,e),await Xf(n.task_id)}),Wf=wt(async(n,e,t)=>{await Av(n,e,t),await Xf(n.task_id)});function cw({id:n}){let e=Yn.value?.list.find(s=>s.task_id===n)?.version??0;Fe(()=>{Xf(n)},[n,e]),Fe(()=>()=>{Lo.value={id:"",task:null,error:null},Ei.value=[]},[]);let{task:t,error:i}=Lo.value.id===n?Lo.value:{task:null,error:null},r=()=>{bn.value=""};return a(Me,{children:[a("header",{class:"subject",children:[a(ne,{kind:"quiet",icon:"left",label:d.backToList,onClick:r}),a("div",{class:"grow",children:[a("h2",{dir:"auto",children:t?.title??d.task}),t&&a("p",{class:"muted",children:[Ie(t.status),", ",d.priority(t.priority)]})]}),t?.pinned&&a(ne,{icon:"fit",label:d.showInPicture,onClick:()=>{Po(n),Wc(n,t.pinned.map(s=>s.element_id))}})]}),a(Ye,{error:i}),!t&&!i&&a("p",{class:"muted pad",role:"status",children:d.loading}),t&&a(uw,{task:t})]})}function uw({task:n}){let[e,t]=je(""),i=n.pinned??[];return a(Me,{children:[n.offer&&a("p",{class:"notice",dir:"auto",children:[n.offer.step==="complete"?d.offerComplete:d.offerReopen,": ",n.offer.why]}),n.description&&a(wn,{text:n.description}),a(kn,{rows:[[d.owner,a(Mn,{user:n.owner})],n.assignee?[d.assignee,a("bdi",{children:n.assignee})]:null,n.due?[d.due,a("time",{dateTime:n.due,children:n.due})]:null,n.task_type?[d.type,a("bdi",{children:n.task_type})]:null,n.labels?.length?[d.labels,a("bdi",{children:n.labels.join(", ")})]:null,[d.addedAt,a(Mt,{at:n.created.at,far:!0})]]}),a(ft,{title:d.elements,n:i.length,children:[i.length===0&&a(_t,{children:d.nothingPinned}),a("ul",{class:"links",children:i.map(r=>a("li",{children:[a(Tn,{id:r.element_id,name:r.name}),a("span",{class:"muted",children:[Ie(r.category),", ",d.since(Ut(r.since),r.changed_at_revision,r.changed_by)]})]},r.element_id))})]}),n.found&&n.found.length>0&&a(ft,{title:d.findings,n:n.found.length,children:a("ul",{class:"links",children:n.found.map(r=>a("li",{children:[a("button",{type:"button",class:"link",onClick:()=>{Gt("findings"),Nn.value={run:r.validation_run_id??"",key:r.key}},children:d.finding}),a("span",{class:"muted",children:r.status?Ie(r.status):d.unknown})]},r.key))})}),a(ft,{title:d.comments,n:n.comments,children:[(n.said??[]).length===0&&a(_t,{children:d.noComments}),a("ol",{class:"cards",children:(n.said??[]).map(r=>a("li",{class:"card",children:[a("header",{children:[r.author&&a(Mn,{user:r.author}),a(Mt,{at:r.at})]}),r.claimed_author&&a("p",{class:"muted",children:a("bdi",{children:d.claimed(r.claimed_author,r.source?.file??"")})}),a(wn,{text:r.text})]},r.comment_id))})]}),n.completion&&a("p",{class:"notice",children:[d.completedBy," ",a("bdi",{children:n.completion.by.user_id})," ",a(Mt,{at:n.completion.by.at}),n.completion.note&&a(wn,{text:n.completion.note})]}),Vt("update_task")&&a("form",{class:"decide",onSubmit:r=>r.preventDefault(),children:[a(Pt,{label:d.comment,children:a("textarea",{rows:2,value:e,maxLength:4e3,onInput:r=>t(r.currentTarget.value)})}),a(Ye,{error:Gf.trouble.value??Wf.trouble.value}),a("div",{class:"flow",children:[a(ne,{kind:"primary",disabled:e.trim()===""||Gf.busy.value,onClick:()=>{Gf.run(n,e).then(r=>r&&t(""))},children:d.addComment}),Mv[n.status].map(r=>a(ne,{disabled:Wf.busy.value,title:r==="completed"&&n.policy?.note?d.noteNeeded:void 0,onClick:()=>{Wf.run(n,r,e).then(s=>s&&t(""))},children:Xr(n.status)?d.reopen:d.moveTo[r]},r))]})]})]})}var qf=26,zs=z(""),Ya=z(new Set),Do=z("");function t_({grouping:n}){let e=In(null),t=re.value,i=Bi(()=>t&&Ag(t.rows,t.levels,n,pw(t.levels.length,n),zs.value),[t,n,Ya.value,zs.value]),r=i?.rows??[],s=Math.max(0,r.findIndex(l=>l.key===Do.value)),o=Qc(e,r.length,qf);return eu(e,Do.value?s:-1,qf),a("div",{class:"tree-panel",children:[a("div",{class:"filter",children:[a(ct,{name:"filter"}),a("input",{type:"search",class:"filter-input",placeholder:d.filter,"aria-label":d.filterElements,value:zs.value,onInput:l=>zs.value=l.currentTarget.value}),a("span",{class:"muted nowrap",role:"status",children:i?d.shownOf(i.shown,i.total):""})]}),i&&r.length===0&&a(_t,{children:[i.total===0?d.modelEmpty:d.filterHides(i.total)," ",i.total>0&&a(ne,{kind:"plain",onClick:()=>zs.value="",children:d.clearFilter})]}),a("div",{class:"tree",ref:e,role:"tree","aria-label":n==="storeys"?d.storeys:d.categories,"aria-multiselectable":"true",onKeyDown:l=>i&&mw(l,i,s),onMouseLeave:()=>wi.value=null,children:[a(Pf,{height:o.before}),r.slice(o.first,o.last).map((l,c)=>a(hw,{row:l,shown:i,stop:o.first+c===s},l.key)),a(Pf,{height:o.after})]}),xc.value&&a("div",{class:"notice",children:[a(ct,{name:"eyeOff"}),a("span",{children:Dn.value?d.onlyStorey(Dn.value):d.partsHidden}),a(ne,{kind:"quiet",onClick:vo,children:d.showAll})]})]})}function hw({row:n,shown:e,stop:t}){let i=n.id!==""&&rt.value.includes(n.id),r=n_(n,e),s=dw(n);return a("div",{role:"treeitem",class:"tree-row depth-"+n.depth+(r?" is-hidden":""),"data-key":n.key,"aria-level":n.depth,"aria-posinset":n.place,"aria-setsize":n.siblings,"aria-selected":i,...n.open===null?{}:{"aria-expanded":n.open},tabIndex:t?0:-1,onFocus:()=>Do.value=n.key,onMouseEnter:()=>wi.value=n.id||null,onDblClick:()=>jn(e.ids(n)),onClick:o=>{Do.value=n.key,o.currentTarget.focus(),n.id?o.ctrlKey||o.metaKey||o.shiftKey?Or(n.id):Qt([n.id]):Yf(n,n.open!==!0)},children:[a("span",{class:"twist",children:n.open!==null&&a(ct,{name:n.open?"down":"right"})}),a("span",{class:"tree-text",dir:"auto",children:s}),n.count>0&&a("span",{class:"count",children:Xe(n.count)}),n.kind==="level"&&n.depth===1&&n.text!==""&&a("button",{type:"button",class:"row-button",tabIndex:-1,title:d.onlyThis,"aria-label":d.onlyThisOf(s),"aria-pressed":Dn.value===n.text,onClick:o=>{o.stopPropagation(),Dn.value=Dn.value===n.text?"":n.text},children:a(ct,{name:"only"})}),a("button",{type:"button",class:"row-button eye",tabIndex:-1,"aria-pressed":r,title:r?d.show:d.hide,"aria-label":r?d.showOf(s):d.hideOf(s),onClick:o=>{o.stopPropagation(),i_(n,e,!r)},children:a(ct,{name:r?"eyeOff":"eye"})})]})}function dw(n){return n.kind==="category"?Ie(n.text):n.kind==="level"?n.text||d.noLevel:n.text||d.unnamed(n.category)}function Jf(n){return re.value?.levels[n.level]?.id??""}function n_(n,e){let t=Dn.value;if(t!==""&&n.level!==-2&&Mi(n.level)!==t||n.level!==-2&&ur.value.has(Jf(n))||n.category!==""&&ci.value.has(n.category))return!0;let i=cr.value;if(i.size===0)return!1;if(n.id)return i.has(n.id);let r=e.ids(n);return r.length>0&&r.every(s=>i.has(s))}function i_(n,e,t){if(n.depth===1&&n.kind==="category"){ci.value=lu(ci.value,n.category,t);return}if(n.depth===1&&n.kind==="level"){ur.value=lu(ur.value,Jf(n),t),!t&&Dn.value!==n.text&&(Dn.value="");return}let i=e.ids(n);t||(ci.value=lu(ci.value,n.category,!1),ur.value=lu(ur.value,Jf(n),!1));let r=new Set(cr.value);for(let s of i)t?r.add(s):r.delete(s);cr.value=r}function lu(n,e,t){return n.has(e)===t?n:Ia(n,e)}function Yf(n,e){n.open===null||n.open===e||zs.value!==""||(Ya.value=Ia(Ya.value,n.key))}var fw=6;function pw(n,e){let t=new Set(Ya.value);if(e==="storeys"&&n<=fw)for(let i=0;i<n;i++)t.delete("g:"+i)||t.add("g:"+i);return t}function mw(n,e,t){let i=e.rows[t];if(!i||n.altKey||n.metaKey)return;let r=n.currentTarget,s=u=>{let h=e.rows[Math.max(0,Math.min(e.rows.length-1,u))];h&&(Do.value=h.key,requestAnimationFrame(()=>r.querySelector('[role=treeitem][tabindex="0"]')?.focus()))},o=Math.max(1,Math.floor(r.clientHeight/qf)-1),l={ArrowDown:()=>s(t+1),ArrowUp:()=>s(t-1),PageDown:()=>s(t+o),PageUp:()=>s(t-o),Home:()=>s(0),End:()=>s(e.rows.length-1),ArrowRight:()=>i.open===!1?Yf(i,!0):i.open?s(t+1):void 0,ArrowLeft:()=>i.open?Yf(i,!1):s(e.rows.findIndex(u=>u.key===i.parent)),Enter:()=>n.ctrlKey&&i.id?Or(i.id):Qt(e.ids(i))," ":()=>i.id?Or(i.id):Qt(e.ids(i))};ke.value.letters&&!n.ctrlKey&&(l.h=()=>i_(i,e,!n_(i,e)),l.i=()=>zr(e.ids(i)),l.f=()=>jn(e.ids(i)));let c=l[n.key];!c||n.target.closest("input")||(n.preventDefault(),n.stopPropagation(),c())}function r_(){Ya.value=new Set,zs.value="",Do.value=""}var s_=200,o_=560;function a_(){let n=Vr.value!=="wide",e=ke.value.left;return(n?!_o.value:e===0)?null:a(Me,{children:[a("aside",{class:"side left"+(n?" drawer":""),"aria-label":d.modelSide,style:n?{}:{width:e+"px"},onKeyDown:t=>{t.key==="Escape"&&n&&(_o.value=!1)},children:[a(l_,{}),a(c_,{})]}),!n&&a(f_,{side:"left"})]})}function l_(){return a(Eo,{label:d.modelSide,controls:"left-body",chosen:Sc.value,choose:n=>Sc.value=n,tabs:[{id:"storeys",text:d.storeys},{id:"categories",text:d.categories},{id:"changes",text:d.changes}]})}function c_(){let n=Sc.value;return a("div",{id:"left-body",class:"left-body",role:"tabpanel","aria-labelledby":"left-body-"+n,children:n==="changes"?a(k0,{}):a(t_,{grouping:n},n)})}function u_(){let n=Vr.value==="narrow",e=ke.value.right;return gw(),n&&yo.value==="left"?a("aside",{class:"side sheet","aria-label":d.modelSide,children:a("div",{id:"side-body",class:"left-body",role:"tabpanel","aria-labelledby":"side-body-model",children:[a(l_,{}),a(c_,{})]})}):!n&&e===0?a(ne,{kind:"quiet",icon:"left",label:d.openSide,class:"reopen",onClick:()=>Kn({right:328})}):a(Me,{children:[!n&&a(f_,{side:"right"}),a("aside",{class:"side right"+(n?" sheet":""),"aria-label":d.detailSide,style:n?{}:{width:e+"px"},children:[!n&&a(vw,{}),a("div",{id:"side-body",class:"side-body",role:"tabpanel",tabIndex:-1,"aria-labelledby":"side-body-"+$f(St.value),children:a(_w,{})}),a(yw,{})]})]})}function gw(){let n=In(!1),e=St.value+Fn.value+Nn.value.key+bn.value;Fe(()=>{let t=i=>{n.current=i.target instanceof Element&&i.target.closest(".side.right, .side.sheet")!==null};return document.addEventListener("focusin",t),()=>document.removeEventListener("focusin",t)},[]),Fe(()=>{!n.current||document.activeElement!==document.body||document.getElementById("side-body")?.focus({preventScroll:!0})},[e])}function $f(n){return n==="why"?"element":n}function h_(){let n=an.value?Object.values(fo.value).reduce((e,t)=>e+t,0):void 0;return[{id:"element",text:d.element},{id:"diff",text:d.comparisonTab,n},{id:"approvals",text:d.approvals,n:qi.value?.length||void 0},{id:"findings",text:d.findings,n:So.value.count||void 0},{id:"tasks",text:d.tasks,n:bo.value||void 0}]}function vw(){let n=$f(St.value),e=h_().filter(t=>t.id==="element"||t.id===n||t.id==="diff"&&(t.n!==void 0||Ur.value!==null));return a(Eo,{label:d.detailSide,controls:"side-body",chosen:n,choose:Gt,tabs:e})}function _w(){switch(St.value){case"diff":return a(R0,{});case"approvals":return a(L0,{});case"findings":return a(O0,{});case"tasks":return a(e_,{});default:return a(Q0,{})}}function yw(){let n=rt.value;if(n.length===0||St.value==="element"||St.value==="why")return null;let e=pn(n[0]);return a("p",{class:"selected-bar",children:[a("span",{children:a("bdi",{children:n.length>1?d.selectedCount(n.length):e?.name||d.unnamed(e?.category??"")})}),a(ne,{kind:"plain",onClick:()=>Gt("element"),children:d.properties}),a(ne,{kind:"plain",onClick:()=>Gt("why"),children:d.why})]})}function d_(){let n=e=>{yo.value=e==="model"?"left":"side",e!=="model"&&Gt(e)};return a(Eo,{label:d.parts,controls:"side-body",chosen:yo.value==="left"?"model":$f(St.value),choose:n,tabs:[{id:"model",text:d.model},...h_()]})}var xw={ArrowLeft:-16,ArrowRight:16};function f_({side:n}){let e=ke.value[n],t=r=>Kn({[n]:r<s_/2?0:Math.round(Math.min(o_,Math.max(s_,r)))}),i=n==="left"?1:-1;return a("div",{class:"splitter splitter-"+n,role:"separator",tabIndex:0,"aria-orientation":"vertical","aria-label":n==="left"?d.resizeLeft:d.resizeRight,"aria-valuenow":e,"aria-valuemin":0,"aria-valuemax":o_,onKeyDown:r=>{let s=xw[r.key];if(s)t(e+i*s);else if(r.key==="Enter")t(0);else return;r.preventDefault()},onDblClick:()=>t(0),onPointerDown:r=>{let s=r.clientX,o=r.currentTarget;o.setPointerCapture(r.pointerId);let l=c=>t(e+i*(c.clientX-s));o.addEventListener("pointermove",l),o.addEventListener("lostpointercapture",()=>o.removeEventListener("pointermove",l),{once:!0})}})}var Kf=40;function uu({effect:n}){let e=n.modified.filter(r=>!r.derived),t=n.modified.filter(r=>r.derived);return n.counts.created+n.counts.modified+n.counts.deleted+n.counts.derived===0?a("p",{class:"muted",children:d.doesNothing}):a("div",{class:"effect",children:[a(cu,{kind:"deleted",list:n.deleted,n:n.counts.deleted}),a(cu,{kind:"added",list:n.created,n:n.counts.created}),a(cu,{kind:"modified",list:e,n:n.counts.modified}),a(cu,{kind:"derived",list:t,n:n.counts.derived})]})}function cu({kind:n,list:e,n:t}){return t===0?null:a("details",{open:t<=12,children:[a("summary",{children:[a("span",{class:"sign "+n,children:rs[n]})," ",d.kinds[n]," ",a(Ji,{n:t})]}),a("ul",{class:"plain",children:[e.slice(0,Kf).map(i=>a("li",{children:[a("bdi",{children:i.name||d.unnamed(i.category)})," ",a("span",{class:"muted",children:[Ie(i.category),i.changed&&i.changed.length>0&&": "+i.changed.map(r=>Ie(r).toLowerCase()).join(", ")]})]},i.element_id)),t>Math.min(Kf,e.length)&&a("li",{class:"muted",children:d.andMore(t-Math.min(Kf,e.length))})]})]})}var Zf=z(null),bw=z(null),$a=wt(async n=>{bw.value=null,Zf.value=await gt("merge_branch",{model_id:oe.value.model,branch:n.target,source:n.source,dry_run:!0})}),hu=wt(async(n,e,t,i)=>{let r={model_id:oe.value.model,branch:n.target,source:n.source,expected_revision:e,dry_run:!1};t.length>0&&(r.decisions=t),i&&(r.reasoning=i);let s=await gt("merge_branch",r);dt(s.summary),Kr.value=null,Qe({branch:n.target})});function p_({sides:n}){let[e,t]=je({}),[i,r]=je(""),s=()=>{Kr.value=null};Fe(()=>{Zf.value=null,hu.trouble.value=null,$a.run(n)},[n.source,n.target]),To(oe.value.model,n.source);let o=Zf.value,l=o?.conflicts.filter(u=>!u.decision&&!Sw(e[u.conflict_id]))??[],c=o!==null&&!o.would_merge&&o.conflicts.length===0;return a(Wn,{title:d.mergeTitle(n.source,n.target),close:s,wide:!0,children:[a(Ye,{error:$a.trouble.value,retry:()=>{$a.run(n)}}),!o&&!$a.trouble.value&&a("p",{class:"muted",role:"status",children:d.foretelling}),o&&a("form",{onSubmit:u=>{u.preventDefault();let h=o.conflicts.flatMap(m=>Mw(m,e[m.conflict_id]));hu.run(n,o.revision,h,i)},children:[a("p",{class:"muted",children:[d.mergeBase," ",a("bdi",{children:o.base.branch})," ",d.atRevision(o.base.revision)]}),c&&a(_t,{children:d.nothingToMerge}),!c&&a(Gc,{branch:n.source}),o.conflicts.length>0&&a(ft,{title:d.conflicts,n:o.conflicts.length,children:[a("p",{class:"muted",children:l.length>0?d.openConflicts(l.length):d.allDecided}),a("ul",{class:"cards",children:o.conflicts.map(u=>a(Tw,{conflict:u,sides:n,decision:e[u.conflict_id],decide:h=>t({...e,[u.conflict_id]:h})},u.conflict_id))})]}),!c&&a(ft,{title:d.wouldDo,children:[o.open_conflicts>0&&a("p",{class:"muted",children:d.whereOursWins}),a(uu,{effect:o})]}),o.automatic.length>0&&a(ft,{title:d.automatic,n:o.counts.automatic,open:!1,children:a("ul",{class:"plain",children:o.automatic.map((u,h)=>a("li",{children:[a("bdi",{children:u.name})," ",a("span",{class:"muted",children:[Ie(u.action).toLowerCase(),u.facet&&" "+Ie(u.facet).toLowerCase(),u.reason&&a(Me,{children:[": ",a("bdi",{children:u.reason})]})]})]},h))})}),(o.needs_person??[]).map((u,h)=>a("p",{class:"notice",dir:"auto",children:u},h)),!c&&a(Pt,{label:d.reasonOptional,children:a("textarea",{rows:2,maxLength:1e3,value:i,onInput:u=>r(u.currentTarget.value)})}),a(Ye,{error:hu.trouble.value,retry:()=>{$a.run(n)}}),a("footer",{class:"dialog-actions",children:[a(ne,{onClick:s,children:d.cancel}),!c&&a(ne,{kind:"primary",type:"submit",disabled:l.length>0||hu.busy.value,children:d.mergeInto(n.target)})]})]})]})}function Sw(n){return n!==void 0&&(n.take!=="value"||n.value.trim()!=="")}function Mw(n,e){if(!e)return[];let t={conflict_id:n.conflict_id,take:e.take};return e.take==="value"&&(t.value=ww(e.value,n)),[t]}function ww(n,{ours:e,theirs:t}){if(typeof e=="string"||typeof t=="string")return n;try{return JSON.parse(n)}catch{return n}}function Tw({conflict:n,sides:e,decision:t,decide:i}){let r=ke.value.unit,s=c=>qa(n.facet,c,r),o="conflict-"+n.conflict_id,l=[{take:"ours",side:e.target,value:n.ours},{take:"theirs",side:e.source,value:n.theirs}].filter(c=>n.choices.includes(c.take));return a("li",{class:"card",children:a("fieldset",{class:"conflict",children:[a("legend",{children:[a("bdi",{children:n.name||d.unnamed(n.category)})," ",a("span",{class:"muted",children:[Ie(n.category),n.facet&&", "+Ie(n.facet).toLowerCase()]})]}),a("p",{dir:"auto",class:"muted",children:n.message}),a("p",{children:[d.baseValue,": ",a("span",{dir:"auto",children:s(n.base)})]}),l.map(({take:c,side:u,value:h})=>a("label",{children:[a("input",{type:"radio",name:o,checked:t?.take===c,onChange:()=>i({take:c,value:""})}),a("span",{children:[d.sides[c]," (",a("bdi",{children:u}),"): ",a("strong",{dir:"auto",children:s(h)}),(n.consequences?.[c]??[]).map((m,p)=>a("span",{class:"muted block",dir:"auto",children:m},p))]})]},c)),n.choices.includes("value")&&a("label",{children:[a("input",{type:"radio",name:o,checked:t?.take==="value",onChange:()=>i({take:"value",value:t?.value??""})}),a("span",{children:d.otherValue}),a("input",{class:"inline-input","aria-label":d.otherValue,value:t?.take==="value"?t.value:"",onInput:c=>i({take:"value",value:c.currentTarget.value})})]}),n.decision&&a("p",{class:"muted",children:d.recorded(n.decision.take,n.decision.by??"")})]})})}var No=z(null);function m_(){let n=()=>{let i=No.value;if(document.hidden||!i||i.after<i.until)return;let r=re.value;r&&(No.value={...i,after:ke.value.seen[i.key]??r.head,until:r.head}),e()},e=()=>{let i=re.value;if(!i||Je.value)return;let r=Ln(i.model_id,i.branch),s=ke.peek().seen[r];No.peek()?.key!==r&&(No.value={key:r,after:s??i.head,until:i.head}),Nr.value&&!document.hidden&&s!==i.head&&Kn({seen:{...ke.peek().seen,[r]:i.head}})};document.addEventListener("visibilitychange",n);let t=Ke(e);return()=>{t(),document.removeEventListener("visibilitychange",n)}}function g_(){let n=No.value;if(!n||Je.value||n.key!==Ln(oe.value.model,oe.value.branch)||n.after>=n.until)return null;let e=($n.value?.list??[]).filter(s=>s.first>n.after&&s.last<=n.until),t=e.at(-1);if(!t)return null;let i=new Set(e.map(s=>s.agent||s.user)).size,r=Math.max(0,n.after);return a("div",{class:"since",role:"status",children:[a("span",{children:[d.sinceLast(lt(e.length,"change","changes"),lt(i,"author","authors"))," ",a(Mt,{at:t.at})]}),a(ne,{kind:"quiet",icon:"compare",onClick:()=>Qe({at:"",diff:String(r)}),children:d.compare}),a(ne,{kind:"quiet",icon:"play",onClick:()=>$c(r),children:d.replay}),a(ne,{kind:"quiet",icon:"check",onClick:()=>No.value={...n,after:n.until},children:d.markSeen})]})}var du={ifc:"export_ifc",plan:"create_plan",table:"export_table",mesh:"export_mesh"},Ka=wt(async(n,e)=>{let t=re.value;if(!t)return;let{model_id:i,branch:r,revision:s}=t,o=await Dr("/api/tools/"+du[n],{model_id:i,branch:r,at:s,dry_run:!1,...e});if(!o.data||!o.event_id)throw new on(200,o.error??{});let l=o.data.path.split(/[\\/]/).pop()??"model";Ew(l,await or("/api/files/"+o.event_id)),dt(d.fileSaved(l))});function Ew(n,e){let t=URL.createObjectURL(new Blob([e])),i=document.createElement("a");i.href=t,i.download=n,i.click(),setTimeout(()=>URL.revokeObjectURL(t),6e4)}var fu=z("ifc"),v_=z("IFC4"),__=z("generic"),y_=z(""),x_=z("100"),b_=z("pdf"),S_=z("door");function M_(){let n=re.value,e=()=>{Mo.value=!1};if(!n)return null;let t=Object.keys(du).filter(i=>Vt(du[i])&&(i!=="plan"||n.levels.length>0));return a(Wn,{title:d.save,close:e,children:a("form",{onSubmit:i=>{i.preventDefault(),Ka.run(fu.value,Cw()).then(r=>r&&e())},children:[a("p",{class:"muted",children:d.fileMoment(n.branch,n.revision)}),a(Vs,{label:d.fileKind,of:fu,names:Object.fromEntries(t.map(i=>[i,d.fileKinds[i]]))}),a(Aw,{}),a(Ye,{error:Ka.trouble.value}),Ka.busy.value&&a("p",{role:"status",children:d.makingFile}),a("footer",{class:"dialog-actions",children:[a(ne,{onClick:e,children:d.cancel}),a(ne,{kind:"primary",type:"submit",disabled:Ka.busy.value||t.length===0,children:d.download})]})]})})}function Aw(){let n=re.value?.levels??[];switch(fu.value){case"ifc":return a(Me,{children:[a(Vs,{label:d.fileVersion,of:v_,names:{IFC4:"IFC4",IFC4X3_ADD2:"IFC4X3",IFC2X3:"IFC2X3"}}),a(Vs,{label:d.fileReader,of:__,names:d.fileReaders})]});case"plan":return a(Me,{children:[a(Vs,{label:d.fileStorey,of:y_,names:Object.fromEntries(n.map(e=>[e.id,e.name]))}),a(Vs,{label:d.fileScale,of:x_,names:{50:"1:50",100:"1:100",200:"1:200"}}),a(Vs,{label:d.fileFormat,of:b_,names:{pdf:"PDF",dxf:"DXF",svg:"SVG"}})]});case"table":return a(Vs,{label:d.fileTemplate,of:S_,names:d.fileTemplates});case"mesh":return null}}function Cw(){switch(fu.value){case"ifc":return{schema:v_.value,target:__.value};case"plan":return{level_id:Rw(),scale:Number(x_.value),format:b_.value};case"table":return{template:S_.value,format:"xlsx"};case"mesh":return{format:"glb"}}}function Rw(){let n=re.value?.levels??[];return(n.find(e=>e.id===y_.value)??n[0])?.id}function Vs({label:n,of:e,names:t}){let i=e.value in t?e.value:Object.keys(t)[0];return a(Pt,{label:n,children:a("select",{value:i,onChange:r=>e.value=r.currentTarget.value,children:Object.entries(t).map(([r,s])=>a("option",{value:r,children:s},r))})})}function w_(n){return n.map(({axis:e,at:t,before:i})=>{let r=i?-1:1;return[e==="x"?r:0,e==="y"?r:0,e==="z"?r:0,r*t]})}function T_(n,e,t,i){let r=n.filter(s=>s.axis!==e||s.before!==t);return i===null?r:[...r,{axis:e,at:i,before:t}]}var J_=0,Tp=1,Y_=2;var gl=1,$_=2,na=3,mi=0,On=1,gi=2,Sr=0,ia=1,Ep=2,Ap=3,Cp=4,fh=5;var Qs=100,K_=101,Z_=102,j_=103,Q_=104,ey=200,ph=201,ty=202,ny=203,vl=204,_l=205,iy=206,ry=207,sy=208,oy=209,ay=210,ly=211,cy=212,uy=213,hy=214,ku=0,Uu=1,Ou=2,$o=3,Bu=4,zu=5,Vu=6,Hu=7,Rp=0,dy=1,fy=2,er=0,Pp=1,Ip=2,Lp=3,Dp=4,Np=5,Fp=6,kp=7;var Up=300,eo=301,ra=302,mh=303,gh=304,Gu=1e3,Ki=1001,Wu=1002,Ct=1003,py=1004;var yl=1005;var cn=1006,vh=1007;var Mr=1008;var mn=1009,Op=1010,Bp=1011,sa=1012,_h=1013,Cn=1014,Ni=1015,Fi=1016,yh=1017,xh=1018,to=1020,zp=35902,Vp=35899,Hp=1021,Gp=1022,Bn=1023,br=1026,wr=1027,Wp=1028,oa=1029,_s=1030,aa=1031;var la=1033,xl=33776,bl=33777,Sl=33778,Ml=33779,bh=35840,Sh=35841,Mh=35842,wh=35843,Th=36196,Eh=37492,Ah=37496,Ch=37488,Rh=37489,wl=37490,Ph=37491,Ih=37808,Lh=37809,Dh=37810,Nh=37811,Fh=37812,kh=37813,Uh=37814,Oh=37815,Bh=37816,zh=37817,Vh=37818,Hh=37819,Gh=37820,Wh=37821,Xh=36492,qh=36494,Jh=36495,Yh=36283,$h=36284,Tl=36285,Kh=36286;var nl=2300,Xu=2301,Nu=2302,yp=2303,xp=2400,bp=2401,Sp=2402;var my=3200;var Xp=0,gy=1,Tr="",ti="srgb",il="srgb-linear",rl="linear",yt="srgb";var Fu=7680;var vy=519,_y=512,yy=513,xy=514,qp=515,by=516,Sy=517,Jp=518,Yp=519,My=35044;var no="300 es",fi=2e3,sl=2001;function Pw(n){for(let e=n.length-1;e>=0;--e)if(n[e]>=65535)return!0;return!1}function Iw(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function ol(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function wy(){let n=ol("canvas");return n.style.display="block",n}var E_={},Ko=null;function $p(...n){let e="THREE."+n.shift();Ko?Ko("log",e,...n):console.log(e,...n)}function Ty(n){let e=n[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=n[1];t&&t.isStackTrace?n[0]+=" "+t.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function Oe(...n){n=Ty(n);let e="THREE."+n.shift();if(Ko)Ko("warn",e,...n);else{let t=n[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...n)}}function Be(...n){n=Ty(n);let e="THREE."+n.shift();if(Ko)Ko("error",e,...n);else{let t=n[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...n)}}function tl(...n){let e=n.join(" ");e in E_||(E_[e]=!0,Oe(...n))}function Ey(n,e,t){return new Promise(function(i,r){function s(){switch(n.clientWaitSync(e,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:r();break;case n.TIMEOUT_EXPIRED:setTimeout(s,t);break;default:i()}}setTimeout(s,t)})}var Ay={[ku]:ku,[Ou]:Vu,[Bu]:Bu,[$o]:zu,[Uu]:Uu,[Vu]:Ou,[Hu]:Hu,[zu]:$o},Zi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let r=i[e];if(r!==void 0){let s=r.indexOf(t);s!==-1&&r.splice(s,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let r=i.slice(0);for(let s=0,o=r.length;s<o;s++)r[s].call(this,e);e.target=null}}},En=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var jf=Math.PI/180,qu=180/Math.PI;function El(){let n=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(En[n&255]+En[n>>8&255]+En[n>>16&255]+En[n>>24&255]+"-"+En[e&255]+En[e>>8&255]+"-"+En[e>>16&15|64]+En[e>>24&255]+"-"+En[t&63|128]+En[t>>8&255]+"-"+En[t>>16&255]+En[t>>24&255]+En[i&255]+En[i>>8&255]+En[i>>16&255]+En[i>>24&255]).toLowerCase()}function st(n,e,t){return Math.max(e,Math.min(t,n))}function Lw(n,e){return(n%e+e)%e}function Qf(n,e,t){return(1-t)*n+t*e}function Cy(n){return Math.pow(2,Math.floor(Math.log(n)/Math.LN2))}function Kp(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function Dw(n,e){if(e.constructor===Float32Array)return n;let t=Kp(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(n/t,-1)}function Nw(n,e){if(e.constructor===Float32Array)return n;let t=Kp(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*t)}var ot=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6],this.y=r[1]*t+r[4]*i+r[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=st(this.x,e.x,t.x),this.y=st(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=st(this.x,e,t),this.y=st(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(st(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(st(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),r=Math.sin(t),s=this.x-e.x,o=this.y-e.y;return this.x=s*i-o*r+e.x,this.y=s*r+o*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},ji=class{constructor(e=0,t=0,i=0,r=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=r}static slerpFlat(e,t,i,r,s,o,l){let c=i[r+0],u=i[r+1],h=i[r+2],m=i[r+3],p=s[o+0],f=s[o+1],_=s[o+2],S=s[o+3];if(m!==S||c!==p||u!==f||h!==_){let g=c*p+u*f+h*_+m*S;g<0&&(p=-p,f=-f,_=-_,S=-S,g=-g);let v=1-l;if(g<.9995){let M=Math.acos(g),A=Math.sin(M);v=Math.sin(v*M)/A,l=Math.sin(l*M)/A,c=c*v+p*l,u=u*v+f*l,h=h*v+_*l,m=m*v+S*l}else{c=c*v+p*l,u=u*v+f*l,h=h*v+_*l,m=m*v+S*l;let M=1/Math.sqrt(c*c+u*u+h*h+m*m);c*=M,u*=M,h*=M,m*=M}}e[t]=c,e[t+1]=u,e[t+2]=h,e[t+3]=m}static multiplyQuaternionsFlat(e,t,i,r,s,o){let l=i[r],c=i[r+1],u=i[r+2],h=i[r+3],m=s[o],p=s[o+1],f=s[o+2],_=s[o+3];return e[t]=l*_+h*m+c*f-u*p,e[t+1]=c*_+h*p+u*m-l*f,e[t+2]=u*_+h*f+l*p-c*m,e[t+3]=h*_-l*m-c*p-u*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,r){return this._x=e,this._y=t,this._z=i,this._w=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let i=e._x,r=e._y,s=e._z,o=e._order,l=Math.cos,c=Math.sin,u=l(i/2),h=l(r/2),m=l(s/2),p=c(i/2),f=c(r/2),_=c(s/2);switch(o){case"XYZ":this._x=p*h*m+u*f*_,this._y=u*f*m-p*h*_,this._z=u*h*_+p*f*m,this._w=u*h*m-p*f*_;break;case"YXZ":this._x=p*h*m+u*f*_,this._y=u*f*m-p*h*_,this._z=u*h*_-p*f*m,this._w=u*h*m+p*f*_;break;case"ZXY":this._x=p*h*m-u*f*_,this._y=u*f*m+p*h*_,this._z=u*h*_+p*f*m,this._w=u*h*m-p*f*_;break;case"ZYX":this._x=p*h*m-u*f*_,this._y=u*f*m+p*h*_,this._z=u*h*_-p*f*m,this._w=u*h*m+p*f*_;break;case"YZX":this._x=p*h*m+u*f*_,this._y=u*f*m+p*h*_,this._z=u*h*_-p*f*m,this._w=u*h*m-p*f*_;break;case"XZY":this._x=p*h*m-u*f*_,this._y=u*f*m-p*h*_,this._z=u*h*_+p*f*m,this._w=u*h*m+p*f*_;break;default:Oe("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,r=Math.sin(i);return this._x=e.x*r,this._y=e.y*r,this._z=e.z*r,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,i=t[0],r=t[4],s=t[8],o=t[1],l=t[5],c=t[9],u=t[2],h=t[6],m=t[10],p=i+l+m;if(p>0){let f=.5/Math.sqrt(p+1);this._w=.25/f,this._x=(h-c)*f,this._y=(s-u)*f,this._z=(o-r)*f}else if(i>l&&i>m){let f=2*Math.sqrt(1+i-l-m);this._w=(h-c)/f,this._x=.25*f,this._y=(r+o)/f,this._z=(s+u)/f}else if(l>m){let f=2*Math.sqrt(1+l-i-m);this._w=(s-u)/f,this._x=(r+o)/f,this._y=.25*f,this._z=(c+h)/f}else{let f=2*Math.sqrt(1+m-i-l);this._w=(o-r)/f,this._x=(s+u)/f,this._y=(c+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(st(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)return this;let r=Math.min(1,t/i);return this.slerp(e,r),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,r=e._y,s=e._z,o=e._w,l=t._x,c=t._y,u=t._z,h=t._w;return this._x=i*h+o*l+r*u-s*c,this._y=r*h+o*c+s*l-i*u,this._z=s*h+o*u+i*c-r*l,this._w=o*h-i*l-r*c-s*u,this._onChangeCallback(),this}slerp(e,t){let i=e._x,r=e._y,s=e._z,o=e._w,l=this.dot(e);l<0&&(i=-i,r=-r,s=-s,o=-o,l=-l);let c=1-t;if(l<.9995){let u=Math.acos(l),h=Math.sin(u);c=Math.sin(c*u)/h,t=Math.sin(t*u)/h,this._x=this._x*c+i*t,this._y=this._y*c+r*t,this._z=this._z*c+s*t,this._w=this._w*c+o*t,this._onChangeCallback()}else this._x=this._x*c+i*t,this._y=this._y*c+r*t,this._z=this._z*c+s*t,this._w=this._w*c+o*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),r=Math.sqrt(1-i),s=Math.sqrt(i);return this.set(r*Math.sin(e),r*Math.cos(e),s*Math.sin(t),s*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},H=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(A_.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(A_.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*t+s[3]*i+s[6]*r,this.y=s[1]*t+s[4]*i+s[7]*r,this.z=s[2]*t+s[5]*i+s[8]*r,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=e.elements,o=1/(s[3]*t+s[7]*i+s[11]*r+s[15]);return this.x=(s[0]*t+s[4]*i+s[8]*r+s[12])*o,this.y=(s[1]*t+s[5]*i+s[9]*r+s[13])*o,this.z=(s[2]*t+s[6]*i+s[10]*r+s[14])*o,this}applyQuaternion(e){let t=this.x,i=this.y,r=this.z,s=e.x,o=e.y,l=e.z,c=e.w,u=2*(o*r-l*i),h=2*(l*t-s*r),m=2*(s*i-o*t);return this.x=t+c*u+o*m-l*h,this.y=i+c*h+l*u-s*m,this.z=r+c*m+s*h-o*u,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*t+s[4]*i+s[8]*r,this.y=s[1]*t+s[5]*i+s[9]*r,this.z=s[2]*t+s[6]*i+s[10]*r,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=st(this.x,e.x,t.x),this.y=st(this.y,e.y,t.y),this.z=st(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=st(this.x,e,t),this.y=st(this.y,e,t),this.z=st(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(st(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,r=e.y,s=e.z,o=t.x,l=t.y,c=t.z;return this.x=r*c-s*l,this.y=s*o-i*c,this.z=i*l-r*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){return ep.copy(this).projectOnVector(e),this.sub(ep)}reflect(e){return this.sub(ep.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(st(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,r=this.z-e.z;return t*t+i*i+r*r}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let r=Math.sin(t)*e;return this.x=r*Math.sin(i),this.y=Math.cos(t)*e,this.z=r*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),i=this.setFromMatrixColumn(e,1).length(),r=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=r,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},ep=new H,A_=new ji,ze=class{static{this.prototype.isMatrix3=!0}constructor(e,t,i,r,s,o,l,c,u){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,o,l,c,u)}set(e,t,i,r,s,o,l,c,u){let h=this.elements;return h[0]=e,h[1]=r,h[2]=l,h[3]=t,h[4]=s,h[5]=c,h[6]=i,h[7]=o,h[8]=u,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,r=t.elements,s=this.elements,o=i[0],l=i[3],c=i[6],u=i[1],h=i[4],m=i[7],p=i[2],f=i[5],_=i[8],S=r[0],g=r[3],v=r[6],M=r[1],A=r[4],w=r[7],R=r[2],C=r[5],y=r[8];return s[0]=o*S+l*M+c*R,s[3]=o*g+l*A+c*C,s[6]=o*v+l*w+c*y,s[1]=u*S+h*M+m*R,s[4]=u*g+h*A+m*C,s[7]=u*v+h*w+m*y,s[2]=p*S+f*M+_*R,s[5]=p*g+f*A+_*C,s[8]=p*v+f*w+_*y,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],l=e[5],c=e[6],u=e[7],h=e[8];return t*o*h-t*l*u-i*s*h+i*l*c+r*s*u-r*o*c}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],l=e[5],c=e[6],u=e[7],h=e[8],m=h*o-l*u,p=l*c-h*s,f=u*s-o*c,_=t*m+i*p+r*f;if(_===0)return this.set(0,0,0,0,0,0,0,0,0);let S=1/_;return e[0]=m*S,e[1]=(r*u-h*i)*S,e[2]=(l*i-r*o)*S,e[3]=p*S,e[4]=(h*t-r*c)*S,e[5]=(r*s-l*t)*S,e[6]=f*S,e[7]=(i*c-u*t)*S,e[8]=(o*t-i*s)*S,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,r,s,o,l){let c=Math.cos(s),u=Math.sin(s);return this.set(i*c,i*u,-i*(c*o+u*l)+o+e,-r*u,r*c,-r*(-u*o+c*l)+l+t,0,0,1),this}scale(e,t){return tl("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(tp.makeScale(e,t)),this}rotate(e){return tl("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(tp.makeRotation(-e)),this}translate(e,t){return tl("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(tp.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<9;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().fromArray(this.elements)}},tp=new ze,C_=new ze().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),R_=new ze().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function Fw(){let n={enabled:!0,workingColorSpace:il,spaces:{},convert:function(r,s,o){return this.enabled===!1||s===o||!s||!o||(this.spaces[s].transfer===yt&&(r.r=xr(r.r),r.g=xr(r.g),r.b=xr(r.b)),this.spaces[s].primaries!==this.spaces[o].primaries&&(r.applyMatrix3(this.spaces[s].toXYZ),r.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===yt&&(r.r=Yo(r.r),r.g=Yo(r.g),r.b=Yo(r.b))),r},workingToColorSpace:function(r,s){return this.convert(r,this.workingColorSpace,s)},colorSpaceToWorking:function(r,s){return this.convert(r,s,this.workingColorSpace)},getPrimaries:function(r){return this.spaces[r].primaries},getTransfer:function(r){return r===Tr?rl:this.spaces[r].transfer},getToneMappingMode:function(r){return this.spaces[r].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(r,s=this.workingColorSpace){return r.fromArray(this.spaces[s].luminanceCoefficients)},define:function(r){Object.assign(this.spaces,r)},_getMatrix:function(r,s,o){return r.copy(this.spaces[o].fromXYZ).multiply(this.spaces[s].toXYZ)},_getDrawingBufferColorSpace:function(r){return this.spaces[r].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(r=this.workingColorSpace){return this.spaces[r].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[il]:{primaries:e,whitePoint:i,transfer:rl,toXYZ:C_,fromXYZ:R_,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:ti},outputColorSpaceConfig:{drawingBufferColorSpace:ti}},[ti]:{primaries:e,whitePoint:i,transfer:yt,toXYZ:C_,fromXYZ:R_,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:ti}}}),n}var it=Fw();function xr(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function Yo(n){return n<.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var Fo,Ju=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{Fo===void 0&&(Fo=ol("canvas")),Fo.width=e.width,Fo.height=e.height;let r=Fo.getContext("2d");e instanceof ImageData?r.putImageData(e,0,0):r.drawImage(e,0,0,e.width,e.height),i=Fo}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=ol("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let r=i.getImageData(0,0,e.width,e.height),s=r.data;for(let o=0;o<s.length;o++)s[o]=xr(s[o]/255)*255;return i.putImageData(r,0,0),t}else if(e.data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(xr(t[i]/255)*255):t[i]=xr(t[i]);return{data:t,width:e.width,height:e.height}}else return Oe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},kw=0,Zo=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:kw++}),this.uuid=El(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.uuid,url:""},r=this.data;if(r!==null){let s;if(Array.isArray(r)){s=[];for(let o=0,l=r.length;o<l;o++)r[o].isDataTexture?s.push(np(r[o].image)):s.push(np(r[o]))}else s=np(r);i.url=s}return t||(e.images[this.uuid]=i),i}};function np(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?Ju.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(Oe("Texture: Unable to serialize Texture."),{})}var Uw=0,ip=new H,Xn=class n extends Zi{constructor(e=n.DEFAULT_IMAGE,t=n.DEFAULT_MAPPING,i=Ki,r=Ki,s=cn,o=Mr,l=Bn,c=mn,u=n.DEFAULT_ANISOTROPY,h=Tr){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:Uw++}),this.uuid=El(),this.name="",this.source=new Zo(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=i,this.wrapT=r,this.magFilter=s,this.minFilter=o,this.anisotropy=u,this.format=l,this.internalFormat=null,this.type=c,this.offset=new ot(0,0),this.repeat=new ot(1,1),this.center=new ot(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ze,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(ip).x}get height(){return this.source.getSize(ip).y}get depth(){return this.source.getSize(ip).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let i=e[t];if(i===void 0){Oe(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){Oe(`Texture.setValues(): property '${t}' does not exist.`);continue}r&&i&&r.isVector2&&i.isVector2||r&&i&&r.isVector3&&i.isVector3||r&&i&&r.isMatrix3&&i.isMatrix3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),t||(e.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==Up)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Gu:e.x=e.x-Math.floor(e.x);break;case Ki:e.x=e.x<0?0:1;break;case Wu:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Gu:e.y=e.y-Math.floor(e.y);break;case Ki:e.y=e.y<0?0:1;break;case Wu:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};Xn.DEFAULT_IMAGE=null;Xn.DEFAULT_MAPPING=Up;Xn.DEFAULT_ANISOTROPY=1;var Lt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,i=0,r=1){this.x=e,this.y=t,this.z=i,this.w=r}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,r){return this.x=e,this.y=t,this.z=i,this.w=r,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=this.w,o=e.elements;return this.x=o[0]*t+o[4]*i+o[8]*r+o[12]*s,this.y=o[1]*t+o[5]*i+o[9]*r+o[13]*s,this.z=o[2]*t+o[6]*i+o[10]*r+o[14]*s,this.w=o[3]*t+o[7]*i+o[11]*r+o[15]*s,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,r,s,c=e.elements,u=c[0],h=c[4],m=c[8],p=c[1],f=c[5],_=c[9],S=c[2],g=c[6],v=c[10];if(Math.abs(h-p)<.01&&Math.abs(m-S)<.01&&Math.abs(_-g)<.01){if(Math.abs(h+p)<.1&&Math.abs(m+S)<.1&&Math.abs(_+g)<.1&&Math.abs(u+f+v-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let A=(u+1)/2,w=(f+1)/2,R=(v+1)/2,C=(h+p)/4,y=(m+S)/4,T=(_+g)/4;return A>w&&A>R?A<.01?(i=0,r=.707106781,s=.707106781):(i=Math.sqrt(A),r=C/i,s=y/i):w>R?w<.01?(i=.707106781,r=0,s=.707106781):(r=Math.sqrt(w),i=C/r,s=T/r):R<.01?(i=.707106781,r=.707106781,s=0):(s=Math.sqrt(R),i=y/s,r=T/s),this.set(i,r,s,t),this}let M=Math.sqrt((g-_)*(g-_)+(m-S)*(m-S)+(p-h)*(p-h));return Math.abs(M)<.001&&(M=1),this.x=(g-_)/M,this.y=(m-S)/M,this.z=(p-h)/M,this.w=Math.acos((u+f+v-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=st(this.x,e.x,t.x),this.y=st(this.y,e.y,t.y),this.z=st(this.z,e.z,t.z),this.w=st(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=st(this.x,e,t),this.y=st(this.y,e,t),this.z=st(this.z,e,t),this.w=st(this.w,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(st(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},Yu=class extends Zi{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:cn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new Lt(0,0,e,t),this.scissorTest=!1,this.viewport=new Lt(0,0,e,t),this.textures=[];let r=i.count;for(let s=0;s<r;s++)this.textures[s]=new Xn({width:e,height:t,depth:i.depth}),this.textures[s].isRenderTargetTexture=!0,this.textures[s].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:cn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let r=0,s=this.textures.length;r<s;r++)this.textures[r].image.width=e,this.textures[r].image.height=t,this.textures[r].image.depth=i,this.textures[r].isData3DTexture!==!0&&(this.textures[r].isArrayTexture=this.textures[r].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let r=Object.assign({},e.textures[t].image);this.textures[t].source=new Zo(r)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},un=class extends Yu{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}},al=class extends Xn{constructor(e=null,t=1,i=1,r=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=Ct,this.minFilter=Ct,this.wrapR=Ki,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var $u=class extends Xn{constructor(e=null,t=1,i=1,r=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=Ct,this.minFilter=Ct,this.wrapR=Ki,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Tt=class n{static{this.prototype.isMatrix4=!0}constructor(e,t,i,r,s,o,l,c,u,h,m,p,f,_,S,g){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,o,l,c,u,h,m,p,f,_,S,g)}set(e,t,i,r,s,o,l,c,u,h,m,p,f,_,S,g){let v=this.elements;return v[0]=e,v[4]=t,v[8]=i,v[12]=r,v[1]=s,v[5]=o,v[9]=l,v[13]=c,v[2]=u,v[6]=h,v[10]=m,v[14]=p,v[3]=f,v[7]=_,v[11]=S,v[15]=g,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],t[9]=i[9],t[10]=i[10],t[11]=i[11],t[12]=i[12],t[13]=i[13],t[14]=i[14],t[15]=i[15],this}copyPosition(e){let t=this.elements,i=e.elements;return t[12]=i[12],t[13]=i[13],t[14]=i[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,i){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),i.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(e,t,i){return this.set(e.x,t.x,i.x,0,e.y,t.y,i.y,0,e.z,t.z,i.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,i=e.elements,r=1/ko.setFromMatrixColumn(e,0).length(),s=1/ko.setFromMatrixColumn(e,1).length(),o=1/ko.setFromMatrixColumn(e,2).length();return t[0]=i[0]*r,t[1]=i[1]*r,t[2]=i[2]*r,t[3]=0,t[4]=i[4]*s,t[5]=i[5]*s,t[6]=i[6]*s,t[7]=0,t[8]=i[8]*o,t[9]=i[9]*o,t[10]=i[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,i=e.x,r=e.y,s=e.z,o=Math.cos(i),l=Math.sin(i),c=Math.cos(r),u=Math.sin(r),h=Math.cos(s),m=Math.sin(s);if(e.order==="XYZ"){let p=o*h,f=o*m,_=l*h,S=l*m;t[0]=c*h,t[4]=-c*m,t[8]=u,t[1]=f+_*u,t[5]=p-S*u,t[9]=-l*c,t[2]=S-p*u,t[6]=_+f*u,t[10]=o*c}else if(e.order==="YXZ"){let p=c*h,f=c*m,_=u*h,S=u*m;t[0]=p+S*l,t[4]=_*l-f,t[8]=o*u,t[1]=o*m,t[5]=o*h,t[9]=-l,t[2]=f*l-_,t[6]=S+p*l,t[10]=o*c}else if(e.order==="ZXY"){let p=c*h,f=c*m,_=u*h,S=u*m;t[0]=p-S*l,t[4]=-o*m,t[8]=_+f*l,t[1]=f+_*l,t[5]=o*h,t[9]=S-p*l,t[2]=-o*u,t[6]=l,t[10]=o*c}else if(e.order==="ZYX"){let p=o*h,f=o*m,_=l*h,S=l*m;t[0]=c*h,t[4]=_*u-f,t[8]=p*u+S,t[1]=c*m,t[5]=S*u+p,t[9]=f*u-_,t[2]=-u,t[6]=l*c,t[10]=o*c}else if(e.order==="YZX"){let p=o*c,f=o*u,_=l*c,S=l*u;t[0]=c*h,t[4]=S-p*m,t[8]=_*m+f,t[1]=m,t[5]=o*h,t[9]=-l*h,t[2]=-u*h,t[6]=f*m+_,t[10]=p-S*m}else if(e.order==="XZY"){let p=o*c,f=o*u,_=l*c,S=l*u;t[0]=c*h,t[4]=-m,t[8]=u*h,t[1]=p*m+S,t[5]=o*h,t[9]=f*m-_,t[2]=_*m-f,t[6]=l*h,t[10]=S*m+p}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(Ow,e,Bw)}lookAt(e,t,i){let r=this.elements;return Qn.subVectors(e,t),Qn.lengthSq()===0&&(Qn.z=1),Qn.normalize(),ss.crossVectors(i,Qn),ss.lengthSq()===0&&(Math.abs(i.z)===1?Qn.x+=1e-4:Qn.z+=1e-4,Qn.normalize(),ss.crossVectors(i,Qn)),ss.normalize(),pu.crossVectors(Qn,ss),r[0]=ss.x,r[4]=pu.x,r[8]=Qn.x,r[1]=ss.y,r[5]=pu.y,r[9]=Qn.y,r[2]=ss.z,r[6]=pu.z,r[10]=Qn.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,r=t.elements,s=this.elements,o=i[0],l=i[4],c=i[8],u=i[12],h=i[1],m=i[5],p=i[9],f=i[13],_=i[2],S=i[6],g=i[10],v=i[14],M=i[3],A=i[7],w=i[11],R=i[15],C=r[0],y=r[4],T=r[8],O=r[12],D=r[1],F=r[5],V=r[9],X=r[13],L=r[2],Y=r[6],Q=r[10],W=r[14],ae=r[3],J=r[7],te=r[11],ie=r[15];return s[0]=o*C+l*D+c*L+u*ae,s[4]=o*y+l*F+c*Y+u*J,s[8]=o*T+l*V+c*Q+u*te,s[12]=o*O+l*X+c*W+u*ie,s[1]=h*C+m*D+p*L+f*ae,s[5]=h*y+m*F+p*Y+f*J,s[9]=h*T+m*V+p*Q+f*te,s[13]=h*O+m*X+p*W+f*ie,s[2]=_*C+S*D+g*L+v*ae,s[6]=_*y+S*F+g*Y+v*J,s[10]=_*T+S*V+g*Q+v*te,s[14]=_*O+S*X+g*W+v*ie,s[3]=M*C+A*D+w*L+R*ae,s[7]=M*y+A*F+w*Y+R*J,s[11]=M*T+A*V+w*Q+R*te,s[15]=M*O+A*X+w*W+R*ie,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[12],o=e[1],l=e[5],c=e[9],u=e[13],h=e[2],m=e[6],p=e[10],f=e[14],_=e[3],S=e[7],g=e[11],v=e[15],M=c*f-u*p,A=l*f-u*m,w=l*p-c*m,R=o*f-u*h,C=o*p-c*h,y=o*m-l*h;return t*(S*M-g*A+v*w)-i*(_*M-g*R+v*C)+r*(_*A-S*R+v*y)-s*(_*w-S*C+g*y)}determinantAffine(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[1],o=e[5],l=e[9],c=e[2],u=e[6],h=e[10];return t*(o*h-l*u)-i*(s*h-l*c)+r*(s*u-o*c)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,i){let r=this.elements;return e.isVector3?(r[12]=e.x,r[13]=e.y,r[14]=e.z):(r[12]=e,r[13]=t,r[14]=i),this}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],l=e[5],c=e[6],u=e[7],h=e[8],m=e[9],p=e[10],f=e[11],_=e[12],S=e[13],g=e[14],v=e[15],M=t*l-i*o,A=t*c-r*o,w=t*u-s*o,R=i*c-r*l,C=i*u-s*l,y=r*u-s*c,T=h*S-m*_,O=h*g-p*_,D=h*v-f*_,F=m*g-p*S,V=m*v-f*S,X=p*v-f*g,L=M*X-A*V+w*F+R*D-C*O+y*T;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let Y=1/L;return e[0]=(l*X-c*V+u*F)*Y,e[1]=(r*V-i*X-s*F)*Y,e[2]=(S*y-g*C+v*R)*Y,e[3]=(p*C-m*y-f*R)*Y,e[4]=(c*D-o*X-u*O)*Y,e[5]=(t*X-r*D+s*O)*Y,e[6]=(g*w-_*y-v*A)*Y,e[7]=(h*y-p*w+f*A)*Y,e[8]=(o*V-l*D+u*T)*Y,e[9]=(i*D-t*V-s*T)*Y,e[10]=(_*C-S*w+v*M)*Y,e[11]=(m*w-h*C-f*M)*Y,e[12]=(l*O-o*F-c*T)*Y,e[13]=(t*F-i*O+r*T)*Y,e[14]=(S*A-_*R-g*M)*Y,e[15]=(h*R-m*A+p*M)*Y,this}scale(e){let t=this.elements,i=e.x,r=e.y,s=e.z;return t[0]*=i,t[4]*=r,t[8]*=s,t[1]*=i,t[5]*=r,t[9]*=s,t[2]*=i,t[6]*=r,t[10]*=s,t[3]*=i,t[7]*=r,t[11]*=s,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],i=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],r=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,i,r))}makeTranslation(e,t,i){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,i,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),i=Math.sin(e);return this.set(1,0,0,0,0,t,-i,0,0,i,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,0,i,0,0,1,0,0,-i,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,0,i,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let i=Math.cos(t),r=Math.sin(t),s=1-i,o=e.x,l=e.y,c=e.z,u=s*o,h=s*l;return this.set(u*o+i,u*l-r*c,u*c+r*l,0,u*l+r*c,h*l+i,h*c-r*o,0,u*c-r*l,h*c+r*o,s*c*c+i,0,0,0,0,1),this}makeScale(e,t,i){return this.set(e,0,0,0,0,t,0,0,0,0,i,0,0,0,0,1),this}makeShear(e,t,i,r,s,o){return this.set(1,i,s,0,e,1,o,0,t,r,1,0,0,0,0,1),this}compose(e,t,i){let r=this.elements,s=t._x,o=t._y,l=t._z,c=t._w,u=s+s,h=o+o,m=l+l,p=s*u,f=s*h,_=s*m,S=o*h,g=o*m,v=l*m,M=c*u,A=c*h,w=c*m,R=i.x,C=i.y,y=i.z;return r[0]=(1-(S+v))*R,r[1]=(f+w)*R,r[2]=(_-A)*R,r[3]=0,r[4]=(f-w)*C,r[5]=(1-(p+v))*C,r[6]=(g+M)*C,r[7]=0,r[8]=(_+A)*y,r[9]=(g-M)*y,r[10]=(1-(p+S))*y,r[11]=0,r[12]=e.x,r[13]=e.y,r[14]=e.z,r[15]=1,this}decompose(e,t,i){let r=this.elements;e.x=r[12],e.y=r[13],e.z=r[14];let s=this.determinantAffine();if(s===0)return i.set(1,1,1),t.identity(),this;let o=ko.set(r[0],r[1],r[2]).length(),l=ko.set(r[4],r[5],r[6]).length(),c=ko.set(r[8],r[9],r[10]).length();s<0&&(o=-o),Ri.copy(this);let u=1/o,h=1/l,m=1/c;return Ri.elements[0]*=u,Ri.elements[1]*=u,Ri.elements[2]*=u,Ri.elements[4]*=h,Ri.elements[5]*=h,Ri.elements[6]*=h,Ri.elements[8]*=m,Ri.elements[9]*=m,Ri.elements[10]*=m,t.setFromRotationMatrix(Ri),i.x=o,i.y=l,i.z=c,this}makePerspective(e,t,i,r,s,o,l=fi,c=!1){let u=this.elements,h=2*s/(t-e),m=2*s/(i-r),p=(t+e)/(t-e),f=(i+r)/(i-r),_,S;if(c)_=s/(o-s),S=o*s/(o-s);else if(l===fi)_=-(o+s)/(o-s),S=-2*o*s/(o-s);else if(l===sl)_=-o/(o-s),S=-o*s/(o-s);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+l);return u[0]=h,u[4]=0,u[8]=p,u[12]=0,u[1]=0,u[5]=m,u[9]=f,u[13]=0,u[2]=0,u[6]=0,u[10]=_,u[14]=S,u[3]=0,u[7]=0,u[11]=-1,u[15]=0,this}makeOrthographic(e,t,i,r,s,o,l=fi,c=!1){let u=this.elements,h=2/(t-e),m=2/(i-r),p=-(t+e)/(t-e),f=-(i+r)/(i-r),_,S;if(c)_=1/(o-s),S=o/(o-s);else if(l===fi)_=-2/(o-s),S=-(o+s)/(o-s);else if(l===sl)_=-1/(o-s),S=-s/(o-s);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+l);return u[0]=h,u[4]=0,u[8]=0,u[12]=p,u[1]=0,u[5]=m,u[9]=0,u[13]=f,u[2]=0,u[6]=0,u[10]=_,u[14]=S,u[3]=0,u[7]=0,u[11]=0,u[15]=1,this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<16;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<16;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e[t+9]=i[9],e[t+10]=i[10],e[t+11]=i[11],e[t+12]=i[12],e[t+13]=i[13],e[t+14]=i[14],e[t+15]=i[15],e}},ko=new H,Ri=new Tt,Ow=new H(0,0,0),Bw=new H(1,1,1),ss=new H,pu=new H,Qn=new H,P_=new Tt,I_=new ji,hs=class n{constructor(e=0,t=0,i=0,r=n.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=i,this._order=r}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,i,r=this._order){return this._x=e,this._y=t,this._z=i,this._order=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,i=!0){let r=e.elements,s=r[0],o=r[4],l=r[8],c=r[1],u=r[5],h=r[9],m=r[2],p=r[6],f=r[10];switch(t){case"XYZ":this._y=Math.asin(st(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,s)):(this._x=Math.atan2(p,u),this._z=0);break;case"YXZ":this._x=Math.asin(-st(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(l,f),this._z=Math.atan2(c,u)):(this._y=Math.atan2(-m,s),this._z=0);break;case"ZXY":this._x=Math.asin(st(p,-1,1)),Math.abs(p)<.9999999?(this._y=Math.atan2(-m,f),this._z=Math.atan2(-o,u)):(this._y=0,this._z=Math.atan2(c,s));break;case"ZYX":this._y=Math.asin(-st(m,-1,1)),Math.abs(m)<.9999999?(this._x=Math.atan2(p,f),this._z=Math.atan2(c,s)):(this._x=0,this._z=Math.atan2(-o,u));break;case"YZX":this._z=Math.asin(st(c,-1,1)),Math.abs(c)<.9999999?(this._x=Math.atan2(-h,u),this._y=Math.atan2(-m,s)):(this._x=0,this._y=Math.atan2(l,f));break;case"XZY":this._z=Math.asin(-st(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(p,u),this._y=Math.atan2(l,s)):(this._x=Math.atan2(-h,f),this._y=0);break;default:Oe("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,i===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,i){return P_.makeRotationFromQuaternion(e),this.setFromRotationMatrix(P_,t,i)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return I_.setFromEuler(this),this.setFromQuaternion(I_,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};hs.DEFAULT_ORDER="XYZ";var ll=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},zw=0,L_=new H,Uo=new ji,mr=new Tt,mu=new H,Za=new H,Vw=new H,Hw=new ji,D_=new H(1,0,0),N_=new H(0,1,0),F_=new H(0,0,1),k_={type:"added"},Gw={type:"removed"},Oo={type:"childadded",child:null},rp={type:"childremoved",child:null},Un=class n extends Zi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:zw++}),this.uuid=El(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=n.DEFAULT_UP.clone();let e=new H,t=new hs,i=new ji,r=new H(1,1,1);function s(){i.setFromEuler(t,!1)}function o(){t.setFromQuaternion(i,void 0,!1)}t._onChange(s),i._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:r},modelViewMatrix:{value:new Tt},normalMatrix:{value:new ze}}),this.matrix=new Tt,this.matrixWorld=new Tt,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new ll,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Uo.setFromAxisAngle(e,t),this.quaternion.multiply(Uo),this}rotateOnWorldAxis(e,t){return Uo.setFromAxisAngle(e,t),this.quaternion.premultiply(Uo),this}rotateX(e){return this.rotateOnAxis(D_,e)}rotateY(e){return this.rotateOnAxis(N_,e)}rotateZ(e){return this.rotateOnAxis(F_,e)}translateOnAxis(e,t){return L_.copy(e).applyQuaternion(this.quaternion),this.position.add(L_.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(D_,e)}translateY(e){return this.translateOnAxis(N_,e)}translateZ(e){return this.translateOnAxis(F_,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(mr.copy(this.matrixWorld).invert())}lookAt(e,t,i){e.isVector3?mu.copy(e):mu.set(e,t,i);let r=this.parent;this.updateWorldMatrix(!0,!1),Za.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?mr.lookAt(Za,mu,this.up):mr.lookAt(mu,Za,this.up),this.quaternion.setFromRotationMatrix(mr),r&&(mr.extractRotation(r.matrixWorld),Uo.setFromRotationMatrix(mr),this.quaternion.premultiply(Uo.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Be("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(k_),Oo.child=e,this.dispatchEvent(Oo),Oo.child=null):Be("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(Gw),rp.child=e,this.dispatchEvent(rp),rp.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),mr.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),mr.multiply(e.parent.matrixWorld)),e.applyMatrix4(mr),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(k_),Oo.child=e,this.dispatchEvent(Oo),Oo.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let i=0,r=this.children.length;i<r;i++){let o=this.children[i].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,i=[]){this[e]===t&&i.push(this);let r=this.children;for(let s=0,o=r.length;s<o;s++)r[s].getObjectsByProperty(e,t,i);return i}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Za,e,Vw),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Za,Hw,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,i=e.y,r=e.z,s=this.matrix.elements;s[12]+=t-s[0]*t-s[4]*i-s[8]*r,s[13]+=i-s[1]*t-s[5]*i-s[9]*r,s[14]+=r-s[2]*t-s[6]*i-s[10]*r}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].updateMatrixWorld(e)}updateWorldMatrix(e,t,i=!1){let r=this.parent;if(e===!0&&r!==null&&r.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),t===!0){let s=this.children;for(let o=0,l=s.length;o<l;o++)s[o].updateWorldMatrix(!1,!0,i)}}toJSON(e){let t=e===void 0||typeof e=="string",i={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let r={};r.uuid=this.uuid,r.type=this.type,r.name=this.name,r.castShadow=this.castShadow,r.receiveShadow=this.receiveShadow,r.visible=this.visible,r.frustumCulled=this.frustumCulled,r.renderOrder=this.renderOrder,r.static=this.static,r.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(r.userData=this.userData),r.layers=this.layers.mask,r.matrix=this.matrix.toArray(),r.up=this.up.toArray(),this.pivot!==null&&(r.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(r.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(r.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(r.type="InstancedMesh",r.count=this.count,r.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(r.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(r.type="BatchedMesh",r.perObjectFrustumCulled=this.perObjectFrustumCulled,r.sortObjects=this.sortObjects,r.drawRanges=this._drawRanges,r.reservedRanges=this._reservedRanges,r.geometryInfo=this._geometryInfo.map(l=>({...l,boundingBox:l.boundingBox?l.boundingBox.toJSON():void 0,boundingSphere:l.boundingSphere?l.boundingSphere.toJSON():void 0})),r.instanceInfo=this._instanceInfo.map(l=>({...l})),r.availableInstanceIds=this._availableInstanceIds.slice(),r.availableGeometryIds=this._availableGeometryIds.slice(),r.nextIndexStart=this._nextIndexStart,r.nextVertexStart=this._nextVertexStart,r.geometryCount=this._geometryCount,r.maxInstanceCount=this._maxInstanceCount,r.maxVertexCount=this._maxVertexCount,r.maxIndexCount=this._maxIndexCount,r.geometryInitialized=this._geometryInitialized,r.matricesTexture=this._matricesTexture.toJSON(e),r.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(r.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(r.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(r.boundingBox=this.boundingBox.toJSON()));function s(l,c){return l[c.uuid]===void 0&&(l[c.uuid]=c.toJSON(e)),c.uuid}if(this.isScene)this.background&&(this.background.isColor?r.background=this.background.toJSON():this.background.isTexture&&(r.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(r.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){r.geometry=s(e.geometries,this.geometry);let l=this.geometry.parameters;if(l!==void 0&&l.shapes!==void 0){let c=l.shapes;if(Array.isArray(c))for(let u=0,h=c.length;u<h;u++){let m=c[u];s(e.shapes,m)}else s(e.shapes,c)}}if(this.isSkinnedMesh&&(r.bindMode=this.bindMode,r.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(s(e.skeletons,this.skeleton),r.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let l=[];for(let c=0,u=this.material.length;c<u;c++)l.push(s(e.materials,this.material[c]));r.material=l}else r.material=s(e.materials,this.material);if(this.children.length>0){r.children=[];for(let l=0;l<this.children.length;l++)r.children.push(this.children[l].toJSON(e).object)}if(this.animations.length>0){r.animations=[];for(let l=0;l<this.animations.length;l++){let c=this.animations[l];r.animations.push(s(e.animations,c))}}if(t){let l=o(e.geometries),c=o(e.materials),u=o(e.textures),h=o(e.images),m=o(e.shapes),p=o(e.skeletons),f=o(e.animations),_=o(e.nodes);l.length>0&&(i.geometries=l),c.length>0&&(i.materials=c),u.length>0&&(i.textures=u),h.length>0&&(i.images=h),m.length>0&&(i.shapes=m),p.length>0&&(i.skeletons=p),f.length>0&&(i.animations=f),_.length>0&&(i.nodes=_)}return i.object=r,i;function o(l){let c=[];for(let u in l){let h=l[u];delete h.metadata,c.push(h)}return c}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let i=0;i<e.children.length;i++){let r=e.children[i];this.add(r.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Un.DEFAULT_UP=new H(0,1,0);Un.DEFAULT_MATRIX_AUTO_UPDATE=!0;Un.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var qs=class extends Un{constructor(){super(),this.isGroup=!0,this.type="Group"}},Ww={type:"move"},jo=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new qs,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new qs,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new H,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new H),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new qs,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new H,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new H,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let i of e.hand.values())this._getHandJoint(t,i)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,i){let r=null,s=null,o=null,l=this._targetRay,c=this._grip,u=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(u&&e.hand){o=!0;for(let S of e.hand.values()){let g=t.getJointPose(S,i),v=this._getHandJoint(u,S);g!==null&&(v.matrix.fromArray(g.transform.matrix),v.matrix.decompose(v.position,v.quaternion,v.scale),v.matrixWorldNeedsUpdate=!0,v.jointRadius=g.radius),v.visible=g!==null}let h=u.joints["index-finger-tip"],m=u.joints["thumb-tip"],p=h.position.distanceTo(m.position),f=.02,_=.005;u.inputState.pinching&&p>f+_?(u.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!u.inputState.pinching&&p<=f-_&&(u.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else c!==null&&e.gripSpace&&(s=t.getPose(e.gripSpace,i),s!==null&&(c.matrix.fromArray(s.transform.matrix),c.matrix.decompose(c.position,c.quaternion,c.scale),c.matrixWorldNeedsUpdate=!0,s.linearVelocity?(c.hasLinearVelocity=!0,c.linearVelocity.copy(s.linearVelocity)):c.hasLinearVelocity=!1,s.angularVelocity?(c.hasAngularVelocity=!0,c.angularVelocity.copy(s.angularVelocity)):c.hasAngularVelocity=!1,c.eventsEnabled&&c.dispatchEvent({type:"gripUpdated",data:e,target:this})));l!==null&&(r=t.getPose(e.targetRaySpace,i),r===null&&s!==null&&(r=s),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,this.dispatchEvent(Ww)))}return l!==null&&(l.visible=r!==null),c!==null&&(c.visible=s!==null),u!==null&&(u.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let i=new qs;i.matrixAutoUpdate=!1,i.visible=!1,e.joints[t.jointName]=i,e.add(i)}return e.joints[t.jointName]}},Ry={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},os={h:0,s:0,l:0},gu={h:0,s:0,l:0};function sp(n,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?n+(e-n)*6*t:t<1/2?e:t<2/3?n+(e-n)*6*(2/3-t):n}var pt=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let r=e;r&&r.isColor?this.copy(r):typeof r=="number"?this.setHex(r):typeof r=="string"&&this.setStyle(r)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=ti){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,it.colorSpaceToWorking(this,t),this}setRGB(e,t,i,r=it.workingColorSpace){return this.r=e,this.g=t,this.b=i,it.colorSpaceToWorking(this,r),this}setHSL(e,t,i,r=it.workingColorSpace){if(e=Lw(e,1),t=st(t,0,1),i=st(i,0,1),t===0)this.r=this.g=this.b=i;else{let s=i<=.5?i*(1+t):i+t-i*t,o=2*i-s;this.r=sp(o,s,e+1/3),this.g=sp(o,s,e),this.b=sp(o,s,e-1/3)}return it.colorSpaceToWorking(this,r),this}setStyle(e,t=ti){function i(s){s!==void 0&&parseFloat(s)<1&&Oe("Color: Alpha component of "+e+" will be ignored.")}let r;if(r=/^(\w+)\(([^\)]*)\)/.exec(e)){let s,o=r[1],l=r[2];switch(o){case"rgb":case"rgba":if(s=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(l))return i(s[4]),this.setRGB(Math.min(255,parseInt(s[1],10))/255,Math.min(255,parseInt(s[2],10))/255,Math.min(255,parseInt(s[3],10))/255,t);if(s=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(l))return i(s[4]),this.setRGB(Math.min(100,parseFloat(s[1]))/100,Math.min(100,parseFloat(s[2]))/100,Math.min(100,parseFloat(s[3]))/100,t);break;case"hsl":case"hsla":if(s=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(l))return i(s[4]),this.setHSL(parseFloat(s[1])/360,parseFloat(s[2])/100,parseFloat(s[3])/100,t);break;default:Oe("Color: Unknown color model "+e)}}else if(r=/^\#([A-Fa-f\d]+)$/.exec(e)){let s=r[1],o=s.length;if(o===3)return this.setRGB(parseInt(s.charAt(0),16)/15,parseInt(s.charAt(1),16)/15,parseInt(s.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(s,16),t);Oe("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=ti){let i=Ry[e.toLowerCase()];return i!==void 0?this.setHex(i,t):Oe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=xr(e.r),this.g=xr(e.g),this.b=xr(e.b),this}copyLinearToSRGB(e){return this.r=Yo(e.r),this.g=Yo(e.g),this.b=Yo(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=ti){return it.workingToColorSpace(An.copy(this),e),Math.round(st(An.r*255,0,255))*65536+Math.round(st(An.g*255,0,255))*256+Math.round(st(An.b*255,0,255))}getHexString(e=ti){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=it.workingColorSpace){it.workingToColorSpace(An.copy(this),t);let i=An.r,r=An.g,s=An.b,o=Math.max(i,r,s),l=Math.min(i,r,s),c,u,h=(l+o)/2;if(l===o)c=0,u=0;else{let m=o-l;switch(u=h<=.5?m/(o+l):m/(2-o-l),o){case i:c=(r-s)/m+(r<s?6:0);break;case r:c=(s-i)/m+2;break;case s:c=(i-r)/m+4;break}c/=6}return e.h=c,e.s=u,e.l=h,e}getRGB(e,t=it.workingColorSpace){return it.workingToColorSpace(An.copy(this),t),e.r=An.r,e.g=An.g,e.b=An.b,e}getStyle(e=ti){it.workingToColorSpace(An.copy(this),e);let t=An.r,i=An.g,r=An.b;return e!==ti?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${r.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(i*255)},${Math.round(r*255)})`}offsetHSL(e,t,i){return this.getHSL(os),this.setHSL(os.h+e,os.s+t,os.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(os),e.getHSL(gu);let i=Qf(os.h,gu.h,t),r=Qf(os.s,gu.s,t),s=Qf(os.l,gu.l,t);return this.setHSL(i,r,s),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,r=this.b,s=e.elements;return this.r=s[0]*t+s[3]*i+s[6]*r,this.g=s[1]*t+s[4]*i+s[7]*r,this.b=s[2]*t+s[5]*i+s[8]*r,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},An=new pt;pt.NAMES=Ry;var Js=class extends Un{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new hs,this.environmentIntensity=1,this.environmentRotation=new hs,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Pi=new H,gr=new H,op=new H,vr=new H,Bo=new H,zo=new H,U_=new H,ap=new H,lp=new H,cp=new H,up=new Lt,hp=new Lt,dp=new Lt,us=class n{constructor(e=new H,t=new H,i=new H){this.a=e,this.b=t,this.c=i}static getNormal(e,t,i,r){r.subVectors(i,t),Pi.subVectors(e,t),r.cross(Pi);let s=r.lengthSq();return s>0?r.multiplyScalar(1/Math.sqrt(s)):r.set(0,0,0)}static getBarycoord(e,t,i,r,s){Pi.subVectors(r,t),gr.subVectors(i,t),op.subVectors(e,t);let o=Pi.dot(Pi),l=Pi.dot(gr),c=Pi.dot(op),u=gr.dot(gr),h=gr.dot(op),m=o*u-l*l;if(m===0)return s.set(0,0,0),null;let p=1/m,f=(u*c-l*h)*p,_=(o*h-l*c)*p;return s.set(1-f-_,_,f)}static containsPoint(e,t,i,r){return this.getBarycoord(e,t,i,r,vr)===null?!1:vr.x>=0&&vr.y>=0&&vr.x+vr.y<=1}static getInterpolation(e,t,i,r,s,o,l,c){return this.getBarycoord(e,t,i,r,vr)===null?(c.x=0,c.y=0,"z"in c&&(c.z=0),"w"in c&&(c.w=0),null):(c.setScalar(0),c.addScaledVector(s,vr.x),c.addScaledVector(o,vr.y),c.addScaledVector(l,vr.z),c)}static getInterpolatedAttribute(e,t,i,r,s,o){return up.setScalar(0),hp.setScalar(0),dp.setScalar(0),up.fromBufferAttribute(e,t),hp.fromBufferAttribute(e,i),dp.fromBufferAttribute(e,r),o.setScalar(0),o.addScaledVector(up,s.x),o.addScaledVector(hp,s.y),o.addScaledVector(dp,s.z),o}static isFrontFacing(e,t,i,r){return Pi.subVectors(i,t),gr.subVectors(e,t),Pi.cross(gr).dot(r)<0}set(e,t,i){return this.a.copy(e),this.b.copy(t),this.c.copy(i),this}setFromPointsAndIndices(e,t,i,r){return this.a.copy(e[t]),this.b.copy(e[i]),this.c.copy(e[r]),this}setFromAttributeAndIndices(e,t,i,r){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,i),this.c.fromBufferAttribute(e,r),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Pi.subVectors(this.c,this.b),gr.subVectors(this.a,this.b),Pi.cross(gr).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return n.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return n.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,i,r,s){return n.getInterpolation(e,this.a,this.b,this.c,t,i,r,s)}containsPoint(e){return n.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return n.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let i=this.a,r=this.b,s=this.c,o,l;Bo.subVectors(r,i),zo.subVectors(s,i),ap.subVectors(e,i);let c=Bo.dot(ap),u=zo.dot(ap);if(c<=0&&u<=0)return t.copy(i);lp.subVectors(e,r);let h=Bo.dot(lp),m=zo.dot(lp);if(h>=0&&m<=h)return t.copy(r);let p=c*m-h*u;if(p<=0&&c>=0&&h<=0&&c-h>0)return o=c/(c-h),t.copy(i).addScaledVector(Bo,o);cp.subVectors(e,s);let f=Bo.dot(cp),_=zo.dot(cp);if(_>=0&&f<=_)return t.copy(s);let S=f*u-c*_;if(S<=0&&u>=0&&_<=0)return l=u/(u-_),t.copy(i).addScaledVector(zo,l);let g=h*_-f*m;if(g<=0&&m-h>=0&&f-_>=0)return U_.subVectors(s,r),l=(m-h)/(m-h+(f-_)),t.copy(r).addScaledVector(U_,l);let v=1/(g+S+p);return o=S*v,l=p*v,t.copy(i).addScaledVector(Bo,o).addScaledVector(zo,l)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},ds=class{constructor(e=new H(1/0,1/0,1/0),t=new H(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(Ii.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(Ii.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let i=Ii.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let s=i.getAttribute("position");if(t===!0&&s!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,l=s.count;o<l;o++)e.isMesh===!0?e.getVertexPosition(o,Ii):Ii.fromBufferAttribute(s,o),Ii.applyMatrix4(e.matrixWorld),this.expandByPoint(Ii);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),vu.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),vu.copy(i.boundingBox)),vu.applyMatrix4(e.matrixWorld),this.union(vu)}let r=e.children;for(let s=0,o=r.length;s<o;s++)this.expandByObject(r[s],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Ii),Ii.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(ja),_u.subVectors(this.max,ja),Vo.subVectors(e.a,ja),Ho.subVectors(e.b,ja),Go.subVectors(e.c,ja),as.subVectors(Ho,Vo),ls.subVectors(Go,Ho),Hs.subVectors(Vo,Go);let t=[0,-as.z,as.y,0,-ls.z,ls.y,0,-Hs.z,Hs.y,as.z,0,-as.x,ls.z,0,-ls.x,Hs.z,0,-Hs.x,-as.y,as.x,0,-ls.y,ls.x,0,-Hs.y,Hs.x,0];return!fp(t,Vo,Ho,Go,_u)||(t=[1,0,0,0,1,0,0,0,1],!fp(t,Vo,Ho,Go,_u))?!1:(yu.crossVectors(as,ls),t=[yu.x,yu.y,yu.z],fp(t,Vo,Ho,Go,_u))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Ii).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Ii).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(_r[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),_r[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),_r[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),_r[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),_r[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),_r[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),_r[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),_r[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(_r),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},_r=[new H,new H,new H,new H,new H,new H,new H,new H],Ii=new H,vu=new ds,Vo=new H,Ho=new H,Go=new H,as=new H,ls=new H,Hs=new H,ja=new H,_u=new H,yu=new H,Gs=new H;function fp(n,e,t,i,r){for(let s=0,o=n.length-3;s<=o;s+=3){Gs.fromArray(n,s);let l=r.x*Math.abs(Gs.x)+r.y*Math.abs(Gs.y)+r.z*Math.abs(Gs.z),c=e.dot(Gs),u=t.dot(Gs),h=i.dot(Gs);if(Math.max(-Math.max(c,u,h),Math.min(c,u,h))>l)return!1}return!0}var $t=new H,xu=new ot,Xw=0,Xt=class extends Zi{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Xw++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=My,this.updateRanges=[],this.gpuType=Ni,this.version=0,this._normalizationScale=e!==void 0?Kp(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let r=0,s=this.itemSize;r<s;r++)this.array[e+r]=t.array[i+r];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)xu.fromBufferAttribute(this,t),xu.applyMatrix3(e),this.setXY(t,xu.x,xu.y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)$t.fromBufferAttribute(this,t),$t.applyMatrix3(e),this.setXYZ(t,$t.x,$t.y,$t.z);return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)$t.fromBufferAttribute(this,t),$t.applyMatrix4(e),this.setXYZ(t,$t.x,$t.y,$t.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)$t.fromBufferAttribute(this,t),$t.applyNormalMatrix(e),this.setXYZ(t,$t.x,$t.y,$t.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)$t.fromBufferAttribute(this,t),$t.transformDirection(e),this.setXYZ(t,$t.x,$t.y,$t.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this}setXYZW(e,t,i,r,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this.array[e+3]=s,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):Dw(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Nw(e,this.array)}};var cl=class extends Xt{constructor(e,t,i){super(new Uint16Array(e),t,i)}};var ul=class extends Xt{constructor(e,t,i){super(new Uint32Array(e),t,i)}};var pi=class extends Xt{constructor(e,t,i){super(new Float32Array(e),t,i)}},qw=new ds,Qa=new H,pp=new H,fs=class{constructor(e=new H,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):qw.setFromPoints(e).getCenter(i);let r=0;for(let s=0,o=e.length;s<o;s++)r=Math.max(r,i.distanceToSquared(e[s]));return this.radius=Math.sqrt(r),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;Qa.subVectors(e,this.center);let t=Qa.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),r=(i-this.radius)*.5;this.center.addScaledVector(Qa,r/i),this.radius+=r}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(pp.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(Qa.copy(e.center).add(pp)),this.expandByPoint(Qa.copy(e.center).sub(pp))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},Jw=0,di=new Tt,mp=new Un,Wo=new H,ei=new ds,el=new ds,ln=new H,ii=class n extends Zi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:Jw++}),this.uuid=El(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new(Pw(e)?ul:cl)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,i=0){this.groups.push({start:e,count:t,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let s=new ze().getNormalMatrix(e);i.applyNormalMatrix(s),i.needsUpdate=!0}let r=this.attributes.tangent;return r!==void 0&&(r.transformDirection(e),r.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return di.makeRotationFromQuaternion(e),this.applyMatrix4(di),this}rotateX(e){return di.makeRotationX(e),this.applyMatrix4(di),this}rotateY(e){return di.makeRotationY(e),this.applyMatrix4(di),this}rotateZ(e){return di.makeRotationZ(e),this.applyMatrix4(di),this}translate(e,t,i){return di.makeTranslation(e,t,i),this.applyMatrix4(di),this}scale(e,t,i){return di.makeScale(e,t,i),this.applyMatrix4(di),this}lookAt(e){return mp.lookAt(e),mp.updateMatrix(),this.applyMatrix4(mp.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Wo).negate(),this.translate(Wo.x,Wo.y,Wo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let i=[];for(let r=0,s=e.length;r<s;r++){let o=e[r];i.push(o.x,o.y,o.z||0)}this.setAttribute("position",new pi(i,3))}else{let i=Math.min(e.length,t.count);for(let r=0;r<i;r++){let s=e[r];t.setXYZ(r,s.x,s.y,s.z||0)}e.length>t.count&&Oe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new ds);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Be("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new H(-1/0,-1/0,-1/0),new H(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let i=0,r=t.length;i<r;i++){let s=t[i];ei.setFromBufferAttribute(s),this.morphTargetsRelative?(ln.addVectors(this.boundingBox.min,ei.min),this.boundingBox.expandByPoint(ln),ln.addVectors(this.boundingBox.max,ei.max),this.boundingBox.expandByPoint(ln)):(this.boundingBox.expandByPoint(ei.min),this.boundingBox.expandByPoint(ei.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Be('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new fs);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Be("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new H,1/0);return}if(e){let i=this.boundingSphere.center;if(ei.setFromBufferAttribute(e),t)for(let s=0,o=t.length;s<o;s++){let l=t[s];el.setFromBufferAttribute(l),this.morphTargetsRelative?(ln.addVectors(ei.min,el.min),ei.expandByPoint(ln),ln.addVectors(ei.max,el.max),ei.expandByPoint(ln)):(ei.expandByPoint(el.min),ei.expandByPoint(el.max))}ei.getCenter(i);let r=0;for(let s=0,o=e.count;s<o;s++)ln.fromBufferAttribute(e,s),r=Math.max(r,i.distanceToSquared(ln));if(t)for(let s=0,o=t.length;s<o;s++){let l=t[s],c=this.morphTargetsRelative;for(let u=0,h=l.count;u<h;u++)ln.fromBufferAttribute(l,u),c&&(Wo.fromBufferAttribute(e,u),ln.add(Wo)),r=Math.max(r,i.distanceToSquared(ln))}this.boundingSphere.radius=Math.sqrt(r),isNaN(this.boundingSphere.radius)&&Be('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Be("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=t.position,r=t.normal,s=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==i.count)&&(o=new Xt(new Float32Array(4*i.count),4),this.setAttribute("tangent",o));let l=[],c=[],u=new Uint8Array(i.count);for(let O=0;O<i.count;O++)l[O]=new H,c[O]=new H;let h=new H,m=new H,p=new H,f=new ot,_=new ot,S=new ot,g=new H,v=new H;function M(O,D,F){u[O]=u[D]=u[F]=1,h.fromBufferAttribute(i,O),m.fromBufferAttribute(i,D),p.fromBufferAttribute(i,F),f.fromBufferAttribute(s,O),_.fromBufferAttribute(s,D),S.fromBufferAttribute(s,F),m.sub(h),p.sub(h),_.sub(f),S.sub(f);let V=1/(_.x*S.y-S.x*_.y);isFinite(V)&&(g.copy(m).multiplyScalar(S.y).addScaledVector(p,-_.y).multiplyScalar(V),v.copy(p).multiplyScalar(_.x).addScaledVector(m,-S.x).multiplyScalar(V),l[O].add(g),l[D].add(g),l[F].add(g),c[O].add(v),c[D].add(v),c[F].add(v))}let A=this.groups;A.length===0&&(A=[{start:0,count:e.count}]);for(let O=0,D=A.length;O<D;++O){let F=A[O],V=F.start,X=F.count;for(let L=V,Y=V+X;L<Y;L+=3)M(e.getX(L+0),e.getX(L+1),e.getX(L+2))}let w=new H,R=new H,C=new H,y=new H;function T(O){C.fromBufferAttribute(r,O),y.copy(C);let D=l[O];w.copy(D),w.sub(C.multiplyScalar(C.dot(D))).normalize(),R.crossVectors(y,D);let V=R.dot(c[O])<0?-1:1;o.setXYZW(O,w.x,w.y,w.z,V)}for(let O=0,D=i.count;O<D;++O)u[O]&&T(O);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==t.count)i=new Xt(new Float32Array(t.count*3),3),this.setAttribute("normal",i);else for(let p=0,f=i.count;p<f;p++)i.setXYZ(p,0,0,0);let r=new H,s=new H,o=new H,l=new H,c=new H,u=new H,h=new H,m=new H;if(e)for(let p=0,f=e.count;p<f;p+=3){let _=e.getX(p+0),S=e.getX(p+1),g=e.getX(p+2);r.fromBufferAttribute(t,_),s.fromBufferAttribute(t,S),o.fromBufferAttribute(t,g),h.subVectors(o,s),m.subVectors(r,s),h.cross(m),l.fromBufferAttribute(i,_),c.fromBufferAttribute(i,S),u.fromBufferAttribute(i,g),l.add(h),c.add(h),u.add(h),i.setXYZ(_,l.x,l.y,l.z),i.setXYZ(S,c.x,c.y,c.z),i.setXYZ(g,u.x,u.y,u.z)}else for(let p=0,f=t.count;p<f;p+=3)r.fromBufferAttribute(t,p+0),s.fromBufferAttribute(t,p+1),o.fromBufferAttribute(t,p+2),h.subVectors(o,s),m.subVectors(r,s),h.cross(m),i.setXYZ(p+0,h.x,h.y,h.z),i.setXYZ(p+1,h.x,h.y,h.z),i.setXYZ(p+2,h.x,h.y,h.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,i=e.count;t<i;t++)ln.fromBufferAttribute(e,t),ln.normalize(),e.setXYZ(t,ln.x,ln.y,ln.z)}toNonIndexed(){function e(l,c){let u=l.array,h=l.itemSize,m=l.normalized,p=new u.constructor(c.length*h),f=0,_=0;for(let S=0,g=c.length;S<g;S++){l.isInterleavedBufferAttribute?f=c[S]*l.data.stride+l.offset:f=c[S]*h;for(let v=0;v<h;v++)p[_++]=u[f++]}return new Xt(p,h,m)}if(this.index===null)return Oe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new n,i=this.index.array,r=this.attributes;for(let l in r){let c=r[l],u=e(c,i);t.setAttribute(l,u)}let s=this.morphAttributes;for(let l in s){let c=[],u=s[l];for(let h=0,m=u.length;h<m;h++){let p=u[h],f=e(p,i);c.push(f)}t.morphAttributes[l]=c}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let l=0,c=o.length;l<c;l++){let u=o[l];t.addGroup(u.start,u.count,u.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let c=this.parameters;for(let u in c)c[u]!==void 0&&(e[u]=c[u]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let i=this.attributes;for(let c in i){let u=i[c];e.data.attributes[c]=u.toJSON(e.data)}let r={},s=!1;for(let c in this.morphAttributes){let u=this.morphAttributes[c],h=[];for(let m=0,p=u.length;m<p;m++){let f=u[m];h.push(f.toJSON(e.data))}h.length>0&&(r[c]=h,s=!0)}s&&(e.data.morphAttributes=r,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let l=this.boundingSphere;return l!==null&&(e.data.boundingSphere=l.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let i=e.index;i!==null&&this.setIndex(i.clone());let r=e.attributes;for(let u in r){let h=r[u];this.setAttribute(u,h.clone(t))}let s=e.morphAttributes;for(let u in s){let h=[],m=s[u];for(let p=0,f=m.length;p<f;p++)h.push(m[p].clone(t));this.morphAttributes[u]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let u=0,h=o.length;u<h;u++){let m=o[u];this.addGroup(m.start,m.count,m.materialIndex)}let l=e.boundingBox;l!==null&&(this.boundingBox=l.clone());let c=e.boundingSphere;return c!==null&&(this.boundingSphere=c.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var gp=new H,Yw=new H,$w=new ze,Li=class{constructor(e=new H(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,r){return this.normal.set(e,t,i),this.constant=r,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let r=gp.subVectors(i,t).cross(Yw.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(r,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){let r=e.delta(gp),s=this.normal.dot(r);if(s===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/s;return i===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(r,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let i=t||$w.getNormalMatrix(e),r=this.coplanarPoint(gp).applyMatrix4(e),s=this.normal.applyMatrix3(i).normalize();return this.constant=-r.dot(s),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},Kw=0,Ys=class extends Zi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Kw++}),this.uuid=El(),this.name="",this.type="Material",this.blending=ia,this.side=mi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=vl,this.blendDst=_l,this.blendEquation=Qs,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new pt(0,0,0),this.blendAlpha=0,this.depthFunc=$o,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=vy,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Fu,this.stencilZFail=Fu,this.stencilZPass=Fu,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){Oe(`Material: parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){Oe(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}r&&r.isColor?r.set(i):r&&r.isVector2&&i&&i.isVector2||r&&r.isEuler&&i&&i.isEuler||r&&r.isVector3&&i&&i.isVector3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(e).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(e).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(e).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(e).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(e).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(s=>s.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function r(s){let o=[];for(let l in s){let c=s[l];delete c.metadata,o.push(c)}return o}if(t){let s=r(e.textures),o=r(e.images);s.length>0&&(i.textures=s),o.length>0&&(i.images=o)}return i}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new pt().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new Li().fromJSON(i))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new ot().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new ot().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let r=t.length;i=new Array(r);for(let s=0;s!==r;++s)i[s]=t[s].clone()}return this.clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var yr=new H,vp=new H,bu=new H,Su=new H,Ku=class{constructor(e=new H,t=new H(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,yr)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=yr.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(yr.copy(this.origin).addScaledVector(this.direction,t),yr.distanceToSquared(e))}distanceSqToSegment(e,t,i,r){vp.copy(e).add(t).multiplyScalar(.5),bu.copy(t).sub(e).normalize(),Su.copy(this.origin).sub(vp);let s=e.distanceTo(t)*.5,o=-this.direction.dot(bu),l=Su.dot(this.direction),c=-Su.dot(bu),u=Su.lengthSq(),h=Math.abs(1-o*o),m,p,f,_;if(h>0)if(m=o*c-l,p=o*l-c,_=s*h,m>=0)if(p>=-_)if(p<=_){let S=1/h;m*=S,p*=S,f=m*(m+o*p+2*l)+p*(o*m+p+2*c)+u}else p=s,m=Math.max(0,-(o*p+l)),f=-m*m+p*(p+2*c)+u;else p=-s,m=Math.max(0,-(o*p+l)),f=-m*m+p*(p+2*c)+u;else p<=-_?(m=Math.max(0,-(-o*s+l)),p=m>0?-s:Math.min(Math.max(-s,-c),s),f=-m*m+p*(p+2*c)+u):p<=_?(m=0,p=Math.min(Math.max(-s,-c),s),f=p*(p+2*c)+u):(m=Math.max(0,-(o*s+l)),p=m>0?s:Math.min(Math.max(-s,-c),s),f=-m*m+p*(p+2*c)+u);else p=o>0?-s:s,m=Math.max(0,-(o*p+l)),f=-m*m+p*(p+2*c)+u;return i&&i.copy(this.origin).addScaledVector(this.direction,m),r&&r.copy(vp).addScaledVector(bu,p),f}intersectSphere(e,t){if(e.radius<0)return null;yr.subVectors(e.center,this.origin);let i=yr.dot(this.direction),r=yr.dot(yr)-i*i,s=e.radius*e.radius;if(r>s)return null;let o=Math.sqrt(s-r),l=i-o,c=i+o;return c<0?null:l<0?this.at(c,t):this.at(l,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let i,r,s,o,l,c,u=1/this.direction.x,h=1/this.direction.y,m=1/this.direction.z,p=this.origin;return u>=0?(i=(e.min.x-p.x)*u,r=(e.max.x-p.x)*u):(i=(e.max.x-p.x)*u,r=(e.min.x-p.x)*u),h>=0?(s=(e.min.y-p.y)*h,o=(e.max.y-p.y)*h):(s=(e.max.y-p.y)*h,o=(e.min.y-p.y)*h),i>o||s>r||((s>i||isNaN(i))&&(i=s),(o<r||isNaN(r))&&(r=o),m>=0?(l=(e.min.z-p.z)*m,c=(e.max.z-p.z)*m):(l=(e.max.z-p.z)*m,c=(e.min.z-p.z)*m),i>c||l>r)||((l>i||i!==i)&&(i=l),(c<r||r!==r)&&(r=c),r<0)?null:this.at(i>=0?i:r,t)}intersectsBox(e){return this.intersectBox(e,yr)!==null}intersectTriangle(e,t,i,r,s){let o=this.origin,l=this.direction,c=l.x,u=l.y,h=l.z,m=e.x-o.x,p=e.y-o.y,f=e.z-o.z,_=t.x-o.x,S=t.y-o.y,g=t.z-o.z,v=i.x-o.x,M=i.y-o.y,A=i.z-o.z,w=Math.abs(c),R=Math.abs(u),C=Math.abs(h),y,T,O,D,F,V,X,L,Y,Q,W,ae;if(w>=R&&w>=C?(O=c,V=m,Y=_,ae=v,c>=0?(y=u,T=h,D=p,F=f,X=S,L=g,Q=M,W=A):(y=h,T=u,D=f,F=p,X=g,L=S,Q=A,W=M)):R>=C?(O=u,V=p,Y=S,ae=M,u>=0?(y=h,T=c,D=f,F=m,X=g,L=_,Q=A,W=v):(y=c,T=h,D=m,F=f,X=_,L=g,Q=v,W=A)):(O=h,V=f,Y=g,ae=A,h>=0?(y=c,T=u,D=m,F=p,X=_,L=S,Q=v,W=M):(y=u,T=c,D=p,F=m,X=S,L=_,Q=M,W=v)),O===0)return null;let J=y/O,te=T/O,ie=1/O,Ce=D-J*V,He=F-te*V,Z=X-J*Y,xe=L-te*Y,Te=Q-J*ae,De=W-te*ae,be=Te*xe-De*Z,We=Ce*De-He*Te,qt=Z*He-xe*Ce;if(r){if(be<0||We<0||qt<0)return null}else if((be<0||We<0||qt<0)&&(be>0||We>0||qt>0))return null;let Ue=be+We+qt;if(Ue===0)return null;let xt=ie*(be*V+We*Y+qt*ae);return(Ue>0?xt<0:xt>0)?null:this.at(xt/Ue,s)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Zu=class extends Ys{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new pt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new hs,this.combine=Rp,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},O_=new Tt,Ws=new Ku,Mu=new fs,B_=new H,wu=new H,Tu=new H,Eu=new H,_p=new H,Au=new H,z_=new H,Cu=new H,qn=class extends Un{constructor(e=new ii,t=new Zu){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let r=t[i[0]];if(r!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let s=0,o=r.length;s<o;s++){let l=r[s].name||String(s);this.morphTargetInfluences.push(0),this.morphTargetDictionary[l]=s}}}}getVertexPosition(e,t){let i=this.geometry,r=i.attributes.position,s=i.morphAttributes.position,o=i.morphTargetsRelative;t.fromBufferAttribute(r,e);let l=this.morphTargetInfluences;if(s&&l){Au.set(0,0,0);for(let c=0,u=s.length;c<u;c++){let h=l[c],m=s[c];h!==0&&(_p.fromBufferAttribute(m,e),o?Au.addScaledVector(_p,h):Au.addScaledVector(_p.sub(t),h))}t.add(Au)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.material,s=this.matrixWorld;r!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),Mu.copy(i.boundingSphere),Mu.applyMatrix4(s),Ws.copy(e.ray).recast(e.near),!(Mu.containsPoint(Ws.origin)===!1&&(Ws.intersectSphere(Mu,B_)===null||Ws.origin.distanceToSquared(B_)>(e.far-e.near)**2))&&(O_.copy(s).invert(),Ws.copy(e.ray).applyMatrix4(O_),!(i.boundingBox!==null&&Ws.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,Ws)))}_computeIntersections(e,t,i){let r,s=this.geometry,o=this.material,l=s.index,c=s.attributes.position,u=s.attributes.uv,h=s.attributes.uv1,m=s.attributes.normal,p=s.groups,f=s.drawRange;if(l!==null)if(Array.isArray(o))for(let _=0,S=p.length;_<S;_++){let g=p[_],v=o[g.materialIndex],M=Math.max(g.start,f.start),A=Math.min(l.count,Math.min(g.start+g.count,f.start+f.count));for(let w=M,R=A;w<R;w+=3){let C=l.getX(w),y=l.getX(w+1),T=l.getX(w+2);r=Ru(this,v,e,i,u,h,m,C,y,T),r&&(r.faceIndex=Math.floor(w/3),r.face.materialIndex=g.materialIndex,t.push(r))}}else{let _=Math.max(0,f.start),S=Math.min(l.count,f.start+f.count);for(let g=_,v=S;g<v;g+=3){let M=l.getX(g),A=l.getX(g+1),w=l.getX(g+2);r=Ru(this,o,e,i,u,h,m,M,A,w),r&&(r.faceIndex=Math.floor(g/3),t.push(r))}}else if(c!==void 0)if(Array.isArray(o))for(let _=0,S=p.length;_<S;_++){let g=p[_],v=o[g.materialIndex],M=Math.max(g.start,f.start),A=Math.min(c.count,Math.min(g.start+g.count,f.start+f.count));for(let w=M,R=A;w<R;w+=3){let C=w,y=w+1,T=w+2;r=Ru(this,v,e,i,u,h,m,C,y,T),r&&(r.faceIndex=Math.floor(w/3),r.face.materialIndex=g.materialIndex,t.push(r))}}else{let _=Math.max(0,f.start),S=Math.min(c.count,f.start+f.count);for(let g=_,v=S;g<v;g+=3){let M=g,A=g+1,w=g+2;r=Ru(this,o,e,i,u,h,m,M,A,w),r&&(r.faceIndex=Math.floor(g/3),t.push(r))}}}};function Zw(n,e,t,i,r,s,o,l){let c;if(e.side===On?c=i.intersectTriangle(o,s,r,!0,l):c=i.intersectTriangle(r,s,o,e.side===mi,l),c===null)return null;Cu.copy(l),Cu.applyMatrix4(n.matrixWorld);let u=t.ray.origin.distanceTo(Cu);return u<t.near||u>t.far?null:{distance:u,point:Cu.clone(),object:n}}function Ru(n,e,t,i,r,s,o,l,c,u){n.getVertexPosition(l,wu),n.getVertexPosition(c,Tu),n.getVertexPosition(u,Eu);let h=Zw(n,e,t,i,wu,Tu,Eu,z_);if(h){let m=new H;us.getBarycoord(z_,wu,Tu,Eu,m),r&&(h.uv=us.getInterpolatedAttribute(r,l,c,u,m,new ot)),s&&(h.uv1=us.getInterpolatedAttribute(s,l,c,u,m,new ot)),o&&(h.normal=us.getInterpolatedAttribute(o,l,c,u,m,new H),h.normal.dot(i.direction)>0&&h.normal.multiplyScalar(-1));let p={a:l,b:c,c:u,normal:new H,materialIndex:0};us.getNormal(wu,Tu,Eu,p.normal),h.face=p,h.barycoord=m}return h}var Qo=class extends Xn{constructor(e=null,t=1,i=1,r,s,o,l,c,u=Ct,h=Ct,m,p){super(null,o,l,c,u,h,r,s,m,p),this.isDataTexture=!0,this.image={data:e,width:t,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var $s=class extends Xt{constructor(e,t,i,r=1){super(e,t,i),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=r}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}};var Xs=new fs,jw=new ot(.5,.5),Pu=new H,Ks=class{constructor(e=new Li,t=new Li,i=new Li,r=new Li,s=new Li,o=new Li){this.planes=[e,t,i,r,s,o]}set(e,t,i,r,s,o){let l=this.planes;return l[0].copy(e),l[1].copy(t),l[2].copy(i),l[3].copy(r),l[4].copy(s),l[5].copy(o),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=fi,i=!1){let r=this.planes,s=e.elements,o=s[0],l=s[1],c=s[2],u=s[3],h=s[4],m=s[5],p=s[6],f=s[7],_=s[8],S=s[9],g=s[10],v=s[11],M=s[12],A=s[13],w=s[14],R=s[15];if(r[0].setComponents(u-o,f-h,v-_,R-M).normalize(),r[1].setComponents(u+o,f+h,v+_,R+M).normalize(),r[2].setComponents(u+l,f+m,v+S,R+A).normalize(),r[3].setComponents(u-l,f-m,v-S,R-A).normalize(),i)r[4].setComponents(c,p,g,w).normalize(),r[5].setComponents(u-c,f-p,v-g,R-w).normalize();else if(r[4].setComponents(u-c,f-p,v-g,R-w).normalize(),t===fi)r[5].setComponents(u+c,f+p,v+g,R+w).normalize();else if(t===sl)r[5].setComponents(c,p,g,w).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Xs.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Xs.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Xs)}intersectsSprite(e){Xs.center.set(0,0,0);let t=jw.distanceTo(e.center);return Xs.radius=.7071067811865476+t,Xs.applyMatrix4(e.matrixWorld),this.intersectsSphere(Xs)}intersectsSphere(e){let t=this.planes,i=e.center,r=-e.radius;for(let s=0;s<6;s++)if(t[s].distanceToPoint(i)<r)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let r=t[i];if(Pu.x=r.normal.x>0?e.max.x:e.min.x,Pu.y=r.normal.y>0?e.max.y:e.min.y,Pu.z=r.normal.z>0?e.max.z:e.min.z,r.distanceToPoint(Pu)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},V_=new Tt,ju=class n{constructor(){this.coordinateSystem=fi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,i=this._frustums;for(let r=0;r<t.length;r++){let s=t[r];V_.multiplyMatrices(s.projectionMatrix,s.matrixWorldInverse),i[r]===void 0&&(i[r]=new Ks),i[r].setFromProjectionMatrix(V_,s.coordinateSystem,s.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,i=e._frustums;for(let r=0;r<e._count;r++)t[r]===void 0&&(t[r]=new Ks),t[r].copy(i[r]);return this._count=e._count,this}clone(){return new n().copy(this)}};var hl=class extends Xn{constructor(e=[],t=eo,i,r,s,o,l,c,u,h){super(e,t,i,r,s,o,l,c,u,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Di=class extends Xn{constructor(e,t,i=Cn,r,s,o,l=Ct,c=Ct,u,h=br,m=1){if(h!==br&&h!==wr)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let p={width:e,height:t,depth:m};super(p,r,s,o,l,c,h,i,u),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new Zo(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},dl=class extends Di{constructor(e,t=Cn,i=eo,r,s,o=Ct,l=Ct,c,u=br){let h={width:e,height:e,depth:1},m=[h,h,h,h,h,h];super(e,e,t,i,r,s,o,l,c,u),this.image=m,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},fl=class extends Xn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},ea=class n extends ii{constructor(e=1,t=1,i=1,r=1,s=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:i,widthSegments:r,heightSegments:s,depthSegments:o};let l=this;r=Math.floor(r),s=Math.floor(s),o=Math.floor(o);let c=[],u=[],h=[],m=[],p=0,f=0;_("z","y","x",-1,-1,i,t,e,o,s,0),_("z","y","x",1,-1,i,t,-e,o,s,1),_("x","z","y",1,1,e,i,t,r,o,2),_("x","z","y",1,-1,e,i,-t,r,o,3),_("x","y","z",1,-1,e,t,i,r,s,4),_("x","y","z",-1,-1,e,t,-i,r,s,5),this.setIndex(c),this.setAttribute("position",new pi(u,3)),this.setAttribute("normal",new pi(h,3)),this.setAttribute("uv",new pi(m,2));function _(S,g,v,M,A,w,R,C,y,T,O){let D=w/y,F=R/T,V=w/2,X=R/2,L=C/2,Y=y+1,Q=T+1,W=0,ae=0,J=new H;for(let te=0;te<Q;te++){let ie=te*F-X;for(let Ce=0;Ce<Y;Ce++){let He=Ce*D-V;J[S]=He*M,J[g]=ie*A,J[v]=L,u.push(J.x,J.y,J.z),J[S]=0,J[g]=0,J[v]=C>0?1:-1,h.push(J.x,J.y,J.z),m.push(Ce/y),m.push(1-te/T),W+=1}}for(let te=0;te<T;te++)for(let ie=0;ie<y;ie++){let Ce=p+ie+Y*te,He=p+ie+Y*(te+1),Z=p+(ie+1)+Y*(te+1),xe=p+(ie+1)+Y*te;c.push(Ce,He,xe),c.push(He,Z,xe),ae+=6}l.addGroup(f,ae,O),f+=ae,p+=W}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var pl=class n extends ii{constructor(e=1,t=1,i=1,r=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:i,heightSegments:r};let s=e/2,o=t/2,l=Math.floor(i),c=Math.floor(r),u=l+1,h=c+1,m=e/l,p=t/c,f=[],_=[],S=[],g=[];for(let v=0;v<h;v++){let M=v*p-o;for(let A=0;A<u;A++){let w=A*m-s;_.push(w,-M,0),S.push(0,0,1),g.push(A/l),g.push(1-v/c)}}for(let v=0;v<c;v++)for(let M=0;M<l;M++){let A=M+u*v,w=M+u*(v+1),R=M+1+u*(v+1),C=M+1+u*v;f.push(A,w,C),f.push(w,R,C)}this.setIndex(f),this.setAttribute("position",new pi(_,3)),this.setAttribute("normal",new pi(S,3)),this.setAttribute("uv",new pi(g,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.widthSegments,e.heightSegments)}};function io(n){let e={};for(let t in n){e[t]={};for(let i in n[t]){let r=n[t][i];if(H_(r))r.isRenderTargetTexture?(Oe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][i]=null):e[t][i]=r.clone();else if(Array.isArray(r))if(H_(r[0])){let s=[];for(let o=0,l=r.length;o<l;o++)s[o]=r[o].clone();e[t][i]=s}else e[t][i]=r.slice();else e[t][i]=r}}return e}function Rn(n){let e={};for(let t=0;t<n.length;t++){let i=io(n[t]);for(let r in i)e[r]=i[r]}return e}function H_(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function Qw(n){let e=[];for(let t=0;t<n.length;t++)e.push(n[t].clone());return e}function Zp(n){let e=n.getRenderTarget();return e===null?n.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:it.workingColorSpace}var Py={clone:io,merge:Rn},eT=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,tT=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Qi=class extends Ys{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=eT,this.fragmentShader=tT,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=io(e.uniforms),this.uniformsGroups=Qw(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let r in this.uniforms){let o=this.uniforms[r].value;o&&o.isTexture?t.uniforms[r]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[r]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[r]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[r]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[r]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[r]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[r]={type:"m4",value:o.toArray()}:t.uniforms[r]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let r in this.extensions)this.extensions[r]===!0&&(i[r]=!0);return Object.keys(i).length>0&&(t.extensions=i),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let r=e.uniforms[i];switch(this.uniforms[i]={},r.type){case"t":this.uniforms[i].value=t[r.value]||null;break;case"c":this.uniforms[i].value=new pt().setHex(r.value);break;case"v2":this.uniforms[i].value=new ot().fromArray(r.value);break;case"v3":this.uniforms[i].value=new H().fromArray(r.value);break;case"v4":this.uniforms[i].value=new Lt().fromArray(r.value);break;case"m3":this.uniforms[i].value=new ze().fromArray(r.value);break;case"m4":this.uniforms[i].value=new Tt().fromArray(r.value);break;default:this.uniforms[i].value=r.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},ps=class extends Qi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var Qu=class extends Ys{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=my,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},eh=class extends Ys{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Xo(n,e){return!n||n.constructor===e?n:typeof e.BYTES_PER_ELEMENT=="number"?new e(n):Array.prototype.slice.call(n)}function Iu(n){return n!==void 0&&n.inTangents!==void 0&&n.outTangents!==void 0}var ms=class{constructor(e,t,i,r){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=r!==void 0?r:new t.constructor(i),this.sampleValues=t,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,i=this._cachedIndex,r=t[i],s=t[i-1];e:{t:{let o;n:{i:if(!(e<r)){for(let l=i+2;;){if(r===void 0){if(e<s)break i;return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===l)break;if(s=r,r=t[++i],e<r)break t}o=t.length;break n}if(!(e>=s)){let l=t[1];e<l&&(i=2,s=l);for(let c=i-2;;){if(s===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===c)break;if(r=s,s=t[--i-1],e>=s)break t}o=i,i=0;break n}break e}for(;i<o;){let l=i+o>>>1;e<t[l]?o=l:i=l+1}if(r=t[i],s=t[i-1],s===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(r===void 0)return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,s,r)}return this.interpolate_(i,s,e,r)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,i=this.sampleValues,r=this.valueSize,s=e*r;for(let o=0;o!==r;++o)t[o]=i[s+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},th=class extends ms{constructor(e,t,i,r){super(e,t,i,r),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:xp,endingEnd:xp}}intervalChanged_(e,t,i){let r=this.parameterPositions,s=e-2,o=e+1,l=r[s],c=r[o];if(l===void 0)switch(this.getSettings_().endingStart){case bp:s=e,l=2*t-i;break;case Sp:s=r.length-2,l=t+r[s]-r[s+1];break;default:s=e,l=i}if(c===void 0)switch(this.getSettings_().endingEnd){case bp:o=e,c=2*i-t;break;case Sp:o=1,c=i+r[1]-r[0];break;default:o=e-1,c=t}let u=(i-t)*.5,h=this.valueSize;this._weightPrev=u/(t-l),this._weightNext=u/(c-i),this._offsetPrev=s*h,this._offsetNext=o*h}interpolate_(e,t,i,r){let s=this.resultBuffer,o=this.sampleValues,l=this.valueSize,c=e*l,u=c-l,h=this._offsetPrev,m=this._offsetNext,p=this._weightPrev,f=this._weightNext,_=(i-t)/(r-t),S=_*_,g=S*_,v=-p*g+2*p*S-p*_,M=(1+p)*g+(-1.5-2*p)*S+(-.5+p)*_+1,A=(-1-f)*g+(1.5+f)*S+.5*_,w=f*g-f*S;for(let R=0;R!==l;++R)s[R]=v*o[h+R]+M*o[u+R]+A*o[c+R]+w*o[m+R];return s}},nh=class extends ms{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e,t,i,r){let s=this.resultBuffer,o=this.sampleValues,l=this.valueSize,c=e*l,u=c-l,h=(i-t)/(r-t),m=1-h;for(let p=0;p!==l;++p)s[p]=o[u+p]*m+o[c+p]*h;return s}},ih=class extends ms{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e){return this.copySampleValue_(e-1)}},rh=class extends ms{interpolate_(e,t,i,r){let s=this.resultBuffer,o=this.sampleValues,l=this.valueSize,c=e*l,u=c-l,h=this.inTangents,m=this.outTangents;if(!h||!m){let _=(i-t)/(r-t),S=1-_;for(let g=0;g!==l;++g)s[g]=o[u+g]*S+o[c+g]*_;return s}let p=l*2,f=e-1;for(let _=0;_!==l;++_){let S=o[u+_],g=o[c+_],v=f*p+_*2,M=m[v],A=m[v+1],w=e*p+_*2,R=h[w],C=h[w+1],y=iT(i,t,M,R,r);s[_]=Iy(y,S,A,C,g)}return s}};function Iy(n,e,t,i,r){let s=1-n;return s*s*s*e+3*s*s*n*t+3*s*n*n*i+n*n*n*r}function nT(n,e,t,i,r){let s=1-n;return 3*s*s*(t-e)+6*s*n*(i-t)+3*n*n*(r-i)}function iT(n,e,t,i,r){let s=(n-e)/(r-e);for(let o=0;o<8;o++){let l=Iy(s,e,t,i,r)-n;if(Math.abs(l)<1e-10)break;let c=nT(s,e,t,i,r);if(Math.abs(c)<1e-10)break;s=Math.max(0,Math.min(1,s-l/c))}return s}var ri=class{constructor(e,t,i,r){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Xo(t,this.TimeBufferType),this.values=Xo(i,this.ValueBufferType),this.setInterpolation(r||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,i;if(t.toJSON!==this.toJSON)i=t.toJSON(e);else{i={name:e.name,times:Xo(e.times,Array),values:Xo(e.values,Array)};let r=e.getInterpolation();r!==e.DefaultInterpolation&&(i.interpolation=r),Iu(e.settings)&&(i.settings={inTangents:Xo(e.settings.inTangents,Array),outTangents:Xo(e.settings.outTangents,Array)})}return i.type=e.ValueTypeName,i}InterpolantFactoryMethodDiscrete(e){return new ih(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new nh(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new th(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new rh(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case nl:t=this.InterpolantFactoryMethodDiscrete;break;case Xu:t=this.InterpolantFactoryMethodLinear;break;case Nu:t=this.InterpolantFactoryMethodSmooth;break;case yp:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return Oe("KeyframeTrack:",i),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return nl;case this.InterpolantFactoryMethodLinear:return Xu;case this.InterpolantFactoryMethodSmooth:return Nu;case this.InterpolantFactoryMethodBezier:return yp}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let i=0,r=t.length;i!==r;++i)t[i]+=e;Iu(this.settings)&&(G_(this.settings.inTangents,e),G_(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let i=0,r=t.length;i!==r;++i)t[i]*=e;Iu(this.settings)&&(W_(this.settings.inTangents,e),W_(this.settings.outTangents,e))}return this}trim(e,t){let i=this.times,r=i.length,s=0,o=r-1;for(;s!==r&&i[s]<e;)++s;for(;o!==-1&&i[o]>t;)--o;if(++o,s!==0||o!==r){s>=o&&(o=Math.max(o,1),s=o-1);let l=this.getValueSize();this.times=i.slice(s,o),this.values=this.values.slice(s*l,o*l)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Be("KeyframeTrack: Invalid value size in track.",this),e=!1);let i=this.times,r=this.values,s=i.length;s===0&&(Be("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let l=0;l!==s;l++){let c=i[l];if(typeof c=="number"&&isNaN(c)){Be("KeyframeTrack: Time is not a valid number.",this,l,c),e=!1;break}if(o!==null&&o>c){Be("KeyframeTrack: Out of order keys.",this,l,c,o),e=!1;break}o=c}if(r!==void 0&&Iw(r))for(let l=0,c=r.length;l!==c;++l){let u=r[l];if(isNaN(u)){Be("KeyframeTrack: Value is not a valid number.",this,l,u),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),i=this.getValueSize(),r=this.getInterpolation()===Nu,s=e.length-1,o=1;for(let l=1;l<s;++l){let c=!1,u=e[l],h=e[l+1];if(u!==h&&(l!==1||u!==e[0]))if(r)c=!0;else{let m=l*i,p=m-i,f=m+i;for(let _=0;_!==i;++_){let S=t[m+_];if(S!==t[p+_]||S!==t[f+_]){c=!0;break}}}if(c){if(l!==o){e[o]=e[l];let m=l*i,p=o*i;for(let f=0;f!==i;++f)t[p+f]=t[m+f]}++o}}if(s>0){e[o]=e[s];for(let l=s*i,c=o*i,u=0;u!==i;++u)t[c+u]=t[l+u];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*i)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),i=this.constructor,r=new i(this.name,e,t);return r.createInterpolant=this.createInterpolant,Iu(this.settings)&&(r.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),r}};function G_(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]+=e}function W_(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]*=e}ri.prototype.ValueTypeName="";ri.prototype.TimeBufferType=Float32Array;ri.prototype.ValueBufferType=Float32Array;ri.prototype.DefaultInterpolation=Xu;var gs=class extends ri{constructor(e,t,i){super(e,t,i)}};gs.prototype.ValueTypeName="bool";gs.prototype.ValueBufferType=Array;gs.prototype.DefaultInterpolation=nl;gs.prototype.InterpolantFactoryMethodLinear=void 0;gs.prototype.InterpolantFactoryMethodSmooth=void 0;var sh=class extends ri{constructor(e,t,i,r){super(e,t,i,r)}};sh.prototype.ValueTypeName="color";var oh=class extends ri{constructor(e,t,i,r){super(e,t,i,r)}};oh.prototype.ValueTypeName="number";var ah=class extends ms{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e,t,i,r){let s=this.resultBuffer,o=this.sampleValues,l=this.valueSize,c=(i-t)/(r-t),u=e*l;for(let h=u+l;u!==h;u+=4)ji.slerpFlat(s,0,o,u-l,o,u,c);return s}},ml=class extends ri{constructor(e,t,i,r){super(e,t,i,r)}InterpolantFactoryMethodLinear(e){return new ah(this.times,this.values,this.getValueSize(),e)}};ml.prototype.ValueTypeName="quaternion";ml.prototype.InterpolantFactoryMethodSmooth=void 0;var vs=class extends ri{constructor(e,t,i){super(e,t,i)}};vs.prototype.ValueTypeName="string";vs.prototype.ValueBufferType=Array;vs.prototype.DefaultInterpolation=nl;vs.prototype.InterpolantFactoryMethodLinear=void 0;vs.prototype.InterpolantFactoryMethodSmooth=void 0;var lh=class extends ri{constructor(e,t,i,r){super(e,t,i,r)}};lh.prototype.ValueTypeName="vector";var ch=class{constructor(e,t,i){let r=this,s=!1,o=0,l=0,c,u=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=i,this._abortController=null,this.itemStart=function(h){l++,s===!1&&r.onStart!==void 0&&r.onStart(h,o,l),s=!0},this.itemEnd=function(h){o++,r.onProgress!==void 0&&r.onProgress(h,o,l),o===l&&(s=!1,r.onLoad!==void 0&&r.onLoad())},this.itemError=function(h){r.onError!==void 0&&r.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),c?c(h):h},this.setURLModifier=function(h){return c=h,this},this.addHandler=function(h,m){return u.push(h,m),this},this.removeHandler=function(h){let m=u.indexOf(h);return m!==-1&&u.splice(m,2),this},this.getHandler=function(h){for(let m=0,p=u.length;m<p;m+=2){let f=u[m],_=u[m+1];if(f.global&&(f.lastIndex=0),f.test(h))return _}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Ly=new ch,uh=class{constructor(e){this.manager=e!==void 0?e:Ly,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let i=this;return new Promise(function(r,s){i.load(e,r,t,s)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};uh.DEFAULT_MATERIAL_NAME="__DEFAULT";var Lu=new H,Du=new ji,$i=new H,Zs=class extends Un{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Tt,this.projectionMatrix=new Tt,this.projectionMatrixInverse=new Tt,this.coordinateSystem=fi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Lu,Du,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Lu,Du,$i.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(Lu,Du,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Lu,Du,$i.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},cs=new H,X_=new ot,q_=new ot,ni=class extends Zs{constructor(e=50,t=1,i=.1,r=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=r,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=qu*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(jf*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return qu*2*Math.atan(Math.tan(jf*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){cs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(cs.x,cs.y).multiplyScalar(-e/cs.z),cs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(cs.x,cs.y).multiplyScalar(-e/cs.z)}getViewSize(e,t){return this.getViewBounds(e,X_,q_),t.subVectors(q_,X_)}setViewOffset(e,t,i,r,s,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(jf*.5*this.fov)/this.zoom,i=2*t,r=this.aspect*i,s=-.5*r,o=this.view;if(this.view!==null&&this.view.enabled){let c=o.fullWidth,u=o.fullHeight;s+=o.offsetX*r/c,t-=o.offsetY*i/u,r*=o.width/c,i*=o.height/u}let l=this.filmOffset;l!==0&&(s+=e*l/this.getFilmWidth()),this.projectionMatrix.makePerspective(s,s+r,t,t-i,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var hh=class extends Zs{constructor(e=-1,t=1,i=1,r=-1,s=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=r,this.near=s,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,i,r,s,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,r=(this.top+this.bottom)/2,s=i-e,o=i+e,l=r+t,c=r-t;if(this.view!==null&&this.view.enabled){let u=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;s+=u*this.view.offsetX,o=s+u*this.view.width,l-=h*this.view.offsetY,c=l-h*this.view.height}this.projectionMatrix.makeOrthographic(s,o,l,c,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}};var js=class extends ii{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var qo=-90,Jo=1,ta=class extends Un{constructor(e,t,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let r=new ni(qo,Jo,e,t);r.layers=this.layers,this.add(r);let s=new ni(qo,Jo,e,t);s.layers=this.layers,this.add(s);let o=new ni(qo,Jo,e,t);o.layers=this.layers,this.add(o);let l=new ni(qo,Jo,e,t);l.layers=this.layers,this.add(l);let c=new ni(qo,Jo,e,t);c.layers=this.layers,this.add(c);let u=new ni(qo,Jo,e,t);u.layers=this.layers,this.add(u)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[i,r,s,o,l,c]=t;for(let u of t)this.remove(u);if(e===fi)i.up.set(0,1,0),i.lookAt(1,0,0),r.up.set(0,1,0),r.lookAt(-1,0,0),s.up.set(0,0,-1),s.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),l.up.set(0,1,0),l.lookAt(0,0,1),c.up.set(0,1,0),c.lookAt(0,0,-1);else if(e===sl)i.up.set(0,-1,0),i.lookAt(-1,0,0),r.up.set(0,-1,0),r.lookAt(1,0,0),s.up.set(0,0,1),s.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),l.up.set(0,-1,0),l.lookAt(0,0,1),c.up.set(0,-1,0),c.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let u of t)this.add(u),u.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:r}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[s,o,l,c,u,h]=this.children,m=e.getRenderTarget(),p=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),_=e.xr.enabled;e.xr.enabled=!1;let S=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=!1;let g=!1;e.isWebGLRenderer===!0?g=e.state.buffers.depth.getReversed():g=e.reversedDepthBuffer,e.setRenderTarget(i,0,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,s),e.setRenderTarget(i,1,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(i,2,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(i,3,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),e.setRenderTarget(i,4,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,u),i.texture.mipmapsAutoUpdate=S,e.setRenderTarget(i,5,r),g&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(m,p,f),e.xr.enabled=_,i.texture.needsPMREMUpdate=!0}},dh=class extends ni{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var jp="\\[\\]\\.:\\/",rT=new RegExp("["+jp+"]","g"),Qp="[^"+jp+"]",sT="[^"+jp.replace("\\.","")+"]",oT=/((?:WC+[\/:])*)/.source.replace("WC",Qp),aT=/(WCOD+)?/.source.replace("WCOD",sT),lT=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Qp),cT=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Qp),uT=new RegExp("^"+oT+aT+lT+cT+"$"),hT=["material","materials","bones","map"],Mp=class{constructor(e,t,i){let r=i||It.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,r)}getValue(e,t){this.bind();let i=this._targetGroup.nCachedObjects_,r=this._bindings[i];r!==void 0&&r.getValue(e,t)}setValue(e,t){let i=this._bindings;for(let r=this._targetGroup.nCachedObjects_,s=i.length;r!==s;++r)i[r].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].unbind()}},It=class n{constructor(e,t,i){this.path=t,this.parsedPath=i||n.parseTrackName(t),this.node=n.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,i){return e&&e.isAnimationObjectGroup?new n.Composite(e,t,i):new n(e,t,i)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(rT,"")}static parseTrackName(e){let t=uT.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let i={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},r=i.nodeName&&i.nodeName.lastIndexOf(".");if(r!==void 0&&r!==-1){let s=i.nodeName.substring(r+1);hT.indexOf(s)!==-1&&(i.nodeName=i.nodeName.substring(0,r),i.objectName=s)}if(i.propertyName===null||i.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return i}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let i=e.skeleton.getBoneByName(t);if(i!==void 0)return i}if(e.children){let i=function(s){for(let o=0;o<s.length;o++){let l=s[o];if(l.name===t||l.uuid===t)return l;let c=i(l.children);if(c)return c}return null},r=i(e.children);if(r)return r}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)e[t++]=i[r]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)i[r]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)i[r]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)i[r]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,i=t.objectName,r=t.propertyName,s=t.propertyIndex;if(e||(e=n.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){Oe("PropertyBinding: No target node found for track: "+this.path+".");return}if(i){let u=t.objectIndex;switch(i){case"materials":if(!e.material){Be("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Be("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Be("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===u){u=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Be("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Be("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[i]===void 0){Be("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[i]}if(u!==void 0){if(e[u]===void 0){Be("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[u]}}let o=e[r];if(o===void 0){let u=t.nodeName;Be("PropertyBinding: Trying to update property for track: "+u+"."+r+" but it wasn't found.",e);return}let l=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?l=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(l=this.Versioning.MatrixWorldNeedsUpdate);let c=this.BindingType.Direct;if(s!==void 0){if(r==="morphTargetInfluences"){if(!e.geometry){Be("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Be("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[s]!==void 0&&(s=e.morphTargetDictionary[s])}c=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=s}else o.fromArray!==void 0&&o.toArray!==void 0?(c=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(c=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=r;this.getValue=this.GetterByBindingType[c],this.setValue=this.SetterByBindingTypeAndVersioning[c][l]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};It.Composite=Mp;It.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};It.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};It.prototype.GetterByBindingType=[It.prototype._getValue_direct,It.prototype._getValue_array,It.prototype._getValue_arrayElement,It.prototype._getValue_toArray];It.prototype.SetterByBindingTypeAndVersioning=[[It.prototype._setValue_direct,It.prototype._setValue_direct_setNeedsUpdate,It.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[It.prototype._setValue_array,It.prototype._setValue_array_setNeedsUpdate,It.prototype._setValue_array_setMatrixWorldNeedsUpdate],[It.prototype._setValue_arrayElement,It.prototype._setValue_arrayElement_setNeedsUpdate,It.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[It.prototype._setValue_fromArray,It.prototype._setValue_fromArray_setNeedsUpdate,It.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var FO=new Float32Array(1);var wp=class{static{this.prototype.isMatrix2=!0}constructor(e,t,i,r){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,i,r)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let i=0;i<4;i++)this.elements[i]=e[i+t];return this}set(e,t,i,r){let s=this.elements;return s[0]=e,s[2]=t,s[1]=i,s[3]=r,this}};function em(n,e,t,i){let r=dT(i);switch(t){case Hp:return n*e;case Wp:return n*e/r.components*r.byteLength;case oa:return n*e/r.components*r.byteLength;case _s:return n*e*2/r.components*r.byteLength;case aa:return n*e*2/r.components*r.byteLength;case Gp:return n*e*3/r.components*r.byteLength;case Bn:return n*e*4/r.components*r.byteLength;case la:return n*e*4/r.components*r.byteLength;case xl:case bl:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Sl:case Ml:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Sh:case wh:return Math.max(n,16)*Math.max(e,8)/4;case bh:case Mh:return Math.max(n,8)*Math.max(e,8)/2;case Th:case Eh:case Ch:case Rh:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Ah:case wl:case Ph:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Ih:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Lh:return Math.floor((n+4)/5)*Math.floor((e+3)/4)*16;case Dh:return Math.floor((n+4)/5)*Math.floor((e+4)/5)*16;case Nh:return Math.floor((n+5)/6)*Math.floor((e+4)/5)*16;case Fh:return Math.floor((n+5)/6)*Math.floor((e+5)/6)*16;case kh:return Math.floor((n+7)/8)*Math.floor((e+4)/5)*16;case Uh:return Math.floor((n+7)/8)*Math.floor((e+5)/6)*16;case Oh:return Math.floor((n+7)/8)*Math.floor((e+7)/8)*16;case Bh:return Math.floor((n+9)/10)*Math.floor((e+4)/5)*16;case zh:return Math.floor((n+9)/10)*Math.floor((e+5)/6)*16;case Vh:return Math.floor((n+9)/10)*Math.floor((e+7)/8)*16;case Hh:return Math.floor((n+9)/10)*Math.floor((e+9)/10)*16;case Gh:return Math.floor((n+11)/12)*Math.floor((e+9)/10)*16;case Wh:return Math.floor((n+11)/12)*Math.floor((e+11)/12)*16;case Xh:case qh:case Jh:return Math.ceil(n/4)*Math.ceil(e/4)*16;case Yh:case $h:return Math.ceil(n/4)*Math.ceil(e/4)*8;case Tl:case Kh:return Math.ceil(n/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function dT(n){switch(n){case mn:case Op:return{byteLength:1,components:1};case sa:case Bp:case Fi:return{byteLength:2,components:1};case yh:case xh:return{byteLength:2,components:4};case Cn:case _h:case Ni:return{byteLength:4,components:1};case zp:case Vp:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Oe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function ex(){let n=null,e=!1,t=null,i=null;function r(s,o){i=n.requestAnimationFrame(r),t(s,o)}return{start:function(){e!==!0&&t!==null&&n!==null&&(i=n.requestAnimationFrame(r),e=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),e=!1},setAnimationLoop:function(s){t=s},setContext:function(s){n=s}}}function pT(n){let e=new WeakMap;function t(l,c){let u=l.array,h=l.usage,m=u.byteLength,p=n.createBuffer();n.bindBuffer(c,p),n.bufferData(c,u,h),l.onUploadCallback();let f;if(u instanceof Float32Array)f=n.FLOAT;else if(typeof Float16Array<"u"&&u instanceof Float16Array)f=n.HALF_FLOAT;else if(u instanceof Uint16Array)l.isFloat16BufferAttribute?f=n.HALF_FLOAT:f=n.UNSIGNED_SHORT;else if(u instanceof Int16Array)f=n.SHORT;else if(u instanceof Uint32Array)f=n.UNSIGNED_INT;else if(u instanceof Int32Array)f=n.INT;else if(u instanceof Int8Array)f=n.BYTE;else if(u instanceof Uint8Array)f=n.UNSIGNED_BYTE;else if(u instanceof Uint8ClampedArray)f=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+u);return{buffer:p,type:f,bytesPerElement:u.BYTES_PER_ELEMENT,version:l.version,size:m}}function i(l,c,u){let h=c.array,m=c.updateRanges;if(n.bindBuffer(u,l),m.length===0)n.bufferSubData(u,0,h);else{m.sort((f,_)=>f.start-_.start);let p=0;for(let f=1;f<m.length;f++){let _=m[p],S=m[f];S.start<=_.start+_.count+1?_.count=Math.max(_.count,S.start+S.count-_.start):(++p,m[p]=S)}m.length=p+1;for(let f=0,_=m.length;f<_;f++){let S=m[f];n.bufferSubData(u,S.start*h.BYTES_PER_ELEMENT,h,S.start,S.count)}c.clearUpdateRanges()}c.onUploadCallback()}function r(l){return l.isInterleavedBufferAttribute&&(l=l.data),e.get(l)}function s(l){l.isInterleavedBufferAttribute&&(l=l.data);let c=e.get(l);c&&(n.deleteBuffer(c.buffer),e.delete(l))}function o(l,c){if(l.isInterleavedBufferAttribute&&(l=l.data),l.isGLBufferAttribute){let h=e.get(l);(!h||h.version<l.version)&&e.set(l,{buffer:l.buffer,type:l.type,bytesPerElement:l.elementSize,version:l.version});return}let u=e.get(l);if(u===void 0)e.set(l,t(l,c));else if(u.version<l.version){if(u.size!==l.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(u.buffer,l,c),u.version=l.version}}return{get:r,remove:s,update:o}}var mT=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,gT=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,vT=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,_T=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,yT=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,xT=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,bT=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,ST=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,MT=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec4 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 );
	}
#endif`,wT=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,TT=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,ET=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,AT=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,CT=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,RT=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,PT=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,IT=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,LT=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,DT=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,NT=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,FT=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,kT=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,UT=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec4( 1.0 );
#endif
#ifdef USE_COLOR_ALPHA
	vColor *= color;
#elif defined( USE_COLOR )
	vColor.rgb *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.rgb *= instanceColor.rgb;
#endif
#ifdef USE_BATCHING_COLOR
	vColor *= getBatchingColor( getIndirectIndex( gl_DrawID ) );
#endif`,OT=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
#define inverseTransformDirection transformDirectionByInverseViewMatrix
vec3 transformNormalByInverseViewMatrix( in vec3 normal, in mat4 viewMatrix ) {
	return normalize( ( vec4( normal, 0.0 ) * viewMatrix ).xyz );
}
vec3 transformDirectionByInverseViewMatrix( in vec3 dir, in mat4 viewMatrix ) {
	return normalize( ( vec4( dir, 0.0 ) * viewMatrix ).xyz );
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,BT=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
#endif`,zT=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,VT=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,HT=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,GT=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,WT="gl_FragColor = linearToOutputTexel( gl_FragColor );",XT=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,qT=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * reflectVec );
		#ifdef ENVMAP_BLENDING_MULTIPLY
			outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_MIX )
			outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
		#elif defined( ENVMAP_BLENDING_ADD )
			outgoingLight += envColor.xyz * specularStrength * reflectivity;
		#endif
	#endif
#endif`,JT=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,YT=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,$T=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,KT=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,ZT=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,jT=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,QT=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,eE=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,tE=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,nE=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,iE=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,rE=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,sE=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_SUN_LIGHTS > 0
	struct SunLight {
		vec3 direction;
		vec3 color;
	};
	uniform SunLight sunLights[ NUM_SUN_LIGHTS ];
	void getSunLightInfo( const in SunLight sunLight, out IncidentLight light ) {
		light.color = sunLight.color;
		light.direction = sunLight.direction;
		light.visible = true;
	}
#endif
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif
#include <lightprobes_pars_fragment>`,oE=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 worldNormal = transformNormalByInverseViewMatrix( normal, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * worldNormal, ENVMAP_MAX_LOD );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_PMREM
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, pow4( roughness ) ) );
			reflectVec = transformDirectionByInverseViewMatrix( reflectVec, viewMatrix );
			vec4 envMapColor = textureLod( envMap, envMapRotation * reflectVec, roughnessToMip( roughness ) );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_RETROREFLECTION
		vec3 getIBLRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 retroVec = normalize( mix( viewDir, normal, pow4( roughness ) ) );
				retroVec = transformDirectionByInverseViewMatrix( retroVec, viewMatrix );
				vec4 envMapColor = textureLod( envMap, envMapRotation * retroVec, roughnessToMip( roughness ) );
				return envMapColor.rgb * envMapIntensity;
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_PMREM
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
		#ifdef USE_RETROREFLECTION
			vec3 getIBLAnisotropyRetroRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
				#ifdef ENVMAP_TYPE_PMREM
					vec3 bentNormal = cross( bitangent, viewDir );
					bentNormal = normalize( cross( bentNormal, bitangent ) );
					bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
					return getIBLRetroRadiance( viewDir, bentNormal, roughness );
				#else
					return vec3( 0.0 );
				#endif
			}
		#endif
	#endif
#endif`,aE=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,lE=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,cE=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,uE=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,hE=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.diffuseContribution = diffuseColor.rgb * ( 1.0 - metalnessFactor );
material.metalness = metalnessFactor;
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.045 );
material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef USE_DIFFUSE_ROUGHNESS
	float diffuseRoughnessFactor = diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		diffuseRoughnessFactor *= texture2D( diffuseRoughnessMap, vDiffuseRoughnessMapUv ).r;
	#endif
	material.diffuseRoughness = saturate( diffuseRoughnessFactor );
#endif
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor;
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = vec3( 0.04 );
	material.specularColorBlended = mix( material.specularColor, diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.045 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_RETROREFLECTION
	material.retroreflectivity = retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.0001, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,dE=`uniform sampler2D dfgLUT;
struct PhysicalMaterial {
	vec3 diffuseColor;
	vec3 diffuseContribution;
	vec3 specularColor;
	vec3 specularColorBlended;
	float roughness;
	float metalness;
	float specularF90;
	float dispersion;
	vec2 dfg;
	vec3 multiScatteringCompensation;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float diffuseRoughness;
	#endif
	#ifdef USE_RETROREFLECTION
		float retroreflectivity;
	#endif
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0Dielectric;
		vec3 iridescenceF0Metallic;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
#ifdef USE_DIFFUSE_ROUGHNESS
	const float EON_EPSILON = 1e-7;
	float FON_DirectionalAlbedo( const in float mu, const in float roughness, const in float A ) {
		float muComp = 1.0 - mu;
		float gOverPi = muComp * ( 0.0571085289 + muComp * ( 0.491881867 + muComp * ( - 0.332181442 + muComp * 0.0714429953 ) ) );
		return A * ( 1.0 + roughness * gOverPi );
	}
	vec3 BRDF_EON( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 diffuseColor, const in float roughness ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return BRDF_Lambert( rho );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float s = dot( lightDir, viewDir ) - dotNL * dotNV;
		float sOverT = ( s > 0.0 ) ? s / max( max( dotNL, dotNV ), EON_EPSILON ) : s;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		vec3 singleScatter = rho * RECIPROCAL_PI * A * ( 1.0 + roughness * sOverT );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		float albedoV = FON_DirectionalAlbedo( dotNV, roughness, A );
		float albedoL = FON_DirectionalAlbedo( dotNL, roughness, A );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		vec3 multiScatter = rhoMultiScatter * RECIPROCAL_PI
			* max( EON_EPSILON, 1.0 - albedoV )
			* max( EON_EPSILON, 1.0 - albedoL )
			/ max( EON_EPSILON, 1.0 - averageAlbedo );
		return singleScatter + multiScatter;
	}
	vec3 EON_DirectionalAlbedo( const in vec3 diffuseColor, const in float roughness, const in float dotNV ) {
		vec3 rho = saturate( diffuseColor );
		if ( roughness <= EON_EPSILON ) return rho;
		float A = 1.0 / ( 1.0 + ( 0.5 - 2.0 / ( 3.0 * PI ) ) * roughness );
		float directionalAlbedo = FON_DirectionalAlbedo( dotNV, roughness, A );
		float averageAlbedo = A * ( 1.0 + ( 2.0 / 3.0 - 28.0 / ( 15.0 * PI ) ) * roughness );
		vec3 rhoMultiScatter = rho * rho * averageAlbedo / max( vec3( EON_EPSILON ), vec3( 1.0 ) - rho * ( 1.0 - averageAlbedo ) );
		return rho * directionalAlbedo + rhoMultiScatter * ( 1.0 - directionalAlbedo );
	}
#endif
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		return 0.5 / max( gv + gl, EPSILON );
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = max( material.clearcoatRoughness, 0.045 );
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColorBlended;
	float f90 = material.specularF90;
	float roughness = max( material.roughness, 0.045 );
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float alphaT = max( material.alphaT, alpha );
		float V = V_GGX_SmithCorrelated_Anisotropic( alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transpose( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float rInv = 1.0 / ( roughness + 0.1 );
	float a = -1.9362 + 1.0678 * roughness + 0.4573 * r2 - 0.8469 * rInv;
	float b = -0.6014 + 0.5538 * roughness - 0.4670 * r2 - 0.1255 * rInv;
	float DG = exp( a * dotNV + b );
	return saturate( DG );
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	vec2 fab = texture2D( dfgLUT, vec2( roughness, dotNV ) ).rg;
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec2 fab, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec2 fab, const in vec3 specularColor, const in float specularF90, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColorBlended * t2.x + ( material.specularF90 - material.specularColorBlended ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseContribution * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
		#ifdef USE_CLEARCOAT
			vec3 Ncc = geometryClearcoatNormal;
			vec2 uvClearcoat = LTC_Uv( Ncc, viewDir, material.clearcoatRoughness );
			vec4 t1Clearcoat = texture2D( ltc_1, uvClearcoat );
			vec4 t2Clearcoat = texture2D( ltc_2, uvClearcoat );
			mat3 mInvClearcoat = mat3(
				vec3( t1Clearcoat.x, 0, t1Clearcoat.y ),
				vec3(             0, 1,             0 ),
				vec3( t1Clearcoat.z, 0, t1Clearcoat.w )
			);
			vec3 fresnelClearcoat = material.clearcoatF0 * t2Clearcoat.x + ( material.clearcoatF90 - material.clearcoatF0 ) * t2Clearcoat.y;
			clearcoatSpecularDirect += lightColor * fresnelClearcoat * LTC_Evaluate( Ncc, viewDir, position, mInvClearcoat, rectCoords );
		#endif
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
 
 		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
 
 		float sheenAlbedoV = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
 		float sheenAlbedoL = IBLSheenBRDF( geometryNormal, directLight.direction, material.sheenRoughness );
 
 		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * max( sheenAlbedoV, sheenAlbedoL );
 
 		irradiance *= sheenEnergyComp;
 
 	#endif
	vec3 specularBRDF = BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	#ifdef USE_RETROREFLECTION
		vec3 retroViewDir = reflect( - geometryViewDir, geometryNormal );
		vec3 retroSpecularBRDF = BRDF_GGX( directLight.direction, retroViewDir, geometryNormal, material );
		specularBRDF = mix( specularBRDF, retroSpecularBRDF, saturate( material.retroreflectivity ) );
	#endif
	reflectedLight.directSpecular += irradiance * specularBRDF * material.multiScatteringCompensation;
	vec3 halfDir = normalize( directLight.direction + geometryViewDir );
	float dotVH = saturate( dot( geometryViewDir, halfDir ) );
	vec3 F = F_Schlick( material.specularColor, material.specularF90, dotVH );
	#ifdef USE_RETROREFLECTION
		vec3 retroHalfDir = normalize( directLight.direction + retroViewDir );
		float dotRetroVH = saturate( dot( retroViewDir, retroHalfDir ) );
		vec3 retroF = F_Schlick( material.specularColor, material.specularF90, dotRetroVH );
		F = mix( F, retroF, saturate( material.retroreflectivity ) );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		vec3 diffuseBRDF = BRDF_EON( directLight.direction, geometryViewDir, geometryNormal, material.diffuseColor, material.diffuseRoughness ) * ( 1.0 - material.metalness );
	#else
		vec3 diffuseBRDF = BRDF_Lambert( material.diffuseContribution );
	#endif
	reflectedLight.directDiffuse += irradiance * diffuseBRDF * ( 1.0 - F );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScattering, multiScattering );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScattering, multiScattering );
	#endif
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuseAlbedo = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness );
		vec3 diffuse = irradiance * RECIPROCAL_PI * diffuseAlbedo * ( 1.0 - singleScattering - multiScattering );
	#else
		vec3 diffuse = irradiance * BRDF_Lambert( material.diffuseContribution ) * ( 1.0 - singleScattering - multiScattering );
	#endif
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		sheenSpecularIndirect += irradiance * material.sheenColor * sheenAlbedo * RECIPROCAL_PI;
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		diffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectDiffuse += diffuse;
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness ) * RECIPROCAL_PI;
 	#endif
	vec3 singleScatteringDielectric = vec3( 0.0 );
	vec3 multiScatteringDielectric = vec3( 0.0 );
	vec3 singleScatteringMetallic = vec3( 0.0 );
	vec3 multiScatteringMetallic = vec3( 0.0 );
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( material.dfg, material.specularColor, material.specularF90, material.iridescence, material.iridescenceF0Dielectric, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscatteringIridescence( material.dfg, material.diffuseColor, material.specularF90, material.iridescence, material.iridescenceF0Metallic, singleScatteringMetallic, multiScatteringMetallic );
	#else
		computeMultiscattering( material.dfg, material.specularColor, material.specularF90, singleScatteringDielectric, multiScatteringDielectric );
		computeMultiscattering( material.dfg, material.diffuseColor, material.specularF90, singleScatteringMetallic, multiScatteringMetallic );
	#endif
	vec3 singleScattering = mix( singleScatteringDielectric, singleScatteringMetallic, material.metalness );
	vec3 multiScattering = mix( multiScatteringDielectric, multiScatteringMetallic, material.metalness );
	vec3 totalScatteringDielectric = singleScatteringDielectric + multiScatteringDielectric;
	#ifdef USE_DIFFUSE_ROUGHNESS
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		vec3 diffuse = EON_DirectionalAlbedo( material.diffuseColor, material.diffuseRoughness, dotNV ) * ( 1.0 - material.metalness ) * ( 1.0 - totalScatteringDielectric );
	#else
		vec3 diffuse = material.diffuseContribution * ( 1.0 - totalScatteringDielectric );
	#endif
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	vec3 indirectSpecular = radiance * singleScattering;
	indirectSpecular += multiScattering * cosineWeightedIrradiance;
	vec3 indirectDiffuse = diffuse * cosineWeightedIrradiance;
	#ifdef USE_SHEEN
		float sheenAlbedo = IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
		float sheenEnergyComp = 1.0 - max3( material.sheenColor ) * sheenAlbedo;
		indirectSpecular *= sheenEnergyComp;
		indirectDiffuse *= sheenEnergyComp;
	#endif
	reflectedLight.indirectSpecular += indirectSpecular;
	reflectedLight.indirectDiffuse += indirectDiffuse;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,fE=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		vec3 iridescenceFresnelDielectric = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		vec3 iridescenceFresnelMetallic = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.diffuseColor );
		material.iridescenceFresnel = mix( iridescenceFresnelDielectric, iridescenceFresnelMetallic, material.metalness );
		material.iridescenceF0Dielectric = Schlick_to_F0( iridescenceFresnelDielectric, 1.0, dotNVi );
		material.iridescenceF0Metallic = Schlick_to_F0( iridescenceFresnelMetallic, 1.0, dotNVi );
	}
#endif
#ifdef STANDARD
	float dotNVms = saturate( dot( geometryNormal, geometryViewDir ) );
	material.dfg = texture2D( dfgLUT, vec2( material.roughness, dotNVms ) ).rg;
	#if ( NUM_SUN_LIGHTS > 0 || NUM_DIR_LIGHTS > 0 || NUM_POINT_LIGHTS > 0 || NUM_SPOT_LIGHTS > 0 )
		float EssMs = material.dfg.x + material.dfg.y;
		material.multiScatteringCompensation = 1.0 + material.specularColorBlended * ( 1.0 / EssMs - 1.0 );
	#endif
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS ) && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SUN_LIGHTS > 0 ) && defined( RE_Direct )
	SunLight sunLight;
	#if defined( USE_SHADOWMAP ) && NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHTS; i ++ ) {
		sunLight = sunLights[ i ];
		getSunLightInfo( sunLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SUN_LIGHT_SHADOWS )
		sunLightShadow = sunLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getSunShadow( sunShadowMap[ i ], sunLightShadow, UNROLLED_LOOP_INDEX ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_LIGHT_PROBE_GRIDS > 0
		vec3 probeWorldPos = ( ( vec4( geometryPosition, 1.0 ) - viewMatrix[ 3 ] ) * viewMatrix ).xyz;
		vec3 probeWorldNormal = transformNormalByInverseViewMatrix( geometryNormal, viewMatrix );
		int probeGrid = - 1;
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( isInsideLightProbeGrid( probeWorldPos, probeWorldNormal, probesMin[ i ], probesMax[ i ], probesResolution[ i ] ) ) probeGrid = UNROLLED_LOOP_INDEX;
		}
		#pragma unroll_loop_end
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_LIGHT_PROBE_GRIDS; i ++ ) {
			if ( probeGrid == UNROLLED_LOOP_INDEX ) irradiance += getLightProbeGridIrradiance( probesSH[ i ], probesMin[ i ], probesMax[ i ], probesResolution[ i ], probeWorldPos, probeWorldNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,pE=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( ENVMAP_TYPE_PMREM )
		#if defined( STANDARD ) || defined( LAMBERT ) || defined( PHONG )
			iblIrradiance += getIBLIrradiance( geometryNormal );
		#endif
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		vec3 iblRadiance = getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		vec3 iblRadiance = getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_RETROREFLECTION
		#ifdef USE_ANISOTROPY
			vec3 retroIBLRadiance = getIBLAnisotropyRetroRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
		#else
			vec3 retroIBLRadiance = getIBLRetroRadiance( geometryViewDir, geometryNormal, material.roughness );
		#endif
		iblRadiance = mix( iblRadiance, retroIBLRadiance, saturate( material.retroreflectivity ) );
	#endif
	radiance += iblRadiance;
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,mE=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,gE=`#if NUM_LIGHT_PROBE_GRIDS > 0
uniform highp sampler3D probesSH[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMin[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesMax[ NUM_LIGHT_PROBE_GRIDS ];
uniform vec3 probesResolution[ NUM_LIGHT_PROBE_GRIDS ];
bool isInsideLightProbeGrid( vec3 worldPos, vec3 worldNormal, vec3 probesMin, vec3 probesMax, vec3 probesResolution ) {
	vec3 spacing = ( probesMax - probesMin ) / probesResolution;
	vec3 samplePos = worldPos + worldNormal * spacing * 0.5;
	vec3 margin = spacing * 0.01;
	return all( greaterThanEqual( samplePos, probesMin - margin ) ) && all( lessThanEqual( samplePos, probesMax + margin ) );
}
vec3 getLightProbeGridIrradiance( highp sampler3D probesSH, vec3 probesMin, vec3 probesMax, vec3 probesResolution, vec3 worldPos, vec3 worldNormal ) {
	vec3 res = probesResolution;
	vec3 gridRange = probesMax - probesMin;
	vec3 probeSpacing = gridRange / res;
	vec3 samplePos = worldPos + worldNormal * probeSpacing * 0.5;
	vec3 uvw = clamp( ( samplePos - probesMin ) / gridRange, 0.5 / res, 1.0 - 0.5 / res );
	float nz          = res.z;
	float paddedSlices = nz + 2.0;
	float atlasDepth  = 7.0 * paddedSlices;
	float uvZBase     = uvw.z * nz + 1.0;
	vec4 s0 = texture( probesSH, vec3( uvw.xy, ( uvZBase                       ) / atlasDepth ) );
	vec4 s1 = texture( probesSH, vec3( uvw.xy, ( uvZBase +       paddedSlices   ) / atlasDepth ) );
	vec4 s2 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 2.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s3 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 3.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s4 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 4.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s5 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 5.0 * paddedSlices   ) / atlasDepth ) );
	vec4 s6 = texture( probesSH, vec3( uvw.xy, ( uvZBase + 6.0 * paddedSlices   ) / atlasDepth ) );
	vec3 c0 = s0.xyz;
	vec3 c1 = vec3( s0.w, s1.xy );
	vec3 c2 = vec3( s1.zw, s2.x );
	vec3 c3 = s2.yzw;
	vec3 c4 = s3.xyz;
	vec3 c5 = vec3( s3.w, s4.xy );
	vec3 c6 = vec3( s4.zw, s5.x );
	vec3 c7 = s5.yzw;
	vec3 c8 = s6.xyz;
	float x = worldNormal.x, y = worldNormal.y, z = worldNormal.z;
	vec3 result = c0 * 0.886227;
	result += c1 * 2.0 * 0.511664 * y;
	result += c2 * 2.0 * 0.511664 * z;
	result += c3 * 2.0 * 0.511664 * x;
	result += c4 * 2.0 * 0.429043 * x * y;
	result += c5 * 2.0 * 0.429043 * y * z;
	result += c6 * ( 0.743125 * z * z - 0.247708 );
	result += c7 * 2.0 * 0.429043 * x * z;
	result += c8 * 0.429043 * ( x * x - y * y );
	return max( result, vec3( 0.0 ) );
}
#endif`,vE=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,_E=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,yE=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,xE=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,bE=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,SE=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,ME=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,wE=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,TE=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,EE=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,AE=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,CE=`#if defined( USE_MORPHCOLORS )
	#if defined( USE_COLOR_ALPHA )
		vColor *= morphTargetBaseInfluence;
	#elif defined( USE_COLOR )
		vColor.rgb *= morphTargetBaseInfluence;
	#endif
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor.rgb += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,RE=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,PE=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,IE=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,LE=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#ifdef DOUBLE_SIDED
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#ifdef DOUBLE_SIDED
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,DE=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#if defined( USE_PACKED_NORMALMAP )
		mapN = vec3( mapN.xy, sqrt( saturate( 1.0 - dot( mapN.xy, mapN.xy ) ) ) );
	#endif
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,NE=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,FE=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,kE=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,UE=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,OE=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,BE=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,zE=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,VE=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,HE=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,GE=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	#ifdef USE_REVERSED_DEPTH_BUFFER
	
		return depth * ( far - near ) - far;
	#else
		return depth * ( near - far ) - near;
	#endif
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	
	#ifdef USE_REVERSED_DEPTH_BUFFER
		return ( near * far ) / ( ( near - far ) * depth - near );
	#else
		return ( near * far ) / ( ( far - near ) * depth - far );
	#endif
}`,WE=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,XE=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,qE=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,JE=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,YE=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,$E=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,KE=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		#define SUN_LIGHT_CASCADES 2
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#else
			uniform sampler2D sunShadowMap[ NUM_SUN_LIGHT_SHADOWS ];
		#endif
		uniform mat4 sunShadowMatrix[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		uniform vec4 sunShadowCascade[ NUM_SUN_LIGHT_SHADOWS * SUN_LIGHT_CASCADES ];
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
		struct SunLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SunLightShadow sunLightShadows[ NUM_SUN_LIGHT_SHADOWS ];
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#else
			uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		#endif
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform sampler2DShadow spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#else
			uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		#endif
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#if defined( SHADOWMAP_TYPE_PCF )
			uniform samplerCubeShadow pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#elif defined( SHADOWMAP_TYPE_BASIC )
			uniform samplerCube pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		#endif
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float interleavedGradientNoise( vec2 position ) {
			return fract( 52.9829189 * fract( dot( position, vec2( 0.06711056, 0.00583715 ) ) ) );
		}
		vec2 vogelDiskSample( int sampleIndex, int samplesCount, float phi ) {
			const float goldenAngle = 2.399963229728653;
			float r = sqrt( ( float( sampleIndex ) + 0.5 ) / float( samplesCount ) );
			float theta = float( sampleIndex ) * goldenAngle + phi;
			return vec2( cos( theta ), sin( theta ) ) * r;
		}
	#endif
	#if defined( SHADOWMAP_TYPE_PCF )
		float getShadow( sampler2DShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
				vec2 radius = shadowRadius * texelSize;
				float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
				shadow = (
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 0, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 1, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 2, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 3, 5, phi ) * radius, shadowCoord.z ) ) +
					texture( shadowMap, vec3( shadowCoord.xy + vogelDiskSample( 4, 5, phi ) * radius, shadowCoord.z ) )
				) * 0.2;
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#elif defined( SHADOWMAP_TYPE_VSM )
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				vec2 distribution = texture2D( shadowMap, shadowCoord.xy ).rg;
				float mean = distribution.x;
				float variance = distribution.y * distribution.y;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					float hard_shadow = step( mean, shadowCoord.z );
				#else
					float hard_shadow = step( shadowCoord.z, mean );
				#endif
				
				if ( hard_shadow == 1.0 ) {
					shadow = 1.0;
				} else {
					variance = max( variance, 0.0000001 );
					float d = shadowCoord.z - mean;
					float p_max = variance / ( variance + d * d );
					p_max = clamp( ( p_max - 0.3 ) / 0.65, 0.0, 1.0 );
					shadow = max( hard_shadow, p_max );
				}
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#else
		float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
			float shadow = 1.0;
			shadowCoord.xyz /= shadowCoord.w;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				shadowCoord.z -= shadowBias;
			#else
				shadowCoord.z += shadowBias;
			#endif
			bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
			bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
			if ( frustumTest ) {
				float depth = texture2D( shadowMap, shadowCoord.xy ).r;
				#ifdef USE_REVERSED_DEPTH_BUFFER
					shadow = step( depth, shadowCoord.z );
				#else
					shadow = step( shadowCoord.z, depth );
				#endif
			}
			return mix( 1.0, shadow, shadowIntensity );
		}
	#endif
	#if NUM_SUN_LIGHT_SHADOWS > 0
		float getSunShadow(
			#if defined( SHADOWMAP_TYPE_PCF )
				sampler2DShadow shadowMap,
			#else
				sampler2D shadowMap,
			#endif
			SunLightShadow sunLightShadow,
			int shadowIndex
		) {
			vec4 shadowWorldPosition = vec4( vSunShadowWorldPosition.xyz + vSunShadowWorldNormal * sunLightShadow.shadowNormalBias, 1.0 );
			float viewDepth = vSunShadowWorldPosition.w;
			int cascadeOffset = shadowIndex * SUN_LIGHT_CASCADES;
			float shadow = 1.0;
			for ( int i = SUN_LIGHT_CASCADES - 1; i >= 0; i -- ) {
				vec4 cascade = sunShadowCascade[ cascadeOffset + i ];
				if ( viewDepth >= cascade.x && viewDepth < cascade.y ) {
					float cascadeShadow = getShadow(
						shadowMap,
						sunLightShadow.shadowMapSize,
						sunLightShadow.shadowIntensity,
						sunLightShadow.shadowBias,
						sunLightShadow.shadowRadius,
						sunShadowMatrix[ cascadeOffset + i ] * shadowWorldPosition
					);
					shadow = mix( cascadeShadow, shadow, smoothstep( cascade.z, cascade.y, viewDepth ) );
				}
			}
			return shadow;
		}
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	#if defined( SHADOWMAP_TYPE_PCF )
	float getPointShadow( samplerCubeShadow shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 bd3D = normalize( lightToPosition );
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float lightDistance = length( lightToPosition );
			float depthRange = shadowCameraFar - shadowCameraNear;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				float depthA = - shadowCameraNear / depthRange - shadowBias;
				float depthB = shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#else
				float depthA = shadowCameraFar / depthRange + shadowBias;
				float depthB = - shadowCameraNear * shadowCameraFar / ( depthRange * lightDistance );
			#endif
			float texelSize = shadowRadius / shadowMapSize.x;
			vec3 absDir = abs( bd3D );
			vec3 tangent = absDir.x > absDir.z ? vec3( 0.0, 1.0, 0.0 ) : vec3( 1.0, 0.0, 0.0 );
			tangent = normalize( cross( bd3D, tangent ) );
			vec3 bitangent = cross( bd3D, tangent );
			float phi = interleavedGradientNoise( gl_FragCoord.xy ) * PI2;
			shadow = 0.0;
			for ( int i = 0; i < 5; i ++ ) {
				vec2 offset = vogelDiskSample( i, 5, phi );
				vec3 direction = bd3D + ( tangent * offset.x + bitangent * offset.y ) * texelSize;
				vec3 absDirection = abs( direction );
				float dp = depthA + depthB / max( max( absDirection.x, absDirection.y ), absDirection.z );
				shadow += texture( shadowMap, vec4( direction, dp ) );
			}
			shadow *= 0.2;
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#elif defined( SHADOWMAP_TYPE_BASIC )
	float getPointShadow( samplerCube shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		vec3 absVec = abs( lightToPosition );
		float viewSpaceZ = max( max( absVec.x, absVec.y ), absVec.z );
		if ( viewSpaceZ - shadowCameraFar <= 0.0 && viewSpaceZ - shadowCameraNear >= 0.0 ) {
			float dp = ( shadowCameraFar * ( viewSpaceZ - shadowCameraNear ) ) / ( viewSpaceZ * ( shadowCameraFar - shadowCameraNear ) );
			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			float depth = textureCube( shadowMap, bd3D ).r;
			#ifdef USE_REVERSED_DEPTH_BUFFER
				depth = 1.0 - depth;
			#endif
			shadow = step( dp, depth );
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	#endif
	#endif
#endif`,ZE=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
		varying vec4 vSunShadowWorldPosition;
		varying vec3 vSunShadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,jE=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	#ifdef HAS_NORMAL
		vec3 shadowWorldNormal = transformNormalByInverseViewMatrix( transformedNormal, viewMatrix );
	#else
		vec3 shadowWorldNormal = vec3( 0.0 );
	#endif
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_SUN_LIGHT_SHADOWS > 0
		vSunShadowWorldPosition = vec4( worldPosition.xyz, - mvPosition.z );
		vSunShadowWorldNormal = shadowWorldNormal;
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,QE=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_SUN_LIGHT_SHADOWS > 0
	SunLightShadow sunLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SUN_LIGHT_SHADOWS; i ++ ) {
		sunLight = sunLightShadows[ i ];
		shadow *= receiveShadow ? getSunShadow( sunShadowMap[ i ], sunLight, UNROLLED_LOOP_INDEX ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0 && ( defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_BASIC ) )
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,e1=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,t1=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,n1=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,i1=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,r1=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,s1=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,o1=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,a1=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,l1=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = transformNormalByInverseViewMatrix( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseContribution, material.specularColorBlended, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,c1=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,u1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,h1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	uniform mat3 diffuseRoughnessMapTransform;
	varying vec2 vDiffuseRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,d1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DIFFUSE_ROUGHNESSMAP
	vDiffuseRoughnessMapUv = ( diffuseRoughnessMapTransform * vec3( DIFFUSE_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,f1=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,p1=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,m1=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,g1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,v1=`uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <envmap_common_pars_fragment>
void main() {
	#ifdef ENVMAP_TYPE_PMREM
		vec4 texColor = textureLod( envMap, backgroundRotation * vWorldDirection, roughnessToMip( backgroundBlurriness ) );
	#else
		vec4 texColor = textureCube( envMap, backgroundRotation * vWorldDirection );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,_1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,y1=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,x1=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,b1=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,S1=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,M1=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = vec4( dist, 0.0, 0.0, 1.0 );
}`,w1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,T1=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,E1=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,A1=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,C1=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,R1=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,P1=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,I1=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,L1=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,D1=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,N1=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,F1=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( normalize( normal ) * 0.5 + 0.5, diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,k1=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,U1=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,O1=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,B1=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DIFFUSE_ROUGHNESS
	uniform float diffuseRoughness;
	#ifdef USE_DIFFUSE_ROUGHNESSMAP
		uniform sampler2D diffuseRoughnessMap;
	#endif
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_RETROREFLECTION
	uniform float retroreflectivity;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
 
		outgoingLight = outgoingLight + sheenSpecularDirect + sheenSpecularIndirect;
 
 	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,z1=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,V1=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,H1=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,G1=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,W1=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,X1=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,q1=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,J1=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,Ze={alphahash_fragment:mT,alphahash_pars_fragment:gT,alphamap_fragment:vT,alphamap_pars_fragment:_T,alphatest_fragment:yT,alphatest_pars_fragment:xT,aomap_fragment:bT,aomap_pars_fragment:ST,batching_pars_vertex:MT,batching_vertex:wT,begin_vertex:TT,beginnormal_vertex:ET,bsdfs:AT,iridescence_fragment:CT,bumpmap_pars_fragment:RT,clipping_planes_fragment:PT,clipping_planes_pars_fragment:IT,clipping_planes_pars_vertex:LT,clipping_planes_vertex:DT,color_fragment:NT,color_pars_fragment:FT,color_pars_vertex:kT,color_vertex:UT,common:OT,defaultnormal_vertex:BT,displacementmap_pars_vertex:zT,displacementmap_vertex:VT,emissivemap_fragment:HT,emissivemap_pars_fragment:GT,colorspace_fragment:WT,colorspace_pars_fragment:XT,envmap_fragment:qT,envmap_common_pars_fragment:JT,envmap_pars_fragment:YT,envmap_pars_vertex:$T,envmap_physical_pars_fragment:oE,envmap_vertex:KT,fog_vertex:ZT,fog_pars_vertex:jT,fog_fragment:QT,fog_pars_fragment:eE,gradientmap_pars_fragment:tE,lightmap_pars_fragment:nE,lights_lambert_fragment:iE,lights_lambert_pars_fragment:rE,lights_pars_begin:sE,lights_toon_fragment:aE,lights_toon_pars_fragment:lE,lights_phong_fragment:cE,lights_phong_pars_fragment:uE,lights_physical_fragment:hE,lights_physical_pars_fragment:dE,lights_fragment_begin:fE,lights_fragment_maps:pE,lights_fragment_end:mE,lightprobes_pars_fragment:gE,logdepthbuf_fragment:vE,logdepthbuf_pars_fragment:_E,logdepthbuf_pars_vertex:yE,logdepthbuf_vertex:xE,map_fragment:bE,map_pars_fragment:SE,map_particle_fragment:ME,map_particle_pars_fragment:wE,metalnessmap_fragment:TE,metalnessmap_pars_fragment:EE,morphinstance_vertex:AE,morphcolor_vertex:CE,morphnormal_vertex:RE,morphtarget_pars_vertex:PE,morphtarget_vertex:IE,normal_fragment_begin:LE,normal_fragment_maps:DE,normal_pars_fragment:NE,normal_pars_vertex:FE,normal_vertex:kE,normalmap_pars_fragment:UE,clearcoat_normal_fragment_begin:OE,clearcoat_normal_fragment_maps:BE,clearcoat_pars_fragment:zE,iridescence_pars_fragment:VE,opaque_fragment:HE,packing:GE,premultiplied_alpha_fragment:WE,project_vertex:XE,dithering_fragment:qE,dithering_pars_fragment:JE,roughnessmap_fragment:YE,roughnessmap_pars_fragment:$E,shadowmap_pars_fragment:KE,shadowmap_pars_vertex:ZE,shadowmap_vertex:jE,shadowmask_pars_fragment:QE,skinbase_vertex:e1,skinning_pars_vertex:t1,skinning_vertex:n1,skinnormal_vertex:i1,specularmap_fragment:r1,specularmap_pars_fragment:s1,tonemapping_fragment:o1,tonemapping_pars_fragment:a1,transmission_fragment:l1,transmission_pars_fragment:c1,uv_pars_fragment:u1,uv_pars_vertex:h1,uv_vertex:d1,worldpos_vertex:f1,background_vert:p1,background_frag:m1,backgroundCube_vert:g1,backgroundCube_frag:v1,cube_vert:_1,cube_frag:y1,depth_vert:x1,depth_frag:b1,distance_vert:S1,distance_frag:M1,equirect_vert:w1,equirect_frag:T1,linedashed_vert:E1,linedashed_frag:A1,meshbasic_vert:C1,meshbasic_frag:R1,meshlambert_vert:P1,meshlambert_frag:I1,meshmatcap_vert:L1,meshmatcap_frag:D1,meshnormal_vert:N1,meshnormal_frag:F1,meshphong_vert:k1,meshphong_frag:U1,meshphysical_vert:O1,meshphysical_frag:B1,meshtoon_vert:z1,meshtoon_frag:V1,points_vert:H1,points_frag:G1,shadow_vert:W1,shadow_frag:X1,sprite_vert:q1,sprite_frag:J1},ye={common:{diffuse:{value:new pt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ze},alphaMap:{value:null},alphaMapTransform:{value:new ze},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ze}},envmap:{envMap:{value:null},envMapRotation:{value:new ze},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ze}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ze}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ze},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ze},normalScale:{value:new ot(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ze},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ze}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ze}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ze}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new pt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new pt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ze},alphaTest:{value:0},uvTransform:{value:new ze}},sprite:{diffuse:{value:new pt(16777215)},opacity:{value:1},center:{value:new ot(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ze},alphaMap:{value:null},alphaMapTransform:{value:new ze},alphaTest:{value:0}}},nr={basic:{uniforms:Rn([ye.common,ye.specularmap,ye.envmap,ye.aomap,ye.lightmap,ye.fog]),vertexShader:Ze.meshbasic_vert,fragmentShader:Ze.meshbasic_frag},lambert:{uniforms:Rn([ye.common,ye.specularmap,ye.envmap,ye.aomap,ye.lightmap,ye.emissivemap,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.fog,ye.lights,{emissive:{value:new pt(0)},envMapIntensity:{value:1}}]),vertexShader:Ze.meshlambert_vert,fragmentShader:Ze.meshlambert_frag},phong:{uniforms:Rn([ye.common,ye.specularmap,ye.envmap,ye.aomap,ye.lightmap,ye.emissivemap,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.fog,ye.lights,{emissive:{value:new pt(0)},specular:{value:new pt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Ze.meshphong_vert,fragmentShader:Ze.meshphong_frag},standard:{uniforms:Rn([ye.common,ye.envmap,ye.aomap,ye.lightmap,ye.emissivemap,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.roughnessmap,ye.metalnessmap,ye.fog,ye.lights,{emissive:{value:new pt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Ze.meshphysical_vert,fragmentShader:Ze.meshphysical_frag},toon:{uniforms:Rn([ye.common,ye.aomap,ye.lightmap,ye.emissivemap,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.gradientmap,ye.fog,ye.lights,{emissive:{value:new pt(0)}}]),vertexShader:Ze.meshtoon_vert,fragmentShader:Ze.meshtoon_frag},matcap:{uniforms:Rn([ye.common,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.fog,{matcap:{value:null}}]),vertexShader:Ze.meshmatcap_vert,fragmentShader:Ze.meshmatcap_frag},points:{uniforms:Rn([ye.points,ye.fog]),vertexShader:Ze.points_vert,fragmentShader:Ze.points_frag},dashed:{uniforms:Rn([ye.common,ye.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Ze.linedashed_vert,fragmentShader:Ze.linedashed_frag},depth:{uniforms:Rn([ye.common,ye.displacementmap]),vertexShader:Ze.depth_vert,fragmentShader:Ze.depth_frag},normal:{uniforms:Rn([ye.common,ye.bumpmap,ye.normalmap,ye.displacementmap,{opacity:{value:1}}]),vertexShader:Ze.meshnormal_vert,fragmentShader:Ze.meshnormal_frag},sprite:{uniforms:Rn([ye.sprite,ye.fog]),vertexShader:Ze.sprite_vert,fragmentShader:Ze.sprite_frag},background:{uniforms:{uvTransform:{value:new ze},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Ze.background_vert,fragmentShader:Ze.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ze}},vertexShader:Ze.backgroundCube_vert,fragmentShader:Ze.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Ze.cube_vert,fragmentShader:Ze.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Ze.equirect_vert,fragmentShader:Ze.equirect_frag},distance:{uniforms:Rn([ye.common,ye.displacementmap,{referencePosition:{value:new H},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Ze.distance_vert,fragmentShader:Ze.distance_frag},shadow:{uniforms:Rn([ye.lights,ye.fog,{color:{value:new pt(0)},opacity:{value:1}}]),vertexShader:Ze.shadow_vert,fragmentShader:Ze.shadow_frag}};nr.physical={uniforms:Rn([nr.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ze},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ze},clearcoatNormalScale:{value:new ot(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ze},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new ze},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ze},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ze},sheen:{value:0},sheenColor:{value:new pt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ze},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ze},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ze},transmissionSamplerSize:{value:new ot},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ze},attenuationDistance:{value:0},attenuationColor:{value:new pt(0)},specularColor:{value:new pt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ze},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ze},anisotropyVector:{value:new ot},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ze}}]),vertexShader:Ze.meshphysical_vert,fragmentShader:Ze.meshphysical_frag};var Zh={r:0,b:0,g:0},Y1=new Tt,tx=new ze;tx.set(-1,0,0,0,1,0,0,0,1);function $1(n,e,t,i,r,s){let o=new pt(0),l=r===!0?0:1,c,u,h=null,m=0,p=null;function f(M){let A=M.isScene===!0?M.background:null;if(A&&A.isTexture){let w=M.backgroundBlurriness>0;A=e.get(A,w)}return A}function _(M){let A=!1,w=f(M);w===null?g(o,l):w&&w.isColor&&(g(w,1),A=!0);let R=n.xr.getEnvironmentBlendMode();R==="additive"?t.buffers.color.setClear(0,0,0,1,s):R==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,s),(n.autoClear||A)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function S(M,A){let w=f(A);w&&w.isCubeTexture?(u===void 0&&(u=new qn(new ea(1,1,1),new Qi({name:"BackgroundCubeMaterial",uniforms:io(nr.backgroundCube.uniforms),vertexShader:nr.backgroundCube.vertexShader,fragmentShader:nr.backgroundCube.fragmentShader,side:On,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),u.geometry.deleteAttribute("normal"),u.geometry.deleteAttribute("uv"),u.onBeforeRender=function(R,C,y){this.matrixWorld.copyPosition(y.matrixWorld)},Object.defineProperty(u.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(u)),u.material.uniforms.envMap.value=w,u.material.uniforms.backgroundBlurriness.value=A.backgroundBlurriness,u.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,u.material.uniforms.backgroundRotation.value.setFromMatrix4(Y1.makeRotationFromEuler(A.backgroundRotation)).transpose(),w.isRenderTargetTexture===!1&&u.material.uniforms.backgroundRotation.value.premultiply(tx),u.material.toneMapped=it.getTransfer(w.colorSpace)!==yt,(h!==w||m!==w.version||p!==n.toneMapping)&&(u.material.needsUpdate=!0,h=w,m=w.version,p=n.toneMapping),u.layers.enableAll(),M.unshift(u,u.geometry,u.material,0,0,null)):w&&w.isTexture&&(c===void 0&&(c=new qn(new pl(2,2),new Qi({name:"BackgroundMaterial",uniforms:io(nr.background.uniforms),vertexShader:nr.background.vertexShader,fragmentShader:nr.background.fragmentShader,side:mi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(c)),c.material.uniforms.t2D.value=w,c.material.uniforms.backgroundIntensity.value=A.backgroundIntensity,c.material.toneMapped=it.getTransfer(w.colorSpace)!==yt,w.matrixAutoUpdate===!0&&w.updateMatrix(),c.material.uniforms.uvTransform.value.copy(w.matrix),(h!==w||m!==w.version||p!==n.toneMapping)&&(c.material.needsUpdate=!0,h=w,m=w.version,p=n.toneMapping),c.layers.enableAll(),M.unshift(c,c.geometry,c.material,0,0,null))}function g(M,A){M.getRGB(Zh,Zp(n)),t.buffers.color.setClear(Zh.r,Zh.g,Zh.b,A,s)}function v(){u!==void 0&&(u.geometry.dispose(),u.material.dispose(),u=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(M,A=1){o.set(M),l=A,g(o,l)},getClearAlpha:function(){return l},setClearAlpha:function(M){l=M,g(o,l)},render:_,addToRenderList:S,dispose:v}}function K1(n,e){let t=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},r=p(null),s=r,o=!1;function l(F,V,X,L,Y){let Q=!1,W=m(F,L,X,V);s!==W&&(s=W,u(s.object)),Q=f(F,L,X,Y),Q&&_(F,L,X,Y),Y!==null&&e.update(Y,n.ELEMENT_ARRAY_BUFFER),(Q||o)&&(o=!1,w(F,V,X,L),Y!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,e.get(Y).buffer))}function c(){return n.createVertexArray()}function u(F){return n.bindVertexArray(F)}function h(F){return n.deleteVertexArray(F)}function m(F,V,X,L){let Y=L.wireframe===!0,Q=i[V.id];Q===void 0&&(Q={},i[V.id]=Q);let W=F.isInstancedMesh===!0?F.id:0,ae=Q[W];ae===void 0&&(ae={},Q[W]=ae);let J=ae[X.id];J===void 0&&(J={},ae[X.id]=J);let te=J[Y];return te===void 0&&(te=p(c()),J[Y]=te),te}function p(F){let V=[],X=[],L=[];for(let Y=0;Y<t;Y++)V[Y]=0,X[Y]=0,L[Y]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:V,enabledAttributes:X,attributeDivisors:L,object:F,attributes:{},index:null}}function f(F,V,X,L){let Y=s.attributes,Q=V.attributes,W=0,ae=X.getAttributes();for(let J in ae)if(ae[J].location>=0){let ie=Y[J],Ce=Q[J];if(Ce===void 0&&(J==="instanceMatrix"&&F.instanceMatrix&&(Ce=F.instanceMatrix),J==="instanceColor"&&F.instanceColor&&(Ce=F.instanceColor)),ie===void 0||ie.attribute!==Ce||Ce&&ie.data!==Ce.data)return!0;W++}return s.attributesNum!==W||s.index!==L}function _(F,V,X,L){let Y={},Q=V.attributes,W=0,ae=X.getAttributes();for(let J in ae)if(ae[J].location>=0){let ie=Q[J];ie===void 0&&(J==="instanceMatrix"&&F.instanceMatrix&&(ie=F.instanceMatrix),J==="instanceColor"&&F.instanceColor&&(ie=F.instanceColor));let Ce={};Ce.attribute=ie,ie&&ie.data&&(Ce.data=ie.data),Y[J]=Ce,W++}s.attributes=Y,s.attributesNum=W,s.index=L}function S(){let F=s.newAttributes;for(let V=0,X=F.length;V<X;V++)F[V]=0}function g(F){v(F,0)}function v(F,V){let X=s.newAttributes,L=s.enabledAttributes,Y=s.attributeDivisors;X[F]=1,L[F]===0&&(n.enableVertexAttribArray(F),L[F]=1),Y[F]!==V&&(n.vertexAttribDivisor(F,V),Y[F]=V)}function M(){let F=s.newAttributes,V=s.enabledAttributes;for(let X=0,L=V.length;X<L;X++)V[X]!==F[X]&&(n.disableVertexAttribArray(X),V[X]=0)}function A(F,V,X,L,Y,Q,W){W===!0?n.vertexAttribIPointer(F,V,X,Y,Q):n.vertexAttribPointer(F,V,X,L,Y,Q)}function w(F,V,X,L){S();let Y=L.attributes,Q=X.getAttributes(),W=V.defaultAttributeValues;for(let ae in Q){let J=Q[ae];if(J.location>=0){let te=Y[ae];if(te===void 0&&(ae==="instanceMatrix"&&F.instanceMatrix&&(te=F.instanceMatrix),ae==="instanceColor"&&F.instanceColor&&(te=F.instanceColor)),te!==void 0){let ie=te.normalized,Ce=te.itemSize,He=e.get(te);if(He===void 0)continue;let Z=He.buffer,xe=He.type,Te=He.bytesPerElement,De=xe===n.INT||xe===n.UNSIGNED_INT||te.gpuType===_h;if(te.isInterleavedBufferAttribute){let be=te.data,We=be.isInterleavedBuffer===!0?be.stride:be.itemSize,qt=te.offset;if(be.isInstancedInterleavedBuffer||be.isInstancedBufferAttribute){for(let Ue=0;Ue<J.locationSize;Ue++)v(J.location+Ue,be.meshPerAttribute);F.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=be.meshPerAttribute*be.count)}else for(let Ue=0;Ue<J.locationSize;Ue++)g(J.location+Ue);n.bindBuffer(n.ARRAY_BUFFER,Z);for(let Ue=0;Ue<J.locationSize;Ue++)A(J.location+Ue,Ce/J.locationSize,xe,ie,We*Te,(qt+Ce/J.locationSize*Ue)*Te,De)}else{if(te.isInstancedBufferAttribute){for(let be=0;be<J.locationSize;be++)v(J.location+be,te.meshPerAttribute);F.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=te.meshPerAttribute*te.count)}else for(let be=0;be<J.locationSize;be++)g(J.location+be);n.bindBuffer(n.ARRAY_BUFFER,Z);for(let be=0;be<J.locationSize;be++)A(J.location+be,Ce/J.locationSize,xe,ie,Ce*Te,Ce/J.locationSize*be*Te,De)}}else if(W!==void 0){let ie=W[ae];if(ie!==void 0)switch(ie.length){case 2:n.vertexAttrib2fv(J.location,ie);break;case 3:n.vertexAttrib3fv(J.location,ie);break;case 4:n.vertexAttrib4fv(J.location,ie);break;default:n.vertexAttrib1fv(J.location,ie)}}}}M()}function R(){O();for(let F in i){let V=i[F];for(let X in V){let L=V[X];for(let Y in L){let Q=L[Y];for(let W in Q)h(Q[W].object),delete Q[W];delete L[Y]}}delete i[F]}}function C(F){if(i[F.id]===void 0)return;let V=i[F.id];for(let X in V){let L=V[X];for(let Y in L){let Q=L[Y];for(let W in Q)h(Q[W].object),delete Q[W];delete L[Y]}}delete i[F.id]}function y(F){for(let V in i){let X=i[V];for(let L in X){let Y=X[L];if(Y[F.id]===void 0)continue;let Q=Y[F.id];for(let W in Q)h(Q[W].object),delete Q[W];delete Y[F.id]}}}function T(F){for(let V in i){let X=i[V],L=F.isInstancedMesh===!0?F.id:0,Y=X[L];if(Y!==void 0){for(let Q in Y){let W=Y[Q];for(let ae in W)h(W[ae].object),delete W[ae];delete Y[Q]}delete X[L],Object.keys(X).length===0&&delete i[V]}}}function O(){D(),o=!0,s!==r&&(s=r,u(s.object))}function D(){r.geometry=null,r.program=null,r.wireframe=!1}return{setup:l,reset:O,resetDefaultState:D,dispose:R,releaseStatesOfGeometry:C,releaseStatesOfObject:T,releaseStatesOfProgram:y,initAttributes:S,enableAttribute:g,disableUnusedAttributes:M}}function Z1(n,e,t){let i;function r(c){i=c}function s(c,u){n.drawArrays(i,c,u),t.update(u,i,1)}function o(c,u,h){h!==0&&(n.drawArraysInstanced(i,c,u,h),t.update(u,i,h))}function l(c,u,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,c,0,u,0,h);let p=0;for(let f=0;f<h;f++)p+=u[f];t.update(p,i,1)}this.setMode=r,this.render=s,this.renderInstances=o,this.renderMultiDraw=l}function j1(n,e,t,i){let r;function s(){if(r!==void 0)return r;if(e.has("EXT_texture_filter_anisotropic")===!0){let y=e.get("EXT_texture_filter_anisotropic");r=n.getParameter(y.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else r=0;return r}function o(y){return!(y!==Bn&&i.convert(y)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function l(y){let T=y===Fi&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(y!==mn&&y!==Ni&&!T&&i.convert(y)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function c(y){if(y==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";y="mediump"}return y==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let u=t.precision!==void 0?t.precision:"highp",h=c(u);h!==u&&(Oe("WebGLRenderer:",u,"not supported, using",h,"instead."),u=h);let m=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),p=t.logarithmicDepthBuffer===!0&&m===!1;t.reversedDepthBuffer===!0&&m===!1&&Oe("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&m===!0&&Oe("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),_=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),S=n.getParameter(n.MAX_TEXTURE_SIZE),g=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),v=n.getParameter(n.MAX_VERTEX_ATTRIBS),M=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),A=n.getParameter(n.MAX_VARYING_VECTORS),w=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),R=n.getParameter(n.MAX_SAMPLES),C=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:s,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:l,precision:u,logarithmicDepthBuffer:p,reversedDepthBuffer:m,maxTextures:f,maxVertexTextures:_,maxTextureSize:S,maxCubemapSize:g,maxAttributes:v,maxVertexUniforms:M,maxVaryings:A,maxFragmentUniforms:w,maxSamples:R,samples:C}}function Q1(n){let e=this,t=null,i=0,r=!1,s=!1,o=new Li,l=new ze,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(m,p){let f=m.length!==0||p||i!==0||r;return r=p,i=m.length,f},this.beginShadows=function(){s=!0,h(null)},this.endShadows=function(){s=!1},this.setGlobalState=function(m,p){t=h(m,p,0)},this.setState=function(m,p,f){let _=m.clippingPlanes,S=m.clipIntersection,g=m.clipShadows,v=n.get(m);if(!r||_===null||_.length===0||s&&!g)s?h(null):u();else{let M=s?0:i,A=M*4,w=v.clippingState||null;c.value=w,w=h(_,p,A,f);for(let R=0;R!==A;++R)w[R]=t[R];v.clippingState=w,this.numIntersection=S?this.numPlanes:0,this.numPlanes+=M}};function u(){c.value!==t&&(c.value=t,c.needsUpdate=i>0),e.numPlanes=i,e.numIntersection=0}function h(m,p,f,_){let S=m!==null?m.length:0,g=null;if(S!==0){if(g=c.value,_!==!0||g===null){let v=f+S*4,M=p.matrixWorldInverse;l.getNormalMatrix(M),(g===null||g.length<v)&&(g=new Float32Array(v));for(let A=0,w=f;A!==S;++A,w+=4)o.copy(m[A]).applyMatrix4(M,l),o.normal.toArray(g,w),g[w+3]=o.constant}c.value=g,c.needsUpdate=!0}return e.numPlanes=S,e.numIntersection=0,g}}var Rl=class extends un{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let i={width:e,height:e,depth:1},r=[i,i,i,i,i,i];this.texture=new hl(r),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},r=new ea(5,5,5),s=new Qi({name:"CubemapFromEquirect",uniforms:io(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:On,blending:Sr});s.uniforms.tEquirect.value=t;let o=new qn(r,s),l=t.minFilter;return t.minFilter===Mr&&(t.minFilter=cn),new ta(1,10,this).update(e,o),t.minFilter=l,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,i=!0,r=!0){let s=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,i,r);e.setRenderTarget(s)}},Dy=256,eA=3,tA=20,nx=256,ix=16,nA=3,iA=new H,rA=new pt,Qh=class n{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new ta(1,10,null),this._boxMesh=new qn(new ea(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,i=.1,r=100,s={}){let{size:o=256,position:l=iA}=s,c=this._renderer;this._setSize(o);let u=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let m=c.autoClear,p=c.autoClearColor,f=c.autoClearDepth,_=c.autoClearStencil,S=e.background;c.autoClear=!0,c.autoClearColor=!0,c.autoClearDepth=!0,c.autoClearStencil=!0,S===null&&(e.background=c.getClearColor(rA));let g=new ta(i,r,h);return g.position.copy(l),g.update(c,e),c.autoClear=m,c.autoClearColor=p,c.autoClearDepth=f,c.autoClearStencil=_,e.background=S,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(u,t)),this._applyPMREM(u),u}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=ky(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Fy(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(Dy,Cy(e))}_fromTexture(e,t){e.mapping===eo||e.mapping===ra?this._setSize(e.image.length===0?Dy:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let i=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(i),i}_allocateTarget(){let e=this._cubeSize,t=Ny(e,!1,!1),i=Math.log2(e)-eA;for(let r=0;r<=i;r++)t.texture.mipmaps.push({width:e>>r,height:e>>r});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,i=this._sourceTarget;return(i===null||i.width!==t||e&&i.depthBuffer===!1)&&(i!==null&&i.dispose(),this._sourceTarget=Ny(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,i){let r=this._boxMesh,s=this._cubeCamera;r.material=i,s.renderTarget=e,s.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),s.update(this._renderer,r),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===eo||e.mapping===ra?(this._cubemapMaterial===null&&(this._cubemapMaterial=ky()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Fy()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=sA(),this._integrationMaterial=oA());let t=this._cubeSize,i=e.texture.mipmaps.length-1,r=this._ggxMaterial.uniforms;r.envMap.value=this._sourceTarget.texture;let s=this._integrationMaterial.uniforms;s.envMap.value=this._sourceTarget.texture,s.sourceLod.value=Math.log2(t/ix);for(let o=0;o<=i;o++){let l=n.lodToRoughness(o,i);if(o>i-nA)s.roughness.value=l,this._renderCube(e,o,this._integrationMaterial);else{let c=l>0?Math.log2(t)+.5*Math.log2(6/(nx*Math.pow(l,4)))+.5:0;r.roughness.value=l,r.lodBias.value=c,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=aA());let i=this._blurMaterial,r=i.uniforms,s=this._sourceTarget;r.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,r.envMap.value=s.texture,this._renderCube(e,0,i),r.envMap.value=e.texture,this._renderCube(s,0,i)}};function Ny(n,e,t){return new Rl(n,{minFilter:Mr,generateMipmaps:e,type:Fi,colorSpace:il,depthBuffer:t})}function Pl(n,e,t){return new Qi({name:n,uniforms:e,vertexShader:Ze.cube_vert,fragmentShader:t,side:On,blending:Sr,depthTest:!1,depthWrite:!1})}function sA(){return Pl("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${nx}u

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float lodBias;

		#include <common>

		// Van der Corput radical inverse
		float radicalInverse_VdC( uint bits ) {

			bits = ( bits << 16u ) | ( bits >> 16u );
			bits = ( ( bits & 0x55555555u ) << 1u ) | ( ( bits & 0xAAAAAAAAu ) >> 1u );
			bits = ( ( bits & 0x33333333u ) << 2u ) | ( ( bits & 0xCCCCCCCCu ) >> 2u );
			bits = ( ( bits & 0x0F0F0F0Fu ) << 4u ) | ( ( bits & 0xF0F0F0F0u ) >> 4u );
			bits = ( ( bits & 0x00FF00FFu ) << 8u ) | ( ( bits & 0xFF00FF00u ) >> 8u );
			return float( bits ) * 2.3283064365386963e-10; // / 0x100000000

		}

		// Hammersley sequence
		vec2 hammersley( uint i, uint N ) {

			return vec2( float( i ) / float( N ), radicalInverse_VdC( i ) );

		}

		void main() {

			vec3 N = normalize( vWorldDirection );

			// For very low roughness, just sample the environment directly
			if ( roughness < 0.001 ) {

				gl_FragColor = vec4( textureLod( envMap, N, 0.0 ).rgb, 1.0 );
				return;

			}

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			// Tangent space basis for VNDF sampling
			vec3 up = abs( N.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, N ) );
			vec3 bitangent = cross( N, tangent );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			for ( uint i = 0u; i < GGX_SAMPLES; i ++ ) {

				vec2 Xi = hammersley( i, GGX_SAMPLES );

				// With V = N, sample the reflected direction directly.
				float invQ = 1.0 / ( 1.0 - Xi.x + alpha2 * Xi.x );
				float NdotL = ( 1.0 - Xi.x - alpha2 * Xi.x ) * invQ;

				if ( NdotL > 0.0 ) {

					float phi = 2.0 * PI * Xi.y;
					float sinTheta = 2.0 * alpha * sqrt( Xi.x * ( 1.0 - Xi.x ) ) * invQ;
					vec3 L = N * NdotL + ( tangent * cos( phi ) + bitangent * sin( phi ) ) * sinTheta;

					// Match the source mip to the sample's solid angle. The terms
					// independent of the sample are precomputed in lodBias.
					float d = alpha2 * invQ;
					float lod = max( log2( d ) + lodBias, 0.0 );

					// Weight by NdotL for the split-sum approximation
					prefilteredColor += textureLod( envMap, L, lod ).rgb * NdotL;
					totalWeight += NdotL;

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function oA(){return Pl("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:ix}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float roughness;
		uniform float sourceLod;
		uniform int sourceSize;

		void main() {

			vec3 N = normalize( vWorldDirection );

			float alpha = roughness * roughness;
			float alpha2 = alpha * alpha;

			float texelSize = 2.0 / float( sourceSize );

			vec3 prefilteredColor = vec3( 0.0 );
			float totalWeight = 0.0;

			// Pair opposite texels: only the one in N's hemisphere contributes.
			for ( int face = 0; face < 3; face ++ ) {

				for ( int y = 0; y < sourceSize; y ++ ) {

					for ( int x = 0; x < sourceSize; x ++ ) {

						vec2 uv = ( vec2( x, y ) + 0.5 ) * texelSize - 1.0;
						vec3 texelDirection = face == 0 ? vec3( 1.0, uv ) : ( face == 1 ? vec3( uv.x, 1.0, uv.y ) : vec3( uv, 1.0 ) );

						float invDistance = inversesqrt( 1.0 + dot( uv, uv ) );
						float NdotL = dot( N, texelDirection );
						texelDirection *= NdotL < 0.0 ? - 1.0 : 1.0;
						NdotL = abs( NdotL ) * invDistance;

						// With V = N, NdotH squared is ( 1 + NdotL ) / 2. Common factors
						// in the GGX distribution and texel solid angle cancel when normalized.
						float d = 1.0 + alpha2 + ( alpha2 - 1.0 ) * NdotL;
						float weight = NdotL * invDistance * invDistance * invDistance / ( d * d );

						prefilteredColor += textureLod( envMap, texelDirection, sourceLod ).rgb * weight;
						totalWeight += weight;

					}

				}

			}

			gl_FragColor = vec4( prefilteredColor / totalWeight, 1.0 );

		}
	`)}function aA(){return Pl("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${tA}
		#define GOLDEN_ANGLE 2.39996322973

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float sigma;

		#include <common>

		void main() {

			vec3 outputDirection = normalize( vWorldDirection );

			vec3 up = abs( outputDirection.z ) < 0.999 ? vec3( 0.0, 0.0, 1.0 ) : vec3( 1.0, 0.0, 0.0 );
			vec3 tangent = normalize( cross( up, outputDirection ) );
			vec3 bitangent = cross( outputDirection, tangent );

			// Truncate the kernel at three standard deviations or at the antipode.
			float thetaMax = min( 3.0 * sigma, PI );
			float truncation = 1.0 - exp( - 0.5 * thetaMax * thetaMax / ( sigma * sigma ) );

			vec3 accumColor = vec3( 0.0 );
			float accumWeight = 0.0;

			for ( int i = 0; i < SAMPLES; i ++ ) {

				// Stratified inverse-CDF sampling of the Gaussian, placed on a golden-angle spiral.
				float stratum = ( float( i ) + 0.5 ) / float( SAMPLES );
				float theta = sigma * sqrt( - 2.0 * log( 1.0 - stratum * truncation ) );
				float phi = float( i ) * GOLDEN_ANGLE;

				vec3 offset = cos( phi ) * tangent + sin( phi ) * bitangent;
				vec3 sampleDirection = cos( theta ) * outputDirection + sin( theta ) * offset;

				// Correct the planar sample density to solid angle.
				float weight = sin( theta ) / theta;

				accumColor += weight * textureLod( envMap, sampleDirection, 0.0 ).rgb;
				accumWeight += weight;

			}

			gl_FragColor = vec4( accumColor / accumWeight, 1.0 );

		}
	`)}function Fy(){return Pl("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

		varying vec3 vWorldDirection;

		uniform sampler2D envMap;

		#include <common>

		void main() {

			// Average four subpixel samples to preserve small, bright features.
			vec3 direction = normalize( vWorldDirection );
			vec3 dx = dFdx( direction ) * 0.25;
			vec3 dy = dFdy( direction ) * 0.25;

			vec3 color = textureLod( envMap, equirectUv( normalize( direction - dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx - dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction - dx + dy ) ), 0.0 ).rgb;
			color += textureLod( envMap, equirectUv( normalize( direction + dx + dy ) ), 0.0 ).rgb;
			gl_FragColor = vec4( color * 0.25, 1.0 );

		}
	`)}function ky(){return Pl("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function lA(n){let e=new WeakMap,t=new WeakMap,i=null;function r(p,f=!1){return p==null?null:f?o(p):s(p)}function s(p){if(p&&p.isTexture){let f=p.mapping;if(f===mh||f===gh)if(e.has(p)){let _=e.get(p).texture;return l(_,p.mapping)}else{let _=p.image;if(_&&_.height>0){let S=new Rl(_.height);return S.fromEquirectangularTexture(n,p),e.set(p,S),p.addEventListener("dispose",u),l(S.texture,p.mapping)}else return null}}return p}function o(p){if(p&&p.isTexture&&p.isPMREMTexture!==!0){let f=p.mapping,_=f===mh||f===gh,S=f===eo||f===ra;if(_||S){let g=t.get(p),v=g!==void 0?g.texture.pmremVersion:0;if(p.isRenderTargetTexture&&p.pmremVersion!==v)return i===null&&(i=new Qh(n)),g=_?i.fromEquirectangular(p,g):i.fromCubemap(p,g),g.texture.pmremVersion=p.pmremVersion,t.set(p,g),g.texture;if(g!==void 0)return g.texture;{let M=p.image;return _&&M&&M.height>0||S&&M&&c(M)?(i===null&&(i=new Qh(n)),g=_?i.fromEquirectangular(p):i.fromCubemap(p),g.texture.pmremVersion=p.pmremVersion,t.set(p,g),p.addEventListener("dispose",h),g.texture):null}}}return p}function l(p,f){return f===mh?p.mapping=eo:f===gh&&(p.mapping=ra),p}function c(p){let f=0,_=6;for(let S=0;S<_;S++)p[S]!==void 0&&f++;return f===_}function u(p){let f=p.target;f.removeEventListener("dispose",u);let _=e.get(f);_!==void 0&&(e.delete(f),_.dispose())}function h(p){let f=p.target;f.removeEventListener("dispose",h);let _=t.get(f);_!==void 0&&(t.delete(f),_.dispose())}function m(){e=new WeakMap,t=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:r,dispose:m}}function cA(n){let e={};function t(i){if(e[i]!==void 0)return e[i];let r=n.getExtension(i);return e[i]=r,r}return{has:function(i){return t(i)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(i){let r=t(i);return r===null&&tl("WebGLRenderer: "+i+" extension not supported."),r}}}function uA(n,e,t,i){let r={},s=new WeakMap,o=new FinalizationRegistry(_=>delete r[_]);function l(_){c(_.target)}function c(_){_.index!==null&&e.remove(_.index);for(let g in _.attributes)e.remove(_.attributes[g]);_.removeEventListener("dispose",l),delete r[_.id],o.unregister(_);let S=s.get(_);S&&(e.remove(S),s.delete(_)),i.releaseStatesOfGeometry(_),_.isInstancedBufferGeometry===!0&&delete _._maxInstanceCount,t.memory.geometries--}function u(_,S){return r[S.id]!==void 0||(S.addEventListener("dispose",l),r[S.id]=new WeakRef(S),o.register(S,S.id,S),t.memory.geometries++),S}function h(_){let S=_.attributes;for(let g in S)e.update(S[g],n.ARRAY_BUFFER)}function m(_){let S=_.index,g=_.attributes.position,v=0;if(g===void 0)return;let M=S!==null?S.array.length:g.array.length/3-1,A=g.count>=65535?ul:cl,w=new A(Math.ceil(M/3)*6,1),R=w.array;if(S!==null){let y=S.array;v=S.version;for(let T=0,O=0;T<M;T+=3){let D=y[T+0],F=y[T+1],V=y[T+2];R[O++]=D,R[O++]=F,R[O++]=F,R[O++]=V,R[O++]=V,R[O++]=D}}else{v=g.version;for(let y=0,T=0;y<M;y+=3){let O=y+0,D=y+1,F=y+2;R[T++]=O,R[T++]=D,R[T++]=D,R[T++]=F,R[T++]=F,R[T++]=O}}w.version=v;let C=s.get(_);C&&e.remove(C),s.set(_,w)}function p(_){let S=s.get(_);if(S){let g=_.index;g!==null&&S.version<g.version&&m(_)}else m(_);return s.get(_)}function f(){for(let _ in r){let S=r[_].deref();S!==void 0&&c(S)}}return{get:u,update:h,getWireframeAttribute:p,dispose:f}}function hA(n,e,t){let i;function r(m){i=m}let s,o;function l(m){s=m.type,o=m.bytesPerElement}function c(m,p){n.drawElements(i,p,s,m*o),t.update(p,i,1)}function u(m,p,f){f!==0&&(n.drawElementsInstanced(i,p,s,m*o,f),t.update(p,i,f))}function h(m,p,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,p,0,s,m,0,f);let S=0;for(let g=0;g<f;g++)S+=p[g];t.update(S,i,1)}this.setMode=r,this.setIndex=l,this.render=c,this.renderInstances=u,this.renderMultiDraw=h}function dA(n){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function i(s,o,l){switch(t.calls++,o){case n.TRIANGLES:t.triangles+=l*(s/3);break;case n.LINES:t.lines+=l*(s/2);break;case n.LINE_STRIP:t.lines+=l*(s-1);break;case n.LINE_LOOP:t.lines+=l*s;break;case n.POINTS:t.points+=l*s;break;default:Be("WebGLInfo: Unknown draw mode:",o);break}}function r(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:r,update:i}}function fA(n,e,t){let i=new WeakMap,r=new Lt;function s(o,l,c){let u=o.morphTargetInfluences,h=l.morphAttributes.position||l.morphAttributes.normal||l.morphAttributes.color,m=h!==void 0?h.length:0,p=i.get(l);if(p===void 0||p.count!==m){let O=function(){y.dispose(),i.delete(l),l.removeEventListener("dispose",O)};p!==void 0&&p.texture.dispose();let f=l.morphAttributes.position!==void 0,_=l.morphAttributes.normal!==void 0,S=l.morphAttributes.color!==void 0,g=l.morphAttributes.position||[],v=l.morphAttributes.normal||[],M=l.morphAttributes.color||[],A=0;f===!0&&(A=1),_===!0&&(A=2),S===!0&&(A=3);let w=l.attributes.position.count*A,R=1;w>e.maxTextureSize&&(R=Math.ceil(w/e.maxTextureSize),w=e.maxTextureSize);let C=new Float32Array(w*R*4*m),y=new al(C,w,R,m);y.type=Ni,y.needsUpdate=!0;let T=A*4;for(let D=0;D<m;D++){let F=g[D],V=v[D],X=M[D],L=w*R*4*D;for(let Y=0;Y<F.count;Y++){let Q=Y*T;f===!0&&(r.fromBufferAttribute(F,Y),C[L+Q+0]=r.x,C[L+Q+1]=r.y,C[L+Q+2]=r.z,C[L+Q+3]=0),_===!0&&(r.fromBufferAttribute(V,Y),C[L+Q+4]=r.x,C[L+Q+5]=r.y,C[L+Q+6]=r.z,C[L+Q+7]=0),S===!0&&(r.fromBufferAttribute(X,Y),C[L+Q+8]=r.x,C[L+Q+9]=r.y,C[L+Q+10]=r.z,C[L+Q+11]=X.itemSize===4?r.w:1)}}p={count:m,texture:y,size:new ot(w,R)},i.set(l,p),l.addEventListener("dispose",O)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)c.getUniforms().setValue(n,"morphTexture",o.morphTexture,t);else{let f=0;for(let S=0;S<u.length;S++)f+=u[S];let _=l.morphTargetsRelative?1:1-f;c.getUniforms().setValue(n,"morphTargetBaseInfluence",_),c.getUniforms().setValue(n,"morphTargetInfluences",u)}c.getUniforms().setValue(n,"morphTargetsTexture",p.texture,t),c.getUniforms().setValue(n,"morphTargetsTextureSize",p.size)}return{update:s}}function pA(n,e,t,i,r){let s=new WeakMap;function o(u){let h=r.render.frame,m=u.geometry,p=e.get(u,m);if(s.get(p)!==h&&(e.update(p),s.set(p,h)),u.isInstancedMesh&&(u.hasEventListener("dispose",c)===!1&&u.addEventListener("dispose",c),s.get(u)!==h&&(t.update(u.instanceMatrix,n.ARRAY_BUFFER),u.instanceColor!==null&&t.update(u.instanceColor,n.ARRAY_BUFFER),s.set(u,h))),u.isSkinnedMesh){let f=u.skeleton;s.get(f)!==h&&(f.update(),s.set(f,h))}return p}function l(){s=new WeakMap}function c(u){let h=u.target;h.removeEventListener("dispose",c),i.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:l}}var mA={[Pp]:"LINEAR_TONE_MAPPING",[Ip]:"REINHARD_TONE_MAPPING",[Lp]:"CINEON_TONE_MAPPING",[Dp]:"ACES_FILMIC_TONE_MAPPING",[Fp]:"AGX_TONE_MAPPING",[kp]:"NEUTRAL_TONE_MAPPING",[Np]:"CUSTOM_TONE_MAPPING"};function gA(n,e,t,i,r,s){let o=new un(e,t,{type:n,depthBuffer:r,stencilBuffer:s,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),l=null,c=null,u=null,h=new ii;h.setAttribute("position",new pi([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new pi([0,2,0,0,2,0],2));let m=new ps({uniforms:{tDiffuse:{value:null}},vertexShader:`
			precision highp float;

			uniform mat4 modelViewMatrix;
			uniform mat4 projectionMatrix;

			attribute vec3 position;
			attribute vec2 uv;

			varying vec2 vUv;

			void main() {
				vUv = uv;
				gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
			}`,fragmentShader:`
			precision highp float;

			uniform sampler2D tDiffuse;

			varying vec2 vUv;

			#include <tonemapping_pars_fragment>
			#include <colorspace_pars_fragment>

			void main() {
				gl_FragColor = texture2D( tDiffuse, vUv );

				#ifdef LINEAR_TONE_MAPPING
					gl_FragColor.rgb = LinearToneMapping( gl_FragColor.rgb );
				#elif defined( REINHARD_TONE_MAPPING )
					gl_FragColor.rgb = ReinhardToneMapping( gl_FragColor.rgb );
				#elif defined( CINEON_TONE_MAPPING )
					gl_FragColor.rgb = CineonToneMapping( gl_FragColor.rgb );
				#elif defined( ACES_FILMIC_TONE_MAPPING )
					gl_FragColor.rgb = ACESFilmicToneMapping( gl_FragColor.rgb );
				#elif defined( AGX_TONE_MAPPING )
					gl_FragColor.rgb = AgXToneMapping( gl_FragColor.rgb );
				#elif defined( NEUTRAL_TONE_MAPPING )
					gl_FragColor.rgb = NeutralToneMapping( gl_FragColor.rgb );
				#elif defined( CUSTOM_TONE_MAPPING )
					gl_FragColor.rgb = CustomToneMapping( gl_FragColor.rgb );
				#endif

				#ifdef SRGB_TRANSFER
					gl_FragColor = sRGBTransferOETF( gl_FragColor );
				#endif
			}`,depthTest:!1,depthWrite:!1}),p=new qn(h,m),f=new hh(-1,1,1,-1,0,1),_=null,S=null,g=!1,v,M=null,A=[],w=!1;this.setSize=function(R,C){o.setSize(R,C),l!==null&&l.setSize(R,C),c!==null&&c.setSize(R,C);for(let y=0;y<A.length;y++){let T=A[y];T.setSize&&T.setSize(R,C)}},this.setEffects=function(R){A=R,w=A.length>0&&A[0].isRenderPass===!0;let C=o.width,y=o.height;A.length>0&&l===null&&(l=new un(C,y,{type:Fi,depthBuffer:!1,stencilBuffer:!1}),c=new un(C,y,{type:Fi,depthBuffer:!1,stencilBuffer:!1}));let T=r===!0&&A.some(O=>O.needsDepthTexture===!0);T!==(o.depthTexture!==null)&&(T===!0&&u===null&&(u=new Di(C,y),s===!0&&(u.format=wr,u.type=to)),o.dispose(),o.depthTexture=T?u:null,o.resolveDepthBuffer=T,o.storeMultisampledDepthBuffer=T);for(let O=0;O<A.length;O++){let D=A[O];D.setSize&&D.setSize(C,y),T&&D.needsDepthTexture===!0&&D.setDepthTexture&&D.setDepthTexture(u)}},this.begin=function(R,C){if(g||R.toneMapping===er&&A.length===0)return!1;if(M=C,C!==null){let y=C.width,T=C.height;(o.width!==y||o.height!==T)&&this.setSize(y,T)}return w===!1&&R.setRenderTarget(o),v=R.toneMapping,R.toneMapping=er,!0},this.hasRenderPass=function(){return w},this.end=function(R,C){R.toneMapping=v,g=!0;let y=o,T=l;for(let O=0;O<A.length;O++){let D=A[O];D.enabled!==!1&&(D.render(R,T,y,C),D.needsSwap!==!1&&(y=T,T=T===l?c:l))}if(_!==R.outputColorSpace||S!==R.toneMapping){_=R.outputColorSpace,S=R.toneMapping,m.defines={},it.getTransfer(_)===yt&&(m.defines.SRGB_TRANSFER="");let O=mA[S];O&&(m.defines[O]=""),m.needsUpdate=!0}m.uniforms.tDiffuse.value=y.texture,R.setRenderTarget(M),R.render(p,f),M=null,g=!1},this.isCompositing=function(){return g},this.dispose=function(){o.dispose(),l!==null&&l.dispose(),c!==null&&c.dispose(),h.dispose(),m.dispose()}}var rx=new Xn,sx=new Di(1,1),ox=new dl(1),ax=new al,lx=new $u,cx=new hl,Uy=[],Oy=[],By=new Float32Array(16),zy=new Float32Array(9),Vy=new Float32Array(4);function ua(n,e,t){let i=n[0];if(i<=0||i>0)return n;let r=e*t,s=Uy[r];if(s===void 0&&(s=new Float32Array(r),Uy[r]=s),e!==0){i.toArray(s,0);for(let o=1,l=0;o!==e;++o)l+=t,n[o].toArray(s,l)}return s}function en(n,e){if(n.length!==e.length)return!1;for(let t=0,i=n.length;t<i;t++)if(n[t]!==e[t])return!1;return!0}function tn(n,e){for(let t=0,i=e.length;t<i;t++)n[t]=e[t]}function td(n,e){let t=Oy[e];t===void 0&&(t=new Int32Array(e),Oy[e]=t);for(let i=0;i!==e;++i)t[i]=n.allocateTextureUnit();return t}function vA(n,e){let t=this.cache;t[0]!==e&&(n.uniform1f(this.addr,e),t[0]=e)}function _A(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(en(t,e))return;n.uniform2fv(this.addr,e),tn(t,e)}}function yA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(n.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(en(t,e))return;n.uniform3fv(this.addr,e),tn(t,e)}}function xA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(en(t,e))return;n.uniform4fv(this.addr,e),tn(t,e)}}function bA(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(en(t,e))return;n.uniformMatrix2fv(this.addr,!1,e),tn(t,e)}else{if(en(t,i))return;Vy.set(i),n.uniformMatrix2fv(this.addr,!1,Vy),tn(t,i)}}function SA(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(en(t,e))return;n.uniformMatrix3fv(this.addr,!1,e),tn(t,e)}else{if(en(t,i))return;zy.set(i),n.uniformMatrix3fv(this.addr,!1,zy),tn(t,i)}}function MA(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(en(t,e))return;n.uniformMatrix4fv(this.addr,!1,e),tn(t,e)}else{if(en(t,i))return;By.set(i),n.uniformMatrix4fv(this.addr,!1,By),tn(t,i)}}function wA(n,e){let t=this.cache;t[0]!==e&&(n.uniform1i(this.addr,e),t[0]=e)}function TA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(en(t,e))return;n.uniform2iv(this.addr,e),tn(t,e)}}function EA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(en(t,e))return;n.uniform3iv(this.addr,e),tn(t,e)}}function AA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(en(t,e))return;n.uniform4iv(this.addr,e),tn(t,e)}}function CA(n,e){let t=this.cache;t[0]!==e&&(n.uniform1ui(this.addr,e),t[0]=e)}function RA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(en(t,e))return;n.uniform2uiv(this.addr,e),tn(t,e)}}function PA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(en(t,e))return;n.uniform3uiv(this.addr,e),tn(t,e)}}function IA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(en(t,e))return;n.uniform4uiv(this.addr,e),tn(t,e)}}function nd(n){return n.version===0&&(n.compareFunction=Yp,n.needsUpdate=!0),n}function LA(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===n.SAMPLER_2D_SHADOW?s=nd(sx):s=rx,t.setTexture2D(e||s,r)}function DA(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture3D(e||lx,r)}function NA(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===n.SAMPLER_CUBE_SHADOW?s=nd(ox):s=cx,t.setTextureCube(e||s,r)}function FA(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture2DArray(e||ax,r)}function kA(n){switch(n){case 5126:return vA;case 35664:return _A;case 35665:return yA;case 35666:return xA;case 35674:return bA;case 35675:return SA;case 35676:return MA;case 5124:case 35670:return wA;case 35667:case 35671:return TA;case 35668:case 35672:return EA;case 35669:case 35673:return AA;case 5125:return CA;case 36294:return RA;case 36295:return PA;case 36296:return IA;case 35678:case 36198:case 36298:case 36306:case 35682:return LA;case 35679:case 36299:case 36307:return DA;case 35680:case 36300:case 36308:case 36293:return NA;case 36289:case 36303:case 36311:case 36292:return FA}}function UA(n,e){n.uniform1fv(this.addr,e)}function OA(n,e){let t=ua(e,this.size,2);n.uniform2fv(this.addr,t)}function BA(n,e){let t=ua(e,this.size,3);n.uniform3fv(this.addr,t)}function zA(n,e){let t=ua(e,this.size,4);n.uniform4fv(this.addr,t)}function VA(n,e){let t=ua(e,this.size,4);n.uniformMatrix2fv(this.addr,!1,t)}function HA(n,e){let t=ua(e,this.size,9);n.uniformMatrix3fv(this.addr,!1,t)}function GA(n,e){let t=ua(e,this.size,16);n.uniformMatrix4fv(this.addr,!1,t)}function WA(n,e){n.uniform1iv(this.addr,e)}function XA(n,e){n.uniform2iv(this.addr,e)}function qA(n,e){n.uniform3iv(this.addr,e)}function JA(n,e){n.uniform4iv(this.addr,e)}function YA(n,e){n.uniform1uiv(this.addr,e)}function $A(n,e){n.uniform2uiv(this.addr,e)}function KA(n,e){n.uniform3uiv(this.addr,e)}function ZA(n,e){n.uniform4uiv(this.addr,e)}function jA(n,e,t){let i=this.cache,r=e.length,s=td(t,r);en(i,s)||(n.uniform1iv(this.addr,s),tn(i,s));let o;this.type===n.SAMPLER_2D_SHADOW?o=nd(sx):o=rx;for(let l=0;l!==r;++l)t.setTexture2D(e[l]||o,s[l])}function QA(n,e,t){let i=this.cache,r=e.length,s=td(t,r);en(i,s)||(n.uniform1iv(this.addr,s),tn(i,s));for(let o=0;o!==r;++o)t.setTexture3D(e[o]||lx,s[o])}function eC(n,e,t){let i=this.cache,r=e.length,s=td(t,r);en(i,s)||(n.uniform1iv(this.addr,s),tn(i,s));let o;this.type===n.SAMPLER_CUBE_SHADOW?o=nd(ox):o=cx;for(let l=0;l!==r;++l)t.setTextureCube(e[l]||o,s[l])}function tC(n,e,t){let i=this.cache,r=e.length,s=td(t,r);en(i,s)||(n.uniform1iv(this.addr,s),tn(i,s));for(let o=0;o!==r;++o)t.setTexture2DArray(e[o]||ax,s[o])}function nC(n){switch(n){case 5126:return UA;case 35664:return OA;case 35665:return BA;case 35666:return zA;case 35674:return VA;case 35675:return HA;case 35676:return GA;case 5124:case 35670:return WA;case 35667:case 35671:return XA;case 35668:case 35672:return qA;case 35669:case 35673:return JA;case 5125:return YA;case 36294:return $A;case 36295:return KA;case 36296:return ZA;case 35678:case 36198:case 36298:case 36306:case 35682:return jA;case 35679:case 36299:case 36307:return QA;case 35680:case 36300:case 36308:case 36293:return eC;case 36289:case 36303:case 36311:case 36292:return tC}}var im=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=kA(t.type)}},rm=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=nC(t.type)}},sm=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let r=this.seq;for(let s=0,o=r.length;s!==o;++s){let l=r[s];l.setValue(e,t[l.id],i)}}},tm=/(\w+)(\])?(\[|\.)?/g;function Hy(n,e){n.seq.push(e),n.map[e.id]=e}function iC(n,e,t){let i=n.name,r=i.length;for(tm.lastIndex=0;;){let s=tm.exec(i),o=tm.lastIndex,l=s[1],c=s[2]==="]",u=s[3];if(c&&(l=l|0),u===void 0||u==="["&&o+2===r){Hy(t,u===void 0?new im(l,n,e):new rm(l,n,e));break}else{let m=t.map[l];m===void 0&&(m=new sm(l),Hy(t,m)),t=m}}}var ca=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<i;++o){let l=e.getActiveUniform(t,o),c=e.getUniformLocation(t,l.name);iC(l,c,this)}let r=[],s=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(o):s.push(o);r.length>0&&(this.seq=r.concat(s))}setValue(e,t,i,r){let s=this.map[t];s!==void 0&&s.setValue(e,i,r)}setOptional(e,t,i){let r=t[i];r!==void 0&&this.setValue(e,i,r)}static upload(e,t,i,r){for(let s=0,o=t.length;s!==o;++s){let l=t[s],c=i[l.id];c.needsUpdate!==!1&&l.setValue(e,c.value,r)}}static seqWithValue(e,t){let i=[];for(let r=0,s=e.length;r!==s;++r){let o=e[r];o.id in t&&i.push(o)}return i}};function Gy(n,e,t){let i=n.createShader(e);return n.shaderSource(i,t),n.compileShader(i),i}var rC=37297,sC=0;function oC(n,e){let t=n.split(`
`),i=[],r=Math.max(e-6,0),s=Math.min(e+6,t.length);for(let o=r;o<s;o++){let l=o+1;i.push(`${l===e?">":" "} ${l}: ${t[o]}`)}return i.join(`
`)}var Wy=new ze;function aC(n){it._getMatrix(Wy,it.workingColorSpace,n);let e=`mat3( ${Wy.elements.map(t=>t.toFixed(4))} )`;switch(it.getTransfer(n)){case rl:return[e,"LinearTransferOETF"];case yt:return[e,"sRGBTransferOETF"];default:return Oe("WebGLProgram: Unsupported color space: ",n),[e,"LinearTransferOETF"]}}function Xy(n,e,t){let i=n.getShaderParameter(e,n.COMPILE_STATUS),s=(n.getShaderInfoLog(e)||"").trim();if(i&&s==="")return"";let o=/ERROR: 0:(\d+)/.exec(s);if(o){let l=parseInt(o[1]);return t.toUpperCase()+`

`+s+`

`+oC(n.getShaderSource(e),l)}else return s}function lC(n,e){let t=aC(e);return[`vec4 ${n}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var cC={[Pp]:"Linear",[Ip]:"Reinhard",[Lp]:"Cineon",[Dp]:"ACESFilmic",[Fp]:"AgX",[kp]:"Neutral",[Np]:"Custom"};function uC(n,e){let t=cC[e];return t===void 0?(Oe("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var jh=new H;function hC(){it.getLuminanceCoefficients(jh);let n=jh.x.toFixed(4),e=jh.y.toFixed(4),t=jh.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function dC(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Cl).join(`
`)}function fC(n){let e=[];for(let t in n){let i=n[t];i!==!1&&e.push("#define "+t+" "+i)}return e.join(`
`)}function pC(n,e){let t={},i=n.getProgramParameter(e,n.ACTIVE_ATTRIBUTES);for(let r=0;r<i;r++){let s=n.getActiveAttrib(e,r),o=s.name,l=1;s.type===n.FLOAT_MAT2&&(l=2),s.type===n.FLOAT_MAT3&&(l=3),s.type===n.FLOAT_MAT4&&(l=4),t[o]={type:s.type,location:n.getAttribLocation(e,o),locationSize:l}}return t}function Cl(n){return n!==""}function qy(n,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return n.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function Jy(n,e){return n.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var mC=/^[ \t]*#include +<([\w\d./]+)>/gm;function om(n){return n.replace(mC,gC)}function gC(n,e){let t=Ze[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return om(t)}var vC=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function Yy(n){return n.replace(vC,_C)}function _C(n,e,t,i){let r="";for(let s=parseInt(e);s<parseInt(t);s++)r+=i.replace(/\[\s*i\s*\]/g,"[ "+s+" ]").replace(/UNROLLED_LOOP_INDEX/g,s);return r}function $y(n){let e=`precision ${n.precision} float;
	precision ${n.precision} int;
	precision ${n.precision} sampler2D;
	precision ${n.precision} samplerCube;
	precision ${n.precision} sampler3D;
	precision ${n.precision} sampler2DArray;
	precision ${n.precision} sampler2DShadow;
	precision ${n.precision} samplerCubeShadow;
	precision ${n.precision} sampler2DArrayShadow;
	precision ${n.precision} isampler2D;
	precision ${n.precision} isampler3D;
	precision ${n.precision} isamplerCube;
	precision ${n.precision} isampler2DArray;
	precision ${n.precision} usampler2D;
	precision ${n.precision} usampler3D;
	precision ${n.precision} usamplerCube;
	precision ${n.precision} usampler2DArray;
	`;return n.precision==="highp"?e+=`
#define HIGH_PRECISION`:n.precision==="mediump"?e+=`
#define MEDIUM_PRECISION`:n.precision==="lowp"&&(e+=`
#define LOW_PRECISION`),e}var yC={[gl]:"SHADOWMAP_TYPE_PCF",[na]:"SHADOWMAP_TYPE_VSM"};function xC(n){return yC[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var bC={[ra]:"ENVMAP_MODE_REFRACTION"};function SC(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":bC[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var MC={[Rp]:"ENVMAP_BLENDING_MULTIPLY",[dy]:"ENVMAP_BLENDING_MIX",[fy]:"ENVMAP_BLENDING_ADD"};function wC(n){return n.envMap===!1?"ENVMAP_BLENDING_NONE":MC[n.combine]||"ENVMAP_BLENDING_NONE"}function TC(n,e,t,i){let r=n.getContext(),s=t.defines,o=t.vertexShader,l=t.fragmentShader,c=xC(t),u=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=SC(t),m=wC(t),p=dC(t),f=fC(s),_=r.createProgram(),S,g,v=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(S=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Cl).join(`
`),S.length>0&&(S+=`
`),g=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Cl).join(`
`),g.length>0&&(g+=`
`)):(S=[$y(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Cl).join(`
`),g=[$y(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+u:"",t.envMap?"#define "+h:"",t.envMap?"#define "+m:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==er?"#define TONE_MAPPING":"",t.toneMapping!==er?Ze.tonemapping_pars_fragment:"",t.toneMapping!==er?uC("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",Ze.colorspace_pars_fragment,lC("linearToOutputTexel",t.outputColorSpace),hC(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Cl).join(`
`)),o=om(o),o=qy(o,t),o=Jy(o,t),l=om(l),l=qy(l,t),l=Jy(l,t),o=Yy(o),l=Yy(l),t.isRawShaderMaterial!==!0&&(v=`#version 300 es
`,S=[p,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+S,g=["#define varying in",t.glslVersion===no?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===no?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+g);let M=v+S+o,A=v+g+l,w=Gy(r,r.VERTEX_SHADER,M),R=Gy(r,r.FRAGMENT_SHADER,A);r.attachShader(_,w),r.attachShader(_,R),t.index0AttributeName!==void 0?r.bindAttribLocation(_,0,t.index0AttributeName):t.hasPositionAttribute===!0&&r.bindAttribLocation(_,0,"position"),r.linkProgram(_);function C(D){if(n.debug.checkShaderErrors){let F=r.getProgramInfoLog(_)||"",V=r.getShaderInfoLog(w)||"",X=r.getShaderInfoLog(R)||"",L=F.trim(),Y=V.trim(),Q=X.trim(),W=!0,ae=!0;if(r.getProgramParameter(_,r.LINK_STATUS)===!1)if(W=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(r,_,w,R);else{let J=Xy(r,w,"vertex"),te=Xy(r,R,"fragment");Be("WebGLProgram: Shader Error "+r.getError()+" - VALIDATE_STATUS "+r.getProgramParameter(_,r.VALIDATE_STATUS)+`

Material Name: `+D.name+`
Material Type: `+D.type+`

Program Info Log: `+L+`
`+J+`
`+te)}else L!==""?Oe("WebGLProgram: Program Info Log:",L):(Y===""||Q==="")&&(ae=!1);ae&&(D.diagnostics={runnable:W,programLog:L,vertexShader:{log:Y,prefix:S},fragmentShader:{log:Q,prefix:g}})}r.deleteShader(w),r.deleteShader(R),y=new ca(r,_),T=pC(r,_)}let y;this.getUniforms=function(){return y===void 0&&C(this),y};let T;this.getAttributes=function(){return T===void 0&&C(this),T};let O=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return O===!1&&(O=r.getProgramParameter(_,rC)),O},this.destroy=function(){i.releaseStatesOfProgram(this),r.deleteProgram(_),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=sC++,this.cacheKey=e,this.usedTimes=1,this.program=_,this.vertexShader=w,this.fragmentShader=R,this}var EC=0,am=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(i)===!1&&(r.add(i),i.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,i=t.get(e);return i===void 0&&(i=new lm(e),t.set(e,i)),i}},lm=class{constructor(e){this.id=EC++,this.code=e,this.usedTimes=0}};function AC(n){return n===_s||n===wl||n===Tl}function CC(n,e,t,i,r,s){let o=new ll,l=new am,c=new Set,u=[],h=new Map,m=i.logarithmicDepthBuffer,p={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(y){return c.add(y),y===0?"uv":`uv${y}`}function _(y,T,O,D,F,V){let X=D.fog,L=F.geometry,Y=y.isMeshStandardMaterial||y.isMeshLambertMaterial||y.isMeshPhongMaterial?D.environment:null,Q=y.isMeshStandardMaterial||y.isMeshLambertMaterial&&!y.envMap||y.isMeshPhongMaterial&&!y.envMap,W=e.get(y.envMap||Y,Q),ae=p[y.type],J=i.precision;y.precision!==null&&(J=i.getMaxPrecision(y.precision),J!==y.precision&&Oe("WebGLProgram.getParameters:",y.precision,"not supported, using",J,"instead."));let te=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,ie=te!==void 0?te.length:0,Ce=0;L.morphAttributes.position!==void 0&&(Ce=1),L.morphAttributes.normal!==void 0&&(Ce=2),L.morphAttributes.color!==void 0&&(Ce=3);let He,Z,xe,Te;if(ae){let _e=nr[ae];He=_e.vertexShader,Z=_e.fragmentShader}else{He=y.vertexShader,Z=y.fragmentShader;let _e=l.getVertexShaderStage(y),bt=l.getFragmentShaderStage(y);l.update(y,_e,bt),xe=_e.id,Te=bt.id}let De=n.getRenderTarget(),be=n.state.buffers.depth.getReversed(),We=F.isInstancedMesh===!0,qt=F.isBatchedMesh===!0,Ue=!!y.map,xt=!!y.matcap,Et=!!W,et=Et&&W.isPMREMTexture===!0,dn=!!y.aoMap,Kt=!!y.lightMap,Hn=!!y.bumpMap&&y.wireframe===!1,Ot=!!y.normalMap,Oi=!!y.displacementMap,nn=!!y.emissiveMap,si=!!y.metalnessMap,oi=!!y.roughnessMap,ai=y.anisotropy>0,N=y.clearcoat>0,li=y.diffuseRoughness>0,Dt=y.dispersion>0,Nt=y.retroreflectivity>0,ve=y.iridescence>0,Zt=y.sheen>0,Ne=y.transmission>0,Ve=ai&&!!y.anisotropyMap,E=N&&!!y.clearcoatMap,x=N&&!!y.clearcoatNormalMap,U=N&&!!y.clearcoatRoughnessMap,se=li&&!!y.diffuseRoughnessMap,ee=ve&&!!y.iridescenceMap,ue=ve&&!!y.iridescenceThicknessMap,me=Zt&&!!y.sheenColorMap,$=Zt&&!!y.sheenRoughnessMap,K=!!y.specularMap,de=!!y.specularColorMap,P=!!y.specularIntensityMap,j=Ne&&!!y.transmissionMap,q=Ne&&!!y.thicknessMap,fe=!!y.gradientMap,ce=!!y.alphaMap,he=y.alphaTest>0,Pe=!!y.alphaHash,$e=!!y.extensions,le=er;y.toneMapped&&(De===null||De.isXRRenderTarget===!0)&&(le=n.toneMapping);let Le=et?W.isCompressedCubeTexture?W.image[0].mipmaps:W.mipmaps:null,qe={shaderID:ae,shaderType:y.type,shaderName:y.name,vertexShader:He,fragmentShader:Z,defines:y.defines,customVertexShaderID:xe,customFragmentShaderID:Te,isRawShaderMaterial:y.isRawShaderMaterial===!0,glslVersion:y.glslVersion,precision:J,batching:qt,batchingColor:qt&&F._colorsTexture!==null,instancing:We,instancingColor:We&&F.instanceColor!==null,instancingMorph:We&&F.morphTexture!==null,outputColorSpace:De===null?n.outputColorSpace:De.isXRRenderTarget===!0?De.texture.colorSpace:it.workingColorSpace,alphaToCoverage:!!y.alphaToCoverage,map:Ue,matcap:xt,envMap:Et,envMapMode:Et&&W.mapping,envMapPMREM:et,envMapMaxLod:et?Le.length-1:null,envMapSize:et?Le[0].width:null,aoMap:dn,lightMap:Kt,bumpMap:Hn,normalMap:Ot,displacementMap:Oi,emissiveMap:nn,normalMapObjectSpace:Ot&&y.normalMapType===gy,normalMapTangentSpace:Ot&&y.normalMapType===Xp,packedNormalMap:Ot&&y.normalMapType===Xp&&AC(y.normalMap.format),metalnessMap:si,roughnessMap:oi,anisotropy:ai,anisotropyMap:Ve,clearcoat:N,clearcoatMap:E,clearcoatNormalMap:x,clearcoatRoughnessMap:U,diffuseRoughness:li,diffuseRoughnessMap:se,dispersion:Dt,retroreflection:Nt,iridescence:ve,iridescenceMap:ee,iridescenceThicknessMap:ue,sheen:Zt,sheenColorMap:me,sheenRoughnessMap:$,specularMap:K,specularColorMap:de,specularIntensityMap:P,transmission:Ne,transmissionMap:j,thicknessMap:q,gradientMap:fe,opaque:y.transparent===!1&&y.blending===ia&&y.alphaToCoverage===!1,alphaMap:ce,alphaTest:he,alphaHash:Pe,combine:y.combine,mapUv:Ue&&f(y.map.channel),aoMapUv:dn&&f(y.aoMap.channel),lightMapUv:Kt&&f(y.lightMap.channel),bumpMapUv:Hn&&f(y.bumpMap.channel),normalMapUv:Ot&&f(y.normalMap.channel),displacementMapUv:Oi&&f(y.displacementMap.channel),emissiveMapUv:nn&&f(y.emissiveMap.channel),metalnessMapUv:si&&f(y.metalnessMap.channel),roughnessMapUv:oi&&f(y.roughnessMap.channel),anisotropyMapUv:Ve&&f(y.anisotropyMap.channel),clearcoatMapUv:E&&f(y.clearcoatMap.channel),clearcoatNormalMapUv:x&&f(y.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:U&&f(y.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:se&&f(y.diffuseRoughnessMap.channel),iridescenceMapUv:ee&&f(y.iridescenceMap.channel),iridescenceThicknessMapUv:ue&&f(y.iridescenceThicknessMap.channel),sheenColorMapUv:me&&f(y.sheenColorMap.channel),sheenRoughnessMapUv:$&&f(y.sheenRoughnessMap.channel),specularMapUv:K&&f(y.specularMap.channel),specularColorMapUv:de&&f(y.specularColorMap.channel),specularIntensityMapUv:P&&f(y.specularIntensityMap.channel),transmissionMapUv:j&&f(y.transmissionMap.channel),thicknessMapUv:q&&f(y.thicknessMap.channel),alphaMapUv:ce&&f(y.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(Ot||ai),vertexNormals:!!L.attributes.normal,vertexColors:y.vertexColors,vertexAlphas:y.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:F.isPoints===!0&&!!L.attributes.uv&&(Ue||ce),fog:!!X,useFog:y.fog===!0,fogExp2:!!X&&X.isFogExp2,flatShading:y.wireframe===!1&&(y.flatShading===!0||L.attributes.normal===void 0&&Ot===!1&&(y.isMeshLambertMaterial||y.isMeshPhongMaterial||y.isMeshStandardMaterial||y.isMeshPhysicalMaterial)),sizeAttenuation:y.sizeAttenuation===!0,logarithmicDepthBuffer:m,reversedDepthBuffer:be,skinning:F.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:ie,morphTextureStride:Ce,numSunLights:T.sun.length,numDirLights:T.directional.length,numPointLights:T.point.length,numSpotLights:T.spot.length,numSpotLightMaps:T.spotLightMap.length,numRectAreaLights:T.rectArea.length,numHemiLights:T.hemi.length,numSunLightShadows:T.sunShadowMap.length,numDirLightShadows:T.directionalShadowMap.length,numPointLightShadows:T.pointShadowMap.length,numSpotLightShadows:T.spotShadowMap.length,numSpotLightShadowsWithMaps:T.numSpotLightShadowsWithMaps,numLightProbes:T.numLightProbes,numLightProbeGrids:V.filter(_e=>_e.texture!==null).length,numClippingPlanes:s.numPlanes,numClipIntersection:s.numIntersection,dithering:y.dithering,shadowMapEnabled:n.shadowMap.enabled&&O.length>0,shadowMapType:n.shadowMap.type,toneMapping:le,decodeVideoTexture:Ue&&y.map.isVideoTexture===!0&&it.getTransfer(y.map.colorSpace)===yt,decodeVideoTextureEmissive:nn&&y.emissiveMap.isVideoTexture===!0&&it.getTransfer(y.emissiveMap.colorSpace)===yt,premultipliedAlpha:y.premultipliedAlpha,doubleSided:y.side===gi,flipSided:y.side===On,useDepthPacking:y.depthPacking>=0,depthPacking:y.depthPacking||0,index0AttributeName:y.index0AttributeName,extensionClipCullDistance:$e&&y.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:($e&&y.extensions.multiDraw===!0||qt)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:y.customProgramCacheKey()};return qe.vertexUv1s=c.has(1),qe.vertexUv2s=c.has(2),qe.vertexUv3s=c.has(3),c.clear(),qe}function S(y){let T=[];if(y.shaderID?T.push(y.shaderID):(T.push(y.customVertexShaderID),T.push(y.customFragmentShaderID)),y.defines!==void 0)for(let O in y.defines)T.push(O),T.push(y.defines[O]);return y.isRawShaderMaterial===!1&&(g(T,y),v(T,y),T.push(n.outputColorSpace)),T.push(y.customProgramCacheKey),T.join()}function g(y,T){y.push(T.precision),y.push(T.outputColorSpace),y.push(T.envMapMode),y.push(T.envMapPMREM),y.push(T.envMapMaxLod),y.push(T.envMapSize),y.push(T.mapUv),y.push(T.alphaMapUv),y.push(T.lightMapUv),y.push(T.aoMapUv),y.push(T.bumpMapUv),y.push(T.normalMapUv),y.push(T.displacementMapUv),y.push(T.emissiveMapUv),y.push(T.metalnessMapUv),y.push(T.roughnessMapUv),y.push(T.anisotropyMapUv),y.push(T.clearcoatMapUv),y.push(T.clearcoatNormalMapUv),y.push(T.clearcoatRoughnessMapUv),y.push(T.diffuseRoughnessMapUv),y.push(T.iridescenceMapUv),y.push(T.iridescenceThicknessMapUv),y.push(T.sheenColorMapUv),y.push(T.sheenRoughnessMapUv),y.push(T.specularMapUv),y.push(T.specularColorMapUv),y.push(T.specularIntensityMapUv),y.push(T.transmissionMapUv),y.push(T.thicknessMapUv),y.push(T.combine),y.push(T.fogExp2),y.push(T.sizeAttenuation),y.push(T.morphTargetsCount),y.push(T.numSunLights),y.push(T.numDirLights),y.push(T.numPointLights),y.push(T.numSpotLights),y.push(T.numSpotLightMaps),y.push(T.numHemiLights),y.push(T.numRectAreaLights),y.push(T.numSunLightShadows),y.push(T.numDirLightShadows),y.push(T.numPointLightShadows),y.push(T.numSpotLightShadows),y.push(T.numSpotLightShadowsWithMaps),y.push(T.numLightProbes),y.push(T.numLightProbeGrids),y.push(T.shadowMapType),y.push(T.toneMapping),y.push(T.numClippingPlanes),y.push(T.numClipIntersection),y.push(T.depthPacking)}function v(y,T){o.disableAll(),T.instancing&&o.enable(0),T.instancingColor&&o.enable(1),T.instancingMorph&&o.enable(2),T.matcap&&o.enable(3),T.envMap&&o.enable(4),T.normalMapObjectSpace&&o.enable(5),T.normalMapTangentSpace&&o.enable(6),T.clearcoat&&o.enable(7),T.iridescence&&o.enable(8),T.alphaTest&&o.enable(9),T.vertexColors&&o.enable(10),T.vertexAlphas&&o.enable(11),T.vertexUv1s&&o.enable(12),T.vertexUv2s&&o.enable(13),T.vertexUv3s&&o.enable(14),T.vertexTangents&&o.enable(15),T.anisotropy&&o.enable(16),T.alphaHash&&o.enable(17),T.batching&&o.enable(18),T.dispersion&&o.enable(19),T.retroreflection&&o.enable(24),T.diffuseRoughness&&o.enable(25),T.batchingColor&&o.enable(20),T.gradientMap&&o.enable(21),T.packedNormalMap&&o.enable(22),T.vertexNormals&&o.enable(23),y.push(o.mask),o.disableAll(),T.fog&&o.enable(0),T.useFog&&o.enable(1),T.flatShading&&o.enable(2),T.logarithmicDepthBuffer&&o.enable(3),T.reversedDepthBuffer&&o.enable(4),T.skinning&&o.enable(5),T.morphTargets&&o.enable(6),T.morphNormals&&o.enable(7),T.morphColors&&o.enable(8),T.premultipliedAlpha&&o.enable(9),T.shadowMapEnabled&&o.enable(10),T.doubleSided&&o.enable(11),T.flipSided&&o.enable(12),T.useDepthPacking&&o.enable(13),T.dithering&&o.enable(14),T.transmission&&o.enable(15),T.sheen&&o.enable(16),T.opaque&&o.enable(17),T.pointsUvs&&o.enable(18),T.decodeVideoTexture&&o.enable(19),T.decodeVideoTextureEmissive&&o.enable(20),T.alphaToCoverage&&o.enable(21),T.numLightProbeGrids>0&&o.enable(22),T.hasPositionAttribute&&o.enable(23),y.push(o.mask)}function M(y){let T=p[y.type],O;if(T){let D=nr[T];O=Py.clone(D.uniforms)}else O=y.uniforms;return O}function A(y,T){let O=h.get(T);return O!==void 0?++O.usedTimes:(O=new TC(n,T,y,r),u.push(O),h.set(T,O)),O}function w(y){if(--y.usedTimes===0){let T=u.indexOf(y);u[T]=u[u.length-1],u.pop(),h.delete(y.cacheKey),y.destroy()}}function R(y){l.remove(y)}function C(){l.dispose()}return{getParameters:_,getProgramCacheKey:S,getUniforms:M,acquireProgram:A,releaseProgram:w,releaseShaderCache:R,programs:u,dispose:C}}function RC(){let n=new WeakMap;function e(o){return n.has(o)}function t(o){let l=n.get(o);return l===void 0&&(l={},n.set(o,l)),l}function i(o){n.delete(o)}function r(o,l,c){n.get(o)[l]=c}function s(){n=new WeakMap}return{has:e,get:t,remove:i,update:r,dispose:s}}function PC(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.material.id!==e.material.id?n.material.id-e.material.id:n.materialVariant!==e.materialVariant?n.materialVariant-e.materialVariant:n.z!==e.z?n.z-e.z:n.id-e.id}function Ky(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.z!==e.z?e.z-n.z:n.id-e.id}function Zy(){let n=[],e=0,t=[],i=[],r=[];function s(){e=0,t.length=0,i.length=0,r.length=0}function o(p){let f=0;return p.isInstancedMesh&&(f+=2),p.isSkinnedMesh&&(f+=1),f}function l(p,f,_,S,g,v){let M=n[e];return M===void 0?(M={id:p.id,object:p,geometry:f,material:_,materialVariant:o(p),groupOrder:S,renderOrder:p.renderOrder,z:g,group:v},n[e]=M):(M.id=p.id,M.object=p,M.geometry=f,M.material=_,M.materialVariant=o(p),M.groupOrder=S,M.renderOrder=p.renderOrder,M.z=g,M.group=v),e++,M}function c(p,f,_,S,g,v,M){M.reversedDepth===!0&&(g=-g);let A=l(p,f,_,S,g,v);_.transmission>0?i.push(A):_.transparent===!0?r.push(A):t.push(A)}function u(p,f,_,S,g,v){let M=l(p,f,_,S,g,v);_.transmission>0?i.unshift(M):_.transparent===!0?r.unshift(M):t.unshift(M)}function h(p,f){t.length>1&&t.sort(p||PC),i.length>1&&i.sort(f||Ky),r.length>1&&r.sort(f||Ky)}function m(){for(let p=e,f=n.length;p<f;p++){let _=n[p];if(_.id===null)break;_.id=null,_.object=null,_.geometry=null,_.material=null,_.group=null}}return{opaque:t,transmissive:i,transparent:r,init:s,push:c,unshift:u,finish:m,sort:h}}function IC(){let n=new WeakMap;function e(i,r){let s=n.get(i),o;return s===void 0?(o=new Zy,n.set(i,[o])):r>=s.length?(o=new Zy,s.push(o)):o=s[r],o}function t(){n=new WeakMap}return{get:e,dispose:t}}function LC(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new H,color:new pt};break;case"SpotLight":t={position:new H,direction:new H,color:new pt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new H,color:new pt,distance:0,decay:0};break;case"HemisphereLight":t={direction:new H,skyColor:new pt,groundColor:new pt};break;case"RectAreaLight":t={color:new pt,position:new H,halfWidth:new H,halfHeight:new H};break}return n[e.id]=t,t}}}function DC(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ot};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ot};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ot,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[e.id]=t,t}}}var NC=0;function FC(n,e){return(e.castShadow?2:0)-(n.castShadow?2:0)+(e.map?1:0)-(n.map?1:0)}function kC(n){let e=new LC,t=DC(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let u=0;u<9;u++)i.probe.push(new H);let r=new H,s=new Tt,o=new Tt;function l(u){let h=0,m=0,p=0;for(let V=0;V<9;V++)i.probe[V].set(0,0,0);let f=0,_=0,S=0,g=0,v=0,M=0,A=0,w=0,R=0,C=0,y=0,T=0,O=0,D=0;u.sort(FC);for(let V=0,X=u.length;V<X;V++){let L=u[V],Y=L.color,Q=L.intensity,W=L.distance,ae=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===_s?ae=L.shadow.map.texture:ae=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)h+=Y.r*Q,m+=Y.g*Q,p+=Y.b*Q;else if(L.isLightProbe){for(let J=0;J<9;J++)i.probe[J].addScaledVector(L.sh.coefficients[J],Q);D++}else if(L.isSunLight){let J=e.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let te=L.shadow,ie=t.get(L);ie.shadowIntensity=te.intensity,ie.shadowBias=te.bias,ie.shadowNormalBias=te.normalBias,ie.shadowRadius=te.radius,ie.shadowMapSize.copy(te.mapSize).multiply(te.getFrameExtents()),i.sunShadow[_]=ie,i.sunShadowMap[_]=ae;let Ce=te.getViewportCount();for(let He=0;He<Ce;He++)i.sunShadowMatrix[S+He]=te.getMatrix(He),i.sunShadowCascade[S+He]=te._cascadeData[He];S+=Ce,_++}i.sun[f]=J,f++}else if(L.isDirectionalLight){let J=e.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let te=L.shadow,ie=t.get(L);ie.shadowIntensity=te.intensity,ie.shadowBias=te.bias,ie.shadowNormalBias=te.normalBias,ie.shadowRadius=te.radius,ie.shadowMapSize=te.mapSize,i.directionalShadow[g]=ie,i.directionalShadowMap[g]=ae,i.directionalShadowMatrix[g]=L.shadow.matrix,R++}i.directional[g]=J,g++}else if(L.isSpotLight){let J=e.get(L);J.position.setFromMatrixPosition(L.matrixWorld),J.color.copy(Y).multiplyScalar(Q),J.distance=W,J.coneCos=Math.cos(L.angle),J.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),J.decay=L.decay,i.spot[M]=J;let te=L.shadow;if(L.map&&(i.spotLightMap[T]=L.map,T++,te.updateMatrices(L),L.castShadow&&O++),i.spotLightMatrix[M]=te.matrix,L.castShadow){let ie=t.get(L);ie.shadowIntensity=te.intensity,ie.shadowBias=te.bias,ie.shadowNormalBias=te.normalBias,ie.shadowRadius=te.radius,ie.shadowMapSize=te.mapSize,i.spotShadow[M]=ie,i.spotShadowMap[M]=ae,y++}M++}else if(L.isRectAreaLight){let J=e.get(L);J.color.copy(Y).multiplyScalar(Q),J.halfWidth.set(L.width*.5,0,0),J.halfHeight.set(0,L.height*.5,0),i.rectArea[A]=J,A++}else if(L.isPointLight){let J=e.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),J.distance=L.distance,J.decay=L.decay,L.castShadow){let te=L.shadow,ie=t.get(L);ie.shadowIntensity=te.intensity,ie.shadowBias=te.bias,ie.shadowNormalBias=te.normalBias,ie.shadowRadius=te.radius,ie.shadowMapSize=te.mapSize,ie.shadowCameraNear=te.camera.near,ie.shadowCameraFar=te.camera.far,i.pointShadow[v]=ie,i.pointShadowMap[v]=ae,i.pointShadowMatrix[v]=L.shadow.matrix,C++}i.point[v]=J,v++}else if(L.isHemisphereLight){let J=e.get(L);J.skyColor.copy(L.color).multiplyScalar(Q),J.groundColor.copy(L.groundColor).multiplyScalar(Q),i.hemi[w]=J,w++}}A>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=ye.LTC_FLOAT_1,i.rectAreaLTC2=ye.LTC_FLOAT_2):(i.rectAreaLTC1=ye.LTC_HALF_1,i.rectAreaLTC2=ye.LTC_HALF_2)),i.ambient[0]=h,i.ambient[1]=m,i.ambient[2]=p;let F=i.hash;(F.sunLength!==f||F.directionalLength!==g||F.pointLength!==v||F.spotLength!==M||F.rectAreaLength!==A||F.hemiLength!==w||F.numSunShadows!==_||F.numDirectionalShadows!==R||F.numPointShadows!==C||F.numSpotShadows!==y||F.numSpotMaps!==T||F.numLightProbes!==D)&&(i.sun.length=f,i.directional.length=g,i.spot.length=M,i.rectArea.length=A,i.point.length=v,i.hemi.length=w,i.sunShadow.length=_,i.sunShadowMap.length=_,i.sunShadowMatrix.length=S,i.sunShadowCascade.length=S,i.directionalShadow.length=R,i.directionalShadowMap.length=R,i.directionalShadowMatrix.length=R,i.pointShadow.length=C,i.pointShadowMap.length=C,i.pointShadowMatrix.length=C,i.spotShadow.length=y,i.spotShadowMap.length=y,i.spotLightMatrix.length=y+T-O,i.spotLightMap.length=T,i.numSpotLightShadowsWithMaps=O,i.numLightProbes=D,F.sunLength=f,F.directionalLength=g,F.pointLength=v,F.spotLength=M,F.rectAreaLength=A,F.hemiLength=w,F.numSunShadows=_,F.numDirectionalShadows=R,F.numPointShadows=C,F.numSpotShadows=y,F.numSpotMaps=T,F.numLightProbes=D,i.version=NC++)}function c(u,h){let m=0,p=0,f=0,_=0,S=0,g=0,v=h.matrixWorldInverse;for(let M=0,A=u.length;M<A;M++){let w=u[M];if(w.isSunLight){let R=i.sun[m];R.direction.setFromMatrixPosition(w.matrixWorld),R.direction.transformDirection(v),m++}else if(w.isDirectionalLight){let R=i.directional[p];R.direction.setFromMatrixPosition(w.matrixWorld),r.setFromMatrixPosition(w.target.matrixWorld),R.direction.sub(r),R.direction.transformDirection(v),p++}else if(w.isSpotLight){let R=i.spot[_];R.position.setFromMatrixPosition(w.matrixWorld),R.position.applyMatrix4(v),R.direction.setFromMatrixPosition(w.matrixWorld),r.setFromMatrixPosition(w.target.matrixWorld),R.direction.sub(r),R.direction.transformDirection(v),_++}else if(w.isRectAreaLight){let R=i.rectArea[S];R.position.setFromMatrixPosition(w.matrixWorld),R.position.applyMatrix4(v),o.identity(),s.copy(w.matrixWorld),s.premultiply(v),o.extractRotation(s),R.halfWidth.set(w.width*.5,0,0),R.halfHeight.set(0,w.height*.5,0),R.halfWidth.applyMatrix4(o),R.halfHeight.applyMatrix4(o),S++}else if(w.isPointLight){let R=i.point[f];R.position.setFromMatrixPosition(w.matrixWorld),R.position.applyMatrix4(v),f++}else if(w.isHemisphereLight){let R=i.hemi[g];R.direction.setFromMatrixPosition(w.matrixWorld),R.direction.transformDirection(v),g++}}}return{setup:l,setupView:c,state:i}}function jy(n){let e=new kC(n),t=[],i=[],r=[];function s(m){h.camera=m,t.length=0,i.length=0,r.length=0}function o(m){m.isLightProbeGrid?r.push(m):t.push(m)}function l(m){i.push(m)}function c(){e.setup(t),r.sort((m,p)=>m.priority-p.priority||m.id-p.id)}function u(m){e.setupView(t,m)}let h={lightsArray:t,shadowsArray:i,lightProbeGridArray:r,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:s,state:h,setupLights:c,setupLightsView:u,pushLight:o,pushShadow:l}}function UC(n){let e=new WeakMap;function t(r,s=0){let o=e.get(r),l;return o===void 0?(l=new jy(n),e.set(r,[l])):s>=o.length?(l=new jy(n),o.push(l)):l=o[s],l}function i(){e=new WeakMap}return{get:t,dispose:i}}var OC=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,BC=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ).rg;
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ).r;
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( max( 0.0, squared_mean - mean * mean ) );
	gl_FragColor = vec4( mean, std_dev, 0.0, 1.0 );
}`,zC=[new H(1,0,0),new H(-1,0,0),new H(0,1,0),new H(0,-1,0),new H(0,0,1),new H(0,0,-1)],VC=[new H(0,-1,0),new H(0,-1,0),new H(0,0,1),new H(0,0,-1),new H(0,-1,0),new H(0,-1,0)],Qy=new Tt,Al=new H,nm=new H;function HC(n,e,t){let i=new Ks,r=new ot,s=new ot,o=new Lt,l=new Qu,c=new eh,u={},h=t.maxTextureSize,m={[mi]:On,[On]:mi,[gi]:gi},p=new Qi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new ot},radius:{value:4}},vertexShader:OC,fragmentShader:BC}),f=p.clone();f.defines.HORIZONTAL_PASS=1;let _=new ii;_.setAttribute("position",new Xt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let S=new qn(_,p),g=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=gl;let v=this.type;this.render=function(C,y,T){if(g.enabled===!1||g.autoUpdate===!1&&g.needsUpdate===!1||C.length===0)return;this.type===$_&&(Oe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=gl);let O=n.getRenderTarget(),D=n.getActiveCubeFace(),F=n.getActiveMipmapLevel(),V=n.state;V.setBlending(Sr),V.buffers.depth.getReversed()===!0?V.buffers.color.setClear(0,0,0,0):V.buffers.color.setClear(1,1,1,1),V.buffers.depth.setTest(!0),V.setScissorTest(!1);let X=v!==this.type;X&&y.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(Y=>Y.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,Y=C.length;L<Y;L++){let Q=C[L],W=Q.shadow;if(W===void 0){Oe("WebGLShadowMap:",Q,"has no shadow.");continue}if(W.autoUpdate===!1&&W.needsUpdate===!1)continue;r.copy(W.mapSize);let ae=W.getFrameExtents();r.multiply(ae),s.copy(W.mapSize),(r.x>h||r.y>h)&&(r.x>h&&(s.x=Math.floor(h/ae.x),r.x=s.x*ae.x,W.mapSize.x=s.x),r.y>h&&(s.y=Math.floor(h/ae.y),r.y=s.y*ae.y,W.mapSize.y=s.y));let J=n.state.buffers.depth.getReversed();if(W.camera._reversedDepth=J,W.map===null||X===!0){if(W.map!==null&&(W.map.depthTexture!==null&&(W.map.depthTexture.dispose(),W.map.depthTexture=null),W.map.dispose()),this.type===na){if(Q.isPointLight){Oe("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}W.map=new un(r.x,r.y,{format:_s,type:Fi,minFilter:cn,magFilter:cn,generateMipmaps:!1}),W.map.texture.name=Q.name+".shadowMap",W.map.depthTexture=new Di(r.x,r.y,Ni),W.map.depthTexture.name=Q.name+".shadowMapDepth",W.map.depthTexture.format=br,W.map.depthTexture.compareFunction=null,W.map.depthTexture.minFilter=Ct,W.map.depthTexture.magFilter=Ct}else Q.isPointLight?(W.map=new Rl(r.x),W.map.depthTexture=new dl(r.x,Cn)):(W.map=new un(r.x,r.y),W.map.depthTexture=new Di(r.x,r.y,Cn)),W.map.depthTexture.name=Q.name+".shadowMap",W.map.depthTexture.format=br,this.type===gl?(W.map.depthTexture.compareFunction=J?Jp:qp,W.map.depthTexture.minFilter=cn,W.map.depthTexture.magFilter=cn):(W.map.depthTexture.compareFunction=null,W.map.depthTexture.minFilter=Ct,W.map.depthTexture.magFilter=Ct);W.camera.updateProjectionMatrix()}W.map.isWebGLCubeRenderTarget!==!0&&(W.map.width!==r.x||W.map.height!==r.y)&&W.map.setSize(r.x,r.y);let te=W.map.isWebGLCubeRenderTarget?6:W.getViewportCount();Q.isPointLight!==!0&&W.updateMatrices(Q,T);let ie=(W.camera.layers.mask&4294967294)!==0?W.camera.layers:T.layers;for(let Ce=0;Ce<te;Ce++){let He=W.getCamera(Ce);if(Q.isPointLight){let Z=W.camera,xe=W.matrix,Te=Q.distance||Z.far;Te!==Z.far&&(Z.far=Te,Z.updateProjectionMatrix()),Al.setFromMatrixPosition(Q.matrixWorld),Z.position.copy(Al),nm.copy(Z.position),nm.add(zC[Ce]),Z.up.copy(VC[Ce]),Z.lookAt(nm),Z.updateMatrixWorld(),xe.makeTranslation(-Al.x,-Al.y,-Al.z),Qy.multiplyMatrices(Z.projectionMatrix,Z.matrixWorldInverse),W._frustum.setFromProjectionMatrix(Qy,Z.coordinateSystem,Z.reversedDepth)}if(W.map.isWebGLCubeRenderTarget)n.setRenderTarget(W.map,Ce),n.clear();else{Ce===0&&(n.setRenderTarget(W.map),n.clear());let Z=W.getViewport(Ce);o.set(s.x*Z.x,s.y*Z.y,s.x*Z.z,s.y*Z.w),V.viewport(o)}i=W.getFrustum(Ce),w(y,T,He,Q,ie,this.type)}W.isPointLightShadow!==!0&&this.type===na&&M(W,T),W.needsUpdate=!1}v=this.type,g.needsUpdate=!1,n.setRenderTarget(O,D,F)};function M(C,y){let T=e.update(S);p.defines.VSM_SAMPLES!==C.blurSamples&&(p.defines.VSM_SAMPLES=C.blurSamples,f.defines.VSM_SAMPLES=C.blurSamples,p.needsUpdate=!0,f.needsUpdate=!0),C.mapPass===null?C.mapPass=new un(r.x,r.y,{format:_s,type:Fi}):(C.mapPass.width!==C.map.width||C.mapPass.height!==C.map.height)&&C.mapPass.setSize(C.map.width,C.map.height),p.uniforms.shadow_pass.value=C.map.depthTexture,p.uniforms.resolution.value.set(C.map.width,C.map.height),p.uniforms.radius.value=C.radius,n.setRenderTarget(C.mapPass),n.clear(),n.renderBufferDirect(y,null,T,p,S,null),f.uniforms.shadow_pass.value=C.mapPass.texture,f.uniforms.resolution.value.set(C.map.width,C.map.height),f.uniforms.radius.value=C.radius,n.setRenderTarget(C.map),n.clear(),n.renderBufferDirect(y,null,T,f,S,null)}function A(C,y,T,O){let D=null,F=T.isPointLight===!0?C.customDistanceMaterial:C.customDepthMaterial;if(F!==void 0)D=F;else if(D=T.isPointLight===!0?c:l,n.localClippingEnabled&&y.clipShadows===!0&&Array.isArray(y.clippingPlanes)&&y.clippingPlanes.length!==0||y.displacementMap&&y.displacementScale!==0||y.alphaMap&&y.alphaTest>0||y.map&&y.alphaTest>0||y.alphaToCoverage===!0){let V=D.uuid,X=y.uuid,L=u[V];L===void 0&&(L={},u[V]=L);let Y=L[X];Y===void 0&&(Y=D.clone(),L[X]=Y,y.addEventListener("dispose",R)),D=Y}if(D.visible=y.visible,D.wireframe=y.wireframe,O===na?D.side=y.shadowSide!==null?y.shadowSide:y.side:D.side=y.shadowSide!==null?y.shadowSide:m[y.side],D.alphaMap=y.alphaMap,D.alphaTest=y.alphaToCoverage===!0?.5:y.alphaTest,D.map=y.map,D.clipShadows=y.clipShadows,D.clippingPlanes=y.clippingPlanes,D.clipIntersection=y.clipIntersection,D.displacementMap=y.displacementMap,D.displacementScale=y.displacementScale,D.displacementBias=y.displacementBias,D.wireframeLinewidth=y.wireframeLinewidth,D.linewidth=y.linewidth,T.isPointLight===!0&&D.isMeshDistanceMaterial===!0){let V=n.properties.get(D);V.light=T}return D}function w(C,y,T,O,D,F){if(C.visible===!1)return;if(C.layers.test(D)&&(C.isMesh||C.isLine||C.isPoints)&&(C.castShadow||C.receiveShadow&&F===na)&&(!C.frustumCulled||C.intersectsFrustum(i))){C.modelViewMatrix.multiplyMatrices(T.matrixWorldInverse,C.matrixWorld);let L=e.update(C),Y=C.material;if(Array.isArray(Y)){let Q=L.groups;for(let W=0,ae=Q.length;W<ae;W++){let J=Q[W],te=Y[J.materialIndex];if(te&&te.visible){let ie=A(C,te,O,F);C.onBeforeShadow(n,C,y,T,L,ie,J),n.renderBufferDirect(T,null,L,ie,C,J),C.onAfterShadow(n,C,y,T,L,ie,J)}}}else if(Y.visible){let Q=A(C,Y,O,F);C.onBeforeShadow(n,C,y,T,L,Q,null),n.renderBufferDirect(T,null,L,Q,C,null),C.onAfterShadow(n,C,y,T,L,Q,null)}}let X=C.children;for(let L=0,Y=X.length;L<Y;L++)w(X[L],y,T,O,D,F)}function R(C){C.target.removeEventListener("dispose",R);for(let T in u){let O=u[T],D=C.target.uuid;D in O&&(O[D].dispose(),delete O[D])}}}function GC(n,e){function t(){let P=!1,j=new Lt,q=null,fe=new Lt(0,0,0,0);return{setMask:function(ce){q!==ce&&!P&&(n.colorMask(ce,ce,ce,ce),q=ce)},setLocked:function(ce){P=ce},setClear:function(ce,he,Pe,$e,le){le===!0&&(ce*=$e,he*=$e,Pe*=$e),j.set(ce,he,Pe,$e),fe.equals(j)===!1&&(n.clearColor(ce,he,Pe,$e),fe.copy(j))},reset:function(){P=!1,q=null,fe.set(-1,0,0,0)}}}function i(){let P=!1,j=!1,q=null,fe=null,ce=null;return{setReversed:function(he){if(j!==he){let Pe=e.get("EXT_clip_control");he?Pe.clipControlEXT(Pe.LOWER_LEFT_EXT,Pe.ZERO_TO_ONE_EXT):Pe.clipControlEXT(Pe.LOWER_LEFT_EXT,Pe.NEGATIVE_ONE_TO_ONE_EXT),j=he;let $e=ce;ce=null,this.setClear($e)}},getReversed:function(){return j},setTest:function(he){he?be(n.DEPTH_TEST):We(n.DEPTH_TEST)},setMask:function(he){q!==he&&!P&&(n.depthMask(he),q=he)},setFunc:function(he){if(j&&(he=Ay[he]),fe!==he){switch(he){case ku:n.depthFunc(n.NEVER);break;case Uu:n.depthFunc(n.ALWAYS);break;case Ou:n.depthFunc(n.LESS);break;case $o:n.depthFunc(n.LEQUAL);break;case Bu:n.depthFunc(n.EQUAL);break;case zu:n.depthFunc(n.GEQUAL);break;case Vu:n.depthFunc(n.GREATER);break;case Hu:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}fe=he}},setLocked:function(he){P=he},setClear:function(he){ce!==he&&(ce=he,j&&(he=1-he),n.clearDepth(he))},reset:function(){P=!1,q=null,fe=null,ce=null,j=!1}}}function r(){let P=!1,j=null,q=null,fe=null,ce=null,he=null,Pe=null,$e=null,le=null;return{setTest:function(Le){P||(Le?be(n.STENCIL_TEST):We(n.STENCIL_TEST))},setMask:function(Le){j!==Le&&!P&&(n.stencilMask(Le),j=Le)},setFunc:function(Le,qe,_e){(q!==Le||fe!==qe||ce!==_e)&&(n.stencilFunc(Le,qe,_e),q=Le,fe=qe,ce=_e)},setOp:function(Le,qe,_e){(he!==Le||Pe!==qe||$e!==_e)&&(n.stencilOp(Le,qe,_e),he=Le,Pe=qe,$e=_e)},setLocked:function(Le){P=Le},setClear:function(Le){le!==Le&&(n.clearStencil(Le),le=Le)},reset:function(){P=!1,j=null,q=null,fe=null,ce=null,he=null,Pe=null,$e=null,le=null}}}let s=new t,o=new i,l=new r,c={},u=new WeakMap,h={},m={},p={},f=new WeakMap,_=[],S=null,g=!1,v=null,M=null,A=null,w=null,R=null,C=null,y=null,T=new pt(0,0,0),O=0,D=!1,F=null,V=null,X=null,L=null,Y=null,Q=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),W=!1,ae=0,J=n.getParameter(n.VERSION);J.indexOf("WebGL")!==-1?(ae=parseFloat(/^WebGL (\d)/.exec(J)[1]),W=ae>=1):J.indexOf("OpenGL ES")!==-1&&(ae=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),W=ae>=2);let te=null,ie={},Ce=n.getParameter(n.SCISSOR_BOX),He=n.getParameter(n.VIEWPORT),Z=new Lt().fromArray(Ce),xe=new Lt().fromArray(He);function Te(P,j,q,fe){let ce=new Uint8Array(4),he=n.createTexture();n.bindTexture(P,he),n.texParameteri(P,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(P,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let Pe=0;Pe<q;Pe++)P===n.TEXTURE_3D||P===n.TEXTURE_2D_ARRAY?n.texImage3D(j,0,n.RGBA,1,1,fe,0,n.RGBA,n.UNSIGNED_BYTE,ce):n.texImage2D(j+Pe,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,ce);return he}let De={};De[n.TEXTURE_2D]=Te(n.TEXTURE_2D,n.TEXTURE_2D,1),De[n.TEXTURE_CUBE_MAP]=Te(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),De[n.TEXTURE_2D_ARRAY]=Te(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),De[n.TEXTURE_3D]=Te(n.TEXTURE_3D,n.TEXTURE_3D,1,1),s.setClear(0,0,0,1),o.setClear(1),l.setClear(0),be(n.DEPTH_TEST),o.setFunc($o),Hn(!1),Ot(Tp),be(n.CULL_FACE),dn(Sr);function be(P){h[P]!==!0&&(n.enable(P),h[P]=!0)}function We(P){h[P]!==!1&&(n.disable(P),h[P]=!1)}function qt(P,j){return p[P]!==j?(n.bindFramebuffer(P,j),p[P]=j,P===n.DRAW_FRAMEBUFFER&&(p[n.FRAMEBUFFER]=j),P===n.FRAMEBUFFER&&(p[n.DRAW_FRAMEBUFFER]=j),!0):!1}function Ue(P,j){let q=_,fe=!1;if(P){q=f.get(j),q===void 0&&(q=[],f.set(j,q));let ce=P.textures;if(q.length!==ce.length||q[0]!==n.COLOR_ATTACHMENT0){for(let he=0,Pe=ce.length;he<Pe;he++)q[he]=n.COLOR_ATTACHMENT0+he;q.length=ce.length,fe=!0}}else q[0]!==n.BACK&&(q[0]=n.BACK,fe=!0);fe&&n.drawBuffers(q)}function xt(P){return S!==P?(n.useProgram(P),S=P,!0):!1}let Et={[Qs]:n.FUNC_ADD,[K_]:n.FUNC_SUBTRACT,[Z_]:n.FUNC_REVERSE_SUBTRACT};Et[j_]=n.MIN,Et[Q_]=n.MAX;let et={[ey]:n.ZERO,[ph]:n.ONE,[ty]:n.SRC_COLOR,[vl]:n.SRC_ALPHA,[ay]:n.SRC_ALPHA_SATURATE,[sy]:n.DST_COLOR,[iy]:n.DST_ALPHA,[ny]:n.ONE_MINUS_SRC_COLOR,[_l]:n.ONE_MINUS_SRC_ALPHA,[oy]:n.ONE_MINUS_DST_COLOR,[ry]:n.ONE_MINUS_DST_ALPHA,[ly]:n.CONSTANT_COLOR,[cy]:n.ONE_MINUS_CONSTANT_COLOR,[uy]:n.CONSTANT_ALPHA,[hy]:n.ONE_MINUS_CONSTANT_ALPHA};function dn(P,j,q,fe,ce,he,Pe,$e,le,Le){if(P===Sr){g===!0&&(We(n.BLEND),g=!1);return}if(g===!1&&(be(n.BLEND),g=!0),P!==fh){if(P!==v||Le!==D){if((M!==Qs||R!==Qs)&&(n.blendEquation(n.FUNC_ADD),M=Qs,R=Qs),Le)switch(P){case ia:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Ep:n.blendFunc(n.ONE,n.ONE);break;case Ap:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case Cp:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.ZERO,n.ONE);break;default:Be("WebGLState: Invalid blending: ",P);break}else switch(P){case ia:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case Ep:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case Ap:Be("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Cp:Be("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Be("WebGLState: Invalid blending: ",P);break}A=null,w=null,C=null,y=null,T.set(0,0,0),O=0,v=P,D=Le}return}ce=ce||j,he=he||q,Pe=Pe||fe,(j!==M||ce!==R)&&(n.blendEquationSeparate(Et[j],Et[ce]),M=j,R=ce),(q!==A||fe!==w||he!==C||Pe!==y)&&(n.blendFuncSeparate(et[q],et[fe],et[he],et[Pe]),A=q,w=fe,C=he,y=Pe),($e.equals(T)===!1||le!==O)&&(n.blendColor($e.r,$e.g,$e.b,le),T.copy($e),O=le),v=P,D=!1}function Kt(P,j){P.side===gi?We(n.CULL_FACE):be(n.CULL_FACE);let q=P.side===On;j&&(q=!q),Hn(q),P.blending===ia&&P.transparent===!1?dn(Sr):dn(P.blending,P.blendEquation,P.blendSrc,P.blendDst,P.blendEquationAlpha,P.blendSrcAlpha,P.blendDstAlpha,P.blendColor,P.blendAlpha,P.premultipliedAlpha),o.setFunc(P.depthFunc),o.setTest(P.depthTest),o.setMask(P.depthWrite),s.setMask(P.colorWrite);let fe=P.stencilWrite;l.setTest(fe),fe&&(l.setMask(P.stencilWriteMask),l.setFunc(P.stencilFunc,P.stencilRef,P.stencilFuncMask),l.setOp(P.stencilFail,P.stencilZFail,P.stencilZPass)),nn(P.polygonOffset,P.polygonOffsetFactor,P.polygonOffsetUnits),P.alphaToCoverage===!0?be(n.SAMPLE_ALPHA_TO_COVERAGE):We(n.SAMPLE_ALPHA_TO_COVERAGE)}function Hn(P){F!==P&&(P?n.frontFace(n.CW):n.frontFace(n.CCW),F=P)}function Ot(P){P!==J_?(be(n.CULL_FACE),P!==V&&(P===Tp?n.cullFace(n.BACK):P===Y_?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):We(n.CULL_FACE),V=P}function Oi(P){P!==X&&(W&&n.lineWidth(P),X=P)}function nn(P,j,q){P?(be(n.POLYGON_OFFSET_FILL),(L!==j||Y!==q)&&(L=j,Y=q,o.getReversed()&&(j=-j,q=-q),n.polygonOffset(j,q))):We(n.POLYGON_OFFSET_FILL)}function si(P){P?be(n.SCISSOR_TEST):We(n.SCISSOR_TEST)}function oi(P){P===void 0&&(P=n.TEXTURE0+Q-1),te!==P&&(n.activeTexture(P),te=P)}function ai(P,j,q){q===void 0&&(te===null?q=n.TEXTURE0+Q-1:q=te);let fe=ie[q];fe===void 0&&(fe={type:void 0,texture:void 0},ie[q]=fe),(fe.type!==P||fe.texture!==j)&&(te!==q&&(n.activeTexture(q),te=q),n.bindTexture(P,j||De[P]),fe.type=P,fe.texture=j)}function N(){let P=ie[te];P!==void 0&&P.type!==void 0&&(n.bindTexture(P.type,null),P.type=void 0,P.texture=void 0)}function li(){try{n.compressedTexImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function Dt(){try{n.compressedTexImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function Nt(){try{n.texSubImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function ve(){try{n.texSubImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function Zt(){try{n.compressedTexSubImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function Ne(){try{n.compressedTexSubImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function Ve(){try{n.texStorage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function E(){try{n.texStorage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function x(){try{n.texImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function U(){try{n.texImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function se(P){return m[P]!==void 0?m[P]:n.getParameter(P)}function ee(P,j){m[P]!==j&&(n.pixelStorei(P,j),m[P]=j)}function ue(P){Z.equals(P)===!1&&(n.scissor(P.x,P.y,P.z,P.w),Z.copy(P))}function me(P){xe.equals(P)===!1&&(n.viewport(P.x,P.y,P.z,P.w),xe.copy(P))}function $(P,j){let q=u.get(j);q===void 0&&(q=new WeakMap,u.set(j,q));let fe=q.get(P);fe===void 0&&(fe=n.getUniformBlockIndex(j,P.name),n.uniformBlockBinding(j,fe,fe),q.set(P,fe))}function K(P,j,q){let ce=u.get(j).get(P);c[ce]!==q&&(n.bindBufferBase(n.UNIFORM_BUFFER,ce,q),c[ce]=q)}function de(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),o.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),h={},m={},te=null,ie={},p={},c={},f=new WeakMap,_=[],S=null,g=!1,v=null,M=null,A=null,w=null,R=null,C=null,y=null,T=new pt(0,0,0),O=0,D=!1,F=null,V=null,X=null,L=null,Y=null,Z.set(0,0,n.canvas.width,n.canvas.height),xe.set(0,0,n.canvas.width,n.canvas.height),s.reset(),o.reset(),l.reset()}return{buffers:{color:s,depth:o,stencil:l},enable:be,disable:We,bindFramebuffer:qt,drawBuffers:Ue,useProgram:xt,setBlending:dn,setMaterial:Kt,setFlipSided:Hn,setCullFace:Ot,setLineWidth:Oi,setPolygonOffset:nn,setScissorTest:si,activeTexture:oi,bindTexture:ai,unbindTexture:N,compressedTexImage2D:li,compressedTexImage3D:Dt,texImage2D:x,texImage3D:U,pixelStorei:ee,getParameter:se,updateUBOMapping:$,uniformBlockBinding:K,texStorage2D:Ve,texStorage3D:E,texSubImage2D:Nt,texSubImage3D:ve,compressedTexSubImage2D:Zt,compressedTexSubImage3D:Ne,scissor:ue,viewport:me,reset:de}}function WC(n,e,t,i,r,s,o){let l=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,c=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),u=new ot,h=new WeakMap,m=new Set,p,f=new WeakMap,_=new Set,S=new FinalizationRegistry(E=>_.delete(E)),g=!1;try{g=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function v(E,x){return g?new OffscreenCanvas(E,x):ol("canvas")}function M(E,x,U){let se=1,ee=Ve(E);if((ee.width>U||ee.height>U)&&(se=U/Math.max(ee.width,ee.height)),se<1)if(typeof HTMLImageElement<"u"&&E instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&E instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&E instanceof ImageBitmap||typeof VideoFrame<"u"&&E instanceof VideoFrame){let ue=Math.floor(se*ee.width),me=Math.floor(se*ee.height);p===void 0&&(p=v(ue,me));let $=x?v(ue,me):p;return $.width=ue,$.height=me,$.getContext("2d").drawImage(E,0,0,ue,me),Oe("WebGLRenderer: Texture has been resized from ("+ee.width+"x"+ee.height+") to ("+ue+"x"+me+")."),$}else return"data"in E&&Oe("WebGLRenderer: Image in DataTexture is too big ("+ee.width+"x"+ee.height+")."),E;return E}function A(E){return E.generateMipmaps}function w(E){n.generateMipmap(E)}function R(E){return E.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:E.isWebGL3DRenderTarget?n.TEXTURE_3D:E.isWebGLArrayRenderTarget||E.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function C(E,x,U,se,ee,ue=!1){if(E!==null){if(n[E]!==void 0)return n[E];Oe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+E+"'")}let me;se&&(me=e.get("EXT_texture_norm16"),me||Oe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let $=x;if(x===n.RED&&(U===n.FLOAT&&($=n.R32F),U===n.HALF_FLOAT&&($=n.R16F),U===n.UNSIGNED_BYTE&&($=n.R8),U===n.UNSIGNED_SHORT&&me&&($=me.R16_EXT),U===n.SHORT&&me&&($=me.R16_SNORM_EXT)),x===n.RED_INTEGER&&(U===n.UNSIGNED_BYTE&&($=n.R8UI),U===n.UNSIGNED_SHORT&&($=n.R16UI),U===n.UNSIGNED_INT&&($=n.R32UI),U===n.BYTE&&($=n.R8I),U===n.SHORT&&($=n.R16I),U===n.INT&&($=n.R32I)),x===n.RG&&(U===n.FLOAT&&($=n.RG32F),U===n.HALF_FLOAT&&($=n.RG16F),U===n.UNSIGNED_BYTE&&($=n.RG8),U===n.UNSIGNED_SHORT&&me&&($=me.RG16_EXT),U===n.SHORT&&me&&($=me.RG16_SNORM_EXT)),x===n.RG_INTEGER&&(U===n.UNSIGNED_BYTE&&($=n.RG8UI),U===n.UNSIGNED_SHORT&&($=n.RG16UI),U===n.UNSIGNED_INT&&($=n.RG32UI),U===n.BYTE&&($=n.RG8I),U===n.SHORT&&($=n.RG16I),U===n.INT&&($=n.RG32I)),x===n.RGB_INTEGER&&(U===n.UNSIGNED_BYTE&&($=n.RGB8UI),U===n.UNSIGNED_SHORT&&($=n.RGB16UI),U===n.UNSIGNED_INT&&($=n.RGB32UI),U===n.BYTE&&($=n.RGB8I),U===n.SHORT&&($=n.RGB16I),U===n.INT&&($=n.RGB32I)),x===n.RGBA_INTEGER&&(U===n.UNSIGNED_BYTE&&($=n.RGBA8UI),U===n.UNSIGNED_SHORT&&($=n.RGBA16UI),U===n.UNSIGNED_INT&&($=n.RGBA32UI),U===n.BYTE&&($=n.RGBA8I),U===n.SHORT&&($=n.RGBA16I),U===n.INT&&($=n.RGBA32I)),x===n.RGB&&(U===n.UNSIGNED_SHORT&&me&&($=me.RGB16_EXT),U===n.SHORT&&me&&($=me.RGB16_SNORM_EXT),U===n.UNSIGNED_INT_5_9_9_9_REV&&($=n.RGB9_E5),U===n.UNSIGNED_INT_10F_11F_11F_REV&&($=n.R11F_G11F_B10F)),x===n.RGBA){let K=ue?rl:it.getTransfer(ee);U===n.FLOAT&&($=n.RGBA32F),U===n.HALF_FLOAT&&($=n.RGBA16F),U===n.UNSIGNED_BYTE&&($=K===yt?n.SRGB8_ALPHA8:n.RGBA8),U===n.UNSIGNED_SHORT&&me&&($=me.RGBA16_EXT),U===n.SHORT&&me&&($=me.RGBA16_SNORM_EXT),U===n.UNSIGNED_SHORT_4_4_4_4&&($=n.RGBA4),U===n.UNSIGNED_SHORT_5_5_5_1&&($=n.RGB5_A1)}return($===n.R16F||$===n.R32F||$===n.RG16F||$===n.RG32F||$===n.RGBA16F||$===n.RGBA32F)&&e.get("EXT_color_buffer_float"),$}function y(E,x){let U;return E?x===null||x===Cn||x===to?U=n.DEPTH24_STENCIL8:x===Ni?U=n.DEPTH32F_STENCIL8:x===sa&&(U=n.DEPTH24_STENCIL8,Oe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):x===null||x===Cn||x===to?U=n.DEPTH_COMPONENT24:x===Ni?U=n.DEPTH_COMPONENT32F:x===sa&&(U=n.DEPTH_COMPONENT16),U}function T(E,x){return A(E)===!0||E.isFramebufferTexture&&E.minFilter!==Ct&&E.minFilter!==cn?Math.log2(Math.max(x.width,x.height))+1:E.mipmaps.length>0?E.mipmaps.length:E.isCompressedTexture&&Array.isArray(E.image)?x.mipmaps.length:1}function O(E){let x=new WeakRef(E);i.get(E).__ref=x,_.add(x),S.register(E,x,x)}function D(E){let x=i.get(E).__ref;x!==void 0&&(_.delete(x),S.unregister(x))}function F(E){X(E.target)}function V(E){L(E.target)}function X(E){E.removeEventListener("dispose",F),D(E),Q(E),E.isVideoTexture&&h.delete(E),E.isHTMLTexture&&m.delete(E)}function L(E){E.removeEventListener("dispose",V),D(E),ae(E)}function Y(){for(let E of _){let x=E.deref();x!==void 0&&(x.isRenderTarget===!0?L(x):X(x))}_.clear(),m.clear()}function Q(E){let x=i.get(E);if(x.__webglInit===void 0)return;let U=E.source,se=f.get(U);if(se){let ee=se[x.__cacheKey];ee.usedTimes--,ee.usedTimes===0&&W(E),Object.keys(se).length===0&&f.delete(U)}i.remove(E)}function W(E){let x=i.get(E);n.deleteTexture(x.__webglTexture);let U=E.source,se=f.get(U);delete se[x.__cacheKey],o.memory.textures--}function ae(E){let x=i.get(E);x.__depthDisposeCallback&&x.__depthDisposeCallback();let U=E.depthTexture;if(U&&U.renderTarget===E&&X(U),E.isWebGLCubeRenderTarget)for(let ee=0;ee<6;ee++){if(Array.isArray(x.__webglFramebuffer[ee]))for(let ue=0;ue<x.__webglFramebuffer[ee].length;ue++)n.deleteFramebuffer(x.__webglFramebuffer[ee][ue]);else n.deleteFramebuffer(x.__webglFramebuffer[ee]);x.__webglDepthbuffer&&n.deleteRenderbuffer(x.__webglDepthbuffer[ee])}else{if(Array.isArray(x.__webglFramebuffer))for(let ee=0;ee<x.__webglFramebuffer.length;ee++)n.deleteFramebuffer(x.__webglFramebuffer[ee]);else n.deleteFramebuffer(x.__webglFramebuffer);if(x.__webglDepthbuffer&&n.deleteRenderbuffer(x.__webglDepthbuffer),x.__webglMultisampledFramebuffer&&n.deleteFramebuffer(x.__webglMultisampledFramebuffer),x.__webglColorRenderbuffer)for(let ee=0;ee<x.__webglColorRenderbuffer.length;ee++)x.__webglColorRenderbuffer[ee]&&n.deleteRenderbuffer(x.__webglColorRenderbuffer[ee]);x.__webglDepthRenderbuffer&&n.deleteRenderbuffer(x.__webglDepthRenderbuffer)}let se=E.textures;for(let ee=0,ue=se.length;ee<ue;ee++){let me=i.get(se[ee]);me.__webglTexture&&(n.deleteTexture(me.__webglTexture),o.memory.textures--),i.remove(se[ee])}i.remove(E)}let J=0;function te(){J=0}function ie(){return J}function Ce(E){J=E}function He(){let E=J;return E>=r.maxTextures&&Oe("WebGLTextures: Trying to use "+(E+1)+" texture units while this GPU supports only "+r.maxTextures),J+=1,E}function Z(E){let x=[];return x.push(E.wrapS),x.push(E.wrapT),x.push(E.wrapR||0),x.push(E.magFilter),x.push(E.minFilter),x.push(E.anisotropy),x.push(E.internalFormat),x.push(E.format),x.push(E.type),x.push(E.generateMipmaps),x.push(E.mipmapsAutoUpdate),x.push(E.premultiplyAlpha),x.push(E.flipY),x.push(E.unpackAlignment),x.push(E.colorSpace),x.join()}function xe(E,x){let U=i.get(E);if(E.isVideoTexture&&Zt(E),E.isRenderTargetTexture===!1&&E.isExternalTexture!==!0&&E.version>0&&U.__version!==E.version){let se=E.image;if(se===null)Oe("WebGLRenderer: Texture marked for update but no image data found.");else if(se.complete===!1)Oe("WebGLRenderer: Texture marked for update but image is incomplete");else{Kt(U,E,x);return}}else E.isExternalTexture&&(U.__webglTexture=E.sourceTexture?E.sourceTexture:null);t.bindTexture(n.TEXTURE_2D,U.__webglTexture,n.TEXTURE0+x)}function Te(E,x){let U=i.get(E);if(E.isRenderTargetTexture===!1&&E.version>0&&U.__version!==E.version){Kt(U,E,x);return}else E.isExternalTexture&&(U.__webglTexture=E.sourceTexture?E.sourceTexture:null);t.bindTexture(n.TEXTURE_2D_ARRAY,U.__webglTexture,n.TEXTURE0+x)}function De(E,x){let U=i.get(E);if(E.isRenderTargetTexture===!1&&E.version>0&&U.__version!==E.version){Kt(U,E,x);return}t.bindTexture(n.TEXTURE_3D,U.__webglTexture,n.TEXTURE0+x)}function be(E,x){let U=i.get(E);if(E.version>0&&U.__version!==E.version){Hn(U,E,x);return}t.bindTexture(n.TEXTURE_CUBE_MAP,U.__webglTexture,n.TEXTURE0+x)}let We={[Gu]:n.REPEAT,[Ki]:n.CLAMP_TO_EDGE,[Wu]:n.MIRRORED_REPEAT},qt={[Ct]:n.NEAREST,[py]:n.NEAREST_MIPMAP_NEAREST,[yl]:n.NEAREST_MIPMAP_LINEAR,[cn]:n.LINEAR,[vh]:n.LINEAR_MIPMAP_NEAREST,[Mr]:n.LINEAR_MIPMAP_LINEAR},Ue={[_y]:n.NEVER,[Yp]:n.ALWAYS,[yy]:n.LESS,[qp]:n.LEQUAL,[xy]:n.EQUAL,[Jp]:n.GEQUAL,[by]:n.GREATER,[Sy]:n.NOTEQUAL};function xt(E,x){if(x.type===Ni&&e.has("OES_texture_float_linear")===!1&&(x.magFilter===cn||x.magFilter===vh||x.magFilter===yl||x.magFilter===Mr||x.minFilter===cn||x.minFilter===vh||x.minFilter===yl||x.minFilter===Mr)&&Oe("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(E,n.TEXTURE_WRAP_S,We[x.wrapS]),n.texParameteri(E,n.TEXTURE_WRAP_T,We[x.wrapT]),(E===n.TEXTURE_3D||E===n.TEXTURE_2D_ARRAY)&&n.texParameteri(E,n.TEXTURE_WRAP_R,We[x.wrapR]),n.texParameteri(E,n.TEXTURE_MAG_FILTER,qt[x.magFilter]),n.texParameteri(E,n.TEXTURE_MIN_FILTER,qt[x.minFilter]),x.compareFunction&&(n.texParameteri(E,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(E,n.TEXTURE_COMPARE_FUNC,Ue[x.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(x.magFilter===Ct||x.minFilter!==yl&&x.minFilter!==Mr||x.type===Ni&&e.has("OES_texture_float_linear")===!1)return;if(x.anisotropy>1||i.get(x).__currentAnisotropy){let U=e.get("EXT_texture_filter_anisotropic");n.texParameterf(E,U.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(x.anisotropy,r.getMaxAnisotropy())),i.get(x).__currentAnisotropy=x.anisotropy}}}function Et(E,x){let U=!1;E.__webglInit===void 0&&(E.__webglInit=!0,x.addEventListener("dispose",F),O(x));let se=x.source,ee=f.get(se);ee===void 0&&(ee={},f.set(se,ee));let ue=Z(x);if(ue!==E.__cacheKey){ee[ue]===void 0&&(ee[ue]={texture:n.createTexture(),usedTimes:0},o.memory.textures++,U=!0),ee[ue].usedTimes++;let me=ee[E.__cacheKey];me!==void 0&&(ee[E.__cacheKey].usedTimes--,me.usedTimes===0&&W(x)),E.__cacheKey=ue,E.__webglTexture=ee[ue].texture}return U}function et(E,x,U){return Math.floor(Math.floor(E/U)/x)}function dn(E,x,U,se){let ue=E.updateRanges;if(ue.length===0)t.texSubImage2D(n.TEXTURE_2D,0,0,0,x.width,x.height,U,se,x.data);else{ue.sort((P,j)=>P.start-j.start);let me=0;for(let P=1;P<ue.length;P++){let j=ue[me],q=ue[P],fe=j.start+j.count,ce=et(q.start,x.width,4),he=et(j.start,x.width,4);q.start<=fe+1&&ce===he&&et(q.start+q.count-1,x.width,4)===ce?j.count=Math.max(j.count,q.start+q.count-j.start):(++me,ue[me]=q)}ue.length=me+1;let $=t.getParameter(n.UNPACK_ROW_LENGTH),K=t.getParameter(n.UNPACK_SKIP_PIXELS),de=t.getParameter(n.UNPACK_SKIP_ROWS);t.pixelStorei(n.UNPACK_ROW_LENGTH,x.width);for(let P=0,j=ue.length;P<j;P++){let q=ue[P],fe=Math.floor(q.start/4),ce=Math.ceil(q.count/4),he=fe%x.width,Pe=Math.floor(fe/x.width),$e=ce,le=1;t.pixelStorei(n.UNPACK_SKIP_PIXELS,he),t.pixelStorei(n.UNPACK_SKIP_ROWS,Pe),t.texSubImage2D(n.TEXTURE_2D,0,he,Pe,$e,le,U,se,x.data)}E.clearUpdateRanges(),t.pixelStorei(n.UNPACK_ROW_LENGTH,$),t.pixelStorei(n.UNPACK_SKIP_PIXELS,K),t.pixelStorei(n.UNPACK_SKIP_ROWS,de)}}function Kt(E,x,U){let se=n.TEXTURE_2D;(x.isDataArrayTexture||x.isCompressedArrayTexture)&&(se=n.TEXTURE_2D_ARRAY),x.isData3DTexture&&(se=n.TEXTURE_3D);let ee=Et(E,x),ue=x.source;t.bindTexture(se,E.__webglTexture,n.TEXTURE0+U);let me=i.get(ue);if(ue.version!==me.__version||ee===!0){if(t.activeTexture(n.TEXTURE0+U),(typeof ImageBitmap<"u"&&x.image instanceof ImageBitmap)===!1){let le=it.getPrimaries(it.workingColorSpace),Le=x.colorSpace===Tr?null:it.getPrimaries(x.colorSpace),qe=x.colorSpace===Tr||le===Le?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,x.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,qe)}t.pixelStorei(n.UNPACK_ALIGNMENT,x.unpackAlignment);let K=M(x.image,!1,r.maxTextureSize);K=Ne(x,K);let de=s.convert(x.format,x.colorSpace),P=s.convert(x.type),j=C(x.internalFormat,de,P,x.normalized,x.colorSpace,x.isVideoTexture);xt(se,x);let q,fe=x.mipmaps,ce=x.isVideoTexture!==!0,he=me.__version===void 0||ee===!0,Pe=ue.dataReady,$e=T(x,K);if(x.isDepthTexture)j=y(x.format===wr,x.type),he&&(ce?t.texStorage2D(n.TEXTURE_2D,1,j,K.width,K.height):t.texImage2D(n.TEXTURE_2D,0,j,K.width,K.height,0,de,P,null));else if(x.isDataTexture)if(fe.length>0){ce&&he&&t.texStorage2D(n.TEXTURE_2D,$e,j,fe[0].width,fe[0].height);for(let le=0,Le=fe.length;le<Le;le++)q=fe[le],ce?Pe&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,q.width,q.height,de,P,q.data):t.texImage2D(n.TEXTURE_2D,le,j,q.width,q.height,0,de,P,q.data);x.generateMipmaps=!1}else ce?(he&&t.texStorage2D(n.TEXTURE_2D,$e,j,K.width,K.height),Pe&&dn(x,K,de,P)):t.texImage2D(n.TEXTURE_2D,0,j,K.width,K.height,0,de,P,K.data);else if(x.isCompressedTexture)if(x.isCompressedArrayTexture){ce&&he&&t.texStorage3D(n.TEXTURE_2D_ARRAY,$e,j,fe[0].width,fe[0].height,K.depth);for(let le=0,Le=fe.length;le<Le;le++)if(q=fe[le],x.format!==Bn)if(de!==null)if(ce){if(Pe)if(x.layerUpdates.size>0){let qe=em(q.width,q.height,x.format,x.type);for(let _e of x.layerUpdates){let bt=q.data.subarray(_e*qe/q.data.BYTES_PER_ELEMENT,(_e+1)*qe/q.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,_e,q.width,q.height,1,de,bt)}}else t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,0,q.width,q.height,K.depth,de,q.data)}else t.compressedTexImage3D(n.TEXTURE_2D_ARRAY,le,j,q.width,q.height,K.depth,0,q.data,0,0);else Oe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ce?Pe&&t.texSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,0,q.width,q.height,K.depth,de,P,q.data):t.texImage3D(n.TEXTURE_2D_ARRAY,le,j,q.width,q.height,K.depth,0,de,P,q.data);x.layerUpdates.size>0&&x.clearLayerUpdates()}else{ce&&he&&t.texStorage2D(n.TEXTURE_2D,$e,j,fe[0].width,fe[0].height);for(let le=0,Le=fe.length;le<Le;le++)q=fe[le],x.format!==Bn?de!==null?ce?Pe&&t.compressedTexSubImage2D(n.TEXTURE_2D,le,0,0,q.width,q.height,de,q.data):t.compressedTexImage2D(n.TEXTURE_2D,le,j,q.width,q.height,0,q.data):Oe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ce?Pe&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,q.width,q.height,de,P,q.data):t.texImage2D(n.TEXTURE_2D,le,j,q.width,q.height,0,de,P,q.data)}else if(x.isDataArrayTexture)if(ce){if(he&&t.texStorage3D(n.TEXTURE_2D_ARRAY,$e,j,K.width,K.height,K.depth),Pe)if(x.layerUpdates.size>0){let le=em(K.width,K.height,x.format,x.type);for(let Le of x.layerUpdates){let qe=K.data.subarray(Le*le/K.data.BYTES_PER_ELEMENT,(Le+1)*le/K.data.BYTES_PER_ELEMENT);t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,Le,K.width,K.height,1,de,P,qe)}x.clearLayerUpdates()}else t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,K.width,K.height,K.depth,de,P,K.data)}else t.texImage3D(n.TEXTURE_2D_ARRAY,0,j,K.width,K.height,K.depth,0,de,P,K.data);else if(x.isData3DTexture)ce?(he&&t.texStorage3D(n.TEXTURE_3D,$e,j,K.width,K.height,K.depth),Pe&&t.texSubImage3D(n.TEXTURE_3D,0,0,0,0,K.width,K.height,K.depth,de,P,K.data)):t.texImage3D(n.TEXTURE_3D,0,j,K.width,K.height,K.depth,0,de,P,K.data);else if(x.isFramebufferTexture){if(he)if(ce)t.texStorage2D(n.TEXTURE_2D,$e,j,K.width,K.height);else{let le=K.width,Le=K.height;for(let qe=0;qe<$e;qe++)t.texImage2D(n.TEXTURE_2D,qe,j,le,Le,0,de,P,null),le>>=1,Le>>=1}}else if(x.isHTMLTexture){if("texElementImage2D"in n){let le=n.canvas;if(le.hasAttribute("layoutsubtree")||le.setAttribute("layoutsubtree","true"),K.parentNode!==le){le.appendChild(K),m.add(x),le.onpaint=Le=>{let qe=Le.changedElements;for(let _e of m)qe.includes(_e.image)&&(_e.needsUpdate=!0)},le.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,K);else{let qe=n.RGBA,_e=n.RGBA,bt=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,qe,_e,bt,K)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(fe.length>0){if(ce&&he){let le=Ve(fe[0]);t.texStorage2D(n.TEXTURE_2D,$e,j,le.width,le.height)}for(let le=0,Le=fe.length;le<Le;le++)q=fe[le],ce?Pe&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,de,P,q):t.texImage2D(n.TEXTURE_2D,le,j,de,P,q);x.generateMipmaps=!1}else if(ce){if(he){let le=Ve(K);t.texStorage2D(n.TEXTURE_2D,$e,j,le.width,le.height)}Pe&&t.texSubImage2D(n.TEXTURE_2D,0,0,0,de,P,K)}else t.texImage2D(n.TEXTURE_2D,0,j,de,P,K);A(x)&&x.mipmapsAutoUpdate===!0&&w(se),me.__version=ue.version,x.onUpdate&&x.onUpdate(x)}E.__version=x.version}function Hn(E,x,U){if(x.image.length!==6)return;let se=Et(E,x),ee=x.source;t.bindTexture(n.TEXTURE_CUBE_MAP,E.__webglTexture,n.TEXTURE0+U);let ue=i.get(ee);if(ee.version!==ue.__version||se===!0){t.activeTexture(n.TEXTURE0+U);let me=it.getPrimaries(it.workingColorSpace),$=x.colorSpace===Tr?null:it.getPrimaries(x.colorSpace),K=x.colorSpace===Tr||me===$?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,x.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),t.pixelStorei(n.UNPACK_ALIGNMENT,x.unpackAlignment),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,K);let de=x.isCompressedTexture||x.image[0].isCompressedTexture,P=x.image[0]&&x.image[0].isDataTexture,j=[];for(let _e=0;_e<6;_e++)!de&&!P?j[_e]=M(x.image[_e],!0,r.maxCubemapSize):j[_e]=P?x.image[_e].image:x.image[_e],j[_e]=Ne(x,j[_e]);let q=j[0],fe=s.convert(x.format,x.colorSpace),ce=s.convert(x.type),he=C(x.internalFormat,fe,ce,x.normalized,x.colorSpace),Pe=x.isVideoTexture!==!0,$e=ue.__version===void 0||se===!0,le=ee.dataReady,Le=T(x,q);xt(n.TEXTURE_CUBE_MAP,x);let qe;if(x.isDepthTexture){if(he=y(x.format===wr,x.type),$e)if(Pe)t.texStorage2D(n.TEXTURE_CUBE_MAP,1,he,q.width,q.height);else for(let _e=0;_e<6;_e++)t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,he,q.width,q.height,0,fe,ce,null)}else if(de){Pe&&$e&&t.texStorage2D(n.TEXTURE_CUBE_MAP,Le,he,q.width,q.height);for(let _e=0;_e<6;_e++){qe=j[_e].mipmaps;for(let bt=0;bt<qe.length;bt++){let rn=qe[bt];x.format!==Bn?fe!==null?Pe?le&&t.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt,0,0,rn.width,rn.height,fe,rn.data):t.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt,he,rn.width,rn.height,0,rn.data):Oe("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt,0,0,rn.width,rn.height,fe,ce,rn.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt,he,rn.width,rn.height,0,fe,ce,rn.data)}}}else{if(qe=x.mipmaps,Pe&&$e){qe.length>0&&Le++;let _e=Ve(j[0]);t.texStorage2D(n.TEXTURE_CUBE_MAP,Le,he,_e.width,_e.height)}for(let _e=0;_e<6;_e++)if(P){Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,0,0,j[_e].width,j[_e].height,fe,ce,j[_e].data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,he,j[_e].width,j[_e].height,0,fe,ce,j[_e].data);for(let bt=0;bt<qe.length;bt++){let Rr=qe[bt].image[_e].image;Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt+1,0,0,Rr.width,Rr.height,fe,ce,Rr.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt+1,he,Rr.width,Rr.height,0,fe,ce,Rr.data)}}else{Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,0,0,fe,ce,j[_e]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,he,fe,ce,j[_e]);for(let bt=0;bt<qe.length;bt++){let rn=qe[bt];Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt+1,0,0,fe,ce,rn.image[_e]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt+1,he,fe,ce,rn.image[_e])}}}A(x)&&x.mipmapsAutoUpdate===!0&&w(n.TEXTURE_CUBE_MAP),ue.__version=ee.version,x.onUpdate&&x.onUpdate(x)}E.__version=x.version}function Ot(E,x,U,se,ee,ue){let me=s.convert(U.format,U.colorSpace),$=s.convert(U.type),K=C(U.internalFormat,me,$,U.normalized,U.colorSpace),de=i.get(x),P=i.get(U);if(P.__renderTarget=x,!de.__hasExternalTextures){let j=Math.max(1,x.width>>ue),q=Math.max(1,x.height>>ue);ee===n.TEXTURE_3D||ee===n.TEXTURE_2D_ARRAY?t.texImage3D(ee,ue,K,j,q,x.depth,0,me,$,null):t.texImage2D(ee,ue,K,j,q,0,me,$,null)}t.bindFramebuffer(n.FRAMEBUFFER,E),ve(x)?l.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,se,ee,P.__webglTexture,0,Nt(x)):(ee===n.TEXTURE_2D||ee>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&ee<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,se,ee,P.__webglTexture,ue),t.bindFramebuffer(n.FRAMEBUFFER,null)}function Oi(E,x,U){if(n.bindRenderbuffer(n.RENDERBUFFER,E),x.depthBuffer){let se=x.depthTexture,ee=se&&se.isDepthTexture?se.type:null,ue=y(x.stencilBuffer,ee),me=x.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;ve(x)?l.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,Nt(x),ue,x.width,x.height):U?n.renderbufferStorageMultisample(n.RENDERBUFFER,Nt(x),ue,x.width,x.height):n.renderbufferStorage(n.RENDERBUFFER,ue,x.width,x.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,me,n.RENDERBUFFER,E)}else{let se=x.textures;for(let ee=0;ee<se.length;ee++){let ue=se[ee],me=s.convert(ue.format,ue.colorSpace),$=s.convert(ue.type),K=C(ue.internalFormat,me,$,ue.normalized,ue.colorSpace);ve(x)?l.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,Nt(x),K,x.width,x.height):U?n.renderbufferStorageMultisample(n.RENDERBUFFER,Nt(x),K,x.width,x.height):n.renderbufferStorage(n.RENDERBUFFER,K,x.width,x.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function nn(E,x,U){let se=x.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(n.FRAMEBUFFER,E),!(x.depthTexture&&x.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ee=i.get(x.depthTexture);ee.__renderTarget=x;let ue=se?x.depthTexture.image[0]:x.depthTexture.image;(!ee.__webglTexture||ue.width!==x.width||ue.height!==x.height)&&(ue.width=x.width,ue.height=x.height,x.depthTexture.needsUpdate=!0),se?be(x.depthTexture,0):xe(x.depthTexture,0);let me=ee.__webglTexture,$=Nt(x),K=se?n.TEXTURE_CUBE_MAP_POSITIVE_X+U:n.TEXTURE_2D,de=x.depthTexture.format===wr?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(x.depthTexture.format===br)ve(x)?l.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,de,K,me,0,$):n.framebufferTexture2D(n.FRAMEBUFFER,de,K,me,0);else if(x.depthTexture.format===wr)ve(x)?l.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,de,K,me,0,$):n.framebufferTexture2D(n.FRAMEBUFFER,de,K,me,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function si(E){let x=i.get(E),U=E.isWebGLCubeRenderTarget===!0;if(x.__boundDepthTexture!==E.depthTexture){let se=E.depthTexture;if(x.__depthDisposeCallback&&x.__depthDisposeCallback(),se){let ee=()=>{delete x.__boundDepthTexture,delete x.__depthDisposeCallback,se.removeEventListener("dispose",ee)};se.addEventListener("dispose",ee),x.__depthDisposeCallback=ee}x.__boundDepthTexture=se}if(E.depthTexture&&!x.__autoAllocateDepthBuffer)if(U)for(let se=0;se<6;se++)nn(x.__webglFramebuffer[se],E,se);else E.texture.mipmaps.length>0?nn(x.__webglFramebuffer[0],E,0):nn(x.__webglFramebuffer,E,0);else if(U){x.__webglDepthbuffer=[];for(let se=0;se<6;se++)if(t.bindFramebuffer(n.FRAMEBUFFER,x.__webglFramebuffer[se]),x.__webglDepthbuffer[se]===void 0)x.__webglDepthbuffer[se]=n.createRenderbuffer(),Oi(x.__webglDepthbuffer[se],E,!1);else{let ee=E.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ue=x.__webglDepthbuffer[se];n.bindRenderbuffer(n.RENDERBUFFER,ue),n.framebufferRenderbuffer(n.FRAMEBUFFER,ee,n.RENDERBUFFER,ue)}}else if(E.texture.mipmaps.length>0?t.bindFramebuffer(n.FRAMEBUFFER,x.__webglFramebuffer[0]):t.bindFramebuffer(n.FRAMEBUFFER,x.__webglFramebuffer),x.__webglDepthbuffer===void 0)x.__webglDepthbuffer=n.createRenderbuffer(),Oi(x.__webglDepthbuffer,E,!1);else{let ee=E.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ue=x.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,ue),n.framebufferRenderbuffer(n.FRAMEBUFFER,ee,n.RENDERBUFFER,ue)}t.bindFramebuffer(n.FRAMEBUFFER,null)}function oi(E,x,U){let se=i.get(E);x!==void 0&&Ot(se.__webglFramebuffer,E,E.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),U!==void 0&&si(E)}function ai(E){let x=E.texture,U=i.get(E),se=i.get(x);E.addEventListener("dispose",V),O(E);let ee=E.textures,ue=E.isWebGLCubeRenderTarget===!0,me=ee.length>1;if(me||(se.__webglTexture===void 0&&(se.__webglTexture=n.createTexture()),se.__version=x.version,o.memory.textures++),ue){U.__webglFramebuffer=[];for(let $=0;$<6;$++)if(x.mipmaps.length>0){U.__webglFramebuffer[$]=[];for(let K=0;K<x.mipmaps.length;K++)U.__webglFramebuffer[$][K]=n.createFramebuffer()}else U.__webglFramebuffer[$]=n.createFramebuffer()}else{if(x.mipmaps.length>0){U.__webglFramebuffer=[];for(let $=0;$<x.mipmaps.length;$++)U.__webglFramebuffer[$]=n.createFramebuffer()}else U.__webglFramebuffer=n.createFramebuffer();if(me)for(let $=0,K=ee.length;$<K;$++){let de=i.get(ee[$]);de.__webglTexture===void 0&&(de.__webglTexture=n.createTexture(),o.memory.textures++)}if(E.samples>0&&ve(E)===!1){U.__webglMultisampledFramebuffer=n.createFramebuffer(),U.__webglColorRenderbuffer=[],t.bindFramebuffer(n.FRAMEBUFFER,U.__webglMultisampledFramebuffer);for(let $=0;$<ee.length;$++){let K=ee[$];U.__webglColorRenderbuffer[$]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,U.__webglColorRenderbuffer[$]);let de=s.convert(K.format,K.colorSpace),P=s.convert(K.type),j=C(K.internalFormat,de,P,K.normalized,K.colorSpace,E.isXRRenderTarget===!0),q=Nt(E);n.renderbufferStorageMultisample(n.RENDERBUFFER,q,j,E.width,E.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+$,n.RENDERBUFFER,U.__webglColorRenderbuffer[$])}n.bindRenderbuffer(n.RENDERBUFFER,null),E.depthBuffer&&(U.__webglDepthRenderbuffer=n.createRenderbuffer(),Oi(U.__webglDepthRenderbuffer,E,!0)),t.bindFramebuffer(n.FRAMEBUFFER,null)}}if(ue){t.bindTexture(n.TEXTURE_CUBE_MAP,se.__webglTexture),xt(n.TEXTURE_CUBE_MAP,x);for(let $=0;$<6;$++)if(x.mipmaps.length>0)for(let K=0;K<x.mipmaps.length;K++)Ot(U.__webglFramebuffer[$][K],E,x,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+$,K);else Ot(U.__webglFramebuffer[$],E,x,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+$,0);A(x)?w(n.TEXTURE_CUBE_MAP):x.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,x.mipmaps.length-1),t.unbindTexture()}else if(me){for(let $=0,K=ee.length;$<K;$++){let de=ee[$],P=i.get(de),j=n.TEXTURE_2D;(E.isWebGL3DRenderTarget||E.isWebGLArrayRenderTarget)&&(j=E.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(j,P.__webglTexture),xt(j,de),Ot(U.__webglFramebuffer,E,de,n.COLOR_ATTACHMENT0+$,j,0),A(de)&&w(j)}t.unbindTexture()}else{let $=n.TEXTURE_2D;if((E.isWebGL3DRenderTarget||E.isWebGLArrayRenderTarget)&&($=E.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture($,se.__webglTexture),xt($,x),x.mipmaps.length>0)for(let K=0;K<x.mipmaps.length;K++)Ot(U.__webglFramebuffer[K],E,x,n.COLOR_ATTACHMENT0,$,K);else Ot(U.__webglFramebuffer,E,x,n.COLOR_ATTACHMENT0,$,0);A(x)?w($):x.mipmaps.length>0&&n.texParameteri($,n.TEXTURE_MAX_LEVEL,x.mipmaps.length-1),t.unbindTexture()}E.depthBuffer&&si(E)}function N(E){let x=E.textures;for(let U=0,se=x.length;U<se;U++){let ee=x[U];if(A(ee)&&ee.mipmapsAutoUpdate===!0){let ue=R(E),me=i.get(ee).__webglTexture;t.bindTexture(ue,me),w(ue),t.unbindTexture()}}}let li=[];function Dt(E){if(E.samples>0){if(ve(E)===!1){let x=E.textures,U=E.width,se=E.height,ee=n.COLOR_BUFFER_BIT,ue=E.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,me=i.get(E),$=x.length>1;if($)for(let de=0;de<x.length;de++)t.bindFramebuffer(n.FRAMEBUFFER,me.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+de,n.RENDERBUFFER,null),t.bindFramebuffer(n.FRAMEBUFFER,me.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+de,n.TEXTURE_2D,null,0);t.bindFramebuffer(n.READ_FRAMEBUFFER,me.__webglMultisampledFramebuffer),E.texture.mipmaps.length>0?t.bindFramebuffer(n.DRAW_FRAMEBUFFER,me.__webglFramebuffer[0]):t.bindFramebuffer(n.DRAW_FRAMEBUFFER,me.__webglFramebuffer);for(let de=0;de<x.length;de++){if(E.resolveDepthBuffer&&(E.depthBuffer&&(ee|=n.DEPTH_BUFFER_BIT),E.stencilBuffer&&E.resolveStencilBuffer&&(ee|=n.STENCIL_BUFFER_BIT)),$){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,me.__webglColorRenderbuffer[de]);let P=i.get(x[de]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,P,0)}n.blitFramebuffer(0,0,U,se,0,0,U,se,ee,n.NEAREST),c===!0&&(li.length=0,li.push(n.COLOR_ATTACHMENT0+de),E.depthBuffer&&E.storeMultisampledDepthBuffer===!1&&li.push(ue),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,li))}if(t.bindFramebuffer(n.READ_FRAMEBUFFER,null),t.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),$)for(let de=0;de<x.length;de++){t.bindFramebuffer(n.FRAMEBUFFER,me.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+de,n.RENDERBUFFER,me.__webglColorRenderbuffer[de]);let P=i.get(x[de]).__webglTexture;t.bindFramebuffer(n.FRAMEBUFFER,me.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+de,n.TEXTURE_2D,P,0)}t.bindFramebuffer(n.DRAW_FRAMEBUFFER,me.__webglMultisampledFramebuffer)}else if(E.depthBuffer&&E.storeMultisampledDepthBuffer===!1&&c){let x=E.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[x])}}}function Nt(E){return Math.min(r.maxSamples,E.samples)}function ve(E){let x=i.get(E);return E.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&x.__useRenderToTexture!==!1}function Zt(E){let x=o.render.frame;h.get(E)!==x&&(h.set(E,x),E.update())}function Ne(E,x){let U=E.colorSpace,se=E.format,ee=E.type;return E.isCompressedTexture===!0||E.isVideoTexture===!0||U!==il&&U!==Tr&&(it.getTransfer(U)===yt?(se!==Bn||ee!==mn)&&Oe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Be("WebGLTextures: Unsupported texture color space:",U)),x}function Ve(E){return typeof HTMLImageElement<"u"&&E instanceof HTMLImageElement?(u.width=E.naturalWidth||E.width,u.height=E.naturalHeight||E.height):typeof VideoFrame<"u"&&E instanceof VideoFrame?(u.width=E.displayWidth,u.height=E.displayHeight):(u.width=E.width,u.height=E.height),u}this.allocateTextureUnit=He,this.resetTextureUnits=te,this.getTextureUnits=ie,this.setTextureUnits=Ce,this.setTexture2D=xe,this.setTexture2DArray=Te,this.setTexture3D=De,this.setTextureCube=be,this.rebindTextures=oi,this.setupRenderTarget=ai,this.updateRenderTargetMipmap=N,this.updateMultisampleRenderTarget=Dt,this.setupDepthRenderbuffer=si,this.setupFrameBufferTexture=Ot,this.useMultisampledRTT=ve,this.dispose=Y}function XC(n,e){function t(i,r=Tr){let s,o=it.getTransfer(r);if(i===mn)return n.UNSIGNED_BYTE;if(i===yh)return n.UNSIGNED_SHORT_4_4_4_4;if(i===xh)return n.UNSIGNED_SHORT_5_5_5_1;if(i===zp)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===Vp)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===Op)return n.BYTE;if(i===Bp)return n.SHORT;if(i===sa)return n.UNSIGNED_SHORT;if(i===_h)return n.INT;if(i===Cn)return n.UNSIGNED_INT;if(i===Ni)return n.FLOAT;if(i===Fi)return n.HALF_FLOAT;if(i===Hp)return n.ALPHA;if(i===Gp)return n.RGB;if(i===Bn)return n.RGBA;if(i===br)return n.DEPTH_COMPONENT;if(i===wr)return n.DEPTH_STENCIL;if(i===Wp)return n.RED;if(i===oa)return n.RED_INTEGER;if(i===_s)return n.RG;if(i===aa)return n.RG_INTEGER;if(i===la)return n.RGBA_INTEGER;if(i===xl||i===bl||i===Sl||i===Ml)if(o===yt)if(s=e.get("WEBGL_compressed_texture_s3tc_srgb"),s!==null){if(i===xl)return s.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===bl)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===Sl)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===Ml)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(s=e.get("WEBGL_compressed_texture_s3tc"),s!==null){if(i===xl)return s.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===bl)return s.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===Sl)return s.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===Ml)return s.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===bh||i===Sh||i===Mh||i===wh)if(s=e.get("WEBGL_compressed_texture_pvrtc"),s!==null){if(i===bh)return s.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===Sh)return s.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===Mh)return s.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===wh)return s.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===Th||i===Eh||i===Ah||i===Ch||i===Rh||i===wl||i===Ph)if(s=e.get("WEBGL_compressed_texture_etc"),s!==null){if(i===Th||i===Eh)return o===yt?s.COMPRESSED_SRGB8_ETC2:s.COMPRESSED_RGB8_ETC2;if(i===Ah)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:s.COMPRESSED_RGBA8_ETC2_EAC;if(i===Ch)return s.COMPRESSED_R11_EAC;if(i===Rh)return s.COMPRESSED_SIGNED_R11_EAC;if(i===wl)return s.COMPRESSED_RG11_EAC;if(i===Ph)return s.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===Ih||i===Lh||i===Dh||i===Nh||i===Fh||i===kh||i===Uh||i===Oh||i===Bh||i===zh||i===Vh||i===Hh||i===Gh||i===Wh)if(s=e.get("WEBGL_compressed_texture_astc"),s!==null){if(i===Ih)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:s.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===Lh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:s.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===Dh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:s.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===Nh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:s.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===Fh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:s.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===kh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:s.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===Uh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:s.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===Oh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:s.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===Bh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:s.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===zh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:s.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===Vh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:s.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===Hh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:s.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===Gh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:s.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===Wh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:s.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===Xh||i===qh||i===Jh)if(s=e.get("EXT_texture_compression_bptc"),s!==null){if(i===Xh)return o===yt?s.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:s.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===qh)return s.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===Jh)return s.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===Yh||i===$h||i===Tl||i===Kh)if(s=e.get("EXT_texture_compression_rgtc"),s!==null){if(i===Yh)return s.COMPRESSED_RED_RGTC1_EXT;if(i===$h)return s.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===Tl)return s.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===Kh)return s.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===to?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:t}}var qC=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,JC=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,cm=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let i=new fl(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=i}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,i=new Qi({vertexShader:qC,fragmentShader:JC,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new qn(new pl(20,20),i)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},um=class extends Zi{constructor(e,t){super();let i=this,r=null,s=1,o=null,l="local-floor",c=1,u=null,h=null,m=null,p=null,f=null,_=null,S=typeof XRWebGLBinding<"u",g=new cm,v={},M=t.getContextAttributes(),A=null,w=null,R=[],C=[],y=new ot,T=null,O=null,D=new ni;D.viewport=new Lt;let F=new ni;F.viewport=new Lt;let V=[D,F],X=new dh,L=null,Y=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Z){let xe=R[Z];return xe===void 0&&(xe=new jo,R[Z]=xe),xe.getTargetRaySpace()},this.getControllerGrip=function(Z){let xe=R[Z];return xe===void 0&&(xe=new jo,R[Z]=xe),xe.getGripSpace()},this.getHand=function(Z){let xe=R[Z];return xe===void 0&&(xe=new jo,R[Z]=xe),xe.getHandSpace()};function Q(Z){let xe=C.indexOf(Z.inputSource);if(xe===-1)return;let Te=R[xe];Te!==void 0&&(Te.update(Z.inputSource,Z.frame,u||o),Te.dispatchEvent({type:Z.type,data:Z.inputSource}))}function W(){r.removeEventListener("select",Q),r.removeEventListener("selectstart",Q),r.removeEventListener("selectend",Q),r.removeEventListener("squeeze",Q),r.removeEventListener("squeezestart",Q),r.removeEventListener("squeezeend",Q),r.removeEventListener("end",W),r.removeEventListener("inputsourceschange",ae);for(let Z=0;Z<R.length;Z++){let xe=C[Z];xe!==null&&(C[Z]=null,R[Z].disconnect(xe))}L=null,Y=null,g.reset();for(let Z in v)delete v[Z];if(e.setRenderTarget(A),f=null,p=null,m=null,r=null,w=null,He.stop(),i.isPresenting=!1,e.setPixelRatio(T),e.setSize(y.width,y.height,!1),O!==null){let Z=O.camera;Z.fov=O.fov,Z.zoom=O.zoom,Z.updateProjectionMatrix(),O=null}i.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Z){s=Z,i.isPresenting===!0&&Oe("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Z){l=Z,i.isPresenting===!0&&Oe("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return u||o},this.setReferenceSpace=function(Z){u=Z},this.getBaseLayer=function(){return p!==null?p:f},this.getBinding=function(){return m===null&&S&&(m=new XRWebGLBinding(r,t)),m},this.getFrame=function(){return _},this.getSession=function(){return r},this.setSession=async function(Z){if(r=Z,r!==null){if(A=e.getRenderTarget(),r.addEventListener("select",Q),r.addEventListener("selectstart",Q),r.addEventListener("selectend",Q),r.addEventListener("squeeze",Q),r.addEventListener("squeezestart",Q),r.addEventListener("squeezeend",Q),r.addEventListener("end",W),r.addEventListener("inputsourceschange",ae),M.xrCompatible!==!0&&await t.makeXRCompatible(),T=e.getPixelRatio(),e.getSize(y),S&&"createProjectionLayer"in XRWebGLBinding.prototype){let Te=null,De=null,be=null;M.depth&&(be=M.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,Te=M.stencil?wr:br,De=M.stencil?to:Cn);let We={colorFormat:t.RGBA8,depthFormat:be,scaleFactor:s};m=this.getBinding(),p=m.createProjectionLayer(We),r.updateRenderState({layers:[p]}),e.setPixelRatio(1),e.setSize(p.textureWidth,p.textureHeight,!1),w=new un(p.textureWidth,p.textureHeight,{format:Bn,type:mn,depthTexture:new Di(p.textureWidth,p.textureHeight,De,void 0,void 0,void 0,void 0,void 0,void 0,Te),stencilBuffer:M.stencil,colorSpace:e.outputColorSpace,samples:M.antialias?4:0,resolveDepthBuffer:p.ignoreDepthValues===!1,resolveStencilBuffer:p.ignoreDepthValues===!1,storeMultisampledDepthBuffer:p.ignoreDepthValues===!1,storeMultisampledStencilBuffer:p.ignoreDepthValues===!1})}else{let Te={antialias:M.antialias,alpha:!0,depth:M.depth,stencil:M.stencil,framebufferScaleFactor:s};f=new XRWebGLLayer(r,t,Te),r.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),w=new un(f.framebufferWidth,f.framebufferHeight,{format:Bn,type:mn,colorSpace:e.outputColorSpace,stencilBuffer:M.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}w.isXRRenderTarget=!0,this.setFoveation(c),u=null,o=await r.requestReferenceSpace(l),He.setContext(r),He.start(),i.isPresenting=!0,i.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(r!==null)return r.environmentBlendMode},this.getDepthTexture=function(){return g.getDepthTexture()};function ae(Z){for(let xe=0;xe<Z.removed.length;xe++){let Te=Z.removed[xe],De=C.indexOf(Te);De>=0&&(C[De]=null,R[De].disconnect(Te))}for(let xe=0;xe<Z.added.length;xe++){let Te=Z.added[xe],De=C.indexOf(Te);if(De===-1){for(let We=0;We<R.length;We++)if(We>=C.length){C.push(Te),De=We;break}else if(C[We]===null){C[We]=Te,De=We;break}if(De===-1)break}let be=R[De];be&&be.connect(Te)}}function J(Z,xe){xe===null?Z.matrixWorld.copy(Z.matrix):Z.matrixWorld.multiplyMatrices(xe.matrixWorld,Z.matrix),Z.matrixWorldInverse.copy(Z.matrixWorld).invert()}this.updateCamera=function(Z){if(r===null)return;let xe=Z.near,Te=Z.far;g.texture!==null&&(g.depthNear>0&&(xe=g.depthNear),g.depthFar>0&&(Te=g.depthFar)),X.near=F.near=D.near=xe,X.far=F.far=D.far=Te,(L!==X.near||Y!==X.far)&&(r.updateRenderState({depthNear:X.near,depthFar:X.far}),L=X.near,Y=X.far),X.layers.mask=Z.layers.mask|6,D.layers.mask=X.layers.mask&-5,F.layers.mask=X.layers.mask&-3;let De=Z.parent,be=X.cameras;J(X,De);for(let We=0;We<be.length;We++)J(be[We],De);X.projectionMatrix.copy(D.projectionMatrix),X.projectionMatrixInverse.copy(D.projectionMatrixInverse),O===null&&Z.isPerspectiveCamera&&(O={camera:Z,fov:Z.fov,zoom:Z.zoom}),te(Z,X,De)};function te(Z,xe,Te){Te===null?Z.matrix.copy(xe.matrixWorld):(Z.matrix.copy(Te.matrixWorld),Z.matrix.invert(),Z.matrix.multiply(xe.matrixWorld)),Z.matrix.decompose(Z.position,Z.quaternion,Z.scale),Z.updateMatrixWorld(!0),Z.projectionMatrix.copy(xe.projectionMatrix),Z.projectionMatrixInverse.copy(xe.projectionMatrixInverse),Z.isPerspectiveCamera&&(Z.fov=qu*2*Math.atan(1/Z.projectionMatrix.elements[5]),Z.zoom=1)}this.getCamera=function(){return X},this.getFoveation=function(){if(!(p===null&&f===null))return c},this.setFoveation=function(Z){c=Z,p!==null&&(p.fixedFoveation=Z),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Z)},this.hasDepthSensing=function(){return g.texture!==null},this.getDepthSensingMesh=function(){return g.getMesh(X)},this.getCameraTexture=function(Z){return v[Z]};let ie=null;function Ce(Z,xe){if(h=xe.getViewerPose(u||o),_=xe,h!==null){let Te=h.views;f!==null&&(e.setRenderTargetFramebuffer(w,f.framebuffer),e.setRenderTarget(w));let De=!1;Te.length!==X.cameras.length&&(X.cameras.length=0,De=!0);for(let Ue=0;Ue<Te.length;Ue++){let xt=Te[Ue],Et=null;if(f!==null)Et=f.getViewport(xt);else{let dn=m.getViewSubImage(p,xt);Et=dn.viewport,Ue===0&&(e.setRenderTargetTextures(w,dn.colorTexture,dn.depthStencilTexture),e.setRenderTarget(w))}let et=V[Ue];et===void 0&&(et=new ni,et.layers.enable(Ue),et.viewport=new Lt,V[Ue]=et),et.matrix.fromArray(xt.transform.matrix),et.matrix.decompose(et.position,et.quaternion,et.scale),et.projectionMatrix.fromArray(xt.projectionMatrix),et.projectionMatrixInverse.copy(et.projectionMatrix).invert(),et.viewport.set(Et.x,Et.y,Et.width,Et.height),Ue===0&&(X.matrix.copy(et.matrix),X.matrix.decompose(X.position,X.quaternion,X.scale)),De===!0&&X.cameras.push(et)}let be=r.enabledFeatures;if(be&&be.includes("depth-sensing")&&r.depthUsage=="gpu-optimized"&&S){m=i.getBinding();let Ue=m.getDepthInformation(Te[0]);Ue&&Ue.isValid&&Ue.texture&&g.init(Ue,r.renderState)}if(be&&be.includes("camera-access")&&S){e.state.unbindTexture(),m=i.getBinding();for(let Ue=0;Ue<Te.length;Ue++){let xt=Te[Ue].camera;if(xt){let Et=v[xt];Et||(Et=new fl,v[xt]=Et);let et=m.getCameraImage(xt);Et.sourceTexture=et}}}}for(let Te=0;Te<R.length;Te++){let De=C[Te],be=R[Te];De!==null&&be!==void 0&&be.update(De,xe,u||o)}ie&&ie(Z,xe),xe.detectedPlanes&&i.dispatchEvent({type:"planesdetected",data:xe}),_=null}let He=new ex;He.setAnimationLoop(Ce),this.setAnimationLoop=function(Z){ie=Z},this.dispose=function(){}}},YC=new Tt,ux=new ze;ux.set(-1,0,0,0,1,0,0,0,1);function $C(n,e){function t(g,v){g.matrixAutoUpdate===!0&&g.updateMatrix(),v.value.copy(g.matrix)}function i(g,v){v.color.getRGB(g.fogColor.value,Zp(n)),v.isFog?(g.fogNear.value=v.near,g.fogFar.value=v.far):v.isFogExp2&&(g.fogDensity.value=v.density)}function r(g,v,M,A,w){v.isNodeMaterial?v.uniformsNeedUpdate=!1:v.isMeshBasicMaterial?s(g,v):v.isMeshLambertMaterial?(s(g,v),v.envMap&&(g.envMapIntensity.value=v.envMapIntensity)):v.isMeshToonMaterial?(s(g,v),m(g,v)):v.isMeshPhongMaterial?(s(g,v),h(g,v),v.envMap&&(g.envMapIntensity.value=v.envMapIntensity)):v.isMeshStandardMaterial?(s(g,v),p(g,v),v.isMeshPhysicalMaterial&&f(g,v,w)):v.isMeshMatcapMaterial?(s(g,v),_(g,v)):v.isMeshDepthMaterial?s(g,v):v.isMeshDistanceMaterial?(s(g,v),S(g,v)):v.isMeshNormalMaterial?s(g,v):v.isLineBasicMaterial?(o(g,v),v.isLineDashedMaterial&&l(g,v)):v.isPointsMaterial?c(g,v,M,A):v.isSpriteMaterial?u(g,v):v.isShadowMaterial?(g.color.value.copy(v.color),g.opacity.value=v.opacity):v.isShaderMaterial&&(v.uniformsNeedUpdate=!1)}function s(g,v){g.opacity.value=v.opacity,v.color&&g.diffuse.value.copy(v.color),v.emissive&&g.emissive.value.copy(v.emissive).multiplyScalar(v.emissiveIntensity),v.map&&(g.map.value=v.map,t(v.map,g.mapTransform)),v.alphaMap&&(g.alphaMap.value=v.alphaMap,t(v.alphaMap,g.alphaMapTransform)),v.bumpMap&&(g.bumpMap.value=v.bumpMap,t(v.bumpMap,g.bumpMapTransform),g.bumpScale.value=v.bumpScale,v.side===On&&(g.bumpScale.value*=-1)),v.normalMap&&(g.normalMap.value=v.normalMap,t(v.normalMap,g.normalMapTransform),g.normalScale.value.copy(v.normalScale),v.side===On&&g.normalScale.value.negate()),v.displacementMap&&(g.displacementMap.value=v.displacementMap,t(v.displacementMap,g.displacementMapTransform),g.displacementScale.value=v.displacementScale,g.displacementBias.value=v.displacementBias),v.emissiveMap&&(g.emissiveMap.value=v.emissiveMap,t(v.emissiveMap,g.emissiveMapTransform)),v.specularMap&&(g.specularMap.value=v.specularMap,t(v.specularMap,g.specularMapTransform)),v.alphaTest>0&&(g.alphaTest.value=v.alphaTest);let M=e.get(v),A=M.envMap,w=M.envMapRotation;A&&(g.envMap.value=A,g.envMapRotation.value.setFromMatrix4(YC.makeRotationFromEuler(w)).transpose(),A.isCubeTexture&&A.isRenderTargetTexture===!1&&g.envMapRotation.value.premultiply(ux),g.reflectivity.value=v.reflectivity,g.ior.value=v.ior,g.refractionRatio.value=v.refractionRatio),v.lightMap&&(g.lightMap.value=v.lightMap,g.lightMapIntensity.value=v.lightMapIntensity,t(v.lightMap,g.lightMapTransform)),v.aoMap&&(g.aoMap.value=v.aoMap,g.aoMapIntensity.value=v.aoMapIntensity,t(v.aoMap,g.aoMapTransform))}function o(g,v){g.diffuse.value.copy(v.color),g.opacity.value=v.opacity,v.map&&(g.map.value=v.map,t(v.map,g.mapTransform))}function l(g,v){g.dashSize.value=v.dashSize,g.totalSize.value=v.dashSize+v.gapSize,g.scale.value=v.scale}function c(g,v,M,A){g.diffuse.value.copy(v.color),g.opacity.value=v.opacity,g.size.value=v.size*M,g.scale.value=A*.5,v.map&&(g.map.value=v.map,t(v.map,g.uvTransform)),v.alphaMap&&(g.alphaMap.value=v.alphaMap,t(v.alphaMap,g.alphaMapTransform)),v.alphaTest>0&&(g.alphaTest.value=v.alphaTest)}function u(g,v){g.diffuse.value.copy(v.color),g.opacity.value=v.opacity,g.rotation.value=v.rotation,v.map&&(g.map.value=v.map,t(v.map,g.mapTransform)),v.alphaMap&&(g.alphaMap.value=v.alphaMap,t(v.alphaMap,g.alphaMapTransform)),v.alphaTest>0&&(g.alphaTest.value=v.alphaTest)}function h(g,v){g.specular.value.copy(v.specular),g.shininess.value=Math.max(v.shininess,1e-4)}function m(g,v){v.gradientMap&&(g.gradientMap.value=v.gradientMap)}function p(g,v){g.metalness.value=v.metalness,v.metalnessMap&&(g.metalnessMap.value=v.metalnessMap,t(v.metalnessMap,g.metalnessMapTransform)),g.roughness.value=v.roughness,v.roughnessMap&&(g.roughnessMap.value=v.roughnessMap,t(v.roughnessMap,g.roughnessMapTransform)),v.envMap&&(g.envMapIntensity.value=v.envMapIntensity)}function f(g,v,M){g.ior.value=v.ior,v.diffuseRoughness>0&&(g.diffuseRoughness.value=v.diffuseRoughness,v.diffuseRoughnessMap&&(g.diffuseRoughnessMap.value=v.diffuseRoughnessMap,t(v.diffuseRoughnessMap,g.diffuseRoughnessMapTransform))),v.sheen>0&&(g.sheenColor.value.copy(v.sheenColor).multiplyScalar(v.sheen),g.sheenRoughness.value=v.sheenRoughness,v.sheenColorMap&&(g.sheenColorMap.value=v.sheenColorMap,t(v.sheenColorMap,g.sheenColorMapTransform)),v.sheenRoughnessMap&&(g.sheenRoughnessMap.value=v.sheenRoughnessMap,t(v.sheenRoughnessMap,g.sheenRoughnessMapTransform))),v.clearcoat>0&&(g.clearcoat.value=v.clearcoat,g.clearcoatRoughness.value=v.clearcoatRoughness,v.clearcoatMap&&(g.clearcoatMap.value=v.clearcoatMap,t(v.clearcoatMap,g.clearcoatMapTransform)),v.clearcoatRoughnessMap&&(g.clearcoatRoughnessMap.value=v.clearcoatRoughnessMap,t(v.clearcoatRoughnessMap,g.clearcoatRoughnessMapTransform)),v.clearcoatNormalMap&&(g.clearcoatNormalMap.value=v.clearcoatNormalMap,t(v.clearcoatNormalMap,g.clearcoatNormalMapTransform),g.clearcoatNormalScale.value.copy(v.clearcoatNormalScale),v.side===On&&g.clearcoatNormalScale.value.negate())),v.dispersion>0&&(g.dispersion.value=v.dispersion),v.retroreflectivity>0&&(g.retroreflectivity.value=v.retroreflectivity),v.iridescence>0&&(g.iridescence.value=v.iridescence,g.iridescenceIOR.value=v.iridescenceIOR,g.iridescenceThicknessMinimum.value=v.iridescenceThicknessMinimum,g.iridescenceThicknessMaximum.value=v.iridescenceThicknessMaximum,v.iridescenceMap&&(g.iridescenceMap.value=v.iridescenceMap,t(v.iridescenceMap,g.iridescenceMapTransform)),v.iridescenceThicknessMap&&(g.iridescenceThicknessMap.value=v.iridescenceThicknessMap,t(v.iridescenceThicknessMap,g.iridescenceThicknessMapTransform))),v.transmission>0&&(g.transmission.value=v.transmission,g.transmissionSamplerMap.value=M.texture,g.transmissionSamplerSize.value.set(M.width,M.height),v.transmissionMap&&(g.transmissionMap.value=v.transmissionMap,t(v.transmissionMap,g.transmissionMapTransform)),g.thickness.value=v.thickness,v.thicknessMap&&(g.thicknessMap.value=v.thicknessMap,t(v.thicknessMap,g.thicknessMapTransform)),g.attenuationDistance.value=v.attenuationDistance,g.attenuationColor.value.copy(v.attenuationColor)),v.anisotropy>0&&(g.anisotropyVector.value.set(v.anisotropy*Math.cos(v.anisotropyRotation),v.anisotropy*Math.sin(v.anisotropyRotation)),v.anisotropyMap&&(g.anisotropyMap.value=v.anisotropyMap,t(v.anisotropyMap,g.anisotropyMapTransform))),g.specularIntensity.value=v.specularIntensity,g.specularColor.value.copy(v.specularColor),v.specularColorMap&&(g.specularColorMap.value=v.specularColorMap,t(v.specularColorMap,g.specularColorMapTransform)),v.specularIntensityMap&&(g.specularIntensityMap.value=v.specularIntensityMap,t(v.specularIntensityMap,g.specularIntensityMapTransform))}function _(g,v){v.matcap&&(g.matcap.value=v.matcap)}function S(g,v){let M=e.get(v).light;g.referencePosition.value.setFromMatrixPosition(M.matrixWorld),g.nearDistance.value=M.shadow.camera.near,g.farDistance.value=M.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:r}}function KC(n,e,t,i){let r={},s={};function o(M,A){let w=A.program;i.uniformBlockBinding(M,w,r[M.id])}function l(M,A){let w=r[M.id];w===void 0&&(_(M),w=c(M),r[M.id]=w,M.addEventListener("dispose",g));let R=A.program;i.updateUBOMapping(M,R);let C=e.render.frame;s[M.id]!==C&&(u(M),s[M.id]=C)}function c(M){let A=n.createBuffer(),w=M.__size,R=M.usage;return n.bindBuffer(n.UNIFORM_BUFFER,A),n.bufferData(n.UNIFORM_BUFFER,w,R),n.bindBuffer(n.UNIFORM_BUFFER,null),A}function u(M){let A=r[M.id],w=M.uniforms,R=M.__cache;n.bindBuffer(n.UNIFORM_BUFFER,A);for(let C=0,y=w.length;C<y;C++){let T=w[C];if(Array.isArray(T))for(let O=0,D=T.length;O<D;O++)h(T[O],C,O,R);else h(T,C,0,R)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function h(M,A,w,R){if(p(M,A,w,R)===!0){let C=M.__offset,y=M.value;if(Array.isArray(y)){let T=0;for(let O=0;O<y.length;O++){let D=y[O],F=S(D,!0);m(D,M.__data,T),T+=F.storage/Float32Array.BYTES_PER_ELEMENT}}else m(y,M.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,C,M.__data)}}function m(M,A,w){typeof M=="number"||typeof M=="boolean"?A[w]=M:M.isMatrix3?(A[w]=M.elements[0],A[w+1]=M.elements[1],A[w+2]=M.elements[2],A[w+3]=0,A[w+4]=M.elements[3],A[w+5]=M.elements[4],A[w+6]=M.elements[5],A[w+7]=0,A[w+8]=M.elements[6],A[w+9]=M.elements[7],A[w+10]=M.elements[8],A[w+11]=0):ArrayBuffer.isView(M)?A.set(M.subarray(0,A.length-w),w):M.toArray(A,w)}function p(M,A,w,R){let C=M.value,y=A+"_"+w;if(Array.isArray(C)){R[y]===void 0&&(R[y]=[]);let T=R[y],O=!1;for(let D=0;D<C.length;D++)f(C[D],T,D)===!0&&(O=!0);return O}return f(C,R,y)}function f(M,A,w){if(A[w]===void 0)return typeof M=="number"||typeof M=="boolean"?A[w]=M:ArrayBuffer.isView(M)?A[w]=M.slice():A[w]=M.clone(),!0;{let R=A[w];if(typeof M=="number"||typeof M=="boolean"){if(R!==M)return A[w]=M,!0}else{if(ArrayBuffer.isView(M))return!0;if(R.equals(M)===!1)return R.copy(M),!0}}return!1}function _(M){let A=M.uniforms,w=0,R=16;for(let y=0,T=A.length;y<T;y++){let O=Array.isArray(A[y])?A[y]:[A[y]];for(let D=0,F=O.length;D<F;D++){let V=O[D],X=Array.isArray(V.value)?V.value:[V.value],L=Array.isArray(A[y])||Array.isArray(V.value),Y=w;for(let W=0,ae=X.length;W<ae;W++){let J=X[W],te=S(J,L),ie=w%R,Ce=ie%te.boundary,He=ie+Ce;w+=Ce,He!==0&&R-He<te.storage&&(w+=R-He),W===0&&(Y=w),w+=te.storage}let Q=V.type==="int"?Int32Array:V.type==="uint"?Uint32Array:Float32Array;V.__data=new Q((w-Y)/Float32Array.BYTES_PER_ELEMENT),V.__offset=Y}}let C=w%R;return C>0&&(w+=R-C),M.__size=w,M.__cache={},this}function S(M,A){let w={boundary:0,storage:0};return typeof M=="number"||typeof M=="boolean"?(w.boundary=4,w.storage=4):M.isVector2?(w.boundary=8,w.storage=8):M.isVector3||M.isColor?(w.boundary=16,w.storage=12):M.isVector4?(w.boundary=16,w.storage=16):M.isMatrix3?(w.boundary=16,w.storage=48):M.isMatrix4?(w.boundary=16,w.storage=64):M.isTexture?Oe("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(M)?(w.boundary=16,w.storage=M.byteLength):Oe("WebGLRenderer: Unsupported uniform value type.",M),A===!0&&(w.boundary=16,w.storage=Math.ceil(w.storage/16)*16),w}function g(M){let A=M.target;A.removeEventListener("dispose",g),n.deleteBuffer(r[A.id]),delete r[A.id],delete s[A.id]}function v(){for(let M in r)n.deleteBuffer(r[M]);r={},s={}}return{bind:o,update:l,dispose:v}}var ZC=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),tr=null;function jC(){return tr===null&&(tr=new Qo(ZC,16,16,_s,Fi),tr.name="DFG_LUT",tr.minFilter=cn,tr.magFilter=cn,tr.wrapS=Ki,tr.wrapT=Ki,tr.generateMipmaps=!1,tr.needsUpdate=!0),tr}var ed=class{constructor(e={}){let{canvas:t=wy(),context:i=null,depth:r=!0,stencil:s=!1,alpha:o=!1,antialias:l=!1,premultipliedAlpha:c=!0,preserveDrawingBuffer:u=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:m=!1,reversedDepthBuffer:p=!1,outputBufferType:f=mn}=e;this.isWebGLRenderer=!0;let _;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");_=i.getContextAttributes().alpha}else _=o;let S=f,g=new Set([la,aa,oa]),v=new Set([mn,Cn,sa,to,yh,xh]),M=new Uint32Array(4),A=new Int32Array(4),w={textures:[],min:[],max:[],resolution:[]},R=null,C=null,y=[],T=[],O=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=er,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let D=this,F=!1,V=null,X=null,L=null,Y=null;this._outputColorSpace=ti;let Q=0,W=0,ae=null,J=-1,te=null,ie=new Lt,Ce=new Lt,He=null,Z=new pt(0),xe=0,Te=t.width,De=t.height,be=1,We=null,qt=null,Ue=new Lt(0,0,Te,De),xt=new Lt(0,0,Te,De),Et=!1,et=new Ks,dn=new ju,Kt=!1,Hn=!1,Ot=new Tt,Oi=new H,nn=new Lt,si={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},oi=!1;function ai(){return ae===null?be:1}let N=i;function li(b,I){return t.getContext(b,I)}let Dt,Nt,ve,Zt,Ne,Ve,E,x,U,se,ee,ue,me,$,K,de,P,j,q,fe,ce,he,Pe;try{let b={alpha:!0,depth:r,stencil:s,antialias:l,premultipliedAlpha:c,preserveDrawingBuffer:u,powerPreference:h,failIfMajorPerformanceCaveat:m};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Le,!1),t.addEventListener("webglcontextrestored",qe,!1),t.addEventListener("webglcontextcreationerror",_e,!1),N===null){let I="webgl2";if(N=li(I,b),N===null)throw li(I)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}$e()}catch(b){throw t.removeEventListener("webglcontextlost",Le,!1),t.removeEventListener("webglcontextrestored",qe,!1),t.removeEventListener("webglcontextcreationerror",_e,!1),Be("WebGLRenderer: "+b.message),b}function $e(){Dt=new cA(N),Dt.init(),ce=new XC(N,Dt),Nt=new j1(N,Dt,e,ce),ve=new GC(N,Dt),Nt.reversedDepthBuffer&&p&&ve.buffers.depth.setReversed(!0),X=N.createFramebuffer(),L=N.createFramebuffer(),Y=N.createFramebuffer(),Zt=new dA(N),Ne=new RC,Ve=new WC(N,Dt,ve,Ne,Nt,ce,Zt),E=new lA(D),x=new pT(N),he=new K1(N,x),U=new uA(N,x,Zt,he),se=new pA(N,U,x,he,Zt),j=new fA(N,Nt,Ve),K=new Q1(Ne),ee=new CC(D,E,Dt,Nt,he,K),ue=new $C(D,Ne),me=new IC,$=new UC(Dt),P=new $1(D,E,ve,se,_,c),de=new HC(D,se,Nt),Pe=new KC(N,Zt,Nt,ve),q=new Z1(N,Dt,Zt),fe=new hA(N,Dt,Zt),Zt.programs=ee.programs,D.capabilities=Nt,D.extensions=Dt,D.properties=Ne,D.renderLists=me,D.shadowMap=de,D.state=ve,D.info=Zt}S!==mn&&(O=new gA(S,t.width,t.height,l,r,s));let le=new um(D,N);this.xr=le,this.getContext=function(){return N},this.getContextAttributes=function(){return N.getContextAttributes()},this.forceContextLoss=function(){let b=Dt.get("WEBGL_lose_context");b&&b.loseContext()},this.forceContextRestore=function(){let b=Dt.get("WEBGL_lose_context");b&&b.restoreContext()},this.getPixelRatio=function(){return be},this.setPixelRatio=function(b){b!==void 0&&(be=b,this.setSize(Te,De,!1))},this.getSize=function(b){return b.set(Te,De)},this.setSize=function(b,I,G=!0){if(le.isPresenting){Oe("WebGLRenderer: Can't change size while VR device is presenting.");return}Te=b,De=I,t.width=Math.floor(b*be),t.height=Math.floor(I*be),G===!0&&(t.style.width=b+"px",t.style.height=I+"px"),O!==null&&O.setSize(t.width,t.height),this.setViewport(0,0,b,I)},this.getDrawingBufferSize=function(b){return b.set(Te*be,De*be).floor()},this.setDrawingBufferSize=function(b,I,G){Te=b,De=I,be=G,t.width=Math.floor(b*G),t.height=Math.floor(I*G),this.setViewport(0,0,b,I)},this.setEffects=function(b){if(S===mn){Be("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(b){for(let I=0;I<b.length;I++)if(b[I].isOutputPass===!0){Oe("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}O.setEffects(b||[])},this.getCurrentViewport=function(b){return b.copy(ie)},this.getViewport=function(b){return b.copy(Ue)},this.setViewport=function(b,I,G,k){b.isVector4?Ue.set(b.x,b.y,b.z,b.w):Ue.set(b,I,G,k),ve.viewport(ie.copy(Ue).multiplyScalar(ai()).round())},this.getScissor=function(b){return b.copy(xt)},this.setScissor=function(b,I,G,k){b.isVector4?xt.set(b.x,b.y,b.z,b.w):xt.set(b,I,G,k),ve.scissor(Ce.copy(xt).multiplyScalar(ai()).round())},this.getScissorTest=function(){return Et},this.setScissorTest=function(b){ve.setScissorTest(Et=b)},this.setOpaqueSort=function(b){We=b},this.setTransparentSort=function(b){qt=b},this.getClearColor=function(b){return b.copy(P.getClearColor())},this.setClearColor=function(){P.setClearColor(...arguments)},this.getClearAlpha=function(){return P.getClearAlpha()},this.setClearAlpha=function(){P.setClearAlpha(...arguments)},this.clear=function(b=!0,I=!0,G=!0){let k=0;if(b){let B=!1;if(ae!==null){let ge=ae.texture.format;B=g.has(ge)}if(B){let ge=ae.texture.type,we=v.has(ge),pe=P.getClearColor(),Se=P.getClearAlpha(),Re=pe.r,Ge=pe.g,tt=pe.b;we?(M[0]=Re,M[1]=Ge,M[2]=tt,M[3]=Se,N.clearBufferuiv(N.COLOR,0,M)):(A[0]=Re,A[1]=Ge,A[2]=tt,A[3]=Se,N.clearBufferiv(N.COLOR,0,A))}else k|=N.COLOR_BUFFER_BIT}I&&(k|=N.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),G&&(k|=N.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),k!==0&&N.clear(k)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(b){b.setRenderer(this),V=b},this.dispose=function(){t.removeEventListener("webglcontextlost",Le,!1),t.removeEventListener("webglcontextrestored",qe,!1),t.removeEventListener("webglcontextcreationerror",_e,!1),P.dispose(),me.dispose(),$.dispose(),Ve.dispose(),Ne.dispose(),E.dispose(),se.dispose(),U.dispose(),he.dispose(),Pe.dispose(),ee.dispose(),le.dispose(),le.removeEventListener("sessionstart",Am),le.removeEventListener("sessionend",Cm),ws.stop()};function Le(b){b.preventDefault(),$p("WebGLRenderer: Context Lost."),F=!0}function qe(){$p("WebGLRenderer: Context Restored."),F=!1;let b=Zt.autoReset,I=de.enabled,G=de.autoUpdate,k=de.needsUpdate,B=de.type;$e(),Zt.autoReset=b,de.enabled=I,de.autoUpdate=G,de.needsUpdate=k,de.type=B}function _e(b){Be("WebGLRenderer: A WebGL context could not be created. Reason: ",b.statusMessage)}function bt(b){let I=b.target;I.removeEventListener("dispose",bt),rn(I)}function rn(b){Rr(b),Ne.remove(b)}function Rr(b){let I=Ne.get(b).programs;I!==void 0&&(I.forEach(function(G){ee.releaseProgram(G)}),b.isShaderMaterial&&ee.releaseShaderCache(b))}this.renderBufferDirect=function(b,I,G,k,B,ge){I===null&&(I=si);let we=B.isMesh&&B.matrixWorld.determinantAffine()<0,pe=bb(b,I,G,k,B);ve.setMaterial(k,we);let Se=G.index,Re=1;if(k.wireframe===!0){if(Se=U.getWireframeAttribute(G),Se===void 0)return;Re=2}let Ge=G.drawRange,tt=G.attributes.position,Ee=Ge.start*Re,nt=(Ge.start+Ge.count)*Re;ge!==null&&(Ee=Math.max(Ee,ge.start*Re),nt=Math.min(nt,(ge.start+ge.count)*Re)),Se!==null?(Ee=Math.max(Ee,0),nt=Math.min(nt,Se.count)):tt!=null&&(Ee=Math.max(Ee,0),nt=Math.min(nt,tt.count));let Jt=nt-Ee;if(Jt<0||Jt===1/0)return;he.setup(B,k,pe,G,Se);let Rt,At=q;if(Se!==null&&(Rt=x.get(Se),At=fe,At.setIndex(Rt)),B.isMesh)k.wireframe===!0?(ve.setLineWidth(k.wireframeLinewidth*ai()),At.setMode(N.LINES)):At.setMode(N.TRIANGLES);else if(B.isLine){let vn=k.linewidth;vn===void 0&&(vn=1),ve.setLineWidth(vn*ai()),B.isLineSegments?At.setMode(N.LINES):B.isLineLoop?At.setMode(N.LINE_LOOP):At.setMode(N.LINE_STRIP)}else B.isPoints?At.setMode(N.POINTS):B.isSprite&&At.setMode(N.TRIANGLES);if(B.isBatchedMesh)if(Dt.get("WEBGL_multi_draw"))At.renderMultiDraw(B._multiDrawStarts,B._multiDrawCounts,B._multiDrawCount);else{let vn=B._multiDrawStarts,Ae=B._multiDrawCounts,Pn=B._multiDrawCount,mt=Se?x.get(Se).bytesPerElement:1,Ts=Ne.get(k).currentProgram.getUniforms();for(let _n=0;_n<Pn;_n++)Ts.setValue(N,"_gl_DrawID",_n),At.render(vn[_n]/mt,Ae[_n])}else if(B.isInstancedMesh)At.renderInstances(Ee,Jt,B.count);else if(G.isInstancedBufferGeometry){let vn=G._maxInstanceCount!==void 0?G._maxInstanceCount:1/0,Ae=Math.min(G.instanceCount,vn);At.renderInstances(Ee,Jt,Ae)}else At.render(Ee,Jt)};function Em(b,I,G,k){V!==null&&b.isNodeMaterial&&V.setObject(k,b),Kt===!0&&K.setState(b,G,!1),b.transparent===!0&&b.side===gi&&b.forceSinglePass===!1?(b.side=On,b.needsUpdate=!0,_a(b,I,k),b.side=mi,b.needsUpdate=!0,_a(b,I,k),b.side=gi):_a(b,I,k)}this.compile=function(b,I,G=null){G===null&&(G=b),V!==null&&V.renderStart(b,I,G),C=$.get(G),C.init(I),T.push(C),G.traverseVisible(function(B){B.isLight&&B.layers.test(I.layers)&&(C.pushLight(B),B.castShadow&&C.pushShadow(B))}),b!==G&&b.traverseVisible(function(B){B.isLight&&B.layers.test(I.layers)&&(C.pushLight(B),B.castShadow&&C.pushShadow(B))}),C.setupLights(),V!==null&&V.updateLights(C.state.lightsArray),Hn=this.localClippingEnabled,Kt=K.init(this.clippingPlanes,Hn),Kt===!0&&K.setGlobalState(this.clippingPlanes,I),V!==null&&de.render(C.state.shadowsArray,G,I);let k=new Set;return b.traverse(function(B){if(!(B.isMesh||B.isPoints||B.isLine||B.isSprite))return;let ge=B.material;if(ge)if(Array.isArray(ge))for(let we=0;we<ge.length;we++){let pe=ge[we];Em(pe,G,I,B),k.add(pe)}else Em(ge,G,I,B),k.add(ge)}),C=T.pop(),V!==null&&V.renderEnd(),k},this.compileAsync=function(b,I,G=null){let k=this.compile(b,I,G);return new Promise(B=>{function ge(){if(k.forEach(function(we){let Se=Ne.get(we).currentProgram;(Se===void 0||Se.isReady())&&k.delete(we)}),k.size===0){B(b);return}setTimeout(ge,10)}Dt.get("KHR_parallel_shader_compile")!==null?ge():setTimeout(ge,10)})};let Td=null;function yb(b){Td&&Td(b)}function Am(){ws.stop()}function Cm(){ws.start()}let ws=new ex;ws.setAnimationLoop(yb),typeof self<"u"&&ws.setContext(self),this.setAnimationLoop=function(b){Td=b,le.setAnimationLoop(b),b===null?ws.stop():ws.start()},le.addEventListener("sessionstart",Am),le.addEventListener("sessionend",Cm),this.render=function(b,I){if(I!==void 0&&I.isCamera!==!0){Be("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(F===!0)return;V!==null&&V.renderStart(b,I);let G=le.enabled===!0&&le.isPresenting===!0,k=O!==null&&(ae===null||G)&&O.begin(D,ae);if(b.matrixWorldAutoUpdate===!0&&b.updateMatrixWorld(),I.parent===null&&I.matrixWorldAutoUpdate===!0&&I.updateMatrixWorld(),le.enabled===!0&&le.isPresenting===!0&&(O===null||O.isCompositing()===!1)&&(le.cameraAutoUpdate===!0&&le.updateCamera(I),I=le.getCamera()),b.isScene===!0&&b.onBeforeRender(D,b,I,ae),C=$.get(b,T.length),C.init(I),C.state.textureUnits=Ve.getTextureUnits(),T.push(C),Ot.multiplyMatrices(I.projectionMatrix,I.matrixWorldInverse),I.isArrayCamera?dn.setFromArrayCamera(I):et.setFromProjectionMatrix(Ot,fi,I.reversedDepth),Hn=this.localClippingEnabled,Kt=K.init(this.clippingPlanes,Hn),R=me.get(b,y.length),R.init(),y.push(R),this.info.render.frame++,le.enabled===!0&&le.isPresenting===!0){let we=D.xr.getDepthSensingMesh();we!==null&&Ed(we,I,-1/0,D.sortObjects)}Ed(b,I,0,D.sortObjects),R.finish(),V!==null&&V.updateLights(C.state.lightsArray),D.sortObjects===!0&&R.sort(We,qt),oi=le.enabled===!1||le.isPresenting===!1||le.hasDepthSensing()===!1,oi&&P.addToRenderList(R,b),this.info.autoReset===!0&&this.info.reset(),Kt===!0&&K.beginShadows();let B=C.state.shadowsArray;if(de.render(B,b,I),Kt===!0&&K.endShadows(),(k&&O.hasRenderPass())===!1){let we=R.opaque,pe=R.transmissive;if(C.setupLights(),I.isArrayCamera){let Se=I.cameras;if(pe.length>0)for(let Re=0,Ge=Se.length;Re<Ge;Re++){let tt=Se[Re];Pm(we,pe,b,tt)}oi&&P.render(b);for(let Re=0,Ge=Se.length;Re<Ge;Re++){let tt=Se[Re];Rm(R,b,tt,tt.viewport)}}else pe.length>0&&Pm(we,pe,b,I),oi&&P.render(b),Rm(R,b,I)}ae!==null&&W===0&&(Ve.updateMultisampleRenderTarget(ae),Ve.updateRenderTargetMipmap(ae)),k&&O.end(D),b.isScene===!0&&b.onAfterRender(D,b,I),he.resetDefaultState(),J=-1,te=null,T.pop(),T.length>0?(C=T[T.length-1],Ve.setTextureUnits(C.state.textureUnits),Kt===!0&&K.setGlobalState(D.clippingPlanes,C.state.camera)):C=null,y.pop(),y.length>0?R=y[y.length-1]:R=null,V!==null&&V.renderEnd()};function Ed(b,I,G,k){if(b.visible===!1)return;if(b.layers.test(I.layers)){if(b.isGroup)G=b.renderOrder;else if(b.isLOD)b.autoUpdate===!0&&b.update(I);else if(b.isLight)C.pushLight(b),b.castShadow&&C.pushShadow(b);else if(b.isSprite){let we=I.isArrayCamera?dn:et;if(!b.frustumCulled||b.intersectsFrustum(we)){k&&nn.setFromMatrixPosition(b.matrixWorld).applyMatrix4(Ot);let pe=se.update(b),Se=b.material;Se.visible&&R.push(b,pe,Se,G,nn.z,null,I)}}else if(b.isMesh||b.isLine||b.isPoints){let we=I.isArrayCamera?dn:et;if(!b.frustumCulled||b.intersectsFrustum(we)){let pe=se.update(b),Se=b.material;if(k&&(b.boundingSphere!==void 0?(b.boundingSphere===null&&b.computeBoundingSphere(),nn.copy(b.boundingSphere.center)):(pe.boundingSphere===null&&pe.computeBoundingSphere(),nn.copy(pe.boundingSphere.center)),nn.applyMatrix4(b.matrixWorld).applyMatrix4(Ot)),Array.isArray(Se)){let Re=pe.groups;for(let Ge=0,tt=Re.length;Ge<tt;Ge++){let Ee=Re[Ge],nt=Se[Ee.materialIndex];nt&&nt.visible&&R.push(b,pe,nt,G,nn.z,Ee,I)}}else Se.visible&&R.push(b,pe,Se,G,nn.z,null,I)}}}let ge=b.children;for(let we=0,pe=ge.length;we<pe;we++)Ed(ge[we],I,G,k)}function Rm(b,I,G,k){let{opaque:B,transmissive:ge,transparent:we}=b;C.setupLightsView(G),Kt===!0&&K.setGlobalState(D.clippingPlanes,G),k&&ve.viewport(ie.copy(k)),B.length>0&&$l(B,I,G),ge.length>0&&$l(ge,I,G),we.length>0&&$l(we,I,G),ve.buffers.depth.setTest(!0),ve.buffers.depth.setMask(!0),ve.buffers.color.setMask(!0),ve.setPolygonOffset(!1)}function Pm(b,I,G,k){if((G.isScene===!0?G.overrideMaterial:null)!==null)return;if(C.state.transmissionRenderTarget[k.id]===void 0){let Ee=Dt.has("EXT_color_buffer_half_float")||Dt.has("EXT_color_buffer_float");C.state.transmissionRenderTarget[k.id]=new un(1,1,{generateMipmaps:!0,type:Ee?Fi:mn,minFilter:Mr,samples:Math.max(4,Nt.samples),stencilBuffer:s,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:it.workingColorSpace})}let ge=C.state.transmissionRenderTarget[k.id],we=k.viewport||ie;ge.setSize(we.z*D.transmissionResolutionScale,we.w*D.transmissionResolutionScale);let pe=D.getRenderTarget(),Se=D.getActiveCubeFace(),Re=D.getActiveMipmapLevel();D.setRenderTarget(ge),D.getClearColor(Z),xe=D.getClearAlpha(),xe<1&&D.setClearColor(16777215,.5),D.clear(),oi&&P.render(G);let Ge=D.toneMapping;D.toneMapping=er;let tt=k.viewport;if(k.viewport!==void 0&&(k.viewport=void 0),C.setupLightsView(k),Kt===!0&&K.setGlobalState(D.clippingPlanes,k),$l(b,G,k),Ve.updateMultisampleRenderTarget(ge),Ve.updateRenderTargetMipmap(ge),Dt.has("WEBGL_multisampled_render_to_texture")===!1){let Ee=!1;for(let nt=0,Jt=I.length;nt<Jt;nt++){let Rt=I[nt],{object:At,geometry:vn,material:Ae,group:Pn}=Rt;if(Ae.side===gi&&At.layers.test(k.layers)){let mt=Ae.side;Ae.side=On,Ae.needsUpdate=!0,Im(At,G,k,vn,Ae,Pn),Ae.side=mt,Ae.needsUpdate=!0,Ee=!0}}Ee===!0&&(Ve.updateMultisampleRenderTarget(ge),Ve.updateRenderTargetMipmap(ge))}D.setRenderTarget(pe,Se,Re),D.setClearColor(Z,xe),tt!==void 0&&(k.viewport=tt),D.toneMapping=Ge}function $l(b,I,G){let k=I.isScene===!0?I.overrideMaterial:null;for(let B=0,ge=b.length;B<ge;B++){let we=b[B],{object:pe,geometry:Se,group:Re}=we,Ge=we.material;Ge.allowOverride===!0&&k!==null&&(Ge=k),pe.layers.test(G.layers)&&Im(pe,I,G,Se,Ge,Re)}}function Im(b,I,G,k,B,ge){V!==null&&B.isNodeMaterial&&V.setObject(b,B),b.onBeforeRender(D,I,G,k,B,ge),b.modelViewMatrix.multiplyMatrices(G.matrixWorldInverse,b.matrixWorld),b.normalMatrix.getNormalMatrix(b.modelViewMatrix),B.onBeforeRender(D,I,G,k,b,ge),B.transparent===!0&&B.side===gi&&B.forceSinglePass===!1?(B.side=On,B.needsUpdate=!0,D.renderBufferDirect(G,I,k,B,b,ge),B.side=mi,B.needsUpdate=!0,D.renderBufferDirect(G,I,k,B,b,ge),B.side=gi):D.renderBufferDirect(G,I,k,B,b,ge),b.onAfterRender(D,I,G,k,B,ge)}function Lm(b){let I=0;for(let G of b)G.texture!==null&&I++;return I}function _a(b,I,G){I.isScene!==!0&&(I=si);let k=Ne.get(b),B=C.state.lights,ge=C.state.shadowsArray,we=B.state.version,pe=ee.getParameters(b,B.state,ge,I,G,C.state.lightProbeGridArray),Se=ee.getProgramCacheKey(pe),Re=k.programs;k.environment=b.isMeshStandardMaterial||b.isMeshLambertMaterial||b.isMeshPhongMaterial?I.environment:null,k.fog=I.fog;let Ge=b.isMeshStandardMaterial||b.isMeshLambertMaterial&&!b.envMap||b.isMeshPhongMaterial&&!b.envMap;k.envMap=E.get(b.envMap||k.environment,Ge),k.envMapRotation=k.environment!==null&&b.envMap===null?I.environmentRotation:b.envMapRotation,Re===void 0&&(b.addEventListener("dispose",bt),Re=new Map,k.programs=Re,k.programVariants=new Map);let tt=Re.get(Se);if(tt!==void 0){if(k.currentProgram===tt&&k.lightsStateVersion===we)return Nm(b,pe),tt}else pe.uniforms=ee.getUniforms(b),V!==null&&b.isNodeMaterial&&V.build(b,G,pe),b.onBeforeCompile(pe,D),tt=ee.acquireProgram(pe,Se),Re.set(Se,tt),k.uniforms=pe.uniforms;let Ee=k.uniforms;return(!b.isShaderMaterial&&!b.isRawShaderMaterial||b.clipping===!0)&&(Ee.clippingPlanes=K.uniform),Nm(b,pe),k.needsLights=Mb(b),k.lightsStateVersion=we,k.needsLights&&(Ee.ambientLightColor.value=B.state.ambient,Ee.lightProbe.value=B.state.probe,Ee.sunLights.value=B.state.sun,Ee.sunLightShadows.value=B.state.sunShadow,Ee.directionalLights.value=B.state.directional,Ee.directionalLightShadows.value=B.state.directionalShadow,Ee.spotLights.value=B.state.spot,Ee.spotLightShadows.value=B.state.spotShadow,Ee.rectAreaLights.value=B.state.rectArea,Ee.ltc_1.value=B.state.rectAreaLTC1,Ee.ltc_2.value=B.state.rectAreaLTC2,Ee.pointLights.value=B.state.point,Ee.pointLightShadows.value=B.state.pointShadow,Ee.hemisphereLights.value=B.state.hemi,Ee.sunShadowMatrix.value=B.state.sunShadowMatrix,Ee.sunShadowCascade.value=B.state.sunShadowCascade,Ee.directionalShadowMatrix.value=B.state.directionalShadowMatrix,Ee.spotLightMatrix.value=B.state.spotLightMatrix,Ee.spotLightMap.value=B.state.spotLightMap,Ee.pointShadowMatrix.value=B.state.pointShadowMatrix),k.numLightProbeGrids=Lm(C.state.lightProbeGridArray),k.currentProgram=tt,k.uniformsList=null,tt}function xb(b,I,G,k,B){let ge=Ne.get(b),we=ge.currentProgram.id+","+k+","+B,pe=ge.programVariants.get(we);return pe===void 0?(pe=_a(b,I,G),ge.programVariants.set(we,pe)):(ge.currentProgram=pe,ge.uniformsList=null,ge.outputColorSpace=k,ge.toneMapping=B),pe}function Dm(b){if(b.uniformsList===null){let I=b.currentProgram.getUniforms();b.uniformsList=ca.seqWithValue(I.seq,b.uniforms)}return b.uniformsList}function Nm(b,I){let G=Ne.get(b);G.outputColorSpace=I.outputColorSpace,G.batching=I.batching,G.batchingColor=I.batchingColor,G.instancing=I.instancing,G.instancingColor=I.instancingColor,G.instancingMorph=I.instancingMorph,G.skinning=I.skinning,G.morphTargets=I.morphTargets,G.morphNormals=I.morphNormals,G.morphColors=I.morphColors,G.morphTargetsCount=I.morphTargetsCount,G.numClippingPlanes=I.numClippingPlanes,G.numIntersection=I.numClipIntersection,G.vertexAlphas=I.vertexAlphas,G.vertexTangents=I.vertexTangents,G.toneMapping=I.toneMapping}function bb(b,I,G,k,B){I.isScene!==!0&&(I=si),Ve.resetTextureUnits();let ge=I.fog,we=k.isMeshStandardMaterial||k.isMeshLambertMaterial||k.isMeshPhongMaterial?I.environment:null,pe=ae===null?D.outputColorSpace:ae.isXRRenderTarget===!0?ae.texture.colorSpace:it.workingColorSpace,Se=k.isMeshStandardMaterial||k.isMeshLambertMaterial&&!k.envMap||k.isMeshPhongMaterial&&!k.envMap,Re=E.get(k.envMap||we,Se),Ge=k.vertexColors===!0&&!!G.attributes.color&&G.attributes.color.itemSize===4,tt=!!G.attributes.tangent&&(!!k.normalMap||k.anisotropy>0),Ee=!!G.morphAttributes.position,nt=!!G.morphAttributes.normal,Jt=!!G.morphAttributes.color,Rt=er;k.toneMapped&&(ae===null||ae.isXRRenderTarget===!0)&&(Rt=D.toneMapping);let At=G.morphAttributes.position||G.morphAttributes.normal||G.morphAttributes.color,vn=At!==void 0?At.length:0,Ae=Ne.get(k),Pn=C.state.lights;if(Kt===!0&&(Hn===!0||b!==te)){let Bt=b===te&&k.id===J;K.setState(k,b,Bt)}let mt=!1,Ts=!1;k.version===Ae.__version?Ae.needsLights&&Ae.lightsStateVersion!==Pn.state.version||B.isBatchedMesh&&Ae.batching===!1||!B.isBatchedMesh&&Ae.batching===!0||B.isBatchedMesh&&Ae.batchingColor===!0&&B._colorsTexture===null||B.isBatchedMesh&&Ae.batchingColor===!1&&B._colorsTexture!==null||B.isInstancedMesh&&Ae.instancing===!1||!B.isInstancedMesh&&Ae.instancing===!0||B.isSkinnedMesh&&Ae.skinning===!1||!B.isSkinnedMesh&&Ae.skinning===!0||B.isInstancedMesh&&Ae.instancingColor===!0&&B.instanceColor===null||B.isInstancedMesh&&Ae.instancingColor===!1&&B.instanceColor!==null||B.isInstancedMesh&&Ae.instancingMorph===!0&&B.morphTexture===null||B.isInstancedMesh&&Ae.instancingMorph===!1&&B.morphTexture!==null||Ae.envMap!==Re||k.fog===!0&&Ae.fog!==ge||Ae.numClippingPlanes!==void 0&&(Ae.numClippingPlanes!==K.numPlanes||Ae.numIntersection!==K.numIntersection)||Ae.vertexAlphas!==Ge||Ae.vertexTangents!==tt||Ae.morphTargets!==Ee||Ae.morphNormals!==nt||Ae.morphColors!==Jt||Ae.morphTargetsCount!==vn||Ae.numLightProbeGrids!==Lm(C.state.lightProbeGridArray)?mt=!0:(Ae.outputColorSpace!==pe||Ae.toneMapping!==Rt)&&(Ts=!0):(mt=!0,Ae.__version=k.version);let _n=Ae.currentProgram;(mt===!0||Ts===!0)&&(_n=Ts===!0?xb(k,I,B,pe,Rt):_a(k,I,B),V&&k.isNodeMaterial&&V.onUpdateProgram(k,_n,Ae));let Kl=!1,Pr=!1,Es=!1,ut=_n.getUniforms(),fn=Ae.uniforms;if(ve.useProgram(_n.program)&&(Kl=!0,Pr=!0,Es=!0),k.id!==J&&(J=k.id,Pr=!0),Kl||te!==b){ve.buffers.depth.getReversed()&&b.reversedDepth!==!0&&(b._reversedDepth=!0,b.updateProjectionMatrix()),ut.setValue(N,"projectionMatrix",b.projectionMatrix),ut.setValue(N,"viewMatrix",b.matrixWorldInverse);let sn=ut.map.cameraPosition;sn!==void 0&&sn.setValue(N,Oi.setFromMatrixPosition(b.matrixWorld)),Nt.logarithmicDepthBuffer&&ut.setValue(N,"logDepthBufFC",2/(Math.log(b.far+1)/Math.LN2)),(k.isMeshPhongMaterial||k.isMeshToonMaterial||k.isMeshLambertMaterial||k.isMeshBasicMaterial||k.isMeshStandardMaterial||k.isShaderMaterial)&&ut.setValue(N,"isOrthographic",b.isOrthographicCamera===!0),te!==b&&(te=b,Pr=!0,Es=!0)}if(Ae.needsLights&&(Pn.state.sunShadowMap.length>0&&ut.setValue(N,"sunShadowMap",Pn.state.sunShadowMap,Ve),Pn.state.directionalShadowMap.length>0&&ut.setValue(N,"directionalShadowMap",Pn.state.directionalShadowMap,Ve),Pn.state.spotShadowMap.length>0&&ut.setValue(N,"spotShadowMap",Pn.state.spotShadowMap,Ve),Pn.state.pointShadowMap.length>0&&ut.setValue(N,"pointShadowMap",Pn.state.pointShadowMap,Ve)),B.isSkinnedMesh){ut.setOptional(N,B,"bindMatrix"),ut.setOptional(N,B,"bindMatrixInverse");let Bt=B.skeleton;Bt&&(Bt.boneTexture===null&&Bt.computeBoneTexture(),ut.setValue(N,"boneTexture",Bt.boneTexture,Ve))}B.isBatchedMesh&&(ut.setOptional(N,B,"batchingTexture"),ut.setValue(N,"batchingTexture",B._matricesTexture,Ve),ut.setOptional(N,B,"batchingIdTexture"),ut.setValue(N,"batchingIdTexture",B._indirectTexture,Ve),ut.setOptional(N,B,"batchingColorTexture"),B._colorsTexture!==null&&ut.setValue(N,"batchingColorTexture",B._colorsTexture,Ve));let yi=G.morphAttributes;if((yi.position!==void 0||yi.normal!==void 0||yi.color!==void 0)&&j.update(B,G,_n),(Pr||Ae.receiveShadow!==B.receiveShadow)&&(Ae.receiveShadow=B.receiveShadow,ut.setValue(N,"receiveShadow",B.receiveShadow)),(k.isMeshStandardMaterial||k.isMeshLambertMaterial||k.isMeshPhongMaterial)&&k.envMap===null&&I.environment!==null&&(fn.envMapIntensity.value=I.environmentIntensity),fn.dfgLUT!==void 0&&(fn.dfgLUT.value=jC()),Pr){if(ut.setValue(N,"toneMappingExposure",D.toneMappingExposure),Ae.needsLights&&Sb(fn,Es),ge&&k.fog===!0&&ue.refreshFogUniforms(fn,ge),ue.refreshMaterialUniforms(fn,k,be,De,C.state.transmissionRenderTarget[b.id]),Ae.needsLights&&Ae.numLightProbeGrids>0){let Bt=w,sn=0;for(let rr of C.state.lightProbeGridArray)rr.texture!==null&&(Bt.textures[sn]=rr.texture,Bt.min[sn]=rr.boundingBox.min,Bt.max[sn]=rr.boundingBox.max,Bt.resolution[sn]=rr.resolution,sn++);for(let rr in Bt)Bt[rr].length=sn;fn.probesSH.value=Bt.textures,fn.probesMin.value=Bt.min,fn.probesMax.value=Bt.max,fn.probesResolution.value=Bt.resolution}ca.upload(N,Dm(Ae),fn,Ve)}if(k.isShaderMaterial&&k.uniformsNeedUpdate===!0&&(ca.upload(N,Dm(Ae),fn,Ve),k.uniformsNeedUpdate=!1),k.isSpriteMaterial&&ut.setValue(N,"center",B.center),ut.setValue(N,"modelViewMatrix",B.modelViewMatrix),ut.setValue(N,"normalMatrix",B.normalMatrix),ut.setValue(N,"modelMatrix",B.matrixWorld),k.uniformsGroups!==void 0){let Bt=k.uniformsGroups;for(let sn=0,rr=Bt.length;sn<rr;sn++){let km=Bt[sn];Pe.update(km,_n),Pe.bind(km,_n)}}return _n}function Sb(b,I){b.ambientLightColor.needsUpdate=I,b.lightProbe.needsUpdate=I,b.sunLights.needsUpdate=I,b.sunLightShadows.needsUpdate=I,b.directionalLights.needsUpdate=I,b.directionalLightShadows.needsUpdate=I,b.pointLights.needsUpdate=I,b.pointLightShadows.needsUpdate=I,b.spotLights.needsUpdate=I,b.spotLightShadows.needsUpdate=I,b.rectAreaLights.needsUpdate=I,b.hemisphereLights.needsUpdate=I}function Mb(b){return b.isMeshLambertMaterial||b.isMeshToonMaterial||b.isMeshPhongMaterial||b.isMeshStandardMaterial||b.isShadowMaterial||b.isShaderMaterial&&b.lights===!0}this.getActiveCubeFace=function(){return Q},this.getActiveMipmapLevel=function(){return W},this.getRenderTarget=function(){return ae},this.setRenderTargetTextures=function(b,I,G){let k=Ne.get(b);k.__autoAllocateDepthBuffer=b.resolveDepthBuffer===!1,k.__autoAllocateDepthBuffer===!1&&(k.__useRenderToTexture=!1),Ne.get(b.texture).__webglTexture=I,Ne.get(b.depthTexture).__webglTexture=k.__autoAllocateDepthBuffer?void 0:G,k.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(b,I){let G=Ne.get(b);G.__webglFramebuffer=I,G.__useDefaultFramebuffer=I===void 0},this.setRenderTarget=function(b,I=0,G=0){ae=b,Q=I,W=G;let k=null,B=!1,ge=!1;if(b){let pe=Ne.get(b);if(pe.__useDefaultFramebuffer!==void 0){ve.bindFramebuffer(N.FRAMEBUFFER,pe.__webglFramebuffer),ie.copy(b.viewport),Ce.copy(b.scissor),He=b.scissorTest,ve.viewport(ie),ve.scissor(Ce),ve.setScissorTest(He),J=-1;return}else if(pe.__webglFramebuffer===void 0)Ve.setupRenderTarget(b);else if(pe.__hasExternalTextures)Ve.rebindTextures(b,Ne.get(b.texture).__webglTexture,Ne.get(b.depthTexture).__webglTexture);else if(b.depthBuffer){let Ge=b.depthTexture;if(pe.__boundDepthTexture!==Ge){if(Ge!==null&&Ne.has(Ge)&&(b.width!==Ge.image.width||b.height!==Ge.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ve.setupDepthRenderbuffer(b)}}let Se=b.texture;(Se.isData3DTexture||Se.isDataArrayTexture||Se.isCompressedArrayTexture)&&(ge=!0);let Re=Ne.get(b).__webglFramebuffer;b.isWebGLCubeRenderTarget?(Array.isArray(Re[I])?k=Re[I][G]:k=Re[I],B=!0):b.samples>0&&Ve.useMultisampledRTT(b)===!1?k=Ne.get(b).__webglMultisampledFramebuffer:Array.isArray(Re)?k=Re[G]:k=Re,ie.copy(b.viewport),Ce.copy(b.scissor),He=b.scissorTest}else ie.copy(Ue).multiplyScalar(be).floor(),Ce.copy(xt).multiplyScalar(be).floor(),He=Et;if(G!==0&&(k=X),ve.bindFramebuffer(N.FRAMEBUFFER,k)&&ve.drawBuffers(b,k),ve.viewport(ie),ve.scissor(Ce),ve.setScissorTest(He),B){let pe=Ne.get(b.texture);N.framebufferTexture2D(N.FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_CUBE_MAP_POSITIVE_X+I,pe.__webglTexture,G)}else if(ge){let pe=I;for(let Se=0;Se<b.textures.length;Se++){let Re=Ne.get(b.textures[Se]);N.framebufferTextureLayer(N.FRAMEBUFFER,N.COLOR_ATTACHMENT0+Se,Re.__webglTexture,G,pe)}}else if(b!==null&&G!==0){let pe=Ne.get(b.texture);N.framebufferTexture2D(N.FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_2D,pe.__webglTexture,G)}J=-1};function Fm(b){let I=Ne.get(b);return(I.__readFormat!==b.format||I.__readType!==b.type)&&(I.__readFormat=b.format,I.__readType=b.type,I.__formatReadable=Nt.textureFormatReadable(b.format),I.__typeReadable=Nt.textureTypeReadable(b.type)),I}this.readRenderTargetPixels=function(b,I,G,k,B,ge,we,pe=0){if(!(b&&b.isWebGLRenderTarget)){Be("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Se=Ne.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&we!==void 0&&(Se=Se[we],Array.isArray(Se)&&(Se=Se[0])),Se){ve.bindFramebuffer(N.FRAMEBUFFER,Se);try{let Re=b.textures[pe],Ge=Re.format,tt=Re.type;b.textures.length>1&&N.readBuffer(N.COLOR_ATTACHMENT0+pe);let Ee=Fm(Re);if(Ee.__formatReadable===!1){Be("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Ee.__typeReadable===!1){Be("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}I>=0&&I<=b.width-k&&G>=0&&G<=b.height-B&&N.readPixels(I,G,k,B,ce.convert(Ge),ce.convert(tt),ge)}finally{let Re=ae!==null?Ne.get(ae).__webglFramebuffer:null;ve.bindFramebuffer(N.FRAMEBUFFER,Re)}}},this.readRenderTargetPixelsAsync=async function(b,I,G,k,B,ge,we,pe=0){if(!(b&&b.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Se=Ne.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&we!==void 0&&(Se=Se[we],Array.isArray(Se)&&(Se=Se[0])),Se)if(I>=0&&I<=b.width-k&&G>=0&&G<=b.height-B){ve.bindFramebuffer(N.FRAMEBUFFER,Se);let Re=b.textures[pe],Ge=Re.format,tt=Re.type;b.textures.length>1&&N.readBuffer(N.COLOR_ATTACHMENT0+pe);let Ee=Fm(Re);if(Ee.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Ee.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let nt=N.createBuffer();N.bindBuffer(N.PIXEL_PACK_BUFFER,nt),N.bufferData(N.PIXEL_PACK_BUFFER,ge.byteLength,N.STREAM_READ),N.readPixels(I,G,k,B,ce.convert(Ge),ce.convert(tt),0),N.bindBuffer(N.PIXEL_PACK_BUFFER,null);let Jt=ae!==null?Ne.get(ae).__webglFramebuffer:null;ve.bindFramebuffer(N.FRAMEBUFFER,Jt);let Rt=N.fenceSync(N.SYNC_GPU_COMMANDS_COMPLETE,0);return N.flush(),await Ey(N,Rt,4),N.bindBuffer(N.PIXEL_PACK_BUFFER,nt),N.getBufferSubData(N.PIXEL_PACK_BUFFER,0,ge),N.bindBuffer(N.PIXEL_PACK_BUFFER,null),N.deleteBuffer(nt),N.deleteSync(Rt),ge}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(b,I=null,G=0){let k=Math.pow(2,-G),B=Math.floor(b.image.width*k),ge=Math.floor(b.image.height*k),we=I!==null?I.x:0,pe=I!==null?I.y:0;Ve.setTexture2D(b,0),N.copyTexSubImage2D(N.TEXTURE_2D,G,0,0,we,pe,B,ge),ve.unbindTexture()},this.copyTextureToTexture=function(b,I,G=null,k=null,B=0,ge=0){let we,pe,Se,Re,Ge,tt,Ee,nt,Jt,Rt=b.isCompressedTexture?b.mipmaps[ge]:b.image;if(G!==null)we=G.max.x-G.min.x,pe=G.max.y-G.min.y,Se=G.isBox3?G.max.z-G.min.z:1,Re=G.min.x,Ge=G.min.y,tt=G.isBox3?G.min.z:0;else{let ut=Math.pow(2,-B);we=Math.floor(Rt.width*ut),pe=Math.floor(Rt.height*ut),b.isDataArrayTexture?Se=Rt.depth:b.isData3DTexture?Se=Math.floor(Rt.depth*ut):Se=1,Re=0,Ge=0,tt=0}k!==null?(Ee=k.x,nt=k.y,Jt=k.z):(Ee=0,nt=0,Jt=0);let At=ce.convert(I.format),vn=ce.convert(I.type),Ae;I.isData3DTexture?(Ve.setTexture3D(I,0),Ae=N.TEXTURE_3D):I.isDataArrayTexture||I.isCompressedArrayTexture?(Ve.setTexture2DArray(I,0),Ae=N.TEXTURE_2D_ARRAY):(Ve.setTexture2D(I,0),Ae=N.TEXTURE_2D),ve.activeTexture(N.TEXTURE0),ve.pixelStorei(N.UNPACK_FLIP_Y_WEBGL,I.flipY),ve.pixelStorei(N.UNPACK_PREMULTIPLY_ALPHA_WEBGL,I.premultiplyAlpha),ve.pixelStorei(N.UNPACK_ALIGNMENT,I.unpackAlignment);let Pn=ve.getParameter(N.UNPACK_ROW_LENGTH),mt=ve.getParameter(N.UNPACK_IMAGE_HEIGHT),Ts=ve.getParameter(N.UNPACK_SKIP_PIXELS),_n=ve.getParameter(N.UNPACK_SKIP_ROWS),Kl=ve.getParameter(N.UNPACK_SKIP_IMAGES);ve.pixelStorei(N.UNPACK_ROW_LENGTH,Rt.width),ve.pixelStorei(N.UNPACK_IMAGE_HEIGHT,Rt.height),ve.pixelStorei(N.UNPACK_SKIP_PIXELS,Re),ve.pixelStorei(N.UNPACK_SKIP_ROWS,Ge),ve.pixelStorei(N.UNPACK_SKIP_IMAGES,tt);let Pr=b.isDataArrayTexture||b.isData3DTexture,Es=I.isDataArrayTexture||I.isData3DTexture;if(b.isDepthTexture){let ut=Ne.get(b),fn=Ne.get(I),yi=Ne.get(ut.__renderTarget),Bt=Ne.get(fn.__renderTarget);ve.bindFramebuffer(N.READ_FRAMEBUFFER,yi.__webglFramebuffer),ve.bindFramebuffer(N.DRAW_FRAMEBUFFER,Bt.__webglFramebuffer);for(let sn=0;sn<Se;sn++)Pr&&(N.framebufferTextureLayer(N.READ_FRAMEBUFFER,N.COLOR_ATTACHMENT0,Ne.get(b).__webglTexture,B,tt+sn),N.framebufferTextureLayer(N.DRAW_FRAMEBUFFER,N.COLOR_ATTACHMENT0,Ne.get(I).__webglTexture,ge,Jt+sn)),N.blitFramebuffer(Re,Ge,Re+we,Ge+pe,Ee,nt,Ee+we,nt+pe,N.DEPTH_BUFFER_BIT,N.NEAREST);ve.bindFramebuffer(N.READ_FRAMEBUFFER,null),ve.bindFramebuffer(N.DRAW_FRAMEBUFFER,null)}else if(B!==0||b.isRenderTargetTexture||Ne.has(b)){let ut=Ne.get(b),fn=Ne.get(I);ve.bindFramebuffer(N.READ_FRAMEBUFFER,L),ve.bindFramebuffer(N.DRAW_FRAMEBUFFER,Y);for(let yi=0;yi<Se;yi++)Pr?N.framebufferTextureLayer(N.READ_FRAMEBUFFER,N.COLOR_ATTACHMENT0,ut.__webglTexture,B,tt+yi):N.framebufferTexture2D(N.READ_FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_2D,ut.__webglTexture,B),Es?N.framebufferTextureLayer(N.DRAW_FRAMEBUFFER,N.COLOR_ATTACHMENT0,fn.__webglTexture,ge,Jt+yi):N.framebufferTexture2D(N.DRAW_FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_2D,fn.__webglTexture,ge),B!==0?N.blitFramebuffer(Re,Ge,Re+we,Ge+pe,Ee,nt,Ee+we,nt+pe,N.COLOR_BUFFER_BIT,N.NEAREST):Es?N.copyTexSubImage3D(Ae,ge,Ee,nt,Jt+yi,Re,Ge,we,pe):N.copyTexSubImage2D(Ae,ge,Ee,nt,Re,Ge,we,pe);ve.bindFramebuffer(N.READ_FRAMEBUFFER,null),ve.bindFramebuffer(N.DRAW_FRAMEBUFFER,null)}else Es?b.isDataTexture||b.isData3DTexture?N.texSubImage3D(Ae,ge,Ee,nt,Jt,we,pe,Se,At,vn,Rt.data):I.isCompressedArrayTexture?N.compressedTexSubImage3D(Ae,ge,Ee,nt,Jt,we,pe,Se,At,Rt.data):N.texSubImage3D(Ae,ge,Ee,nt,Jt,we,pe,Se,At,vn,Rt):b.isDataTexture?N.texSubImage2D(N.TEXTURE_2D,ge,Ee,nt,we,pe,At,vn,Rt.data):b.isCompressedTexture?N.compressedTexSubImage2D(N.TEXTURE_2D,ge,Ee,nt,Rt.width,Rt.height,At,Rt.data):N.texSubImage2D(N.TEXTURE_2D,ge,Ee,nt,we,pe,At,vn,Rt);ve.pixelStorei(N.UNPACK_ROW_LENGTH,Pn),ve.pixelStorei(N.UNPACK_IMAGE_HEIGHT,mt),ve.pixelStorei(N.UNPACK_SKIP_PIXELS,Ts),ve.pixelStorei(N.UNPACK_SKIP_ROWS,_n),ve.pixelStorei(N.UNPACK_SKIP_IMAGES,Kl),ge===0&&I.generateMipmaps===!0&&I.mipmapsAutoUpdate===!0&&N.generateMipmap(Ae),ve.unbindTexture()},this.initRenderTarget=function(b){Ne.get(b).__webglFramebuffer===void 0&&Ve.setupRenderTarget(b)},this.initTexture=function(b){b.isCubeTexture?Ve.setTextureCube(b,0):b.isData3DTexture?Ve.setTexture3D(b,0):b.isDataArrayTexture||b.isCompressedArrayTexture?Ve.setTexture2DArray(b,0):Ve.setTexture2D(b,0),ve.unbindTexture()},this.resetState=function(){Q=0,W=0,ae=null,ve.reset(),he.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return fi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=it._getDrawingBufferColorSpace(e),t.unpackColorSpace=it._getUnpackColorSpace()}};function ir(){return[1/0,1/0,1/0,-1/0,-1/0,-1/0]}function ha(n){return!(n[0]<=n[3]&&n[1]<=n[4]&&n[2]<=n[5])}function ki(n,e,t=0,i=0,r=0,s=0){n[0]=Math.min(n[0],e[t]+i),n[1]=Math.min(n[1],e[t+1]+r),n[2]=Math.min(n[2],e[t+2]+s),n[3]=Math.max(n[3],e[t+3]+i),n[4]=Math.max(n[4],e[t+4]+r),n[5]=Math.max(n[5],e[t+5]+s)}function da(n,e=0){return Math.hypot(n[e+3]-n[e],n[e+4]-n[e+1],n[e+5]-n[e+2])}function id(n){return[(n[0]+n[3])/2,(n[1]+n[4])/2,(n[2]+n[5])/2]}function rd(n){let e=[];for(let t=0;t<8;t++)e.push([n[t&1?3:0],n[t&2?4:1],n[t&4?5:2]]);return e}function hx(n,e){let t=[0,1,2].map(i=>Math.max(0,e-(n[i+3]-n[i]))/2);return n.map((i,r)=>r<3?i-t[r]:i+t[r-3])}var zn=Math.tan(20*Math.PI/180),QC=.9,fx=.05,dx=Math.PI/2-.001,Jn=(n,e)=>n[0]*e[0]+n[1]*e[1]+n[2]*e[2],Ui=(n,e)=>[n[0]-e[0],n[1]-e[1],n[2]-e[2]];function ys(n,...e){let t=[...n];for(let[i,r]of e)for(let s of[0,1,2])t[s]+=i[s]*r;return t}function gn(n){let[e,t,i,r]=[Math.cos(n.azimuth),Math.sin(n.azimuth),Math.cos(n.elevation),Math.sin(n.elevation)];return{right:[-t,e,0],up:[-r*e,-r*t,i],back:[i*e,i*t,r]}}function vi(n){return ys(n.target,[gn(n).back,n.distance])}function ro(n){return 2*zn*n.distance}function px(n){return{eye:vi(n),target:[...n.target],parallel:n.parallel,height:ro(n)}}function mx(n,e){let t=Ui(n.eye,n.target),i=Math.hypot(...t);if(!Number.isFinite(i)||!(i>0)||!n.target.every(Number.isFinite))return null;let r=n.parallel?n.height/(2*zn):i;if(!Number.isFinite(r)||!(r>0))return null;let s=Math.hypot(t[0],t[1]);return{target:[...n.target],azimuth:s>i*1e-9?Math.atan2(t[1],t[0]):e,elevation:Math.atan2(t[2],s),distance:Math.max(r,fx),parallel:n.parallel}}var sd=Math.PI/2,eR={iso:[-Math.PI/4,Math.atan2(.63,Math.SQRT2)],top:[-sd,sd],front:[-sd,0],right:[0,0],back:[sd,0],left:[Math.PI,0]};function Il(n,e){let[t,i]=eR[e];return{...n,azimuth:t,elevation:i}}function gx(n,e,t,i){let r=Math.max(-dx,Math.min(dx,n.elevation+i)),s={...n,azimuth:n.azimuth+t,elevation:r},o=Ui(n.target,e),[l,c]=[gn(n),gn(s)];return s.target=ys(e,[c.right,Jn(o,l.right)],[c.up,Jn(o,l.up)],[c.back,Jn(o,l.back)]),s}function vx(n,e,t){let i=gn(n);return{...n,target:ys(n.target,[i.right,e],[i.up,t])}}function _x(n,e,t,i){let r=Math.max(fx,Math.min(i,n.distance*t)),s=r/n.distance;return{...n,distance:r,target:ys(e,[Ui(n.target,e),s])}}function hm(n,e,t){let i=gn(n),r=id(e),s=[-1/0,-1/0,-1/0,-1/0],o=zn*QC;for(let c of rd(e)){let u=Ui(c,r),[h,m,p]=[Jn(u,i.right),Jn(u,i.up),n.parallel?0:Jn(u,i.back)];s[0]=Math.max(s[0],h+o*t*p),s[1]=Math.max(s[1],-h+o*t*p),s[2]=Math.max(s[2],m+o*p),s[3]=Math.max(s[3],-m+o*p)}let l=Math.max((s[0]+s[1])/(2*o*t),(s[2]+s[3])/(2*o),.5);return{...n,distance:l,target:ys(r,[i.right,(s[0]-s[1])/2],[i.up,(s[2]-s[3])/2])}}function yx(n,e,t){let i=e.azimuth-n.azimuth,r=i-2*Math.PI*Math.round(i/(2*Math.PI));return{target:ys(n.target,[Ui(e.target,n.target),t]),azimuth:n.azimuth+r*t,elevation:n.elevation+(e.elevation-n.elevation)*t,distance:n.distance*(e.distance/n.distance)**t,parallel:e.parallel}}function xx(n,e){let[t,i]=[1/0,-1/0],{back:r}=gn(n),s=vi(n);for(let l of e?rd(e):[n.target]){let c=-Jn(Ui(l,s),r);[t,i]=[Math.min(t,c),Math.max(i,c)]}let o=(i-t)*.01+.1;return[t,i]=[t-o,i+o],n.parallel?[t,i]:(i=Math.max(i,1),[Math.max(t,i/2e4,.01),i])}function bx(n,e,[t,i]){let r=i-t;if(n.parallel){let s=zn*n.distance;return[1/(s*e),0,0,0,0,1/s,0,0,0,0,-2/r,0,0,0,-(i+t)/r,1]}return[1/(zn*e),0,0,0,0,1/zn,0,0,0,0,-(i+t)/r,-1,0,0,-2*i*t/r,0]}function dm(n,e,t){let i=gn(n),r=Ui(t,vi(n)),s=n.parallel?n.distance:-Jn(r,i.back);return s<=0?null:[Jn(r,i.right)/(s*zn*e),Jn(r,i.up)/(s*zn)]}function Sx(n,e,t){let i=[1,1,-1,-1];for(let r of rd(t)){let s=dm(n,e,r);if(!s)return[-1,-1,1,1];i[0]=Math.min(i[0],Math.max(-1,s[0])),i[1]=Math.min(i[1],Math.max(-1,s[1])),i[2]=Math.max(i[2],Math.min(1,s[0])),i[3]=Math.max(i[3],Math.min(1,s[1]))}return i}function od(n,e,t,i,r){let s=gn(n),o=zn*(n.parallel?n.distance:r);return ys(vi(n),[s.right,t*o*e],[s.up,i*o],[s.back,-r])}function Mx(n,[e,t],i){return n.parallel?e+(t-e)*i:e*t/(t-i*(t-e))}function wx(n){let e=gn(n),t=ys([0,0,0],[e.right,-.45],[e.up,.55],[e.back,.7],[[0,0,1],.25]),i=Math.hypot(...t);return[t[0]/i,t[1]/i,t[2]/i]}var xs=1,Dl=2,Nl=4,Fl=8,kl=16,pa=32,ld=64,Ul=128,fa=1024,Ll=fa*4,ad=class{uniform;data=new Uint8Array(Ll);first=new Uint16Array(1);end=new Uint16Array(1);constructor(){this.uniform={value:Tx(this.data)},this.all()}flags(e){return this.data[e*4+3]??0}setFlags(e,t){this.grow(e),this.data[e*4+3]!==t&&(this.data[e*4+3]=t,this.touch(e))}mark(e,t,i){let r=this.flags(e);this.setFlags(e,i?r|t:r&~t)}setColour(e,t){this.grow(e);let i=e*4;for(let r=0;r<3;r++){let s=Math.max(0,Math.min(255,Math.round(t[r])));this.data[i+r]!==s&&(this.data[i+r]=s,this.touch(e))}}flush(){let e=this.uniform.value,t=!1;for(let i=0;i<this.first.length;i++){let[r,s]=[this.first[i],this.end[i]];r<s&&(e.addUpdateRange(i*Ll+r*4,(s-r)*4),this.first[i]=fa,this.end[i]=0,t=!0)}t&&(e.needsUpdate=!0)}all(){this.uniform.value.clearUpdateRanges(),this.uniform.value.needsUpdate=!0,this.first.fill(fa),this.end.fill(0)}dispose(){this.uniform.value.dispose()}touch(e){let t=e>>10;this.first[t]=Math.min(this.first[t],e&fa-1),this.end[t]=Math.max(this.end[t],(e&fa-1)+1)}grow(e){let t=this.data.length/Ll;if(e>>10<t)return;let i=Math.max(t*2,(e>>10)+1),r=new Uint8Array(i*Ll);r.set(this.data),this.data=r,this.uniform.value.dispose(),this.uniform.value=Tx(r),this.first=new Uint16Array(i),this.end=new Uint16Array(i),this.all()}};function Tx(n){let e=new Qo(n,fa,n.length/Ll,Bn,mn);return e.minFilter=Ct,e.magFilter=Ct,e.generateMipmaps=!1,e}var _i={selected:1,screened:2,mixed:4,cut:8},tR=28,Er=24,cd=6,Ex=`
#define HIDDEN ${xs}
#define GHOST ${Dl}
#define SELECTED ${Nl}
#define HOVERED ${Fl}
#define COLOURED ${kl}
#define FADING ${pa}
#define BEFORE ${ld}
#define ROOM ${Ul}
`,Ax=`
precision highp float;
precision highp int;
${Ex}
in vec3 position;
in float element;
in vec4 colour;
#ifdef INSTANCED
in vec3 place;
#endif
uniform mat4 modelMatrix; // only moves, from the eye: what is far from the origin stays exact
uniform mat4 viewMatrix; // only turns
uniform mat4 projectionMatrix;
uniform sampler2D state;
uniform float share;
flat out vec4 vColour;
flat out int vElement;
flat out int vFlags;
out vec3 vPoint; // from the eye, along the axes of the world
void main() {
  vElement = int(element);
  vec4 own = texelFetch(state, ivec2(vElement & 1023, vElement >> 10), 0);
  vFlags = int(own.a * 255.0 + 0.5);
  // A body of before that is FADING has its colour only as a ghost.
  if ((vFlags & (BEFORE | FADING)) == (BEFORE | FADING) && share < 1.0) vFlags &= ~COLOURED;
  vColour = (vFlags & COLOURED) != 0 ? vec4(own.rgb, colour.a) : colour;
  vPoint = (modelMatrix * vec4(position, 1.0)).xyz;
#ifdef INSTANCED
  vPoint += place;
#endif
  gl_Position = projectionMatrix * (viewMatrix * vec4(vPoint, 1.0));
  // Where a ghost of before and a body of the scene have one surface, that of the scene is seen.
  if ((vFlags & BEFORE) != 0) gl_Position.z += 1e-4 * gl_Position.w;
  if ((vFlags & HIDDEN) != 0) {
    gl_Position = vec4(0.0, 0.0, 2.0, 1.0); // behind all, for all corners of its triangles
  }
}
`,Cx=`
precision highp float;
precision highp int;
${Ex}
flat in vec4 vColour;
flat in int vElement;
flat in int vFlags;
in vec3 vPoint;
uniform vec4 planes[${cd}];
uniform int planeCount;
uniform float share; // of the scene as it became, where it differs; 1 shows what was as ghosts
bool isCutOff() {
#ifdef CUT
  for (int i = 0; i < planeCount; i++) {
    if (dot(planes[i].xyz, vPoint) > planes[i].w) return true;
  }
#endif
  return false;
}
bool isGhost() {
  return (vFlags & (GHOST | SELECTED)) == GHOST || ((vFlags & BEFORE) != 0 && share >= 1.0);
}
`,nR=`
// The normal, towards the eye. Slivers have none: their derivatives are parallel, and normalize would give NaN.
vec3 facing() {
  vec3 n = cross(dFdx(vPoint), dFdy(vPoint));
  float l = dot(n, n);
  return l > 1e-28 ? n * inversesqrt(l) : -normalize(vPoint);
}
`,ud=`
${Cx}
layout(location = 0) out vec4 outColour;
#ifdef GLASS
layout(location = 2) out uint outVeil;
#else
layout(location = 1) out uvec2 outTag;
#endif
uniform vec3 sun; // towards it
uniform vec3 muted; // what ghosts tend to
uniform vec3 highlight;
${nR}
// An order of the pixels of a square of 4 x 4 in which each first part of it is spread evenly.
float order(ivec2 p) {
  const int square[16] = int[16](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);
  return (float(square[(p.y & 3) * 4 + (p.x & 3)]) + 0.5) / 16.0;
}
// Whether a pixel is left out by a screen. One of the four pixels of each square of 2 x 2 shows a ghost of the scene;
// one of before shows in another one, and in stripes in two.
bool isScreened(ivec2 p, bool ghostly) {
  if ((vFlags & BEFORE) != 0) {
    if (!ghostly) return share > 0.0 && order(p) < share;
    bool stripe = ((p.x + p.y) & 15) < 6;
    return (p.x & 1) == 0 || ((p.y & 1) == 0 && !stripe);
  }
  if (ghostly) return ((p.x | p.y) & 1) != 0;
  return (vFlags & FADING) != 0 && order(p) >= share;
}
#ifndef GLASS
// A direction, 10 bits for each of its parts.
uint packed(vec3 n) {
  uvec3 u = uvec3(n * 511.0 + 511.5);
  return u.x | (u.y << 10) | (u.z << 20);
}
#else
// Which of the six sides of a box a direction is nearest to.
uint side(vec3 n) {
  vec3 a = abs(n);
  uint axis = a.x >= a.y && a.x >= a.z ? 0u : a.y >= a.z ? 1u : 2u;
  return axis * 2u + uint(n[axis] < 0.0);
}
#endif
void main() {
  vec3 normal = facing();
  bool ghostly = isGhost();
  if (isCutOff() || isScreened(ivec2(gl_FragCoord.xy), ghostly)) discard;
  bool cut = !gl_FrontFacing; // only where planes cut are insides drawn
  vec3 colour = vColour.rgb;
  uint tag = uint(vElement + 1);
  if (ghostly) {
    colour = mix(muted, colour, (vFlags & COLOURED) != 0 ? 0.85 : 0.25);
    tag |= ${_i.screened}u << ${Er};
  }
  if ((vFlags & SELECTED) != 0) {
    colour = mix(colour, highlight, (vFlags & COLOURED) != 0 ? 0.4 : 0.62);
    tag |= ${_i.selected}u << ${Er};
  }
  if ((vFlags & HOVERED) != 0) {
    colour = mix(colour, vec3(1.0), 0.22);
  }
  if ((vFlags & (FADING | BEFORE)) != 0 && share > 0.0 && share < 1.0) {
    tag |= ${_i.mixed}u << ${Er};
  }
  float light = 0.64 + 0.08 * normal.z + 0.42 * max(0.0, dot(normal, sun));
  if (cut) {
    light = 0.6; // in no light: the colour says what is cut
    normal = vec3(0.0, 0.0, 1.0);
    tag |= ${_i.cut}u << ${Er};
  }
  float alpha = vColour.a;
#ifdef GLASS
  if ((vFlags & ROOM) != 0) alpha = min(alpha, 0.38);
  if ((vFlags & SELECTED) != 0) alpha = max(alpha, 0.6);
#endif
  outColour = vec4(colour * min(light, 1.06), alpha);
#ifdef CUT
  // Of two faces that touch, the inside of what is cut is seen: there the one before it was cut off.
  gl_FragDepth = gl_FragCoord.z - (cut ? 2e-5 : 0.0);
#endif
#ifdef GLASS
  outVeil = tag | (side(normal) << ${tR});
#else
  outTag = uvec2(tag, packed(normal));
#endif
}
`,fm=`
${Cx}
layout(location = 0) out uvec4 outHit;
void main() {
  bool gone = (vFlags & BEFORE) != 0 || ((vFlags & FADING) != 0 && share < 0.5);
  if (isCutOff() || isGhost() || gone) discard;
  outHit = uvec4(uint(vElement + 1), floatBitsToUint(vPoint));
}
`;var Rx=`
precision highp float;
in vec3 position;
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }
`,iR=`
precision highp float;
precision highp int;
precision highp usampler2D;
#define SELECTED ${_i.selected}u
#define SCREENED ${_i.screened}u
#define MIXED ${_i.mixed}u
#define FAR_SIDE 0.3
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
uniform usampler2D ids;
uniform usampler2D veils;
uniform int reach; // of outlines, in pixels
uvec2 tagAt(ivec2 p) { return texelFetch(ids, p, 0).xy; }
uint veilAt(ivec2 p) { return texelFetch(veils, p, 0).x; }
uint marks(uvec2 t) { return t.x >> ${Er}; }
vec3 colourAt(ivec2 p) { return texelFetch(colours, p, 0).rgb; }
bool isMixed(ivec2 p) {
  for (int k = 0; k < 16; k++) {
    if ((marks(tagAt(p + ivec2(k & 3, k >> 2) - 1)) & MIXED) != 0u) return true;
  }
  return false;
}
bool isSelected(ivec2 p) {
  uint marked = tagAt(p).x;
#ifdef VEILS
  marked |= veilAt(p);
#endif
  return (marked >> ${Er} & SELECTED) != 0u;
}
// Whether a pixel lies on the frame around what is selected.
bool isFrame(ivec2 p) {
  const ivec2 ways[8] = ivec2[8](ivec2(2, 0), ivec2(-2, 0), ivec2(0, 2), ivec2(0, -2),
    ivec2(1, 1), ivec2(-1, 1), ivec2(1, -1), ivec2(-1, -1));
  bool any = false;
  for (int k = 0; k < 8; k++) any = any || isSelected(p + ways[k] * reach / 2);
  return any && !isSelected(p);
}
`,Px=`
${iR}
uniform sampler2D depths;
uniform vec3 lens; // makes a depth that leaps
uniform vec3 ink;
uniform vec3 highlight;
float depthAt(ivec2 p) { return texelFetch(depths, p, 0).x; }
bool isScreen(ivec2 p) { return (marks(tagAt(p)) & SCREENED) != 0u; }
// What is behind a screen is seen beside the pixel of the screen.
ivec2 behind(ivec2 p, uvec2 t) {
  if ((marks(t) & SCREENED) == 0u) return p;
  ivec2 q = p ^ ivec2(1, 0), r = p ^ ivec2(0, 1);
  return !isScreen(q) ? q : !isScreen(r) ? r : p ^ 1;
}
vec3 normalOf(uvec2 t) {
  return vec3(uvec3(t.y, t.y >> 10, t.y >> 20) & 1023u) / 511.5 - 1.0;
}
// How dark the edge of a pixel towards a neighbour is: less on the side that is farther, which softens its steps. first
// decides between two that are equally near, leaps that one surface of an element lies far behind another one of it.
float edgeTo(uvec2 t, float d, uvec2 u, float e, bool first, bool leaps) {
  float side = d < e || (d == e && first) ? 1.0 : FAR_SIDE;
  if (u.x != t.x) return side * (u.x == 0u || t.x == 0u ? 0.88 : 0.72);
  return side * (dot(normalOf(t), normalOf(u)) < 0.927 ? 0.45 : leaps ? 0.6 : 0.0);
}
// Edges to the left and right, or up and down. In the depths of a picture a plane is even, however it lies.
float edgeAlong(ivec2 p, ivec2 way, uvec2 t, float d, float leap) {
  ivec2 a = min(p + way, textureSize(depths, 0) - 1), b = max(p - way, ivec2(0)); // nothing is beyond the picture
#ifdef SCREENS
  a = behind(a, tagAt(a));
  b = behind(b, tagAt(b));
#endif
  float e = depthAt(a), f = depthAt(b);
  bool leaps = abs(e + f - 2.0 * d) > leap;
  return max(edgeTo(t, d, tagAt(a), e, true, leaps), edgeTo(t, d, tagAt(b), f, false, leaps));
}
// An edge between the ghosts of two elements: each shows one pixel in two.
float ghostEdge(ivec2 p) {
  float most = 0.0;
  for (int k = 0; k < 4; k++) {
    ivec2 q = p + ivec2(k & 1, k >> 1);
    uvec2 t = tagAt(q);
    if ((marks(t) & SCREENED) == 0u) continue;
    for (int s = 0; s < 2; s++) {
      uvec2 u = tagAt(q + (s == 0 ? ivec2(2, 0) : ivec2(0, 2)));
      bool bends = (marks(u) & SCREENED) != 0u && dot(normalOf(t), normalOf(u)) < 0.927;
      if ((marks(u) & SCREENED) == 0u || (u.x & 0xffffffu) != (t.x & 0xffffffu) || bends) most = max(most, 0.28);
    }
  }
  return most;
}
// What is seen through at a pixel, or beside the ghost that is before it.
uint veilBehind(ivec2 p) {
#ifdef SCREENS
  p = behind(p, tagAt(p));
#endif
  return veilAt(p);
}
// An edge of what is seen through: of another element or side of one, on the side of that which is.
float veilEdge(ivec2 p) {
  uint own = veilBehind(p);
  float most = 0.0;
  for (int k = 0; k < 4; k++) {
    uint other = veilBehind(p + (k < 2 ? ivec2(1 - 2 * k, 0) : ivec2(0, 5 - 2 * k)));
    if (own > other) most = max(most, ((own ^ other) & 0xffffffu) != 0u ? 0.5 : 0.3);
  }
  return most;
}
#ifdef SHADE
uniform mat4 unproject; // from the picture to what is around the eye
uniform vec3 ahead;
uniform bool parallel;
uniform vec2 shadeReach; // metres, and pixels of them at distance 1
vec3 placeAt(ivec2 p, vec2 size) {
  vec4 q = unproject * vec4((vec2(p) + 0.5) / size * 2.0 - 1.0, depthAt(p) * 2.0 - 1.0, 1.0);
  return q.xyz / q.w;
}
// How much of the light of the sky is left: less where what is around rises over the surface. Four pixels look in turn
// in other directions.
float shade(ivec2 p, uvec2 t, float distance) {
  vec2 size = vec2(textureSize(depths, 0));
  float pixels = clamp(shadeReach.y / distance, 10.0, 120.0);
  float metres = pixels * distance * shadeReach.x / shadeReach.y;
  vec3 here = placeAt(p, size), normal = normalOf(t);
  float sum = 0.0;
  for (int i = 0; i < 8; i++) {
    float angle = float(i) * 2.399963 + float((p.x & 1) + (p.y & 1) * 2) * 0.6;
    ivec2 q = p + ivec2(round(vec2(cos(angle), sin(angle)) * pixels * sqrt((float(i) + 0.5) / 8.0)));
    q = clamp(q, ivec2(0), ivec2(size) - 1);
    if (tagAt(q).x == 0u) continue;
    vec3 way = placeAt(q, size) - here;
    float l = length(way);
    if (l > 0.0 && l < 2.0 * metres) {
      sum += max(0.0, dot(way, normal) / l - 0.12) * (1.0 - l * l / (4.0 * metres * metres));
    }
  }
  return max(0.0, 1.0 - sum * 1.7 / 8.0);
}
#endif
vec3 mixture(ivec2 p) {
  vec3 sum = vec3(0.0);
  for (int k = 0; k < 16; k++) sum += colourAt(p + ivec2(k & 3, k >> 2) - 1);
  return sum / 16.0;
}
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec3 colour = colourAt(p);
  uvec2 t = tagAt(p);
  ivec2 own = p;
  bool screened = false;
#ifdef SCREENS
  screened = ((marks(t) | marks(tagAt(p + ivec2(1, 0))) | marks(tagAt(p + ivec2(0, 1))) | marks(tagAt(p + 1))) &
    SCREENED) != 0u;
  if (screened) {
    colour = (colour + colourAt(p + ivec2(1, 0)) + colourAt(p + ivec2(0, 1)) + colourAt(p + 1)) / 4.0;
  }
  own = behind(p, t);
  t = tagAt(own);
#endif
#ifdef MIXING
  if (isMixed(p)) colour = mixture(p);
#endif
#ifdef SHADE
  if (t.x != 0u && !screened && (marks(t) & (MIXED | ${_i.cut}u)) == 0u) {
    vec3 here = placeAt(p, vec2(textureSize(depths, 0)));
    colour *= mix(0.45, 1.0, shade(p, t, parallel ? 1.0 : max(dot(here, ahead), 0.01)));
  }
#endif
#ifdef EDGES
  float d = depthAt(own);
  float along = lens.y - d * lens.z; // a leap is as many metres at each distance
  float leap = lens.x * along * along;
  float edge = max(edgeAlong(p, ivec2(1, 0), t, d, leap), edgeAlong(p, ivec2(0, 1), t, d, leap));
  if ((marks(t) & MIXED) != 0u) edge = 0.0;
  if (screened) edge = max(edge, ghostEdge(p));
#ifdef VEILS
  edge = max(edge, veilEdge(p));
#endif
  colour = mix(colour, ink, edge);
#endif
#ifdef OUTLINE
  if (isFrame(p)) colour = highlight;
#endif
  outColour = vec4(colour, 1.0);
}
`,Ix=`
precision highp float;
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
void main() { outColour = vec4(texelFetch(colours, ivec2(gl_FragCoord.xy), 0).rgb, 1.0); }
`,Lx=`
precision highp float;
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
uniform vec2 texel;
vec3 at(vec2 p) { return texture(colours, p * texel).rgb; }
float luma(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }
float lumaAt(vec2 p) { return luma(at(p)); }
vec3 smoothed(vec2 p, vec3 middle) {
  float m = luma(middle);
  float nw = lumaAt(p + vec2(-1.0)), ne = lumaAt(p + vec2(1.0, -1.0));
  float sw = lumaAt(p + vec2(-1.0, 1.0)), se = lumaAt(p + vec2(1.0));
  float low = min(m, min(min(nw, ne), min(sw, se))), high = max(m, max(max(nw, ne), max(sw, se)));
  if (high - low < max(0.04, high * 0.1)) return middle;
  vec2 along = vec2(-((nw + ne) - (sw + se)), (nw + sw) - (ne + se));
  float least = max((nw + ne + sw + se) * 0.25 / 8.0, 1.0 / 128.0);
  along = clamp(along / (min(abs(along.x), abs(along.y)) + least), -8.0, 8.0);
  vec3 near = (at(p + along * (1.0 / 3.0 - 0.5)) + at(p + along * (2.0 / 3.0 - 0.5))) * 0.5;
  vec3 far = near * 0.5 + (at(p - along * 0.5) + at(p + along * 0.5)) * 0.25;
  return luma(far) < low || luma(far) > high ? near : far;
}
void main() {
  vec2 p = gl_FragCoord.xy;
  outColour = vec4(smoothed(p, at(p)), 1.0);
}
`,Dx=`
precision highp float;
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
uniform vec2 texel;
void main() { outColour = vec4(texture(colours, gl_FragCoord.xy * 2.0 * texel).rgb, 1.0); }
`,Nx=`
precision highp float;
precision highp int;
precision highp usampler2D;
layout(location = 0) out uvec4 outHit;
uniform usampler2D ids;
uniform usampler2D veils;
uniform sampler2D depths;
uniform ivec2 at;
void main() {
  float depth = texelFetch(depths, at, 0).x;
  outHit = uvec4(texelFetch(ids, at, 0).x, floatBitsToUint(depth), texelFetch(veils, at, 0).x, 0u);
}
`;var Ar=class{constructor(e,t){this.fragmentShader=e;this.uniforms=Object.fromEntries(Object.entries(t).map(([i,r])=>[i,{value:r}])),this.geometry.setAttribute("position",new Xt(new Float32Array([-1,-1,0,3,-1,0,-1,3,0]),3)),this.mesh=new qn(this.geometry,this.material([])),this.mesh.frustumCulled=!1,this.scene.add(this.mesh)}fragmentShader;uniforms;scene=new Js;geometry=new ii;materials=new Map;mesh;define(e){this.mesh.material=this.material(e)}set(e){for(let[t,i]of Object.entries(e)){let r=this.uniforms[t];r&&(r.value=i)}}draw(e,t,i){e.setRenderTarget(i),e.render(this.scene,t)}dispose(){this.geometry.dispose();for(let e of this.materials.values())e.dispose()}material(e){let t=e.join(" "),i=this.materials.get(t);return i||(i=new ps({glslVersion:no,vertexShader:Rx,fragmentShader:this.fragmentShader,defines:Object.fromEntries(e.map(r=>[r,1])),uniforms:this.uniforms,depthTest:!1,depthWrite:!1,blending:Sr}),this.materials.set(t,i)),i}};var dd=class{target;constructor(e,t){let i=new Di(e,t,Cn);this.target=new un(e,t,{count:3,minFilter:Ct,magFilter:Ct,format:Bn,type:mn,depthTexture:i});let[,r,s]=this.target.textures;r.format=aa,r.internalFormat="RG32UI",s.format=oa,s.internalFormat="R32UI",r.type=s.type=Cn}clear(e,t){e.setRenderTarget(this.target);let i=e.getContext();e.state.buffers.depth.setMask(!0),e.state.buffers.color.setMask(!0),i.drawBuffers([i.COLOR_ATTACHMENT0,i.COLOR_ATTACHMENT1,i.COLOR_ATTACHMENT2]),i.clearBufferfv(i.COLOR,0,[...t,1]),i.clearBufferuiv(i.COLOR,1,[0,0,0,0]),i.clearBufferuiv(i.COLOR,2,[0,0,0,0]),i.clearBufferfv(i.DEPTH,0,[1]),pm(i)}};function pm(n){n.drawBuffers([n.COLOR_ATTACHMENT0,n.COLOR_ATTACHMENT1,n.NONE])}function Ux(n){n.drawBuffers([n.COLOR_ATTACHMENT0,n.NONE,n.COLOR_ATTACHMENT2])}var Fx=.9,hd=8,fd=class{ground=new dd(1,1);middle=kx(1,1);ink=new H;highlight=new H;lens=new H;texel=new ot;unproject=new Tt;ahead=new H;shadeReach=new ot;scale=1;edges=new Ar(Px,{colours:null,ids:null,veils:null,depths:null,reach:2,lens:this.lens,ink:this.ink,highlight:this.highlight,unproject:this.unproject,ahead:this.ahead,parallel:!1,shadeReach:this.shadeReach});smooth=new Ar(Lx,{colours:null,texel:this.texel});half=new Ar(Dx,{colours:null,texel:this.texel});copy=new Ar(Ix,{colours:null});resize(e,t,i){let[r,s]=[e*i,t*i];this.scale=i,!(r===this.middle.width&&s===this.middle.height)&&(this.dropTargets(),this.ground=new dd(r,s),this.middle=kx(r,s))}draw(e,t,i){let{target:r}=this.ground,[s,o,l]=r.textures;this.texel.set(1/r.width,1/r.height),this.lens.set(...rR(i)),this.ink.set(...i.dark?[.03,.035,.045]:[.157,.165,.18]),this.highlight.set(...i.dark?[.424,.698,1]:[.043,.361,.678]),this.unproject.multiplyMatrices(t.matrixWorld,t.projectionMatrixInverse);let{back:c}=gn(i.view);this.ahead.set(-c[0],-c[1],-c[2]);let u=i.view.parallel?ro(i.view):2*zn;this.shadeReach.set(Fx,Fx*r.height/u),this.edges.define(i.features),this.edges.set({parallel:i.view.parallel,colours:s,ids:o,veils:l,depths:r.depthTexture,reach:Math.round(2*Math.max(1,i.ratio)*this.scale)}),this.within(e,i,this.middle,1),this.edges.draw(e,t,this.middle);let h=this.scale===2?this.half:i.smooth?this.smooth:this.copy;h.set({colours:this.middle.texture}),this.within(e,i,null,this.scale),h.draw(e,t,null)}within(e,t,i,r){let[s,o]=[this.middle.width/r,this.middle.height/r],[l,c,u,h]=t.extent,m=Math.max(0,Math.floor((l+1)/2*s)-hd),p=Math.max(0,Math.floor((c+1)/2*o)-hd),[f,_]=[Math.min(s,Math.ceil((u+1)/2*s)+hd)-m,Math.min(o,Math.ceil((h+1)/2*o)+hd)-p],S=e.getContext();if(i){i.scissorTest=!1,e.setRenderTarget(i),S.clearBufferfv(S.COLOR,0,[...t.background,1]),i.scissor.set(m,p,f,_),i.scissorTest=!0;return}e.setScissorTest(!1),e.setRenderTarget(null),S.clearBufferfv(S.COLOR,0,[...t.background,1]),e.setScissor(m/t.ratio,p/t.ratio,f/t.ratio,_/t.ratio),e.setScissorTest(!0)}dispose(){this.dropTargets();for(let e of[this.edges,this.smooth,this.half,this.copy])e.dispose()}dropTargets(){this.ground.target.depthTexture?.dispose(),this.ground.target.dispose(),this.middle.dispose()}};function rR({view:{parallel:n},range:[e,t]}){return n?[.05/(t-e),1,0]:[.05/(t-e)/(e*t),t,t-e]}function kx(n,e){return new un(n,e,{depthBuffer:!1,minFilter:cn,magFilter:cn})}var pd=class{constructor(e){this.renderer=e;this.target=new un(1,1,{minFilter:Ct,magFilter:Ct,format:la,type:Cn}),this.target.texture.internalFormat="RGBA32UI"}renderer;target;probePass=new Ar(Nx,{ids:null,veils:null,depths:null,at:{x:0,y:0}});zoom=new Tt;words=new Uint32Array(4);floats=new Float32Array(this.words.buffer);hit(e,t,i,r,s,o,l,c){let u=t.projectionMatrix.clone();this.zoom.set(o,0,0,-r*o,0,l,0,-s*l,0,0,1,0,0,0,0,1),t.projectionMatrix.premultiply(this.zoom),this.setUp(i,c,!0),this.renderer.setRenderTarget(this.target);let h=this.renderer.getContext();return this.renderer.state.buffers.depth.setMask(!0),this.renderer.state.buffers.color.setMask(!0),h.clearBufferuiv(h.COLOR,0,[0,0,0,0]),h.clearBufferfv(h.DEPTH,0,[1]),this.renderer.render(e,t),this.read(h),this.setUp(i,c,!1),t.projectionMatrix.copy(u),this.words[0]===0?null:{row:this.words[0]-1,point:[this.floats[1],this.floats[2],this.floats[3]]}}probe(e,t,i,r){let[,s,o]=t.target.textures;this.probePass.set({ids:s,veils:o,depths:t.target.depthTexture,at:{x:i,y:r}}),this.probePass.draw(this.renderer,e,this.target),this.read(this.renderer.getContext());let l=this.words[0]>>>Er;return{row:(this.words[0]&16777215)-1,depth:this.floats[1],plain:(l&(_i.screened|_i.mixed))===0&&this.words[2]===0}}dispose(){this.target.dispose(),this.probePass.dispose()}setUp(e,t,i){for(let r of e)for(let s of r.meshes())s.material=i?s.pick:s.look;for(let r of t)r.group.visible=!i}read(e){e.readPixels(0,0,1,1,e.RGBA_INTEGER,e.UNSIGNED_INT,this.words),this.renderer.setRenderTarget(null)}};var sR=3e5,oR=24e5,aR=2e7,lR=12,cR=64,md=class{constructor(e){this.renderer=e;this.canvas=e.domElement,e.autoClear=!1,e.info.autoReset=!1,this.camera.matrixAutoUpdate=!1,this.camera.matrixWorldAutoUpdate=!1,this.software=uR(e.getContext()),this.picker=new pd(e)}renderer;canvas;width=0;height=0;triangles=0;draws=0;ratio=1;range=[0,1];camera=new Zs;software;picture=new fd;picker;get aspect(){return this.width>0&&this.height>0?this.width/this.height:1}resize(e,t,i){return e===this.width&&t===this.height&&i===this.ratio?!1:([this.width,this.height,this.ratio]=[e,t,i],this.renderer.setPixelRatio(i),this.renderer.setSize(e,t,!1),!0)}draw(e,t,i,r){let{renderer:s,canvas:o}=this;this.look(e,t,i),this.coarsen(e,t,r.most);let l=t.reach(),c=!this.software&&r.most===1/0&&o.width*o.height<=oR;this.picture.resize(o.width,o.height,c?2:1),s.info.reset(),this.picture.ground.clear(s,Ox(r.dark)),s.render(t.root,this.camera),this.triangles=s.info.render.triangles,this.draws=s.info.render.calls,this.picture.draw(s,this.camera,{features:this.features(t,r),smooth:r.most===1/0,dark:r.dark,ratio:this.ratio,view:e,range:this.range,background:Ox(r.dark),extent:l?Sx(e,this.aspect,l):[0,0,0,0]})}hit(e,t,i,r,s){this.look(e,t,i),this.coarsen(e,t,1/0);let o=(Math.floor(r*this.ratio)+.5)/this.canvas.width,l=(Math.floor(s*this.ratio)+.5)/this.canvas.height,c=this.picker.hit(t.root,this.camera,t.all(),o*2-1,1-l*2,this.canvas.width,this.canvas.height,t.unpicked()),u=vi(e);return c&&{row:c.row,point:[c.point[0]+u[0],c.point[1]+u[1],c.point[2]+u[2]]}}probe(e,t,i){let{target:r}=this.picture.ground,[s,o]=[t/this.width,1-i/this.height],[l,c]=[Math.floor(s*r.width),Math.floor(o*r.height)];if(!(l>=0&&c>=0&&l<r.width&&c<r.height))return{row:-1,plain:!0,point:null};let u=this.picker.probe(this.camera,this.picture.ground,l,c),h=Mx(e,this.range,u.depth),m=u.depth>=1?null:od(e,this.aspect,s*2-1,o*2-1,h);return{row:u.row,plain:u.plain,point:m}}letGo(){this.picture.dispose(),this.picker.dispose()}look(e,t,i){let r=vi(e),s=gn(e);this.range=xx(e,t.reach());let{camera:o}=this;o.matrixWorld.set(s.right[0],s.up[0],s.back[0],0,s.right[1],s.up[1],s.back[1],0,s.right[2],s.up[2],s.back[2],0,0,0,0,1),o.matrixWorldInverse.copy(o.matrixWorld).transpose(),o.projectionMatrix.fromArray(bx(e,this.aspect,this.range)),o.projectionMatrixInverse.copy(new Tt().copy(o.projectionMatrix).invert()),i.see(r,wx(e));for(let l of t.all())l.place(r)}features(e,t){let i=[],r=e.all().reduce((s,o)=>s+o.triangles,0);return t.edges&&r<=(this.software?sR:aR)&&i.push("EDGES"),!this.software&&t.most===1/0&&i.push("SHADE"),e.dress.hasSelection()&&i.push("OUTLINE"),e.hasScreens()&&i.push("SCREENS"),e.hasVeils()&&i.push("VEILS"),t.mixing&&i.push("MIXING"),i}coarsen(e,t,i){if(i===1/0){for(let r of t.all())r.coarse(0);return}for(let r=lR;r<=cR;r*=1.5){let s=0;for(let o of t.all())s+=o.coarse(r*this.metresAt(e,o.box)/Math.max(this.height,1));if(s<=i)return}}metresAt(e,t){if(e.parallel)return ro(e);let i=vi(e);return 2*zn*Math.hypot(...[0,1,2].map(r=>Math.max(t[r]-i[r],i[r]-t[r+3],0)))}};function Ox(n){return n?[20/255,23/255,26/255]:[244/255,245/255,247/255]}function uR(n){let e=n.getExtension("WEBGL_debug_renderer_info"),t=String(n.getParameter(e?e.UNMASKED_RENDERER_WEBGL:n.RENDERER));return/swiftshader|llvmpipe|softpipe|software|basic render/i.test(t)}var gd=class{constructor(e,t){this.canvas=e;this.hand=t;let i={signal:this.heard.signal};e.style.touchAction="none",e.addEventListener("pointerdown",r=>this.down(r),i),e.addEventListener("pointermove",r=>this.move(r),i),e.addEventListener("pointerup",r=>this.up(r,!0),i),e.addEventListener("pointercancel",r=>this.up(r,!1),i),e.addEventListener("pointerleave",()=>this.leave(),i),e.addEventListener("wheel",r=>this.wheel(r),{...i,passive:!1}),e.addEventListener("dblclick",r=>this.hand.twice(...this.at(r)),i),e.addEventListener("contextmenu",r=>r.preventDefault(),i)}canvas;hand;fingers=new Map;panning=!1;dragging=!1;several=!1;from={x:0,y:0};timer=0;heard=new AbortController;dispose(){clearTimeout(this.timer),this.heard.abort()}at(e){let t=this.canvas.getBoundingClientRect();return[e.clientX-t.left,e.clientY-t.top]}down(e){clearTimeout(this.timer);let[t,i]=this.at(e);if(this.canvas.setPointerCapture(e.pointerId),this.fingers.set(e.pointerId,{x:t,y:i}),this.fingers.size===1){this.from={x:t,y:i},this.panning=e.button===1||e.button===2||e.shiftKey,this.dragging=!1,this.several=!1,e.button===1&&e.preventDefault();return}this.several=!0,this.dragging=!0;let r=this.middle();this.hand.begin(r.x,r.y)}move(e){let[t,i]=this.at(e),r=this.fingers.get(e.pointerId);if(!r){clearTimeout(this.timer),e.pointerType!=="touch"&&this.fingers.size===0&&(this.timer=window.setTimeout(()=>this.hand.rest(t,i),60));return}this.fingers.size===1?this.drag(r,t,i):this.pinch(r,t,i)}drag(e,t,i){if(!this.dragging){if(Math.hypot(t-this.from.x,i-this.from.y)<4)return;this.dragging=!0,this.hand.begin(this.from.x,this.from.y)}let[r,s]=[t-e.x,i-e.y];[e.x,e.y]=[t,i],this.panning?this.hand.pan(r,s):this.hand.orbit(r,s)}pinch(e,t,i){let[r,s]=[this.spread(),this.middle()];[e.x,e.y]=[t,i];let o=this.middle();this.hand.pan(o.x-s.x,o.y-s.y),r>0&&this.spread()>0&&this.hand.zoom(r/this.spread(),o.x,o.y)}up(e,t){this.fingers.delete(e.pointerId)&&(this.fingers.size>0||(this.dragging?this.hand.end():t&&e.button===0&&!this.several&&this.hand.click(...this.at(e),e.shiftKey||e.ctrlKey||e.metaKey),this.dragging=!1))}leave(){clearTimeout(this.timer),this.fingers.size===0&&this.hand.leave()}wheel(e){e.preventDefault(),clearTimeout(this.timer);let t=e.deltaMode===1?33:e.deltaMode===2?400:1,i=Math.max(-400,Math.min(400,e.deltaY*t));this.hand.zoom(Math.exp(i*(e.ctrlKey?.01:.0015)),...this.at(e))}middle(){let[e,t]=[0,0];for(let i of this.fingers.values())[e,t]=[e+i.x/this.fingers.size,t+i.y/this.fingers.size];return{x:e,y:t}}spread(){let[e,t]=[...this.fingers.values()];return e&&t?Math.hypot(e.x-t.x,e.y-t.y):0}};var vd=class{constructor(e,t){this.gl=e;this.drawing=t}gl;drawing;dirty=!1;request=0;sync=null;start=0;stopped=!1;get busy(){return!this.stopped&&(this.dirty||this.sync!==null)}change(){this.dirty=!0,this.ask()}now(){this.dirty&&!this.stopped&&this.run(performance.now())}stop(){this.stopped=!0,this.sync=null,cancelAnimationFrame(this.request),this.request=0}go(){this.stopped=!1,this.change()}ask(){this.request===0&&!this.stopped&&(this.request=requestAnimationFrame(e=>this.tick(e)))}tick(e){if(this.request=0,this.sync){if(this.gl.clientWaitSync(this.sync,0,0)===this.gl.TIMEOUT_EXPIRED){this.ask();return}this.gl.deleteSync(this.sync),this.sync=null,this.drawing.finished(performance.now()-this.start)}this.dirty&&!this.stopped&&this.run(e)}run(e){this.dirty=!1,this.start=performance.now(),this.drawing.draw(e),this.sync&&this.gl.deleteSync(this.sync),this.sync=this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE,0),this.gl.flush(),this.ask()}};var _d=class{opaque;glass;repeated;pick;pickRepeated;uniforms;planes=[];constructor(e){this.uniforms={state:e.uniform,planes:{value:Array.from({length:cd},()=>new Lt)},planeCount:{value:0},share:{value:1},sun:{value:new H},muted:{value:new H},highlight:{value:new H}},this.opaque=this.make({},ud),this.repeated=this.make({INSTANCED:1},ud),this.glass=this.make({GLASS:1},ud),this.glass.transparent=!0,this.glass.depthWrite=!1,this.glass.blending=fh,this.glass.blendSrc=vl,this.glass.blendDst=_l,this.glass.blendSrcAlpha=ph,this.pick=this.make({},fm),this.pickRepeated=this.make({INSTANCED:1},fm)}theme(e){this.uniforms.muted.value.set(...e?[.5,.54,.58]:[.55,.58,.62]),this.uniforms.highlight.value.set(...e?[.26,.6,1]:[.1,.44,.85])}share(e){this.uniforms.share.value=e}cut(e){this.planes=e.slice(0,cd);let t=this.planes.length>0?gi:mi;for(let i of this.all())i.side=i===this.glass?mi:t,"CUT"in i.defines!=this.planes.length>0&&(i.defines=this.planes.length>0?{...i.defines,CUT:1}:hR(i.defines,"CUT"),i.needsUpdate=!0)}see(e,t){this.uniforms.sun.value.set(...t),this.uniforms.planeCount.value=this.planes.length,this.planes.forEach(([i,r,s,o],l)=>{this.uniforms.planes.value[l].set(i,r,s,o-(i*e[0]+r*e[1]+s*e[2]))})}dispose(){for(let e of this.all())e.dispose()}all(){return[this.opaque,this.glass,this.repeated,this.pick,this.pickRepeated]}make(e,t){return new ps({glslVersion:no,defines:e,uniforms:this.uniforms,vertexShader:Ax,side:mi,fragmentShader:t})}};function hR(n,e){let{[e]:t,...i}=n;return i}var dR=150,fR=800,pR=350,Bx=.006,mR=.85,yd=class{constructor(e){this.course=e}course;view=Il({target:[0,0,0],azimuth:0,elevation:0,distance:20,parallel:!1},"iso");flight=null;timer=0;inMotion=!1;held=!1;get moving(){return this.inMotion}get aim(){return this.flight?.to??this.view}jump(e){this.flight=null,this.inMotion=!1,this.move(e)}fly(e,t){if(!t||matchMedia("(prefers-reduced-motion: reduce)").matches){this.jump(e);return}this.inMotion=!0,this.flight={from:this.view,to:e,start:performance.now()},this.move(this.view)}hold(e){this.held=e,!e&&this.inMotion&&this.wait()}step(e){if(!this.flight)return;let t=Math.max(0,Math.min(1,(e-this.flight.start)/pR)),{from:i,to:r}=this.flight;if(t===1){this.flight=null,this.move(r);return}this.move(yx(i,r,t*t*(3-2*t)))}orbit(e,t,i){this.go(gx(this.view,i,-e*Bx,t*Bx))}pan(e,t,i){let{view:r}=this,s=-Jn(Ui(i,vi(r)),gn(r).back),l=(r.parallel||s<=0?ro(r):2*zn*s)/Math.max(this.course.height(),1);this.go(vx(r,-e*l,t*l))}zoom(e,t){let i=this.course.reach();this.go(_x(this.view,t,e,Math.max(100,i?da(i)*20:0)))}steps(e){this.zoom(mR**e,this.view.target)}dispose(){clearTimeout(this.timer),this.flight=null}go(e){this.flight=null,this.inMotion=!0,this.move(e)}move(e){this.view=e,this.wait(),this.course.moved()}wait(){clearTimeout(this.timer),this.timer=window.setTimeout(()=>this.rest(),this.held?fR:dR)}rest(){if(this.flight||this.course.busy()){this.wait();return}this.inMotion=!1,this.course.rested()}};function zx(n,e){if(n.byteLength<64)throw new Error(`a chunk of ${n.byteLength} bytes has no head`);let t=new DataView(n,0,64);if(t.getUint32(0,!0)!==1313035074)throw new Error("this is no chunk");if(t.getUint32(4,!0)!==1)throw new Error(`a chunk of version ${t.getUint32(4,!0)}, which this page does not know`);let i=[8,12,16,20].map(l=>t.getUint32(l,!0)),r=[t.getFloat64(24,!0),t.getFloat64(32,!0),t.getFloat64(40,!0)];if(!r.every(Number.isFinite))throw new Error("the corner of a chunk is no point");let s=gR(i,n.byteLength),o={corner:r,count:i[1],meshes:new Uint32Array(n,s[0],i[0]*4),words:new Uint32Array(n,s[1],i[1]*6),floats:new Float32Array(n,s[1],i[1]*6),vertices:new Float32Array(n,s[2],i[2]*3),indices:new Uint32Array(n,s[3],i[3])};return vR(o),_R(o,e),o}function Vx(){return{corner:[0,0,0],count:0,meshes:new Uint32Array(0),words:new Uint32Array(0),floats:new Float32Array(0),vertices:new Float32Array(0),indices:new Uint32Array(0)}}function gR(n,e){let t=[16,24,12,4],i=[],r=64;for(let s=0;s<t.length;s++)i.push(Math.ceil(r/8)*8),r=i[s]+n[s]*t[s];if(e!==r&&e!==Math.ceil(r/8)*8)throw new Error(`a chunk that should have ${r} bytes has ${e}`);return i}function vR(n){for(let e=0;e<n.vertices.length;e++)if(!Number.isFinite(n.vertices[e]))throw new Error(`vertex ${Math.floor(e/3)} of a chunk is no point`);for(let e=0;e<n.meshes.length/4;e++){let[t,i,r,s]=n.meshes.subarray(e*4,(e+1)*4);if(t+i>n.vertices.length/3||r+s>n.indices.length||s%3!==0)throw new Error(`mesh ${e} of a chunk reaches beyond it`);for(let o=r;o<r+s;o++)if(n.indices[o]>=i)throw new Error(`index ${o} of a chunk is beyond its mesh`)}}function _R(n,e){for(let t=0;t<n.count;t++){let i=t*6;if(n.words[i]>=e)throw new Error(`instance ${t} of a chunk is of row ${n.words[i]}, of ${e}`);if(n.words[i+1]>=n.meshes.length/4)throw new Error(`instance ${t} of a chunk has no mesh`);if(!Number.isFinite(n.floats[i+3]+n.floats[i+4]+n.floats[i+5]))throw new Error(`instance ${t} of a chunk is nowhere`)}}var Ss=n=>n.bodies.words[n.instance*6+1],Hx=n=>n.bodies.words[n.instance*6+2]>>>24,bs=n=>n.bodies.meshes[Ss(n)*4+3],Ol=n=>n.bodies.meshes[Ss(n)*4+1];function ma(n,e,t){return n.bodies.corner[t]-e[t]+n.bodies.floats[n.instance*6+3+t]}function Gx(n,e){let[t,i]=[0,0];for(let m of n)t+=Ol(m),i+=bs(m);let r=new Float32Array(t*3),s=new Float32Array(t),o=new Uint32Array(t),l=t>65535?new Uint32Array(i):new Uint16Array(i),[c,u]=[0,0];for(let m of n)yR(m,e,r,c),s.fill(m.element,c,c+Ol(m)),o.fill(m.bodies.words[m.instance*6+2],c,c+Ol(m)),xR(m,l,u,c),c+=Ol(m),u+=bs(m);let h=new ii;return h.setAttribute("position",new Xt(r,3)),h.setAttribute("element",new Xt(s,1)),h.setAttribute("colour",new Xt(new Uint8Array(o.buffer),4,!0)),h.setIndex(new Xt(l,1)),h}function yR(n,e,t,i){let r=n.bodies.meshes[Ss(n)*4],s=n.bodies.vertices.subarray(r*3,(r+Ol(n))*3),[o,l,c]=[ma(n,e,0),ma(n,e,1),ma(n,e,2)];for(let u=0,h=i*3;u<s.length;u+=3,h+=3)t[h]=s[u]+o,t[h+1]=s[u+1]+l,t[h+2]=s[u+2]+c}function xR(n,e,t,i){let r=n.bodies.meshes[Ss(n)*4+2],s=n.bodies.indices.subarray(r,r+bs(n));for(let o=0;o<s.length;o++)e[t+o]=s[o]+i}function Wx(n,e){let t=n[0],i=new Float32Array(n.length*3),r=new Float32Array(n.length),s=new Uint32Array(n.length);n.forEach((p,f)=>{i.set([ma(p,e,0),ma(p,e,1),ma(p,e,2)],f*3),r[f]=p.element,s[f]=p.bodies.words[p.instance*6+2]});let[o,l,c,u]=t.bodies.meshes.subarray(Ss(t)*4),h=new js;h.instanceCount=n.length;let m=t.bodies.vertices.slice(o*3,(o+l)*3);return h.setAttribute("position",new Xt(m,3)),h.setIndex(new Xt(t.bodies.indices.slice(c,c+u),1)),h.setAttribute("place",new $s(i,3)),h.setAttribute("element",new $s(r,1)),h.setAttribute("colour",new $s(new Uint8Array(s.buffer),4,!0)),h}function Xx(n,e,t){let[i,r,s]=id(e);n.boundingSphere=new fs(new H(i-t[0],r-t[1],s-t[2]),da(e)/2);for(let o of[...Object.values(n.attributes),n.index])o instanceof Xt&&o.onUpload(()=>{o.array=new Uint8Array(0)})}function Bl(n,e){return n.byteLength===0?Vx():zx(n,e.count)}function zl(n,e){let t=new Uint32Array(n.count),i=new Uint32Array(n.count),r=0;for(let s=0;s<n.count;s++){let o=e(n.words[s*6]);o>=0&&(t[r]=s,i[r++]=o)}return{bodies:n,instances:t.slice(0,r),elements:i.slice(0,r)}}function Vl(n,e){let t=bR(n.bodies),[i,r,s]=n.bodies.corner;for(let o=0;o<n.instances.length;o++){let l=n.instances[o]*6,c=n.bodies.words[l+1],u=n.elements[o],h=n.bodies.floats;e.widen(u,t,c*6,i+h[l+3],r+h[l+4],s+h[l+5]),e.triangles[u]+=n.bodies.meshes[c*4+3]/3}}function bR(n){let e=n.meshes.length/4,t=new Float64Array(e*6);for(let i=0;i<e;i++){let r=ir(),s=n.meshes[i*4],o=s+n.meshes[i*4+1],l=new Float64Array(6);for(let c=s;c<o;c++){for(let u=0;u<3;u++)l[u]=l[u+3]=n.vertices[c*3+u];ki(r,l)}t.set(r,i*6)}return t}function mm(n,e){let t=[];for(let r=0;r<n.instances.length;r++)e(n.elements[r])&&t.push(r);if(t.length===0)return null;let i={bodies:n.bodies,instances:Uint32Array.from(t,r=>n.instances[r]),elements:Uint32Array.from(t,r=>n.elements[r])};return t.length*2<n.bodies.count?SR(i):i}function SR(n){let e=n.bodies,t=new Map;for(let r of n.instances){let s=e.words[r*6+1];t.has(s)||t.set(s,t.size)}let i=MR(e,[...t.keys()]);return i.count=n.instances.length,i.words=new Uint32Array(i.count*6),i.floats=new Float32Array(i.words.buffer),n.instances.forEach((r,s)=>{i.words.set(e.words.subarray(r*6,(r+1)*6),s*6),i.words[s*6+1]=t.get(e.words[r*6+1])}),{bodies:i,instances:Uint32Array.from(n.instances,(r,s)=>s),elements:n.elements}}function MR(n,e){let t=new Uint32Array(e.length*4),[i,r]=[0,0];e.forEach((o,l)=>{let[,c,,u]=n.meshes.subarray(o*4,(o+1)*4);t.set([i,c,r,u],l*4),i+=c,r+=u});let s={corner:n.corner,count:0,meshes:t,words:new Uint32Array(0),floats:new Float32Array(0),vertices:new Float32Array(i*3),indices:new Uint32Array(r)};return e.forEach((o,l)=>{let[c,u,h,m]=n.meshes.subarray(o*4,(o+1)*4);s.vertices.set(n.vertices.subarray(c*3,(c+u)*3),t[l*4]*3),s.indices.set(n.indices.subarray(h,h+m),t[l*4+2])}),s}var qx=8,wR=300,TR=12,ER=8,gm=class extends qn{constructor(t,i,r,s,o){super(t,i);this.pick=r;this.sizes=s;this.ends=o;this.look=i}pick;sizes;ends;look;coarse(t){let[i,r]=[0,this.sizes.length];for(;i<r;){let l=i+r>>1;this.sizes[l]>=t?i=l+1:r=l}let s=i===0?0:this.ends[i-1];this.geometry.setDrawRange(0,s);let{geometry:o}=this;return s/3*(o instanceof js?o.instanceCount:1)}},Jx=n=>n.material===n.pick,Yx=n=>n.getContext(),ga=class{constructor(e,t,i){this.sources=e;this.rows=t;this.materials=i;this.corner=e[0]?.bodies.corner??[0,0,0],this.group.matrixAutoUpdate=!1,this.build()}sources;rows;materials;group=new Un;corner;box=ir();triangles=0;dead=0;rebuild(){let e=new Set;for(let t of this.sources)for(let i of t.elements)this.rows.isLiving(i)||e.add(i);return this.sources=this.sources.map(t=>mm(t,i=>!e.has(i))).filter(t=>t!==null),this.clear(),this.build(),e}restore(){this.clear(),this.build()}place(e){for(let t of this.group.children)t.matrixWorld.makeTranslation(this.corner[0]-e[0],this.corner[1]-e[1],this.corner[2]-e[2])}coarse(e){return this.meshes().reduce((t,i)=>t+i.coarse(e),0)}meshes(){return this.group.children}clear(){for(let e of this.meshes())e.geometry.dispose();this.group.clear()}build(){let[e,t,i]=this.sorted();for(let r of e){let s=new Float32Array([Math.max(...r.map(l=>l.size))]),o=new Uint32Array([bs(r[0])]);this.put(Wx(r,this.corner),this.materials.repeated,this.materials.pickRepeated,s,o)}this.putMerged(t,this.materials.opaque),this.putMerged(i,this.materials.glass)}sorted(){let e=[],t=[],i=new Map;this.box=ir(),[this.triangles,this.dead]=[0,0];for(let s of this.parts())if(ki(this.box,this.rows.boxes,s.element*6),this.triangles+=bs(s)/3,Hx(s)<255||this.rows.categories[s.element]==="room")t.push(s);else if(bs(s)<wR)e.push(s);else{let o=i.get(s.bodies)??new Map;i.set(s.bodies,o);let l=o.get(Ss(s))??[];o.set(Ss(s),l),l.push(s)}let r=[...i.values()].flatMap(s=>[...s.values()]);return e.push(...r.filter(s=>s.length<qx).flat()),[r.filter(s=>s.length>=qx),e,t]}*parts(){for(let{bodies:e,instances:t,elements:i}of this.sources)for(let r=0;r<t.length;r++){let s=i[r];yield{bodies:e,instance:t[r],element:s,size:da(this.rows.boxes,s*6)}}}putMerged(e,t){if(e.length===0)return;e.sort((s,o)=>o.size-s.size||s.element-o.element||s.instance-o.instance);let i=0,r=Uint32Array.from(e,s=>i+=bs(s));this.put(Gx(e,this.corner),t,this.materials.pick,Float32Array.from(e,s=>s.size),r)}put(e,t,i,r,s){Xx(e,this.box,this.corner);let o=new gm(e,t,i,r,s);t===this.materials.glass&&(o.onBeforeRender=l=>Jx(o)||Ux(Yx(l)),o.onAfterRender=l=>Jx(o)||pm(Yx(l))),o.matrixAutoUpdate=!1,o.matrixWorldAutoUpdate=!1,this.group.add(o)}},xd=class{constructor(e,t){this.rows=e;this.materials=t;this.group.matrixAutoUpdate=!1,this.group.matrixWorldAutoUpdate=!1}rows;materials;group=new Un;chunks=new Set;overlays=new Set;of=[];touched=new Set;all(){return[...this.chunks,...this.overlays]}add(e,t){e.instances.length>0&&this.keep(new ga([e],this.rows,this.materials),t)}bury(e){let t=this.of[e];t&&(t.dead+=this.rows.triangles[e],this.touched.add(t)),this.rows.bury(e),t||this.rows.release(e)}compact(){for(let e of this.touched)e.dead*2>e.triangles&&(this.release(e.rebuild()),e.sources.length===0&&this.remove(e));this.touched.clear(),this.overlays.size>TR&&this.join()}dispose(){for(let e of this.all())this.remove(e);this.of.length=0}join(){let e=r=>r.triangles-r.dead,t=[...this.overlays].sort((r,s)=>e(r)-e(s)).slice(0,ER),i=[];for(let r of t){for(let s of r.sources){for(let l of s.elements)!this.rows.isLiving(l)&&this.of[l]&&this.release([l]);let o=mm(s,l=>this.rows.isLiving(l));o&&i.push(o)}this.remove(r)}i.length>0&&this.keep(new ga(i,this.rows,this.materials),!0)}keep(e,t){(t?this.overlays:this.chunks).add(e),this.group.add(e.group);for(let i of e.sources)for(let r of i.elements)this.of[r]=e}remove(e){e.clear(),this.group.remove(e.group),this.chunks.delete(e),this.overlays.delete(e)}release(e){for(let t of e)this.of[t]=void 0,this.rows.release(t)}};function $x(n){let e=ir();for(let t of n)ki(e,t.box);return ha(e)?null:e}var AR=[213,94,0],CR=[120,128,138];function vm(n){let e=["geometry","place"],t=n.changes.filter(i=>i.change==="modified"||i.change==="derived");return new Set(t.filter(i=>i.facets.length>0&&!i.facets.some(r=>e.includes(r))).map(i=>i.id))}var bd=class{constructor(e,t,i,r,s){this.rows=i;this.dress=s;let o=e.before,l=Bl(t,o);this.deleted=new Set(e.changes.filter(h=>h.change==="deleted").map(h=>h.id));let c=vm(e),u=zl(l,h=>this.take(e,o.first+h,c));Vl(u,i),this.restyle(),this.batch=new ga([u],i,r)}rows;dress;batch;numbers=new Map;deleted;restyle(){for(let[e,t]of this.numbers)this.dress.ghostly(t,this.deleted.has(e)?AR:CR)}boxOf(e){let t=this.numbers.get(e);return t!==void 0&&this.rows.hasBox(t)?this.rows.box(t):null}dispose(){this.batch.clear(),this.batch.group.removeFromParent();for(let e of this.numbers.values())this.rows.bury(e),this.dress.bury(e),this.rows.release(e)}take(e,t,i){let r=e.before_rows,s=r.ids[t];if(s===void 0)throw new Error(`a body of row ${t}, which the delta has not`);if(i.has(s))return-1;let o=this.numbers.get(s);return o===void 0&&(o=this.rows.take(s,r.categories[t]??"",r.levels[t]??-1,!1),this.numbers.set(s,o)),o}};var Hl=class{constructor(e,t){this.rows=e;this.state=t}rows;state;styleOf=()=>null;ghosts=!1;chosen=new Set;under=null;differing=new Set;inherit(e){this.styleOf=e.styleOf,this.chosen=e.chosen}style(e){this.styleOf=e,this.all()}row(e){let[t,i]=[this.rows.ids[e],this.rows.categories[e]],r=this.styleOf(t,i,this.rows.levels[e]),s=i==="room"?Ul:0;s|=r?.hidden?xs:0,s|=r?.ghost?Dl:0,s|=r?.colour?kl:0,s|=this.chosen.has(t)?Nl:0,s|=this.under===t?Fl:0,s|=this.differing.has(t)?pa:0,this.ghosts||=(s&Dl)!==0,this.state.setFlags(e,s),r?.colour&&this.state.setColour(e,r.colour)}all(){this.ghosts=!1;for(let e of this.rows.all())this.row(e)}ghostly(e,t){let[i,r]=[this.rows.ids[e],this.rows.categories[e]],s=this.styleOf(i,r,this.rows.levels[e]);this.state.setFlags(e,ld|kl|(r==="room"?Ul:0)|(s?.hidden?xs:0)|(s?.colour?0:pa)),this.state.setColour(e,s?.colour??t)}bury(e){this.state.setFlags(e,xs)}select(e){let t=new Set(e),i=[...this.chosen].filter(r=>!t.has(r)).concat(e.filter(r=>!this.chosen.has(r)));this.chosen=t,this.mark(i,Nl,r=>t.has(r))}hasSelection(){return this.chosen.size>0}hover(e){if(e===this.under)return!1;let t=[this.under,e].filter(i=>i!==null);return this.under=e,this.mark(t,Fl,i=>i===e),!0}differ(e){let t=this.differing;this.differing=new Set(e),this.mark([...t,...e],pa,i=>this.differing.has(i))}differs(){return this.differing.size>0}mark(e,t,i){for(let r of e){let s=this.rows.find(r);s>=0&&this.state.mark(s,t,i(r))}}};var Gl=6,Wl=class{size=0;ids=[];categories=[];levels=[];boxes=new Float64Array(0);triangles=new Uint32Array(0);living=new Uint8Array(0);free=[];numbers=new Map;find(e){return this.numbers.get(e)??-1}isLiving(e){return this.living[e]===1}take(e,t,i,r=!0){let s=this.free.pop()??this.size++;return this.grow(s+1),this.ids[s]=e,this.categories[s]=t,this.levels[s]=i,this.boxes.set(ir(),s*Gl),this.triangles[s]=0,this.living[s]=1,r&&this.numbers.set(e,s),s}bury(e){this.numbers.get(this.ids[e])===e&&this.numbers.delete(this.ids[e]),this.living[e]=0,this.ids[e]=""}release(e){this.free.push(e)}widen(e,t,i,r,s,o){let l=this.box(e);ki(l,t,i,r,s,o),this.boxes.set(l,e*Gl)}box(e){return Array.from(this.boxes.subarray(e*Gl,(e+1)*Gl))}hasBox(e){return!ha(this.box(e))}all(){return this.numbers.values()}taken(){return this.size-this.free.length}grow(e){if(this.living.length>=e)return;let t=Math.max(e,1024,this.living.length*2),i=new Float64Array(t*Gl);i.set(this.boxes);let r=new Uint32Array(t);r.set(this.triangles);let s=new Uint8Array(t);s.set(this.living),[this.boxes,this.triangles,this.living]=[i,r,s]}};var so=-1,Sd=class{constructor(e,t){this.state=e;this.materials=t;this.root.matrixAutoUpdate=!1,this.root.matrixWorldAutoUpdate=!1,this.dress=new Hl(this.rows,e),this.batches=this.makeBatches()}state;materials;root=new Js;rows=new Wl;dress;before=null;batches;levels=[];places=new Int32Array(0);origins=new Map;begun=new Set;reached=null;begin(e){this.clear(),this.rows=new Wl;let t=new Hl(this.rows,this.state);t.inherit(this.dress),this.dress=t,this.batches=this.makeBatches(),this.levels=e.levels.map(i=>i.id),this.places=new Int32Array(e.rows.ids.length).fill(so),this.origins.clear();for(let i=0;i<e.rows.ids.length;i++){let r=this.take(e.rows,i);this.places[i]=r,this.origins.set(r,i)}}add(e,t){if(this.begun.has(e.first))throw new Error(`the chunk from row ${e.first} is there already`);if(e.first<0||e.first+e.count>this.places.length)throw new Error(`a chunk of rows ${e.first} to ${e.first+e.count}, of ${this.places.length}`);let i=zl(Bl(t,e),r=>this.places[e.first+r]);this.begun.add(e.first),Vl(i,this.rows),this.batches.add(i,!1),this.reached=null}apply(e,t){if(e.reload)throw new Error("a delta of which so much differs that the scene is to be loaded");let i=e.after,r=t&&Bl(t,i);if(r&&(i.first<0||i.first+i.count>e.rows.ids.length))throw new Error(`bodies of rows ${i.first} to ${i.first+i.count}, of ${e.rows.ids.length}`);let s=e.changes.filter(l=>l.change==="deleted").map(l=>l.id);for(let l of[...s,...e.before_rows.ids,...e.rows.ids])this.bury(l);this.renumberLevels(e.levels);let o=e.rows.ids.map((l,c)=>this.take(e.rows,c));if(r){let l=zl(r,c=>o[i.first+c]);Vl(l,this.rows),this.batches.add(l,!0)}this.batches.compact(),this.reached=null}showBefore(e,t){if(this.before?.dispose(),this.before=null,this.reached=null,this.dress.differ([]),!e)return;t&&(this.before=new bd(e,t,this.rows,this.materials,this.dress),this.root.add(this.before.batch.group));let i=vm(e);this.dress.differ(e.rows.ids.filter(r=>!i.has(r)))}restyle(){this.before?.restyle()}all(){return this.before?[...this.batches.all(),this.before.batch]:this.batches.all()}unpicked(){return this.before?[this.before.batch]:[]}differs(){return this.before!==null||this.dress.differs()}hasScreens(){return this.dress.ghosts||this.before!==null}hasVeils(){return this.all().some(e=>e.meshes().some(t=>t.look===this.materials.glass))}reach(){return this.reached??=$x(this.all()),this.reached}boxOf(e){let t=ir();if(e)for(let i of e){let r=this.rows.find(i),s=this.before?.boxOf(i);r!==so&&ki(t,this.rows.boxes,r*6),s&&ki(t,s)}else for(let i of this.rows.all())(this.state.flags(i)&xs)===0&&ki(t,this.rows.boxes,i*6);return ha(t)?null:t}letGo(){for(let e of this.all())e.clear()}restore(){for(let e of this.all())e.restore()}clear(){this.showBefore(null,null),this.batches.dispose(),this.batches.group.removeFromParent(),this.begun.clear()}makeBatches(){let e=new xd(this.rows,this.materials);return this.root.add(e.group),this.reached=null,e}take(e,t){let i=e.ids[t];if(this.rows.find(i)!==so)throw new Error(`element ${i} comes twice`);let r=this.rows.take(i,e.categories[t]??"",e.levels[t]??so);return this.dress.row(r),r}bury(e){let t=this.rows.find(e);if(t===so)return;let i=this.origins.get(t);i!==void 0&&(this.places[i]=so,this.origins.delete(t)),this.dress.bury(t),this.batches.bury(t)}renumberLevels(e){let t=e.map(r=>r.id);if(t.length===this.levels.length&&t.every((r,s)=>r===this.levels[s]))return;let i=this.levels.map(r=>t.indexOf(r));for(let r of this.rows.all())this.rows.levels[r]=i[this.rows.levels[r]]??so;this.levels=t,this.dress.all()}};var Kx=50,RR=2e4,PR=3.5,IR=2;function Zx(n,e){let t=n.getContext("webgl2",{alpha:!1,antialias:!1,depth:!1,stencil:!1});return t&&new _m(new ed({canvas:n,context:t}),t,e)}var _m=class{constructor(e,t,i){this.renderer=e;this.events=i;let r=e.domElement;this.frame=new md(e),this.materials.theme(!1),this.loop=new vd(t,{draw:o=>this.draw(o),finished:o=>this.finished(o)}),this.navigation=new yd({moved:()=>this.loop.change(),rested:()=>this.rested(),busy:()=>this.loop.busy,reach:()=>this.stage.reach(),height:()=>this.frame.height}),this.input=new gd(r,this.hand()),this.sizes=new ResizeObserver(()=>this.resize()),this.sizes.observe(r);let s={signal:this.heard.signal};addEventListener("resize",()=>this.resize(),s),r.addEventListener("webglcontextlost",()=>this.lose(),s),r.addEventListener("webglcontextrestored",()=>this.restore(),s),this.resize()}renderer;events;state=new ad;materials=new _d(this.state);stage=new Sd(this.state,this.materials);navigation;frame;loop;input;sizes;heard=new AbortController;settings={edges:!0,dark:!1};share=1;frames=0;cost=0;whole=0;lost=!1;coarse=!1;awaited=null;pivot=[0,0,0];anchor=null;begin(e,t){this.stage.begin(e),this.loop.change(),this.awaited=null,!t&&e.box&&this.welcome(e.box)}add(e,t){this.stage.add(e,t),this.loop.change()}apply(e,t){this.stage.apply(e,t),this.loop.change()}before(e,t){this.stage.showBefore(e,t),this.loop.change()}fade(e){this.share=Math.max(0,Math.min(1,e)),this.materials.share(this.share),this.loop.change()}style(e){this.stage.dress.style(e),this.stage.before?.restyle(),this.loop.change()}select(e){this.stage.dress.select(e),this.loop.change()}hovered(e){this.stage.dress.hover(e)&&this.loop.change()}cut(e){this.materials.cut(e),this.loop.change()}edges(e){this.settings.edges=e,this.loop.change()}theme(e){this.settings.dark=e,this.materials.theme(e),this.loop.change()}fit(e,t=!1){let i=this.stage.boxOf(e);if(i){let r=e?hx(i,PR):i;this.navigation.fly(hm(this.navigation.aim,r,this.frame.aspect),t)}}look(e,t=!1){this.navigation.fly(Il(this.navigation.aim,e),t)}orbit(e,t){this.navigation.orbit(e,t,this.navigation.view.target)}pan(e,t){this.navigation.pan(e,t,this.navigation.view.target)}zoom(e){this.navigation.steps(e)}camera(){return px(this.navigation.view)}setCamera(e){let t=mx(e,-Math.PI/2);if(!t)throw new Error("a camera that is nowhere");this.awaited=null,this.navigation.jump(t)}project(e){let t=dm(this.navigation.view,this.frame.aspect,e);return t&&[(t[0]+1)/2*this.frame.width,(1-t[1])/2*this.frame.height]}boxOf(e){return this.stage.boxOf(e)}dispose(){this.loop.stop(),this.heard.abort(),this.sizes.disconnect(),this.input.dispose(),this.navigation.dispose(),this.stage.clear(),this.letGo(),this.renderer.dispose(),this.renderer.forceContextLoss()}letGo(){this.stage.letGo(),this.materials.dispose(),this.state.dispose(),this.frame.letGo()}welcome(e){this.awaited=this.frame.width>0?null:e,this.navigation.jump(hm(Il(this.navigation.aim,"iso"),e,this.frame.aspect))}hand(){return{begin:(e,t)=>{this.pivot=this.pointUnder(e,t),this.navigation.hold(!0),this.hover(null)},orbit:(e,t)=>this.navigation.orbit(e,t,this.pivot),pan:(e,t)=>this.navigation.pan(e,t,this.pivot),end:()=>this.navigation.hold(!1),zoom:(e,t,i)=>this.navigation.zoom(e,this.anchorAt(t,i)),click:(e,t,i)=>this.events.pick(this.hit(e,t),i),twice:(e,t)=>this.fitUnder(e,t),rest:(e,t)=>this.hover(this.quickHit(e,t)),leave:()=>this.hover(null)}}draw(e){this.navigation.step(e),this.coarse=this.navigation.moving&&this.cost>Kx,this.state.flush(),this.frame.draw(this.navigation.view,this.stage,this.materials,{...this.settings,most:this.most(),mixing:this.share>0&&this.share<1&&this.stage.differs()})}most(){return this.coarse?Math.max(RR,this.whole*Kx/this.cost):1/0}finished(e){if(this.coarse)return;this.cost=e,this.whole=this.frame.triangles;let{triangles:t,draws:i}=this.frame,{dataset:r}=this.renderer.domElement,{eye:s,target:o,parallel:l,height:c}=this.camera();r.triangles=String(t),r.draws=String(i),r.camera=[...s,...o,l?1:0,c].map(u=>+u.toFixed(4)).join(" "),r.frame=String(++this.frames),this.events.frame({triangles:t,draws:i,ms:e})}rested(){this.coarse&&this.loop.change(),this.anchor=null,this.events.camera(this.camera())}resize(){let{clientWidth:e,clientHeight:t}=this.renderer.domElement,i=Math.min(devicePixelRatio,this.frame.software?1:IR);e>0&&t>0&&this.frame.resize(e,t,i)&&(this.awaited&&this.welcome(this.awaited),this.loop.change(),this.loop.now())}lose(){this.lost=!0,this.loop.stop(),this.letGo(),this.events.lost()}restore(){this.lost=!1,this.state.all(),this.stage.restore(),this.loop.go(),this.events.restored()}hit(e,t){if(this.lost)return null;this.state.flush();let i=this.frame.hit(this.navigation.view,this.stage,this.materials,e,t);return i&&{id:this.stage.rows.ids[i.row],point:i.point}}quickHit(e,t){this.loop.now();let i=this.lost?null:this.frame.probe(this.navigation.view,e,t);if(!i?.plain||this.coarse)return this.hit(e,t);let r=this.stage.rows.ids[i.row];return r&&i.point?{id:r,point:i.point}:null}hover(e){this.events.hover(e)}pointUnder(e,t){this.loop.now();let{view:i}=this.navigation,r=this.lost?null:this.frame.probe(i,e,t).point;if(r)return r;let s=-Jn(Ui(i.target,vi(i)),gn(i).back);return od(i,this.frame.aspect,e/this.frame.width*2-1,1-t/this.frame.height*2,s)}anchorAt(e,t){return(!this.anchor||Math.hypot(e-this.anchor.x,t-this.anchor.y)>2)&&(this.anchor={x:e,y:t,point:this.pointUnder(e,t)}),this.anchor.point}fitUnder(e,t){let i=this.hit(e,t);this.fit(i?[i.id]:void 0,!0)}};var Cr=z(!1),Xl=z(!1),Ms=z(0);var LR=[.01,.02,.05,.1,.2,.5,1,2,5,10,20,50,100,200,500,1e3,2e3,5e3],DR=[1,3,6,12,24,60,120,240,600,1200,2400,6e3,12e3,6e4].map(n=>n*.0254);function jx(){Ms.value;let n=vt.value,e=document.getElementById("canvas");if(!n||!e||e.clientHeight===0)return null;let{eye:t,target:i,height:r}=n.camera(),o=Math.abs(t[0]-i[0])+Math.abs(t[1]-i[1])<1e-6?0:Math.atan2(i[0]-t[0],i[1]-t[1])*180/Math.PI,l=e.clientHeight/Math.max(r,1e-6),c=ke.value.unit==="ft-in"?DR:LR,u=c.filter(m=>m*l<=110).at(-1)??c[0],h=zt(u*1e3,ke.value.unit);return a("div",{class:"compass",children:[a("div",{class:"scale",title:d.scaleHint,children:[a("span",{class:"scale-bar",style:{width:Math.round(u*l)+"px"}}),a("span",{children:h})]}),a("svg",{class:"north",viewBox:"0 0 24 24",width:"28",height:"28",role:"img","aria-label":d.north(Math.round(o)),children:a("g",{style:{transform:"rotate("+-o+"deg)",transformOrigin:"12px 12px"},children:[a("path",{d:"M12 3l4 9h-8z",class:"north-point"}),a("path",{d:"M12 21l4-9h-8z",class:"north-tail"})]})})]})}var NR=26;function Qx(){Ms.value;let n=vt.value;return n?a("div",{class:"pins",children:cf.value.map((e,t)=>{let i=n.project(e.point);if(!i)return null;let r=cf.value.slice(0,t).filter(s=>s.point.join()===e.point.join()).length;return a("button",{type:"button",class:"pin"+(bn.value===e.task?" is-open":""),style:{left:Math.round(i[0])+r*NR+"px",top:Math.round(i[1])+"px"},title:e.title,"aria-label":d.pin(e.title),onClick:()=>{Gt("tasks"),bn.value=e.task},children:e.number},e.task)})}):null}function eb(){Ms.value;let n=vt.value,e=Io.value;if(!n||!pr.value)return null;let t=ke.value.unit,i=e.map(o=>n.project(o.point)),r=Ef(e),s=x0(e);return a(Me,{children:[a("svg",{class:"tape","aria-hidden":"true",children:[i[0]&&i[1]&&a("line",{x1:i[0][0],y1:i[0][1],x2:i[1][0],y2:i[1][1]}),i.map((o,l)=>o&&a("circle",{cx:o[0],cy:o[1],r:"4"},l))]}),a("div",{class:"tape-text",children:[r===null||!s?a("span",{children:e.length===0?d.measureFirst:d.measureSecond}):a(Me,{children:[a("strong",{children:zt(r,t)}),a("span",{class:"muted",children:d.alongAxes(s.map(o=>zt(o,t)))})]}),a(ne,{kind:"quiet",onClick:()=>pr.value=!1,children:d.done})]})]})}var tb={iso:"iso_se",top:"top",front:"south",right:"east",back:"north",left:"west"},FR=Object.keys(tb),ym=z("iso");function nb(){let n=re.value,[e,t]=je(""),[i,r]=je(null),s=n?xi(n.model_id,n.branch)+"/picture.png"+yn({at:n.revision,view:tb[ym.value]}):"";return Fe(()=>{if(!s)return;let o=new AbortController,l="";return or(s,o.signal).then(c=>{l=URL.createObjectURL(new Blob([c],{type:"image/png"})),t(l),r(null)},c=>{o.signal.aborted||r(c)}),()=>{o.abort(),l&&URL.revokeObjectURL(l)}},[s]),a("div",{class:"picture",children:[a("p",{class:"notice",children:[a(ct,{name:"info"}),a("span",{children:d.noWebGL})]}),a("div",{class:"chips",role:"group","aria-label":d.views,children:FR.map(o=>a("button",{type:"button",class:"chip","aria-pressed":ym.value===o,onClick:()=>ym.value=o,children:d.viewNames[o]},o))}),a(Ye,{error:i}),e&&!i&&a("img",{src:e,alt:d.canvas(n?.model_name??"",n?.branch??"",n?.revision??0,n?.head??0,n?.rows.ids.length??0,0)})]})}var kR=["iso","top","front","right","back","left"];function ib(){return a("div",{class:"stage-tools top-left",role:"toolbar","aria-label":d.views,children:[a(es,{button:a(Me,{children:[a("span",{class:"button-text",children:d.view}),a(ct,{name:"down"})]}),label:d.views,children:n=>a("div",{class:"menu-list",children:kR.map(e=>a("button",{type:"button",class:"menu-item",onClick:()=>{vt.value?.look(e,Zn()),n()},children:d.viewNames[e]},e))})}),a(ne,{kind:"quiet",icon:"fit",title:d.fitHint,onClick:()=>rt.value.length>0?Ao():jn([]),children:d.fit})]})}function rb(){let n=ke.value.edges,e=go.value!==null,t=rt.value.length>0;return a("div",{class:"stage-tools top-right",role:"toolbar","aria-label":d.look,children:[t&&a(ne,{kind:"quiet",icon:"eyeOff",label:d.hideSelected,class:"for-selection",onClick:()=>bc(rt.value)}),(t||e)&&a(ne,{kind:"quiet",icon:"only",label:e?d.showAll:d.isolateSelected,"aria-pressed":e,class:"for-selection",onClick:()=>zr(e?[]:rt.value)}),e&&a(ne,{kind:"quiet",icon:"ghost",label:d.ghostRest,"aria-pressed":Br.value,onClick:()=>Br.value=!Br.value}),a(es,{align:"right",label:d.section,button:a(ct,{name:"section"}),class:Ai.value.length?"is-on":"",children:()=>a(OR,{})}),a(es,{align:"right",label:d.colourBy,button:a(ct,{name:"palette"}),class:Ti.value==="own"?"":"is-on",children:()=>a("fieldset",{class:"choices",children:[a("legend",{children:d.colourBy}),["own","category","level"].map(i=>a("label",{children:[a("input",{type:"radio",name:"colouring",checked:Ti.value===i,onChange:()=>Ti.value=i}),d.colourings[i]]},i))]})}),a(ne,{kind:"quiet",icon:"edges",label:d.edges,"aria-pressed":n,onClick:()=>Kn({edges:!n})}),a(ne,{kind:"quiet",icon:"measure",label:d.measure,"aria-pressed":pr.value,onClick:()=>Yc(!pr.value)})]})}var UR=[{axis:"z",before:!1,low:2},{axis:"z",before:!0,low:2},{axis:"x",before:!1,low:0},{axis:"x",before:!0,low:0},{axis:"y",before:!1,low:1},{axis:"y",before:!0,low:1}];function OR(){let n=re.value?.box;return n?a("div",{class:"sliders",children:[a("p",{class:"muted",children:d.sectionHint}),UR.map(({axis:e,before:t,low:i})=>{let r=n[i],s=n[i+3],o=Math.max(.1,(s-r)*.02),l=r-o,c=s+o,u=t?l:c,h=Ai.value.find(f=>f.axis===e&&f.before===t),m=h?.at??u,p=h?zt(Math.round(m*1e3),ke.value.unit):d.notCut;return a("label",{class:"slider",children:[a("span",{children:d.cutSides[e][t?1:0]}),a("input",{type:"range",min:l,max:c,step:(c-l)/400,value:m,"aria-valuetext":p,onInput:f=>{let _=f.currentTarget.valueAsNumber,S=Math.abs(_-u)<(c-l)/399;Ai.value=T_(Ai.value,e,t,S?null:_)}}),a("output",{class:"nowrap",children:p})]},e+t)}),a(ne,{onClick:()=>Ai.value=[],disabled:Ai.value.length===0,children:d.noSection})]}):a("p",{class:"muted",children:d.nothingDrawn})}function ob(){let n=re.value;return xn.value&&xn.value.length===0?a(zR,{}):Xl.value?a(va,{title:d.contextLost}):zi.value?a(VR,{}):qd.value&&!Is.value?a(GR,{}):Aa.value||!n&&Vi.value?a(HR,{}):n&&n.rows.ids.length===0?a(va,{title:d.modelEmptyTitle,children:d.modelEmptyHint}):n&&BR()?a(va,{title:d.allHidden,children:a(ne,{kind:"primary",onClick:vo,children:d.showAll})}):a(WR,{})}function BR(){if(!xc.value)return!1;let n=re.value?.rows.categories??[];return n.length>0&&n.every(e=>ci.value.has(e))}function va({title:n,children:e}){return a("div",{class:"stage-state",children:a("div",{children:[a("h2",{children:n}),typeof e=="string"?a("p",{children:e}):e]})})}var sb="bimstream mcp --print-config";function zR(){return a(va,{title:d.noModel,children:[a("p",{children:d.noModelHint}),a("p",{class:"copy",children:[a("code",{children:sb}),a(ne,{icon:"copy",label:d.copy,onClick:()=>{navigator.clipboard?.writeText(sb)}})]})]})}function VR(){return a(va,{title:d.notLoaded,children:[a(Ye,{error:zi.value,retry:()=>{Ca()}}),Og(zi.value)&&oe.value.at!==""&&a(ne,{kind:"primary",onClick:Fr,children:d.goLive})]})}function HR(){let[n,e]=je(!1);if(Fe(()=>{let i=setTimeout(()=>e(!0),300);return()=>clearTimeout(i)},[]),!n)return null;let t=Aa.value;return a("div",{class:"loading",role:"status",children:[t?a("progress",{max:Math.max(1,t.total),value:t.done,"aria-label":d.loading}):a("progress",{"aria-label":d.loading}),a("span",{children:t?d.loadingLevel(t.level,t.done,t.total):d.loading})]})}var ql=z(new Set);function GR(){let n=re.value,e=n.levels.map((t,i)=>n.chunks.filter(r=>r.level===i).reduce((r,s)=>r+s.count,0));return a(va,{title:d.tooLarge,children:[a("p",{children:d.tooLargeHint(Xe(n.rows.ids.length))}),a("fieldset",{class:"choices scroll",children:[a("legend",{children:d.storeys}),n.levels.map((t,i)=>a("label",{children:[a("input",{type:"checkbox",checked:ql.value.has(t.id),onChange:r=>{let s=new Set(ql.value);r.currentTarget.checked?s.add(t.id):s.delete(t.id),ql.value=s}}),a("bdi",{children:t.name})," ",a("span",{class:"muted",children:lt(e[i]??0,"element","elements")})]},t.id))]}),a(ne,{kind:"primary",disabled:ql.value.size===0,onClick:()=>Ug(ql.value),children:d.load})]})}function WR(){let n=re.value?.left_out.length??0;return a("div",{class:"stage-notices",children:[Gr.value&&a("p",{class:"notice",role:"status",children:[Gr.value==="model"?d.lostModel(Ht.value?.name??""):d.lostBranch(oe.value.branch)," ",a(ne,{kind:"quiet",onClick:()=>Gr.value="",children:d.close})]}),n>0&&a("details",{class:"notice",children:[a("summary",{children:d.leftOut(n)}),a("ul",{children:re.value.left_out.slice(0,20).map(e=>a("li",{dir:"auto",children:e.reason},e.element_id))})]})]})}function ab(){let n=In(null);return Fe(()=>n.current?JR(n.current):void 0,[]),a("section",{class:"stage","aria-label":d.picture,children:[a("canvas",{ref:n,id:"canvas",tabIndex:0,role:"img","aria-label":XR(),"aria-describedby":"canvas-keys",hidden:Cr.value,onKeyDown:M0}),a("span",{id:"canvas-keys",class:"hidden-text",children:d.canvasKeys}),Cr.value&&a(nb,{}),!Cr.value&&a(ib,{}),!Cr.value&&a(rb,{}),a(w0,{}),!Cr.value&&a(Qx,{}),!Cr.value&&a(jx,{}),!Cr.value&&a(eb,{}),a(qR,{}),a(g_,{}),a(ob,{})]})}function XR(){let n=re.value;if(!n)return zi.value?d.noPicture:d.loading;let e=rt.value.length;return d.canvas(Ht.value?.name??n.model_name,n.branch,n.revision,n.head,n.rows.ids.length,e)}function qR(){let n=wi.value?pn(wi.value):null;if(!n)return null;let e=Mi(n.level);return a("div",{class:"hovering","aria-hidden":"true",children:[a("bdi",{children:n.name||d.unnamed(n.category)}),a("span",{class:"muted",children:[Ie(n.category),e&&", ",a("bdi",{children:e})]})]})}function JR(n){let e=Zx(n,{pick(i,r){if(pr.value){i&&y0(i);return}i?r?Or(i.id):Qt([i.id]):r||Qt([])},hover(i){wi.value=i?.id??null},camera(i){let r=i.parallel?i.height:0;xo.value={eye:i.eye,target:i.target,height:r}},frame(i){Ms.value=Ms.value+1,n.dataset.frame=String(Ms.peek()),n.dataset.triangles=String(i.triangles)},lost(){Xl.value=!0,dt(d.contextLost)},restored(){Xl.value=!1,dt(d.contextBack)}});if(Cr.value=e===null,!e)return()=>{};vt.value=e;let t=YR(e);return()=>{for(let i of t)i();vt.value=null,e.dispose()}}function YR(n){return[Ke(()=>n.theme(Oc())),Ke(()=>n.edges(ke.value.edges)),Ke(()=>n.select(rt.value)),Ke(()=>n.hovered(wi.value)),Ke(()=>{re.value&&n.style(tv())}),Ke(()=>{re.value,n.cut(w_(Ai.value))}),Ke(()=>{let e=lr.value>0?Pc.value:null;e&&(n.setCamera(lf(e)),Pc.value=null)}),Ke(()=>{lr.value,Gg()}),Ke(()=>n.fade(Si.value)),Ke(()=>{document.body.classList.toggle("is-waiting",Vi.value)})]}var xm=wt(async(n,e,t)=>{let{model:i,branch:r}=oe.value,s={model_id:i,branch:r,at:n,name:e,dry_run:!1};t&&(s.description=t),await gt("tag_revision",s),dt(d.tagged(e,n)),Xi.value=null,await Promise.all([kr(),Jr()])});function lb({revision:n}){let[e,t]=je(""),[i,r]=je(""),s=()=>{Xi.value=null};return a(Wn,{title:d.tagRevision(n),close:s,children:a("form",{onSubmit:o=>{o.preventDefault(),xm.run(n,e,i)},children:[a(Pt,{label:d.name,hint:d.tagHint,children:a("input",{required:!0,maxLength:100,value:e,onInput:o=>t(o.currentTarget.value)})}),a(Pt,{label:d.description,children:a("input",{maxLength:1e3,value:i,onInput:o=>r(o.currentTarget.value)})}),a(Ye,{error:xm.trouble.value}),a("footer",{class:"dialog-actions",children:[a(ne,{onClick:s,children:d.cancel}),a(ne,{kind:"primary",type:"submit",disabled:e.trim()===""||xm.busy.value,children:d.tag})]})]})})}var bm=wt(async n=>{let e=await Tv(n);hi.value=null,dt(d.taskAdded),Gt("tasks"),bn.value=e}),$R=["low","normal","high","critical"];function cb({from:n}){let[e,t]=je({title:n.title,description:"",priority:"normal",due:"",assignee:"",elements:n.elements,findings:n.findings}),i=o=>t({...e,...o}),r=()=>{hi.value=null},s=n.elements.slice(0,5).map(mo);return a(Wn,{title:d.newTask,close:r,children:a("form",{onSubmit:o=>{o.preventDefault(),bm.run(e)},children:[a("p",{class:"muted",children:n.elements.length===0?d.taskAboutNothing:d.taskAbout(n.elements.length>5?lt(n.elements.length,"element","elements"):dr(s))}),a(Pt,{label:d.titleWord,children:a("input",{required:!0,maxLength:200,value:e.title,onInput:o=>i({title:o.currentTarget.value})})}),a(Pt,{label:d.description,children:a("textarea",{rows:3,maxLength:4e3,value:e.description,onInput:o=>i({description:o.currentTarget.value})})}),a("div",{class:"columns",children:[a(Pt,{label:d.priorityWord,children:a("select",{value:e.priority,onChange:o=>i({priority:o.currentTarget.value}),children:$R.map(o=>a("option",{value:o,children:d.priorities[o]},o))})}),a(Pt,{label:d.due,children:a("input",{type:"date",value:e.due,onInput:o=>i({due:o.currentTarget.value})})}),a(Pt,{label:d.assignee,children:a("input",{maxLength:200,value:e.assignee,onInput:o=>i({assignee:o.currentTarget.value})})})]}),a(Ye,{error:bm.trouble.value}),a("footer",{class:"dialog-actions",children:[a(ne,{onClick:r,children:d.cancel}),a(ne,{kind:"primary",type:"submit",disabled:e.title.trim()===""||bm.busy.value,children:d.addTask})]})]})})}var ub={light:{created:"#00664a",modified:"#b36b00",deleted:"#a8281e",line:"#d0d7de",text:"#57606a",mark:"#57606a",range:"rgb(11 92 173 / 12%)",lanes:["#0b5cad","#8a4b00","#7a3e9d","#00664a"]},dark:{created:"#4ecca3",modified:"#ffb454",deleted:"#ff8a80",line:"#30363d",text:"#9aa4ae",mark:"#9aa4ae",range:"rgb(108 178 255 / 18%)",lanes:["#6cb2ff","#ffb454","#d2a8ff","#4ecca3"]}},Sm=5,KR=4,Jl=14;function Mm(n,e,t){return t.inset+(t.width-2*t.inset)*(e<=0?1:Math.max(0,n)/e)}function hb(n){let e=new Map;for(let t of n.buckets)for(let i of t.authors)e.set(i,(e.get(i)??0)+1);return[...e].sort((t,i)=>i[1]-t[1]||(t[0]<i[0]?-1:1)).slice(0,KR).map(([t])=>t)}function db(n,e,t){let i=devicePixelRatio||1,r=[Math.round(t.width*i),Math.round(t.height*i)];(n.width!==r[0]||n.height!==r[1])&&([n.width,n.height]=r);let s=n.getContext("2d");if(!s)return;s.setTransform(i,0,0,i,0,0),s.clearRect(0,0,t.width,t.height);let o=t.dark?ub.dark:ub.light,l=t.height-t.authors.length*Sm,c=l-3,u=h=>Mm(h,e.head,t);if(t.compared!==null){let[h,m]=[u(Math.min(t.compared,t.shown)),u(Math.max(t.compared,t.shown))];s.fillStyle=o.range,s.fillRect(h,Jl,Math.max(1,m-h),t.height-Jl)}s.fillStyle=o.line,s.fillRect(t.inset,c,t.width-2*t.inset,1),ZR(s,e,o,u,c),jR(s,e,o.lanes,t,u,l),QR(s,e,o,t,u,c)}function ZR(n,e,t,i,r){let s=Math.max(1,...e.buckets.map(l=>l.created+l.modified+l.deleted)),o=r-Jl-2;for(let l of e.buckets){let c=i(l.first-1),u=Math.max(1,i(l.last)-c-(e.buckets.length<200?1:0)),h=l.created+l.modified+l.deleted;if(h===0)continue;let m=Math.max(2,o*Math.log1p(h)/Math.log1p(s)),p=r;for(let f of["created","modified","deleted"]){let _=m*l[f]/h;n.fillStyle=t[f],n.fillRect(c,p-_,u,_),p-=_}}}function jR(n,e,t,i,r,s){i.authors.forEach((o,l)=>{n.fillStyle=t[l%t.length];for(let c of e.buckets){if(!c.authors.includes(o))continue;let u=r(c.first-1);n.fillRect(u,s+l*Sm+1,Math.max(1,r(c.last)-u),Sm-2)}})}function QR(n,e,t,i,r,s){n.font="10px system-ui, sans-serif",n.textBaseline="top";let o=-1/0;for(let l of e.marks){let c=r(l.revision);if(n.fillStyle=t.mark,n.fillRect(Math.round(c),Jl-2,1,s-Jl+2),l.name==="")continue;let u=(l.kind==="tag"?l.name:l.kind+" "+l.name).slice(0,28),h=n.measureText(u).width,m=Math.min(Math.max(0,c-3),i.width-h);m<o||(n.fillStyle=t.text,n.fillText(u,m,1),o=m+h+8)}}var pb=8,wm=z(null);function mb(){return a("section",{class:"timeline"+(Nr.value?"":" is-past"),"aria-label":d.timeLine,children:[a("div",{class:"timeline-bar",children:[a("div",{class:"transport",children:[a(ne,{kind:"quiet",icon:"previous",label:d.previousRevision,disabled:!!Je.value,onClick:()=>{fr(-1)}}),a(ne,{kind:"quiet",icon:Yi.value?"pause":"play",label:Yi.value?d.stop:d.play,disabled:!!Je.value,onClick:Zc}),a(ne,{kind:"quiet",icon:"next",label:d.nextRevision,disabled:!!Je.value,onClick:()=>{fr(1)}}),a("label",{class:"speed",children:[a("span",{class:"hidden-text",children:d.speed}),a("select",{value:String(Kc.value),onChange:n=>Kc.value=Number(n.currentTarget.value),children:[1,2,5,10].map(n=>a("option",{value:n,children:d.perSecond(n)},n))})]})]}),a(eP,{}),a("div",{class:"transport",children:[Vt("tag_revision")&&re.value&&a(ne,{kind:"quiet",icon:"tag",label:d.tagThis,onClick:()=>Xi.value=re.value.revision}),a(ne,{kind:"quiet",icon:"compare","aria-pressed":oe.value.diff!=="",disabled:!!Je.value,title:d.compareHint,onClick:Co,children:d.compare}),a(ne,{kind:Nr.value?"quiet":"primary",icon:"live",disabled:Nr.value&&!Je.value,title:d.goLive,onClick:()=>{Bs(),Fr()},children:d.live})]})]}),a(tP,{})]})}function eP(){let n=re.value,e=Ua.value;return n?a("p",{class:"caption",children:[a("strong",{class:"nowrap",children:n.revision<0?d.beginning:d.revisionOf(n.revision,n.head)}),a(Mt,{at:e?.at??n.at}),e&&a(Me,{children:[a(Mn,{user:e.user,agent:e.agent}),a("span",{class:"nowrap",children:[Ie(e.tool)," ",Ds(e)]}),e.reason&&a("span",{class:"reason",dir:"auto",title:e.reason,children:["“",Hi(e.reason,200),"”"]})]})]}):a("p",{class:"caption muted"})}function tP(){let n=In(null),e=In(null),[t,i]=je({width:0,height:0}),r=hf.value?.data??null,s=re.value,o=wm.value??s?.revision??0,l=nP(),c=Oc(),u=r?hb(r):[];Fe(()=>{let m=e.current;if(!m)return;let p=new ResizeObserver(()=>i({width:m.clientWidth,height:m.clientHeight}));return p.observe(m),()=>p.disconnect()},[]),Fe(()=>{n.current&&r&&t.width>0&&db(n.current,r,{...t,inset:pb,dark:c,shown:o,compared:l,authors:u})},[r,t,o,l,c]);let h=Math.max(s?.head??0,r?.head??0);return a("div",{class:"strip-box",children:[a("div",{class:"strip",ref:e,onPointerMove:m=>r&&oP(m,r,t.width),onPointerLeave:()=>Tm.value=null,children:[a("canvas",{ref:n,"aria-hidden":"true"}),a("input",{type:"range",class:"strip-range","aria-label":d.timeLine,min:"0",max:h,value:Math.max(0,o),disabled:!s||!!Je.value||h===0,"aria-valuetext":fb(o),onKeyDown:sP,onInput:m=>r&&iP(m.currentTarget.valueAsNumber,r,h),onChange:()=>{wm.value=null,Wr.value=!1}}),a(aP,{})]}),l!==null&&!Je.value&&a("label",{class:"compare-range",children:[a("span",{children:d.comparedWith}),a("input",{type:"range",min:"0",max:h,value:l,"aria-valuetext":fb(l),onInput:m=>r&&Qe({diff:String(gb(m.currentTarget.valueAsNumber,r))})}),a("output",{children:l})]})]})}function nP(){let{diff:n}=oe.value;return/^\d+$/.test(n)?Number(n):null}function fb(n){let e=Ua.value,t=e&&e.first<=n&&n<=e.last?e:null;return d.revisionText(n,t?Rc(t.at):"",t?Ie(t.tool):"",t?t.agent||t.user:"")}function gb(n,e){return e.buckets.find(i=>n<=i.last)?.last??e.head}function iP(n,e,t){Bs(),Wr.value=!0;let i=gb(n,e);wm.value=n,Qe({at:i>=t?"":String(i)})}var rP={ArrowLeft:-1,ArrowDown:-1,ArrowRight:1,ArrowUp:1};function sP(n){let e=rP[n.key];!e||n.ctrlKey||n.metaKey||n.altKey||(n.preventDefault(),Bs(),fr(e))}var Tm=z(null);function oP(n,e,t){let i=n.clientX-n.currentTarget.getBoundingClientRect().left,r=e.buckets.find(s=>i<=Mm(s.last,e.head,{width:t,inset:pb}));Tm.value=r?{x:i,bucket:r}:null}function aP(){let n=Tm.value;if(!n)return null;let{bucket:e}=n;return a("div",{class:"pointed","aria-hidden":"true",style:{left:"clamp(0px, "+Math.round(n.x)+"px, calc(100% - 220px))"},children:[a("strong",{children:d.revisionShort(e.first,e.last)})," ",Ds(e),a("span",{class:"block",children:Ls(e.to)}),a("span",{class:"block muted",dir:"auto",children:e.authors.join(", ")})]})}var Yl=z(null),Md=z(null),wd=wt(async(n,e,t)=>{let{model:i,branch:r}=oe.value;await gt("undo",{model_id:i,branch:r,revision:n.last,expected_revision:e,reasoning:t,dry_run:!1}),dt(d.undone(Ie(n.tool))),Wi.value=null});function vb({change:n}){let[e,t]=je(""),i=re.value?.head??0;Fe(()=>{let{model:s,branch:o}=oe.value;Yl.value=null,Md.value=null,wd.trouble.value=null,gt("undo",{model_id:s,branch:o,revision:n.last,dry_run:!0}).then(l=>Yl.value=l,l=>Md.value=l)},[n.last,i]);let r=()=>{Wi.value=null};return a(Wn,{title:d.undoTitle,close:r,children:[a("p",{class:"what",children:[a("strong",{children:Ie(n.tool)})," ",a(Mn,{user:n.user,agent:n.agent})," ",a(Mt,{at:n.at})]}),a(wn,{text:n.reason}),a(Ye,{error:Md.value}),!Yl.value&&!Md.value&&a("p",{class:"muted",role:"status",children:d.foretelling}),Yl.value&&a("form",{onSubmit:s=>{s.preventDefault(),wd.run(n,i,e)},children:[a("h3",{children:d.wouldDo}),a(uu,{effect:Yl.value}),a(Pt,{label:d.reasonOptional,children:a("textarea",{rows:2,value:e,maxLength:1e3,onInput:s=>t(s.currentTarget.value)})}),a(Ye,{error:wd.trouble.value}),a("footer",{class:"dialog-actions",children:[a(ne,{onClick:r,children:d.cancel}),a(ne,{kind:"primary",type:"submit",disabled:wd.busy.value,children:d.undoChange})]})]})]})}function lP(){return Qr.value!=="granted"?a(d0,{}):a(cP,{})}function cP(){Fe(uP,[]);let n=()=>{Vr.value==="wide"?Kn({left:ke.value.left>0?0:264}):_o.value=!_o.value};return a("div",{class:"page page-"+Vr.value,children:[a("a",{class:"skip",href:"#canvas",children:d.skip}),a(p0,{toggleLeft:n}),a(h0,{}),a("main",{class:"main",children:[Vr.value!=="narrow"&&a(a_,{}),a(ab,{}),Vr.value==="narrow"&&a(d_,{}),a(u_,{})]}),a(mb,{}),a("p",{class:"status-line",role:"status",dir:"auto",children:hc.value}),ks.value&&a(c0,{}),$r.value&&a(m0,{}),Mo.value&&a(M_,{}),Wi.value&&a(vb,{change:Wi.value}),hi.value&&a(cb,{from:hi.value}),Kr.value&&a(p_,{sides:Kr.value}),Xi.value!==null&&a(lb,{revision:Xi.value})]})}function uP(){let n="",e=[],t=Sn.value?.server.instance??"";return kr().then(()=>{e.push(yv()),e.push(Ke(()=>{oe.value,Je.value,vt.value,Gn.value,Is.value,Jd()}),Ke(()=>{re.value,oe.value.diff,Je.value,Hg()}),Ke(()=>{let i=oe.value.model+`
`+oe.value.branch;i===n||!oe.value.model||(n=i,Jr(),qr(),Yr())}),hP(),dP(),fP(),pP(),m_(),v0(),Cv(),mP(),gP())},i=>zi.value=i),Zr(),e.push(jv(t,$v)),()=>{for(let i of e)i()}}function hP(){let n="";return Ke(()=>{let e=re.value?.model_id??"";e===""||e===n||(n=e,r_())})}function dP(){let n=oe.value.diff;return Ke(()=>{let{diff:e}=oe.value;e!==""&&n===""&&St.peek()==="element"&&rt.peek().length===0&&Gt("diff"),e===""&&n!==""&&St.peek()==="diff"&&Gt("element"),n=e})}function fP(){return Ke(()=>{let n=rt.value;n.length>0&&Rs(()=>hc.value=d.selectedNames(n))})}function pP(){return Ke(()=>{let n=Ht.value?.name,e=qi.value?.length??0;document.title=(e>0?"("+e+") ":"")+(n?n+" – bimstream":"bimstream")})}function mP(){return Ke(()=>{let n=xn.value?.[0];n&&oe.peek().model===""&&pc(n.id)})}function gP(){let n=0;return Ke(()=>{let e=jr.value.state;e==="lost"&&n===0&&(n=Date.now()),e==="online"&&n>0&&(Date.now()-n>6e4&&vf(),n=0)})}Xv();Hc();var _b=document.getElementById("page");_b&&$m(a(lP,{}),_b);
/*! Bundled license information:

three/build/three.core.js:
three/build/three.module.js:
  (**
   * @license
   * Copyright 2010-2026 Three.js Authors
   * SPDX-License-Identifier: MIT
   *)
*/
