// Package sessionlog keeps the decision trail of models: [Log] folds the stream of a model's sessions to a book of the
// package domain/sessions, and to the Merkle tree of each session.
//
// A tree is built as in RFC 6962, section 2.1, with SHA-256: its leaves are the records of the session before its
// finalisation, in the order of the stream, and the input of a leaf is [Input], the record's JSON. [Tree.Root],
// [Tree.Inclusion] and [Tree.Consistency] are what RFC 6962 calls MTH, PATH and PROOF.
package sessionlog
