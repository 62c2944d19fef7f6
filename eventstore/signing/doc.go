// Package signing lets an installation certify the log that it writes, with a key that is kept outside the store.
//
// A hash chain reveals changes within a stream, unless someone recomputed the chain or cut off its end. So a [Store],
// which wraps any engine, regularly signs the ends of the streams: after a number of events, shortly after the last
// event, and on closing. The signed heads are events in a stream of the installation's key, and are copied with the
// store. The [Installation] also records beside the key what it has signed in which store, so that heads cannot be cut
// off together with the events that they cover. [Verify] checks a store against both.
//
// The same key makes the codes (HMAC-SHA256) of data that is kept outside the log and trusted without reading the log,
// such as folded states: see [Installation.Seal].
//
// Read [Head] first, then [Store], then [Verify]. The types: [Installation] is the folder with the key, [Head] is the
// signed content, [Report] is the result of a verification.
//
// Caveats: only the chains protect events after the last signed head. A store that is set back as a whole to an older
// state looks like an older copy. This is detected at the place of the newer store, and for copies of which this
// installation knows newer heads.
package signing
