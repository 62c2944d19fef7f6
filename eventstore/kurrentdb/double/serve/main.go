package main

import (
	"bufio"
	"flag"
	"fmt"
	"os"

	"github.com/bimstream/bimstream/eventstore/kurrentdb/double"
)

func main() {
	address := flag.String("address", "", "host:port; default a free port of the loopback interface")
	flag.Parse()
	server, err := double.Start(double.Options{Address: *address})
	if err == nil {
		fmt.Println(server.URL())
		err = obey(server)
		server.Stop()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "serve:", err)
		os.Exit(1)
	}
}

// obey does what the lines of standard input say, and confirms each.
func obey(server *double.Server) error {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		switch line := lines.Text(); line {
		case "lose-answer":
			server.Inject(double.Fault{On: double.Append, Effect: double.CutAfter})
		case "unavailable":
			server.Inject(double.Fault{On: double.Append, Effect: double.Unavailable})
		case "stop":
			server.Stop()
		case "restart":
			if err := server.Restart(); err != nil {
				return err
			}
		default:
			return fmt.Errorf("no fault is called %q", line)
		}
		fmt.Println("ok")
	}
	return lines.Err()
}
