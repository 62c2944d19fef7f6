// Command parsetime measures how long reading a STEP file takes on one processor: the best of five runs, in seconds.
package main
