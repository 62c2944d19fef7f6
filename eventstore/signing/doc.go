// Package signing lets an installation certify the log that it writes, with a key that is kept outside the store.
//
// A hash chain reveals changes within a stream, unless someone recomputed the chain or cut off its end. A [Store],
// which wraps any engine, therefore signs the ends of the streams: after a number of events, shortly after the last
// event, and on closing. The signed heads are events in a stream of the installation's key, and are copied with the
// store. The [Installation] also keeps records beside the key of what it has signed in which store. If someone cuts off
// heads together with the events that they cover, these records show it. [Verify] checks a store against both.
//
// The same key makes codes (HMAC-SHA256) for data that is kept outside the log and trusted without reading the log,
// such as folded states: see [Installation.Seal].
//
// Read [Head] first, then [Store], then [Verify]. The types: [Installation] is the folder with the key, [Head] is the
// signed content, [Report] is the result of a verification.
//
// Caveats: events after the last signed head are protected only by the hash chains. A store that is set back as a whole
// to an older state looks like an older copy. This is detected only at the place of the newer store, or if the
// installation knows newer heads of that copy.
package signing
