// Command parsetime says how long reading a STEP file takes on one processor: the best of five, in seconds.
package main
