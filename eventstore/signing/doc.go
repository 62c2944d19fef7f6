// Package signing lets an installation vouch for the log that it writes, with a key that is kept outside of the store.
//
// A hash chain shows what was changed within a stream, unless whoever changed it computed the chain anew or cut its end
// off. So a [Store], which wraps any engine, signs now and then where the streams end: after so many events, shortly
// after the last one, and when it is closed. The signed heads are events of a stream of the installation's key, and
// travel with the store; [Installation] keeps beside the key what it has signed of which store, so that heads cannot be
// cut off together with what they are about. [Verify] holds a store against both.
//
// The same key makes the codes (HMAC-SHA256) of what is kept beside the log and believed without reading it, such as
// folded states: see [Installation.Seal].
//
// Read [Head] first, then [Store], then [Verify]. The types: [Installation] is the folder with the key; [Head] what is
// signed; [Report] what a verification found.
//
// Caveats: what was appended after the last signed head is protected by the chains alone. A store that is set back, as
// a whole, to an older state looks like an older copy of it: that is told at the place where the newer one was, and of
// copies of which this installation knows newer heads.
package signing
