// Serve runs a double of a KurrentDB node for clients in other processes: go run ./eventstore/kurrentdb/double/serve
// [-address host:port] [-delay 2ms] [-flush folder] [-limit bytes] [-told-first]. It prints its connection string on
// standard output and serves until standard input ends. Each line on standard input triggers one action: "lose-answer",
// "unavailable", "freeze", "thaw", "stop" or "restart".
package main
