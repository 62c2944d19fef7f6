// Package modeltest compares an engine of eventstore with another one over random histories: both must accept and
// refuse the same appends and answer the same reads. There is one function, [Run]. It is apart from storetest because
// it needs a library for property tests, which the program itself, where storetest runs too, does not.
package modeltest
