// Package console is what commands write to a person at a terminal and read from them.
//
// [Say] writes texts of others so that they neither leave their line nor steer the terminal; [Output] and [Errors] are
// the standard streams with the same protection. [Counter] shows how far a long run is, and [OpenTerminal] gives the
// terminal for a question that no program may answer.
package console
