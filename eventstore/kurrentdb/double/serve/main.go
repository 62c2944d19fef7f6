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
	delay := flag.Duration("delay", 0, "what each call takes before anything of it happens")
	flush := flag.String("flush", "", "folder of a file that every append is written and flushed to; default none")
	limit := flag.Int("limit", 0, "bytes that one append may have; default 1 MiB")
	batches := flag.Bool("batches", true, "take many appends over one call (BatchAppend)")
	toldFirst := flag.Bool("told-first", false, "tell those who follow of every other append before its writer")
	flag.Parse()
	server, err := start(double.Options{Address: *address, Delay: *delay, MaxAppendSize: *limit,
		NoBatches: !*batches, ToldFirst: *toldFirst}, *flush)
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

func start(options double.Options, flush string) (*double.Server, error) {
	options.Log = double.NewLog()
	if flush != "" {
		if err := options.Log.Flush(flush); err != nil {
			return nil, err
		}
	}
	return double.Start(options)
}

// obey performs the action named by each line of standard input, and confirms it.
func obey(server *double.Server) error {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		switch line := lines.Text(); line {
		case "lose-answer":
			server.Inject(double.Fault{On: double.Append, Effect: double.CutAfter})
		case "unavailable":
			server.Inject(double.Fault{On: double.Append, Effect: double.Unavailable})
		case "freeze":
			server.Freeze()
		case "thaw":
			server.Thaw()
		case "calls":
			fmt.Printf(`{"append":%d,"read":%d,"subscribe":%d}`+"\n", server.Calls(double.Append),
				server.Calls(double.Read), server.Calls(double.Subscribe))
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
