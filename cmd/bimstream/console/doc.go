// Package console holds the output of commands to a person at a terminal, and the input from that person.
//
// [Say] writes foreign texts so that they neither leave their line nor control the terminal. [Output] and [Errors] are
// the standard streams with the same protection. [Counter] shows the progress of a long run. [OpenTerminal] returns the
// terminal, for a question that only a person may answer.
package console
