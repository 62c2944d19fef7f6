//go:build unix

package main

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/sys/unix"

	"github.com/bimstream/bimstream/mcp/httpd"
)

// reloading reads tokens and identity providers again at each SIGHUP until stop is called.
func reloading(ctx context.Context, service *httpd.Service, logger *slog.Logger) (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		for {
			select {
			case <-signals:
				notify(fmt.Sprintf("%s\nMONOTONIC_USEC=%d", daemon.SdNotifyReloading, monotonic()), logger)
				if err := service.Reload(); err != nil {
					logger.Error("what says who may call was not read again: that of before stays in force",
						"error", err)
				} else {
					logger.Log(ctx, levelNotice, "read again who may call")
				}
				notify(daemon.SdNotifyReady, logger)
			case <-ctx.Done():
				return
			}
		}
	}()
	return func() { signal.Stop(signals) }
}

// monotonic returns the time that systemd requires with a reload notification, in microseconds.
func monotonic() int64 {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) != nil {
		return 0
	}
	return t.Nano() / 1000
}
