package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
	"github.com/bimstream/bimstream/geometry/processors"
	"github.com/bimstream/bimstream/mcp"
	"github.com/bimstream/bimstream/mcp/web"
	"github.com/bimstream/bimstream/mcp/wire"
)

// webOptions are the flags of bimstream web.
type webOptions struct {
	serveOptions
	port int
}

// defaultPort is the port of the page. It is fixed, so that links to a state survive restarts.
const defaultPort = 7423

func webCommand() *cobra.Command {
	var o webOptions
	c := &cobra.Command{
		Use:   "web",
		Short: "Serve the page on which a person sees models and their history, and decides on what agents ask for",
		Long: "Serve the page on which a person sees models and their history, and decides on what agents ask for, " +
			"to browsers of this\nmachine. What it prints has a key that lets one browser in, within 10 minutes; " +
			"Enter prints " +
			"another one. A decision\non the page counts as level client, with a code that this terminal shows as tty.",
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			o.principalFile = namedFile(c, "principal", &o.principal)
			return serveWeb(c.Context(), c.OutOrStdout(), o)
		},
	}
	f := c.Flags()
	o.AddFlags(f)
	o.limits.flags(f)
	f.IntVar(&o.port, "port", defaultPort, "port of localhost; 0 takes a free one")
	f.StringVar(&o.out, "out", "", "folder of exported files; default a folder out beside the store")
	f.StringVar(&o.principal, "principal", "", "JSON file that says who looks (or a token in "+mcp.TokenEnvironment+
		", or JSON in "+mcp.PrincipalEnvironment+")")
	f.BoolVar(&o.verbose, "verbose", false, "log more to standard error")
	return c
}

// serveWeb serves the page until ctx ends.
func serveWeb(ctx context.Context, out io.Writer, o webOptions) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	go giveMemoryBack(ctx, func() {})
	processors.KeepSpare()
	if err := o.limits.apply(); err != nil {
		return err
	}
	level := slog.LevelWarn
	if o.verbose {
		level = slog.LevelDebug
	}
	logger := slog.New(slog.NewJSONHandler(console.Errors, &slog.HandlerOptions{Level: level}))
	caller, err := launchPrincipal(o.serveOptions)
	if err != nil {
		return err
	}
	o.set = string(mcp.SetFull)
	store, err := openStore(ctx, o.serveOptions)
	if err != nil {
		return err
	}
	o.caller = caller
	recordFile(ctx, caller, store, logger)
	server, backend, err := newServer(store, caller.Principal(), nil, o.serveOptions, logger)
	if err == nil {
		err = servePage(ctx, out, served{server, backend, store, caller.Principal()}, o, logger)
		closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), closeWithin)
		defer cancel()
		err = errors.Join(err, server.Close(closing))
	}
	return errors.Join(err, store.Close())
}

// servePage listens, prints the link, and serves.
func servePage(ctx context.Context, out io.Writer, what served, o webOptions, logger *slog.Logger) error {
	listeners, port, err := loopbacks(o.port)
	if err != nil {
		return err
	}
	page, err := web.New(web.Config{
		Server: what.server, Backend: what.backend, Store: what.store, Person: o.caller.Principal,
		Hosts: hostsOf(port), ShowCode: codeShower(), Version: version, Logger: logger,
		NewID: func() string { return uuid.Must(uuid.NewV7()).String() },
	})
	if err != nil {
		for _, l := range listeners {
			_ = l.Close()
		}
		return err
	}
	s := &http.Server{
		Handler: page, ReadHeaderTimeout: headerWithin, IdleTimeout: defaultConnectionIdle, MaxHeaderBytes: maxHeader,
		ErrorLog:    slog.NewLogLogger(logger.Handler(), slog.LevelInfo),
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	wire.NewConnections(wire.DefaultConnections, wire.DefaultStrangers).Bound(s)
	failed := make(chan error, len(listeners))
	for _, l := range listeners {
		go func() { failed <- s.Serve(l) }()
	}
	link := func() error {
		_, err := console.Say(out, "open http://localhost:%d%s\n", port, page.Link())
		return err
	}
	if err := link(); err != nil {
		return err
	}
	if isatty.IsTerminal(os.Stdin.Fd()) {
		go freshLinks(os.Stdin, link)
	}
	select {
	case err = <-failed:
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
	defer cancel()
	if s.Shutdown(closing) != nil {
		err = errors.Join(err, s.Close())
	}
	return err
}

// freshLinks prints a link for each line that a person enters.
func freshLinks(in io.Reader, link func() error) {
	for lines := bufio.NewScanner(in); lines.Scan(); {
		if link() != nil {
			return
		}
	}
}

// loopbacks binds a port on both loopback addresses, because browsers that ask for localhost may try either, and
// another user of the machine could bind the unused one. A machine without IPv6 has only one.
func loopbacks(port int) ([]net.Listener, int, error) {
	if port < 0 || port > math.MaxUint16 {
		return nil, 0, fmt.Errorf("--port %d is no port: name one of 1 to %d, or 0 for a free one", port,
			math.MaxUint16)
	}
	four, err := net.Listen("tcp4", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return nil, 0, fmt.Errorf("%w: another server may be there; --port takes another one", err)
	}
	port = four.Addr().(*net.TCPAddr).Port //nolint:forcetypeassert // of a TCP listener
	six, err := net.Listen("tcp6", net.JoinHostPort("::1", strconv.Itoa(port)))
	if err == nil {
		return []net.Listener{four, six}, port, nil
	}
	if other, none := net.Listen("tcp6", "[::1]:0"); none == nil { // IPv6 works, so the port is taken
		_ = other.Close()
		_ = four.Close()
		return nil, 0, fmt.Errorf("%w: another server may be there; --port takes another one", err)
	}
	return []net.Listener{four}, port, nil
}

// hostsOf returns the host names with which browsers of this machine reach a port.
func hostsOf(port int) []string {
	var out []string
	for _, host := range []string{"localhost", "127.0.0.1", "::1"} {
		out = append(out, net.JoinHostPort(host, strconv.Itoa(port)))
	}
	return out
}

// codeShower returns a function that shows a code and its request at the controlling terminal of the process. It
// returns nil without a terminal, so that no program can decide by reading the code from a pipe.
func codeShower() func(mcp.Asked, string) error {
	tty, err := console.OpenTerminal()
	if err != nil {
		return nil
	}
	_ = tty.Close()
	return func(asked mcp.Asked, code string) error {
		tty, err := console.OpenTerminal()
		if err != nil {
			return err
		}
		defer func() { _ = tty.Close() }()
		if err := printPlan(tty, asked); err != nil {
			return err
		}
		_, err = console.Say(tty, "\ncode %s, typed into the page within 2 minutes, decides on this plan\n", code)
		return err
	}
}
