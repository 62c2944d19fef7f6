// Package step reads and writes ISO 10303-21 files (STEP physical files, editions 1 to 3). It does not depend on a
// schema: it handles the instances of any schema as numbers, names and values.
//
// A [File] is a header and a list of [Instance]; an instance's arguments are [Value]s, a closed set of small types
// ([Int], [Real], [String], [Enum], [Logical], [Binary], [Ref], [List], [Typed], [Null], [Derived]).
//
// There are three ways to read a file. [Parse] and [ParseBytes] build a whole File, to check it or to write it again.
// [Reader] returns one instance at a time and holds one statement in memory. [Open] builds a [Document], an index by id
// and by entity name over the bytes, which decodes an instance on demand. [Write] and [Writer] write a file and are
// deterministic: the same File gives the same bytes.
//
// Read [Value], then [Reader.Next], then the parser's value method.
//
// Caveats:
//   - Reading is tolerant: a statement that cannot be read is reported with its position ([SyntaxError]), and reading
//     continues. Everything that could be read is returned together with the error.
//   - Several DATA sections are read as one, and their parameters are not kept. The sections ANCHOR, REFERENCE and
//     SIGNATURE of edition 3 are reported and skipped.
//   - Line ends inside a string are dropped, as ISO 10303-21 clause 5.2 requires (old writers fold long lines
//     anywhere).
//   - Bytes above 127 in a string, which editions 1 and 2 forbid, are read as UTF-8 if they are valid UTF-8, otherwise
//     as ISO 8859-1.
package step
