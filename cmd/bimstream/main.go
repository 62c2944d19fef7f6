package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/bimstream/bimstream/cmd/bimstream/console"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := root().ExecuteContext(ctx)
	stop()
	if err == nil {
		return
	}
	if !errors.Is(err, context.Canceled) {
		_, _ = fmt.Fprintln(console.Errors, "bimstream:", console.Complaint(err))
	}
	var exit *exitError
	if errors.As(err, &exit) {
		os.Exit(exit.status)
	}
	os.Exit(1)
}
