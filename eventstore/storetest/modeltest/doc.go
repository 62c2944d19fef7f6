// Package modeltest compares an engine of eventstore with another one on random histories. Both must accept and refuse
// the same appends, and return the same results when read. Its only function is [Run]. It is separate from storetest,
// because it needs a library for property tests. The program itself runs storetest, and must not depend on that
// library.
package modeltest
