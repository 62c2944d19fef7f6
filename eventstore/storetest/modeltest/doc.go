// Package modeltest compares an engine of eventstore with another one over random histories: both must accept and
// refuse the same appends and return the same results when read. Its only function is [Run]. It is separate from
// storetest because it needs a library for property tests. The program itself runs storetest, but must not depend on
// that library.
// refuse the same appends and answer the same reads. There is one function, [Run]. It is apart from storetest because
// it needs a library for property tests, which the program itself, where storetest runs too, does not.
package modeltest
