var dt,Ym,Bd,Lr,Ud,uc,$m,lc,Km,zd,Od,Bb,Ca=Symbol.for("pv"),hc={},dc=[],zb=/^m(i|n|o|s|text|space)$/,Vd=Array.isArray,Hd=dc.slice,Ps=Object.assign;function Rs(n){n&&n.parentNode&&n.remove()}function Zm(n,e,t){var i,r,s,o={},l=arguments.length;for(s in e)s=="key"?i=e[s]:s=="ref"&&typeof n!="function"?r=e[s]:o[s]=e[s];return l>2&&(o.children=l>3?Hd.call(arguments,2):t),Aa(n,o,i,r,null)}function Aa(n,e,t,i,r){var s={type:n,props:e,key:t,ref:i,__k:null,__:null,__b:0,__e:null,__c:null,constructor:Ca,__v:r||++Ym,__i:-1,__u:0};return!r&&dt.vnode&&dt.vnode(s),s}function Me(n){return n.children}function ho(n,e){this.props=n,this.context=e,this.__g=0}function Dr(n,e){if(e==null)return n.__&&Dr(n.__,n.__i+1);for(var t;e<n.__k.length;e++)if((t=n.__k[e])&&t.__e)return t.__e;return typeof n.type!="function"||n.props.__P?null:Dr(n)}function Vb(n){var e,t=n.__v,i=t.__e,r=[],s=[],o=n.__P;o&&((e=Ps({constructor:Ca},t)).__v=t.__v+1,dt.vnode&&dt.vnode(e),Gd(o,e,t,n.__n,o.namespaceURI,32&t.__u?[i]:null,r,i||Dr(t),32&t.__u,s),e.__v=t.__v,e.__.__k[e.__i]=e,ig(r,e,s),t.__=t.__e=null,e.__e!=i&&jm(e))}function jm(n){if((n=n.__)&&n.__c&&!n.props.__P)return n.__e=null,n.__k.some(function(e){return e&&(n.__e=e.__e)}),jm(n)}function qm(n){(8&n.__g||(n.__g|=8,Lr.push(n),uc++))&&Ud==dt.debounceRendering||((Ud=dt.debounceRendering)||queueMicrotask)(Qm)}function Qm(){try{for(var n,e=1;Lr.length;)Lr.length>e&&Lr.sort($m),n=Lr.shift(),e=Lr.length,8&n.__g&&Vb(n)}finally{(uc=Lr.length)&&(Ud||queueMicrotask)(Qm)}}function eg(n,e,t,i,r,s,o,l,c,u,h){var m,p,f,_,S,v,g=i.__k||dc,M=e.length;for(c=Hb(t,e,g,c,M),m=0;m<M;m++)(f=t.__k[m])!=null&&(p=~f.__i&&g[f.__i]||hc,f.__i=m,v=Gd(n,f,p,r,s,o,l,c,u,h),_=f.__e,(p.ref!=f.ref||8&p.__u)&&(p.ref&&Wd(p.ref,null,f,p),f.ref&&h.push(f.ref,f.__c||_,f)),S=S||_,4&f.__u?(c=tg(f,c,n,!p.__v),p.__e&&(p.__e=null)):typeof f.type=="function"&&v!==void 0?c=v:_&&(c=_.nextSibling),f.__u&=-21);return t.__e=S,c}function Hb(n,e,t,i,r){var s,o,l,c,u,h,m,p,f,_=t.length,S=_,v=0,g=0,M=n.__k=Array(r);for(s=0;s<r;s++)(o=e[s])!=null&&typeof o!="boolean"&&typeof o!="function"?(typeof o!="object"||o.constructor===String?o=M[s]=Aa(null,o):Vd(o)?o=M[s]=Aa(Me,{children:o}):o.constructor===Ca&&o.__b?o=M[s]=Aa(o.type,o.props,o.key,o.ref,o.__v):M[s]=o,c=s+v,o.__=n,o.__b=n.__b+1,l=null,~(u=o.__i=Gb(o,t,c,S))&&(S--,(l=t[u])&&(l.__u|=2)),l&&l.__v?(o.__u|=16,u==c-1?v--:u==c+1?v++:u!=c&&(u>c?v--:v++,g=1)):(~u||(r>_?v--:r<_&&v++),typeof o.type!="function"&&(o.__u|=4))):M[s]=null;if(g){for(h=[],m=[],s=0;s<r;s++)if((o=M[s])&&16&o.__u){for(v=0,p=h.length;v<p;)h[f=v+p>>1]<o.__i?v=f+1:p=f;h[v]=o.__i,m[s]=v+1}for(v=h.length;s--;)m[s]&&(m[s]==v?v--:M[s].__u|=4)}if(S)for(s=0;s<_;s++)!(l=t[s])||2&l.__u||(l.__e==i&&(i=Dr(l)),Xd(l,l));return i}function tg(n,e,t,i){var r,s,o,l;if(typeof n.type=="function"){if(n.props.__P)return e;if(r=n.__k)for(s=0;s<r.length;s++)r[s]&&(r[s].__=n,e=tg(r[s],e,t,!1));return e}for(e&&!e.parentNode&&(e=Dr(n))&&!e.parentNode&&(e=null),o=n.__e,l=e;l&&l.nodeType==8;)l=l.nextSibling;for(o!=l&&(!i&&t.moveBefore&&o.parentNode?t.moveBefore(o,e):t.insertBefore(o,e||null)),e=o;(e=e&&e.nextSibling)&&e.nodeType==8&&!e.data.startsWith("$s"););return e}function Gb(n,e,t,i){var r,s=n.key,o=n.type,l=e[t],c=l&&!(2&l.__u);if(l===null&&s==null||c&&s==l.key&&o==l.type)return t;if(i>(c?1:0)){for(r=t-1;r>=0;r--)if((l=e[r])&&!(2&l.__u)&&s==l.key&&o==l.type)return r;for(r=t+1;r<e.length;r++)if((l=e[r])&&!(2&l.__u)&&s==l.key&&o==l.type)return r}return-1}function Jm(n,e,t){t==null&&(t=""),e[0]=="-"?n.setProperty(e,t):n[e]=t}function ac(n,e,t,i,r){var s,o;if(e=="style")if(typeof t=="string")n.style.cssText=t;else{if(typeof i=="string"&&(n.style.cssText=i=""),i)for(e in i)t&&e in t||Jm(n.style,e);if(t)for(e in t)i&&t[e]==i[e]||Jm(n.style,e,t[e])}else if(e[0]=="o"&&e[1]=="n")typeof t!="function"&&(t=null),typeof i!="function"&&(i=null),(n.__e||(n.__e={}))[e]=t,t&&i||(o=Od[e]||(Od[e]=Wb(e)),(n.__a||(n.__a={}))[e]=zd,s=e!=(e=e.replace(Km,"$1")),(e=e.slice(2))[0]<"a"&&(e=e.toLowerCase()),t?n.addEventListener(e,o,s):n.removeEventListener(e,o,s));else{if(r=="http://www.w3.org/2000/svg")e=e.replace(/xlink(H|:h)/,"h").replace(/sName$/,"s");else if(e!="width"&&e!="height"&&e!="href"&&e!="list"&&e!="form"&&e!="tabIndex"&&e!="download"&&e!="rowSpan"&&e!="colSpan"&&e!="role"&&e!="popover"&&e in n)try{return void(n[e]=t??"")}catch{}if(typeof t=="function")return;t==null||t===!1&&e[4]!="-"?n.removeAttribute(e):n.setAttribute(e,e=="popover"&&t==1?"":t)}}function Wb(n){return function(e){var t=this.__e;if(t){if(t=t[n],e[lc]==null)e[lc]=zd++;else if(e[lc]<this.__a[n])return;return t(dt.event?dt.event(e):e)}}}function Gd(n,e,t,i,r,s,o,l,c,u){var h,m,p,f,_,S,v,g,M,C,w,R,A,y,E,O,D,k,V=e.type;if(e.constructor!==Ca)return null;128&t.__u&&(c=32&t.__u,h=t.__c.__z)&&(e.__u|=c,m=s=[],h.nodeType==8?l=cc(h,s):s.push(h),l=s[0]||l),(h=dt.__b)&&h(e);e:if(typeof V=="function"){p=o.length;try{if(g=e.props,M=(h=V.prototype)&&h.render,C=(h=V.contextType)&&i[h.__c],w=h?C?C.props.value:h.__:i,(f=t.__c)?(e.__c=f,2&f.__g&&(f.__g|=1)):(M?e.__c=f=new V(g,w):(e.__c=f=new ho(g,w),f.constructor=V,f.render=qb),C&&C.sub(f),f.state||(f.state={}),f.__n=i,f.__g|=8,f.__h=[],f.__k=[]),M&&(f.__s||(f.__s=f.state),V.getDerivedStateFromProps&&(f.__s==f.state&&(f.__s=Ps({},f.__s)),Ps(f.__s,V.getDerivedStateFromProps(g,f.__s)))),_=f.props,S=f.state,f.__v=e,t.__c){if(g!==_&&M&&!V.getDerivedStateFromProps&&f.componentWillReceiveProps&&f.componentWillReceiveProps(g,w),e.__v==t.__v&&!(8&f.__g)||!(4&f.__g)&&f.shouldComponentUpdate&&f.shouldComponentUpdate(g,f.__s,w)===!1){e.__v!=t.__v&&(f.props=g,f.state=f.__s,f.__g&=-9),e.__e=t.__e,e.__k=t.__k,e.__k.some(function(X){X&&(X.__=e)}),dc.push.apply(f.__h,f.__k),f.__k=[],f.__h.length&&o.push(f),l=Dr(t);break e}f.componentWillUpdate&&f.componentWillUpdate(g,f.__s,w),M&&f.componentDidUpdate&&f.__h.push(function(){f.componentDidUpdate(_,S,v)})}else M&&!V.getDerivedStateFromProps&&f.componentWillMount&&f.componentWillMount(),M&&f.componentDidMount&&f.__h.push(f.componentDidMount);f.context=w,f.props=g,f.__P=n,f.__g&=-5,R=dt.__r,A=M?25:0;do f.__g&=-9,R&&R(e),h=f.render(f.props,f.state=f.__s,f.context);while(8&f.__g&&++A<25);M&&(dc.push.apply(f.__h,f.__k),f.__k=[]),f.state=f.__s,f.getChildContext&&(i=Ps({},i,f.getChildContext())),M&&t.__c&&f.getSnapshotBeforeUpdate&&(v=f.getSnapshotBeforeUpdate(_,S)),y=h&&h.type===Me&&h.key==null?h.props.children:h,g.__P&&(h=l,r=(n=g.__P).namespaceURI,c=s=null,t.props&&t.props.__P!=n&&(t.__k.some(function(X){X&&Xd(X,X)}),t.__k=null),l=t.__k?Dr(t,0):null),l=eg(n,Vd(y)?y:[y],e,t,i,r,s,o,l,c,u),g.__P&&(e.__e=null,l=h),e.__u&=-161,m&&m.some(Rs),f.__h.length&&o.push(f),1&f.__g&&(f.__g&=-4)}catch(X){if(o.length=p,e.__v=null,c||s)if(X&&X.then){if(e.__u|=128|c,s){for(~(D=s.indexOf(l||void 0))||(D=s.length);(k=s[D-1])&&k.nodeType==8;)D--;for(;D<s.length;D++)if(k=s[D])if(s[D]=null,E){if(k==O)break}else{if(k.nodeType!=8)break;k.data.startsWith("$s")&&(O=cc(E=k))}}if(!E){for(;l&&l.nodeType==8&&l.nextSibling;)l=l.nextSibling;E=l}(h=cc(E=e.__c.__z||(e.__c.__z=E)))?(e.__e=E,l=h):e.__e=l,l=l&&l.nextSibling}else s&&s.some(Rs);else e.__e=t.__e;e.__k||(e.__k=t.__k||[]),X&&X.then||ng(e),dt.__e(X,e,t)}}else l=e.__e=Xb(t.__e,e,t,i,r,s,o,c,u,n);return(h=dt.diffed)&&h(e),l}function cc(n,e){if(n&&n.nodeType==8&&n.data.startsWith("$s"))for(var t=1;n=n.nextSibling;){if(n.nodeType==8){if(n.data.startsWith("$s"))t++;else if(n.data.startsWith("/$s")&&!--t)return n}e&&e.push(n)}}function ng(n){n&&(n.__c&&(n.__c.__g|=4),n.__k&&n.__k.some(ng))}function ig(n,e,t){for(var i=0;i<t.length;)Wd(t[i++],t[i++],t[i++]);dt.__c&&dt.__c(e,n),n.some(function(r){try{n=r.__h,r.__h=[],n.some(function(s){s.call(r)})}catch(s){dt.__e(s,r.__v)}})}function Xb(n,e,t,i,r,s,o,l,c,u){var h,m,p,f,_,S,v,g,M=t.props||hc,C=e.props,w=e.type;if(w=="svg"?r="http://www.w3.org/2000/svg":w=="math"?r="http://www.w3.org/1998/Math/MathML":r||(r="http://www.w3.org/1999/xhtml"),s){for(h=0;h<s.length;h++)if((_=s[h])&&(w?_.localName==w:_.nodeType==3)){n=_,s[h]=null;break}}if(!n){if(g=u.ownerDocument||document,!w)return g.createTextNode(C);n=g.createElementNS(r,w,C.is?C:u),l&&(dt.__m&&dt.__m(e,s),l=!1),s=null}if(w){if(u=w=="template"&&n.content||n,s=w=="textarea"&&C.defaultValue!=null?null:s&&Hd.call(u.childNodes),!l&&s)for(M={},h=0;h<n.attributes.length;h++)M[(_=n.attributes[h]).name]=_.value;for(h in M)_=M[h],h=="dangerouslySetInnerHTML"?p=_:h=="children"||h in C||h=="value"&&"defaultValue"in C||h=="checked"&&"defaultChecked"in C||ac(n,h,null,_,r);for(h in C)_=C[h],h=="children"?f=_:h=="dangerouslySetInnerHTML"?m=_:h=="value"?S=_:h=="checked"?v=_:l&&typeof _!="function"||M[h]===_||ac(n,h,_,M[h],r);m?(l||p&&(m.__html==p.__html||m.__html==n.innerHTML)||(n.innerHTML=m.__html),e.__k=[]):(p&&(n.textContent=""),(w=="foreignObject"||r=="http://www.w3.org/1998/Math/MathML"&&zb.test(w))&&(r="http://www.w3.org/1999/xhtml"),eg(u,Vd(f)?f:[f],e,t,i,r,s,o,s?s[0]:t.__k&&Dr(t,0),l,c),s&&s.some(Rs)),l&&w!="textarea"||(h="value",w=="progress"&&S==null?n.removeAttribute(h):S==null||S===n[h]&&(w!="progress"||S)||ac(n,h,S,M[h],r),h="checked",v!=null&&v!=n[h]&&ac(n,h,v,M[h],r))}else M===C||l&&n.data==C||(n.data=C);return n}function Wd(n,e,t,i){try{typeof n=="function"?e?e.__x=n(e)||1:i&&(i=i.__c||i.__e)&&(e=i.__x)&&(i.__x=null,typeof e=="function"?e():n(null)):n.current=e}catch(r){dt.__e(r,t)}}function Xd(n,e,t){var i,r,s,o;if(dt.unmount&&dt.unmount(n),!(i=n.ref)||i.current&&i.current!=n.__e||Wd(i,null,e,n),i=n.__c){if(i.componentWillUnmount)try{i.componentWillUnmount()}catch(l){dt.__e(l,e)}i.__P=i.__n=null}if(i=n.__k)for(o=0;o<i.length;o++)i[o]&&Xd(i[o],e,typeof n.type!="function"||t&&!n.props.__P);!t&&(i=n.__c)&&(i=i.__z)&&(r=cc(i,s=[]))&&(i==n.__e&&s.some(Rs),Rs(r),Rs(i)),t||Rs(n.__e),n.__e=n.__c=n.__=null}function qb(n,e,t){return this.constructor(n,t)}function rg(n,e){var t,i,r,s;dt.__&&dt.__(n,e),e.nodeType==9&&(e=e.documentElement),i=(t=n&&32&n.__u)?null:e.__k,e.__k=Aa(Me,{children:[n]}),r=[],s=[],Gd(e,e.__k,i||hc,hc,e.namespaceURI,i?null:e.firstChild?Hd.call(e.childNodes):null,r,i?i.__e:e.firstChild,t,s),ig(r,e.__k,s),e.__k.props.children=null}dt={__e:function(n,e,t,i){for(var r,s,o;e=e.__;)if((r=e.__c)&&!(1&r.__g)){r.__g|=4;try{if((o=(s=r.constructor)&&s.getDerivedStateFromError)&&r.setState(s.getDerivedStateFromError(n)),r.componentDidCatch&&(r.componentDidCatch(n,i||{}),o=1),o&&8&r.__g)return void(r.__g|=2)}catch(l){n=l}}throw uc=0,n}},Ym=0,Bd=function(n){return n!=null&&n.constructor===Ca},ho.prototype.setState=function(n,e){var t=this.__s;t&&t!=this.state||(t=this.__s=Ps({},this.state)),typeof n=="function"&&(n=n(Ps({},t),this.props)),n&&(Ps(t,n),this.__v&&(e&&this.__k.push(e),qm(this)))},ho.prototype.forceUpdate=function(n){this.__v&&(this.__g|=4,n&&this.__h.push(n),qm(this))},ho.prototype.render=Me,Lr=[],uc=0,$m=function(n,e){return n.__v.__b-e.__v.__b},lc=Symbol(),Km=/(PointerCapture)$|Capture$/i,zd=0,Od={},Bb=0;var fo,Yt,qd,sg,Jd=Object.is,fc=0,pg=[],Yd=[],Wt=dt,og=Wt.__b,ag=Wt.__r,lg=Wt.diffed,cg=Wt.__c,ug=Wt.unmount,hg=Wt.__;function pc(n,e){Wt.__h&&Wt.__h(Yt,n,fc||e),fc=0;var t=Yt.__H||(Yt.__H={__:[],__h:[]});return n>=t.__.length&&t.__.push({}),t.__[n]}function Qe(n){return fc=1,Jb(gg,n)}function Jb(n,e,t){var i=pc(fo++,2);if(i.t=n,!i.__c&&(i.__=[t?t(e):gg(void 0,e),function(s){var o=(i.__N||i.__)[0],l=i.t(o,s);Jd(o,l)||(i.__N=[l,i.__[1]],i.__c.setState({}))}],i.__c=Yt,!Yt.__f)){Yt.__f=!0;var r=Yt.shouldComponentUpdate;Yt.shouldComponentUpdate=function(s,o,l){var c=this.__H;if(!c)return!0;var u=!1,h=this.props!=s;if(c.__.some(function(p){p.__N&&(u=!0,Jd(p.__[0],p.__N[0])||(h=!0))}),r){var m=r.call(this,s,o,l);return u?m||h:m}return!u||h}}return i.__}function De(n,e){var t=pc(fo++,3);!Wt.__s&&Kd(t.__H,e)&&(t.__P=!0,t.__=n,t.u=e,Yt.__H.__h.push(t))}function mg(n,e){var t=pc(fo++,4);!Wt.__s&&Kd(t.__H,e)&&(t.__P=!1,t.__=n,t.u=e,Yt.__h.push(t))}function In(n){return fc=5,zi(function(){return{current:n}},[])}function zi(n,e){var t=pc(fo++,7);return Kd(t.__H,e)&&(t.__=n(),t.__H=e),t.__}function Yb(){var n;do{for(;n=Yd.shift();)try{Ra(n)}catch(t){Wt.__e(t,{__:(n=n.__P)&&n.__v})}for(;n=pg.shift();){var e=n.__H;if(n.__P&&e)try{e.__h.some(Ra),e.__h.some($d),e.__h=[]}catch(t){e.__h=[],Wt.__e(t,n.__v)}}}while(Yd.length)}Wt.__b=function(n){Yt=null,og&&og(n)},Wt.__=function(n,e){n&&e.__k&&e.__k.__m&&(n.__m=e.__k.__m),hg&&hg(n,e)},Wt.__r=function(n){ag&&ag(n),fo=0;var e=(Yt=n.__c).__H;e&&(qd==Yt?Yt.__h=[]:(e.__h.some(Ra),e.__h.some($d),fo=0),e.__h=[],e.__.some(function(t){t.__N&&(t.__=t.__N),t.u=t.__N=void 0})),qd=Yt},Wt.diffed=function(n){lg&&lg(n);var e=n.__c;e&&e.__H&&(e.__H.__h.length&&fg(pg.push(e)),e.__H.__.some(function(t){t.u&&(t.__H=t.u)})),qd=Yt=null},Wt.__c=function(n,e){e.some(function(t){try{t.__h.some(Ra),t.__h=t.__h.filter(function(i){return!i.__||$d(i)})}catch(i){t.__h=[function(){throw i}]}}),cg&&cg(n,e)},Wt.unmount=function(n){ug&&ug(n);var e,t,i=n.__c;i&&i.__H&&(i.__H.__.some(function(r){try{if(r.__P&&r.__c){if(t===void 0){for(t=n.__;t&&(!t.__c||!t.__c.__P);)t=t.__;t=t&&t.__c}r.__P=t,fg(Yd.push(r))}else Ra(r)}catch(s){e=s}}),i.__H=void 0,e&&Wt.__e(e,i.__v))};var dg=typeof requestAnimationFrame=="function";function $b(n){var e,t=function(){clearTimeout(i),dg&&cancelAnimationFrame(e),setTimeout(n)},i=setTimeout(t,35);dg&&(e=requestAnimationFrame(t))}function fg(n){n!=1&&sg==Wt.requestAnimationFrame||((sg=Wt.requestAnimationFrame)||$b)(Yb)}function Ra(n){var e=Yt,t=n.__c;typeof t=="function"&&(n.__c=void 0,t()),Yt=e}function $d(n){var e=Yt;n.__c=n.__(),Yt=e}function Kd(n,e){return!n||n.length!=e.length||e.some(function(t,i){return!Jd(t,n[i])})}function gg(n,e){return typeof e=="function"?e(n):e}var Kb=Symbol.for("preact-signals");function _c(){if(sr>1)sr--;else{var n,e=!1;for((function(){var r=gc;for(gc=void 0;r!==void 0;){var s=r.S;if(s.v===r.v)for(var o=s.t;o!==void 0;o=o.x)o.i===r.i&&(o.i=s.i);r=r.o}})();Ia!==void 0;){var t=Ia;for(Ia=void 0,mc++;t!==void 0;){var i=t.u;if(t.u=void 0,t.f&=-3,!(8&t.f)&&_g(t))try{t.c()}catch(r){e||(n=r,e=!0)}t=i}}if(mc=0,sr--,e)throw n}}function La(n){if(sr>0)return n();Zd=++Zb,sr++;try{return n()}finally{_c()}}var Pa,kt=void 0;function Is(n){var e=kt,t=Pa;kt=void 0,Pa=void 0;try{return n()}finally{kt=e,Pa=t}}var Ia=void 0,sr=0,mc=0,Zb=0,Zd=0,gc=void 0,vc=0;function vg(n){if(kt!==void 0){var e=n.n;if(e===void 0||e.t!==kt)return e={i:0,S:n,p:kt.s,n:void 0,t:kt,e:void 0,x:void 0,r:e},kt.s!==void 0&&(kt.s.n=e),kt.s=e,n.n=e,32&kt.f&&n.S(e),e;if(e.i===-1)return e.i=0,e.n!==void 0&&(e.n.p=e.p,e.p!==void 0&&(e.p.n=e.n),e.p=kt.s,e.n=void 0,kt.s.n=e,kt.s=e),e}}function jt(n,e){this.v=n,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=e?.watched,this.Z=e?.unwatched,this.name=e?.name}jt.prototype.brand=Kb;jt.prototype.h=function(){return!0};jt.prototype.S=function(n){var e=this,t=this.t;t!==n&&n.e===void 0&&(n.x=t,this.t=n,t!==void 0?t.e=n:Is(function(){var i;(i=e.W)==null||i.call(e)}))};jt.prototype.U=function(n){var e=this;if(this.t!==void 0){var t=n.e,i=n.x;t!==void 0&&(t.x=i,n.e=void 0),i!==void 0&&(i.e=t,n.x=void 0),n===this.t&&(this.t=i,i===void 0&&Is(function(){var r;(r=e.Z)==null||r.call(e)}))}};jt.prototype.subscribe=function(n){var e=this;return Ke(function(){var t=e.value;Is(function(){return n(t)})},{name:"sub"})};jt.prototype.valueOf=function(){return this.value};jt.prototype.toString=function(){return this.value+""};jt.prototype.toJSON=function(){return this.value};jt.prototype.peek=function(){var n=this;return Is(function(){return n.value})};Object.defineProperty(jt.prototype,"value",{get:function(){var n=vg(this);return n!==void 0&&(n.i=this.i),this.v},set:function(n){if(n!==this.v){if(mc>100)throw new Error("Cycle detected");(function(t){sr!==0&&mc===0&&t.l!==Zd&&(t.l=Zd,gc={S:t,v:t.v,i:t.i,o:gc})})(this),this.v=n,this.i++,vc++,sr++;try{for(var e=this.t;e!==void 0;e=e.x)e.t.N()}finally{_c()}}}});function z(n,e){return new jt(n,e)}function _g(n){for(var e=n.s;e!==void 0;e=e.n)if(e.S.i!==e.i||!e.S.h()||e.S.i!==e.i)return!0;return!1}function yg(n){for(var e=n.s;e!==void 0;e=e.n){var t=e.S.n;if(t!==void 0&&(e.r=t),e.S.n=e,e.i=-1,e.n===void 0){n.s=e;break}}}function xg(n){for(var e=n.s,t=void 0;e!==void 0;){var i=e.p;e.i===-1?(e.S.U(e),i!==void 0&&(i.n=e.n),e.n!==void 0&&(e.n.p=i)):t=e,e.S.n=e.r,e.r!==void 0&&(e.r=void 0),e=i}n.s=t}function Ls(n,e){jt.call(this,void 0,e),this.x=n,this.s=void 0,this.g=vc-1,this.f=4}Ls.prototype=new jt;Ls.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===vc))return!0;if(this.g=vc,this.f|=1,this.i>0&&!_g(this))return this.f&=-2,!0;var n=kt;try{yg(this),kt=this;var e=this.x();(16&this.f||this.v!==e||this.i===0)&&(this.v=e,this.f&=-17,this.i++)}catch(t){this.v=t,this.f|=16,this.i++}return kt=n,xg(this),this.f&=-2,!0};Ls.prototype.S=function(n){if(this.t===void 0){this.f|=36;for(var e=this.s;e!==void 0;e=e.n)e.S.S(e)}jt.prototype.S.call(this,n)};Ls.prototype.U=function(n){if(this.t!==void 0&&(jt.prototype.U.call(this,n),this.t===void 0)){this.f&=-33;for(var e=this.s;e!==void 0;e=e.n)e.S.U(e)}};Ls.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var n=this.t;n!==void 0;n=n.x)n.t.N()}};Object.defineProperty(Ls.prototype,"value",{get:function(){if(1&this.f)throw new Error("Cycle detected");var n=vg(this);if(this.h(),n!==void 0&&(n.i=this.i),16&this.f)throw this.v;return this.v}});function rt(n,e){return new Ls(n,e)}function bg(n){var e=n.j;if(n.j=void 0,typeof e=="function"){sr++;var t=kt;kt=void 0;try{e()}catch(i){throw n.f&=-2,n.f|=8,jd(n),i}finally{kt=t,_c()}}}function jd(n){for(var e=n.s;e!==void 0;e=e.n)e.S.U(e);n.x=void 0,n.s=void 0,bg(n)}function jb(n){if(kt!==this)throw new Error("Out-of-order effect");xg(this),kt=n,this.f&=-2;try{8&this.f&&jd(this)}finally{_c()}}function po(n,e){this.x=n,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=e?.name,Pa&&Pa.push(this)}po.prototype.c=function(){var n=this.S();try{if(8&this.f||this.x===void 0)return;var e=this.x();typeof e=="function"&&(this.j=e)}finally{n()}};po.prototype.S=function(){if(1&this.f)throw new Error("Cycle detected");this.f|=1,this.f&=-9,bg(this),yg(this),sr++;var n=kt;return kt=this,jb.bind(this,n)};po.prototype.N=function(){2&this.f||(this.f|=2,this.u=Ia,Ia=this)};po.prototype.d=function(){this.f|=8,1&this.f||jd(this)};po.prototype.dispose=function(){this.d()};function Ke(n,e){var t=new po(n,e);try{t.c()}catch(r){throw t.d(),r}var i=t.d.bind(t);return i[Symbol.dispose]=i,i}var Sg,xc,yc,Qb=typeof window<"u"&&!!window.__PREACT_SIGNALS_DEVTOOLS__;var Mg=[];Ke(function(){Sg=this.N})();function mo(n,e){dt[n]=e.bind(null,dt[n]||function(){})}function Da(n){if(yc){var e=yc;yc=void 0,e()}yc=n&&n.S()}function wg(n){var e=this,t=n.data,i=tS(t);i.name="ReactiveDom",i.value=t;var r=zi(function(){for(var l=e,c=e.__v;c=c.__;)if(c.__c){c.__c.__$f|=4;break}var u=rt(function(){var f=i.value.value;return f===0?0:f===!0?"":f||""}),h=rt(function(){return!Array.isArray(u.value)&&!Bd(u.value)}),m=Ke(function(){if(this.N=Eg,h.value){var f=u.value;l.__v&&l.__v.__e&&l.__v.__e.nodeType===3&&(l.__v.__e.data=f)}}),p=e.__$u.d;return e.__$u.d=function(){m(),p.call(this)},[h,u]},[]),s=r[0],o=r[1];return s.value?o.peek():o.value}wg.displayName="ReactiveTextNode";Object.defineProperties(jt.prototype,{constructor:{configurable:!0,value:Zm(Me,null).constructor},type:{configurable:!0,value:wg},props:{configurable:!0,get:function(){var n=this;return{data:{get value(){return n.value}}}}},__b:{configurable:!0,value:1}});mo("__b",function(n,e){if(Da(),xc=void 0,typeof e.type=="string"){var t,i=e.props;for(var r in i)if(r!=="children"){var s=i[r];s instanceof jt&&(t||(e.__np=t={}),t[r]=s,i[r]=s.peek())}}n(e)});mo("__r",function(n,e){if(n(e),e.type!==Me){Da();var t,i=e.__c;i&&(i.__$f&=-2,(t=i.__$u)===void 0&&(i.__$u=t=(function(r,s){var o;return Ke(function(){o=this},{name:s}),o.c=r,o})((function(r){return function(){var s;Qb&&((s=this.y)==null||s.call(this)),r.__$f|=1,r.setState({})}})(i),typeof e.type=="function"?e.type.displayName||e.type.name:""))),xc=i,Da(t)}});mo("__e",function(n,e,t,i){Da(),xc=void 0,n(e,t,i)});mo("diffed",function(n,e){Da(),xc=void 0;var t;if(typeof e.type=="string"&&(t=e.__e)){var i=e.__np,r=e.props,s=t.U;if(s)for(var o in s){var l=s[o];l===void 0||i&&o in i||(l.d(),s[o]=void 0)}if(i){s||(s={},t.U=s);for(var c in i){var u=s[c],h=i[c];u===void 0?(u=eS(t,c,h,r),s[c]=u):u.o(h,r)}}}n(e)});function eS(n,e,t,i){var r=e in n&&n.ownerSVGElement===void 0,s=z(t);return{o:function(o,l){s.value=o,i=l},d:Ke(function(){this.N=Eg;var o=s.value.value;i[e]!==o&&(i[e]=o,r?n[e]=o:o!=null&&(o!==!1||e[4]==="-")?n.setAttribute(e,o):n.removeAttribute(e))})}}mo("unmount",function(n,e){if(typeof e.type=="string"){var t=e.__e;if(t){var i=t.U;if(i){t.U=void 0;for(var r in i){var s=i[r];s&&s.d()}}}var o=e.__np;if(o){var l=e.props;for(var c in o)l[c]=o[c]}e.__np=void 0}else{var u=e.__c;if(u){u.__$f|=8;var h=u.__$u;h&&(u.__$u=void 0,h.d())}}n(e)});mo("__h",function(n,e,t,i){i<3&&(e.__$f|=2),n(e,t,i)});ho.prototype.shouldComponentUpdate=function(n,e){if(this.__R)return!0;var t=this.__$u,i=t&&t.s!==void 0;for(var r in e)return!0;if(this.__f||typeof this.u=="boolean"&&this.u===!0){var s=2&this.__$f;if(!(i||s||4&this.__$f)||1&this.__$f)return!0}else if(!(i||4&this.__$f)||3&this.__$f)return!0;for(var o in n)if(o!=="__source"&&n[o]!==this.props[o])return!0;for(var l in this.props)if(!(l in n))return!0;return!1};function tS(n,e){return zi(function(){return z(n,e)},[])}var nS=function(n){queueMicrotask(function(){queueMicrotask(n)})};function iS(){La(function(){for(var n;n=Mg.shift();)Sg.call(n)})}function Eg(){Mg.push(this)===1&&(dt.requestAnimationFrame||nS)(iS)}var rS=["element","why","diff","approvals","findings","tasks"];var sS=["model","branch","at","diff","select","level","panel","approval","run","finding","task","cam","cut"];function Qd(n){let e=new URLSearchParams(n),t=r=>e.get(r)??"",i=t("panel");return{model:t("model"),branch:t("branch"),at:t("at"),diff:t("diff"),select:aS(t("select")).slice(0,50),level:t("level"),panel:oS(i)?i:"",approval:t("approval"),run:t("run"),finding:t("finding"),task:t("task"),view:cS(t("cam")),cuts:hS(t("cut")),others:[...e].filter(([r])=>!sS.includes(r))}}function Ag(n){let t=[["model",n.model],["branch",n.branch==="main"?"":n.branch],["at",n.at],["diff",n.diff],["select",lS(n.select.slice(0,50))],["level",n.level],["panel",n.panel],["approval",n.approval],["run",n.run],["finding",n.finding],["task",n.task],["cam",uS(n.view)],["cut",n.cuts.map(i=>(i.before?"-":"")+i.axis+":"+Cg(i.at)).join(",")]].filter(([,i])=>i!=="").concat(n.others);return t.length===0?"":"?"+t.map(([i,r])=>Tg(i)+"="+Tg(r)).join("&")}function oS(n){return rS.includes(n)}function Tg(n){return encodeURIComponent(n).replace(/%(2C|3A|40|2F)/g,e=>decodeURIComponent(e))}function aS(n){let e=[...n.matchAll(/(?:[^,\\]|\\.)+/gs)].map(t=>t[0].replace(/\\(.)/gs,"$1"));return[...new Set(e)]}function lS(n){return n.map(e=>e.replace(/[\\,]/g,"\\$&")).join(",")}function cS(n){let e=n.split(",").map(Number);if(n===""||e.length<6||e.length>7||!e.every(u=>Number.isFinite(u)))return null;let[t=0,i=0,r=0,s=0,o=0,l=0,c=0]=e;return t===s&&i===o&&r===l?null:{eye:[t,i,r],target:[s,o,l],height:Math.max(0,c)}}function uS(n){if(!n)return"";let e=[...n.eye,...n.target];return n.height>0&&e.push(n.height),e.map(Cg).join(",")}function hS(n){let e=[];for(let t of n.matchAll(/(?:^|,)(-?)([xyz]):(-?\d+(?:\.\d+)?)(?=,|$)/g)){let[,i,r,s]=t,o={axis:r,at:Number(s),before:i==="-"};e.some(l=>l.axis===o.axis&&l.before===o.before)||e.push(o)}return e}function Cg(n){let e=n.toFixed(3).replace(/\.?0+$/,"");return e==="-0"?"0":e}var bc=z("");function ft(n){bc.value=n}var on=class extends Error{status;code;title;retryable;data;constructor(e,t){super(t.message??"the server answered with status "+e),this.status=e,this.code=t.code??0,this.title=t.name??"",this.retryable=t.retryable??!1,this.data=t.data??{}}get signedOut(){return this.status===401}get unreachable(){return this.status===0}};function Rg(n,e){try{let t=JSON.parse(e);if(t&&typeof t=="object"&&t.error)return new on(n,t.error)}catch{}return new on(n,{})}var Sc="",Pg=()=>{};function Na(n){Sc=n}function Ig(n){Pg=n}function dS(n){let e={};return Sc&&(e.Authorization="Bearer "+Sc),n&&(e["Content-Type"]="application/json"),e}async function go(n,e,t,i){let r;try{let o={method:n,headers:dS(t!==void 0),redirect:"error",credentials:"omit"};t!==void 0&&(o.body=JSON.stringify(t)),i&&(o.signal=i),r=await fetch(e,o)}catch(o){throw i?.aborted?o:new on(0,{message:"the server cannot be reached",retryable:!0})}if(r.ok)return r;let s=Rg(r.status,await r.text().catch(()=>""));throw s.signedOut&&Sc&&Pg(),s}async function Lg(n){return await n.json()}async function Ft(n,e){return Lg(await go("GET",n,void 0,e))}async function Nr(n,e){return Lg(await go("POST",n,e))}async function Dg(n){await go("DELETE",n)}async function or(n,e){return(await go("GET",n,void 0,e)).arrayBuffer()}async function vt(n,e){let t=await Nr("/api/tools/"+encodeURIComponent(n),e);if(t.success&&t.data!==null)return t.data;throw new on(200,t.error??{})}function Mi(n,e){return"/api/models/"+encodeURIComponent(n)+"/branches/"+encodeURIComponent(e)}function yn(n){let e=new URLSearchParams;for(let[i,r]of Object.entries(n))r!==void 0&&r!==""&&e.set(i,String(r));let t=e.toString();return t&&"?"+t}function vo(n){return n instanceof DOMException&&n.name==="AbortError"}function Fg(n,e,t,i,r){let s=r.toLowerCase().split(/\s+/).filter(Boolean),o=f=>{if(s.length===0)return!0;let _=e[n.levels[f]??-1]?.name??"",S=(n.names[f]+" "+n.categories[f].replaceAll("_"," ")+" "+_+" "+n.ids[f]).toLowerCase();return s.every(v=>S.includes(v))},l=new Map,c=0;n.ids.forEach((f,_)=>{if(!o(_))return;c++;let S=n.levels[_]??-1,v=n.categories[_]??"",[g,M]=t==="storeys"?[S,v]:[v,S],C=l.get(g)??{key:"g:"+g,text:"",members:new Map,count:0};l.set(g,C),C.count++;let w=C.members.get(M);w?w.push(_):C.members.set(M,[_])}),t==="storeys"&&s.length===0&&e.forEach((f,_)=>{l.has(_)||l.set(_,{key:"g:"+_,text:"",members:new Map,count:0})});let u=new Map,h=[],m=f=>s.length>0||i.has(f),p=kg([...l.entries()],t==="storeys",e);return p.forEach(([f,_],S)=>{let v=t==="storeys"?f:-2,g=t==="categories"?f:"";if(u.set(_.key,[..._.members.values()].flat()),h.push({key:_.key,parent:"",kind:t==="storeys"?"level":"category",depth:1,text:Ng(f,e),level:v,category:g,id:"",count:_.count,open:_.count>0?m(_.key):null,place:S+1,siblings:p.length}),!m(_.key))return;let M=kg([..._.members.entries()],t==="categories",e);M.forEach(([C,w],R)=>{let A=_.key+"/"+C;if(u.set(A,w),h.push({key:A,parent:_.key,kind:t==="storeys"?"category":"level",depth:2,text:Ng(C,e),level:t==="storeys"?v:C,category:t==="storeys"?C:g,id:"",count:w.length,open:m(A),place:R+1,siblings:M.length}),!m(A))return;[...w].sort((E,O)=>Mc(n.names[E],n.names[O])).forEach((E,O)=>h.push({key:n.ids[E],parent:A,kind:"element",depth:3,text:n.names[E],level:n.levels[E]??-1,category:n.categories[E],id:n.ids[E],count:0,open:null,place:O+1,siblings:w.length}))})}),{rows:h,shown:c,total:n.ids.length,ids:f=>f.id?[f.id]:(u.get(f.key)??[]).map(_=>n.ids[_])}}function Ng(n,e){return typeof n=="string"?n:e[n]?.name??""}function kg(n,e,t){let i=r=>t[r]?.elevation??1/0;return n.sort(([r],[s])=>e?i(r)-i(s):Mc(String(r),String(s)))}var fS=new Intl.Collator("en",{numeric:!0,sensitivity:"base"});function Mc(n,e){return fS.compare(n,e)}var xn=z(null),se=z({model:"",branch:"main",at:"",diff:""}),Ut=rt(()=>xn.value?.find(n=>n.id===se.value.model)??null),Ug=rt(()=>Ut.value?.branches.find(n=>n.name===se.value.branch)??null),kr=rt(()=>se.value.at==="");function je(n){let e=se.value,t={...e,...n},i=t.model!==e.model||t.branch!==e.branch;i&&n.at===void 0&&(t.at=""),i&&n.diff===void 0&&(t.diff=""),Object.keys(t).every(s=>t[s]===e[s])||(se.value=t)}function wc(n){let e=xn.value?.find(i=>i.id===n)?.branches??[],t=e.find(i=>i.name==="main")??e[0];je({model:n,branch:t?.name??"main"})}function Fr(){je({at:""})}async function Ur(){xn.value=await Ft("/api/models")}function Og(n){return(xn.value?.filter(t=>t.name===n.name)??[]).length===1&&n.name!==""?n.name:n.id}function Bg(n){let e=xn.value??[];return e.find(t=>t.id===n)??e.find(t=>t.name===n)??null}function pS(){return{ids:[],names:[],categories:[],levels:[],hosts:[]}}function zg(n,e){let t=new Set(e.rows.ids);for(let h of e.changes)h.change==="deleted"&&t.add(h.id);let i=e.levels,r=mS(n.levels,i),s=pS(),o=n.rows,l=[];o.ids.forEach((h,m)=>{t.has(h)||l.push([o,m])}),e.rows.ids.forEach((h,m)=>l.push([e.rows,m]));let c=([h,m])=>{let p=h.levels[m]??-1;return h===e.rows?p:p<0?-1:r[p]??-1},u=l.map(h=>({source:h,level:c(h),id:h[0].ids[h[1]]}));u.sort((h,m)=>h.level-m.level||(h.id<m.id?-1:1));for(let{source:[h,m],level:p,id:f}of u)s.ids.push(f),s.names.push(h.names[m]),s.categories.push(h.categories[m]),s.levels.push(p),s.hosts.push(h.hosts[m]);return{...n,...e.to,levels:i,rows:s,chunks:n.chunks,box:gS(n.box,e.after),left_out:n.left_out.filter(h=>!t.has(h.element_id))}}function mS(n,e){let t=new Map(e.map((i,r)=>[i.id,r]));return n.map(i=>t.get(i.id)??-1)}function gS(n,e){let t=e.box;return e.url===""||t?.length!==6?n:n?n.map((i,r)=>(r<3?Math.min:Math.max)(i,t[r])):t}var ie=z(null),Or=z(!1),_t=z(null),ka=z(null),Vi=z(null),Hi=z(!1),Je=z(null),wi=z(null),Gn=z({}),Ds=z(null),lr=z(0),vS=1e7,_S=4,ar=null,Tc=null,ef=!1,tf=new AbortController,Ln=(n,e)=>n+`
`+e,yS=n=>n.triangles||n.count*100,nf=rt(()=>(ie.value?.chunks.reduce((n,e)=>n+yS(e),0)??0)>vS);function Ec(){let n=Je.value;if(n)return{model:n.model,branch:n.branch,at:String(n.revision),plan:n.id,linked:!1};let{model:e,branch:t,at:i}=se.value;return e?{model:e,branch:t,at:i,plan:"",linked:Or.value}:null}async function rf(){let n=Ec();if(ef){n&&ar&&Hg(ar,n)&&tf.abort();return}ef=!0,Hi.value=!0;try{for(let e=Ec();e&&!xS(e);e=Ec()){tf=new AbortController;try{await bS(e,tf.signal),Vi.value=null}catch(t){if(vo(t))continue;if(Vg(e,Ec())){Vi.value=t;return}}}}finally{ef=!1,Hi.value=!1,ka.value=null}}function Fa(){return ar=null,rf()}function Vg(n,e){return e!==null&&n.model===e.model&&n.branch===e.branch&&n.at===e.at&&n.plan===e.plan&&n.linked===e.linked}function Hg(n,e){return n.model!==e.model||n.branch!==e.branch||n.plan!==e.plan||n.linked!==e.linked}function xS(n){let e=ie.value;return!ar||!e||Tc!==_t.value||!Vg(ar,n)?!1:n.at!==""||n.plan!==""||(sf(n)??e.revision)<=e.revision}function sf(n){return Gn.value[Ln(n.model,n.branch)]}async function bS(n,e){let t=ie.value;!t||!ar||Tc!==_t.value||Hg(ar,n)||ar.plan!==""||n.linked?await Gg(n,e):await SS(t,n,e),n.plan&&await MS(n,e),ar=n}async function Gg(n,e){let t=n.at===""?sf(n)??"":n.at,i=yn({at:t,models:n.linked?"all":""}),r=await Ft(Mi(n.model,n.branch)+"/scene"+i,e),s=ie.value?.model_id===r.model_id&&Tc===_t.value,o=_t.value;wi.value=null,ie.value?.model_id!==r.model_id&&(Ds.value=null),ie.value=r,Xg(r),Tc=o,o&&(o.begin(r,s),lr.value++,await wS(o,r,e))}async function SS(n,e,t){let i=e.at===""?sf(e)??"":e.at,r=Mi(e.model,e.branch)+"/delta"+yn({from:n.revision,to:i}),s=await Ft(r,t);if(s.reload)return Gg(e,t);await Wg(n,s,t),Xg(s.to)}async function MS(n,e){let t=await Ft("/api/approvals/"+encodeURIComponent(n.plan)+"/delta",e),i=ie.value;!i||t.reload||(await Wg(i,t,e),ie.value={...ie.value,revision:i.revision,head:i.head,at:i.at},wi.value=t)}async function Wg(n,e,t){let i=e.after.url&&_t.value?await or(e.after.url,t):null;_t.value?.apply(e,i),ie.value=zg(n,e),lr.value++}function Xg(n){let e=Ln(n.model_id,n.branch),t=Gn.value[e]??-1;n.head>t&&(Gn.value={...Gn.value,[e]:n.head})}async function wS(n,e,t){let i=Ds.value;if(nf.value&&!i)return;let r=h=>e.levels[h.level]?.name??"",s=e.chunks.filter(h=>h.url!==""&&(!i||i.has(e.levels[h.level]?.id??""))),o=s.reduce((h,m)=>h+m.count,0),l=0,c=s.map(()=>null),u=h=>{s.slice(0,h).forEach((m,p)=>{c[p]||(c[p]=or(m.url,t),c[p].catch(()=>{}))})};for(let[h,m]of s.entries())ka.value={done:l,total:o,level:r(m)},u(h+_S),n.add(m,await c[h]),c[h]=Promise.resolve(new ArrayBuffer(0)),l+=m.count}function qg(n){Ds.value=n,Fa()}function Jg(n){return n instanceof on&&n.status===404}var Ac=z(null),Ua=z(!1),Br=z(null),Ei=z(1),an=rt(()=>Je.value?wi.value:Ac.value),_o=rt(()=>{let n={added:0,modified:0,deleted:0,derived:0};for(let e of an.value?.changes??[])n[e.change]++;return n}),Yg=["deleted","added","modified","derived"],Oa=rt(()=>{let n=an.value,e=new Map(n?.levels.map(t=>[t.name,t.elevation])??[]);return[...n?.changes??[]].sort((t,i)=>(e.get(t.level)??1e9)-(e.get(i.level)??1e9)||t.level.localeCompare(i.level)||Yg.indexOf(t.change)-Yg.indexOf(i.change)||Mc(t.name,i.name))}),$g=new AbortController;async function Zg(){let{model:n,branch:e,diff:t}=se.value,i=ie.value;if($g.abort(),t===""||Je.value){Ac.value=null,Ua.value=!1,Br.value=null;return}if(!i||i.model_id!==n||i.branch!==e)return;let r=($g=new AbortController).signal;Ua.value=!0;try{let s=Mi(n,e)+"/delta"+yn({from:t,to:i.revision}),o=await Ft(s,r);if(r.aborted)return;Ac.value=o,Br.value=null}catch(s){if(vo(s))return;Ac.value=null,Br.value=s,ft(Br.value.message)}Ua.value=!1}var Kg=null;async function jg(){let n=_t.value,e=an.value;if(Kg=e,!!n){if(!e||e.reload){n.before(null,null);return}try{let t=e.before.url?await or(e.before.url):null;Kg===e&&_t.value===n&&n.before(e,t)}catch{}}}function yo(n){return/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(n)}var Cc={of:n=>""};var ES=rt(()=>{let n=new Map;return ie.value?.rows.ids.forEach((e,t)=>n.set(e,t)),n});function of(n){let e=ie.value?.rows,t=e?.ids[n];return!e||t===void 0?null:{id:t,name:e.names[n]??"",category:e.categories[n]??"",level:e.levels[n]??-1,host:e.hosts[n]??""}}function pn(n){let e=ES.value.get(n);return e===void 0?null:of(e)}Cc.of=n=>pn(n)?.name??"";function Ti(n){return ie.value?.levels[n]?.name??""}var Qg=rt(()=>{let n=new Map;return ie.value?.rows.names.forEach((e,t)=>{let i=ie.value.rows.ids[t],r=n.get(e);r?r.push(i):n.set(e,[i])}),n});function xo(n){let e=pn(n)?.name??"";return e!==""&&Qg.value.get(e)?.length===1?e:n}function af(n){if(yo(n))return n;let e=Qg.value.get(n);return e?.length===1?e[0]:null}var tv="en",Rc="en-GB",TS,nv=n=>new Intl.NumberFormat(tv,{maximumFractionDigits:n,useGrouping:"min2"}),AS=n=>new Intl.NumberFormat(tv,{minimumFractionDigits:n,maximumFractionDigits:n,useGrouping:"min2"}),Ba=nv(0),Ic=nv(3),za=[0,1,2,3].map(AS);function He(n){return Ba.format(n)}function Lc(n){return Ic.format(n)}function Vt(n,e){switch(e){case"mm":return Ic.format(n)+" mm";case"m":return za[3].format(n/1e3)+" m";case"ft-in":return CS(n)}}function Dc(n,e){return e==="ft-in"?za[1].format(n/.09290304)+" ft²":za[2].format(n)+" m²"}function zr(n,e){return e==="ft-in"?za[1].format(n/.028316846592)+" ft³":(n!==0&&Math.abs(n)<.1?Ic:za[2]).format(n)+" m³"}function Nc(n){return Ic.format(n)+"°"}function CS(n){let e=Math.round(Math.abs(n)/25.4*16),t=Math.floor(e/192),i=Math.floor(e%192/16),r=e%16;return(n<0&&e>0?"-":"")+t+"'-"+i+(r?" "+RS(r):"")+'"'}function RS(n){let e=n,t=16;for(;e%2===0;)e/=2,t/=2;return e+"/"+t}function PS(){let n={hour:"2-digit",minute:"2-digit",timeZone:TS},e={day:"numeric",month:"short",...n};return[new Intl.DateTimeFormat(Rc,n),new Intl.DateTimeFormat(Rc,e),new Intl.DateTimeFormat(Rc,{...e,year:"numeric"}),new Intl.DateTimeFormat(Rc,{...e,weekday:"short",year:"numeric",second:"2-digit",timeZoneName:"longOffset"})]}var[IS,LS,DS,NS]=PS(),ev=new Intl.DateTimeFormat("en-CA");function kc(n,e=new Date){let t=new Date(n);if(Number.isNaN(t.getTime()))return"";let[i,r]=[ev.format(t),ev.format(e)];return i===r?IS.format(t):(i.slice(0,4)===r.slice(0,4)?LS:DS).format(t)}function Ns(n){let e=new Date(n);return Number.isNaN(e.getTime())?"":NS.format(e)}var Pc=new Intl.RelativeTimeFormat("en",{numeric:"always",style:"short"});function iv(n,e=new Date){let t=(new Date(n).getTime()-e.getTime())/1e3;if(Number.isNaN(t))return"";let i=Math.abs(t);return i<60?Pc.format(Math.round(t),"second"):i<3600?Pc.format(Math.round(t/60),"minute"):i<172800?Pc.format(Math.round(t/3600),"hour"):Pc.format(Math.round(t/86400),"day")}var kS=new Intl.ListFormat("en",{type:"conjunction"});function cr(n){return kS.format(n)}function Gi(n,e){let t=[...n];return t.length<=e?n:t.slice(0,e-1).join("")+"…"}function Ot(n){return n.replace(/^param\./,"").replaceAll("_"," ")}function Ie(n){let e=Ot(n);return e.charAt(0).toUpperCase()+e.slice(1)}function ks(n){let e=[];return n.created&&e.push("+"+Ba.format(n.created)),n.modified&&e.push("~"+Ba.format(n.modified)),n.deleted&&e.push("−"+Ba.format(n.deleted)),e.join(" ")}function st(n,e,t){return Ba.format(n)+" "+(n===1?e:t)}function Fs(n){return n.replace(/\b(k?m|mm|ft)([23])\b/g,(e,t,i)=>t+(i==="2"?"²":"³"))}var rv=n=>"bimstream approvals approve "+n,sv={addComment:"Comment",addTask:"Add the task",addedAt:"Added",affected:"What it reaches",affectsNothing:"No elements.",agoWord:"ago",agreed:"Agreed so far",allJudged:n=>(n===1?"The finding was":"All "+He(n)+" findings were")+" looked at.",approval:"Approval",approvals:"Approvals",approve:"Approve",approveHint:"It is done when the agent asks again.",approveNeeds:"To approve, type what is asked for.",approved:"Approved",asGiven:n=>"As given to "+n,askedAt:"Asked",askedBy:"Asked by",assignee:"Assigned to",check:"Check",checkHint:"Checks what is there now and records the run.",checking:"Checking…",clashKinds:{hard:"Bodies overlap",clearance:"Too near",duplicate:"Duplicate bodies",inside:"One inside the other",contains:"One inside the other"},code:"Code from the terminal",codeHint:"The code shows that you are at the terminal of the server. It counts for two minutes.",codeShown:"The terminal of the server shows a code of six digits now.",newCode:"Show a new code",showCode:"Show a code there",comment:"Comment",commentNeeded:"A status needs a reason.",comments:"Comments",completedBy:"Completed by",creates:n=>"adds "+He(n),modifies:n=>"changes "+He(n),deletes:n=>"deletes "+He(n),reaches:n=>He(n)+" follow",decidedOnes:"Decided",depth:"Depth",due:"Due",expires:"Expires",finding:"Finding",findingStatus:{new:"New",active:"Active",reviewed:"Reviewed",approved:"Accepted",resolved:"Resolved"},statusHints:{new:"",active:"It stands",reviewed:"Somebody looked at it",approved:"It may stay as it is",resolved:"It is gone"},findings:"Findings",foundAt:"Found",foundNothing:"It found nothing.",gap:n=>"gap "+n,grantedHint:"It is agreed to, and is done when the agent asks again, until",grantedOnes:"Agreed to, not done yet",how:"How",inThePicture:"In the picture",labels:"Labels",makeTask:"Make a task of it",meanwhile:"Changed since the plan was made",meanwhileHint:"The branch has moved on. If this reaches what the plan reaches, the request is put before you again.",measured:"Measured",required:"Required",moveTo:{open:"Open",in_progress:"Begin",blocked:"Blocked",in_review:"To review",completed:"Complete",cancelled:"Cancel the task"},needs:"Needs",needsKey:n=>"This takes a key that signs, which this page cannot: "+rv(n),needsPersons:(n,e)=>st(n,"person","persons")+(e==="tty"?", at the terminal or with its code":e==="key"?", with a key":""),newTask:"New task",noApprovals:"Nobody asks for anything.",noComments:"No comments yet.",claimed:(n,e)=>`“${n}”, as the file ${e} says; not verified`,noDecided:"None was decided yet.",noDecisionOffline:"No decision while the connection is lost: the request may have changed.",noOpenTasks:"No open tasks.",noRuns:"No check was run on this branch yet.",noTasks:"No tasks yet. Add one from what is selected or found.",noTerminal:n=>"This takes a code of the terminal, and the server was not started at one. Decide elsewhere: "+rv(n),notDrawable:"This plan cannot be drawn: the list has what it reaches.",noteNeeded:"The model asks for a note: write it above.",noteOptional:"Note, for the record (optional)",nothingPinned:"It is about no element.",offerComplete:"It can be completed",offerReopen:"It should be opened again",onlyLive:"Go live to decide on findings.",openFindings:(n,e)=>He(n)+(e?" or more":"")+(n===1?" open finding":" open findings"),otherRule:"Other",overlap:(n,e)=>"overlap "+n+", "+e+" deep",overlapVolume:"Overlap",owner:"Owner",planHash:"Hash of the plan",priorities:{low:"Low",normal:"Normal",high:"High",critical:"Critical"},priority:n=>n+" priority",priorityWord:"Priority",readFirst:"Look at what it would do first.",reasonOf:"Why it is asked for",reject:"Reject",rejected:"Rejected",reopen:"Open again",runCheck:"Run a check",saidBy:n=>n?"Said by "+n:"Said",setStatus:"Set the status",severities:{error:"Error",warning:"Warning",info:"Note"},severity:"Severity",showDecided:"Show decided ones",showDone:"With completed and cancelled ones",showInPicture:"Show in the picture",showJudged:"With reviewed, accepted and resolved ones",since:(n,e,t)=>n+(e===void 0?"":" at revision "+e)+(t?" by "+t:""),standard:"Standard of code compliance",suggestion:"What would do",task:"Task",taskAbout:n=>"About "+n+".",taskAboutNothing:"About the model as a whole: nothing is selected.",taskAdded:"Task added",taskFromSelection:"Make a task about the selection",taskLine:(n,e,t,i)=>cr([n+" priority",e,t&&"due "+t,st(i,"element","elements")].filter(Boolean)).replace(" and ",", "),tasks:"Tasks",titleWord:"Title",typePhrase:"To approve, type",undecided:n=>He(n)+" undecided",waitingFor:n=>n===0?"nothing waits":st(n,"request waits","requests wait")+" for a decision",yourDecision:"Your decision"};var ov={angle:"Angle",betweenThem:"Between them",boxTogether:"Box around them",categories:"Categories",changedHere:"The shown change touched it.",classification:"Classification",clearFilter:"Clear the filter",copyId:"Copy the id",deletedHere:"It was deleted. This is how it was; its history is under Why.",deselect:"Deselect",distance:"Distance",element:"Element",elements:"Elements",filter:"Filter",filterElements:"Filter the elements by name, category, storey",filterHides:n=>"0 of "+He(n)+".",fitSelected:"Fit the selection (F)",fromType:"of the type",host:"In",hosted:"Holds",identity:"Identity",inHeight:"In height",inPlan:"In plan",joinAt:n=>"at its "+Ot(n),joined:"Joined with",modelEmpty:"No elements yet.",none:"none",noLevel:"On no storey",noParameters:"No parameters.",noQuantities:"Nothing to measure.",notFound:n=>cr(n.slice(0,5).map(e=>Gi(e,60)))+": not in this state",notHere:"Not in this state",notInState:n=>"Revision "+n+" does not have it. Its history is under Why.",nothingSelected:"Nothing selected. Click something in the picture, or choose it from the tree.",onlyThis:"Show this storey alone",onlyThisOf:n=>"Show "+n+" alone",parameters:"Parameters",properties:"Properties",quantities:"Quantities",relation:"They are",revision:"Revision",selectedCount:n=>st(n,"element","elements")+" selected",selectedNames:n=>cr(n.slice(0,3).map(e=>Gi(xo(e),60)).concat(n.length>3?[He(n.length-3)+" more"]:[]))+" selected",shownOf:(n,e)=>n===e?st(e,"element","elements"):He(n)+" of "+He(e),storeys:"Storeys",surfaceTogether:"Surface together",system:"System",together:"Together",unnamed:n=>n?"unnamed "+Ot(n):"unnamed",volumeTogether:"Volume together",why:"Why"};var av={download:"Save",fileFormat:"Format",fileKind:"What",fileKinds:{ifc:"The model as IFC",plan:"The plan of a storey",table:"A schedule",mesh:"The bodies as glTF"},fileMoment:(n,e)=>"As shown: "+n+" at revision "+e+".",fileReader:"For",fileReaders:{generic:"Any program",revit:"Revit",bonsai:"Bonsai"},fileScale:"Scale",fileSaved:n=>n+" was saved",fileStorey:"Storey",fileTemplate:"Of",fileTemplates:{door:"Doors",window:"Windows",room:"Rooms",wall:"Walls",finish:"Finishes of rooms",equipment:"Equipment"},fileVersion:"Version",makingFile:"Making the file…",save:"Save as a file"};var lv={about:"About the element",againIn:n=>"Trying again in "+n+" s.",andMore:n=>"and "+He(n)+" more",backToList:"Back to the list",cancel:"Cancel",close:"Close",connectionLost:"Connection lost. What is shown may be out of date, and nothing can be decided.",copied:"Copied",copy:"Copy",copyLink:"Copy link to this view",description:"Description",detailSide:"Details",details:"Details",detailsOf:n=>"Details of "+n,done:"Done",failed:"That did not work",foundCount:(n,e)=>e===0?"Nothing found":n<e?He(n)+" of "+He(e)+" found":He(e)+" found",found:"Found elements",id:"Id",key:"Key",does:"What it does",keys:"Keyboard shortcuts",keysHint:"Letters work while the picture or a list has the focus. Nothing that decides has a key.",lettersOff:"Shortcuts of one letter are off.",letterKeys:"Shortcuts of one letter",keyList:[[["Arrows"],"Turn the picture"],[["Shift + arrows"],"Move the picture"],[["+","-"],"Nearer, farther"],[["F"],"Fit the selection"],[["Home"],"Fit all"],[["1","2","3","7","0"],"Front, right, back, top, iso"],[["H"],"Hide the selection"],[["I"],"Isolate the selection"],[["U"],"Show all"],[["G"],"Ghost the rest, or leave it out"],[["[","]"],"One change back, one on"],[["Shift + [","Shift + ]"],"One tag back, one on"],[["Space"],"Play or stop; in a comparison: before or after"],[["L"],"Go live"],[["D"],"Compare, or stop comparing"],[["N","P"],"Next or previous change or finding, with the camera"],[["/"],"Search"],[["Esc"],"Close, deselect"],[["E"],"Between picture and details"],[["?"],"This list"]],less:"Less",linkCopied:"Link copied",linkNotCopied:"The link could not be copied: take it from the address bar",loadMore:"Load more",loading:"Loading…",logOut:"Log out",me:n=>"You: "+n,mayDo:n=>n.length===0?"may only look":"may "+cr(n.map(e=>Ot(e).toLowerCase())),model:"Model",modelSide:"Model",more:"More",moreFollow:"more follow",name:"Name",no:"no",yes:"yes",noSession:"There is no session in this browser.",noSessionHint:"The server has been restarted, or you were logged out: press Enter at its terminal for a fresh link.",openSide:"Open the details",opening:"Opening…",parts:"Parts of the page",search:"Search",searchElements:"Search elements",skip:"Skip to the picture",resizeLeft:"Width of the left side",resizeRight:"Width of the right side",status:"Status",theme:"Theme",themes:{system:"System",light:"Light",dark:"Dark"},to:"to",toggleTree:"Show or hide the left side",tryAgain:"Try again",units:"Lengths in",unitNames:{mm:"mm",m:"m","ft-in":"ft-in"},unknown:"unknown",unreachable:"The server cannot be reached.",unreachableHint:"Is it running? Start it with bimstream web, and open the link that it prints.",version:(n,e)=>n+" "+e,waiting:"What waits",person:n=>n+", a person",agentFor:(n,e)=>n+", an agent, for "+e,forUser:"for",type:"Type",level:"Level"};var cv={archived:"Put away",atFirst:"This is the first state",atLast:"This is the last state",atRevision:n=>"at revision "+n,automatic:"Decided without asking",baseValue:"Base",allDecided:"All conflicts are decided.",approvedBy:"Approved by",beginning:"beginning",branchMeets:(n,e)=>st(n,"element is","elements are")+" changed on branch "+e+" too",requestMeets:(n,e,t)=>st(n,"element is","elements are")+" in an open request of "+e+" on branch "+t,branchMade:n=>"Branch "+n+" made",branches:"Branches and tags",branchesOf:n=>"Branches of "+n,byTool:n=>"by "+Ot(n),changes:"Changes",changesBy:{all:"All changes",agents:"Of agents",mine:"Of mine and my agents"},changesByKind:"Changes by kind",changesOf:"Whose changes",compare:"Compare",compareBase:"Compare with base",compareBaseHint:"What this branch changed since it was forked",compareWith:"Compare with",nothing:"nothing",tagPoint:n=>"tag "+n,branchPoint:n=>"branch "+n,revisionPoint:n=>"revision "+n,compareHint:"Compare with the change before, or a past state with the last one (D)",compareOff:"Stop comparing",comparedWith:"Compared with",comparison:"Comparison",comparisonTab:"Comparison",conflicts:"Conflicts",countsInWords:(n,e,t)=>He(n)+" added, "+He(e)+" changed, "+He(t)+" deleted",differsTooMuch:"So much differs that it is not told element by element.",doesNothing:"Nothing would change.",followed:"Followed from another change",foretelling:"Working out what it would do…",forkHint:(n,e)=>"Forks off "+n+" at revision "+e+". Nothing is copied.",forkedFrom:"forked from",goThere:"Go there",headAt:n=>"revision "+n,kindHints:{added:"Added",modified:"Modified: named by an event",deleted:"Deleted",derived:"Derived: it follows from others"},kinds:{added:"Added",modified:"Modified",deleted:"Deleted",derived:"Derived"},later:"later than what is shown",live:"Live",liveHint:n=>"The last state, as of "+n,loadOlder:"Load older changes",makeBranch:"Make the branch",markSeen:"Mark as seen",mergeBase:"Both sides had",mergeInto:n=>"Merge into "+n,mergeTitle:(n,e)=>"Merge "+n+" into "+e,newBranch:"New branch",nextChange:"Next difference (N)",previousChange:"Previous difference (P)",nextRevision:"One change on (])",previousRevision:"One change back ([)",noChanges:"No changes yet.",noChangesOf:"No changes of these among those loaded.",noDifference:"Nothing differs.",noElements:"It touched no elements.",noHistory:"No event touched it.",noReason:"No reason given",noTags:"No tags yet.",notCompared:"Nothing is compared.",nothingToMerge:"There is nothing to merge: the target has it all.",ofHead:(n,e)=>n+" of "+e,onBranch:"on",openConflicts:n=>st(n,"conflict is","conflicts are")+" to be decided.",otherValue:"Another value",perSecond:n=>n+" changes/s",pinned:"Pinned",pinnedHint:n=>"The state of "+n+". Click to go live.",planHint:"What would be if the request were approved",planOn:n=>"Plan on "+n,planShort:"as planned",play:"Play the changes",stop:"Stop",speed:"Speed",reasonOptional:"Reason, for the record (optional)",recorded:(n,e)=>"Decided already: "+n+(e?", "+e:""),replay:"Replay",revisionOf:(n,e)=>n<e?n+" of "+e:"revision "+n,revisionShort:(n,e)=>n===e?"revision "+e:"revisions "+n+" to "+e,revisionText:(n,e,t,i)=>["revision "+n,e,t,i].filter(Boolean).join(", "),showBefore:"Show before",showChangeHint:"Go to this change, compared with what was before",sides:{ours:"Ours",theirs:"Theirs"},sinceLast:(n,e)=>n+" by "+e+" since",tag:"Tag",tagHint:"Such as Issue 2. Tags do not move.",tagRevision:n=>"Tag revision "+n,tagThis:"Tag this state",tagged:(n,e)=>"Revision "+e+" is tagged "+n,tags:"Tags",thought:n=>"Thought before it ("+n+")",timeLine:"Time line",undo:"Undo",undoChange:"Undo the change",undoTitle:"Undo a change",undone:n=>n+" was taken back",whereOursWins:"Open conflicts counted as decided for ours.",wouldDo:"What it would do"};var uv={after:"After",afterPlan:"As planned",before:"Before",allHidden:"Everything is hidden",alongAxes:n=>"x "+n[0]+", y "+n[1]+", z "+n[2],canvas:(n,e,t,i,r,s)=>n+", "+e+" at revision "+t+(t<i?" of "+i:", live")+", "+st(r,"element","elements")+", "+He(s)+" selected",canvasKeys:"Arrow keys turn, with Shift they move; plus and minus zoom; F fits; question mark lists all keys.",colourBy:"Colour by",colourings:{own:"Material",category:"Category",level:"Storey",model:"Model"},models:"Models",modelsHint:"Models that this branch links, as layers of the picture.",thisModel:"this model",hiddenModel:"a model that you may not read",notLoadedModel:"not loaded",noLinks:"This branch links no model: link_model links one.",showLinked:"Show linked models",layerStates:{on:"On",half:"Halftone",off:"Off"},layerStateOf:n=>"How "+n+" is drawn",clashMatrix:"Clashes by model",clashesOf:(n,e,t)=>He(t)+" of "+n+" and "+e,countedSoFar:n=>"Of the first "+He(n)+" findings.",deliveries:"Deliveries",noDeliveries:"No file was delivered yet.",deliveryDiff:"What this delivery changed",contextBack:"The graphics memory is back",contextLost:"The graphics memory was taken away. Restoring…",cutSides:{x:["East, x below","West, x above"],y:["North, y below","South, y above"],z:["Top, z below","Bottom, z above"]},edges:"Edges",fade:"Before or after",fadeAt:n=>n+" % after",fit:"Fit",fitHint:"Fit the selection, or all (F, Home)",ghostRest:"Show the rest as ghosts",goLive:"Go live",hide:"Hide",hideOf:n=>"Hide "+n,hideSelected:"Hide the selection (H)",isolateSelected:"Isolate the selection (I)",legend:"Legend",leftOut:n=>st(n,"element has","elements have")+" no body that can be drawn",load:"Load these",loadingLevel:(n,e,t)=>(n?n+": ":"")+He(e)+" of "+st(t,"element","elements"),look:"Look",lostBranch:n=>"The branch of this link is not there, or not for you. This is "+n+".",lostModel:n=>"The model of this link is not there, or not for you."+(n?" This is "+n+".":""),measure:"Measure between two points",measureFirst:"Click the first point",measureSecond:"Click the second point",measuredAs:n=>"Distance "+n,modelEmptyHint:"It has storeys at most. Elements appear here as soon as somebody adds them.",modelEmptyTitle:"Nothing is built yet",noModel:"Nothing here yet",noModelHint:"An agent creates a model with create_model; this page shows it at once. How to connect one:",noPicture:"The picture could not be loaded",noSection:"Cut nothing",noWebGL:"This browser has no WebGL 2: the server draws the picture. Lists and details work as ever.",north:n=>"North is turned by "+n+"°",notCut:"not cut",notLoaded:"This state could not be loaded",nothingDrawn:"Nothing is drawn.",onlyStorey:n=>"Only "+n+" is shown",partsHidden:"Something is hidden",picture:"Picture",pin:n=>"Task: "+n,scaleHint:"Length at the point that the camera looks at",section:"Section",sectionHint:"Move a side in to cut the model open. Cut bodies look hollow.",show:"Show",showAll:"Show all",showOf:n=>"Show "+n,tooLarge:"This model is too large to be shown whole",tooLargeHint:n=>"It has "+n+" elements. Choose the storeys to load; the lists have all.",view:"View",viewNames:{iso:"Iso",top:"Top",front:"Front",right:"Right",back:"Back",left:"Left"},views:"Views"};var d={...lv,...uv,...ov,...cv,...sv,...av};var lf=["on","half","off"],ur="own",Va=z({}),FS=rt(()=>{let n=new Map,e=ie.value;return e?.layer_of?.forEach((t,i)=>{let r=t<0?ur:e.layers[t]?.link_id;r&&n.set(e.rows.ids[i],r)}),n}),Us=n=>FS.value.get(n)??ur,hv=n=>Va.value[n]??"on";function bo(n){return n===ur?ie.value?.model_name||d.thisModel:ie.value?.layers.find(t=>t.link_id===n)?.name||d.hiddenModel}function Ha(n){return ie.value?.layers.find(e=>e.link_id===n)?.discipline||bo(n)}function dv(n,e){Va.value={...Va.value,[n]:e}}function Fc(n){Or.value=n}var fv=n=>Us(n)===ur?{}:{models:["all"]};function pv(n,e){let t=new Map;for(let i of n){if(i.elements.length!==2)continue;let[r,s]=i.elements.map(c=>e(c.element_id)).sort(),o=r+`
`+s,l=t.get(o)??{a:r,b:s,findings:[]};l.findings.push(i),t.set(o,l)}return[...t.values()].sort((i,r)=>i.a+i.b<r.a+r.b?-1:1)}var mv=[0,158,115],gv=[230,159,0],vv=[213,94,0],_v=[150,196,222],yv=[213,94,0],xv=[0,114,178],bv=[204,121,167],Sv=[240,228,66],cf=[[0,114,178],[230,159,0],[0,158,115],[204,121,167],[86,180,233],[213,94,0],[153,153,153],[240,228,66],[123,97,168],[110,139,61],[160,82,45],[0,139,139]];function Mv(n){return"rgb("+n.join(" ")+")"}var at=z([]),Ai=z(null);function Qt(n){let e=[...new Set(n)],t=at.value;e.length===t.length&&e.every((i,r)=>i===t[r])||(at.value=e)}function Vr(n){let e=at.value;Qt(e.includes(n)?e.filter(t=>t!==n):[...e,n])}var uf=["room","opening","zone","system","constraint","array"],US=new Set(["grid","zone","system","constraint","array"]),hi=z(new Set(uf)),dr=z(new Set),hr=z(new Set),So=z(null),Dn=z(""),Hr=z(!0),Wn=z("own"),fr=z(new Set(["added","modified","deleted","derived"])),Ci=z([]),di=z(new Set),hf={added:mv,modified:gv,deleted:vv,derived:_v},wv=[yv,xv,bv],df=n=>wv[Math.min(n,wv.length-1)];function Os(n,e){return cf[Math.max(0,e.indexOf(n))%cf.length]}var Ga=rt(()=>{let n=ie.value?.rows;if(!n||Wn.value==="own")return[];let e=new Set;return n.categories.forEach((t,i)=>{hi.value.has(t)||US.has(t)||(Wn.value==="model"?e.add(bo(Us(n.ids[i]))):e.add(Wn.value==="category"?t:Ti(n.levels[i]??-1)))}),e.delete(""),Wn.value==="level"?[...e]:[...e].sort()}),OS=rt(()=>new Map((an.value?.changes??[]).filter(({change:n,facets:e})=>n!=="derived"||e.some(t=>t==="geometry"||t==="place")).map(n=>[n.id,n.change])));function Ev(){let n=ie.value?.levels??[],e=new Set(at.value),t=new Map(Ci.value.map((g,M)=>[g,df(M)])),i=OS.value,r=an.value!==null,s=fr.value,o=hi.value,l=dr.value,c=hr.value,u=So.value,h=Hr.value,m=Dn.value,p=di.value,f=Ga.value,_=Wn.value,S=Va.value,v=(ie.value?.layer_of?.length??0)>0;return(g,M,C)=>{let w=t.get(g);if(w)return{colour:w};let R=e.has(g),A=n[C],y=v?S[Us(g)]??"on":"on";if(!R){if(y==="off")return{hidden:!0};if(o.has(M)||c.has(g)||l.has(A?.id??""))return{hidden:!0};if(m!==""&&A?.name!==m)return{hidden:!0};if(u&&!u.has(g))return h?{ghost:!0}:{hidden:!0}}if(t.size>0)return R?null:{ghost:!0};let E=i.get(g);return E&&s.has(E)?{colour:hf[E]}:r?R?null:{ghost:!0}:p.has(g)?{colour:Sv}:y==="half"?R?null:{ghost:!0}:_==="model"?{colour:Os(bo(v?Us(g):ur),f)}:_==="category"?{colour:Os(M,f)}:_==="level"&&A?{colour:Os(A.name,f)}:null}}var Uc=rt(()=>hr.value.size>0||dr.value.size>0||So.value!==null||Dn.value!==""||[...hi.value].some(n=>!uf.includes(n)));function Mo(){hr.value=new Set,dr.value=new Set,hi.value=new Set(uf),So.value=null,Dn.value=""}function Oc(n){hr.value=new Set([...hr.value,...n])}function Gr(n){So.value=n.length>0?new Set(n):null}function Wa(n,e){let t=new Set(n);return t.delete(e)||t.add(e),t}var ff=matchMedia("(max-width: 799px)"),pf=matchMedia("(max-width: 1279px)"),Tv=z(ff.matches),Av=z(pf.matches);ff.addEventListener("change",()=>Tv.value=ff.matches);pf.addEventListener("change",()=>Av.value=pf.matches);var Wr=rt(()=>Tv.value?"narrow":Av.value?"medium":"wide"),zc=z("storeys"),wo=z(!1),Eo=z("side");var St=z("element"),kn=z(""),Nn=z({run:"",key:""}),bn=z(""),Ri=z([]),To=z(null),Vc=z(null),qr=z(!1),Xr=z(""),Iv=[],Bs=[],gf=!1,Xa="",mf=!1,Cv;function Lv(){Rv(Qd(location.search),!0);let n=()=>Rv(Qd(location.search),!1);addEventListener("popstate",n);let e=[Ke(()=>{let t=qa(null);qr.value||(mf=!1),!(gf||t===Xa)&&(Pv(!mf),mf=qr.value)}),Ke(()=>{To.value,clearTimeout(Cv),Cv=setTimeout(()=>Pv(!1),400)}),Ke(()=>{ie.value&&Bs.length>0&&Dv()})];return()=>{removeEventListener("popstate",n);for(let t of e)t()}}function Rv(n,e){gf=!0,La(()=>{Iv=n.others;let t=n.model?Bg(n.model):null;Xr.value=n.model&&!t?"model":"";let i=t??BS(),r=n.branch||"main";i&&!i.branches.some(s=>s.name===r)&&(Xr.value||="branch",r=i.branches[0]?.name??"main"),se.value={model:i?.id??"",branch:r,at:Xr.value?"":n.at,diff:Xr.value?"":n.diff},St.value=n.panel||"element",(e||St.value==="approvals")&&(kn.value=n.approval),(e||St.value==="findings")&&(Nn.value={run:n.run,key:n.finding}),(e||St.value==="tasks")&&(bn.value=n.task),Dn.value=n.level,Ri.value=n.cuts,Bs=n.select,n.select.length===0?Qt([]):ie.value&&Dv(),e?(To.value=n.view,Vc.value=n.view):n.view&&_t.value?.setCamera(vf(n.view))}),Xa=qa(null),gf=!1}function vf(n){let e=Math.hypot(n.eye[0]-n.target[0],n.eye[1]-n.target[1],n.eye[2]-n.target[2]);return{eye:n.eye,target:n.target,parallel:n.height>0,height:n.height||e}}function Dv(){let n=Bs.map(af).filter(t=>t!==null),e=Bs.filter(t=>af(t)===null);Bs=[],Qt(n),e.length>0&&queueMicrotask(()=>ft(d.notFound(e)))}function BS(){return[...xn.value??[]].sort((e,t)=>e.at<t.at?1:-1)[0]??null}function qa(n){let e=Ut.value,{branch:t,at:i,diff:r}=se.value,s=St.value;return Ag({model:e?Og(e):"",branch:t,at:i,diff:r,select:Bs.length>0?Bs:at.value.map(xo),level:Dn.value,panel:s==="element"?"":s,approval:s==="approvals"?kn.value:"",run:s==="findings"?Nn.value.run:"",finding:s==="findings"?Nn.value.key:"",task:s==="tasks"?bn.value:"",view:n,cuts:Ri.value,others:Iv})}function Pv(n){let e=qa(null),t=qa(To.peek()),i=location.pathname+t;n&&Xa!==""&&e!==Xa?history.pushState(null,"",i):location.pathname+location.search!==i&&history.replaceState(null,"",i),Xa=e}function Nv(){return location.origin+location.pathname+qa(To.peek())}function Gt(n){St.value=n,Eo.value="side"}function Ja(n,e){je({at:e>=(ie.value?.head??1/0)?"":String(e),diff:String(n-1)})}var $n=z(null),Hc=z(null),kv=100,Jr=n=>n==="completed"||n==="cancelled",Ao=rt(()=>$n.value?.list.filter(n=>!Jr(n.status)).length??0),Fv={open:["in_progress","blocked","in_review","completed","cancelled"],in_progress:["open","blocked","in_review","completed","cancelled"],blocked:["open","in_progress","cancelled"],in_review:["open","in_progress","completed","cancelled"],completed:["open"],cancelled:["open"]};async function Yr(){let n=se.value.model;if(n)try{let e=await vt("list_tasks",{model_id:n,limit:kv});if(se.value.model!==n)return;$n.value={model:n,list:e.tasks,total:e.total,next:e.next_cursor??""},Hc.value=null}catch(e){Hc.value=e}}async function Uv(){let n=$n.value;if(!n?.next)return;let e={model_id:n.model,limit:kv,cursor:n.next},t=await vt("list_tasks",e);$n.value===n&&($n.value={...n,list:[...n.list,...t.tasks],next:t.next_cursor??""})}function Gc(n){return vt("get_task",{model_id:se.value.model,task_id:n})}async function Ov(n){let{model:e,branch:t}=se.value,i={model_id:e,branch:t,title:n.title,priority:n.priority};n.description&&(i.description=n.description),n.due&&(i.due=n.due),n.assignee&&(i.assignee=n.assignee),n.elements.length>0&&(i.element_ids=n.elements),n.findings.length>0&&(i.findings=n.findings);let r=await vt("add_task",i);return await Yr(),r.task_id}async function Bv(n,e){await vt("update_task",{model_id:se.value.model,task_id:n.task_id,comment:e})}async function zv(n,e,t){let i={model_id:se.value.model,task_id:n.task_id};e==="completed"?await vt("complete_task",t?{...i,note:t}:i):Jr(n.status)?await vt("reopen_task",i):await vt("update_task",t?{...i,status:e,comment:t}:{...i,status:e}),await Yr()}var zS=30,Wc=z(new Map),_f=rt(()=>{lr.value;let n=_t.value;return!n||St.value!=="tasks"?[]:($n.value?.list??[]).flatMap((e,t)=>{let i=Wc.value.get(e.task_id)?.ids??[],r=Jr(e.status)||i.length===0?null:n.boxOf(i);if(!r)return[];let s=o=>(r[o]+r[o+3])/2;return[{task:e.task_id,title:e.title,number:t+1,point:[s(0),s(1),s(2)]}]})});function Vv(){return Ke(()=>{if(St.value!=="tasks")return;let n=($n.value?.list??[]).filter(e=>!Jr(e.status)&&e.elements>0);for(let e of n.slice(0,zS))Wc.peek().get(e.task_id)?.version!==e.version&&Gc(e.task_id).then(t=>{let i=(t.pinned??[]).map(r=>r.element_id);Wc.value=new Map(Wc.value).set(e.task_id,{version:e.version,ids:i})},()=>{})})}var Kn=z(null),xf=z(null),Xc=z(null),Hv=200,VS=800,yf=()=>Ln(se.value.model,se.value.branch),qc=()=>Mi(se.value.model,se.value.branch);async function $r(){let n=yf();if(se.value.model)try{let[e,t]=await Promise.all([Ft(qc()+"/changes"+yn({limit:Hv})),Ft(qc()+"/timeline"+yn({buckets:VS}))]);if(n!==yf())return;Kn.value={key:n,...HS(e,Kn.value,n)},xf.value={key:n,data:t},Xc.value=null}catch(e){n===yf()&&(Xc.value=e)}}function HS(n,e,t){let i={list:n.changes,more:n.more},r=n.changes.at(-1);if(!e||e.key!==t||!r||!n.more)return i;let s=e.list.filter(o=>o.last<r.first);return s[0]?.last!==r.first-1?i:{list:[...n.changes,...s],more:e.more}}async function Gv(){let n=Kn.value,e=n?.list.at(-1);if(!n?.more||!e)return;let t=await Ft(qc()+"/changes"+yn({before:e.first,limit:Hv}));Kn.value===n&&(Kn.value={...n,list:[...n.list,...t.changes],more:t.more})}function Wv(n){let e=Kn.value;!e||(e.list[0]?.last??-1)>=n.last||(Kn.value={...e,list:[n,...e.list]})}var Ya=rt(()=>{let n=ie.value?.revision??-1;return Kn.value?.list.find(e=>e.first<=n&&n<=e.last)??null});async function Wi(n){if(n<0)return null;let e=Kn.value?.list.find(i=>i.first<=n&&n<=i.last);return e||((await Ft(qc()+"/changes"+yn({before:n+1,limit:1}))).changes[0]??null)}async function bf(n,e){let t=await Wi(n);if(e<0)return t&&t.first>0?t.first-1:null;let i=await Wi((t?.last??-1)+1);return i&&i.last>n?i.last:null}var Zn=z(null),Jc=z(null),Xv=["clash_detection","code_compliance","model_quality"],GS=100,zs=n=>n==="new"||n==="active",Co=rt(()=>{let n=Zn.value?.list??[];return{count:n.flatMap(t=>t.findings).filter(t=>zs(t.status)).length,more:n.some(t=>t.next!=="")}});async function Kr(){let{model:n,branch:e}=se.value,t=Ln(n,e);if(n)try{let{runs:i}=await vt("list_validation_runs",{model_id:n,branch:e,limit:50}),r=new Map;for(let o of i)r.has(o.tool+o.test)||r.set(o.tool+o.test,o);let s=[];for(let o of r.values())if(s.push(o.findings>0?await WS(n,o):{run:o,findings:[],next:""}),Ln(se.value.model,se.value.branch)!==t)return;Zn.value={key:t,list:s},Jc.value=null}catch(i){Jc.value=i}}async function WS(n,e){let t=await qv(n,e.validation_run_id,"");return{run:e,findings:t.list,next:t.next_cursor??""}}function qv(n,e,t){let i={model_id:n,validation_run_id:e,limit:GS};return vt("get_validation_run",t?{...i,cursor:t}:i)}async function Yc(n){let e=Zn.value;if(!e||!n.next)return;let t=await qv(se.value.model,n.run.validation_run_id,n.next);if(Zn.value!==e)return;let i={...n,findings:[...n.findings,...t.list],next:t.next_cursor??""};Zn.value={...e,list:e.list.map(r=>r===n?i:r)}}async function Jv(n,e,t){let{model:i,branch:r}=se.value;await vt("update_finding",{model_id:i,branch:r,keys:n,status:e,reasoning:t}),await Kr()}async function Yv(n,e){let{model:t,branch:i}=se.value,r={model_id:t,branch:i};n==="code_compliance"&&Object.assign(r,{standard:e,severity_threshold:"info"}),await vt(n,r),await Kr()}function $v(n){for(let e of Zn.value?.list??[]){let t=e.findings.find(i=>i.key===n);if(t)return{check:e,finding:t}}return null}var Zr=z(!1),Ro=z(!1),Vs=z(!1),Xi=z(null),fi=z(null),jr=z(null),qi=z(null);var Sf=z(null),Ji=rt(()=>Sf.value?.filter(n=>n.status==="pending")??null),$a=rt(()=>Sf.value?.filter(n=>n.status!=="pending")??[]),Po=z(null),$c=z(null);async function Qr(){try{Sf.value=await Ft("/api/approvals?open=true"),$c.value=null}catch(n){$c.value=n}}async function Kv(){Po.value=(await Ft("/api/approvals")).filter(n=>!n.open)}var Mf=n=>"/api/approvals/"+encodeURIComponent(n);function Zv(n){return Ft(Mf(n))}function jv(n){return Nr(Mf(n.id)+"/code",{plan_sha256:n.plan_sha256})}async function Qv(n,e){await Nr(Mf(n)+"/decision",e)}var e0="bimstream.preferences",t0={theme:"system",unit:"mm",letters:!0,left:264,right:328,edges:!0,seen:{}},Fe=z(t0);function jn(n){Fe.value={...Fe.value,...n}}var wf=matchMedia("(prefers-color-scheme: dark)"),n0=z(wf.matches);wf.addEventListener("change",()=>n0.value=wf.matches);function Kc(){let n=Fe.value.theme;return n==="dark"||n==="system"&&n0.value}var XS=matchMedia("(prefers-reduced-motion: reduce)");function Qn(){return!XS.matches}function i0(){try{let n=JSON.parse(localStorage.getItem(e0)??"{}");Fe.value={...t0,...n}}catch{}Ke(()=>{let n=JSON.stringify(Fe.value);document.documentElement.dataset.theme=Fe.value.theme;try{localStorage.setItem(e0,n)}catch{}})}function wt(n){let e=z(!1),t=z(null);return{run:async(...r)=>{if(e.value)return!1;e.value=!0,t.value=null;try{return await n(...r),!0}catch(s){return t.value=s,!1}finally{e.value=!1}},busy:e,trouble:t}}function Hs(n,e){let t;return()=>{clearTimeout(t),t=setTimeout(n,e)}}var qS=2e3,jc=Hs(()=>{$r()},150),Ef=Hs(()=>{Qr()},50),s0=Hs(()=>{Yr()},100),o0=Hs(()=>{Kr()},100),Zc=Hs(()=>{Ur().then(YS,()=>{})},100),JS=Hs(()=>di.value=new Set,qS),a0=(n,e)=>{switch(n){case"head":$S(e);break;case"approvals":Ef();break;case"tasks":r0(e)&&s0();break;case"checks":r0(e)&&o0();break;case"models":Zc(),jc();break;case"reset":Tf();break;case"hello":Zc(),Ef();break}};function Tf(){Zc(),jc(),Ef(),s0(),o0(),Fa()}function YS(){let n={...Gn.value},e=!1;for(let t of xn.value??[])for(let{name:i,head:r}of t.branches){let s=Ln(t.id,i);s in n&&n[s]<r&&(n[s]=r,e=!0)}e&&(Gn.value=n,jc())}function r0(n){let e=n.model_id;return!e||e===se.value.model}function $S({model_id:n,branch:e,change:t}){let i=Ln(n,e);(Gn.value[i]??-1)<t.last&&(Gn.value={...Gn.value,[i]:t.last}),Zc(),!(n!==se.value.model||e!==se.value.branch)&&(Wv(t),jc(),ft(KS(t)),se.value.at===""&&Qn()&&t.ids.length>0&&(di.value=new Set([...di.value,...t.ids]),JS()))}function KS(n){let e=n.agent||n.user,t=[];n.created&&t.push("added "+He(n.created)),n.modified&&t.push("changed "+He(n.modified)),n.deleted&&t.push("deleted "+He(n.deleted));let i=n.created+n.modified+n.deleted,r=t.length===0?"wrote revision "+n.last:t.length===1?t[0].replace(/ [\d,]+$/," "+st(i,"element","elements")):ks(n)+" elements";return e+" "+r+(n.reason?": "+Gi(n.reason,160):"")}var Qc=class{#i="";#e="";#t=[];#n="";#r=0;#s=!1;get retry(){return this.#r}get id(){return this.#n}push(e){let t=this.#i+e;!this.#s&&t!==""&&(this.#s=!0,t=t.replace(/^\uFEFF/,""));let i=t.split(/\r\n|\n|\r(?!$)/);this.#i=i.pop()??"";let r=[];for(let s of i){let o=this.#o(s);o&&r.push(o)}return r}#o(e){if(e==="")return this.#a();let t=e.indexOf(":");if(t===0)return null;let i=t<0?e:e.slice(0,t),r=t<0?"":e.slice(t+1).replace(/^ /,"");return i==="event"?this.#e=r:i==="data"?this.#t.push(r):i==="id"&&!r.includes("\0")?this.#n=r:i==="retry"&&/^\d+$/.test(r)&&(this.#r=Number(r)),null}#a(){let e=this.#e||"message",t=this.#t;return this.#e="",this.#t=[],t.length===0?null:{name:e,data:t.join(`
`),id:this.#n}}};function l0(n,e=0,t=Math.random){let i=Math.min(3e4,Math.max(e,1e3)*2**Math.min(n,5));return Math.round(i*(.75+.5*t()))}var es=z({state:"connecting"}),ZS=5*6e4,c0=4e4;function u0(n,e){let t=new AbortController,i=new BroadcastChannel("bimstream.live."+n),r="",s=null,o,l=p=>{p.id&&(r=p.id);let f=eM(p.data);p.name==="hello"&&(r=String(f?.position??r)),f!==null&&e(p.name,f)},c=p=>{u(p),i.postMessage(p)},u=p=>{p.kind==="event"?l(p.event):es.value=p.connection};i.addEventListener("message",p=>u(p.data));let h=()=>{clearTimeout(o),document.hidden?o=setTimeout(()=>s?.abort(),ZS):s||m()},m=async()=>{let p=s=new AbortController,f=AbortSignal.any([p.signal,t.signal]),_=()=>jS(f,()=>r,c);try{navigator.locks?await navigator.locks.request("bimstream.live."+n,{signal:f},_):await _()}catch(S){if(!vo(S))throw S}finally{s===p&&(s=null),!t.signal.aborted&&!s&&(es.value={state:"resting"})}};return document.addEventListener("visibilitychange",h),h(),()=>{t.abort(),clearTimeout(o),document.removeEventListener("visibilitychange",h),i.close()}}async function jS(n,e,t){let i=0,r=0;for(;!n.aborted;){try{await QS(n,e(),(o,l)=>{r=l,i=0,t({kind:"event",event:o})},()=>t({kind:"state",connection:{state:"online"}}))}catch(o){if(n.aborted||o instanceof on&&o.signedOut)return}if(n.aborted)return;let s=l0(i++,r);t({kind:"state",connection:{state:"lost",next:Date.now()+s}}),await tM(s,n)}}async function QS(n,e,t,i){let r=new AbortController,s=setTimeout(()=>r.abort(),c0);try{let l=(await go("GET","/api/live"+yn({after:e}),void 0,AbortSignal.any([n,r.signal]))).body?.pipeThrough(new TextDecoderStream).getReader();if(!l)return;i();let c=new Qc;for(let u=await l.read();!u.done;u=await l.read()){clearTimeout(s),s=setTimeout(()=>r.abort(),c0);for(let h of c.push(u.value))t(h,c.retry)}}finally{clearTimeout(s)}}function eM(n){try{return JSON.parse(n)}catch{return null}}function tM(n,e){return new Promise(t=>{let i=setTimeout(t,n),r=()=>{clearTimeout(i),t()};e.addEventListener("abort",r,{once:!0}),addEventListener("online",r,{once:!0})})}function h0(n){let e=[],t=new Set(n.map(r=>r.name)),i=(r,s,o)=>{let l=e.length;e.push({branch:r,lane:s,parent:o}),n.filter(c=>c.parent===r.name&&c!==r&&c.name!==r.name).sort((c,u)=>c.fork-u.fork||c.name.localeCompare(u.name)).forEach(c=>{e.some(u=>u.branch===c)||i(c,s+1,l)})};for(let r of n)(r.parent===""||!t.has(r.parent))&&i(r,0,-1);return e}var Af="bimstream.token",Sn=z(null),ts=z("asking");function Ht(n){return Sn.value?.tools.includes(n)??!1}async function eu(){Ig(f0);let n=rM();ts.value="asking";try{Sn.value=n?await nM(n):await iM(),ts.value=Sn.value?"granted":"none"}catch(e){ts.value=e instanceof on&&e.unreachable?"unreachable":"none"}}async function nM(n){try{let e=await Nr("/api/session",{key:n});return sM(e.token),e}catch(e){let t=p0();if(!t||e instanceof on&&e.unreachable)throw e;return Na(t),Ft("/api/session")}}async function iM(){let n=p0();return n?(Na(n),Ft("/api/session")):null}async function d0(){try{await Dg("/api/session")}finally{f0()}}function f0(){Na("");try{localStorage.removeItem(Af)}catch{}Sn.value=null,ts.value="none"}function rM(){let n=new URLSearchParams(location.hash.slice(1)).get("k")??"";return n&&history.replaceState(history.state,"",location.pathname+location.search),n}function sM(n){Na(n);try{localStorage.setItem(Af,n)}catch{}}function p0(){try{return localStorage.getItem(Af)??""}catch{return""}}var oM=Symbol.for("pv"),aM=0;function a(n,e,t,i,r,s){e||(e={});var o,l,c=e;if("ref"in c&&typeof n!="function")for(l in c={},e)l=="ref"?o=e[l]:c[l]=e[l];var u={type:n,props:c,key:t,ref:o,__k:null,__:null,__b:0,__e:null,__c:null,constructor:oM,__v:--aM,__i:-1,__u:0};return(r||s)&&(u.__source=r,u.__self=s),dt.vnode&&dt.vnode(u),u}var lM={layers:"M8 2 2 5l6 3 6-3zM2 8l6 3 6-3M2 11l6 3 6-3",branch:"M5 3v10M5 3a1.5 1.5 0 1 0 0 .01M5 13a1.5 1.5 0 1 0 0 .01M11 5a1.5 1.5 0 1 0 0 .01M11 6.5C11 9 5 8 5 11",down:"M4 6l4 4 4-4",right:"M6 4l4 4-4 4",left:"M10 4 6 8l4 4",close:"M4 4l8 8M12 4l-8 8",search:"M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9M10.5 10.5 14 14",eye:"M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8zM8 6a2 2 0 1 0 0 4 2 2 0 1 0 0-4",eyeOff:"M2 2l12 12M6.2 3.8A6 6 0 0 1 8 3.5c4 0 6.5 4.5 6.5 4.5a11 11 0 0 1-2 2.5M4 5a11 11 0 0 0-2.5 3S4 12.5 8 12.5a6 6 0 0 0 3-.8",only:"M2 8h3M11 8h3M8 2v3M8 11v3M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5",fit:"M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",expand:"M9.5 2H14v4.5M14 2 9 7M6.5 14H2V9.5M2 14l5-5",shrink:"M14 6.5H9.5V2M9.5 6.5 14 2M2 9.5h4.5V14M6.5 9.5 2 14",section:"M2 11 8 14l6-3V5L8 2 2 5zM2 8l6 3 6-3",ghost:"M3 3h10v10H3zM3 8h10M8 3v10",edges:"M8 2 2 5v6l6 3 6-3V5zM2 5l6 3 6-3M8 8v6",measure:"M2 10.5 10.5 2 14 5.5 5.5 14zM5 8l1.5 1.5M7 6l2 2M9 4l1.5 1.5",palette:"M8 2a6 6 0 1 0 0 12c1.5 0 1-1.5.5-2.2-.6-1 .2-1.8 1-1.8H12a2 2 0 0 0 2-2c0-3.3-2.7-6-6-6zM5 7.5h.01M7 5h.01M10 5.5h.01",play:"M5 3l8 5-8 5z",pause:"M5 3v10M11 3v10",previous:"M11 3 5 8l6 5M4 3v10",next:"M5 3l6 5-6 5M12 3v10",compare:"M3 3h4v10H3zM9 3h4v10H9z",person:"M8 2.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5M3 13.5c0-3 2-4.5 5-4.5s5 1.5 5 4.5",agent:"M4 6h8v7H4zM8 6V3M8 3h.01M6.5 9h.01M9.5 9h.01",check:"M3 8.5l3.5 3.5L13 4.5",warn:"M8 2 1.5 13.5h13zM8 6.5v3M8 11.5h.01",error:"M5 2h6l3 3v6l-3 3H5l-3-3V5zM6 6l4 4M10 6l-4 4",info:"M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2M8 7v4M8 5h.01",approval:"M3 2h10v12H3zM5.5 8l2 2 3-4",task:"M2.5 4h2M2.5 8h2M2.5 12h2M7 4h7M7 8h7M7 12h7",link:"M6.5 9.5l3-3M7 4.5l1.5-1.5a3 3 0 0 1 4.3 4.3L11 9M9 11.5 7.5 13a3 3 0 0 1-4.3-4.3L5 7",undo:"M3 6h7a3.5 3.5 0 1 1 0 7H6M3 6l3-3M3 6l3 3",tag:"M2 2h6l6 6-6 6-6-6zM5 5h.01",merge:"M4 3v10M4 3h.01M12 8h.01M4 13h.01M4 4c0 3 3 4 8 4",menu:"M2 4h12M2 8h12M2 12h12",keys:"M1.5 4h13v8h-13zM4 6.5h.01M6.5 6.5h.01M9 6.5h.01M11.5 6.5h.01M5 9.5h6",live:"M8 6a2 2 0 1 0 0 4 2 2 0 1 0 0-4M4 4a5.6 5.6 0 0 0 0 8M12 4a5.6 5.6 0 0 1 0 8",copy:"M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3",plus:"M8 3v10M3 8h10",reload:"M13 8a5 5 0 1 1-1.5-3.5M13 2v3h-3",save:"M8 2v8M5 7l3 3 3-3M3 13.5h10",filter:"M2 3h12l-4.5 5.5V13l-3-1.5v-3z"};function ut({name:n}){return a("svg",{class:"icon",viewBox:"0 0 16 16",width:"16",height:"16","aria-hidden":"true",focusable:"false",children:a("path",{d:lM[n]})})}var Ka=z(null);async function m0(n){try{Ka.value={model:n,found:await Ft("/api/models/"+encodeURIComponent(n)+"/overlaps")}}catch{Ka.value=null}}function Io(n,e){De(()=>{n!==""&&m0(n)},[n,e])}function tu({branch:n,other:e}){let t=Ka.value?.found;if(!t)return null;let i=t.branches.filter(r=>r.branch===n&&(e===void 0||r.other===e)).map(r=>d.branchMeets(r.elements,r.other));for(let r of t.requests)r.other_id===""&&r.branch===n&&i.push(d.requestMeets(r.elements,r.requester,r.on));return a(v0,{lines:i})}function g0({id:n}){let e=i=>i.other_id===""?d.branchMeets(i.elements,i.branch):d.requestMeets(i.elements,i.other_by,i.branch),t=Ka.value?.found.requests??[];return a(v0,{lines:t.filter(i=>i.approval_id===n).map(e)})}function v0({lines:n}){return n.length===0?null:a("ul",{class:"plain notice",children:n.map((e,t)=>a("li",{dir:"auto",children:e},t))})}function te({icon:n,label:e,kind:t="plain",children:i,class:r,...s}){let o=e!==void 0&&i===void 0,l=["button","button-"+t,o?"button-icon":"",r??""].filter(Boolean).join(" ");return a("button",{type:"button",class:l,...e?{"aria-label":e,title:e}:{},...s,children:[n&&a(ut,{name:n}),i!==void 0&&a("span",{class:"button-text",children:i})]})}function Mt({at:n,far:e=!1}){let t=kc(n);return t?a("time",{dateTime:n,title:Ns(n),class:"nowrap",children:[t,e&&a("span",{class:"muted",children:[" (",iv(n),")"]})]}):null}function Mn({user:n,agent:e=""}){return a("span",{class:"actor",title:e?d.agentFor(e,n):d.person(n),children:[a(ut,{name:e?"agent":"person"}),a("bdi",{children:e||n}),e&&a("span",{class:"muted",children:[" ",d.forUser," ",a("bdi",{children:n})]})]})}var _0=280;function wn({text:n}){let[e,t]=Qe(!1);if(n==="")return null;let i=[...n].length>_0,r=i&&!e?[...n].slice(0,_0).join("")+"…":n;return a("blockquote",{class:"quote",dir:"auto",children:[a("span",{class:"quoted",children:r}),i&&a("button",{type:"button",class:"more","aria-expanded":e,onClick:()=>t(!e),children:e?d.less:d.more})]})}function pt({children:n}){return a("p",{class:"empty",children:n})}function Ye({error:n,retry:e}){if(!n)return null;let t=n instanceof on&&n.title?n.title.replaceAll("_"," ").toLowerCase():d.failed;return a("div",{class:"trouble",role:"alert",children:[a(ut,{name:"warn"}),a("div",{children:[a("strong",{class:"cap",children:t}),a("p",{dir:"auto",children:n.message}),e&&a(te,{kind:"plain",icon:"reload",onClick:e,children:d.tryAgain})]})]})}function pi({n,more:e=!1}){return a("span",{class:"count",children:[He(n),e?"+":""]})}function et({title:n,n:e,children:t,open:i=!0,actions:r}){return a("details",{class:"section",open:i,children:[a("summary",{children:[a(ut,{name:"right"}),a("h3",{children:n}),e!==void 0&&a(pi,{n:e})]}),r&&a("div",{class:"section-actions",children:r}),t]})}function Fn({rows:n}){return a("dl",{class:"facts",children:n.map(e=>e&&a("div",{children:[a("dt",{children:e[0]}),a("dd",{children:e[1]})]},e[0]))})}var cM={ArrowRight:1,ArrowLeft:-1};function Lo({tabs:n,chosen:e,choose:t,label:i,controls:r}){return a("div",{class:"tabs",role:"tablist","aria-label":i,onKeyDown:o=>{let l=n.findIndex(m=>m.id===e),c=cM[o.key]??0,u=o.key==="Home"?0:o.key==="End"?n.length-1:c?(l+c+n.length)%n.length:-1,h=n[u];h&&(o.preventDefault(),t(h.id),o.currentTarget.querySelectorAll("[role=tab]")[u]?.focus())},children:n.map(o=>a("button",{type:"button",role:"tab",id:r+"-"+o.id,"aria-selected":o.id===e,"aria-controls":r,tabIndex:o.id===e?0:-1,onClick:()=>t(o.id),children:[o.text,o.n!==void 0&&a(pi,{n:o.n})]},o.id))})}function Xn({title:n,close:e,children:t,wide:i=!1}){let r=In(null);return De(()=>{let s=document.activeElement;return r.current?.showModal(),()=>{s instanceof HTMLElement&&s.isConnected&&s.focus()}},[]),a("dialog",{ref:r,class:i?"dialog wide":"dialog","aria-labelledby":"dialog-title",onCancel:s=>{s.preventDefault(),e()},children:[a("header",{children:[a("h2",{id:"dialog-title",children:n}),a(te,{kind:"quiet",icon:"close",label:d.close,onClick:e})]}),a("div",{class:"dialog-body",tabIndex:-1,children:t})]})}function ns({button:n,label:e,children:t,align:i="left",class:r}){let[s,o]=Qe(!1),l=In(null),c=()=>{o(!1),l.current?.querySelector("button")?.focus()};return De(()=>{if(!s)return;let u=h=>{l.current?.contains(h.target)||o(!1)};return addEventListener("pointerdown",u),()=>removeEventListener("pointerdown",u)},[s]),a("div",{class:"menu "+(r??""),ref:l,onKeyDown:u=>{u.key!=="Escape"||!s||(u.stopPropagation(),c())},children:[a("button",{type:"button",class:"button button-quiet menu-button","aria-expanded":s,"aria-label":e,title:e,onClick:()=>o(!s),children:n}),s&&a("div",{class:"menu-panel menu-"+i,role:"group","aria-label":e,children:t(c)})]})}function Pt({label:n,hint:e,children:t}){return a("label",{class:"field",children:[a("span",{children:n}),t,e&&a("small",{class:"muted",children:e})]})}var Cf=44,x0=14,Rf=wt(async(n,e)=>{let{model:t,branch:i}=se.value,r={model_id:t,branch:i,name:n,dry_run:!1};e&&(r.description=e),ie.value&&se.value.at!==""&&(r.at=ie.value.revision),await vt("create_branch",r),await Ur(),ft(d.branchMade(n)),Vs.value=!1,je({branch:n})});function b0(){let n=Ut.value?.branches??[],e=h0(n.filter(o=>!o.archived)),t=n.filter(o=>o.archived),i=Ut.value?.tags??[];Io(Ut.value?.id??"","branches");let r=()=>{Vs.value=!1},s=18+Math.max(0,...e.map(o=>o.lane))*x0;return a(Xn,{title:d.branchesOf(Ut.value?.name??""),close:r,wide:!0,children:[a("div",{class:"graph",children:[a(uM,{rows:e,width:s}),a("ul",{class:"branch-list",children:e.map(o=>a(y0,{branch:o.branch,close:r},o.branch.name))})]}),t.length>0&&a(et,{title:d.archived,n:t.length,open:!1,children:a("ul",{class:"branch-list",children:t.map(o=>a(y0,{branch:o,close:r},o.name))})}),a(et,{title:d.tags,n:i.length,actions:Ht("tag_revision")&&ie.value&&a(te,{icon:"tag",onClick:()=>{r(),qi.value=ie.value.revision},children:d.tagThis}),children:[i.length===0&&a(pt,{children:d.noTags}),a("ul",{class:"links",children:i.map(o=>a("li",{children:[a("button",{type:"button",class:"link",onClick:()=>{je({branch:o.branch,at:o.name,diff:""}),r()},children:[a(ut,{name:"tag"})," ",a("bdi",{children:o.name})]}),a("span",{class:"muted",children:[a("bdi",{children:o.branch})," ",d.atRevision(o.revision)]})]},o.name))})]}),Ht("create_branch")&&a(hM,{})]})}function uM({rows:n,width:e}){let t=r=>9+r*x0,i=r=>r*Cf+Cf/2;return a("svg",{class:"lanes",width:e,height:n.length*Cf,"aria-hidden":"true",children:[n.map((r,s)=>r.parent>=0&&a("path",{d:["M",t(r.lane-1),i(r.parent),"V",i(s)-10,"Q",t(r.lane-1),i(s),t(r.lane),i(s)].join(" ")},"p"+s)),n.map((r,s)=>a("circle",{cx:t(r.lane),cy:i(s),r:"5",class:r.branch.name===se.value.branch?"here":""},s))]})}function y0({branch:n,close:e}){let t=n.name===se.value.branch;return a("li",{class:"branch"+(t?" is-here":""),children:[a("div",{class:"grow",children:[a("button",{type:"button",class:"link","aria-current":t?"true":void 0,onClick:()=>{je({branch:n.name}),e()},children:a("bdi",{children:n.name})}),a("p",{class:"muted small",children:[d.headAt(n.head),n.parent&&a(Me,{children:[", ",d.forkedFrom," ",a("bdi",{children:n.parent})," ",d.atRevision(n.fork)]}),n.description&&a(Me,{children:[": ",a("bdi",{children:n.description})]})]}),!n.archived&&a(tu,{branch:n.name})]}),n.parent&&a(Me,{children:[a(te,{kind:"plain",icon:"compare",title:d.compareBaseHint,onClick:()=>{je({branch:n.name,at:"",diff:n.parent+"@"+n.fork}),e()},children:d.compareBase}),Ht("merge_branch")&&!n.archived&&a(te,{kind:"plain",icon:"merge",onClick:()=>{e(),jr.value={source:n.name,target:n.parent}},children:d.mergeInto(n.parent)})]})]})}function hM(){let[n,e]=Qe(""),[t,i]=Qe("");return a(et,{title:d.newBranch,open:!1,children:a("form",{onSubmit:r=>{r.preventDefault(),Rf.run(n,t)},children:[a("p",{class:"muted",children:d.forkHint(se.value.branch,ie.value?.revision??0)}),a("div",{class:"columns",children:[a(Pt,{label:d.name,children:a("input",{required:!0,maxLength:100,pattern:"[A-Za-z0-9._\\/\\-]+",value:n,onInput:r=>e(r.currentTarget.value)})}),a(Pt,{label:d.description,children:a("input",{maxLength:1e3,value:t,onInput:r=>i(r.currentTarget.value)})})]}),a(Ye,{error:Rf.trouble.value}),a(te,{kind:"primary",type:"submit",disabled:n===""||Rf.busy.value,children:d.makeBranch})]})})}var S0=z(0);function M0(){let n=es.value;return De(()=>{if(n.state!=="lost")return;let e=()=>{S0.value=Math.max(0,Math.ceil((n.next-Date.now())/1e3))};e();let t=setInterval(e,500);return()=>clearInterval(t)},[n]),n.state!=="lost"?null:a("div",{class:"banner",role:"status",children:[a(ut,{name:"warn"})," ",d.connectionLost," ",a("span",{"aria-hidden":"true",children:d.againIn(S0.value)})]})}function w0(){let n=ts.value;return a("main",{class:"gate",children:[a("h1",{children:"bimstream"}),n==="asking"&&a("p",{role:"status",children:d.opening}),n==="none"&&a(Me,{children:[a("p",{children:d.noSession}),a("p",{class:"muted",children:d.noSessionHint})]}),n==="unreachable"&&a(Me,{children:[a("p",{children:d.unreachable}),a("p",{class:"muted",children:d.unreachableHint}),a("p",{children:a(te,{kind:"primary",icon:"reload",onClick:()=>{eu()},children:d.tryAgain})})]})]})}function ei(n){let e=_t.value;e&&(n.length>0&&e.boxOf(n)?e.fit(n,Qn()):n.length===0&&e.fit(void 0,Qn()))}function Do(){ei(at.value)}function Gs(n){Qt([n]),ei([n])}async function pr(n){let e=ie.value;if(!e)return!1;let t=await bf(e.revision,n);if(t===null)return ft(n<0?d.atFirst:d.atLast),!1;let i=await Wi(e.revision),s=i!==null&&se.value.diff===String(i.first-1)?String(((await Wi(t))?.first??1)-1):se.value.diff;return je({at:t>=e.head?"":String(t),diff:s}),!0}function No(){let n=ie.value;if(n){if(se.value.diff!==""){je({diff:""});return}if(n.revision<n.head){je({at:"",diff:String(n.revision)});return}bf(n.revision,-1).then(e=>{e!==null&&je({diff:String(e)})})}}function Za(n){let e=Oa.value.filter(r=>fr.value.has(r.change));if(e.length===0)return;let t=e.findIndex(r=>r.id===at.value[0]),i=e[t<0?n>0?0:e.length-1:(t+n+e.length)%e.length];Gs(i.id)}var ja=z(""),ko=z(!1),is=z(0),dM=12,fM={role:"combobox"};function pM(n){let e=ie.value?.rows,t=n.toLowerCase().split(/\s+/).filter(Boolean);if(!e||t.length===0)return{list:[],total:0};let i=[];return e.ids.forEach((r,s)=>{let o=(e.names[s]??"").toLowerCase(),l=o+" "+e.categories[s].replaceAll("_"," ")+" "+Ti(e.levels[s]??-1).toLowerCase();!t.every(c=>l.includes(c))&&!(t.length===1&&r.startsWith(t[0]))||i.push({i:s,rank:o===t[0]?0:o.startsWith(t[0])?1:2})}),i.sort((r,s)=>r.rank-s.rank||r.i-s.i),{list:i.slice(0,dM).map(r=>of(r.i)),total:i.length}}function E0(){let n=zi(()=>pM(ja.value),[ja.value,ie.value]),e=ko.value&&ja.value.trim()!=="",t=r=>{r&&(ko.value=!1,Gt("element"),Gs(r.id))},i=r=>{let s=n.list.length-1;if(r.key==="ArrowDown")is.value=Math.min(s,is.value+1);else if(r.key==="ArrowUp")is.value=Math.max(0,is.value-1);else if(r.key==="Enter")t(n.list[is.value]);else if(r.key==="Escape")e||document.getElementById("canvas")?.focus(),ko.value=!1;else return;r.preventDefault()};return a("div",{class:"search",children:[a(ut,{name:"search"}),a("input",{id:"search",type:"search",...fM,placeholder:d.search,"aria-label":d.searchElements,"aria-expanded":e,"aria-controls":"search-list","aria-autocomplete":"list",autocomplete:"off",...e&&n.list.length>0?{"aria-activedescendant":"found-"+is.value}:{},value:ja.value,onKeyDown:i,onFocus:()=>ko.value=!0,onBlur:()=>ko.value=!1,onInput:r=>{ja.value=r.currentTarget.value,is.value=0,ko.value=!0}}),a("div",{class:"found",hidden:!e,children:[a("ul",{id:"search-list",role:"listbox","aria-label":d.found,children:n.list.map((r,s)=>a("li",{id:"found-"+s,role:"option","aria-selected":s===is.value,onPointerDown:o=>{o.preventDefault(),t(r)},children:[a("bdi",{children:r.name||d.unnamed(r.category)}),a("span",{class:"muted",children:[Ie(r.category),r.level>=0&&", ",a("bdi",{children:Ti(r.level)})]})]},r.id))}),a("p",{class:"muted small",children:d.foundCount(n.list.length,n.total)})]})]})}function T0({toggleLeft:n}){let e=Co.value;return a("header",{class:"header",children:[a(te,{kind:"quiet",icon:"menu",label:d.toggleTree,class:"toggle-left",onClick:n}),a("h1",{class:"brand",children:["bimstream",a("span",{class:"hidden-text",children:[" ",Ut.value?.name]})]}),a(mM,{}),Ut.value&&a(te,{kind:"quiet",icon:"branch",class:"branch-button",title:d.branches,onClick:()=>Vs.value=!0,children:a("bdi",{children:se.value.branch})}),a(gM,{}),a(te,{kind:"quiet",icon:"save",label:d.save,disabled:!ie.value||Je.value!==null,onClick:()=>Ro.value=!0}),a(E0,{}),a("nav",{class:"counters","aria-label":d.waiting,children:[a(Pf,{to:"approvals",icon:"approval",text:d.approvals,n:Ji.value?.length,urgent:!0}),a(Pf,{to:"findings",icon:"warn",text:d.findings,n:e.count,more:e.more}),a(Pf,{to:"tasks",icon:"task",text:d.tasks,n:Ao.value,more:!!$n.value?.next})]}),a(_M,{})]})}function mM(){let n=xn.value??[];return n.length===0?null:a("label",{class:"model-choice",children:[a("span",{class:"hidden-text",children:d.model}),a("select",{value:se.value.model,onChange:e=>wc(e.currentTarget.value),children:n.map(e=>a("option",{value:e.id,children:e.name||e.id},e.id))})]})}function gM(){let n=ie.value;if(!n)return null;if(Je.value)return a("span",{class:"moment moment-plan",title:d.planHint,children:d.planOn(Je.value.revision)});if(kr.value)return a("span",{class:"moment moment-live",title:d.liveHint(Ns(n.at)),children:[a(ut,{name:"live"}),d.live," ",a("strong",{children:n.revision})]});let e=Math.max(n.head,Ug.value?.head??0);return a("button",{type:"button",class:"moment moment-pinned",title:d.pinnedHint(Ns(n.at)),onClick:Fr,children:[d.pinned," ",a("strong",{children:d.ofHead(n.revision,e)})]})}function Pf({to:n,icon:e,text:t,n:i,more:r=!1,urgent:s=!1}){let o=St.value===n;return a("button",{type:"button",class:"counter"+(s&&i?" is-urgent":""),"aria-pressed":o,title:t,onClick:()=>Gt(o?"element":n),children:[a(ut,{name:e}),a("span",{class:"counter-text",children:t}),i!==void 0&&a(pi,{n:i,more:r})]})}var vM=["system","light","dark"];function _M(){let n=Sn.value?.me;return a(ns,{align:"right",class:"me",label:d.me(n?.name??""),button:a(Me,{children:[a(ut,{name:"person"}),a("bdi",{class:"me-name",children:n?.name})]}),children:e=>a(Me,{children:[a("p",{class:"who",children:[a("strong",{dir:"auto",children:n?.name}),a("span",{class:"muted",children:d.mayDo(n?.may??[])})]}),a("fieldset",{class:"choices row",children:[a("legend",{children:d.theme}),vM.map(t=>a("label",{children:[a("input",{type:"radio",name:"theme",checked:Fe.value.theme===t,onChange:()=>jn({theme:t})}),d.themes[t]]},t))]}),a("fieldset",{class:"choices row",children:[a("legend",{children:d.units}),["mm","m","ft-in"].map(t=>a("label",{children:[a("input",{type:"radio",name:"unit",checked:Fe.value.unit===t,onChange:()=>jn({unit:t})}),d.unitNames[t]]},t))]}),a("label",{class:"check",children:[a("input",{type:"checkbox",checked:Fe.value.letters,onChange:t=>jn({letters:t.currentTarget.checked})}),d.letterKeys]}),a("div",{class:"menu-list",children:[a("button",{type:"button",class:"menu-item",onClick:()=>{yM(),e()},children:[a(ut,{name:"link"}),d.copyLink]}),a("button",{type:"button",class:"menu-item",onClick:()=>{e(),Zr.value=!0},children:[a(ut,{name:"keys"}),d.keys]}),a("button",{type:"button",class:"menu-item",onClick:()=>{d0().catch(()=>{})},children:[a(ut,{name:"close"}),d.logOut]})]}),a("p",{class:"muted small",children:d.version(Sn.value?.server.name??"",Sn.value?.server.version??"")})]})})}async function yM(){try{await navigator.clipboard.writeText(Nv()),ft(d.linkCopied)}catch{ft(d.linkNotCopied)}}function A0(){return a(Xn,{title:d.keys,close:()=>Zr.value=!1,children:[a("p",{class:"muted",children:[d.keysHint,!Fe.value.letters&&" "+d.lettersOff]}),a("table",{class:"keys",tabIndex:0,children:[a("thead",{children:a("tr",{children:[a("th",{scope:"col",children:d.key}),a("th",{scope:"col",children:d.does})]})}),a("tbody",{children:d.keyList.map(([n,e])=>a("tr",{children:[a("th",{scope:"row",children:n.map(t=>a("kbd",{children:t},t))}),a("td",{children:e})]},e))})]})]})}var Qa=z(!1),If="";function Fo(n){If=n}function nu(n,e){Ci.value=e,e.length>0&&Qt([]),Lf(n)&&ei(e)}function Lf(n){let e=If===n;return e&&(If=""),e}function Uo(n,e){let t=Nn.value.key===e.key;Fo(e.key),Nn.value={run:n,key:e.key},t&&Df(e)}function Df(n){let e=n.elements.map(t=>t.element_id);nu(n.key,e)}function xM(){return(Zn.value?.list??[]).flatMap(n=>n.findings.filter(e=>Qa.value||zs(e.status)).map(e=>({run:n.run.validation_run_id,finding:e})))}function C0(n){let e=xM();if(e.length===0)return;let t=e.findIndex(({finding:r})=>r.key===Nn.value.key),i=e[t<0?n>0?0:e.length-1:(t+n+e.length)%e.length];Uo(i.run,i.finding)}function R0(){return Ke(()=>{St.value!=="findings"&&St.value!=="tasks"&&(Ci.value=[])})}var bM=1500,iu=wt(async(n,e)=>{await Qv(n,e),await Qr(),ft(e.decision==="approve"?d.approved:d.rejected),kn.value=""}),ru=wt(async n=>{await jv(n),Nf.value=n.id}),Nf=z("");function P0({approval:n,again:e}){let[t,i]=Qe(""),[r,s]=Qe(""),[o,l]=Qe(""),c=wM(n);if(De(()=>{i(""),s(""),iu.trouble.value=null,ru.trouble.value=null},[n.id,n.plan_sha256]),!n.open)return a("div",{class:"decide",children:[a("p",{class:"status",children:[Ie(n.status),n.reason&&a(Me,{children:[": ",a("bdi",{children:n.reason})]})]}),a(te,{onClick:()=>kn.value="",children:d.close})]});if(n.status!=="pending")return a("div",{class:"decide",children:[a("p",{class:"notice",children:[d.grantedHint," ",a(Mt,{at:n.expires,far:!0})]}),a(te,{onClick:()=>kn.value="",children:d.close})]});if(n.may_decide)return a("div",{class:"decide",children:a("p",{class:"notice",dir:"auto",children:n.may_decide})});if(es.value.state==="lost")return a("div",{class:"decide",children:a("p",{class:"notice",children:d.noDecisionOffline})});let u=n.level==="tty",h=iu.busy.value,m=t.trim()===n.phrase,p=SM(n),f=p===""&&c&&m&&(!u||/^\d{6}$/.test(r))&&!h,_=S=>{let v={decision:S,plan_sha256:n.plan_sha256};S==="approve"&&(v.phrase=n.phrase),r&&(v.code=r),o&&(v.note=o),iu.run(n.id,v)};return a("form",{class:"decide",onSubmit:S=>{S.preventDefault(),f&&_("approve")},children:[a("h3",{children:d.yourDecision}),a(Pt,{label:d.noteOptional,children:a("textarea",{rows:2,value:o,maxLength:1e3,onInput:S=>l(S.currentTarget.value)})}),p!==""&&a("p",{class:"notice",children:p}),p===""&&a(MM,{approval:n,phrase:t,setPhrase:i,typedCode:r,setCode:s}),a(Ye,{error:iu.trouble.value??ru.trouble.value,retry:e}),a("footer",{class:"decide-actions",children:[a(te,{kind:"danger",disabled:h,onClick:()=>_("reject"),children:d.reject}),p===""&&a(te,{kind:"primary",type:"submit",disabled:!f,"aria-describedby":"decide-why",children:d.approve})]}),p===""&&a("p",{id:"decide-why",class:"muted small",children:f?d.approveHint:c?d.approveNeeds:d.readFirst})]})}function SM(n){return n.level==="key"?d.needsKey(n.id):n.level==="tty"&&!Sn.value?.code?d.noTerminal(n.id):""}function MM({approval:n,phrase:e,setPhrase:t,typedCode:i,setCode:r}){return a(Me,{children:[a("label",{class:"field",children:[a("span",{children:[d.typePhrase," ",a("code",{class:"phrase",children:n.phrase})]}),a("input",{value:e,autocomplete:"off",spellcheck:!1,onInput:s=>t(s.currentTarget.value)})]}),n.level==="tty"&&a("div",{class:"code-row",children:[a("label",{class:"field",children:[a("span",{children:d.code}),a("input",{value:i,inputMode:"numeric",maxLength:6,autocomplete:"one-time-code",onInput:s=>r(s.currentTarget.value.replace(/\D/g,""))})]}),a(te,{disabled:ru.busy.value,onClick:()=>{ru.run(n)},children:Nf.value===n.id?d.newCode:d.showCode}),a("p",{class:"muted small",role:"status",children:Nf.value===n.id?d.codeShown:d.codeHint})]})]})}function wM(n){let[e,t]=Qe(!1),i=!n.drawable||wi.value!==null&&!Hi.value;return De(()=>{if(t(!1),!i)return;let r=setTimeout(()=>t(!0),bM);return()=>clearTimeout(r)},[n.id,n.plan_sha256,i]),e}var mr=z(!1),Oo=z([]);function I0(n){let e=Oo.value.length>=2?[n]:[...Oo.value,n];Oo.value=e;let t=kf(e);ft(t===null?d.measureSecond:d.measuredAs(Vt(t,Fe.value.unit)))}function su(n){mr.value=n,Oo.value=[],n&&ft(d.measureFirst)}function kf(n){let[e,t]=n;return!e||!t?null:Math.round(1e3*Math.hypot(...e.point.map((i,r)=>t.point[r]-i)))}function L0(n){let[e,t]=n;if(!e||!t)return null;let i=r=>Math.round(1e3*Math.abs(t.point[r]-e.point[r]));return[i(0),i(1),i(2)]}var Yi=z(!1),au=z(2),Uf;function lu(){Yi.value?Ws():EM()}function Ws(){Yi.value&&(Yi.value=!1,qr.value=!1,clearTimeout(Uf),di.value=new Set)}async function EM(){let n=ie.value;n&&(n.revision<n.head?ou(n.revision):ou((await Wi(0))?.last??0))}function ou(n){clearTimeout(Uf),Yi.value=!0,qr.value=!0,je({at:String(n),diff:""}),Ff()}function Ff(){Uf=setTimeout(()=>{TM()},1e3/au.value)}async function TM(){if(Yi.value){if(Hi.value){Ff();return}try{let n=await pr(1),e=ie.value?await Wi(Number(se.value.at)||ie.value.head):null;di.value=new Set(e?.ids??[]),!n||se.value.at===""?Ws():Ff()}catch{Ws()}}}var rs=24;function k0(n){let e=_t.value;if(!e||n.ctrlKey||n.metaKey||n.altKey)return;let i={ArrowLeft:()=>n.shiftKey?e.pan(rs,0):e.orbit(-rs,0),ArrowRight:()=>n.shiftKey?e.pan(-rs,0):e.orbit(rs,0),ArrowUp:()=>n.shiftKey?e.pan(0,rs):e.orbit(0,-rs),ArrowDown:()=>n.shiftKey?e.pan(0,-rs):e.orbit(0,rs),"+":()=>e.zoom(1),"=":()=>e.zoom(1),"-":()=>e.zoom(-1),Home:()=>ei([]),1:()=>e.look("front",Qn()),2:()=>e.look("right",Qn()),3:()=>e.look("back",Qn()),7:()=>e.look("top",Qn()),0:()=>e.look("iso",Qn())}[n.key];if(i){n.preventDefault(),i();return}ss(n)}function ss(n){if(n.ctrlKey||n.metaKey||n.altKey||PM(n.target))return;if(n.key==="Escape"){su(!1),Qt([]);return}if(!Fe.value.letters)return;let e=AM[n.key.length===1?n.key.toLowerCase():n.key];e&&(n.preventDefault(),e(n.shiftKey))}var AM={f:Do,h:()=>Oc(at.value),i:()=>Gr(at.value),u:Mo,g:()=>Hr.value=!Hr.value,"[":()=>{pr(-1)},"]":()=>{pr(1)},"{":()=>N0(-1),"}":()=>N0(1)," ":()=>{Je.value||an.value&&!Yi.value?CM():lu()},l:Fr,d:No,n:()=>D0(1),p:()=>D0(-1),"/":()=>document.getElementById("search")?.focus(),e:RM,"?":()=>Zr.value=!0};function CM(){if(Ei.value===0)return;let n=Ei.value;Ei.value=0,addEventListener("keyup",()=>Ei.value=n,{once:!0})}function D0(n){St.value==="findings"?C0(n):Za(n)}function N0(n){let e=ie.value?.revision??-1,t=(Ut.value?.tags??[]).filter(r=>r.branch===se.value.branch).sort((r,s)=>r.revision-s.revision),i=n>0?t.find(r=>r.revision>e):t.filter(r=>r.revision<e).at(-1);i&&je({at:i.name})}function RM(){let n=document.getElementById("canvas"),e=document.getElementById("side-body");(document.activeElement===n?e:n)?.focus()}function PM(n){return n instanceof HTMLElement&&n.closest("input:not([type=range]),textarea,select,dialog")!==null}var os={added:"+",modified:"~",deleted:"−",derived:"›"};function Bo({colour:n,sign:e=""}){return a("svg",{class:"swatch",viewBox:"0 0 14 14",width:"14",height:"14","aria-hidden":"true",children:[a("rect",{width:"14",height:"14",rx:"2",style:{fill:Mv(n)}}),e&&a("text",{x:"7",y:"11","text-anchor":"middle",children:e})]})}function F0(){return Ci.value.length>0?a(IM,{}):an.value?a(DM,{}):Wn.value!=="own"?a(NM,{}):null}function IM(){return a("div",{class:"legend",role:"group","aria-label":d.legend,children:a("ul",{children:Ci.value.slice(0,6).map((n,e)=>{let t=pn(n);return a("li",{children:[a(Bo,{colour:df(e),sign:String(e+1)}),a("bdi",{children:t?t.name||d.unnamed(t.category):d.notHere}),t&&a("span",{class:"muted",children:Ie(t.category)})]},n)})})})}var LM=["added","modified","deleted","derived"];function DM(){let n=_o.value,e=fr.value;return a("div",{class:"legend",role:"group","aria-label":d.legend,children:[a(Of,{counts:n,wanted:e}),a("label",{class:"fader",children:[a("span",{children:d.before}),a("input",{type:"range",min:"0",max:"1",step:"0.05",value:Ei.value,"aria-label":d.fade,"aria-valuetext":d.fadeAt(Math.round(Ei.value*100)),onInput:t=>Ei.value=t.currentTarget.valueAsNumber}),a("span",{children:Je.value?d.afterPlan:d.after})]})]})}function Of({counts:n,wanted:e}){return a("div",{class:"chips",role:"group","aria-label":d.changesByKind,children:LM.map(t=>a("button",{type:"button",class:"chip chip-"+t,"aria-pressed":e.has(t),disabled:n[t]===0,title:d.kindHints[t],onClick:()=>fr.value=Wa(e,t),children:[a(Bo,{colour:hf[t],sign:os[t]}),a("span",{class:"chip-text",children:d.kinds[t]})," ",a(pi,{n:n[t]})]},t))})}function NM(){let n=Ga.value,e=Wn.value==="category",t=14;return a("div",{class:"legend",role:"group","aria-label":d.legend,children:a("ul",{children:[n.slice(0,t).map(i=>a("li",{children:[a(Bo,{colour:Os(i,n)}),a("bdi",{children:e?Ie(i):i})]},i)),n.length>t&&a("li",{class:"muted",children:d.andMore(n.length-t)})]})})}var U0=8;function cu(n,e,t){let[i,r]=Qe(0),[s,o]=Qe(600);mg(()=>{let u=n.current;if(!u)return;let h=()=>r(u.scrollTop),m=new ResizeObserver(()=>o(u.clientHeight));return m.observe(u),u.addEventListener("scroll",h,{passive:!0}),()=>{m.disconnect(),u.removeEventListener("scroll",h)}},[]);let l=Math.max(0,Math.min(e,Math.floor(i/t)-U0)),c=Math.min(e,Math.ceil((i+s)/t)+U0);return{first:l,last:c,before:l*t,after:Math.max(0,e-c)*t}}function uu(n,e,t){De(()=>{let i=n.current;if(!i||e<0)return;let r=e*t;r<i.scrollTop?i.scrollTop=r:r+t>i.scrollTop+i.clientHeight&&(i.scrollTop=r+t-i.clientHeight)},[e])}function Bf({height:n}){return n>0?a("div",{role:"presentation",class:"spacer",style:{height:n+"px"}}):null}var O0=40;function kM(){let{branch:n,diff:e}=se.value,t=(Ut.value?.tags??[]).map(s=>({value:s.branch===n?s.name:s.branch+"@"+s.name,text:d.tagPoint(s.name)})),i=(Ut.value?.branches??[]).filter(s=>s.name!==n&&!s.archived).map(s=>({value:s.name+"@"+s.head,text:d.branchPoint(s.name)})),r=[...t,...i];return e!==""&&!r.some(s=>s.value===e)&&r.unshift({value:e,text:/^\d+$/.test(e)?d.revisionPoint(Number(e)):e}),r}function B0(){return a("label",{class:"field pad",children:[a("span",{children:d.compareWith}),a("select",{value:se.value.diff,onChange:n=>je({diff:n.currentTarget.value}),children:[a("option",{value:"",children:d.nothing}),kM().map(n=>a("option",{value:n.value,children:n.text},n.value))]})]})}function V0(){let n=an.value;return n?a(Me,{children:[a("header",{class:"subject",children:[a("div",{children:[a("h2",{children:d.comparison}),a("p",{class:"muted",children:[a(z0,{moment:n.from})," → ",Je.value?d.planShort:a(z0,{moment:n.to})]})]}),!Je.value&&a(te,{icon:"close",label:d.compareOff,onClick:()=>je({diff:""})})]}),!Je.value&&a(B0,{}),n.reload?a(pt,{children:d.differsTooMuch}):a(zf,{})]}):a(Me,{children:[a("header",{class:"subject",children:a("h2",{children:d.comparison})}),a(B0,{}),a(Ye,{error:Br.value}),Ua.value?a("p",{class:"muted pad",role:"status",children:d.loading}):a(pt,{children:[d.notCompared," ",a(te,{kind:"plain",icon:"compare",onClick:No,children:d.compare})]})]})}function z0({moment:n}){let e=n.branch!==se.value.branch;return a("span",{class:"nowrap",children:[e&&a(Me,{children:[a("bdi",{children:n.branch}),"@"]}),n.revision<0?d.beginning:n.revision,n.at&&a(Me,{children:[" ","(",a(Mt,{at:n.at}),")"]})]})}function zf(){let n=In(null),e=Oa.value.filter(s=>fr.value.has(s.change)),t=Oa.value.length,i=e.findIndex(s=>s.id===at.value[0]),r=cu(n,e.length,O0);return uu(n,i,O0),a("div",{class:"diff",children:[a(Of,{counts:_o.value,wanted:fr.value}),a("div",{class:"filter",children:[a("span",{class:"muted",role:"status",children:e.length===t?st(t,"difference","differences"):d.shownOf(e.length,t)}),a(te,{kind:"quiet",icon:"left",label:d.previousChange,disabled:e.length===0,onClick:()=>Za(-1)}),a(te,{kind:"quiet",icon:"right",label:d.nextChange,disabled:e.length===0,onClick:()=>Za(1)})]}),e.length===0&&a(pt,{children:t===0?d.noDifference:d.filterHides(t)}),a("ul",{class:"diff-list",ref:n,onKeyDown:ss,onMouseLeave:()=>Ai.value=null,style:{paddingTop:r.before+"px",paddingBottom:r.after+"px"},children:e.slice(r.first,r.last).map((s,o)=>a("li",{"aria-setsize":e.length,"aria-posinset":r.first+o+1,children:a("button",{type:"button",class:"diff-row"+(r.first+o===i?" is-chosen":""),onClick:()=>Gs(s.id),onMouseEnter:()=>Ai.value=s.id,children:[a("span",{class:"sign "+s.change,title:d.kindHints[s.change],children:os[s.change]}),a("span",{class:"diff-name",children:[a("bdi",{children:s.name||d.unnamed(s.category)}),a("span",{class:"muted",children:[Ie(s.category),s.level&&", ",a("bdi",{children:s.level})]})]}),a("span",{class:"muted diff-facets",children:s.facets.map(Ot).join(", ")||d.kinds[s.change].toLowerCase()})]})},s.id))})]})}var H0=z({id:"",list:[],more:!1});function G0({approval:n}){let e=Gn.value[Ln(n.model_id,n.branch)]??-1;De(()=>{let s=Mi(n.model_id,n.branch)+"/changes"+yn({limit:20});Ft(s).then(o=>{let l=o.changes.filter(c=>c.first>n.revision);H0.value={id:n.id,list:l,more:l.length===o.changes.length&&o.more}},()=>{})},[n.id,e]);let{id:t,list:i,more:r}=H0.value;return t!==n.id||i.length===0?null:a(et,{title:d.meanwhile,n:i.length,children:[a("p",{class:"notice",children:d.meanwhileHint}),a("ul",{class:"plain",children:[i.map(s=>a("li",{children:[Ie(s.tool)," ",a(Mn,{user:s.user,agent:s.agent})," ",a(Mt,{at:s.at})]},s.last)),r&&a("li",{class:"muted",children:d.moreFollow})]})]})}function En({id:n,name:e}){let t=pn(n),i=e||t?.name||d.unnamed(t?.category??"");return t?a("button",{type:"button",class:"link",onClick:()=>Gs(n),children:a("bdi",{children:i})}):a("bdi",{children:i})}var du=z(null),fu=z(null),Vf=wt(Kv);function W0(){return kn.value?a(UM,{id:kn.value}):a(FM,{})}function FM(){let n=Ji.value;return a(Me,{children:[a("header",{class:"subject",children:a("div",{children:[a("h2",{children:d.approvals}),a("p",{class:"muted",children:n?d.waitingFor(n.length):d.loading})]})}),a(Ye,{error:$c.value,retry:()=>{Qr()}}),n?.length===0&&a(pt,{children:d.noApprovals}),a("ul",{class:"cards",children:(n??[]).map(e=>a(Hf,{approval:e},e.id))}),$a.value.length>0&&a(et,{title:d.grantedOnes,n:$a.value.length,children:a("ul",{class:"cards",children:$a.value.map(e=>a(Hf,{approval:e},e.id))})}),Po.value===null?a(te,{kind:"quiet",disabled:Vf.busy.value,onClick:()=>{Vf.run()},children:d.showDecided}):a(et,{title:d.decidedOnes,n:Po.value.length,children:[Po.value.length===0&&a(pt,{children:d.noDecided}),a("ul",{class:"cards",children:Po.value.map(e=>a(Hf,{approval:e},e.id))})]}),a(Ye,{error:Vf.trouble.value})]})}function Hf({approval:n}){return a("li",{class:"card",children:[a("button",{type:"button",class:"card-open",onClick:()=>{Fo(n.id),kn.value=n.id},children:[a("span",{class:"card-title",children:X0(n)}),a("span",{class:"muted",children:[a("bdi",{children:n.model_name}),", ",a("bdi",{children:n.branch})]})]}),a("p",{class:"card-meta",children:[a(Mn,{user:n.requester.on_behalf_of||n.requester.id,agent:n.requester.kind==="human"?"":n.requester.id}),a(Mt,{at:n.at,far:!0})]}),a(wn,{text:n.reasoning}),n.status!=="pending"&&a("p",{class:"status",children:[Ie(n.status),n.reason&&a(Me,{children:[": ",a("bdi",{children:n.reason})]})]})]})}function X0(n){let{created:e,modified:t,derived:i,deleted:r}=n.counts,s=[];return r&&s.push(d.deletes(r)),e&&s.push(d.creates(e)),t&&s.push(d.modifies(t)),i&&s.push(d.reaches(i)),Ie(n.tool)+(s.length>0?": "+s.join(", "):"")}async function hu(n){try{let e=await Zv(n);if(kn.value!==n)return;du.value=e,fu.value=null,je({model:e.model_id,branch:e.branch}),Je.value=e.drawable?{id:n,model:e.model_id,branch:e.branch,revision:e.revision}:null}catch(e){kn.value===n&&(fu.value=e)}}function UM({id:n}){De(()=>(hu(n),()=>{Je.value=null}),[n]);let e=Ji.value?.concat($a.value).find(o=>o.id===n),t=e?e.status+e.grants.length:Ji.value?"closed":"";De(()=>{du.value?.id===n&&hu(n)},[t]);let i=du.value?.id===n?du.value:null,r=i?.open?i.expires:"";De(()=>{let o=Date.parse(r)-Date.now();if(!(o>0))return;let l=setTimeout(()=>{hu(n)},o+1e3);return()=>clearTimeout(l)},[r]);let s=()=>{kn.value=""};return a(Me,{children:[a("header",{class:"subject",children:[a(te,{kind:"quiet",icon:"left",label:d.backToList,onClick:s}),a("div",{class:"grow",children:[a("h2",{children:i?X0(i):d.approval}),i&&a("p",{class:"muted",children:[a("bdi",{children:i.model_name}),", ",a("bdi",{children:i.branch})," ",d.atRevision(i.revision)]})]})]}),a(Ye,{error:fu.value}),!i&&!fu.value&&a("p",{class:"muted pad",role:"status",children:d.loading}),i&&a(OM,{approval:i,again:()=>{hu(n)}})]})}function OM({approval:n,again:e}){let{requester:t}=n,i=wi.value!==null;return Io(n.open?n.model_id:"",n.id),De(()=>{let r=wi.value?.changes??[],s=r.filter(l=>l.change!=="derived"),o=(s.length>0?s:r).map(l=>l.id);o.length>0&&Lf(n.id)&&setTimeout(()=>ei(o),50)},[n.id,i]),a("div",{class:"request",children:[a(Fn,{rows:[[d.askedBy,a(Mn,{user:t.on_behalf_of||t.id,agent:t.kind==="human"?"":t.id})],[d.askedAt,a(Mt,{at:n.at,far:!0})],n.open?[d.expires,a(Mt,{at:n.expires,far:!0})]:null,[d.needs,d.needsPersons(n.approvers,n.level)]]}),a("h3",{children:d.reasonOf}),n.reasoning?a(wn,{text:n.reasoning}):a("p",{class:"muted",children:d.noReason}),n.also.length>0&&a("ul",{class:"also",children:n.also.map((r,s)=>a("li",{dir:"auto",children:r},s))}),n.open&&a(g0,{id:n.id}),a(zM,{approval:n}),n.drawable&&wi.value&&a(et,{title:d.inThePicture,n:wi.value.changes.length,open:!1,children:a(zf,{})}),!n.drawable&&a("p",{class:"notice",children:d.notDrawable}),n.open&&a(G0,{approval:n}),a(et,{title:d.asGiven(Ot(n.tool)),open:!1,children:[a("pre",{class:"arguments",dir:"auto",tabIndex:0,children:n.text}),a(Fn,{rows:[[d.planHash,a("code",{class:"break",children:n.plan_sha256})]]})]}),n.grants.length>0&&a(et,{title:d.agreed,n:n.grants.length,children:a("ul",{class:"plain",children:n.grants.map((r,s)=>a("li",{children:[a("bdi",{children:r.by})," ",a("span",{class:"muted",children:["(",r.level,")"]})," ",a(Mt,{at:r.at})]},s))})}),a(P0,{approval:n,again:e})]})}var BM={created:"added",modified:"modified",deleted:"deleted",derived:"derived"};function zM({approval:n}){let{created:e,modified:t,derived:i,deleted:r}=n.counts,s=e+t+i+r;return a(et,{title:d.affected,n:s,children:[n.affected.length===0&&a(pt,{children:d.affectsNothing}),a("ul",{class:"plain affected",children:[n.affected.map(o=>{let l=BM[o.effect]??"modified";return a("li",{children:[a("span",{class:"sign "+l,title:d.kindHints[l],children:os[l]}),a("span",{children:[a(En,{id:o.element_id,name:o.name})," ",a("span",{class:"muted",children:Ie(o.category)}),o.change&&a("span",{class:"change-words",dir:"auto",children:Fs(o.change)})]})]},o.element_id+o.effect)}),s>n.affected.length&&n.affected.length>0&&a("li",{class:"muted",children:[d.andMore(s-n.affected.length)," (",He(s),")"]})]})]})}function q0(n){let e=[];for(let t of n){let i=e.at(-1);if(i&&i.user===t.user&&i.agent===t.agent&&VM(i.from,t.at)){i.changes.push(t),i.from=t.at,i.created+=t.created,i.modified+=t.modified,i.deleted+=t.deleted;continue}e.push({key:t.user+`
`+t.agent+`
`+t.last,user:t.user,agent:t.agent,from:t.at,to:t.at,created:t.created,modified:t.modified,deleted:t.deleted,changes:[t]})}return e}function VM(n,e){return Math.abs(Date.parse(n)-Date.parse(e))<=9e5}var el=z("all"),J0=z(""),Gf=wt(Gv);function Y0(){let n=Kn.value,e=zi(()=>q0((n?.list??[]).filter(HM)),[n,el.value]),t=e.reduce((i,r)=>i+r.changes.length,0);return a("div",{class:"changes",onKeyDown:ss,children:[a("div",{class:"filter",children:[a("label",{class:"inline",children:[a("span",{class:"hidden-text",children:d.changesOf}),a("select",{value:el.value,onChange:i=>el.value=i.currentTarget.value,children:["all","agents","mine"].map(i=>a("option",{value:i,children:d.changesBy[i]},i))})]}),a("span",{class:"muted nowrap",role:"status",children:[n&&st(t,"change","changes"),n?.more&&", "+d.moreFollow]})]}),a(Ye,{error:Xc.value,retry:()=>{$r()}}),n&&t===0&&a(pt,{children:n.list.length===0?d.noChanges:d.noChangesOf}),a("div",{class:"change-groups",tabIndex:-1,children:[e.map(i=>a(GM,{group:i},i.key)),n?.more&&a(te,{disabled:Gf.busy.value,onClick:()=>{Gf.run()},children:d.loadOlder}),a(Ye,{error:Gf.trouble.value})]})]})}function HM(n){return el.value==="agents"?n.agent!=="":el.value==="mine"?n.user===Sn.value?.me.id:!0}function GM({group:n}){return a("section",{class:"change-group",children:[a("header",{children:[a(Mn,{user:n.user,agent:n.agent}),a("span",{class:"muted signs",children:ks(n)}),a(Mt,{at:n.to})]}),a("ul",{children:n.changes.map(e=>a(WM,{change:e},e.last))})]})}function WM({change:n}){let e=ie.value?.revision??-1,t=!Je.value&&n.first<=e&&e<=n.last,i=n.first>e,r=J0.value===n.command_id+n.last,s=o=>{se.value.diff===""&&(di.value=new Set(o?n.ids:[]))};return a("li",{class:"change"+(t?" is-now":"")+(i?" is-future":""),onMouseEnter:()=>s(!0),onMouseLeave:()=>s(!1),children:[a("button",{type:"button",class:"change-main","aria-current":t?"true":void 0,onFocus:()=>s(!0),onBlur:()=>s(!1),title:d.showChangeHint,onClick:()=>Ja(n.first,n.last),children:[a("span",{class:"change-line",children:[a("span",{class:"change-tool",children:Ie(n.tool)}),a(XM,{change:n}),a(Mt,{at:n.at})]}),a("span",{class:"change-reason",dir:"auto",children:n.reason?"“"+n.reason+"”":d.noReason})]}),a("button",{type:"button",class:"row-button","aria-expanded":r,"aria-label":d.detailsOf(Ie(n.tool)),title:d.details,onClick:()=>J0.value=r?"":n.command_id+n.last,children:a("span",{class:"twist"+(r?" is-open":"")})}),r&&a(qM,{change:n})]})}function XM({change:n}){return a("span",{class:"signs",title:d.countsInWords(n.created,n.modified,n.deleted),children:[n.created>0&&a("span",{class:"added",children:["+",He(n.created)]}),n.modified>0&&a("span",{class:"modified",children:["~",He(n.modified)]}),n.deleted>0&&a("span",{class:"deleted",children:["−",He(n.deleted)]})]})}function qM({change:n}){let e=n.created+n.modified+n.deleted;return a("div",{class:"change-details",children:[a(wn,{text:n.reason}),a("p",{class:"muted",children:[d.byTool(Ot(n.tool)),", ",d.revisionShort(n.first,n.last)]}),n.ids.length>0?a("p",{class:"flow",children:[n.ids.map(t=>a(En,{id:t},t)),e>n.ids.length&&a("span",{class:"muted",children:d.andMore(e-n.ids.length)})]}):a("p",{class:"muted",children:d.noElements}),a("div",{class:"card-actions",children:[a(te,{kind:"quiet",icon:"compare",onClick:()=>Ja(n.first,n.last),children:d.showBefore}),a(te,{kind:"quiet",onClick:()=>je({at:String(n.last),diff:""}),children:d.goThere}),Ht("undo")&&se.value.at===""&&n.first>0&&a(te,{kind:"quiet",icon:"undo",onClick:()=>Xi.value=n,children:d.undo})]})]})}var JM=["IBC","BS9999","Eurocode","ISO19650","MBO","NDSS"],Wf=z("IBC"),pu=wt(Yv),Xf=wt(Jv),$0=wt(Yc);function K0(){let n=Zn.value?.list??[],e=Co.value,t=Nn.value.key?$v(Nn.value.key):null;return t?a(ZM,{check:t.check,finding:t.finding}):a("div",{onKeyDown:ss,children:[a("header",{class:"subject",children:[a("div",{children:[a("h2",{children:d.findings}),a("p",{class:"muted",children:d.openFindings(e.count,e.more)})]}),a(YM,{})]}),pu.busy.value&&a("p",{class:"notice",role:"status",children:d.checking}),a(Ye,{error:pu.trouble.value??Jc.value,retry:()=>{Kr()}}),a("label",{class:"check pad",children:[a("input",{type:"checkbox",checked:Qa.value,onChange:i=>Qa.value=i.currentTarget.checked}),d.showJudged]}),Zn.value&&n.length===0&&a(pt,{children:d.noRuns}),n.map(i=>a($M,{check:i},i.run.validation_run_id))]})}function YM(){let n=Xv.filter(Ht);return n.length===0?null:a(ns,{align:"right",label:d.runCheck,button:a(Me,{children:[a(ut,{name:"play"}),a("span",{class:"button-text",children:d.check})]}),children:e=>a(Me,{children:[a(Pt,{label:d.standard,children:a("select",{value:Wf.value,onChange:t=>Wf.value=t.currentTarget.value,children:JM.map(t=>a("option",{value:t,children:t},t))})}),a("div",{class:"menu-list",children:n.map(t=>a("button",{type:"button",class:"menu-item",disabled:pu.busy.value,onClick:()=>{e(),pu.run(t,Wf.value)},children:Ie(t)},t))}),a("p",{class:"muted small",children:d.checkHint})]})})}function $M({check:n}){let e=n.findings.filter(s=>Qa.value||zs(s.status)),t=new Map;for(let s of e){let o=qf(s);t.set(o,[...t.get(o)??[],s])}let{run:i}=n,r=ie.value?.head??i.revision;return a(et,{title:Ie(i.tool),n:e.length,children:[a("p",{class:"muted pad",children:[a(Mt,{at:i.at}),", ",a("bdi",{children:i.agent_id||i.user_id}),", ",d.atRevision(i.revision),i.revision<r&&a(Me,{children:[" ","(",st(r-i.revision,"revision","revisions")," ",d.agoWord,")"]}),i.undecided>0&&a(Me,{children:[", ",d.undecided(i.undecided)]})]}),e.length===0&&a(pt,{children:i.findings===0?d.foundNothing:d.allJudged(i.findings)}),[...t].map(([s,o])=>a("div",{class:"rule",children:[a("h4",{children:[a("bdi",{children:s})," ",a(pi,{n:o.length})]}),a("ul",{class:"plain",children:o.map(l=>a(KM,{run:i.validation_run_id,finding:l},l.key))})]},s)),n.next&&a(te,{disabled:$0.busy.value,onClick:()=>{$0.run(n)},children:d.loadMore})]})}function qf({finding:n}){if(n.kind)return d.clashKinds[n.kind]??Ie(n.kind);let e=n.clause?" "+n.clause:"";return n.standard&&n.clause?n.standard+e:n.rule??n.specification_name??d.otherRule}var Z0={error:"error",warning:"warn",info:"info"};function KM({run:n,finding:e}){let t=e.finding.severity??"error";return a("li",{children:a("button",{type:"button",class:"finding severity-"+t,onClick:()=>Uo(n,e),children:[a("span",{class:"severity",title:d.severities[t],children:[a(ut,{name:Z0[t]??"warn"}),a("span",{class:"hidden-text",children:[d.severities[t],": "]})]}),a("span",{class:"finding-text",children:[a("span",{children:[e.elements.map((i,r)=>a("span",{children:[r>0&&", ",a("bdi",{children:i.name||d.unnamed(i.category)})]},i.element_id))," ",a("bdi",{class:"muted",children:j0(e)})]}),a("span",{class:"muted",dir:"auto",children:Q0(e)})]}),a("span",{class:"finding-status status-"+e.status,children:d.findingStatus[e.status]})]})})}function j0(n){let e=n.finding.level_id??n.elements[0]?.level_id;return ie.value?.levels.find(t=>t.id===e)?.name??""}function Q0({finding:n}){let e=Fe.value.unit;return n.kind?n.distance!==void 0&&n.distance>0?d.gap(Vt(n.distance,e)):d.overlap(zr(n.overlap_volume_m3??0,e),Vt(n.depth??0,e)):Fs(n.message??"")}function ZM({check:n,finding:e}){let t=_t.value!==null&&lr.value>0;De(()=>{t&&Df(e)},[e.key,t]),De(()=>()=>{Ci.value=[]},[]);let{finding:i}=e,r=Fe.value.unit,s=j0(e),o=i.measured===void 0?"":jM(i.measured,i.unit??"",r),l=()=>{Nn.value={run:"",key:""}},c=i.severity??"error";return a("div",{onKeyDown:ss,children:[a("header",{class:"subject",children:[a(te,{kind:"quiet",icon:"left",label:d.backToList,onClick:l}),a("div",{class:"grow",children:[a("h2",{dir:"auto",children:qf(e)}),a("p",{class:"muted",children:Ie(n.run.tool)})]}),a(te,{icon:"fit",label:d.showInPicture,onClick:()=>Uo(n.run.validation_run_id,e)})]}),a("p",{class:"finding-message severity-"+c,dir:"auto",children:[a(ut,{name:Z0[c]??"warn"})," ",Q0(e)]}),a(Fn,{rows:[[d.severity,d.severities[c]],[d.status,d.findingStatus[e.status]],[d.elements,a("span",{class:"flow",children:e.elements.map(u=>a(En,{id:u.element_id,name:u.name},u.element_id))})],s?[d.level,a("bdi",{children:s})]:null,o?[d.measured,o]:null,i.required?[d.required,Fs(i.required)]:null,i.how?[d.how,a("span",{dir:"auto",children:Fs(i.how)})]:null,i.overlap_volume_m3?[d.overlapVolume,zr(i.overlap_volume_m3,r)]:null,i.depth?[d.depth,Vt(i.depth,r)]:null,i.suggestion?[d.suggestion,a("span",{dir:"auto",children:i.suggestion})]:null,[d.foundAt,a("button",{type:"button",class:"link",onClick:()=>je({at:String(n.run.revision)}),children:d.atRevision(n.run.revision)})]]}),e.reason&&a(Me,{children:[a("h3",{children:d.saidBy(e.user_id??"")}),a(wn,{text:e.reason})]}),a("div",{class:"actions pad",children:Ht("add_task")&&a(te,{icon:"task",onClick:()=>fi.value={elements:e.elements.map(u=>u.element_id),findings:[e.key],title:qf(e)},children:d.makeTask})}),Ht("update_finding")&&a(ew,{finding:e})]})}function jM(n,e,t){return e==="mm"?Vt(n,t):e==="yes"?n?d.yes:d.no:n.toLocaleString("en",{maximumFractionDigits:3})+(e&&e!=="-"?" "+Fs(e):"")}var QM=["active","reviewed","approved","resolved"];function ew({finding:n}){let[e,t]=Qe(""),i=Sn.value?.me.may.includes("APPROVE")??!1,r=QM.filter(s=>s!==n.status&&(s!=="approved"||i));return a("form",{class:"decide",onSubmit:s=>s.preventDefault(),children:[a("h3",{children:d.setStatus}),a(Pt,{label:d.comment,hint:d.commentNeeded,children:a("textarea",{rows:2,value:e,maxLength:1e3,onInput:s=>t(s.currentTarget.value)})}),a(Ye,{error:Xf.trouble.value}),a("div",{class:"flow",children:r.map(s=>a(te,{disabled:Xf.busy.value||e.trim()===""||se.value.at!=="",title:d.statusHints[s],onClick:()=>{Xf.run([n.key],s,e).then(o=>o&&t(""))},children:d.findingStatus[s]},s))}),se.value.at!==""&&a("p",{class:"muted small",children:d.onlyLive})]})}function mu({ids:n}){let e=()=>{fi.value={elements:n,findings:[],title:""}};return a("div",{class:"actions",children:[a(te,{icon:"fit",label:d.fitSelected,onClick:Do}),a(te,{icon:"only",label:d.isolateSelected,onClick:()=>Gr(n)}),Ht("add_task")&&a(te,{icon:"task",label:d.taskFromSelection,onClick:e}),a(te,{icon:"close",label:d.deselect,onClick:()=>Qt([])})]})}function Jf(n,e){let t=new Map(e??[]),i=n.map(([s,o])=>{let l=t.get(s),c=e!==null&&JSON.stringify(l)!==JSON.stringify(o);return{name:s,was:l,is:o,differs:c}}),r=new Set(n.map(([s])=>s));for(let[s,o]of t)r.has(s)||i.push({name:s,was:o,is:void 0,differs:!0});return i}var tw=new Set(["map_rotation","ridge_angle","rotation","slope","true_north"]),nw=new Set(["risers","latitude","longitude","map_scale","number","flow"]);function gu(n,e,t){let i=n.replace(/^param\./,"");return typeof e=="number"?tw.has(i)?Nc(e):nw.has(i)?Lc(e):Vt(e,t):e_(e)?sw(e,t):iw(e)?rw(e,t):tl(e)}function iw(n){return typeof n=="object"&&n!==null&&!Array.isArray(n)}function rw(n,e){let t=Object.entries(n).map(([i,r])=>typeof r=="string"&&!yo(r)?Ot(r):Ot(i)+" "+gu(i,r,e));return Gi(t.join(", "),200)}function e_(n){return Array.isArray(n)&&(n.length===2||n.length===3)&&n.every(e=>typeof e=="number")}function sw(n,e){return n.map(t=>Vt(t,e)).join(", ")}function t_(n){let e=Array.isArray(n)?n:[n],t=e.filter(i=>typeof i=="string"&&yo(i));return e.length>0&&t.length===e.length?t:null}function tl(n){return n==null||n===""?"none":typeof n=="boolean"?n?"yes":"no":typeof n=="number"?Lc(n):typeof n=="string"&&yo(n)?Cc.of(n)||n:typeof n=="string"?n.includes("_")&&!n.includes(" ")?Ot(n):n:Array.isArray(n)?n.length>4?n.length+(n.every(e_)?" points":" items"):n.map(tl).join(", ")||"none":Gi(JSON.stringify(n),120)}function n_(n,e){switch(n.kind){case"length_m":return Vt(n.value*1e3,e);case"area_m2":return Dc(n.value,e);case"volume_m3":return zr(n.value,e);case"count":return Lc(n.value)}}function nl(n,e,t){return n.startsWith("param.")?gu(n,e,t):tl(e)}function i_(n,e){let[t,i]=Qe({key:"",reply:null,error:null}),r=n?[n.model_id,n.branch,n.revision,e].join(`
`):"";return De(()=>{if(!n)return;let s=!0,o={model_id:n.model_id,branch:n.branch,at:n.revision,element_id:e,...fv(e)};return vt("get_element",o).then(l=>s&&i({key:r,reply:l,error:null}),l=>s&&i({key:r,reply:null,error:l})),()=>{s=!1}},[r]),{...t,stale:t.key!==r}}function s_({id:n}){let e=ie.value,t=an.value,i=t?.changes.find(h=>h.id===n)?.change,r=pn(n)!==null,s=t!==null&&i!==void 0&&i!=="added",o=i_(e&&r?e:null,n),l=i_(s&&!Je.value?t.from:null,n);if(o.error&&r&&!o.stale)return a(Ye,{error:o.error});let c=s&&l.reply?.element_id===n&&!l.stale?l.reply:null,u=r?o.reply:c;return!u||u.element_id!==n?!r&&!s?null:a("p",{class:"muted pad",role:"status",children:d.loading}):a(ow,{reply:u,before:r?c:null,stale:r&&o.stale})}function ow({reply:n,before:e,stale:t}){let i=di.value.has(n.element_id)||Ya.value?.ids.includes(n.element_id),r=Jf(Object.entries(n.params),e&&Object.entries(e.params));return a("div",{class:t?"is-stale":"",children:[i&&a("p",{class:"notice",children:[d.changedHere," ",a(te,{kind:"quiet",onClick:()=>Gt("why"),children:d.why})]}),a(aw,{reply:n}),a(et,{title:d.parameters,n:r.length,children:[r.length===0&&a(pt,{children:d.noParameters}),a(Fn,{rows:r.map(s=>[Ie(s.name),a(hw,{pair:s})])})]}),a(lw,{reply:n,before:e}),a(cw,{reply:n}),(n.psets??[]).map(s=>a(r_,{set:s},s.name)),(n.type_psets??[]).map(s=>a(r_,{set:s,ofType:!0},"t"+s.name)),a(uw,{reply:n})]})}function aw({reply:n}){let e=[];n.level_name&&e.push([d.level,a("bdi",{children:n.level_name})]),n.host_id&&e.push([d.host,a(En,{id:n.host_id,name:n.host_name})]),n.type_name&&e.push([d.type,a("bdi",{children:n.type_name})]),n.system_id&&e.push([d.system,a(En,{id:n.system_id,name:n.system_name})]);for(let t of n.classification??[])e.push([t.system??d.classification,a("bdi",{children:[t.code,t.name].filter(Boolean).join(" ")})]);return e.length===0?null:a("div",{class:"relations",children:a(Fn,{rows:e})})}function lw({reply:n,before:e}){let t=Fe.value.unit,i=s=>s.quantities.map(o=>[o.name,n_(o,t)]),r=Jf(i(n),e&&i(e));return a(et,{title:d.quantities,n:r.length,children:[r.length===0&&a(pt,{children:d.noQuantities}),a(Fn,{rows:r.map(s=>[dw(s.name),a(o_,{pair:s,show:String})])})]})}function cw({reply:n}){return a(Me,{children:[n.hosted.length>0&&a(et,{title:d.hosted,n:n.hosted_total??n.hosted.length,children:a("ul",{class:"links",children:n.hosted.map(e=>a("li",{children:[a(En,{id:e.element_id,name:e.name})," ",a("span",{class:"muted",children:Ie(e.category)})]},e.element_id))})}),n.joins.length>0&&a(et,{title:d.joined,n:n.joins_total??n.joins.length,children:a("ul",{class:"links",children:n.joins.map(e=>a("li",{children:[a(En,{id:e.other_id,name:e.other_name})," ",a("span",{class:"muted",children:d.joinAt(e.part)})]},e.other_id+e.part))})})]})}function uw({reply:n}){let e=()=>{navigator.clipboard?.writeText(n.element_id).then(()=>ft(d.copied),()=>{})},t=a("span",{class:"copy",children:[a("code",{children:n.element_id}),a(te,{kind:"quiet",icon:"copy",label:d.copyId,onClick:e})]});return a(et,{title:d.identity,open:!1,children:a(Fn,{rows:[[d.id,t],[d.revision,He(n.revision)]]})})}function hw({pair:n}){let e=n.differs?null:t_(n.is);return e?a("span",{class:"flow",children:e.map(t=>a(En,{id:t,name:pn(t)?.name??t},t))}):a(o_,{pair:n,show:t=>gu(n.name,t,Fe.value.unit)})}function o_({pair:n,show:e}){let t=i=>i===void 0?d.none:e(i);return n.differs?a("span",{children:[a("del",{dir:"auto",children:t(n.was)})," ",a("span",{"aria-hidden":"true",children:"→"}),a("span",{class:"hidden-text",children:d.to})," ",a("ins",{dir:"auto",children:t(n.is)})]}):a("span",{dir:"auto",children:t(n.is)})}function r_({set:n,ofType:e=!1}){return a(et,{title:n.name+(e?" ("+d.fromType+")":""),n:n.properties.length,open:!1,children:a(Fn,{rows:n.properties.map(t=>[t.name,a("span",{dir:"auto",children:tl(t.value)+(t.unit?" "+t.unit:"")})])})})}function dw(n){return n.replace(/([a-z])([A-Z])/g,(e,t,i)=>t+" "+i.toLowerCase())}var Yf=200,fw=500;function a_({ids:n}){let e=new Map;for(let t of n){let i=pn(t)?.category??"";e.set(i,[...e.get(i)??[],t])}return a(Me,{children:[a("header",{class:"subject",children:[a("h2",{children:d.selectedCount(n.length)}),a(mu,{ids:n})]}),a(pw,{ids:n}),[...e].map(([t,i])=>a(et,{title:t?Ie(t):d.notHere,n:i.length,open:e.size<6,children:a("ul",{class:"links",children:[i.slice(0,Yf).map(r=>a("li",{children:[a(En,{id:r}),a(te,{kind:"quiet",icon:"close",label:d.deselect,onClick:()=>Vr(r)})]},r)),i.length>Yf&&a("li",{class:"muted",children:d.andMore(i.length-Yf)})]})},t))]})}var vu=z({key:"",together:null,between:null});function pw({ids:n}){let e=ie.value,t=Ht("measure")&&!Je.value&&n.length<=fw,i=e&&t?[e.model_id,e.branch,e.revision,...n].join(`
`):"";if(De(()=>{if(!e||i==="")return;let s=!0,o={model_id:e.model_id,branch:e.branch,at:e.revision},l=h=>vt("measure",{...o,...h}).catch(()=>null),[c,u]=n;return Promise.all([l({element_ids:n,limit:1}),n.length===2?l({from:{element_id:c},to:{element_id:u}}):null]).then(([h,m])=>{s&&(vu.value={key:i,together:h,between:m})}),()=>{s=!1}},[i]),i===""||vu.value.key!==i)return null;let r=[...mw(vu.value.between),...gw(vu.value.together)];return r.length===0?null:a(et,{title:n.length===2?d.betweenThem:d.together,children:a(Fn,{rows:r})})}function mw(n){let e=n?.distance,t=Fe.value.unit;if(!e)return[];let i=[[d.relation,Ot(e.relation)]];return e.distance!==void 0&&e.relation==="apart"&&(i.push([d.distance,a("strong",{children:Vt(e.distance,t)})]),i.push([d.inPlan,Vt(e.horizontal??0,t)],[d.inHeight,Vt(e.vertical??0,t)])),e.overlap_volume_m3&&i.push([d.overlapVolume,zr(e.overlap_volume_m3,t)]),e.overlap_depth&&i.push([d.depth,Vt(e.overlap_depth,t)]),e.angle!==void 0&&i.push([d.angle,Nc(e.angle)]),i}function gw(n){let e=n?.totals,t=Fe.value.unit;if(!e)return[];let i=[[d.volumeTogether,zr(e.volume_m3,t)],[d.surfaceTogether,Dc(e.surface_area_m2,t)]],{min:r,max:s}=e.box??{};return r&&s&&i.push([d.boxTogether,r.map((o,l)=>Vt(s[l]-o,t)).join(" × ")]),i}function l_(n){let e=[];for(let t of n){let i=t.branch??"",r=e.find(s=>s.command===t.command_id&&s.branch===i);if(r){r.entries.push(t),r.first=Math.min(r.first,t.revision),r.last=Math.max(r.last,t.revision),r.derived&&=t.derived===!0;continue}e.push({command:t.command_id,entries:[t],first:t.revision,last:t.revision,branch:i,derived:t.derived===!0})}return e.reverse()}var c_={key:"",id:"",entries:[],total:0,next:"",error:null},il=z(c_);async function $f(n,e,t){let i=ie.value;if(!i)return;let r={model_id:i.model_id,branch:i.branch,element_id:n,limit:100};t&&(r.cursor=t);let s=t?il.value.entries:[];try{let o=await vt("element_history",r);if(t&&il.value.key!==e)return;il.value={key:e,id:n,entries:[...s,...o.entries],total:o.total,next:o.next_cursor??"",error:null}}catch(o){il.value={...c_,key:e,id:n,error:o}}}function u_({id:n}){let e=ie.value,t=e?[e.model_id,e.branch,e.head,n].join(`
`):"";De(()=>{t&&$f(n,t,"")},[t]);let i=il.value;if(i.id!==n)return a("p",{class:"muted pad",role:"status",children:d.loading});if(i.error)return a(Ye,{error:i.error,retry:()=>{$f(n,t,"")}});let r=l_(i.entries);return a("div",{class:"why",children:[a("p",{class:"muted pad",children:[st(r.length,"change","changes"),i.next&&", "+d.moreFollow]}),r.length===0&&a(pt,{children:d.noHistory}),a("ol",{class:"cards",children:r.map(s=>a(vw,{card:s,id:n},s.branch+s.command))}),i.next&&a(te,{onClick:()=>{$f(n,i.key,i.next)},children:d.loadMore})]})}function vw({card:n,id:e}){let t=n.entries.find(o=>o.reasoning)??n.entries[0],i=ie.value?.revision??-1,r=n.branch===""&&n.first<=i&&i<=n.last,s=n.branch===""&&n.first>i;return a("li",{class:"card"+(r?" is-now":"")+(s?" is-future":""),children:[a("header",{children:[a(Mn,{user:t.user_id,agent:t.agent_id}),a(Mt,{at:t.occurred_at})]}),a("p",{class:"what",children:[a("strong",{children:xw(n)})," ",a("span",{class:"muted",children:[d.byTool(t.tool),", ",d.revisionShort(n.first,n.last),n.branch&&a(Me,{children:[", ",d.onBranch," ",a("bdi",{children:n.branch})]}),s&&", "+d.later]})]}),a(wn,{text:t.reasoning??""}),a(bw,{card:n,id:e}),n.entries.flatMap(o=>o.thoughts??[]).slice(0,3).map((o,l)=>a("div",{class:"thought",children:[a("span",{class:"muted",children:d.thought(Ot(o.kind))}),a(wn,{text:o.thought})]},l)),n.entries.flatMap(o=>o.approved??[]).slice(0,3).map((o,l)=>a("p",{class:"muted",children:[d.approvedBy," ",a("bdi",{children:o.by})," (",o.level,"), ",a(Mt,{at:o.at})]},l)),!Je.value&&a(_w,{card:n})]})}function _w({card:n}){if(n.branch!=="")return a("div",{class:"card-actions",children:a(te,{kind:"quiet",onClick:()=>je({branch:n.branch,at:String(n.last),diff:""}),children:d.goThere})});let e=async()=>{Xi.value=await Wi(n.last)};return a("div",{class:"card-actions",children:[a(te,{kind:"quiet",icon:"compare",onClick:()=>Ja(n.first,n.last),children:d.showBefore}),a(te,{kind:"quiet",onClick:()=>je({at:String(n.last),diff:""}),children:d.goThere}),Ht("undo")&&!n.derived&&se.value.at===""&&a(te,{kind:"quiet",icon:"undo",onClick:()=>{e()},children:d.undo})]})}var yw={"element.created":"Created","element.modified":"Changed","element.moved":"Moved","element.deleted":"Deleted","element.hosted":"Put into its host","elements.joined":"Joined","elements.parted":"Parted","elements.combined":"Combined","elements.connected":"Connected","elements.disconnected":"Disconnected","branch.merged":"Merged","body.defined":"Given a body"};function xw(n){return n.derived?d.followed:[...new Set(n.entries.map(t=>yw[t.type]??Ie(t.type.replace("."," "))))].map((t,i)=>i===0?t:t.toLowerCase()).join(", ")}function bw({card:n,id:e}){let t=Fe.value.unit,i=n.entries.flatMap(s=>s.touched.length<=1||s.touched.some(l=>l.element_id===e)?s.data?.changes??[]:[]),r=n.entries.map(s=>s.cause).filter(s=>!!s);return i.length===0&&r.length===0?null:a("ul",{class:"facets",children:[i.map((s,o)=>a("li",{children:[a("span",{class:"facet",children:Ie(s.facet)}),a("span",{children:[a("del",{dir:"auto",children:nl(s.facet,s.from,t)})," ",a("span",{"aria-hidden":"true",children:"→"}),a("span",{class:"hidden-text",children:d.to})," ",a("ins",{dir:"auto",children:nl(s.facet,s.to,t)})]})]},o)),r.map((s,o)=>a("li",{dir:"auto",children:s},"c"+o))]})}function h_(){let n=at.value;return n.length===0?a(pt,{children:d.nothingSelected}):n.length>1?a(a_,{ids:n}):a(Sw,{id:n[0]})}function Sw({id:n}){let e=ie.value,t=pn(n),i=an.value?.changes.find(l=>l.id===n),r=t?.name??i?.name??"",s=t?.category??i?.category??"",o=St.value==="why"?"why":"element";return a(Me,{children:[a("header",{class:"subject",children:[a("div",{children:[a("h2",{dir:"auto",title:r,children:r||d.unnamed(s)}),a("p",{class:"muted",children:[Ie(s),t&&t.level>=0&&a(Me,{children:[", ",a("bdi",{children:Ti(t.level)})]})]})]}),a(mu,{ids:[n]})]}),!t&&a("p",{class:"notice",children:i?.change==="deleted"?d.deletedHere:d.notInState(e?.revision??0)}),a(Lo,{label:d.about,chosen:o,choose:Gt,controls:"element-tab",tabs:[{id:"element",text:d.properties},{id:"why",text:d.why}]}),a("div",{id:"element-tab",role:"tabpanel","aria-labelledby":"element-tab-"+o,children:o==="why"?a(u_,{id:n}):a(s_,{id:n})})]})}function p_(){De(()=>Fc(!0),[]);let n=ie.value?.layers??[];return a("div",{class:"models-panel",children:[a(et,{title:d.models,n:n.length,children:[a("p",{class:"muted pad",children:d.modelsHint}),a("label",{class:"check pad",children:[a("input",{type:"checkbox",checked:Or.value,onChange:e=>Fc(e.currentTarget.checked)}),d.showLinked]}),Or.value&&ie.value&&n.length===0&&a(pt,{children:d.noLinks}),a("ul",{class:"plain",children:[n.length>0&&a(d_,{layer:ur,detail:"",loaded:!0}),n.map(e=>a(d_,{layer:e.link_id,loaded:e.loaded,detail:e.loaded?[e.discipline,st(e.elements,"element","elements")].filter(Boolean).join(", "):d.notLoadedModel},e.link_id))]})]}),a(ww,{}),a(Ew,{})]})}function d_({layer:n,detail:e,loaded:t}){let i=Ga.value,r=bo(n);return a("li",{class:"layer-row",children:[Wn.value==="model"&&a(Bo,{colour:Os(r,i)}),a("span",{class:"layer-name",children:[a("bdi",{children:r})," ",a("span",{class:"muted",children:e})]}),t&&a("select",{"aria-label":d.layerStateOf(r),value:hv(n),onChange:s=>dv(n,lf.find(o=>o===s.currentTarget.value)??"on"),children:lf.map(s=>a("option",{value:s,children:d.layerStates[s]},s))})]})}var Mw=2e3;function ww(){let n=Zn.value?.list.find(o=>o.run.tool==="clash_detection"),e=n?.next!==""&&(n?.findings.length??0)<Mw;if(De(()=>{n&&e&&Yc(n).catch(()=>{})},[n?.next]),!n||(ie.value?.layers.length??0)===0)return null;let t=n.findings.filter(o=>zs(o.status)),i=pv(t,Us),r=[ur,...(ie.value?.layers??[]).filter(o=>o.loaded).map(o=>o.link_id)],s=(o,l)=>i.find(c=>c.a===o&&c.b===l||c.a===l&&c.b===o)?.findings??[];return a(et,{title:d.clashMatrix,n:t.length,children:[n.next!==""&&a("p",{class:"muted pad",children:d.countedSoFar(n.findings.length)}),a("div",{class:"scroll",children:a("table",{class:"matrix",children:[a("thead",{children:a("tr",{children:[a("td",{}),r.map(o=>a("th",{scope:"col",children:a("bdi",{children:Ha(o)})},o))]})}),a("tbody",{children:r.map((o,l)=>a("tr",{children:[a("th",{scope:"row",children:a("bdi",{children:Ha(o)})}),r.map((c,u)=>{let h=u>l?[]:s(o,c),m=h[0];return a("td",{children:m&&a("button",{type:"button",class:"link","aria-label":d.clashesOf(Ha(o),Ha(c),h.length),onClick:()=>Uo(n.run.validation_run_id,m),children:a(pi,{n:h.length})})},c)})]},o))})]})})]})}var f_="delivery/";function Ew(){let n=(Ut.value?.branches??[]).filter(e=>e.name.startsWith(f_)&&!e.archived);return a(et,{title:d.deliveries,n:n.length,children:[n.length===0&&a(pt,{children:d.noDeliveries}),a("ul",{class:"plain",children:n.map(e=>{let t=e.parent+"@"+e.fork,i=se.value.branch===e.name&&se.value.diff===t;return a("li",{class:"layer-row",children:[a("span",{class:"layer-name",children:[a("bdi",{children:e.name.slice(f_.length)})," ",a("span",{class:"muted",children:e.description})]}),a(te,{kind:"quiet",icon:"compare",label:d.deliveryDiff,"aria-pressed":i,onClick:()=>{Fc(!1),je(i?{branch:"main",diff:""}:{branch:e.name,at:"",diff:t})}})]},e.name)})})]})}var Kf=z(!1),zo=z({id:"",task:null,error:null}),Zf=wt(Uv);function m_(){return bn.value?a(Cw,{id:bn.value}):a(Tw,{})}function Tw(){let n=$n.value,e=(n?.list??[]).filter(t=>Kf.value||!Jr(t.status));return a(Me,{children:[a("header",{class:"subject",children:[a("div",{children:[a("h2",{children:d.tasks}),a("p",{class:"muted",children:n?st(Ao.value,"open task","open tasks"):d.loading})]}),Ht("add_task")&&a(te,{icon:"plus",title:at.value.length>0?d.taskFromSelection:d.newTask,onClick:()=>fi.value={elements:at.value,findings:[],title:""},children:d.newTask})]}),a(Ye,{error:Hc.value,retry:()=>{Yr()}}),a("label",{class:"check pad",children:[a("input",{type:"checkbox",checked:Kf.value,onChange:t=>Kf.value=t.currentTarget.checked}),d.showDone]}),n&&e.length===0&&a(pt,{children:n.total===0?d.noTasks:d.noOpenTasks}),a("ul",{class:"plain",children:e.map(t=>a(Aw,{task:t,n:(n?.list.indexOf(t)??0)+1},t.task_id))}),n?.next&&a(te,{disabled:Zf.busy.value,onClick:()=>{Zf.run()},children:d.loadMore}),a(Ye,{error:Zf.trouble.value})]})}function Aw({task:n,n:e}){return a("li",{children:a("button",{type:"button",class:"finding",onClick:()=>{Fo(n.task_id),bn.value=n.task_id},children:[a("span",{class:"pin-number","aria-hidden":"true",children:e}),a("span",{class:"finding-text",children:[a("span",{dir:"auto",children:n.title}),a("span",{class:"muted",children:d.taskLine(n.priority,n.assignee??"",n.due??"",n.elements)})]}),a("span",{class:"finding-status task-"+n.status,children:Ie(n.status)})]})})}async function ep(n){try{let e=await Gc(n);if(bn.value!==n)return;let t=zo.value.id!==n;zo.value={id:n,task:e,error:null},t&&nu(n,(e.pinned??[]).map(i=>i.element_id))}catch(e){bn.value===n&&(zo.value={id:n,task:null,error:e})}}var jf=wt(async(n,e)=>{await Bv(n,e),await ep(n.task_id)}),Qf=wt(async(n,e,t)=>{await zv(n,e,t),await ep(n.task_id)});function Cw({id:n}){let e=$n.value?.list.find(s=>s.task_id===n)?.version??0;De(()=>{ep(n)},[n,e]),De(()=>()=>{zo.value={id:"",task:null,error:null},Ci.value=[]},[]);let{task:t,error:i}=zo.value.id===n?zo.value:{task:null,error:null},r=()=>{bn.value=""};return a(Me,{children:[a("header",{class:"subject",children:[a(te,{kind:"quiet",icon:"left",label:d.backToList,onClick:r}),a("div",{class:"grow",children:[a("h2",{dir:"auto",children:t?.title??d.task}),t&&a("p",{class:"muted",children:[Ie(t.status),", ",d.priority(t.priority)]})]}),t?.pinned&&a(te,{icon:"fit",label:d.showInPicture,onClick:()=>{Fo(n),nu(n,t.pinned.map(s=>s.element_id))}})]}),a(Ye,{error:i}),!t&&!i&&a("p",{class:"muted pad",role:"status",children:d.loading}),t&&a(Rw,{task:t})]})}function Rw({task:n}){let[e,t]=Qe(""),i=n.pinned??[];return a(Me,{children:[n.offer&&a("p",{class:"notice",dir:"auto",children:[n.offer.step==="complete"?d.offerComplete:d.offerReopen,": ",n.offer.why]}),n.description&&a(wn,{text:n.description}),a(Fn,{rows:[[d.owner,a(Mn,{user:n.owner})],n.assignee?[d.assignee,a("bdi",{children:n.assignee})]:null,n.due?[d.due,a("time",{dateTime:n.due,children:n.due})]:null,n.task_type?[d.type,a("bdi",{children:n.task_type})]:null,n.labels?.length?[d.labels,a("bdi",{children:n.labels.join(", ")})]:null,[d.addedAt,a(Mt,{at:n.created.at,far:!0})]]}),a(et,{title:d.elements,n:i.length,children:[i.length===0&&a(pt,{children:d.nothingPinned}),a("ul",{class:"links",children:i.map(r=>a("li",{children:[a(En,{id:r.element_id,name:r.name}),a("span",{class:"muted",children:[Ie(r.category),", ",d.since(Ot(r.since),r.changed_at_revision,r.changed_by)]})]},r.element_id))})]}),n.found&&n.found.length>0&&a(et,{title:d.findings,n:n.found.length,children:a("ul",{class:"links",children:n.found.map(r=>a("li",{children:[a("button",{type:"button",class:"link",onClick:()=>{Gt("findings"),Nn.value={run:r.validation_run_id??"",key:r.key}},children:d.finding}),a("span",{class:"muted",children:r.status?Ie(r.status):d.unknown})]},r.key))})}),a(et,{title:d.comments,n:n.comments,children:[(n.said??[]).length===0&&a(pt,{children:d.noComments}),a("ol",{class:"cards",children:(n.said??[]).map(r=>a("li",{class:"card",children:[a("header",{children:[r.author&&a(Mn,{user:r.author}),a(Mt,{at:r.at})]}),r.claimed_author&&a("p",{class:"muted",children:a("bdi",{children:d.claimed(r.claimed_author,r.source?.file??"")})}),a(wn,{text:r.text})]},r.comment_id))})]}),n.completion&&a("p",{class:"notice",children:[d.completedBy," ",a("bdi",{children:n.completion.by.user_id})," ",a(Mt,{at:n.completion.by.at}),n.completion.note&&a(wn,{text:n.completion.note})]}),Ht("update_task")&&a("form",{class:"decide",onSubmit:r=>r.preventDefault(),children:[a(Pt,{label:d.comment,children:a("textarea",{rows:2,value:e,maxLength:4e3,onInput:r=>t(r.currentTarget.value)})}),a(Ye,{error:jf.trouble.value??Qf.trouble.value}),a("div",{class:"flow",children:[a(te,{kind:"primary",disabled:e.trim()===""||jf.busy.value,onClick:()=>{jf.run(n,e).then(r=>r&&t(""))},children:d.addComment}),Fv[n.status].map(r=>a(te,{disabled:Qf.busy.value,title:r==="completed"&&n.policy?.note?d.noteNeeded:void 0,onClick:()=>{Qf.run(n,r,e).then(s=>s&&t(""))},children:Jr(n.status)?d.reopen:d.moveTo[r]},r))]})]})]})}var tp=26,Xs=z(""),rl=z(new Set),Vo=z("");function g_({grouping:n}){let e=In(null),t=ie.value,i=zi(()=>t&&Fg(t.rows,t.levels,n,Dw(t.levels.length,n),Xs.value),[t,n,rl.value,Xs.value]),r=i?.rows??[],s=Math.max(0,r.findIndex(l=>l.key===Vo.value)),o=cu(e,r.length,tp);return uu(e,Vo.value?s:-1,tp),a("div",{class:"tree-panel",children:[a("div",{class:"filter",children:[a(ut,{name:"filter"}),a("input",{type:"search",class:"filter-input",placeholder:d.filter,"aria-label":d.filterElements,value:Xs.value,onInput:l=>Xs.value=l.currentTarget.value}),a("span",{class:"muted nowrap",role:"status",children:i?d.shownOf(i.shown,i.total):""})]}),i&&r.length===0&&a(pt,{children:[i.total===0?d.modelEmpty:d.filterHides(i.total)," ",i.total>0&&a(te,{kind:"plain",onClick:()=>Xs.value="",children:d.clearFilter})]}),a("div",{class:"tree",ref:e,role:"tree","aria-label":n==="storeys"?d.storeys:d.categories,"aria-multiselectable":"true",onKeyDown:l=>i&&Nw(l,i,s),onMouseLeave:()=>Ai.value=null,children:[a(Bf,{height:o.before}),r.slice(o.first,o.last).map((l,c)=>a(Pw,{row:l,shown:i,stop:o.first+c===s},l.key)),a(Bf,{height:o.after})]}),Uc.value&&a("div",{class:"notice",children:[a(ut,{name:"eyeOff"}),a("span",{children:Dn.value?d.onlyStorey(Dn.value):d.partsHidden}),a(te,{kind:"quiet",onClick:Mo,children:d.showAll})]})]})}function Pw({row:n,shown:e,stop:t}){let i=n.id!==""&&at.value.includes(n.id),r=v_(n,e),s=Iw(n);return a("div",{role:"treeitem",class:"tree-row depth-"+n.depth+(r?" is-hidden":""),"data-key":n.key,"aria-level":n.depth,"aria-posinset":n.place,"aria-setsize":n.siblings,"aria-selected":i,...n.open===null?{}:{"aria-expanded":n.open},tabIndex:t?0:-1,onFocus:()=>Vo.value=n.key,onMouseEnter:()=>Ai.value=n.id||null,onDblClick:()=>ei(e.ids(n)),onClick:o=>{Vo.value=n.key,o.currentTarget.focus(),n.id?o.ctrlKey||o.metaKey||o.shiftKey?Vr(n.id):Qt([n.id]):ip(n,n.open!==!0)},children:[a("span",{class:"twist",children:n.open!==null&&a(ut,{name:n.open?"down":"right"})}),a("span",{class:"tree-text",dir:"auto",children:s}),n.count>0&&a("span",{class:"count",children:He(n.count)}),n.kind==="level"&&n.depth===1&&n.text!==""&&a("button",{type:"button",class:"row-button",tabIndex:-1,title:d.onlyThis,"aria-label":d.onlyThisOf(s),"aria-pressed":Dn.value===n.text,onClick:o=>{o.stopPropagation(),Dn.value=Dn.value===n.text?"":n.text},children:a(ut,{name:"only"})}),a("button",{type:"button",class:"row-button eye",tabIndex:-1,"aria-pressed":r,title:r?d.show:d.hide,"aria-label":r?d.showOf(s):d.hideOf(s),onClick:o=>{o.stopPropagation(),__(n,e,!r)},children:a(ut,{name:r?"eyeOff":"eye"})})]})}function Iw(n){return n.kind==="category"?Ie(n.text):n.kind==="level"?n.text||d.noLevel:n.text||d.unnamed(n.category)}function np(n){return ie.value?.levels[n.level]?.id??""}function v_(n,e){let t=Dn.value;if(t!==""&&n.level!==-2&&Ti(n.level)!==t||n.level!==-2&&dr.value.has(np(n))||n.category!==""&&hi.value.has(n.category))return!0;let i=hr.value;if(i.size===0)return!1;if(n.id)return i.has(n.id);let r=e.ids(n);return r.length>0&&r.every(s=>i.has(s))}function __(n,e,t){if(n.depth===1&&n.kind==="category"){hi.value=_u(hi.value,n.category,t);return}if(n.depth===1&&n.kind==="level"){dr.value=_u(dr.value,np(n),t),!t&&Dn.value!==n.text&&(Dn.value="");return}let i=e.ids(n);t||(hi.value=_u(hi.value,n.category,!1),dr.value=_u(dr.value,np(n),!1));let r=new Set(hr.value);for(let s of i)t?r.add(s):r.delete(s);hr.value=r}function _u(n,e,t){return n.has(e)===t?n:Wa(n,e)}function ip(n,e){n.open===null||n.open===e||Xs.value!==""||(rl.value=Wa(rl.value,n.key))}var Lw=6;function Dw(n,e){let t=new Set(rl.value);if(e==="storeys"&&n<=Lw)for(let i=0;i<n;i++)t.delete("g:"+i)||t.add("g:"+i);return t}function Nw(n,e,t){let i=e.rows[t];if(!i||n.altKey||n.metaKey)return;let r=n.currentTarget,s=u=>{let h=e.rows[Math.max(0,Math.min(e.rows.length-1,u))];h&&(Vo.value=h.key,requestAnimationFrame(()=>r.querySelector('[role=treeitem][tabindex="0"]')?.focus()))},o=Math.max(1,Math.floor(r.clientHeight/tp)-1),l={ArrowDown:()=>s(t+1),ArrowUp:()=>s(t-1),PageDown:()=>s(t+o),PageUp:()=>s(t-o),Home:()=>s(0),End:()=>s(e.rows.length-1),ArrowRight:()=>i.open===!1?ip(i,!0):i.open?s(t+1):void 0,ArrowLeft:()=>i.open?ip(i,!1):s(e.rows.findIndex(u=>u.key===i.parent)),Enter:()=>n.ctrlKey&&i.id?Vr(i.id):Qt(e.ids(i))," ":()=>i.id?Vr(i.id):Qt(e.ids(i))};Fe.value.letters&&!n.ctrlKey&&(l.h=()=>__(i,e,!v_(i,e)),l.i=()=>Gr(e.ids(i)),l.f=()=>ei(e.ids(i)));let c=l[n.key];!c||n.target.closest("input")||(n.preventDefault(),n.stopPropagation(),c())}function y_(){rl.value=new Set,Xs.value="",Vo.value=""}var x_=200,b_=560;function S_(){let n=Wr.value!=="wide",e=Fe.value.left;return(n?!wo.value:e===0)?null:a(Me,{children:[a("aside",{class:"side left"+(n?" drawer":""),"aria-label":d.modelSide,style:n?{}:{width:e+"px"},onKeyDown:t=>{t.key==="Escape"&&n&&(wo.value=!1)},children:[a(M_,{}),a(w_,{})]}),!n&&a(C_,{side:"left"})]})}function M_(){return a(Lo,{label:d.modelSide,controls:"left-body",chosen:zc.value,choose:n=>zc.value=n,tabs:[{id:"storeys",text:d.storeys},{id:"categories",text:d.categories},{id:"changes",text:d.changes},{id:"models",text:d.models}]})}function w_(){let n=zc.value;return a("div",{id:"left-body",class:"left-body",role:"tabpanel","aria-labelledby":"left-body-"+n,children:[n==="changes"&&a(Y0,{}),n==="models"&&a(p_,{}),(n==="storeys"||n==="categories")&&a(g_,{grouping:n},n)]})}function E_(){let n=Wr.value==="narrow",e=Fe.value.right;return kw(),n&&Eo.value==="left"?a("aside",{class:"side sheet","aria-label":d.modelSide,children:a("div",{id:"side-body",class:"left-body",role:"tabpanel","aria-labelledby":"side-body-model",children:[a(M_,{}),a(w_,{})]})}):!n&&e===0?a(te,{kind:"quiet",icon:"left",label:d.openSide,class:"reopen",onClick:()=>jn({right:328})}):a(Me,{children:[!n&&a(C_,{side:"right"}),a("aside",{class:"side right"+(n?" sheet":""),"aria-label":d.detailSide,style:n?{}:{width:e+"px"},children:[!n&&a(Fw,{}),a("div",{id:"side-body",class:"side-body",role:"tabpanel",tabIndex:-1,"aria-labelledby":"side-body-"+rp(St.value),children:a(Uw,{})}),a(Ow,{})]})]})}function kw(){let n=In(!1),e=St.value+kn.value+Nn.value.key+bn.value;De(()=>{let t=i=>{n.current=i.target instanceof Element&&i.target.closest(".side.right, .side.sheet")!==null};return document.addEventListener("focusin",t),()=>document.removeEventListener("focusin",t)},[]),De(()=>{!n.current||document.activeElement!==document.body||document.getElementById("side-body")?.focus({preventScroll:!0})},[e])}function rp(n){return n==="why"?"element":n}function T_(){let n=an.value?Object.values(_o.value).reduce((e,t)=>e+t,0):void 0;return[{id:"element",text:d.element},{id:"diff",text:d.comparisonTab,n},{id:"approvals",text:d.approvals,n:Ji.value?.length||void 0},{id:"findings",text:d.findings,n:Co.value.count||void 0},{id:"tasks",text:d.tasks,n:Ao.value||void 0}]}function Fw(){let n=rp(St.value),e=T_().filter(t=>t.id==="element"||t.id===n||t.id==="diff"&&(t.n!==void 0||Br.value!==null));return a(Lo,{label:d.detailSide,controls:"side-body",chosen:n,choose:Gt,tabs:e})}function Uw(){switch(St.value){case"diff":return a(V0,{});case"approvals":return a(W0,{});case"findings":return a(K0,{});case"tasks":return a(m_,{});default:return a(h_,{})}}function Ow(){let n=at.value;if(n.length===0||St.value==="element"||St.value==="why")return null;let e=pn(n[0]);return a("p",{class:"selected-bar",children:[a("span",{children:a("bdi",{children:n.length>1?d.selectedCount(n.length):e?.name||d.unnamed(e?.category??"")})}),a(te,{kind:"plain",onClick:()=>Gt("element"),children:d.properties}),a(te,{kind:"plain",onClick:()=>Gt("why"),children:d.why})]})}function A_(){let n=e=>{Eo.value=e==="model"?"left":"side",e!=="model"&&Gt(e)};return a(Lo,{label:d.parts,controls:"side-body",chosen:Eo.value==="left"?"model":rp(St.value),choose:n,tabs:[{id:"model",text:d.model},...T_()]})}var Bw={ArrowLeft:-16,ArrowRight:16};function C_({side:n}){let e=Fe.value[n],t=r=>jn({[n]:r<x_/2?0:Math.round(Math.min(b_,Math.max(x_,r)))}),i=n==="left"?1:-1;return a("div",{class:"splitter splitter-"+n,role:"separator",tabIndex:0,"aria-orientation":"vertical","aria-label":n==="left"?d.resizeLeft:d.resizeRight,"aria-valuenow":e,"aria-valuemin":0,"aria-valuemax":b_,onKeyDown:r=>{let s=Bw[r.key];if(s)t(e+i*s);else if(r.key==="Enter")t(0);else return;r.preventDefault()},onDblClick:()=>t(0),onPointerDown:r=>{let s=r.clientX,o=r.currentTarget;o.setPointerCapture(r.pointerId);let l=c=>t(e+i*(c.clientX-s));o.addEventListener("pointermove",l),o.addEventListener("lostpointercapture",()=>o.removeEventListener("pointermove",l),{once:!0})}})}var sp=40;function xu({effect:n}){let e=n.modified.filter(r=>!r.derived),t=n.modified.filter(r=>r.derived);return n.counts.created+n.counts.modified+n.counts.deleted+n.counts.derived===0?a("p",{class:"muted",children:d.doesNothing}):a("div",{class:"effect",children:[a(yu,{kind:"deleted",list:n.deleted,n:n.counts.deleted}),a(yu,{kind:"added",list:n.created,n:n.counts.created}),a(yu,{kind:"modified",list:e,n:n.counts.modified}),a(yu,{kind:"derived",list:t,n:n.counts.derived})]})}function yu({kind:n,list:e,n:t}){return t===0?null:a("details",{open:t<=12,children:[a("summary",{children:[a("span",{class:"sign "+n,children:os[n]})," ",d.kinds[n]," ",a(pi,{n:t})]}),a("ul",{class:"plain",children:[e.slice(0,sp).map(i=>a("li",{children:[a("bdi",{children:i.name||d.unnamed(i.category)})," ",a("span",{class:"muted",children:[Ie(i.category),i.changed&&i.changed.length>0&&": "+i.changed.map(r=>Ie(r).toLowerCase()).join(", ")]})]},i.element_id)),t>Math.min(sp,e.length)&&a("li",{class:"muted",children:d.andMore(t-Math.min(sp,e.length))})]})]})}var op=z(null),zw=z(null),sl=wt(async n=>{zw.value=null,op.value=await vt("merge_branch",{model_id:se.value.model,branch:n.target,source:n.source,dry_run:!0})}),bu=wt(async(n,e,t,i)=>{let r={model_id:se.value.model,branch:n.target,source:n.source,expected_revision:e,dry_run:!1};t.length>0&&(r.decisions=t),i&&(r.reasoning=i);let s=await vt("merge_branch",r);ft(s.summary),jr.value=null,je({branch:n.target})});function R_({sides:n}){let[e,t]=Qe({}),[i,r]=Qe(""),s=()=>{jr.value=null};De(()=>{op.value=null,bu.trouble.value=null,sl.run(n)},[n.source,n.target]),Io(se.value.model,n.source);let o=op.value,l=o?.conflicts.filter(u=>!u.decision&&!Vw(e[u.conflict_id]))??[],c=o!==null&&!o.would_merge&&o.conflicts.length===0;return a(Xn,{title:d.mergeTitle(n.source,n.target),close:s,wide:!0,children:[a(Ye,{error:sl.trouble.value,retry:()=>{sl.run(n)}}),!o&&!sl.trouble.value&&a("p",{class:"muted",role:"status",children:d.foretelling}),o&&a("form",{onSubmit:u=>{u.preventDefault();let h=o.conflicts.flatMap(m=>Hw(m,e[m.conflict_id]));bu.run(n,o.revision,h,i)},children:[a("p",{class:"muted",children:[d.mergeBase," ",a("bdi",{children:o.base.branch})," ",d.atRevision(o.base.revision)]}),c&&a(pt,{children:d.nothingToMerge}),!c&&a(tu,{branch:n.source}),o.conflicts.length>0&&a(et,{title:d.conflicts,n:o.conflicts.length,children:[a("p",{class:"muted",children:l.length>0?d.openConflicts(l.length):d.allDecided}),a("ul",{class:"cards",children:o.conflicts.map(u=>a(Ww,{conflict:u,sides:n,decision:e[u.conflict_id],decide:h=>t({...e,[u.conflict_id]:h})},u.conflict_id))})]}),!c&&a(et,{title:d.wouldDo,children:[o.open_conflicts>0&&a("p",{class:"muted",children:d.whereOursWins}),a(xu,{effect:o})]}),o.automatic.length>0&&a(et,{title:d.automatic,n:o.counts.automatic,open:!1,children:a("ul",{class:"plain",children:o.automatic.map((u,h)=>a("li",{children:[a("bdi",{children:u.name})," ",a("span",{class:"muted",children:[Ie(u.action).toLowerCase(),u.facet&&" "+Ie(u.facet).toLowerCase(),u.reason&&a(Me,{children:[": ",a("bdi",{children:u.reason})]})]})]},h))})}),(o.needs_person??[]).map((u,h)=>a("p",{class:"notice",dir:"auto",children:u},h)),!c&&a(Pt,{label:d.reasonOptional,children:a("textarea",{rows:2,maxLength:1e3,value:i,onInput:u=>r(u.currentTarget.value)})}),a(Ye,{error:bu.trouble.value,retry:()=>{sl.run(n)}}),a("footer",{class:"dialog-actions",children:[a(te,{onClick:s,children:d.cancel}),!c&&a(te,{kind:"primary",type:"submit",disabled:l.length>0||bu.busy.value,children:d.mergeInto(n.target)})]})]})]})}function Vw(n){return n!==void 0&&(n.take!=="value"||n.value.trim()!=="")}function Hw(n,e){if(!e)return[];let t={conflict_id:n.conflict_id,take:e.take};return e.take==="value"&&(t.value=Gw(e.value,n)),[t]}function Gw(n,{ours:e,theirs:t}){if(typeof e=="string"||typeof t=="string")return n;try{return JSON.parse(n)}catch{return n}}function Ww({conflict:n,sides:e,decision:t,decide:i}){let r=Fe.value.unit,s=c=>nl(n.facet,c,r),o="conflict-"+n.conflict_id,l=[{take:"ours",side:e.target,value:n.ours},{take:"theirs",side:e.source,value:n.theirs}].filter(c=>n.choices.includes(c.take));return a("li",{class:"card",children:a("fieldset",{class:"conflict",children:[a("legend",{children:[a("bdi",{children:n.name||d.unnamed(n.category)})," ",a("span",{class:"muted",children:[Ie(n.category),n.facet&&", "+Ie(n.facet).toLowerCase()]})]}),a("p",{dir:"auto",class:"muted",children:n.message}),a("p",{children:[d.baseValue,": ",a("span",{dir:"auto",children:s(n.base)})]}),l.map(({take:c,side:u,value:h})=>a("label",{children:[a("input",{type:"radio",name:o,checked:t?.take===c,onChange:()=>i({take:c,value:""})}),a("span",{children:[d.sides[c]," (",a("bdi",{children:u}),"): ",a("strong",{dir:"auto",children:s(h)}),(n.consequences?.[c]??[]).map((m,p)=>a("span",{class:"muted block",dir:"auto",children:m},p))]})]},c)),n.choices.includes("value")&&a("label",{children:[a("input",{type:"radio",name:o,checked:t?.take==="value",onChange:()=>i({take:"value",value:t?.value??""})}),a("span",{children:d.otherValue}),a("input",{class:"inline-input","aria-label":d.otherValue,value:t?.take==="value"?t.value:"",onInput:c=>i({take:"value",value:c.currentTarget.value})})]}),n.decision&&a("p",{class:"muted",children:d.recorded(n.decision.take,n.decision.by??"")})]})})}var Ho=z(null);function P_(){let n=()=>{let i=Ho.value;if(document.hidden||!i||i.after<i.until)return;let r=ie.value;r&&(Ho.value={...i,after:Fe.value.seen[i.key]??r.head,until:r.head}),e()},e=()=>{let i=ie.value;if(!i||Je.value)return;let r=Ln(i.model_id,i.branch),s=Fe.peek().seen[r];Ho.peek()?.key!==r&&(Ho.value={key:r,after:s??i.head,until:i.head}),kr.value&&!document.hidden&&s!==i.head&&jn({seen:{...Fe.peek().seen,[r]:i.head}})};document.addEventListener("visibilitychange",n);let t=Ke(e);return()=>{t(),document.removeEventListener("visibilitychange",n)}}function I_(){let n=Ho.value;if(!n||Je.value||n.key!==Ln(se.value.model,se.value.branch)||n.after>=n.until)return null;let e=(Kn.value?.list??[]).filter(s=>s.first>n.after&&s.last<=n.until),t=e.at(-1);if(!t)return null;let i=new Set(e.map(s=>s.agent||s.user)).size,r=Math.max(0,n.after);return a("div",{class:"since",role:"status",children:[a("span",{children:[d.sinceLast(st(e.length,"change","changes"),st(i,"author","authors"))," ",a(Mt,{at:t.at})]}),a(te,{kind:"quiet",icon:"compare",onClick:()=>je({at:"",diff:String(r)}),children:d.compare}),a(te,{kind:"quiet",icon:"play",onClick:()=>ou(r),children:d.replay}),a(te,{kind:"quiet",icon:"check",onClick:()=>Ho.value={...n,after:n.until},children:d.markSeen})]})}var Su={ifc:"export_ifc",plan:"create_plan",table:"export_table",mesh:"export_mesh"},ol=wt(async(n,e)=>{let t=ie.value;if(!t)return;let{model_id:i,branch:r,revision:s}=t,o=await Nr("/api/tools/"+Su[n],{model_id:i,branch:r,at:s,dry_run:!1,...e});if(!o.data||!o.event_id)throw new on(200,o.error??{});let l=o.data.path.split(/[\\/]/).pop()??"model";Xw(l,await or("/api/files/"+o.event_id)),ft(d.fileSaved(l))});function Xw(n,e){let t=URL.createObjectURL(new Blob([e])),i=document.createElement("a");i.href=t,i.download=n,i.click(),setTimeout(()=>URL.revokeObjectURL(t),6e4)}var Mu=z("ifc"),L_=z("IFC4"),D_=z("generic"),N_=z(""),k_=z("100"),F_=z("pdf"),U_=z("door");function O_(){let n=ie.value,e=()=>{Ro.value=!1};if(!n)return null;let t=Object.keys(Su).filter(i=>Ht(Su[i])&&(i!=="plan"||n.levels.length>0));return a(Xn,{title:d.save,close:e,children:a("form",{onSubmit:i=>{i.preventDefault(),ol.run(Mu.value,Jw()).then(r=>r&&e())},children:[a("p",{class:"muted",children:d.fileMoment(n.branch,n.revision)}),a(qs,{label:d.fileKind,of:Mu,names:Object.fromEntries(t.map(i=>[i,d.fileKinds[i]]))}),a(qw,{}),a(Ye,{error:ol.trouble.value}),ol.busy.value&&a("p",{role:"status",children:d.makingFile}),a("footer",{class:"dialog-actions",children:[a(te,{onClick:e,children:d.cancel}),a(te,{kind:"primary",type:"submit",disabled:ol.busy.value||t.length===0,children:d.download})]})]})})}function qw(){let n=ie.value?.levels??[];switch(Mu.value){case"ifc":return a(Me,{children:[a(qs,{label:d.fileVersion,of:L_,names:{IFC4:"IFC4",IFC4X3_ADD2:"IFC4X3",IFC2X3:"IFC2X3"}}),a(qs,{label:d.fileReader,of:D_,names:d.fileReaders})]});case"plan":return a(Me,{children:[a(qs,{label:d.fileStorey,of:N_,names:Object.fromEntries(n.map(e=>[e.id,e.name]))}),a(qs,{label:d.fileScale,of:k_,names:{50:"1:50",100:"1:100",200:"1:200"}}),a(qs,{label:d.fileFormat,of:F_,names:{pdf:"PDF",dxf:"DXF",svg:"SVG"}})]});case"table":return a(qs,{label:d.fileTemplate,of:U_,names:d.fileTemplates});case"mesh":return null}}function Jw(){switch(Mu.value){case"ifc":return{schema:L_.value,target:D_.value};case"plan":return{level_id:Yw(),scale:Number(k_.value),format:F_.value};case"table":return{template:U_.value,format:"xlsx"};case"mesh":return{format:"glb"}}}function Yw(){let n=ie.value?.levels??[];return(n.find(e=>e.id===N_.value)??n[0])?.id}function qs({label:n,of:e,names:t}){let i=e.value in t?e.value:Object.keys(t)[0];return a(Pt,{label:n,children:a("select",{value:i,onChange:r=>e.value=r.currentTarget.value,children:Object.entries(t).map(([r,s])=>a("option",{value:r,children:s},r))})})}function B_(n){return n.map(({axis:e,at:t,before:i})=>{let r=i?-1:1;return[e==="x"?r:0,e==="y"?r:0,e==="z"?r:0,r*t]})}function z_(n,e,t,i){let r=n.filter(s=>s.axis!==e||s.before!==t);return i===null?r:[...r,{axis:e,at:i,before:t}]}var ly=0,Np=1,cy=2;var Tl=1,uy=2,ua=3,_i=0,On=1,yi=2,Mr=0,ha=1,kp=2,Fp=3,Up=4,Mh=5;var ro=100,hy=101,dy=102,fy=103,py=104,my=200,wh=201,gy=202,vy=203,Al=204,Cl=205,_y=206,yy=207,xy=208,by=209,Sy=210,My=211,wy=212,Ey=213,Ty=214,qu=0,Ju=1,Yu=2,ia=3,$u=4,Ku=5,Zu=6,ju=7,Op=0,Ay=1,Cy=2,er=0,Bp=1,zp=2,Vp=3,Hp=4,Gp=5,Wp=6,Xp=7;var qp=300,so=301,da=302,Eh=303,Th=304,Qu=1e3,Ki=1001,eh=1002,Ct=1003,Ry=1004;var Rl=1005;var cn=1006,Ah=1007;var wr=1008;var mn=1009,Jp=1010,Yp=1011,fa=1012,Ch=1013,Cn=1014,ki=1015,Fi=1016,Rh=1017,Ph=1018,oo=1020,$p=35902,Kp=35899,Zp=1021,jp=1022,Bn=1023,Sr=1026,Er=1027,Qp=1028,pa=1029,xs=1030,ma=1031;var ga=1033,Pl=33776,Il=33777,Ll=33778,Dl=33779,Ih=35840,Lh=35841,Dh=35842,Nh=35843,kh=36196,Fh=37492,Uh=37496,Oh=37488,Bh=37489,Nl=37490,zh=37491,Vh=37808,Hh=37809,Gh=37810,Wh=37811,Xh=37812,qh=37813,Jh=37814,Yh=37815,$h=37816,Kh=37817,Zh=37818,jh=37819,Qh=37820,ed=37821,td=36492,nd=36494,id=36495,rd=36283,sd=36284,kl=36285,od=36286;var dl=2300,th=2301,Wu=2302,Cp=2303,Rp=2400,Pp=2401,Ip=2402;var Py=3200;var em=0,Iy=1,Tr="",ii="srgb",fl="srgb-linear",pl="linear",yt="srgb";var Xu=7680;var Ly=519,Dy=512,Ny=513,ky=514,tm=515,Fy=516,Uy=517,nm=518,im=519,Oy=35044;var ao="300 es",gi=2e3,ml=2001;function $w(n){for(let e=n.length-1;e>=0;--e)if(n[e]>=65535)return!0;return!1}function Kw(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function gl(n){return document.createElementNS("http://www.w3.org/1999/xhtml",n)}function By(){let n=gl("canvas");return n.style.display="block",n}var V_={},ra=null;function rm(...n){let e="THREE."+n.shift();ra?ra("log",e,...n):console.log(e,...n)}function zy(n){let e=n[0];if(typeof e=="string"&&e.startsWith("TSL:")){let t=n[1];t&&t.isStackTrace?n[0]+=" "+t.getLocation():n[1]='Stack trace not available. Enable "THREE.Node.captureStackTrace" to capture stack traces.'}return n}function Oe(...n){n=zy(n);let e="THREE."+n.shift();if(ra)ra("warn",e,...n);else{let t=n[0];t&&t.isStackTrace?console.warn(t.getError(e)):console.warn(e,...n)}}function Be(...n){n=zy(n);let e="THREE."+n.shift();if(ra)ra("error",e,...n);else{let t=n[0];t&&t.isStackTrace?console.error(t.getError(e)):console.error(e,...n)}}function hl(...n){let e=n.join(" ");e in V_||(V_[e]=!0,Oe(...n))}function Vy(n,e,t){return new Promise(function(i,r){function s(){switch(n.clientWaitSync(e,n.SYNC_FLUSH_COMMANDS_BIT,0)){case n.WAIT_FAILED:r();break;case n.TIMEOUT_EXPIRED:setTimeout(s,t);break;default:i()}}setTimeout(s,t)})}var Hy={[qu]:qu,[Yu]:Zu,[$u]:$u,[ia]:Ku,[Ju]:Ju,[Zu]:Yu,[ju]:ju,[Ku]:ia},Zi=class{addEventListener(e,t){this._listeners===void 0&&(this._listeners={});let i=this._listeners;i[e]===void 0&&(i[e]=[]),i[e].indexOf(t)===-1&&i[e].push(t)}hasEventListener(e,t){let i=this._listeners;return i===void 0?!1:i[e]!==void 0&&i[e].indexOf(t)!==-1}removeEventListener(e,t){let i=this._listeners;if(i===void 0)return;let r=i[e];if(r!==void 0){let s=r.indexOf(t);s!==-1&&r.splice(s,1)}}dispatchEvent(e){let t=this._listeners;if(t===void 0)return;let i=t[e.type];if(i!==void 0){e.target=this;let r=i.slice(0);for(let s=0,o=r.length;s<o;s++)r[s].call(this,e);e.target=null}}},Tn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"];var ap=Math.PI/180,nh=180/Math.PI;function Fl(){let n=Math.random()*4294967295|0,e=Math.random()*4294967295|0,t=Math.random()*4294967295|0,i=Math.random()*4294967295|0;return(Tn[n&255]+Tn[n>>8&255]+Tn[n>>16&255]+Tn[n>>24&255]+"-"+Tn[e&255]+Tn[e>>8&255]+"-"+Tn[e>>16&15|64]+Tn[e>>24&255]+"-"+Tn[t&63|128]+Tn[t>>8&255]+"-"+Tn[t>>16&255]+Tn[t>>24&255]+Tn[i&255]+Tn[i>>8&255]+Tn[i>>16&255]+Tn[i>>24&255]).toLowerCase()}function lt(n,e,t){return Math.max(e,Math.min(t,n))}function Zw(n,e){return(n%e+e)%e}function lp(n,e,t){return(1-t)*n+t*e}function Gy(n){return Math.pow(2,Math.floor(Math.log(n)/Math.LN2))}function sm(n){switch(n.constructor){case Uint32Array:return 4294967295;case Uint16Array:return 65535;case Uint8Array:case Uint8ClampedArray:return 255;case Int32Array:return 2147483647;case Int16Array:return 32767;case Int8Array:return 127;default:return}}function jw(n,e){if(e.constructor===Float32Array)return n;let t=sm(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.max(n/t,-1)}function Qw(n,e){if(e.constructor===Float32Array)return n;let t=sm(e);if(t===void 0)throw new Error("THREE.MathUtils: Invalid component type.");return Math.round(n*t)}var ct=class{static{this.prototype.isVector2=!0}constructor(e=0,t=0){this.x=e,this.y=t}get width(){return this.x}set width(e){this.x=e}get height(){return this.y}set height(e){this.y=e}set(e,t){return this.x=e,this.y=t,this}setScalar(e){return this.x=e,this.y=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;default:throw new Error("THREE.Vector2: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;default:throw new Error("THREE.Vector2: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y)}copy(e){return this.x=e.x,this.y=e.y,this}add(e){return this.x+=e.x,this.y+=e.y,this}addScalar(e){return this.x+=e,this.y+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this}subScalar(e){return this.x-=e,this.y-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this}multiply(e){return this.x*=e.x,this.y*=e.y,this}multiplyScalar(e){return this.x*=e,this.y*=e,this}divide(e){return this.x/=e.x,this.y/=e.y,this}divideScalar(e){return this.multiplyScalar(1/e)}applyMatrix3(e){let t=this.x,i=this.y,r=e.elements;return this.x=r[0]*t+r[3]*i+r[6],this.y=r[1]*t+r[4]*i+r[7],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this}clamp(e,t){return this.x=lt(this.x,e.x,t.x),this.y=lt(this.y,e.y,t.y),this}clampScalar(e,t){return this.x=lt(this.x,e,t),this.y=lt(this.y,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(lt(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(e){return this.x*e.x+this.y*e.y}cross(e){return this.x*e.y-this.y*e.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(lt(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y;return t*t+i*i}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this}equals(e){return e.x===this.x&&e.y===this.y}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this}rotateAround(e,t){let i=Math.cos(t),r=Math.sin(t),s=this.x-e.x,o=this.y-e.y;return this.x=s*i-o*r+e.x,this.y=s*r+o*i+e.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},ji=class{constructor(e=0,t=0,i=0,r=1){this.isQuaternion=!0,this._x=e,this._y=t,this._z=i,this._w=r}static slerpFlat(e,t,i,r,s,o,l){let c=i[r+0],u=i[r+1],h=i[r+2],m=i[r+3],p=s[o+0],f=s[o+1],_=s[o+2],S=s[o+3];if(m!==S||c!==p||u!==f||h!==_){let v=c*p+u*f+h*_+m*S;v<0&&(p=-p,f=-f,_=-_,S=-S,v=-v);let g=1-l;if(v<.9995){let M=Math.acos(v),C=Math.sin(M);g=Math.sin(g*M)/C,l=Math.sin(l*M)/C,c=c*g+p*l,u=u*g+f*l,h=h*g+_*l,m=m*g+S*l}else{c=c*g+p*l,u=u*g+f*l,h=h*g+_*l,m=m*g+S*l;let M=1/Math.sqrt(c*c+u*u+h*h+m*m);c*=M,u*=M,h*=M,m*=M}}e[t]=c,e[t+1]=u,e[t+2]=h,e[t+3]=m}static multiplyQuaternionsFlat(e,t,i,r,s,o){let l=i[r],c=i[r+1],u=i[r+2],h=i[r+3],m=s[o],p=s[o+1],f=s[o+2],_=s[o+3];return e[t]=l*_+h*m+c*f-u*p,e[t+1]=c*_+h*p+u*m-l*f,e[t+2]=u*_+h*f+l*p-c*m,e[t+3]=h*_-l*m-c*p-u*f,e}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get w(){return this._w}set w(e){this._w=e,this._onChangeCallback()}set(e,t,i,r){return this._x=e,this._y=t,this._z=i,this._w=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(e){return this._x=e.x,this._y=e.y,this._z=e.z,this._w=e.w,this._onChangeCallback(),this}setFromEuler(e,t=!0){let i=e._x,r=e._y,s=e._z,o=e._order,l=Math.cos,c=Math.sin,u=l(i/2),h=l(r/2),m=l(s/2),p=c(i/2),f=c(r/2),_=c(s/2);switch(o){case"XYZ":this._x=p*h*m+u*f*_,this._y=u*f*m-p*h*_,this._z=u*h*_+p*f*m,this._w=u*h*m-p*f*_;break;case"YXZ":this._x=p*h*m+u*f*_,this._y=u*f*m-p*h*_,this._z=u*h*_-p*f*m,this._w=u*h*m+p*f*_;break;case"ZXY":this._x=p*h*m-u*f*_,this._y=u*f*m+p*h*_,this._z=u*h*_+p*f*m,this._w=u*h*m-p*f*_;break;case"ZYX":this._x=p*h*m-u*f*_,this._y=u*f*m+p*h*_,this._z=u*h*_-p*f*m,this._w=u*h*m+p*f*_;break;case"YZX":this._x=p*h*m+u*f*_,this._y=u*f*m+p*h*_,this._z=u*h*_-p*f*m,this._w=u*h*m-p*f*_;break;case"XZY":this._x=p*h*m-u*f*_,this._y=u*f*m-p*h*_,this._z=u*h*_+p*f*m,this._w=u*h*m+p*f*_;break;default:Oe("Quaternion: .setFromEuler() encountered an unknown order: "+o)}return t===!0&&this._onChangeCallback(),this}setFromAxisAngle(e,t){let i=t/2,r=Math.sin(i);return this._x=e.x*r,this._y=e.y*r,this._z=e.z*r,this._w=Math.cos(i),this._onChangeCallback(),this}setFromRotationMatrix(e){let t=e.elements,i=t[0],r=t[4],s=t[8],o=t[1],l=t[5],c=t[9],u=t[2],h=t[6],m=t[10],p=i+l+m;if(p>0){let f=.5/Math.sqrt(p+1);this._w=.25/f,this._x=(h-c)*f,this._y=(s-u)*f,this._z=(o-r)*f}else if(i>l&&i>m){let f=2*Math.sqrt(1+i-l-m);this._w=(h-c)/f,this._x=.25*f,this._y=(r+o)/f,this._z=(s+u)/f}else if(l>m){let f=2*Math.sqrt(1+l-i-m);this._w=(s-u)/f,this._x=(r+o)/f,this._y=.25*f,this._z=(c+h)/f}else{let f=2*Math.sqrt(1+m-i-l);this._w=(o-r)/f,this._x=(s+u)/f,this._y=(c+h)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(e,t){let i=e.dot(t)+1;return i<1e-8?(i=0,Math.abs(e.x)>Math.abs(e.z)?(this._x=-e.y,this._y=e.x,this._z=0,this._w=i):(this._x=0,this._y=-e.z,this._z=e.y,this._w=i)):(this._x=e.y*t.z-e.z*t.y,this._y=e.z*t.x-e.x*t.z,this._z=e.x*t.y-e.y*t.x,this._w=i),this.normalize()}angleTo(e){return 2*Math.acos(Math.abs(lt(this.dot(e),-1,1)))}rotateTowards(e,t){let i=this.angleTo(e);if(i===0)return this;let r=Math.min(1,t/i);return this.slerp(e,r),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(e){return this._x*e._x+this._y*e._y+this._z*e._z+this._w*e._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let e=this.length();return e===0?(this._x=0,this._y=0,this._z=0,this._w=1):(e=1/e,this._x=this._x*e,this._y=this._y*e,this._z=this._z*e,this._w=this._w*e),this._onChangeCallback(),this}multiply(e){return this.multiplyQuaternions(this,e)}premultiply(e){return this.multiplyQuaternions(e,this)}multiplyQuaternions(e,t){let i=e._x,r=e._y,s=e._z,o=e._w,l=t._x,c=t._y,u=t._z,h=t._w;return this._x=i*h+o*l+r*u-s*c,this._y=r*h+o*c+s*l-i*u,this._z=s*h+o*u+i*c-r*l,this._w=o*h-i*l-r*c-s*u,this._onChangeCallback(),this}slerp(e,t){let i=e._x,r=e._y,s=e._z,o=e._w,l=this.dot(e);l<0&&(i=-i,r=-r,s=-s,o=-o,l=-l);let c=1-t;if(l<.9995){let u=Math.acos(l),h=Math.sin(u);c=Math.sin(c*u)/h,t=Math.sin(t*u)/h,this._x=this._x*c+i*t,this._y=this._y*c+r*t,this._z=this._z*c+s*t,this._w=this._w*c+o*t,this._onChangeCallback()}else this._x=this._x*c+i*t,this._y=this._y*c+r*t,this._z=this._z*c+s*t,this._w=this._w*c+o*t,this.normalize();return this}slerpQuaternions(e,t,i){return this.copy(e).slerp(t,i)}random(){let e=2*Math.PI*Math.random(),t=2*Math.PI*Math.random(),i=Math.random(),r=Math.sqrt(1-i),s=Math.sqrt(i);return this.set(r*Math.sin(e),r*Math.cos(e),s*Math.sin(t),s*Math.cos(t))}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._w===this._w}fromArray(e,t=0){return this._x=e[t],this._y=e[t+1],this._z=e[t+2],this._w=e[t+3],this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._w,e}fromBufferAttribute(e,t){return this._x=e.getX(t),this._y=e.getY(t),this._z=e.getZ(t),this._w=e.getW(t),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},H=class{static{this.prototype.isVector3=!0}constructor(e=0,t=0,i=0){this.x=e,this.y=t,this.z=i}set(e,t,i){return i===void 0&&(i=this.z),this.x=e,this.y=t,this.z=i,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;default:throw new Error("THREE.Vector3: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("THREE.Vector3: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this}multiplyVectors(e,t){return this.x=e.x*t.x,this.y=e.y*t.y,this.z=e.z*t.z,this}applyEuler(e){return this.applyQuaternion(H_.setFromEuler(e))}applyAxisAngle(e,t){return this.applyQuaternion(H_.setFromAxisAngle(e,t))}applyMatrix3(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*t+s[3]*i+s[6]*r,this.y=s[1]*t+s[4]*i+s[7]*r,this.z=s[2]*t+s[5]*i+s[8]*r,this}applyNormalMatrix(e){return this.applyMatrix3(e).normalize()}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=e.elements,o=1/(s[3]*t+s[7]*i+s[11]*r+s[15]);return this.x=(s[0]*t+s[4]*i+s[8]*r+s[12])*o,this.y=(s[1]*t+s[5]*i+s[9]*r+s[13])*o,this.z=(s[2]*t+s[6]*i+s[10]*r+s[14])*o,this}applyQuaternion(e){let t=this.x,i=this.y,r=this.z,s=e.x,o=e.y,l=e.z,c=e.w,u=2*(o*r-l*i),h=2*(l*t-s*r),m=2*(s*i-o*t);return this.x=t+c*u+o*m-l*h,this.y=i+c*h+l*u-s*m,this.z=r+c*m+s*h-o*u,this}project(e){return this.applyMatrix4(e.matrixWorldInverse).applyMatrix4(e.projectionMatrix)}unproject(e){return this.applyMatrix4(e.projectionMatrixInverse).applyMatrix4(e.matrixWorld)}transformDirection(e){let t=this.x,i=this.y,r=this.z,s=e.elements;return this.x=s[0]*t+s[4]*i+s[8]*r,this.y=s[1]*t+s[5]*i+s[9]*r,this.z=s[2]*t+s[6]*i+s[10]*r,this.normalize()}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this}divideScalar(e){return this.multiplyScalar(1/e)}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this}clamp(e,t){return this.x=lt(this.x,e.x,t.x),this.y=lt(this.y,e.y,t.y),this.z=lt(this.z,e.z,t.z),this}clampScalar(e,t){return this.x=lt(this.x,e,t),this.y=lt(this.y,e,t),this.z=lt(this.z,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(lt(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this}cross(e){return this.crossVectors(this,e)}crossVectors(e,t){let i=e.x,r=e.y,s=e.z,o=t.x,l=t.y,c=t.z;return this.x=r*c-s*l,this.y=s*o-i*c,this.z=i*l-r*o,this}projectOnVector(e){let t=e.lengthSq();if(t===0)return this.set(0,0,0);let i=e.dot(this)/t;return this.copy(e).multiplyScalar(i)}projectOnPlane(e){return cp.copy(this).projectOnVector(e),this.sub(cp)}reflect(e){return this.sub(cp.copy(e).multiplyScalar(2*this.dot(e)))}angleTo(e){let t=Math.sqrt(this.lengthSq()*e.lengthSq());if(t===0)return Math.PI/2;let i=this.dot(e)/t;return Math.acos(lt(i,-1,1))}distanceTo(e){return Math.sqrt(this.distanceToSquared(e))}distanceToSquared(e){let t=this.x-e.x,i=this.y-e.y,r=this.z-e.z;return t*t+i*i+r*r}manhattanDistanceTo(e){return Math.abs(this.x-e.x)+Math.abs(this.y-e.y)+Math.abs(this.z-e.z)}setFromSpherical(e){return this.setFromSphericalCoords(e.radius,e.phi,e.theta)}setFromSphericalCoords(e,t,i){let r=Math.sin(t)*e;return this.x=r*Math.sin(i),this.y=Math.cos(t)*e,this.z=r*Math.cos(i),this}setFromCylindrical(e){return this.setFromCylindricalCoords(e.radius,e.theta,e.y)}setFromCylindricalCoords(e,t,i){return this.x=e*Math.sin(t),this.y=i,this.z=e*Math.cos(t),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this}setFromMatrixScale(e){let t=this.setFromMatrixColumn(e,0).length(),i=this.setFromMatrixColumn(e,1).length(),r=this.setFromMatrixColumn(e,2).length();return this.x=t,this.y=i,this.z=r,this}setFromMatrixColumn(e,t){return this.fromArray(e.elements,t*4)}setFromMatrix3Column(e,t){return this.fromArray(e.elements,t*3)}setFromEuler(e){return this.x=e._x,this.y=e._y,this.z=e._z,this}setFromColor(e){return this.x=e.r,this.y=e.g,this.z=e.b,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let e=Math.random()*Math.PI*2,t=Math.random()*2-1,i=Math.sqrt(1-t*t);return this.x=i*Math.cos(e),this.y=t,this.z=i*Math.sin(e),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},cp=new H,H_=new ji,ze=class{static{this.prototype.isMatrix3=!0}constructor(e,t,i,r,s,o,l,c,u){this.elements=[1,0,0,0,1,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,o,l,c,u)}set(e,t,i,r,s,o,l,c,u){let h=this.elements;return h[0]=e,h[1]=r,h[2]=l,h[3]=t,h[4]=s,h[5]=c,h[6]=i,h[7]=o,h[8]=u,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],this}extractBasis(e,t,i){return e.setFromMatrix3Column(this,0),t.setFromMatrix3Column(this,1),i.setFromMatrix3Column(this,2),this}setFromMatrix4(e){let t=e.elements;return this.set(t[0],t[4],t[8],t[1],t[5],t[9],t[2],t[6],t[10]),this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,r=t.elements,s=this.elements,o=i[0],l=i[3],c=i[6],u=i[1],h=i[4],m=i[7],p=i[2],f=i[5],_=i[8],S=r[0],v=r[3],g=r[6],M=r[1],C=r[4],w=r[7],R=r[2],A=r[5],y=r[8];return s[0]=o*S+l*M+c*R,s[3]=o*v+l*C+c*A,s[6]=o*g+l*w+c*y,s[1]=u*S+h*M+m*R,s[4]=u*v+h*C+m*A,s[7]=u*g+h*w+m*y,s[2]=p*S+f*M+_*R,s[5]=p*v+f*C+_*A,s[8]=p*g+f*w+_*y,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[3]*=e,t[6]*=e,t[1]*=e,t[4]*=e,t[7]*=e,t[2]*=e,t[5]*=e,t[8]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],l=e[5],c=e[6],u=e[7],h=e[8];return t*o*h-t*l*u-i*s*h+i*l*c+r*s*u-r*o*c}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],l=e[5],c=e[6],u=e[7],h=e[8],m=h*o-l*u,p=l*c-h*s,f=u*s-o*c,_=t*m+i*p+r*f;if(_===0)return this.set(0,0,0,0,0,0,0,0,0);let S=1/_;return e[0]=m*S,e[1]=(r*u-h*i)*S,e[2]=(l*i-r*o)*S,e[3]=p*S,e[4]=(h*t-r*c)*S,e[5]=(r*s-l*t)*S,e[6]=f*S,e[7]=(i*c-u*t)*S,e[8]=(o*t-i*s)*S,this}transpose(){let e,t=this.elements;return e=t[1],t[1]=t[3],t[3]=e,e=t[2],t[2]=t[6],t[6]=e,e=t[5],t[5]=t[7],t[7]=e,this}getNormalMatrix(e){return this.setFromMatrix4(e).invert().transpose()}transposeIntoArray(e){let t=this.elements;return e[0]=t[0],e[1]=t[3],e[2]=t[6],e[3]=t[1],e[4]=t[4],e[5]=t[7],e[6]=t[2],e[7]=t[5],e[8]=t[8],this}setUvTransform(e,t,i,r,s,o,l){let c=Math.cos(s),u=Math.sin(s);return this.set(i*c,i*u,-i*(c*o+u*l)+o+e,-r*u,r*c,-r*(-u*o+c*l)+l+t,0,0,1),this}scale(e,t){return hl("Matrix3: .scale() is deprecated. Use .makeScale() instead."),this.premultiply(up.makeScale(e,t)),this}rotate(e){return hl("Matrix3: .rotate() is deprecated. Use .makeRotation() instead."),this.premultiply(up.makeRotation(-e)),this}translate(e,t){return hl("Matrix3: .translate() is deprecated. Use .makeTranslation() instead."),this.premultiply(up.makeTranslation(e,t)),this}makeTranslation(e,t){return e.isVector2?this.set(1,0,e.x,0,1,e.y,0,0,1):this.set(1,0,e,0,1,t,0,0,1),this}makeRotation(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,i,t,0,0,0,1),this}makeScale(e,t){return this.set(e,0,0,0,t,0,0,0,1),this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<9;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<9;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e}clone(){return new this.constructor().fromArray(this.elements)}},up=new ze,G_=new ze().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),W_=new ze().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function eE(){let n={enabled:!0,workingColorSpace:fl,spaces:{},convert:function(r,s,o){return this.enabled===!1||s===o||!s||!o||(this.spaces[s].transfer===yt&&(r.r=br(r.r),r.g=br(r.g),r.b=br(r.b)),this.spaces[s].primaries!==this.spaces[o].primaries&&(r.applyMatrix3(this.spaces[s].toXYZ),r.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===yt&&(r.r=na(r.r),r.g=na(r.g),r.b=na(r.b))),r},workingToColorSpace:function(r,s){return this.convert(r,this.workingColorSpace,s)},colorSpaceToWorking:function(r,s){return this.convert(r,s,this.workingColorSpace)},getPrimaries:function(r){return this.spaces[r].primaries},getTransfer:function(r){return r===Tr?pl:this.spaces[r].transfer},getToneMappingMode:function(r){return this.spaces[r].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(r,s=this.workingColorSpace){return r.fromArray(this.spaces[s].luminanceCoefficients)},define:function(r){Object.assign(this.spaces,r)},_getMatrix:function(r,s,o){return r.copy(this.spaces[o].fromXYZ).multiply(this.spaces[s].toXYZ)},_getDrawingBufferColorSpace:function(r){return this.spaces[r].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(r=this.workingColorSpace){return this.spaces[r].workingColorSpaceConfig.unpackColorSpace}},e=[.64,.33,.3,.6,.15,.06],t=[.2126,.7152,.0722],i=[.3127,.329];return n.define({[fl]:{primaries:e,whitePoint:i,transfer:pl,toXYZ:G_,fromXYZ:W_,luminanceCoefficients:t,workingColorSpaceConfig:{unpackColorSpace:ii},outputColorSpaceConfig:{drawingBufferColorSpace:ii}},[ii]:{primaries:e,whitePoint:i,transfer:yt,toXYZ:G_,fromXYZ:W_,luminanceCoefficients:t,outputColorSpaceConfig:{drawingBufferColorSpace:ii}}}),n}var ot=eE();function br(n){return n<.04045?n*.0773993808:Math.pow(n*.9478672986+.0521327014,2.4)}function na(n){return n<.0031308?n*12.92:1.055*Math.pow(n,.41666)-.055}var Go,ih=class{static getDataURL(e,t="image/png"){if(/^data:/i.test(e.src)||typeof HTMLCanvasElement>"u")return e.src;let i;if(e instanceof HTMLCanvasElement)i=e;else{Go===void 0&&(Go=gl("canvas")),Go.width=e.width,Go.height=e.height;let r=Go.getContext("2d");e instanceof ImageData?r.putImageData(e,0,0):r.drawImage(e,0,0,e.width,e.height),i=Go}return i.toDataURL(t)}static sRGBToLinear(e){if(typeof HTMLImageElement<"u"&&e instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&e instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&e instanceof ImageBitmap){let t=gl("canvas");t.width=e.width,t.height=e.height;let i=t.getContext("2d");i.drawImage(e,0,0,e.width,e.height);let r=i.getImageData(0,0,e.width,e.height),s=r.data;for(let o=0;o<s.length;o++)s[o]=br(s[o]/255)*255;return i.putImageData(r,0,0),t}else if(e.data){let t=e.data.slice(0);for(let i=0;i<t.length;i++)t instanceof Uint8Array||t instanceof Uint8ClampedArray?t[i]=Math.floor(br(t[i]/255)*255):t[i]=br(t[i]);return{data:t,width:e.width,height:e.height}}else return Oe("ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),e}},tE=0,sa=class{constructor(e=null){this.isTextureSource=!0,Object.defineProperty(this,"id",{value:tE++}),this.uuid=Fl(),this.data=e,this.dataReady=!0,this.version=0}getSize(e){let t=this.data;return typeof HTMLVideoElement<"u"&&t instanceof HTMLVideoElement?e.set(t.videoWidth,t.videoHeight,0):typeof VideoFrame<"u"&&t instanceof VideoFrame?e.set(t.displayWidth,t.displayHeight,0):t!==null?e.set(t.width||0,t.height||0,t.depth||0):e.set(0,0,0),e}set needsUpdate(e){e===!0&&this.version++}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.images[this.uuid]!==void 0)return e.images[this.uuid];let i={uuid:this.uuid,url:""},r=this.data;if(r!==null){let s;if(Array.isArray(r)){s=[];for(let o=0,l=r.length;o<l;o++)r[o].isDataTexture?s.push(hp(r[o].image)):s.push(hp(r[o]))}else s=hp(r);i.url=s}return t||(e.images[this.uuid]=i),i}};function hp(n){return typeof HTMLImageElement<"u"&&n instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&n instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&n instanceof ImageBitmap?ih.getDataURL(n):n.data?{data:Array.from(n.data),width:n.width,height:n.height,type:n.data.constructor.name}:(Oe("Texture: Unable to serialize Texture."),{})}var nE=0,dp=new H,qn=class n extends Zi{constructor(e=n.DEFAULT_IMAGE,t=n.DEFAULT_MAPPING,i=Ki,r=Ki,s=cn,o=wr,l=Bn,c=mn,u=n.DEFAULT_ANISOTROPY,h=Tr){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:nE++}),this.uuid=Fl(),this.name="",this.source=new sa(e),this.mipmaps=[],this.mapping=t,this.channel=0,this.wrapS=i,this.wrapT=r,this.magFilter=s,this.minFilter=o,this.anisotropy=u,this.format=l,this.internalFormat=null,this.type=c,this.offset=new ct(0,0),this.repeat=new ct(1,1),this.center=new ct(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new ze,this.generateMipmaps=!0,this.mipmapsAutoUpdate=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=h,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(e&&e.depth&&e.depth>1),this.pmremVersion=0,this.isPMREMTexture=!1,this.normalized=!1}get width(){return this.source.getSize(dp).x}get height(){return this.source.getSize(dp).y}get depth(){return this.source.getSize(dp).z}get image(){return this.source.data}set image(e){this.source.data=e}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(e){return this.name=e.name,this.source=e.source,this.mipmaps=e.mipmaps.slice(0),this.mapping=e.mapping,this.channel=e.channel,this.wrapS=e.wrapS,this.wrapT=e.wrapT,this.magFilter=e.magFilter,this.minFilter=e.minFilter,this.anisotropy=e.anisotropy,this.format=e.format,this.internalFormat=e.internalFormat,this.type=e.type,this.normalized=e.normalized,this.offset.copy(e.offset),this.repeat.copy(e.repeat),this.center.copy(e.center),this.rotation=e.rotation,this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrix.copy(e.matrix),this.generateMipmaps=e.generateMipmaps,this.mipmapsAutoUpdate=e.mipmapsAutoUpdate,this.premultiplyAlpha=e.premultiplyAlpha,this.flipY=e.flipY,this.unpackAlignment=e.unpackAlignment,this.colorSpace=e.colorSpace,this.renderTarget=e.renderTarget,this.isRenderTargetTexture=e.isRenderTargetTexture,this.isPMREMTexture=e.isPMREMTexture,this.isArrayTexture=e.isArrayTexture,this.userData=JSON.parse(JSON.stringify(e.userData)),this.needsUpdate=!0,this}setValues(e){for(let t in e){let i=e[t];if(i===void 0){Oe(`Texture.setValues(): parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){Oe(`Texture.setValues(): property '${t}' does not exist.`);continue}r&&i&&r.isVector2&&i.isVector2||r&&i&&r.isVector3&&i.isVector3||r&&i&&r.isMatrix3&&i.isMatrix3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";if(!t&&e.textures[this.uuid]!==void 0)return e.textures[this.uuid];let i={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(e).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,normalized:this.normalized,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,mipmapsAutoUpdate:this.mipmapsAutoUpdate,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(i.userData=this.userData),t||(e.textures[this.uuid]=i),i}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(e){if(this.mapping!==qp)return e;if(e.applyMatrix3(this.matrix),e.x<0||e.x>1)switch(this.wrapS){case Qu:e.x=e.x-Math.floor(e.x);break;case Ki:e.x=e.x<0?0:1;break;case eh:Math.abs(Math.floor(e.x)%2)===1?e.x=Math.ceil(e.x)-e.x:e.x=e.x-Math.floor(e.x);break}if(e.y<0||e.y>1)switch(this.wrapT){case Qu:e.y=e.y-Math.floor(e.y);break;case Ki:e.y=e.y<0?0:1;break;case eh:Math.abs(Math.floor(e.y)%2)===1?e.y=Math.ceil(e.y)-e.y:e.y=e.y-Math.floor(e.y);break}return this.flipY&&(e.y=1-e.y),e}set needsUpdate(e){e===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(e){e===!0&&this.pmremVersion++}};qn.DEFAULT_IMAGE=null;qn.DEFAULT_MAPPING=qp;qn.DEFAULT_ANISOTROPY=1;var Lt=class{static{this.prototype.isVector4=!0}constructor(e=0,t=0,i=0,r=1){this.x=e,this.y=t,this.z=i,this.w=r}get width(){return this.z}set width(e){this.z=e}get height(){return this.w}set height(e){this.w=e}set(e,t,i,r){return this.x=e,this.y=t,this.z=i,this.w=r,this}setScalar(e){return this.x=e,this.y=e,this.z=e,this.w=e,this}setX(e){return this.x=e,this}setY(e){return this.y=e,this}setZ(e){return this.z=e,this}setW(e){return this.w=e,this}setComponent(e,t){switch(e){case 0:this.x=t;break;case 1:this.y=t;break;case 2:this.z=t;break;case 3:this.w=t;break;default:throw new Error("THREE.Vector4: index is out of range: "+e)}return this}getComponent(e){switch(e){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("THREE.Vector4: index is out of range: "+e)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(e){return this.x=e.x,this.y=e.y,this.z=e.z,this.w=e.w!==void 0?e.w:1,this}add(e){return this.x+=e.x,this.y+=e.y,this.z+=e.z,this.w+=e.w,this}addScalar(e){return this.x+=e,this.y+=e,this.z+=e,this.w+=e,this}addVectors(e,t){return this.x=e.x+t.x,this.y=e.y+t.y,this.z=e.z+t.z,this.w=e.w+t.w,this}addScaledVector(e,t){return this.x+=e.x*t,this.y+=e.y*t,this.z+=e.z*t,this.w+=e.w*t,this}sub(e){return this.x-=e.x,this.y-=e.y,this.z-=e.z,this.w-=e.w,this}subScalar(e){return this.x-=e,this.y-=e,this.z-=e,this.w-=e,this}subVectors(e,t){return this.x=e.x-t.x,this.y=e.y-t.y,this.z=e.z-t.z,this.w=e.w-t.w,this}multiply(e){return this.x*=e.x,this.y*=e.y,this.z*=e.z,this.w*=e.w,this}multiplyScalar(e){return this.x*=e,this.y*=e,this.z*=e,this.w*=e,this}applyMatrix4(e){let t=this.x,i=this.y,r=this.z,s=this.w,o=e.elements;return this.x=o[0]*t+o[4]*i+o[8]*r+o[12]*s,this.y=o[1]*t+o[5]*i+o[9]*r+o[13]*s,this.z=o[2]*t+o[6]*i+o[10]*r+o[14]*s,this.w=o[3]*t+o[7]*i+o[11]*r+o[15]*s,this}divide(e){return this.x/=e.x,this.y/=e.y,this.z/=e.z,this.w/=e.w,this}divideScalar(e){return this.multiplyScalar(1/e)}setAxisAngleFromQuaternion(e){this.w=2*Math.acos(e.w);let t=Math.sqrt(1-e.w*e.w);return t<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=e.x/t,this.y=e.y/t,this.z=e.z/t),this}setAxisAngleFromRotationMatrix(e){let t,i,r,s,c=e.elements,u=c[0],h=c[4],m=c[8],p=c[1],f=c[5],_=c[9],S=c[2],v=c[6],g=c[10];if(Math.abs(h-p)<.01&&Math.abs(m-S)<.01&&Math.abs(_-v)<.01){if(Math.abs(h+p)<.1&&Math.abs(m+S)<.1&&Math.abs(_+v)<.1&&Math.abs(u+f+g-3)<.1)return this.set(1,0,0,0),this;t=Math.PI;let C=(u+1)/2,w=(f+1)/2,R=(g+1)/2,A=(h+p)/4,y=(m+S)/4,E=(_+v)/4;return C>w&&C>R?C<.01?(i=0,r=.707106781,s=.707106781):(i=Math.sqrt(C),r=A/i,s=y/i):w>R?w<.01?(i=.707106781,r=0,s=.707106781):(r=Math.sqrt(w),i=A/r,s=E/r):R<.01?(i=.707106781,r=.707106781,s=0):(s=Math.sqrt(R),i=y/s,r=E/s),this.set(i,r,s,t),this}let M=Math.sqrt((v-_)*(v-_)+(m-S)*(m-S)+(p-h)*(p-h));return Math.abs(M)<.001&&(M=1),this.x=(v-_)/M,this.y=(m-S)/M,this.z=(p-h)/M,this.w=Math.acos((u+f+g-1)/2),this}setFromMatrixPosition(e){let t=e.elements;return this.x=t[12],this.y=t[13],this.z=t[14],this.w=t[15],this}min(e){return this.x=Math.min(this.x,e.x),this.y=Math.min(this.y,e.y),this.z=Math.min(this.z,e.z),this.w=Math.min(this.w,e.w),this}max(e){return this.x=Math.max(this.x,e.x),this.y=Math.max(this.y,e.y),this.z=Math.max(this.z,e.z),this.w=Math.max(this.w,e.w),this}clamp(e,t){return this.x=lt(this.x,e.x,t.x),this.y=lt(this.y,e.y,t.y),this.z=lt(this.z,e.z,t.z),this.w=lt(this.w,e.w,t.w),this}clampScalar(e,t){return this.x=lt(this.x,e,t),this.y=lt(this.y,e,t),this.z=lt(this.z,e,t),this.w=lt(this.w,e,t),this}clampLength(e,t){let i=this.length();return this.divideScalar(i||1).multiplyScalar(lt(i,e,t))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(e){return this.x*e.x+this.y*e.y+this.z*e.z+this.w*e.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(e){return this.normalize().multiplyScalar(e)}lerp(e,t){return this.x+=(e.x-this.x)*t,this.y+=(e.y-this.y)*t,this.z+=(e.z-this.z)*t,this.w+=(e.w-this.w)*t,this}lerpVectors(e,t,i){return this.x=e.x+(t.x-e.x)*i,this.y=e.y+(t.y-e.y)*i,this.z=e.z+(t.z-e.z)*i,this.w=e.w+(t.w-e.w)*i,this}equals(e){return e.x===this.x&&e.y===this.y&&e.z===this.z&&e.w===this.w}fromArray(e,t=0){return this.x=e[t],this.y=e[t+1],this.z=e[t+2],this.w=e[t+3],this}toArray(e=[],t=0){return e[t]=this.x,e[t+1]=this.y,e[t+2]=this.z,e[t+3]=this.w,e}fromBufferAttribute(e,t){return this.x=e.getX(t),this.y=e.getY(t),this.z=e.getZ(t),this.w=e.getW(t),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},rh=class extends Zi{constructor(e=1,t=1,i={}){super(),i=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:cn,depthBuffer:!0,stencilBuffer:!1,resolveColorBuffer:!0,resolveDepthBuffer:!0,resolveStencilBuffer:!0,storeMultisampledColorBuffer:!0,storeMultisampledDepthBuffer:!0,storeMultisampledStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1,useArrayDepthTexture:!1},i),this.isRenderTarget=!0,this.width=e,this.height=t,this.depth=i.depth,this.scissor=new Lt(0,0,e,t),this.scissorTest=!1,this.viewport=new Lt(0,0,e,t),this.textures=[];let r=i.count;for(let s=0;s<r;s++)this.textures[s]=new qn({width:e,height:t,depth:i.depth}),this.textures[s].isRenderTargetTexture=!0,this.textures[s].renderTarget=this;this._setTextureOptions(i),this.depthBuffer=i.depthBuffer,this.stencilBuffer=i.stencilBuffer,this.resolveColorBuffer=i.resolveColorBuffer,this.resolveDepthBuffer=i.resolveDepthBuffer,this.resolveStencilBuffer=i.resolveStencilBuffer,this.storeMultisampledColorBuffer=i.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=i.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=i.storeMultisampledStencilBuffer,this._depthTexture=null,this.depthTexture=i.depthTexture,this.samples=i.samples,this.multiview=i.multiview,this.useArrayDepthTexture=i.useArrayDepthTexture}_setTextureOptions(e={}){let t={minFilter:cn,generateMipmaps:!1,flipY:!1,internalFormat:null};e.mapping!==void 0&&(t.mapping=e.mapping),e.wrapS!==void 0&&(t.wrapS=e.wrapS),e.wrapT!==void 0&&(t.wrapT=e.wrapT),e.wrapR!==void 0&&(t.wrapR=e.wrapR),e.magFilter!==void 0&&(t.magFilter=e.magFilter),e.minFilter!==void 0&&(t.minFilter=e.minFilter),e.format!==void 0&&(t.format=e.format),e.type!==void 0&&(t.type=e.type),e.anisotropy!==void 0&&(t.anisotropy=e.anisotropy),e.colorSpace!==void 0&&(t.colorSpace=e.colorSpace),e.flipY!==void 0&&(t.flipY=e.flipY),e.generateMipmaps!==void 0&&(t.generateMipmaps=e.generateMipmaps),e.mipmapsAutoUpdate!==void 0&&(t.mipmapsAutoUpdate=e.mipmapsAutoUpdate),e.internalFormat!==void 0&&(t.internalFormat=e.internalFormat);for(let i=0;i<this.textures.length;i++)this.textures[i].setValues(t)}get texture(){return this.textures[0]}set texture(e){this.textures[0]=e}set depthTexture(e){this._depthTexture!==null&&this._depthTexture.renderTarget===this&&(this._depthTexture.renderTarget=null),e!==null&&e.renderTarget===null&&(e.renderTarget=this),this._depthTexture=e}get depthTexture(){return this._depthTexture}setSize(e,t,i=1){if(this.width!==e||this.height!==t||this.depth!==i){this.width=e,this.height=t,this.depth=i;for(let r=0,s=this.textures.length;r<s;r++)this.textures[r].image.width=e,this.textures[r].image.height=t,this.textures[r].image.depth=i,this.textures[r].isData3DTexture!==!0&&(this.textures[r].isArrayTexture=this.textures[r].image.depth>1);this.dispose()}this.viewport.set(0,0,e,t),this.scissor.set(0,0,e,t)}clone(){return new this.constructor().copy(this)}copy(e){this.width=e.width,this.height=e.height,this.depth=e.depth,this.scissor.copy(e.scissor),this.scissorTest=e.scissorTest,this.viewport.copy(e.viewport),this.textures.length=0;for(let t=0,i=e.textures.length;t<i;t++){this.textures[t]=e.textures[t].clone(),this.textures[t].isRenderTargetTexture=!0,this.textures[t].renderTarget=this;let r=Object.assign({},e.textures[t].image);this.textures[t].source=new sa(r)}if(this.depthBuffer=e.depthBuffer,this.stencilBuffer=e.stencilBuffer,this.resolveColorBuffer=e.resolveColorBuffer,this.resolveDepthBuffer=e.resolveDepthBuffer,this.resolveStencilBuffer=e.resolveStencilBuffer,this.storeMultisampledColorBuffer=e.storeMultisampledColorBuffer,this.storeMultisampledDepthBuffer=e.storeMultisampledDepthBuffer,this.storeMultisampledStencilBuffer=e.storeMultisampledStencilBuffer,e.depthTexture!==null)if(e.depthTexture.renderTarget===e){let t=e.depthTexture.clone();t.renderTarget=null,this.depthTexture=t}else this.depthTexture=e.depthTexture;else this.depthTexture=null;return this.samples=e.samples,this.multiview=e.multiview,this.useArrayDepthTexture=e.useArrayDepthTexture,this}dispose(){this.dispatchEvent({type:"dispose"})}},un=class extends rh{constructor(e=1,t=1,i={}){super(e,t,i),this.isWebGLRenderTarget=!0}},vl=class extends qn{constructor(e=null,t=1,i=1,r=1){super(null),this.isDataArrayTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=Ct,this.minFilter=Ct,this.wrapR=Ki,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}addLayerUpdate(e){this.layerUpdates.add(e)}clearLayerUpdates(){this.layerUpdates.clear()}};var sh=class extends qn{constructor(e=null,t=1,i=1,r=1){super(null),this.isData3DTexture=!0,this.image={data:e,width:t,height:i,depth:r},this.magFilter=Ct,this.minFilter=Ct,this.wrapR=Ki,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}copy(e){return super.copy(e),this.wrapR=e.wrapR,this}};var Et=class n{static{this.prototype.isMatrix4=!0}constructor(e,t,i,r,s,o,l,c,u,h,m,p,f,_,S,v){this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],e!==void 0&&this.set(e,t,i,r,s,o,l,c,u,h,m,p,f,_,S,v)}set(e,t,i,r,s,o,l,c,u,h,m,p,f,_,S,v){let g=this.elements;return g[0]=e,g[4]=t,g[8]=i,g[12]=r,g[1]=s,g[5]=o,g[9]=l,g[13]=c,g[2]=u,g[6]=h,g[10]=m,g[14]=p,g[3]=f,g[7]=_,g[11]=S,g[15]=v,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new n().fromArray(this.elements)}copy(e){let t=this.elements,i=e.elements;return t[0]=i[0],t[1]=i[1],t[2]=i[2],t[3]=i[3],t[4]=i[4],t[5]=i[5],t[6]=i[6],t[7]=i[7],t[8]=i[8],t[9]=i[9],t[10]=i[10],t[11]=i[11],t[12]=i[12],t[13]=i[13],t[14]=i[14],t[15]=i[15],this}copyPosition(e){let t=this.elements,i=e.elements;return t[12]=i[12],t[13]=i[13],t[14]=i[14],this}setFromMatrix3(e){let t=e.elements;return this.set(t[0],t[3],t[6],0,t[1],t[4],t[7],0,t[2],t[5],t[8],0,0,0,0,1),this}extractBasis(e,t,i){return this.determinantAffine()===0?(e.set(1,0,0),t.set(0,1,0),i.set(0,0,1),this):(e.setFromMatrixColumn(this,0),t.setFromMatrixColumn(this,1),i.setFromMatrixColumn(this,2),this)}makeBasis(e,t,i){return this.set(e.x,t.x,i.x,0,e.y,t.y,i.y,0,e.z,t.z,i.z,0,0,0,0,1),this}extractRotation(e){if(e.determinantAffine()===0)return this.identity();let t=this.elements,i=e.elements,r=1/Wo.setFromMatrixColumn(e,0).length(),s=1/Wo.setFromMatrixColumn(e,1).length(),o=1/Wo.setFromMatrixColumn(e,2).length();return t[0]=i[0]*r,t[1]=i[1]*r,t[2]=i[2]*r,t[3]=0,t[4]=i[4]*s,t[5]=i[5]*s,t[6]=i[6]*s,t[7]=0,t[8]=i[8]*o,t[9]=i[9]*o,t[10]=i[10]*o,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromEuler(e){let t=this.elements,i=e.x,r=e.y,s=e.z,o=Math.cos(i),l=Math.sin(i),c=Math.cos(r),u=Math.sin(r),h=Math.cos(s),m=Math.sin(s);if(e.order==="XYZ"){let p=o*h,f=o*m,_=l*h,S=l*m;t[0]=c*h,t[4]=-c*m,t[8]=u,t[1]=f+_*u,t[5]=p-S*u,t[9]=-l*c,t[2]=S-p*u,t[6]=_+f*u,t[10]=o*c}else if(e.order==="YXZ"){let p=c*h,f=c*m,_=u*h,S=u*m;t[0]=p+S*l,t[4]=_*l-f,t[8]=o*u,t[1]=o*m,t[5]=o*h,t[9]=-l,t[2]=f*l-_,t[6]=S+p*l,t[10]=o*c}else if(e.order==="ZXY"){let p=c*h,f=c*m,_=u*h,S=u*m;t[0]=p-S*l,t[4]=-o*m,t[8]=_+f*l,t[1]=f+_*l,t[5]=o*h,t[9]=S-p*l,t[2]=-o*u,t[6]=l,t[10]=o*c}else if(e.order==="ZYX"){let p=o*h,f=o*m,_=l*h,S=l*m;t[0]=c*h,t[4]=_*u-f,t[8]=p*u+S,t[1]=c*m,t[5]=S*u+p,t[9]=f*u-_,t[2]=-u,t[6]=l*c,t[10]=o*c}else if(e.order==="YZX"){let p=o*c,f=o*u,_=l*c,S=l*u;t[0]=c*h,t[4]=S-p*m,t[8]=_*m+f,t[1]=m,t[5]=o*h,t[9]=-l*h,t[2]=-u*h,t[6]=f*m+_,t[10]=p-S*m}else if(e.order==="XZY"){let p=o*c,f=o*u,_=l*c,S=l*u;t[0]=c*h,t[4]=-m,t[8]=u*h,t[1]=p*m+S,t[5]=o*h,t[9]=f*m-_,t[2]=_*m-f,t[6]=l*h,t[10]=S*m+p}return t[3]=0,t[7]=0,t[11]=0,t[12]=0,t[13]=0,t[14]=0,t[15]=1,this}makeRotationFromQuaternion(e){return this.compose(iE,e,rE)}lookAt(e,t,i){let r=this.elements;return ti.subVectors(e,t),ti.lengthSq()===0&&(ti.z=1),ti.normalize(),as.crossVectors(i,ti),as.lengthSq()===0&&(Math.abs(i.z)===1?ti.x+=1e-4:ti.z+=1e-4,ti.normalize(),as.crossVectors(i,ti)),as.normalize(),wu.crossVectors(ti,as),r[0]=as.x,r[4]=wu.x,r[8]=ti.x,r[1]=as.y,r[5]=wu.y,r[9]=ti.y,r[2]=as.z,r[6]=wu.z,r[10]=ti.z,this}multiply(e){return this.multiplyMatrices(this,e)}premultiply(e){return this.multiplyMatrices(e,this)}multiplyMatrices(e,t){let i=e.elements,r=t.elements,s=this.elements,o=i[0],l=i[4],c=i[8],u=i[12],h=i[1],m=i[5],p=i[9],f=i[13],_=i[2],S=i[6],v=i[10],g=i[14],M=i[3],C=i[7],w=i[11],R=i[15],A=r[0],y=r[4],E=r[8],O=r[12],D=r[1],k=r[5],V=r[9],X=r[13],L=r[2],Y=r[6],Q=r[10],W=r[14],ae=r[3],J=r[7],ne=r[11],re=r[15];return s[0]=o*A+l*D+c*L+u*ae,s[4]=o*y+l*k+c*Y+u*J,s[8]=o*E+l*V+c*Q+u*ne,s[12]=o*O+l*X+c*W+u*re,s[1]=h*A+m*D+p*L+f*ae,s[5]=h*y+m*k+p*Y+f*J,s[9]=h*E+m*V+p*Q+f*ne,s[13]=h*O+m*X+p*W+f*re,s[2]=_*A+S*D+v*L+g*ae,s[6]=_*y+S*k+v*Y+g*J,s[10]=_*E+S*V+v*Q+g*ne,s[14]=_*O+S*X+v*W+g*re,s[3]=M*A+C*D+w*L+R*ae,s[7]=M*y+C*k+w*Y+R*J,s[11]=M*E+C*V+w*Q+R*ne,s[15]=M*O+C*X+w*W+R*re,this}multiplyScalar(e){let t=this.elements;return t[0]*=e,t[4]*=e,t[8]*=e,t[12]*=e,t[1]*=e,t[5]*=e,t[9]*=e,t[13]*=e,t[2]*=e,t[6]*=e,t[10]*=e,t[14]*=e,t[3]*=e,t[7]*=e,t[11]*=e,t[15]*=e,this}determinant(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[12],o=e[1],l=e[5],c=e[9],u=e[13],h=e[2],m=e[6],p=e[10],f=e[14],_=e[3],S=e[7],v=e[11],g=e[15],M=c*f-u*p,C=l*f-u*m,w=l*p-c*m,R=o*f-u*h,A=o*p-c*h,y=o*m-l*h;return t*(S*M-v*C+g*w)-i*(_*M-v*R+g*A)+r*(_*C-S*R+g*y)-s*(_*w-S*A+v*y)}determinantAffine(){let e=this.elements,t=e[0],i=e[4],r=e[8],s=e[1],o=e[5],l=e[9],c=e[2],u=e[6],h=e[10];return t*(o*h-l*u)-i*(s*h-l*c)+r*(s*u-o*c)}transpose(){let e=this.elements,t;return t=e[1],e[1]=e[4],e[4]=t,t=e[2],e[2]=e[8],e[8]=t,t=e[6],e[6]=e[9],e[9]=t,t=e[3],e[3]=e[12],e[12]=t,t=e[7],e[7]=e[13],e[13]=t,t=e[11],e[11]=e[14],e[14]=t,this}setPosition(e,t,i){let r=this.elements;return e.isVector3?(r[12]=e.x,r[13]=e.y,r[14]=e.z):(r[12]=e,r[13]=t,r[14]=i),this}invert(){let e=this.elements,t=e[0],i=e[1],r=e[2],s=e[3],o=e[4],l=e[5],c=e[6],u=e[7],h=e[8],m=e[9],p=e[10],f=e[11],_=e[12],S=e[13],v=e[14],g=e[15],M=t*l-i*o,C=t*c-r*o,w=t*u-s*o,R=i*c-r*l,A=i*u-s*l,y=r*u-s*c,E=h*S-m*_,O=h*v-p*_,D=h*g-f*_,k=m*v-p*S,V=m*g-f*S,X=p*g-f*v,L=M*X-C*V+w*k+R*D-A*O+y*E;if(L===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let Y=1/L;return e[0]=(l*X-c*V+u*k)*Y,e[1]=(r*V-i*X-s*k)*Y,e[2]=(S*y-v*A+g*R)*Y,e[3]=(p*A-m*y-f*R)*Y,e[4]=(c*D-o*X-u*O)*Y,e[5]=(t*X-r*D+s*O)*Y,e[6]=(v*w-_*y-g*C)*Y,e[7]=(h*y-p*w+f*C)*Y,e[8]=(o*V-l*D+u*E)*Y,e[9]=(i*D-t*V-s*E)*Y,e[10]=(_*A-S*w+g*M)*Y,e[11]=(m*w-h*A-f*M)*Y,e[12]=(l*O-o*k-c*E)*Y,e[13]=(t*k-i*O+r*E)*Y,e[14]=(S*C-_*R-v*M)*Y,e[15]=(h*R-m*C+p*M)*Y,this}scale(e){let t=this.elements,i=e.x,r=e.y,s=e.z;return t[0]*=i,t[4]*=r,t[8]*=s,t[1]*=i,t[5]*=r,t[9]*=s,t[2]*=i,t[6]*=r,t[10]*=s,t[3]*=i,t[7]*=r,t[11]*=s,this}getMaxScaleOnAxis(){let e=this.elements,t=e[0]*e[0]+e[1]*e[1]+e[2]*e[2],i=e[4]*e[4]+e[5]*e[5]+e[6]*e[6],r=e[8]*e[8]+e[9]*e[9]+e[10]*e[10];return Math.sqrt(Math.max(t,i,r))}makeTranslation(e,t,i){return e.isVector3?this.set(1,0,0,e.x,0,1,0,e.y,0,0,1,e.z,0,0,0,1):this.set(1,0,0,e,0,1,0,t,0,0,1,i,0,0,0,1),this}makeRotationX(e){let t=Math.cos(e),i=Math.sin(e);return this.set(1,0,0,0,0,t,-i,0,0,i,t,0,0,0,0,1),this}makeRotationY(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,0,i,0,0,1,0,0,-i,0,t,0,0,0,0,1),this}makeRotationZ(e){let t=Math.cos(e),i=Math.sin(e);return this.set(t,-i,0,0,i,t,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(e,t){let i=Math.cos(t),r=Math.sin(t),s=1-i,o=e.x,l=e.y,c=e.z,u=s*o,h=s*l;return this.set(u*o+i,u*l-r*c,u*c+r*l,0,u*l+r*c,h*l+i,h*c-r*o,0,u*c-r*l,h*c+r*o,s*c*c+i,0,0,0,0,1),this}makeScale(e,t,i){return this.set(e,0,0,0,0,t,0,0,0,0,i,0,0,0,0,1),this}makeShear(e,t,i,r,s,o){return this.set(1,i,s,0,e,1,o,0,t,r,1,0,0,0,0,1),this}compose(e,t,i){let r=this.elements,s=t._x,o=t._y,l=t._z,c=t._w,u=s+s,h=o+o,m=l+l,p=s*u,f=s*h,_=s*m,S=o*h,v=o*m,g=l*m,M=c*u,C=c*h,w=c*m,R=i.x,A=i.y,y=i.z;return r[0]=(1-(S+g))*R,r[1]=(f+w)*R,r[2]=(_-C)*R,r[3]=0,r[4]=(f-w)*A,r[5]=(1-(p+g))*A,r[6]=(v+M)*A,r[7]=0,r[8]=(_+C)*y,r[9]=(v-M)*y,r[10]=(1-(p+S))*y,r[11]=0,r[12]=e.x,r[13]=e.y,r[14]=e.z,r[15]=1,this}decompose(e,t,i){let r=this.elements;e.x=r[12],e.y=r[13],e.z=r[14];let s=this.determinantAffine();if(s===0)return i.set(1,1,1),t.identity(),this;let o=Wo.set(r[0],r[1],r[2]).length(),l=Wo.set(r[4],r[5],r[6]).length(),c=Wo.set(r[8],r[9],r[10]).length();s<0&&(o=-o),Pi.copy(this);let u=1/o,h=1/l,m=1/c;return Pi.elements[0]*=u,Pi.elements[1]*=u,Pi.elements[2]*=u,Pi.elements[4]*=h,Pi.elements[5]*=h,Pi.elements[6]*=h,Pi.elements[8]*=m,Pi.elements[9]*=m,Pi.elements[10]*=m,t.setFromRotationMatrix(Pi),i.x=o,i.y=l,i.z=c,this}makePerspective(e,t,i,r,s,o,l=gi,c=!1){let u=this.elements,h=2*s/(t-e),m=2*s/(i-r),p=(t+e)/(t-e),f=(i+r)/(i-r),_,S;if(c)_=s/(o-s),S=o*s/(o-s);else if(l===gi)_=-(o+s)/(o-s),S=-2*o*s/(o-s);else if(l===ml)_=-o/(o-s),S=-o*s/(o-s);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+l);return u[0]=h,u[4]=0,u[8]=p,u[12]=0,u[1]=0,u[5]=m,u[9]=f,u[13]=0,u[2]=0,u[6]=0,u[10]=_,u[14]=S,u[3]=0,u[7]=0,u[11]=-1,u[15]=0,this}makeOrthographic(e,t,i,r,s,o,l=gi,c=!1){let u=this.elements,h=2/(t-e),m=2/(i-r),p=-(t+e)/(t-e),f=-(i+r)/(i-r),_,S;if(c)_=1/(o-s),S=o/(o-s);else if(l===gi)_=-2/(o-s),S=-(o+s)/(o-s);else if(l===ml)_=-1/(o-s),S=-s/(o-s);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+l);return u[0]=h,u[4]=0,u[8]=0,u[12]=p,u[1]=0,u[5]=m,u[9]=0,u[13]=f,u[2]=0,u[6]=0,u[10]=_,u[14]=S,u[3]=0,u[7]=0,u[11]=0,u[15]=1,this}equals(e){let t=this.elements,i=e.elements;for(let r=0;r<16;r++)if(t[r]!==i[r])return!1;return!0}fromArray(e,t=0){for(let i=0;i<16;i++)this.elements[i]=e[i+t];return this}toArray(e=[],t=0){let i=this.elements;return e[t]=i[0],e[t+1]=i[1],e[t+2]=i[2],e[t+3]=i[3],e[t+4]=i[4],e[t+5]=i[5],e[t+6]=i[6],e[t+7]=i[7],e[t+8]=i[8],e[t+9]=i[9],e[t+10]=i[10],e[t+11]=i[11],e[t+12]=i[12],e[t+13]=i[13],e[t+14]=i[14],e[t+15]=i[15],e}},Wo=new H,Pi=new Et,iE=new H(0,0,0),rE=new H(1,1,1),as=new H,wu=new H,ti=new H,X_=new Et,q_=new ji,fs=class n{constructor(e=0,t=0,i=0,r=n.DEFAULT_ORDER){this.isEuler=!0,this._x=e,this._y=t,this._z=i,this._order=r}get x(){return this._x}set x(e){this._x=e,this._onChangeCallback()}get y(){return this._y}set y(e){this._y=e,this._onChangeCallback()}get z(){return this._z}set z(e){this._z=e,this._onChangeCallback()}get order(){return this._order}set order(e){this._order=e,this._onChangeCallback()}set(e,t,i,r=this._order){return this._x=e,this._y=t,this._z=i,this._order=r,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(e){return this._x=e._x,this._y=e._y,this._z=e._z,this._order=e._order,this._onChangeCallback(),this}setFromRotationMatrix(e,t=this._order,i=!0){let r=e.elements,s=r[0],o=r[4],l=r[8],c=r[1],u=r[5],h=r[9],m=r[2],p=r[6],f=r[10];switch(t){case"XYZ":this._y=Math.asin(lt(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-h,f),this._z=Math.atan2(-o,s)):(this._x=Math.atan2(p,u),this._z=0);break;case"YXZ":this._x=Math.asin(-lt(h,-1,1)),Math.abs(h)<.9999999?(this._y=Math.atan2(l,f),this._z=Math.atan2(c,u)):(this._y=Math.atan2(-m,s),this._z=0);break;case"ZXY":this._x=Math.asin(lt(p,-1,1)),Math.abs(p)<.9999999?(this._y=Math.atan2(-m,f),this._z=Math.atan2(-o,u)):(this._y=0,this._z=Math.atan2(c,s));break;case"ZYX":this._y=Math.asin(-lt(m,-1,1)),Math.abs(m)<.9999999?(this._x=Math.atan2(p,f),this._z=Math.atan2(c,s)):(this._x=0,this._z=Math.atan2(-o,u));break;case"YZX":this._z=Math.asin(lt(c,-1,1)),Math.abs(c)<.9999999?(this._x=Math.atan2(-h,u),this._y=Math.atan2(-m,s)):(this._x=0,this._y=Math.atan2(l,f));break;case"XZY":this._z=Math.asin(-lt(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(p,u),this._y=Math.atan2(l,s)):(this._x=Math.atan2(-h,f),this._y=0);break;default:Oe("Euler: .setFromRotationMatrix() encountered an unknown order: "+t)}return this._order=t,i===!0&&this._onChangeCallback(),this}setFromQuaternion(e,t,i){return X_.makeRotationFromQuaternion(e),this.setFromRotationMatrix(X_,t,i)}setFromVector3(e,t=this._order){return this.set(e.x,e.y,e.z,t)}reorder(e){return q_.setFromEuler(this),this.setFromQuaternion(q_,e)}equals(e){return e._x===this._x&&e._y===this._y&&e._z===this._z&&e._order===this._order}fromArray(e){return this._x=e[0],this._y=e[1],this._z=e[2],e[3]!==void 0&&(this._order=e[3]),this._onChangeCallback(),this}toArray(e=[],t=0){return e[t]=this._x,e[t+1]=this._y,e[t+2]=this._z,e[t+3]=this._order,e}_onChange(e){return this._onChangeCallback=e,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};fs.DEFAULT_ORDER="XYZ";var _l=class{constructor(){this.mask=1}set(e){this.mask=(1<<e|0)>>>0}enable(e){this.mask|=1<<e|0}enableAll(){this.mask=-1}toggle(e){this.mask^=1<<e|0}disable(e){this.mask&=~(1<<e|0)}disableAll(){this.mask=0}test(e){return(this.mask&e.mask)!==0}isEnabled(e){return(this.mask&(1<<e|0))!==0}},sE=0,J_=new H,Xo=new ji,gr=new Et,Eu=new H,al=new H,oE=new H,aE=new ji,Y_=new H(1,0,0),$_=new H(0,1,0),K_=new H(0,0,1),Z_={type:"added"},lE={type:"removed"},qo={type:"childadded",child:null},fp={type:"childremoved",child:null},Un=class n extends Zi{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:sE++}),this.uuid=Fl(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=n.DEFAULT_UP.clone();let e=new H,t=new fs,i=new ji,r=new H(1,1,1);function s(){i.setFromEuler(t,!1)}function o(){t.setFromQuaternion(i,void 0,!1)}t._onChange(s),i._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:e},rotation:{configurable:!0,enumerable:!0,value:t},quaternion:{configurable:!0,enumerable:!0,value:i},scale:{configurable:!0,enumerable:!0,value:r},modelViewMatrix:{value:new Et},normalMatrix:{value:new ze}}),this.matrix=new Et,this.matrixWorld=new Et,this.matrixAutoUpdate=n.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new _l,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.static=!1,this.userData={},this.pivot=null}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(e){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(e),this.matrix.decompose(this.position,this.quaternion,this.scale),this.pivot!==null&&this.position.copy(this.pivot).applyMatrix4(this.matrix).sub(this.pivot)}applyQuaternion(e){return this.quaternion.premultiply(e),this}setRotationFromAxisAngle(e,t){this.quaternion.setFromAxisAngle(e,t)}setRotationFromEuler(e){this.quaternion.setFromEuler(e,!0)}setRotationFromMatrix(e){this.quaternion.setFromRotationMatrix(e)}setRotationFromQuaternion(e){this.quaternion.copy(e)}rotateOnAxis(e,t){return Xo.setFromAxisAngle(e,t),this.quaternion.multiply(Xo),this}rotateOnWorldAxis(e,t){return Xo.setFromAxisAngle(e,t),this.quaternion.premultiply(Xo),this}rotateX(e){return this.rotateOnAxis(Y_,e)}rotateY(e){return this.rotateOnAxis($_,e)}rotateZ(e){return this.rotateOnAxis(K_,e)}translateOnAxis(e,t){return J_.copy(e).applyQuaternion(this.quaternion),this.position.add(J_.multiplyScalar(t)),this}translateX(e){return this.translateOnAxis(Y_,e)}translateY(e){return this.translateOnAxis($_,e)}translateZ(e){return this.translateOnAxis(K_,e)}localToWorld(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(this.matrixWorld)}worldToLocal(e){return this.updateWorldMatrix(!0,!1),e.applyMatrix4(gr.copy(this.matrixWorld).invert())}lookAt(e,t,i){e.isVector3?Eu.copy(e):Eu.set(e,t,i);let r=this.parent;this.updateWorldMatrix(!0,!1),al.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?gr.lookAt(al,Eu,this.up):gr.lookAt(Eu,al,this.up),this.quaternion.setFromRotationMatrix(gr),r&&(gr.extractRotation(r.matrixWorld),Xo.setFromRotationMatrix(gr),this.quaternion.premultiply(Xo.invert()))}add(e){if(arguments.length>1){for(let t=0;t<arguments.length;t++)this.add(arguments[t]);return this}return e===this?(Be("Object3D.add: object can't be added as a child of itself.",e),this):(e&&e.isObject3D?(e.removeFromParent(),e.parent=this,this.children.push(e),e.dispatchEvent(Z_),qo.child=e,this.dispatchEvent(qo),qo.child=null):Be("Object3D.add: object not an instance of THREE.Object3D.",e),this)}remove(e){if(arguments.length>1){for(let i=0;i<arguments.length;i++)this.remove(arguments[i]);return this}let t=this.children.indexOf(e);return t!==-1&&(e.parent=null,this.children.splice(t,1),e.dispatchEvent(lE),fp.child=e,this.dispatchEvent(fp),fp.child=null),this}removeFromParent(){let e=this.parent;return e!==null&&e.remove(this),this}clear(){return this.remove(...this.children)}attach(e){return this.updateWorldMatrix(!0,!1),gr.copy(this.matrixWorld).invert(),e.parent!==null&&(e.parent.updateWorldMatrix(!0,!1),gr.multiply(e.parent.matrixWorld)),e.applyMatrix4(gr),e.removeFromParent(),e.parent=this,this.children.push(e),e.updateWorldMatrix(!1,!0),e.dispatchEvent(Z_),qo.child=e,this.dispatchEvent(qo),qo.child=null,this}getObjectById(e){return this.getObjectByProperty("id",e)}getObjectByName(e){return this.getObjectByProperty("name",e)}getObjectByProperty(e,t){if(this[e]===t)return this;for(let i=0,r=this.children.length;i<r;i++){let o=this.children[i].getObjectByProperty(e,t);if(o!==void 0)return o}}getObjectsByProperty(e,t,i=[]){this[e]===t&&i.push(this);let r=this.children;for(let s=0,o=r.length;s<o;s++)r[s].getObjectsByProperty(e,t,i);return i}getWorldPosition(e){return this.updateWorldMatrix(!0,!1),e.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(al,e,oE),e}getWorldScale(e){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(al,aE,e),e}getWorldDirection(e){this.updateWorldMatrix(!0,!1);let t=this.matrixWorld.elements;return e.set(t[8],t[9],t[10]).normalize()}raycast(){}intersectsFrustum(){return!0}traverse(e){e(this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverse(e)}traverseVisible(e){if(this.visible===!1)return;e(this);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].traverseVisible(e)}traverseAncestors(e){let t=this.parent;t!==null&&(e(t),t.traverseAncestors(e))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale);let e=this.pivot;if(e!==null){let t=e.x,i=e.y,r=e.z,s=this.matrix.elements;s[12]+=t-s[0]*t-s[4]*i-s[8]*r,s[13]+=i-s[1]*t-s[5]*i-s[9]*r,s[14]+=r-s[2]*t-s[6]*i-s[10]*r}this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(e){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||e)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,e=!0);let t=this.children;for(let i=0,r=t.length;i<r;i++)t[i].updateMatrixWorld(e)}updateWorldMatrix(e,t,i=!1){let r=this.parent;if(e===!0&&r!==null&&r.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||i)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,i=!0),t===!0){let s=this.children;for(let o=0,l=s.length;o<l;o++)s[o].updateWorldMatrix(!1,!0,i)}}toJSON(e){let t=e===void 0||typeof e=="string",i={};t&&(e={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},i.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let r={};r.uuid=this.uuid,r.type=this.type,r.name=this.name,r.castShadow=this.castShadow,r.receiveShadow=this.receiveShadow,r.visible=this.visible,r.frustumCulled=this.frustumCulled,r.renderOrder=this.renderOrder,r.static=this.static,r.matrixAutoUpdate=this.matrixAutoUpdate,Object.keys(this.userData).length>0&&(r.userData=this.userData),r.layers=this.layers.mask,r.matrix=this.matrix.toArray(),r.up=this.up.toArray(),this.pivot!==null&&(r.pivot=this.pivot.toArray()),this.morphTargetDictionary!==void 0&&(r.morphTargetDictionary=Object.assign({},this.morphTargetDictionary)),this.morphTargetInfluences!==void 0&&(r.morphTargetInfluences=this.morphTargetInfluences.slice()),this.isInstancedMesh&&(r.type="InstancedMesh",r.count=this.count,r.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(r.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(r.type="BatchedMesh",r.perObjectFrustumCulled=this.perObjectFrustumCulled,r.sortObjects=this.sortObjects,r.drawRanges=this._drawRanges,r.reservedRanges=this._reservedRanges,r.geometryInfo=this._geometryInfo.map(l=>({...l,boundingBox:l.boundingBox?l.boundingBox.toJSON():void 0,boundingSphere:l.boundingSphere?l.boundingSphere.toJSON():void 0})),r.instanceInfo=this._instanceInfo.map(l=>({...l})),r.availableInstanceIds=this._availableInstanceIds.slice(),r.availableGeometryIds=this._availableGeometryIds.slice(),r.nextIndexStart=this._nextIndexStart,r.nextVertexStart=this._nextVertexStart,r.geometryCount=this._geometryCount,r.maxInstanceCount=this._maxInstanceCount,r.maxVertexCount=this._maxVertexCount,r.maxIndexCount=this._maxIndexCount,r.geometryInitialized=this._geometryInitialized,r.matricesTexture=this._matricesTexture.toJSON(e),r.indirectTexture=this._indirectTexture.toJSON(e),this._colorsTexture!==null&&(r.colorsTexture=this._colorsTexture.toJSON(e)),this.boundingSphere!==null&&(r.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(r.boundingBox=this.boundingBox.toJSON()));function s(l,c){return l[c.uuid]===void 0&&(l[c.uuid]=c.toJSON(e)),c.uuid}if(this.isScene)this.background&&(this.background.isColor?r.background=this.background.toJSON():this.background.isTexture&&(r.background=this.background.toJSON(e).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(r.environment=this.environment.toJSON(e).uuid);else if(this.isMesh||this.isLine||this.isPoints){r.geometry=s(e.geometries,this.geometry);let l=this.geometry.parameters;if(l!==void 0&&l.shapes!==void 0){let c=l.shapes;if(Array.isArray(c))for(let u=0,h=c.length;u<h;u++){let m=c[u];s(e.shapes,m)}else s(e.shapes,c)}}if(this.isSkinnedMesh&&(r.bindMode=this.bindMode,r.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(s(e.skeletons,this.skeleton),r.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let l=[];for(let c=0,u=this.material.length;c<u;c++)l.push(s(e.materials,this.material[c]));r.material=l}else r.material=s(e.materials,this.material);if(this.children.length>0){r.children=[];for(let l=0;l<this.children.length;l++)r.children.push(this.children[l].toJSON(e).object)}if(this.animations.length>0){r.animations=[];for(let l=0;l<this.animations.length;l++){let c=this.animations[l];r.animations.push(s(e.animations,c))}}if(t){let l=o(e.geometries),c=o(e.materials),u=o(e.textures),h=o(e.images),m=o(e.shapes),p=o(e.skeletons),f=o(e.animations),_=o(e.nodes);l.length>0&&(i.geometries=l),c.length>0&&(i.materials=c),u.length>0&&(i.textures=u),h.length>0&&(i.images=h),m.length>0&&(i.shapes=m),p.length>0&&(i.skeletons=p),f.length>0&&(i.animations=f),_.length>0&&(i.nodes=_)}return i.object=r,i;function o(l){let c=[];for(let u in l){let h=l[u];delete h.metadata,c.push(h)}return c}}clone(e){return new this.constructor().copy(this,e)}copy(e,t=!0){if(this.name=e.name,this.up.copy(e.up),this.position.copy(e.position),this.rotation.order=e.rotation.order,this.quaternion.copy(e.quaternion),this.scale.copy(e.scale),this.pivot=e.pivot!==null?e.pivot.clone():null,this.matrix.copy(e.matrix),this.matrixWorld.copy(e.matrixWorld),this.matrixAutoUpdate=e.matrixAutoUpdate,this.matrixWorldAutoUpdate=e.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=e.matrixWorldNeedsUpdate,this.layers.mask=e.layers.mask,this.visible=e.visible,this.castShadow=e.castShadow,this.receiveShadow=e.receiveShadow,this.frustumCulled=e.frustumCulled,this.renderOrder=e.renderOrder,this.static=e.static,this.animations=e.animations.slice(),this.userData=JSON.parse(JSON.stringify(e.userData)),t===!0)for(let i=0;i<e.children.length;i++){let r=e.children[i];this.add(r.clone())}return this}dispose(){this.dispatchEvent({type:"dispose"})}};Un.DEFAULT_UP=new H(0,1,0);Un.DEFAULT_MATRIX_AUTO_UPDATE=!0;Un.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var Zs=class extends Un{constructor(){super(),this.isGroup=!0,this.type="Group"}},cE={type:"move"},oa=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Zs,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Zs,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new H,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new H),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Zs,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new H,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new H,this._grip.eventsEnabled=!1),this._grip}dispatchEvent(e){return this._targetRay!==null&&this._targetRay.dispatchEvent(e),this._grip!==null&&this._grip.dispatchEvent(e),this._hand!==null&&this._hand.dispatchEvent(e),this}connect(e){if(e&&e.hand){let t=this._hand;if(t)for(let i of e.hand.values())this._getHandJoint(t,i)}return this.dispatchEvent({type:"connected",data:e}),this}disconnect(e){return this.dispatchEvent({type:"disconnected",data:e}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(e,t,i){let r=null,s=null,o=null,l=this._targetRay,c=this._grip,u=this._hand;if(e&&t.session.visibilityState!=="visible-blurred"){if(u&&e.hand){o=!0;for(let S of e.hand.values()){let v=t.getJointPose(S,i),g=this._getHandJoint(u,S);v!==null&&(g.matrix.fromArray(v.transform.matrix),g.matrix.decompose(g.position,g.quaternion,g.scale),g.matrixWorldNeedsUpdate=!0,g.jointRadius=v.radius),g.visible=v!==null}let h=u.joints["index-finger-tip"],m=u.joints["thumb-tip"],p=h.position.distanceTo(m.position),f=.02,_=.005;u.inputState.pinching&&p>f+_?(u.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:e.handedness,target:this})):!u.inputState.pinching&&p<=f-_&&(u.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:e.handedness,target:this}))}else c!==null&&e.gripSpace&&(s=t.getPose(e.gripSpace,i),s!==null&&(c.matrix.fromArray(s.transform.matrix),c.matrix.decompose(c.position,c.quaternion,c.scale),c.matrixWorldNeedsUpdate=!0,s.linearVelocity?(c.hasLinearVelocity=!0,c.linearVelocity.copy(s.linearVelocity)):c.hasLinearVelocity=!1,s.angularVelocity?(c.hasAngularVelocity=!0,c.angularVelocity.copy(s.angularVelocity)):c.hasAngularVelocity=!1,c.eventsEnabled&&c.dispatchEvent({type:"gripUpdated",data:e,target:this})));l!==null&&(r=t.getPose(e.targetRaySpace,i),r===null&&s!==null&&(r=s),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.quaternion,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1,this.dispatchEvent(cE)))}return l!==null&&(l.visible=r!==null),c!==null&&(c.visible=s!==null),u!==null&&(u.visible=o!==null),this}_getHandJoint(e,t){if(e.joints[t.jointName]===void 0){let i=new Zs;i.matrixAutoUpdate=!1,i.visible=!1,e.joints[t.jointName]=i,e.add(i)}return e.joints[t.jointName]}},Wy={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},ls={h:0,s:0,l:0},Tu={h:0,s:0,l:0};function pp(n,e,t){return t<0&&(t+=1),t>1&&(t-=1),t<1/6?n+(e-n)*6*t:t<1/2?e:t<2/3?n+(e-n)*6*(2/3-t):n}var mt=class{constructor(e,t,i){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(e,t,i)}set(e,t,i){if(t===void 0&&i===void 0){let r=e;r&&r.isColor?this.copy(r):typeof r=="number"?this.setHex(r):typeof r=="string"&&this.setStyle(r)}else this.setRGB(e,t,i);return this}setScalar(e){return this.r=e,this.g=e,this.b=e,this}setHex(e,t=ii){return e=Math.floor(e),this.r=(e>>16&255)/255,this.g=(e>>8&255)/255,this.b=(e&255)/255,ot.colorSpaceToWorking(this,t),this}setRGB(e,t,i,r=ot.workingColorSpace){return this.r=e,this.g=t,this.b=i,ot.colorSpaceToWorking(this,r),this}setHSL(e,t,i,r=ot.workingColorSpace){if(e=Zw(e,1),t=lt(t,0,1),i=lt(i,0,1),t===0)this.r=this.g=this.b=i;else{let s=i<=.5?i*(1+t):i+t-i*t,o=2*i-s;this.r=pp(o,s,e+1/3),this.g=pp(o,s,e),this.b=pp(o,s,e-1/3)}return ot.colorSpaceToWorking(this,r),this}setStyle(e,t=ii){function i(s){s!==void 0&&parseFloat(s)<1&&Oe("Color: Alpha component of "+e+" will be ignored.")}let r;if(r=/^(\w+)\(([^\)]*)\)/.exec(e)){let s,o=r[1],l=r[2];switch(o){case"rgb":case"rgba":if(s=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(l))return i(s[4]),this.setRGB(Math.min(255,parseInt(s[1],10))/255,Math.min(255,parseInt(s[2],10))/255,Math.min(255,parseInt(s[3],10))/255,t);if(s=/^\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(l))return i(s[4]),this.setRGB(Math.min(100,parseFloat(s[1]))/100,Math.min(100,parseFloat(s[2]))/100,Math.min(100,parseFloat(s[3]))/100,t);break;case"hsl":case"hsla":if(s=/^\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*,\s*(\d+(?:\.\d+)?|\.\d+)\%\s*(?:,\s*(\d+(?:\.\d+)?|\.\d+)\s*)?$/.exec(l))return i(s[4]),this.setHSL(parseFloat(s[1])/360,parseFloat(s[2])/100,parseFloat(s[3])/100,t);break;default:Oe("Color: Unknown color model "+e)}}else if(r=/^\#([A-Fa-f\d]+)$/.exec(e)){let s=r[1],o=s.length;if(o===3)return this.setRGB(parseInt(s.charAt(0),16)/15,parseInt(s.charAt(1),16)/15,parseInt(s.charAt(2),16)/15,t);if(o===6)return this.setHex(parseInt(s,16),t);Oe("Color: Invalid hex color "+e)}else if(e&&e.length>0)return this.setColorName(e,t);return this}setColorName(e,t=ii){let i=Wy[e.toLowerCase()];return i!==void 0?this.setHex(i,t):Oe("Color: Unknown color "+e),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(e){return this.r=e.r,this.g=e.g,this.b=e.b,this}copySRGBToLinear(e){return this.r=br(e.r),this.g=br(e.g),this.b=br(e.b),this}copyLinearToSRGB(e){return this.r=na(e.r),this.g=na(e.g),this.b=na(e.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(e=ii){return ot.workingToColorSpace(An.copy(this),e),Math.round(lt(An.r*255,0,255))*65536+Math.round(lt(An.g*255,0,255))*256+Math.round(lt(An.b*255,0,255))}getHexString(e=ii){return("000000"+this.getHex(e).toString(16)).slice(-6)}getHSL(e,t=ot.workingColorSpace){ot.workingToColorSpace(An.copy(this),t);let i=An.r,r=An.g,s=An.b,o=Math.max(i,r,s),l=Math.min(i,r,s),c,u,h=(l+o)/2;if(l===o)c=0,u=0;else{let m=o-l;switch(u=h<=.5?m/(o+l):m/(2-o-l),o){case i:c=(r-s)/m+(r<s?6:0);break;case r:c=(s-i)/m+2;break;case s:c=(i-r)/m+4;break}c/=6}return e.h=c,e.s=u,e.l=h,e}getRGB(e,t=ot.workingColorSpace){return ot.workingToColorSpace(An.copy(this),t),e.r=An.r,e.g=An.g,e.b=An.b,e}getStyle(e=ii){ot.workingToColorSpace(An.copy(this),e);let t=An.r,i=An.g,r=An.b;return e!==ii?`color(${e} ${t.toFixed(3)} ${i.toFixed(3)} ${r.toFixed(3)})`:`rgb(${Math.round(t*255)},${Math.round(i*255)},${Math.round(r*255)})`}offsetHSL(e,t,i){return this.getHSL(ls),this.setHSL(ls.h+e,ls.s+t,ls.l+i)}add(e){return this.r+=e.r,this.g+=e.g,this.b+=e.b,this}addColors(e,t){return this.r=e.r+t.r,this.g=e.g+t.g,this.b=e.b+t.b,this}addScalar(e){return this.r+=e,this.g+=e,this.b+=e,this}sub(e){return this.r=Math.max(0,this.r-e.r),this.g=Math.max(0,this.g-e.g),this.b=Math.max(0,this.b-e.b),this}multiply(e){return this.r*=e.r,this.g*=e.g,this.b*=e.b,this}multiplyScalar(e){return this.r*=e,this.g*=e,this.b*=e,this}lerp(e,t){return this.r+=(e.r-this.r)*t,this.g+=(e.g-this.g)*t,this.b+=(e.b-this.b)*t,this}lerpColors(e,t,i){return this.r=e.r+(t.r-e.r)*i,this.g=e.g+(t.g-e.g)*i,this.b=e.b+(t.b-e.b)*i,this}lerpHSL(e,t){this.getHSL(ls),e.getHSL(Tu);let i=lp(ls.h,Tu.h,t),r=lp(ls.s,Tu.s,t),s=lp(ls.l,Tu.l,t);return this.setHSL(i,r,s),this}setFromVector3(e){return this.r=e.x,this.g=e.y,this.b=e.z,this}applyMatrix3(e){let t=this.r,i=this.g,r=this.b,s=e.elements;return this.r=s[0]*t+s[3]*i+s[6]*r,this.g=s[1]*t+s[4]*i+s[7]*r,this.b=s[2]*t+s[5]*i+s[8]*r,this}equals(e){return e.r===this.r&&e.g===this.g&&e.b===this.b}fromArray(e,t=0){return this.r=e[t],this.g=e[t+1],this.b=e[t+2],this}toArray(e=[],t=0){return e[t]=this.r,e[t+1]=this.g,e[t+2]=this.b,e}fromBufferAttribute(e,t){return this.r=e.getX(t),this.g=e.getY(t),this.b=e.getZ(t),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},An=new mt;mt.NAMES=Wy;var js=class extends Un{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new fs,this.environmentIntensity=1,this.environmentRotation=new fs,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(e,t){return super.copy(e,t),this.background=e.background!==null?e.background.clone():null,this.environment=e.environment!==null?e.environment.clone():null,this.fog=e.fog!==null?e.fog.clone():null,this.backgroundBlurriness=e.backgroundBlurriness,this.backgroundIntensity=e.backgroundIntensity,this.backgroundRotation.copy(e.backgroundRotation),this.environmentIntensity=e.environmentIntensity,this.environmentRotation.copy(e.environmentRotation),this.overrideMaterial=e.overrideMaterial!==null?e.overrideMaterial.clone():null,this.matrixAutoUpdate=e.matrixAutoUpdate,this}toJSON(e){let t=super.toJSON(e);return this.fog!==null&&(t.object.fog=this.fog.toJSON()),t.object.backgroundBlurriness=this.backgroundBlurriness,t.object.backgroundIntensity=this.backgroundIntensity,t.object.backgroundRotation=this.backgroundRotation.toArray(),t.object.environmentIntensity=this.environmentIntensity,t.object.environmentRotation=this.environmentRotation.toArray(),t}},Ii=new H,vr=new H,mp=new H,_r=new H,Jo=new H,Yo=new H,j_=new H,gp=new H,vp=new H,_p=new H,yp=new Lt,xp=new Lt,bp=new Lt,ds=class n{constructor(e=new H,t=new H,i=new H){this.a=e,this.b=t,this.c=i}static getNormal(e,t,i,r){r.subVectors(i,t),Ii.subVectors(e,t),r.cross(Ii);let s=r.lengthSq();return s>0?r.multiplyScalar(1/Math.sqrt(s)):r.set(0,0,0)}static getBarycoord(e,t,i,r,s){Ii.subVectors(r,t),vr.subVectors(i,t),mp.subVectors(e,t);let o=Ii.dot(Ii),l=Ii.dot(vr),c=Ii.dot(mp),u=vr.dot(vr),h=vr.dot(mp),m=o*u-l*l;if(m===0)return s.set(0,0,0),null;let p=1/m,f=(u*c-l*h)*p,_=(o*h-l*c)*p;return s.set(1-f-_,_,f)}static containsPoint(e,t,i,r){return this.getBarycoord(e,t,i,r,_r)===null?!1:_r.x>=0&&_r.y>=0&&_r.x+_r.y<=1}static getInterpolation(e,t,i,r,s,o,l,c){return this.getBarycoord(e,t,i,r,_r)===null?(c.x=0,c.y=0,"z"in c&&(c.z=0),"w"in c&&(c.w=0),null):(c.setScalar(0),c.addScaledVector(s,_r.x),c.addScaledVector(o,_r.y),c.addScaledVector(l,_r.z),c)}static getInterpolatedAttribute(e,t,i,r,s,o){return yp.setScalar(0),xp.setScalar(0),bp.setScalar(0),yp.fromBufferAttribute(e,t),xp.fromBufferAttribute(e,i),bp.fromBufferAttribute(e,r),o.setScalar(0),o.addScaledVector(yp,s.x),o.addScaledVector(xp,s.y),o.addScaledVector(bp,s.z),o}static isFrontFacing(e,t,i,r){return Ii.subVectors(i,t),vr.subVectors(e,t),Ii.cross(vr).dot(r)<0}set(e,t,i){return this.a.copy(e),this.b.copy(t),this.c.copy(i),this}setFromPointsAndIndices(e,t,i,r){return this.a.copy(e[t]),this.b.copy(e[i]),this.c.copy(e[r]),this}setFromAttributeAndIndices(e,t,i,r){return this.a.fromBufferAttribute(e,t),this.b.fromBufferAttribute(e,i),this.c.fromBufferAttribute(e,r),this}clone(){return new this.constructor().copy(this)}copy(e){return this.a.copy(e.a),this.b.copy(e.b),this.c.copy(e.c),this}getArea(){return Ii.subVectors(this.c,this.b),vr.subVectors(this.a,this.b),Ii.cross(vr).length()*.5}getMidpoint(e){return e.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(e){return n.getNormal(this.a,this.b,this.c,e)}getPlane(e){return e.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(e,t){return n.getBarycoord(e,this.a,this.b,this.c,t)}getInterpolation(e,t,i,r,s){return n.getInterpolation(e,this.a,this.b,this.c,t,i,r,s)}containsPoint(e){return n.containsPoint(e,this.a,this.b,this.c)}isFrontFacing(e){return n.isFrontFacing(this.a,this.b,this.c,e)}intersectsBox(e){return e.intersectsTriangle(this)}closestPointToPoint(e,t){let i=this.a,r=this.b,s=this.c,o,l;Jo.subVectors(r,i),Yo.subVectors(s,i),gp.subVectors(e,i);let c=Jo.dot(gp),u=Yo.dot(gp);if(c<=0&&u<=0)return t.copy(i);vp.subVectors(e,r);let h=Jo.dot(vp),m=Yo.dot(vp);if(h>=0&&m<=h)return t.copy(r);let p=c*m-h*u;if(p<=0&&c>=0&&h<=0&&c-h>0)return o=c/(c-h),t.copy(i).addScaledVector(Jo,o);_p.subVectors(e,s);let f=Jo.dot(_p),_=Yo.dot(_p);if(_>=0&&f<=_)return t.copy(s);let S=f*u-c*_;if(S<=0&&u>=0&&_<=0)return l=u/(u-_),t.copy(i).addScaledVector(Yo,l);let v=h*_-f*m;if(v<=0&&m-h>=0&&f-_>=0)return j_.subVectors(s,r),l=(m-h)/(m-h+(f-_)),t.copy(r).addScaledVector(j_,l);let g=1/(v+S+p);return o=S*g,l=p*g,t.copy(i).addScaledVector(Jo,o).addScaledVector(Yo,l)}equals(e){return e.a.equals(this.a)&&e.b.equals(this.b)&&e.c.equals(this.c)}},ps=class{constructor(e=new H(1/0,1/0,1/0),t=new H(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=e,this.max=t}set(e,t){return this.min.copy(e),this.max.copy(t),this}setFromArray(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t+=3)this.expandByPoint(Li.fromArray(e,t));return this}setFromBufferAttribute(e){this.makeEmpty();for(let t=0,i=e.count;t<i;t++)this.expandByPoint(Li.fromBufferAttribute(e,t));return this}setFromPoints(e){this.makeEmpty();for(let t=0,i=e.length;t<i;t++)this.expandByPoint(e[t]);return this}setFromCenterAndSize(e,t){let i=Li.copy(t).multiplyScalar(.5);return this.min.copy(e).sub(i),this.max.copy(e).add(i),this}setFromObject(e,t=!1){return this.makeEmpty(),this.expandByObject(e,t)}clone(){return new this.constructor().copy(this)}copy(e){return this.min.copy(e.min),this.max.copy(e.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(e){return this.isEmpty()?e.set(0,0,0):e.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(e){return this.isEmpty()?e.set(0,0,0):e.subVectors(this.max,this.min)}expandByPoint(e){return this.min.min(e),this.max.max(e),this}expandByVector(e){return this.min.sub(e),this.max.add(e),this}expandByScalar(e){return this.min.addScalar(-e),this.max.addScalar(e),this}expandByObject(e,t=!1){e.updateWorldMatrix(!1,!1);let i=e.geometry;if(i!==void 0){let s=i.getAttribute("position");if(t===!0&&s!==void 0&&e.isInstancedMesh!==!0&&e.isBatchedMesh!==!0)for(let o=0,l=s.count;o<l;o++)e.isMesh===!0?e.getVertexPosition(o,Li):Li.fromBufferAttribute(s,o),Li.applyMatrix4(e.matrixWorld),this.expandByPoint(Li);else e.boundingBox!==void 0?(e.boundingBox===null&&e.computeBoundingBox(),Au.copy(e.boundingBox)):(i.boundingBox===null&&i.computeBoundingBox(),Au.copy(i.boundingBox)),Au.applyMatrix4(e.matrixWorld),this.union(Au)}let r=e.children;for(let s=0,o=r.length;s<o;s++)this.expandByObject(r[s],t);return this}containsPoint(e){return e.x>=this.min.x&&e.x<=this.max.x&&e.y>=this.min.y&&e.y<=this.max.y&&e.z>=this.min.z&&e.z<=this.max.z}containsBox(e){return this.min.x<=e.min.x&&e.max.x<=this.max.x&&this.min.y<=e.min.y&&e.max.y<=this.max.y&&this.min.z<=e.min.z&&e.max.z<=this.max.z}getParameter(e,t){return t.set((e.x-this.min.x)/(this.max.x-this.min.x),(e.y-this.min.y)/(this.max.y-this.min.y),(e.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(e){return e.max.x>=this.min.x&&e.min.x<=this.max.x&&e.max.y>=this.min.y&&e.min.y<=this.max.y&&e.max.z>=this.min.z&&e.min.z<=this.max.z}intersectsSphere(e){return this.clampPoint(e.center,Li),Li.distanceToSquared(e.center)<=e.radius*e.radius}intersectsPlane(e){let t,i;return e.normal.x>0?(t=e.normal.x*this.min.x,i=e.normal.x*this.max.x):(t=e.normal.x*this.max.x,i=e.normal.x*this.min.x),e.normal.y>0?(t+=e.normal.y*this.min.y,i+=e.normal.y*this.max.y):(t+=e.normal.y*this.max.y,i+=e.normal.y*this.min.y),e.normal.z>0?(t+=e.normal.z*this.min.z,i+=e.normal.z*this.max.z):(t+=e.normal.z*this.max.z,i+=e.normal.z*this.min.z),t<=-e.constant&&i>=-e.constant}intersectsTriangle(e){if(this.isEmpty())return!1;this.getCenter(ll),Cu.subVectors(this.max,ll),$o.subVectors(e.a,ll),Ko.subVectors(e.b,ll),Zo.subVectors(e.c,ll),cs.subVectors(Ko,$o),us.subVectors(Zo,Ko),Js.subVectors($o,Zo);let t=[0,-cs.z,cs.y,0,-us.z,us.y,0,-Js.z,Js.y,cs.z,0,-cs.x,us.z,0,-us.x,Js.z,0,-Js.x,-cs.y,cs.x,0,-us.y,us.x,0,-Js.y,Js.x,0];return!Sp(t,$o,Ko,Zo,Cu)||(t=[1,0,0,0,1,0,0,0,1],!Sp(t,$o,Ko,Zo,Cu))?!1:(Ru.crossVectors(cs,us),t=[Ru.x,Ru.y,Ru.z],Sp(t,$o,Ko,Zo,Cu))}clampPoint(e,t){return t.copy(e).clamp(this.min,this.max)}distanceToPoint(e){return this.clampPoint(e,Li).distanceTo(e)}getBoundingSphere(e){return this.isEmpty()?e.makeEmpty():(this.getCenter(e.center),e.radius=this.getSize(Li).length()*.5),e}intersect(e){return this.min.max(e.min),this.max.min(e.max),this.isEmpty()&&this.makeEmpty(),this}union(e){return this.min.min(e.min),this.max.max(e.max),this}applyMatrix4(e){return this.isEmpty()?this:(yr[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(e),yr[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(e),yr[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(e),yr[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(e),yr[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(e),yr[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(e),yr[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(e),yr[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(e),this.setFromPoints(yr),this)}translate(e){return this.min.add(e),this.max.add(e),this}equals(e){return e.min.equals(this.min)&&e.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(e){return this.min.fromArray(e.min),this.max.fromArray(e.max),this}},yr=[new H,new H,new H,new H,new H,new H,new H,new H],Li=new H,Au=new ps,$o=new H,Ko=new H,Zo=new H,cs=new H,us=new H,Js=new H,ll=new H,Cu=new H,Ru=new H,Ys=new H;function Sp(n,e,t,i,r){for(let s=0,o=n.length-3;s<=o;s+=3){Ys.fromArray(n,s);let l=r.x*Math.abs(Ys.x)+r.y*Math.abs(Ys.y)+r.z*Math.abs(Ys.z),c=e.dot(Ys),u=t.dot(Ys),h=i.dot(Ys);if(Math.max(-Math.max(c,u,h),Math.min(c,u,h))>l)return!1}return!0}var $t=new H,Pu=new ct,uE=0,Xt=class extends Zi{constructor(e,t,i=!1){if(super(),Array.isArray(e))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:uE++}),this.name="",this.array=e,this.itemSize=t,this.count=e!==void 0?e.length/t:0,this.normalized=i,this.usage=Oy,this.updateRanges=[],this.gpuType=ki,this.version=0,this._normalizationScale=e!==void 0?sm(e):void 0}onUploadCallback(){}set needsUpdate(e){e===!0&&this.version++}setUsage(e){return this.usage=e,this}addUpdateRange(e,t){this.updateRanges.push({start:e,count:t})}clearUpdateRanges(){this.updateRanges.length=0}copy(e){return this.name=e.name,this.array=new e.array.constructor(e.array),this.itemSize=e.itemSize,this.count=e.count,this.normalized=e.normalized,this.usage=e.usage,this.gpuType=e.gpuType,this._normalizationScale=e._normalizationScale,this}copyAt(e,t,i){e*=this.itemSize,i*=t.itemSize;for(let r=0,s=this.itemSize;r<s;r++)this.array[e+r]=t.array[i+r];return this}copyArray(e){return this.array.set(e),this}applyMatrix3(e){if(this.itemSize===2)for(let t=0,i=this.count;t<i;t++)Pu.fromBufferAttribute(this,t),Pu.applyMatrix3(e),this.setXY(t,Pu.x,Pu.y);else if(this.itemSize===3)for(let t=0,i=this.count;t<i;t++)$t.fromBufferAttribute(this,t),$t.applyMatrix3(e),this.setXYZ(t,$t.x,$t.y,$t.z);return this}applyMatrix4(e){for(let t=0,i=this.count;t<i;t++)$t.fromBufferAttribute(this,t),$t.applyMatrix4(e),this.setXYZ(t,$t.x,$t.y,$t.z);return this}applyNormalMatrix(e){for(let t=0,i=this.count;t<i;t++)$t.fromBufferAttribute(this,t),$t.applyNormalMatrix(e),this.setXYZ(t,$t.x,$t.y,$t.z);return this}transformDirection(e){for(let t=0,i=this.count;t<i;t++)$t.fromBufferAttribute(this,t),$t.transformDirection(e),this.setXYZ(t,$t.x,$t.y,$t.z);return this}set(e,t=0){return this.array.set(e,t),this}getComponent(e,t){let i=this.array[e*this.itemSize+t];return this.normalized&&(i=this._denormalize(i)),i}setComponent(e,t,i){return this.normalized&&(i=this._normalize(i)),this.array[e*this.itemSize+t]=i,this}getX(e){let t=this.array[e*this.itemSize];return this.normalized&&(t=this._denormalize(t)),t}setX(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize]=t,this}getY(e){let t=this.array[e*this.itemSize+1];return this.normalized&&(t=this._denormalize(t)),t}setY(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+1]=t,this}getZ(e){let t=this.array[e*this.itemSize+2];return this.normalized&&(t=this._denormalize(t)),t}setZ(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+2]=t,this}getW(e){let t=this.array[e*this.itemSize+3];return this.normalized&&(t=this._denormalize(t)),t}setW(e,t){return this.normalized&&(t=this._normalize(t)),this.array[e*this.itemSize+3]=t,this}setXY(e,t,i){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i)),this.array[e+0]=t,this.array[e+1]=i,this}setXYZ(e,t,i,r){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this}setXYZW(e,t,i,r,s){return e*=this.itemSize,this.normalized&&(t=this._normalize(t),i=this._normalize(i),r=this._normalize(r),s=this._normalize(s)),this.array[e+0]=t,this.array[e+1]=i,this.array[e+2]=r,this.array[e+3]=s,this}onUpload(e){return this.onUploadCallback=e,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let e={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return e.name=this.name,e.usage=this.usage,e.gpuType=this.gpuType,e}dispose(){this.dispatchEvent({type:"dispose"})}_denormalize(e){let t=this._normalizationScale;return t!==void 0?Math.max(e/t,-1):jw(e,this.array)}_normalize(e){let t=this._normalizationScale;return t!==void 0?Math.round(e*t):Qw(e,this.array)}};var yl=class extends Xt{constructor(e,t,i){super(new Uint16Array(e),t,i)}};var xl=class extends Xt{constructor(e,t,i){super(new Uint32Array(e),t,i)}};var vi=class extends Xt{constructor(e,t,i){super(new Float32Array(e),t,i)}},hE=new ps,cl=new H,Mp=new H,ms=class{constructor(e=new H,t=-1){this.isSphere=!0,this.center=e,this.radius=t}set(e,t){return this.center.copy(e),this.radius=t,this}setFromPoints(e,t){let i=this.center;t!==void 0?i.copy(t):hE.setFromPoints(e).getCenter(i);let r=0;for(let s=0,o=e.length;s<o;s++)r=Math.max(r,i.distanceToSquared(e[s]));return this.radius=Math.sqrt(r),this}copy(e){return this.center.copy(e.center),this.radius=e.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(e){return e.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(e){return e.distanceTo(this.center)-this.radius}intersectsSphere(e){let t=this.radius+e.radius;return e.center.distanceToSquared(this.center)<=t*t}intersectsBox(e){return e.intersectsSphere(this)}intersectsPlane(e){return Math.abs(e.distanceToPoint(this.center))<=this.radius}clampPoint(e,t){let i=this.center.distanceToSquared(e);return t.copy(e),i>this.radius*this.radius&&(t.sub(this.center).normalize(),t.multiplyScalar(this.radius).add(this.center)),t}getBoundingBox(e){return this.isEmpty()?(e.makeEmpty(),e):(e.set(this.center,this.center),e.expandByScalar(this.radius),e)}applyMatrix4(e){return this.center.applyMatrix4(e),this.radius=this.radius*e.getMaxScaleOnAxis(),this}translate(e){return this.center.add(e),this}expandByPoint(e){if(this.isEmpty())return this.center.copy(e),this.radius=0,this;cl.subVectors(e,this.center);let t=cl.lengthSq();if(t>this.radius*this.radius){let i=Math.sqrt(t),r=(i-this.radius)*.5;this.center.addScaledVector(cl,r/i),this.radius+=r}return this}union(e){return e.isEmpty()?this:this.isEmpty()?(this.copy(e),this):(this.center.equals(e.center)===!0?this.radius=Math.max(this.radius,e.radius):(Mp.subVectors(e.center,this.center).setLength(e.radius),this.expandByPoint(cl.copy(e.center).add(Mp)),this.expandByPoint(cl.copy(e.center).sub(Mp))),this)}equals(e){return e.center.equals(this.center)&&e.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(e){return this.radius=e.radius,this.center.fromArray(e.center),this}},dE=0,mi=new Et,wp=new Un,jo=new H,ni=new ps,ul=new ps,ln=new H,si=class n extends Zi{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:dE++}),this.uuid=Fl(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.indirectOffset=0,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={},this._transformed=!1}getIndex(){return this.index}setIndex(e){return Array.isArray(e)?this.index=new($w(e)?xl:yl)(e,1):this.index=e,this}setIndirect(e,t=0){return this.indirect=e,this.indirectOffset=t,this}getIndirect(){return this.indirect}getAttribute(e){return this.attributes[e]}setAttribute(e,t){return this.attributes[e]=t,this}deleteAttribute(e){return delete this.attributes[e],this}hasAttribute(e){return this.attributes[e]!==void 0}addGroup(e,t,i=0){this.groups.push({start:e,count:t,materialIndex:i})}clearGroups(){this.groups=[]}setDrawRange(e,t){this.drawRange.start=e,this.drawRange.count=t}applyMatrix4(e){let t=this.attributes.position;t!==void 0&&(t.applyMatrix4(e),t.needsUpdate=!0);let i=this.attributes.normal;if(i!==void 0){let s=new ze().getNormalMatrix(e);i.applyNormalMatrix(s),i.needsUpdate=!0}let r=this.attributes.tangent;return r!==void 0&&(r.transformDirection(e),r.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this._transformed=!0,this}applyQuaternion(e){return mi.makeRotationFromQuaternion(e),this.applyMatrix4(mi),this}rotateX(e){return mi.makeRotationX(e),this.applyMatrix4(mi),this}rotateY(e){return mi.makeRotationY(e),this.applyMatrix4(mi),this}rotateZ(e){return mi.makeRotationZ(e),this.applyMatrix4(mi),this}translate(e,t,i){return mi.makeTranslation(e,t,i),this.applyMatrix4(mi),this}scale(e,t,i){return mi.makeScale(e,t,i),this.applyMatrix4(mi),this}lookAt(e){return wp.lookAt(e),wp.updateMatrix(),this.applyMatrix4(wp.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(jo).negate(),this.translate(jo.x,jo.y,jo.z),this}setFromPoints(e){let t=this.getAttribute("position");if(t===void 0){let i=[];for(let r=0,s=e.length;r<s;r++){let o=e[r];i.push(o.x,o.y,o.z||0)}this.setAttribute("position",new vi(i,3))}else{let i=Math.min(e.length,t.count);for(let r=0;r<i;r++){let s=e[r];t.setXYZ(r,s.x,s.y,s.z||0)}e.length>t.count&&Oe("BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),t.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new ps);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Be("BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new H(-1/0,-1/0,-1/0),new H(1/0,1/0,1/0));return}if(e!==void 0){if(this.boundingBox.setFromBufferAttribute(e),t)for(let i=0,r=t.length;i<r;i++){let s=t[i];ni.setFromBufferAttribute(s),this.morphTargetsRelative?(ln.addVectors(this.boundingBox.min,ni.min),this.boundingBox.expandByPoint(ln),ln.addVectors(this.boundingBox.max,ni.max),this.boundingBox.expandByPoint(ln)):(this.boundingBox.expandByPoint(ni.min),this.boundingBox.expandByPoint(ni.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&Be('BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new ms);let e=this.attributes.position,t=this.morphAttributes.position;if(e&&e.isGLBufferAttribute){Be("BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new H,1/0);return}if(e){let i=this.boundingSphere.center;if(ni.setFromBufferAttribute(e),t)for(let s=0,o=t.length;s<o;s++){let l=t[s];ul.setFromBufferAttribute(l),this.morphTargetsRelative?(ln.addVectors(ni.min,ul.min),ni.expandByPoint(ln),ln.addVectors(ni.max,ul.max),ni.expandByPoint(ln)):(ni.expandByPoint(ul.min),ni.expandByPoint(ul.max))}ni.getCenter(i);let r=0;for(let s=0,o=e.count;s<o;s++)ln.fromBufferAttribute(e,s),r=Math.max(r,i.distanceToSquared(ln));if(t)for(let s=0,o=t.length;s<o;s++){let l=t[s],c=this.morphTargetsRelative;for(let u=0,h=l.count;u<h;u++)ln.fromBufferAttribute(l,u),c&&(jo.fromBufferAttribute(e,u),ln.add(jo)),r=Math.max(r,i.distanceToSquared(ln))}this.boundingSphere.radius=Math.sqrt(r),isNaN(this.boundingSphere.radius)&&Be('BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let e=this.index,t=this.attributes;if(e===null||t.position===void 0||t.normal===void 0||t.uv===void 0){Be("BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let i=t.position,r=t.normal,s=t.uv,o=this.getAttribute("tangent");(o===void 0||o.count!==i.count)&&(o=new Xt(new Float32Array(4*i.count),4),this.setAttribute("tangent",o));let l=[],c=[],u=new Uint8Array(i.count);for(let O=0;O<i.count;O++)l[O]=new H,c[O]=new H;let h=new H,m=new H,p=new H,f=new ct,_=new ct,S=new ct,v=new H,g=new H;function M(O,D,k){u[O]=u[D]=u[k]=1,h.fromBufferAttribute(i,O),m.fromBufferAttribute(i,D),p.fromBufferAttribute(i,k),f.fromBufferAttribute(s,O),_.fromBufferAttribute(s,D),S.fromBufferAttribute(s,k),m.sub(h),p.sub(h),_.sub(f),S.sub(f);let V=1/(_.x*S.y-S.x*_.y);isFinite(V)&&(v.copy(m).multiplyScalar(S.y).addScaledVector(p,-_.y).multiplyScalar(V),g.copy(p).multiplyScalar(_.x).addScaledVector(m,-S.x).multiplyScalar(V),l[O].add(v),l[D].add(v),l[k].add(v),c[O].add(g),c[D].add(g),c[k].add(g))}let C=this.groups;C.length===0&&(C=[{start:0,count:e.count}]);for(let O=0,D=C.length;O<D;++O){let k=C[O],V=k.start,X=k.count;for(let L=V,Y=V+X;L<Y;L+=3)M(e.getX(L+0),e.getX(L+1),e.getX(L+2))}let w=new H,R=new H,A=new H,y=new H;function E(O){A.fromBufferAttribute(r,O),y.copy(A);let D=l[O];w.copy(D),w.sub(A.multiplyScalar(A.dot(D))).normalize(),R.crossVectors(y,D);let V=R.dot(c[O])<0?-1:1;o.setXYZW(O,w.x,w.y,w.z,V)}for(let O=0,D=i.count;O<D;++O)u[O]&&E(O);this._transformed=!0}computeVertexNormals(){let e=this.index,t=this.getAttribute("position");if(t!==void 0){let i=this.getAttribute("normal");if(i===void 0||i.count!==t.count)i=new Xt(new Float32Array(t.count*3),3),this.setAttribute("normal",i);else for(let p=0,f=i.count;p<f;p++)i.setXYZ(p,0,0,0);let r=new H,s=new H,o=new H,l=new H,c=new H,u=new H,h=new H,m=new H;if(e)for(let p=0,f=e.count;p<f;p+=3){let _=e.getX(p+0),S=e.getX(p+1),v=e.getX(p+2);r.fromBufferAttribute(t,_),s.fromBufferAttribute(t,S),o.fromBufferAttribute(t,v),h.subVectors(o,s),m.subVectors(r,s),h.cross(m),l.fromBufferAttribute(i,_),c.fromBufferAttribute(i,S),u.fromBufferAttribute(i,v),l.add(h),c.add(h),u.add(h),i.setXYZ(_,l.x,l.y,l.z),i.setXYZ(S,c.x,c.y,c.z),i.setXYZ(v,u.x,u.y,u.z)}else for(let p=0,f=t.count;p<f;p+=3)r.fromBufferAttribute(t,p+0),s.fromBufferAttribute(t,p+1),o.fromBufferAttribute(t,p+2),h.subVectors(o,s),m.subVectors(r,s),h.cross(m),i.setXYZ(p+0,h.x,h.y,h.z),i.setXYZ(p+1,h.x,h.y,h.z),i.setXYZ(p+2,h.x,h.y,h.z);this.normalizeNormals(),i.needsUpdate=!0}}normalizeNormals(){let e=this.attributes.normal;for(let t=0,i=e.count;t<i;t++)ln.fromBufferAttribute(e,t),ln.normalize(),e.setXYZ(t,ln.x,ln.y,ln.z)}toNonIndexed(){function e(l,c){let u=l.array,h=l.itemSize,m=l.normalized,p=new u.constructor(c.length*h),f=0,_=0;for(let S=0,v=c.length;S<v;S++){l.isInterleavedBufferAttribute?f=c[S]*l.data.stride+l.offset:f=c[S]*h;for(let g=0;g<h;g++)p[_++]=u[f++]}return new Xt(p,h,m)}if(this.index===null)return Oe("BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let t=new n,i=this.index.array,r=this.attributes;for(let l in r){let c=r[l],u=e(c,i);t.setAttribute(l,u)}let s=this.morphAttributes;for(let l in s){let c=[],u=s[l];for(let h=0,m=u.length;h<m;h++){let p=u[h],f=e(p,i);c.push(f)}t.morphAttributes[l]=c}t.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let l=0,c=o.length;l<c;l++){let u=o[l];t.addGroup(u.start,u.count,u.materialIndex)}return t}toJSON(){let e={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(e.uuid=this.uuid,e.type=this.parameters!==void 0&&this._transformed===!0?"BufferGeometry":this.type,e.name=this.name,Object.keys(this.userData).length>0&&(e.userData=this.userData),this.parameters!==void 0&&this._transformed!==!0){let c=this.parameters;for(let u in c)c[u]!==void 0&&(e[u]=c[u]);return e}e.data={attributes:{}};let t=this.index;t!==null&&(e.data.index={type:t.array.constructor.name,array:Array.prototype.slice.call(t.array)});let i=this.attributes;for(let c in i){let u=i[c];e.data.attributes[c]=u.toJSON(e.data)}let r={},s=!1;for(let c in this.morphAttributes){let u=this.morphAttributes[c],h=[];for(let m=0,p=u.length;m<p;m++){let f=u[m];h.push(f.toJSON(e.data))}h.length>0&&(r[c]=h,s=!0)}s&&(e.data.morphAttributes=r,e.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(e.data.groups=JSON.parse(JSON.stringify(o)));let l=this.boundingSphere;return l!==null&&(e.data.boundingSphere=l.toJSON()),e}clone(){return new this.constructor().copy(this)}copy(e){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let t={};this.name=e.name;let i=e.index;i!==null&&this.setIndex(i.clone());let r=e.attributes;for(let u in r){let h=r[u];this.setAttribute(u,h.clone(t))}let s=e.morphAttributes;for(let u in s){let h=[],m=s[u];for(let p=0,f=m.length;p<f;p++)h.push(m[p].clone(t));this.morphAttributes[u]=h}this.morphTargetsRelative=e.morphTargetsRelative;let o=e.groups;for(let u=0,h=o.length;u<h;u++){let m=o[u];this.addGroup(m.start,m.count,m.materialIndex)}let l=e.boundingBox;l!==null&&(this.boundingBox=l.clone());let c=e.boundingSphere;return c!==null&&(this.boundingSphere=c.clone()),this.drawRange.start=e.drawRange.start,this.drawRange.count=e.drawRange.count,this.userData=e.userData,this._transformed=e._transformed,this}dispose(){this.dispatchEvent({type:"dispose"})}};var Ep=new H,fE=new H,pE=new ze,Di=class{constructor(e=new H(1,0,0),t=0){this.isPlane=!0,this.normal=e,this.constant=t}set(e,t){return this.normal.copy(e),this.constant=t,this}setComponents(e,t,i,r){return this.normal.set(e,t,i),this.constant=r,this}setFromNormalAndCoplanarPoint(e,t){return this.normal.copy(e),this.constant=-t.dot(this.normal),this}setFromCoplanarPoints(e,t,i){let r=Ep.subVectors(i,t).cross(fE.subVectors(e,t)).normalize();return this.setFromNormalAndCoplanarPoint(r,e),this}copy(e){return this.normal.copy(e.normal),this.constant=e.constant,this}normalize(){let e=1/this.normal.length();return this.normal.multiplyScalar(e),this.constant*=e,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(e){return this.normal.dot(e)+this.constant}distanceToSphere(e){return this.distanceToPoint(e.center)-e.radius}projectPoint(e,t){return t.copy(e).addScaledVector(this.normal,-this.distanceToPoint(e))}intersectLine(e,t,i=!0){let r=e.delta(Ep),s=this.normal.dot(r);if(s===0)return this.distanceToPoint(e.start)===0?t.copy(e.start):null;let o=-(e.start.dot(this.normal)+this.constant)/s;return i===!0&&(o<0||o>1)?null:t.copy(e.start).addScaledVector(r,o)}intersectsLine(e){let t=this.distanceToPoint(e.start),i=this.distanceToPoint(e.end);return t<0&&i>0||i<0&&t>0}intersectsBox(e){return e.intersectsPlane(this)}intersectsSphere(e){return e.intersectsPlane(this)}coplanarPoint(e){return e.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(e,t){let i=t||pE.getNormalMatrix(e),r=this.coplanarPoint(Ep).applyMatrix4(e),s=this.normal.applyMatrix3(i).normalize();return this.constant=-r.dot(s),this}translate(e){return this.constant-=e.dot(this.normal),this}equals(e){return e.normal.equals(this.normal)&&e.constant===this.constant}clone(){return new this.constructor().copy(this)}toJSON(){return{normal:this.normal.toArray(),constant:this.constant}}fromJSON(e){return this.normal.fromArray(e.normal),this.constant=e.constant,this}},mE=0,Qs=class extends Zi{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:mE++}),this.uuid=Fl(),this.name="",this.type="Material",this.blending=ha,this.side=_i,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=Al,this.blendDst=Cl,this.blendEquation=ro,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new mt(0,0,0),this.blendAlpha=0,this.depthFunc=ia,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=Ly,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Xu,this.stencilZFail=Xu,this.stencilZPass=Xu,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(e){this._alphaTest>0!=e>0&&this.version++,this._alphaTest=e}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(e){if(e!==void 0)for(let t in e){let i=e[t];if(i===void 0){Oe(`Material: parameter '${t}' has value of undefined.`);continue}let r=this[t];if(r===void 0){Oe(`Material: '${t}' is not a property of THREE.${this.type}.`);continue}r&&r.isColor?r.set(i):r&&r.isVector2&&i&&i.isVector2||r&&r.isEuler&&i&&i.isEuler||r&&r.isVector3&&i&&i.isVector3?r.copy(i):this[t]=i}}toJSON(e){let t=e===void 0||typeof e=="string";t&&(e={textures:{},images:{}});let i={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};i.uuid=this.uuid,i.type=this.type,i.blending=this.blending,i.side=this.side,i.shadowSide=this.shadowSide,i.vertexColors=this.vertexColors,i.opacity=this.opacity,i.transparent=this.transparent,i.blendSrc=this.blendSrc,i.blendDst=this.blendDst,i.blendEquation=this.blendEquation,i.blendSrcAlpha=this.blendSrcAlpha,i.blendDstAlpha=this.blendDstAlpha,i.blendEquationAlpha=this.blendEquationAlpha,i.blendColor=this.blendColor.getHex(),i.blendAlpha=this.blendAlpha,i.depthFunc=this.depthFunc,i.depthTest=this.depthTest,i.depthWrite=this.depthWrite,i.colorWrite=this.colorWrite,i.clipIntersection=this.clipIntersection,i.clipShadows=this.clipShadows,i.stencilWriteMask=this.stencilWriteMask,i.stencilFunc=this.stencilFunc,i.stencilRef=this.stencilRef,i.stencilFuncMask=this.stencilFuncMask,i.stencilFail=this.stencilFail,i.stencilZFail=this.stencilZFail,i.stencilZPass=this.stencilZPass,i.stencilWrite=this.stencilWrite,i.polygonOffset=this.polygonOffset,i.polygonOffsetFactor=this.polygonOffsetFactor,i.polygonOffsetUnits=this.polygonOffsetUnits,i.dithering=this.dithering,i.alphaTest=this.alphaTest,i.alphaHash=this.alphaHash,i.alphaToCoverage=this.alphaToCoverage,i.premultipliedAlpha=this.premultipliedAlpha,i.forceSinglePass=this.forceSinglePass,i.allowOverride=this.allowOverride,i.visible=this.visible,i.toneMapped=this.toneMapped,i.name=this.name,this.color&&this.color.isColor&&(i.color=this.color.getHex()),this.roughness!==void 0&&(i.roughness=this.roughness),this.metalness!==void 0&&(i.metalness=this.metalness),this.sheen!==void 0&&(i.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(i.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(i.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(i.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&(i.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(i.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(i.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(i.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(i.shininess=this.shininess),this.clearcoat!==void 0&&(i.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(i.clearcoatRoughness=this.clearcoatRoughness),this.diffuseRoughness!==void 0&&(i.diffuseRoughness=this.diffuseRoughness),this.diffuseRoughnessMap&&this.diffuseRoughnessMap.isTexture&&(i.diffuseRoughnessMap=this.diffuseRoughnessMap.toJSON(e).uuid),this.clearcoatMap&&this.clearcoatMap.isTexture&&(i.clearcoatMap=this.clearcoatMap.toJSON(e).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(i.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(e).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(i.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(e).uuid,i.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(i.sheenColorMap=this.sheenColorMap.toJSON(e).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(i.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(e).uuid),this.dispersion!==void 0&&(i.dispersion=this.dispersion),this.retroreflectivity!==void 0&&(i.retroreflectivity=this.retroreflectivity),this.iridescence!==void 0&&(i.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(i.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessMinimum!==void 0&&(i.iridescenceThicknessMinimum=this.iridescenceThicknessMinimum),this.iridescenceThicknessMaximum!==void 0&&(i.iridescenceThicknessMaximum=this.iridescenceThicknessMaximum),this.iridescenceMap&&this.iridescenceMap.isTexture&&(i.iridescenceMap=this.iridescenceMap.toJSON(e).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(i.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(e).uuid),this.anisotropy!==void 0&&(i.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(i.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(i.anisotropyMap=this.anisotropyMap.toJSON(e).uuid),this.map&&this.map.isTexture&&(i.map=this.map.toJSON(e).uuid),this.matcap&&this.matcap.isTexture&&(i.matcap=this.matcap.toJSON(e).uuid),this.alphaMap&&this.alphaMap.isTexture&&(i.alphaMap=this.alphaMap.toJSON(e).uuid),this.lightMap&&this.lightMap.isTexture&&(i.lightMap=this.lightMap.toJSON(e).uuid,i.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(i.aoMap=this.aoMap.toJSON(e).uuid,i.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(i.bumpMap=this.bumpMap.toJSON(e).uuid,i.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(i.normalMap=this.normalMap.toJSON(e).uuid,i.normalMapType=this.normalMapType,i.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(i.displacementMap=this.displacementMap.toJSON(e).uuid,i.displacementScale=this.displacementScale,i.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(i.roughnessMap=this.roughnessMap.toJSON(e).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(i.metalnessMap=this.metalnessMap.toJSON(e).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(i.emissiveMap=this.emissiveMap.toJSON(e).uuid),this.specularMap&&this.specularMap.isTexture&&(i.specularMap=this.specularMap.toJSON(e).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(i.specularIntensityMap=this.specularIntensityMap.toJSON(e).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(i.specularColorMap=this.specularColorMap.toJSON(e).uuid),this.envMap&&this.envMap.isTexture&&(i.envMap=this.envMap.toJSON(e).uuid,this.combine!==void 0&&(i.combine=this.combine)),this.envMapRotation!==void 0&&(i.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(i.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(i.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(i.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(i.gradientMap=this.gradientMap.toJSON(e).uuid),this.transmission!==void 0&&(i.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(i.transmissionMap=this.transmissionMap.toJSON(e).uuid),this.thickness!==void 0&&(i.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(i.thicknessMap=this.thicknessMap.toJSON(e).uuid),this.attenuationDistance!==void 0&&(i.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(i.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(i.size=this.size),this.sizeAttenuation!==void 0&&(i.sizeAttenuation=this.sizeAttenuation),Array.isArray(this.clippingPlanes)&&this.clippingPlanes.length>0&&(i.clippingPlanes=this.clippingPlanes.map(s=>s.toJSON())),this.rotation!==void 0&&(i.rotation=this.rotation),this.depthPacking!==void 0&&(i.depthPacking=this.depthPacking),this.linewidth!==void 0&&(i.linewidth=this.linewidth),this.linecap!==void 0&&(i.linecap=this.linecap),this.linejoin!==void 0&&(i.linejoin=this.linejoin),this.dashSize!==void 0&&(i.dashSize=this.dashSize),this.gapSize!==void 0&&(i.gapSize=this.gapSize),this.scale!==void 0&&(i.scale=this.scale),this.wireframe!==void 0&&(i.wireframe=this.wireframe),this.wireframeLinewidth!==void 0&&(i.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!==void 0&&(i.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!==void 0&&(i.wireframeLinejoin=this.wireframeLinejoin),this.flatShading!==void 0&&(i.flatShading=this.flatShading),this.fog!==void 0&&(i.fog=this.fog),Object.keys(this.userData).length>0&&(i.userData=this.userData);function r(s){let o=[];for(let l in s){let c=s[l];delete c.metadata,o.push(c)}return o}if(t){let s=r(e.textures),o=r(e.images);s.length>0&&(i.textures=s),o.length>0&&(i.images=o)}return i}fromJSON(e,t){if(e.uuid!==void 0&&(this.uuid=e.uuid),e.name!==void 0&&(this.name=e.name),e.color!==void 0&&this.color!==void 0&&this.color.setHex(e.color),e.roughness!==void 0&&(this.roughness=e.roughness),e.metalness!==void 0&&(this.metalness=e.metalness),e.sheen!==void 0&&(this.sheen=e.sheen),e.sheenColor!==void 0&&(this.sheenColor=new mt().setHex(e.sheenColor)),e.sheenRoughness!==void 0&&(this.sheenRoughness=e.sheenRoughness),e.emissive!==void 0&&this.emissive!==void 0&&this.emissive.setHex(e.emissive),e.specular!==void 0&&this.specular!==void 0&&this.specular.setHex(e.specular),e.specularIntensity!==void 0&&(this.specularIntensity=e.specularIntensity),e.specularColor!==void 0&&this.specularColor!==void 0&&this.specularColor.setHex(e.specularColor),e.shininess!==void 0&&(this.shininess=e.shininess),e.clearcoat!==void 0&&(this.clearcoat=e.clearcoat),e.clearcoatRoughness!==void 0&&(this.clearcoatRoughness=e.clearcoatRoughness),e.diffuseRoughness!==void 0&&(this.diffuseRoughness=e.diffuseRoughness),e.dispersion!==void 0&&(this.dispersion=e.dispersion),e.retroreflectivity!==void 0&&(this.retroreflectivity=e.retroreflectivity),e.iridescence!==void 0&&(this.iridescence=e.iridescence),e.iridescenceIOR!==void 0&&(this.iridescenceIOR=e.iridescenceIOR),e.iridescenceThicknessMinimum!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessMinimum),e.iridescenceThicknessMaximum!==void 0&&(this.iridescenceThicknessMaximum=e.iridescenceThicknessMaximum),e.iridescenceThicknessRange!==void 0&&(this.iridescenceThicknessMinimum=e.iridescenceThicknessRange[0],this.iridescenceThicknessMaximum=e.iridescenceThicknessRange[1]),e.transmission!==void 0&&(this.transmission=e.transmission),e.thickness!==void 0&&(this.thickness=e.thickness),e.attenuationDistance!==void 0&&(this.attenuationDistance=e.attenuationDistance),e.attenuationColor!==void 0&&this.attenuationColor!==void 0&&this.attenuationColor.setHex(e.attenuationColor),e.anisotropy!==void 0&&(this.anisotropy=e.anisotropy),e.anisotropyRotation!==void 0&&(this.anisotropyRotation=e.anisotropyRotation),e.fog!==void 0&&(this.fog=e.fog),e.flatShading!==void 0&&(this.flatShading=e.flatShading),e.blending!==void 0&&(this.blending=e.blending),e.combine!==void 0&&(this.combine=e.combine),e.side!==void 0&&(this.side=e.side),e.shadowSide!==void 0&&(this.shadowSide=e.shadowSide),e.opacity!==void 0&&(this.opacity=e.opacity),e.transparent!==void 0&&(this.transparent=e.transparent),e.alphaTest!==void 0&&(this.alphaTest=e.alphaTest),e.alphaHash!==void 0&&(this.alphaHash=e.alphaHash),e.depthFunc!==void 0&&(this.depthFunc=e.depthFunc),e.depthTest!==void 0&&(this.depthTest=e.depthTest),e.depthWrite!==void 0&&(this.depthWrite=e.depthWrite),e.colorWrite!==void 0&&(this.colorWrite=e.colorWrite),e.clippingPlanes!==void 0&&(this.clippingPlanes=e.clippingPlanes.map(i=>new Di().fromJSON(i))),e.clipIntersection!==void 0&&(this.clipIntersection=e.clipIntersection),e.clipShadows!==void 0&&(this.clipShadows=e.clipShadows),e.depthPacking!==void 0&&(this.depthPacking=e.depthPacking),e.blendSrc!==void 0&&(this.blendSrc=e.blendSrc),e.blendDst!==void 0&&(this.blendDst=e.blendDst),e.blendEquation!==void 0&&(this.blendEquation=e.blendEquation),e.blendSrcAlpha!==void 0&&(this.blendSrcAlpha=e.blendSrcAlpha),e.blendDstAlpha!==void 0&&(this.blendDstAlpha=e.blendDstAlpha),e.blendEquationAlpha!==void 0&&(this.blendEquationAlpha=e.blendEquationAlpha),e.blendColor!==void 0&&this.blendColor!==void 0&&this.blendColor.setHex(e.blendColor),e.blendAlpha!==void 0&&(this.blendAlpha=e.blendAlpha),e.stencilWriteMask!==void 0&&(this.stencilWriteMask=e.stencilWriteMask),e.stencilFunc!==void 0&&(this.stencilFunc=e.stencilFunc),e.stencilRef!==void 0&&(this.stencilRef=e.stencilRef),e.stencilFuncMask!==void 0&&(this.stencilFuncMask=e.stencilFuncMask),e.stencilFail!==void 0&&(this.stencilFail=e.stencilFail),e.stencilZFail!==void 0&&(this.stencilZFail=e.stencilZFail),e.stencilZPass!==void 0&&(this.stencilZPass=e.stencilZPass),e.stencilWrite!==void 0&&(this.stencilWrite=e.stencilWrite),e.wireframe!==void 0&&(this.wireframe=e.wireframe),e.wireframeLinewidth!==void 0&&(this.wireframeLinewidth=e.wireframeLinewidth),e.wireframeLinecap!==void 0&&(this.wireframeLinecap=e.wireframeLinecap),e.wireframeLinejoin!==void 0&&(this.wireframeLinejoin=e.wireframeLinejoin),e.rotation!==void 0&&(this.rotation=e.rotation),e.linewidth!==void 0&&(this.linewidth=e.linewidth),e.linecap!==void 0&&(this.linecap=e.linecap),e.linejoin!==void 0&&(this.linejoin=e.linejoin),e.dashSize!==void 0&&(this.dashSize=e.dashSize),e.gapSize!==void 0&&(this.gapSize=e.gapSize),e.scale!==void 0&&(this.scale=e.scale),e.polygonOffset!==void 0&&(this.polygonOffset=e.polygonOffset),e.polygonOffsetFactor!==void 0&&(this.polygonOffsetFactor=e.polygonOffsetFactor),e.polygonOffsetUnits!==void 0&&(this.polygonOffsetUnits=e.polygonOffsetUnits),e.dithering!==void 0&&(this.dithering=e.dithering),e.alphaToCoverage!==void 0&&(this.alphaToCoverage=e.alphaToCoverage),e.premultipliedAlpha!==void 0&&(this.premultipliedAlpha=e.premultipliedAlpha),e.forceSinglePass!==void 0&&(this.forceSinglePass=e.forceSinglePass),e.allowOverride!==void 0&&(this.allowOverride=e.allowOverride),e.visible!==void 0&&(this.visible=e.visible),e.toneMapped!==void 0&&(this.toneMapped=e.toneMapped),e.userData!==void 0&&(this.userData=e.userData),e.vertexColors!==void 0&&(typeof e.vertexColors=="number"?this.vertexColors=e.vertexColors>0:this.vertexColors=e.vertexColors),e.size!==void 0&&(this.size=e.size),e.sizeAttenuation!==void 0&&(this.sizeAttenuation=e.sizeAttenuation),e.map!==void 0&&(this.map=t[e.map]||null),e.matcap!==void 0&&(this.matcap=t[e.matcap]||null),e.alphaMap!==void 0&&(this.alphaMap=t[e.alphaMap]||null),e.bumpMap!==void 0&&(this.bumpMap=t[e.bumpMap]||null),e.bumpScale!==void 0&&(this.bumpScale=e.bumpScale),e.normalMap!==void 0&&(this.normalMap=t[e.normalMap]||null),e.normalMapType!==void 0&&(this.normalMapType=e.normalMapType),e.normalScale!==void 0){let i=e.normalScale;Array.isArray(i)===!1&&(i=[i,i]),this.normalScale=new ct().fromArray(i)}return e.displacementMap!==void 0&&(this.displacementMap=t[e.displacementMap]||null),e.displacementScale!==void 0&&(this.displacementScale=e.displacementScale),e.displacementBias!==void 0&&(this.displacementBias=e.displacementBias),e.roughnessMap!==void 0&&(this.roughnessMap=t[e.roughnessMap]||null),e.metalnessMap!==void 0&&(this.metalnessMap=t[e.metalnessMap]||null),e.emissiveMap!==void 0&&(this.emissiveMap=t[e.emissiveMap]||null),e.emissiveIntensity!==void 0&&(this.emissiveIntensity=e.emissiveIntensity),e.specularMap!==void 0&&(this.specularMap=t[e.specularMap]||null),e.specularIntensityMap!==void 0&&(this.specularIntensityMap=t[e.specularIntensityMap]||null),e.specularColorMap!==void 0&&(this.specularColorMap=t[e.specularColorMap]||null),e.envMap!==void 0&&(this.envMap=t[e.envMap]||null),e.envMapRotation!==void 0&&this.envMapRotation.fromArray(e.envMapRotation),e.envMapIntensity!==void 0&&(this.envMapIntensity=e.envMapIntensity),e.reflectivity!==void 0&&(this.reflectivity=e.reflectivity),e.refractionRatio!==void 0&&(this.refractionRatio=e.refractionRatio),e.lightMap!==void 0&&(this.lightMap=t[e.lightMap]||null),e.lightMapIntensity!==void 0&&(this.lightMapIntensity=e.lightMapIntensity),e.aoMap!==void 0&&(this.aoMap=t[e.aoMap]||null),e.aoMapIntensity!==void 0&&(this.aoMapIntensity=e.aoMapIntensity),e.gradientMap!==void 0&&(this.gradientMap=t[e.gradientMap]||null),e.clearcoatMap!==void 0&&(this.clearcoatMap=t[e.clearcoatMap]||null),e.clearcoatRoughnessMap!==void 0&&(this.clearcoatRoughnessMap=t[e.clearcoatRoughnessMap]||null),e.clearcoatNormalMap!==void 0&&(this.clearcoatNormalMap=t[e.clearcoatNormalMap]||null),e.clearcoatNormalScale!==void 0&&(this.clearcoatNormalScale=new ct().fromArray(e.clearcoatNormalScale)),e.diffuseRoughnessMap!==void 0&&(this.diffuseRoughnessMap=t[e.diffuseRoughnessMap]||null),e.iridescenceMap!==void 0&&(this.iridescenceMap=t[e.iridescenceMap]||null),e.iridescenceThicknessMap!==void 0&&(this.iridescenceThicknessMap=t[e.iridescenceThicknessMap]||null),e.transmissionMap!==void 0&&(this.transmissionMap=t[e.transmissionMap]||null),e.thicknessMap!==void 0&&(this.thicknessMap=t[e.thicknessMap]||null),e.anisotropyMap!==void 0&&(this.anisotropyMap=t[e.anisotropyMap]||null),e.sheenColorMap!==void 0&&(this.sheenColorMap=t[e.sheenColorMap]||null),e.sheenRoughnessMap!==void 0&&(this.sheenRoughnessMap=t[e.sheenRoughnessMap]||null),this}clone(){return new this.constructor().copy(this)}copy(e){this.name=e.name,this.blending=e.blending,this.side=e.side,this.vertexColors=e.vertexColors,this.opacity=e.opacity,this.transparent=e.transparent,this.blendSrc=e.blendSrc,this.blendDst=e.blendDst,this.blendEquation=e.blendEquation,this.blendSrcAlpha=e.blendSrcAlpha,this.blendDstAlpha=e.blendDstAlpha,this.blendEquationAlpha=e.blendEquationAlpha,this.blendColor.copy(e.blendColor),this.blendAlpha=e.blendAlpha,this.depthFunc=e.depthFunc,this.depthTest=e.depthTest,this.depthWrite=e.depthWrite,this.stencilWriteMask=e.stencilWriteMask,this.stencilFunc=e.stencilFunc,this.stencilRef=e.stencilRef,this.stencilFuncMask=e.stencilFuncMask,this.stencilFail=e.stencilFail,this.stencilZFail=e.stencilZFail,this.stencilZPass=e.stencilZPass,this.stencilWrite=e.stencilWrite;let t=e.clippingPlanes,i=null;if(t!==null){let r=t.length;i=new Array(r);for(let s=0;s!==r;++s)i[s]=t[s].clone()}return this.clippingPlanes=i,this.clipIntersection=e.clipIntersection,this.clipShadows=e.clipShadows,this.shadowSide=e.shadowSide,this.colorWrite=e.colorWrite,this.precision=e.precision,this.polygonOffset=e.polygonOffset,this.polygonOffsetFactor=e.polygonOffsetFactor,this.polygonOffsetUnits=e.polygonOffsetUnits,this.dithering=e.dithering,this.alphaTest=e.alphaTest,this.alphaHash=e.alphaHash,this.alphaToCoverage=e.alphaToCoverage,this.premultipliedAlpha=e.premultipliedAlpha,this.forceSinglePass=e.forceSinglePass,this.allowOverride=e.allowOverride,this.visible=e.visible,this.toneMapped=e.toneMapped,this.userData=JSON.parse(JSON.stringify(e.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(e){e===!0&&this.version++}};var xr=new H,Tp=new H,Iu=new H,Lu=new H,oh=class{constructor(e=new H,t=new H(0,0,-1)){this.origin=e,this.direction=t}set(e,t){return this.origin.copy(e),this.direction.copy(t),this}copy(e){return this.origin.copy(e.origin),this.direction.copy(e.direction),this}at(e,t){return t.copy(this.origin).addScaledVector(this.direction,e)}lookAt(e){return this.direction.copy(e).sub(this.origin).normalize(),this}recast(e){return this.origin.copy(this.at(e,xr)),this}closestPointToPoint(e,t){t.subVectors(e,this.origin);let i=t.dot(this.direction);return i<0?t.copy(this.origin):t.copy(this.origin).addScaledVector(this.direction,i)}distanceToPoint(e){return Math.sqrt(this.distanceSqToPoint(e))}distanceSqToPoint(e){let t=xr.subVectors(e,this.origin).dot(this.direction);return t<0?this.origin.distanceToSquared(e):(xr.copy(this.origin).addScaledVector(this.direction,t),xr.distanceToSquared(e))}distanceSqToSegment(e,t,i,r){Tp.copy(e).add(t).multiplyScalar(.5),Iu.copy(t).sub(e).normalize(),Lu.copy(this.origin).sub(Tp);let s=e.distanceTo(t)*.5,o=-this.direction.dot(Iu),l=Lu.dot(this.direction),c=-Lu.dot(Iu),u=Lu.lengthSq(),h=Math.abs(1-o*o),m,p,f,_;if(h>0)if(m=o*c-l,p=o*l-c,_=s*h,m>=0)if(p>=-_)if(p<=_){let S=1/h;m*=S,p*=S,f=m*(m+o*p+2*l)+p*(o*m+p+2*c)+u}else p=s,m=Math.max(0,-(o*p+l)),f=-m*m+p*(p+2*c)+u;else p=-s,m=Math.max(0,-(o*p+l)),f=-m*m+p*(p+2*c)+u;else p<=-_?(m=Math.max(0,-(-o*s+l)),p=m>0?-s:Math.min(Math.max(-s,-c),s),f=-m*m+p*(p+2*c)+u):p<=_?(m=0,p=Math.min(Math.max(-s,-c),s),f=p*(p+2*c)+u):(m=Math.max(0,-(o*s+l)),p=m>0?s:Math.min(Math.max(-s,-c),s),f=-m*m+p*(p+2*c)+u);else p=o>0?-s:s,m=Math.max(0,-(o*p+l)),f=-m*m+p*(p+2*c)+u;return i&&i.copy(this.origin).addScaledVector(this.direction,m),r&&r.copy(Tp).addScaledVector(Iu,p),f}intersectSphere(e,t){if(e.radius<0)return null;xr.subVectors(e.center,this.origin);let i=xr.dot(this.direction),r=xr.dot(xr)-i*i,s=e.radius*e.radius;if(r>s)return null;let o=Math.sqrt(s-r),l=i-o,c=i+o;return c<0?null:l<0?this.at(c,t):this.at(l,t)}intersectsSphere(e){return e.radius<0?!1:this.distanceSqToPoint(e.center)<=e.radius*e.radius}distanceToPlane(e){let t=e.normal.dot(this.direction);if(t===0)return e.distanceToPoint(this.origin)===0?0:null;let i=-(this.origin.dot(e.normal)+e.constant)/t;return i>=0?i:null}intersectPlane(e,t){let i=this.distanceToPlane(e);return i===null?null:this.at(i,t)}intersectsPlane(e){let t=e.distanceToPoint(this.origin);return t===0||e.normal.dot(this.direction)*t<0}intersectBox(e,t){let i,r,s,o,l,c,u=1/this.direction.x,h=1/this.direction.y,m=1/this.direction.z,p=this.origin;return u>=0?(i=(e.min.x-p.x)*u,r=(e.max.x-p.x)*u):(i=(e.max.x-p.x)*u,r=(e.min.x-p.x)*u),h>=0?(s=(e.min.y-p.y)*h,o=(e.max.y-p.y)*h):(s=(e.max.y-p.y)*h,o=(e.min.y-p.y)*h),i>o||s>r||((s>i||isNaN(i))&&(i=s),(o<r||isNaN(r))&&(r=o),m>=0?(l=(e.min.z-p.z)*m,c=(e.max.z-p.z)*m):(l=(e.max.z-p.z)*m,c=(e.min.z-p.z)*m),i>c||l>r)||((l>i||i!==i)&&(i=l),(c<r||r!==r)&&(r=c),r<0)?null:this.at(i>=0?i:r,t)}intersectsBox(e){return this.intersectBox(e,xr)!==null}intersectTriangle(e,t,i,r,s){let o=this.origin,l=this.direction,c=l.x,u=l.y,h=l.z,m=e.x-o.x,p=e.y-o.y,f=e.z-o.z,_=t.x-o.x,S=t.y-o.y,v=t.z-o.z,g=i.x-o.x,M=i.y-o.y,C=i.z-o.z,w=Math.abs(c),R=Math.abs(u),A=Math.abs(h),y,E,O,D,k,V,X,L,Y,Q,W,ae;if(w>=R&&w>=A?(O=c,V=m,Y=_,ae=g,c>=0?(y=u,E=h,D=p,k=f,X=S,L=v,Q=M,W=C):(y=h,E=u,D=f,k=p,X=v,L=S,Q=C,W=M)):R>=A?(O=u,V=p,Y=S,ae=M,u>=0?(y=h,E=c,D=f,k=m,X=v,L=_,Q=C,W=g):(y=c,E=h,D=m,k=f,X=_,L=v,Q=g,W=C)):(O=h,V=f,Y=v,ae=C,h>=0?(y=c,E=u,D=m,k=p,X=_,L=S,Q=g,W=M):(y=u,E=c,D=p,k=m,X=S,L=_,Q=M,W=g)),O===0)return null;let J=y/O,ne=E/O,re=1/O,Ce=D-J*V,Ge=k-ne*V,Z=X-J*Y,xe=L-ne*Y,Ee=Q-J*ae,Ne=W-ne*ae,be=Ee*xe-Ne*Z,Xe=Ce*Ne-Ge*Ee,qt=Z*Ge-xe*Ce;if(r){if(be<0||Xe<0||qt<0)return null}else if((be<0||Xe<0||qt<0)&&(be>0||Xe>0||qt>0))return null;let Ue=be+Xe+qt;if(Ue===0)return null;let xt=re*(be*V+Xe*Y+qt*ae);return(Ue>0?xt<0:xt>0)?null:this.at(xt/Ue,s)}applyMatrix4(e){return this.origin.applyMatrix4(e),this.direction.transformDirection(e),this}equals(e){return e.origin.equals(this.origin)&&e.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},ah=class extends Qs{constructor(e){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new mt(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new fs,this.combine=Op,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(e)}copy(e){return super.copy(e),this.color.copy(e.color),this.map=e.map,this.lightMap=e.lightMap,this.lightMapIntensity=e.lightMapIntensity,this.aoMap=e.aoMap,this.aoMapIntensity=e.aoMapIntensity,this.specularMap=e.specularMap,this.alphaMap=e.alphaMap,this.envMap=e.envMap,this.envMapRotation.copy(e.envMapRotation),this.combine=e.combine,this.reflectivity=e.reflectivity,this.refractionRatio=e.refractionRatio,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.wireframeLinecap=e.wireframeLinecap,this.wireframeLinejoin=e.wireframeLinejoin,this.fog=e.fog,this}},Q_=new Et,$s=new oh,Du=new ms,ey=new H,Nu=new H,ku=new H,Fu=new H,Ap=new H,Uu=new H,ty=new H,Ou=new H,Jn=class extends Un{constructor(e=new si,t=new ah){super(),this.isMesh=!0,this.type="Mesh",this.geometry=e,this.material=t,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(e,t){return super.copy(e,t),e.morphTargetInfluences!==void 0?this.morphTargetInfluences=e.morphTargetInfluences.slice():this.morphTargetInfluences=void 0,e.morphTargetDictionary!==void 0?this.morphTargetDictionary=Object.assign({},e.morphTargetDictionary):this.morphTargetDictionary=void 0,this.material=Array.isArray(e.material)?e.material.slice():e.material,this.geometry=e.geometry,this}updateMorphTargets(){let t=this.geometry.morphAttributes,i=Object.keys(t);if(i.length>0){let r=t[i[0]];if(r!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let s=0,o=r.length;s<o;s++){let l=r[s].name||String(s);this.morphTargetInfluences.push(0),this.morphTargetDictionary[l]=s}}}}getVertexPosition(e,t){let i=this.geometry,r=i.attributes.position,s=i.morphAttributes.position,o=i.morphTargetsRelative;t.fromBufferAttribute(r,e);let l=this.morphTargetInfluences;if(s&&l){Uu.set(0,0,0);for(let c=0,u=s.length;c<u;c++){let h=l[c],m=s[c];h!==0&&(Ap.fromBufferAttribute(m,e),o?Uu.addScaledVector(Ap,h):Uu.addScaledVector(Ap.sub(t),h))}t.add(Uu)}return t}intersectsFrustum(e){return e.intersectsObject(this)}raycast(e,t){let i=this.geometry,r=this.material,s=this.matrixWorld;r!==void 0&&(i.boundingSphere===null&&i.computeBoundingSphere(),Du.copy(i.boundingSphere),Du.applyMatrix4(s),$s.copy(e.ray).recast(e.near),!(Du.containsPoint($s.origin)===!1&&($s.intersectSphere(Du,ey)===null||$s.origin.distanceToSquared(ey)>(e.far-e.near)**2))&&(Q_.copy(s).invert(),$s.copy(e.ray).applyMatrix4(Q_),!(i.boundingBox!==null&&$s.intersectsBox(i.boundingBox)===!1)&&this._computeIntersections(e,t,$s)))}_computeIntersections(e,t,i){let r,s=this.geometry,o=this.material,l=s.index,c=s.attributes.position,u=s.attributes.uv,h=s.attributes.uv1,m=s.attributes.normal,p=s.groups,f=s.drawRange;if(l!==null)if(Array.isArray(o))for(let _=0,S=p.length;_<S;_++){let v=p[_],g=o[v.materialIndex],M=Math.max(v.start,f.start),C=Math.min(l.count,Math.min(v.start+v.count,f.start+f.count));for(let w=M,R=C;w<R;w+=3){let A=l.getX(w),y=l.getX(w+1),E=l.getX(w+2);r=Bu(this,g,e,i,u,h,m,A,y,E),r&&(r.faceIndex=Math.floor(w/3),r.face.materialIndex=v.materialIndex,t.push(r))}}else{let _=Math.max(0,f.start),S=Math.min(l.count,f.start+f.count);for(let v=_,g=S;v<g;v+=3){let M=l.getX(v),C=l.getX(v+1),w=l.getX(v+2);r=Bu(this,o,e,i,u,h,m,M,C,w),r&&(r.faceIndex=Math.floor(v/3),t.push(r))}}else if(c!==void 0)if(Array.isArray(o))for(let _=0,S=p.length;_<S;_++){let v=p[_],g=o[v.materialIndex],M=Math.max(v.start,f.start),C=Math.min(c.count,Math.min(v.start+v.count,f.start+f.count));for(let w=M,R=C;w<R;w+=3){let A=w,y=w+1,E=w+2;r=Bu(this,g,e,i,u,h,m,A,y,E),r&&(r.faceIndex=Math.floor(w/3),r.face.materialIndex=v.materialIndex,t.push(r))}}else{let _=Math.max(0,f.start),S=Math.min(c.count,f.start+f.count);for(let v=_,g=S;v<g;v+=3){let M=v,C=v+1,w=v+2;r=Bu(this,o,e,i,u,h,m,M,C,w),r&&(r.faceIndex=Math.floor(v/3),t.push(r))}}}};function gE(n,e,t,i,r,s,o,l){let c;if(e.side===On?c=i.intersectTriangle(o,s,r,!0,l):c=i.intersectTriangle(r,s,o,e.side===_i,l),c===null)return null;Ou.copy(l),Ou.applyMatrix4(n.matrixWorld);let u=t.ray.origin.distanceTo(Ou);return u<t.near||u>t.far?null:{distance:u,point:Ou.clone(),object:n}}function Bu(n,e,t,i,r,s,o,l,c,u){n.getVertexPosition(l,Nu),n.getVertexPosition(c,ku),n.getVertexPosition(u,Fu);let h=gE(n,e,t,i,Nu,ku,Fu,ty);if(h){let m=new H;ds.getBarycoord(ty,Nu,ku,Fu,m),r&&(h.uv=ds.getInterpolatedAttribute(r,l,c,u,m,new ct)),s&&(h.uv1=ds.getInterpolatedAttribute(s,l,c,u,m,new ct)),o&&(h.normal=ds.getInterpolatedAttribute(o,l,c,u,m,new H),h.normal.dot(i.direction)>0&&h.normal.multiplyScalar(-1));let p={a:l,b:c,c:u,normal:new H,materialIndex:0};ds.getNormal(Nu,ku,Fu,p.normal),h.face=p,h.barycoord=m}return h}var aa=class extends qn{constructor(e=null,t=1,i=1,r,s,o,l,c,u=Ct,h=Ct,m,p){super(null,o,l,c,u,h,r,s,m,p),this.isDataTexture=!0,this.image={data:e,width:t,height:i},this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var eo=class extends Xt{constructor(e,t,i,r=1){super(e,t,i),this.isInstancedBufferAttribute=!0,this.meshPerAttribute=r}copy(e){return super.copy(e),this.meshPerAttribute=e.meshPerAttribute,this}toJSON(){let e=super.toJSON();return e.meshPerAttribute=this.meshPerAttribute,e.isInstancedBufferAttribute=!0,e}};var Ks=new ms,vE=new ct(.5,.5),zu=new H,to=class{constructor(e=new Di,t=new Di,i=new Di,r=new Di,s=new Di,o=new Di){this.planes=[e,t,i,r,s,o]}set(e,t,i,r,s,o){let l=this.planes;return l[0].copy(e),l[1].copy(t),l[2].copy(i),l[3].copy(r),l[4].copy(s),l[5].copy(o),this}copy(e){let t=this.planes;for(let i=0;i<6;i++)t[i].copy(e.planes[i]);return this}setFromProjectionMatrix(e,t=gi,i=!1){let r=this.planes,s=e.elements,o=s[0],l=s[1],c=s[2],u=s[3],h=s[4],m=s[5],p=s[6],f=s[7],_=s[8],S=s[9],v=s[10],g=s[11],M=s[12],C=s[13],w=s[14],R=s[15];if(r[0].setComponents(u-o,f-h,g-_,R-M).normalize(),r[1].setComponents(u+o,f+h,g+_,R+M).normalize(),r[2].setComponents(u+l,f+m,g+S,R+C).normalize(),r[3].setComponents(u-l,f-m,g-S,R-C).normalize(),i)r[4].setComponents(c,p,v,w).normalize(),r[5].setComponents(u-c,f-p,g-v,R-w).normalize();else if(r[4].setComponents(u-c,f-p,g-v,R-w).normalize(),t===gi)r[5].setComponents(u+c,f+p,g+v,R+w).normalize();else if(t===ml)r[5].setComponents(c,p,v,w).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+t);return this}intersectsObject(e){if(e.boundingSphere!==void 0)e.boundingSphere===null&&e.computeBoundingSphere(),Ks.copy(e.boundingSphere).applyMatrix4(e.matrixWorld);else{let t=e.geometry;t.boundingSphere===null&&t.computeBoundingSphere(),Ks.copy(t.boundingSphere).applyMatrix4(e.matrixWorld)}return this.intersectsSphere(Ks)}intersectsSprite(e){Ks.center.set(0,0,0);let t=vE.distanceTo(e.center);return Ks.radius=.7071067811865476+t,Ks.applyMatrix4(e.matrixWorld),this.intersectsSphere(Ks)}intersectsSphere(e){let t=this.planes,i=e.center,r=-e.radius;for(let s=0;s<6;s++)if(t[s].distanceToPoint(i)<r)return!1;return!0}intersectsBox(e){let t=this.planes;for(let i=0;i<6;i++){let r=t[i];if(zu.x=r.normal.x>0?e.max.x:e.min.x,zu.y=r.normal.y>0?e.max.y:e.min.y,zu.z=r.normal.z>0?e.max.z:e.min.z,r.distanceToPoint(zu)<0)return!1}return!0}containsPoint(e){let t=this.planes;for(let i=0;i<6;i++)if(t[i].distanceToPoint(e)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}},ny=new Et,lh=class n{constructor(){this.coordinateSystem=gi,this._frustums=[],this._count=0}setFromArrayCamera(e){let t=e.cameras,i=this._frustums;for(let r=0;r<t.length;r++){let s=t[r];ny.multiplyMatrices(s.projectionMatrix,s.matrixWorldInverse),i[r]===void 0&&(i[r]=new to),i[r].setFromProjectionMatrix(ny,s.coordinateSystem,s.reversedDepth)}return this._count=t.length,this}getFrustum(e){return this._frustums[e]}intersectsObject(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsObject(e))return!0;return!1}intersectsSprite(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSprite(e))return!0;return!1}intersectsSphere(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsSphere(e))return!0;return!1}intersectsBox(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].intersectsBox(e))return!0;return!1}containsPoint(e){let t=this._frustums;for(let i=0;i<this._count;i++)if(t[i].containsPoint(e))return!0;return!1}copy(e){this.coordinateSystem=e.coordinateSystem;let t=this._frustums,i=e._frustums;for(let r=0;r<e._count;r++)t[r]===void 0&&(t[r]=new to),t[r].copy(i[r]);return this._count=e._count,this}clone(){return new n().copy(this)}};var bl=class extends qn{constructor(e=[],t=so,i,r,s,o,l,c,u,h){super(e,t,i,r,s,o,l,c,u,h),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(e){this.image=e}};var Ni=class extends qn{constructor(e,t,i=Cn,r,s,o,l=Ct,c=Ct,u,h=Sr,m=1){if(h!==Sr&&h!==Er)throw new Error("THREE.DepthTexture: format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let p={width:e,height:t,depth:m};super(p,r,s,o,l,c,h,i,u),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(e){return super.copy(e),this.source=new sa(Object.assign({},e.image)),this.compareFunction=e.compareFunction,this}toJSON(e){let t=super.toJSON(e);return t.compareFunction=this.compareFunction,t}},Sl=class extends Ni{constructor(e,t=Cn,i=so,r,s,o=Ct,l=Ct,c,u=Sr){let h={width:e,height:e,depth:1},m=[h,h,h,h,h,h];super(e,e,t,i,r,s,o,l,c,u),this.image=m,this.isCubeDepthTexture=!0,this.isCubeTexture=!0}get images(){return this.image}set images(e){this.image=e}},Ml=class extends qn{constructor(e=null){super(),this.sourceTexture=e,this.isExternalTexture=!0}copy(e){return super.copy(e),this.sourceTexture=e.sourceTexture,this}},la=class n extends si{constructor(e=1,t=1,i=1,r=1,s=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:e,height:t,depth:i,widthSegments:r,heightSegments:s,depthSegments:o};let l=this;r=Math.floor(r),s=Math.floor(s),o=Math.floor(o);let c=[],u=[],h=[],m=[],p=0,f=0;_("z","y","x",-1,-1,i,t,e,o,s,0),_("z","y","x",1,-1,i,t,-e,o,s,1),_("x","z","y",1,1,e,i,t,r,o,2),_("x","z","y",1,-1,e,i,-t,r,o,3),_("x","y","z",1,-1,e,t,i,r,s,4),_("x","y","z",-1,-1,e,t,-i,r,s,5),this.setIndex(c),this.setAttribute("position",new vi(u,3)),this.setAttribute("normal",new vi(h,3)),this.setAttribute("uv",new vi(m,2));function _(S,v,g,M,C,w,R,A,y,E,O){let D=w/y,k=R/E,V=w/2,X=R/2,L=A/2,Y=y+1,Q=E+1,W=0,ae=0,J=new H;for(let ne=0;ne<Q;ne++){let re=ne*k-X;for(let Ce=0;Ce<Y;Ce++){let Ge=Ce*D-V;J[S]=Ge*M,J[v]=re*C,J[g]=L,u.push(J.x,J.y,J.z),J[S]=0,J[v]=0,J[g]=A>0?1:-1,h.push(J.x,J.y,J.z),m.push(Ce/y),m.push(1-ne/E),W+=1}}for(let ne=0;ne<E;ne++)for(let re=0;re<y;re++){let Ce=p+re+Y*ne,Ge=p+re+Y*(ne+1),Z=p+(re+1)+Y*(ne+1),xe=p+(re+1)+Y*ne;c.push(Ce,Ge,xe),c.push(Ge,Z,xe),ae+=6}l.addGroup(f,ae,O),f+=ae,p+=W}}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.depth,e.widthSegments,e.heightSegments,e.depthSegments)}};var wl=class n extends si{constructor(e=1,t=1,i=1,r=1){super(),this.type="PlaneGeometry",this.parameters={width:e,height:t,widthSegments:i,heightSegments:r};let s=e/2,o=t/2,l=Math.floor(i),c=Math.floor(r),u=l+1,h=c+1,m=e/l,p=t/c,f=[],_=[],S=[],v=[];for(let g=0;g<h;g++){let M=g*p-o;for(let C=0;C<u;C++){let w=C*m-s;_.push(w,-M,0),S.push(0,0,1),v.push(C/l),v.push(1-g/c)}}for(let g=0;g<c;g++)for(let M=0;M<l;M++){let C=M+u*g,w=M+u*(g+1),R=M+1+u*(g+1),A=M+1+u*g;f.push(C,w,A),f.push(w,R,A)}this.setIndex(f),this.setAttribute("position",new vi(_,3)),this.setAttribute("normal",new vi(S,3)),this.setAttribute("uv",new vi(v,2))}copy(e){return super.copy(e),this.parameters=Object.assign({},e.parameters),this}static fromJSON(e){return new n(e.width,e.height,e.widthSegments,e.heightSegments)}};function lo(n){let e={};for(let t in n){e[t]={};for(let i in n[t]){let r=n[t][i];if(iy(r))r.isRenderTargetTexture?(Oe("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),e[t][i]=null):e[t][i]=r.clone();else if(Array.isArray(r))if(iy(r[0])){let s=[];for(let o=0,l=r.length;o<l;o++)s[o]=r[o].clone();e[t][i]=s}else e[t][i]=r.slice();else e[t][i]=r}}return e}function Rn(n){let e={};for(let t=0;t<n.length;t++){let i=lo(n[t]);for(let r in i)e[r]=i[r]}return e}function iy(n){return n&&(n.isColor||n.isMatrix3||n.isMatrix4||n.isVector2||n.isVector3||n.isVector4||n.isTexture||n.isQuaternion)}function _E(n){let e=[];for(let t=0;t<n.length;t++)e.push(n[t].clone());return e}function om(n){let e=n.getRenderTarget();return e===null?n.outputColorSpace:e.isXRRenderTarget===!0?e.texture.colorSpace:ot.workingColorSpace}var Xy={clone:lo,merge:Rn},yE=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,xE=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,Qi=class extends Qs{constructor(e){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=yE,this.fragmentShader=xE,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,e!==void 0&&this.setValues(e)}copy(e){return super.copy(e),this.fragmentShader=e.fragmentShader,this.vertexShader=e.vertexShader,this.uniforms=lo(e.uniforms),this.uniformsGroups=_E(e.uniformsGroups),this.defines=Object.assign({},e.defines),this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this.fog=e.fog,this.lights=e.lights,this.clipping=e.clipping,this.extensions=Object.assign({},e.extensions),this.glslVersion=e.glslVersion,this.defaultAttributeValues=Object.assign({},e.defaultAttributeValues),this.index0AttributeName=e.index0AttributeName,this.uniformsNeedUpdate=e.uniformsNeedUpdate,this}toJSON(e){let t=super.toJSON(e);t.glslVersion=this.glslVersion,t.uniforms={};for(let r in this.uniforms){let o=this.uniforms[r].value;o&&o.isTexture?t.uniforms[r]={type:"t",value:o.toJSON(e).uuid}:o&&o.isColor?t.uniforms[r]={type:"c",value:o.getHex()}:o&&o.isVector2?t.uniforms[r]={type:"v2",value:o.toArray()}:o&&o.isVector3?t.uniforms[r]={type:"v3",value:o.toArray()}:o&&o.isVector4?t.uniforms[r]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?t.uniforms[r]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?t.uniforms[r]={type:"m4",value:o.toArray()}:t.uniforms[r]={value:o}}Object.keys(this.defines).length>0&&(t.defines=this.defines),t.vertexShader=this.vertexShader,t.fragmentShader=this.fragmentShader,t.lights=this.lights,t.clipping=this.clipping;let i={};for(let r in this.extensions)this.extensions[r]===!0&&(i[r]=!0);return Object.keys(i).length>0&&(t.extensions=i),t}fromJSON(e,t){if(super.fromJSON(e,t),e.uniforms!==void 0)for(let i in e.uniforms){let r=e.uniforms[i];switch(this.uniforms[i]={},r.type){case"t":this.uniforms[i].value=t[r.value]||null;break;case"c":this.uniforms[i].value=new mt().setHex(r.value);break;case"v2":this.uniforms[i].value=new ct().fromArray(r.value);break;case"v3":this.uniforms[i].value=new H().fromArray(r.value);break;case"v4":this.uniforms[i].value=new Lt().fromArray(r.value);break;case"m3":this.uniforms[i].value=new ze().fromArray(r.value);break;case"m4":this.uniforms[i].value=new Et().fromArray(r.value);break;default:this.uniforms[i].value=r.value}}if(e.defines!==void 0&&(this.defines=e.defines),e.vertexShader!==void 0&&(this.vertexShader=e.vertexShader),e.fragmentShader!==void 0&&(this.fragmentShader=e.fragmentShader),e.glslVersion!==void 0&&(this.glslVersion=e.glslVersion),e.extensions!==void 0)for(let i in e.extensions)this.extensions[i]=e.extensions[i];return e.lights!==void 0&&(this.lights=e.lights),e.clipping!==void 0&&(this.clipping=e.clipping),this}},gs=class extends Qi{constructor(e){super(e),this.isRawShaderMaterial=!0,this.type="RawShaderMaterial"}};var ch=class extends Qs{constructor(e){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Py,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(e)}copy(e){return super.copy(e),this.depthPacking=e.depthPacking,this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this.wireframe=e.wireframe,this.wireframeLinewidth=e.wireframeLinewidth,this}},uh=class extends Qs{constructor(e){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(e)}copy(e){return super.copy(e),this.map=e.map,this.alphaMap=e.alphaMap,this.displacementMap=e.displacementMap,this.displacementScale=e.displacementScale,this.displacementBias=e.displacementBias,this}};function Qo(n,e){return!n||n.constructor===e?n:typeof e.BYTES_PER_ELEMENT=="number"?new e(n):Array.prototype.slice.call(n)}function Vu(n){return n!==void 0&&n.inTangents!==void 0&&n.outTangents!==void 0}var vs=class{constructor(e,t,i,r){this.parameterPositions=e,this._cachedIndex=0,this.resultBuffer=r!==void 0?r:new t.constructor(i),this.sampleValues=t,this.valueSize=i,this.settings=null,this.DefaultSettings_={}}evaluate(e){let t=this.parameterPositions,i=this._cachedIndex,r=t[i],s=t[i-1];e:{t:{let o;n:{i:if(!(e<r)){for(let l=i+2;;){if(r===void 0){if(e<s)break i;return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}if(i===l)break;if(s=r,r=t[++i],e<r)break t}o=t.length;break n}if(!(e>=s)){let l=t[1];e<l&&(i=2,s=l);for(let c=i-2;;){if(s===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(i===c)break;if(r=s,s=t[--i-1],e>=s)break t}o=i,i=0;break n}break e}for(;i<o;){let l=i+o>>>1;e<t[l]?o=l:i=l+1}if(r=t[i],s=t[i-1],s===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(r===void 0)return i=t.length,this._cachedIndex=i,this.copySampleValue_(i-1)}this._cachedIndex=i,this.intervalChanged_(i,s,r)}return this.interpolate_(i,s,e,r)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(e){let t=this.resultBuffer,i=this.sampleValues,r=this.valueSize,s=e*r;for(let o=0;o!==r;++o)t[o]=i[s+o];return t}interpolate_(){throw new Error("THREE.Interpolant: Call to abstract method.")}intervalChanged_(){}},hh=class extends vs{constructor(e,t,i,r){super(e,t,i,r),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:Rp,endingEnd:Rp}}intervalChanged_(e,t,i){let r=this.parameterPositions,s=e-2,o=e+1,l=r[s],c=r[o];if(l===void 0)switch(this.getSettings_().endingStart){case Pp:s=e,l=2*t-i;break;case Ip:s=r.length-2,l=t+r[s]-r[s+1];break;default:s=e,l=i}if(c===void 0)switch(this.getSettings_().endingEnd){case Pp:o=e,c=2*i-t;break;case Ip:o=1,c=i+r[1]-r[0];break;default:o=e-1,c=t}let u=(i-t)*.5,h=this.valueSize;this._weightPrev=u/(t-l),this._weightNext=u/(c-i),this._offsetPrev=s*h,this._offsetNext=o*h}interpolate_(e,t,i,r){let s=this.resultBuffer,o=this.sampleValues,l=this.valueSize,c=e*l,u=c-l,h=this._offsetPrev,m=this._offsetNext,p=this._weightPrev,f=this._weightNext,_=(i-t)/(r-t),S=_*_,v=S*_,g=-p*v+2*p*S-p*_,M=(1+p)*v+(-1.5-2*p)*S+(-.5+p)*_+1,C=(-1-f)*v+(1.5+f)*S+.5*_,w=f*v-f*S;for(let R=0;R!==l;++R)s[R]=g*o[h+R]+M*o[u+R]+C*o[c+R]+w*o[m+R];return s}},dh=class extends vs{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e,t,i,r){let s=this.resultBuffer,o=this.sampleValues,l=this.valueSize,c=e*l,u=c-l,h=(i-t)/(r-t),m=1-h;for(let p=0;p!==l;++p)s[p]=o[u+p]*m+o[c+p]*h;return s}},fh=class extends vs{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e){return this.copySampleValue_(e-1)}},ph=class extends vs{interpolate_(e,t,i,r){let s=this.resultBuffer,o=this.sampleValues,l=this.valueSize,c=e*l,u=c-l,h=this.inTangents,m=this.outTangents;if(!h||!m){let _=(i-t)/(r-t),S=1-_;for(let v=0;v!==l;++v)s[v]=o[u+v]*S+o[c+v]*_;return s}let p=l*2,f=e-1;for(let _=0;_!==l;++_){let S=o[u+_],v=o[c+_],g=f*p+_*2,M=m[g],C=m[g+1],w=e*p+_*2,R=h[w],A=h[w+1],y=SE(i,t,M,R,r);s[_]=qy(y,S,C,A,v)}return s}};function qy(n,e,t,i,r){let s=1-n;return s*s*s*e+3*s*s*n*t+3*s*n*n*i+n*n*n*r}function bE(n,e,t,i,r){let s=1-n;return 3*s*s*(t-e)+6*s*n*(i-t)+3*n*n*(r-i)}function SE(n,e,t,i,r){let s=(n-e)/(r-e);for(let o=0;o<8;o++){let l=qy(s,e,t,i,r)-n;if(Math.abs(l)<1e-10)break;let c=bE(s,e,t,i,r);if(Math.abs(c)<1e-10)break;s=Math.max(0,Math.min(1,s-l/c))}return s}var oi=class{constructor(e,t,i,r){if(e===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(t===void 0||t.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+e);this.name=e,this.times=Qo(t,this.TimeBufferType),this.values=Qo(i,this.ValueBufferType),this.setInterpolation(r||this.DefaultInterpolation)}static toJSON(e){let t=e.constructor,i;if(t.toJSON!==this.toJSON)i=t.toJSON(e);else{i={name:e.name,times:Qo(e.times,Array),values:Qo(e.values,Array)};let r=e.getInterpolation();r!==e.DefaultInterpolation&&(i.interpolation=r),Vu(e.settings)&&(i.settings={inTangents:Qo(e.settings.inTangents,Array),outTangents:Qo(e.settings.outTangents,Array)})}return i.type=e.ValueTypeName,i}InterpolantFactoryMethodDiscrete(e){return new fh(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodLinear(e){return new dh(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodSmooth(e){return new hh(this.times,this.values,this.getValueSize(),e)}InterpolantFactoryMethodBezier(e){let t=new ph(this.times,this.values,this.getValueSize(),e);return this.settings&&(t.inTangents=this.settings.inTangents,t.outTangents=this.settings.outTangents),t}setInterpolation(e){let t;switch(e){case dl:t=this.InterpolantFactoryMethodDiscrete;break;case th:t=this.InterpolantFactoryMethodLinear;break;case Wu:t=this.InterpolantFactoryMethodSmooth;break;case Cp:t=this.InterpolantFactoryMethodBezier;break}if(t===void 0){let i="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(e!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(i);return Oe("KeyframeTrack:",i),this}return this.createInterpolant=t,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return dl;case this.InterpolantFactoryMethodLinear:return th;case this.InterpolantFactoryMethodSmooth:return Wu;case this.InterpolantFactoryMethodBezier:return Cp}}getValueSize(){return this.values.length/this.times.length}shift(e){if(e!==0){let t=this.times;for(let i=0,r=t.length;i!==r;++i)t[i]+=e;Vu(this.settings)&&(ry(this.settings.inTangents,e),ry(this.settings.outTangents,e))}return this}scale(e){if(e!==1){let t=this.times;for(let i=0,r=t.length;i!==r;++i)t[i]*=e;Vu(this.settings)&&(sy(this.settings.inTangents,e),sy(this.settings.outTangents,e))}return this}trim(e,t){let i=this.times,r=i.length,s=0,o=r-1;for(;s!==r&&i[s]<e;)++s;for(;o!==-1&&i[o]>t;)--o;if(++o,s!==0||o!==r){s>=o&&(o=Math.max(o,1),s=o-1);let l=this.getValueSize();this.times=i.slice(s,o),this.values=this.values.slice(s*l,o*l)}return this}validate(){let e=!0,t=this.getValueSize();t-Math.floor(t)!==0&&(Be("KeyframeTrack: Invalid value size in track.",this),e=!1);let i=this.times,r=this.values,s=i.length;s===0&&(Be("KeyframeTrack: Track is empty.",this),e=!1);let o=null;for(let l=0;l!==s;l++){let c=i[l];if(typeof c=="number"&&isNaN(c)){Be("KeyframeTrack: Time is not a valid number.",this,l,c),e=!1;break}if(o!==null&&o>c){Be("KeyframeTrack: Out of order keys.",this,l,c,o),e=!1;break}o=c}if(r!==void 0&&Kw(r))for(let l=0,c=r.length;l!==c;++l){let u=r[l];if(isNaN(u)){Be("KeyframeTrack: Value is not a valid number.",this,l,u),e=!1;break}}return e}optimize(){let e=this.times.slice(),t=this.values.slice(),i=this.getValueSize(),r=this.getInterpolation()===Wu,s=e.length-1,o=1;for(let l=1;l<s;++l){let c=!1,u=e[l],h=e[l+1];if(u!==h&&(l!==1||u!==e[0]))if(r)c=!0;else{let m=l*i,p=m-i,f=m+i;for(let _=0;_!==i;++_){let S=t[m+_];if(S!==t[p+_]||S!==t[f+_]){c=!0;break}}}if(c){if(l!==o){e[o]=e[l];let m=l*i,p=o*i;for(let f=0;f!==i;++f)t[p+f]=t[m+f]}++o}}if(s>0){e[o]=e[s];for(let l=s*i,c=o*i,u=0;u!==i;++u)t[c+u]=t[l+u];++o}return o!==e.length?(this.times=e.slice(0,o),this.values=t.slice(0,o*i)):(this.times=e,this.values=t),this}clone(){let e=this.times.slice(),t=this.values.slice(),i=this.constructor,r=new i(this.name,e,t);return r.createInterpolant=this.createInterpolant,Vu(this.settings)&&(r.settings={inTangents:this.settings.inTangents.slice(),outTangents:this.settings.outTangents.slice()}),r}};function ry(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]+=e}function sy(n,e){for(let t=0,i=n.length;t!==i;t+=2)n[t]*=e}oi.prototype.ValueTypeName="";oi.prototype.TimeBufferType=Float32Array;oi.prototype.ValueBufferType=Float32Array;oi.prototype.DefaultInterpolation=th;var _s=class extends oi{constructor(e,t,i){super(e,t,i)}};_s.prototype.ValueTypeName="bool";_s.prototype.ValueBufferType=Array;_s.prototype.DefaultInterpolation=dl;_s.prototype.InterpolantFactoryMethodLinear=void 0;_s.prototype.InterpolantFactoryMethodSmooth=void 0;var mh=class extends oi{constructor(e,t,i,r){super(e,t,i,r)}};mh.prototype.ValueTypeName="color";var gh=class extends oi{constructor(e,t,i,r){super(e,t,i,r)}};gh.prototype.ValueTypeName="number";var vh=class extends vs{constructor(e,t,i,r){super(e,t,i,r)}interpolate_(e,t,i,r){let s=this.resultBuffer,o=this.sampleValues,l=this.valueSize,c=(i-t)/(r-t),u=e*l;for(let h=u+l;u!==h;u+=4)ji.slerpFlat(s,0,o,u-l,o,u,c);return s}},El=class extends oi{constructor(e,t,i,r){super(e,t,i,r)}InterpolantFactoryMethodLinear(e){return new vh(this.times,this.values,this.getValueSize(),e)}};El.prototype.ValueTypeName="quaternion";El.prototype.InterpolantFactoryMethodSmooth=void 0;var ys=class extends oi{constructor(e,t,i){super(e,t,i)}};ys.prototype.ValueTypeName="string";ys.prototype.ValueBufferType=Array;ys.prototype.DefaultInterpolation=dl;ys.prototype.InterpolantFactoryMethodLinear=void 0;ys.prototype.InterpolantFactoryMethodSmooth=void 0;var _h=class extends oi{constructor(e,t,i,r){super(e,t,i,r)}};_h.prototype.ValueTypeName="vector";var yh=class{constructor(e,t,i){let r=this,s=!1,o=0,l=0,c,u=[];this.onStart=void 0,this.onLoad=e,this.onProgress=t,this.onError=i,this._abortController=null,this.itemStart=function(h){l++,s===!1&&r.onStart!==void 0&&r.onStart(h,o,l),s=!0},this.itemEnd=function(h){o++,r.onProgress!==void 0&&r.onProgress(h,o,l),o===l&&(s=!1,r.onLoad!==void 0&&r.onLoad())},this.itemError=function(h){r.onError!==void 0&&r.onError(h)},this.resolveURL=function(h){return h=h.normalize("NFC"),c?c(h):h},this.setURLModifier=function(h){return c=h,this},this.addHandler=function(h,m){return u.push(h,m),this},this.removeHandler=function(h){let m=u.indexOf(h);return m!==-1&&u.splice(m,2),this},this.getHandler=function(h){for(let m=0,p=u.length;m<p;m+=2){let f=u[m],_=u[m+1];if(f.global&&(f.lastIndex=0),f.test(h))return _}return null},this.abort=function(){return this.abortController.abort(),this._abortController=null,this}}get abortController(){return this._abortController||(this._abortController=new AbortController),this._abortController}},Jy=new yh,xh=class{constructor(e){this.manager=e!==void 0?e:Jy,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={},this.priority="auto",this.cache="default",typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}load(){}loadAsync(e,t){let i=this;return new Promise(function(r,s){i.load(e,r,t,s)})}parse(){}setCrossOrigin(e){return this.crossOrigin=e,this}setWithCredentials(e){return this.withCredentials=e,this}setPath(e){return this.path=e,this}setResourcePath(e){return this.resourcePath=e,this}setRequestHeader(e){return this.requestHeader=e,this}setPriority(e){return this.priority=e,this}setCache(e){return this.cache=e,this}abort(){return this}};xh.DEFAULT_MATERIAL_NAME="__DEFAULT";var Hu=new H,Gu=new ji,$i=new H,no=class extends Un{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Et,this.projectionMatrix=new Et,this.projectionMatrixInverse=new Et,this.coordinateSystem=gi,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(e,t){return super.copy(e,t),this.matrixWorldInverse.copy(e.matrixWorldInverse),this.projectionMatrix.copy(e.projectionMatrix),this.projectionMatrixInverse.copy(e.projectionMatrixInverse),this.coordinateSystem=e.coordinateSystem,this}getWorldDirection(e){return super.getWorldDirection(e).negate()}updateMatrixWorld(e){super.updateMatrixWorld(e),this.matrixWorld.decompose(Hu,Gu,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Hu,Gu,$i.set(1,1,1)).invert()}updateWorldMatrix(e,t,i=!1){super.updateWorldMatrix(e,t,i),this.matrixWorld.decompose(Hu,Gu,$i),$i.x===1&&$i.y===1&&$i.z===1?this.matrixWorldInverse.copy(this.matrixWorld).invert():this.matrixWorldInverse.compose(Hu,Gu,$i.set(1,1,1)).invert()}clone(){return new this.constructor().copy(this)}},hs=new H,oy=new ct,ay=new ct,ri=class extends no{constructor(e=50,t=1,i=.1,r=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=e,this.zoom=1,this.near=i,this.far=r,this.focus=10,this.aspect=t,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.fov=e.fov,this.zoom=e.zoom,this.near=e.near,this.far=e.far,this.focus=e.focus,this.aspect=e.aspect,this.view=e.view===null?null:Object.assign({},e.view),this.filmGauge=e.filmGauge,this.filmOffset=e.filmOffset,this}setFocalLength(e){let t=.5*this.getFilmHeight()/e;this.fov=nh*2*Math.atan(t),this.updateProjectionMatrix()}getFocalLength(){let e=Math.tan(ap*.5*this.fov);return .5*this.getFilmHeight()/e}getEffectiveFOV(){return nh*2*Math.atan(Math.tan(ap*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(e,t,i){hs.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),t.set(hs.x,hs.y).multiplyScalar(-e/hs.z),hs.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),i.set(hs.x,hs.y).multiplyScalar(-e/hs.z)}getViewSize(e,t){return this.getViewBounds(e,oy,ay),t.subVectors(ay,oy)}setViewOffset(e,t,i,r,s,o){this.aspect=e/t,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=this.near,t=e*Math.tan(ap*.5*this.fov)/this.zoom,i=2*t,r=this.aspect*i,s=-.5*r,o=this.view;if(this.view!==null&&this.view.enabled){let c=o.fullWidth,u=o.fullHeight;s+=o.offsetX*r/c,t-=o.offsetY*i/u,r*=o.width/c,i*=o.height/u}let l=this.filmOffset;l!==0&&(s+=e*l/this.getFilmWidth()),this.projectionMatrix.makePerspective(s,s+r,t,t-i,e,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.fov=this.fov,t.object.zoom=this.zoom,t.object.near=this.near,t.object.far=this.far,t.object.focus=this.focus,t.object.aspect=this.aspect,this.view!==null&&(t.object.view=Object.assign({},this.view)),t.object.filmGauge=this.filmGauge,t.object.filmOffset=this.filmOffset,t}};var bh=class extends no{constructor(e=-1,t=1,i=1,r=-1,s=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=e,this.right=t,this.top=i,this.bottom=r,this.near=s,this.far=o,this.updateProjectionMatrix()}copy(e,t){return super.copy(e,t),this.left=e.left,this.right=e.right,this.top=e.top,this.bottom=e.bottom,this.near=e.near,this.far=e.far,this.zoom=e.zoom,this.view=e.view===null?null:Object.assign({},e.view),this}setViewOffset(e,t,i,r,s,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=e,this.view.fullHeight=t,this.view.offsetX=i,this.view.offsetY=r,this.view.width=s,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let e=(this.right-this.left)/(2*this.zoom),t=(this.top-this.bottom)/(2*this.zoom),i=(this.right+this.left)/2,r=(this.top+this.bottom)/2,s=i-e,o=i+e,l=r+t,c=r-t;if(this.view!==null&&this.view.enabled){let u=(this.right-this.left)/this.view.fullWidth/this.zoom,h=(this.top-this.bottom)/this.view.fullHeight/this.zoom;s+=u*this.view.offsetX,o=s+u*this.view.width,l-=h*this.view.offsetY,c=l-h*this.view.height}this.projectionMatrix.makeOrthographic(s,o,l,c,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(e){let t=super.toJSON(e);return t.object.zoom=this.zoom,t.object.left=this.left,t.object.right=this.right,t.object.top=this.top,t.object.bottom=this.bottom,t.object.near=this.near,t.object.far=this.far,this.view!==null&&(t.object.view=Object.assign({},this.view)),t}};var io=class extends si{constructor(){super(),this.isInstancedBufferGeometry=!0,this.type="InstancedBufferGeometry",this.instanceCount=1/0}copy(e){return super.copy(e),this.instanceCount=e.instanceCount,this}toJSON(){let e=super.toJSON();return e.instanceCount=this.instanceCount,e.isInstancedBufferGeometry=!0,e}};var ea=-90,ta=1,ca=class extends Un{constructor(e,t,i){super(),this.type="CubeCamera",this.renderTarget=i,this.coordinateSystem=null,this.activeMipmapLevel=0;let r=new ri(ea,ta,e,t);r.layers=this.layers,this.add(r);let s=new ri(ea,ta,e,t);s.layers=this.layers,this.add(s);let o=new ri(ea,ta,e,t);o.layers=this.layers,this.add(o);let l=new ri(ea,ta,e,t);l.layers=this.layers,this.add(l);let c=new ri(ea,ta,e,t);c.layers=this.layers,this.add(c);let u=new ri(ea,ta,e,t);u.layers=this.layers,this.add(u)}updateCoordinateSystem(){let e=this.coordinateSystem,t=this.children.concat(),[i,r,s,o,l,c]=t;for(let u of t)this.remove(u);if(e===gi)i.up.set(0,1,0),i.lookAt(1,0,0),r.up.set(0,1,0),r.lookAt(-1,0,0),s.up.set(0,0,-1),s.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),l.up.set(0,1,0),l.lookAt(0,0,1),c.up.set(0,1,0),c.lookAt(0,0,-1);else if(e===ml)i.up.set(0,-1,0),i.lookAt(-1,0,0),r.up.set(0,-1,0),r.lookAt(1,0,0),s.up.set(0,0,1),s.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),l.up.set(0,-1,0),l.lookAt(0,0,1),c.up.set(0,-1,0),c.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+e);for(let u of t)this.add(u),u.updateMatrixWorld()}update(e,t){this.parent===null&&this.updateMatrixWorld();let{renderTarget:i,activeMipmapLevel:r}=this;this.coordinateSystem!==e.coordinateSystem&&(this.coordinateSystem=e.coordinateSystem,this.updateCoordinateSystem());let[s,o,l,c,u,h]=this.children,m=e.getRenderTarget(),p=e.getActiveCubeFace(),f=e.getActiveMipmapLevel(),_=e.xr.enabled;e.xr.enabled=!1;let S=i.texture.mipmapsAutoUpdate;i.texture.mipmapsAutoUpdate=!1;let v=!1;e.isWebGLRenderer===!0?v=e.state.buffers.depth.getReversed():v=e.reversedDepthBuffer,e.setRenderTarget(i,0,r),v&&e.autoClear===!1&&e.clearDepth(),e.render(t,s),e.setRenderTarget(i,1,r),v&&e.autoClear===!1&&e.clearDepth(),e.render(t,o),e.setRenderTarget(i,2,r),v&&e.autoClear===!1&&e.clearDepth(),e.render(t,l),e.setRenderTarget(i,3,r),v&&e.autoClear===!1&&e.clearDepth(),e.render(t,c),e.setRenderTarget(i,4,r),v&&e.autoClear===!1&&e.clearDepth(),e.render(t,u),i.texture.mipmapsAutoUpdate=S,e.setRenderTarget(i,5,r),v&&e.autoClear===!1&&e.clearDepth(),e.render(t,h),e.setRenderTarget(m,p,f),e.xr.enabled=_,i.texture.needsPMREMUpdate=!0}},Sh=class extends ri{constructor(e=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=e,this.perCameraFrustumCulled=!1}};var am="\\[\\]\\.:\\/",ME=new RegExp("["+am+"]","g"),lm="[^"+am+"]",wE="[^"+am.replace("\\.","")+"]",EE=/((?:WC+[\/:])*)/.source.replace("WC",lm),TE=/(WCOD+)?/.source.replace("WCOD",wE),AE=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",lm),CE=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",lm),RE=new RegExp("^"+EE+TE+AE+CE+"$"),PE=["material","materials","bones","map"],Lp=class{constructor(e,t,i){let r=i||It.parseTrackName(t);this._targetGroup=e,this._bindings=e.subscribe_(t,r)}getValue(e,t){this.bind();let i=this._targetGroup.nCachedObjects_,r=this._bindings[i];r!==void 0&&r.getValue(e,t)}setValue(e,t){let i=this._bindings;for(let r=this._targetGroup.nCachedObjects_,s=i.length;r!==s;++r)i[r].setValue(e,t)}bind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].bind()}unbind(){let e=this._bindings;for(let t=this._targetGroup.nCachedObjects_,i=e.length;t!==i;++t)e[t].unbind()}},It=class n{constructor(e,t,i){this.path=t,this.parsedPath=i||n.parseTrackName(t),this.node=n.findNode(e,this.parsedPath.nodeName),this.rootNode=e,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(e,t,i){return e&&e.isAnimationObjectGroup?new n.Composite(e,t,i):new n(e,t,i)}static sanitizeNodeName(e){return e.replace(/\s/g,"_").replace(ME,"")}static parseTrackName(e){let t=RE.exec(e);if(t===null)throw new Error("THREE.PropertyBinding: Cannot parse trackName: "+e);let i={nodeName:t[2],objectName:t[3],objectIndex:t[4],propertyName:t[5],propertyIndex:t[6]},r=i.nodeName&&i.nodeName.lastIndexOf(".");if(r!==void 0&&r!==-1){let s=i.nodeName.substring(r+1);PE.indexOf(s)!==-1&&(i.nodeName=i.nodeName.substring(0,r),i.objectName=s)}if(i.propertyName===null||i.propertyName.length===0)throw new Error("THREE.PropertyBinding: can not parse propertyName from trackName: "+e);return i}static findNode(e,t){if(t===void 0||t===""||t==="."||t===-1||t===e.name||t===e.uuid)return e;if(e.skeleton){let i=e.skeleton.getBoneByName(t);if(i!==void 0)return i}if(e.children){let i=function(s){for(let o=0;o<s.length;o++){let l=s[o];if(l.name===t||l.uuid===t)return l;let c=i(l.children);if(c)return c}return null},r=i(e.children);if(r)return r}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(e,t){e[t]=this.targetObject[this.propertyName]}_getValue_array(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)e[t++]=i[r]}_getValue_arrayElement(e,t){e[t]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(e,t){this.resolvedProperty.toArray(e,t)}_setValue_direct(e,t){this.targetObject[this.propertyName]=e[t]}_setValue_direct_setNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(e,t){this.targetObject[this.propertyName]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)i[r]=e[t++]}_setValue_array_setNeedsUpdate(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)i[r]=e[t++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(e,t){let i=this.resolvedProperty;for(let r=0,s=i.length;r!==s;++r)i[r]=e[t++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(e,t){this.resolvedProperty[this.propertyIndex]=e[t]}_setValue_arrayElement_setNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty[this.propertyIndex]=e[t],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(e,t){this.resolvedProperty.fromArray(e,t)}_setValue_fromArray_setNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(e,t){this.resolvedProperty.fromArray(e,t),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(e,t){this.bind(),this.getValue(e,t)}_setValue_unbound(e,t){this.bind(),this.setValue(e,t)}bind(){let e=this.node,t=this.parsedPath,i=t.objectName,r=t.propertyName,s=t.propertyIndex;if(e||(e=n.findNode(this.rootNode,t.nodeName),this.node=e),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!e){Oe("PropertyBinding: No target node found for track: "+this.path+".");return}if(i){let u=t.objectIndex;switch(i){case"materials":if(!e.material){Be("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.materials){Be("PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}e=e.material.materials;break;case"bones":if(!e.skeleton){Be("PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}e=e.skeleton.bones;for(let h=0;h<e.length;h++)if(e[h].name===u){u=h;break}break;case"map":if("map"in e){e=e.map;break}if(!e.material){Be("PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!e.material.map){Be("PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}e=e.material.map;break;default:if(e[i]===void 0){Be("PropertyBinding: Can not bind to objectName of node undefined.",this);return}e=e[i]}if(u!==void 0){if(e[u]===void 0){Be("PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,e);return}e=e[u]}}let o=e[r];if(o===void 0){let u=t.nodeName;Be("PropertyBinding: Trying to update property for track: "+u+"."+r+" but it wasn't found.",e);return}let l=this.Versioning.None;this.targetObject=e,e.isMaterial===!0?l=this.Versioning.NeedsUpdate:e.isObject3D===!0&&(l=this.Versioning.MatrixWorldNeedsUpdate);let c=this.BindingType.Direct;if(s!==void 0){if(r==="morphTargetInfluences"){if(!e.geometry){Be("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!e.geometry.morphAttributes){Be("PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}e.morphTargetDictionary[s]!==void 0&&(s=e.morphTargetDictionary[s])}c=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=s}else o.fromArray!==void 0&&o.toArray!==void 0?(c=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(c=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=r;this.getValue=this.GetterByBindingType[c],this.setValue=this.SetterByBindingTypeAndVersioning[c][l]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};It.Composite=Lp;It.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};It.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};It.prototype.GetterByBindingType=[It.prototype._getValue_direct,It.prototype._getValue_array,It.prototype._getValue_arrayElement,It.prototype._getValue_toArray];It.prototype.SetterByBindingTypeAndVersioning=[[It.prototype._setValue_direct,It.prototype._setValue_direct_setNeedsUpdate,It.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[It.prototype._setValue_array,It.prototype._setValue_array_setNeedsUpdate,It.prototype._setValue_array_setMatrixWorldNeedsUpdate],[It.prototype._setValue_arrayElement,It.prototype._setValue_arrayElement_setNeedsUpdate,It.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[It.prototype._setValue_fromArray,It.prototype._setValue_fromArray_setNeedsUpdate,It.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var yB=new Float32Array(1);var Dp=class{static{this.prototype.isMatrix2=!0}constructor(e,t,i,r){this.elements=[1,0,0,1],e!==void 0&&this.set(e,t,i,r)}identity(){return this.set(1,0,0,1),this}fromArray(e,t=0){for(let i=0;i<4;i++)this.elements[i]=e[i+t];return this}set(e,t,i,r){let s=this.elements;return s[0]=e,s[2]=t,s[1]=i,s[3]=r,this}};function cm(n,e,t,i){let r=IE(i);switch(t){case Zp:return n*e;case Qp:return n*e/r.components*r.byteLength;case pa:return n*e/r.components*r.byteLength;case xs:return n*e*2/r.components*r.byteLength;case ma:return n*e*2/r.components*r.byteLength;case jp:return n*e*3/r.components*r.byteLength;case Bn:return n*e*4/r.components*r.byteLength;case ga:return n*e*4/r.components*r.byteLength;case Pl:case Il:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Ll:case Dl:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Lh:case Nh:return Math.max(n,16)*Math.max(e,8)/4;case Ih:case Dh:return Math.max(n,8)*Math.max(e,8)/2;case kh:case Fh:case Oh:case Bh:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*8;case Uh:case Nl:case zh:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Vh:return Math.floor((n+3)/4)*Math.floor((e+3)/4)*16;case Hh:return Math.floor((n+4)/5)*Math.floor((e+3)/4)*16;case Gh:return Math.floor((n+4)/5)*Math.floor((e+4)/5)*16;case Wh:return Math.floor((n+5)/6)*Math.floor((e+4)/5)*16;case Xh:return Math.floor((n+5)/6)*Math.floor((e+5)/6)*16;case qh:return Math.floor((n+7)/8)*Math.floor((e+4)/5)*16;case Jh:return Math.floor((n+7)/8)*Math.floor((e+5)/6)*16;case Yh:return Math.floor((n+7)/8)*Math.floor((e+7)/8)*16;case $h:return Math.floor((n+9)/10)*Math.floor((e+4)/5)*16;case Kh:return Math.floor((n+9)/10)*Math.floor((e+5)/6)*16;case Zh:return Math.floor((n+9)/10)*Math.floor((e+7)/8)*16;case jh:return Math.floor((n+9)/10)*Math.floor((e+9)/10)*16;case Qh:return Math.floor((n+11)/12)*Math.floor((e+9)/10)*16;case ed:return Math.floor((n+11)/12)*Math.floor((e+11)/12)*16;case td:case nd:case id:return Math.ceil(n/4)*Math.ceil(e/4)*16;case rd:case sd:return Math.ceil(n/4)*Math.ceil(e/4)*8;case kl:case od:return Math.ceil(n/4)*Math.ceil(e/4)*16}throw new Error(`Unable to determine texture byte length for ${t} format.`)}function IE(n){switch(n){case mn:case Jp:return{byteLength:1,components:1};case fa:case Yp:case Fi:return{byteLength:2,components:1};case Rh:case Ph:return{byteLength:2,components:4};case Cn:case Ch:case ki:return{byteLength:4,components:1};case $p:case Kp:return{byteLength:4,components:3}}throw new Error(`THREE.TextureUtils: Unknown texture type ${n}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"187"}}));typeof window<"u"&&(window.__THREE__?Oe("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="187");function mx(){let n=null,e=!1,t=null,i=null;function r(s,o){i=n.requestAnimationFrame(r),t(s,o)}return{start:function(){e!==!0&&t!==null&&n!==null&&(i=n.requestAnimationFrame(r),e=!0)},stop:function(){n!==null&&n.cancelAnimationFrame(i),e=!1},setAnimationLoop:function(s){t=s},setContext:function(s){n=s}}}function DE(n){let e=new WeakMap;function t(l,c){let u=l.array,h=l.usage,m=u.byteLength,p=n.createBuffer();n.bindBuffer(c,p),n.bufferData(c,u,h),l.onUploadCallback();let f;if(u instanceof Float32Array)f=n.FLOAT;else if(typeof Float16Array<"u"&&u instanceof Float16Array)f=n.HALF_FLOAT;else if(u instanceof Uint16Array)l.isFloat16BufferAttribute?f=n.HALF_FLOAT:f=n.UNSIGNED_SHORT;else if(u instanceof Int16Array)f=n.SHORT;else if(u instanceof Uint32Array)f=n.UNSIGNED_INT;else if(u instanceof Int32Array)f=n.INT;else if(u instanceof Int8Array)f=n.BYTE;else if(u instanceof Uint8Array)f=n.UNSIGNED_BYTE;else if(u instanceof Uint8ClampedArray)f=n.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+u);return{buffer:p,type:f,bytesPerElement:u.BYTES_PER_ELEMENT,version:l.version,size:m}}function i(l,c,u){let h=c.array,m=c.updateRanges;if(n.bindBuffer(u,l),m.length===0)n.bufferSubData(u,0,h);else{m.sort((f,_)=>f.start-_.start);let p=0;for(let f=1;f<m.length;f++){let _=m[p],S=m[f];S.start<=_.start+_.count+1?_.count=Math.max(_.count,S.start+S.count-_.start):(++p,m[p]=S)}m.length=p+1;for(let f=0,_=m.length;f<_;f++){let S=m[f];n.bufferSubData(u,S.start*h.BYTES_PER_ELEMENT,h,S.start,S.count)}c.clearUpdateRanges()}c.onUploadCallback()}function r(l){return l.isInterleavedBufferAttribute&&(l=l.data),e.get(l)}function s(l){l.isInterleavedBufferAttribute&&(l=l.data);let c=e.get(l);c&&(n.deleteBuffer(c.buffer),e.delete(l))}function o(l,c){if(l.isInterleavedBufferAttribute&&(l=l.data),l.isGLBufferAttribute){let h=e.get(l);(!h||h.version<l.version)&&e.set(l,{buffer:l.buffer,type:l.type,bytesPerElement:l.elementSize,version:l.version});return}let u=e.get(l);if(u===void 0)e.set(l,t(l,c));else if(u.version<l.version){if(u.size!==l.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");i(u.buffer,l,c),u.version=l.version}}return{get:r,remove:s,update:o}}var NE=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,kE=`#ifdef USE_ALPHAHASH
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
#endif`,FE=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,UE=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,OE=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,BE=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,zE=`#ifdef USE_AOMAP
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
#endif`,VE=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,HE=`#ifdef USE_BATCHING
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
#endif`,GE=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,WE=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,XE=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,qE=`float G_BlinnPhong_Implicit( ) {
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
} // validated`,JE=`#ifdef USE_IRIDESCENCE
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
#endif`,YE=`#ifdef USE_BUMPMAP
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
#endif`,$E=`#if NUM_CLIPPING_PLANES > 0
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
#endif`,KE=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,ZE=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,jE=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,QE=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#endif`,eT=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#endif`,tT=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec4 vColor;
#endif`,nT=`#if defined( USE_COLOR ) || defined( USE_COLOR_ALPHA ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
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
#endif`,iT=`#define PI 3.141592653589793
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
} // validated`,rT=`vec3 transformedNormal = objectNormal;
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
#endif`,sT=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,oT=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,aT=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,lT=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,cT="gl_FragColor = linearToOutputTexel( gl_FragColor );",uT=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,hT=`#ifdef USE_ENVMAP
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
#endif`,dT=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform mat3 envMapRotation;
	uniform samplerCube envMap;
	#ifdef ENVMAP_TYPE_PMREM
		float roughnessToMip( const in float roughness ) {
			float r = clamp( roughness, 0.0, 1.0 );
			return ENVMAP_MAX_LOD * r * ( 2.0 - r );
		}
	#endif
#endif`,fT=`#ifdef USE_ENVMAP
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
#endif`,pT=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,mT=`#ifdef USE_ENVMAP
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
#endif`,gT=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,vT=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,_T=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,yT=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,xT=`#ifdef USE_GRADIENTMAP
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
}`,bT=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,ST=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,MT=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,wT=`uniform bool receiveShadow;
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
#include <lightprobes_pars_fragment>`,ET=`#ifdef USE_ENVMAP
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
#endif`,TT=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,AT=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,CT=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,RT=`varying vec3 vViewPosition;
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
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,PT=`PhysicalMaterial material;
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
#endif`,IT=`uniform sampler2D dfgLUT;
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
}`,LT=`
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
#endif`,DT=`#if defined( RE_IndirectDiffuse )
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
#endif`,NT=`#if defined( RE_IndirectDiffuse )
	#if defined( LAMBERT ) || defined( PHONG )
		irradiance += iblIrradiance;
	#endif
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,kT=`#if NUM_LIGHT_PROBE_GRIDS > 0
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
#endif`,FT=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,UT=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,OT=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,BT=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,zT=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,VT=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,HT=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
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
#endif`,GT=`#if defined( USE_POINTS_UV )
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
#endif`,WT=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,XT=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,qT=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,JT=`#if defined( USE_MORPHCOLORS )
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
#endif`,YT=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,$T=`#ifdef USE_MORPHTARGETS
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
#endif`,KT=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,ZT=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
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
vec3 nonPerturbedNormal = normal;`,jT=`#ifdef USE_NORMALMAP_OBJECTSPACE
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
#endif`,QT=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,e1=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,t1=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
		#ifdef FLIP_SIDED
			vBitangent = - vBitangent;
		#endif
	#endif
#endif`,n1=`#ifdef USE_NORMALMAP
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
#endif`,i1=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,r1=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,s1=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,o1=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,a1=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,l1=`vec3 packNormalToRGB( const in vec3 normal ) {
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
}`,c1=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,u1=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,h1=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,d1=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,f1=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,p1=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,m1=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,g1=`#if NUM_SPOT_LIGHT_COORDS > 0
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
#endif`,v1=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_SUN_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
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
#endif`,_1=`float getShadowMask() {
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
}`,y1=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,x1=`#ifdef USE_SKINNING
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
#endif`,b1=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,S1=`#ifdef USE_SKINNING
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
#endif`,M1=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,w1=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,E1=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,T1=`#ifndef saturate
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
vec3 CustomToneMapping( vec3 color ) { return color; }`,A1=`#ifdef USE_TRANSMISSION
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
#endif`,C1=`#ifdef USE_TRANSMISSION
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
#endif`,R1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,P1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,I1=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
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
#endif`,L1=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,D1=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,N1=`uniform sampler2D t2D;
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
}`,k1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,F1=`uniform float backgroundBlurriness;
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
}`,U1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,O1=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,B1=`#include <common>
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
}`,z1=`#if DEPTH_PACKING == 3200
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
}`,V1=`#define DISTANCE
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
}`,H1=`#define DISTANCE
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
}`,G1=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,W1=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,X1=`uniform float scale;
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
}`,q1=`uniform vec3 diffuse;
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
}`,J1=`#include <common>
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
}`,Y1=`uniform vec3 diffuse;
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
}`,$1=`#define LAMBERT
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
}`,K1=`#define LAMBERT
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
}`,Z1=`#define MATCAP
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
}`,j1=`#define MATCAP
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
}`,Q1=`#define NORMAL
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
}`,eA=`#define NORMAL
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
}`,tA=`#define PHONG
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
}`,nA=`#define PHONG
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
}`,iA=`#define STANDARD
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
}`,rA=`#define STANDARD
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
}`,sA=`#define TOON
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
}`,oA=`#define TOON
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
}`,aA=`uniform float size;
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
}`,lA=`uniform vec3 diffuse;
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
}`,cA=`#include <common>
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
}`,uA=`uniform vec3 color;
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
}`,hA=`uniform float rotation;
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
}`,dA=`uniform vec3 diffuse;
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
}`,Ze={alphahash_fragment:NE,alphahash_pars_fragment:kE,alphamap_fragment:FE,alphamap_pars_fragment:UE,alphatest_fragment:OE,alphatest_pars_fragment:BE,aomap_fragment:zE,aomap_pars_fragment:VE,batching_pars_vertex:HE,batching_vertex:GE,begin_vertex:WE,beginnormal_vertex:XE,bsdfs:qE,iridescence_fragment:JE,bumpmap_pars_fragment:YE,clipping_planes_fragment:$E,clipping_planes_pars_fragment:KE,clipping_planes_pars_vertex:ZE,clipping_planes_vertex:jE,color_fragment:QE,color_pars_fragment:eT,color_pars_vertex:tT,color_vertex:nT,common:iT,defaultnormal_vertex:rT,displacementmap_pars_vertex:sT,displacementmap_vertex:oT,emissivemap_fragment:aT,emissivemap_pars_fragment:lT,colorspace_fragment:cT,colorspace_pars_fragment:uT,envmap_fragment:hT,envmap_common_pars_fragment:dT,envmap_pars_fragment:fT,envmap_pars_vertex:pT,envmap_physical_pars_fragment:ET,envmap_vertex:mT,fog_vertex:gT,fog_pars_vertex:vT,fog_fragment:_T,fog_pars_fragment:yT,gradientmap_pars_fragment:xT,lightmap_pars_fragment:bT,lights_lambert_fragment:ST,lights_lambert_pars_fragment:MT,lights_pars_begin:wT,lights_toon_fragment:TT,lights_toon_pars_fragment:AT,lights_phong_fragment:CT,lights_phong_pars_fragment:RT,lights_physical_fragment:PT,lights_physical_pars_fragment:IT,lights_fragment_begin:LT,lights_fragment_maps:DT,lights_fragment_end:NT,lightprobes_pars_fragment:kT,logdepthbuf_fragment:FT,logdepthbuf_pars_fragment:UT,logdepthbuf_pars_vertex:OT,logdepthbuf_vertex:BT,map_fragment:zT,map_pars_fragment:VT,map_particle_fragment:HT,map_particle_pars_fragment:GT,metalnessmap_fragment:WT,metalnessmap_pars_fragment:XT,morphinstance_vertex:qT,morphcolor_vertex:JT,morphnormal_vertex:YT,morphtarget_pars_vertex:$T,morphtarget_vertex:KT,normal_fragment_begin:ZT,normal_fragment_maps:jT,normal_pars_fragment:QT,normal_pars_vertex:e1,normal_vertex:t1,normalmap_pars_fragment:n1,clearcoat_normal_fragment_begin:i1,clearcoat_normal_fragment_maps:r1,clearcoat_pars_fragment:s1,iridescence_pars_fragment:o1,opaque_fragment:a1,packing:l1,premultiplied_alpha_fragment:c1,project_vertex:u1,dithering_fragment:h1,dithering_pars_fragment:d1,roughnessmap_fragment:f1,roughnessmap_pars_fragment:p1,shadowmap_pars_fragment:m1,shadowmap_pars_vertex:g1,shadowmap_vertex:v1,shadowmask_pars_fragment:_1,skinbase_vertex:y1,skinning_pars_vertex:x1,skinning_vertex:b1,skinnormal_vertex:S1,specularmap_fragment:M1,specularmap_pars_fragment:w1,tonemapping_fragment:E1,tonemapping_pars_fragment:T1,transmission_fragment:A1,transmission_pars_fragment:C1,uv_pars_fragment:R1,uv_pars_vertex:P1,uv_vertex:I1,worldpos_vertex:L1,background_vert:D1,background_frag:N1,backgroundCube_vert:k1,backgroundCube_frag:F1,cube_vert:U1,cube_frag:O1,depth_vert:B1,depth_frag:z1,distance_vert:V1,distance_frag:H1,equirect_vert:G1,equirect_frag:W1,linedashed_vert:X1,linedashed_frag:q1,meshbasic_vert:J1,meshbasic_frag:Y1,meshlambert_vert:$1,meshlambert_frag:K1,meshmatcap_vert:Z1,meshmatcap_frag:j1,meshnormal_vert:Q1,meshnormal_frag:eA,meshphong_vert:tA,meshphong_frag:nA,meshphysical_vert:iA,meshphysical_frag:rA,meshtoon_vert:sA,meshtoon_frag:oA,points_vert:aA,points_frag:lA,shadow_vert:cA,shadow_frag:uA,sprite_vert:hA,sprite_frag:dA},ye={common:{diffuse:{value:new mt(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new ze},alphaMap:{value:null},alphaMapTransform:{value:new ze},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new ze}},envmap:{envMap:{value:null},envMapRotation:{value:new ze},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98},dfgLUT:{value:null}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new ze}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new ze}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new ze},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new ze},normalScale:{value:new ct(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new ze},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new ze}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new ze}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new ze}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new mt(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},sunLights:{value:[],properties:{direction:{},color:{}}},sunLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},sunShadowMatrix:{value:[]},sunShadowCascade:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null},probesSH:{value:[]},probesMin:{value:[]},probesMax:{value:[]},probesResolution:{value:[]}},points:{diffuse:{value:new mt(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new ze},alphaTest:{value:0},uvTransform:{value:new ze}},sprite:{diffuse:{value:new mt(16777215)},opacity:{value:1},center:{value:new ct(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new ze},alphaMap:{value:null},alphaMapTransform:{value:new ze},alphaTest:{value:0}}},nr={basic:{uniforms:Rn([ye.common,ye.specularmap,ye.envmap,ye.aomap,ye.lightmap,ye.fog]),vertexShader:Ze.meshbasic_vert,fragmentShader:Ze.meshbasic_frag},lambert:{uniforms:Rn([ye.common,ye.specularmap,ye.envmap,ye.aomap,ye.lightmap,ye.emissivemap,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.fog,ye.lights,{emissive:{value:new mt(0)},envMapIntensity:{value:1}}]),vertexShader:Ze.meshlambert_vert,fragmentShader:Ze.meshlambert_frag},phong:{uniforms:Rn([ye.common,ye.specularmap,ye.envmap,ye.aomap,ye.lightmap,ye.emissivemap,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.fog,ye.lights,{emissive:{value:new mt(0)},specular:{value:new mt(1118481)},shininess:{value:30},envMapIntensity:{value:1}}]),vertexShader:Ze.meshphong_vert,fragmentShader:Ze.meshphong_frag},standard:{uniforms:Rn([ye.common,ye.envmap,ye.aomap,ye.lightmap,ye.emissivemap,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.roughnessmap,ye.metalnessmap,ye.fog,ye.lights,{emissive:{value:new mt(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:Ze.meshphysical_vert,fragmentShader:Ze.meshphysical_frag},toon:{uniforms:Rn([ye.common,ye.aomap,ye.lightmap,ye.emissivemap,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.gradientmap,ye.fog,ye.lights,{emissive:{value:new mt(0)}}]),vertexShader:Ze.meshtoon_vert,fragmentShader:Ze.meshtoon_frag},matcap:{uniforms:Rn([ye.common,ye.bumpmap,ye.normalmap,ye.displacementmap,ye.fog,{matcap:{value:null}}]),vertexShader:Ze.meshmatcap_vert,fragmentShader:Ze.meshmatcap_frag},points:{uniforms:Rn([ye.points,ye.fog]),vertexShader:Ze.points_vert,fragmentShader:Ze.points_frag},dashed:{uniforms:Rn([ye.common,ye.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:Ze.linedashed_vert,fragmentShader:Ze.linedashed_frag},depth:{uniforms:Rn([ye.common,ye.displacementmap]),vertexShader:Ze.depth_vert,fragmentShader:Ze.depth_frag},normal:{uniforms:Rn([ye.common,ye.bumpmap,ye.normalmap,ye.displacementmap,{opacity:{value:1}}]),vertexShader:Ze.meshnormal_vert,fragmentShader:Ze.meshnormal_frag},sprite:{uniforms:Rn([ye.sprite,ye.fog]),vertexShader:Ze.sprite_vert,fragmentShader:Ze.sprite_frag},background:{uniforms:{uvTransform:{value:new ze},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:Ze.background_vert,fragmentShader:Ze.background_frag},backgroundCube:{uniforms:{envMap:{value:null},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new ze}},vertexShader:Ze.backgroundCube_vert,fragmentShader:Ze.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:Ze.cube_vert,fragmentShader:Ze.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:Ze.equirect_vert,fragmentShader:Ze.equirect_frag},distance:{uniforms:Rn([ye.common,ye.displacementmap,{referencePosition:{value:new H},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:Ze.distance_vert,fragmentShader:Ze.distance_frag},shadow:{uniforms:Rn([ye.lights,ye.fog,{color:{value:new mt(0)},opacity:{value:1}}]),vertexShader:Ze.shadow_vert,fragmentShader:Ze.shadow_frag}};nr.physical={uniforms:Rn([nr.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new ze},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new ze},clearcoatNormalScale:{value:new ct(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new ze},diffuseRoughness:{value:0},diffuseRoughnessMap:{value:null},diffuseRoughnessMapTransform:{value:new ze},dispersion:{value:0},retroreflectivity:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new ze},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new ze},sheen:{value:0},sheenColor:{value:new mt(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new ze},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new ze},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new ze},transmissionSamplerSize:{value:new ct},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new ze},attenuationDistance:{value:0},attenuationColor:{value:new mt(0)},specularColor:{value:new mt(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new ze},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new ze},anisotropyVector:{value:new ct},anisotropyMap:{value:null},anisotropyMapTransform:{value:new ze}}]),vertexShader:Ze.meshphysical_vert,fragmentShader:Ze.meshphysical_frag};var ad={r:0,b:0,g:0},fA=new Et,gx=new ze;gx.set(-1,0,0,0,1,0,0,0,1);function pA(n,e,t,i,r,s){let o=new mt(0),l=r===!0?0:1,c,u,h=null,m=0,p=null;function f(M){let C=M.isScene===!0?M.background:null;if(C&&C.isTexture){let w=M.backgroundBlurriness>0;C=e.get(C,w)}return C}function _(M){let C=!1,w=f(M);w===null?v(o,l):w&&w.isColor&&(v(w,1),C=!0);let R=n.xr.getEnvironmentBlendMode();R==="additive"?t.buffers.color.setClear(0,0,0,1,s):R==="alpha-blend"&&t.buffers.color.setClear(0,0,0,0,s),(n.autoClear||C)&&(t.buffers.depth.setTest(!0),t.buffers.depth.setMask(!0),t.buffers.color.setMask(!0),n.clear(n.autoClearColor,n.autoClearDepth,n.autoClearStencil))}function S(M,C){let w=f(C);w&&w.isCubeTexture?(u===void 0&&(u=new Jn(new la(1,1,1),new Qi({name:"BackgroundCubeMaterial",uniforms:lo(nr.backgroundCube.uniforms),vertexShader:nr.backgroundCube.vertexShader,fragmentShader:nr.backgroundCube.fragmentShader,side:On,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),u.geometry.deleteAttribute("normal"),u.geometry.deleteAttribute("uv"),u.onBeforeRender=function(R,A,y){this.matrixWorld.copyPosition(y.matrixWorld)},Object.defineProperty(u.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),i.update(u)),u.material.uniforms.envMap.value=w,u.material.uniforms.backgroundBlurriness.value=C.backgroundBlurriness,u.material.uniforms.backgroundIntensity.value=C.backgroundIntensity,u.material.uniforms.backgroundRotation.value.setFromMatrix4(fA.makeRotationFromEuler(C.backgroundRotation)).transpose(),w.isRenderTargetTexture===!1&&u.material.uniforms.backgroundRotation.value.premultiply(gx),u.material.toneMapped=ot.getTransfer(w.colorSpace)!==yt,(h!==w||m!==w.version||p!==n.toneMapping)&&(u.material.needsUpdate=!0,h=w,m=w.version,p=n.toneMapping),u.layers.enableAll(),M.unshift(u,u.geometry,u.material,0,0,null)):w&&w.isTexture&&(c===void 0&&(c=new Jn(new wl(2,2),new Qi({name:"BackgroundMaterial",uniforms:lo(nr.background.uniforms),vertexShader:nr.background.vertexShader,fragmentShader:nr.background.fragmentShader,side:_i,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),i.update(c)),c.material.uniforms.t2D.value=w,c.material.uniforms.backgroundIntensity.value=C.backgroundIntensity,c.material.toneMapped=ot.getTransfer(w.colorSpace)!==yt,w.matrixAutoUpdate===!0&&w.updateMatrix(),c.material.uniforms.uvTransform.value.copy(w.matrix),(h!==w||m!==w.version||p!==n.toneMapping)&&(c.material.needsUpdate=!0,h=w,m=w.version,p=n.toneMapping),c.layers.enableAll(),M.unshift(c,c.geometry,c.material,0,0,null))}function v(M,C){M.getRGB(ad,om(n)),t.buffers.color.setClear(ad.r,ad.g,ad.b,C,s)}function g(){u!==void 0&&(u.geometry.dispose(),u.material.dispose(),u=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return o},setClearColor:function(M,C=1){o.set(M),l=C,v(o,l)},getClearAlpha:function(){return l},setClearAlpha:function(M){l=M,v(o,l)},render:_,addToRenderList:S,dispose:g}}function mA(n,e){let t=n.getParameter(n.MAX_VERTEX_ATTRIBS),i={},r=p(null),s=r,o=!1;function l(k,V,X,L,Y){let Q=!1,W=m(k,L,X,V);s!==W&&(s=W,u(s.object)),Q=f(k,L,X,Y),Q&&_(k,L,X,Y),Y!==null&&e.update(Y,n.ELEMENT_ARRAY_BUFFER),(Q||o)&&(o=!1,w(k,V,X,L),Y!==null&&n.bindBuffer(n.ELEMENT_ARRAY_BUFFER,e.get(Y).buffer))}function c(){return n.createVertexArray()}function u(k){return n.bindVertexArray(k)}function h(k){return n.deleteVertexArray(k)}function m(k,V,X,L){let Y=L.wireframe===!0,Q=i[V.id];Q===void 0&&(Q={},i[V.id]=Q);let W=k.isInstancedMesh===!0?k.id:0,ae=Q[W];ae===void 0&&(ae={},Q[W]=ae);let J=ae[X.id];J===void 0&&(J={},ae[X.id]=J);let ne=J[Y];return ne===void 0&&(ne=p(c()),J[Y]=ne),ne}function p(k){let V=[],X=[],L=[];for(let Y=0;Y<t;Y++)V[Y]=0,X[Y]=0,L[Y]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:V,enabledAttributes:X,attributeDivisors:L,object:k,attributes:{},index:null}}function f(k,V,X,L){let Y=s.attributes,Q=V.attributes,W=0,ae=X.getAttributes();for(let J in ae)if(ae[J].location>=0){let re=Y[J],Ce=Q[J];if(Ce===void 0&&(J==="instanceMatrix"&&k.instanceMatrix&&(Ce=k.instanceMatrix),J==="instanceColor"&&k.instanceColor&&(Ce=k.instanceColor)),re===void 0||re.attribute!==Ce||Ce&&re.data!==Ce.data)return!0;W++}return s.attributesNum!==W||s.index!==L}function _(k,V,X,L){let Y={},Q=V.attributes,W=0,ae=X.getAttributes();for(let J in ae)if(ae[J].location>=0){let re=Q[J];re===void 0&&(J==="instanceMatrix"&&k.instanceMatrix&&(re=k.instanceMatrix),J==="instanceColor"&&k.instanceColor&&(re=k.instanceColor));let Ce={};Ce.attribute=re,re&&re.data&&(Ce.data=re.data),Y[J]=Ce,W++}s.attributes=Y,s.attributesNum=W,s.index=L}function S(){let k=s.newAttributes;for(let V=0,X=k.length;V<X;V++)k[V]=0}function v(k){g(k,0)}function g(k,V){let X=s.newAttributes,L=s.enabledAttributes,Y=s.attributeDivisors;X[k]=1,L[k]===0&&(n.enableVertexAttribArray(k),L[k]=1),Y[k]!==V&&(n.vertexAttribDivisor(k,V),Y[k]=V)}function M(){let k=s.newAttributes,V=s.enabledAttributes;for(let X=0,L=V.length;X<L;X++)V[X]!==k[X]&&(n.disableVertexAttribArray(X),V[X]=0)}function C(k,V,X,L,Y,Q,W){W===!0?n.vertexAttribIPointer(k,V,X,Y,Q):n.vertexAttribPointer(k,V,X,L,Y,Q)}function w(k,V,X,L){S();let Y=L.attributes,Q=X.getAttributes(),W=V.defaultAttributeValues;for(let ae in Q){let J=Q[ae];if(J.location>=0){let ne=Y[ae];if(ne===void 0&&(ae==="instanceMatrix"&&k.instanceMatrix&&(ne=k.instanceMatrix),ae==="instanceColor"&&k.instanceColor&&(ne=k.instanceColor)),ne!==void 0){let re=ne.normalized,Ce=ne.itemSize,Ge=e.get(ne);if(Ge===void 0)continue;let Z=Ge.buffer,xe=Ge.type,Ee=Ge.bytesPerElement,Ne=xe===n.INT||xe===n.UNSIGNED_INT||ne.gpuType===Ch;if(ne.isInterleavedBufferAttribute){let be=ne.data,Xe=be.isInterleavedBuffer===!0?be.stride:be.itemSize,qt=ne.offset;if(be.isInstancedInterleavedBuffer||be.isInstancedBufferAttribute){for(let Ue=0;Ue<J.locationSize;Ue++)g(J.location+Ue,be.meshPerAttribute);k.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=be.meshPerAttribute*be.count)}else for(let Ue=0;Ue<J.locationSize;Ue++)v(J.location+Ue);n.bindBuffer(n.ARRAY_BUFFER,Z);for(let Ue=0;Ue<J.locationSize;Ue++)C(J.location+Ue,Ce/J.locationSize,xe,re,Xe*Ee,(qt+Ce/J.locationSize*Ue)*Ee,Ne)}else{if(ne.isInstancedBufferAttribute){for(let be=0;be<J.locationSize;be++)g(J.location+be,ne.meshPerAttribute);k.isInstancedMesh!==!0&&L._maxInstanceCount===void 0&&(L._maxInstanceCount=ne.meshPerAttribute*ne.count)}else for(let be=0;be<J.locationSize;be++)v(J.location+be);n.bindBuffer(n.ARRAY_BUFFER,Z);for(let be=0;be<J.locationSize;be++)C(J.location+be,Ce/J.locationSize,xe,re,Ce*Ee,Ce/J.locationSize*be*Ee,Ne)}}else if(W!==void 0){let re=W[ae];if(re!==void 0)switch(re.length){case 2:n.vertexAttrib2fv(J.location,re);break;case 3:n.vertexAttrib3fv(J.location,re);break;case 4:n.vertexAttrib4fv(J.location,re);break;default:n.vertexAttrib1fv(J.location,re)}}}}M()}function R(){O();for(let k in i){let V=i[k];for(let X in V){let L=V[X];for(let Y in L){let Q=L[Y];for(let W in Q)h(Q[W].object),delete Q[W];delete L[Y]}}delete i[k]}}function A(k){if(i[k.id]===void 0)return;let V=i[k.id];for(let X in V){let L=V[X];for(let Y in L){let Q=L[Y];for(let W in Q)h(Q[W].object),delete Q[W];delete L[Y]}}delete i[k.id]}function y(k){for(let V in i){let X=i[V];for(let L in X){let Y=X[L];if(Y[k.id]===void 0)continue;let Q=Y[k.id];for(let W in Q)h(Q[W].object),delete Q[W];delete Y[k.id]}}}function E(k){for(let V in i){let X=i[V],L=k.isInstancedMesh===!0?k.id:0,Y=X[L];if(Y!==void 0){for(let Q in Y){let W=Y[Q];for(let ae in W)h(W[ae].object),delete W[ae];delete Y[Q]}delete X[L],Object.keys(X).length===0&&delete i[V]}}}function O(){D(),o=!0,s!==r&&(s=r,u(s.object))}function D(){r.geometry=null,r.program=null,r.wireframe=!1}return{setup:l,reset:O,resetDefaultState:D,dispose:R,releaseStatesOfGeometry:A,releaseStatesOfObject:E,releaseStatesOfProgram:y,initAttributes:S,enableAttribute:v,disableUnusedAttributes:M}}function gA(n,e,t){let i;function r(c){i=c}function s(c,u){n.drawArrays(i,c,u),t.update(u,i,1)}function o(c,u,h){h!==0&&(n.drawArraysInstanced(i,c,u,h),t.update(u,i,h))}function l(c,u,h){if(h===0)return;e.get("WEBGL_multi_draw").multiDrawArraysWEBGL(i,c,0,u,0,h);let p=0;for(let f=0;f<h;f++)p+=u[f];t.update(p,i,1)}this.setMode=r,this.render=s,this.renderInstances=o,this.renderMultiDraw=l}function vA(n,e,t,i){let r;function s(){if(r!==void 0)return r;if(e.has("EXT_texture_filter_anisotropic")===!0){let y=e.get("EXT_texture_filter_anisotropic");r=n.getParameter(y.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else r=0;return r}function o(y){return!(y!==Bn&&i.convert(y)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_FORMAT))}function l(y){let E=y===Fi&&(e.has("EXT_color_buffer_half_float")||e.has("EXT_color_buffer_float"));return!(y!==mn&&y!==ki&&!E&&i.convert(y)!==n.getParameter(n.IMPLEMENTATION_COLOR_READ_TYPE))}function c(y){if(y==="highp"){if(n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.HIGH_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.HIGH_FLOAT).precision>0)return"highp";y="mediump"}return y==="mediump"&&n.getShaderPrecisionFormat(n.VERTEX_SHADER,n.MEDIUM_FLOAT).precision>0&&n.getShaderPrecisionFormat(n.FRAGMENT_SHADER,n.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let u=t.precision!==void 0?t.precision:"highp",h=c(u);h!==u&&(Oe("WebGLRenderer:",u,"not supported, using",h,"instead."),u=h);let m=t.reversedDepthBuffer===!0&&e.has("EXT_clip_control"),p=t.logarithmicDepthBuffer===!0&&m===!1;t.reversedDepthBuffer===!0&&m===!1&&Oe("WebGLRenderer: Unable to use reversed depth buffer due to missing EXT_clip_control extension. Fallback to default depth buffer."),t.logarithmicDepthBuffer===!0&&m===!0&&Oe("WebGLRenderer: Logarithmic depth buffer is ignored when reversed depth buffer is enabled.");let f=n.getParameter(n.MAX_TEXTURE_IMAGE_UNITS),_=n.getParameter(n.MAX_VERTEX_TEXTURE_IMAGE_UNITS),S=n.getParameter(n.MAX_TEXTURE_SIZE),v=n.getParameter(n.MAX_CUBE_MAP_TEXTURE_SIZE),g=n.getParameter(n.MAX_VERTEX_ATTRIBS),M=n.getParameter(n.MAX_VERTEX_UNIFORM_VECTORS),C=n.getParameter(n.MAX_VARYING_VECTORS),w=n.getParameter(n.MAX_FRAGMENT_UNIFORM_VECTORS),R=n.getParameter(n.MAX_SAMPLES),A=n.getParameter(n.SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:s,getMaxPrecision:c,textureFormatReadable:o,textureTypeReadable:l,precision:u,logarithmicDepthBuffer:p,reversedDepthBuffer:m,maxTextures:f,maxVertexTextures:_,maxTextureSize:S,maxCubemapSize:v,maxAttributes:g,maxVertexUniforms:M,maxVaryings:C,maxFragmentUniforms:w,maxSamples:R,samples:A}}function _A(n){let e=this,t=null,i=0,r=!1,s=!1,o=new Di,l=new ze,c={value:null,needsUpdate:!1};this.uniform=c,this.numPlanes=0,this.numIntersection=0,this.init=function(m,p){let f=m.length!==0||p||i!==0||r;return r=p,i=m.length,f},this.beginShadows=function(){s=!0,h(null)},this.endShadows=function(){s=!1},this.setGlobalState=function(m,p){t=h(m,p,0)},this.setState=function(m,p,f){let _=m.clippingPlanes,S=m.clipIntersection,v=m.clipShadows,g=n.get(m);if(!r||_===null||_.length===0||s&&!v)s?h(null):u();else{let M=s?0:i,C=M*4,w=g.clippingState||null;c.value=w,w=h(_,p,C,f);for(let R=0;R!==C;++R)w[R]=t[R];g.clippingState=w,this.numIntersection=S?this.numPlanes:0,this.numPlanes+=M}};function u(){c.value!==t&&(c.value=t,c.needsUpdate=i>0),e.numPlanes=i,e.numIntersection=0}function h(m,p,f,_){let S=m!==null?m.length:0,v=null;if(S!==0){if(v=c.value,_!==!0||v===null){let g=f+S*4,M=p.matrixWorldInverse;l.getNormalMatrix(M),(v===null||v.length<g)&&(v=new Float32Array(g));for(let C=0,w=f;C!==S;++C,w+=4)o.copy(m[C]).applyMatrix4(M,l),o.normal.toArray(v,w),v[w+3]=o.constant}c.value=v,c.needsUpdate=!0}return e.numPlanes=S,e.numIntersection=0,v}}var Bl=class extends un{constructor(e=1,t={}){super(e,e,t),this.isWebGLCubeRenderTarget=!0;let i={width:e,height:e,depth:1},r=[i,i,i,i,i,i];this.texture=new bl(r),this._setTextureOptions(t),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(e,t){this.texture.type=t.type,this.texture.colorSpace=t.colorSpace,this.texture.generateMipmaps=t.generateMipmaps,this.texture.minFilter=t.minFilter,this.texture.magFilter=t.magFilter;let i={uniforms:{tEquirect:{value:null}},vertexShader:`

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
			`},r=new la(5,5,5),s=new Qi({name:"CubemapFromEquirect",uniforms:lo(i.uniforms),vertexShader:i.vertexShader,fragmentShader:i.fragmentShader,side:On,blending:Mr});s.uniforms.tEquirect.value=t;let o=new Jn(r,s),l=t.minFilter;return t.minFilter===wr&&(t.minFilter=cn),new ca(1,10,this).update(e,o),t.minFilter=l,o.geometry.dispose(),o.material.dispose(),this}clear(e,t=!0,i=!0,r=!0){let s=e.getRenderTarget();for(let o=0;o<6;o++)e.setRenderTarget(this,o),e.clear(t,i,r);e.setRenderTarget(s)}},Yy=256,yA=3,xA=20,vx=256,_x=16,bA=3,SA=new H,MA=new mt,cd=class n{constructor(e){this._renderer=e,this._cubeSize=0,this._sourceTarget=null,this._cubeCamera=new ca(1,10,null),this._boxMesh=new Jn(new la(5,5,5),null),this._cubemapMaterial=null,this._equirectMaterial=null,this._blurMaterial=null,this._ggxMaterial=null,this._integrationMaterial=null}fromScene(e,t=0,i=.1,r=100,s={}){let{size:o=256,position:l=SA}=s,c=this._renderer;this._setSize(o);let u=this._allocateTarget(),h=this._getSourceTarget(!0);t>0&&(h.texture.mipmapsAutoUpdate=!1);let m=c.autoClear,p=c.autoClearColor,f=c.autoClearDepth,_=c.autoClearStencil,S=e.background;c.autoClear=!0,c.autoClearColor=!0,c.autoClearDepth=!0,c.autoClearStencil=!0,S===null&&(e.background=c.getClearColor(MA));let v=new ca(i,r,h);return v.position.copy(l),v.update(c,e),c.autoClear=m,c.autoClearColor=p,c.autoClearDepth=f,c.autoClearStencil=_,e.background=S,t>0&&(h.texture.mipmapsAutoUpdate=!0,this._blur(u,t)),this._applyPMREM(u),u}fromEquirectangular(e,t=null){return this._fromTexture(e,t)}fromCubemap(e,t=null){return this._fromTexture(e,t)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=Zy(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=Ky(),this._compileMaterial(this._equirectMaterial))}dispose(){this._sourceTarget!==null&&this._sourceTarget.dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose(),this._blurMaterial!==null&&this._blurMaterial.dispose(),this._ggxMaterial!==null&&this._ggxMaterial.dispose(),this._integrationMaterial!==null&&this._integrationMaterial.dispose(),this._boxMesh.geometry.dispose()}static lodToRoughness(e,t){return t>0?1-Math.sqrt(1-e/t):0}_setSize(e){this._cubeSize=Math.max(Yy,Gy(e))}_fromTexture(e,t){e.mapping===so||e.mapping===da?this._setSize(e.image.length===0?Yy:e.image[0].width||e.image[0].image.width):this._setSize(e.image.width/4);let i=t||this._allocateTarget();return this._textureToCubemap(e),this._applyPMREM(i),i}_allocateTarget(){let e=this._cubeSize,t=$y(e,!1,!1),i=Math.log2(e)-yA;for(let r=0;r<=i;r++)t.texture.mipmaps.push({width:e>>r,height:e>>r});return t.texture.name="PMREM",t.texture.isPMREMTexture=!0,t}_getSourceTarget(e=!1){let t=this._cubeSize,i=this._sourceTarget;return(i===null||i.width!==t||e&&i.depthBuffer===!1)&&(i!==null&&i.dispose(),this._sourceTarget=$y(t,!0,e)),this._sourceTarget}_compileMaterial(e){this._boxMesh.material=e,this._renderer.compile(this._boxMesh,this._cubeCamera.children[0])}_renderCube(e,t,i){let r=this._boxMesh,s=this._cubeCamera;r.material=i,s.renderTarget=e,s.activeMipmapLevel=t;let o=e.width>>t;e.viewport.set(0,0,o,o),s.update(this._renderer,r),e.viewport.set(0,0,e.width,e.height)}_textureToCubemap(e){let t;e.mapping===so||e.mapping===da?(this._cubemapMaterial===null&&(this._cubemapMaterial=Zy()),t=this._cubemapMaterial,t.uniforms.flipEnvMap.value=e.isRenderTargetTexture===!1?-1:1):(this._equirectMaterial===null&&(this._equirectMaterial=Ky()),t=this._equirectMaterial),t.uniforms.envMap.value=e,this._renderCube(this._getSourceTarget(),0,t)}_applyPMREM(e){this._ggxMaterial===null&&(this._ggxMaterial=wA(),this._integrationMaterial=EA());let t=this._cubeSize,i=e.texture.mipmaps.length-1,r=this._ggxMaterial.uniforms;r.envMap.value=this._sourceTarget.texture;let s=this._integrationMaterial.uniforms;s.envMap.value=this._sourceTarget.texture,s.sourceLod.value=Math.log2(t/_x);for(let o=0;o<=i;o++){let l=n.lodToRoughness(o,i);if(o>i-bA)s.roughness.value=l,this._renderCube(e,o,this._integrationMaterial);else{let c=l>0?Math.log2(t)+.5*Math.log2(6/(vx*Math.pow(l,4)))+.5:0;r.roughness.value=l,r.lodBias.value=c,this._renderCube(e,o,this._ggxMaterial)}}}_blur(e,t){this._blurMaterial===null&&(this._blurMaterial=TA());let i=this._blurMaterial,r=i.uniforms,s=this._sourceTarget;r.sigma.value=Math.min(t,Math.PI)/Math.SQRT2,r.envMap.value=s.texture,this._renderCube(e,0,i),r.envMap.value=e.texture,this._renderCube(s,0,i)}};function $y(n,e,t){return new Bl(n,{minFilter:wr,generateMipmaps:e,type:Fi,colorSpace:fl,depthBuffer:t})}function zl(n,e,t){return new Qi({name:n,uniforms:e,vertexShader:Ze.cube_vert,fragmentShader:t,side:On,blending:Mr,depthTest:!1,depthWrite:!1})}function wA(){return zl("PMREMGGXConvolution",{envMap:{value:null},roughness:{value:0},lodBias:{value:0}},`

		#define GGX_SAMPLES ${vx}u

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
	`)}function EA(){return zl("PMREMGGXIntegration",{envMap:{value:null},roughness:{value:0},sourceLod:{value:0},sourceSize:{value:_x}},`

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
	`)}function TA(){return zl("PMREMSphericalGaussianBlur",{envMap:{value:null},sigma:{value:0}},`

		#define SAMPLES ${xA}
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
	`)}function Ky(){return zl("PMREMEquirectangularToCubemap",{envMap:{value:null}},`

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
	`)}function Zy(){return zl("PMREMCubemapToCubemap",{envMap:{value:null},flipEnvMap:{value:-1}},`

		varying vec3 vWorldDirection;

		uniform samplerCube envMap;
		uniform float flipEnvMap;

		void main() {

			gl_FragColor = vec4( textureCube( envMap, vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) ).rgb, 1.0 );

		}
	`)}function AA(n){let e=new WeakMap,t=new WeakMap,i=null;function r(p,f=!1){return p==null?null:f?o(p):s(p)}function s(p){if(p&&p.isTexture){let f=p.mapping;if(f===Eh||f===Th)if(e.has(p)){let _=e.get(p).texture;return l(_,p.mapping)}else{let _=p.image;if(_&&_.height>0){let S=new Bl(_.height);return S.fromEquirectangularTexture(n,p),e.set(p,S),p.addEventListener("dispose",u),l(S.texture,p.mapping)}else return null}}return p}function o(p){if(p&&p.isTexture&&p.isPMREMTexture!==!0){let f=p.mapping,_=f===Eh||f===Th,S=f===so||f===da;if(_||S){let v=t.get(p),g=v!==void 0?v.texture.pmremVersion:0;if(p.isRenderTargetTexture&&p.pmremVersion!==g)return i===null&&(i=new cd(n)),v=_?i.fromEquirectangular(p,v):i.fromCubemap(p,v),v.texture.pmremVersion=p.pmremVersion,t.set(p,v),v.texture;if(v!==void 0)return v.texture;{let M=p.image;return _&&M&&M.height>0||S&&M&&c(M)?(i===null&&(i=new cd(n)),v=_?i.fromEquirectangular(p):i.fromCubemap(p),v.texture.pmremVersion=p.pmremVersion,t.set(p,v),p.addEventListener("dispose",h),v.texture):null}}}return p}function l(p,f){return f===Eh?p.mapping=so:f===Th&&(p.mapping=da),p}function c(p){let f=0,_=6;for(let S=0;S<_;S++)p[S]!==void 0&&f++;return f===_}function u(p){let f=p.target;f.removeEventListener("dispose",u);let _=e.get(f);_!==void 0&&(e.delete(f),_.dispose())}function h(p){let f=p.target;f.removeEventListener("dispose",h);let _=t.get(f);_!==void 0&&(t.delete(f),_.dispose())}function m(){e=new WeakMap,t=new WeakMap,i!==null&&(i.dispose(),i=null)}return{get:r,dispose:m}}function CA(n){let e={};function t(i){if(e[i]!==void 0)return e[i];let r=n.getExtension(i);return e[i]=r,r}return{has:function(i){return t(i)!==null},init:function(){t("EXT_color_buffer_float"),t("WEBGL_clip_cull_distance"),t("OES_texture_float_linear"),t("EXT_color_buffer_half_float"),t("WEBGL_multisampled_render_to_texture"),t("WEBGL_render_shared_exponent")},get:function(i){let r=t(i);return r===null&&hl("WebGLRenderer: "+i+" extension not supported."),r}}}function RA(n,e,t,i){let r={},s=new WeakMap,o=new FinalizationRegistry(_=>delete r[_]);function l(_){c(_.target)}function c(_){_.index!==null&&e.remove(_.index);for(let v in _.attributes)e.remove(_.attributes[v]);_.removeEventListener("dispose",l),delete r[_.id],o.unregister(_);let S=s.get(_);S&&(e.remove(S),s.delete(_)),i.releaseStatesOfGeometry(_),_.isInstancedBufferGeometry===!0&&delete _._maxInstanceCount,t.memory.geometries--}function u(_,S){return r[S.id]!==void 0||(S.addEventListener("dispose",l),r[S.id]=new WeakRef(S),o.register(S,S.id,S),t.memory.geometries++),S}function h(_){let S=_.attributes;for(let v in S)e.update(S[v],n.ARRAY_BUFFER)}function m(_){let S=_.index,v=_.attributes.position,g=0;if(v===void 0)return;let M=S!==null?S.array.length:v.array.length/3-1,C=v.count>=65535?xl:yl,w=new C(Math.ceil(M/3)*6,1),R=w.array;if(S!==null){let y=S.array;g=S.version;for(let E=0,O=0;E<M;E+=3){let D=y[E+0],k=y[E+1],V=y[E+2];R[O++]=D,R[O++]=k,R[O++]=k,R[O++]=V,R[O++]=V,R[O++]=D}}else{g=v.version;for(let y=0,E=0;y<M;y+=3){let O=y+0,D=y+1,k=y+2;R[E++]=O,R[E++]=D,R[E++]=D,R[E++]=k,R[E++]=k,R[E++]=O}}w.version=g;let A=s.get(_);A&&e.remove(A),s.set(_,w)}function p(_){let S=s.get(_);if(S){let v=_.index;v!==null&&S.version<v.version&&m(_)}else m(_);return s.get(_)}function f(){for(let _ in r){let S=r[_].deref();S!==void 0&&c(S)}}return{get:u,update:h,getWireframeAttribute:p,dispose:f}}function PA(n,e,t){let i;function r(m){i=m}let s,o;function l(m){s=m.type,o=m.bytesPerElement}function c(m,p){n.drawElements(i,p,s,m*o),t.update(p,i,1)}function u(m,p,f){f!==0&&(n.drawElementsInstanced(i,p,s,m*o,f),t.update(p,i,f))}function h(m,p,f){if(f===0)return;e.get("WEBGL_multi_draw").multiDrawElementsWEBGL(i,p,0,s,m,0,f);let S=0;for(let v=0;v<f;v++)S+=p[v];t.update(S,i,1)}this.setMode=r,this.setIndex=l,this.render=c,this.renderInstances=u,this.renderMultiDraw=h}function IA(n){let e={geometries:0,textures:0},t={frame:0,calls:0,triangles:0,points:0,lines:0};function i(s,o,l){switch(t.calls++,o){case n.TRIANGLES:t.triangles+=l*(s/3);break;case n.LINES:t.lines+=l*(s/2);break;case n.LINE_STRIP:t.lines+=l*(s-1);break;case n.LINE_LOOP:t.lines+=l*s;break;case n.POINTS:t.points+=l*s;break;default:Be("WebGLInfo: Unknown draw mode:",o);break}}function r(){t.calls=0,t.triangles=0,t.points=0,t.lines=0}return{memory:e,render:t,programs:null,autoReset:!0,reset:r,update:i}}function LA(n,e,t){let i=new WeakMap,r=new Lt;function s(o,l,c){let u=o.morphTargetInfluences,h=l.morphAttributes.position||l.morphAttributes.normal||l.morphAttributes.color,m=h!==void 0?h.length:0,p=i.get(l);if(p===void 0||p.count!==m){let O=function(){y.dispose(),i.delete(l),l.removeEventListener("dispose",O)};p!==void 0&&p.texture.dispose();let f=l.morphAttributes.position!==void 0,_=l.morphAttributes.normal!==void 0,S=l.morphAttributes.color!==void 0,v=l.morphAttributes.position||[],g=l.morphAttributes.normal||[],M=l.morphAttributes.color||[],C=0;f===!0&&(C=1),_===!0&&(C=2),S===!0&&(C=3);let w=l.attributes.position.count*C,R=1;w>e.maxTextureSize&&(R=Math.ceil(w/e.maxTextureSize),w=e.maxTextureSize);let A=new Float32Array(w*R*4*m),y=new vl(A,w,R,m);y.type=ki,y.needsUpdate=!0;let E=C*4;for(let D=0;D<m;D++){let k=v[D],V=g[D],X=M[D],L=w*R*4*D;for(let Y=0;Y<k.count;Y++){let Q=Y*E;f===!0&&(r.fromBufferAttribute(k,Y),A[L+Q+0]=r.x,A[L+Q+1]=r.y,A[L+Q+2]=r.z,A[L+Q+3]=0),_===!0&&(r.fromBufferAttribute(V,Y),A[L+Q+4]=r.x,A[L+Q+5]=r.y,A[L+Q+6]=r.z,A[L+Q+7]=0),S===!0&&(r.fromBufferAttribute(X,Y),A[L+Q+8]=r.x,A[L+Q+9]=r.y,A[L+Q+10]=r.z,A[L+Q+11]=X.itemSize===4?r.w:1)}}p={count:m,texture:y,size:new ct(w,R)},i.set(l,p),l.addEventListener("dispose",O)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)c.getUniforms().setValue(n,"morphTexture",o.morphTexture,t);else{let f=0;for(let S=0;S<u.length;S++)f+=u[S];let _=l.morphTargetsRelative?1:1-f;c.getUniforms().setValue(n,"morphTargetBaseInfluence",_),c.getUniforms().setValue(n,"morphTargetInfluences",u)}c.getUniforms().setValue(n,"morphTargetsTexture",p.texture,t),c.getUniforms().setValue(n,"morphTargetsTextureSize",p.size)}return{update:s}}function DA(n,e,t,i,r){let s=new WeakMap;function o(u){let h=r.render.frame,m=u.geometry,p=e.get(u,m);if(s.get(p)!==h&&(e.update(p),s.set(p,h)),u.isInstancedMesh&&(u.hasEventListener("dispose",c)===!1&&u.addEventListener("dispose",c),s.get(u)!==h&&(t.update(u.instanceMatrix,n.ARRAY_BUFFER),u.instanceColor!==null&&t.update(u.instanceColor,n.ARRAY_BUFFER),s.set(u,h))),u.isSkinnedMesh){let f=u.skeleton;s.get(f)!==h&&(f.update(),s.set(f,h))}return p}function l(){s=new WeakMap}function c(u){let h=u.target;h.removeEventListener("dispose",c),i.releaseStatesOfObject(h),t.remove(h.instanceMatrix),h.instanceColor!==null&&t.remove(h.instanceColor)}return{update:o,dispose:l}}var NA={[Bp]:"LINEAR_TONE_MAPPING",[zp]:"REINHARD_TONE_MAPPING",[Vp]:"CINEON_TONE_MAPPING",[Hp]:"ACES_FILMIC_TONE_MAPPING",[Wp]:"AGX_TONE_MAPPING",[Xp]:"NEUTRAL_TONE_MAPPING",[Gp]:"CUSTOM_TONE_MAPPING"};function kA(n,e,t,i,r,s){let o=new un(e,t,{type:n,depthBuffer:r,stencilBuffer:s,samples:i?4:0,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,resolveDepthBuffer:!1,resolveStencilBuffer:!1}),l=null,c=null,u=null,h=new si;h.setAttribute("position",new vi([-1,3,0,-1,-1,0,3,-1,0],3)),h.setAttribute("uv",new vi([0,2,0,0,2,0],2));let m=new gs({uniforms:{tDiffuse:{value:null}},vertexShader:`
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
			}`,depthTest:!1,depthWrite:!1}),p=new Jn(h,m),f=new bh(-1,1,1,-1,0,1),_=null,S=null,v=!1,g,M=null,C=[],w=!1;this.setSize=function(R,A){o.setSize(R,A),l!==null&&l.setSize(R,A),c!==null&&c.setSize(R,A);for(let y=0;y<C.length;y++){let E=C[y];E.setSize&&E.setSize(R,A)}},this.setEffects=function(R){C=R,w=C.length>0&&C[0].isRenderPass===!0;let A=o.width,y=o.height;C.length>0&&l===null&&(l=new un(A,y,{type:Fi,depthBuffer:!1,stencilBuffer:!1}),c=new un(A,y,{type:Fi,depthBuffer:!1,stencilBuffer:!1}));let E=r===!0&&C.some(O=>O.needsDepthTexture===!0);E!==(o.depthTexture!==null)&&(E===!0&&u===null&&(u=new Ni(A,y),s===!0&&(u.format=Er,u.type=oo)),o.dispose(),o.depthTexture=E?u:null,o.resolveDepthBuffer=E,o.storeMultisampledDepthBuffer=E);for(let O=0;O<C.length;O++){let D=C[O];D.setSize&&D.setSize(A,y),E&&D.needsDepthTexture===!0&&D.setDepthTexture&&D.setDepthTexture(u)}},this.begin=function(R,A){if(v||R.toneMapping===er&&C.length===0)return!1;if(M=A,A!==null){let y=A.width,E=A.height;(o.width!==y||o.height!==E)&&this.setSize(y,E)}return w===!1&&R.setRenderTarget(o),g=R.toneMapping,R.toneMapping=er,!0},this.hasRenderPass=function(){return w},this.end=function(R,A){R.toneMapping=g,v=!0;let y=o,E=l;for(let O=0;O<C.length;O++){let D=C[O];D.enabled!==!1&&(D.render(R,E,y,A),D.needsSwap!==!1&&(y=E,E=E===l?c:l))}if(_!==R.outputColorSpace||S!==R.toneMapping){_=R.outputColorSpace,S=R.toneMapping,m.defines={},ot.getTransfer(_)===yt&&(m.defines.SRGB_TRANSFER="");let O=NA[S];O&&(m.defines[O]=""),m.needsUpdate=!0}m.uniforms.tDiffuse.value=y.texture,R.setRenderTarget(M),R.render(p,f),M=null,v=!1},this.isCompositing=function(){return v},this.dispose=function(){o.dispose(),l!==null&&l.dispose(),c!==null&&c.dispose(),h.dispose(),m.dispose()}}var yx=new qn,xx=new Ni(1,1),bx=new Sl(1),Sx=new vl,Mx=new sh,wx=new bl,jy=[],Qy=[],ex=new Float32Array(16),tx=new Float32Array(9),nx=new Float32Array(4);function _a(n,e,t){let i=n[0];if(i<=0||i>0)return n;let r=e*t,s=jy[r];if(s===void 0&&(s=new Float32Array(r),jy[r]=s),e!==0){i.toArray(s,0);for(let o=1,l=0;o!==e;++o)l+=t,n[o].toArray(s,l)}return s}function en(n,e){if(n.length!==e.length)return!1;for(let t=0,i=n.length;t<i;t++)if(n[t]!==e[t])return!1;return!0}function tn(n,e){for(let t=0,i=e.length;t<i;t++)n[t]=e[t]}function hd(n,e){let t=Qy[e];t===void 0&&(t=new Int32Array(e),Qy[e]=t);for(let i=0;i!==e;++i)t[i]=n.allocateTextureUnit();return t}function FA(n,e){let t=this.cache;t[0]!==e&&(n.uniform1f(this.addr,e),t[0]=e)}function UA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2f(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(en(t,e))return;n.uniform2fv(this.addr,e),tn(t,e)}}function OA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3f(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else if(e.r!==void 0)(t[0]!==e.r||t[1]!==e.g||t[2]!==e.b)&&(n.uniform3f(this.addr,e.r,e.g,e.b),t[0]=e.r,t[1]=e.g,t[2]=e.b);else{if(en(t,e))return;n.uniform3fv(this.addr,e),tn(t,e)}}function BA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4f(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(en(t,e))return;n.uniform4fv(this.addr,e),tn(t,e)}}function zA(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(en(t,e))return;n.uniformMatrix2fv(this.addr,!1,e),tn(t,e)}else{if(en(t,i))return;nx.set(i),n.uniformMatrix2fv(this.addr,!1,nx),tn(t,i)}}function VA(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(en(t,e))return;n.uniformMatrix3fv(this.addr,!1,e),tn(t,e)}else{if(en(t,i))return;tx.set(i),n.uniformMatrix3fv(this.addr,!1,tx),tn(t,i)}}function HA(n,e){let t=this.cache,i=e.elements;if(i===void 0){if(en(t,e))return;n.uniformMatrix4fv(this.addr,!1,e),tn(t,e)}else{if(en(t,i))return;ex.set(i),n.uniformMatrix4fv(this.addr,!1,ex),tn(t,i)}}function GA(n,e){let t=this.cache;t[0]!==e&&(n.uniform1i(this.addr,e),t[0]=e)}function WA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2i(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(en(t,e))return;n.uniform2iv(this.addr,e),tn(t,e)}}function XA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3i(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(en(t,e))return;n.uniform3iv(this.addr,e),tn(t,e)}}function qA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4i(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(en(t,e))return;n.uniform4iv(this.addr,e),tn(t,e)}}function JA(n,e){let t=this.cache;t[0]!==e&&(n.uniform1ui(this.addr,e),t[0]=e)}function YA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y)&&(n.uniform2ui(this.addr,e.x,e.y),t[0]=e.x,t[1]=e.y);else{if(en(t,e))return;n.uniform2uiv(this.addr,e),tn(t,e)}}function $A(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z)&&(n.uniform3ui(this.addr,e.x,e.y,e.z),t[0]=e.x,t[1]=e.y,t[2]=e.z);else{if(en(t,e))return;n.uniform3uiv(this.addr,e),tn(t,e)}}function KA(n,e){let t=this.cache;if(e.x!==void 0)(t[0]!==e.x||t[1]!==e.y||t[2]!==e.z||t[3]!==e.w)&&(n.uniform4ui(this.addr,e.x,e.y,e.z,e.w),t[0]=e.x,t[1]=e.y,t[2]=e.z,t[3]=e.w);else{if(en(t,e))return;n.uniform4uiv(this.addr,e),tn(t,e)}}function dd(n){return n.version===0&&(n.compareFunction=im,n.needsUpdate=!0),n}function ZA(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===n.SAMPLER_2D_SHADOW?s=dd(xx):s=yx,t.setTexture2D(e||s,r)}function jA(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture3D(e||Mx,r)}function QA(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r);let s;this.type===n.SAMPLER_CUBE_SHADOW?s=dd(bx):s=wx,t.setTextureCube(e||s,r)}function eC(n,e,t){let i=this.cache,r=t.allocateTextureUnit();i[0]!==r&&(n.uniform1i(this.addr,r),i[0]=r),t.setTexture2DArray(e||Sx,r)}function tC(n){switch(n){case 5126:return FA;case 35664:return UA;case 35665:return OA;case 35666:return BA;case 35674:return zA;case 35675:return VA;case 35676:return HA;case 5124:case 35670:return GA;case 35667:case 35671:return WA;case 35668:case 35672:return XA;case 35669:case 35673:return qA;case 5125:return JA;case 36294:return YA;case 36295:return $A;case 36296:return KA;case 35678:case 36198:case 36298:case 36306:case 35682:return ZA;case 35679:case 36299:case 36307:return jA;case 35680:case 36300:case 36308:case 36293:return QA;case 36289:case 36303:case 36311:case 36292:return eC}}function nC(n,e){n.uniform1fv(this.addr,e)}function iC(n,e){let t=_a(e,this.size,2);n.uniform2fv(this.addr,t)}function rC(n,e){let t=_a(e,this.size,3);n.uniform3fv(this.addr,t)}function sC(n,e){let t=_a(e,this.size,4);n.uniform4fv(this.addr,t)}function oC(n,e){let t=_a(e,this.size,4);n.uniformMatrix2fv(this.addr,!1,t)}function aC(n,e){let t=_a(e,this.size,9);n.uniformMatrix3fv(this.addr,!1,t)}function lC(n,e){let t=_a(e,this.size,16);n.uniformMatrix4fv(this.addr,!1,t)}function cC(n,e){n.uniform1iv(this.addr,e)}function uC(n,e){n.uniform2iv(this.addr,e)}function hC(n,e){n.uniform3iv(this.addr,e)}function dC(n,e){n.uniform4iv(this.addr,e)}function fC(n,e){n.uniform1uiv(this.addr,e)}function pC(n,e){n.uniform2uiv(this.addr,e)}function mC(n,e){n.uniform3uiv(this.addr,e)}function gC(n,e){n.uniform4uiv(this.addr,e)}function vC(n,e,t){let i=this.cache,r=e.length,s=hd(t,r);en(i,s)||(n.uniform1iv(this.addr,s),tn(i,s));let o;this.type===n.SAMPLER_2D_SHADOW?o=dd(xx):o=yx;for(let l=0;l!==r;++l)t.setTexture2D(e[l]||o,s[l])}function _C(n,e,t){let i=this.cache,r=e.length,s=hd(t,r);en(i,s)||(n.uniform1iv(this.addr,s),tn(i,s));for(let o=0;o!==r;++o)t.setTexture3D(e[o]||Mx,s[o])}function yC(n,e,t){let i=this.cache,r=e.length,s=hd(t,r);en(i,s)||(n.uniform1iv(this.addr,s),tn(i,s));let o;this.type===n.SAMPLER_CUBE_SHADOW?o=dd(bx):o=wx;for(let l=0;l!==r;++l)t.setTextureCube(e[l]||o,s[l])}function xC(n,e,t){let i=this.cache,r=e.length,s=hd(t,r);en(i,s)||(n.uniform1iv(this.addr,s),tn(i,s));for(let o=0;o!==r;++o)t.setTexture2DArray(e[o]||Sx,s[o])}function bC(n){switch(n){case 5126:return nC;case 35664:return iC;case 35665:return rC;case 35666:return sC;case 35674:return oC;case 35675:return aC;case 35676:return lC;case 5124:case 35670:return cC;case 35667:case 35671:return uC;case 35668:case 35672:return hC;case 35669:case 35673:return dC;case 5125:return fC;case 36294:return pC;case 36295:return mC;case 36296:return gC;case 35678:case 36198:case 36298:case 36306:case 35682:return vC;case 35679:case 36299:case 36307:return _C;case 35680:case 36300:case 36308:case 36293:return yC;case 36289:case 36303:case 36311:case 36292:return xC}}var dm=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.setValue=tC(t.type)}},fm=class{constructor(e,t,i){this.id=e,this.addr=i,this.cache=[],this.type=t.type,this.size=t.size,this.setValue=bC(t.type)}},pm=class{constructor(e){this.id=e,this.seq=[],this.map={}}setValue(e,t,i){let r=this.seq;for(let s=0,o=r.length;s!==o;++s){let l=r[s];l.setValue(e,t[l.id],i)}}},um=/(\w+)(\])?(\[|\.)?/g;function ix(n,e){n.seq.push(e),n.map[e.id]=e}function SC(n,e,t){let i=n.name,r=i.length;for(um.lastIndex=0;;){let s=um.exec(i),o=um.lastIndex,l=s[1],c=s[2]==="]",u=s[3];if(c&&(l=l|0),u===void 0||u==="["&&o+2===r){ix(t,u===void 0?new dm(l,n,e):new fm(l,n,e));break}else{let m=t.map[l];m===void 0&&(m=new pm(l),ix(t,m)),t=m}}}var va=class{constructor(e,t){this.seq=[],this.map={};let i=e.getProgramParameter(t,e.ACTIVE_UNIFORMS);for(let o=0;o<i;++o){let l=e.getActiveUniform(t,o),c=e.getUniformLocation(t,l.name);SC(l,c,this)}let r=[],s=[];for(let o of this.seq)o.type===e.SAMPLER_2D_SHADOW||o.type===e.SAMPLER_CUBE_SHADOW||o.type===e.SAMPLER_2D_ARRAY_SHADOW?r.push(o):s.push(o);r.length>0&&(this.seq=r.concat(s))}setValue(e,t,i,r){let s=this.map[t];s!==void 0&&s.setValue(e,i,r)}setOptional(e,t,i){let r=t[i];r!==void 0&&this.setValue(e,i,r)}static upload(e,t,i,r){for(let s=0,o=t.length;s!==o;++s){let l=t[s],c=i[l.id];c.needsUpdate!==!1&&l.setValue(e,c.value,r)}}static seqWithValue(e,t){let i=[];for(let r=0,s=e.length;r!==s;++r){let o=e[r];o.id in t&&i.push(o)}return i}};function rx(n,e,t){let i=n.createShader(e);return n.shaderSource(i,t),n.compileShader(i),i}var MC=37297,wC=0;function EC(n,e){let t=n.split(`
`),i=[],r=Math.max(e-6,0),s=Math.min(e+6,t.length);for(let o=r;o<s;o++){let l=o+1;i.push(`${l===e?">":" "} ${l}: ${t[o]}`)}return i.join(`
`)}var sx=new ze;function TC(n){ot._getMatrix(sx,ot.workingColorSpace,n);let e=`mat3( ${sx.elements.map(t=>t.toFixed(4))} )`;switch(ot.getTransfer(n)){case pl:return[e,"LinearTransferOETF"];case yt:return[e,"sRGBTransferOETF"];default:return Oe("WebGLProgram: Unsupported color space: ",n),[e,"LinearTransferOETF"]}}function ox(n,e,t){let i=n.getShaderParameter(e,n.COMPILE_STATUS),s=(n.getShaderInfoLog(e)||"").trim();if(i&&s==="")return"";let o=/ERROR: 0:(\d+)/.exec(s);if(o){let l=parseInt(o[1]);return t.toUpperCase()+`

`+s+`

`+EC(n.getShaderSource(e),l)}else return s}function AC(n,e){let t=TC(e);return[`vec4 ${n}( vec4 value ) {`,`	return ${t[1]}( vec4( ${t[0]} * value.rgb, value.a ) );`,"}"].join(`
`)}var CC={[Bp]:"Linear",[zp]:"Reinhard",[Vp]:"Cineon",[Hp]:"ACESFilmic",[Wp]:"AgX",[Xp]:"Neutral",[Gp]:"Custom"};function RC(n,e){let t=CC[e];return t===void 0?(Oe("WebGLProgram: Unsupported toneMapping:",e),"vec3 "+n+"( vec3 color ) { return LinearToneMapping( color ); }"):"vec3 "+n+"( vec3 color ) { return "+t+"ToneMapping( color ); }"}var ld=new H;function PC(){ot.getLuminanceCoefficients(ld);let n=ld.x.toFixed(4),e=ld.y.toFixed(4),t=ld.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${n}, ${e}, ${t} );`,"	return dot( weights, rgb );","}"].join(`
`)}function IC(n){return[n.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",n.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Ol).join(`
`)}function LC(n){let e=[];for(let t in n){let i=n[t];i!==!1&&e.push("#define "+t+" "+i)}return e.join(`
`)}function DC(n,e){let t={},i=n.getProgramParameter(e,n.ACTIVE_ATTRIBUTES);for(let r=0;r<i;r++){let s=n.getActiveAttrib(e,r),o=s.name,l=1;s.type===n.FLOAT_MAT2&&(l=2),s.type===n.FLOAT_MAT3&&(l=3),s.type===n.FLOAT_MAT4&&(l=4),t[o]={type:s.type,location:n.getAttribLocation(e,o),locationSize:l}}return t}function Ol(n){return n!==""}function ax(n,e){let t=e.numSpotLightShadows+e.numSpotLightMaps-e.numSpotLightShadowsWithMaps;return n.replace(/NUM_SUN_LIGHTS/g,e.numSunLights).replace(/NUM_DIR_LIGHTS/g,e.numDirLights).replace(/NUM_SPOT_LIGHTS/g,e.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,e.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,t).replace(/NUM_RECT_AREA_LIGHTS/g,e.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,e.numPointLights).replace(/NUM_HEMI_LIGHTS/g,e.numHemiLights).replace(/NUM_SUN_LIGHT_SHADOWS/g,e.numSunLightShadows).replace(/NUM_DIR_LIGHT_SHADOWS/g,e.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,e.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,e.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,e.numPointLightShadows).replace(/NUM_LIGHT_PROBE_GRIDS/g,e.numLightProbeGrids)}function lx(n,e){return n.replace(/NUM_CLIPPING_PLANES/g,e.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,e.numClippingPlanes-e.numClipIntersection)}var NC=/^[ \t]*#include +<([\w\d./]+)>/gm;function mm(n){return n.replace(NC,kC)}function kC(n,e){let t=Ze[e];if(t===void 0)throw new Error("THREE.WebGLProgram: Can not resolve #include <"+e+">");return mm(t)}var FC=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function cx(n){return n.replace(FC,UC)}function UC(n,e,t,i){let r="";for(let s=parseInt(e);s<parseInt(t);s++)r+=i.replace(/\[\s*i\s*\]/g,"[ "+s+" ]").replace(/UNROLLED_LOOP_INDEX/g,s);return r}function ux(n){let e=`precision ${n.precision} float;
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
#define LOW_PRECISION`),e}var OC={[Tl]:"SHADOWMAP_TYPE_PCF",[ua]:"SHADOWMAP_TYPE_VSM"};function BC(n){return OC[n.shadowMapType]||"SHADOWMAP_TYPE_BASIC"}var zC={[da]:"ENVMAP_MODE_REFRACTION"};function VC(n){return n.envMap===!1?"ENVMAP_MODE_REFLECTION":zC[n.envMapMode]||"ENVMAP_MODE_REFLECTION"}var HC={[Op]:"ENVMAP_BLENDING_MULTIPLY",[Ay]:"ENVMAP_BLENDING_MIX",[Cy]:"ENVMAP_BLENDING_ADD"};function GC(n){return n.envMap===!1?"ENVMAP_BLENDING_NONE":HC[n.combine]||"ENVMAP_BLENDING_NONE"}function WC(n,e,t,i){let r=n.getContext(),s=t.defines,o=t.vertexShader,l=t.fragmentShader,c=BC(t),u=t.envMapPMREM===!0?"ENVMAP_TYPE_PMREM":"ENVMAP_TYPE_CUBE",h=VC(t),m=GC(t),p=IC(t),f=LC(s),_=r.createProgram(),S,v,g=t.glslVersion?"#version "+t.glslVersion+`
`:"";t.isRawShaderMaterial?(S=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Ol).join(`
`),S.length>0&&(S+=`
`),v=["#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f].filter(Ol).join(`
`),v.length>0&&(v+=`
`)):(S=[ux(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",t.batching?"#define USE_BATCHING":"",t.batchingColor?"#define USE_BATCHING_COLOR":"",t.instancing?"#define USE_INSTANCING":"",t.instancingColor?"#define USE_INSTANCING_COLOR":"",t.instancingMorph?"#define USE_INSTANCING_MORPH":"",t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.map?"#define USE_MAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+h:"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.displacementMap?"#define USE_DISPLACEMENTMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.mapUv?"#define MAP_UV "+t.mapUv:"",t.alphaMapUv?"#define ALPHAMAP_UV "+t.alphaMapUv:"",t.lightMapUv?"#define LIGHTMAP_UV "+t.lightMapUv:"",t.aoMapUv?"#define AOMAP_UV "+t.aoMapUv:"",t.emissiveMapUv?"#define EMISSIVEMAP_UV "+t.emissiveMapUv:"",t.bumpMapUv?"#define BUMPMAP_UV "+t.bumpMapUv:"",t.normalMapUv?"#define NORMALMAP_UV "+t.normalMapUv:"",t.displacementMapUv?"#define DISPLACEMENTMAP_UV "+t.displacementMapUv:"",t.metalnessMapUv?"#define METALNESSMAP_UV "+t.metalnessMapUv:"",t.roughnessMapUv?"#define ROUGHNESSMAP_UV "+t.roughnessMapUv:"",t.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+t.anisotropyMapUv:"",t.clearcoatMapUv?"#define CLEARCOATMAP_UV "+t.clearcoatMapUv:"",t.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+t.clearcoatNormalMapUv:"",t.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+t.clearcoatRoughnessMapUv:"",t.diffuseRoughnessMapUv?"#define DIFFUSE_ROUGHNESSMAP_UV "+t.diffuseRoughnessMapUv:"",t.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+t.iridescenceMapUv:"",t.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+t.iridescenceThicknessMapUv:"",t.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+t.sheenColorMapUv:"",t.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+t.sheenRoughnessMapUv:"",t.specularMapUv?"#define SPECULARMAP_UV "+t.specularMapUv:"",t.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+t.specularColorMapUv:"",t.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+t.specularIntensityMapUv:"",t.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+t.transmissionMapUv:"",t.thicknessMapUv?"#define THICKNESSMAP_UV "+t.thicknessMapUv:"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexNormals?"#define HAS_NORMAL":"",t.vertexColors?"#define USE_COLOR":"",t.vertexAlphas?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.flatShading?"#define FLAT_SHADED":"",t.skinning?"#define USE_SKINNING":"",t.morphTargets?"#define USE_MORPHTARGETS":"",t.morphNormals&&t.flatShading===!1?"#define USE_MORPHNORMALS":"",t.morphColors?"#define USE_MORPHCOLORS":"",t.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+t.morphTextureStride:"",t.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+t.morphTargetsCount:"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.sizeAttenuation?"#define USE_SIZEATTENUATION":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Ol).join(`
`),v=[ux(t),"#define SHADER_TYPE "+t.shaderType,"#define SHADER_NAME "+t.shaderName,f,t.useFog&&t.fog?"#define USE_FOG":"",t.useFog&&t.fogExp2?"#define FOG_EXP2":"",t.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",t.map?"#define USE_MAP":"",t.matcap?"#define USE_MATCAP":"",t.envMap?"#define USE_ENVMAP":"",t.envMap?"#define "+u:"",t.envMap?"#define "+h:"",t.envMap?"#define "+m:"",t.envMapPMREM?"#define ENVMAP_MAX_LOD "+t.envMapMaxLod+".0":"",t.envMapPMREM?"#define ENVMAP_SIZE "+t.envMapSize+".0":"",t.lightMap?"#define USE_LIGHTMAP":"",t.aoMap?"#define USE_AOMAP":"",t.bumpMap?"#define USE_BUMPMAP":"",t.normalMap?"#define USE_NORMALMAP":"",t.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",t.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",t.packedNormalMap?"#define USE_PACKED_NORMALMAP":"",t.emissiveMap?"#define USE_EMISSIVEMAP":"",t.anisotropy?"#define USE_ANISOTROPY":"",t.anisotropyMap?"#define USE_ANISOTROPYMAP":"",t.clearcoat?"#define USE_CLEARCOAT":"",t.clearcoatMap?"#define USE_CLEARCOATMAP":"",t.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",t.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",t.diffuseRoughness?"#define USE_DIFFUSE_ROUGHNESS":"",t.diffuseRoughnessMap?"#define USE_DIFFUSE_ROUGHNESSMAP":"",t.dispersion?"#define USE_DISPERSION":"",t.retroreflection?"#define USE_RETROREFLECTION":"",t.iridescence?"#define USE_IRIDESCENCE":"",t.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",t.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",t.specularMap?"#define USE_SPECULARMAP":"",t.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",t.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",t.roughnessMap?"#define USE_ROUGHNESSMAP":"",t.metalnessMap?"#define USE_METALNESSMAP":"",t.alphaMap?"#define USE_ALPHAMAP":"",t.alphaTest?"#define USE_ALPHATEST":"",t.alphaHash?"#define USE_ALPHAHASH":"",t.sheen?"#define USE_SHEEN":"",t.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",t.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",t.transmission?"#define USE_TRANSMISSION":"",t.transmissionMap?"#define USE_TRANSMISSIONMAP":"",t.thicknessMap?"#define USE_THICKNESSMAP":"",t.vertexTangents&&t.flatShading===!1?"#define USE_TANGENT":"",t.vertexColors||t.instancingColor?"#define USE_COLOR":"",t.vertexAlphas||t.batchingColor?"#define USE_COLOR_ALPHA":"",t.vertexUv1s?"#define USE_UV1":"",t.vertexUv2s?"#define USE_UV2":"",t.vertexUv3s?"#define USE_UV3":"",t.pointsUvs?"#define USE_POINTS_UV":"",t.gradientMap?"#define USE_GRADIENTMAP":"",t.flatShading?"#define FLAT_SHADED":"",t.doubleSided?"#define DOUBLE_SIDED":"",t.flipSided?"#define FLIP_SIDED":"",t.shadowMapEnabled?"#define USE_SHADOWMAP":"",t.shadowMapEnabled?"#define "+c:"",t.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",t.numLightProbes>0?"#define USE_LIGHT_PROBES":"",t.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",t.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",t.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",t.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",t.toneMapping!==er?"#define TONE_MAPPING":"",t.toneMapping!==er?Ze.tonemapping_pars_fragment:"",t.toneMapping!==er?RC("toneMapping",t.toneMapping):"",t.dithering?"#define DITHERING":"",t.opaque?"#define OPAQUE":"",Ze.colorspace_pars_fragment,AC("linearToOutputTexel",t.outputColorSpace),PC(),t.useDepthPacking?"#define DEPTH_PACKING "+t.depthPacking:"",`
`].filter(Ol).join(`
`)),o=mm(o),o=ax(o,t),o=lx(o,t),l=mm(l),l=ax(l,t),l=lx(l,t),o=cx(o),l=cx(l),t.isRawShaderMaterial!==!0&&(g=`#version 300 es
`,S=[p,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+S,v=["#define varying in",t.glslVersion===ao?"":"layout(location = 0) out highp vec4 pc_fragColor;",t.glslVersion===ao?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+v);let M=g+S+o,C=g+v+l,w=rx(r,r.VERTEX_SHADER,M),R=rx(r,r.FRAGMENT_SHADER,C);r.attachShader(_,w),r.attachShader(_,R),t.index0AttributeName!==void 0?r.bindAttribLocation(_,0,t.index0AttributeName):t.hasPositionAttribute===!0&&r.bindAttribLocation(_,0,"position"),r.linkProgram(_);function A(D){if(n.debug.checkShaderErrors){let k=r.getProgramInfoLog(_)||"",V=r.getShaderInfoLog(w)||"",X=r.getShaderInfoLog(R)||"",L=k.trim(),Y=V.trim(),Q=X.trim(),W=!0,ae=!0;if(r.getProgramParameter(_,r.LINK_STATUS)===!1)if(W=!1,typeof n.debug.onShaderError=="function")n.debug.onShaderError(r,_,w,R);else{let J=ox(r,w,"vertex"),ne=ox(r,R,"fragment");Be("WebGLProgram: Shader Error "+r.getError()+" - VALIDATE_STATUS "+r.getProgramParameter(_,r.VALIDATE_STATUS)+`

Material Name: `+D.name+`
Material Type: `+D.type+`

Program Info Log: `+L+`
`+J+`
`+ne)}else L!==""?Oe("WebGLProgram: Program Info Log:",L):(Y===""||Q==="")&&(ae=!1);ae&&(D.diagnostics={runnable:W,programLog:L,vertexShader:{log:Y,prefix:S},fragmentShader:{log:Q,prefix:v}})}r.deleteShader(w),r.deleteShader(R),y=new va(r,_),E=DC(r,_)}let y;this.getUniforms=function(){return y===void 0&&A(this),y};let E;this.getAttributes=function(){return E===void 0&&A(this),E};let O=t.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return O===!1&&(O=r.getProgramParameter(_,MC)),O},this.destroy=function(){i.releaseStatesOfProgram(this),r.deleteProgram(_),this.program=void 0},this.type=t.shaderType,this.name=t.shaderName,this.id=wC++,this.cacheKey=e,this.usedTimes=1,this.program=_,this.vertexShader=w,this.fragmentShader=R,this}var XC=0,gm=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(e,t,i){let r=this._getShaderCacheForMaterial(e);return r.has(t)===!1&&(r.add(t),t.usedTimes++),r.has(i)===!1&&(r.add(i),i.usedTimes++),this}remove(e){let t=this.materialCache.get(e);for(let i of t)i.usedTimes--,i.usedTimes===0&&this.shaderCache.delete(i.code);return this.materialCache.delete(e),this}getVertexShaderStage(e){return this._getShaderStage(e.vertexShader)}getFragmentShaderStage(e){return this._getShaderStage(e.fragmentShader)}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(e){let t=this.materialCache,i=t.get(e);return i===void 0&&(i=new Set,t.set(e,i)),i}_getShaderStage(e){let t=this.shaderCache,i=t.get(e);return i===void 0&&(i=new vm(e),t.set(e,i)),i}},vm=class{constructor(e){this.id=XC++,this.code=e,this.usedTimes=0}};function qC(n){return n===xs||n===Nl||n===kl}function JC(n,e,t,i,r,s){let o=new _l,l=new gm,c=new Set,u=[],h=new Map,m=i.logarithmicDepthBuffer,p={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distance",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function f(y){return c.add(y),y===0?"uv":`uv${y}`}function _(y,E,O,D,k,V){let X=D.fog,L=k.geometry,Y=y.isMeshStandardMaterial||y.isMeshLambertMaterial||y.isMeshPhongMaterial?D.environment:null,Q=y.isMeshStandardMaterial||y.isMeshLambertMaterial&&!y.envMap||y.isMeshPhongMaterial&&!y.envMap,W=e.get(y.envMap||Y,Q),ae=p[y.type],J=i.precision;y.precision!==null&&(J=i.getMaxPrecision(y.precision),J!==y.precision&&Oe("WebGLProgram.getParameters:",y.precision,"not supported, using",J,"instead."));let ne=L.morphAttributes.position||L.morphAttributes.normal||L.morphAttributes.color,re=ne!==void 0?ne.length:0,Ce=0;L.morphAttributes.position!==void 0&&(Ce=1),L.morphAttributes.normal!==void 0&&(Ce=2),L.morphAttributes.color!==void 0&&(Ce=3);let Ge,Z,xe,Ee;if(ae){let _e=nr[ae];Ge=_e.vertexShader,Z=_e.fragmentShader}else{Ge=y.vertexShader,Z=y.fragmentShader;let _e=l.getVertexShaderStage(y),bt=l.getFragmentShaderStage(y);l.update(y,_e,bt),xe=_e.id,Ee=bt.id}let Ne=n.getRenderTarget(),be=n.state.buffers.depth.getReversed(),Xe=k.isInstancedMesh===!0,qt=k.isBatchedMesh===!0,Ue=!!y.map,xt=!!y.matcap,Tt=!!W,tt=Tt&&W.isPMREMTexture===!0,dn=!!y.aoMap,Kt=!!y.lightMap,Hn=!!y.bumpMap&&y.wireframe===!1,Bt=!!y.normalMap,Bi=!!y.displacementMap,nn=!!y.emissiveMap,ai=!!y.metalnessMap,li=!!y.roughnessMap,ci=y.anisotropy>0,N=y.clearcoat>0,ui=y.diffuseRoughness>0,Dt=y.dispersion>0,Nt=y.retroreflectivity>0,ve=y.iridescence>0,Zt=y.sheen>0,ke=y.transmission>0,Ve=ci&&!!y.anisotropyMap,T=N&&!!y.clearcoatMap,x=N&&!!y.clearcoatNormalMap,U=N&&!!y.clearcoatRoughnessMap,oe=ui&&!!y.diffuseRoughnessMap,ee=ve&&!!y.iridescenceMap,ue=ve&&!!y.iridescenceThicknessMap,me=Zt&&!!y.sheenColorMap,$=Zt&&!!y.sheenRoughnessMap,K=!!y.specularMap,de=!!y.specularColorMap,P=!!y.specularIntensityMap,j=ke&&!!y.transmissionMap,q=ke&&!!y.thicknessMap,fe=!!y.gradientMap,ce=!!y.alphaMap,he=y.alphaTest>0,Pe=!!y.alphaHash,$e=!!y.extensions,le=er;y.toneMapped&&(Ne===null||Ne.isXRRenderTarget===!0)&&(le=n.toneMapping);let Le=tt?W.isCompressedCubeTexture?W.image[0].mipmaps:W.mipmaps:null,qe={shaderID:ae,shaderType:y.type,shaderName:y.name,vertexShader:Ge,fragmentShader:Z,defines:y.defines,customVertexShaderID:xe,customFragmentShaderID:Ee,isRawShaderMaterial:y.isRawShaderMaterial===!0,glslVersion:y.glslVersion,precision:J,batching:qt,batchingColor:qt&&k._colorsTexture!==null,instancing:Xe,instancingColor:Xe&&k.instanceColor!==null,instancingMorph:Xe&&k.morphTexture!==null,outputColorSpace:Ne===null?n.outputColorSpace:Ne.isXRRenderTarget===!0?Ne.texture.colorSpace:ot.workingColorSpace,alphaToCoverage:!!y.alphaToCoverage,map:Ue,matcap:xt,envMap:Tt,envMapMode:Tt&&W.mapping,envMapPMREM:tt,envMapMaxLod:tt?Le.length-1:null,envMapSize:tt?Le[0].width:null,aoMap:dn,lightMap:Kt,bumpMap:Hn,normalMap:Bt,displacementMap:Bi,emissiveMap:nn,normalMapObjectSpace:Bt&&y.normalMapType===Iy,normalMapTangentSpace:Bt&&y.normalMapType===em,packedNormalMap:Bt&&y.normalMapType===em&&qC(y.normalMap.format),metalnessMap:ai,roughnessMap:li,anisotropy:ci,anisotropyMap:Ve,clearcoat:N,clearcoatMap:T,clearcoatNormalMap:x,clearcoatRoughnessMap:U,diffuseRoughness:ui,diffuseRoughnessMap:oe,dispersion:Dt,retroreflection:Nt,iridescence:ve,iridescenceMap:ee,iridescenceThicknessMap:ue,sheen:Zt,sheenColorMap:me,sheenRoughnessMap:$,specularMap:K,specularColorMap:de,specularIntensityMap:P,transmission:ke,transmissionMap:j,thicknessMap:q,gradientMap:fe,opaque:y.transparent===!1&&y.blending===ha&&y.alphaToCoverage===!1,alphaMap:ce,alphaTest:he,alphaHash:Pe,combine:y.combine,mapUv:Ue&&f(y.map.channel),aoMapUv:dn&&f(y.aoMap.channel),lightMapUv:Kt&&f(y.lightMap.channel),bumpMapUv:Hn&&f(y.bumpMap.channel),normalMapUv:Bt&&f(y.normalMap.channel),displacementMapUv:Bi&&f(y.displacementMap.channel),emissiveMapUv:nn&&f(y.emissiveMap.channel),metalnessMapUv:ai&&f(y.metalnessMap.channel),roughnessMapUv:li&&f(y.roughnessMap.channel),anisotropyMapUv:Ve&&f(y.anisotropyMap.channel),clearcoatMapUv:T&&f(y.clearcoatMap.channel),clearcoatNormalMapUv:x&&f(y.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:U&&f(y.clearcoatRoughnessMap.channel),diffuseRoughnessMapUv:oe&&f(y.diffuseRoughnessMap.channel),iridescenceMapUv:ee&&f(y.iridescenceMap.channel),iridescenceThicknessMapUv:ue&&f(y.iridescenceThicknessMap.channel),sheenColorMapUv:me&&f(y.sheenColorMap.channel),sheenRoughnessMapUv:$&&f(y.sheenRoughnessMap.channel),specularMapUv:K&&f(y.specularMap.channel),specularColorMapUv:de&&f(y.specularColorMap.channel),specularIntensityMapUv:P&&f(y.specularIntensityMap.channel),transmissionMapUv:j&&f(y.transmissionMap.channel),thicknessMapUv:q&&f(y.thicknessMap.channel),alphaMapUv:ce&&f(y.alphaMap.channel),vertexTangents:!!L.attributes.tangent&&(Bt||ci),vertexNormals:!!L.attributes.normal,vertexColors:y.vertexColors,vertexAlphas:y.vertexColors===!0&&!!L.attributes.color&&L.attributes.color.itemSize===4,pointsUvs:k.isPoints===!0&&!!L.attributes.uv&&(Ue||ce),fog:!!X,useFog:y.fog===!0,fogExp2:!!X&&X.isFogExp2,flatShading:y.wireframe===!1&&(y.flatShading===!0||L.attributes.normal===void 0&&Bt===!1&&(y.isMeshLambertMaterial||y.isMeshPhongMaterial||y.isMeshStandardMaterial||y.isMeshPhysicalMaterial)),sizeAttenuation:y.sizeAttenuation===!0,logarithmicDepthBuffer:m,reversedDepthBuffer:be,skinning:k.isSkinnedMesh===!0,hasPositionAttribute:L.attributes.position!==void 0,morphTargets:L.morphAttributes.position!==void 0,morphNormals:L.morphAttributes.normal!==void 0,morphColors:L.morphAttributes.color!==void 0,morphTargetsCount:re,morphTextureStride:Ce,numSunLights:E.sun.length,numDirLights:E.directional.length,numPointLights:E.point.length,numSpotLights:E.spot.length,numSpotLightMaps:E.spotLightMap.length,numRectAreaLights:E.rectArea.length,numHemiLights:E.hemi.length,numSunLightShadows:E.sunShadowMap.length,numDirLightShadows:E.directionalShadowMap.length,numPointLightShadows:E.pointShadowMap.length,numSpotLightShadows:E.spotShadowMap.length,numSpotLightShadowsWithMaps:E.numSpotLightShadowsWithMaps,numLightProbes:E.numLightProbes,numLightProbeGrids:V.filter(_e=>_e.texture!==null).length,numClippingPlanes:s.numPlanes,numClipIntersection:s.numIntersection,dithering:y.dithering,shadowMapEnabled:n.shadowMap.enabled&&O.length>0,shadowMapType:n.shadowMap.type,toneMapping:le,decodeVideoTexture:Ue&&y.map.isVideoTexture===!0&&ot.getTransfer(y.map.colorSpace)===yt,decodeVideoTextureEmissive:nn&&y.emissiveMap.isVideoTexture===!0&&ot.getTransfer(y.emissiveMap.colorSpace)===yt,premultipliedAlpha:y.premultipliedAlpha,doubleSided:y.side===yi,flipSided:y.side===On,useDepthPacking:y.depthPacking>=0,depthPacking:y.depthPacking||0,index0AttributeName:y.index0AttributeName,extensionClipCullDistance:$e&&y.extensions.clipCullDistance===!0&&t.has("WEBGL_clip_cull_distance"),extensionMultiDraw:($e&&y.extensions.multiDraw===!0||qt)&&t.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:t.has("KHR_parallel_shader_compile"),customProgramCacheKey:y.customProgramCacheKey()};return qe.vertexUv1s=c.has(1),qe.vertexUv2s=c.has(2),qe.vertexUv3s=c.has(3),c.clear(),qe}function S(y){let E=[];if(y.shaderID?E.push(y.shaderID):(E.push(y.customVertexShaderID),E.push(y.customFragmentShaderID)),y.defines!==void 0)for(let O in y.defines)E.push(O),E.push(y.defines[O]);return y.isRawShaderMaterial===!1&&(v(E,y),g(E,y),E.push(n.outputColorSpace)),E.push(y.customProgramCacheKey),E.join()}function v(y,E){y.push(E.precision),y.push(E.outputColorSpace),y.push(E.envMapMode),y.push(E.envMapPMREM),y.push(E.envMapMaxLod),y.push(E.envMapSize),y.push(E.mapUv),y.push(E.alphaMapUv),y.push(E.lightMapUv),y.push(E.aoMapUv),y.push(E.bumpMapUv),y.push(E.normalMapUv),y.push(E.displacementMapUv),y.push(E.emissiveMapUv),y.push(E.metalnessMapUv),y.push(E.roughnessMapUv),y.push(E.anisotropyMapUv),y.push(E.clearcoatMapUv),y.push(E.clearcoatNormalMapUv),y.push(E.clearcoatRoughnessMapUv),y.push(E.diffuseRoughnessMapUv),y.push(E.iridescenceMapUv),y.push(E.iridescenceThicknessMapUv),y.push(E.sheenColorMapUv),y.push(E.sheenRoughnessMapUv),y.push(E.specularMapUv),y.push(E.specularColorMapUv),y.push(E.specularIntensityMapUv),y.push(E.transmissionMapUv),y.push(E.thicknessMapUv),y.push(E.combine),y.push(E.fogExp2),y.push(E.sizeAttenuation),y.push(E.morphTargetsCount),y.push(E.numSunLights),y.push(E.numDirLights),y.push(E.numPointLights),y.push(E.numSpotLights),y.push(E.numSpotLightMaps),y.push(E.numHemiLights),y.push(E.numRectAreaLights),y.push(E.numSunLightShadows),y.push(E.numDirLightShadows),y.push(E.numPointLightShadows),y.push(E.numSpotLightShadows),y.push(E.numSpotLightShadowsWithMaps),y.push(E.numLightProbes),y.push(E.numLightProbeGrids),y.push(E.shadowMapType),y.push(E.toneMapping),y.push(E.numClippingPlanes),y.push(E.numClipIntersection),y.push(E.depthPacking)}function g(y,E){o.disableAll(),E.instancing&&o.enable(0),E.instancingColor&&o.enable(1),E.instancingMorph&&o.enable(2),E.matcap&&o.enable(3),E.envMap&&o.enable(4),E.normalMapObjectSpace&&o.enable(5),E.normalMapTangentSpace&&o.enable(6),E.clearcoat&&o.enable(7),E.iridescence&&o.enable(8),E.alphaTest&&o.enable(9),E.vertexColors&&o.enable(10),E.vertexAlphas&&o.enable(11),E.vertexUv1s&&o.enable(12),E.vertexUv2s&&o.enable(13),E.vertexUv3s&&o.enable(14),E.vertexTangents&&o.enable(15),E.anisotropy&&o.enable(16),E.alphaHash&&o.enable(17),E.batching&&o.enable(18),E.dispersion&&o.enable(19),E.retroreflection&&o.enable(24),E.diffuseRoughness&&o.enable(25),E.batchingColor&&o.enable(20),E.gradientMap&&o.enable(21),E.packedNormalMap&&o.enable(22),E.vertexNormals&&o.enable(23),y.push(o.mask),o.disableAll(),E.fog&&o.enable(0),E.useFog&&o.enable(1),E.flatShading&&o.enable(2),E.logarithmicDepthBuffer&&o.enable(3),E.reversedDepthBuffer&&o.enable(4),E.skinning&&o.enable(5),E.morphTargets&&o.enable(6),E.morphNormals&&o.enable(7),E.morphColors&&o.enable(8),E.premultipliedAlpha&&o.enable(9),E.shadowMapEnabled&&o.enable(10),E.doubleSided&&o.enable(11),E.flipSided&&o.enable(12),E.useDepthPacking&&o.enable(13),E.dithering&&o.enable(14),E.transmission&&o.enable(15),E.sheen&&o.enable(16),E.opaque&&o.enable(17),E.pointsUvs&&o.enable(18),E.decodeVideoTexture&&o.enable(19),E.decodeVideoTextureEmissive&&o.enable(20),E.alphaToCoverage&&o.enable(21),E.numLightProbeGrids>0&&o.enable(22),E.hasPositionAttribute&&o.enable(23),y.push(o.mask)}function M(y){let E=p[y.type],O;if(E){let D=nr[E];O=Xy.clone(D.uniforms)}else O=y.uniforms;return O}function C(y,E){let O=h.get(E);return O!==void 0?++O.usedTimes:(O=new WC(n,E,y,r),u.push(O),h.set(E,O)),O}function w(y){if(--y.usedTimes===0){let E=u.indexOf(y);u[E]=u[u.length-1],u.pop(),h.delete(y.cacheKey),y.destroy()}}function R(y){l.remove(y)}function A(){l.dispose()}return{getParameters:_,getProgramCacheKey:S,getUniforms:M,acquireProgram:C,releaseProgram:w,releaseShaderCache:R,programs:u,dispose:A}}function YC(){let n=new WeakMap;function e(o){return n.has(o)}function t(o){let l=n.get(o);return l===void 0&&(l={},n.set(o,l)),l}function i(o){n.delete(o)}function r(o,l,c){n.get(o)[l]=c}function s(){n=new WeakMap}return{has:e,get:t,remove:i,update:r,dispose:s}}function $C(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.material.id!==e.material.id?n.material.id-e.material.id:n.materialVariant!==e.materialVariant?n.materialVariant-e.materialVariant:n.z!==e.z?n.z-e.z:n.id-e.id}function hx(n,e){return n.groupOrder!==e.groupOrder?n.groupOrder-e.groupOrder:n.renderOrder!==e.renderOrder?n.renderOrder-e.renderOrder:n.z!==e.z?e.z-n.z:n.id-e.id}function dx(){let n=[],e=0,t=[],i=[],r=[];function s(){e=0,t.length=0,i.length=0,r.length=0}function o(p){let f=0;return p.isInstancedMesh&&(f+=2),p.isSkinnedMesh&&(f+=1),f}function l(p,f,_,S,v,g){let M=n[e];return M===void 0?(M={id:p.id,object:p,geometry:f,material:_,materialVariant:o(p),groupOrder:S,renderOrder:p.renderOrder,z:v,group:g},n[e]=M):(M.id=p.id,M.object=p,M.geometry=f,M.material=_,M.materialVariant=o(p),M.groupOrder=S,M.renderOrder=p.renderOrder,M.z=v,M.group=g),e++,M}function c(p,f,_,S,v,g,M){M.reversedDepth===!0&&(v=-v);let C=l(p,f,_,S,v,g);_.transmission>0?i.push(C):_.transparent===!0?r.push(C):t.push(C)}function u(p,f,_,S,v,g){let M=l(p,f,_,S,v,g);_.transmission>0?i.unshift(M):_.transparent===!0?r.unshift(M):t.unshift(M)}function h(p,f){t.length>1&&t.sort(p||$C),i.length>1&&i.sort(f||hx),r.length>1&&r.sort(f||hx)}function m(){for(let p=e,f=n.length;p<f;p++){let _=n[p];if(_.id===null)break;_.id=null,_.object=null,_.geometry=null,_.material=null,_.group=null}}return{opaque:t,transmissive:i,transparent:r,init:s,push:c,unshift:u,finish:m,sort:h}}function KC(){let n=new WeakMap;function e(i,r){let s=n.get(i),o;return s===void 0?(o=new dx,n.set(i,[o])):r>=s.length?(o=new dx,s.push(o)):o=s[r],o}function t(){n=new WeakMap}return{get:e,dispose:t}}function ZC(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={direction:new H,color:new mt};break;case"SpotLight":t={position:new H,direction:new H,color:new mt,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":t={position:new H,color:new mt,distance:0,decay:0};break;case"HemisphereLight":t={direction:new H,skyColor:new mt,groundColor:new mt};break;case"RectAreaLight":t={color:new mt,position:new H,halfWidth:new H,halfHeight:new H};break}return n[e.id]=t,t}}}function jC(){let n={};return{get:function(e){if(n[e.id]!==void 0)return n[e.id];let t;switch(e.type){case"SunLight":case"DirectionalLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ct};break;case"SpotLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ct};break;case"PointLight":t={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new ct,shadowCameraNear:1,shadowCameraFar:1e3};break}return n[e.id]=t,t}}}var QC=0;function eR(n,e){return(e.castShadow?2:0)-(n.castShadow?2:0)+(e.map?1:0)-(n.map?1:0)}function tR(n){let e=new ZC,t=jC(),i={version:0,hash:{sunLength:-1,directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numSunShadows:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],sun:[],sunShadow:[],sunShadowMap:[],sunShadowMatrix:[],sunShadowCascade:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let u=0;u<9;u++)i.probe.push(new H);let r=new H,s=new Et,o=new Et;function l(u){let h=0,m=0,p=0;for(let V=0;V<9;V++)i.probe[V].set(0,0,0);let f=0,_=0,S=0,v=0,g=0,M=0,C=0,w=0,R=0,A=0,y=0,E=0,O=0,D=0;u.sort(eR);for(let V=0,X=u.length;V<X;V++){let L=u[V],Y=L.color,Q=L.intensity,W=L.distance,ae=null;if(L.shadow&&L.shadow.map&&(L.shadow.map.texture.format===xs?ae=L.shadow.map.texture:ae=L.shadow.map.depthTexture||L.shadow.map.texture),L.isAmbientLight)h+=Y.r*Q,m+=Y.g*Q,p+=Y.b*Q;else if(L.isLightProbe){for(let J=0;J<9;J++)i.probe[J].addScaledVector(L.sh.coefficients[J],Q);D++}else if(L.isSunLight){let J=e.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let ne=L.shadow,re=t.get(L);re.shadowIntensity=ne.intensity,re.shadowBias=ne.bias,re.shadowNormalBias=ne.normalBias,re.shadowRadius=ne.radius,re.shadowMapSize.copy(ne.mapSize).multiply(ne.getFrameExtents()),i.sunShadow[_]=re,i.sunShadowMap[_]=ae;let Ce=ne.getViewportCount();for(let Ge=0;Ge<Ce;Ge++)i.sunShadowMatrix[S+Ge]=ne.getMatrix(Ge),i.sunShadowCascade[S+Ge]=ne._cascadeData[Ge];S+=Ce,_++}i.sun[f]=J,f++}else if(L.isDirectionalLight){let J=e.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),L.castShadow){let ne=L.shadow,re=t.get(L);re.shadowIntensity=ne.intensity,re.shadowBias=ne.bias,re.shadowNormalBias=ne.normalBias,re.shadowRadius=ne.radius,re.shadowMapSize=ne.mapSize,i.directionalShadow[v]=re,i.directionalShadowMap[v]=ae,i.directionalShadowMatrix[v]=L.shadow.matrix,R++}i.directional[v]=J,v++}else if(L.isSpotLight){let J=e.get(L);J.position.setFromMatrixPosition(L.matrixWorld),J.color.copy(Y).multiplyScalar(Q),J.distance=W,J.coneCos=Math.cos(L.angle),J.penumbraCos=Math.cos(L.angle*(1-L.penumbra)),J.decay=L.decay,i.spot[M]=J;let ne=L.shadow;if(L.map&&(i.spotLightMap[E]=L.map,E++,ne.updateMatrices(L),L.castShadow&&O++),i.spotLightMatrix[M]=ne.matrix,L.castShadow){let re=t.get(L);re.shadowIntensity=ne.intensity,re.shadowBias=ne.bias,re.shadowNormalBias=ne.normalBias,re.shadowRadius=ne.radius,re.shadowMapSize=ne.mapSize,i.spotShadow[M]=re,i.spotShadowMap[M]=ae,y++}M++}else if(L.isRectAreaLight){let J=e.get(L);J.color.copy(Y).multiplyScalar(Q),J.halfWidth.set(L.width*.5,0,0),J.halfHeight.set(0,L.height*.5,0),i.rectArea[C]=J,C++}else if(L.isPointLight){let J=e.get(L);if(J.color.copy(L.color).multiplyScalar(L.intensity),J.distance=L.distance,J.decay=L.decay,L.castShadow){let ne=L.shadow,re=t.get(L);re.shadowIntensity=ne.intensity,re.shadowBias=ne.bias,re.shadowNormalBias=ne.normalBias,re.shadowRadius=ne.radius,re.shadowMapSize=ne.mapSize,re.shadowCameraNear=ne.camera.near,re.shadowCameraFar=ne.camera.far,i.pointShadow[g]=re,i.pointShadowMap[g]=ae,i.pointShadowMatrix[g]=L.shadow.matrix,A++}i.point[g]=J,g++}else if(L.isHemisphereLight){let J=e.get(L);J.skyColor.copy(L.color).multiplyScalar(Q),J.groundColor.copy(L.groundColor).multiplyScalar(Q),i.hemi[w]=J,w++}}C>0&&(n.has("OES_texture_float_linear")===!0?(i.rectAreaLTC1=ye.LTC_FLOAT_1,i.rectAreaLTC2=ye.LTC_FLOAT_2):(i.rectAreaLTC1=ye.LTC_HALF_1,i.rectAreaLTC2=ye.LTC_HALF_2)),i.ambient[0]=h,i.ambient[1]=m,i.ambient[2]=p;let k=i.hash;(k.sunLength!==f||k.directionalLength!==v||k.pointLength!==g||k.spotLength!==M||k.rectAreaLength!==C||k.hemiLength!==w||k.numSunShadows!==_||k.numDirectionalShadows!==R||k.numPointShadows!==A||k.numSpotShadows!==y||k.numSpotMaps!==E||k.numLightProbes!==D)&&(i.sun.length=f,i.directional.length=v,i.spot.length=M,i.rectArea.length=C,i.point.length=g,i.hemi.length=w,i.sunShadow.length=_,i.sunShadowMap.length=_,i.sunShadowMatrix.length=S,i.sunShadowCascade.length=S,i.directionalShadow.length=R,i.directionalShadowMap.length=R,i.directionalShadowMatrix.length=R,i.pointShadow.length=A,i.pointShadowMap.length=A,i.pointShadowMatrix.length=A,i.spotShadow.length=y,i.spotShadowMap.length=y,i.spotLightMatrix.length=y+E-O,i.spotLightMap.length=E,i.numSpotLightShadowsWithMaps=O,i.numLightProbes=D,k.sunLength=f,k.directionalLength=v,k.pointLength=g,k.spotLength=M,k.rectAreaLength=C,k.hemiLength=w,k.numSunShadows=_,k.numDirectionalShadows=R,k.numPointShadows=A,k.numSpotShadows=y,k.numSpotMaps=E,k.numLightProbes=D,i.version=QC++)}function c(u,h){let m=0,p=0,f=0,_=0,S=0,v=0,g=h.matrixWorldInverse;for(let M=0,C=u.length;M<C;M++){let w=u[M];if(w.isSunLight){let R=i.sun[m];R.direction.setFromMatrixPosition(w.matrixWorld),R.direction.transformDirection(g),m++}else if(w.isDirectionalLight){let R=i.directional[p];R.direction.setFromMatrixPosition(w.matrixWorld),r.setFromMatrixPosition(w.target.matrixWorld),R.direction.sub(r),R.direction.transformDirection(g),p++}else if(w.isSpotLight){let R=i.spot[_];R.position.setFromMatrixPosition(w.matrixWorld),R.position.applyMatrix4(g),R.direction.setFromMatrixPosition(w.matrixWorld),r.setFromMatrixPosition(w.target.matrixWorld),R.direction.sub(r),R.direction.transformDirection(g),_++}else if(w.isRectAreaLight){let R=i.rectArea[S];R.position.setFromMatrixPosition(w.matrixWorld),R.position.applyMatrix4(g),o.identity(),s.copy(w.matrixWorld),s.premultiply(g),o.extractRotation(s),R.halfWidth.set(w.width*.5,0,0),R.halfHeight.set(0,w.height*.5,0),R.halfWidth.applyMatrix4(o),R.halfHeight.applyMatrix4(o),S++}else if(w.isPointLight){let R=i.point[f];R.position.setFromMatrixPosition(w.matrixWorld),R.position.applyMatrix4(g),f++}else if(w.isHemisphereLight){let R=i.hemi[v];R.direction.setFromMatrixPosition(w.matrixWorld),R.direction.transformDirection(g),v++}}}return{setup:l,setupView:c,state:i}}function fx(n){let e=new tR(n),t=[],i=[],r=[];function s(m){h.camera=m,t.length=0,i.length=0,r.length=0}function o(m){m.isLightProbeGrid?r.push(m):t.push(m)}function l(m){i.push(m)}function c(){e.setup(t),r.sort((m,p)=>m.priority-p.priority||m.id-p.id)}function u(m){e.setupView(t,m)}let h={lightsArray:t,shadowsArray:i,lightProbeGridArray:r,camera:null,lights:e,transmissionRenderTarget:{},textureUnits:0};return{init:s,state:h,setupLights:c,setupLightsView:u,pushLight:o,pushShadow:l}}function nR(n){let e=new WeakMap;function t(r,s=0){let o=e.get(r),l;return o===void 0?(l=new fx(n),e.set(r,[l])):s>=o.length?(l=new fx(n),o.push(l)):l=o[s],l}function i(){e=new WeakMap}return{get:t,dispose:i}}var iR=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,rR=`uniform sampler2D shadow_pass;
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
}`,sR=[new H(1,0,0),new H(-1,0,0),new H(0,1,0),new H(0,-1,0),new H(0,0,1),new H(0,0,-1)],oR=[new H(0,-1,0),new H(0,-1,0),new H(0,0,1),new H(0,0,-1),new H(0,-1,0),new H(0,-1,0)],px=new Et,Ul=new H,hm=new H;function aR(n,e,t){let i=new to,r=new ct,s=new ct,o=new Lt,l=new ch,c=new uh,u={},h=t.maxTextureSize,m={[_i]:On,[On]:_i,[yi]:yi},p=new Qi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new ct},radius:{value:4}},vertexShader:iR,fragmentShader:rR}),f=p.clone();f.defines.HORIZONTAL_PASS=1;let _=new si;_.setAttribute("position",new Xt(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let S=new Jn(_,p),v=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=Tl;let g=this.type;this.render=function(A,y,E){if(v.enabled===!1||v.autoUpdate===!1&&v.needsUpdate===!1||A.length===0)return;this.type===uy&&(Oe("WebGLShadowMap: PCFSoftShadowMap has been removed. Using PCFShadowMap instead."),this.type=Tl);let O=n.getRenderTarget(),D=n.getActiveCubeFace(),k=n.getActiveMipmapLevel(),V=n.state;V.setBlending(Mr),V.buffers.depth.getReversed()===!0?V.buffers.color.setClear(0,0,0,0):V.buffers.color.setClear(1,1,1,1),V.buffers.depth.setTest(!0),V.setScissorTest(!1);let X=g!==this.type;X&&y.traverse(function(L){L.material&&(Array.isArray(L.material)?L.material.forEach(Y=>Y.needsUpdate=!0):L.material.needsUpdate=!0)});for(let L=0,Y=A.length;L<Y;L++){let Q=A[L],W=Q.shadow;if(W===void 0){Oe("WebGLShadowMap:",Q,"has no shadow.");continue}if(W.autoUpdate===!1&&W.needsUpdate===!1)continue;r.copy(W.mapSize);let ae=W.getFrameExtents();r.multiply(ae),s.copy(W.mapSize),(r.x>h||r.y>h)&&(r.x>h&&(s.x=Math.floor(h/ae.x),r.x=s.x*ae.x,W.mapSize.x=s.x),r.y>h&&(s.y=Math.floor(h/ae.y),r.y=s.y*ae.y,W.mapSize.y=s.y));let J=n.state.buffers.depth.getReversed();if(W.camera._reversedDepth=J,W.map===null||X===!0){if(W.map!==null&&(W.map.depthTexture!==null&&(W.map.depthTexture.dispose(),W.map.depthTexture=null),W.map.dispose()),this.type===ua){if(Q.isPointLight){Oe("WebGLShadowMap: VSM shadow maps are not supported for PointLights. Use PCF or BasicShadowMap instead.");continue}W.map=new un(r.x,r.y,{format:xs,type:Fi,minFilter:cn,magFilter:cn,generateMipmaps:!1}),W.map.texture.name=Q.name+".shadowMap",W.map.depthTexture=new Ni(r.x,r.y,ki),W.map.depthTexture.name=Q.name+".shadowMapDepth",W.map.depthTexture.format=Sr,W.map.depthTexture.compareFunction=null,W.map.depthTexture.minFilter=Ct,W.map.depthTexture.magFilter=Ct}else Q.isPointLight?(W.map=new Bl(r.x),W.map.depthTexture=new Sl(r.x,Cn)):(W.map=new un(r.x,r.y),W.map.depthTexture=new Ni(r.x,r.y,Cn)),W.map.depthTexture.name=Q.name+".shadowMap",W.map.depthTexture.format=Sr,this.type===Tl?(W.map.depthTexture.compareFunction=J?nm:tm,W.map.depthTexture.minFilter=cn,W.map.depthTexture.magFilter=cn):(W.map.depthTexture.compareFunction=null,W.map.depthTexture.minFilter=Ct,W.map.depthTexture.magFilter=Ct);W.camera.updateProjectionMatrix()}W.map.isWebGLCubeRenderTarget!==!0&&(W.map.width!==r.x||W.map.height!==r.y)&&W.map.setSize(r.x,r.y);let ne=W.map.isWebGLCubeRenderTarget?6:W.getViewportCount();Q.isPointLight!==!0&&W.updateMatrices(Q,E);let re=(W.camera.layers.mask&4294967294)!==0?W.camera.layers:E.layers;for(let Ce=0;Ce<ne;Ce++){let Ge=W.getCamera(Ce);if(Q.isPointLight){let Z=W.camera,xe=W.matrix,Ee=Q.distance||Z.far;Ee!==Z.far&&(Z.far=Ee,Z.updateProjectionMatrix()),Ul.setFromMatrixPosition(Q.matrixWorld),Z.position.copy(Ul),hm.copy(Z.position),hm.add(sR[Ce]),Z.up.copy(oR[Ce]),Z.lookAt(hm),Z.updateMatrixWorld(),xe.makeTranslation(-Ul.x,-Ul.y,-Ul.z),px.multiplyMatrices(Z.projectionMatrix,Z.matrixWorldInverse),W._frustum.setFromProjectionMatrix(px,Z.coordinateSystem,Z.reversedDepth)}if(W.map.isWebGLCubeRenderTarget)n.setRenderTarget(W.map,Ce),n.clear();else{Ce===0&&(n.setRenderTarget(W.map),n.clear());let Z=W.getViewport(Ce);o.set(s.x*Z.x,s.y*Z.y,s.x*Z.z,s.y*Z.w),V.viewport(o)}i=W.getFrustum(Ce),w(y,E,Ge,Q,re,this.type)}W.isPointLightShadow!==!0&&this.type===ua&&M(W,E),W.needsUpdate=!1}g=this.type,v.needsUpdate=!1,n.setRenderTarget(O,D,k)};function M(A,y){let E=e.update(S);p.defines.VSM_SAMPLES!==A.blurSamples&&(p.defines.VSM_SAMPLES=A.blurSamples,f.defines.VSM_SAMPLES=A.blurSamples,p.needsUpdate=!0,f.needsUpdate=!0),A.mapPass===null?A.mapPass=new un(r.x,r.y,{format:xs,type:Fi}):(A.mapPass.width!==A.map.width||A.mapPass.height!==A.map.height)&&A.mapPass.setSize(A.map.width,A.map.height),p.uniforms.shadow_pass.value=A.map.depthTexture,p.uniforms.resolution.value.set(A.map.width,A.map.height),p.uniforms.radius.value=A.radius,n.setRenderTarget(A.mapPass),n.clear(),n.renderBufferDirect(y,null,E,p,S,null),f.uniforms.shadow_pass.value=A.mapPass.texture,f.uniforms.resolution.value.set(A.map.width,A.map.height),f.uniforms.radius.value=A.radius,n.setRenderTarget(A.map),n.clear(),n.renderBufferDirect(y,null,E,f,S,null)}function C(A,y,E,O){let D=null,k=E.isPointLight===!0?A.customDistanceMaterial:A.customDepthMaterial;if(k!==void 0)D=k;else if(D=E.isPointLight===!0?c:l,n.localClippingEnabled&&y.clipShadows===!0&&Array.isArray(y.clippingPlanes)&&y.clippingPlanes.length!==0||y.displacementMap&&y.displacementScale!==0||y.alphaMap&&y.alphaTest>0||y.map&&y.alphaTest>0||y.alphaToCoverage===!0){let V=D.uuid,X=y.uuid,L=u[V];L===void 0&&(L={},u[V]=L);let Y=L[X];Y===void 0&&(Y=D.clone(),L[X]=Y,y.addEventListener("dispose",R)),D=Y}if(D.visible=y.visible,D.wireframe=y.wireframe,O===ua?D.side=y.shadowSide!==null?y.shadowSide:y.side:D.side=y.shadowSide!==null?y.shadowSide:m[y.side],D.alphaMap=y.alphaMap,D.alphaTest=y.alphaToCoverage===!0?.5:y.alphaTest,D.map=y.map,D.clipShadows=y.clipShadows,D.clippingPlanes=y.clippingPlanes,D.clipIntersection=y.clipIntersection,D.displacementMap=y.displacementMap,D.displacementScale=y.displacementScale,D.displacementBias=y.displacementBias,D.wireframeLinewidth=y.wireframeLinewidth,D.linewidth=y.linewidth,E.isPointLight===!0&&D.isMeshDistanceMaterial===!0){let V=n.properties.get(D);V.light=E}return D}function w(A,y,E,O,D,k){if(A.visible===!1)return;if(A.layers.test(D)&&(A.isMesh||A.isLine||A.isPoints)&&(A.castShadow||A.receiveShadow&&k===ua)&&(!A.frustumCulled||A.intersectsFrustum(i))){A.modelViewMatrix.multiplyMatrices(E.matrixWorldInverse,A.matrixWorld);let L=e.update(A),Y=A.material;if(Array.isArray(Y)){let Q=L.groups;for(let W=0,ae=Q.length;W<ae;W++){let J=Q[W],ne=Y[J.materialIndex];if(ne&&ne.visible){let re=C(A,ne,O,k);A.onBeforeShadow(n,A,y,E,L,re,J),n.renderBufferDirect(E,null,L,re,A,J),A.onAfterShadow(n,A,y,E,L,re,J)}}}else if(Y.visible){let Q=C(A,Y,O,k);A.onBeforeShadow(n,A,y,E,L,Q,null),n.renderBufferDirect(E,null,L,Q,A,null),A.onAfterShadow(n,A,y,E,L,Q,null)}}let X=A.children;for(let L=0,Y=X.length;L<Y;L++)w(X[L],y,E,O,D,k)}function R(A){A.target.removeEventListener("dispose",R);for(let E in u){let O=u[E],D=A.target.uuid;D in O&&(O[D].dispose(),delete O[D])}}}function lR(n,e){function t(){let P=!1,j=new Lt,q=null,fe=new Lt(0,0,0,0);return{setMask:function(ce){q!==ce&&!P&&(n.colorMask(ce,ce,ce,ce),q=ce)},setLocked:function(ce){P=ce},setClear:function(ce,he,Pe,$e,le){le===!0&&(ce*=$e,he*=$e,Pe*=$e),j.set(ce,he,Pe,$e),fe.equals(j)===!1&&(n.clearColor(ce,he,Pe,$e),fe.copy(j))},reset:function(){P=!1,q=null,fe.set(-1,0,0,0)}}}function i(){let P=!1,j=!1,q=null,fe=null,ce=null;return{setReversed:function(he){if(j!==he){let Pe=e.get("EXT_clip_control");he?Pe.clipControlEXT(Pe.LOWER_LEFT_EXT,Pe.ZERO_TO_ONE_EXT):Pe.clipControlEXT(Pe.LOWER_LEFT_EXT,Pe.NEGATIVE_ONE_TO_ONE_EXT),j=he;let $e=ce;ce=null,this.setClear($e)}},getReversed:function(){return j},setTest:function(he){he?be(n.DEPTH_TEST):Xe(n.DEPTH_TEST)},setMask:function(he){q!==he&&!P&&(n.depthMask(he),q=he)},setFunc:function(he){if(j&&(he=Hy[he]),fe!==he){switch(he){case qu:n.depthFunc(n.NEVER);break;case Ju:n.depthFunc(n.ALWAYS);break;case Yu:n.depthFunc(n.LESS);break;case ia:n.depthFunc(n.LEQUAL);break;case $u:n.depthFunc(n.EQUAL);break;case Ku:n.depthFunc(n.GEQUAL);break;case Zu:n.depthFunc(n.GREATER);break;case ju:n.depthFunc(n.NOTEQUAL);break;default:n.depthFunc(n.LEQUAL)}fe=he}},setLocked:function(he){P=he},setClear:function(he){ce!==he&&(ce=he,j&&(he=1-he),n.clearDepth(he))},reset:function(){P=!1,q=null,fe=null,ce=null,j=!1}}}function r(){let P=!1,j=null,q=null,fe=null,ce=null,he=null,Pe=null,$e=null,le=null;return{setTest:function(Le){P||(Le?be(n.STENCIL_TEST):Xe(n.STENCIL_TEST))},setMask:function(Le){j!==Le&&!P&&(n.stencilMask(Le),j=Le)},setFunc:function(Le,qe,_e){(q!==Le||fe!==qe||ce!==_e)&&(n.stencilFunc(Le,qe,_e),q=Le,fe=qe,ce=_e)},setOp:function(Le,qe,_e){(he!==Le||Pe!==qe||$e!==_e)&&(n.stencilOp(Le,qe,_e),he=Le,Pe=qe,$e=_e)},setLocked:function(Le){P=Le},setClear:function(Le){le!==Le&&(n.clearStencil(Le),le=Le)},reset:function(){P=!1,j=null,q=null,fe=null,ce=null,he=null,Pe=null,$e=null,le=null}}}let s=new t,o=new i,l=new r,c={},u=new WeakMap,h={},m={},p={},f=new WeakMap,_=[],S=null,v=!1,g=null,M=null,C=null,w=null,R=null,A=null,y=null,E=new mt(0,0,0),O=0,D=!1,k=null,V=null,X=null,L=null,Y=null,Q=n.getParameter(n.MAX_COMBINED_TEXTURE_IMAGE_UNITS),W=!1,ae=0,J=n.getParameter(n.VERSION);J.indexOf("WebGL")!==-1?(ae=parseFloat(/^WebGL (\d)/.exec(J)[1]),W=ae>=1):J.indexOf("OpenGL ES")!==-1&&(ae=parseFloat(/^OpenGL ES (\d)/.exec(J)[1]),W=ae>=2);let ne=null,re={},Ce=n.getParameter(n.SCISSOR_BOX),Ge=n.getParameter(n.VIEWPORT),Z=new Lt().fromArray(Ce),xe=new Lt().fromArray(Ge);function Ee(P,j,q,fe){let ce=new Uint8Array(4),he=n.createTexture();n.bindTexture(P,he),n.texParameteri(P,n.TEXTURE_MIN_FILTER,n.NEAREST),n.texParameteri(P,n.TEXTURE_MAG_FILTER,n.NEAREST);for(let Pe=0;Pe<q;Pe++)P===n.TEXTURE_3D||P===n.TEXTURE_2D_ARRAY?n.texImage3D(j,0,n.RGBA,1,1,fe,0,n.RGBA,n.UNSIGNED_BYTE,ce):n.texImage2D(j+Pe,0,n.RGBA,1,1,0,n.RGBA,n.UNSIGNED_BYTE,ce);return he}let Ne={};Ne[n.TEXTURE_2D]=Ee(n.TEXTURE_2D,n.TEXTURE_2D,1),Ne[n.TEXTURE_CUBE_MAP]=Ee(n.TEXTURE_CUBE_MAP,n.TEXTURE_CUBE_MAP_POSITIVE_X,6),Ne[n.TEXTURE_2D_ARRAY]=Ee(n.TEXTURE_2D_ARRAY,n.TEXTURE_2D_ARRAY,1,1),Ne[n.TEXTURE_3D]=Ee(n.TEXTURE_3D,n.TEXTURE_3D,1,1),s.setClear(0,0,0,1),o.setClear(1),l.setClear(0),be(n.DEPTH_TEST),o.setFunc(ia),Hn(!1),Bt(Np),be(n.CULL_FACE),dn(Mr);function be(P){h[P]!==!0&&(n.enable(P),h[P]=!0)}function Xe(P){h[P]!==!1&&(n.disable(P),h[P]=!1)}function qt(P,j){return p[P]!==j?(n.bindFramebuffer(P,j),p[P]=j,P===n.DRAW_FRAMEBUFFER&&(p[n.FRAMEBUFFER]=j),P===n.FRAMEBUFFER&&(p[n.DRAW_FRAMEBUFFER]=j),!0):!1}function Ue(P,j){let q=_,fe=!1;if(P){q=f.get(j),q===void 0&&(q=[],f.set(j,q));let ce=P.textures;if(q.length!==ce.length||q[0]!==n.COLOR_ATTACHMENT0){for(let he=0,Pe=ce.length;he<Pe;he++)q[he]=n.COLOR_ATTACHMENT0+he;q.length=ce.length,fe=!0}}else q[0]!==n.BACK&&(q[0]=n.BACK,fe=!0);fe&&n.drawBuffers(q)}function xt(P){return S!==P?(n.useProgram(P),S=P,!0):!1}let Tt={[ro]:n.FUNC_ADD,[hy]:n.FUNC_SUBTRACT,[dy]:n.FUNC_REVERSE_SUBTRACT};Tt[fy]=n.MIN,Tt[py]=n.MAX;let tt={[my]:n.ZERO,[wh]:n.ONE,[gy]:n.SRC_COLOR,[Al]:n.SRC_ALPHA,[Sy]:n.SRC_ALPHA_SATURATE,[xy]:n.DST_COLOR,[_y]:n.DST_ALPHA,[vy]:n.ONE_MINUS_SRC_COLOR,[Cl]:n.ONE_MINUS_SRC_ALPHA,[by]:n.ONE_MINUS_DST_COLOR,[yy]:n.ONE_MINUS_DST_ALPHA,[My]:n.CONSTANT_COLOR,[wy]:n.ONE_MINUS_CONSTANT_COLOR,[Ey]:n.CONSTANT_ALPHA,[Ty]:n.ONE_MINUS_CONSTANT_ALPHA};function dn(P,j,q,fe,ce,he,Pe,$e,le,Le){if(P===Mr){v===!0&&(Xe(n.BLEND),v=!1);return}if(v===!1&&(be(n.BLEND),v=!0),P!==Mh){if(P!==g||Le!==D){if((M!==ro||R!==ro)&&(n.blendEquation(n.FUNC_ADD),M=ro,R=ro),Le)switch(P){case ha:n.blendFuncSeparate(n.ONE,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case kp:n.blendFunc(n.ONE,n.ONE);break;case Fp:n.blendFuncSeparate(n.ZERO,n.ONE_MINUS_SRC_COLOR,n.ZERO,n.ONE);break;case Up:n.blendFuncSeparate(n.DST_COLOR,n.ONE_MINUS_SRC_ALPHA,n.ZERO,n.ONE);break;default:Be("WebGLState: Invalid blending: ",P);break}else switch(P){case ha:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE_MINUS_SRC_ALPHA,n.ONE,n.ONE_MINUS_SRC_ALPHA);break;case kp:n.blendFuncSeparate(n.SRC_ALPHA,n.ONE,n.ONE,n.ONE);break;case Fp:Be("WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Up:Be("WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:Be("WebGLState: Invalid blending: ",P);break}C=null,w=null,A=null,y=null,E.set(0,0,0),O=0,g=P,D=Le}return}ce=ce||j,he=he||q,Pe=Pe||fe,(j!==M||ce!==R)&&(n.blendEquationSeparate(Tt[j],Tt[ce]),M=j,R=ce),(q!==C||fe!==w||he!==A||Pe!==y)&&(n.blendFuncSeparate(tt[q],tt[fe],tt[he],tt[Pe]),C=q,w=fe,A=he,y=Pe),($e.equals(E)===!1||le!==O)&&(n.blendColor($e.r,$e.g,$e.b,le),E.copy($e),O=le),g=P,D=!1}function Kt(P,j){P.side===yi?Xe(n.CULL_FACE):be(n.CULL_FACE);let q=P.side===On;j&&(q=!q),Hn(q),P.blending===ha&&P.transparent===!1?dn(Mr):dn(P.blending,P.blendEquation,P.blendSrc,P.blendDst,P.blendEquationAlpha,P.blendSrcAlpha,P.blendDstAlpha,P.blendColor,P.blendAlpha,P.premultipliedAlpha),o.setFunc(P.depthFunc),o.setTest(P.depthTest),o.setMask(P.depthWrite),s.setMask(P.colorWrite);let fe=P.stencilWrite;l.setTest(fe),fe&&(l.setMask(P.stencilWriteMask),l.setFunc(P.stencilFunc,P.stencilRef,P.stencilFuncMask),l.setOp(P.stencilFail,P.stencilZFail,P.stencilZPass)),nn(P.polygonOffset,P.polygonOffsetFactor,P.polygonOffsetUnits),P.alphaToCoverage===!0?be(n.SAMPLE_ALPHA_TO_COVERAGE):Xe(n.SAMPLE_ALPHA_TO_COVERAGE)}function Hn(P){k!==P&&(P?n.frontFace(n.CW):n.frontFace(n.CCW),k=P)}function Bt(P){P!==ly?(be(n.CULL_FACE),P!==V&&(P===Np?n.cullFace(n.BACK):P===cy?n.cullFace(n.FRONT):n.cullFace(n.FRONT_AND_BACK))):Xe(n.CULL_FACE),V=P}function Bi(P){P!==X&&(W&&n.lineWidth(P),X=P)}function nn(P,j,q){P?(be(n.POLYGON_OFFSET_FILL),(L!==j||Y!==q)&&(L=j,Y=q,o.getReversed()&&(j=-j,q=-q),n.polygonOffset(j,q))):Xe(n.POLYGON_OFFSET_FILL)}function ai(P){P?be(n.SCISSOR_TEST):Xe(n.SCISSOR_TEST)}function li(P){P===void 0&&(P=n.TEXTURE0+Q-1),ne!==P&&(n.activeTexture(P),ne=P)}function ci(P,j,q){q===void 0&&(ne===null?q=n.TEXTURE0+Q-1:q=ne);let fe=re[q];fe===void 0&&(fe={type:void 0,texture:void 0},re[q]=fe),(fe.type!==P||fe.texture!==j)&&(ne!==q&&(n.activeTexture(q),ne=q),n.bindTexture(P,j||Ne[P]),fe.type=P,fe.texture=j)}function N(){let P=re[ne];P!==void 0&&P.type!==void 0&&(n.bindTexture(P.type,null),P.type=void 0,P.texture=void 0)}function ui(){try{n.compressedTexImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function Dt(){try{n.compressedTexImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function Nt(){try{n.texSubImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function ve(){try{n.texSubImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function Zt(){try{n.compressedTexSubImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function ke(){try{n.compressedTexSubImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function Ve(){try{n.texStorage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function T(){try{n.texStorage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function x(){try{n.texImage2D(...arguments)}catch(P){Be("WebGLState:",P)}}function U(){try{n.texImage3D(...arguments)}catch(P){Be("WebGLState:",P)}}function oe(P){return m[P]!==void 0?m[P]:n.getParameter(P)}function ee(P,j){m[P]!==j&&(n.pixelStorei(P,j),m[P]=j)}function ue(P){Z.equals(P)===!1&&(n.scissor(P.x,P.y,P.z,P.w),Z.copy(P))}function me(P){xe.equals(P)===!1&&(n.viewport(P.x,P.y,P.z,P.w),xe.copy(P))}function $(P,j){let q=u.get(j);q===void 0&&(q=new WeakMap,u.set(j,q));let fe=q.get(P);fe===void 0&&(fe=n.getUniformBlockIndex(j,P.name),n.uniformBlockBinding(j,fe,fe),q.set(P,fe))}function K(P,j,q){let ce=u.get(j).get(P);c[ce]!==q&&(n.bindBufferBase(n.UNIFORM_BUFFER,ce,q),c[ce]=q)}function de(){n.disable(n.BLEND),n.disable(n.CULL_FACE),n.disable(n.DEPTH_TEST),n.disable(n.POLYGON_OFFSET_FILL),n.disable(n.SCISSOR_TEST),n.disable(n.STENCIL_TEST),n.disable(n.SAMPLE_ALPHA_TO_COVERAGE),n.blendEquation(n.FUNC_ADD),n.blendFunc(n.ONE,n.ZERO),n.blendFuncSeparate(n.ONE,n.ZERO,n.ONE,n.ZERO),n.blendColor(0,0,0,0),n.colorMask(!0,!0,!0,!0),n.clearColor(0,0,0,0),n.depthMask(!0),n.depthFunc(n.LESS),o.setReversed(!1),n.clearDepth(1),n.stencilMask(4294967295),n.stencilFunc(n.ALWAYS,0,4294967295),n.stencilOp(n.KEEP,n.KEEP,n.KEEP),n.clearStencil(0),n.cullFace(n.BACK),n.frontFace(n.CCW),n.polygonOffset(0,0),n.activeTexture(n.TEXTURE0),n.bindFramebuffer(n.FRAMEBUFFER,null),n.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),n.bindFramebuffer(n.READ_FRAMEBUFFER,null),n.useProgram(null),n.lineWidth(1),n.scissor(0,0,n.canvas.width,n.canvas.height),n.viewport(0,0,n.canvas.width,n.canvas.height),n.pixelStorei(n.PACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_ALIGNMENT,4),n.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,!1),n.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,!1),n.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,n.BROWSER_DEFAULT_WEBGL),n.pixelStorei(n.PACK_ROW_LENGTH,0),n.pixelStorei(n.PACK_SKIP_PIXELS,0),n.pixelStorei(n.PACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_ROW_LENGTH,0),n.pixelStorei(n.UNPACK_IMAGE_HEIGHT,0),n.pixelStorei(n.UNPACK_SKIP_PIXELS,0),n.pixelStorei(n.UNPACK_SKIP_ROWS,0),n.pixelStorei(n.UNPACK_SKIP_IMAGES,0),h={},m={},ne=null,re={},p={},c={},f=new WeakMap,_=[],S=null,v=!1,g=null,M=null,C=null,w=null,R=null,A=null,y=null,E=new mt(0,0,0),O=0,D=!1,k=null,V=null,X=null,L=null,Y=null,Z.set(0,0,n.canvas.width,n.canvas.height),xe.set(0,0,n.canvas.width,n.canvas.height),s.reset(),o.reset(),l.reset()}return{buffers:{color:s,depth:o,stencil:l},enable:be,disable:Xe,bindFramebuffer:qt,drawBuffers:Ue,useProgram:xt,setBlending:dn,setMaterial:Kt,setFlipSided:Hn,setCullFace:Bt,setLineWidth:Bi,setPolygonOffset:nn,setScissorTest:ai,activeTexture:li,bindTexture:ci,unbindTexture:N,compressedTexImage2D:ui,compressedTexImage3D:Dt,texImage2D:x,texImage3D:U,pixelStorei:ee,getParameter:oe,updateUBOMapping:$,uniformBlockBinding:K,texStorage2D:Ve,texStorage3D:T,texSubImage2D:Nt,texSubImage3D:ve,compressedTexSubImage2D:Zt,compressedTexSubImage3D:ke,scissor:ue,viewport:me,reset:de}}function cR(n,e,t,i,r,s,o){let l=e.has("WEBGL_multisampled_render_to_texture")?e.get("WEBGL_multisampled_render_to_texture"):null,c=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),u=new ct,h=new WeakMap,m=new Set,p,f=new WeakMap,_=new Set,S=new FinalizationRegistry(T=>_.delete(T)),v=!1;try{v=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(T,x){return v?new OffscreenCanvas(T,x):gl("canvas")}function M(T,x,U){let oe=1,ee=Ve(T);if((ee.width>U||ee.height>U)&&(oe=U/Math.max(ee.width,ee.height)),oe<1)if(typeof HTMLImageElement<"u"&&T instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&T instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&T instanceof ImageBitmap||typeof VideoFrame<"u"&&T instanceof VideoFrame){let ue=Math.floor(oe*ee.width),me=Math.floor(oe*ee.height);p===void 0&&(p=g(ue,me));let $=x?g(ue,me):p;return $.width=ue,$.height=me,$.getContext("2d").drawImage(T,0,0,ue,me),Oe("WebGLRenderer: Texture has been resized from ("+ee.width+"x"+ee.height+") to ("+ue+"x"+me+")."),$}else return"data"in T&&Oe("WebGLRenderer: Image in DataTexture is too big ("+ee.width+"x"+ee.height+")."),T;return T}function C(T){return T.generateMipmaps}function w(T){n.generateMipmap(T)}function R(T){return T.isWebGLCubeRenderTarget?n.TEXTURE_CUBE_MAP:T.isWebGL3DRenderTarget?n.TEXTURE_3D:T.isWebGLArrayRenderTarget||T.isCompressedArrayTexture?n.TEXTURE_2D_ARRAY:n.TEXTURE_2D}function A(T,x,U,oe,ee,ue=!1){if(T!==null){if(n[T]!==void 0)return n[T];Oe("WebGLRenderer: Attempt to use non-existing WebGL internal format '"+T+"'")}let me;oe&&(me=e.get("EXT_texture_norm16"),me||Oe("WebGLRenderer: Unable to use normalized textures without EXT_texture_norm16 extension"));let $=x;if(x===n.RED&&(U===n.FLOAT&&($=n.R32F),U===n.HALF_FLOAT&&($=n.R16F),U===n.UNSIGNED_BYTE&&($=n.R8),U===n.UNSIGNED_SHORT&&me&&($=me.R16_EXT),U===n.SHORT&&me&&($=me.R16_SNORM_EXT)),x===n.RED_INTEGER&&(U===n.UNSIGNED_BYTE&&($=n.R8UI),U===n.UNSIGNED_SHORT&&($=n.R16UI),U===n.UNSIGNED_INT&&($=n.R32UI),U===n.BYTE&&($=n.R8I),U===n.SHORT&&($=n.R16I),U===n.INT&&($=n.R32I)),x===n.RG&&(U===n.FLOAT&&($=n.RG32F),U===n.HALF_FLOAT&&($=n.RG16F),U===n.UNSIGNED_BYTE&&($=n.RG8),U===n.UNSIGNED_SHORT&&me&&($=me.RG16_EXT),U===n.SHORT&&me&&($=me.RG16_SNORM_EXT)),x===n.RG_INTEGER&&(U===n.UNSIGNED_BYTE&&($=n.RG8UI),U===n.UNSIGNED_SHORT&&($=n.RG16UI),U===n.UNSIGNED_INT&&($=n.RG32UI),U===n.BYTE&&($=n.RG8I),U===n.SHORT&&($=n.RG16I),U===n.INT&&($=n.RG32I)),x===n.RGB_INTEGER&&(U===n.UNSIGNED_BYTE&&($=n.RGB8UI),U===n.UNSIGNED_SHORT&&($=n.RGB16UI),U===n.UNSIGNED_INT&&($=n.RGB32UI),U===n.BYTE&&($=n.RGB8I),U===n.SHORT&&($=n.RGB16I),U===n.INT&&($=n.RGB32I)),x===n.RGBA_INTEGER&&(U===n.UNSIGNED_BYTE&&($=n.RGBA8UI),U===n.UNSIGNED_SHORT&&($=n.RGBA16UI),U===n.UNSIGNED_INT&&($=n.RGBA32UI),U===n.BYTE&&($=n.RGBA8I),U===n.SHORT&&($=n.RGBA16I),U===n.INT&&($=n.RGBA32I)),x===n.RGB&&(U===n.UNSIGNED_SHORT&&me&&($=me.RGB16_EXT),U===n.SHORT&&me&&($=me.RGB16_SNORM_EXT),U===n.UNSIGNED_INT_5_9_9_9_REV&&($=n.RGB9_E5),U===n.UNSIGNED_INT_10F_11F_11F_REV&&($=n.R11F_G11F_B10F)),x===n.RGBA){let K=ue?pl:ot.getTransfer(ee);U===n.FLOAT&&($=n.RGBA32F),U===n.HALF_FLOAT&&($=n.RGBA16F),U===n.UNSIGNED_BYTE&&($=K===yt?n.SRGB8_ALPHA8:n.RGBA8),U===n.UNSIGNED_SHORT&&me&&($=me.RGBA16_EXT),U===n.SHORT&&me&&($=me.RGBA16_SNORM_EXT),U===n.UNSIGNED_SHORT_4_4_4_4&&($=n.RGBA4),U===n.UNSIGNED_SHORT_5_5_5_1&&($=n.RGB5_A1)}return($===n.R16F||$===n.R32F||$===n.RG16F||$===n.RG32F||$===n.RGBA16F||$===n.RGBA32F)&&e.get("EXT_color_buffer_float"),$}function y(T,x){let U;return T?x===null||x===Cn||x===oo?U=n.DEPTH24_STENCIL8:x===ki?U=n.DEPTH32F_STENCIL8:x===fa&&(U=n.DEPTH24_STENCIL8,Oe("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):x===null||x===Cn||x===oo?U=n.DEPTH_COMPONENT24:x===ki?U=n.DEPTH_COMPONENT32F:x===fa&&(U=n.DEPTH_COMPONENT16),U}function E(T,x){return C(T)===!0||T.isFramebufferTexture&&T.minFilter!==Ct&&T.minFilter!==cn?Math.log2(Math.max(x.width,x.height))+1:T.mipmaps.length>0?T.mipmaps.length:T.isCompressedTexture&&Array.isArray(T.image)?x.mipmaps.length:1}function O(T){let x=new WeakRef(T);i.get(T).__ref=x,_.add(x),S.register(T,x,x)}function D(T){let x=i.get(T).__ref;x!==void 0&&(_.delete(x),S.unregister(x))}function k(T){X(T.target)}function V(T){L(T.target)}function X(T){T.removeEventListener("dispose",k),D(T),Q(T),T.isVideoTexture&&h.delete(T),T.isHTMLTexture&&m.delete(T)}function L(T){T.removeEventListener("dispose",V),D(T),ae(T)}function Y(){for(let T of _){let x=T.deref();x!==void 0&&(x.isRenderTarget===!0?L(x):X(x))}_.clear(),m.clear()}function Q(T){let x=i.get(T);if(x.__webglInit===void 0)return;let U=T.source,oe=f.get(U);if(oe){let ee=oe[x.__cacheKey];ee.usedTimes--,ee.usedTimes===0&&W(T),Object.keys(oe).length===0&&f.delete(U)}i.remove(T)}function W(T){let x=i.get(T);n.deleteTexture(x.__webglTexture);let U=T.source,oe=f.get(U);delete oe[x.__cacheKey],o.memory.textures--}function ae(T){let x=i.get(T);x.__depthDisposeCallback&&x.__depthDisposeCallback();let U=T.depthTexture;if(U&&U.renderTarget===T&&X(U),T.isWebGLCubeRenderTarget)for(let ee=0;ee<6;ee++){if(Array.isArray(x.__webglFramebuffer[ee]))for(let ue=0;ue<x.__webglFramebuffer[ee].length;ue++)n.deleteFramebuffer(x.__webglFramebuffer[ee][ue]);else n.deleteFramebuffer(x.__webglFramebuffer[ee]);x.__webglDepthbuffer&&n.deleteRenderbuffer(x.__webglDepthbuffer[ee])}else{if(Array.isArray(x.__webglFramebuffer))for(let ee=0;ee<x.__webglFramebuffer.length;ee++)n.deleteFramebuffer(x.__webglFramebuffer[ee]);else n.deleteFramebuffer(x.__webglFramebuffer);if(x.__webglDepthbuffer&&n.deleteRenderbuffer(x.__webglDepthbuffer),x.__webglMultisampledFramebuffer&&n.deleteFramebuffer(x.__webglMultisampledFramebuffer),x.__webglColorRenderbuffer)for(let ee=0;ee<x.__webglColorRenderbuffer.length;ee++)x.__webglColorRenderbuffer[ee]&&n.deleteRenderbuffer(x.__webglColorRenderbuffer[ee]);x.__webglDepthRenderbuffer&&n.deleteRenderbuffer(x.__webglDepthRenderbuffer)}let oe=T.textures;for(let ee=0,ue=oe.length;ee<ue;ee++){let me=i.get(oe[ee]);me.__webglTexture&&(n.deleteTexture(me.__webglTexture),o.memory.textures--),i.remove(oe[ee])}i.remove(T)}let J=0;function ne(){J=0}function re(){return J}function Ce(T){J=T}function Ge(){let T=J;return T>=r.maxTextures&&Oe("WebGLTextures: Trying to use "+(T+1)+" texture units while this GPU supports only "+r.maxTextures),J+=1,T}function Z(T){let x=[];return x.push(T.wrapS),x.push(T.wrapT),x.push(T.wrapR||0),x.push(T.magFilter),x.push(T.minFilter),x.push(T.anisotropy),x.push(T.internalFormat),x.push(T.format),x.push(T.type),x.push(T.generateMipmaps),x.push(T.mipmapsAutoUpdate),x.push(T.premultiplyAlpha),x.push(T.flipY),x.push(T.unpackAlignment),x.push(T.colorSpace),x.join()}function xe(T,x){let U=i.get(T);if(T.isVideoTexture&&Zt(T),T.isRenderTargetTexture===!1&&T.isExternalTexture!==!0&&T.version>0&&U.__version!==T.version){let oe=T.image;if(oe===null)Oe("WebGLRenderer: Texture marked for update but no image data found.");else if(oe.complete===!1)Oe("WebGLRenderer: Texture marked for update but image is incomplete");else{Kt(U,T,x);return}}else T.isExternalTexture&&(U.__webglTexture=T.sourceTexture?T.sourceTexture:null);t.bindTexture(n.TEXTURE_2D,U.__webglTexture,n.TEXTURE0+x)}function Ee(T,x){let U=i.get(T);if(T.isRenderTargetTexture===!1&&T.version>0&&U.__version!==T.version){Kt(U,T,x);return}else T.isExternalTexture&&(U.__webglTexture=T.sourceTexture?T.sourceTexture:null);t.bindTexture(n.TEXTURE_2D_ARRAY,U.__webglTexture,n.TEXTURE0+x)}function Ne(T,x){let U=i.get(T);if(T.isRenderTargetTexture===!1&&T.version>0&&U.__version!==T.version){Kt(U,T,x);return}t.bindTexture(n.TEXTURE_3D,U.__webglTexture,n.TEXTURE0+x)}function be(T,x){let U=i.get(T);if(T.version>0&&U.__version!==T.version){Hn(U,T,x);return}t.bindTexture(n.TEXTURE_CUBE_MAP,U.__webglTexture,n.TEXTURE0+x)}let Xe={[Qu]:n.REPEAT,[Ki]:n.CLAMP_TO_EDGE,[eh]:n.MIRRORED_REPEAT},qt={[Ct]:n.NEAREST,[Ry]:n.NEAREST_MIPMAP_NEAREST,[Rl]:n.NEAREST_MIPMAP_LINEAR,[cn]:n.LINEAR,[Ah]:n.LINEAR_MIPMAP_NEAREST,[wr]:n.LINEAR_MIPMAP_LINEAR},Ue={[Dy]:n.NEVER,[im]:n.ALWAYS,[Ny]:n.LESS,[tm]:n.LEQUAL,[ky]:n.EQUAL,[nm]:n.GEQUAL,[Fy]:n.GREATER,[Uy]:n.NOTEQUAL};function xt(T,x){if(x.type===ki&&e.has("OES_texture_float_linear")===!1&&(x.magFilter===cn||x.magFilter===Ah||x.magFilter===Rl||x.magFilter===wr||x.minFilter===cn||x.minFilter===Ah||x.minFilter===Rl||x.minFilter===wr)&&Oe("WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),n.texParameteri(T,n.TEXTURE_WRAP_S,Xe[x.wrapS]),n.texParameteri(T,n.TEXTURE_WRAP_T,Xe[x.wrapT]),(T===n.TEXTURE_3D||T===n.TEXTURE_2D_ARRAY)&&n.texParameteri(T,n.TEXTURE_WRAP_R,Xe[x.wrapR]),n.texParameteri(T,n.TEXTURE_MAG_FILTER,qt[x.magFilter]),n.texParameteri(T,n.TEXTURE_MIN_FILTER,qt[x.minFilter]),x.compareFunction&&(n.texParameteri(T,n.TEXTURE_COMPARE_MODE,n.COMPARE_REF_TO_TEXTURE),n.texParameteri(T,n.TEXTURE_COMPARE_FUNC,Ue[x.compareFunction])),e.has("EXT_texture_filter_anisotropic")===!0){if(x.magFilter===Ct||x.minFilter!==Rl&&x.minFilter!==wr||x.type===ki&&e.has("OES_texture_float_linear")===!1)return;if(x.anisotropy>1||i.get(x).__currentAnisotropy){let U=e.get("EXT_texture_filter_anisotropic");n.texParameterf(T,U.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(x.anisotropy,r.getMaxAnisotropy())),i.get(x).__currentAnisotropy=x.anisotropy}}}function Tt(T,x){let U=!1;T.__webglInit===void 0&&(T.__webglInit=!0,x.addEventListener("dispose",k),O(x));let oe=x.source,ee=f.get(oe);ee===void 0&&(ee={},f.set(oe,ee));let ue=Z(x);if(ue!==T.__cacheKey){ee[ue]===void 0&&(ee[ue]={texture:n.createTexture(),usedTimes:0},o.memory.textures++,U=!0),ee[ue].usedTimes++;let me=ee[T.__cacheKey];me!==void 0&&(ee[T.__cacheKey].usedTimes--,me.usedTimes===0&&W(x)),T.__cacheKey=ue,T.__webglTexture=ee[ue].texture}return U}function tt(T,x,U){return Math.floor(Math.floor(T/U)/x)}function dn(T,x,U,oe){let ue=T.updateRanges;if(ue.length===0)t.texSubImage2D(n.TEXTURE_2D,0,0,0,x.width,x.height,U,oe,x.data);else{ue.sort((P,j)=>P.start-j.start);let me=0;for(let P=1;P<ue.length;P++){let j=ue[me],q=ue[P],fe=j.start+j.count,ce=tt(q.start,x.width,4),he=tt(j.start,x.width,4);q.start<=fe+1&&ce===he&&tt(q.start+q.count-1,x.width,4)===ce?j.count=Math.max(j.count,q.start+q.count-j.start):(++me,ue[me]=q)}ue.length=me+1;let $=t.getParameter(n.UNPACK_ROW_LENGTH),K=t.getParameter(n.UNPACK_SKIP_PIXELS),de=t.getParameter(n.UNPACK_SKIP_ROWS);t.pixelStorei(n.UNPACK_ROW_LENGTH,x.width);for(let P=0,j=ue.length;P<j;P++){let q=ue[P],fe=Math.floor(q.start/4),ce=Math.ceil(q.count/4),he=fe%x.width,Pe=Math.floor(fe/x.width),$e=ce,le=1;t.pixelStorei(n.UNPACK_SKIP_PIXELS,he),t.pixelStorei(n.UNPACK_SKIP_ROWS,Pe),t.texSubImage2D(n.TEXTURE_2D,0,he,Pe,$e,le,U,oe,x.data)}T.clearUpdateRanges(),t.pixelStorei(n.UNPACK_ROW_LENGTH,$),t.pixelStorei(n.UNPACK_SKIP_PIXELS,K),t.pixelStorei(n.UNPACK_SKIP_ROWS,de)}}function Kt(T,x,U){let oe=n.TEXTURE_2D;(x.isDataArrayTexture||x.isCompressedArrayTexture)&&(oe=n.TEXTURE_2D_ARRAY),x.isData3DTexture&&(oe=n.TEXTURE_3D);let ee=Tt(T,x),ue=x.source;t.bindTexture(oe,T.__webglTexture,n.TEXTURE0+U);let me=i.get(ue);if(ue.version!==me.__version||ee===!0){if(t.activeTexture(n.TEXTURE0+U),(typeof ImageBitmap<"u"&&x.image instanceof ImageBitmap)===!1){let le=ot.getPrimaries(ot.workingColorSpace),Le=x.colorSpace===Tr?null:ot.getPrimaries(x.colorSpace),qe=x.colorSpace===Tr||le===Le?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,x.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,qe)}t.pixelStorei(n.UNPACK_ALIGNMENT,x.unpackAlignment);let K=M(x.image,!1,r.maxTextureSize);K=ke(x,K);let de=s.convert(x.format,x.colorSpace),P=s.convert(x.type),j=A(x.internalFormat,de,P,x.normalized,x.colorSpace,x.isVideoTexture);xt(oe,x);let q,fe=x.mipmaps,ce=x.isVideoTexture!==!0,he=me.__version===void 0||ee===!0,Pe=ue.dataReady,$e=E(x,K);if(x.isDepthTexture)j=y(x.format===Er,x.type),he&&(ce?t.texStorage2D(n.TEXTURE_2D,1,j,K.width,K.height):t.texImage2D(n.TEXTURE_2D,0,j,K.width,K.height,0,de,P,null));else if(x.isDataTexture)if(fe.length>0){ce&&he&&t.texStorage2D(n.TEXTURE_2D,$e,j,fe[0].width,fe[0].height);for(let le=0,Le=fe.length;le<Le;le++)q=fe[le],ce?Pe&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,q.width,q.height,de,P,q.data):t.texImage2D(n.TEXTURE_2D,le,j,q.width,q.height,0,de,P,q.data);x.generateMipmaps=!1}else ce?(he&&t.texStorage2D(n.TEXTURE_2D,$e,j,K.width,K.height),Pe&&dn(x,K,de,P)):t.texImage2D(n.TEXTURE_2D,0,j,K.width,K.height,0,de,P,K.data);else if(x.isCompressedTexture)if(x.isCompressedArrayTexture){ce&&he&&t.texStorage3D(n.TEXTURE_2D_ARRAY,$e,j,fe[0].width,fe[0].height,K.depth);for(let le=0,Le=fe.length;le<Le;le++)if(q=fe[le],x.format!==Bn)if(de!==null)if(ce){if(Pe)if(x.layerUpdates.size>0){let qe=cm(q.width,q.height,x.format,x.type);for(let _e of x.layerUpdates){let bt=q.data.subarray(_e*qe/q.data.BYTES_PER_ELEMENT,(_e+1)*qe/q.data.BYTES_PER_ELEMENT);t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,_e,q.width,q.height,1,de,bt)}}else t.compressedTexSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,0,q.width,q.height,K.depth,de,q.data)}else t.compressedTexImage3D(n.TEXTURE_2D_ARRAY,le,j,q.width,q.height,K.depth,0,q.data,0,0);else Oe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else ce?Pe&&t.texSubImage3D(n.TEXTURE_2D_ARRAY,le,0,0,0,q.width,q.height,K.depth,de,P,q.data):t.texImage3D(n.TEXTURE_2D_ARRAY,le,j,q.width,q.height,K.depth,0,de,P,q.data);x.layerUpdates.size>0&&x.clearLayerUpdates()}else{ce&&he&&t.texStorage2D(n.TEXTURE_2D,$e,j,fe[0].width,fe[0].height);for(let le=0,Le=fe.length;le<Le;le++)q=fe[le],x.format!==Bn?de!==null?ce?Pe&&t.compressedTexSubImage2D(n.TEXTURE_2D,le,0,0,q.width,q.height,de,q.data):t.compressedTexImage2D(n.TEXTURE_2D,le,j,q.width,q.height,0,q.data):Oe("WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):ce?Pe&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,q.width,q.height,de,P,q.data):t.texImage2D(n.TEXTURE_2D,le,j,q.width,q.height,0,de,P,q.data)}else if(x.isDataArrayTexture)if(ce){if(he&&t.texStorage3D(n.TEXTURE_2D_ARRAY,$e,j,K.width,K.height,K.depth),Pe)if(x.layerUpdates.size>0){let le=cm(K.width,K.height,x.format,x.type);for(let Le of x.layerUpdates){let qe=K.data.subarray(Le*le/K.data.BYTES_PER_ELEMENT,(Le+1)*le/K.data.BYTES_PER_ELEMENT);t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,Le,K.width,K.height,1,de,P,qe)}x.clearLayerUpdates()}else t.texSubImage3D(n.TEXTURE_2D_ARRAY,0,0,0,0,K.width,K.height,K.depth,de,P,K.data)}else t.texImage3D(n.TEXTURE_2D_ARRAY,0,j,K.width,K.height,K.depth,0,de,P,K.data);else if(x.isData3DTexture)ce?(he&&t.texStorage3D(n.TEXTURE_3D,$e,j,K.width,K.height,K.depth),Pe&&t.texSubImage3D(n.TEXTURE_3D,0,0,0,0,K.width,K.height,K.depth,de,P,K.data)):t.texImage3D(n.TEXTURE_3D,0,j,K.width,K.height,K.depth,0,de,P,K.data);else if(x.isFramebufferTexture){if(he)if(ce)t.texStorage2D(n.TEXTURE_2D,$e,j,K.width,K.height);else{let le=K.width,Le=K.height;for(let qe=0;qe<$e;qe++)t.texImage2D(n.TEXTURE_2D,qe,j,le,Le,0,de,P,null),le>>=1,Le>>=1}}else if(x.isHTMLTexture){if("texElementImage2D"in n){let le=n.canvas;if(le.hasAttribute("layoutsubtree")||le.setAttribute("layoutsubtree","true"),K.parentNode!==le){le.appendChild(K),m.add(x),le.onpaint=Le=>{let qe=Le.changedElements;for(let _e of m)qe.includes(_e.image)&&(_e.needsUpdate=!0)},le.requestPaint();return}if(n.texElementImage2D.length===3)n.texElementImage2D(n.TEXTURE_2D,n.RGBA8,K);else{let qe=n.RGBA,_e=n.RGBA,bt=n.UNSIGNED_BYTE;n.texElementImage2D(n.TEXTURE_2D,0,qe,_e,bt,K)}n.texParameteri(n.TEXTURE_2D,n.TEXTURE_MIN_FILTER,n.LINEAR),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_S,n.CLAMP_TO_EDGE),n.texParameteri(n.TEXTURE_2D,n.TEXTURE_WRAP_T,n.CLAMP_TO_EDGE)}}else if(fe.length>0){if(ce&&he){let le=Ve(fe[0]);t.texStorage2D(n.TEXTURE_2D,$e,j,le.width,le.height)}for(let le=0,Le=fe.length;le<Le;le++)q=fe[le],ce?Pe&&t.texSubImage2D(n.TEXTURE_2D,le,0,0,de,P,q):t.texImage2D(n.TEXTURE_2D,le,j,de,P,q);x.generateMipmaps=!1}else if(ce){if(he){let le=Ve(K);t.texStorage2D(n.TEXTURE_2D,$e,j,le.width,le.height)}Pe&&t.texSubImage2D(n.TEXTURE_2D,0,0,0,de,P,K)}else t.texImage2D(n.TEXTURE_2D,0,j,de,P,K);C(x)&&x.mipmapsAutoUpdate===!0&&w(oe),me.__version=ue.version,x.onUpdate&&x.onUpdate(x)}T.__version=x.version}function Hn(T,x,U){if(x.image.length!==6)return;let oe=Tt(T,x),ee=x.source;t.bindTexture(n.TEXTURE_CUBE_MAP,T.__webglTexture,n.TEXTURE0+U);let ue=i.get(ee);if(ee.version!==ue.__version||oe===!0){t.activeTexture(n.TEXTURE0+U);let me=ot.getPrimaries(ot.workingColorSpace),$=x.colorSpace===Tr?null:ot.getPrimaries(x.colorSpace),K=x.colorSpace===Tr||me===$?n.NONE:n.BROWSER_DEFAULT_WEBGL;t.pixelStorei(n.UNPACK_FLIP_Y_WEBGL,x.flipY),t.pixelStorei(n.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),t.pixelStorei(n.UNPACK_ALIGNMENT,x.unpackAlignment),t.pixelStorei(n.UNPACK_COLORSPACE_CONVERSION_WEBGL,K);let de=x.isCompressedTexture||x.image[0].isCompressedTexture,P=x.image[0]&&x.image[0].isDataTexture,j=[];for(let _e=0;_e<6;_e++)!de&&!P?j[_e]=M(x.image[_e],!0,r.maxCubemapSize):j[_e]=P?x.image[_e].image:x.image[_e],j[_e]=ke(x,j[_e]);let q=j[0],fe=s.convert(x.format,x.colorSpace),ce=s.convert(x.type),he=A(x.internalFormat,fe,ce,x.normalized,x.colorSpace),Pe=x.isVideoTexture!==!0,$e=ue.__version===void 0||oe===!0,le=ee.dataReady,Le=E(x,q);xt(n.TEXTURE_CUBE_MAP,x);let qe;if(x.isDepthTexture){if(he=y(x.format===Er,x.type),$e)if(Pe)t.texStorage2D(n.TEXTURE_CUBE_MAP,1,he,q.width,q.height);else for(let _e=0;_e<6;_e++)t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,he,q.width,q.height,0,fe,ce,null)}else if(de){Pe&&$e&&t.texStorage2D(n.TEXTURE_CUBE_MAP,Le,he,q.width,q.height);for(let _e=0;_e<6;_e++){qe=j[_e].mipmaps;for(let bt=0;bt<qe.length;bt++){let rn=qe[bt];x.format!==Bn?fe!==null?Pe?le&&t.compressedTexSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt,0,0,rn.width,rn.height,fe,rn.data):t.compressedTexImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt,he,rn.width,rn.height,0,rn.data):Oe("WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt,0,0,rn.width,rn.height,fe,ce,rn.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt,he,rn.width,rn.height,0,fe,ce,rn.data)}}}else{if(qe=x.mipmaps,Pe&&$e){qe.length>0&&Le++;let _e=Ve(j[0]);t.texStorage2D(n.TEXTURE_CUBE_MAP,Le,he,_e.width,_e.height)}for(let _e=0;_e<6;_e++)if(P){Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,0,0,j[_e].width,j[_e].height,fe,ce,j[_e].data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,he,j[_e].width,j[_e].height,0,fe,ce,j[_e].data);for(let bt=0;bt<qe.length;bt++){let Pr=qe[bt].image[_e].image;Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt+1,0,0,Pr.width,Pr.height,fe,ce,Pr.data):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt+1,he,Pr.width,Pr.height,0,fe,ce,Pr.data)}}else{Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,0,0,fe,ce,j[_e]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,0,he,fe,ce,j[_e]);for(let bt=0;bt<qe.length;bt++){let rn=qe[bt];Pe?le&&t.texSubImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt+1,0,0,fe,ce,rn.image[_e]):t.texImage2D(n.TEXTURE_CUBE_MAP_POSITIVE_X+_e,bt+1,he,fe,ce,rn.image[_e])}}}C(x)&&x.mipmapsAutoUpdate===!0&&w(n.TEXTURE_CUBE_MAP),ue.__version=ee.version,x.onUpdate&&x.onUpdate(x)}T.__version=x.version}function Bt(T,x,U,oe,ee,ue){let me=s.convert(U.format,U.colorSpace),$=s.convert(U.type),K=A(U.internalFormat,me,$,U.normalized,U.colorSpace),de=i.get(x),P=i.get(U);if(P.__renderTarget=x,!de.__hasExternalTextures){let j=Math.max(1,x.width>>ue),q=Math.max(1,x.height>>ue);ee===n.TEXTURE_3D||ee===n.TEXTURE_2D_ARRAY?t.texImage3D(ee,ue,K,j,q,x.depth,0,me,$,null):t.texImage2D(ee,ue,K,j,q,0,me,$,null)}t.bindFramebuffer(n.FRAMEBUFFER,T),ve(x)?l.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,oe,ee,P.__webglTexture,0,Nt(x)):(ee===n.TEXTURE_2D||ee>=n.TEXTURE_CUBE_MAP_POSITIVE_X&&ee<=n.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&n.framebufferTexture2D(n.FRAMEBUFFER,oe,ee,P.__webglTexture,ue),t.bindFramebuffer(n.FRAMEBUFFER,null)}function Bi(T,x,U){if(n.bindRenderbuffer(n.RENDERBUFFER,T),x.depthBuffer){let oe=x.depthTexture,ee=oe&&oe.isDepthTexture?oe.type:null,ue=y(x.stencilBuffer,ee),me=x.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;ve(x)?l.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,Nt(x),ue,x.width,x.height):U?n.renderbufferStorageMultisample(n.RENDERBUFFER,Nt(x),ue,x.width,x.height):n.renderbufferStorage(n.RENDERBUFFER,ue,x.width,x.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,me,n.RENDERBUFFER,T)}else{let oe=x.textures;for(let ee=0;ee<oe.length;ee++){let ue=oe[ee],me=s.convert(ue.format,ue.colorSpace),$=s.convert(ue.type),K=A(ue.internalFormat,me,$,ue.normalized,ue.colorSpace);ve(x)?l.renderbufferStorageMultisampleEXT(n.RENDERBUFFER,Nt(x),K,x.width,x.height):U?n.renderbufferStorageMultisample(n.RENDERBUFFER,Nt(x),K,x.width,x.height):n.renderbufferStorage(n.RENDERBUFFER,K,x.width,x.height)}}n.bindRenderbuffer(n.RENDERBUFFER,null)}function nn(T,x,U){let oe=x.isWebGLCubeRenderTarget===!0;if(t.bindFramebuffer(n.FRAMEBUFFER,T),!(x.depthTexture&&x.depthTexture.isDepthTexture))throw new Error("THREE.WebGLTextures: renderTarget.depthTexture must be an instance of THREE.DepthTexture.");let ee=i.get(x.depthTexture);ee.__renderTarget=x;let ue=oe?x.depthTexture.image[0]:x.depthTexture.image;(!ee.__webglTexture||ue.width!==x.width||ue.height!==x.height)&&(ue.width=x.width,ue.height=x.height,x.depthTexture.needsUpdate=!0),oe?be(x.depthTexture,0):xe(x.depthTexture,0);let me=ee.__webglTexture,$=Nt(x),K=oe?n.TEXTURE_CUBE_MAP_POSITIVE_X+U:n.TEXTURE_2D,de=x.depthTexture.format===Er?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;if(x.depthTexture.format===Sr)ve(x)?l.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,de,K,me,0,$):n.framebufferTexture2D(n.FRAMEBUFFER,de,K,me,0);else if(x.depthTexture.format===Er)ve(x)?l.framebufferTexture2DMultisampleEXT(n.FRAMEBUFFER,de,K,me,0,$):n.framebufferTexture2D(n.FRAMEBUFFER,de,K,me,0);else throw new Error("THREE.WebGLTextures: Unknown depthTexture format.")}function ai(T){let x=i.get(T),U=T.isWebGLCubeRenderTarget===!0;if(x.__boundDepthTexture!==T.depthTexture){let oe=T.depthTexture;if(x.__depthDisposeCallback&&x.__depthDisposeCallback(),oe){let ee=()=>{delete x.__boundDepthTexture,delete x.__depthDisposeCallback,oe.removeEventListener("dispose",ee)};oe.addEventListener("dispose",ee),x.__depthDisposeCallback=ee}x.__boundDepthTexture=oe}if(T.depthTexture&&!x.__autoAllocateDepthBuffer)if(U)for(let oe=0;oe<6;oe++)nn(x.__webglFramebuffer[oe],T,oe);else T.texture.mipmaps.length>0?nn(x.__webglFramebuffer[0],T,0):nn(x.__webglFramebuffer,T,0);else if(U){x.__webglDepthbuffer=[];for(let oe=0;oe<6;oe++)if(t.bindFramebuffer(n.FRAMEBUFFER,x.__webglFramebuffer[oe]),x.__webglDepthbuffer[oe]===void 0)x.__webglDepthbuffer[oe]=n.createRenderbuffer(),Bi(x.__webglDepthbuffer[oe],T,!1);else{let ee=T.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ue=x.__webglDepthbuffer[oe];n.bindRenderbuffer(n.RENDERBUFFER,ue),n.framebufferRenderbuffer(n.FRAMEBUFFER,ee,n.RENDERBUFFER,ue)}}else if(T.texture.mipmaps.length>0?t.bindFramebuffer(n.FRAMEBUFFER,x.__webglFramebuffer[0]):t.bindFramebuffer(n.FRAMEBUFFER,x.__webglFramebuffer),x.__webglDepthbuffer===void 0)x.__webglDepthbuffer=n.createRenderbuffer(),Bi(x.__webglDepthbuffer,T,!1);else{let ee=T.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,ue=x.__webglDepthbuffer;n.bindRenderbuffer(n.RENDERBUFFER,ue),n.framebufferRenderbuffer(n.FRAMEBUFFER,ee,n.RENDERBUFFER,ue)}t.bindFramebuffer(n.FRAMEBUFFER,null)}function li(T,x,U){let oe=i.get(T);x!==void 0&&Bt(oe.__webglFramebuffer,T,T.texture,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,0),U!==void 0&&ai(T)}function ci(T){let x=T.texture,U=i.get(T),oe=i.get(x);T.addEventListener("dispose",V),O(T);let ee=T.textures,ue=T.isWebGLCubeRenderTarget===!0,me=ee.length>1;if(me||(oe.__webglTexture===void 0&&(oe.__webglTexture=n.createTexture()),oe.__version=x.version,o.memory.textures++),ue){U.__webglFramebuffer=[];for(let $=0;$<6;$++)if(x.mipmaps.length>0){U.__webglFramebuffer[$]=[];for(let K=0;K<x.mipmaps.length;K++)U.__webglFramebuffer[$][K]=n.createFramebuffer()}else U.__webglFramebuffer[$]=n.createFramebuffer()}else{if(x.mipmaps.length>0){U.__webglFramebuffer=[];for(let $=0;$<x.mipmaps.length;$++)U.__webglFramebuffer[$]=n.createFramebuffer()}else U.__webglFramebuffer=n.createFramebuffer();if(me)for(let $=0,K=ee.length;$<K;$++){let de=i.get(ee[$]);de.__webglTexture===void 0&&(de.__webglTexture=n.createTexture(),o.memory.textures++)}if(T.samples>0&&ve(T)===!1){U.__webglMultisampledFramebuffer=n.createFramebuffer(),U.__webglColorRenderbuffer=[],t.bindFramebuffer(n.FRAMEBUFFER,U.__webglMultisampledFramebuffer);for(let $=0;$<ee.length;$++){let K=ee[$];U.__webglColorRenderbuffer[$]=n.createRenderbuffer(),n.bindRenderbuffer(n.RENDERBUFFER,U.__webglColorRenderbuffer[$]);let de=s.convert(K.format,K.colorSpace),P=s.convert(K.type),j=A(K.internalFormat,de,P,K.normalized,K.colorSpace,T.isXRRenderTarget===!0),q=Nt(T);n.renderbufferStorageMultisample(n.RENDERBUFFER,q,j,T.width,T.height),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+$,n.RENDERBUFFER,U.__webglColorRenderbuffer[$])}n.bindRenderbuffer(n.RENDERBUFFER,null),T.depthBuffer&&(U.__webglDepthRenderbuffer=n.createRenderbuffer(),Bi(U.__webglDepthRenderbuffer,T,!0)),t.bindFramebuffer(n.FRAMEBUFFER,null)}}if(ue){t.bindTexture(n.TEXTURE_CUBE_MAP,oe.__webglTexture),xt(n.TEXTURE_CUBE_MAP,x);for(let $=0;$<6;$++)if(x.mipmaps.length>0)for(let K=0;K<x.mipmaps.length;K++)Bt(U.__webglFramebuffer[$][K],T,x,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+$,K);else Bt(U.__webglFramebuffer[$],T,x,n.COLOR_ATTACHMENT0,n.TEXTURE_CUBE_MAP_POSITIVE_X+$,0);C(x)?w(n.TEXTURE_CUBE_MAP):x.mipmaps.length>0&&n.texParameteri(n.TEXTURE_CUBE_MAP,n.TEXTURE_MAX_LEVEL,x.mipmaps.length-1),t.unbindTexture()}else if(me){for(let $=0,K=ee.length;$<K;$++){let de=ee[$],P=i.get(de),j=n.TEXTURE_2D;(T.isWebGL3DRenderTarget||T.isWebGLArrayRenderTarget)&&(j=T.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture(j,P.__webglTexture),xt(j,de),Bt(U.__webglFramebuffer,T,de,n.COLOR_ATTACHMENT0+$,j,0),C(de)&&w(j)}t.unbindTexture()}else{let $=n.TEXTURE_2D;if((T.isWebGL3DRenderTarget||T.isWebGLArrayRenderTarget)&&($=T.isWebGL3DRenderTarget?n.TEXTURE_3D:n.TEXTURE_2D_ARRAY),t.bindTexture($,oe.__webglTexture),xt($,x),x.mipmaps.length>0)for(let K=0;K<x.mipmaps.length;K++)Bt(U.__webglFramebuffer[K],T,x,n.COLOR_ATTACHMENT0,$,K);else Bt(U.__webglFramebuffer,T,x,n.COLOR_ATTACHMENT0,$,0);C(x)?w($):x.mipmaps.length>0&&n.texParameteri($,n.TEXTURE_MAX_LEVEL,x.mipmaps.length-1),t.unbindTexture()}T.depthBuffer&&ai(T)}function N(T){let x=T.textures;for(let U=0,oe=x.length;U<oe;U++){let ee=x[U];if(C(ee)&&ee.mipmapsAutoUpdate===!0){let ue=R(T),me=i.get(ee).__webglTexture;t.bindTexture(ue,me),w(ue),t.unbindTexture()}}}let ui=[];function Dt(T){if(T.samples>0){if(ve(T)===!1){let x=T.textures,U=T.width,oe=T.height,ee=n.COLOR_BUFFER_BIT,ue=T.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT,me=i.get(T),$=x.length>1;if($)for(let de=0;de<x.length;de++)t.bindFramebuffer(n.FRAMEBUFFER,me.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+de,n.RENDERBUFFER,null),t.bindFramebuffer(n.FRAMEBUFFER,me.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+de,n.TEXTURE_2D,null,0);t.bindFramebuffer(n.READ_FRAMEBUFFER,me.__webglMultisampledFramebuffer),T.texture.mipmaps.length>0?t.bindFramebuffer(n.DRAW_FRAMEBUFFER,me.__webglFramebuffer[0]):t.bindFramebuffer(n.DRAW_FRAMEBUFFER,me.__webglFramebuffer);for(let de=0;de<x.length;de++){if(T.resolveDepthBuffer&&(T.depthBuffer&&(ee|=n.DEPTH_BUFFER_BIT),T.stencilBuffer&&T.resolveStencilBuffer&&(ee|=n.STENCIL_BUFFER_BIT)),$){n.framebufferRenderbuffer(n.READ_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.RENDERBUFFER,me.__webglColorRenderbuffer[de]);let P=i.get(x[de]).__webglTexture;n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0,n.TEXTURE_2D,P,0)}n.blitFramebuffer(0,0,U,oe,0,0,U,oe,ee,n.NEAREST),c===!0&&(ui.length=0,ui.push(n.COLOR_ATTACHMENT0+de),T.depthBuffer&&T.storeMultisampledDepthBuffer===!1&&ui.push(ue),n.invalidateFramebuffer(n.READ_FRAMEBUFFER,ui))}if(t.bindFramebuffer(n.READ_FRAMEBUFFER,null),t.bindFramebuffer(n.DRAW_FRAMEBUFFER,null),$)for(let de=0;de<x.length;de++){t.bindFramebuffer(n.FRAMEBUFFER,me.__webglMultisampledFramebuffer),n.framebufferRenderbuffer(n.FRAMEBUFFER,n.COLOR_ATTACHMENT0+de,n.RENDERBUFFER,me.__webglColorRenderbuffer[de]);let P=i.get(x[de]).__webglTexture;t.bindFramebuffer(n.FRAMEBUFFER,me.__webglFramebuffer),n.framebufferTexture2D(n.DRAW_FRAMEBUFFER,n.COLOR_ATTACHMENT0+de,n.TEXTURE_2D,P,0)}t.bindFramebuffer(n.DRAW_FRAMEBUFFER,me.__webglMultisampledFramebuffer)}else if(T.depthBuffer&&T.storeMultisampledDepthBuffer===!1&&c){let x=T.stencilBuffer?n.DEPTH_STENCIL_ATTACHMENT:n.DEPTH_ATTACHMENT;n.invalidateFramebuffer(n.DRAW_FRAMEBUFFER,[x])}}}function Nt(T){return Math.min(r.maxSamples,T.samples)}function ve(T){let x=i.get(T);return T.samples>0&&e.has("WEBGL_multisampled_render_to_texture")===!0&&x.__useRenderToTexture!==!1}function Zt(T){let x=o.render.frame;h.get(T)!==x&&(h.set(T,x),T.update())}function ke(T,x){let U=T.colorSpace,oe=T.format,ee=T.type;return T.isCompressedTexture===!0||T.isVideoTexture===!0||U!==fl&&U!==Tr&&(ot.getTransfer(U)===yt?(oe!==Bn||ee!==mn)&&Oe("WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):Be("WebGLTextures: Unsupported texture color space:",U)),x}function Ve(T){return typeof HTMLImageElement<"u"&&T instanceof HTMLImageElement?(u.width=T.naturalWidth||T.width,u.height=T.naturalHeight||T.height):typeof VideoFrame<"u"&&T instanceof VideoFrame?(u.width=T.displayWidth,u.height=T.displayHeight):(u.width=T.width,u.height=T.height),u}this.allocateTextureUnit=Ge,this.resetTextureUnits=ne,this.getTextureUnits=re,this.setTextureUnits=Ce,this.setTexture2D=xe,this.setTexture2DArray=Ee,this.setTexture3D=Ne,this.setTextureCube=be,this.rebindTextures=li,this.setupRenderTarget=ci,this.updateRenderTargetMipmap=N,this.updateMultisampleRenderTarget=Dt,this.setupDepthRenderbuffer=ai,this.setupFrameBufferTexture=Bt,this.useMultisampledRTT=ve,this.dispose=Y}function uR(n,e){function t(i,r=Tr){let s,o=ot.getTransfer(r);if(i===mn)return n.UNSIGNED_BYTE;if(i===Rh)return n.UNSIGNED_SHORT_4_4_4_4;if(i===Ph)return n.UNSIGNED_SHORT_5_5_5_1;if(i===$p)return n.UNSIGNED_INT_5_9_9_9_REV;if(i===Kp)return n.UNSIGNED_INT_10F_11F_11F_REV;if(i===Jp)return n.BYTE;if(i===Yp)return n.SHORT;if(i===fa)return n.UNSIGNED_SHORT;if(i===Ch)return n.INT;if(i===Cn)return n.UNSIGNED_INT;if(i===ki)return n.FLOAT;if(i===Fi)return n.HALF_FLOAT;if(i===Zp)return n.ALPHA;if(i===jp)return n.RGB;if(i===Bn)return n.RGBA;if(i===Sr)return n.DEPTH_COMPONENT;if(i===Er)return n.DEPTH_STENCIL;if(i===Qp)return n.RED;if(i===pa)return n.RED_INTEGER;if(i===xs)return n.RG;if(i===ma)return n.RG_INTEGER;if(i===ga)return n.RGBA_INTEGER;if(i===Pl||i===Il||i===Ll||i===Dl)if(o===yt)if(s=e.get("WEBGL_compressed_texture_s3tc_srgb"),s!==null){if(i===Pl)return s.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(i===Il)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(i===Ll)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(i===Dl)return s.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(s=e.get("WEBGL_compressed_texture_s3tc"),s!==null){if(i===Pl)return s.COMPRESSED_RGB_S3TC_DXT1_EXT;if(i===Il)return s.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(i===Ll)return s.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(i===Dl)return s.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(i===Ih||i===Lh||i===Dh||i===Nh)if(s=e.get("WEBGL_compressed_texture_pvrtc"),s!==null){if(i===Ih)return s.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(i===Lh)return s.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(i===Dh)return s.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(i===Nh)return s.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(i===kh||i===Fh||i===Uh||i===Oh||i===Bh||i===Nl||i===zh)if(s=e.get("WEBGL_compressed_texture_etc"),s!==null){if(i===kh||i===Fh)return o===yt?s.COMPRESSED_SRGB8_ETC2:s.COMPRESSED_RGB8_ETC2;if(i===Uh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:s.COMPRESSED_RGBA8_ETC2_EAC;if(i===Oh)return s.COMPRESSED_R11_EAC;if(i===Bh)return s.COMPRESSED_SIGNED_R11_EAC;if(i===Nl)return s.COMPRESSED_RG11_EAC;if(i===zh)return s.COMPRESSED_SIGNED_RG11_EAC}else return null;if(i===Vh||i===Hh||i===Gh||i===Wh||i===Xh||i===qh||i===Jh||i===Yh||i===$h||i===Kh||i===Zh||i===jh||i===Qh||i===ed)if(s=e.get("WEBGL_compressed_texture_astc"),s!==null){if(i===Vh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:s.COMPRESSED_RGBA_ASTC_4x4_KHR;if(i===Hh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:s.COMPRESSED_RGBA_ASTC_5x4_KHR;if(i===Gh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:s.COMPRESSED_RGBA_ASTC_5x5_KHR;if(i===Wh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:s.COMPRESSED_RGBA_ASTC_6x5_KHR;if(i===Xh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:s.COMPRESSED_RGBA_ASTC_6x6_KHR;if(i===qh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:s.COMPRESSED_RGBA_ASTC_8x5_KHR;if(i===Jh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:s.COMPRESSED_RGBA_ASTC_8x6_KHR;if(i===Yh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:s.COMPRESSED_RGBA_ASTC_8x8_KHR;if(i===$h)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:s.COMPRESSED_RGBA_ASTC_10x5_KHR;if(i===Kh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:s.COMPRESSED_RGBA_ASTC_10x6_KHR;if(i===Zh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:s.COMPRESSED_RGBA_ASTC_10x8_KHR;if(i===jh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:s.COMPRESSED_RGBA_ASTC_10x10_KHR;if(i===Qh)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:s.COMPRESSED_RGBA_ASTC_12x10_KHR;if(i===ed)return o===yt?s.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:s.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(i===td||i===nd||i===id)if(s=e.get("EXT_texture_compression_bptc"),s!==null){if(i===td)return o===yt?s.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:s.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(i===nd)return s.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(i===id)return s.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(i===rd||i===sd||i===kl||i===od)if(s=e.get("EXT_texture_compression_rgtc"),s!==null){if(i===rd)return s.COMPRESSED_RED_RGTC1_EXT;if(i===sd)return s.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(i===kl)return s.COMPRESSED_RED_GREEN_RGTC2_EXT;if(i===od)return s.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return i===oo?n.UNSIGNED_INT_24_8:n[i]!==void 0?n[i]:null}return{convert:t}}var hR=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,dR=`
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

}`,_m=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(e,t){if(this.texture===null){let i=new Ml(e.texture);(e.depthNear!==t.depthNear||e.depthFar!==t.depthFar)&&(this.depthNear=e.depthNear,this.depthFar=e.depthFar),this.texture=i}}getMesh(e){if(this.texture!==null&&this.mesh===null){let t=e.cameras[0].viewport,i=new Qi({vertexShader:hR,fragmentShader:dR,uniforms:{depthColor:{value:this.texture},depthWidth:{value:t.z},depthHeight:{value:t.w}}});this.mesh=new Jn(new wl(20,20),i)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},ym=class extends Zi{constructor(e,t){super();let i=this,r=null,s=1,o=null,l="local-floor",c=1,u=null,h=null,m=null,p=null,f=null,_=null,S=typeof XRWebGLBinding<"u",v=new _m,g={},M=t.getContextAttributes(),C=null,w=null,R=[],A=[],y=new ct,E=null,O=null,D=new ri;D.viewport=new Lt;let k=new ri;k.viewport=new Lt;let V=[D,k],X=new Sh,L=null,Y=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Z){let xe=R[Z];return xe===void 0&&(xe=new oa,R[Z]=xe),xe.getTargetRaySpace()},this.getControllerGrip=function(Z){let xe=R[Z];return xe===void 0&&(xe=new oa,R[Z]=xe),xe.getGripSpace()},this.getHand=function(Z){let xe=R[Z];return xe===void 0&&(xe=new oa,R[Z]=xe),xe.getHandSpace()};function Q(Z){let xe=A.indexOf(Z.inputSource);if(xe===-1)return;let Ee=R[xe];Ee!==void 0&&(Ee.update(Z.inputSource,Z.frame,u||o),Ee.dispatchEvent({type:Z.type,data:Z.inputSource}))}function W(){r.removeEventListener("select",Q),r.removeEventListener("selectstart",Q),r.removeEventListener("selectend",Q),r.removeEventListener("squeeze",Q),r.removeEventListener("squeezestart",Q),r.removeEventListener("squeezeend",Q),r.removeEventListener("end",W),r.removeEventListener("inputsourceschange",ae);for(let Z=0;Z<R.length;Z++){let xe=A[Z];xe!==null&&(A[Z]=null,R[Z].disconnect(xe))}L=null,Y=null,v.reset();for(let Z in g)delete g[Z];if(e.setRenderTarget(C),f=null,p=null,m=null,r=null,w=null,Ge.stop(),i.isPresenting=!1,e.setPixelRatio(E),e.setSize(y.width,y.height,!1),O!==null){let Z=O.camera;Z.fov=O.fov,Z.zoom=O.zoom,Z.updateProjectionMatrix(),O=null}i.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Z){s=Z,i.isPresenting===!0&&Oe("WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Z){l=Z,i.isPresenting===!0&&Oe("WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return u||o},this.setReferenceSpace=function(Z){u=Z},this.getBaseLayer=function(){return p!==null?p:f},this.getBinding=function(){return m===null&&S&&(m=new XRWebGLBinding(r,t)),m},this.getFrame=function(){return _},this.getSession=function(){return r},this.setSession=async function(Z){if(r=Z,r!==null){if(C=e.getRenderTarget(),r.addEventListener("select",Q),r.addEventListener("selectstart",Q),r.addEventListener("selectend",Q),r.addEventListener("squeeze",Q),r.addEventListener("squeezestart",Q),r.addEventListener("squeezeend",Q),r.addEventListener("end",W),r.addEventListener("inputsourceschange",ae),M.xrCompatible!==!0&&await t.makeXRCompatible(),E=e.getPixelRatio(),e.getSize(y),S&&"createProjectionLayer"in XRWebGLBinding.prototype){let Ee=null,Ne=null,be=null;M.depth&&(be=M.stencil?t.DEPTH24_STENCIL8:t.DEPTH_COMPONENT24,Ee=M.stencil?Er:Sr,Ne=M.stencil?oo:Cn);let Xe={colorFormat:t.RGBA8,depthFormat:be,scaleFactor:s};m=this.getBinding(),p=m.createProjectionLayer(Xe),r.updateRenderState({layers:[p]}),e.setPixelRatio(1),e.setSize(p.textureWidth,p.textureHeight,!1),w=new un(p.textureWidth,p.textureHeight,{format:Bn,type:mn,depthTexture:new Ni(p.textureWidth,p.textureHeight,Ne,void 0,void 0,void 0,void 0,void 0,void 0,Ee),stencilBuffer:M.stencil,colorSpace:e.outputColorSpace,samples:M.antialias?4:0,resolveDepthBuffer:p.ignoreDepthValues===!1,resolveStencilBuffer:p.ignoreDepthValues===!1,storeMultisampledDepthBuffer:p.ignoreDepthValues===!1,storeMultisampledStencilBuffer:p.ignoreDepthValues===!1})}else{let Ee={antialias:M.antialias,alpha:!0,depth:M.depth,stencil:M.stencil,framebufferScaleFactor:s};f=new XRWebGLLayer(r,t,Ee),r.updateRenderState({baseLayer:f}),e.setPixelRatio(1),e.setSize(f.framebufferWidth,f.framebufferHeight,!1),w=new un(f.framebufferWidth,f.framebufferHeight,{format:Bn,type:mn,colorSpace:e.outputColorSpace,stencilBuffer:M.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1,storeMultisampledDepthBuffer:f.ignoreDepthValues===!1,storeMultisampledStencilBuffer:f.ignoreDepthValues===!1})}w.isXRRenderTarget=!0,this.setFoveation(c),u=null,o=await r.requestReferenceSpace(l),Ge.setContext(r),Ge.start(),i.isPresenting=!0,i.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(r!==null)return r.environmentBlendMode},this.getDepthTexture=function(){return v.getDepthTexture()};function ae(Z){for(let xe=0;xe<Z.removed.length;xe++){let Ee=Z.removed[xe],Ne=A.indexOf(Ee);Ne>=0&&(A[Ne]=null,R[Ne].disconnect(Ee))}for(let xe=0;xe<Z.added.length;xe++){let Ee=Z.added[xe],Ne=A.indexOf(Ee);if(Ne===-1){for(let Xe=0;Xe<R.length;Xe++)if(Xe>=A.length){A.push(Ee),Ne=Xe;break}else if(A[Xe]===null){A[Xe]=Ee,Ne=Xe;break}if(Ne===-1)break}let be=R[Ne];be&&be.connect(Ee)}}function J(Z,xe){xe===null?Z.matrixWorld.copy(Z.matrix):Z.matrixWorld.multiplyMatrices(xe.matrixWorld,Z.matrix),Z.matrixWorldInverse.copy(Z.matrixWorld).invert()}this.updateCamera=function(Z){if(r===null)return;let xe=Z.near,Ee=Z.far;v.texture!==null&&(v.depthNear>0&&(xe=v.depthNear),v.depthFar>0&&(Ee=v.depthFar)),X.near=k.near=D.near=xe,X.far=k.far=D.far=Ee,(L!==X.near||Y!==X.far)&&(r.updateRenderState({depthNear:X.near,depthFar:X.far}),L=X.near,Y=X.far),X.layers.mask=Z.layers.mask|6,D.layers.mask=X.layers.mask&-5,k.layers.mask=X.layers.mask&-3;let Ne=Z.parent,be=X.cameras;J(X,Ne);for(let Xe=0;Xe<be.length;Xe++)J(be[Xe],Ne);X.projectionMatrix.copy(D.projectionMatrix),X.projectionMatrixInverse.copy(D.projectionMatrixInverse),O===null&&Z.isPerspectiveCamera&&(O={camera:Z,fov:Z.fov,zoom:Z.zoom}),ne(Z,X,Ne)};function ne(Z,xe,Ee){Ee===null?Z.matrix.copy(xe.matrixWorld):(Z.matrix.copy(Ee.matrixWorld),Z.matrix.invert(),Z.matrix.multiply(xe.matrixWorld)),Z.matrix.decompose(Z.position,Z.quaternion,Z.scale),Z.updateMatrixWorld(!0),Z.projectionMatrix.copy(xe.projectionMatrix),Z.projectionMatrixInverse.copy(xe.projectionMatrixInverse),Z.isPerspectiveCamera&&(Z.fov=nh*2*Math.atan(1/Z.projectionMatrix.elements[5]),Z.zoom=1)}this.getCamera=function(){return X},this.getFoveation=function(){if(!(p===null&&f===null))return c},this.setFoveation=function(Z){c=Z,p!==null&&(p.fixedFoveation=Z),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Z)},this.hasDepthSensing=function(){return v.texture!==null},this.getDepthSensingMesh=function(){return v.getMesh(X)},this.getCameraTexture=function(Z){return g[Z]};let re=null;function Ce(Z,xe){if(h=xe.getViewerPose(u||o),_=xe,h!==null){let Ee=h.views;f!==null&&(e.setRenderTargetFramebuffer(w,f.framebuffer),e.setRenderTarget(w));let Ne=!1;Ee.length!==X.cameras.length&&(X.cameras.length=0,Ne=!0);for(let Ue=0;Ue<Ee.length;Ue++){let xt=Ee[Ue],Tt=null;if(f!==null)Tt=f.getViewport(xt);else{let dn=m.getViewSubImage(p,xt);Tt=dn.viewport,Ue===0&&(e.setRenderTargetTextures(w,dn.colorTexture,dn.depthStencilTexture),e.setRenderTarget(w))}let tt=V[Ue];tt===void 0&&(tt=new ri,tt.layers.enable(Ue),tt.viewport=new Lt,V[Ue]=tt),tt.matrix.fromArray(xt.transform.matrix),tt.matrix.decompose(tt.position,tt.quaternion,tt.scale),tt.projectionMatrix.fromArray(xt.projectionMatrix),tt.projectionMatrixInverse.copy(tt.projectionMatrix).invert(),tt.viewport.set(Tt.x,Tt.y,Tt.width,Tt.height),Ue===0&&(X.matrix.copy(tt.matrix),X.matrix.decompose(X.position,X.quaternion,X.scale)),Ne===!0&&X.cameras.push(tt)}let be=r.enabledFeatures;if(be&&be.includes("depth-sensing")&&r.depthUsage=="gpu-optimized"&&S){m=i.getBinding();let Ue=m.getDepthInformation(Ee[0]);Ue&&Ue.isValid&&Ue.texture&&v.init(Ue,r.renderState)}if(be&&be.includes("camera-access")&&S){e.state.unbindTexture(),m=i.getBinding();for(let Ue=0;Ue<Ee.length;Ue++){let xt=Ee[Ue].camera;if(xt){let Tt=g[xt];Tt||(Tt=new Ml,g[xt]=Tt);let tt=m.getCameraImage(xt);Tt.sourceTexture=tt}}}}for(let Ee=0;Ee<R.length;Ee++){let Ne=A[Ee],be=R[Ee];Ne!==null&&be!==void 0&&be.update(Ne,xe,u||o)}re&&re(Z,xe),xe.detectedPlanes&&i.dispatchEvent({type:"planesdetected",data:xe}),_=null}let Ge=new mx;Ge.setAnimationLoop(Ce),this.setAnimationLoop=function(Z){re=Z},this.dispose=function(){}}},fR=new Et,Ex=new ze;Ex.set(-1,0,0,0,1,0,0,0,1);function pR(n,e){function t(v,g){v.matrixAutoUpdate===!0&&v.updateMatrix(),g.value.copy(v.matrix)}function i(v,g){g.color.getRGB(v.fogColor.value,om(n)),g.isFog?(v.fogNear.value=g.near,v.fogFar.value=g.far):g.isFogExp2&&(v.fogDensity.value=g.density)}function r(v,g,M,C,w){g.isNodeMaterial?g.uniformsNeedUpdate=!1:g.isMeshBasicMaterial?s(v,g):g.isMeshLambertMaterial?(s(v,g),g.envMap&&(v.envMapIntensity.value=g.envMapIntensity)):g.isMeshToonMaterial?(s(v,g),m(v,g)):g.isMeshPhongMaterial?(s(v,g),h(v,g),g.envMap&&(v.envMapIntensity.value=g.envMapIntensity)):g.isMeshStandardMaterial?(s(v,g),p(v,g),g.isMeshPhysicalMaterial&&f(v,g,w)):g.isMeshMatcapMaterial?(s(v,g),_(v,g)):g.isMeshDepthMaterial?s(v,g):g.isMeshDistanceMaterial?(s(v,g),S(v,g)):g.isMeshNormalMaterial?s(v,g):g.isLineBasicMaterial?(o(v,g),g.isLineDashedMaterial&&l(v,g)):g.isPointsMaterial?c(v,g,M,C):g.isSpriteMaterial?u(v,g):g.isShadowMaterial?(v.color.value.copy(g.color),v.opacity.value=g.opacity):g.isShaderMaterial&&(g.uniformsNeedUpdate=!1)}function s(v,g){v.opacity.value=g.opacity,g.color&&v.diffuse.value.copy(g.color),g.emissive&&v.emissive.value.copy(g.emissive).multiplyScalar(g.emissiveIntensity),g.map&&(v.map.value=g.map,t(g.map,v.mapTransform)),g.alphaMap&&(v.alphaMap.value=g.alphaMap,t(g.alphaMap,v.alphaMapTransform)),g.bumpMap&&(v.bumpMap.value=g.bumpMap,t(g.bumpMap,v.bumpMapTransform),v.bumpScale.value=g.bumpScale,g.side===On&&(v.bumpScale.value*=-1)),g.normalMap&&(v.normalMap.value=g.normalMap,t(g.normalMap,v.normalMapTransform),v.normalScale.value.copy(g.normalScale),g.side===On&&v.normalScale.value.negate()),g.displacementMap&&(v.displacementMap.value=g.displacementMap,t(g.displacementMap,v.displacementMapTransform),v.displacementScale.value=g.displacementScale,v.displacementBias.value=g.displacementBias),g.emissiveMap&&(v.emissiveMap.value=g.emissiveMap,t(g.emissiveMap,v.emissiveMapTransform)),g.specularMap&&(v.specularMap.value=g.specularMap,t(g.specularMap,v.specularMapTransform)),g.alphaTest>0&&(v.alphaTest.value=g.alphaTest);let M=e.get(g),C=M.envMap,w=M.envMapRotation;C&&(v.envMap.value=C,v.envMapRotation.value.setFromMatrix4(fR.makeRotationFromEuler(w)).transpose(),C.isCubeTexture&&C.isRenderTargetTexture===!1&&v.envMapRotation.value.premultiply(Ex),v.reflectivity.value=g.reflectivity,v.ior.value=g.ior,v.refractionRatio.value=g.refractionRatio),g.lightMap&&(v.lightMap.value=g.lightMap,v.lightMapIntensity.value=g.lightMapIntensity,t(g.lightMap,v.lightMapTransform)),g.aoMap&&(v.aoMap.value=g.aoMap,v.aoMapIntensity.value=g.aoMapIntensity,t(g.aoMap,v.aoMapTransform))}function o(v,g){v.diffuse.value.copy(g.color),v.opacity.value=g.opacity,g.map&&(v.map.value=g.map,t(g.map,v.mapTransform))}function l(v,g){v.dashSize.value=g.dashSize,v.totalSize.value=g.dashSize+g.gapSize,v.scale.value=g.scale}function c(v,g,M,C){v.diffuse.value.copy(g.color),v.opacity.value=g.opacity,v.size.value=g.size*M,v.scale.value=C*.5,g.map&&(v.map.value=g.map,t(g.map,v.uvTransform)),g.alphaMap&&(v.alphaMap.value=g.alphaMap,t(g.alphaMap,v.alphaMapTransform)),g.alphaTest>0&&(v.alphaTest.value=g.alphaTest)}function u(v,g){v.diffuse.value.copy(g.color),v.opacity.value=g.opacity,v.rotation.value=g.rotation,g.map&&(v.map.value=g.map,t(g.map,v.mapTransform)),g.alphaMap&&(v.alphaMap.value=g.alphaMap,t(g.alphaMap,v.alphaMapTransform)),g.alphaTest>0&&(v.alphaTest.value=g.alphaTest)}function h(v,g){v.specular.value.copy(g.specular),v.shininess.value=Math.max(g.shininess,1e-4)}function m(v,g){g.gradientMap&&(v.gradientMap.value=g.gradientMap)}function p(v,g){v.metalness.value=g.metalness,g.metalnessMap&&(v.metalnessMap.value=g.metalnessMap,t(g.metalnessMap,v.metalnessMapTransform)),v.roughness.value=g.roughness,g.roughnessMap&&(v.roughnessMap.value=g.roughnessMap,t(g.roughnessMap,v.roughnessMapTransform)),g.envMap&&(v.envMapIntensity.value=g.envMapIntensity)}function f(v,g,M){v.ior.value=g.ior,g.diffuseRoughness>0&&(v.diffuseRoughness.value=g.diffuseRoughness,g.diffuseRoughnessMap&&(v.diffuseRoughnessMap.value=g.diffuseRoughnessMap,t(g.diffuseRoughnessMap,v.diffuseRoughnessMapTransform))),g.sheen>0&&(v.sheenColor.value.copy(g.sheenColor).multiplyScalar(g.sheen),v.sheenRoughness.value=g.sheenRoughness,g.sheenColorMap&&(v.sheenColorMap.value=g.sheenColorMap,t(g.sheenColorMap,v.sheenColorMapTransform)),g.sheenRoughnessMap&&(v.sheenRoughnessMap.value=g.sheenRoughnessMap,t(g.sheenRoughnessMap,v.sheenRoughnessMapTransform))),g.clearcoat>0&&(v.clearcoat.value=g.clearcoat,v.clearcoatRoughness.value=g.clearcoatRoughness,g.clearcoatMap&&(v.clearcoatMap.value=g.clearcoatMap,t(g.clearcoatMap,v.clearcoatMapTransform)),g.clearcoatRoughnessMap&&(v.clearcoatRoughnessMap.value=g.clearcoatRoughnessMap,t(g.clearcoatRoughnessMap,v.clearcoatRoughnessMapTransform)),g.clearcoatNormalMap&&(v.clearcoatNormalMap.value=g.clearcoatNormalMap,t(g.clearcoatNormalMap,v.clearcoatNormalMapTransform),v.clearcoatNormalScale.value.copy(g.clearcoatNormalScale),g.side===On&&v.clearcoatNormalScale.value.negate())),g.dispersion>0&&(v.dispersion.value=g.dispersion),g.retroreflectivity>0&&(v.retroreflectivity.value=g.retroreflectivity),g.iridescence>0&&(v.iridescence.value=g.iridescence,v.iridescenceIOR.value=g.iridescenceIOR,v.iridescenceThicknessMinimum.value=g.iridescenceThicknessMinimum,v.iridescenceThicknessMaximum.value=g.iridescenceThicknessMaximum,g.iridescenceMap&&(v.iridescenceMap.value=g.iridescenceMap,t(g.iridescenceMap,v.iridescenceMapTransform)),g.iridescenceThicknessMap&&(v.iridescenceThicknessMap.value=g.iridescenceThicknessMap,t(g.iridescenceThicknessMap,v.iridescenceThicknessMapTransform))),g.transmission>0&&(v.transmission.value=g.transmission,v.transmissionSamplerMap.value=M.texture,v.transmissionSamplerSize.value.set(M.width,M.height),g.transmissionMap&&(v.transmissionMap.value=g.transmissionMap,t(g.transmissionMap,v.transmissionMapTransform)),v.thickness.value=g.thickness,g.thicknessMap&&(v.thicknessMap.value=g.thicknessMap,t(g.thicknessMap,v.thicknessMapTransform)),v.attenuationDistance.value=g.attenuationDistance,v.attenuationColor.value.copy(g.attenuationColor)),g.anisotropy>0&&(v.anisotropyVector.value.set(g.anisotropy*Math.cos(g.anisotropyRotation),g.anisotropy*Math.sin(g.anisotropyRotation)),g.anisotropyMap&&(v.anisotropyMap.value=g.anisotropyMap,t(g.anisotropyMap,v.anisotropyMapTransform))),v.specularIntensity.value=g.specularIntensity,v.specularColor.value.copy(g.specularColor),g.specularColorMap&&(v.specularColorMap.value=g.specularColorMap,t(g.specularColorMap,v.specularColorMapTransform)),g.specularIntensityMap&&(v.specularIntensityMap.value=g.specularIntensityMap,t(g.specularIntensityMap,v.specularIntensityMapTransform))}function _(v,g){g.matcap&&(v.matcap.value=g.matcap)}function S(v,g){let M=e.get(g).light;v.referencePosition.value.setFromMatrixPosition(M.matrixWorld),v.nearDistance.value=M.shadow.camera.near,v.farDistance.value=M.shadow.camera.far}return{refreshFogUniforms:i,refreshMaterialUniforms:r}}function mR(n,e,t,i){let r={},s={};function o(M,C){let w=C.program;i.uniformBlockBinding(M,w,r[M.id])}function l(M,C){let w=r[M.id];w===void 0&&(_(M),w=c(M),r[M.id]=w,M.addEventListener("dispose",v));let R=C.program;i.updateUBOMapping(M,R);let A=e.render.frame;s[M.id]!==A&&(u(M),s[M.id]=A)}function c(M){let C=n.createBuffer(),w=M.__size,R=M.usage;return n.bindBuffer(n.UNIFORM_BUFFER,C),n.bufferData(n.UNIFORM_BUFFER,w,R),n.bindBuffer(n.UNIFORM_BUFFER,null),C}function u(M){let C=r[M.id],w=M.uniforms,R=M.__cache;n.bindBuffer(n.UNIFORM_BUFFER,C);for(let A=0,y=w.length;A<y;A++){let E=w[A];if(Array.isArray(E))for(let O=0,D=E.length;O<D;O++)h(E[O],A,O,R);else h(E,A,0,R)}n.bindBuffer(n.UNIFORM_BUFFER,null)}function h(M,C,w,R){if(p(M,C,w,R)===!0){let A=M.__offset,y=M.value;if(Array.isArray(y)){let E=0;for(let O=0;O<y.length;O++){let D=y[O],k=S(D,!0);m(D,M.__data,E),E+=k.storage/Float32Array.BYTES_PER_ELEMENT}}else m(y,M.__data,0);n.bufferSubData(n.UNIFORM_BUFFER,A,M.__data)}}function m(M,C,w){typeof M=="number"||typeof M=="boolean"?C[w]=M:M.isMatrix3?(C[w]=M.elements[0],C[w+1]=M.elements[1],C[w+2]=M.elements[2],C[w+3]=0,C[w+4]=M.elements[3],C[w+5]=M.elements[4],C[w+6]=M.elements[5],C[w+7]=0,C[w+8]=M.elements[6],C[w+9]=M.elements[7],C[w+10]=M.elements[8],C[w+11]=0):ArrayBuffer.isView(M)?C.set(M.subarray(0,C.length-w),w):M.toArray(C,w)}function p(M,C,w,R){let A=M.value,y=C+"_"+w;if(Array.isArray(A)){R[y]===void 0&&(R[y]=[]);let E=R[y],O=!1;for(let D=0;D<A.length;D++)f(A[D],E,D)===!0&&(O=!0);return O}return f(A,R,y)}function f(M,C,w){if(C[w]===void 0)return typeof M=="number"||typeof M=="boolean"?C[w]=M:ArrayBuffer.isView(M)?C[w]=M.slice():C[w]=M.clone(),!0;{let R=C[w];if(typeof M=="number"||typeof M=="boolean"){if(R!==M)return C[w]=M,!0}else{if(ArrayBuffer.isView(M))return!0;if(R.equals(M)===!1)return R.copy(M),!0}}return!1}function _(M){let C=M.uniforms,w=0,R=16;for(let y=0,E=C.length;y<E;y++){let O=Array.isArray(C[y])?C[y]:[C[y]];for(let D=0,k=O.length;D<k;D++){let V=O[D],X=Array.isArray(V.value)?V.value:[V.value],L=Array.isArray(C[y])||Array.isArray(V.value),Y=w;for(let W=0,ae=X.length;W<ae;W++){let J=X[W],ne=S(J,L),re=w%R,Ce=re%ne.boundary,Ge=re+Ce;w+=Ce,Ge!==0&&R-Ge<ne.storage&&(w+=R-Ge),W===0&&(Y=w),w+=ne.storage}let Q=V.type==="int"?Int32Array:V.type==="uint"?Uint32Array:Float32Array;V.__data=new Q((w-Y)/Float32Array.BYTES_PER_ELEMENT),V.__offset=Y}}let A=w%R;return A>0&&(w+=R-A),M.__size=w,M.__cache={},this}function S(M,C){let w={boundary:0,storage:0};return typeof M=="number"||typeof M=="boolean"?(w.boundary=4,w.storage=4):M.isVector2?(w.boundary=8,w.storage=8):M.isVector3||M.isColor?(w.boundary=16,w.storage=12):M.isVector4?(w.boundary=16,w.storage=16):M.isMatrix3?(w.boundary=16,w.storage=48):M.isMatrix4?(w.boundary=16,w.storage=64):M.isTexture?Oe("WebGLRenderer: Texture samplers can not be part of an uniforms group."):ArrayBuffer.isView(M)?(w.boundary=16,w.storage=M.byteLength):Oe("WebGLRenderer: Unsupported uniform value type.",M),C===!0&&(w.boundary=16,w.storage=Math.ceil(w.storage/16)*16),w}function v(M){let C=M.target;C.removeEventListener("dispose",v),n.deleteBuffer(r[C.id]),delete r[C.id],delete s[C.id]}function g(){for(let M in r)n.deleteBuffer(r[M]);r={},s={}}return{bind:o,update:l,dispose:g}}var gR=new Uint16Array([12469,15057,12620,14925,13266,14620,13807,14376,14323,13990,14545,13625,14713,13328,14840,12882,14931,12528,14996,12233,15039,11829,15066,11525,15080,11295,15085,10976,15082,10705,15073,10495,13880,14564,13898,14542,13977,14430,14158,14124,14393,13732,14556,13410,14702,12996,14814,12596,14891,12291,14937,11834,14957,11489,14958,11194,14943,10803,14921,10506,14893,10278,14858,9960,14484,14039,14487,14025,14499,13941,14524,13740,14574,13468,14654,13106,14743,12678,14818,12344,14867,11893,14889,11509,14893,11180,14881,10751,14852,10428,14812,10128,14765,9754,14712,9466,14764,13480,14764,13475,14766,13440,14766,13347,14769,13070,14786,12713,14816,12387,14844,11957,14860,11549,14868,11215,14855,10751,14825,10403,14782,10044,14729,9651,14666,9352,14599,9029,14967,12835,14966,12831,14963,12804,14954,12723,14936,12564,14917,12347,14900,11958,14886,11569,14878,11247,14859,10765,14828,10401,14784,10011,14727,9600,14660,9289,14586,8893,14508,8533,15111,12234,15110,12234,15104,12216,15092,12156,15067,12010,15028,11776,14981,11500,14942,11205,14902,10752,14861,10393,14812,9991,14752,9570,14682,9252,14603,8808,14519,8445,14431,8145,15209,11449,15208,11451,15202,11451,15190,11438,15163,11384,15117,11274,15055,10979,14994,10648,14932,10343,14871,9936,14803,9532,14729,9218,14645,8742,14556,8381,14461,8020,14365,7603,15273,10603,15272,10607,15267,10619,15256,10631,15231,10614,15182,10535,15118,10389,15042,10167,14963,9787,14883,9447,14800,9115,14710,8665,14615,8318,14514,7911,14411,7507,14279,7198,15314,9675,15313,9683,15309,9712,15298,9759,15277,9797,15229,9773,15166,9668,15084,9487,14995,9274,14898,8910,14800,8539,14697,8234,14590,7790,14479,7409,14367,7067,14178,6621,15337,8619,15337,8631,15333,8677,15325,8769,15305,8871,15264,8940,15202,8909,15119,8775,15022,8565,14916,8328,14804,8009,14688,7614,14569,7287,14448,6888,14321,6483,14088,6171,15350,7402,15350,7419,15347,7480,15340,7613,15322,7804,15287,7973,15229,8057,15148,8012,15046,7846,14933,7611,14810,7357,14682,7069,14552,6656,14421,6316,14251,5948,14007,5528,15356,5942,15356,5977,15353,6119,15348,6294,15332,6551,15302,6824,15249,7044,15171,7122,15070,7050,14949,6861,14818,6611,14679,6349,14538,6067,14398,5651,14189,5311,13935,4958,15359,4123,15359,4153,15356,4296,15353,4646,15338,5160,15311,5508,15263,5829,15188,6042,15088,6094,14966,6001,14826,5796,14678,5543,14527,5287,14377,4985,14133,4586,13869,4257,15360,1563,15360,1642,15358,2076,15354,2636,15341,3350,15317,4019,15273,4429,15203,4732,15105,4911,14981,4932,14836,4818,14679,4621,14517,4386,14359,4156,14083,3795,13808,3437,15360,122,15360,137,15358,285,15355,636,15344,1274,15322,2177,15281,2765,15215,3223,15120,3451,14995,3569,14846,3567,14681,3466,14511,3305,14344,3121,14037,2800,13753,2467,15360,0,15360,1,15359,21,15355,89,15346,253,15325,479,15287,796,15225,1148,15133,1492,15008,1749,14856,1882,14685,1886,14506,1783,14324,1608,13996,1398,13702,1183]),tr=null;function vR(){return tr===null&&(tr=new aa(gR,16,16,xs,Fi),tr.name="DFG_LUT",tr.minFilter=cn,tr.magFilter=cn,tr.wrapS=Ki,tr.wrapT=Ki,tr.generateMipmaps=!1,tr.needsUpdate=!0),tr}var ud=class{constructor(e={}){let{canvas:t=By(),context:i=null,depth:r=!0,stencil:s=!1,alpha:o=!1,antialias:l=!1,premultipliedAlpha:c=!0,preserveDrawingBuffer:u=!1,powerPreference:h="default",failIfMajorPerformanceCaveat:m=!1,reversedDepthBuffer:p=!1,outputBufferType:f=mn}=e;this.isWebGLRenderer=!0;let _;if(i!==null){if(typeof WebGLRenderingContext<"u"&&i instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");_=i.getContextAttributes().alpha}else _=o;let S=f,v=new Set([ga,ma,pa]),g=new Set([mn,Cn,fa,oo,Rh,Ph]),M=new Uint32Array(4),C=new Int32Array(4),w={textures:[],min:[],max:[],resolution:[]},R=null,A=null,y=[],E=[],O=null;this.domElement=t,this.debug={checkShaderErrors:!0,diagnostics:{keywords:!1},onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=er,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let D=this,k=!1,V=null,X=null,L=null,Y=null;this._outputColorSpace=ii;let Q=0,W=0,ae=null,J=-1,ne=null,re=new Lt,Ce=new Lt,Ge=null,Z=new mt(0),xe=0,Ee=t.width,Ne=t.height,be=1,Xe=null,qt=null,Ue=new Lt(0,0,Ee,Ne),xt=new Lt(0,0,Ee,Ne),Tt=!1,tt=new to,dn=new lh,Kt=!1,Hn=!1,Bt=new Et,Bi=new H,nn=new Lt,ai={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},li=!1;function ci(){return ae===null?be:1}let N=i;function ui(b,I){return t.getContext(b,I)}let Dt,Nt,ve,Zt,ke,Ve,T,x,U,oe,ee,ue,me,$,K,de,P,j,q,fe,ce,he,Pe;try{let b={alpha:!0,depth:r,stencil:s,antialias:l,premultipliedAlpha:c,preserveDrawingBuffer:u,powerPreference:h,failIfMajorPerformanceCaveat:m};if("setAttribute"in t&&t.setAttribute("data-engine",`three.js r${"187"}`),t.addEventListener("webglcontextlost",Le,!1),t.addEventListener("webglcontextrestored",qe,!1),t.addEventListener("webglcontextcreationerror",_e,!1),N===null){let I="webgl2";if(N=ui(I,b),N===null)throw ui(I)?new Error("THREE.WebGLRenderer: Error creating WebGL context with your selected attributes."):new Error("THREE.WebGLRenderer: Error creating WebGL context.")}$e()}catch(b){throw t.removeEventListener("webglcontextlost",Le,!1),t.removeEventListener("webglcontextrestored",qe,!1),t.removeEventListener("webglcontextcreationerror",_e,!1),Be("WebGLRenderer: "+b.message),b}function $e(){Dt=new CA(N),Dt.init(),ce=new uR(N,Dt),Nt=new vA(N,Dt,e,ce),ve=new lR(N,Dt),Nt.reversedDepthBuffer&&p&&ve.buffers.depth.setReversed(!0),X=N.createFramebuffer(),L=N.createFramebuffer(),Y=N.createFramebuffer(),Zt=new IA(N),ke=new YC,Ve=new cR(N,Dt,ve,ke,Nt,ce,Zt),T=new AA(D),x=new DE(N),he=new mA(N,x),U=new RA(N,x,Zt,he),oe=new DA(N,U,x,he,Zt),j=new LA(N,Nt,Ve),K=new _A(ke),ee=new JC(D,T,Dt,Nt,he,K),ue=new pR(D,ke),me=new KC,$=new nR(Dt),P=new pA(D,T,ve,oe,_,c),de=new aR(D,oe,Nt),Pe=new mR(N,Zt,Nt,ve),q=new gA(N,Dt,Zt),fe=new PA(N,Dt,Zt),Zt.programs=ee.programs,D.capabilities=Nt,D.extensions=Dt,D.properties=ke,D.renderLists=me,D.shadowMap=de,D.state=ve,D.info=Zt}S!==mn&&(O=new kA(S,t.width,t.height,l,r,s));let le=new ym(D,N);this.xr=le,this.getContext=function(){return N},this.getContextAttributes=function(){return N.getContextAttributes()},this.forceContextLoss=function(){let b=Dt.get("WEBGL_lose_context");b&&b.loseContext()},this.forceContextRestore=function(){let b=Dt.get("WEBGL_lose_context");b&&b.restoreContext()},this.getPixelRatio=function(){return be},this.setPixelRatio=function(b){b!==void 0&&(be=b,this.setSize(Ee,Ne,!1))},this.getSize=function(b){return b.set(Ee,Ne)},this.setSize=function(b,I,G=!0){if(le.isPresenting){Oe("WebGLRenderer: Can't change size while VR device is presenting.");return}Ee=b,Ne=I,t.width=Math.floor(b*be),t.height=Math.floor(I*be),G===!0&&(t.style.width=b+"px",t.style.height=I+"px"),O!==null&&O.setSize(t.width,t.height),this.setViewport(0,0,b,I)},this.getDrawingBufferSize=function(b){return b.set(Ee*be,Ne*be).floor()},this.setDrawingBufferSize=function(b,I,G){Ee=b,Ne=I,be=G,t.width=Math.floor(b*G),t.height=Math.floor(I*G),this.setViewport(0,0,b,I)},this.setEffects=function(b){if(S===mn){Be("WebGLRenderer: setEffects() requires outputBufferType set to HalfFloatType or FloatType.");return}if(b){for(let I=0;I<b.length;I++)if(b[I].isOutputPass===!0){Oe("WebGLRenderer: OutputPass is not needed in setEffects(). Tone mapping and color space conversion are applied automatically.");break}}O.setEffects(b||[])},this.getCurrentViewport=function(b){return b.copy(re)},this.getViewport=function(b){return b.copy(Ue)},this.setViewport=function(b,I,G,F){b.isVector4?Ue.set(b.x,b.y,b.z,b.w):Ue.set(b,I,G,F),ve.viewport(re.copy(Ue).multiplyScalar(ci()).round())},this.getScissor=function(b){return b.copy(xt)},this.setScissor=function(b,I,G,F){b.isVector4?xt.set(b.x,b.y,b.z,b.w):xt.set(b,I,G,F),ve.scissor(Ce.copy(xt).multiplyScalar(ci()).round())},this.getScissorTest=function(){return Tt},this.setScissorTest=function(b){ve.setScissorTest(Tt=b)},this.setOpaqueSort=function(b){Xe=b},this.setTransparentSort=function(b){qt=b},this.getClearColor=function(b){return b.copy(P.getClearColor())},this.setClearColor=function(){P.setClearColor(...arguments)},this.getClearAlpha=function(){return P.getClearAlpha()},this.setClearAlpha=function(){P.setClearAlpha(...arguments)},this.clear=function(b=!0,I=!0,G=!0){let F=0;if(b){let B=!1;if(ae!==null){let ge=ae.texture.format;B=v.has(ge)}if(B){let ge=ae.texture.type,we=g.has(ge),pe=P.getClearColor(),Se=P.getClearAlpha(),Re=pe.r,We=pe.g,nt=pe.b;we?(M[0]=Re,M[1]=We,M[2]=nt,M[3]=Se,N.clearBufferuiv(N.COLOR,0,M)):(C[0]=Re,C[1]=We,C[2]=nt,C[3]=Se,N.clearBufferiv(N.COLOR,0,C))}else F|=N.COLOR_BUFFER_BIT}I&&(F|=N.DEPTH_BUFFER_BIT,this.state.buffers.depth.setMask(!0)),G&&(F|=N.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),F!==0&&N.clear(F)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.setNodesHandler=function(b){b.setRenderer(this),V=b},this.dispose=function(){t.removeEventListener("webglcontextlost",Le,!1),t.removeEventListener("webglcontextrestored",qe,!1),t.removeEventListener("webglcontextcreationerror",_e,!1),P.dispose(),me.dispose(),$.dispose(),Ve.dispose(),ke.dispose(),T.dispose(),oe.dispose(),U.dispose(),he.dispose(),Pe.dispose(),ee.dispose(),le.dispose(),le.removeEventListener("sessionstart",Fm),le.removeEventListener("sessionend",Um),Ts.stop()};function Le(b){b.preventDefault(),rm("WebGLRenderer: Context Lost."),k=!0}function qe(){rm("WebGLRenderer: Context Restored."),k=!1;let b=Zt.autoReset,I=de.enabled,G=de.autoUpdate,F=de.needsUpdate,B=de.type;$e(),Zt.autoReset=b,de.enabled=I,de.autoUpdate=G,de.needsUpdate=F,de.type=B}function _e(b){Be("WebGLRenderer: A WebGL context could not be created. Reason: ",b.statusMessage)}function bt(b){let I=b.target;I.removeEventListener("dispose",bt),rn(I)}function rn(b){Pr(b),ke.remove(b)}function Pr(b){let I=ke.get(b).programs;I!==void 0&&(I.forEach(function(G){ee.releaseProgram(G)}),b.isShaderMaterial&&ee.releaseShaderCache(b))}this.renderBufferDirect=function(b,I,G,F,B,ge){I===null&&(I=ai);let we=B.isMesh&&B.matrixWorld.determinantAffine()<0,pe=Fb(b,I,G,F,B);ve.setMaterial(F,we);let Se=G.index,Re=1;if(F.wireframe===!0){if(Se=U.getWireframeAttribute(G),Se===void 0)return;Re=2}let We=G.drawRange,nt=G.attributes.position,Te=We.start*Re,it=(We.start+We.count)*Re;ge!==null&&(Te=Math.max(Te,ge.start*Re),it=Math.min(it,(ge.start+ge.count)*Re)),Se!==null?(Te=Math.max(Te,0),it=Math.min(it,Se.count)):nt!=null&&(Te=Math.max(Te,0),it=Math.min(it,nt.count));let Jt=it-Te;if(Jt<0||Jt===1/0)return;he.setup(B,F,pe,G,Se);let Rt,At=q;if(Se!==null&&(Rt=x.get(Se),At=fe,At.setIndex(Rt)),B.isMesh)F.wireframe===!0?(ve.setLineWidth(F.wireframeLinewidth*ci()),At.setMode(N.LINES)):At.setMode(N.TRIANGLES);else if(B.isLine){let vn=F.linewidth;vn===void 0&&(vn=1),ve.setLineWidth(vn*ci()),B.isLineSegments?At.setMode(N.LINES):B.isLineLoop?At.setMode(N.LINE_LOOP):At.setMode(N.LINE_STRIP)}else B.isPoints?At.setMode(N.POINTS):B.isSprite&&At.setMode(N.TRIANGLES);if(B.isBatchedMesh)if(Dt.get("WEBGL_multi_draw"))At.renderMultiDraw(B._multiDrawStarts,B._multiDrawCounts,B._multiDrawCount);else{let vn=B._multiDrawStarts,Ae=B._multiDrawCounts,Pn=B._multiDrawCount,gt=Se?x.get(Se).bytesPerElement:1,As=ke.get(F).currentProgram.getUniforms();for(let _n=0;_n<Pn;_n++)As.setValue(N,"_gl_DrawID",_n),At.render(vn[_n]/gt,Ae[_n])}else if(B.isInstancedMesh)At.renderInstances(Te,Jt,B.count);else if(G.isInstancedBufferGeometry){let vn=G._maxInstanceCount!==void 0?G._maxInstanceCount:1/0,Ae=Math.min(G.instanceCount,vn);At.renderInstances(Te,Jt,Ae)}else At.render(Te,Jt)};function km(b,I,G,F){V!==null&&b.isNodeMaterial&&V.setObject(F,b),Kt===!0&&K.setState(b,G,!1),b.transparent===!0&&b.side===yi&&b.forceSinglePass===!1?(b.side=On,b.needsUpdate=!0,Ta(b,I,F),b.side=_i,b.needsUpdate=!0,Ta(b,I,F),b.side=yi):Ta(b,I,F)}this.compile=function(b,I,G=null){G===null&&(G=b),V!==null&&V.renderStart(b,I,G),A=$.get(G),A.init(I),E.push(A),G.traverseVisible(function(B){B.isLight&&B.layers.test(I.layers)&&(A.pushLight(B),B.castShadow&&A.pushShadow(B))}),b!==G&&b.traverseVisible(function(B){B.isLight&&B.layers.test(I.layers)&&(A.pushLight(B),B.castShadow&&A.pushShadow(B))}),A.setupLights(),V!==null&&V.updateLights(A.state.lightsArray),Hn=this.localClippingEnabled,Kt=K.init(this.clippingPlanes,Hn),Kt===!0&&K.setGlobalState(this.clippingPlanes,I),V!==null&&de.render(A.state.shadowsArray,G,I);let F=new Set;return b.traverse(function(B){if(!(B.isMesh||B.isPoints||B.isLine||B.isSprite))return;let ge=B.material;if(ge)if(Array.isArray(ge))for(let we=0;we<ge.length;we++){let pe=ge[we];km(pe,G,I,B),F.add(pe)}else km(ge,G,I,B),F.add(ge)}),A=E.pop(),V!==null&&V.renderEnd(),F},this.compileAsync=function(b,I,G=null){let F=this.compile(b,I,G);return new Promise(B=>{function ge(){if(F.forEach(function(we){let Se=ke.get(we).currentProgram;(Se===void 0||Se.isReady())&&F.delete(we)}),F.size===0){B(b);return}setTimeout(ge,10)}Dt.get("KHR_parallel_shader_compile")!==null?ge():setTimeout(ge,10)})};let kd=null;function Nb(b){kd&&kd(b)}function Fm(){Ts.stop()}function Um(){Ts.start()}let Ts=new mx;Ts.setAnimationLoop(Nb),typeof self<"u"&&Ts.setContext(self),this.setAnimationLoop=function(b){kd=b,le.setAnimationLoop(b),b===null?Ts.stop():Ts.start()},le.addEventListener("sessionstart",Fm),le.addEventListener("sessionend",Um),this.render=function(b,I){if(I!==void 0&&I.isCamera!==!0){Be("WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(k===!0)return;V!==null&&V.renderStart(b,I);let G=le.enabled===!0&&le.isPresenting===!0,F=O!==null&&(ae===null||G)&&O.begin(D,ae);if(b.matrixWorldAutoUpdate===!0&&b.updateMatrixWorld(),I.parent===null&&I.matrixWorldAutoUpdate===!0&&I.updateMatrixWorld(),le.enabled===!0&&le.isPresenting===!0&&(O===null||O.isCompositing()===!1)&&(le.cameraAutoUpdate===!0&&le.updateCamera(I),I=le.getCamera()),b.isScene===!0&&b.onBeforeRender(D,b,I,ae),A=$.get(b,E.length),A.init(I),A.state.textureUnits=Ve.getTextureUnits(),E.push(A),Bt.multiplyMatrices(I.projectionMatrix,I.matrixWorldInverse),I.isArrayCamera?dn.setFromArrayCamera(I):tt.setFromProjectionMatrix(Bt,gi,I.reversedDepth),Hn=this.localClippingEnabled,Kt=K.init(this.clippingPlanes,Hn),R=me.get(b,y.length),R.init(),y.push(R),this.info.render.frame++,le.enabled===!0&&le.isPresenting===!0){let we=D.xr.getDepthSensingMesh();we!==null&&Fd(we,I,-1/0,D.sortObjects)}Fd(b,I,0,D.sortObjects),R.finish(),V!==null&&V.updateLights(A.state.lightsArray),D.sortObjects===!0&&R.sort(Xe,qt),li=le.enabled===!1||le.isPresenting===!1||le.hasDepthSensing()===!1,li&&P.addToRenderList(R,b),this.info.autoReset===!0&&this.info.reset(),Kt===!0&&K.beginShadows();let B=A.state.shadowsArray;if(de.render(B,b,I),Kt===!0&&K.endShadows(),(F&&O.hasRenderPass())===!1){let we=R.opaque,pe=R.transmissive;if(A.setupLights(),I.isArrayCamera){let Se=I.cameras;if(pe.length>0)for(let Re=0,We=Se.length;Re<We;Re++){let nt=Se[Re];Bm(we,pe,b,nt)}li&&P.render(b);for(let Re=0,We=Se.length;Re<We;Re++){let nt=Se[Re];Om(R,b,nt,nt.viewport)}}else pe.length>0&&Bm(we,pe,b,I),li&&P.render(b),Om(R,b,I)}ae!==null&&W===0&&(Ve.updateMultisampleRenderTarget(ae),Ve.updateRenderTargetMipmap(ae)),F&&O.end(D),b.isScene===!0&&b.onAfterRender(D,b,I),he.resetDefaultState(),J=-1,ne=null,E.pop(),E.length>0?(A=E[E.length-1],Ve.setTextureUnits(A.state.textureUnits),Kt===!0&&K.setGlobalState(D.clippingPlanes,A.state.camera)):A=null,y.pop(),y.length>0?R=y[y.length-1]:R=null,V!==null&&V.renderEnd()};function Fd(b,I,G,F){if(b.visible===!1)return;if(b.layers.test(I.layers)){if(b.isGroup)G=b.renderOrder;else if(b.isLOD)b.autoUpdate===!0&&b.update(I);else if(b.isLight)A.pushLight(b),b.castShadow&&A.pushShadow(b);else if(b.isSprite){let we=I.isArrayCamera?dn:tt;if(!b.frustumCulled||b.intersectsFrustum(we)){F&&nn.setFromMatrixPosition(b.matrixWorld).applyMatrix4(Bt);let pe=oe.update(b),Se=b.material;Se.visible&&R.push(b,pe,Se,G,nn.z,null,I)}}else if(b.isMesh||b.isLine||b.isPoints){let we=I.isArrayCamera?dn:tt;if(!b.frustumCulled||b.intersectsFrustum(we)){let pe=oe.update(b),Se=b.material;if(F&&(b.boundingSphere!==void 0?(b.boundingSphere===null&&b.computeBoundingSphere(),nn.copy(b.boundingSphere.center)):(pe.boundingSphere===null&&pe.computeBoundingSphere(),nn.copy(pe.boundingSphere.center)),nn.applyMatrix4(b.matrixWorld).applyMatrix4(Bt)),Array.isArray(Se)){let Re=pe.groups;for(let We=0,nt=Re.length;We<nt;We++){let Te=Re[We],it=Se[Te.materialIndex];it&&it.visible&&R.push(b,pe,it,G,nn.z,Te,I)}}else Se.visible&&R.push(b,pe,Se,G,nn.z,null,I)}}}let ge=b.children;for(let we=0,pe=ge.length;we<pe;we++)Fd(ge[we],I,G,F)}function Om(b,I,G,F){let{opaque:B,transmissive:ge,transparent:we}=b;A.setupLightsView(G),Kt===!0&&K.setGlobalState(D.clippingPlanes,G),F&&ve.viewport(re.copy(F)),B.length>0&&sc(B,I,G),ge.length>0&&sc(ge,I,G),we.length>0&&sc(we,I,G),ve.buffers.depth.setTest(!0),ve.buffers.depth.setMask(!0),ve.buffers.color.setMask(!0),ve.setPolygonOffset(!1)}function Bm(b,I,G,F){if((G.isScene===!0?G.overrideMaterial:null)!==null)return;if(A.state.transmissionRenderTarget[F.id]===void 0){let Te=Dt.has("EXT_color_buffer_half_float")||Dt.has("EXT_color_buffer_float");A.state.transmissionRenderTarget[F.id]=new un(1,1,{generateMipmaps:!0,type:Te?Fi:mn,minFilter:wr,samples:Math.max(4,Nt.samples),stencilBuffer:s,resolveDepthBuffer:!1,resolveStencilBuffer:!1,storeMultisampledDepthBuffer:!1,storeMultisampledStencilBuffer:!1,colorSpace:ot.workingColorSpace})}let ge=A.state.transmissionRenderTarget[F.id],we=F.viewport||re;ge.setSize(we.z*D.transmissionResolutionScale,we.w*D.transmissionResolutionScale);let pe=D.getRenderTarget(),Se=D.getActiveCubeFace(),Re=D.getActiveMipmapLevel();D.setRenderTarget(ge),D.getClearColor(Z),xe=D.getClearAlpha(),xe<1&&D.setClearColor(16777215,.5),D.clear(),li&&P.render(G);let We=D.toneMapping;D.toneMapping=er;let nt=F.viewport;if(F.viewport!==void 0&&(F.viewport=void 0),A.setupLightsView(F),Kt===!0&&K.setGlobalState(D.clippingPlanes,F),sc(b,G,F),Ve.updateMultisampleRenderTarget(ge),Ve.updateRenderTargetMipmap(ge),Dt.has("WEBGL_multisampled_render_to_texture")===!1){let Te=!1;for(let it=0,Jt=I.length;it<Jt;it++){let Rt=I[it],{object:At,geometry:vn,material:Ae,group:Pn}=Rt;if(Ae.side===yi&&At.layers.test(F.layers)){let gt=Ae.side;Ae.side=On,Ae.needsUpdate=!0,zm(At,G,F,vn,Ae,Pn),Ae.side=gt,Ae.needsUpdate=!0,Te=!0}}Te===!0&&(Ve.updateMultisampleRenderTarget(ge),Ve.updateRenderTargetMipmap(ge))}D.setRenderTarget(pe,Se,Re),D.setClearColor(Z,xe),nt!==void 0&&(F.viewport=nt),D.toneMapping=We}function sc(b,I,G){let F=I.isScene===!0?I.overrideMaterial:null;for(let B=0,ge=b.length;B<ge;B++){let we=b[B],{object:pe,geometry:Se,group:Re}=we,We=we.material;We.allowOverride===!0&&F!==null&&(We=F),pe.layers.test(G.layers)&&zm(pe,I,G,Se,We,Re)}}function zm(b,I,G,F,B,ge){V!==null&&B.isNodeMaterial&&V.setObject(b,B),b.onBeforeRender(D,I,G,F,B,ge),b.modelViewMatrix.multiplyMatrices(G.matrixWorldInverse,b.matrixWorld),b.normalMatrix.getNormalMatrix(b.modelViewMatrix),B.onBeforeRender(D,I,G,F,b,ge),B.transparent===!0&&B.side===yi&&B.forceSinglePass===!1?(B.side=On,B.needsUpdate=!0,D.renderBufferDirect(G,I,F,B,b,ge),B.side=_i,B.needsUpdate=!0,D.renderBufferDirect(G,I,F,B,b,ge),B.side=yi):D.renderBufferDirect(G,I,F,B,b,ge),b.onAfterRender(D,I,G,F,B,ge)}function Vm(b){let I=0;for(let G of b)G.texture!==null&&I++;return I}function Ta(b,I,G){I.isScene!==!0&&(I=ai);let F=ke.get(b),B=A.state.lights,ge=A.state.shadowsArray,we=B.state.version,pe=ee.getParameters(b,B.state,ge,I,G,A.state.lightProbeGridArray),Se=ee.getProgramCacheKey(pe),Re=F.programs;F.environment=b.isMeshStandardMaterial||b.isMeshLambertMaterial||b.isMeshPhongMaterial?I.environment:null,F.fog=I.fog;let We=b.isMeshStandardMaterial||b.isMeshLambertMaterial&&!b.envMap||b.isMeshPhongMaterial&&!b.envMap;F.envMap=T.get(b.envMap||F.environment,We),F.envMapRotation=F.environment!==null&&b.envMap===null?I.environmentRotation:b.envMapRotation,Re===void 0&&(b.addEventListener("dispose",bt),Re=new Map,F.programs=Re,F.programVariants=new Map);let nt=Re.get(Se);if(nt!==void 0){if(F.currentProgram===nt&&F.lightsStateVersion===we)return Gm(b,pe),nt}else pe.uniforms=ee.getUniforms(b),V!==null&&b.isNodeMaterial&&V.build(b,G,pe),b.onBeforeCompile(pe,D),nt=ee.acquireProgram(pe,Se),Re.set(Se,nt),F.uniforms=pe.uniforms;let Te=F.uniforms;return(!b.isShaderMaterial&&!b.isRawShaderMaterial||b.clipping===!0)&&(Te.clippingPlanes=K.uniform),Gm(b,pe),F.needsLights=Ob(b),F.lightsStateVersion=we,F.needsLights&&(Te.ambientLightColor.value=B.state.ambient,Te.lightProbe.value=B.state.probe,Te.sunLights.value=B.state.sun,Te.sunLightShadows.value=B.state.sunShadow,Te.directionalLights.value=B.state.directional,Te.directionalLightShadows.value=B.state.directionalShadow,Te.spotLights.value=B.state.spot,Te.spotLightShadows.value=B.state.spotShadow,Te.rectAreaLights.value=B.state.rectArea,Te.ltc_1.value=B.state.rectAreaLTC1,Te.ltc_2.value=B.state.rectAreaLTC2,Te.pointLights.value=B.state.point,Te.pointLightShadows.value=B.state.pointShadow,Te.hemisphereLights.value=B.state.hemi,Te.sunShadowMatrix.value=B.state.sunShadowMatrix,Te.sunShadowCascade.value=B.state.sunShadowCascade,Te.directionalShadowMatrix.value=B.state.directionalShadowMatrix,Te.spotLightMatrix.value=B.state.spotLightMatrix,Te.spotLightMap.value=B.state.spotLightMap,Te.pointShadowMatrix.value=B.state.pointShadowMatrix),F.numLightProbeGrids=Vm(A.state.lightProbeGridArray),F.currentProgram=nt,F.uniformsList=null,nt}function kb(b,I,G,F,B){let ge=ke.get(b),we=ge.currentProgram.id+","+F+","+B,pe=ge.programVariants.get(we);return pe===void 0?(pe=Ta(b,I,G),ge.programVariants.set(we,pe)):(ge.currentProgram=pe,ge.uniformsList=null,ge.outputColorSpace=F,ge.toneMapping=B),pe}function Hm(b){if(b.uniformsList===null){let I=b.currentProgram.getUniforms();b.uniformsList=va.seqWithValue(I.seq,b.uniforms)}return b.uniformsList}function Gm(b,I){let G=ke.get(b);G.outputColorSpace=I.outputColorSpace,G.batching=I.batching,G.batchingColor=I.batchingColor,G.instancing=I.instancing,G.instancingColor=I.instancingColor,G.instancingMorph=I.instancingMorph,G.skinning=I.skinning,G.morphTargets=I.morphTargets,G.morphNormals=I.morphNormals,G.morphColors=I.morphColors,G.morphTargetsCount=I.morphTargetsCount,G.numClippingPlanes=I.numClippingPlanes,G.numIntersection=I.numClipIntersection,G.vertexAlphas=I.vertexAlphas,G.vertexTangents=I.vertexTangents,G.toneMapping=I.toneMapping}function Fb(b,I,G,F,B){I.isScene!==!0&&(I=ai),Ve.resetTextureUnits();let ge=I.fog,we=F.isMeshStandardMaterial||F.isMeshLambertMaterial||F.isMeshPhongMaterial?I.environment:null,pe=ae===null?D.outputColorSpace:ae.isXRRenderTarget===!0?ae.texture.colorSpace:ot.workingColorSpace,Se=F.isMeshStandardMaterial||F.isMeshLambertMaterial&&!F.envMap||F.isMeshPhongMaterial&&!F.envMap,Re=T.get(F.envMap||we,Se),We=F.vertexColors===!0&&!!G.attributes.color&&G.attributes.color.itemSize===4,nt=!!G.attributes.tangent&&(!!F.normalMap||F.anisotropy>0),Te=!!G.morphAttributes.position,it=!!G.morphAttributes.normal,Jt=!!G.morphAttributes.color,Rt=er;F.toneMapped&&(ae===null||ae.isXRRenderTarget===!0)&&(Rt=D.toneMapping);let At=G.morphAttributes.position||G.morphAttributes.normal||G.morphAttributes.color,vn=At!==void 0?At.length:0,Ae=ke.get(F),Pn=A.state.lights;if(Kt===!0&&(Hn===!0||b!==ne)){let zt=b===ne&&F.id===J;K.setState(F,b,zt)}let gt=!1,As=!1;F.version===Ae.__version?Ae.needsLights&&Ae.lightsStateVersion!==Pn.state.version||B.isBatchedMesh&&Ae.batching===!1||!B.isBatchedMesh&&Ae.batching===!0||B.isBatchedMesh&&Ae.batchingColor===!0&&B._colorsTexture===null||B.isBatchedMesh&&Ae.batchingColor===!1&&B._colorsTexture!==null||B.isInstancedMesh&&Ae.instancing===!1||!B.isInstancedMesh&&Ae.instancing===!0||B.isSkinnedMesh&&Ae.skinning===!1||!B.isSkinnedMesh&&Ae.skinning===!0||B.isInstancedMesh&&Ae.instancingColor===!0&&B.instanceColor===null||B.isInstancedMesh&&Ae.instancingColor===!1&&B.instanceColor!==null||B.isInstancedMesh&&Ae.instancingMorph===!0&&B.morphTexture===null||B.isInstancedMesh&&Ae.instancingMorph===!1&&B.morphTexture!==null||Ae.envMap!==Re||F.fog===!0&&Ae.fog!==ge||Ae.numClippingPlanes!==void 0&&(Ae.numClippingPlanes!==K.numPlanes||Ae.numIntersection!==K.numIntersection)||Ae.vertexAlphas!==We||Ae.vertexTangents!==nt||Ae.morphTargets!==Te||Ae.morphNormals!==it||Ae.morphColors!==Jt||Ae.morphTargetsCount!==vn||Ae.numLightProbeGrids!==Vm(A.state.lightProbeGridArray)?gt=!0:(Ae.outputColorSpace!==pe||Ae.toneMapping!==Rt)&&(As=!0):(gt=!0,Ae.__version=F.version);let _n=Ae.currentProgram;(gt===!0||As===!0)&&(_n=As===!0?kb(F,I,B,pe,Rt):Ta(F,I,B),V&&F.isNodeMaterial&&V.onUpdateProgram(F,_n,Ae));let oc=!1,Ir=!1,Cs=!1,ht=_n.getUniforms(),fn=Ae.uniforms;if(ve.useProgram(_n.program)&&(oc=!0,Ir=!0,Cs=!0),F.id!==J&&(J=F.id,Ir=!0),oc||ne!==b){ve.buffers.depth.getReversed()&&b.reversedDepth!==!0&&(b._reversedDepth=!0,b.updateProjectionMatrix()),ht.setValue(N,"projectionMatrix",b.projectionMatrix),ht.setValue(N,"viewMatrix",b.matrixWorldInverse);let sn=ht.map.cameraPosition;sn!==void 0&&sn.setValue(N,Bi.setFromMatrixPosition(b.matrixWorld)),Nt.logarithmicDepthBuffer&&ht.setValue(N,"logDepthBufFC",2/(Math.log(b.far+1)/Math.LN2)),(F.isMeshPhongMaterial||F.isMeshToonMaterial||F.isMeshLambertMaterial||F.isMeshBasicMaterial||F.isMeshStandardMaterial||F.isShaderMaterial)&&ht.setValue(N,"isOrthographic",b.isOrthographicCamera===!0),ne!==b&&(ne=b,Ir=!0,Cs=!0)}if(Ae.needsLights&&(Pn.state.sunShadowMap.length>0&&ht.setValue(N,"sunShadowMap",Pn.state.sunShadowMap,Ve),Pn.state.directionalShadowMap.length>0&&ht.setValue(N,"directionalShadowMap",Pn.state.directionalShadowMap,Ve),Pn.state.spotShadowMap.length>0&&ht.setValue(N,"spotShadowMap",Pn.state.spotShadowMap,Ve),Pn.state.pointShadowMap.length>0&&ht.setValue(N,"pointShadowMap",Pn.state.pointShadowMap,Ve)),B.isSkinnedMesh){ht.setOptional(N,B,"bindMatrix"),ht.setOptional(N,B,"bindMatrixInverse");let zt=B.skeleton;zt&&(zt.boneTexture===null&&zt.computeBoneTexture(),ht.setValue(N,"boneTexture",zt.boneTexture,Ve))}B.isBatchedMesh&&(ht.setOptional(N,B,"batchingTexture"),ht.setValue(N,"batchingTexture",B._matricesTexture,Ve),ht.setOptional(N,B,"batchingIdTexture"),ht.setValue(N,"batchingIdTexture",B._indirectTexture,Ve),ht.setOptional(N,B,"batchingColorTexture"),B._colorsTexture!==null&&ht.setValue(N,"batchingColorTexture",B._colorsTexture,Ve));let Si=G.morphAttributes;if((Si.position!==void 0||Si.normal!==void 0||Si.color!==void 0)&&j.update(B,G,_n),(Ir||Ae.receiveShadow!==B.receiveShadow)&&(Ae.receiveShadow=B.receiveShadow,ht.setValue(N,"receiveShadow",B.receiveShadow)),(F.isMeshStandardMaterial||F.isMeshLambertMaterial||F.isMeshPhongMaterial)&&F.envMap===null&&I.environment!==null&&(fn.envMapIntensity.value=I.environmentIntensity),fn.dfgLUT!==void 0&&(fn.dfgLUT.value=vR()),Ir){if(ht.setValue(N,"toneMappingExposure",D.toneMappingExposure),Ae.needsLights&&Ub(fn,Cs),ge&&F.fog===!0&&ue.refreshFogUniforms(fn,ge),ue.refreshMaterialUniforms(fn,F,be,Ne,A.state.transmissionRenderTarget[b.id]),Ae.needsLights&&Ae.numLightProbeGrids>0){let zt=w,sn=0;for(let rr of A.state.lightProbeGridArray)rr.texture!==null&&(zt.textures[sn]=rr.texture,zt.min[sn]=rr.boundingBox.min,zt.max[sn]=rr.boundingBox.max,zt.resolution[sn]=rr.resolution,sn++);for(let rr in zt)zt[rr].length=sn;fn.probesSH.value=zt.textures,fn.probesMin.value=zt.min,fn.probesMax.value=zt.max,fn.probesResolution.value=zt.resolution}va.upload(N,Hm(Ae),fn,Ve)}if(F.isShaderMaterial&&F.uniformsNeedUpdate===!0&&(va.upload(N,Hm(Ae),fn,Ve),F.uniformsNeedUpdate=!1),F.isSpriteMaterial&&ht.setValue(N,"center",B.center),ht.setValue(N,"modelViewMatrix",B.modelViewMatrix),ht.setValue(N,"normalMatrix",B.normalMatrix),ht.setValue(N,"modelMatrix",B.matrixWorld),F.uniformsGroups!==void 0){let zt=F.uniformsGroups;for(let sn=0,rr=zt.length;sn<rr;sn++){let Xm=zt[sn];Pe.update(Xm,_n),Pe.bind(Xm,_n)}}return _n}function Ub(b,I){b.ambientLightColor.needsUpdate=I,b.lightProbe.needsUpdate=I,b.sunLights.needsUpdate=I,b.sunLightShadows.needsUpdate=I,b.directionalLights.needsUpdate=I,b.directionalLightShadows.needsUpdate=I,b.pointLights.needsUpdate=I,b.pointLightShadows.needsUpdate=I,b.spotLights.needsUpdate=I,b.spotLightShadows.needsUpdate=I,b.rectAreaLights.needsUpdate=I,b.hemisphereLights.needsUpdate=I}function Ob(b){return b.isMeshLambertMaterial||b.isMeshToonMaterial||b.isMeshPhongMaterial||b.isMeshStandardMaterial||b.isShadowMaterial||b.isShaderMaterial&&b.lights===!0}this.getActiveCubeFace=function(){return Q},this.getActiveMipmapLevel=function(){return W},this.getRenderTarget=function(){return ae},this.setRenderTargetTextures=function(b,I,G){let F=ke.get(b);F.__autoAllocateDepthBuffer=b.resolveDepthBuffer===!1,F.__autoAllocateDepthBuffer===!1&&(F.__useRenderToTexture=!1),ke.get(b.texture).__webglTexture=I,ke.get(b.depthTexture).__webglTexture=F.__autoAllocateDepthBuffer?void 0:G,F.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(b,I){let G=ke.get(b);G.__webglFramebuffer=I,G.__useDefaultFramebuffer=I===void 0},this.setRenderTarget=function(b,I=0,G=0){ae=b,Q=I,W=G;let F=null,B=!1,ge=!1;if(b){let pe=ke.get(b);if(pe.__useDefaultFramebuffer!==void 0){ve.bindFramebuffer(N.FRAMEBUFFER,pe.__webglFramebuffer),re.copy(b.viewport),Ce.copy(b.scissor),Ge=b.scissorTest,ve.viewport(re),ve.scissor(Ce),ve.setScissorTest(Ge),J=-1;return}else if(pe.__webglFramebuffer===void 0)Ve.setupRenderTarget(b);else if(pe.__hasExternalTextures)Ve.rebindTextures(b,ke.get(b.texture).__webglTexture,ke.get(b.depthTexture).__webglTexture);else if(b.depthBuffer){let We=b.depthTexture;if(pe.__boundDepthTexture!==We){if(We!==null&&ke.has(We)&&(b.width!==We.image.width||b.height!==We.image.height))throw new Error("THREE.WebGLRenderer: Attached DepthTexture is initialized to the incorrect size.");Ve.setupDepthRenderbuffer(b)}}let Se=b.texture;(Se.isData3DTexture||Se.isDataArrayTexture||Se.isCompressedArrayTexture)&&(ge=!0);let Re=ke.get(b).__webglFramebuffer;b.isWebGLCubeRenderTarget?(Array.isArray(Re[I])?F=Re[I][G]:F=Re[I],B=!0):b.samples>0&&Ve.useMultisampledRTT(b)===!1?F=ke.get(b).__webglMultisampledFramebuffer:Array.isArray(Re)?F=Re[G]:F=Re,re.copy(b.viewport),Ce.copy(b.scissor),Ge=b.scissorTest}else re.copy(Ue).multiplyScalar(be).floor(),Ce.copy(xt).multiplyScalar(be).floor(),Ge=Tt;if(G!==0&&(F=X),ve.bindFramebuffer(N.FRAMEBUFFER,F)&&ve.drawBuffers(b,F),ve.viewport(re),ve.scissor(Ce),ve.setScissorTest(Ge),B){let pe=ke.get(b.texture);N.framebufferTexture2D(N.FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_CUBE_MAP_POSITIVE_X+I,pe.__webglTexture,G)}else if(ge){let pe=I;for(let Se=0;Se<b.textures.length;Se++){let Re=ke.get(b.textures[Se]);N.framebufferTextureLayer(N.FRAMEBUFFER,N.COLOR_ATTACHMENT0+Se,Re.__webglTexture,G,pe)}}else if(b!==null&&G!==0){let pe=ke.get(b.texture);N.framebufferTexture2D(N.FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_2D,pe.__webglTexture,G)}J=-1};function Wm(b){let I=ke.get(b);return(I.__readFormat!==b.format||I.__readType!==b.type)&&(I.__readFormat=b.format,I.__readType=b.type,I.__formatReadable=Nt.textureFormatReadable(b.format),I.__typeReadable=Nt.textureTypeReadable(b.type)),I}this.readRenderTargetPixels=function(b,I,G,F,B,ge,we,pe=0){if(!(b&&b.isWebGLRenderTarget)){Be("WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Se=ke.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&we!==void 0&&(Se=Se[we],Array.isArray(Se)&&(Se=Se[0])),Se){ve.bindFramebuffer(N.FRAMEBUFFER,Se);try{let Re=b.textures[pe],We=Re.format,nt=Re.type;b.textures.length>1&&N.readBuffer(N.COLOR_ATTACHMENT0+pe);let Te=Wm(Re);if(Te.__formatReadable===!1){Be("WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(Te.__typeReadable===!1){Be("WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}I>=0&&I<=b.width-F&&G>=0&&G<=b.height-B&&N.readPixels(I,G,F,B,ce.convert(We),ce.convert(nt),ge)}finally{let Re=ae!==null?ke.get(ae).__webglFramebuffer:null;ve.bindFramebuffer(N.FRAMEBUFFER,Re)}}},this.readRenderTargetPixelsAsync=async function(b,I,G,F,B,ge,we,pe=0){if(!(b&&b.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Se=ke.get(b).__webglFramebuffer;if(b.isWebGLCubeRenderTarget&&we!==void 0&&(Se=Se[we],Array.isArray(Se)&&(Se=Se[0])),Se)if(I>=0&&I<=b.width-F&&G>=0&&G<=b.height-B){ve.bindFramebuffer(N.FRAMEBUFFER,Se);let Re=b.textures[pe],We=Re.format,nt=Re.type;b.textures.length>1&&N.readBuffer(N.COLOR_ATTACHMENT0+pe);let Te=Wm(Re);if(Te.__formatReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(Te.__typeReadable===!1)throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let it=N.createBuffer();N.bindBuffer(N.PIXEL_PACK_BUFFER,it),N.bufferData(N.PIXEL_PACK_BUFFER,ge.byteLength,N.STREAM_READ),N.readPixels(I,G,F,B,ce.convert(We),ce.convert(nt),0),N.bindBuffer(N.PIXEL_PACK_BUFFER,null);let Jt=ae!==null?ke.get(ae).__webglFramebuffer:null;ve.bindFramebuffer(N.FRAMEBUFFER,Jt);let Rt=N.fenceSync(N.SYNC_GPU_COMMANDS_COMPLETE,0);return N.flush(),await Vy(N,Rt,4),N.bindBuffer(N.PIXEL_PACK_BUFFER,it),N.getBufferSubData(N.PIXEL_PACK_BUFFER,0,ge),N.bindBuffer(N.PIXEL_PACK_BUFFER,null),N.deleteBuffer(it),N.deleteSync(Rt),ge}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(b,I=null,G=0){let F=Math.pow(2,-G),B=Math.floor(b.image.width*F),ge=Math.floor(b.image.height*F),we=I!==null?I.x:0,pe=I!==null?I.y:0;Ve.setTexture2D(b,0),N.copyTexSubImage2D(N.TEXTURE_2D,G,0,0,we,pe,B,ge),ve.unbindTexture()},this.copyTextureToTexture=function(b,I,G=null,F=null,B=0,ge=0){let we,pe,Se,Re,We,nt,Te,it,Jt,Rt=b.isCompressedTexture?b.mipmaps[ge]:b.image;if(G!==null)we=G.max.x-G.min.x,pe=G.max.y-G.min.y,Se=G.isBox3?G.max.z-G.min.z:1,Re=G.min.x,We=G.min.y,nt=G.isBox3?G.min.z:0;else{let ht=Math.pow(2,-B);we=Math.floor(Rt.width*ht),pe=Math.floor(Rt.height*ht),b.isDataArrayTexture?Se=Rt.depth:b.isData3DTexture?Se=Math.floor(Rt.depth*ht):Se=1,Re=0,We=0,nt=0}F!==null?(Te=F.x,it=F.y,Jt=F.z):(Te=0,it=0,Jt=0);let At=ce.convert(I.format),vn=ce.convert(I.type),Ae;I.isData3DTexture?(Ve.setTexture3D(I,0),Ae=N.TEXTURE_3D):I.isDataArrayTexture||I.isCompressedArrayTexture?(Ve.setTexture2DArray(I,0),Ae=N.TEXTURE_2D_ARRAY):(Ve.setTexture2D(I,0),Ae=N.TEXTURE_2D),ve.activeTexture(N.TEXTURE0),ve.pixelStorei(N.UNPACK_FLIP_Y_WEBGL,I.flipY),ve.pixelStorei(N.UNPACK_PREMULTIPLY_ALPHA_WEBGL,I.premultiplyAlpha),ve.pixelStorei(N.UNPACK_ALIGNMENT,I.unpackAlignment);let Pn=ve.getParameter(N.UNPACK_ROW_LENGTH),gt=ve.getParameter(N.UNPACK_IMAGE_HEIGHT),As=ve.getParameter(N.UNPACK_SKIP_PIXELS),_n=ve.getParameter(N.UNPACK_SKIP_ROWS),oc=ve.getParameter(N.UNPACK_SKIP_IMAGES);ve.pixelStorei(N.UNPACK_ROW_LENGTH,Rt.width),ve.pixelStorei(N.UNPACK_IMAGE_HEIGHT,Rt.height),ve.pixelStorei(N.UNPACK_SKIP_PIXELS,Re),ve.pixelStorei(N.UNPACK_SKIP_ROWS,We),ve.pixelStorei(N.UNPACK_SKIP_IMAGES,nt);let Ir=b.isDataArrayTexture||b.isData3DTexture,Cs=I.isDataArrayTexture||I.isData3DTexture;if(b.isDepthTexture){let ht=ke.get(b),fn=ke.get(I),Si=ke.get(ht.__renderTarget),zt=ke.get(fn.__renderTarget);ve.bindFramebuffer(N.READ_FRAMEBUFFER,Si.__webglFramebuffer),ve.bindFramebuffer(N.DRAW_FRAMEBUFFER,zt.__webglFramebuffer);for(let sn=0;sn<Se;sn++)Ir&&(N.framebufferTextureLayer(N.READ_FRAMEBUFFER,N.COLOR_ATTACHMENT0,ke.get(b).__webglTexture,B,nt+sn),N.framebufferTextureLayer(N.DRAW_FRAMEBUFFER,N.COLOR_ATTACHMENT0,ke.get(I).__webglTexture,ge,Jt+sn)),N.blitFramebuffer(Re,We,Re+we,We+pe,Te,it,Te+we,it+pe,N.DEPTH_BUFFER_BIT,N.NEAREST);ve.bindFramebuffer(N.READ_FRAMEBUFFER,null),ve.bindFramebuffer(N.DRAW_FRAMEBUFFER,null)}else if(B!==0||b.isRenderTargetTexture||ke.has(b)){let ht=ke.get(b),fn=ke.get(I);ve.bindFramebuffer(N.READ_FRAMEBUFFER,L),ve.bindFramebuffer(N.DRAW_FRAMEBUFFER,Y);for(let Si=0;Si<Se;Si++)Ir?N.framebufferTextureLayer(N.READ_FRAMEBUFFER,N.COLOR_ATTACHMENT0,ht.__webglTexture,B,nt+Si):N.framebufferTexture2D(N.READ_FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_2D,ht.__webglTexture,B),Cs?N.framebufferTextureLayer(N.DRAW_FRAMEBUFFER,N.COLOR_ATTACHMENT0,fn.__webglTexture,ge,Jt+Si):N.framebufferTexture2D(N.DRAW_FRAMEBUFFER,N.COLOR_ATTACHMENT0,N.TEXTURE_2D,fn.__webglTexture,ge),B!==0?N.blitFramebuffer(Re,We,Re+we,We+pe,Te,it,Te+we,it+pe,N.COLOR_BUFFER_BIT,N.NEAREST):Cs?N.copyTexSubImage3D(Ae,ge,Te,it,Jt+Si,Re,We,we,pe):N.copyTexSubImage2D(Ae,ge,Te,it,Re,We,we,pe);ve.bindFramebuffer(N.READ_FRAMEBUFFER,null),ve.bindFramebuffer(N.DRAW_FRAMEBUFFER,null)}else Cs?b.isDataTexture||b.isData3DTexture?N.texSubImage3D(Ae,ge,Te,it,Jt,we,pe,Se,At,vn,Rt.data):I.isCompressedArrayTexture?N.compressedTexSubImage3D(Ae,ge,Te,it,Jt,we,pe,Se,At,Rt.data):N.texSubImage3D(Ae,ge,Te,it,Jt,we,pe,Se,At,vn,Rt):b.isDataTexture?N.texSubImage2D(N.TEXTURE_2D,ge,Te,it,we,pe,At,vn,Rt.data):b.isCompressedTexture?N.compressedTexSubImage2D(N.TEXTURE_2D,ge,Te,it,Rt.width,Rt.height,At,Rt.data):N.texSubImage2D(N.TEXTURE_2D,ge,Te,it,we,pe,At,vn,Rt);ve.pixelStorei(N.UNPACK_ROW_LENGTH,Pn),ve.pixelStorei(N.UNPACK_IMAGE_HEIGHT,gt),ve.pixelStorei(N.UNPACK_SKIP_PIXELS,As),ve.pixelStorei(N.UNPACK_SKIP_ROWS,_n),ve.pixelStorei(N.UNPACK_SKIP_IMAGES,oc),ge===0&&I.generateMipmaps===!0&&I.mipmapsAutoUpdate===!0&&N.generateMipmap(Ae),ve.unbindTexture()},this.initRenderTarget=function(b){ke.get(b).__webglFramebuffer===void 0&&Ve.setupRenderTarget(b)},this.initTexture=function(b){b.isCubeTexture?Ve.setTextureCube(b,0):b.isData3DTexture?Ve.setTexture3D(b,0):b.isDataArrayTexture||b.isCompressedArrayTexture?Ve.setTexture2DArray(b,0):Ve.setTexture2D(b,0),ve.unbindTexture()},this.resetState=function(){Q=0,W=0,ae=null,ve.reset(),he.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return gi}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(e){this._outputColorSpace=e;let t=this.getContext();t.drawingBufferColorSpace=ot._getDrawingBufferColorSpace(e),t.unpackColorSpace=ot._getUnpackColorSpace()}};function ir(){return[1/0,1/0,1/0,-1/0,-1/0,-1/0]}function ya(n){return!(n[0]<=n[3]&&n[1]<=n[4]&&n[2]<=n[5])}function Ui(n,e,t=0,i=0,r=0,s=0){n[0]=Math.min(n[0],e[t]+i),n[1]=Math.min(n[1],e[t+1]+r),n[2]=Math.min(n[2],e[t+2]+s),n[3]=Math.max(n[3],e[t+3]+i),n[4]=Math.max(n[4],e[t+4]+r),n[5]=Math.max(n[5],e[t+5]+s)}function xa(n,e=0){return Math.hypot(n[e+3]-n[e],n[e+4]-n[e+1],n[e+5]-n[e+2])}function fd(n){return[(n[0]+n[3])/2,(n[1]+n[4])/2,(n[2]+n[5])/2]}function pd(n){let e=[];for(let t=0;t<8;t++)e.push([n[t&1?3:0],n[t&2?4:1],n[t&4?5:2]]);return e}function Tx(n,e){let t=[0,1,2].map(i=>Math.max(0,e-(n[i+3]-n[i]))/2);return n.map((i,r)=>r<3?i-t[r]:i+t[r-3])}var zn=Math.tan(20*Math.PI/180),_R=.9,Cx=.05,Ax=Math.PI/2-.001,Yn=(n,e)=>n[0]*e[0]+n[1]*e[1]+n[2]*e[2],Oi=(n,e)=>[n[0]-e[0],n[1]-e[1],n[2]-e[2]];function bs(n,...e){let t=[...n];for(let[i,r]of e)for(let s of[0,1,2])t[s]+=i[s]*r;return t}function gn(n){let[e,t,i,r]=[Math.cos(n.azimuth),Math.sin(n.azimuth),Math.cos(n.elevation),Math.sin(n.elevation)];return{right:[-t,e,0],up:[-r*e,-r*t,i],back:[i*e,i*t,r]}}function xi(n){return bs(n.target,[gn(n).back,n.distance])}function co(n){return 2*zn*n.distance}function Rx(n){return{eye:xi(n),target:[...n.target],parallel:n.parallel,height:co(n)}}function Px(n,e){let t=Oi(n.eye,n.target),i=Math.hypot(...t);if(!Number.isFinite(i)||!(i>0)||!n.target.every(Number.isFinite))return null;let r=n.parallel?n.height/(2*zn):i;if(!Number.isFinite(r)||!(r>0))return null;let s=Math.hypot(t[0],t[1]);return{target:[...n.target],azimuth:s>i*1e-9?Math.atan2(t[1],t[0]):e,elevation:Math.atan2(t[2],s),distance:Math.max(r,Cx),parallel:n.parallel}}var md=Math.PI/2,yR={iso:[-Math.PI/4,Math.atan2(.63,Math.SQRT2)],top:[-md,md],front:[-md,0],right:[0,0],back:[md,0],left:[Math.PI,0]};function Vl(n,e){let[t,i]=yR[e];return{...n,azimuth:t,elevation:i}}function Ix(n,e,t,i){let r=Math.max(-Ax,Math.min(Ax,n.elevation+i)),s={...n,azimuth:n.azimuth+t,elevation:r},o=Oi(n.target,e),[l,c]=[gn(n),gn(s)];return s.target=bs(e,[c.right,Yn(o,l.right)],[c.up,Yn(o,l.up)],[c.back,Yn(o,l.back)]),s}function Lx(n,e,t){let i=gn(n);return{...n,target:bs(n.target,[i.right,e],[i.up,t])}}function Dx(n,e,t,i){let r=Math.max(Cx,Math.min(i,n.distance*t)),s=r/n.distance;return{...n,distance:r,target:bs(e,[Oi(n.target,e),s])}}function xm(n,e,t){let i=gn(n),r=fd(e),s=[-1/0,-1/0,-1/0,-1/0],o=zn*_R;for(let c of pd(e)){let u=Oi(c,r),[h,m,p]=[Yn(u,i.right),Yn(u,i.up),n.parallel?0:Yn(u,i.back)];s[0]=Math.max(s[0],h+o*t*p),s[1]=Math.max(s[1],-h+o*t*p),s[2]=Math.max(s[2],m+o*p),s[3]=Math.max(s[3],-m+o*p)}let l=Math.max((s[0]+s[1])/(2*o*t),(s[2]+s[3])/(2*o),.5);return{...n,distance:l,target:bs(r,[i.right,(s[0]-s[1])/2],[i.up,(s[2]-s[3])/2])}}function Nx(n,e,t){let i=e.azimuth-n.azimuth,r=i-2*Math.PI*Math.round(i/(2*Math.PI));return{target:bs(n.target,[Oi(e.target,n.target),t]),azimuth:n.azimuth+r*t,elevation:n.elevation+(e.elevation-n.elevation)*t,distance:n.distance*(e.distance/n.distance)**t,parallel:e.parallel}}function kx(n,e){let[t,i]=[1/0,-1/0],{back:r}=gn(n),s=xi(n);for(let l of e?pd(e):[n.target]){let c=-Yn(Oi(l,s),r);[t,i]=[Math.min(t,c),Math.max(i,c)]}let o=(i-t)*.01+.1;return[t,i]=[t-o,i+o],n.parallel?[t,i]:(i=Math.max(i,1),[Math.max(t,i/2e4,.01),i])}function Fx(n,e,[t,i]){let r=i-t;if(n.parallel){let s=zn*n.distance;return[1/(s*e),0,0,0,0,1/s,0,0,0,0,-2/r,0,0,0,-(i+t)/r,1]}return[1/(zn*e),0,0,0,0,1/zn,0,0,0,0,-(i+t)/r,-1,0,0,-2*i*t/r,0]}function bm(n,e,t){let i=gn(n),r=Oi(t,xi(n)),s=n.parallel?n.distance:-Yn(r,i.back);return s<=0?null:[Yn(r,i.right)/(s*zn*e),Yn(r,i.up)/(s*zn)]}function Ux(n,e,t){let i=[1,1,-1,-1];for(let r of pd(t)){let s=bm(n,e,r);if(!s)return[-1,-1,1,1];i[0]=Math.min(i[0],Math.max(-1,s[0])),i[1]=Math.min(i[1],Math.max(-1,s[1])),i[2]=Math.max(i[2],Math.min(1,s[0])),i[3]=Math.max(i[3],Math.min(1,s[1]))}return i}function gd(n,e,t,i,r){let s=gn(n),o=zn*(n.parallel?n.distance:r);return bs(xi(n),[s.right,t*o*e],[s.up,i*o],[s.back,-r])}function Ox(n,[e,t],i){return n.parallel?e+(t-e)*i:e*t/(t-i*(t-e))}function Bx(n){let e=gn(n),t=bs([0,0,0],[e.right,-.45],[e.up,.55],[e.back,.7],[[0,0,1],.25]),i=Math.hypot(...t);return[t[0]/i,t[1]/i,t[2]/i]}var Ss=1,Gl=2,Wl=4,Xl=8,ql=16,Sa=32,_d=64,Jl=128,ba=1024,Hl=ba*4,vd=class{uniform;data=new Uint8Array(Hl);first=new Uint16Array(1);end=new Uint16Array(1);constructor(){this.uniform={value:zx(this.data)},this.all()}flags(e){return this.data[e*4+3]??0}setFlags(e,t){this.grow(e),this.data[e*4+3]!==t&&(this.data[e*4+3]=t,this.touch(e))}mark(e,t,i){let r=this.flags(e);this.setFlags(e,i?r|t:r&~t)}setColour(e,t){this.grow(e);let i=e*4;for(let r=0;r<3;r++){let s=Math.max(0,Math.min(255,Math.round(t[r])));this.data[i+r]!==s&&(this.data[i+r]=s,this.touch(e))}}flush(){let e=this.uniform.value,t=!1;for(let i=0;i<this.first.length;i++){let[r,s]=[this.first[i],this.end[i]];r<s&&(e.addUpdateRange(i*Hl+r*4,(s-r)*4),this.first[i]=ba,this.end[i]=0,t=!0)}t&&(e.needsUpdate=!0)}all(){this.uniform.value.clearUpdateRanges(),this.uniform.value.needsUpdate=!0,this.first.fill(ba),this.end.fill(0)}dispose(){this.uniform.value.dispose()}touch(e){let t=e>>10;this.first[t]=Math.min(this.first[t],e&ba-1),this.end[t]=Math.max(this.end[t],(e&ba-1)+1)}grow(e){let t=this.data.length/Hl;if(e>>10<t)return;let i=Math.max(t*2,(e>>10)+1),r=new Uint8Array(i*Hl);r.set(this.data),this.data=r,this.uniform.value.dispose(),this.uniform.value=zx(r),this.first=new Uint16Array(i),this.end=new Uint16Array(i),this.all()}};function zx(n){let e=new aa(n,ba,n.length/Hl,Bn,mn);return e.minFilter=Ct,e.magFilter=Ct,e.generateMipmaps=!1,e}var bi={selected:1,screened:2,mixed:4,cut:8},xR=28,Ar=24,yd=6,Vx=`
#define HIDDEN ${Ss}
#define GHOST ${Gl}
#define SELECTED ${Wl}
#define HOVERED ${Xl}
#define COLOURED ${ql}
#define FADING ${Sa}
#define BEFORE ${_d}
#define ROOM ${Jl}
`,Hx=`
precision highp float;
precision highp int;
${Vx}
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
`,Gx=`
precision highp float;
precision highp int;
${Vx}
flat in vec4 vColour;
flat in int vElement;
flat in int vFlags;
in vec3 vPoint;
uniform vec4 planes[${yd}];
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
`,bR=`
// The normal, towards the eye. Slivers have none: their derivatives are parallel, and normalize would give NaN.
vec3 facing() {
  vec3 n = cross(dFdx(vPoint), dFdy(vPoint));
  float l = dot(n, n);
  return l > 1e-28 ? n * inversesqrt(l) : -normalize(vPoint);
}
`,xd=`
${Gx}
layout(location = 0) out vec4 outColour;
#ifdef GLASS
layout(location = 2) out uint outVeil;
#else
layout(location = 1) out uvec2 outTag;
#endif
uniform vec3 sun; // towards it
uniform vec3 muted; // what ghosts tend to
uniform vec3 highlight;
${bR}
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
    tag |= ${bi.screened}u << ${Ar};
  }
  if ((vFlags & SELECTED) != 0) {
    colour = mix(colour, highlight, (vFlags & COLOURED) != 0 ? 0.4 : 0.62);
    tag |= ${bi.selected}u << ${Ar};
  }
  if ((vFlags & HOVERED) != 0) {
    colour = mix(colour, vec3(1.0), 0.22);
  }
  if ((vFlags & (FADING | BEFORE)) != 0 && share > 0.0 && share < 1.0) {
    tag |= ${bi.mixed}u << ${Ar};
  }
  float light = 0.64 + 0.08 * normal.z + 0.42 * max(0.0, dot(normal, sun));
  if (cut) {
    light = 0.6; // in no light: the colour says what is cut
    normal = vec3(0.0, 0.0, 1.0);
    tag |= ${bi.cut}u << ${Ar};
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
  outVeil = tag | (side(normal) << ${xR});
#else
  outTag = uvec2(tag, packed(normal));
#endif
}
`,Sm=`
${Gx}
layout(location = 0) out uvec4 outHit;
void main() {
  bool gone = (vFlags & BEFORE) != 0 || ((vFlags & FADING) != 0 && share < 0.5);
  if (isCutOff() || isGhost() || gone) discard;
  outHit = uvec4(uint(vElement + 1), floatBitsToUint(vPoint));
}
`;var Wx=`
precision highp float;
in vec3 position;
void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }
`,SR=`
precision highp float;
precision highp int;
precision highp usampler2D;
#define SELECTED ${bi.selected}u
#define SCREENED ${bi.screened}u
#define MIXED ${bi.mixed}u
#define FAR_SIDE 0.3
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
uniform usampler2D ids;
uniform usampler2D veils;
uniform int reach; // of outlines, in pixels
uvec2 tagAt(ivec2 p) { return texelFetch(ids, p, 0).xy; }
uint veilAt(ivec2 p) { return texelFetch(veils, p, 0).x; }
uint marks(uvec2 t) { return t.x >> ${Ar}; }
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
  return (marked >> ${Ar} & SELECTED) != 0u;
}
// Whether a pixel lies on the frame around what is selected.
bool isFrame(ivec2 p) {
  const ivec2 ways[8] = ivec2[8](ivec2(2, 0), ivec2(-2, 0), ivec2(0, 2), ivec2(0, -2),
    ivec2(1, 1), ivec2(-1, 1), ivec2(1, -1), ivec2(-1, -1));
  bool any = false;
  for (int k = 0; k < 8; k++) any = any || isSelected(p + ways[k] * reach / 2);
  return any && !isSelected(p);
}
`,Xx=`
${SR}
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
  if (t.x != 0u && !screened && (marks(t) & (MIXED | ${bi.cut}u)) == 0u) {
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
`,qx=`
precision highp float;
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
void main() { outColour = vec4(texelFetch(colours, ivec2(gl_FragCoord.xy), 0).rgb, 1.0); }
`,Jx=`
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
`,Yx=`
precision highp float;
layout(location = 0) out vec4 outColour;
uniform sampler2D colours;
uniform vec2 texel;
void main() { outColour = vec4(texture(colours, gl_FragCoord.xy * 2.0 * texel).rgb, 1.0); }
`,$x=`
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
`;var Cr=class{constructor(e,t){this.fragmentShader=e;this.uniforms=Object.fromEntries(Object.entries(t).map(([i,r])=>[i,{value:r}])),this.geometry.setAttribute("position",new Xt(new Float32Array([-1,-1,0,3,-1,0,-1,3,0]),3)),this.mesh=new Jn(this.geometry,this.material([])),this.mesh.frustumCulled=!1,this.scene.add(this.mesh)}fragmentShader;uniforms;scene=new js;geometry=new si;materials=new Map;mesh;define(e){this.mesh.material=this.material(e)}set(e){for(let[t,i]of Object.entries(e)){let r=this.uniforms[t];r&&(r.value=i)}}draw(e,t,i){e.setRenderTarget(i),e.render(this.scene,t)}dispose(){this.geometry.dispose();for(let e of this.materials.values())e.dispose()}material(e){let t=e.join(" "),i=this.materials.get(t);return i||(i=new gs({glslVersion:ao,vertexShader:Wx,fragmentShader:this.fragmentShader,defines:Object.fromEntries(e.map(r=>[r,1])),uniforms:this.uniforms,depthTest:!1,depthWrite:!1,blending:Mr}),this.materials.set(t,i)),i}};var Sd=class{target;constructor(e,t){let i=new Ni(e,t,Cn);this.target=new un(e,t,{count:3,minFilter:Ct,magFilter:Ct,format:Bn,type:mn,depthTexture:i});let[,r,s]=this.target.textures;r.format=ma,r.internalFormat="RG32UI",s.format=pa,s.internalFormat="R32UI",r.type=s.type=Cn}clear(e,t){e.setRenderTarget(this.target);let i=e.getContext();e.state.buffers.depth.setMask(!0),e.state.buffers.color.setMask(!0),i.drawBuffers([i.COLOR_ATTACHMENT0,i.COLOR_ATTACHMENT1,i.COLOR_ATTACHMENT2]),i.clearBufferfv(i.COLOR,0,[...t,1]),i.clearBufferuiv(i.COLOR,1,[0,0,0,0]),i.clearBufferuiv(i.COLOR,2,[0,0,0,0]),i.clearBufferfv(i.DEPTH,0,[1]),Mm(i)}};function Mm(n){n.drawBuffers([n.COLOR_ATTACHMENT0,n.COLOR_ATTACHMENT1,n.NONE])}function jx(n){n.drawBuffers([n.COLOR_ATTACHMENT0,n.NONE,n.COLOR_ATTACHMENT2])}var Kx=.9,bd=8,Md=class{ground=new Sd(1,1);middle=Zx(1,1);ink=new H;highlight=new H;lens=new H;texel=new ct;unproject=new Et;ahead=new H;shadeReach=new ct;scale=1;edges=new Cr(Xx,{colours:null,ids:null,veils:null,depths:null,reach:2,lens:this.lens,ink:this.ink,highlight:this.highlight,unproject:this.unproject,ahead:this.ahead,parallel:!1,shadeReach:this.shadeReach});smooth=new Cr(Jx,{colours:null,texel:this.texel});half=new Cr(Yx,{colours:null,texel:this.texel});copy=new Cr(qx,{colours:null});resize(e,t,i){let[r,s]=[e*i,t*i];this.scale=i,!(r===this.middle.width&&s===this.middle.height)&&(this.dropTargets(),this.ground=new Sd(r,s),this.middle=Zx(r,s))}draw(e,t,i){let{target:r}=this.ground,[s,o,l]=r.textures;this.texel.set(1/r.width,1/r.height),this.lens.set(...MR(i)),this.ink.set(...i.dark?[.03,.035,.045]:[.157,.165,.18]),this.highlight.set(...i.dark?[.424,.698,1]:[.043,.361,.678]),this.unproject.multiplyMatrices(t.matrixWorld,t.projectionMatrixInverse);let{back:c}=gn(i.view);this.ahead.set(-c[0],-c[1],-c[2]);let u=i.view.parallel?co(i.view):2*zn;this.shadeReach.set(Kx,Kx*r.height/u),this.edges.define(i.features),this.edges.set({parallel:i.view.parallel,colours:s,ids:o,veils:l,depths:r.depthTexture,reach:Math.round(2*Math.max(1,i.ratio)*this.scale)}),this.within(e,i,this.middle,1),this.edges.draw(e,t,this.middle);let h=this.scale===2?this.half:i.smooth?this.smooth:this.copy;h.set({colours:this.middle.texture}),this.within(e,i,null,this.scale),h.draw(e,t,null)}within(e,t,i,r){let[s,o]=[this.middle.width/r,this.middle.height/r],[l,c,u,h]=t.extent,m=Math.max(0,Math.floor((l+1)/2*s)-bd),p=Math.max(0,Math.floor((c+1)/2*o)-bd),[f,_]=[Math.min(s,Math.ceil((u+1)/2*s)+bd)-m,Math.min(o,Math.ceil((h+1)/2*o)+bd)-p],S=e.getContext();if(i){i.scissorTest=!1,e.setRenderTarget(i),S.clearBufferfv(S.COLOR,0,[...t.background,1]),i.scissor.set(m,p,f,_),i.scissorTest=!0;return}e.setScissorTest(!1),e.setRenderTarget(null),S.clearBufferfv(S.COLOR,0,[...t.background,1]),e.setScissor(m/t.ratio,p/t.ratio,f/t.ratio,_/t.ratio),e.setScissorTest(!0)}dispose(){this.dropTargets();for(let e of[this.edges,this.smooth,this.half,this.copy])e.dispose()}dropTargets(){this.ground.target.depthTexture?.dispose(),this.ground.target.dispose(),this.middle.dispose()}};function MR({view:{parallel:n},range:[e,t]}){return n?[.05/(t-e),1,0]:[.05/(t-e)/(e*t),t,t-e]}function Zx(n,e){return new un(n,e,{depthBuffer:!1,minFilter:cn,magFilter:cn})}var wd=class{constructor(e){this.renderer=e;this.target=new un(1,1,{minFilter:Ct,magFilter:Ct,format:ga,type:Cn}),this.target.texture.internalFormat="RGBA32UI"}renderer;target;probePass=new Cr($x,{ids:null,veils:null,depths:null,at:{x:0,y:0}});zoom=new Et;words=new Uint32Array(4);floats=new Float32Array(this.words.buffer);hit(e,t,i,r,s,o,l,c){let u=t.projectionMatrix.clone();this.zoom.set(o,0,0,-r*o,0,l,0,-s*l,0,0,1,0,0,0,0,1),t.projectionMatrix.premultiply(this.zoom),this.setUp(i,c,!0),this.renderer.setRenderTarget(this.target);let h=this.renderer.getContext();return this.renderer.state.buffers.depth.setMask(!0),this.renderer.state.buffers.color.setMask(!0),h.clearBufferuiv(h.COLOR,0,[0,0,0,0]),h.clearBufferfv(h.DEPTH,0,[1]),this.renderer.render(e,t),this.read(h),this.setUp(i,c,!1),t.projectionMatrix.copy(u),this.words[0]===0?null:{row:this.words[0]-1,point:[this.floats[1],this.floats[2],this.floats[3]]}}probe(e,t,i,r){let[,s,o]=t.target.textures;this.probePass.set({ids:s,veils:o,depths:t.target.depthTexture,at:{x:i,y:r}}),this.probePass.draw(this.renderer,e,this.target),this.read(this.renderer.getContext());let l=this.words[0]>>>Ar;return{row:(this.words[0]&16777215)-1,depth:this.floats[1],plain:(l&(bi.screened|bi.mixed))===0&&this.words[2]===0}}dispose(){this.target.dispose(),this.probePass.dispose()}setUp(e,t,i){for(let r of e)for(let s of r.meshes())s.material=i?s.pick:s.look;for(let r of t)r.group.visible=!i}read(e){e.readPixels(0,0,1,1,e.RGBA_INTEGER,e.UNSIGNED_INT,this.words),this.renderer.setRenderTarget(null)}};var wR=3e5,ER=24e5,TR=2e7,AR=12,CR=64,Ed=class{constructor(e){this.renderer=e;this.canvas=e.domElement,e.autoClear=!1,e.info.autoReset=!1,this.camera.matrixAutoUpdate=!1,this.camera.matrixWorldAutoUpdate=!1,this.software=RR(e.getContext()),this.picker=new wd(e)}renderer;canvas;width=0;height=0;triangles=0;draws=0;ratio=1;range=[0,1];camera=new no;software;picture=new Md;picker;get aspect(){return this.width>0&&this.height>0?this.width/this.height:1}resize(e,t,i){return e===this.width&&t===this.height&&i===this.ratio?!1:([this.width,this.height,this.ratio]=[e,t,i],this.renderer.setPixelRatio(i),this.renderer.setSize(e,t,!1),!0)}draw(e,t,i,r){let{renderer:s,canvas:o}=this;this.look(e,t,i),this.coarsen(e,t,r.most);let l=t.reach(),c=!this.software&&r.most===1/0&&o.width*o.height<=ER;this.picture.resize(o.width,o.height,c?2:1),s.info.reset(),this.picture.ground.clear(s,Qx(r.dark)),s.render(t.root,this.camera),this.triangles=s.info.render.triangles,this.draws=s.info.render.calls,this.picture.draw(s,this.camera,{features:this.features(t,r),smooth:r.most===1/0,dark:r.dark,ratio:this.ratio,view:e,range:this.range,background:Qx(r.dark),extent:l?Ux(e,this.aspect,l):[0,0,0,0]})}hit(e,t,i,r,s){this.look(e,t,i),this.coarsen(e,t,1/0);let o=(Math.floor(r*this.ratio)+.5)/this.canvas.width,l=(Math.floor(s*this.ratio)+.5)/this.canvas.height,c=this.picker.hit(t.root,this.camera,t.all(),o*2-1,1-l*2,this.canvas.width,this.canvas.height,t.unpicked()),u=xi(e);return c&&{row:c.row,point:[c.point[0]+u[0],c.point[1]+u[1],c.point[2]+u[2]]}}probe(e,t,i){let{target:r}=this.picture.ground,[s,o]=[t/this.width,1-i/this.height],[l,c]=[Math.floor(s*r.width),Math.floor(o*r.height)];if(!(l>=0&&c>=0&&l<r.width&&c<r.height))return{row:-1,plain:!0,point:null};let u=this.picker.probe(this.camera,this.picture.ground,l,c),h=Ox(e,this.range,u.depth),m=u.depth>=1?null:gd(e,this.aspect,s*2-1,o*2-1,h);return{row:u.row,plain:u.plain,point:m}}letGo(){this.picture.dispose(),this.picker.dispose()}look(e,t,i){let r=xi(e),s=gn(e);this.range=kx(e,t.reach());let{camera:o}=this;o.matrixWorld.set(s.right[0],s.up[0],s.back[0],0,s.right[1],s.up[1],s.back[1],0,s.right[2],s.up[2],s.back[2],0,0,0,0,1),o.matrixWorldInverse.copy(o.matrixWorld).transpose(),o.projectionMatrix.fromArray(Fx(e,this.aspect,this.range)),o.projectionMatrixInverse.copy(new Et().copy(o.projectionMatrix).invert()),i.see(r,Bx(e));for(let l of t.all())l.place(r)}features(e,t){let i=[],r=e.all().reduce((s,o)=>s+o.triangles,0);return t.edges&&r<=(this.software?wR:TR)&&i.push("EDGES"),!this.software&&t.most===1/0&&i.push("SHADE"),e.dress.hasSelection()&&i.push("OUTLINE"),e.hasScreens()&&i.push("SCREENS"),e.hasVeils()&&i.push("VEILS"),t.mixing&&i.push("MIXING"),i}coarsen(e,t,i){if(i===1/0){for(let r of t.all())r.coarse(0);return}for(let r=AR;r<=CR;r*=1.5){let s=0;for(let o of t.all())s+=o.coarse(r*this.metresAt(e,o.box)/Math.max(this.height,1));if(s<=i)return}}metresAt(e,t){if(e.parallel)return co(e);let i=xi(e);return 2*zn*Math.hypot(...[0,1,2].map(r=>Math.max(t[r]-i[r],i[r]-t[r+3],0)))}};function Qx(n){return n?[20/255,23/255,26/255]:[244/255,245/255,247/255]}function RR(n){let e=n.getExtension("WEBGL_debug_renderer_info"),t=String(n.getParameter(e?e.UNMASKED_RENDERER_WEBGL:n.RENDERER));return/swiftshader|llvmpipe|softpipe|software|basic render/i.test(t)}var Td=class{constructor(e,t){this.canvas=e;this.hand=t;let i={signal:this.heard.signal};e.style.touchAction="none",e.addEventListener("pointerdown",r=>this.down(r),i),e.addEventListener("pointermove",r=>this.move(r),i),e.addEventListener("pointerup",r=>this.up(r,!0),i),e.addEventListener("pointercancel",r=>this.up(r,!1),i),e.addEventListener("pointerleave",()=>this.leave(),i),e.addEventListener("wheel",r=>this.wheel(r),{...i,passive:!1}),e.addEventListener("dblclick",r=>this.hand.twice(...this.at(r)),i),e.addEventListener("contextmenu",r=>r.preventDefault(),i)}canvas;hand;fingers=new Map;panning=!1;dragging=!1;several=!1;from={x:0,y:0};timer=0;heard=new AbortController;dispose(){clearTimeout(this.timer),this.heard.abort()}at(e){let t=this.canvas.getBoundingClientRect();return[e.clientX-t.left,e.clientY-t.top]}down(e){clearTimeout(this.timer);let[t,i]=this.at(e);if(this.canvas.setPointerCapture(e.pointerId),this.fingers.set(e.pointerId,{x:t,y:i}),this.fingers.size===1){this.from={x:t,y:i},this.panning=e.button===1||e.button===2||e.shiftKey,this.dragging=!1,this.several=!1,e.button===1&&e.preventDefault();return}this.several=!0,this.dragging=!0;let r=this.middle();this.hand.begin(r.x,r.y)}move(e){let[t,i]=this.at(e),r=this.fingers.get(e.pointerId);if(!r){clearTimeout(this.timer),e.pointerType!=="touch"&&this.fingers.size===0&&(this.timer=window.setTimeout(()=>this.hand.rest(t,i),60));return}this.fingers.size===1?this.drag(r,t,i):this.pinch(r,t,i)}drag(e,t,i){if(!this.dragging){if(Math.hypot(t-this.from.x,i-this.from.y)<4)return;this.dragging=!0,this.hand.begin(this.from.x,this.from.y)}let[r,s]=[t-e.x,i-e.y];[e.x,e.y]=[t,i],this.panning?this.hand.pan(r,s):this.hand.orbit(r,s)}pinch(e,t,i){let[r,s]=[this.spread(),this.middle()];[e.x,e.y]=[t,i];let o=this.middle();this.hand.pan(o.x-s.x,o.y-s.y),r>0&&this.spread()>0&&this.hand.zoom(r/this.spread(),o.x,o.y)}up(e,t){this.fingers.delete(e.pointerId)&&(this.fingers.size>0||(this.dragging?this.hand.end():t&&e.button===0&&!this.several&&this.hand.click(...this.at(e),e.shiftKey||e.ctrlKey||e.metaKey),this.dragging=!1))}leave(){clearTimeout(this.timer),this.fingers.size===0&&this.hand.leave()}wheel(e){e.preventDefault(),clearTimeout(this.timer);let t=e.deltaMode===1?33:e.deltaMode===2?400:1,i=Math.max(-400,Math.min(400,e.deltaY*t));this.hand.zoom(Math.exp(i*(e.ctrlKey?.01:.0015)),...this.at(e))}middle(){let[e,t]=[0,0];for(let i of this.fingers.values())[e,t]=[e+i.x/this.fingers.size,t+i.y/this.fingers.size];return{x:e,y:t}}spread(){let[e,t]=[...this.fingers.values()];return e&&t?Math.hypot(e.x-t.x,e.y-t.y):0}};var Ad=class{constructor(e,t){this.gl=e;this.drawing=t}gl;drawing;dirty=!1;request=0;sync=null;start=0;stopped=!1;get busy(){return!this.stopped&&(this.dirty||this.sync!==null)}change(){this.dirty=!0,this.ask()}now(){this.dirty&&!this.stopped&&this.run(performance.now())}stop(){this.stopped=!0,this.sync=null,cancelAnimationFrame(this.request),this.request=0}go(){this.stopped=!1,this.change()}ask(){this.request===0&&!this.stopped&&(this.request=requestAnimationFrame(e=>this.tick(e)))}tick(e){if(this.request=0,this.sync){if(this.gl.clientWaitSync(this.sync,0,0)===this.gl.TIMEOUT_EXPIRED){this.ask();return}this.gl.deleteSync(this.sync),this.sync=null,this.drawing.finished(performance.now()-this.start)}this.dirty&&!this.stopped&&this.run(e)}run(e){this.dirty=!1,this.start=performance.now(),this.drawing.draw(e),this.sync&&this.gl.deleteSync(this.sync),this.sync=this.gl.fenceSync(this.gl.SYNC_GPU_COMMANDS_COMPLETE,0),this.gl.flush(),this.ask()}};var Cd=class{opaque;glass;repeated;pick;pickRepeated;uniforms;planes=[];constructor(e){this.uniforms={state:e.uniform,planes:{value:Array.from({length:yd},()=>new Lt)},planeCount:{value:0},share:{value:1},sun:{value:new H},muted:{value:new H},highlight:{value:new H}},this.opaque=this.make({},xd),this.repeated=this.make({INSTANCED:1},xd),this.glass=this.make({GLASS:1},xd),this.glass.transparent=!0,this.glass.depthWrite=!1,this.glass.blending=Mh,this.glass.blendSrc=Al,this.glass.blendDst=Cl,this.glass.blendSrcAlpha=wh,this.pick=this.make({},Sm),this.pickRepeated=this.make({INSTANCED:1},Sm)}theme(e){this.uniforms.muted.value.set(...e?[.5,.54,.58]:[.55,.58,.62]),this.uniforms.highlight.value.set(...e?[.26,.6,1]:[.1,.44,.85])}share(e){this.uniforms.share.value=e}cut(e){this.planes=e.slice(0,yd);let t=this.planes.length>0?yi:_i;for(let i of this.all())i.side=i===this.glass?_i:t,"CUT"in i.defines!=this.planes.length>0&&(i.defines=this.planes.length>0?{...i.defines,CUT:1}:PR(i.defines,"CUT"),i.needsUpdate=!0)}see(e,t){this.uniforms.sun.value.set(...t),this.uniforms.planeCount.value=this.planes.length,this.planes.forEach(([i,r,s,o],l)=>{this.uniforms.planes.value[l].set(i,r,s,o-(i*e[0]+r*e[1]+s*e[2]))})}dispose(){for(let e of this.all())e.dispose()}all(){return[this.opaque,this.glass,this.repeated,this.pick,this.pickRepeated]}make(e,t){return new gs({glslVersion:ao,defines:e,uniforms:this.uniforms,vertexShader:Hx,side:_i,fragmentShader:t})}};function PR(n,e){let{[e]:t,...i}=n;return i}var IR=150,LR=800,DR=350,eb=.006,NR=.85,Rd=class{constructor(e){this.course=e}course;view=Vl({target:[0,0,0],azimuth:0,elevation:0,distance:20,parallel:!1},"iso");flight=null;timer=0;inMotion=!1;held=!1;get moving(){return this.inMotion}get aim(){return this.flight?.to??this.view}jump(e){this.flight=null,this.inMotion=!1,this.move(e)}fly(e,t){if(!t||matchMedia("(prefers-reduced-motion: reduce)").matches){this.jump(e);return}this.inMotion=!0,this.flight={from:this.view,to:e,start:performance.now()},this.move(this.view)}hold(e){this.held=e,!e&&this.inMotion&&this.wait()}step(e){if(!this.flight)return;let t=Math.max(0,Math.min(1,(e-this.flight.start)/DR)),{from:i,to:r}=this.flight;if(t===1){this.flight=null,this.move(r);return}this.move(Nx(i,r,t*t*(3-2*t)))}orbit(e,t,i){this.go(Ix(this.view,i,-e*eb,t*eb))}pan(e,t,i){let{view:r}=this,s=-Yn(Oi(i,xi(r)),gn(r).back),l=(r.parallel||s<=0?co(r):2*zn*s)/Math.max(this.course.height(),1);this.go(Lx(r,-e*l,t*l))}zoom(e,t){let i=this.course.reach();this.go(Dx(this.view,t,e,Math.max(100,i?xa(i)*20:0)))}steps(e){this.zoom(NR**e,this.view.target)}dispose(){clearTimeout(this.timer),this.flight=null}go(e){this.flight=null,this.inMotion=!0,this.move(e)}move(e){this.view=e,this.wait(),this.course.moved()}wait(){clearTimeout(this.timer),this.timer=window.setTimeout(()=>this.rest(),this.held?LR:IR)}rest(){if(this.flight||this.course.busy()){this.wait();return}this.inMotion=!1,this.course.rested()}};function tb(n,e){if(n.byteLength<64)throw new Error(`a chunk of ${n.byteLength} bytes has no head`);let t=new DataView(n,0,64);if(t.getUint32(0,!0)!==1313035074)throw new Error("this is no chunk");if(t.getUint32(4,!0)!==1)throw new Error(`a chunk of version ${t.getUint32(4,!0)}, which this page does not know`);let i=[8,12,16,20].map(l=>t.getUint32(l,!0)),r=[t.getFloat64(24,!0),t.getFloat64(32,!0),t.getFloat64(40,!0)];if(!r.every(Number.isFinite))throw new Error("the corner of a chunk is no point");let s=kR(i,n.byteLength),o={corner:r,count:i[1],meshes:new Uint32Array(n,s[0],i[0]*4),words:new Uint32Array(n,s[1],i[1]*6),floats:new Float32Array(n,s[1],i[1]*6),vertices:new Float32Array(n,s[2],i[2]*3),indices:new Uint32Array(n,s[3],i[3])};return FR(o),UR(o,e),o}function nb(){return{corner:[0,0,0],count:0,meshes:new Uint32Array(0),words:new Uint32Array(0),floats:new Float32Array(0),vertices:new Float32Array(0),indices:new Uint32Array(0)}}function kR(n,e){let t=[16,24,12,4],i=[],r=64;for(let s=0;s<t.length;s++)i.push(Math.ceil(r/8)*8),r=i[s]+n[s]*t[s];if(e!==r&&e!==Math.ceil(r/8)*8)throw new Error(`a chunk that should have ${r} bytes has ${e}`);return i}function FR(n){for(let e=0;e<n.vertices.length;e++)if(!Number.isFinite(n.vertices[e]))throw new Error(`vertex ${Math.floor(e/3)} of a chunk is no point`);for(let e=0;e<n.meshes.length/4;e++){let[t,i,r,s]=n.meshes.subarray(e*4,(e+1)*4);if(t+i>n.vertices.length/3||r+s>n.indices.length||s%3!==0)throw new Error(`mesh ${e} of a chunk reaches beyond it`);for(let o=r;o<r+s;o++)if(n.indices[o]>=i)throw new Error(`index ${o} of a chunk is beyond its mesh`)}}function UR(n,e){for(let t=0;t<n.count;t++){let i=t*6;if(n.words[i]>=e)throw new Error(`instance ${t} of a chunk is of row ${n.words[i]}, of ${e}`);if(n.words[i+1]>=n.meshes.length/4)throw new Error(`instance ${t} of a chunk has no mesh`);if(!Number.isFinite(n.floats[i+3]+n.floats[i+4]+n.floats[i+5]))throw new Error(`instance ${t} of a chunk is nowhere`)}}var ws=n=>n.bodies.words[n.instance*6+1],ib=n=>n.bodies.words[n.instance*6+2]>>>24,Ms=n=>n.bodies.meshes[ws(n)*4+3],Yl=n=>n.bodies.meshes[ws(n)*4+1];function Ma(n,e,t){return n.bodies.corner[t]-e[t]+n.bodies.floats[n.instance*6+3+t]}function rb(n,e){let[t,i]=[0,0];for(let m of n)t+=Yl(m),i+=Ms(m);let r=new Float32Array(t*3),s=new Float32Array(t),o=new Uint32Array(t),l=t>65535?new Uint32Array(i):new Uint16Array(i),[c,u]=[0,0];for(let m of n)OR(m,e,r,c),s.fill(m.element,c,c+Yl(m)),o.fill(m.bodies.words[m.instance*6+2],c,c+Yl(m)),BR(m,l,u,c),c+=Yl(m),u+=Ms(m);let h=new si;return h.setAttribute("position",new Xt(r,3)),h.setAttribute("element",new Xt(s,1)),h.setAttribute("colour",new Xt(new Uint8Array(o.buffer),4,!0)),h.setIndex(new Xt(l,1)),h}function OR(n,e,t,i){let r=n.bodies.meshes[ws(n)*4],s=n.bodies.vertices.subarray(r*3,(r+Yl(n))*3),[o,l,c]=[Ma(n,e,0),Ma(n,e,1),Ma(n,e,2)];for(let u=0,h=i*3;u<s.length;u+=3,h+=3)t[h]=s[u]+o,t[h+1]=s[u+1]+l,t[h+2]=s[u+2]+c}function BR(n,e,t,i){let r=n.bodies.meshes[ws(n)*4+2],s=n.bodies.indices.subarray(r,r+Ms(n));for(let o=0;o<s.length;o++)e[t+o]=s[o]+i}function sb(n,e){let t=n[0],i=new Float32Array(n.length*3),r=new Float32Array(n.length),s=new Uint32Array(n.length);n.forEach((p,f)=>{i.set([Ma(p,e,0),Ma(p,e,1),Ma(p,e,2)],f*3),r[f]=p.element,s[f]=p.bodies.words[p.instance*6+2]});let[o,l,c,u]=t.bodies.meshes.subarray(ws(t)*4),h=new io;h.instanceCount=n.length;let m=t.bodies.vertices.slice(o*3,(o+l)*3);return h.setAttribute("position",new Xt(m,3)),h.setIndex(new Xt(t.bodies.indices.slice(c,c+u),1)),h.setAttribute("place",new eo(i,3)),h.setAttribute("element",new eo(r,1)),h.setAttribute("colour",new eo(new Uint8Array(s.buffer),4,!0)),h}function ob(n,e,t){let[i,r,s]=fd(e);n.boundingSphere=new ms(new H(i-t[0],r-t[1],s-t[2]),xa(e)/2);for(let o of[...Object.values(n.attributes),n.index])o instanceof Xt&&o.onUpload(()=>{o.array=new Uint8Array(0)})}function $l(n,e){return n.byteLength===0?nb():tb(n,e.count)}function Kl(n,e){let t=new Uint32Array(n.count),i=new Uint32Array(n.count),r=0;for(let s=0;s<n.count;s++){let o=e(n.words[s*6]);o>=0&&(t[r]=s,i[r++]=o)}return{bodies:n,instances:t.slice(0,r),elements:i.slice(0,r)}}function Zl(n,e){let t=zR(n.bodies),[i,r,s]=n.bodies.corner;for(let o=0;o<n.instances.length;o++){let l=n.instances[o]*6,c=n.bodies.words[l+1],u=n.elements[o],h=n.bodies.floats;e.widen(u,t,c*6,i+h[l+3],r+h[l+4],s+h[l+5]),e.triangles[u]+=n.bodies.meshes[c*4+3]/3}}function zR(n){let e=n.meshes.length/4,t=new Float64Array(e*6);for(let i=0;i<e;i++){let r=ir(),s=n.meshes[i*4],o=s+n.meshes[i*4+1],l=new Float64Array(6);for(let c=s;c<o;c++){for(let u=0;u<3;u++)l[u]=l[u+3]=n.vertices[c*3+u];Ui(r,l)}t.set(r,i*6)}return t}function wm(n,e){let t=[];for(let r=0;r<n.instances.length;r++)e(n.elements[r])&&t.push(r);if(t.length===0)return null;let i={bodies:n.bodies,instances:Uint32Array.from(t,r=>n.instances[r]),elements:Uint32Array.from(t,r=>n.elements[r])};return t.length*2<n.bodies.count?VR(i):i}function VR(n){let e=n.bodies,t=new Map;for(let r of n.instances){let s=e.words[r*6+1];t.has(s)||t.set(s,t.size)}let i=HR(e,[...t.keys()]);return i.count=n.instances.length,i.words=new Uint32Array(i.count*6),i.floats=new Float32Array(i.words.buffer),n.instances.forEach((r,s)=>{i.words.set(e.words.subarray(r*6,(r+1)*6),s*6),i.words[s*6+1]=t.get(e.words[r*6+1])}),{bodies:i,instances:Uint32Array.from(n.instances,(r,s)=>s),elements:n.elements}}function HR(n,e){let t=new Uint32Array(e.length*4),[i,r]=[0,0];e.forEach((o,l)=>{let[,c,,u]=n.meshes.subarray(o*4,(o+1)*4);t.set([i,c,r,u],l*4),i+=c,r+=u});let s={corner:n.corner,count:0,meshes:t,words:new Uint32Array(0),floats:new Float32Array(0),vertices:new Float32Array(i*3),indices:new Uint32Array(r)};return e.forEach((o,l)=>{let[c,u,h,m]=n.meshes.subarray(o*4,(o+1)*4);s.vertices.set(n.vertices.subarray(c*3,(c+u)*3),t[l*4]*3),s.indices.set(n.indices.subarray(h,h+m),t[l*4+2])}),s}var ab=8,GR=300,WR=12,XR=8,Em=class extends Jn{constructor(t,i,r,s,o){super(t,i);this.pick=r;this.sizes=s;this.ends=o;this.look=i}pick;sizes;ends;look;coarse(t){let[i,r]=[0,this.sizes.length];for(;i<r;){let l=i+r>>1;this.sizes[l]>=t?i=l+1:r=l}let s=i===0?0:this.ends[i-1];this.geometry.setDrawRange(0,s);let{geometry:o}=this;return s/3*(o instanceof io?o.instanceCount:1)}},lb=n=>n.material===n.pick,cb=n=>n.getContext(),wa=class{constructor(e,t,i){this.sources=e;this.rows=t;this.materials=i;this.corner=e[0]?.bodies.corner??[0,0,0],this.group.matrixAutoUpdate=!1,this.build()}sources;rows;materials;group=new Un;corner;box=ir();triangles=0;dead=0;rebuild(){let e=new Set;for(let t of this.sources)for(let i of t.elements)this.rows.isLiving(i)||e.add(i);return this.sources=this.sources.map(t=>wm(t,i=>!e.has(i))).filter(t=>t!==null),this.clear(),this.build(),e}restore(){this.clear(),this.build()}place(e){for(let t of this.group.children)t.matrixWorld.makeTranslation(this.corner[0]-e[0],this.corner[1]-e[1],this.corner[2]-e[2])}coarse(e){return this.meshes().reduce((t,i)=>t+i.coarse(e),0)}meshes(){return this.group.children}clear(){for(let e of this.meshes())e.geometry.dispose();this.group.clear()}build(){let[e,t,i]=this.sorted();for(let r of e){let s=new Float32Array([Math.max(...r.map(l=>l.size))]),o=new Uint32Array([Ms(r[0])]);this.put(sb(r,this.corner),this.materials.repeated,this.materials.pickRepeated,s,o)}this.putMerged(t,this.materials.opaque),this.putMerged(i,this.materials.glass)}sorted(){let e=[],t=[],i=new Map;this.box=ir(),[this.triangles,this.dead]=[0,0];for(let s of this.parts())if(Ui(this.box,this.rows.boxes,s.element*6),this.triangles+=Ms(s)/3,ib(s)<255||this.rows.categories[s.element]==="room")t.push(s);else if(Ms(s)<GR)e.push(s);else{let o=i.get(s.bodies)??new Map;i.set(s.bodies,o);let l=o.get(ws(s))??[];o.set(ws(s),l),l.push(s)}let r=[...i.values()].flatMap(s=>[...s.values()]);return e.push(...r.filter(s=>s.length<ab).flat()),[r.filter(s=>s.length>=ab),e,t]}*parts(){for(let{bodies:e,instances:t,elements:i}of this.sources)for(let r=0;r<t.length;r++){let s=i[r];yield{bodies:e,instance:t[r],element:s,size:xa(this.rows.boxes,s*6)}}}putMerged(e,t){if(e.length===0)return;e.sort((s,o)=>o.size-s.size||s.element-o.element||s.instance-o.instance);let i=0,r=Uint32Array.from(e,s=>i+=Ms(s));this.put(rb(e,this.corner),t,this.materials.pick,Float32Array.from(e,s=>s.size),r)}put(e,t,i,r,s){ob(e,this.box,this.corner);let o=new Em(e,t,i,r,s);t===this.materials.glass&&(o.onBeforeRender=l=>lb(o)||jx(cb(l)),o.onAfterRender=l=>lb(o)||Mm(cb(l))),o.matrixAutoUpdate=!1,o.matrixWorldAutoUpdate=!1,this.group.add(o)}},Pd=class{constructor(e,t){this.rows=e;this.materials=t;this.group.matrixAutoUpdate=!1,this.group.matrixWorldAutoUpdate=!1}rows;materials;group=new Un;chunks=new Set;overlays=new Set;of=[];touched=new Set;all(){return[...this.chunks,...this.overlays]}add(e,t){e.instances.length>0&&this.keep(new wa([e],this.rows,this.materials),t)}bury(e){let t=this.of[e];t&&(t.dead+=this.rows.triangles[e],this.touched.add(t)),this.rows.bury(e),t||this.rows.release(e)}compact(){for(let e of this.touched)e.dead*2>e.triangles&&(this.release(e.rebuild()),e.sources.length===0&&this.remove(e));this.touched.clear(),this.overlays.size>WR&&this.join()}dispose(){for(let e of this.all())this.remove(e);this.of.length=0}join(){let e=r=>r.triangles-r.dead,t=[...this.overlays].sort((r,s)=>e(r)-e(s)).slice(0,XR),i=[];for(let r of t){for(let s of r.sources){for(let l of s.elements)!this.rows.isLiving(l)&&this.of[l]&&this.release([l]);let o=wm(s,l=>this.rows.isLiving(l));o&&i.push(o)}this.remove(r)}i.length>0&&this.keep(new wa(i,this.rows,this.materials),!0)}keep(e,t){(t?this.overlays:this.chunks).add(e),this.group.add(e.group);for(let i of e.sources)for(let r of i.elements)this.of[r]=e}remove(e){e.clear(),this.group.remove(e.group),this.chunks.delete(e),this.overlays.delete(e)}release(e){for(let t of e)this.of[t]=void 0,this.rows.release(t)}};function ub(n){let e=ir();for(let t of n)Ui(e,t.box);return ya(e)?null:e}var qR=[213,94,0],JR=[120,128,138];function Tm(n){let e=["geometry","place"],t=n.changes.filter(i=>i.change==="modified"||i.change==="derived");return new Set(t.filter(i=>i.facets.length>0&&!i.facets.some(r=>e.includes(r))).map(i=>i.id))}var Id=class{constructor(e,t,i,r,s){this.rows=i;this.dress=s;let o=e.before,l=$l(t,o);this.deleted=new Set(e.changes.filter(h=>h.change==="deleted").map(h=>h.id));let c=Tm(e),u=Kl(l,h=>this.take(e,o.first+h,c));Zl(u,i),this.restyle(),this.batch=new wa([u],i,r)}rows;dress;batch;numbers=new Map;deleted;restyle(){for(let[e,t]of this.numbers)this.dress.ghostly(t,this.deleted.has(e)?qR:JR)}boxOf(e){let t=this.numbers.get(e);return t!==void 0&&this.rows.hasBox(t)?this.rows.box(t):null}dispose(){this.batch.clear(),this.batch.group.removeFromParent();for(let e of this.numbers.values())this.rows.bury(e),this.dress.bury(e),this.rows.release(e)}take(e,t,i){let r=e.before_rows,s=r.ids[t];if(s===void 0)throw new Error(`a body of row ${t}, which the delta has not`);if(i.has(s))return-1;let o=this.numbers.get(s);return o===void 0&&(o=this.rows.take(s,r.categories[t]??"",r.levels[t]??-1,!1),this.numbers.set(s,o)),o}};var jl=class{constructor(e,t){this.rows=e;this.state=t}rows;state;styleOf=()=>null;ghosts=!1;chosen=new Set;under=null;differing=new Set;inherit(e){this.styleOf=e.styleOf,this.chosen=e.chosen}style(e){this.styleOf=e,this.all()}row(e){let[t,i]=[this.rows.ids[e],this.rows.categories[e]],r=this.styleOf(t,i,this.rows.levels[e]),s=i==="room"?Jl:0;s|=r?.hidden?Ss:0,s|=r?.ghost?Gl:0,s|=r?.colour?ql:0,s|=this.chosen.has(t)?Wl:0,s|=this.under===t?Xl:0,s|=this.differing.has(t)?Sa:0,this.ghosts||=(s&Gl)!==0,this.state.setFlags(e,s),r?.colour&&this.state.setColour(e,r.colour)}all(){this.ghosts=!1;for(let e of this.rows.all())this.row(e)}ghostly(e,t){let[i,r]=[this.rows.ids[e],this.rows.categories[e]],s=this.styleOf(i,r,this.rows.levels[e]);this.state.setFlags(e,_d|ql|(r==="room"?Jl:0)|(s?.hidden?Ss:0)|(s?.colour?0:Sa)),this.state.setColour(e,s?.colour??t)}bury(e){this.state.setFlags(e,Ss)}select(e){let t=new Set(e),i=[...this.chosen].filter(r=>!t.has(r)).concat(e.filter(r=>!this.chosen.has(r)));this.chosen=t,this.mark(i,Wl,r=>t.has(r))}hasSelection(){return this.chosen.size>0}hover(e){if(e===this.under)return!1;let t=[this.under,e].filter(i=>i!==null);return this.under=e,this.mark(t,Xl,i=>i===e),!0}differ(e){let t=this.differing;this.differing=new Set(e),this.mark([...t,...e],Sa,i=>this.differing.has(i))}differs(){return this.differing.size>0}mark(e,t,i){for(let r of e){let s=this.rows.find(r);s>=0&&this.state.mark(s,t,i(r))}}};var Ql=6,ec=class{size=0;ids=[];categories=[];levels=[];boxes=new Float64Array(0);triangles=new Uint32Array(0);living=new Uint8Array(0);free=[];numbers=new Map;find(e){return this.numbers.get(e)??-1}isLiving(e){return this.living[e]===1}take(e,t,i,r=!0){let s=this.free.pop()??this.size++;return this.grow(s+1),this.ids[s]=e,this.categories[s]=t,this.levels[s]=i,this.boxes.set(ir(),s*Ql),this.triangles[s]=0,this.living[s]=1,r&&this.numbers.set(e,s),s}bury(e){this.numbers.get(this.ids[e])===e&&this.numbers.delete(this.ids[e]),this.living[e]=0,this.ids[e]=""}release(e){this.free.push(e)}widen(e,t,i,r,s,o){let l=this.box(e);Ui(l,t,i,r,s,o),this.boxes.set(l,e*Ql)}box(e){return Array.from(this.boxes.subarray(e*Ql,(e+1)*Ql))}hasBox(e){return!ya(this.box(e))}all(){return this.numbers.values()}taken(){return this.size-this.free.length}grow(e){if(this.living.length>=e)return;let t=Math.max(e,1024,this.living.length*2),i=new Float64Array(t*Ql);i.set(this.boxes);let r=new Uint32Array(t);r.set(this.triangles);let s=new Uint8Array(t);s.set(this.living),[this.boxes,this.triangles,this.living]=[i,r,s]}};var uo=-1,Ld=class{constructor(e,t){this.state=e;this.materials=t;this.root.matrixAutoUpdate=!1,this.root.matrixWorldAutoUpdate=!1,this.dress=new jl(this.rows,e),this.batches=this.makeBatches()}state;materials;root=new js;rows=new ec;dress;before=null;batches;levels=[];places=new Int32Array(0);origins=new Map;begun=new Set;reached=null;begin(e){this.clear(),this.rows=new ec;let t=new jl(this.rows,this.state);t.inherit(this.dress),this.dress=t,this.batches=this.makeBatches(),this.levels=e.levels.map(i=>i.id),this.places=new Int32Array(e.rows.ids.length).fill(uo),this.origins.clear();for(let i=0;i<e.rows.ids.length;i++){let r=this.take(e.rows,i);this.places[i]=r,this.origins.set(r,i)}}add(e,t){if(this.begun.has(e.first))throw new Error(`the chunk from row ${e.first} is there already`);if(e.first<0||e.first+e.count>this.places.length)throw new Error(`a chunk of rows ${e.first} to ${e.first+e.count}, of ${this.places.length}`);let i=Kl($l(t,e),r=>this.places[e.first+r]);this.begun.add(e.first),Zl(i,this.rows),this.batches.add(i,!1),this.reached=null}apply(e,t){if(e.reload)throw new Error("a delta of which so much differs that the scene is to be loaded");let i=e.after,r=t&&$l(t,i);if(r&&(i.first<0||i.first+i.count>e.rows.ids.length))throw new Error(`bodies of rows ${i.first} to ${i.first+i.count}, of ${e.rows.ids.length}`);let s=e.changes.filter(l=>l.change==="deleted").map(l=>l.id);for(let l of[...s,...e.before_rows.ids,...e.rows.ids])this.bury(l);this.renumberLevels(e.levels);let o=e.rows.ids.map((l,c)=>this.take(e.rows,c));if(r){let l=Kl(r,c=>o[i.first+c]);Zl(l,this.rows),this.batches.add(l,!0)}this.batches.compact(),this.reached=null}showBefore(e,t){if(this.before?.dispose(),this.before=null,this.reached=null,this.dress.differ([]),!e)return;t&&(this.before=new Id(e,t,this.rows,this.materials,this.dress),this.root.add(this.before.batch.group));let i=Tm(e);this.dress.differ(e.rows.ids.filter(r=>!i.has(r)))}restyle(){this.before?.restyle()}all(){return this.before?[...this.batches.all(),this.before.batch]:this.batches.all()}unpicked(){return this.before?[this.before.batch]:[]}differs(){return this.before!==null||this.dress.differs()}hasScreens(){return this.dress.ghosts||this.before!==null}hasVeils(){return this.all().some(e=>e.meshes().some(t=>t.look===this.materials.glass))}reach(){return this.reached??=ub(this.all()),this.reached}boxOf(e){let t=ir();if(e)for(let i of e){let r=this.rows.find(i),s=this.before?.boxOf(i);r!==uo&&Ui(t,this.rows.boxes,r*6),s&&Ui(t,s)}else for(let i of this.rows.all())(this.state.flags(i)&Ss)===0&&Ui(t,this.rows.boxes,i*6);return ya(t)?null:t}letGo(){for(let e of this.all())e.clear()}restore(){for(let e of this.all())e.restore()}clear(){this.showBefore(null,null),this.batches.dispose(),this.batches.group.removeFromParent(),this.begun.clear()}makeBatches(){let e=new Pd(this.rows,this.materials);return this.root.add(e.group),this.reached=null,e}take(e,t){let i=e.ids[t];if(this.rows.find(i)!==uo)throw new Error(`element ${i} comes twice`);let r=this.rows.take(i,e.categories[t]??"",e.levels[t]??uo);return this.dress.row(r),r}bury(e){let t=this.rows.find(e);if(t===uo)return;let i=this.origins.get(t);i!==void 0&&(this.places[i]=uo,this.origins.delete(t)),this.dress.bury(t),this.batches.bury(t)}renumberLevels(e){let t=e.map(r=>r.id);if(t.length===this.levels.length&&t.every((r,s)=>r===this.levels[s]))return;let i=this.levels.map(r=>t.indexOf(r));for(let r of this.rows.all())this.rows.levels[r]=i[this.rows.levels[r]]??uo;this.levels=t,this.dress.all()}};var hb=50,YR=2e4,$R=3.5,KR=2;function db(n,e){let t=n.getContext("webgl2",{alpha:!1,antialias:!1,depth:!1,stencil:!1});return t&&new Am(new ud({canvas:n,context:t}),t,e)}var Am=class{constructor(e,t,i){this.renderer=e;this.events=i;let r=e.domElement;this.frame=new Ed(e),this.materials.theme(!1),this.loop=new Ad(t,{draw:o=>this.draw(o),finished:o=>this.finished(o)}),this.navigation=new Rd({moved:()=>this.loop.change(),rested:()=>this.rested(),busy:()=>this.loop.busy,reach:()=>this.stage.reach(),height:()=>this.frame.height}),this.input=new Td(r,this.hand()),this.sizes=new ResizeObserver(()=>this.resize()),this.sizes.observe(r);let s={signal:this.heard.signal};addEventListener("resize",()=>this.resize(),s),r.addEventListener("webglcontextlost",()=>this.lose(),s),r.addEventListener("webglcontextrestored",()=>this.restore(),s),this.resize()}renderer;events;state=new vd;materials=new Cd(this.state);stage=new Ld(this.state,this.materials);navigation;frame;loop;input;sizes;heard=new AbortController;settings={edges:!0,dark:!1};share=1;frames=0;cost=0;whole=0;lost=!1;coarse=!1;awaited=null;pivot=[0,0,0];anchor=null;begin(e,t){this.stage.begin(e),this.loop.change(),this.awaited=null,!t&&e.box&&this.welcome(e.box)}add(e,t){this.stage.add(e,t),this.loop.change()}apply(e,t){this.stage.apply(e,t),this.loop.change()}before(e,t){this.stage.showBefore(e,t),this.loop.change()}fade(e){this.share=Math.max(0,Math.min(1,e)),this.materials.share(this.share),this.loop.change()}style(e){this.stage.dress.style(e),this.stage.before?.restyle(),this.loop.change()}select(e){this.stage.dress.select(e),this.loop.change()}hovered(e){this.stage.dress.hover(e)&&this.loop.change()}cut(e){this.materials.cut(e),this.loop.change()}edges(e){this.settings.edges=e,this.loop.change()}theme(e){this.settings.dark=e,this.materials.theme(e),this.loop.change()}fit(e,t=!1){let i=this.stage.boxOf(e);if(i){let r=e?Tx(i,$R):i;this.navigation.fly(xm(this.navigation.aim,r,this.frame.aspect),t)}}look(e,t=!1){this.navigation.fly(Vl(this.navigation.aim,e),t)}orbit(e,t){this.navigation.orbit(e,t,this.navigation.view.target)}pan(e,t){this.navigation.pan(e,t,this.navigation.view.target)}zoom(e){this.navigation.steps(e)}camera(){return Rx(this.navigation.view)}setCamera(e){let t=Px(e,-Math.PI/2);if(!t)throw new Error("a camera that is nowhere");this.awaited=null,this.navigation.jump(t)}project(e){let t=bm(this.navigation.view,this.frame.aspect,e);return t&&[(t[0]+1)/2*this.frame.width,(1-t[1])/2*this.frame.height]}boxOf(e){return this.stage.boxOf(e)}dispose(){this.loop.stop(),this.heard.abort(),this.sizes.disconnect(),this.input.dispose(),this.navigation.dispose(),this.stage.clear(),this.letGo(),this.renderer.dispose(),this.renderer.forceContextLoss()}letGo(){this.stage.letGo(),this.materials.dispose(),this.state.dispose(),this.frame.letGo()}welcome(e){this.awaited=this.frame.width>0?null:e,this.navigation.jump(xm(Vl(this.navigation.aim,"iso"),e,this.frame.aspect))}hand(){return{begin:(e,t)=>{this.pivot=this.pointUnder(e,t),this.navigation.hold(!0),this.hover(null)},orbit:(e,t)=>this.navigation.orbit(e,t,this.pivot),pan:(e,t)=>this.navigation.pan(e,t,this.pivot),end:()=>this.navigation.hold(!1),zoom:(e,t,i)=>this.navigation.zoom(e,this.anchorAt(t,i)),click:(e,t,i)=>this.events.pick(this.hit(e,t),i),twice:(e,t)=>this.fitUnder(e,t),rest:(e,t)=>this.hover(this.quickHit(e,t)),leave:()=>this.hover(null)}}draw(e){this.navigation.step(e),this.coarse=this.navigation.moving&&this.cost>hb,this.state.flush(),this.frame.draw(this.navigation.view,this.stage,this.materials,{...this.settings,most:this.most(),mixing:this.share>0&&this.share<1&&this.stage.differs()})}most(){return this.coarse?Math.max(YR,this.whole*hb/this.cost):1/0}finished(e){if(this.coarse)return;this.cost=e,this.whole=this.frame.triangles;let{triangles:t,draws:i}=this.frame,{dataset:r}=this.renderer.domElement,{eye:s,target:o,parallel:l,height:c}=this.camera();r.triangles=String(t),r.draws=String(i),r.camera=[...s,...o,l?1:0,c].map(u=>+u.toFixed(4)).join(" "),r.frame=String(++this.frames),this.events.frame({triangles:t,draws:i,ms:e})}rested(){this.coarse&&this.loop.change(),this.anchor=null,this.events.camera(this.camera())}resize(){let{clientWidth:e,clientHeight:t}=this.renderer.domElement,i=Math.min(devicePixelRatio,this.frame.software?1:KR);e>0&&t>0&&this.frame.resize(e,t,i)&&(this.awaited&&this.welcome(this.awaited),this.loop.change(),this.loop.now())}lose(){this.lost=!0,this.loop.stop(),this.letGo(),this.events.lost()}restore(){this.lost=!1,this.state.all(),this.stage.restore(),this.loop.go(),this.events.restored()}hit(e,t){if(this.lost)return null;this.state.flush();let i=this.frame.hit(this.navigation.view,this.stage,this.materials,e,t);return i&&{id:this.stage.rows.ids[i.row],point:i.point}}quickHit(e,t){this.loop.now();let i=this.lost?null:this.frame.probe(this.navigation.view,e,t);if(!i?.plain||this.coarse)return this.hit(e,t);let r=this.stage.rows.ids[i.row];return r&&i.point?{id:r,point:i.point}:null}hover(e){this.events.hover(e)}pointUnder(e,t){this.loop.now();let{view:i}=this.navigation,r=this.lost?null:this.frame.probe(i,e,t).point;if(r)return r;let s=-Yn(Oi(i.target,xi(i)),gn(i).back);return gd(i,this.frame.aspect,e/this.frame.width*2-1,1-t/this.frame.height*2,s)}anchorAt(e,t){return(!this.anchor||Math.hypot(e-this.anchor.x,t-this.anchor.y)>2)&&(this.anchor={x:e,y:t,point:this.pointUnder(e,t)}),this.anchor.point}fitUnder(e,t){let i=this.hit(e,t);this.fit(i?[i.id]:void 0,!0)}};var Rr=z(!1),tc=z(!1),Es=z(0);var ZR=[.01,.02,.05,.1,.2,.5,1,2,5,10,20,50,100,200,500,1e3,2e3,5e3],jR=[1,3,6,12,24,60,120,240,600,1200,2400,6e3,12e3,6e4].map(n=>n*.0254);function fb(){Es.value;let n=_t.value,e=document.getElementById("canvas");if(!n||!e||e.clientHeight===0)return null;let{eye:t,target:i,height:r}=n.camera(),o=Math.abs(t[0]-i[0])+Math.abs(t[1]-i[1])<1e-6?0:Math.atan2(i[0]-t[0],i[1]-t[1])*180/Math.PI,l=e.clientHeight/Math.max(r,1e-6),c=Fe.value.unit==="ft-in"?jR:ZR,u=c.filter(m=>m*l<=110).at(-1)??c[0],h=Vt(u*1e3,Fe.value.unit);return a("div",{class:"compass",children:[a("div",{class:"scale",title:d.scaleHint,children:[a("span",{class:"scale-bar",style:{width:Math.round(u*l)+"px"}}),a("span",{children:h})]}),a("svg",{class:"north",viewBox:"0 0 24 24",width:"28",height:"28",role:"img","aria-label":d.north(Math.round(o)),children:a("g",{style:{transform:"rotate("+-o+"deg)",transformOrigin:"12px 12px"},children:[a("path",{d:"M12 3l4 9h-8z",class:"north-point"}),a("path",{d:"M12 21l4-9h-8z",class:"north-tail"})]})})]})}var QR=26;function pb(){Es.value;let n=_t.value;return n?a("div",{class:"pins",children:_f.value.map((e,t)=>{let i=n.project(e.point);if(!i)return null;let r=_f.value.slice(0,t).filter(s=>s.point.join()===e.point.join()).length;return a("button",{type:"button",class:"pin"+(bn.value===e.task?" is-open":""),style:{left:Math.round(i[0])+r*QR+"px",top:Math.round(i[1])+"px"},title:e.title,"aria-label":d.pin(e.title),onClick:()=>{Gt("tasks"),bn.value=e.task},children:e.number},e.task)})}):null}function mb(){Es.value;let n=_t.value,e=Oo.value;if(!n||!mr.value)return null;let t=Fe.value.unit,i=e.map(o=>n.project(o.point)),r=kf(e),s=L0(e);return a(Me,{children:[a("svg",{class:"tape","aria-hidden":"true",children:[i[0]&&i[1]&&a("line",{x1:i[0][0],y1:i[0][1],x2:i[1][0],y2:i[1][1]}),i.map((o,l)=>o&&a("circle",{cx:o[0],cy:o[1],r:"4"},l))]}),a("div",{class:"tape-text",children:[r===null||!s?a("span",{children:e.length===0?d.measureFirst:d.measureSecond}):a(Me,{children:[a("strong",{children:Vt(r,t)}),a("span",{class:"muted",children:d.alongAxes(s.map(o=>Vt(o,t)))})]}),a(te,{kind:"quiet",onClick:()=>mr.value=!1,children:d.done})]})]})}var gb={iso:"iso_se",top:"top",front:"south",right:"east",back:"north",left:"west"},eP=Object.keys(gb),Cm=z("iso");function vb(){let n=ie.value,[e,t]=Qe(""),[i,r]=Qe(null),s=n?Mi(n.model_id,n.branch)+"/picture.png"+yn({at:n.revision,view:gb[Cm.value]}):"";return De(()=>{if(!s)return;let o=new AbortController,l="";return or(s,o.signal).then(c=>{l=URL.createObjectURL(new Blob([c],{type:"image/png"})),t(l),r(null)},c=>{o.signal.aborted||r(c)}),()=>{o.abort(),l&&URL.revokeObjectURL(l)}},[s]),a("div",{class:"picture",children:[a("p",{class:"notice",children:[a(ut,{name:"info"}),a("span",{children:d.noWebGL})]}),a("div",{class:"chips",role:"group","aria-label":d.views,children:eP.map(o=>a("button",{type:"button",class:"chip","aria-pressed":Cm.value===o,onClick:()=>Cm.value=o,children:d.viewNames[o]},o))}),a(Ye,{error:i}),e&&!i&&a("img",{src:e,alt:d.canvas(n?.model_name??"",n?.branch??"",n?.revision??0,n?.head??0,n?.rows.ids.length??0,0)})]})}var tP=["iso","top","front","right","back","left"];function _b(){return a("div",{class:"stage-tools top-left",role:"toolbar","aria-label":d.views,children:[a(ns,{button:a(Me,{children:[a("span",{class:"button-text",children:d.view}),a(ut,{name:"down"})]}),label:d.views,children:n=>a("div",{class:"menu-list",children:tP.map(e=>a("button",{type:"button",class:"menu-item",onClick:()=>{_t.value?.look(e,Qn()),n()},children:d.viewNames[e]},e))})}),a(te,{kind:"quiet",icon:"fit",title:d.fitHint,onClick:()=>at.value.length>0?Do():ei([]),children:d.fit})]})}function yb(){let n=Fe.value.edges,e=So.value!==null,t=at.value.length>0;return a("div",{class:"stage-tools top-right",role:"toolbar","aria-label":d.look,children:[t&&a(te,{kind:"quiet",icon:"eyeOff",label:d.hideSelected,class:"for-selection",onClick:()=>Oc(at.value)}),(t||e)&&a(te,{kind:"quiet",icon:"only",label:e?d.showAll:d.isolateSelected,"aria-pressed":e,class:"for-selection",onClick:()=>Gr(e?[]:at.value)}),e&&a(te,{kind:"quiet",icon:"ghost",label:d.ghostRest,"aria-pressed":Hr.value,onClick:()=>Hr.value=!Hr.value}),a(ns,{align:"right",label:d.section,button:a(ut,{name:"section"}),class:Ri.value.length?"is-on":"",children:()=>a(iP,{})}),a(ns,{align:"right",label:d.colourBy,button:a(ut,{name:"palette"}),class:Wn.value==="own"?"":"is-on",children:()=>a("fieldset",{class:"choices",children:[a("legend",{children:d.colourBy}),["own","category","level","model"].map(i=>a("label",{children:[a("input",{type:"radio",name:"colouring",checked:Wn.value===i,onChange:()=>Wn.value=i}),d.colourings[i]]},i))]})}),a(te,{kind:"quiet",icon:"edges",label:d.edges,"aria-pressed":n,onClick:()=>jn({edges:!n})}),a(te,{kind:"quiet",icon:"measure",label:d.measure,"aria-pressed":mr.value,onClick:()=>su(!mr.value)})]})}var nP=[{axis:"z",before:!1,low:2},{axis:"z",before:!0,low:2},{axis:"x",before:!1,low:0},{axis:"x",before:!0,low:0},{axis:"y",before:!1,low:1},{axis:"y",before:!0,low:1}];function iP(){let n=ie.value?.box;return n?a("div",{class:"sliders",children:[a("p",{class:"muted",children:d.sectionHint}),nP.map(({axis:e,before:t,low:i})=>{let r=n[i],s=n[i+3],o=Math.max(.1,(s-r)*.02),l=r-o,c=s+o,u=t?l:c,h=Ri.value.find(f=>f.axis===e&&f.before===t),m=h?.at??u,p=h?Vt(Math.round(m*1e3),Fe.value.unit):d.notCut;return a("label",{class:"slider",children:[a("span",{children:d.cutSides[e][t?1:0]}),a("input",{type:"range",min:l,max:c,step:(c-l)/400,value:m,"aria-valuetext":p,onInput:f=>{let _=f.currentTarget.valueAsNumber,S=Math.abs(_-u)<(c-l)/399;Ri.value=z_(Ri.value,e,t,S?null:_)}}),a("output",{class:"nowrap",children:p})]},e+t)}),a(te,{onClick:()=>Ri.value=[],disabled:Ri.value.length===0,children:d.noSection})]}):a("p",{class:"muted",children:d.nothingDrawn})}function bb(){let n=ie.value;return xn.value&&xn.value.length===0?a(sP,{}):tc.value?a(Ea,{title:d.contextLost}):Vi.value?a(oP,{}):nf.value&&!Ds.value?a(lP,{}):ka.value||!n&&Hi.value?a(aP,{}):n&&n.rows.ids.length===0?a(Ea,{title:d.modelEmptyTitle,children:d.modelEmptyHint}):n&&rP()?a(Ea,{title:d.allHidden,children:a(te,{kind:"primary",onClick:Mo,children:d.showAll})}):a(cP,{})}function rP(){if(!Uc.value)return!1;let n=ie.value?.rows.categories??[];return n.length>0&&n.every(e=>hi.value.has(e))}function Ea({title:n,children:e}){return a("div",{class:"stage-state",children:a("div",{children:[a("h2",{children:n}),typeof e=="string"?a("p",{children:e}):e]})})}var xb="bimstream mcp --print-config";function sP(){return a(Ea,{title:d.noModel,children:[a("p",{children:d.noModelHint}),a("p",{class:"copy",children:[a("code",{children:xb}),a(te,{icon:"copy",label:d.copy,onClick:()=>{navigator.clipboard?.writeText(xb)}})]})]})}function oP(){return a(Ea,{title:d.notLoaded,children:[a(Ye,{error:Vi.value,retry:()=>{Fa()}}),Jg(Vi.value)&&se.value.at!==""&&a(te,{kind:"primary",onClick:Fr,children:d.goLive})]})}function aP(){let[n,e]=Qe(!1);if(De(()=>{let i=setTimeout(()=>e(!0),300);return()=>clearTimeout(i)},[]),!n)return null;let t=ka.value;return a("div",{class:"loading",role:"status",children:[t?a("progress",{max:Math.max(1,t.total),value:t.done,"aria-label":d.loading}):a("progress",{"aria-label":d.loading}),a("span",{children:t?d.loadingLevel(t.level,t.done,t.total):d.loading})]})}var nc=z(new Set);function lP(){let n=ie.value,e=n.levels.map((t,i)=>n.chunks.filter(r=>r.level===i).reduce((r,s)=>r+s.count,0));return a(Ea,{title:d.tooLarge,children:[a("p",{children:d.tooLargeHint(He(n.rows.ids.length))}),a("fieldset",{class:"choices scroll",children:[a("legend",{children:d.storeys}),n.levels.map((t,i)=>a("label",{children:[a("input",{type:"checkbox",checked:nc.value.has(t.id),onChange:r=>{let s=new Set(nc.value);r.currentTarget.checked?s.add(t.id):s.delete(t.id),nc.value=s}}),a("bdi",{children:t.name})," ",a("span",{class:"muted",children:st(e[i]??0,"element","elements")})]},t.id))]}),a(te,{kind:"primary",disabled:nc.value.size===0,onClick:()=>qg(nc.value),children:d.load})]})}function cP(){let n=ie.value?.left_out.length??0;return a("div",{class:"stage-notices",children:[Xr.value&&a("p",{class:"notice",role:"status",children:[Xr.value==="model"?d.lostModel(Ut.value?.name??""):d.lostBranch(se.value.branch)," ",a(te,{kind:"quiet",onClick:()=>Xr.value="",children:d.close})]}),n>0&&a("details",{class:"notice",children:[a("summary",{children:d.leftOut(n)}),a("ul",{children:ie.value.left_out.slice(0,20).map(e=>a("li",{dir:"auto",children:e.reason},e.element_id))})]})]})}function Sb(){let n=In(null);return De(()=>n.current?dP(n.current):void 0,[]),a("section",{class:"stage","aria-label":d.picture,children:[a("canvas",{ref:n,id:"canvas",tabIndex:0,role:"img","aria-label":uP(),"aria-describedby":"canvas-keys",hidden:Rr.value,onKeyDown:k0}),a("span",{id:"canvas-keys",class:"hidden-text",children:d.canvasKeys}),Rr.value&&a(vb,{}),!Rr.value&&a(_b,{}),!Rr.value&&a(yb,{}),a(F0,{}),!Rr.value&&a(pb,{}),!Rr.value&&a(fb,{}),!Rr.value&&a(mb,{}),a(hP,{}),a(I_,{}),a(bb,{})]})}function uP(){let n=ie.value;if(!n)return Vi.value?d.noPicture:d.loading;let e=at.value.length;return d.canvas(Ut.value?.name??n.model_name,n.branch,n.revision,n.head,n.rows.ids.length,e)}function hP(){let n=Ai.value?pn(Ai.value):null;if(!n)return null;let e=Ti(n.level);return a("div",{class:"hovering","aria-hidden":"true",children:[a("bdi",{children:n.name||d.unnamed(n.category)}),a("span",{class:"muted",children:[Ie(n.category),e&&", ",a("bdi",{children:e})]})]})}function dP(n){let e=db(n,{pick(i,r){if(mr.value){i&&I0(i);return}i?r?Vr(i.id):Qt([i.id]):r||Qt([])},hover(i){Ai.value=i?.id??null},camera(i){let r=i.parallel?i.height:0;To.value={eye:i.eye,target:i.target,height:r}},frame(i){Es.value=Es.value+1,n.dataset.frame=String(Es.peek()),n.dataset.triangles=String(i.triangles)},lost(){tc.value=!0,ft(d.contextLost)},restored(){tc.value=!1,ft(d.contextBack)}});if(Rr.value=e===null,!e)return()=>{};_t.value=e;let t=fP(e);return()=>{for(let i of t)i();_t.value=null,e.dispose()}}function fP(n){return[Ke(()=>n.theme(Kc())),Ke(()=>n.edges(Fe.value.edges)),Ke(()=>n.select(at.value)),Ke(()=>n.hovered(Ai.value)),Ke(()=>{ie.value&&n.style(Ev())}),Ke(()=>{ie.value,n.cut(B_(Ri.value))}),Ke(()=>{let e=lr.value>0?Vc.value:null;e&&(n.setCamera(vf(e)),Vc.value=null)}),Ke(()=>{lr.value,jg()}),Ke(()=>n.fade(Ei.value)),Ke(()=>{document.body.classList.toggle("is-waiting",Hi.value)})]}var Rm=wt(async(n,e,t)=>{let{model:i,branch:r}=se.value,s={model_id:i,branch:r,at:n,name:e,dry_run:!1};t&&(s.description=t),await vt("tag_revision",s),ft(d.tagged(e,n)),qi.value=null,await Promise.all([Ur(),$r()])});function Mb({revision:n}){let[e,t]=Qe(""),[i,r]=Qe(""),s=()=>{qi.value=null};return a(Xn,{title:d.tagRevision(n),close:s,children:a("form",{onSubmit:o=>{o.preventDefault(),Rm.run(n,e,i)},children:[a(Pt,{label:d.name,hint:d.tagHint,children:a("input",{required:!0,maxLength:100,value:e,onInput:o=>t(o.currentTarget.value)})}),a(Pt,{label:d.description,children:a("input",{maxLength:1e3,value:i,onInput:o=>r(o.currentTarget.value)})}),a(Ye,{error:Rm.trouble.value}),a("footer",{class:"dialog-actions",children:[a(te,{onClick:s,children:d.cancel}),a(te,{kind:"primary",type:"submit",disabled:e.trim()===""||Rm.busy.value,children:d.tag})]})]})})}var Pm=wt(async n=>{let e=await Ov(n);fi.value=null,ft(d.taskAdded),Gt("tasks"),bn.value=e}),pP=["low","normal","high","critical"];function wb({from:n}){let[e,t]=Qe({title:n.title,description:"",priority:"normal",due:"",assignee:"",elements:n.elements,findings:n.findings}),i=o=>t({...e,...o}),r=()=>{fi.value=null},s=n.elements.slice(0,5).map(xo);return a(Xn,{title:d.newTask,close:r,children:a("form",{onSubmit:o=>{o.preventDefault(),Pm.run(e)},children:[a("p",{class:"muted",children:n.elements.length===0?d.taskAboutNothing:d.taskAbout(n.elements.length>5?st(n.elements.length,"element","elements"):cr(s))}),a(Pt,{label:d.titleWord,children:a("input",{required:!0,maxLength:200,value:e.title,onInput:o=>i({title:o.currentTarget.value})})}),a(Pt,{label:d.description,children:a("textarea",{rows:3,maxLength:4e3,value:e.description,onInput:o=>i({description:o.currentTarget.value})})}),a("div",{class:"columns",children:[a(Pt,{label:d.priorityWord,children:a("select",{value:e.priority,onChange:o=>i({priority:o.currentTarget.value}),children:pP.map(o=>a("option",{value:o,children:d.priorities[o]},o))})}),a(Pt,{label:d.due,children:a("input",{type:"date",value:e.due,onInput:o=>i({due:o.currentTarget.value})})}),a(Pt,{label:d.assignee,children:a("input",{maxLength:200,value:e.assignee,onInput:o=>i({assignee:o.currentTarget.value})})})]}),a(Ye,{error:Pm.trouble.value}),a("footer",{class:"dialog-actions",children:[a(te,{onClick:r,children:d.cancel}),a(te,{kind:"primary",type:"submit",disabled:e.title.trim()===""||Pm.busy.value,children:d.addTask})]})]})})}var Eb={light:{created:"#00664a",modified:"#b36b00",deleted:"#a8281e",line:"#d0d7de",text:"#57606a",mark:"#57606a",range:"rgb(11 92 173 / 12%)",lanes:["#0b5cad","#8a4b00","#7a3e9d","#00664a"]},dark:{created:"#4ecca3",modified:"#ffb454",deleted:"#ff8a80",line:"#30363d",text:"#9aa4ae",mark:"#9aa4ae",range:"rgb(108 178 255 / 18%)",lanes:["#6cb2ff","#ffb454","#d2a8ff","#4ecca3"]}},Im=5,mP=4,ic=14;function Lm(n,e,t){return t.inset+(t.width-2*t.inset)*(e<=0?1:Math.max(0,n)/e)}function Tb(n){let e=new Map;for(let t of n.buckets)for(let i of t.authors)e.set(i,(e.get(i)??0)+1);return[...e].sort((t,i)=>i[1]-t[1]||(t[0]<i[0]?-1:1)).slice(0,mP).map(([t])=>t)}function Ab(n,e,t){let i=devicePixelRatio||1,r=[Math.round(t.width*i),Math.round(t.height*i)];(n.width!==r[0]||n.height!==r[1])&&([n.width,n.height]=r);let s=n.getContext("2d");if(!s)return;s.setTransform(i,0,0,i,0,0),s.clearRect(0,0,t.width,t.height);let o=t.dark?Eb.dark:Eb.light,l=t.height-t.authors.length*Im,c=l-3,u=h=>Lm(h,e.head,t);if(t.compared!==null){let[h,m]=[u(Math.min(t.compared,t.shown)),u(Math.max(t.compared,t.shown))];s.fillStyle=o.range,s.fillRect(h,ic,Math.max(1,m-h),t.height-ic)}s.fillStyle=o.line,s.fillRect(t.inset,c,t.width-2*t.inset,1),gP(s,e,o,u,c),vP(s,e,o.lanes,t,u,l),_P(s,e,o,t,u,c)}function gP(n,e,t,i,r){let s=Math.max(1,...e.buckets.map(l=>l.created+l.modified+l.deleted)),o=r-ic-2;for(let l of e.buckets){let c=i(l.first-1),u=Math.max(1,i(l.last)-c-(e.buckets.length<200?1:0)),h=l.created+l.modified+l.deleted;if(h===0)continue;let m=Math.max(2,o*Math.log1p(h)/Math.log1p(s)),p=r;for(let f of["created","modified","deleted"]){let _=m*l[f]/h;n.fillStyle=t[f],n.fillRect(c,p-_,u,_),p-=_}}}function vP(n,e,t,i,r,s){i.authors.forEach((o,l)=>{n.fillStyle=t[l%t.length];for(let c of e.buckets){if(!c.authors.includes(o))continue;let u=r(c.first-1);n.fillRect(u,s+l*Im+1,Math.max(1,r(c.last)-u),Im-2)}})}function _P(n,e,t,i,r,s){n.font="10px system-ui, sans-serif",n.textBaseline="top";let o=-1/0;for(let l of e.marks){let c=r(l.revision);if(n.fillStyle=t.mark,n.fillRect(Math.round(c),ic-2,1,s-ic+2),l.name==="")continue;let u=(l.kind==="tag"?l.name:l.kind+" "+l.name).slice(0,28),h=n.measureText(u).width,m=Math.min(Math.max(0,c-3),i.width-h);m<o||(n.fillStyle=t.text,n.fillText(u,m,1),o=m+h+8)}}var Rb=8,Dm=z(null);function Pb(){return a("section",{class:"timeline"+(kr.value?"":" is-past"),"aria-label":d.timeLine,children:[a("div",{class:"timeline-bar",children:[a("div",{class:"transport",children:[a(te,{kind:"quiet",icon:"previous",label:d.previousRevision,disabled:!!Je.value,onClick:()=>{pr(-1)}}),a(te,{kind:"quiet",icon:Yi.value?"pause":"play",label:Yi.value?d.stop:d.play,disabled:!!Je.value,onClick:lu}),a(te,{kind:"quiet",icon:"next",label:d.nextRevision,disabled:!!Je.value,onClick:()=>{pr(1)}}),a("label",{class:"speed",children:[a("span",{class:"hidden-text",children:d.speed}),a("select",{value:String(au.value),onChange:n=>au.value=Number(n.currentTarget.value),children:[1,2,5,10].map(n=>a("option",{value:n,children:d.perSecond(n)},n))})]})]}),a(yP,{}),a("div",{class:"transport",children:[Ht("tag_revision")&&ie.value&&a(te,{kind:"quiet",icon:"tag",label:d.tagThis,onClick:()=>qi.value=ie.value.revision}),a(te,{kind:"quiet",icon:"compare","aria-pressed":se.value.diff!=="",disabled:!!Je.value,title:d.compareHint,onClick:No,children:d.compare}),a(te,{kind:kr.value?"quiet":"primary",icon:"live",disabled:kr.value&&!Je.value,title:d.goLive,onClick:()=>{Ws(),Fr()},children:d.live})]})]}),a(xP,{})]})}function yP(){let n=ie.value,e=Ya.value;return n?a("p",{class:"caption",children:[a("strong",{class:"nowrap",children:n.revision<0?d.beginning:d.revisionOf(n.revision,n.head)}),a(Mt,{at:e?.at??n.at}),e&&a(Me,{children:[a(Mn,{user:e.user,agent:e.agent}),a("span",{class:"nowrap",children:[Ie(e.tool)," ",ks(e)]}),e.reason&&a("span",{class:"reason",dir:"auto",title:e.reason,children:["“",Gi(e.reason,200),"”"]})]})]}):a("p",{class:"caption muted"})}function xP(){let n=In(null),e=In(null),[t,i]=Qe({width:0,height:0}),r=xf.value?.data??null,s=ie.value,o=Dm.value??s?.revision??0,l=bP(),c=Kc(),u=r?Tb(r):[];De(()=>{let m=e.current;if(!m)return;let p=new ResizeObserver(()=>i({width:m.clientWidth,height:m.clientHeight}));return p.observe(m),()=>p.disconnect()},[]),De(()=>{n.current&&r&&t.width>0&&Ab(n.current,r,{...t,inset:Rb,dark:c,shown:o,compared:l,authors:u})},[r,t,o,l,c]);let h=Math.max(s?.head??0,r?.head??0);return a("div",{class:"strip-box",children:[a("div",{class:"strip",ref:e,onPointerMove:m=>r&&EP(m,r,t.width),onPointerLeave:()=>Nm.value=null,children:[a("canvas",{ref:n,"aria-hidden":"true"}),a("input",{type:"range",class:"strip-range","aria-label":d.timeLine,min:"0",max:h,value:Math.max(0,o),disabled:!s||!!Je.value||h===0,"aria-valuetext":Cb(o),onKeyDown:wP,onInput:m=>r&&SP(m.currentTarget.valueAsNumber,r,h),onChange:()=>{Dm.value=null,qr.value=!1}}),a(TP,{})]}),l!==null&&!Je.value&&a("label",{class:"compare-range",children:[a("span",{children:d.comparedWith}),a("input",{type:"range",min:"0",max:h,value:l,"aria-valuetext":Cb(l),onInput:m=>r&&je({diff:String(Ib(m.currentTarget.valueAsNumber,r))})}),a("output",{children:l})]})]})}function bP(){let{diff:n}=se.value;return/^\d+$/.test(n)?Number(n):null}function Cb(n){let e=Ya.value,t=e&&e.first<=n&&n<=e.last?e:null;return d.revisionText(n,t?kc(t.at):"",t?Ie(t.tool):"",t?t.agent||t.user:"")}function Ib(n,e){return e.buckets.find(i=>n<=i.last)?.last??e.head}function SP(n,e,t){Ws(),qr.value=!0;let i=Ib(n,e);Dm.value=n,je({at:i>=t?"":String(i)})}var MP={ArrowLeft:-1,ArrowDown:-1,ArrowRight:1,ArrowUp:1};function wP(n){let e=MP[n.key];!e||n.ctrlKey||n.metaKey||n.altKey||(n.preventDefault(),Ws(),pr(e))}var Nm=z(null);function EP(n,e,t){let i=n.clientX-n.currentTarget.getBoundingClientRect().left,r=e.buckets.find(s=>i<=Lm(s.last,e.head,{width:t,inset:Rb}));Nm.value=r?{x:i,bucket:r}:null}function TP(){let n=Nm.value;if(!n)return null;let{bucket:e}=n;return a("div",{class:"pointed","aria-hidden":"true",style:{left:"clamp(0px, "+Math.round(n.x)+"px, calc(100% - 220px))"},children:[a("strong",{children:d.revisionShort(e.first,e.last)})," ",ks(e),a("span",{class:"block",children:Ns(e.to)}),a("span",{class:"block muted",dir:"auto",children:e.authors.join(", ")})]})}var rc=z(null),Dd=z(null),Nd=wt(async(n,e,t)=>{let{model:i,branch:r}=se.value;await vt("undo",{model_id:i,branch:r,revision:n.last,expected_revision:e,reasoning:t,dry_run:!1}),ft(d.undone(Ie(n.tool))),Xi.value=null});function Lb({change:n}){let[e,t]=Qe(""),i=ie.value?.head??0;De(()=>{let{model:s,branch:o}=se.value;rc.value=null,Dd.value=null,Nd.trouble.value=null,vt("undo",{model_id:s,branch:o,revision:n.last,dry_run:!0}).then(l=>rc.value=l,l=>Dd.value=l)},[n.last,i]);let r=()=>{Xi.value=null};return a(Xn,{title:d.undoTitle,close:r,children:[a("p",{class:"what",children:[a("strong",{children:Ie(n.tool)})," ",a(Mn,{user:n.user,agent:n.agent})," ",a(Mt,{at:n.at})]}),a(wn,{text:n.reason}),a(Ye,{error:Dd.value}),!rc.value&&!Dd.value&&a("p",{class:"muted",role:"status",children:d.foretelling}),rc.value&&a("form",{onSubmit:s=>{s.preventDefault(),Nd.run(n,i,e)},children:[a("h3",{children:d.wouldDo}),a(xu,{effect:rc.value}),a(Pt,{label:d.reasonOptional,children:a("textarea",{rows:2,value:e,maxLength:1e3,onInput:s=>t(s.currentTarget.value)})}),a(Ye,{error:Nd.trouble.value}),a("footer",{class:"dialog-actions",children:[a(te,{onClick:r,children:d.cancel}),a(te,{kind:"primary",type:"submit",disabled:Nd.busy.value,children:d.undoChange})]})]})]})}function AP(){return ts.value!=="granted"?a(w0,{}):a(CP,{})}function CP(){De(RP,[]);let n=()=>{Wr.value==="wide"?jn({left:Fe.value.left>0?0:264}):wo.value=!wo.value};return a("div",{class:"page page-"+Wr.value,children:[a("a",{class:"skip",href:"#canvas",children:d.skip}),a(T0,{toggleLeft:n}),a(M0,{}),a("main",{class:"main",children:[Wr.value!=="narrow"&&a(S_,{}),a(Sb,{}),Wr.value==="narrow"&&a(A_,{}),a(E_,{})]}),a(Pb,{}),a("p",{class:"status-line",role:"status",dir:"auto",children:bc.value}),Vs.value&&a(b0,{}),Zr.value&&a(A0,{}),Ro.value&&a(O_,{}),Xi.value&&a(Lb,{change:Xi.value}),fi.value&&a(wb,{from:fi.value}),jr.value&&a(R_,{sides:jr.value}),qi.value!==null&&a(Mb,{revision:qi.value})]})}function RP(){let n="",e=[],t=Sn.value?.server.instance??"";return Ur().then(()=>{e.push(Lv()),e.push(Ke(()=>{se.value,Je.value,_t.value,Gn.value,Ds.value,Or.value,rf()}),Ke(()=>{ie.value,se.value.diff,Je.value,Zg()}),Ke(()=>{let i=se.value.model+`
`+se.value.branch;i===n||!se.value.model||(n=i,$r(),Yr(),Kr())}),PP(),IP(),LP(),DP(),P_(),R0(),Vv(),NP(),kP())},i=>Vi.value=i),Qr(),e.push(u0(t,a0)),()=>{for(let i of e)i()}}function PP(){let n="";return Ke(()=>{let e=ie.value?.model_id??"";e===""||e===n||(n=e,y_())})}function IP(){let n=se.value.diff;return Ke(()=>{let{diff:e}=se.value;e!==""&&n===""&&St.peek()==="element"&&at.peek().length===0&&Gt("diff"),e===""&&n!==""&&St.peek()==="diff"&&Gt("element"),n=e})}function LP(){return Ke(()=>{let n=at.value;n.length>0&&Is(()=>bc.value=d.selectedNames(n))})}function DP(){return Ke(()=>{let n=Ut.value?.name,e=Ji.value?.length??0;document.title=(e>0?"("+e+") ":"")+(n?n+" – bimstream":"bimstream")})}function NP(){return Ke(()=>{let n=xn.value?.[0];n&&se.peek().model===""&&wc(n.id)})}function kP(){let n=0;return Ke(()=>{let e=es.value.state;e==="lost"&&n===0&&(n=Date.now()),e==="online"&&n>0&&(Date.now()-n>6e4&&Tf(),n=0)})}i0();eu();var Db=document.getElementById("page");Db&&rg(a(AP,{}),Db);
/*! Bundled license information:

three/build/three.core.js:
three/build/three.module.js:
  (**
   * @license
   * Copyright 2010-2026 Three.js Authors
   * SPDX-License-Identifier: MIT
   *)
*/
